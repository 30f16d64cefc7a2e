// AskedByGiven: what objects of the files that are judged ask of DeviceQuotas, as those of them see
// it that stand behind.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "quota/amounts.h"
#include "webhook/admission/request.h"

namespace drawbridge::cli {

class AskedByGiven {
 public:
  // `who` is "Deployment web"; said anew, the last counts.
  void note(std::string_view ns, std::string who, quota::Amounts asked);
  // All others of the namespace.
  admission::AskedBeside others(std::string_view ns, std::string_view who) const;

 private:
  struct Entry {
    std::string ns;
    std::string who;
    quota::Amounts asked;
  };
  std::vector<Entry> entries_;
};

}  // namespace drawbridge::cli

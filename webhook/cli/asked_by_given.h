// AskedByGiven: what objects of the files that are judged ask of quotas, as those of them see it
// that stand behind.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "webhook/decide/request.h"

namespace drawbridge::cli {

class AskedByGiven {
 public:
  // `who` is "Deployment web"; said anew, the last counts.
  void note(std::string_view ns, std::string who, admission::AskedOfQuotas asked);
  // All others of the namespace.
  admission::AskedBeside others(std::string_view ns, std::string_view who) const;

 private:
  struct Entry {
    std::string ns;
    std::string who;
    admission::AskedOfQuotas asked;
  };
  std::vector<Entry> entries_;
};

}  // namespace drawbridge::cli

// AskedByGiven: what objects of the files that are judged ask of quotas, as those of them see it
// that stand behind.
#pragma once

#include <string>
#include <vector>

#include "webhook/decide/request.h"

namespace drawbridge::cli {

class AskedByGiven {
 public:
  struct Asker {
    std::string ns;
    std::string who;              // "Deployment web"
    bool is_one_of_many = false;  // each with another name, which the API server makes
    friend bool operator==(const Asker&, const Asker&) = default;
  };

  // Of one object said anew the last counts.
  void note(Asker asker, admission::AskedOfQuotas asked);
  // All others of the namespace.
  admission::AskedBeside others(const Asker& asker) const;

 private:
  void leave_out(const Asker& asker);

  struct Entry {
    Asker asker;
    admission::AskedOfQuotas asked;
  };
  std::vector<Entry> entries_;
};

}  // namespace drawbridge::cli

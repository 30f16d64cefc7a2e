// AskedByGiven: what objects of the files that are judged ask of quotas, as those of them see it
// that stand behind.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "quota/amounts.h"
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

  struct Entry {
    Asker asker;
    admission::AskedOfQuotas asked;
    bool is_charged = false;                 // a later charge finds it in use
    std::vector<std::string> own_pods = {};  // names of those that it has made
  };

  // Of one object said anew the last counts.
  void note(Entry entry);
  // What a later charge finds in use of a pod, which may be a workload's own.
  void note_charged_pod(const std::string& ns, const std::string& name, quota::Amounts charged);
  // All others of the namespace.
  admission::AskedBeside others(const Asker& asker) const;

 private:
  void leave_out(const Asker& asker);
  quota::Amounts uncharged(const Entry& entry) const;

  std::vector<Entry> entries_;
  // By namespace and name.
  std::map<std::pair<std::string, std::string>, quota::Amounts> charged_pods_;
};

}  // namespace drawbridge::cli

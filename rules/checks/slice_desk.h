// Where what is wrong with a ResourceSlice, or a rule about its devices, is put together: a driver
// that makes a mistake makes it with all of its devices, and hears of it once.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/finding.h"

namespace drawbridge::rules {

class SliceDesk {
 public:
  explicit SliceDesk(std::vector<Finding>& findings, std::string_view code = "SliceInvalid")
      : findings_(findings), code_(code) {}
  // Says of the first of each mistake how many more there are.
  ~SliceDesk() {
    for (const auto& [mistake, told] : told_) {
      if (told.more == 0) continue;
      findings_[told.at].message += " It is the same with " + std::to_string(told.more) + " more.";
    }
  }
  SliceDesk(const SliceDesk&) = delete;
  SliceDesk& operator=(const SliceDesk&) = delete;

  // `mistake` is equal for what is the same mistake in another place.
  void refuse(std::string mistake, const std::string& field, std::string message, std::string fix) {
    add(Severity::kDeny, std::move(mistake), field, std::move(message), std::move(fix));
  }
  void warn(std::string mistake, const std::string& field, std::string message, std::string fix) {
    add(Severity::kWarn, std::move(mistake), field, std::move(message), std::move(fix));
  }

  // A list or map that has more than `most` elements.
  bool at_most(const std::string& field, std::size_t count, std::size_t most,
               const std::string& fix) {
    if (count <= most) return true;
    refuse(fix, field,
           field + " has " + std::to_string(count) + " elements, and can have " +
               std::to_string(most) + ".",
           fix);
    return false;
  }

 private:
  struct Told {
    std::size_t at = 0;
    std::size_t more = 0;
  };

  void add(Severity severity, std::string mistake, const std::string& field, std::string message,
           std::string fix) {
    const auto [told, is_new] = told_.try_emplace(std::move(mistake), Told{findings_.size(), 0});
    if (!is_new) {
      ++told->second.more;
      return;
    }
    findings_.push_back({code_, severity, printable(field), std::move(message), std::move(fix)});
  }

  std::vector<Finding>& findings_;
  const std::string_view code_;
  std::map<std::string, Told> told_;
};

}  // namespace drawbridge::rules

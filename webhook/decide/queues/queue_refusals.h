// RefusalList: what Kueue's webhooks refuse of one object, in their order.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/finding.h"

namespace drawbridge::admission {

class RefusalList {
 public:
  // `refused` is what they do not let in: "this Job". `queue` lives as long as the list.
  RefusalList(std::string refused, std::string_view queue)
      : refused_(std::move(refused)), queue_(queue) {}

  // In every version since Kueue 0.13, whatever its gates say. `why` stands behind a colon.
  void add(std::string field, const std::string& why, std::string fix) {
    findings_.push_back({"KueueCannotAdmit", rules::Severity::kDeny, std::move(field),
                         "Kueue's webhook refuses " + refused_ + " in queue " +
                             rules::shown(queue_, 60) + ": " + why + ".",
                         std::move(fix)});
  }
  // In some of them.
  void warn(std::string field, const std::string& why, std::string fix) {
    add(std::move(field), why, std::move(fix));
    findings_.back().severity = rules::Severity::kWarn;
  }

  std::vector<rules::Finding> take() { return std::move(findings_); }

 private:
  const std::string refused_;
  const std::string_view queue_;
  std::vector<rules::Finding> findings_;
};

}  // namespace drawbridge::admission

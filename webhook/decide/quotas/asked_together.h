// AskedTogether: what the pod sets of one object ask of DeviceQuotas and ResourceQuotas at the same
// time, and others that come with it.
#pragma once

#include <map>
#include <string>

#include "quota/amounts.h"
#include "webhook/decide/coming_pods.h"
#include "webhook/decide/quotas/resource_quota_check.h"
#include "webhook/decide/request.h"

namespace drawbridge::admission {

class AskedTogether {
 public:
  // The request must outlive it.
  explicit AskedTogether(const AdmissionRequest& request);

  // Of the set whose template is at `path` all that follows is.
  void begin(const std::string& path);
  // Beside it, whose pods come then.
  AskedBeside beside(PodsCome come) const;
  // All pods of a set: what they ask for, and what of it is in use already.
  void add(const quota::Amounts& asked, const quota::Amounts& in_use, PodsCome come);

  // What ResourceQuotas charge the sets before, and others.
  NamesTogether& names() { return names_; }

  // Of all sets whose pods come at once.
  AskedOfQuotas now() const { return {now_, names_.now}; }

 private:
  const AdmissionRequest& request_;
  // Of each template which others have ended when its pods come: those of the same start together.
  const std::map<std::string, std::string> waits_by_path_;
  std::map<std::string, AskedOfQuotas> groups_;  // by these
  AskedOfQuotas* at_;
  quota::Amounts now_;
  NamesTogether names_;
};

}  // namespace drawbridge::admission

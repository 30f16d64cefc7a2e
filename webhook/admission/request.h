// What a decision is asked (admission.k8s.io/v1 AdmissionRequest) and what it answers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/json.h"
#include "rules/finding.h"
#include "rules/mapping/template.h"

namespace drawbridge::admission {

enum class Endpoint : std::uint8_t { kMutate, kValidate };
enum class Operation : std::uint8_t { kCreate, kUpdate, kDelete, kConnect };

// Views into the review's document, which outlives the decision.
struct AdmissionRequest {
  Endpoint endpoint = Endpoint::kValidate;
  std::string_view uid;
  std::string_view group;  // of `kind`
  std::string_view version;
  std::string_view kind;
  std::string_view subresource;
  std::string_view name;  // empty under generateName in a mutating review
  std::string_view ns;
  Operation operation = Operation::kCreate;
  std::string_view user;
  std::vector<std::string_view> groups;
  kube::Json object;      // null on DELETE
  kube::Json old_object;  // null on CREATE
  bool dry_run = false;
};

// An object that the decision needs to read and the snapshot does not have.
struct ObjectRef {
  enum class Kind : std::uint8_t {
    kNamespace,
    kClaimTemplate,
    kClaim,
    // No object: that the snapshot of the next round has every object of the kind `name`
    // (DeviceMapping, DeviceClass) that existed when the request came, as far as the API server
    // can be asked.
    kNewest,
  };
  Kind kind = Kind::kNamespace;
  std::string ns;
  std::string name;
  friend bool operator==(const ObjectRef&, const ObjectRef&) = default;
};

struct Needs {
  std::vector<ObjectRef> objects;
};

// What was looked up for the decision so far.
struct Facts {
  struct Looked {
    ObjectRef ref;
    std::optional<kube::Json> object;  // nullopt: there is none
    std::string failure = {};          // why nobody knows whether there is one
  };
  std::vector<Looked> looked_up;

  const Looked* find(const ObjectRef& ref) const {
    for (const Looked& looked : looked_up) {
      if (looked.ref == ref) return &looked;
    }
    return nullptr;
  }
};

// To be done before the answer is given. On a dry run it is sent with dryRun=All: nothing is kept,
// and what a real run would refuse is refused.
struct CreateTemplate {
  std::string ns;
  rules::ClaimTemplate claim_template;
  bool dry_run = false;  // everything is done but storing it
};

struct Decision {
  std::vector<rules::Finding> findings;
  std::string patch;  // JSON Patch; only from /mutate
  std::vector<CreateTemplate> creates;
};

// What became of one CreateTemplate.
struct CreateOutcome {
  enum class Kind : std::uint8_t {
    kDone,      // it exists with the content that we want, made now or before
    kTampered,  // the name is taken by other content
    kTooMany,   // the namespace holds kTemplatesPerNamespaceMax already
    kFailed,    // the API server refused or could not be reached
  };
  Kind kind = Kind::kDone;
  std::string detail;  // kFailed: why
};

struct AdmissionResponse {
  bool allowed = false;
  int code = 0;             // HTTP code of the refusal
  std::string_view reason;  // metav1.StatusReason of the refusal
  std::string message;
  std::string patch;
  std::vector<std::string> warnings;
  std::vector<std::pair<std::string, std::string>> audit_annotations;
  std::vector<rules::Finding> findings;  // sorted
};

}  // namespace drawbridge::admission

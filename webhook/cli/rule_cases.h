// The test cases of DeviceRules, as an administrator writes them beside a rule.
//
//   apiVersion: drawbridge.dev/v1alpha1
//   kind: RuleTestList
//   rules: [rule.yaml]      # files beside this one; rule.yaml where it is left out
//   state: [classes.yaml]   # files or objects that the cluster holds, in every case
//   items:
//   - name: eight are too many
//     object: {...}         # or the name of a file with one object
//     oldObject: {...}      # an UPDATE, where it is there
//     operation: UPDATE     # CREATE or UPDATE
//     user: ana
//     groups: [team-a]
//     namespace: team-a     # of an object that names none
//     state: []             # besides the common one
//     expect: refuse        # admit, refuse or warn
//     message: asks for 8   # what the answer holds, or {exact: ...}
//     auditAnnotations: {asked: "8"}  # of the rules: what each of these keys has to have
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/result.h"
#include "webhook/decide/object_set.h"

namespace drawbridge::cli {

inline constexpr std::size_t kRuleCasesMax = 1000;
inline constexpr std::string_view kRuleTestsFile = "tests.yaml";
inline constexpr std::string_view kRuleFile = "rule.yaml";

enum class Verdict : std::uint8_t { kAdmit, kRefuse, kWarn };
std::string_view verdict_name(Verdict verdict);  // "admit", "refuse", "warn"

struct RuleCase {
  std::string name;
  int line = 0;  // of the file of the tests
  std::shared_ptr<const kube::Document> object;
  std::shared_ptr<const kube::Document> old_object;  // nullptr: the object is created
  bool is_update = false;
  std::string user;
  std::vector<std::string> groups;
  std::string ns;
  std::vector<admission::SourcedObject> state;  // the common one is not in it
  Verdict expected = Verdict::kAdmit;
  std::string message;  // empty: any
  bool is_exact = false;
  std::map<std::string, std::string> audit;  // values of audit annotations, by a rule's own key
};

struct RuleTests {
  std::string file;
  std::vector<admission::SourcedObject> rules;  // DeviceRules
  std::vector<admission::SourcedObject> state;
  std::vector<RuleCase> cases;
};

// Of the folder's tests.yaml, and the files that it names. Strict: an error is "FILE:LINE: FIELD:
// what is wrong", and a field that nobody reads is one.
Result<RuleTests> read_rule_tests(const std::filesystem::path& folder);

// `folder` itself where it has tests.yaml, else every folder below that has, sorted. Fails where
// there is none.
Result<std::vector<std::filesystem::path>> rule_folders(const std::filesystem::path& folder);

}  // namespace drawbridge::cli

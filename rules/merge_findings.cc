#include "rules/merge_findings.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace drawbridge::rules {
namespace {

bool is_name_character(char c) {
  return (c >= '0' && c <= '9') || c == '-' || (c >= 'a' && c <= 'z');
}

// Where `text` names a container: the name behind "container " or "Container ", which may stand in
// quotes. Empty where it names none.
std::string_view named_container(std::string_view text) {
  constexpr std::string_view kWord = "ontainer ";
  for (std::size_t at = text.find(kWord); at != std::string_view::npos;
       at = text.find(kWord, at + 1)) {
    std::string_view rest = text.substr(at + kWord.size());
    if (rest.starts_with('"')) rest.remove_prefix(1);
    const auto* const end = std::find_if_not(rest.begin(), rest.end(), is_name_character);
    if (end != rest.begin()) return rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
  }
  return {};
}

// `text` with a line break, which no finding has, in place of `name` wherever that container is
// named.
std::string without_container(std::string_view text, std::string_view name) {
  std::string result;
  for (std::string_view named = named_container(text); !named.empty();
       named = named_container(text)) {
    const auto begin = static_cast<std::size_t>(named.data() - text.data());
    result += text.substr(0, begin);
    result += named == name ? "\n" : named;
    text.remove_prefix(begin + named.size());
  }
  return result.append(text);
}

// What is equal in findings that say the same of several containers; empty where none is named.
std::string cause_of(const Finding& finding, std::string_view name) {
  if (name.empty()) return {};
  return std::string(finding.code) + "\n" + std::string(severity_name(finding.severity)) + "\n" +
         without_container(finding.message, name) + "\n" + without_container(finding.fix, name);
}

// " It is the same with 5 more containers: a, b, c and 2 others."
std::string others_text(const std::vector<std::string>& names) {
  if (names.size() == 1) return " It is the same with container " + names.front() + ".";
  std::string text = " It is the same with " + std::to_string(names.size()) + " more containers: ";
  const std::size_t begin = text.size();
  std::size_t told = 0;
  for (; told < std::min(names.size(), kMoreContainersMax); ++told) {
    if (told > 0 && text.size() - begin + names[told].size() > kMoreContainersBytesMax) break;
    if (told > 0) text += told + 1 == names.size() ? " and " : ", ";
    text += names[told];
  }
  const std::size_t rest = names.size() - told;
  if (rest > 0) text += " and " + std::to_string(rest) + (rest == 1 ? " other" : " others");
  return text + ".";
}

// devices[7].basic with nothing between the brackets.
std::string without_indexes(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    result += text[i];
    if (text[i] != '[') continue;
    const std::size_t end = text.find_first_not_of("0123456789", i + 1);
    if (end != std::string_view::npos && end > i + 1 && text[end] == ']') i = end - 1;
  }
  return result;
}

}  // namespace

void merge_elements(std::vector<Finding>& findings) {
  if (findings.size() < kLikeElementsMin) return;
  const auto key_of = [](const Finding& finding) {
    return std::string(finding.code) + "\n" + std::string(severity_name(finding.severity)) + "\n" +
           without_indexes(finding.field) + "\n" + without_indexes(finding.message) + "\n" +
           without_indexes(finding.fix);
  };
  struct Like {
    std::size_t first = 0;
    std::size_t count = 0;
  };
  std::map<std::string, Like> alike;
  std::vector<Like*> of_finding;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    Like& like = alike.try_emplace(key_of(findings[i]), Like{i, 0}).first->second;
    ++like.count;
    of_finding.push_back(&like);
  }
  std::vector<Finding> kept;
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const Like& like = *of_finding[i];
    const bool is_merged =
        like.count >= kLikeElementsMin && without_indexes(findings[i].field) != findings[i].field;
    if (is_merged && i != like.first) continue;
    if (is_merged)
      findings[i].message +=
          " It is the same with " + std::to_string(like.count - 1) + " others of the list.";
    kept.push_back(std::move(findings[i]));
  }
  findings = std::move(kept);
}

void merge_containers(std::vector<Finding>& findings) {
  if (findings.size() < 2) return;
  sort_findings(findings);
  struct Cause {
    std::size_t first = 0;  // in `kept`
    std::vector<std::string> names;
  };
  std::map<std::string, Cause> causes;
  std::vector<Finding> kept;
  for (Finding& finding : findings) {
    const std::string name(named_container(finding.message));
    const std::string key = cause_of(finding, name);
    if (key.empty()) {
      kept.push_back(std::move(finding));
      continue;
    }
    const auto [cause, is_new] = causes.try_emplace(key, Cause{kept.size(), {}});
    std::vector<std::string>& names = cause->second.names;
    const bool is_told = std::find(names.begin(), names.end(), name) != names.end();
    // The same container twice is no further one, but may be another field.
    if (is_new || is_told) kept.push_back(std::move(finding));
    if (!is_told) names.push_back(name);
  }
  for (auto& [key, cause] : causes) {
    cause.names.erase(cause.names.begin());
    if (!cause.names.empty()) kept[cause.first].message += others_text(cause.names);
  }
  findings = std::move(kept);
}

}  // namespace drawbridge::rules

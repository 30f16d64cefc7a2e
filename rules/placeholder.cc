#include "rules/placeholder.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace drawbridge::rules {
namespace {

using kube::Json;

constexpr std::size_t kShownBytesMax = 80;

bool begins_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// OPEN NAME ... CLOSE
std::string_view enclosed(std::string_view text, std::string_view open, std::string_view close) {
  for (std::size_t at = text.find(open); at != std::string_view::npos;
       at = text.find(open, at + 1)) {
    const std::size_t name = at + open.size();
    const std::size_t end = text.find(close, name);
    if (end == std::string_view::npos) return {};
    if (name < end && begins_name(text[name])) return text.substr(at, end + close.size() - at);
  }
  return {};
}

// {{ .Values.count }}, {{ gpu_count }}
std::string_view in_two_braces(std::string_view text) {
  const std::size_t at = text.find("{{");
  const std::size_t end = at == std::string_view::npos ? at : text.find("}}", at);
  return end == std::string_view::npos ? std::string_view() : text.substr(at, end + 2 - at);
}

// {{ gpu_count }} of Jinja or Argo: a chart's begin with a dot, a variable or a function.
bool is_plain_name(std::string_view placeholder) {
  placeholder.remove_prefix(2);
  placeholder.remove_suffix(2);
  const std::size_t begin = placeholder.find_first_not_of(' ');
  if (begin == std::string_view::npos || !begins_name(placeholder[begin])) return false;
  const std::size_t end = std::min(placeholder.find(' ', begin), placeholder.size());
  return placeholder.find_first_not_of(' ', end) == std::string_view::npos;
}

// What such words begin with, or say as a whole.
constexpr std::string_view kFillWords[] = {"YOUR_",     "PLACEHOLDER", "REPLACE_",
                                           "CHANGE_ME", "CHANGEME",    "FILLED_BY_"};

constexpr std::string_view kCapitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";

// YOUR_TEMPLATE, PLACEHOLDER_GPU_COUNT
bool is_shouted(std::string_view text) {
  return text.find_first_not_of(kCapitals) == std::string_view::npos &&
         std::any_of(std::begin(kFillWords), std::end(kFillWords),
                     [text](std::string_view word) { return text.starts_with(word); });
}

// <your-class>, $DEVICE_CLASS, YOUR_CLASS
bool is_word_to_be_filled_in(std::string_view text) {
  if (text.size() < 2) return false;
  if (is_shouted(text)) return true;
  if (text.front() == '<' && text.back() == '>')
    return text.find_first_of("<>", 1) == text.size() - 1 && text.size() > 2;
  return text.front() == '$' && begins_name(text[1]) &&
         text.find_first_not_of(kCapitals, 1) == std::string_view::npos;
}

// A placeholder and the field that holds it.
struct Place {
  std::string_view field;
  std::string_view value;
};

void collect(const Json& value, std::string_view field, std::vector<Place>& places) {
  for (const Json::Member& member : value.members()) collect(member.value, member.key(), places);
  for (const Json& element : value.elements()) collect(element, field, places);
  if (value.is_string() && !placeholder_in(value.as_string()).empty())
    places.push_back({field, value.as_string()});
}

bool may_hold_one(const Finding& finding) {
  const std::string& text = finding.message;
  return text.find_first_of("$<") != std::string::npos || text.find("{{") != std::string::npos ||
         std::any_of(std::begin(kFillWords), std::end(kFillWords),
                     [&](std::string_view word) { return text.find(word) != std::string::npos; });
}

}  // namespace

std::string_view placeholder_in(std::string_view text) {
  if (is_word_to_be_filled_in(text)) return text;
  for (const std::string_view found :
       {enclosed(text, "${", "}"), enclosed(text, "$(", ")"), in_two_braces(text)}) {
    if (!found.empty()) return found;
  }
  return {};
}

std::string_view placeholder_in_braces(const Json& value) {
  if (!value.is_object() || value.size() != 1) return {};
  const Json::Member member = *value.members().begin();
  return member.value.is_null() && is_word_to_be_filled_in(member.key()) ? member.key()
                                                                         : std::string_view();
}

std::string placeholder_text(std::string_view field, std::string_view value) {
  const std::string_view placeholder = placeholder_in(value);
  return printable(field) + (placeholder == value ? " is " : " holds ") +
         shown(placeholder, kShownBytesMax) + ", a placeholder that nothing has filled in.";
}

std::string placeholder_advice(std::string_view value) {
  const std::string_view placeholder = placeholder_in(value);
  if (placeholder.starts_with("{{") && is_plain_name(placeholder))
    return "Fill it in first: render the template that it is of, or write the value.";
  if (placeholder.starts_with("{{"))
    return "Render the chart first: helm template CHART | kubectl apply -f -.";
  if (placeholder.starts_with("$("))
    return "Write the value: Kubernetes fills $(NAME) in only in commands, arguments and env.";
  if (placeholder.starts_with('$') && placeholder.find(':') != std::string_view::npos)
    return "Fill it in first: write the value, since envsubst leaves a default as it is.";
  if (placeholder.starts_with('$')) return "Fill it in first: envsubst <FILE | kubectl apply -f -.";
  return "Write the value in its place.";
}

void tell_placeholders(const Json& spec, std::size_t from, std::vector<Finding>& findings) {
  const auto begin = findings.begin() + static_cast<std::ptrdiff_t>(from);
  if (std::none_of(begin, findings.end(), may_hold_one)) return;
  std::vector<Place> places;
  collect(spec, "spec", places);
  std::set<std::string> seen;
  std::vector<Finding> rest(std::make_move_iterator(begin),
                            std::make_move_iterator(findings.end()));
  findings.resize(from);
  sort_findings(rest);
  for (Finding& finding : rest) {
    const auto place = std::find_if(places.begin(), places.end(), [&](const Place& one) {
      return finding.message.find(shown(placeholder_in(one.value))) != std::string::npos;
    });
    if (place != places.end()) {
      finding.message = placeholder_text(place->field, place->value);
      finding.fix = placeholder_advice(place->value);
      finding.cause.clear();
      if (!seen.insert(finding.message).second) continue;
    }
    findings.push_back(std::move(finding));
  }
}

}  // namespace drawbridge::rules

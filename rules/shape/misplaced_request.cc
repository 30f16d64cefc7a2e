#include "rules/shape/misplaced_request.h"

#include <algorithm>
#include <array>
#include <string>

#include "rules/finding.h"
#include "rules/shape/request_words.h"
#include "rules/shape/texts.h"

namespace drawbridge::rules::shape {
namespace {

using kube::Json;

// The way from the struct around it to the requests.
std::vector<std::string_view> levels_below(const Type& type) {
  if (type.name.ends_with(".ResourceClaimTemplateSpec")) return {"spec", "devices"};
  if (type.name.ends_with(".ResourceClaimSpec")) return {"devices"};
  return {};
}

bool is_around_requests(const Type& type) {
  return type.name.ends_with(".ResourceClaimTemplateSpec") ||
         type.name.ends_with(".ResourceClaimSpec") || type.name.ends_with(".DeviceClaim");
}

// What there is of it is a request's own way to say which devices.
bool is_choice(std::string_view word) {
  return word == "exactly" || word == "firstAvailable";
}

bool is_of_request(std::string_view word, const Json& value) {
  constexpr std::string_view kFields[] = {"deviceClassName", "selectors",   "count",
                                          "adminAccess",     "tolerations", "capacity"};
  // The claims of before Kubernetes 1.31 had a mode too, which chose the time.
  if (word == "allocationMode")
    return value == Json::string("All") || value == Json::string("ExactCount");
  return is_choice(word) ||
         std::find(std::begin(kFields), std::end(kFields), word) != std::end(kFields);
}

struct Part {
  std::string_view word;
  Json value;
};

const Part* part_of(std::span<const Part> parts, std::string_view word) {
  const auto found = std::find_if(parts.begin(), parts.end(),
                                  [word](const Part& part) { return part.word == word; });
  return found == parts.end() ? nullptr : &*found;
}

// In the order in which guides write them.
std::string fields_text(std::span<const Part> parts, bool with_class) {
  std::string text;
  const Part* device_class = part_of(parts, "deviceClassName");
  if (device_class != nullptr) {
    text = entry_text(device_class->word, device_class->value);
  } else if (with_class) {
    text = "deviceClassName: CLASS";
  }
  for (const Part& part : parts) {
    if (part.word == "name" || part.word == "deviceClassName") continue;
    text += (text.empty() ? "" : ", ") + entry_text(part.word, part.value);
  }
  return text;
}

std::string whole_request_text(std::span<const Part> parts, bool nested) {
  const Part* name = part_of(parts, "name");
  const Part* device_class = part_of(parts, "deviceClassName");
  std::string called = "NAME";
  if (name != nullptr && name->value.is_string()) {
    called = shown(name->value.as_string(), 63);
  } else if (device_class != nullptr && device_class->value.is_string()) {
    const std::string_view of_class = device_class->value.as_string();
    called = shown(of_class.substr(0, of_class.find('.')), 63);
  }
  const bool chosen =
      part_of(parts, "exactly") != nullptr || part_of(parts, "firstAvailable") != nullptr;
  const std::string fields = fields_text(parts, !chosen);
  return "{name: " + called + ", " + (nested && !chosen ? "exactly: {" + fields + "}" : fields) +
         "}";
}

// What stands in a request of the claim, whose requests are at `path`.
std::string into_request(std::span<const Json> requests, const std::string& path, bool nested,
                         std::span<const Part> parts) {
  const std::string fields = fields_text(parts, false);
  if (is_choice(parts.front().word)) {
    const auto open = std::find_if(requests.begin(), requests.end(), [](const Json& request) {
      return request["exactly"].is_null() && request["firstAvailable"].is_null() &&
             request["deviceClassName"].is_null();
    });
    if (open == requests.end()) return {};
    return "Write it in " + path + "[" + std::to_string(open - requests.begin()) +
           "], as far to the right as its name: " + fields + ".";
  }
  if (requests.size() > 1)
    return "Write it in the request that it is for" + std::string(nested ? ", under exactly" : "") +
           ": " + fields + ".";
  const std::string at = path + "[0]";
  const Json& request = requests.front();
  if (!request["firstAvailable"].is_null())
    return "Write it in the alternative of " + at + ".firstAvailable that it is for: " + fields +
           ".";
  const Json into = nested ? request["exactly"] : request;
  const std::string place = nested ? at + ".exactly" : at;
  for (const Part& part : parts) {
    if (!into[part.word].is_null())
      return "Take it away: " + place + "." + std::string(part.word) + " is set.";
  }
  if (nested && !into.is_object()) return "Write exactly: {" + fields + "} in " + at + ".";
  return "Write " + fields + " in " + place + ".";
}

bool is_list_of_requests(std::string_view name, const Json& value) {
  return name != "requests" && value.is_array() && !value.empty() &&
         (letters_equal(name, "deviceRequests") || letters_equal(name, "resourceRequests"));
}

// deviceRequests: [{name: gpu, deviceClass: c}].
std::string list_text_of(const Type& type, const Json& value, bool nested) {
  constexpr std::size_t kRequestsShownMax = 3;
  std::string text;
  const auto each = value.elements();
  for (std::size_t i = 0; i < each.size() && i < kRequestsShownMax; ++i) {
    std::vector<Part> parts;
    for (const Json::Member& member : each[i].members()) {
      const std::string_view word = word_for(type, member.key(), member.value);
      if (word == "name" || is_of_request(word, member.value))
        parts.push_back({word, member.value});
    }
    text += (text.empty() ? "" : ", ") + whole_request_text(parts, nested);
  }
  return text + (each.size() > kRequestsShownMax ? ", ..." : "");
}

}  // namespace

std::optional<Otherwise> misplaced_request(std::span<const Frame> frames,
                                           std::span<const UnknownField> fields,
                                           std::size_t first) {
  const Frame& frame = frames.back();
  const Type& type = *frame.type;
  if (!is_around_requests(type)) return std::nullopt;
  const bool nested = !type.name.starts_with("resource/v1beta1.");
  Json at = frame.value;
  std::string path = printable(frame.path);
  std::vector<std::string> steps;
  for (const std::string_view level : levels_below(type)) {
    if (steps.empty() && at[level].is_object()) {
      at = at[level];
      path += "." + std::string(level);
    } else {
      steps.emplace_back(level);
    }
  }
  const auto around = [&](const std::string& list) {
    const std::string text = nested_text(steps, "requests: [" + list + "]");
    return "Write " + text + (path == printable(frame.path) ? " instead." : " in " + path + ".");
  };
  Otherwise otherwise;
  const auto requests = steps.empty() ? at["requests"].elements() : std::span<const Json>();
  if (is_list_of_requests(fields[first].name, fields[first].value)) {
    if (!requests.empty()) return std::nullopt;
    otherwise.fix = around(list_text_of(type, fields[first].value, nested));
    otherwise.fields = {first};
    return otherwise;
  }
  std::vector<Part> parts;
  std::optional<Part> name;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::string_view word = word_for(type, fields[i].name, fields[i].value);
    if (word == "name") name = Part{word, fields[i].value};
    if (word != "name" && !is_of_request(word, fields[i].value)) continue;
    if (word != "name" && !parts.empty() && is_choice(word) != is_choice(parts.front().word))
      continue;
    otherwise.fields.push_back(i);
    if (word != "name") parts.push_back({word, fields[i].value});
  }
  if (parts.empty() || otherwise.fields.front() != first) return std::nullopt;
  if (requests.empty()) {
    if (name) parts.push_back(*name);
    otherwise.fix = around(whole_request_text(parts, nested));
  } else {
    otherwise.fix = into_request(requests, path + ".requests", nested, parts);
  }
  if (otherwise.fix.empty()) return std::nullopt;
  return otherwise;
}

}  // namespace drawbridge::rules::shape

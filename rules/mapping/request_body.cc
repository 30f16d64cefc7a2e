#include "rules/mapping/request_body.h"

#include <map>
#include <optional>
#include <utility>

#include "kube/api/json_writer.h"
#include "kube/api/names.h"
#include "kube/api/quantity.h"
#include "rules/devices/selectors.h"

namespace drawbridge::rules {
namespace {

using kube::Json;
using kube::Quantity;

// Room for what stands before or behind the count of most requests.
constexpr std::size_t kPieceBytes = 255;

// Where an object opens within a list, behind the comma that it may need.
std::string_view separator(bool& first) {
  return std::exchange(first, false) ? "" : ",";
}

class BodyBuilder {
 public:
  explicit BodyBuilder(const BodyInput& input) : input_(input), rule_(*input.match.rule) {}

  std::variant<RequestBody, Finding> run() {
    read_annotations();
    std::string text = rule_.first_available ? "\"firstAvailable\":[" : "\"exactly\":";
    body_.pieces.reserve(rule_.options.size() + 1);
    bool first = true;
    for (const RequestOption& option : rule_.options) {
      text += separator(first);
      open_option(option, text);
      body_.pieces.push_back(std::exchange(text, {}));
      text.reserve(kPieceBytes);
      close_option(option, text);
    }
    if (rule_.first_available) text += ']';
    body_.pieces.push_back(std::move(text));
    if (refusal_) return std::move(*refusal_);
    return std::move(body_);
  }

 private:
  void refuse(std::string field, std::string message, std::string fix) {
    if (refusal_) return;
    refusal_ = Finding{"ParameterInvalid", Severity::kDeny, std::move(field), std::move(message),
                       std::move(fix)};
  }

  // Selectors that the annotations of the pod add.
  void read_annotations() {
    for (const Parameter& parameter : rule_.parameters) {
      if (parameter.type != Parameter::Type::kAnnotation) continue;
      const Json* value = input_.annotations.find(parameter.annotation);
      if (value == nullptr) continue;
      const TextTemplate::Value values[] = {{"value", value->as_string()}};
      extra_.push_back(parameter.selector.expand(values));
      const std::string field = "metadata.annotations[" + parameter.annotation + "]";
      if (extra_.back().size() > kSelectorBytesMax) {
        refuse(field,
               "The annotation " + parameter.annotation + " has " + std::to_string(value->size()) +
                   " bytes, and the selector made of it may have 10 KiB.",
               "Shorten its value.");
      } else if (parameter.value_decides) {
        refuse_fault(field, parameter, value->as_string(), extra_.back());
      }
    }
  }

  // What the API server would not take in the template.
  void refuse_fault(const std::string& field, const Parameter& parameter, std::string_view value,
                    const std::string& selector) {
    const std::optional<SelectorFault> fault = selector_fault(selector);
    if (!fault) return;
    refuse(field,
           "The annotation " + parameter.annotation + " is " + kube::shown(value) +
               ", and the selector that DeviceMapping " + input_.match.mapping->name +
               " makes of it " + fault->what + ".",
           "Set it to what the selector can use, or take it away.");
  }

  // Amounts end at 2^63-1: what is more would be cut off in silence, or have no text of its own.
  static bool fits(const Companion& companion) {
    const Result<Quantity> one = Quantity::parse("1" + companion.parameter->unit);
    const std::optional<std::int64_t> factor = one ? one->checked_value() : std::nullopt;
    return factor && *factor > 0 && companion.amount <= INT64_MAX / *factor;
  }

  // The capacity requests of the option with those of the companions, which win.
  std::map<std::string_view, std::string> capacity_of(const RequestOption& option) {
    std::map<std::string_view, std::string> result;
    for (const auto& [name, quantity] : option.capacity) result[name] = quantity;
    for (const Companion& companion : input_.companions) {
      const Parameter& parameter = *companion.parameter;
      const std::string text = std::to_string(companion.amount) + parameter.unit;
      const Result<Quantity> capacity = Quantity::parse(text);
      if (capacity && fits(companion)) {
        result[parameter.capacity] = capacity->canonical();
        continue;
      }
      refuse_amount(companion, text);
    }
    return result;
  }

  void refuse_amount(const Companion& companion, const std::string& capacity) {
    const std::string resource = shown(companion.parameter->resource);
    refuse(input_.container.path() + ".resources",
           "Container " + shown(input_.container.name()) + " asks for " + resource + ": " +
               std::to_string(companion.amount) + ", which makes " + capacity + " of " +
               companion.parameter->capacity + ", and no device has that much.",
           "Ask for less of " + resource + ".");
  }

  void open_option(const RequestOption& option, std::string& text) {
    const std::map<std::string_view, std::string> capacity = capacity_of(option);
    text += R"({"allocationMode":"ExactCount",)";
    if (!capacity.empty()) {
      text += "\"capacity\":";
      kube::JsonWriter writer(text);
      writer.begin_object().key("requests").begin_object();
      for (const auto& [name, quantity] : capacity) writer.key(name).string(quantity);
      writer.end_object().end_object();
      text += ',';
    }
    text += "\"count\":";
  }

  void close_option(const RequestOption& option, std::string& text) {
    text += ",\"deviceClassName\":";
    kube::write_json_string(option.device_class, text);
    if (!option.name.empty()) {
      text += ",\"name\":";
      kube::write_json_string(option.name, text);
    }
    write_selectors(option, text);
    if (!option.tolerations.empty()) text += ",\"tolerations\":" + option.tolerations;
    text += '}';
  }

  void write_selectors(const RequestOption& option, std::string& text) {
    if (option.selectors.empty() && extra_.empty()) return;
    if (option.selectors.size() + extra_.size() > kSelectorsMax) {
      refuse("metadata.annotations",
             "The annotations of this pod would add " + std::to_string(extra_.size()) +
                 " selectors to a request that has " + std::to_string(option.selectors.size()) +
                 ", and 32 are possible.",
             "Remove some of the annotations.");
    }
    text += ",\"selectors\":[";
    bool first = true;
    const auto add = [&](const std::string& expression) {
      check_selector_length(expression.size());
      text += separator(first);
      text += R"({"cel":{"expression":)";
      kube::write_json_string(expression, text);
      text += "}}";
    };
    const TextTemplate::Value values[] = {{rule_.resource.placeholder(), input_.match.captured}};
    for (const TextTemplate& selector : option.selectors) add(selector.expand(values));
    for (const std::string& expression : extra_) add(expression);
    text += ']';
  }

  void check_selector_length(std::size_t bytes) {
    if (bytes <= kSelectorBytesMax) return;
    refuse(input_.container.path() + ".resources",
           "The selector that DeviceMapping " + input_.match.mapping->name + " makes of " +
               shown(input_.match.captured) + " has " + std::to_string(bytes) +
               " bytes, and 10 KiB are possible.",
           "Have the mapping's expression shortened.");
  }

  const BodyInput& input_;
  const RewriteRule& rule_;
  std::vector<std::string> extra_;
  RequestBody body_;
  std::optional<Finding> refusal_;
};

}  // namespace

void RequestBody::append_with_count(std::int64_t count, std::string& to) const {
  const std::string number = std::to_string(count);
  to += pieces.front();
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    to += number;
    to += pieces[i];
  }
}

SharedBody fixed_body_of(const Mapping& mapping, const RewriteRule& rule) {
  if (!rule.resource.is_literal() || !rule.parameters.empty()) return nullptr;
  const kube::ContainerView nobody(Json(), 0, false);
  std::variant<RequestBody, Finding> built =
      build_request_body({{&mapping, &rule, {}}, {}, Json(), nobody});
  auto* body = std::get_if<RequestBody>(&built);
  return body != nullptr ? std::make_shared<const RequestBody>(std::move(*body)) : nullptr;
}

std::variant<RequestBody, Finding> build_request_body(const BodyInput& input) {
  return BodyBuilder(input).run();
}

}  // namespace drawbridge::rules

#include "test/cel/conformance_values.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>

#include "kube/api/quantity.h"
#include "rules/cel/value_order.h"

namespace drawbridge::cel {
namespace {

using nlohmann::json;

constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string to_base64(std::string_view bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      bits = bits << 8 | (i + k < bytes.size() ? static_cast<std::uint8_t>(bytes[i + k]) : 0);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += i + k > bytes.size() ? '=' : kBase64[bits >> (18 - 6 * k) & 63];
    }
  }
  return text;
}

std::string from_base64(std::string_view text) {
  std::string bytes;
  std::uint32_t bits = 0;
  std::size_t count = 0;
  for (const char c : text) {
    const std::size_t digit = kBase64.find(c);
    if (digit == std::string_view::npos) break;
    bits = bits << 6 | static_cast<std::uint32_t>(digit);
    if (++count % 4 != 1) bytes += static_cast<char>(bits >> ((4 - (count - 1) % 4 - 1) * 2) & 255);
  }
  return bytes;
}

double to_double(const std::string& text) {
  if (text == "NaN") return std::nan("");
  if (text == "Infinity") return INFINITY;
  if (text == "-Infinity") return -INFINITY;
  return std::strtod(text.c_str(), nullptr);  // stod refuses what is too small to be normal
}

std::string to_text(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

json tagged(const char* tag) {
  return {{"t", tag}};
}
json tagged(const char* tag, json value) {
  return {{"t", tag}, {"v", std::move(value)}};
}

constexpr std::int64_t kNanoseconds = 1'000'000'000;

json with_seconds(const char* tag, std::int64_t seconds, std::int64_t nanoseconds) {
  return {{"t", tag}, {"s", std::to_string(seconds)}, {"n", nanoseconds}};
}

Value read_list(const json& elements, kube::Arena& arena) {
  Value* values = arena.allocate<Value>(elements.size());
  for (std::size_t i = 0; i < elements.size(); ++i) {
    new (values + i) Value(read_value(elements[i], arena));
  }
  return Value::list({values, elements.size()});
}

Value read_map(const json& pairs, kube::Arena& arena) {
  Entry* entries = arena.allocate<Entry>(pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    new (entries + i) Entry{read_value(pairs[i][0], arena), read_value(pairs[i][1], arena)};
  }
  std::sort(entries, entries + pairs.size(),
            [](const Entry& a, const Entry& b) { return compare_keys(a.key, b.key) < 0; });
  return Value::map({entries, pairs.size()});
}

json write_opaque(const Opaque& value) {
  const std::string_view type = value.type()->name;
  const std::string text = value.text();
  if (type == "kubernetes.Quantity") return tagged("quantity", text);
  if (type == "kubernetes.Semver") return tagged("semver", text);
  if (type == "kubernetes.URL") return tagged("url", text);
  if (type == "net.IP") return tagged("ip", text);
  if (type == "net.CIDR") return tagged("cidr", text);
  return {{"t", "opaque"}, {"type", std::string(type)}};
}

json write_list(const Value& value) {
  json elements = json::array();
  for (std::size_t i = 0; i < value.size(); ++i) {
    elements.push_back(write_value(value.element(i)));
  }
  return tagged("list", std::move(elements));
}

json write_map(const Value& value) {
  json entries = json::array();
  for (std::size_t i = 0; i < value.size(); ++i) {
    const Entry entry = value.entry(i);
    entries.push_back(json::array({write_value(entry.key), write_value(entry.value)}));
  }
  return tagged("map", std::move(entries));
}

const Type* plain_type(const std::string& name) {
  const std::pair<std::string_view, const Type*> types[] = {
      {"dyn", &type::kDyn},     {"any", &type::kAny},           {"null", &type::kNull},
      {"error", &type::kError}, {"bool", &type::kBool},         {"int", &type::kInt},
      {"uint", &type::kUint},   {"double", &type::kDouble},     {"string", &type::kString},
      {"bytes", &type::kBytes}, {"duration", &type::kDuration}, {"timestamp", &type::kTimestamp}};
  for (const auto& [it, type] : types) {
    if (it == name) return type;
  }
  throw std::runtime_error("no type is called " + name);
}

// The messages that are types of CEL's own.
const Type* message_type(const std::string& name, TypeTable& types) {
  constexpr std::string_view kGoogle = "google.protobuf.";
  if (!name.starts_with(kGoogle)) return types.object(name);
  const std::string rest = name.substr(kGoogle.size());
  if (rest == "ListValue") return types.list(&type::kDyn);
  if (rest == "Struct") return types.map(&type::kString, &type::kDyn);
  if (rest == "Value") return &type::kDyn;
  if (rest == "Any") return &type::kAny;
  if (rest == "Int32Value" || rest == "Int64Value") return types.wrapper(&type::kInt);
  if (rest == "UInt32Value" || rest == "UInt64Value") return types.wrapper(&type::kUint);
  if (rest == "FloatValue" || rest == "DoubleValue") return types.wrapper(&type::kDouble);
  if (rest == "BoolValue") return types.wrapper(&type::kBool);
  if (rest == "StringValue") return types.wrapper(&type::kString);
  if (rest == "BytesValue") return types.wrapper(&type::kBytes);
  return types.object(name);
}

}  // namespace

Value read_value(const json& value, kube::Arena& arena) {
  const std::string tag = value.at("t");
  if (tag == "null") return {};
  if (tag == "bool") return Value::boolean(value.at("v"));
  if (tag == "int") return Value::integer(std::stoll(value.at("v").get<std::string>()));
  if (tag == "uint") return Value::unsigned_integer(std::stoull(value.at("v").get<std::string>()));
  if (tag == "double") return Value::real(to_double(value.at("v")));
  if (tag == "string") return Value::string(arena.copy(value.at("v").get<std::string>()));
  if (tag == "bytes")
    return Value::bytes(arena.copy(from_base64(value.at("v").get<std::string>())));
  if (tag == "list") return read_list(value.at("v"), arena);
  if (tag == "map") return read_map(value.at("v"), arena);
  if (tag == "duration" || tag == "timestamp") {
    const std::int64_t seconds = std::stoll(value.at("s").get<std::string>());
    const std::int64_t nanoseconds = value.at("n");
    if (tag == "duration") return Value::duration(seconds * kNanoseconds + nanoseconds);
    return Value::timestamp(seconds, static_cast<std::uint32_t>(nanoseconds));
  }
  if (tag == "optional") {
    if (!value.contains("v")) return Value::optional(nullptr);
    return Value::optional(new (arena.allocate<Value>(1)) Value(read_value(value.at("v"), arena)));
  }
  throw std::runtime_error("no binding may be a " + tag);
}

json write_value(const Value& value) {
  switch (value.kind()) {
    case ValueKind::kError:
      // Kubernetes 1.36 leaves one in an optional.
      return {{"t", "opaque"}, {"type", "error"}};
    case ValueKind::kNull:
      return tagged("null");
    case ValueKind::kBool:
      return tagged("bool", value.as_bool());
    case ValueKind::kInt:
      return tagged("int", std::to_string(value.as_int()));
    case ValueKind::kUint:
      return tagged("uint", std::to_string(value.as_uint()));
    case ValueKind::kDouble:
      return tagged("double", to_text(value.as_double()));
    case ValueKind::kString:
      return tagged("string", std::string(value.as_text()));
    case ValueKind::kBytes:
      return tagged("bytes", to_base64(value.as_text()));
    case ValueKind::kDuration:
      return with_seconds("duration", value.as_duration() / kNanoseconds,
                          value.as_duration() % kNanoseconds);
    case ValueKind::kTimestamp:
      return with_seconds("timestamp", value.timestamp_seconds(), value.timestamp_nanoseconds());
    case ValueKind::kType:
      return tagged("type", std::string(runtime_name(*value.as_type())));
    case ValueKind::kList:
      return write_list(value);
    case ValueKind::kMap:
      return write_map(value);
    case ValueKind::kOptional:
      return value.as_optional() == nullptr ? tagged("optional")
                                            : tagged("optional", write_value(*value.as_optional()));
    case ValueKind::kOpaque:
      return write_opaque(*value.as_opaque());
  }
  return {};
}

const Type* read_type(const json& type, TypeTable& types) {
  if (type.is_string()) return plain_type(type);
  const auto read_all = [&](const json& list) {
    std::vector<const Type*> result;
    for (const json& it : list) result.push_back(read_type(it, types));
    return result;
  };
  if (type.contains("list")) return types.list(read_type(type["list"], types));
  if (type.contains("map")) {
    return types.map(read_type(type["map"][0], types), read_type(type["map"][1], types));
  }
  if (type.contains("wrapper")) return types.wrapper(read_type(type["wrapper"], types));
  if (type.contains("param")) return types.param(type["param"].get<std::string>());
  if (type.contains("message")) return message_type(type["message"], types);
  if (type.contains("abstract")) {
    const std::vector<const Type*> params = read_all(type["params"]);
    if (type["abstract"] == kOptionalTypeName) return types.optional(params.at(0));
    return types.opaque(type["abstract"].get<std::string>(), params);
  }
  if (type.contains("type")) {
    return type["type"].is_null() ? &type::kTypeOfAnything
                                  : types.type_of(read_type(type["type"], types));
  }
  throw std::runtime_error("no such type: " + type.dump());
}

json write_type(const Type& type) {
  const auto param = [&](std::size_t index) { return write_type(*type.params[index]); };
  switch (type.kind) {
    case TypeKind::kDyn:
      return "dyn";
    case TypeKind::kAny:
      return "any";
    case TypeKind::kNull:
      return "null";
    case TypeKind::kError:
      return "error";
    case TypeKind::kBool:
      return "bool";
    case TypeKind::kInt:
      return "int";
    case TypeKind::kUint:
      return "uint";
    case TypeKind::kDouble:
      return "double";
    case TypeKind::kString:
      return "string";
    case TypeKind::kBytes:
      return "bytes";
    case TypeKind::kDuration:
      return "duration";
    case TypeKind::kTimestamp:
      return "timestamp";
    case TypeKind::kList:
      return {{"list", param(0)}};
    case TypeKind::kMap:
      return {{"map", {param(0), param(1)}}};
    case TypeKind::kWrapper:
      return {{"wrapper", param(0)}};
    case TypeKind::kType:
      return {{"type", type.params.empty() ? json() : param(0)}};
    case TypeKind::kParam:
      return {{"param", std::string(type.name)}};
    case TypeKind::kObject:
      return {{"message", std::string(type.name)}};
    case TypeKind::kOpaque:
      break;
  }
  json params = json::array();
  for (std::size_t i = 0; i < type.params.size(); ++i) params.push_back(param(i));
  return {{"abstract", std::string(type.name)}, {"params", std::move(params)}};
}

bool same_value(const json& a, const json& b) {
  if (!a.is_object() || !b.is_object() || !a.contains("t") ||
      a.value("t", "") != b.value("t", "")) {
    return a == b;
  }
  const std::string tag = a["t"];
  if (tag == "double") {
    const double x = to_double(a["v"]);
    const double y = to_double(b["v"]);
    return (std::isnan(x) && std::isnan(y)) || (x == y && std::signbit(x) == std::signbit(y));
  }
  if (tag == "quantity") {
    const auto x = kube::Quantity::parse(a["v"].get<std::string>());
    const auto y = kube::Quantity::parse(b["v"].get<std::string>());
    if (!x.ok() || !y.ok()) return false;
    // A sum may be larger, but what is read with a binary suffix ends at 2^63-1.
    for (const std::int64_t limit : {INT64_MAX, -INT64_MAX}) {
      const auto end = kube::Quantity::from_int(limit);
      if ((*x <=> end) != 0 && (*y <=> end) != 0) continue;
      return limit > 0 ? *x >= end && *y >= end : *x <= end && *y <= end;
    }
    return (*x <=> *y) == 0;
  }
  if (tag == "optional" && a.contains("v") && b.contains("v")) return same_value(a["v"], b["v"]);
  if (tag == "list") {
    return a["v"].size() == b["v"].size() &&
           std::equal(a["v"].begin(), a["v"].end(), b["v"].begin(), same_value);
  }
  if (tag == "map") {
    if (a["v"].size() != b["v"].size()) return false;
    return std::all_of(a["v"].begin(), a["v"].end(), [&](const json& entry) {
      return std::any_of(b["v"].begin(), b["v"].end(), [&](const json& other) {
        return same_value(entry[0], other[0]) && same_value(entry[1], other[1]);
      });
    });
  }
  return a == b;
}

}  // namespace drawbridge::cel

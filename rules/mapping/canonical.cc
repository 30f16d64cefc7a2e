#include "rules/mapping/canonical.h"

#include <algorithm>
#include <initializer_list>
#include <utility>
#include <vector>

#include "kube/api/json_writer.h"
#include "kube/api/quantity.h"

namespace drawbridge::rules {
namespace {

using kube::Json;
using kube::JsonWriter;

// What the server does not store: nulls, empty lists and objects, and the zero values of fields
// that it omits when they are empty.
bool is_absent(const Json& value) {
  return value.is_null() || (!value.is_number() && !value.is_bool() && value.empty());
}

// The members of `object` and of `defaults` in the order of their keys, each written by `write`.
// Fields that this version does not know are content like any other: what is not looked at could be
// forged.
template <typename Write>
Status write_merged(const Json& object, std::initializer_list<std::string_view> defaults,
                    JsonWriter& writer, const Write& write) {
  std::vector<std::string_view> keys(defaults);
  for (const Json::Member& member : object.members()) {
    if (!is_absent(member.value)) keys.push_back(member.key());
  }
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  writer.begin_object();
  for (const std::string_view key : keys) {
    writer.key(key);
    if (Status status = write(key, object[key]); !status) return status;
  }
  writer.end_object();
  return {};
}

Status write_plain(const Json& value, JsonWriter& writer) {
  writer.json(value);
  return {};
}

Status write_quantity(std::string_view name, const Json& value, JsonWriter& writer) {
  Result<kube::Quantity> quantity = kube::Quantity::from_json(value);
  if (!quantity)
    return Error{quantity.error().message, "capacity.requests[" + std::string(name) + "]"};
  writer.string(quantity->canonical());
  return {};
}

Status write_capacity(const Json& capacity, JsonWriter& writer) {
  return write_merged(capacity, {}, writer, [&](std::string_view key, const Json& value) -> Status {
    if (key != "requests") return write_plain(value, writer);
    return write_merged(value, {}, writer, [&](std::string_view name, const Json& quantity) {
      return write_quantity(name, quantity, writer);
    });
  });
}

// resource.k8s.io/v1 DeviceToleration: operator defaults to Equal.
Status write_toleration(const Json& toleration, JsonWriter& writer) {
  return write_merged(toleration, {"operator"}, writer, [&](std::string_view, const Json& value) {
    return value.is_null() ? write_plain(Json::string("Equal"), writer)
                           : write_plain(value, writer);
  });
}

// An `exactly` or one alternative of `firstAvailable`; both default alike (ExactCount, 1).
Status write_option(const Json& option, JsonWriter& writer) {
  const std::string_view mode = option["allocationMode"].as_string("ExactCount");
  const auto write = [&](std::string_view key, const Json& value) -> Status {
    if (key == "allocationMode") return write_plain(Json::string(mode), writer);
    if (key == "capacity") return write_capacity(value, writer);
    if (key == "count" && value.as_int(0) == 0) return write_plain(Json::integer(1), writer);
    if (key == "tolerations") {
      writer.raw(canonical_tolerations(value));
      return {};
    }
    return write_plain(value, writer);
  };
  if (mode == "ExactCount") return write_merged(option, {"allocationMode", "count"}, writer, write);
  return write_merged(option, {"allocationMode"}, writer, write);
}

Status write_options(const Json& options, JsonWriter& writer) {
  writer.begin_array();
  for (const Json& option : options.elements()) {
    if (Status status = write_option(option, writer); !status) return status;
  }
  writer.end_array();
  return {};
}

Status write_requests(const Json& requests, JsonWriter& writer) {
  writer.begin_array();
  for (const Json& request : requests.elements()) {
    Status status = write_merged(request, {}, writer, [&](std::string_view key, const Json& value) {
      if (key == "exactly") return write_option(value, writer);
      if (key == "firstAvailable") return write_options(value, writer);
      return write_plain(value, writer);
    });
    if (!status) return status;
  }
  writer.end_array();
  return {};
}

Status write_claim_spec(const Json& spec, JsonWriter& writer) {
  return write_merged(spec, {}, writer, [&](std::string_view key, const Json& value) -> Status {
    if (key != "devices") return write_plain(value, writer);
    return write_merged(value, {}, writer, [&](std::string_view inner, const Json& list) {
      return inner == "requests" ? write_requests(list, writer) : write_plain(list, writer);
    });
  });
}

}  // namespace

std::string canonical_tolerations(const Json& tolerations) {
  std::string text;
  if (is_absent(tolerations)) return text;
  JsonWriter writer(text);
  writer.begin_array();
  for (const Json& toleration : tolerations.elements()) {
    // Nothing in a toleration can fail to be written.
    static_cast<void>(write_toleration(toleration, writer));
  }
  writer.end_array();
  return text;
}

Result<std::string> canonical_template_spec(const Json& spec) {
  std::string text;
  JsonWriter writer(text);
  Status status = write_merged(spec, {}, writer, [&](std::string_view key, const Json& value) {
    return key == "spec" ? write_claim_spec(value, writer) : write_plain(value, writer);
  });
  if (!status) return std::move(status).error();
  return text;
}

}  // namespace drawbridge::rules

#include "rules/mapping/canonical.h"

#include <algorithm>
#include <initializer_list>
#include <utility>
#include <vector>

#include "kube/api/json_writer.h"
#include "kube/api/quantity.h"

namespace drawbridge::rules {

using kube::Json;
using kube::JsonWriter;

bool is_absent(const Json& value) {
  if (value.is_null()) return true;
  if (value.is_number() || value.is_bool()) return false;
  if (!value.is_object()) return value.empty();
  const auto members = value.members();
  return std::all_of(members.begin(), members.end(),
                     [](const Json::Member& member) { return is_absent(member.value); });
}

namespace {

Status write_plain(const Json& value, JsonWriter& writer) {
  writer.json(value);
  return {};
}

// The members of `object` and of `defaults` in the order of their keys, each written by `write`.
// Fields that this version does not know are content like any other: what is not looked at could be
// forged. So is a value of another type.
template <typename Write>
Status write_merged(const Json& object, std::initializer_list<std::string_view> defaults,
                    JsonWriter& writer, const Write& write) {
  if (!object.is_object()) return write_plain(object, writer);
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

// Each element of a list by `write`.
template <typename Write>
Status write_list(const Json& list, JsonWriter& writer, const Write& write) {
  if (!list.is_array()) return write_plain(list, writer);
  writer.begin_array();
  for (const Json& element : list.elements()) {
    if (Status status = write(element, writer); !status) return status;
  }
  writer.end_array();
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
    return write_plain(is_absent(value) ? Json::string("Equal") : value, writer);
  });
}

// An `exactly` or one alternative of `firstAvailable`; both default alike (ExactCount, 1).
Status write_option(const Json& option, JsonWriter& writer) {
  const Json mode =
      is_absent(option["allocationMode"]) ? Json::string("ExactCount") : option["allocationMode"];
  const auto write = [&](std::string_view key, const Json& value) -> Status {
    if (key == "allocationMode") return write_plain(mode, writer);
    if (key == "capacity") return write_capacity(value, writer);
    if (key == "tolerations") return write_list(value, writer, write_toleration);
    const bool no_count = is_absent(value) || value == Json::integer(0);
    if (key == "count" && no_count) return write_plain(Json::integer(1), writer);
    return write_plain(value, writer);
  };
  if (mode.as_string() != "ExactCount")
    return write_merged(option, {"allocationMode"}, writer, write);
  return write_merged(option, {"allocationMode", "count"}, writer, write);
}

Status write_nested_request(const Json& request, JsonWriter& writer) {
  return write_merged(request, {}, writer, [&](std::string_view key, const Json& value) {
    if (key == "exactly") return write_option(value, writer);
    if (key == "firstAvailable") return write_list(value, writer, write_option);
    return write_plain(value, writer);
  });
}

// v1beta1: all but the name and the alternatives goes under `exactly`.
Status write_flat_request(const Json& request, JsonWriter& writer) {
  std::vector<Json::Member> outer;
  std::vector<Json::Member> inner;
  for (const Json::Member& member : request.members()) {
    const bool stays = member.key() == "name" || member.key() == "firstAvailable";
    (stays ? outer : inner).push_back(member);
  }
  const Json exactly = Json::object(inner);
  const bool alternatives = !is_absent(request["firstAvailable"]);
  if (!inner.empty() || !alternatives) outer.push_back({Json::string("exactly"), exactly});
  sort_members(outer);
  return write_nested_request(Json::object(outer), writer);
}

Status write_claim_spec(const Json& spec, RequestShape shape, JsonWriter& writer) {
  const auto write_request =
      shape == RequestShape::kFlat ? write_flat_request : write_nested_request;
  return write_merged(spec, {}, writer, [&](std::string_view key, const Json& value) -> Status {
    if (key != "devices") return write_plain(value, writer);
    return write_merged(value, {}, writer, [&](std::string_view inner, const Json& list) {
      return inner == "requests" ? write_list(list, writer, write_request)
                                 : write_plain(list, writer);
    });
  });
}

// What stands under `exactly` beside the name.
void write_flattened(const Json& request, JsonWriter& writer) {
  writer.begin_object();
  for (const Json::Member& member : request.members()) {
    if (member.key() != "exactly") {
      writer.key(member.key()).json(member.value);
      continue;
    }
    for (const Json::Member& field : member.value.members())
      writer.key(field.key()).json(field.value);
  }
  writer.end_object();
}

void write_flat_devices(const Json& devices, JsonWriter& writer) {
  writer.begin_object();
  for (const Json::Member& member : devices.members()) {
    writer.key(member.key());
    if (member.key() != "requests") {
      writer.json(member.value);
      continue;
    }
    writer.begin_array();
    for (const Json& request : member.value.elements()) write_flattened(request, writer);
    writer.end_array();
  }
  writer.end_object();
}

}  // namespace

std::string flat_template_spec(std::string_view canonical) {
  const Result<kube::Document> document = kube::read_json(canonical);
  if (!document) return std::string(canonical);
  std::string text;
  JsonWriter writer(text);
  writer.begin_object();
  for (const Json::Member& member : document->root().members()) {
    writer.key(member.key());
    if (member.key() != "spec") {
      writer.json(member.value);
      continue;
    }
    writer.begin_object();
    for (const Json::Member& field : member.value.members()) {
      writer.key(field.key());
      if (field.key() == "devices") {
        write_flat_devices(field.value, writer);
      } else {
        writer.json(field.value);
      }
    }
    writer.end_object();
  }
  writer.end_object();
  return text;
}

std::string canonical_tolerations(const Json& tolerations) {
  std::string text;
  if (is_absent(tolerations)) return text;
  JsonWriter writer(text);
  // Nothing in a toleration can fail to be written.
  static_cast<void>(write_list(tolerations, writer, write_toleration));
  return text;
}

RequestShape request_shape(std::string_view api_version) {
  return api_version == "resource.k8s.io/v1beta1" ? RequestShape::kFlat : RequestShape::kNested;
}

Result<std::string> canonical_template_spec(const Json& spec, RequestShape shape) {
  std::string text;
  JsonWriter writer(text);
  Status status = write_merged(spec, {}, writer, [&](std::string_view key, const Json& value) {
    return key == "spec" ? write_claim_spec(value, shape, writer) : write_plain(value, writer);
  });
  if (!status) return std::move(status).error();
  return text;
}

}  // namespace drawbridge::rules

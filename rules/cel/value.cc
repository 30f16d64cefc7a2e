#include "rules/cel/value.h"

namespace drawbridge::cel {

Value Value::duration(std::int64_t nanoseconds) {
  Value made;
  made.kind_ = ValueKind::kDuration;
  made.int_ = nanoseconds;
  return made;
}

Value Value::timestamp(std::int64_t seconds, std::uint32_t nanoseconds, std::int16_t zone_minutes) {
  Value made;
  made.kind_ = ValueKind::kTimestamp;
  made.zone_minutes_ = zone_minutes;
  made.extra_ = nanoseconds;
  made.int_ = seconds;
  return made;
}

Value Value::type(const Type* named) {
  Value made;
  made.kind_ = ValueKind::kType;
  made.type_ = named;
  return made;
}

Value Value::list(std::span<const Value> elements) {
  Value made;
  made.kind_ = ValueKind::kList;
  made.extra_ = static_cast<std::uint32_t>(elements.size());
  made.values_ = elements.data();
  return made;
}

Value Value::map(std::span<const Entry> entries) {
  Value made;
  made.kind_ = ValueKind::kMap;
  made.extra_ = static_cast<std::uint32_t>(entries.size());
  made.entries_ = entries.data();
  return made;
}

Value Value::list(const HostList* list) {
  Value made;
  made.kind_ = ValueKind::kList;
  made.form_ = Form::kHost;
  made.host_list_ = list;
  return made;
}

Value Value::map(const HostMap* map) {
  Value made;
  made.kind_ = ValueKind::kMap;
  made.form_ = Form::kHost;
  made.host_map_ = map;
  return made;
}

Value Value::optional(const Value* value) {
  Value made;
  made.kind_ = ValueKind::kOptional;
  made.optional_ = value;
  return made;
}

Value Value::opaque(const Opaque* value) {
  Value made;
  made.kind_ = ValueKind::kOpaque;
  made.opaque_ = value;
  return made;
}

Value Value::json(const kube::Json& json) {
  using Kind = kube::Json::Kind;
  Value made;
  switch (json.kind()) {
    case Kind::kNull:
      // Told apart by nobody but messages, where Go prints the null of an object in another way.
      made.form_ = Form::kJson;
      break;
    case Kind::kBool:
      return boolean(json.as_bool());
    case Kind::kInt:
      return integer(json.as_int());
    case Kind::kUint:
    case Kind::kDouble:
      return real(json.as_double());
    case Kind::kString:
      return string(json.as_string());
    case Kind::kArray:
      made.kind_ = ValueKind::kList;
      made.form_ = Form::kJson;
      made.extra_ = static_cast<std::uint32_t>(json.size());
      made.json_elements_ = json.elements().data();
      break;
    case Kind::kObject:
      made.kind_ = ValueKind::kMap;
      made.form_ = Form::kJson;
      made.extra_ = static_cast<std::uint32_t>(json.size());
      made.json_members_ = json.members().data();
      break;
  }
  return made;
}

std::size_t Value::size() const {
  if (form_ != Form::kHost) return extra_;
  return kind_ == ValueKind::kList ? host_list_->size() : host_map_->size();
}

Value Value::element(std::size_t index) const {
  switch (form_) {
    case Form::kValues:
      return values_[index];
    case Form::kJson:
      return json(json_elements_[index]);
    case Form::kHost:
      break;
  }
  return host_list_->element(index);
}

Entry Value::entry(std::size_t index) const {
  switch (form_) {
    case Form::kValues:
      return entries_[index];
    case Form::kJson:
      return {string(json_members_[index].key()), json(json_members_[index].value)};
    case Form::kHost:
      break;
  }
  return host_map_->entry(index);
}

}  // namespace drawbridge::cel

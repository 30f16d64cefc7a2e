// JsonWriter: appends JSON text, piece by piece, without building a tree first.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "kube/api/json.h"

namespace drawbridge::kube {

// Appends `text` as a JSON string with its quotes. Precondition: valid UTF-8.
void write_json_string(std::string_view text, std::string& to);

// Commas and colons are the writer's; that objects and arrays are closed, and that a key precedes
// each value of an object, is the caller's. Not thread-safe.
class JsonWriter {
 public:
  explicit JsonWriter(std::string& to) : to_(to) {}

  JsonWriter& begin_object() { return open('{'); }
  JsonWriter& end_object() { return close('}'); }
  JsonWriter& begin_array() { return open('['); }
  JsonWriter& end_array() { return close(']'); }
  JsonWriter& key(std::string_view name);

  JsonWriter& string(std::string_view text);
  JsonWriter& integer(std::int64_t value);
  JsonWriter& unsigned_integer(std::uint64_t value);
  JsonWriter& boolean(bool value);
  JsonWriter& null();
  JsonWriter& json(const Json& value);
  // Members of an object, with their keys, but for those under `left_out`: within an object that is
  // begun. Of what is no object none.
  JsonWriter& members(const Json& object, std::span<const std::string_view> left_out = {});
  JsonWriter& members(const Json& object, std::initializer_list<std::string_view> left_out) {
    return members(object, std::span(left_out.begin(), left_out.size()));
  }
  // Text that is one JSON value already.
  JsonWriter& raw(std::string_view text);

 private:
  JsonWriter& open(char bracket);
  JsonWriter& close(char bracket);
  void separate();

  std::string& to_;
  bool needs_comma_ = false;
};

}  // namespace drawbridge::kube

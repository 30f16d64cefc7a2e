// JSON Patch (RFC 6902) and the JSON Pointers in it (RFC 6901), written as text piece by piece.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "kube/api/json.h"

namespace drawbridge::kube {

// The path to one value of a document; empty means the document itself.
class JsonPointer {
 public:
  JsonPointer() = default;
  // From tokens as they are in the document: JsonPointer({"metadata", "annotations", "a.b/c"}).
  JsonPointer(std::initializer_list<std::string_view> tokens) {
    for (const std::string_view token : tokens) push(token);
  }

  // Appends the key of a member, escaping '~' and '/'. Precondition: valid UTF-8.
  JsonPointer& push(std::string_view token);
  // Appends text that is a pointer: "/spec/containers".
  JsonPointer& append(std::string_view pointer);
  // Appends the index of an element.
  JsonPointer& push_index(std::size_t index);
  // Makes it the document itself again, and keeps the memory.
  void clear() { text_.clear(); }
  // Takes the last token away. Precondition: there is one.
  JsonPointer& pop();

  const std::string& text() const { return text_; }
  friend bool operator==(const JsonPointer&, const JsonPointer&) = default;

 private:
  std::string text_;
};

// Operations in the order in which they are to be applied: a path means the document as the
// operations before it leave it. Not thread-safe.
class PatchBuilder {
 public:
  // Sets a member (an existing one is replaced), or inserts an element before the index. The parent
  // must exist by then.
  PatchBuilder& add(const JsonPointer& path, const Json& value);
  // `value` is the text of one JSON value.
  PatchBuilder& add_raw(const JsonPointer& path, std::string_view value);
  // `write` appends the text of one JSON value to the string that it is given.
  template <typename Write>
  PatchBuilder& add_written(const JsonPointer& path, Write write) {
    begin(kAdd, path.text());
    text_ += kValue;
    write(text_);
    text_ += '}';
    return *this;
  }
  // The value must exist.
  PatchBuilder& replace(const JsonPointer& path, const Json& value);
  PatchBuilder& replace_raw(const JsonPointer& path, std::string_view value);
  PatchBuilder& remove(const JsonPointer& path);
  // Removes elements of the array at `array`, from the highest index down, so that each index means
  // the array as it was before. Precondition: `indexes` ascend without repetition.
  PatchBuilder& remove_elements(const JsonPointer& array, std::span<const std::size_t> indexes);

  bool empty() const { return text_.empty(); }
  // The patch: an array of operations, "[]" when empty.
  std::string text() const { return text_.empty() ? "[]" : text_ + "]"; }
  // The same, leaving the builder empty.
  std::string take();

 private:
  // What stands before the path of an operation, and before its value.
  static constexpr std::string_view kAdd = R"({"op":"add","path":)";
  static constexpr std::string_view kReplace = R"({"op":"replace","path":)";
  static constexpr std::string_view kRemove = R"({"op":"remove","path":)";
  static constexpr std::string_view kValue = R"(,"value":)";

  void begin(std::string_view operation, std::string_view path);

  // Everything but the closing bracket.
  std::string text_;
};

}  // namespace drawbridge::kube

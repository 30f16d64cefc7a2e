#include "kube/api/patch.h"

#include "kube/api/json_writer.h"

namespace drawbridge::kube {
namespace {

// Room that most pointers and patches of a pod stay within, so that they are not moved as they
// grow.
constexpr std::size_t kPointerBytes = 127;
constexpr std::size_t kPatchBytes = 959;

}  // namespace

JsonPointer& JsonPointer::push(std::string_view token) {
  if (text_.empty()) text_.reserve(kPointerBytes);
  text_ += '/';
  std::size_t written = 0;
  for (std::size_t i = 0; i < token.size(); ++i) {
    if (token[i] != '~' && token[i] != '/') continue;
    text_ += token.substr(written, i - written);
    text_ += token[i] == '~' ? "~0" : "~1";
    written = i + 1;
  }
  text_ += token.substr(written);
  return *this;
}

JsonPointer& JsonPointer::append(std::string_view pointer) {
  if (text_.empty()) text_.reserve(kPointerBytes);
  text_ += pointer;
  return *this;
}

JsonPointer& JsonPointer::push_index(std::size_t index) {
  text_ += '/';
  text_ += std::to_string(index);
  return *this;
}

JsonPointer& JsonPointer::pop() {
  // Every '/' of the text begins a token; those within tokens are escaped.
  text_.resize(text_.rfind('/'));
  return *this;
}

void PatchBuilder::begin(std::string_view operation, std::string_view path) {
  if (text_.empty()) text_.reserve(kPatchBytes);
  text_ += text_.empty() ? '[' : ',';
  text_ += operation;
  write_json_string(path, text_);
}

PatchBuilder& PatchBuilder::add(const JsonPointer& path, const Json& value) {
  begin(kAdd, path.text());
  text_ += kValue;
  write_json(value, text_);
  text_ += '}';
  return *this;
}

PatchBuilder& PatchBuilder::add_raw(const JsonPointer& path, std::string_view value) {
  begin(kAdd, path.text());
  text_ += kValue;
  text_ += value;
  text_ += '}';
  return *this;
}

PatchBuilder& PatchBuilder::replace(const JsonPointer& path, const Json& value) {
  begin(kReplace, path.text());
  text_ += kValue;
  write_json(value, text_);
  text_ += '}';
  return *this;
}

PatchBuilder& PatchBuilder::replace_raw(const JsonPointer& path, std::string_view value) {
  begin(kReplace, path.text());
  text_ += kValue;
  text_ += value;
  text_ += '}';
  return *this;
}

PatchBuilder& PatchBuilder::remove(const JsonPointer& path) {
  begin(kRemove, path.text());
  text_ += '}';
  return *this;
}

PatchBuilder& PatchBuilder::remove_elements(const JsonPointer& array,
                                            std::span<const std::size_t> indexes) {
  JsonPointer path = array;
  for (std::size_t i = indexes.size(); i-- > 0;) {
    remove(path.push_index(indexes[i]));
    path.pop();
  }
  return *this;
}

std::string PatchBuilder::take() {
  if (text_.empty()) return "[]";
  text_ += ']';
  std::string taken = std::move(text_);
  text_.clear();
  return taken;
}

}  // namespace drawbridge::kube

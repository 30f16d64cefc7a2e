// The text of a file as kubectl cuts it into documents. Internal to the YAML reader.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "kube/api/result.h"

namespace drawbridge::kube {

// The text without byte order mark; UTF-16 with a mark is converted into `buffer`, which must
// outlive the result. Text that is neither UTF-8 nor that is refused.
Result<std::string_view> to_utf8(std::string_view text, std::string& buffer);

// Cuts YAML at lines that begin with "---", as apimachinery's YAMLReader: CRLF becomes LF, the last
// line gets its LF, and a separator that opens a chunk stays in it.
class YamlChunks {
 public:
  // `line`: of the beginning of `text`.
  YamlChunks(std::string_view text, int line) : rest_(text), next_line_(line) {}

  // Whether there was another chunk; chunk() and line() are then its text and its first line. Fails
  // where something other than a comment follows a separator.
  Result<bool> next();
  std::string_view chunk() const { return chunk_; }
  int line() const { return line_; }

 private:
  std::string_view rest_;
  int next_line_;
  std::string chunk_;
  int line_ = 1;
};

// The bytes that the JSON value at the start of `text` takes, by its brackets and quotes alone;
// npos when it doesn't end, 0 when there is none. What is inside is not checked.
std::size_t json_value_size(std::string_view text);

// The size of the white space of JSON that `text` begins with.
std::size_t json_space_size(std::string_view text);

// How many line ends `text` holds.
int count_lines(std::string_view text);

}  // namespace drawbridge::kube

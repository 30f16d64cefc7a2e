// Reading the fields of an object that an administrator wrote: each function answers the value, or
// an Error that names the field by its path and says what it should be.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kube/api/json.h"
#include "kube/api/result.h"

namespace drawbridge::rules {

// What is wrong with one object, in the order in which it was found: each field once, since what is
// told second of one comes of the first, and at most kFaultsMax.
inline constexpr std::size_t kFaultsMax = 16;
class Faults {
 public:
  void add(Error error);
  // True where nothing was wrong.
  bool take(Status status) {
    if (status) return true;
    add(std::move(status).error());
    return false;
  }
  const std::vector<Error>& all() const { return all_; }

 private:
  std::vector<Error> all_;
};

// "PATH.KEY" and "PATH.KEY[i]".
std::string at(std::string_view path, std::string_view key);
std::string at(std::string_view path, std::string_view key, std::size_t i);

Error wrong(std::string field, std::string message);

// `object` must be an object, and have no field that nobody would read: a typo must not become a
// silent default.
Status check_fields(const kube::Json& object, std::string_view path,
                    std::initializer_list<std::string_view> known);

// A string that is not empty.
Result<std::string> required_string(const kube::Json& object, std::string_view path,
                                    std::string_view key);

// A list of at most `count_max` entries, or absent.
Status check_list(const kube::Json& list, std::string field, std::size_t count_max);

// The index of one of `choices`, 0 where the field is absent.
Result<std::size_t> choice(const kube::Json& object, std::string_view path, std::string_view key,
                           std::initializer_list<std::string_view> choices);

}  // namespace drawbridge::rules

// ListPage: one page of a list, cut into its objects without reading them.
//
// Each object is read on its own, when its turn comes: memory for one at a time is enough, and one
// that can't be read leaves its neighbours alone.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kube/api/result.h"
#include "kube/client/error.h"

namespace drawbridge::kube {

class ListPage {
 public:
  // An error where `text` is not an object with `metadata` and `items`. Whether an item is JSON is
  // left to its reader.
  static Result<ListPage> split(std::string text);

  // Of the list; empty where the server gave none.
  const std::string& resource_version() const { return resource_version_; }
  // Leads to the next page; empty on the last.
  const std::string& continue_token() const { return continue_token_; }

  std::size_t size() const { return items_.size(); }
  // The text of an item. It is valid as long as the page, and JsonReader::kPaddingBytes are
  // readable behind it.
  std::string_view item(std::size_t index) const {
    return std::string_view(text_).substr(items_[index].begin, items_[index].size);
  }

 private:
  struct Span {
    std::size_t begin;
    std::size_t size;
  };
  class Splitter;

  std::string text_;
  std::vector<Span> items_;
  std::string resource_version_;
  std::string continue_token_;
};

// Where a page of so many objects was too large to be read, how many the next one is to have;
// nullopt where it failed for something else, or one object by itself is too large. `failed` is
// nullptr where the server answered.
std::optional<std::size_t> smaller_page(const HostError* failed, std::size_t objects);

}  // namespace drawbridge::kube

#include "kube/client/list_page.h"

#include <algorithm>
#include <utility>

#include "kube/api/json.h"

namespace drawbridge::kube {

// Finds where values begin and end. What lies within is skipped: brackets are counted, not matched.
class ListPage::Splitter {
 public:
  explicit Splitter(std::string_view text) : text_(text) {}

  // Fills in the spans of the items and of the metadata.
  bool run() {
    if (!take('{')) return false;
    if (!take('}')) {
      do {
        skip_space();
        const std::string_view key = skip_string();
        if (key.empty() || !take(':') || !take_member(key)) return false;
      } while (take(','));
      if (!take('}')) return false;
    }
    skip_space();
    return at_ == text_.size() && has_items_ && !metadata_.empty();
  }

  std::string_view metadata() const { return metadata_; }
  std::vector<Span>& items() { return items_; }

 private:
  bool take_member(std::string_view key) {
    skip_space();
    if (key == "\"items\"") {
      if (has_items_) return false;
      has_items_ = true;
      return take_items();
    }
    const std::size_t begin = at_;
    if (!skip_value()) return false;
    if (key == "\"metadata\"") {
      if (!metadata_.empty()) return false;
      metadata_ = text_.substr(begin, at_ - begin);
    }
    return true;
  }

  bool take_items() {
    if (text_.substr(at_, 4) == "null") {
      at_ += 4;
      return true;
    }
    if (!take('[')) return false;
    if (take(']')) return true;
    do {
      skip_space();
      const std::size_t begin = at_;
      if (!skip_value()) return false;
      items_.push_back({begin, at_ - begin});
    } while (take(','));
    return take(']');
  }

  void skip_space() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r' || text_[at_] == '\t')) {
      ++at_;
    }
  }

  bool take(char wanted) {
    skip_space();
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }

  // The string with its quotes; empty where there is none.
  std::string_view skip_string() {
    const std::size_t begin = at_;
    if (at_ >= text_.size() || text_[at_] != '"') return {};
    ++at_;
    while (true) {
      const std::size_t quote = text_.find('"', at_);
      if (quote == std::string_view::npos) return {};
      std::size_t before = quote;
      while (before > at_ && text_[before - 1] == '\\') --before;
      const bool escaped = (quote - before) % 2 == 1;
      at_ = quote + 1;
      if (!escaped) return text_.substr(begin, at_ - begin);
    }
  }

  bool skip_value() {
    std::size_t depth = 0;
    const std::size_t begin = at_;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"') {
        if (skip_string().empty()) return false;
        if (depth == 0) return true;
        continue;
      }
      if (depth == 0 && std::string_view(",]} \t\r\n").find(c) != std::string_view::npos) break;
      ++at_;
      if (c == '{' || c == '[') ++depth;
      if ((c == '}' || c == ']') && --depth == 0) return true;
    }
    return depth == 0 && at_ > begin;  // a number or a word
  }

  const std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Span> items_;
  std::string_view metadata_;
  bool has_items_ = false;
};

Result<ListPage> ListPage::split(std::string text) {
  ListPage page;
  page.text_ = std::move(text);
  page.text_.reserve(page.text_.size() + JsonReader::kPaddingBytes);
  Splitter splitter(page.text_);
  if (!splitter.run()) return Error{"it is no JSON object with metadata and items"};
  const Result<Document> metadata = read_json(splitter.metadata());
  if (!metadata) return Error{"its metadata is no JSON: " + metadata.error().message};
  page.resource_version_ = metadata->root()["resourceVersion"].as_string();
  page.continue_token_ = metadata->root()["continue"].as_string();
  page.items_ = std::move(splitter.items());
  return page;
}

std::optional<std::size_t> smaller_page(const HostError* failed, std::size_t objects) {
  constexpr std::size_t kPart = 4;
  if (failed == nullptr || failed->kind != HostError::Kind::kTooLarge || objects <= 1)
    return std::nullopt;
  return std::max<std::size_t>(objects / kPart, 1);
}

}  // namespace drawbridge::kube

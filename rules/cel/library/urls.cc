// Kubernetes' library of URLs (apiserver pkg/cel/library/urls.go).
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "rules/cel/library/go_url.h"
#include "rules/cel/library/libraries.h"
#include "rules/cel/library/support.h"

namespace drawbridge::cel {
namespace {

class UrlValue final : public Opaque {
 public:
  static constexpr const Type& kType = type::kUrl;

  explicit UrlValue(Url url) : url_(std::move(url)), text_(url_.text()) {}
  const Url& url() const { return url_; }

  const Type* type() const override { return &kType; }
  bool equals(const Opaque& other) const override {
    return other.type() == &kType && text_ == static_cast<const UrlValue&>(other).text_;
  }
  std::size_t bytes() const override { return text_.size(); }
  std::string text() const override { return text_; }

 private:
  Url url_;
  std::string text_;  // the same each time it is asked for
};

Value to_url(Evaluation& evaluation, std::span<const Value> args) {
  constexpr std::string_view kPrefix = "URL parse error during conversion from string: ";
  const std::string_view text = args[0].as_text();
  auto parsed = parse_request_uri(text);
  // Read again, since the first reading takes the fragment for a part of the path.
  if (std::holds_alternative<Url>(parsed)) parsed = parse_url(text);
  if (const auto* error = std::get_if<UrlError>(&parsed)) {
    return evaluation.error(std::string(kPrefix) + error->text);
  }
  return Value::opaque(evaluation.make<UrlValue>(std::get<Url>(std::move(parsed))));
}

// Steps of parsing text that nobody is charged for.
std::uint64_t steps_of_parsing(std::string_view text) {
  return text.size() / 4;
}

Value is_url(Evaluation& evaluation, std::span<const Value> args) {
  if (!evaluation.spend(steps_of_parsing(args[0].as_text()))) return evaluation.error(kCancelled);
  return Value::boolean(std::holds_alternative<Url>(parse_request_uri(args[0].as_text())));
}

template <typename F>
Value part_of(Evaluation& evaluation, std::span<const Value> args, F part) {
  const auto* self = opaque_cast<UrlValue>(args[0]);
  if (self == nullptr) return evaluation.error(kNoSuchOverload);
  const auto text = part(self->url());
  if (!evaluation.spend(steps_of_text(text.size()))) return evaluation.error(kCancelled);
  return evaluation.text(text);
}

Value scheme(Evaluation& evaluation, std::span<const Value> args) {
  return part_of(evaluation, args, [](const Url& url) { return std::string_view(url.scheme); });
}

Value host(Evaluation& evaluation, std::span<const Value> args) {
  return part_of(evaluation, args, [](const Url& url) { return std::string_view(url.host); });
}

Value hostname(Evaluation& evaluation, std::span<const Value> args) {
  return part_of(evaluation, args, [](const Url& url) { return url.hostname(); });
}

Value port(Evaluation& evaluation, std::span<const Value> args) {
  return part_of(evaluation, args, [](const Url& url) { return url.port(); });
}

Value escaped_path(Evaluation& evaluation, std::span<const Value> args) {
  const auto* self = opaque_cast<UrlValue>(args[0]);
  if (self != nullptr && !evaluation.spend(steps_of_parsing(self->url().path))) {
    return evaluation.error(kCancelled);
  }
  return part_of(evaluation, args, [](const Url& url) { return url.escaped_path(); });
}

Value query(Evaluation& evaluation, std::span<const Value> args) {
  const auto* self = opaque_cast<UrlValue>(args[0]);
  if (self == nullptr) return evaluation.error(kNoSuchOverload);
  // Each parameter is a few allocations.
  if (!evaluation.spend(self->url().query.size() * 3 / 2)) return evaluation.error(kCancelled);
  auto parameters = self->url().parameters();
  // By key, the values of a key in their order.
  std::stable_sort(parameters.begin(), parameters.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  Entry* entries = evaluation.arena().allocate<Entry>(parameters.size());
  std::size_t count = 0;
  for (auto from = parameters.begin(); from != parameters.end();) {
    const auto to = std::find_if(from, parameters.end(),
                                 [&](const auto& it) { return it.first != from->first; });
    const auto values = new_list(evaluation, static_cast<std::size_t>(to - from));
    std::transform(from, to, values.begin(),
                   [&](const auto& it) { return evaluation.text(it.second); });
    new (entries + count) Entry{evaluation.text(from->first), Value::list(values)};
    ++count;
    from = to;
  }
  std::sort(entries, entries + count,
            [](const Entry& a, const Entry& b) { return compare_keys(a.key, b.key) < 0; });
  return Value::map(std::span<const Entry>(entries, count));
}

std::optional<CallEstimate> estimate_of_url(const EstimatedNode* /*target*/,
                                            std::span<const EstimatedNode> args) {
  return CallEstimate{scale(args[0].size, kStringTraversalCostFactor), args[0].size};
}

}  // namespace

void add_urls(Declarations& to) {
  const Type* url = declared(to, type::kUrl);
  to.add("url", {.id = "string_to_url",
                 .params = {&type::kString},
                 .result = url,
                 .run = to_url,
                 .cost = cost_of_parsing,
                 .estimate = estimate_of_url,
                 .steps = 15});
  // Kubernetes has no cost of its own for it.
  to.add("isURL", {.id = "is_url_string",
                   .params = {&type::kString},
                   .result = &type::kBool,
                   .run = is_url,
                   .steps = 12});
  const auto member = [&](std::string_view name, std::string_view id, const Type* result,
                          Implementation run) {
    to.add(name, {.id = id, .params = {url}, .result = result, .member = true, .run = run});
  };
  member("getScheme", "url_get_scheme", &type::kString, scheme);
  member("getHost", "url_get_host", &type::kString, host);
  member("getHostname", "url_get_hostname", &type::kString, hostname);
  member("getPort", "url_get_port", &type::kString, port);
  member("getEscapedPath", "url_get_escaped_path", &type::kString, escaped_path);
  member("getQuery", "url_get_query",
         to.types().map(&type::kString, to.types().list(&type::kString)), query);
}

}  // namespace drawbridge::cel

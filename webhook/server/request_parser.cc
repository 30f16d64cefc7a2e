#include "webhook/server/request_parser.h"

#include <boost/asio/buffer.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/basic_parser.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/field.hpp>
#include <utility>

#include "webhook/server/body_buffer.h"

namespace drawbridge {
namespace {

namespace beast = boost::beast;
namespace http = boost::beast::http;

std::string_view std_view(beast::string_view text) {
  return {text.data(), text.size()};
}

Method method_of(http::verb verb) {
  switch (verb) {
    case http::verb::get:
      return Method::kGet;
    case http::verb::head:
      return Method::kHead;
    case http::verb::post:
      return Method::kPost;
    default:
      return Method::kOther;
  }
}

// "https://drawbridge.svc/mutate?timeout=1s" -> "/mutate?timeout=1s" (RFC 9112, 3.2.2).
std::string_view without_authority(std::string_view target) {
  for (const std::string_view scheme : {"https://", "http://"}) {
    if (!beast::iequals(target.substr(0, scheme.size()), scheme)) continue;
    const std::size_t path = target.find_first_of("/?", scheme.size());
    return path == std::string_view::npos ? "/" : target.substr(path);
  }
  return target;
}

}  // namespace

std::string_view RequestHead::path() const {
  return std::string_view(target).substr(0, target.find('?'));
}

std::string_view RequestHead::query() const {
  const std::size_t mark = target.find('?');
  return mark == std::string::npos ? std::string_view() : std::string_view(target).substr(mark + 1);
}

namespace {

// What is known of one request, and the checks that Beast leaves out. Those return false after they
// have said why in `failure`.
struct Reading {
  const ServerLimits& limits;
  RequestHead head = {};
  RequestParser::Failure failure = {};
  BodyBuffer* body = nullptr;
  std::size_t header_bytes = 0;
  std::uint32_t fields = 0;
  std::uint32_t hosts = 0;

  void reset();
  bool take_field(http::field name, std::string_view value);
  bool count_field(std::size_t bytes);
  bool check_header();
  bool fail(unsigned status, std::string text, Bound bound = Bound::kNone) {
    failure = {status, bound, std::move(text)};
    return false;
  }
  bool past_header_limit();
};

void Reading::reset() {
  // Strings keep their memory for the next request.
  head.content_type.clear();
  head.content_encoding.clear();
  head.expects_continue = false;
  failure.status = 0;
  header_bytes = 0;
  fields = 0;
  hosts = 0;
}

bool Reading::past_header_limit() {
  return fail(431,
              "The request's header is longer than " + std::to_string(limits.header_bytes_max) +
                  " bytes. Shorten its fields.",
              Bound::kHeaderBytes);
}

bool Reading::count_field(std::size_t bytes) {
  header_bytes += bytes;
  if (header_bytes > limits.header_bytes_max) return past_header_limit();
  if (++fields <= limits.header_fields_max) return true;
  return fail(431,
              "The request has more than " + std::to_string(limits.header_fields_max) +
                  " header fields. Send fewer.",
              Bound::kHeaderFields);
}

bool Reading::take_field(http::field name, std::string_view value) {
  switch (name) {
    case http::field::host:
      ++hosts;
      break;
    case http::field::content_type:
      head.content_type.assign(value);
      break;
    case http::field::content_encoding:
      head.content_encoding.assign(value);
      break;
    case http::field::expect:
      if (!beast::iequals(value, "100-continue")) {
        return fail(417, "Only \"Expect: 100-continue\" is understood.");
      }
      head.expects_continue = true;
      break;
    case http::field::transfer_encoding:
      // Beast would read "gzip, chunked" as chunked and "gzip" as no body at all.
      if (!beast::iequals(value, "chunked")) {
        return fail(501,
                    "Only \"Transfer-Encoding: chunked\" is understood. Send the body as it is.");
      }
      break;
    default:
      break;
  }
  return true;
}

bool Reading::check_header() {
  if (head.http10 && !head.content_length) {
    return fail(400, "HTTP/1.0 has no chunked bodies. Send Content-Length, or HTTP/1.1.");
  }
  if (hosts > 1 || (hosts == 0 && !head.http10)) {
    return fail(400, "A request needs the Host field exactly once.");
  }
  return true;
}

// Beast calls these as it goes. An error set here is only a signal: the failure is in Reading.
class Grammar final : public http::basic_parser<true> {
 public:
  explicit Grammar(Reading& reading) : reading_(reading) {
    header_limit(reading.limits.header_bytes_max);
    body_limit(reading.limits.body_bytes_max);
  }

 private:
  void on_request_impl(http::verb verb, beast::string_view method, beast::string_view target,
                       int version, beast::error_code&) override {
    reading_.head.method = method_of(verb);
    reading_.head.method_text.assign(method.data(), method.size());
    reading_.head.target.assign(without_authority(std_view(target)));
    reading_.head.http10 = version == 10;
  }
  void on_response_impl(int, beast::string_view, int, beast::error_code&) override {}
  void on_field_impl(http::field name, beast::string_view name_text, beast::string_view value,
                     beast::error_code& error) override {
    // A trailer says nothing of interest here; it is only bounded.
    const bool trailer = is_header_done();
    const std::size_t bytes = name_text.size() + value.size() + sizeof(": \r\n") - 1;
    const bool fits = reading_.count_field(trailer ? bytes : 0);
    if (!fits || (!trailer && !reading_.take_field(name, std_view(value)))) {
      error = http::error::bad_field;
    }
  }
  void on_header_impl(beast::error_code& error) override {
    reading_.head.keep_alive = keep_alive();
    reading_.head.content_length.reset();
    if (!chunked()) reading_.head.content_length = content_length().value_or(0);
    if (!reading_.check_header()) error = http::error::bad_field;
  }
  void on_body_init_impl(const boost::optional<std::uint64_t>&, beast::error_code&) override {}
  std::size_t on_body_impl(beast::string_view bytes, beast::error_code&) override {
    if (reading_.body != nullptr) reading_.body->append(std_view(bytes));
    return bytes.size();
  }
  void on_chunk_header_impl(std::uint64_t, beast::string_view extensions,
                            beast::error_code& error) override {
    if (extensions.size() <= kChunkExtensionBytesMax) return;
    reading_.fail(400, "The extensions of a chunk are longer than 1,024 bytes. Send none.",
                  Bound::kChunkExtensionBytes);
    error = http::error::bad_chunk_extension;
  }
  std::size_t on_chunk_body_impl(std::uint64_t, beast::string_view bytes,
                                 beast::error_code& error) override {
    return on_body_impl(bytes, error);
  }
  void on_finish_impl(beast::error_code&) override {}

  Reading& reading_;
};

}  // namespace

class RequestParser::Impl {
 public:
  explicit Impl(const ServerLimits& limits) : reading_{limits} { reset(); }

  Event feed(std::string_view& bytes, BodyBuffer* body);
  bool header_done() const { return grammar_->is_header_done(); }
  const RequestHead& head() const { return reading_.head; }
  const Failure& failure() const { return reading_.failure; }
  void reset() {
    reading_.reset();
    grammar_.emplace(reading_);
  }

 private:
  Event fail_with(const beast::error_code& error);
  Event past_header_limit() {
    reading_.past_header_limit();
    return Event::kFailed;
  }

  Reading reading_;
  std::optional<Grammar> grammar_;
};

RequestParser::Event RequestParser::Impl::feed(std::string_view& bytes, BodyBuffer* body) {
  reading_.body = body;
  const std::size_t header_bytes_max = reading_.limits.header_bytes_max;
  while (!grammar_->is_done()) {
    if (bytes.empty()) return Event::kNeedMore;
    const bool in_header = !grammar_->is_header_done();
    // Not eager, Beast stops behind the header: the caller decides there what becomes of the body.
    grammar_->eager(!in_header);
    beast::error_code error;
    const std::size_t taken = grammar_->put(boost::asio::buffer(bytes.data(), bytes.size()), error);
    bytes.remove_prefix(taken);
    if (in_header) reading_.header_bytes += taken;
    if (error == http::error::need_more) {
      // Beast measures each read on its own; a header that comes in pieces is bounded here.
      const std::size_t before = in_header ? reading_.header_bytes : 0;
      if (before + bytes.size() >= header_bytes_max) return past_header_limit();
      return Event::kNeedMore;
    }
    if (error) return fail_with(error);
    if (in_header) {
      return reading_.header_bytes > header_bytes_max ? past_header_limit() : Event::kHeader;
    }
  }
  return Event::kComplete;
}

RequestParser::Event RequestParser::Impl::fail_with(const beast::error_code& error) {
  if (reading_.failure.status != 0) return Event::kFailed;
  if (error == http::error::header_limit) return past_header_limit();
  if (error == http::error::body_limit) {
    reading_.fail(413,
                  "The request's body is longer than " +
                      std::to_string(reading_.limits.body_bytes_max) +
                      " bytes, and no more are read. Send a smaller object.",
                  Bound::kBodyBytes);
  } else if (error == http::error::bad_version) {
    reading_.fail(505, "HTTP/1.1 or HTTP/1.0 is expected in the request line.");
  } else {
    reading_.fail(400, "The request is not HTTP/1.1: " + error.message() + ".");
  }
  return Event::kFailed;
}

RequestParser::RequestParser(const ServerLimits& limits) : impl_(std::make_unique<Impl>(limits)) {}
RequestParser::~RequestParser() = default;
RequestParser::RequestParser(RequestParser&&) noexcept = default;
RequestParser::Event RequestParser::feed(std::string_view& bytes, BodyBuffer* body) {
  return impl_->feed(bytes, body);
}
bool RequestParser::header_done() const {
  return impl_->header_done();
}
const RequestHead& RequestParser::head() const {
  return impl_->head();
}
const RequestParser::Failure& RequestParser::failure() const {
  return impl_->failure();
}
void RequestParser::reset() {
  impl_->reset();
}

}  // namespace drawbridge

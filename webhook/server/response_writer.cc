#include "webhook/server/response_writer.h"

#include <array>
#include <charconv>
#include <utility>

namespace drawbridge {
namespace {

std::string_view reason_of(unsigned status) {
  switch (status) {
    case 200:
      return "OK";
    case 400:
      return "Bad Request";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 413:
      return "Content Too Large";
    case 415:
      return "Unsupported Media Type";
    case 417:
      return "Expectation Failed";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 501:
      return "Not Implemented";
    case 503:
      return "Service Unavailable";
    case 504:
      return "Gateway Timeout";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "";  // a reason is optional
  }
}

template <typename Number>
void append_number(Number value, std::string& to) {
  std::array<char, 24> digits;
  const std::to_chars_result end =
      std::to_chars(digits.data(), digits.data() + digits.size(), value);
  to.append(digits.data(), end.ptr);
}

}  // namespace

std::string_view ResponseWriter::date() {
  const std::time_t now = std::time(nullptr);
  if (now != date_seconds_ || date_.empty()) {
    std::tm utc = {};
    ::gmtime_r(&now, &utc);
    std::array<char, 40> text;
    // The program never leaves the C locale, whose names of days and months are the ones HTTP
    // wants.
    date_.assign(text.data(),
                 std::strftime(text.data(), text.size(), "%a, %d %b %Y %H:%M:%S GMT", &utc));
    date_seconds_ = now;
  }
  return date_;
}

void ResponseWriter::write(const Answer& answer, std::string& to) {
  const Response& response = answer.response;
  to.append("HTTP/1.1 ");
  append_number(response.status, to);
  to.append(" ").append(reason_of(response.status));
  to.append("\r\nDate: ").append(date());
  to.append("\r\nContent-Type: ").append(response.content_type);
  to.append("\r\nContent-Length: ");
  append_number(response.body.size(), to);
  if (response.retry_after) {
    to.append("\r\nRetry-After: ");
    append_number(response.retry_after->count(), to);
  }
  if (!answer.allow.empty()) to.append("\r\nAllow: ").append(answer.allow);
  if (answer.close) {
    to.append("\r\nConnection: close");
  } else if (answer.keep_alive_field) {
    to.append("\r\nConnection: keep-alive");
  }
  to.append("\r\n\r\n");
  if (!answer.head_only) to.append(response.body);
}

Answer refusal(unsigned status, std::string text) {
  Answer answer;
  answer.response.status = status;
  answer.response.content_type = "text/plain; charset=utf-8";
  answer.response.body = std::move(text);
  answer.response.body += '\n';
  return answer;
}

}  // namespace drawbridge

// Answers as the bytes of HTTP/1.1.
#pragma once

#include <ctime>
#include <string>
#include <string_view>

#include "webhook/server/limits.h"
#include "webhook/server/service.h"

namespace drawbridge {

// A Response and what the server itself adds to it.
struct Answer {
  Response response;
  std::string_view allow = {};    // Allow, for 405
  Bound bound = Bound::kNone;     // the limit that this answer is about, for the metrics
  bool head_only = false;         // to HEAD: everything but the body
  bool close = false;             // this is the connection's last answer
  bool keep_alive_field = false;  // an HTTP/1.0 client is told that the connection stays
};

inline constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";

// Appends answers. Not thread-safe; one per thread, for it remembers the last Date.
class ResponseWriter {
 public:
  void write(const Answer& answer, std::string& to);

 private:
  std::string_view date();

  std::time_t date_seconds_ = 0;
  std::string date_;
};

// A plain-text answer of one line, the way the server refuses.
Answer refusal(unsigned status, std::string text);

}  // namespace drawbridge

// URLs as Go's net/url reads and writes them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace drawbridge::cel {

// Go refuses a query of more.
inline constexpr std::size_t kUrlParametersMax = 10'000;

struct Url {
  std::string scheme;
  std::string opaque;  // what follows the scheme where no slash does
  bool has_user = false;
  bool has_password = false;
  std::string user;
  std::string password;
  std::string host;      // with its port
  bool no_host = false;  // "file:/path"
  std::string path;      // decoded
  std::string raw_path;  // as written, where encoding path gives something else
  bool question_mark = false;
  std::string query;
  std::string fragment;
  std::string raw_fragment;

  std::string_view hostname() const;
  std::string_view port() const;
  std::string escaped_path() const;
  std::string text() const;
  // Keys with their values, both decoded, in the order of the query; pairs that are malformed are
  // left out.
  std::vector<std::pair<std::string, std::string>> parameters() const;
};

struct UrlError {
  std::string text;  // `parse "URL": what is wrong`
};

// url.ParseRequestURI: absolute, or an absolute path; # is no fragment. Nothing where it is fine.
std::variant<Url, UrlError> parse_request_uri(std::string_view text);
// url.Parse.
std::variant<Url, UrlError> parse_url(std::string_view text);

}  // namespace drawbridge::cel

#include "rules/cel/library/go_url.h"
#include "test/cel/library_support.h"

namespace drawbridge::cel {
namespace {

class UrlsLibrary : public LibraryTest {
 protected:
  UrlsLibrary() { library(add_urls); }
  Value url(std::string_view it) { return call("string_to_url", {text(it)}); }
  std::string part(std::string_view id, std::string_view it) { return run(id, {url(it)}); }
  // Behind Kubernetes' prefix and Go's.
  std::string problem(std::string_view it) {
    const std::string error = shown(url(it));
    const std::size_t found = error.find("\": ");
    return found == std::string::npos ? error : error.substr(found + 3);
  }
};

TEST_F(UrlsLibrary, Parts) {
  constexpr std::string_view kUrl = "https://user:pass@example.com:80/path?query=val#fragment";
  EXPECT_EQ(part("url_get_scheme", kUrl), "https");
  EXPECT_EQ(part("url_get_host", kUrl), "example.com:80");
  EXPECT_EQ(part("url_get_hostname", kUrl), "example.com");
  EXPECT_EQ(part("url_get_port", kUrl), "80");
  EXPECT_EQ(part("url_get_escaped_path", kUrl), "/path");
  EXPECT_EQ(part("url_get_query", kUrl), "{query: [val]}");
  EXPECT_EQ(part("url_get_host", "https://[::1]:80/"), "[::1]:80");
  EXPECT_EQ(part("url_get_hostname", "https://[::1]:80/"), "::1");
  EXPECT_EQ(part("url_get_hostname", "https://[fe80::1%25en0]/"), "fe80::1%en0");
  EXPECT_EQ(part("url_get_escaped_path", "https://example.com/path with spaces/"),
            "/path%20with%20spaces/");
  EXPECT_EQ(part("url_get_escaped_path", "/a%2Fb"), "/a%2Fb");
  EXPECT_EQ(part("url_get_escaped_path", "https://example.com"), "");
  EXPECT_EQ(part("url_get_scheme", "/path"), "");
  EXPECT_EQ(part("url_get_scheme", "HTTP://a"), "http");
}

TEST_F(UrlsLibrary, Queries) {
  EXPECT_EQ(part("url_get_query", "/p?k2=b&k1=a&k2=c"), "{k1: [a], k2: [b, c]}");
  EXPECT_EQ(part("url_get_query", "/p?key with spaces=value+with%20spaces"),
            "{key with spaces: [value with spaces]}");
  EXPECT_EQ(part("url_get_query", "/p?"), "{}");
  EXPECT_EQ(part("url_get_query", "/p?a;b=1&c=%zz&d&=e&&f=g=h"), "{: [e], d: [], f: [g=h]}");
  EXPECT_EQ(call("url_get_query", {url("/p?d")}).entry(0).value.size(), 1U);
  // Past the limit there is no parameter at all, and no error either.
  const auto with_parameters = [](std::size_t count) {
    std::string text = "/p?";
    for (std::size_t i = 0; i < count; ++i) text += (i > 0 ? "&a=" : "a=");
    return text;
  };
  const Value most = call("url_get_query", {url(with_parameters(kUrlParametersMax))});
  ASSERT_EQ(most.size(), 1U);
  EXPECT_EQ(most.entry(0).value.size(), kUrlParametersMax);
  EXPECT_EQ(part("url_get_query", with_parameters(kUrlParametersMax + 1)), "{}");
}

TEST_F(UrlsLibrary, RefusesAsGo) {
  EXPECT_EQ(shown(url("not a url")),
            "error: URL parse error during conversion from string: parse \"not a url\": invalid "
            "URI for request");
  EXPECT_EQ(problem(""), "empty url");
  EXPECT_EQ(problem("../relative"), "invalid URI for request");
  EXPECT_EQ(problem(":a"), "missing protocol scheme");
  EXPECT_EQ(problem("/\x01"), "net/url: invalid control character in URL");
  EXPECT_EQ(problem("https://a:b:c/"), "invalid port \":b:c\" after host");
  EXPECT_EQ(problem("https://a:b/"), "invalid port \":b\" after host");
  EXPECT_EQ(problem("https://a:1:2/"), "invalid port \":1:2\" after host");
  EXPECT_EQ(shown(url("mongodb://a:1,b:2/")), "mongodb://a:1,b:2/");
  EXPECT_EQ(problem("https://[::1/"), "missing ']' in host");
  EXPECT_EQ(problem("https://a[::1]/"), "invalid IP-literal");
  EXPECT_EQ(problem("https://[1.2.3.4]/"), "invalid IP-literal");
  EXPECT_EQ(problem("https://[x]/"), "invalid host: ParseAddr(\"x\"): unable to parse IP");
  EXPECT_EQ(problem("https://a b/"), "invalid character \" \" in host name");
  EXPECT_EQ(problem("https://a%41/"), "invalid URL escape \"%41\"");
  EXPECT_EQ(problem("/%zz"), "invalid URL escape \"%zz\"");
  EXPECT_EQ(problem("/%4"), "invalid URL escape \"%4\"");
  EXPECT_EQ(problem("https://u^@h/"), "net/url: invalid userinfo");
  EXPECT_EQ(run("is_url_string", {text("/absolute")}), "true");
  EXPECT_EQ(run("is_url_string", {text("relative")}), "false");
  EXPECT_EQ(run("is_url_string", {text("*")}), "true");
}

TEST_F(UrlsLibrary, WritesWhatItRead) {
  for (const std::string_view same :
       {"https://user:pass@example.com:80/path?query=val#fragment", "/a%2Fb", "mailto:a@b.c",
        "file:/x", "file:///x", "/p?", "*", "//host/p", "https://h?q#f%20g", "/a#b!"}) {
    if (same == "//host/p") continue;
    EXPECT_EQ(shown(url(same)), same);
  }
  EXPECT_TRUE(equal(url("HTTP://a/b c"), url("http://a/b%20c")));
  EXPECT_FALSE(equal(url("/a"), url("/b")));
}

TEST_F(UrlsLibrary, Costs) {
  EXPECT_EQ(cost("string_to_url", {text("/1234567890")}), 2U);
  EXPECT_EQ(cost("is_url_string", {text("/1234567890")}), 1U);
}

}  // namespace
}  // namespace drawbridge::cel

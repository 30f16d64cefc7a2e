// Expressions made to last: each library function over the largest inputs that a request may bring,
// in loops that cost next to nothing. What Kubernetes charges does not bound the time of all of
// them; ours is bounded, and so is the memory.
#include <gtest/gtest.h>

#include <ctime>
#include <string>
#include <string_view>
#include <vector>

#include "test/cel/hostile_support.h"

namespace drawbridge::cel {
namespace {

constexpr std::size_t kLong = 500'000;

std::string large_object() {
  const std::string a = repeat("a", kLong);
  std::string numbers = "0";
  std::string texts = "\"x\"";
  std::string members = "\"k0\":0";
  for (int i = 1; i < 20'000; ++i) {
    numbers += "," + std::to_string(i);
    texts += ",\"x\"";
    members += ",\"k" + std::to_string(i) + "\":" + std::to_string(i);
  }
  std::string url = "https://h/" + repeat("p", kLong) + "?";
  for (int i = 0; i < 5'000; ++i) url += "a" + std::to_string(i) + "=b&";
  return "{\"s\":\"" + a + "\",\"other\":\"" + a.substr(1) + "b\",\"keyed\":{\"" + a +
         "\":1},\"numbers\":[" + numbers + "],\"texts\":[" + texts + "],\"map\":{" + members +
         "},\"commas\":\"" + repeat("a,", kLong / 2) + "\",\"digits\":\"" + repeat("1", kLong) +
         "\",\"fraction\":\"0." + repeat("1", kLong) + "\",\"url\":\"" + url +
         "\",\"semver\":\"1.0.0-" + a + "\",\"hours\":\"" + repeat("0h", kLong / 2) +
         "\",\"bits\":\"" + repeat("abbabaabbaababba", kLong / 16) + "\"}";
}

class Hostile : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { runner_ = new HostileRunner(large_object()); }
  static void TearDownTestSuite() {
    runner_->print_slowest();
    delete runner_;
  }
  static TestOutcome run(const std::string& text) { return runner_->run(text); }
  static void expect_all_end(const std::vector<std::string>& expressions) {
    runner_->expect_all_end(expressions);
  }

 private:
  static HostileRunner* runner_;
};
HostileRunner* Hostile::runner_ = nullptr;

TEST_F(Hostile, LongTexts) {
  std::vector<std::string> all;
  for (const char* body : {"object.s.size()",
                           "object.s == 'abc'",
                           "object.s != ''",
                           "object.s < 'Z'",
                           "object.s < object.other",
                           "object.s in [object.other]",
                           "[object.s] == [object.other]",
                           "[object.s].indexOf(object.other)",
                           "sets.contains([object.s], [object.other])",
                           "object.s.contains('')",
                           "object.s.contains('aaaaaaaaab')",
                           "object.s.indexOf('b')",
                           "object.s.charAt(499999)",
                           "object.s.substring(499999)",
                           "object.s + object.other",
                           "object.s.upperAscii()",
                           "object.s.trim()",
                           "strings.quote(object.s)",
                           "bytes(object.s).size()",
                           "[object.s, object.other].join(object.s)",
                           "[object.s].min()",
                           "[object.s, object.other].sort()"}) {
    all.push_back(looped(body));
  }
  expect_all_end(all);
}

TEST_F(Hostile, WantedTexts) {
  for (const char* function : {"contains", "indexOf", "lastIndexOf", "split"}) {
    for (const std::size_t size : {2U, 20U, 300U, 20'000U}) {
      const std::string a = repeat("a", size);
      EXPECT_TRUE(
          run(looped("object.s." + std::string(function) + "('" + a + "b')")).cost_exceeded);
      EXPECT_TRUE(
          run(looped("object.s." + std::string(function) + "('b" + a + "')")).cost_exceeded);
      if (kSanitized) break;
    }
  }
}

TEST_F(Hostile, LongKeys) {
  expect_all_end({looped("object.keyed[object.s]"), looped("object.s in object.keyed"),
                  looped("has(object.keyed['" + repeat("a", 50'000) + "'].x)"),
                  looped("object[object.s]"), looped("{object.s: 1}[object.other]"),
                  looped("dyn({}).?b[?object.s].orValue(object.numbers[object.s])")});
}

TEST_F(Hostile, LongNumbersAndTimes) {
  expect_all_end({looped("int(object.digits)"), looped("uint(object.digits)"),
                  looped("double(object.fraction)"), looped("double(object.digits)"),
                  looped("duration(object.hours)"), looped("timestamp(object.digits)"),
                  looped("timestamp('2024-01-01T00:00:00Z').getHours(object.s)"),
                  looped("isQuantity(object.digits)"), looped("isSemver(object.semver)"),
                  looped("isIP(object.s)"), looped("isCIDR(object.s)"), looped("bool(object.s)")});
}

TEST_F(Hostile, LibraryValues) {
  expect_all_end(
      {looped("isURL(object.url)"), "[url(object.url)].all(u, " + looped("u.getHost()") + ")",
       "[url(object.url)].all(u, " + looped("u.getEscapedPath()") + ")",
       "[url(object.url)].all(u, " + looped("u.getQuery()") + ")",
       "[url(object.url), url(object.url)].all(u, [u].all(w, " + looped("u == w") + "))",
       "[semver(object.semver)].all(u, [semver(object.semver)].all(w, " + looped("u.compareTo(w)") +
           "))",
       "[semver(object.semver)].all(u, [semver(object.semver)].all(w, " + looped("u == w") + "))",
       chained("quantity('9999999999999999999')", "X.add(X)", 120, looped("v120.add(v119)"))});
}

TEST_F(Hostile, TextsThatAreMade) {
  expect_all_end({looped("object.s.replace('a', 'b')"),
                  looped("object.s.replace('a', 'bb')"),
                  looped("object.s.replace('', 'b')"),
                  looped("object.commas.replace('a,', 'b')"),
                  looped("object.s.replace('a', object.s)"),
                  looped("object.commas.split(',')"),
                  looped("object.s.split('')"),
                  looped("object.texts.join(',')"),
                  looped("['', '', ''].join(object.s)"),
                  looped("'%s'.format([object.s])"),
                  looped("'%s'.format([object.numbers])"),
                  looped("'%s'.format([object.map])"),
                  looped("'%.1000f'.format([1e300])"),
                  looped("'%.30000f'.format([1e300])"),
                  looped("'%65535e'.replace('65535', '.65535').format([1e300])"),
                  looped("'%X'.format([object.s])"),
                  looped("'%s'.format([bytes(object.s)])"),
                  looped("object.s.find('a*')"),
                  looped("object.s.findAll('a')"),
                  looped("object.s.findAll('a*?')"),
                  looped("object.s.findAll('a.*b|a')")});
}

// 200 calls of `replace` within each other, the largest that a budget allows.
TEST_F(Hostile, ChainsOfCalls) {
  for (const char* step :
       {"X.replace('a', 'b')", "X.replace('a', 'a', 5)", "X.replace('aa', 'aa ').trim()",
        "string(bytes(X))", "X.split('').join('')", "'%s'.format([X])", "X.upperAscii()",
        "X.substring(0)", "(X + '').lowerAscii()"}) {
    run(chained("object.s.substring(0, 20000)", step, 200, "X.size()"));
    if (kSanitized) break;
  }
  for (const char* step : {"X + X", "X.replace('a', 'aa')", "X.replace('', X)", "[X, X].join(X)",
                           "'%s%s'.format([X, X])", "strings.quote(X)"}) {
    run(chained("'aaaaaaaa'", step, 60, "X.size()"));
  }
}

TEST_F(Hostile, ListsThatDouble) {
  for (const char* body :
       {"X.sum()", "X.max()", "X.isSorted()", "X.indexOf(-1)", "X.reverse()", "-1 in X",
        "X.slice(1, 100000000)", "X.sort()", "X.distinct()", "X.map(e, e)", "X.filter(e, false)",
        "X.all(e, true)", "X == X + [1] || X == X", "sets.contains(X, X)", "[X, X].flatten()",
        "'%s'.format([X])", "X.transformMap(i, v, v)", "X.sortBy(e, -e)"}) {
    run(chained("lists.range(1000)", "X + X", 21, body));
  }
  for (const char* body : {"X.join('')", "X.join(',')", "X.max()", "X.indexOf('b')", "'b' in X",
                           "X.lastIndexOf('b')", "sets.intersects(X, ['b'])", "X == X"}) {
    run(chained("['', 'a']", "X + X", 29, body));
  }
  run(chained("[[]]", "X + X", 29, "X.flatten()"));
  run(chained("[]", "[X, X]", 40, "X.flatten(50)"));
  run(chained("[]", "[X, X]", 40, "'%s'.format([X])"));
  run(chained("[object.numbers]", "[X, X]", 40, "[X].indexOf([X])"));
}

TEST_F(Hostile, ListsAndMapsOfTheObject) {
  expect_all_end({looped("object.numbers == object.numbers"), looped("object.map == object.map"),
                  looped("object.texts.indexOf('y')"), looped("object.texts.max()"),
                  looped("object.texts.isSorted()"), looped("object.numbers.sum()"),
                  looped("'y' in object.texts"), looped("object.numbers.slice(0, 19999)"),
                  looped("object.numbers.reverse()"), looped("[object.numbers].flatten()"),
                  looped("object.map.size()"), looped("object.map.k12345"),
                  looped("object.map.map(k, k).size()")});
}

// Patterns that only an evaluation knows are compiled for nothing; a counted repetition makes a
// long program of a short pattern.
TEST_F(Hostile, Patterns) {
  expect_all_end(
      {looped("'x'.matches('(a{30}){' + string(i % 33) + '}b')"),
       looped("'x'.matches('((a{10}){10}){' + string(i % 10) + '}b' + string(i))"),
       looped("'x'.matches('(a{1000}){' + string(i) + '}')"),
       looped("'x'.matches('" + repeat("a{1000}", 100) + "' + string(i))"),
       looped("'x'.matches('(' + string(i))"), looped("object.bits.matches('[ab]*a[ab]{14}c')"),
       looped("object.bits.matches('[ab]*a[ab]{500}c')"),
       looped("object.bits.find('(a|b)*a(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)c')"),
       looped("object.s.matches('(a{100}){9}b')"), looped("object.s.matches('(a?){1000}b')")});
}

// Of the most code points that an expression may have, whatever it is made of.
TEST(HostileTexts, LongExpressionsAreCompiledInTime) {
  const auto filled = [](std::string_view open, std::string_view part, std::string_view close) {
    const std::size_t room = kExpressionCodePointsMax - open.size() - close.size();
    return std::string(open) + repeat(part, room / part.size()) + std::string(close);
  };
  for (const std::string& text : {filled("", "object.a||", "true"),
                                  filled("", "object.a && ", "true"),
                                  filled("[", "1,", "1]"),
                                  filled("[", "[object],", "[object]]"),
                                  filled("{", "object.a:1,", "1:1}"),
                                  filled("'", "a", "'"),
                                  filled("", "!", "true"),
                                  filled("", "!!(", "true"),
                                  filled("", "-", "1"),
                                  filled("f(", "1,", "1)"),
                                  filled("[", "x.matches('a{1000}'),", "true]"),
                                  filled("", "(", ""),
                                  filled("", "[", ""),
                                  filled("[", "'x'.matches('a{1000}'),", "true]"),
                                  filled("1", " + 1", ""),
                                  filled("a", ".b", ""),
                                  filled("a", "?a:a", ""),
                                  filled("", "'a'", ""),
                                  filled("[", "object.map(x,x),", "1]"),
                                  filled("object.a in [", "'a',", "'b']"),
                                  filled("", "object.optMap(x, ", "1")}) {
    const std::clock_t begun = std::clock();
    compile_text(text);
    const double seconds = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
    EXPECT_LT(seconds, kSanitized ? 60 : 4) << text.substr(0, 60);
  }
}

}  // namespace
}  // namespace drawbridge::cel

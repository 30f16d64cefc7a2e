// Objects of 100,000 members, structures within structures, and what libraries read from texts, as
// hostile_test.cc has it for single texts and lists.
#include <string>
#include <vector>

#include "test/cel/hostile_support.h"

namespace drawbridge::cel {
namespace {

constexpr int kMembers = 100'000;
constexpr int kDeep = 60;

std::string object_of_many() {
  std::string members = "\"k0\":0";
  std::string rows = "{\"n\":\"r\",\"v\":[0]}";
  std::string pairs = "[0,0]";
  std::string addresses = "\"10.0.0.1\"";
  std::string descending = std::to_string(kMembers);
  std::string versions = "\"1.0.0\"";
  for (int i = 1; i < kMembers; ++i) {
    const std::string number = std::to_string(i);
    members += ",\"k" + number + "\":" + number;
    descending += "," + std::to_string(kMembers - i);
  }
  for (int i = 1; i < 20'000; ++i) {
    const std::string number = std::to_string(i);
    rows += ",{\"n\":\"r" + number + "\",\"v\":[" + number + "]}";
    pairs += ",[" + number + "," + number + "]";
    addresses += ",\"2001:db8:1:2:3:4:5:" + number.substr(0, 4) + "\"";
    versions += ",\"1.2." + number + "-alpha.beta.1.2.3.4.5+build\"";
  }
  const std::string deep = repeat("[", kDeep) + "1" + repeat("]", kDeep);
  return "{\"map\":{" + members + "},\"same\":{" + members + "},\"rows\":[" + rows +
         "],\"pairs\":[" + pairs + "],\"addresses\":[" + addresses + "],\"versions\":[" + versions +
         "],\"descending\":[" + descending + "],\"deep\":" + deep + "}";
}

class HostileObjects : public testing::Test {
 protected:
  static void SetUpTestSuite() { runner_ = new HostileRunner(object_of_many()); }
  static void TearDownTestSuite() {
    runner_->print_slowest();
    delete runner_;
  }
  static void run_all(const std::vector<std::string>& expressions) {
    for (std::size_t i = 0; i < expressions.size(); i += kSanitized ? 3 : 1) {
      runner_->run(expressions[i]);
    }
  }
  static void expect_all_end(const std::vector<std::string>& expressions) {
    runner_->expect_all_end(expressions);
  }

 private:
  static HostileRunner* runner_;
};
HostileRunner* HostileObjects::runner_ = nullptr;

TEST_F(HostileObjects, Members) {
  expect_all_end({looped("object.map == object.same"), looped("object.map['k' + string(i)]"),
                  looped("('k' + string(i)) in object.map"), looped("object.map.?k99999"),
                  looped("object.map.all(k, v, v < 0)"), looped("object.map.exists(k, k == '')"),
                  looped("object.map in [object.same]"),
                  looped("[object.map].indexOf(object.same)"), looped("object.same in object.rows"),
                  looped("'%s'.format([object.map])"), looped("object.map.map(k, k)"),
                  looped("object.map.transformMap(k, v, v)"),
                  looped("object.map.transformList(k, v, v)"),
                  looped("object.map.transformMapEntry(k, v, {k: v})"),
                  looped("sets.equivalent([object.map], [object.same])"),
                  "object.map.all(k, object.map.all(l, object.map[l] >= 0))",
                  "object.map.all(k, v, object.same.all(l, w, v == w || k != l))",
                  "object.map.all(k, object.map == object.same)"});
  run_all({"object.map.transformMap(k, v, string(v)).size()", "object.map.map(k, k).sort().size()",
           "object.map.map(k, object.map[k]).distinct().size()",
           "object.map.transformMapEntry(k, v, {string(v) + k: k}).size()",
           "object.map.transformMapEntry(k, v, {v % 2: k}).size()",
           "object.map.map(k, {k: object.map}) == object.map.map(k, {k: object.same})"});
}

TEST_F(HostileObjects, Elements) {
  expect_all_end({looped("object.pairs == object.pairs"),
                  looped("object.rows == object.rows"),
                  looped("object.pairs.flatten()"),
                  looped("object.rows.indexOf({'n': 'r', 'v': 0})"),
                  looped("[0] in object.pairs"),
                  looped("{'n': 1} in object.rows"),
                  looped("object.pairs.distinct()"),
                  looped("object.descending.sort()"),
                  looped("object.descending.min()"),
                  looped("object.descending.max()"),
                  looped("object.descending.sum()"),
                  looped("object.descending.isSorted()"),
                  looped("object.descending.distinct()"),
                  looped("object.descending.reverse()"),
                  looped("object.descending.lastIndexOf(-1)"),
                  looped("object.descending.slice(0, 100000)"),
                  looped("object.descending.first()"),
                  looped("object.descending + object.pairs"),
                  looped("object.descending[i * 99]"),
                  looped("sets.contains(object.descending, [-1])"),
                  looped("sets.contains([-1], object.descending)"),
                  looped("sets.intersects(object.descending, object.pairs)"),
                  looped("object.descending.sortBy(e, e)"),
                  looped("object.deep == object.deep"),
                  looped("object.deep.flatten(100)"),
                  looped("'%s'.format([object.deep])"),
                  "object.rows.all(a, object.rows.all(b, a == b || a != b))",
                  "object.rows.all(a, object.rows.exists_one(b, a.n == b.n))",
                  "object.pairs.all(i, p, object.pairs.exists(j, q, p == q && i == j))"});
  run_all({"object.descending.sort() == object.descending.reverse()",
           "object.descending.sortBy(e, -e).size()", "object.rows.sortBy(r, r.n).size()",
           "object.rows.map(r, r.n).sort().size()", "object.pairs.map(p, p[0]).distinct().size()",
           "object.pairs.map(p, dyn(p)).distinct().size()",
           "sets.equivalent(object.pairs, object.pairs)",
           "sets.equivalent(object.descending, object.descending.reverse())",
           "object.rows.map(r, r.n).join(',').split(',').distinct().size()"});
}

TEST_F(HostileObjects, Libraries) {
  expect_all_end(
      {"object.addresses.all(a, object.addresses.all(b, ip(a) == ip(b) || true))",
       "object.addresses.all(a, object.addresses.all(b, isIP(b)))",
       "object.addresses.all(a, object.addresses.all(b, string(ip(b)) == b || true))",
       "object.addresses.all(a, object.addresses.all(b, "
       "cidr('2001:db8::/32').containsIP(b) || true))",
       "object.versions.all(a, object.versions.all(b, isSemver(b)))",
       "object.versions.all(a, object.versions.all(b, "
       "semver(b).compareTo(semver(a)) < 2))",
       "object.versions.all(a, object.versions.all(b, isSemver(b, true)))",
       "object.descending.all(a, object.descending.all(b, isQuantity(string(b) + 'Mi')))",
       "object.descending.all(a, object.descending.all(b, "
       "quantity(string(b) + 'Mi').add(quantity('0.1n')).compareTo(quantity('1Gi')) < 2))",
       "object.versions.all(a, object.versions.all(b, isURL('https://' + b)))",
       "object.versions.all(a, object.versions.all(b, b.findAll('[0-9]').size() > 0))",
       "object.versions.all(a, object.versions.all(b, b.split('.').size() > 0))",
       "object.versions.all(a, object.versions.all(b, b.replace('.', a) != a))",
       "object.versions.all(a, object.versions.all(b, b.replace('', a) != a))",
       "object.versions.all(a, object.versions.all(b, '%s %s'.format([a, b]) != ''))",
       looped("'%.300f'.format([1e-300])"),
       looped("'%s'.format([1e308])"),
       looped("'%b'.format([i])"),
       looped("string(1.0e-7 * double(i))"),
       looped("double('1.7976931348623157e308')"),
       looped("double('1e-400' + string(i))"),
       looped("timestamp('2024-02-29T12:34:56.789Z').getDayOfYear('+01:00')"),
       looped("string(timestamp(i)) + string(duration('1h'))"),
       looped("format.dns1123Subdomain().validate('" + repeat("a.", 120) + "a')"),
       looped("format.uri().validate('https://a/" + repeat("a", 1000) + "')"),
       looped("format.byte().validate('" + repeat("AAAA", 1000) + "')"),
       looped("format.labelValue().validate('" + repeat("a", 63) + "')"),
       looped("quantity('" + repeat("1", 500) + "').add(1)"),
       looped("quantity('1e499').compareTo(quantity('1e-499'))"),
       looped("quantity('1e499').sub(quantity('1n'))"),
       looped("quantity('1e499').asApproximateFloat()")});
}

// Concatenations that never copy, read in every way.
TEST_F(HostileObjects, Concatenations) {
  std::string sum = "object.descending";
  for (int i = 0; i < 200; ++i) sum += " + [" + std::to_string(i) + "]";
  for (const char* body :
       {"X[0]", "X[100000]", "X == X", "X.size()", "-1 in X", "X.indexOf(-1)", "X.map(e, e)"}) {
    const std::string expression(body);
    std::string text = expression;
    for (std::size_t at = text.find('X'); at != std::string::npos; at = text.find('X', at + 1)) {
      text.replace(at, 1, "y");
    }
    run_all({"cel.bind(y, " + sum + ", " + looped(text) + ")"});
  }
  run_all({chained("[1]", "[0] + X", 200, looped("X[i % 200]")),
           chained("[1]", "X + [0]", 200, looped("X[i % 200]")),
           chained("object.rows", "X + object.rows", 200, "X.all(e, e.n == e.n)"),
           chained("object.rows", "X + object.rows", 200, looped("X[i * j]")),
           chained("'a'", "X + string(1)", 200, looped("X + X")),
           chained("''", "X + object.versions.join('')", 60, "X.size()"),
           chained("''", "X + object.versions.join('')", 60, looped("X.contains('zz')"))});
}

}  // namespace
}  // namespace drawbridge::cel

#include "test/cel/typed_expressions.h"

#include <algorithm>
#include <map>

namespace drawbridge::cel::testing {
namespace {

using ByType = std::map<std::string_view, std::vector<std::size_t>, std::less<>>;

std::string_view placeholder_at(std::string_view text, std::size_t at) {
  // A brace before a letter opens a placeholder, unless what stands in it is no type.
  const std::size_t end = text.find('}', at);
  return end == std::string_view::npos ? std::string_view() : text.substr(at + 1, end - at - 1);
}

bool is_type(std::string_view name) {
  for (const Production& production : productions()) {
    if (production.type == name) return true;
  }
  return false;
}

// What stands between the placeholders, and their types.
struct Pieces {
  std::vector<std::string_view> texts;  // one more than types
  std::vector<std::string_view> types;
};

Pieces pieces_of(std::string_view text) {
  Pieces pieces;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '{') continue;
    const std::string_view name = placeholder_at(text, i);
    if (name.empty() || !is_type(name)) continue;
    pieces.texts.push_back(text.substr(begin, i - begin));
    pieces.types.push_back(name);
    i += name.size() + 1;
    begin = i + 1;
  }
  pieces.texts.push_back(text.substr(begin));
  return pieces;
}

const std::vector<Pieces>& all_pieces() {
  static const std::vector<Pieces> all = [] {
    std::vector<Pieces> made;
    for (const Production& production : productions()) made.push_back(pieces_of(production.text));
    return made;
  }();
  return all;
}

// Productions that end an expression of the type, or all of them.
const ByType& by_type(bool ends) {
  const auto collect = [](bool only_ends) {
    ByType found;
    for (std::size_t i = 0; i < productions().size(); ++i) {
      if (!only_ends || all_pieces()[i].types.empty()) found[productions()[i].type].push_back(i);
    }
    return found;
  };
  static const ByType ending = collect(true);
  static const ByType every = collect(false);
  return ends ? ending : every;
}

std::size_t size_of(const Made& made) {
  std::size_t size = 1;
  for (const Made& part : made.parts) size += size_of(part);
  return size;
}

// Each expression that is `made` with one part replaced by something smaller of the same type.
void collect_smaller(const Made& made, std::vector<Made>& into) {
  const std::string_view type = productions()[made.production].type;
  for (const Made& part : made.parts) {
    if (productions()[part.production].type == type) into.push_back(part);
  }
  if (!made.parts.empty()) {
    for (const std::size_t end : by_type(true).at(type)) into.push_back({end, {}});
  }
  for (std::size_t i = 0; i < made.parts.size(); ++i) {
    std::vector<Made> inner;
    collect_smaller(made.parts[i], inner);
    for (Made& smaller : inner) {
      Made copy = made;
      copy.parts[i] = std::move(smaller);
      into.push_back(std::move(copy));
    }
  }
}

}  // namespace

const std::vector<Production>& productions() {
  static const std::vector<Production> all = {
      {"bool", "true"},
      {"bool", "false"},
      {"bool", "object.yes"},
      {"bool", "({bool} && {bool})"},
      {"bool", "({bool} || {bool})"},
      {"bool", "!{bool}"},
      {"bool", "({bool} ? {bool} : {bool})"},
      {"bool", "({int} == {int})"},
      {"bool", "({int} < {int})"},
      {"bool", "({int} <= {double})"},
      {"bool", "({uint} > {int})"},
      {"bool", "({double} >= {uint})"},
      {"bool", "({string} < {string})"},
      {"bool", "({string} != {string})"},
      {"bool", "({bytes} == {bytes})"},
      {"bool", "(dyn({int}) == dyn({double}))"},
      {"bool", "({dyn} == {dyn})"},
      {"bool", "({dyn} < {dyn})"},
      {"bool", "({ints} == {ints})"},
      {"bool", "({map} == {map})"},
      {"bool", "({duration} < {duration})"},
      {"bool", "({timestamp} >= {timestamp})"},
      {"bool", "({int} in {ints})"},
      {"bool", "({string} in {strings})"},
      {"bool", "({string} in {map})"},
      {"bool", "{string}.contains({string})"},
      {"bool", "{string}.startsWith({string})"},
      {"bool", "{string}.endsWith({string})"},
      {"bool", "{string}.matches('^[a-c]+b?')"},
      {"bool", "{ints}.all(v, v > {int})"},
      {"bool", "{ints}.exists(v, v == {int} || 1 / v > 0)"},
      {"bool", "{ints}.exists_one(v, v < {int})"},
      {"bool", "{map}.all(k, k != {string})"},
      {"bool", "{map}.exists(k, v, v > {int})"},
      {"bool", "{strings}.all(i, v, i >= 0 && v != {string})"},
      {"bool", "has(object.{name})"},
      {"bool", "has(object.nested.{name})"},
      {"bool", "{ints}.isSorted()"},
      {"bool", "sets.contains({ints}, {ints})"},
      {"bool", "sets.intersects({strings}, {strings})"},
      {"bool", "sets.equivalent({ints}, {ints})"},
      {"bool", "isQuantity({string})"},
      {"bool", "{quantity}.isGreaterThan({quantity})"},
      {"bool", "({quantity} == {quantity})"},
      {"bool", "{quantity}.isInteger()"},
      {"bool", "isSemver({string})"},
      {"bool", "{semver}.isLessThan({semver})"},
      {"bool", "isIP({string})"},
      {"bool", "{ip}.isLoopback()"},
      {"bool", "{cidr}.containsIP({ip})"},
      {"bool", "{cidr}.containsCIDR('10.1.0.0/16')"},
      {"bool", "isURL({string})"},
      {"bool", "{optional}.hasValue()"},
      {"bool", "(type({int}) == type({dyn}))"},
      {"bool", "bool({string})"},
      {"name", "yes"},
      {"name", "number"},
      {"name", "missing"},
      {"int", "0"},
      {"int", "1"},
      {"int", "-3"},
      {"int", "9223372036854775807"},
      {"int", "object.number"},
      {"int", "({int} + {int})"},
      {"int", "({int} - {int})"},
      {"int", "({int} * {int})"},
      {"int", "({int} / {int})"},
      {"int", "({int} % {int})"},
      {"int", "-{int}"},
      {"int", "({bool} ? {int} : {int})"},
      {"int", "size({string})"},
      {"int", "{ints}.size()"},
      {"int", "{map}.size()"},
      {"int", "{bytes}.size()"},
      {"int", "{ints}[{int}]"},
      {"int", "{map}[{string}]"},
      {"int", "int({uint})"},
      {"int", "int({double})"},
      {"int", "int({string})"},
      {"int", "int({timestamp})"},
      {"int", "{string}.indexOf({string})"},
      {"int", "{string}.lastIndexOf({string}, {int})"},
      {"int", "{ints}.sum()"},
      {"int", "{ints}.max()"},
      {"int", "{ints}.indexOf({int})"},
      {"int", "{duration}.getSeconds()"},
      {"int", "{duration}.getMilliseconds()"},
      {"int", "{timestamp}.getFullYear()"},
      {"int", "{timestamp}.getDayOfYear()"},
      {"int", "{timestamp}.getHours('+02:30')"},
      {"int", "{quantity}.asInteger()"},
      {"int", "{quantity}.compareTo({quantity})"},
      {"int", "sign({quantity})"},
      {"int", "{semver}.major()"},
      {"int", "{semver}.compareTo({semver})"},
      {"int", "{ip}.family()"},
      {"int", "{cidr}.prefixLength()"},
      {"int", "{optional}.orValue({int})"},
      {"int", "{optional}.value()"},
      {"int", "cel.bind(b, {int}, b + b)"},
      {"uint", "0u"},
      {"uint", "7u"},
      {"uint", "({uint} + {uint})"},
      {"uint", "({uint} - {uint})"},
      {"uint", "uint({int})"},
      {"uint", "uint({string})"},
      {"double", "1.5"},
      {"double", "-0.0"},
      {"double", "1e300"},
      {"double", "({double} * {double})"},
      {"double", "({double} / {double})"},
      {"double", "-{double}"},
      {"double", "double({int})"},
      {"double", "double({string})"},
      {"double", "{quantity}.asApproximateFloat()"},
      {"string", "''"},
      {"string", "'abc'"},
      {"string", "'1.2.3'"},
      {"string", "'10.0.0.1'"},
      {"string", "'12'"},
      {"string", "'\\u00fcber \\U0001f600'"},
      {"string", "object.text"},
      {"string", "({string} + {string})"},
      {"string", "({bool} ? {string} : {string})"},
      {"string", "string({int})"},
      {"string", "string({double})"},
      {"string", "string({bool})"},
      {"string", "string({bytes})"},
      {"string", "string({duration})"},
      {"string", "string({timestamp})"},
      {"string", "string({ip})"},
      {"string", "string({cidr})"},
      {"string", "{string}.charAt({int})"},
      {"string", "{string}.lowerAscii()"},
      {"string", "{string}.upperAscii()"},
      {"string", "{string}.replace({string}, {string})"},
      {"string", "{string}.replace({string}, {string}, {int})"},
      {"string", "{string}.substring({int})"},
      {"string", "{string}.substring({int}, {int})"},
      {"string", "{string}.trim()"},
      {"string", "{strings}.join({string})"},
      {"string", "{strings}[{int}]"},
      {"string", "'%d %s'.format([{int}, {string}])"},
      {"string", "'%.3f|%e|%x'.format([{double}, {double}, {int}])"},
      {"string", "strings.quote({string})"},
      {"string", "{string}.find('[a-z]+')"},
      {"string", "{url}.getHost()"},
      {"bytes", "b''"},
      {"bytes", "b'a\\xff'"},
      {"bytes", "bytes({string})"},
      {"bytes", "({bytes} + {bytes})"},
      {"ints", "[]"},
      {"ints", "[1, 2, 3]"},
      {"ints", "object.numbers"},
      {"ints", "[{int}, {int}]"},
      {"ints", "({ints} + {ints})"},
      {"ints", "{ints}.map(v, v * {int})"},
      {"ints", "{ints}.map(v, v > 1, v - {int})"},
      {"ints", "{ints}.filter(v, v != {int})"},
      {"ints", "{map}.map(k, {int})"},
      {"ints", "{ints}.slice({int}, {int})"},
      {"ints", "{ints}.sort()"},
      {"ints", "{ints}.distinct()"},
      {"ints", "{ints}.reverse()"},
      {"ints", "[{ints}, {ints}].flatten()"},
      {"ints", "lists.range({int} % 7)"},
      {"ints", "{ints}.sortBy(v, -v)"},
      {"ints", "{map}.transformList(k, v, v + {int})"},
      {"strings", "['a', 'b']"},
      {"strings", "object.texts"},
      {"strings", "[{string}, {string}]"},
      {"strings", "{string}.split({string})"},
      {"strings", "{string}.split({string}, {int})"},
      {"strings", "{string}.findAll('[a-z0-9]')"},
      {"strings", "{strings}.map(v, v + {string})"},
      {"strings", "{strings}.filter(v, v.size() > {int})"},
      {"map", "{}"},
      {"map", "{'a': 1, 'b': 2}"},
      {"map", "object.nested"},
      {"map", "{{string}: {int}}"},
      {"map", "{{string}: {int}, {string}: {int}}"},
      {"map", "{map}.transformMap(k, v, v + {int})"},
      {"map", "{map}.transformMap(k, v, v > {int}, v)"},
      {"dyn", "dyn(null)"},
      {"dyn", "object"},
      {"dyn", "object.number"},
      {"dyn", "object.missing"},
      {"dyn", "dyn({int})"},
      {"dyn", "dyn({string})"},
      {"dyn", "dyn({ints})"},
      {"dyn", "dyn({double})"},
      {"dyn", "dyn({map})"},
      {"dyn", "({bool} ? {dyn} : {dyn})"},
      {"dyn", "{dyn}.a"},
      {"dyn", "{dyn}[{int}]"},
      {"dyn", "({dyn} + {dyn})"},
      {"duration", "duration('1h30m')"},
      {"duration", "duration('-2.5s')"},
      {"duration", "({duration} + {duration})"},
      {"duration", "({timestamp} - {timestamp})"},
      {"duration", "duration({string})"},
      {"timestamp", "timestamp('2024-02-29T12:34:56.789Z')"},
      {"timestamp", "timestamp('0001-01-01T00:00:00+01:00')"},
      {"timestamp", "({timestamp} + {duration})"},
      {"timestamp", "({timestamp} - {duration})"},
      {"timestamp", "timestamp({int})"},
      {"quantity", "quantity('1Gi')"},
      {"quantity", "quantity('500m')"},
      {"quantity", "quantity({string})"},
      {"quantity", "{quantity}.add({quantity})"},
      {"quantity", "{quantity}.sub({int})"},
      {"semver", "semver('1.2.3-rc.1')"},
      {"semver", "semver('v2.0', true)"},
      {"semver", "semver({string})"},
      {"ip", "ip('127.0.0.1')"},
      {"ip", "ip('::1')"},
      {"ip", "ip({string})"},
      {"ip", "{cidr}.ip()"},
      {"cidr", "cidr('10.0.0.0/8')"},
      {"cidr", "cidr('fe80::1/64').masked()"},
      {"url", "url('https://user@example.com:8080/a/b?x=1#f')"},
      {"url", "url({string})"},
      {"optional", "optional.none()"},
      {"optional", "optional.of({int})"},
      {"optional", "optional.ofNonZeroValue({int})"},
      {"optional", "{map}[?{string}]"},
      {"optional", "{ints}[?{int}]"},
      {"optional", "{optional}.or({optional})"},
      {"optional", "{optional}.optMap(o, o + {int})"},
      {"optional", "{map}.?a"},
  };
  return all;
}

Made TypedExpressions::make(int depth) {
  static const std::vector<std::string_view> kRoots = {
      "bool", "bool", "bool",      "int",      "string",   "ints", "map",
      "dyn",  "uint", "timestamp", "quantity", "optional", "bytes"};
  const bool may_be_wrong = below(10) == 0;
  return make(kRoots[below(kRoots.size())], depth, may_be_wrong);
}

Made TypedExpressions::make(std::string_view type, int depth, bool may_be_wrong) {
  if (may_be_wrong && type != "name" && below(6) == 0) {
    do type = productions()[below(productions().size())].type;
    while (type == "name");
  }
  const ByType& from = by_type(depth <= 1 || below(4) == 0);
  const auto found = from.find(type);
  const std::vector<std::size_t>& choices =
      found != from.end() ? found->second : by_type(false).at(type);
  Made made{choices[below(choices.size())], {}};
  for (const std::string_view part : all_pieces()[made.production].types)
    made.parts.push_back(make(part, depth - 1, may_be_wrong));
  return made;
}

std::string text_of(const Made& made) {
  const Pieces& pieces = all_pieces()[made.production];
  std::string text(pieces.texts[0]);
  for (std::size_t i = 0; i < made.parts.size(); ++i) {
    text += text_of(made.parts[i]);
    text += pieces.texts[i + 1];
  }
  return text;
}

Made shortened(Made made, const std::function<bool(const std::string&)>& fails) {
  for (bool again = true; again;) {
    again = false;
    std::vector<Made> candidates;
    collect_smaller(made, candidates);
    std::sort(candidates.begin(), candidates.end(),
              [](const Made& a, const Made& b) { return size_of(a) < size_of(b); });
    for (Made& candidate : candidates) {
      if (size_of(candidate) >= size_of(made) || !fails(text_of(candidate))) continue;
      made = std::move(candidate);
      again = true;
      break;
    }
  }
  return made;
}

}  // namespace drawbridge::cel::testing

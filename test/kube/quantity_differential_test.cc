// Holds Quantity against the Go type, over hand-picked edges and generated cases. The seed is
// printed; DRAWBRIDGE_SEED repeats a run.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "kube/api/quantity.h"
#include "test/oracle_client.h"

namespace drawbridge::kube {
namespace {

using nlohmann::json;
using test::OracleClient;

const int kGeneratedTexts = test::generated_cases(6'000);
const int kGeneratedPairs = test::generated_cases(3'000);
const int kGeneratedChains = test::generated_cases(3'000);
const int kGeneratedNumbers = test::generated_cases(1'000);

const std::vector<std::string> kSuffixes = {"",  "n", "u", "m",  "k",  "M",  "G",  "T",  "P",
                                            "E", "e", "i", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"};

std::string hex_double(double value) {
  if (std::isnan(value)) return "nan";  // of either sign
  char text[64];
  std::snprintf(text, sizeof text, "%a", value);
  return text;
}

// What the oracle's describe() says, of ours.
json describe(const Quantity& quantity) {
  json result = {{"canonical", quantity.canonical()},
                 {"value", std::to_string(quantity.value())},
                 {"milli", std::to_string(quantity.milli_value())},
                 {"sign", quantity.sign()},
                 {"float", hex_double(quantity.approximate_double())}};
  constexpr const char* kFormats[] = {"DecimalSI", "BinarySI", "DecimalExponent"};
  result["format"] = kFormats[static_cast<int>(quantity.format())];
  if (quantity.as_int64()) result["asInt64"] = std::to_string(*quantity.as_int64());
  return result;
}

json describe(const Result<Quantity>& quantity) {
  return quantity ? describe(*quantity) : json{{"error", true}};
}

// The oracle's answer in the same terms.
json normalised(json answer) {
  if (answer.contains("error")) return {{"error", true}};
  answer.erase("stored");
  // Both write a double in hexadecimal, but not alike; this reads NaN and Inf as well.
  answer["float"] = hex_double(std::strtod(answer["float"].get<std::string>().c_str(), nullptr));
  return answer;
}

bool is_past_our_limit(const Error& error) {
  return error.message.find("exponent lies beyond") != std::string::npos ||
         error.message.find("past what is read") != std::string::npos;
}

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  int below(int limit) { return std::uniform_int_distribution<int>(0, limit - 1)(random_); }
  template <typename T>
  const T& one_of(const std::vector<T>& choices) {
    return choices[static_cast<std::size_t>(below(static_cast<int>(choices.size())))];
  }

  std::string digits(int count_max) {
    std::string text;
    for (int count = below(count_max + 1); count > 0; --count) {
      // Runs of zeros and nines are where rounding and canonical forms go wrong.
      text += below(3) == 0 ? "09"[below(2)] : static_cast<char>('0' + below(10));
    }
    return text;
  }

  // Mostly well-formed, and within the limit that only we have: past it, Go may calculate for
  // hours.
  std::string text() {
    for (;;) {
      std::string text = any_text();
      const Result<Quantity> parsed = Quantity::parse(text);
      if (parsed || !is_past_our_limit(parsed.error())) return text;
    }
  }

  // Of those that most quantities are: accepted, and not huge.
  std::string plain_text() {
    std::string text = below(3) == 0 ? "-" : "";
    text += std::to_string(below(100'000'000));
    if (below(4) == 0) text += "." + std::to_string(below(1000));
    if (below(12) == 0) return text + "e" + std::to_string(below(40) - 8);
    std::string suffix = one_of(kSuffixes);
    return text + (suffix == "e" || suffix == "i" ? "" : suffix);
  }

  double any_double() {
    return std::ldexp(std::uniform_real_distribution<double>(-1, 1)(random_), below(200) - 60);
  }

 private:
  std::string any_text() {
    // clang-format off
    static const std::vector<std::string> kEdges = {
        "9223372036854775807", "9223372036854775808", "999999999999999999", "1000000000000000000",
        "1024", "8192", "1000", "1", "0", "1048576", "8796093022208", "00000000000000000000"};
    // clang-format on
    std::string text = below(4) == 0 ? std::string(1, "+-"[below(2)]) : "";
    text += below(4) == 0 ? one_of(kEdges) : digits(below(8) == 0 ? 40 : 12);
    if (below(3) == 0) text += "." + digits(below(8) == 0 ? 30 : 6);
    if (below(5) == 0) {
      text += "eE"[below(2)];
      if (below(2) == 0) text += "+-"[below(2)];
      text += std::to_string(below(4) == 0 ? below(kQuantityExponentMax) : below(25));
    } else {
      text += one_of(kSuffixes);
    }
    if (below(20) == 0) {
      text.insert(static_cast<std::size_t>(below(static_cast<int>(text.size()) + 1)), junk());
    }
    return text;
  }

  std::string junk() {
    static const std::vector<std::string> kJunk = {" ",  "\t", "x",  ".",  "-",      "+",
                                                   "e",  "E",  "Ki", "m",  "\u0661", "\u00b5",
                                                   "\n", "_",  ",",  "0x1"};
    return one_of(kJunk);
  }

  std::mt19937_64 random_;
};

std::vector<std::string> edges() {
  // clang-format off
  std::vector<std::string> texts = {
      // Signs, dots and zeros.
      "", " ", "-", "+", ".", "-.", "+.", "..", "+-1", "--1", "1-", "1+", "0", "-0", "+0", "00", "000",
      "0.0", "-0.0", "0.", ".0", ".5", "-.5", "+.5", "1.", "+1", "01", "00001Ki", "-.m",
      // What Go takes for canonical.
      "001.500", "1.500", "1.50", "1.5", "1.5000", "1.0001", "1000m", "1001m", "999m", "500m", "0.5",
      "1500000u", "1500000001n", "123456789123456789n",
      // Exponents.
      "1e", "1E", "1e+", "1e-", "1e+3", "1E3", "1e3", "1e03", "1E-3", "1e-3", "1e-9", "1e-10", "1e1.5",
      "1ee3", "1eE3", "1E3Ki", "1e100Ki", "e3", "e", "E", "E3", "+e3", "1e18", "1e19", "1e20", "1e21",
      "1e22", "1e24", "1e499", "-1e499", "1e-500", "0e500", "0e-500", "1234567890123456789e481",
      // Suffixes alone, wrong ones, and things beside them.
      "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "n", "m", "k", "i", "-Gi", "+Pi", ".Gi", ".Pi", "0Pi", "0Ei",
      "1i", "1KI", "1ki", "1mi", "1K", "1g", "1GB", "1GiB", "1KiKi", "1Ki3", "1m3", "1k-3", "1k+", "1+3",
      "1 Gi", " 1", "1 ", "\t1", "1\n", "1_000", "1,000", "0x10", "0b1", "inf", "NaN",
      "\u0661", "1\u00a0", "\u00b51", "1\u00b5", "\u00bd", "\ufeff1",
      // Rounded up to nanos, and binary fractions.
      "0.1n", "0.9n", "1.1n", "1n", "-0.1n", "-1.1n", "0.123456789", "0.1234567891",
      "0.12345678901234567890", "-0.12345678901234567890", "100000000000000000.5",
      "99999999999.999999999", "0.5Ki", "0.5Gi", "1.5Gi", "1.0Gi", "-1.5Gi", "1.1Ki", "-1.1Ki",
      "0.0001Ki", "-0.0001Ki", "7.9Ei",
      // Where the suffix grows, and past the last one.
      "1023", "1023Ki", "1024", "1024Ki", "1024Mi", "1024Gi", "1024Ti", "1024Pi", "1000k", "1000M",
      "1000E", "1000000E", "12345E", "8191Pi", "8192Pi", "7Ei", "8Ei", "9Ei", "-8Ei", "-9Ei",
      "10000000000000000000Ei",
      // Past 18 digits.
      "12345678901234567890123456789", "-12345678901234567890123456789", "123456789012345678",
      "1234567890123456789", "999999999999999999", "1000000000000000000"};
  // clang-format on
  texts.emplace_back("1\0", 2);
  // Each suffix around the powers of two and ten where it stops fitting an int64.
  for (const std::string& suffix : kSuffixes) {
    // clang-format off
    for (const char* digits :
         {"1", "-1", "5", "7", "8", "9", "10", "16", "99", "1000", "1024", "8191", "8192", "8388607",
          "8388608", "8589934591", "8589934592", "8796093022207", "8796093022208", "9007199254740991",
          "9007199254740992", "9223372036854", "9223372036855", "9223372036854775", "9223372036854776",
          "9223372036854775806", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
          "-9223372036854775809", "18446744073709551615", "18446744073709551616",
          "10000000000000000000", "99999999999999", "999999999999999999", "1000000000000000000", "0.5",
          "1.5", "0.001", "0.0000000001", "00001", "0"}) {
      // clang-format on
      texts.push_back(digits + suffix);
    }
  }
  return texts;
}

class QuantityOracle : public ::testing::Test {
 protected:
  void SetUp() override {
    oracle_ = OracleClient::start();
    if (!oracle_) GTEST_SKIP() << OracleClient::kMissing;
  }

  void compare_texts(const std::vector<std::string>& texts) {
    std::vector<json> requests;
    for (const std::string& text : texts)
      requests.push_back({{"op", "quantity.parse"}, {"s", text}});
    const std::vector<json> answers = oracle_->ask_all(requests);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      ASSERT_EQ(describe(Quantity::parse(texts[i])), normalised(answers[i])) << json(texts[i]);
      const Result<std::string> stored = Quantity::stored_text(texts[i]);
      ASSERT_EQ(stored ? *stored : "refused", answers[i].value("stored", "refused"))
          << json(texts[i]);
    }
  }

  std::unique_ptr<OracleClient> oracle_;
};

TEST_F(QuantityOracle, ParsesEdgesAlike) {
  compare_texts(edges());
}

TEST_F(QuantityOracle, ParsesGeneratedTextsAlike) {
  Generator generate(test::printed_seed());
  std::vector<std::string> texts;
  for (int i = 0; i < kGeneratedTexts; ++i) texts.push_back(generate.text());
  compare_texts(texts);
  int accepted = 0;
  for (const std::string& text : texts) accepted += Quantity::parse(text).ok() ? 1 : 0;
  // The comparison would mean little if nearly everything were refused, or nothing.
  EXPECT_GT(accepted, kGeneratedTexts / 2);
  EXPECT_LT(accepted, kGeneratedTexts);
}

TEST_F(QuantityOracle, ComparesAlike) {
  Generator generate(test::printed_seed());
  std::vector<json> requests;
  const std::vector<std::string> fixed = edges();
  for (int i = 0; i < kGeneratedPairs; ++i) {
    const std::string a = generate.below(2) == 0 ? generate.one_of(fixed) : generate.text();
    std::string b = generate.below(2) == 0 ? generate.one_of(fixed) : generate.text();
    // Equal amounts in other words.
    if (generate.below(4) == 0) {
      const Result<Quantity> quantity = Quantity::parse(a);
      if (quantity) b = quantity->canonical();
    }
    requests.push_back({{"op", "quantity.compare"}, {"a", a}, {"b", b}});
  }
  const std::vector<json> answers = oracle_->ask_all(requests);
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const Result<Quantity> a = Quantity::parse(requests[i]["a"].get<std::string>());
    const Result<Quantity> b = Quantity::parse(requests[i]["b"].get<std::string>());
    ASSERT_EQ(a.ok() && b.ok(), !answers[i].contains("error")) << requests[i];
    if (!a || !b) continue;
    const int order = *a < *b ? -1 : (*a > *b ? 1 : 0);
    ASSERT_EQ(order, answers[i]["compare"].get<int>()) << requests[i];
    ASSERT_EQ(*a == *b, order == 0) << requests[i];
  }
}

TEST_F(QuantityOracle, CalculatesAlike) {
  Generator generate(test::printed_seed());
  // clang-format off
  static const std::vector<std::string> kFactors = {
      "0", "1", "-1", "2", "3", "10", "1000", "1024", "-7", "32", "1000000007", "9223372036854775807",
      "-9223372036854775808"};
  // clang-format on
  const auto operand = [&generate] {
    return generate.below(3) == 0 ? generate.text() : generate.plain_text();
  };
  std::vector<json> requests;
  for (int i = 0; i < kGeneratedChains; ++i) {
    json steps = json::array();
    for (int count = 1 + generate.below(6); count > 0; --count) {
      const int kind = generate.below(3);
      if (kind == 0) {
        steps.push_back({{"do", "multiply"}, {"with", generate.one_of(kFactors)}});
      } else {
        steps.push_back({{"do", kind == 1 ? "add" : "sub"}, {"with", operand()}});
      }
    }
    requests.push_back({{"op", "quantity.apply"}, {"start", operand()}, {"steps", steps}});
  }
  const std::vector<json> answers = oracle_->ask_all(requests);
  for (std::size_t i = 0; i < requests.size(); ++i) {
    Result<Quantity> quantity = Quantity::parse(requests[i]["start"].get<std::string>());
    for (const json& step : requests[i]["steps"]) {
      if (!quantity) break;
      const std::string with = step["with"].get<std::string>();
      if (step["do"] == "multiply") {
        quantity = quantity->multiplied_by(std::strtoll(with.c_str(), nullptr, 10));
        continue;
      }
      Result<Quantity> other = Quantity::parse(with);
      if (!other) {
        quantity = std::move(other).error();
      } else if (step["do"] == "add") {
        quantity->add(*other);
      } else {
        quantity->sub(*other);
      }
    }
    ASSERT_EQ(describe(quantity), normalised(answers[i])) << requests[i];
  }
}

TEST_F(QuantityOracle, ReadsJsonAlike) {
  Generator generate(test::printed_seed());
  // clang-format off
  std::vector<std::string> values = {
      "null", "0", "-0", "1", "-1", "9223372036854775807", "-9223372036854775808", "999999999999999999",
      "1000000000000000000", "-999999999999999999", "-1000000000000000000", "0.5", "1e-7",
      "1e21", "1e20", "-1e20", "1e22", "1.5e300", "5e-324", "0.000001", "0.0000015",
      "1.7976931348623157e308", "0.0", "-0.0", "1.0", "123456789012345680000", "\"1\"", "\" 1 \"",
      "\"\u00a01\u3000\"", "\"\u00851\u2003\u1680\"", "\"1 Gi\"", "\"\"", "\" \"", "true", "[]",
      "{}", "[1]", R"("\n1")", R"("1\t")", "\"\u20281\"", "\"1\u2029\"", R"("\u00311")"};
  // clang-format on
  for (int i = 0; i < kGeneratedNumbers; ++i) values.push_back(json(generate.any_double()).dump());
  std::vector<json> requests;
  for (const std::string& value : values) {
    requests.push_back(
        {{"op", "quantity.json"}, {"value", json::parse(value)}, {"reencode", true}});
  }
  // Integers past int64 keep their digits only on the way that a typed client takes.
  requests.push_back({{"op", "quantity.json"}, {"value", 18446744073709551615u}});
  const std::vector<json> answers = oracle_->ask_all(requests);
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const std::string value = requests[i]["value"].dump();
    Result<Document> document = read_json(value);
    ASSERT_TRUE(document.ok()) << value;
    json expected = normalised(answers[i]);
    json ours = describe(Quantity::from_json(document->root()));
    if (value == "null") expected["format"] = ours["format"];  // Go has a fourth format, ""
    ASSERT_EQ(ours, expected) << value;
  }
}

}  // namespace
}  // namespace drawbridge::kube

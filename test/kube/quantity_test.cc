#include "kube/api/quantity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "kube/api/big_decimal.h"
#include "test/allocation_counter.h"

namespace drawbridge::kube {
namespace {

using ::testing::HasSubstr;
using Format = Quantity::Format;

Quantity quantity(std::string_view text) {
  Result<Quantity> parsed = Quantity::parse(text);
  if (!parsed) ADD_FAILURE() << parsed.error().text();
  return parsed ? *parsed : Quantity();
}

std::string parse_error(std::string_view text) {
  const Result<Quantity> parsed = Quantity::parse(text);
  return parsed ? "parsed as " + parsed->canonical() : parsed.error().message;
}

std::string from_json_text(std::string_view json) {
  Result<Document> document = read_json(json);
  if (!document) return "no JSON";
  const Result<Quantity> read = Quantity::from_json(document->root());
  return read ? read->canonical() : "refused: " + read.error().message;
}

// Expected texts and values are those of resource.Quantity in apimachinery v0.36.3.
struct Row {
  const char* text;
  const char* canonical;
  std::int64_t value;
  std::int64_t milli;
};

TEST(Quantity, ParsesCanonicalisesAndRoundsUp) {
  // clang-format off
  constexpr Row kRows[] = {
      {"0", "0", 0, 0},
      {"2", "2", 2, 2000},
      {"-2", "-2", -2, -2000},
      {"1000", "1k", 1000, 1'000'000},
      {"1500", "1500", 1500, 1'500'000},
      {"1.5", "1500m", 2, 1500},
      {"-1.5", "-1500m", -2, -1500},
      {".5", "500m", 1, 500},
      {"1.", "1", 1, 1000},
      {"+1", "1", 1, 1000},
      {"001", "1", 1, 1000},
      {"100m", "100m", 1, 100},
      {"1000m", "1", 1, 1000},
      {"0.1n", "1n", 1, 1},
      {"-0.1n", "-1n", 1, 1},  // so Go
      {"1.1n", "2n", 1, 1},
      {"5u", "5u", 1, 1},
      {"3E", "3E", 3'000'000'000'000'000'000, 0},
      {"1Ki", "1Ki", 1024, 1'024'000},
      {"1.5Gi", "1536Mi", 1'610'612'736, 1'610'612'736'000},
      {"0.5Ki", "512", 512, 512'000},
      {"0.0001Ki", "102400u", 1, 103},
      {"1024Mi", "1Gi", 1'073'741'824, 1'073'741'824'000},
      {"1023", "1023", 1023, 1'023'000},
      {"8Ei", "9223372036854775807", std::numeric_limits<std::int64_t>::max(), -1000},
      {"-8Ei", "-9223372036854775807", -std::numeric_limits<std::int64_t>::max(), 1000},
      {"1e3", "1e3", 1000, 1'000'000},
      {"1E3", "1e3", 1000, 1'000'000},
      {"1e-3", "1e-3", 1, 1},
      {"12e2", "1200", 1200, 1'200'000},
      {"1e1", "10", 10, 10'000},
      {"Gi", "0", 0, 0},
      {"-", "0", 0, 0},
      {".", "0", 0, 0},
  };
  // clang-format on
  for (const Row& row : kRows) {
    const Quantity parsed = quantity(row.text);
    EXPECT_EQ(parsed.canonical(), row.canonical) << row.text;
    EXPECT_EQ(parsed.value(), row.value) << row.text;
    EXPECT_EQ(parsed.milli_value(), row.milli) << row.text;
  }
}

TEST(Quantity, KeepsMoreDigitsThanAnInt64Has) {
  EXPECT_EQ(quantity("12345678901234567890123456789").canonical(), "12345678901234567890123456789");
  EXPECT_EQ(quantity("12345678901234567890.123456789").canonical(),
            "12345678901234567890123456789n");
  EXPECT_EQ(quantity("100000000000000000000000001e21").canonical(),
            "100000000000000000000000001e21");
  EXPECT_LT(quantity("12345678901234567890123456789"), quantity("12345678901234567890123456790"));
  EXPECT_FALSE(quantity("12345678901234567890").checked_value().has_value());
}

TEST(Quantity, RefusesWhatGoRefuses) {
  EXPECT_THAT(parse_error(""), HasSubstr("empty"));
  for (const char* text :
       {" 1", "1 ", "1 Gi", "1_000", "0x1", "--1", "1.2.3", "1+", "1Ki5x", "\u0661"}) {
    EXPECT_THAT(parse_error(text), HasSubstr("is not a quantity")) << text;
  }
  for (const char* text : {"1GiB", "1K", "1ki", "1i", "1KiKi", "1m3"}) {
    EXPECT_NE(parse_error(text).find("not a quantity"), std::string::npos) << text;
  }
  EXPECT_THAT(parse_error("5K"), HasSubstr("the suffix \"K\" is unknown; use n, u, m, k"));
  EXPECT_THAT(parse_error("1e"), HasSubstr("the suffix \"e\" is unknown"));
  EXPECT_THAT(parse_error("1e+"), HasSubstr("a whole number must follow the e"));
  // Without digits, but only where Go takes its long way.
  EXPECT_THAT(parse_error("Pi"), HasSubstr("it has no digits"));
  EXPECT_TRUE(quantity("Ti").is_zero());
  // A hostile text is shown escaped and cut.
  const std::string hostile = parse_error("1\x1b[31m\n" + std::string(200, 'x'));
  EXPECT_THAT(hostile, HasSubstr("\"1\\x1b[31m\\x0axxx"));
  EXPECT_THAT(hostile, HasSubstr("xxx...\""));
  EXPECT_EQ(hostile.find('\n'), std::string::npos);
}

TEST(Quantity, LimitsAtAndPastThem) {
  const std::string max = std::to_string(kQuantityExponentMax);
  const std::string past = std::to_string(kQuantityExponentMax + 1);
  EXPECT_TRUE(Quantity::parse("0e" + max).ok());
  EXPECT_THAT(parse_error("0e" + past), HasSubstr("exponent lies beyond 500"));
  EXPECT_EQ(quantity("1e-" + max).canonical(), "1e-9");
  EXPECT_THAT(parse_error("1e-" + past), HasSubstr("exponent lies beyond 500"));
  EXPECT_THAT(parse_error("1e99999999999999999999"), HasSubstr("exponent lies beyond 500"));

  EXPECT_EQ(quantity("1e499").canonical(), "10e498");
  EXPECT_THAT(parse_error("1e500"), HasSubstr("it is 1e500 or more"));
  EXPECT_EQ(quantity("0.9e500").canonical(), "90e498");
  const std::string nines(static_cast<std::size_t>(kQuantityExponentMax), '9');
  EXPECT_EQ(quantity(nines).canonical(), nines);
  EXPECT_THAT(parse_error(nines + "9"), HasSubstr("it is 1e500 or more"));

  const std::string fraction = "0." + std::string(kQuantityTextBytesMax - 2, '1');
  EXPECT_EQ(quantity(fraction).canonical(), "111111112n");
  EXPECT_THAT(parse_error(fraction + "1"), HasSubstr("it is 513 bytes long, and 512 are the most"));
}

TEST(Quantity, CapsBinaryAmountsAtTheLargestInt64) {
  EXPECT_EQ(quantity("9Ei"), quantity("9223372036854775807"));
  EXPECT_EQ(quantity("10000000000Ei"), quantity("9223372036854775807"));
  EXPECT_EQ(quantity("9Ei").as_int64(), std::nullopt);
  EXPECT_EQ(quantity("9Ei").checked_value(), std::numeric_limits<std::int64_t>::max());
  // Decimal ones are not capped.
  EXPECT_GT(quantity("10E"), quantity("9Ei"));
}

TEST(Quantity, AsInt64SaysWhatGoSays) {
  EXPECT_EQ(quantity("999999999999999999").as_int64(), 999999999999999999);
  EXPECT_EQ(quantity("1000000000000000000").as_int64(), std::nullopt);
  EXPECT_EQ(quantity("1k").as_int64(), 1000);
  EXPECT_EQ(quantity("1Gi").as_int64(), 1 << 30);
  EXPECT_EQ(quantity("1000m").as_int64(), std::nullopt);
  EXPECT_EQ(quantity("1.0Gi").as_int64(), std::nullopt);
  EXPECT_EQ(quantity("10E").as_int64(), std::nullopt);
  EXPECT_EQ(quantity("Gi").as_int64(), 0);
}

TEST(Quantity, CheckedValueNeverOverflows) {
  EXPECT_EQ(quantity("100E").value(), 0);  // Go's answer, which is why there is the other one
  EXPECT_EQ(quantity("100E").checked_value(), std::nullopt);
  EXPECT_EQ(quantity("9223372036854775807").checked_value(),
            std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(quantity("9223372036854775808").checked_value(), std::nullopt);
  EXPECT_EQ(quantity("-9223372036854775808").checked_value(),
            std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(quantity("-9223372036854775809").checked_value(), std::nullopt);
  EXPECT_EQ(quantity("9223372036854775806.1").checked_value(),
            std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(quantity("9223372036854775807.1").checked_value(), std::nullopt);
  EXPECT_EQ(quantity("1000m").checked_value(), 1);
  EXPECT_EQ(quantity("1001m").checked_value(), 2);
  EXPECT_EQ(quantity("-1001m").checked_value(), -2);
  EXPECT_EQ(quantity("-0.5Gi").checked_value(), -(1 << 29));
}

TEST(Quantity, IsWholeHoweverItIsWritten) {
  EXPECT_EQ(quantity("2").whole(), 2);
  EXPECT_EQ(quantity("2000m").whole(), 2);
  EXPECT_EQ(quantity("1.0Gi").whole(), 1 << 30);
  EXPECT_EQ(quantity("-3").whole(), -3);
  EXPECT_EQ(quantity("2001m").whole(), std::nullopt);
  EXPECT_EQ(quantity("9223372036854775807").whole(), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(quantity("9223372036854775808").whole(), std::nullopt);
}

TEST(Quantity, ComparesByAmount) {
  EXPECT_EQ(quantity("1Ki"), quantity("1024"));
  EXPECT_EQ(quantity("1000m"), quantity("1"));
  EXPECT_EQ(quantity("1e3"), quantity("1k"));
  EXPECT_EQ(quantity("0"), quantity("-0e300"));
  EXPECT_EQ(quantity("1.5Gi"), quantity("1536Mi"));
  EXPECT_LT(quantity("999m"), quantity("1"));
  EXPECT_LT(quantity("-1"), quantity("-999m"));
  EXPECT_LT(quantity("9223372036854775807"), quantity("1e30"));
  EXPECT_LT(quantity("1n"), quantity("1e400"));
  EXPECT_GT(quantity("-1n"), quantity("-1e400"));
  EXPECT_LT(quantity("999999999999999999"), quantity("1E"));
}

TEST(Quantity, AddsSubtractsAndMultiplies) {
  EXPECT_EQ(quantity("1Gi").add(quantity("512Mi")).canonical(), "1536Mi");
  EXPECT_EQ(quantity("1").sub(quantity("1m")).canonical(), "999m");
  EXPECT_EQ(quantity("8").sub(quantity("9")).canonical(), "-1");
  EXPECT_EQ(quantity("9223372036854775807").add(quantity("1")).canonical(), "9223372036854775808");
  EXPECT_EQ(quantity("999999999999999999").add(quantity("1n")).canonical(),
            "999999999999999999000000001n");
  EXPECT_EQ(quantity("3").multiplied_by(4).canonical(), "12");
  EXPECT_EQ(quantity("500m").multiplied_by(3).canonical(), "1500m");
  EXPECT_EQ(quantity("9E").multiplied_by(9).canonical(), "81E");
  EXPECT_EQ(quantity("1Gi").multiplied_by(0).canonical(), "0");
  EXPECT_EQ(quantity("12345678901234567890").multiplied_by(-10).canonical(),
            "-123456789012345678900");
  EXPECT_EQ(quantity("100u").multiplied_by(quantity("100u")).canonical(), "10n");
  EXPECT_EQ(quantity("1.5").multiplied_by(quantity("2")).canonical(), "3");
  EXPECT_EQ(quantity("1Gi").multiplied_by(quantity("10n")), quantity("10737418240n"));
  EXPECT_EQ(quantity("0").multiplied_by(quantity("1.5")).sign(), 0);
  EXPECT_EQ(quantity("-500m").multiplied_by(quantity("500m")).canonical(), "-250m");

  // A zero takes the other's format, and so it goes on.
  EXPECT_EQ(quantity("0").add(quantity("2Ki")).format(), Format::kBinarySI);
  EXPECT_EQ(quantity("1").add(quantity("2Ki")).format(), Format::kDecimalSI);
  Quantity sum;
  sum.add(quantity("1Mi")).add(quantity("1Mi"));
  EXPECT_EQ(sum.canonical(), "2Mi");
  Quantity same = quantity("5");
  same.add(same);
  EXPECT_EQ(same.canonical(), "10");
}

TEST(Quantity, StoredTextIsWhatTheServerSendsBack) {
  const auto stored = [](std::string_view text) { return *Quantity::stored_text(text); };
  EXPECT_EQ(stored("1024Mi"), "1Gi");
  EXPECT_EQ(stored("1000m"), "1");
  EXPECT_EQ(stored("0.5"), "500m");
  EXPECT_EQ(stored("0"), "0");
  // Texts that Go takes for canonical.
  EXPECT_EQ(stored("+5"), "+5");
  EXPECT_EQ(stored("007"), "007");
  EXPECT_EQ(stored("1.500"), "1.500");
  EXPECT_EQ(stored("1E3"), "1E3");
  EXPECT_FALSE(Quantity::stored_text("1 Gi").ok());
}

TEST(Quantity, ReadsJsonAsTheServerDoes) {
  EXPECT_EQ(from_json_text("2"), "2");
  EXPECT_EQ(from_json_text("\"2\""), "2");
  EXPECT_EQ(from_json_text("-3"), "-3");
  EXPECT_EQ(from_json_text("1.5"), "1500m");
  EXPECT_EQ(from_json_text("1e3"), "1k");
  EXPECT_EQ(from_json_text("0.0000001"), "100e-9");
  EXPECT_EQ(from_json_text("18446744073709551615"), "18446744073709551615");
  EXPECT_EQ(from_json_text("null"), "0");
  EXPECT_EQ(from_json_text("\" 1Gi\u00a0\""), "1Gi");
  EXPECT_THAT(from_json_text(R"("1Gi\n")"), HasSubstr("is not a quantity"));
  EXPECT_THAT(from_json_text("\"  \""), HasSubstr("must not be empty"));
  EXPECT_THAT(from_json_text("true"), HasSubstr("is of type boolean"));
  EXPECT_THAT(from_json_text("[1]"), HasSubstr("is of type array"));
}

TEST(Quantity, OfAFieldThatMayBeAbsent) {
  const auto given = [](std::string_view text) {
    const Result<Document> document = read_json(text);
    const std::optional<Quantity> amount = Quantity::if_given(document->root());
    return amount ? amount->canonical() : "none";
  };
  EXPECT_EQ(given("\"2Gi\""), "2Gi");
  EXPECT_EQ(given("3"), "3");
  EXPECT_EQ(given("null"), "none");
  EXPECT_EQ(given("\"2x\""), "none");
  EXPECT_EQ(given("true"), "none");
}

TEST(Quantity, ApproximateDoubles) {
  EXPECT_EQ(quantity("1500m").approximate_double(), 1.5);
  EXPECT_EQ(quantity("16Gi").approximate_double(), 17179869184.0);
  EXPECT_EQ(quantity("9223372036854775807").approximate_double(), 9223372036854775807.0);
  EXPECT_EQ(quantity("1e400").approximate_double(), std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(quantity("0e400").approximate_double()));
}

TEST(Quantity, AmountsOfUpTo18DigitsAllocateNothing) {
  static_assert(sizeof(Quantity) == 32);
  const std::size_t before = test::allocation_count();
  for (const std::string_view text :
       {"1", "500m", "16Gi", "999999999999999999", "-0.5", "1e6", "1n"}) {
    Result<Quantity> parsed = Quantity::parse(text);
    Quantity copy = *parsed;
    copy.add(Quantity::from_int(3)).sub(*parsed);
    EXPECT_TRUE(copy >= Quantity::from_int(3) && !copy.is_zero());
    EXPECT_EQ(copy.multiplied_by(2).checked_value(), 6);
    EXPECT_EQ(copy.value(), 3);
  }
  EXPECT_EQ(test::allocation_count(), before);
}

TEST(BigInt, CalculatesAcrossLimbs) {
  BigInt number = BigInt::from_digits("340282366920938463463374607431768211456");  // 2^128
  number.add(BigInt(-1));
  EXPECT_EQ(number.text(), "340282366920938463463374607431768211455");
  number.negate();
  number.add(BigInt(-1));
  EXPECT_EQ(number.text(), "-340282366920938463463374607431768211456");
  EXPECT_EQ(number.low_int64(), 0);
  BigInt shifted(-1);
  shifted.shift_left(128);
  EXPECT_EQ(shifted, number);
  BigInt square = number;
  square.multiply(number);
  EXPECT_EQ(square.text().size(), 78u);
  EXPECT_EQ(square.sign(), 1);
  BigInt min(std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(min.text(), "-9223372036854775808");
  EXPECT_TRUE(min.fits_int64());
  min.add(BigInt(-1));
  EXPECT_FALSE(min.fits_int64());
  min.add(BigInt::from_digits("9223372036854775809"));
  EXPECT_EQ(min, BigInt());
  EXPECT_EQ(min.sign(), 0);
}

TEST(BigInt, RoundsToTheNearestDoubleTiesToEven) {
  const auto to_double = [](std::string_view digits) {
    return BigInt::from_digits(digits).to_double();
  };
  EXPECT_EQ(to_double("9007199254740993"), 9007199254740992.0);
  EXPECT_EQ(to_double("9007199254740995"), 9007199254740996.0);
  // 2^100 + 2^47 is half way between two doubles: one more decides.
  EXPECT_EQ(to_double("1267650600228229542234191560704"), std::ldexp(1.0, 100));
  EXPECT_EQ(to_double("1267650600228229542234191560705"),
            std::nextafter(std::ldexp(1.0, 100), std::numeric_limits<double>::infinity()));
  EXPECT_EQ(to_double("1" + std::string(400, '0')), std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace drawbridge::kube

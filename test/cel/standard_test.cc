// The standard library's overloads, called one by one.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "rules/cel/evaluation.h"
#include "rules/cel/library/libraries.h"
#include "rules/cel/time_zones.h"
#include "rules/cel/value_order.h"

namespace drawbridge::cel {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

class OneZone final : public TimeZones {
 public:
  std::optional<std::int32_t> offset_seconds(std::string_view zone,
                                             std::int64_t instant) const override {
    if (zone != "America/St_Johns") return std::nullopt;
    return instant < 0 ? -12652 : -12600;
  }
};

class Standard : public testing::Test {
 protected:
  Standard() {
    add_standard_operators(declarations_);
    add_standard_conversions(declarations_);
    add_standard_text(declarations_);
    add_standard_time(declarations_);
  }

  const Overload* overload(std::string_view id) const {
    for (const auto& [name, function] : declarations_.functions()) {
      for (const Overload& it : function.overloads) {
        if (it.id == id) return &it;
      }
    }
    return nullptr;
  }

  Value call(std::string_view id, std::vector<Value> args) {
    const Overload* found = overload(id);
    if (found == nullptr) return evaluation_.error("no overload " + std::string(id));
    EXPECT_EQ(found->params.size(), args.size()) << id;
    return found->run(evaluation_, args);
  }
  std::string error_of(std::string_view id, std::vector<Value> args) {
    const Value result = call(id, std::move(args));
    return result.is_error() ? std::string(result.error_message()) : "no error";
  }
  std::uint64_t cost_of(std::string_view id, std::vector<Value> args) {
    return overload(id)->cost(args, Value());
  }
  std::string text_of(std::string_view id, Value value) {
    const Value result = call(id, {value});
    return std::string(result.is_error() ? result.error_message() : result.as_text());
  }

  Declarations declarations_;
  OneZone zones_;
  kube::Arena arena_;
  Evaluation evaluation_{arena_, nullptr, &zones_};
};

Value integer(std::int64_t value) {
  return Value::integer(value);
}
Value uint(std::uint64_t value) {
  return Value::unsigned_integer(value);
}

TEST_F(Standard, IntegersOverflowInsteadOfWrapping) {
  EXPECT_EQ(call("add_int64", {integer(1), integer(2)}).as_int(), 3);
  EXPECT_EQ(error_of("add_int64", {integer(INT64_MAX), integer(1)}), "integer overflow");
  EXPECT_EQ(error_of("subtract_int64", {integer(INT64_MIN), integer(1)}), "integer overflow");
  EXPECT_EQ(error_of("multiply_int64", {integer(INT64_MIN), integer(-1)}), "integer overflow");
  EXPECT_EQ(error_of("negate_int64", {integer(INT64_MIN)}), "integer overflow");
  EXPECT_EQ(error_of("divide_int64", {integer(INT64_MIN), integer(-1)}), "integer overflow");
  EXPECT_EQ(error_of("divide_int64", {integer(1), integer(0)}), "division by zero");
  EXPECT_EQ(error_of("modulo_int64", {integer(1), integer(0)}), "modulus by zero");
  EXPECT_EQ(error_of("modulo_int64", {integer(INT64_MIN), integer(-1)}), "integer overflow");
  EXPECT_EQ(call("modulo_int64", {integer(-43), integer(5)}).as_int(), -3);
  EXPECT_EQ(error_of("add_uint64", {uint(UINT64_MAX), uint(1)}), "unsigned integer overflow");
  EXPECT_EQ(error_of("subtract_uint64", {uint(0), uint(1)}), "unsigned integer overflow");
  EXPECT_EQ(error_of("multiply_uint64", {uint(UINT64_MAX), uint(2)}), "unsigned integer overflow");
  EXPECT_EQ(error_of("divide_uint64", {uint(1), uint(0)}), "division by zero");
  EXPECT_TRUE(std::isinf(call("divide_double", {Value::real(1), Value::real(0)}).as_double()));
}

TEST_F(Standard, TimeHasAnEnd) {
  const Value last = Value::timestamp(253402300799, 999999999);
  EXPECT_EQ(error_of("add_timestamp_duration", {last, Value::duration(1)}), "timestamp overflow");
  EXPECT_EQ(error_of("subtract_timestamp_timestamp", {last, Value::timestamp(-62135596800, 0)}),
            "integer overflow");
  EXPECT_EQ(error_of("subtract_timestamp_duration", {last, Value::duration(INT64_MIN)}),
            "integer overflow");
  EXPECT_EQ(error_of("add_duration_duration", {Value::duration(INT64_MAX), Value::duration(1)}),
            "integer overflow");
  const Value moved =
      call("subtract_timestamp_duration", {Value::timestamp(0, 0), Value::duration(1)});
  EXPECT_EQ(moved.timestamp_seconds(), -1);
  EXPECT_EQ(moved.timestamp_nanoseconds(), 999999999U);
  EXPECT_EQ(error_of("int64_to_timestamp", {integer(253402300800)}), "timestamp overflow");
  EXPECT_EQ(error_of("string_to_timestamp", {Value::string("0000-12-31T23:59:59Z")}),
            "timestamp overflow");
}

TEST_F(Standard, NumbersCompareAcrossTypesAndNanHasNoOrder) {
  EXPECT_TRUE(call("less_int64_double", {integer(1), Value::real(1.5)}).is_true());
  EXPECT_TRUE(call("greater_equals_uint64_int64", {uint(UINT64_MAX), integer(-1)}).is_true());
  EXPECT_TRUE(call("less_equals_string", {Value::string("a"), Value::string("a")}).is_true());
  EXPECT_EQ(error_of("less_double", {Value::real(kNan), Value::real(1)}),
            "NaN values cannot be ordered");
  EXPECT_TRUE(call("equals", {Value::real(kNan), Value::real(kNan)}).is_false());
  EXPECT_TRUE(call("not_equals", {Value::real(kNan), Value::real(kNan)}).is_true());
}

TEST_F(Standard, ConversionsAreCheckedAndSayWhatFailed) {
  EXPECT_EQ(error_of("double_to_int64", {Value::real(9223372036854775808.0)}), "integer overflow");
  EXPECT_EQ(error_of("double_to_int64", {Value::real(-9223372036854775808.0)}), "integer overflow");
  EXPECT_EQ(error_of("double_to_int64", {Value::real(kNan)}), "integer overflow");
  EXPECT_EQ(call("double_to_int64", {Value::real(-1.9)}).as_int(), -1);
  EXPECT_EQ(error_of("double_to_uint64", {Value::real(-0.5)}), "unsigned integer overflow");
  EXPECT_EQ(error_of("double_to_uint64", {Value::real(18446744073709551616.0)}),
            "unsigned integer overflow");
  EXPECT_EQ(error_of("int64_to_uint64", {integer(-1)}), "unsigned integer overflow");
  EXPECT_EQ(error_of("uint64_to_int64", {uint(UINT64_MAX)}), "integer overflow");
  EXPECT_EQ(error_of("string_to_int64", {Value::string("0x1F")}),
            "type conversion error from 'string' to 'int'");
  EXPECT_EQ(error_of("string_to_bool", {Value::string("yes")}),
            "type conversion error from 'string' to 'bool'");
  EXPECT_EQ(error_of("string_to_duration", {Value::string("1")}),
            "type conversion error from 'string' to 'google.protobuf.Duration'");
  EXPECT_EQ(error_of("bytes_to_string", {Value::bytes("\xFF")}),
            "invalid UTF-8 in bytes, cannot convert to string");
  EXPECT_EQ(error_of("bytes_to_string", {Value::bytes("\xED\xA0\x80")}),
            "invalid UTF-8 in bytes, cannot convert to string");
  EXPECT_EQ(text_of("bytes_to_string", Value::bytes("\xF0\x9F\x98\x80")), "\xF0\x9F\x98\x80");
  EXPECT_TRUE(call("string_to_bool", {Value::string("T")}).is_true());
}

TEST_F(Standard, TextOfValues) {
  EXPECT_EQ(text_of("double_to_string", Value::real(123456789)), "1.23456789e+08");
  EXPECT_EQ(text_of("duration_to_string", Value::duration(1500000000)), "1.5s");
  EXPECT_EQ(text_of("bool_to_string", Value::boolean(true)), "true");
  EXPECT_EQ(text_of("uint64_to_string", uint(UINT64_MAX)), "18446744073709551615");
  const Value zoned = call("string_to_timestamp", {Value::string("2020-01-01T00:00:00.5+02:00")});
  EXPECT_EQ(text_of("timestamp_to_string", zoned), "2020-01-01T00:00:00.5+02:00");
  const Value later = call("add_timestamp_duration", {zoned, Value::duration(500000000)});
  EXPECT_EQ(text_of("timestamp_to_string", later), "2020-01-01T00:00:01+02:00");
  EXPECT_TRUE(equal(zoned, Value::timestamp(1577829600, 500000000)));
}

TEST_F(Standard, TypesAreValues) {
  EXPECT_EQ(runtime_name(*call("type", {integer(1)}).as_type()), "int");
  EXPECT_EQ(runtime_name(*call("type", {call("type", {integer(1)})}).as_type()), "type");
  for (const char* name :
       {"int", "google.protobuf.Timestamp", "list", "map", "null_type", "type"}) {
    ASSERT_NE(declarations_.find_type(name), nullptr) << name;
    EXPECT_EQ(runtime_name(*declarations_.find_type(name)->value.as_type()), name);
  }
}

TEST_F(Standard, TimesAreTakenApartInUtcAndInZones) {
  const Value at = Value::timestamp(1234567890, 123456789);  // 2009-02-13T23:31:30.123456789Z
  EXPECT_EQ(call("timestamp_to_year", {at}).as_int(), 2009);
  EXPECT_EQ(call("timestamp_to_month", {at}).as_int(), 1);
  EXPECT_EQ(call("timestamp_to_day_of_year", {at}).as_int(), 43);
  EXPECT_EQ(call("timestamp_to_day_of_month", {at}).as_int(), 12);
  EXPECT_EQ(call("timestamp_to_day_of_month_1_based", {at}).as_int(), 13);
  EXPECT_EQ(call("timestamp_to_day_of_week", {at}).as_int(), 5);
  EXPECT_EQ(call("timestamp_to_milliseconds", {at}).as_int(), 123);
  const auto hours = [&](std::string_view zone) {
    return call("timestamp_to_hours_with_tz", {at, Value::string(zone)});
  };
  EXPECT_EQ(hours("UTC").as_int(), 23);
  EXPECT_EQ(hours("02:00").as_int(), 1);
  EXPECT_EQ(hours("-02:30").as_int(), 21);
  EXPECT_EQ(hours("America/St_Johns").as_int(), 20);
  EXPECT_EQ(hours("Nope").error_message(), "unknown time zone Nope");
  EXPECT_EQ(hours("../etc/passwd").error_message(), "time: invalid location name");
  EXPECT_EQ(hours("x:y").error_message(), "strconv.Atoi: parsing \"x\": invalid syntax");
  EXPECT_EQ(hours("9223372036854775807:00").error_message(), "time zone offset out of range");
}

TEST_F(Standard, WithoutZonesTheErrorSaysSo) {
  Evaluation bare(arena_);
  const std::vector<Value> args = {Value::timestamp(0, 0), Value::string("Europe/Berlin")};
  EXPECT_EQ(overload("timestamp_to_hours_with_tz")->run(bare, args).error_message(),
            "time zones other than UTC and offsets are not known here: Europe/Berlin");
}

TEST_F(Standard, DurationsAreCountedWhole) {
  EXPECT_EQ(call("duration_to_hours", {Value::duration(7199999999999)}).as_int(), 1);
  EXPECT_EQ(call("duration_to_minutes", {Value::duration(-90000000000)}).as_int(), -1);
  EXPECT_EQ(call("duration_to_seconds", {Value::duration(3723456000000)}).as_int(), 3723);
  EXPECT_EQ(call("duration_to_milliseconds", {Value::duration(123321456)}).as_int(), 123);
}

TEST_F(Standard, TextIsSearched) {
  const Value text = Value::string("hello world");
  EXPECT_TRUE(call("contains_string", {text, Value::string("o w")}).is_true());
  EXPECT_TRUE(call("starts_with_string", {text, Value::string("hello")}).is_true());
  EXPECT_TRUE(call("ends_with_string", {text, Value::string("hello")}).is_false());
  EXPECT_TRUE(call("matches_string", {text, Value::string("^h.*d$")}).is_true());
  EXPECT_TRUE(call("matches", {text, Value::string("(")}).is_error());
  EXPECT_EQ(call("size_string", {Value::string("\u03B1\u03B2")}).as_int(), 2);
  EXPECT_EQ(call("bytes_size", {Value::bytes("\u03B1\u03B2")}).as_int(), 4);
}

TEST_F(Standard, CostsGrowWithTheText) {
  const std::string ten(10, 'x');
  const std::string eleven(11, 'x');
  const Value a = Value::string(ten);
  const Value b = Value::string(eleven);
  EXPECT_EQ(cost_of("add_string", {a, b}), 3U);
  EXPECT_EQ(cost_of("less_string", {a, b}), 1U);
  EXPECT_EQ(cost_of("less_string", {b, b}), 2U);
  EXPECT_EQ(cost_of("equals", {a, Value::string("")}), 0U);
  EXPECT_EQ(cost_of("equals", {integer(1), integer(2)}), 1U);
  EXPECT_EQ(cost_of("contains_string", {b, a}), 2U);
  EXPECT_EQ(cost_of("starts_with_string", {a, b}), 2U);
  EXPECT_EQ(cost_of("matches_string", {a, Value::string("12345")}), 4U);
  EXPECT_EQ(cost_of("string_to_bytes", {b}), 2U);
  EXPECT_EQ(overload("add_int64")->cost, nullptr);
}

TEST_F(Standard, OlderKubernetesCountsTheTextOfAffixes) {
  add_standard_of_1_36(declarations_);
  EXPECT_EQ(cost_of("starts_with_string", {Value::string(""), Value::string("foo")}), 0U);
  EXPECT_EQ(cost_of("ends_with_string", {Value::string("foobar"), Value::string("")}), 1U);
  EXPECT_EQ(error_of("int64_to_duration", {integer(1)}),
            "type conversion error from 'int' to 'google.protobuf.Duration'");
}

TEST_F(Standard, EstimatesFollowTheSizes) {
  const EstimatedNode text{.type = &type::kString, .size = {0, 20}, .has_size = true};
  const EstimatedNode unknown{.type = &type::kString};
  const std::vector<EstimatedNode> both = {text, text};
  const auto sum = overload("add_string")->estimate(nullptr, both);
  EXPECT_EQ(sum->cost, (CostEstimate{0, 4}));
  EXPECT_EQ(sum->result_size, (SizeEstimate{0, 40}));
  EXPECT_EQ(overload("less_string")->estimate(nullptr, both)->cost, (CostEstimate{1, 2}));
  const std::vector<EstimatedNode> one = {unknown};
  EXPECT_EQ(overload("starts_with_string")->estimate(&text, one)->cost,
            (CostEstimate{0, 1844674407370955264}));
  EXPECT_EQ(overload("contains_string")->estimate(&text, both)->cost, (CostEstimate{0, 4}));
}

}  // namespace
}  // namespace drawbridge::cel

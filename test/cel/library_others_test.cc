// regex, semver, the named formats and the authorizer.
#include "rules/cel/pattern.h"
#include "test/cel/library_support.h"

namespace drawbridge::cel {
namespace {

class RegexLibrary : public LibraryTest {
 protected:
  RegexLibrary() { library(add_regex); }
};

TEST_F(RegexLibrary, Finds) {
  EXPECT_EQ(run("string_find_string", {text("abc 123"), text("[0-9]+")}), "123");
  EXPECT_EQ(run("string_find_string", {text("abc 123"), text("xyz")}), "");
  EXPECT_EQ(run("string_find_string", {text("a"), text("[")}),
            "error: Illegal regex: error parsing regexp: missing closing ]: `[`");
  EXPECT_EQ(run("string_find_all_string", {text("123 abc 456"), text("[0-9]+")}), "[123, 456]");
  EXPECT_EQ(run("string_find_all_string", {text("123"), text("x")}), "[]");
  const auto limited = [&](std::int64_t limit) {
    return run("string_find_all_string_int", {text("1 2 3"), text("[0-9]"), number(limit)});
  };
  EXPECT_EQ(limited(2), "[1, 2]");
  EXPECT_EQ(limited(0), "[]");
  EXPECT_EQ(limited(-1), "[1, 2, 3]");
}

TEST_F(RegexLibrary, EmptyMatchesAreAsGos) {
  const auto count = [&](std::string_view in, std::string_view pattern) {
    return call("string_find_all_string", {text(in), text(pattern)}).size();
  };
  EXPECT_EQ(count("", ""), 1U);
  EXPECT_EQ(count("héy", ""), 4U);
  // None right behind a match.
  EXPECT_EQ(run("string_find_all_string", {text("baab"), text("a*")}), "[, aa, ]");
}

TEST_F(RegexLibrary, UsesWhatWasCompiled) {
  const auto pattern = std::get<std::shared_ptr<const Pattern>>(Pattern::compile("[0-9]"));
  const std::array<Value, 2> args = {text("a1b2"), text("[0-9]")};
  EXPECT_EQ(shown(overload("string_find_string").run_compiled(evaluation_, args, *pattern)), "1");
  EXPECT_EQ(shown(overload("string_find_all_string").run_compiled(evaluation_, args, *pattern)),
            "[1, 2]");
}

TEST_F(RegexLibrary, Costs) {
  EXPECT_EQ(cost("string_find_string", {text("123456789"), text("[0-9]+")}), 2U);
  EXPECT_EQ(cost("string_find_string", {text("1234567890"), text("[0-9]+")}), 4U);
  EXPECT_EQ(cost("string_find_string", {text("1234567890"), text("")}), 0U);
}

class SemverLibrary : public LibraryTest {
 protected:
  SemverLibrary() { library(add_semver); }
  Value semver(std::string_view it) { return call("string_to_semver", {text(it)}); }
  std::string normal(std::string_view it) {
    return run("string_bool_to_semver", {text(it), Value::boolean(true)});
  }
  std::string compared(std::string_view a, std::string_view b) {
    return run("semver_compare_to", {semver(a), semver(b)});
  }
};

TEST_F(SemverLibrary, Parses) {
  EXPECT_EQ(shown(semver("1.2.3-alpha.1+b.01")), "1.2.3-alpha.1+b.01");
  EXPECT_EQ(shown(semver("")), "error: Version string empty");
  EXPECT_EQ(shown(semver("v1.0")), "error: No Major.Minor.Patch elements found");
  EXPECT_EQ(shown(semver("v1.0.0")), "error: Invalid character(s) found in major number \"v1\"");
  EXPECT_EQ(shown(semver("01.0.0")), "error: Major number must not contain leading zeroes \"01\"");
  EXPECT_EQ(shown(semver("1.x.0")), "error: Invalid character(s) found in minor number \"x\"");
  EXPECT_EQ(shown(semver("1.0.")), "error: strconv.ParseUint: parsing \"\": invalid syntax");
  EXPECT_EQ(shown(semver("18446744073709551616.0.0")),
            "error: strconv.ParseUint: parsing \"18446744073709551616\": value out of range");
  EXPECT_EQ(shown(semver("1.0.0-")), "error: Prerelease is empty");
  EXPECT_EQ(shown(semver("1.0.0-a.")), "error: Prerelease is empty");
  EXPECT_EQ(shown(semver("1.0.0-01")),
            "error: Numeric PreRelease version must not contain leading zeroes \"01\"");
  EXPECT_EQ(shown(semver("1.0.0-a_b")), "error: Invalid character(s) found in prerelease \"a_b\"");
  EXPECT_EQ(shown(semver("1.0.0+")), "error: Build meta data is empty");
  EXPECT_EQ(shown(semver("1.0.0+a_b")),
            "error: Invalid character(s) found in build meta data \"a_b\"");
  EXPECT_EQ(run("is_semver_string", {text("1.0")}), "false");
  EXPECT_EQ(run("is_semver_string_bool", {text("v1.0"), Value::boolean(true)}), "true");
  EXPECT_EQ(run("is_semver_string_bool", {text("v1.0"), Value::boolean(false)}), "false");
}

TEST_F(SemverLibrary, Normalizes) {
  EXPECT_EQ(normal("v1.2.3"), "1.2.3");
  EXPECT_EQ(normal("1"), "1.0.0");
  EXPECT_EQ(normal("01.02.03"), "1.2.3");
  EXPECT_EQ(normal("00.0.000"), "0.0.0");
  EXPECT_EQ(normal("1.2.00-rc"), "1.2.0-rc");
  EXPECT_EQ(normal("1.2-rc"), "error: short version cannot contain PreRelease/Build meta data");
  EXPECT_EQ(normal("vv1"), "error: Invalid character(s) found in major number \"0v1\"");
}

TEST_F(SemverLibrary, Compares) {
  EXPECT_EQ(compared("1.2.3", "1.2.3+build"), "0");
  EXPECT_TRUE(equal(semver("1.2.3+a"), semver("1.2.3+b")));
  EXPECT_EQ(compared("1.2.3", "1.2.10"), "-1");
  EXPECT_EQ(compared("1.0.0", "1.0.0-rc"), "1");
  EXPECT_EQ(compared("1.0.0-alpha", "1.0.0-alpha.1"), "-1");
  EXPECT_EQ(compared("1.0.0-2", "1.0.0-10"), "-1");
  EXPECT_EQ(compared("1.0.0-2", "1.0.0-a"), "-1");
  EXPECT_EQ(compared("1.0.0-b", "1.0.0-a.9"), "1");
  EXPECT_EQ(run("semver_is_less_than", {semver("1.0.0"), semver("2.0.0")}), "true");
  EXPECT_EQ(run("semver_is_greater_than", {semver("1.0.0"), semver("2.0.0")}), "false");
  EXPECT_EQ(run("semver_minor", {semver("1.2.3")}), "2");
  // Go's conversion wraps round.
  EXPECT_EQ(run("semver_major", {semver("18446744073709551615.0.0")}), "-1");
  EXPECT_EQ(run("semver_patch", {text("1.2.3")}), "error: no such overload");
}

class FormatLibrary : public LibraryTest {
 protected:
  FormatLibrary() { library(add_format); }
  std::string validated(std::string_view format, std::string_view it) {
    return run("format-validate", {call("format." + std::string(format), {}), text(it)});
  }
  bool valid(std::string_view format, std::string_view it) {
    return validated(format, it) == "none";
  }
};

TEST_F(FormatLibrary, Names) {
  EXPECT_TRUE(valid("dns1123Label", "1-a"));
  EXPECT_EQ(validated("dns1123Label", "a.b"), "some [must not contain dots]");
  EXPECT_EQ(validated("dns1123Label", std::string(64, 'a')),
            "some [must be no more than 63 characters]");
  EXPECT_EQ(validated("labelValue", std::string(64, 'a')), "some [must be no more than 63 bytes]");
  EXPECT_EQ(validated("qualifiedName", std::string(254, 'a') + "/a"),
            "some [prefix part must be no more than 253 bytes]");
  EXPECT_EQ(validated("dns1123Label", "A"),
            "some [a lowercase RFC 1123 label must consist of lower case alphanumeric characters "
            "or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or "
            "'123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')]");
  EXPECT_FALSE(valid("dns1123Label", "a-"));
  EXPECT_TRUE(valid("dns1123LabelPrefix", "a-"));
  EXPECT_FALSE(valid("dns1123LabelPrefix", "-"));
  EXPECT_TRUE(valid("dns1123Subdomain", "a.b-c.1"));
  EXPECT_FALSE(valid("dns1123Subdomain", "a..b"));
  EXPECT_TRUE(valid("dns1123Subdomain", std::string(253, 'a')));
  EXPECT_FALSE(valid("dns1123Subdomain", std::string(254, 'a')));
  EXPECT_TRUE(valid("dns1035Label", "a1"));
  EXPECT_FALSE(valid("dns1035Label", "1a"));
  EXPECT_TRUE(valid("qualifiedName", "example.com/My.Name_1"));
  EXPECT_EQ(validated("qualifiedName", "/a"), "some [prefix part must be non-empty]");
  EXPECT_EQ(validated("qualifiedName", "a/"),
            "some [name part must be non-empty, name part must consist of alphanumeric characters, "
            "'-', '_' or '.', and must start and end with an alphanumeric character (e.g. "
            "'MyName',  or 'my.name',  or '123-abc', regex used for validation is "
            "'([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')]");
  EXPECT_TRUE(valid("labelValue", ""));
  EXPECT_FALSE(valid("labelValue", "-"));
}

TEST_F(FormatLibrary, Others) {
  EXPECT_TRUE(valid("uri", "http://example.com"));
  EXPECT_EQ(validated("uri", "a b"), "some [parse \"a b\": invalid URI for request]");
  EXPECT_TRUE(valid("uuid", "123e4567-e89b-12d3-a456-426614174000"));
  EXPECT_TRUE(valid("uuid", "123E4567e89b-12d3a456426614174000"));
  EXPECT_FALSE(valid("uuid", "123e4567-e89b-12d3-a456-42661417400"));
  EXPECT_TRUE(valid("byte", "aGVsbG8="));
  EXPECT_FALSE(valid("byte", "aGVsbG8"));
  EXPECT_FALSE(valid("byte", ""));
  EXPECT_FALSE(valid("byte", "a==="));
  EXPECT_TRUE(valid("date", "2024-02-29"));
  EXPECT_FALSE(valid("date", "2023-02-29"));
  EXPECT_FALSE(valid("date", "2023-2-01"));
  EXPECT_TRUE(valid("datetime", "2021-01-01T00:00:00Z"));
  EXPECT_TRUE(valid("datetime", "2021-01-01t23:59:59.5+99:99"));
  EXPECT_FALSE(valid("datetime", "2021-01-01T24:00:00Z"));
  EXPECT_FALSE(valid("datetime", "2021-01-01T00:00:00"));
  EXPECT_EQ(validated("datetime", "2020-01-32T00:00:00Z"), "some [invalid datetime]");
  EXPECT_EQ(run("format-named", {text("nope")}), "none");
  EXPECT_EQ(run("format-named", {text("uuid")}), "some uuid");
  EXPECT_FALSE(equal(call("format.uuid", {}), call("format.byte", {})));
  EXPECT_TRUE(equal(call("format.uuid", {}), *call("format-named", {text("uuid")}).as_optional()));
}

TEST_F(FormatLibrary, Costs) {
  const auto cost_of = [&](std::string_view format, std::string_view it) {
    return cost("format-validate", {call(format, {}), text(it)});
  };
  EXPECT_EQ(cost_of("format.dns1123Label", "my-name"), 8U);
  EXPECT_EQ(cost_of("format.uuid", "123e4567-e89b-12d3-a456-426614174000"), 72U);
  EXPECT_EQ(cost_of("format.datetime", "2020-01-32T00:00:00Z"), 54U);
}

struct KnownAnswers final : Authorizer {
  const AccessAnswer* ask(const AccessQuestion& question) override {
    asked = question;
    return answer;
  }
  AccessQuestion asked;
  const AccessAnswer* answer = nullptr;
};

class AuthzLibrary : public LibraryTest {
 protected:
  AuthzLibrary() {
    library(add_authz);
    library(add_authz_selectors);
  }
  Value ask(std::string_view id, std::initializer_list<Value> args) {
    const Overload& it = overload(id);
    std::vector<Value> arguments(args);
    return it.run(asking_, arguments);
  }
  KnownAnswers answers_;
  Evaluation asking_{arena_, &answers_};
};

TEST_F(AuthzLibrary, AsksForResources) {
  const AccessAnswer answer{.allowed = true, .reason = "because", .error = ""};
  answers_.answer = &answer;
  Value check = call("authorizer_serviceaccount", {authorizer_value(), text("ns"), text("robot")});
  check = call("authorizer_group", {check, text("apps")});
  check = call("groupcheck_resource", {check, text("deployments")});
  check = call("resourcecheck_subresource", {check, text("status")});
  check = call("resourcecheck_namespace", {check, text("test")});
  check = call("resourcecheck_name", {check, text("backend")});
  check = call("authorizer_fieldselector", {check, text("a=b")});
  check = call("authorizer_labelselector", {check, text("c=d")});
  const Value decision = ask("resourcecheck_check", {check, text("create")});
  EXPECT_EQ(answers_.asked.service_account_namespace, "ns");
  EXPECT_EQ(answers_.asked.service_account_name, "robot");
  EXPECT_EQ(answers_.asked.group, "apps");
  EXPECT_EQ(answers_.asked.resource, "deployments");
  EXPECT_EQ(answers_.asked.subresource, "status");
  EXPECT_EQ(answers_.asked.ns, "test");
  EXPECT_EQ(answers_.asked.name, "backend");
  EXPECT_EQ(answers_.asked.field_selector, "a=b");
  EXPECT_EQ(answers_.asked.label_selector, "c=d");
  EXPECT_EQ(answers_.asked.verb, "create");
  EXPECT_EQ(run("decision_allowed", {decision}), "true");
  EXPECT_EQ(run("decision_reason", {decision}), "because");
  EXPECT_EQ(run("decision_errored", {decision}), "false");
  EXPECT_EQ(run("decision_error", {decision}), "");
}

TEST_F(AuthzLibrary, AsksForPathsAndTellsErrors) {
  const AccessAnswer answer{.allowed = false, .reason = "", .error = "down"};
  answers_.answer = &answer;
  const Value check = call("authorizer_path", {authorizer_value(), text("/healthz")});
  const Value decision = ask("pathcheck_check", {check, text("get")});
  EXPECT_EQ(answers_.asked.path, "/healthz");
  EXPECT_EQ(run("decision_errored", {decision}), "true");
  EXPECT_EQ(run("decision_error", {decision}), "down");
  answers_.answer = nullptr;
  EXPECT_EQ(shown(ask("pathcheck_check", {check, text("get")})),
            "error: " + std::string(kAccessUnknown));
}

TEST_F(AuthzLibrary, TheResourceOfTheRequest) {
  const AccessAnswer answer{.allowed = true};
  answers_.answer = &answer;
  const Value check = request_resource_value(arena_, {.group = "apps", .resource = "deployments"});
  EXPECT_FALSE(ask("resourcecheck_check", {check, text("get")}).is_error());
  EXPECT_EQ(answers_.asked.resource, "deployments");
}

TEST_F(AuthzLibrary, Refuses) {
  EXPECT_EQ(run("authorizer_path", {authorizer_value(), text(" \t")}),
            "error: path must not be empty");
  const Value group = call("authorizer_group", {authorizer_value(), text("")});
  EXPECT_EQ(run("groupcheck_resource", {group, text("")}), "error: resource must not be empty");
  EXPECT_EQ(run("authorizer_serviceaccount", {authorizer_value(), text("ns"), text("A")}),
            "error: Invalid service account name");
  EXPECT_EQ(run("authorizer_serviceaccount", {authorizer_value(), text("a.b"), text("a.b")}),
            "error: Invalid service account namespace");
  EXPECT_EQ(run("decision_allowed", {group}), "error: no such overload");
  EXPECT_FALSE(overload("pathcheck_check").pure);
}

TEST_F(AuthzLibrary, Costs) {
  const Value group = call("authorizer_group", {authorizer_value(), text("")});
  const Value check = call("groupcheck_resource", {group, text("pods")});
  EXPECT_EQ(cost("resourcecheck_check", {check, text("get")}), 350'000U);
  EXPECT_EQ(cost("authorizer_fieldselector",
                 {check,
                  text("spec.nodeName=example-node-name.fully.qualified.domain.name.example.com")}),
            1'818U);
}

}  // namespace
}  // namespace drawbridge::cel

#include "webhook/cli/rule_test_output.h"

#include <string_view>

#include "kube/api/json_writer.h"
#include "rules/finding.h"
#include "webhook/cli/sarif.h"

namespace drawbridge::cli {
namespace {

constexpr std::string_view kRed = "\x1b[31m";
constexpr std::string_view kGreen = "\x1b[32m";
constexpr std::string_view kReset = "\x1b[0m";

std::string number_of(std::size_t count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

// Every line printable, those behind the first below it.
std::string lines(const std::string& text, const std::string& indent) {
  std::string result;
  std::size_t from = 0;
  for (;;) {
    const std::size_t end = text.find('\n', from);
    result += rules::printable(text.substr(from, end - from));
    if (end == std::string::npos) return result;
    result += "\n" + indent;
    from = end + 1;
  }
}

std::string place_of(const RuleTestResult& result) {
  return rules::printable(result.file) + ":" + std::to_string(result.line);
}

// What XML 1.0 can hold of a text: the other control characters are not even references.
std::string xml(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::string xml_line(const std::string& text) {
  return xml(rules::printable(text));
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

std::string failure_of(const RuleTestResult& result) {
  return "expected " + result.expected + ", got " + result.got;
}

void write_rule(std::string_view id, std::string_view meaning, kube::JsonWriter& writer) {
  writer.begin_object().key("id").string(id);
  writer.key("shortDescription").begin_object().key("text").string(meaning).end_object();
  writer.end_object();
}

void write_result(const RuleTestResult& result, kube::JsonWriter& writer) {
  writer.begin_object();
  writer.key("ruleId").string(result.is_case ? "RuleTestFailed" : "RuleUnusable");
  writer.key("ruleIndex").integer(result.is_case ? 0 : 1);
  writer.key("level").string("error");
  writer.key("message").begin_object().key("text");
  writer.string(rules::printable(result.name) + ": " + lines(failure_of(result), "")).end_object();
  writer.key("locations").begin_array().begin_object().key("physicalLocation").begin_object();
  writer.key("artifactLocation").begin_object().key("uri").string(sarif_uri(result.file));
  writer.end_object();
  writer.key("region").begin_object().key("startLine").integer(result.line).end_object();
  writer.end_object().end_object().end_array().end_object();
}

}  // namespace

std::string rule_test_text(const RuleTestReport& report, bool color) {
  const auto styled = [color](const std::string& text, std::string_view style) {
    return color ? std::string(style) + text + std::string(kReset) : text;
  };
  std::string text;
  for (const RuleTestReport::Folder& folder : report.folders) {
    const std::size_t failed = folder.failed();
    text += styled(failed == 0 ? "ok    " : "FAIL  ", failed == 0 ? kGreen : kRed) +
            rules::printable(folder.path) + "  " + number_of(folder.results.size(), "test") +
            (failed == 0 ? "" : ", " + std::to_string(failed) + " failed") + "\n";
    for (const RuleTestResult& result : folder.results) {
      if (result.passed) continue;
      const std::string indent = "                ";
      text += "  " + styled("x", kRed) + " " + rules::printable(result.name) + "  " +
              place_of(result) + "\n      expected  " + lines(result.expected, indent) +
              "\n      got       " + lines(result.got, indent) + "\n";
    }
  }
  return text + "\n" + number_of(report.tests(), "test") + " of " +
         number_of(report.folders.size(), "folder") + ": " + std::to_string(report.failed()) +
         " failed.\n";
}

std::string rule_test_junit(const RuleTestReport& report) {
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  std::size_t all = 0;
  for (const RuleTestReport::Folder& folder : report.folders) all += folder.results.size();
  text += "<testsuites name=\"drawbridge rules test\" tests=\"" + std::to_string(all) +
          "\" failures=\"" + std::to_string(report.failed()) + "\">\n";
  for (const RuleTestReport::Folder& folder : report.folders) {
    text += "  <testsuite name=\"" + xml_line(folder.path) + "\" tests=\"" +
            std::to_string(folder.results.size()) + "\" failures=\"" +
            std::to_string(folder.failed()) + "\">\n";
    for (const RuleTestResult& result : folder.results) {
      text += "    <testcase name=\"" + xml_line(result.name) + "\" classname=\"" +
              xml_line(folder.path) + "\" file=\"" + xml_line(result.file) + "\" line=\"" +
              std::to_string(result.line) + "\"";
      if (result.passed) {
        text += "/>\n";
        continue;
      }
      text += ">\n      <failure message=\"" + xml_line(first_line(failure_of(result))) + "\">" +
              xml(lines(failure_of(result), "")) + "</failure>\n    </testcase>\n";
    }
    text += "  </testsuite>\n";
  }
  return text + "</testsuites>\n";
}

std::string rule_test_sarif(const RuleTestReport& report, const std::string& version) {
  std::string text;
  kube::JsonWriter writer(text);
  writer.begin_object();
  writer.key("$schema").string(kSarifSchema).key("version").string(kSarifVersion);
  writer.key("runs").begin_array().begin_object();
  writer.key("tool").begin_object().key("driver").begin_object();
  writer.key("name").string("drawbridge").key("version").string(version);
  writer.key("rules").begin_array();
  write_rule("RuleTestFailed", "a DeviceRule says something else than its test expects", writer);
  write_rule("RuleUnusable", "a DeviceRule can't be used as it is written", writer);
  writer.end_array().end_object().end_object();
  writer.key("results").begin_array();
  for (const RuleTestReport::Folder& folder : report.folders) {
    for (const RuleTestResult& result : folder.results) {
      if (!result.passed) write_result(result, writer);
    }
  }
  writer.end_array().end_object().end_array().end_object();
  return text + "\n";
}

std::string rule_test_json(const RuleTestReport& report) {
  std::string text;
  for (const RuleTestReport::Folder& folder : report.folders) {
    for (const RuleTestResult& result : folder.results) {
      kube::JsonWriter writer(text);
      writer.begin_object();
      writer.key("folder").string(rules::printable(folder.path));
      writer.key("name").string(rules::printable(result.name));
      writer.key("file").string(rules::printable(result.file));
      writer.key("line").integer(result.line).key("passed").boolean(result.passed);
      writer.key("expected").string(lines(result.expected, ""));
      writer.key("got").string(lines(result.got, "")).end_object();
      text += "\n";
    }
  }
  return text;
}

}  // namespace drawbridge::cli

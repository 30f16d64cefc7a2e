#include "webhook/cli/audit_output.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>

#include "kube/api/json_writer.h"

namespace drawbridge::cli {
namespace {

using rules::Severity;

constexpr std::size_t kWidth = 100;
constexpr std::size_t kIndent = 11;

std::string_view meaning_of(std::string_view code) {
  for (const rules::Code& known : rules::all_codes()) {
    if (known.name == code) return known.meaning;
  }
  return code;
}

// 1204 as "1,204".
std::string grouped(std::size_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return grouped(count) + " " + std::string(count == 1 ? one : many);
}

std::string plural(const std::string& kind) {
  return kind + (kind.ends_with('s') || kind.ends_with('x') ? "es" : "s");
}

// "3 ClusterQueues, 41 Jobs in 6 namespaces"; a single object by its name.
std::string affected(const AuditGroup& group) {
  if (group.objects.size() == 1) return group.objects.front().text();
  std::map<std::string, std::size_t> kinds;
  for (const AuditedObject& object : group.objects) ++kinds[object.kind];
  std::string text;
  for (const auto& [kind, count] : kinds) {
    const std::string shown = rules::shown(kind);
    text += (text.empty() ? "" : ", ") + counted(count, shown, plural(shown));
  }
  if (const std::size_t namespaces = group.namespaces(); namespaces > 0)
    text += " in " + counted(namespaces, "namespace", "namespaces");
  return text;
}

struct Counts {
  std::size_t errors = 0;
  std::size_t warnings = 0;
  std::size_t notes = 0;
};

Counts count(const AuditReport& report) {
  Counts counts;
  for (const AuditGroup& group : report.groups) {
    std::size_t& one = group.severity == Severity::kDeny   ? counts.errors
                       : group.severity == Severity::kWarn ? counts.warnings
                                                           : counts.notes;
    ++one;
  }
  return counts;
}

std::string_view word(Severity severity) {
  return severity == Severity::kDeny ? "ERROR" : severity == Severity::kWarn ? "WARNING" : "NOTE";
}

class TextOutput {
 public:
  explicit TextOutput(bool color) : color_(color) {}

  void group(const AuditGroup& group) {
    head(group);
    wrapped("", rules::printable(group.message));
    const std::string why = "   (drawbridge audit --why " + std::string(group.code) + ")";
    if (group.objects.size() > 1) {
      wrapped("affects", affected(group) + why);
    } else if (!group.cause.empty()) {
      wrapped("affects", affected(group));
    }
    if (!group.fix.empty()) wrapped("fix", rules::printable(group.fix));
    text_ += '\n';
  }

  void head(const AuditGroup& group) {
    const std::string title = !group.cause.empty()        ? rules::printable(group.cause)
                              : group.objects.size() == 1 ? group.objects.front().text()
                                                          : std::string(meaning_of(group.code));
    std::string line(word(group.severity));
    line.resize(kIndent - 2, ' ');
    line += title;
    line.resize(std::max(line.size() + 2, kWidth - group.code.size()), ' ');
    const std::string_view style = group.severity == Severity::kDeny   ? "\x1b[31m"
                                   : group.severity == Severity::kWarn ? "\x1b[33m"
                                                                       : "\x1b[2m";
    styled(line + std::string(group.code), style);
  }

  void styled(const std::string& line, std::string_view style) {
    text_ += color_ ? std::string(style) + line + "\x1b[0m\n" : line + "\n";
  }

  // `text` behind the label, wrapped at spaces.
  void wrapped(std::string_view label, std::string_view text) {
    std::string line = "  " + std::string(label);
    while (!text.empty()) {
      line.resize(std::max(line.size(), kIndent), ' ');
      std::size_t end = text.size();
      if (end > kWidth - kIndent) {
        end = text.rfind(' ', kWidth - kIndent);
        if (end == std::string_view::npos || end == 0) end = std::min(text.find(' '), text.size());
      }
      text_ += line + std::string(text.substr(0, end)) + "\n";
      text.remove_prefix(std::min(end + 1, text.size()));
      line.clear();
    }
  }

  void plain(const std::string& line) { text_ += line + "\n"; }
  std::string take() { return std::move(text_); }

 private:
  const bool color_;
  std::string text_;
};

std::string seconds(std::chrono::milliseconds took) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.1f s", static_cast<double>(took.count()) / 1000);
  return text.data();
}

// What is said where nothing was found.
std::string nothing(const AuditReport& report, const AuditContext& context) {
  if (context.unread.empty()) return "Nothing is wrong";
  return report.objects == 0 ? "Nothing could be judged, since nothing could be read"
                             : "Nothing is wrong with what could be read";
}

}  // namespace

std::string audit_text(const AuditReport& report, const AuditContext& context, bool color) {
  TextOutput output(color);
  for (std::size_t i = 0; i < report.groups.size();) {
    const std::string_view code = report.groups[i].code;
    const Severity severity = report.groups[i].severity;
    std::size_t same = i;
    while (same < report.groups.size() && report.groups[same].code == code &&
           report.groups[same].severity == severity)
      ++same;
    for (std::size_t j = i; j < std::min(same, i + kGroupsOfCodeMax); ++j)
      output.group(report.groups[j]);
    if (same - i > kGroupsOfCodeMax) {
      output.plain("         and " + grouped(same - i - kGroupsOfCodeMax) + " more of " +
                   std::string(code) + "   (drawbridge audit --why " + std::string(code) + ")\n");
    }
    i = same;
  }
  const Counts counts = count(report);
  const std::string findings = report.groups.empty()
                                   ? nothing(report, context)
                                   : counted(report.groups.size(), "finding", "findings") + ": " +
                                         counted(counts.errors, "error", "errors") + ", " +
                                         counted(counts.warnings, "warning", "warnings") + ", " +
                                         counted(counts.notes, "note", "notes");
  output.plain(findings + ". " + counted(report.objects, "object", "objects") + " of " +
               rules::printable(context.source) + " in " + seconds(context.took) + ".");
  return output.take();
}

std::string audit_why_text(const AuditReport& report, const AuditContext& context,
                           std::string_view code, bool color) {
  TextOutput output(color);
  bool any = false;
  for (const AuditGroup& group : report.groups) {
    if (group.code != code) continue;
    any = true;
    output.head(group);
    output.wrapped("", rules::printable(group.message));
    if (!group.fix.empty()) output.wrapped("fix", rules::printable(group.fix));
    for (const AuditedObject& object : group.objects) {
      std::string line = "    " + object.text();
      if (!object.field.empty()) line += "  " + rules::printable(object.field);
      if (!object.file.empty())
        line += "  (" + rules::printable(object.file) + ":" + std::to_string(object.line) + ")";
      output.plain(line);
    }
    output.plain("");
  }
  if (!any)
    output.plain("Nothing of " + std::string(code) + " was found" +
                 (context.unread.empty() ? "." : " in what could be read."));
  return output.take();
}

std::string audit_json(const AuditReport& report, const AuditContext& context) {
  const Counts counts = count(report);
  std::string text;
  kube::JsonWriter writer(text);
  writer.begin_object().key("source").string(rules::printable(context.source));
  writer.key("objects").integer(static_cast<std::int64_t>(report.objects));
  writer.key("milliseconds").integer(context.took.count());
  writer.key("unread").begin_array();
  for (const std::string& line : context.unread) writer.string(rules::printable(line));
  writer.end_array();
  writer.key("errors").integer(static_cast<std::int64_t>(counts.errors));
  writer.key("warnings").integer(static_cast<std::int64_t>(counts.warnings));
  writer.key("notes").integer(static_cast<std::int64_t>(counts.notes));
  writer.key("groups").begin_array();
  for (const AuditGroup& group : report.groups) {
    writer.begin_object().key("code").string(group.code);
    writer.key("severity").string(rules::severity_name(group.severity));
    writer.key("cause").string(rules::printable(group.cause));
    writer.key("message").string(rules::printable(group.message));
    writer.key("fix").string(rules::printable(group.fix));
    writer.key("namespaces").integer(static_cast<std::int64_t>(group.namespaces()));
    writer.key("objects").begin_array();
    for (const AuditedObject& object : group.objects) {
      writer.begin_object().key("kind").string(object.kind);
      writer.key("namespace").string(object.ns).key("name").string(object.name);
      writer.key("field").string(object.field);
      writer.key("file").string(rules::printable(object.file));
      writer.key("line").integer(object.line).end_object();
    }
    writer.end_array().end_object();
  }
  writer.end_array().end_object();
  return text + "\n";
}

}  // namespace drawbridge::cli

#include "webhook/cli/review_output.h"

#include <algorithm>
#include <functional>

#include "kube/api/json_writer.h"
#include "kube/api/object.h"
#include "kube/api/yaml.h"
#include "webhook/cli/diff.h"

namespace drawbridge::cli {
namespace {

using rules::Finding;
using rules::Severity;

constexpr std::string_view kRed = "\x1b[31m";
constexpr std::string_view kGreen = "\x1b[32m";
constexpr std::string_view kYellow = "\x1b[33m";
constexpr std::string_view kBold = "\x1b[1m";
constexpr std::string_view kDim = "\x1b[2m";
constexpr std::string_view kReset = "\x1b[0m";

constexpr std::size_t kStatusColumn = 62;
constexpr std::size_t kDiffContextLines = 1;

class TextOutput {
 public:
  explicit TextOutput(bool color) : color_(color) {}

  std::string run(const std::vector<ReviewedObject>& objects) {
    std::string_view file;
    for (const ReviewedObject& object : objects) {
      if (object.file != file)
        line((file.empty() ? "" : "\n") + rules::printable(object.file), kBold);
      file = object.file;
      write_object(object);
    }
    write_summary(objects);
    return std::move(text_);
  }

 private:
  void line(const std::string& text, std::string_view style = {}) {
    if (color_ && !style.empty()) {
      text_ += std::string(style) + text + std::string(kReset) + "\n";
    } else {
      text_ += text + "\n";
    }
  }

  static std::string title(const ReviewedObject& object) {
    return rules::shown(object.kind) + " " +
           (object.ns.empty() ? "" : rules::shown(object.ns) + "/") +
           (object.name.empty() ? "(no name)" : rules::shown(object.name, 80));
  }

  static bool rewrites_pods(const ReviewedObject& object) {
    return std::any_of(object.pods.begin(), object.pods.end(),
                       [](const ReviewedPods& pods) { return !pods.patch.empty(); });
  }

  static bool has_all_pods(const ReviewedObject& object) {
    return std::all_of(object.pods.begin(), object.pods.end(), std::mem_fn(&ReviewedPods::allowed));
  }

  static std::string status(const ReviewedObject& object) {
    if (!object.allowed) return "refused";
    if (!has_all_pods(object)) return "allowed, its pods refused";
    if (!object.patch.empty()) return "allowed, rewritten";
    if (rewrites_pods(object)) return "allowed, its pods rewritten";
    return "allowed";
  }

  void write_object(const ReviewedObject& object) {
    std::string head = "  " + title(object);
    head.resize(std::max(head.size() + 2, kStatusColumn), ' ');
    const std::string result = status(object);
    const std::string_view style = result.find("refused") != std::string::npos ? kRed
                                   : result == "allowed"                       ? std::string_view()
                                                                               : kGreen;
    text_ += head;
    line(result, style);
    for (const Finding& finding : object.findings) write_finding(finding);
    write_diff(object.before, object.after);
    for (const ReviewedPods& pods : object.pods) {
      if (pods.patch.empty()) continue;
      const std::optional<std::int64_t> count = pods.count;
      const std::string many =
          count ? "each of its " + std::to_string(*count) + " pods" : "its pod on each node";
      line("      " +
               (count == 0   ? std::string("it makes no pod now; one that it made")
                : count == 1 ? std::string("its pod")
                             : many) +
               (object.pods.size() > 1 ? " of " + rules::printable(pods.path) : "") + ":",
           kDim);
      write_diff(pods.before, pods.after);
    }
    for (const std::string& created : object.creates) write_created(created);
  }

  void write_finding(const Finding& finding) {
    const char mark = finding.severity == Severity::kDeny   ? 'x'
                      : finding.severity == Severity::kWarn ? '!'
                                                            : 'i';
    const std::string_view style = mark == 'x' ? kRed : mark == '!' ? kYellow : kDim;
    line(std::string("    ") + mark + " " +
             (finding.field.empty() ? "" : rules::printable(finding.field) + "  ") +
             std::string(finding.code),
         style);
    // Most text of objects is escaped where a finding is made, and is the same when it is again.
    write_wrapped(rules::printable(finding.message));
    if (!finding.fix.empty()) write_wrapped(rules::printable(finding.fix));
  }

  void write_wrapped(std::string_view text) {
    constexpr std::size_t kWidth = 94;
    while (!text.empty()) {
      std::size_t end = text.size();
      if (end > kWidth) {
        end = text.rfind(' ', kWidth);
        if (end == std::string_view::npos || end == 0) end = std::min(text.find(' '), text.size());
      }
      line("      " + std::string(text.substr(0, end)));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
  }

  void write_diff(std::string_view before, std::string_view after) {
    if (before.empty() && after.empty()) return;
    for (const DiffLine& diff : diff_lines(before, after, kDiffContextLines)) {
      // YAML shows characters that a terminal turns or hides.
      const std::string content = rules::printable(diff.text);
      switch (diff.kind) {
        case DiffLine::Kind::kSame:
          line("      " + content);
          break;
        case DiffLine::Kind::kRemoved:
          line("    - " + content, kRed);
          break;
        case DiffLine::Kind::kAdded:
          line("    + " + content, kGreen);
          break;
        case DiffLine::Kind::kGap:
          line("      ...", kDim);
          break;
      }
    }
  }

  void write_created(const std::string& text) {
    Result<kube::Document> object = kube::read_json(text);
    if (!object) return;
    const kube::ObjectView view(object->root());
    line("    + " + std::string(view.kind()) + " " + rules::shown(view.ns()) + "/" +
             rules::shown(view.name(), 80) + " (new)",
         kGreen);
    std::string yaml = kube::write_yaml(object->root()["spec"]["spec"]);
    for (std::size_t at = 0; at < yaml.size();) {
      const std::size_t end = std::min(yaml.find('\n', at), yaml.size());
      line("    +   " + rules::printable(std::string_view(yaml).substr(at, end - at)), kGreen);
      at = end + 1;
    }
  }

  static std::string counted(std::size_t count, std::string_view one, std::string_view many) {
    return std::to_string(count) + " " + std::string(count == 1 ? one : many);
  }

  void write_summary(const std::vector<ReviewedObject>& objects) {
    std::size_t refused = 0;
    std::size_t of_pods = 0;
    std::size_t rewritten = 0;
    std::size_t problems = 0;
    std::size_t warnings = 0;
    for (const ReviewedObject& object : objects) {
      refused += object.allowed ? 0 : 1;
      of_pods += object.allowed && !has_all_pods(object) ? 1 : 0;
      rewritten += object.allowed && (!object.patch.empty() || rewrites_pods(object)) ? 1 : 0;
      for (const Finding& finding : object.findings) {
        problems += finding.severity == Severity::kDeny ? 1 : 0;
        warnings += finding.severity == Severity::kWarn ? 1 : 0;
      }
    }
    line("");
    line(counted(objects.size(), "object", "objects") + ": " + std::to_string(refused) +
         " refused, " +
         (of_pods == 0 ? "" : std::to_string(of_pods) + " whose pods are refused, ") +
         std::to_string(rewritten) + " rewritten. " + counted(problems, "problem", "problems") +
         ", " + counted(warnings, "warning", "warnings") + ".");
  }

  bool color_;
  std::string text_;
};

// The name of a file may be any bytes, and JSON is UTF-8.
std::string as_json_text(const std::string& name) {
  std::string quoted;
  kube::write_json_string(name, quoted);
  return kube::read_json(quoted) ? name : rules::printable(name);
}

void write_findings(const std::vector<Finding>& findings, kube::JsonWriter& writer) {
  writer.key("findings").begin_array();
  for (const Finding& finding : findings) {
    writer.begin_object()
        .key("code")
        .string(finding.code)
        .key("severity")
        .string(rules::severity_name(finding.severity));
    writer.key("field").string(finding.field);
    writer.key("message")
        .string(finding.fix.empty() ? finding.message : finding.message + " " + finding.fix)
        .end_object();
  }
  writer.end_array();
}

void write_pods(const ReviewedPods& pods, kube::JsonWriter& writer) {
  writer.begin_object().key("path").string(pods.path).key("count");
  if (pods.count) {
    writer.integer(*pods.count);
  } else {
    writer.null();
  }
  writer.key("allowed")
      .boolean(pods.allowed)
      .key("patch")
      .raw(pods.patch.empty() ? "[]" : pods.patch)
      .end_object();
}

}  // namespace

std::string review_text(const std::vector<ReviewedObject>& objects, bool color) {
  return TextOutput(color).run(objects);
}

std::string review_json(const std::vector<ReviewedObject>& objects) {
  std::string text;
  for (const ReviewedObject& object : objects) {
    kube::JsonWriter writer(text);
    writer.begin_object().key("file").string(as_json_text(object.file));
    writer.key("kind").string(object.kind);
    writer.key("namespace").string(object.ns).key("name").string(object.name);
    writer.key("allowed").boolean(object.allowed).key("message").string(object.message);
    write_findings(object.findings, writer);
    writer.key("warnings").begin_array();
    for (const std::string& warning : object.warnings) writer.string(warning);
    writer.end_array();
    writer.key("patch").raw(object.patch.empty() ? "[]" : object.patch);
    writer.key("creates").begin_array();
    for (const std::string& created : object.creates) writer.raw(created);
    writer.end_array();
    if (!object.pods.empty()) {
      writer.key("pods").begin_array();
      for (const ReviewedPods& pods : object.pods) write_pods(pods, writer);
      writer.end_array();
    }
    writer.end_object();
    text += '\n';
  }
  return text;
}

}  // namespace drawbridge::cli

// SARIF 2.1.0 (OASIS): sections 3.13 sarifLog, 3.14 run, 3.19 toolComponent, 3.27 result, 3.28
// location, 3.33 logicalLocation, 3.49 reportingDescriptor.
#include <map>

#include "kube/api/json_writer.h"
#include "webhook/cli/audit_output.h"
#include "webhook/cli/message_docs.h"
#include "webhook/cli/sarif.h"

namespace drawbridge::cli {
namespace {

using rules::Severity;

// 3.27.10
std::string_view level(Severity severity) {
  return severity == Severity::kDeny ? "error" : severity == Severity::kWarn ? "warning" : "note";
}

void write_rule(const rules::Code& code, Severity severity, kube::JsonWriter& writer) {
  const std::string_view doc = message_doc(code.name);
  writer.begin_object().key("id").string(code.name);
  writer.key("shortDescription").begin_object().key("text").string(code.meaning).end_object();
  writer.key("help").begin_object();
  writer.key("text").string(doc.empty() ? code.meaning : doc);
  if (!doc.empty()) writer.key("markdown").string(doc);
  writer.end_object();
  writer.key("defaultConfiguration")
      .begin_object()
      .key("level")
      .string(level(severity))
      .end_object();
  writer.end_object();
}

void write_location(const AuditedObject& object, kube::JsonWriter& writer) {
  writer.begin_object();
  if (!object.file.empty()) {
    writer.key("physicalLocation").begin_object();
    writer.key("artifactLocation")
        .begin_object()
        .key("uri")
        .string(sarif_uri(object.file))
        .end_object();
    if (object.line > 0)
      writer.key("region").begin_object().key("startLine").integer(object.line).end_object();
    writer.end_object();
  }
  writer.key("logicalLocations").begin_array().begin_object();
  writer.key("name").string(rules::printable(object.name));
  writer.key("fullyQualifiedName")
      .string(object.text() + (object.field.empty() ? "" : " " + rules::printable(object.field)));
  writer.key("kind").string("object").end_object().end_array().end_object();
}

}  // namespace

std::string audit_sarif(const AuditReport& report, const AuditContext& context) {
  std::map<std::string_view, Severity> found;
  for (const AuditGroup& group : report.groups) {
    const auto [at, is_new] = found.emplace(group.code, group.severity);
    if (!is_new) at->second = std::min(at->second, group.severity);
  }
  std::string text;
  kube::JsonWriter writer(text);
  writer.begin_object();
  writer.key("$schema").string(kSarifSchema);
  writer.key("version").string(kSarifVersion);
  writer.key("runs").begin_array().begin_object();
  writer.key("tool").begin_object().key("driver").begin_object();
  writer.key("name").string("drawbridge").key("version").string(context.version);
  writer.key("rules").begin_array();
  std::map<std::string_view, std::int64_t> indexes;
  for (const rules::Code& code : rules::all_codes()) {
    const auto severity = found.find(code.name);
    if (severity == found.end()) continue;
    indexes.emplace(code.name, static_cast<std::int64_t>(indexes.size()));
    write_rule(code, severity->second, writer);
  }
  writer.end_array().end_object().end_object();
  writer.key("results").begin_array();
  for (const AuditGroup& group : report.groups) {
    const std::string message =
        rules::printable(group.fix.empty() ? group.message : group.message + " " + group.fix);
    for (const AuditedObject& object : group.objects) {
      writer.begin_object().key("ruleId").string(group.code);
      if (const auto index = indexes.find(group.code); index != indexes.end())
        writer.key("ruleIndex").integer(index->second);
      writer.key("level").string(level(group.severity));
      writer.key("message").begin_object().key("text").string(message).end_object();
      writer.key("locations").begin_array();
      write_location(object, writer);
      writer.end_array().end_object();
    }
  }
  writer.end_array().end_object().end_array().end_object();
  return text + "\n";
}

}  // namespace drawbridge::cli

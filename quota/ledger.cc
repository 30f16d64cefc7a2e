#include "quota/ledger.h"

#include <algorithm>
#include <array>
#include <utility>

#include "kube/api/json_writer.h"

namespace drawbridge::quota {
namespace {

using kube::Json;
using kube::JsonWriter;

constexpr std::array<std::string_view, 6> kFields = {
    "hard", "holds", "mappingHash", "observedGeneration", "recounts", "used"};

std::string text_of(const Json& value) {
  return std::string(value.as_string());
}

Status read_want(const Json& from, const std::string& path, Want& want) {
  want.resource = text_of(from["resource"]);
  want.device_class = text_of(from["deviceClassName"]);
  want.count = from["count"].as_int();
  want.alternative_of = from["alternativeOf"].as_int();
  want.claim = text_of(from["claim"]);
  if (want.count < 0) return Error{"must not be negative", path + ".count"};
  return read_amounts(from["capacity"], path + ".capacity", want.capacity);
}

Status read_hold(const Json& entry, const std::string& path, Hold& hold) {
  if (!entry.is_string()) return Error{"must be text: an object in JSON", path};
  const Result<kube::Document> document = kube::read_json(entry.as_string());
  if (!document) return Error{"must be an object in JSON: " + document.error().text(), path};
  const Json from = document->root();
  hold.uid = text_of(from["uid"]);
  hold.kind = text_of(from["kind"]);
  hold.name = text_of(from["name"]);
  hold.creator = text_of(from["creator"]);
  const Json owner = from["owner"];
  hold.owner = {text_of(owner["apiVersion"]), text_of(owner["kind"]), text_of(owner["name"]),
                text_of(owner["uid"])};
  hold.since = text_of(from["since"]);
  hold.awaits = from["awaits"].as_bool();
  for (const Json& ticket : from["tickets"].elements()) hold.tickets.push_back(text_of(ticket));
  const Json demand = from["demand"];
  for (std::size_t i = 0; i < demand.elements().size(); ++i) {
    const std::string field = path + ".demand[" + std::to_string(i) + "]";
    if (Status status = read_want(demand.at(i), field, hold.demand.emplace_back()); !status)
      return status;
  }
  return read_amounts(from["charge"], path + ".charge", hold.charge);
}

void write_text(std::string_view name, const std::string& text, JsonWriter& writer) {
  if (!text.empty()) writer.key(name).string(text);
}

void write_want(const Want& want, JsonWriter& writer) {
  writer.begin_object();
  write_text("resource", want.resource, writer);
  write_text("deviceClassName", want.device_class, writer);
  writer.key("count").integer(want.count);
  if (want.alternative_of != 0) writer.key("alternativeOf").integer(want.alternative_of);
  write_text("claim", want.claim, writer);
  if (!want.capacity.empty()) {
    writer.key("capacity");
    write_amounts(want.capacity, writer);
  }
  writer.end_object();
}

// Of a text in JSON that is a text in JSON.
std::size_t escaped_bytes(std::string_view text) {
  std::size_t bytes = 0;
  for (const char c : text) {
    const bool is_control = static_cast<unsigned char>(c) < ' ';
    bytes += is_control ? 7 : c == '"' || c == '\\' ? 4 : 1;
  }
  return bytes;
}

std::string hold_text(const Hold& hold) {
  std::string text;
  JsonWriter writer(text);
  writer.begin_object();
  writer.key("uid").string(hold.uid);
  write_text("kind", hold.kind, writer);
  write_text("name", hold.name, writer);
  write_text("creator", hold.creator, writer);
  if (hold.owner != Owner()) {
    writer.key("owner").begin_object();
    write_text("apiVersion", hold.owner.api_version, writer);
    write_text("kind", hold.owner.kind, writer);
    write_text("name", hold.owner.name, writer);
    write_text("uid", hold.owner.uid, writer);
    writer.end_object();
  }
  write_text("since", hold.since, writer);
  if (hold.awaits) writer.key("awaits").boolean(true);
  writer.key("charge");
  write_amounts(hold.charge, writer);
  writer.key("demand").begin_array();
  for (const Want& want : hold.demand) write_want(want, writer);
  writer.end_array().key("tickets").begin_array();
  for (const std::string& ticket : hold.tickets) writer.string(ticket);
  writer.end_array().end_object();
  return text;
}

void write_ledger(const Ledger& ledger, JsonWriter& writer) {
  if (ledger.observed_generation != 0)
    writer.key("observedGeneration").integer(ledger.observed_generation);
  write_text("mappingHash", ledger.mapping_hash, writer);
  if (ledger.recounts != 0) writer.key("recounts").integer(ledger.recounts);
  writer.key("hard");
  write_amounts(ledger.hard, writer);
  writer.key("used");
  write_amounts(ledger.used, writer);
  writer.key("holds").begin_array();
  for (const Hold& hold : ledger.holds) writer.string(hold_text(hold));
  writer.end_array();
}

}  // namespace

std::string Hold::identity() const {
  std::string identity = uid;
  for (const std::string& ticket : tickets) identity += " " + ticket;
  return identity;
}

std::int64_t recounts_of(const Json& status) {
  const std::int64_t recounts = status["recounts"].as_int();
  return recounts < 0 || recounts > kRecountsMax ? 0 : recounts;
}

Result<Ledger> Ledger::read(const Json& object) {
  const Json status = object["status"];
  Ledger ledger;
  ledger.observed_generation = status["observedGeneration"].as_int();
  ledger.mapping_hash = text_of(status["mappingHash"]);
  ledger.recounts = recounts_of(status);
  Status read = read_amounts(status["hard"], "status.hard", ledger.hard);
  if (read) read = read_amounts(status["used"], "status.used", ledger.used);
  const Json holds = status["holds"];
  for (std::size_t i = 0; read && i < holds.elements().size(); ++i) {
    const std::string field = "status.holds[" + std::to_string(i) + "]";
    read = read_hold(holds.at(i), field, ledger.holds.emplace_back());
  }
  if (!read) return std::move(read).error();
  return ledger;
}

Ledger Ledger::read_uncounted(const Json& object) {
  Ledger ledger;
  const Json status = object["status"];
  ledger.recounts = recounts_of(status);
  for (const Json& entry : status["holds"].elements()) {
    Hold hold;
    if (read_hold(entry, "", hold)) ledger.holds.push_back(std::move(hold));
  }
  return ledger;
}

std::size_t bytes_of(const Hold& hold) {
  constexpr std::size_t kAround = 320;  // names of fields, UIDs, a ticket
  const Owner& owner = hold.owner;
  std::size_t bytes = kAround + bytes_of(hold.demand);
  for (const std::string* text :
       {&hold.name, &hold.creator, &owner.api_version, &owner.kind, &owner.name, &owner.uid})
    bytes += escaped_bytes(*text);
  for (const auto& [name, amount] : hold.charge) bytes += name.size();
  return bytes;
}

void HoldsSize::add(const Hold& hold) {
  const std::size_t of_hold = bytes_of(hold);
  bytes += of_hold;
  if (!hold.awaits) return;
  awaiting_bytes += of_hold;
  awaiting_free += hold.charge.empty() ? 1 : 0;
}

void HoldsSize::remove(const Hold& hold) {
  const std::size_t of_hold = bytes_of(hold);
  bytes -= of_hold;
  if (!hold.awaits) return;
  awaiting_bytes -= of_hold;
  awaiting_free -= hold.charge.empty() ? 1 : 0;
}

HoldsSize Ledger::holds_size() const {
  HoldsSize size;
  for (const Hold& hold : holds) size.add(hold);
  return size;
}

const Hold* Ledger::find(std::string_view uid) const {
  const auto found =
      std::find_if(holds.begin(), holds.end(), [uid](const Hold& hold) { return hold.uid == uid; });
  return found == holds.end() ? nullptr : &*found;
}

Hold* Ledger::find(std::string_view uid) {
  return const_cast<Hold*>(std::as_const(*this).find(uid));  // NOLINT: this one is not const
}

std::string with_ledger(const Json& object, const Ledger& ledger) {
  std::string text;
  JsonWriter writer(text);
  writer.begin_object().members(object, {"status"});
  writer.key("status").begin_object().members(object["status"], kFields);
  write_ledger(ledger, writer);
  writer.end_object().end_object();
  return text;
}

}  // namespace drawbridge::quota

// Events of our own making through libyaml's emitter, which knows where the syntax demands quotes;
// which plain text another reader would take for a number is for us to know.

#include <yaml.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "kube/api/yaml.h"
#include "kube/api/yaml_scalar.h"

namespace drawbridge::kube {
namespace {

constexpr std::array<std::string_view, 5> kFirstKeys = {"apiVersion", "kind", "metadata", "spec",
                                                        "status"};

const yaml_char_t* chars(std::string_view text) {
  // The emitter wants an address even for nothing.
  return reinterpret_cast<const yaml_char_t*>(text.empty() ? "" : text.data());
}

int append(void* to, unsigned char* bytes, std::size_t size) {
  static_cast<std::string*>(to)->append(reinterpret_cast<const char*>(bytes), size);
  return 1;
}

bool is_shown_as_is(char c) {
  return c == '\n' || (c >= 0x20 && c < 0x7f) || (c & 0x80) != 0;
}

// Whether a literal block keeps every character, and reads better than quotes. Lines that end in
// spaces and characters that can't be seen are shown more honestly in quotes.
bool fits_literal_block(std::string_view text) {
  if (text.find('\n') == std::string_view::npos) return false;
  if (text.front() == '\n' || text.front() == ' ' || text.find(" \n") != std::string_view::npos) {
    return false;
  }
  if (text.ends_with(' ') || text.ends_with("\n\n")) return false;
  return std::all_of(text.begin(), text.end(), is_shown_as_is);
}

// Also null and booleans. YAML 1.1 wants a point in a number with an exponent.
std::string number_text(const Json& value) {
  std::string text = to_text(value);
  const std::size_t e = value.kind() == Json::Kind::kDouble ? text.find('e') : std::string::npos;
  if (e != std::string::npos && text.find('.') == std::string::npos) text.insert(e, ".0");
  return text;
}

class Writer {
 public:
  explicit Writer(std::string& to) : to_(to) {
    ok_ = yaml_emitter_initialize(&emitter_) != 0;
    if (!ok_) return;
    yaml_emitter_set_output(&emitter_, append, &to_);
    yaml_emitter_set_unicode(&emitter_, 1);
    yaml_emitter_set_width(&emitter_, -1);
    yaml_emitter_set_indent(&emitter_, 2);
  }
  ~Writer() { yaml_emitter_delete(&emitter_); }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  bool write(const Json& value) {
    yaml_event_t event;
    emit(event, yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING));
    if (ok_)
      emit(event, yaml_document_start_event_initialize(&event, nullptr, nullptr, nullptr, 1));
    write_value(value);
    if (ok_) emit(event, yaml_document_end_event_initialize(&event, 1));
    if (ok_) emit(event, yaml_stream_end_event_initialize(&event));
    return ok_;
  }

 private:
  // The emitter takes the event over, whether it succeeds or not.
  void emit(yaml_event_t& event, int initialized) {
    ok_ = ok_ && initialized != 0 && yaml_emitter_emit(&emitter_, &event) != 0;
  }

  void write_scalar(std::string_view text, yaml_scalar_style_t style) {
    if (!ok_) return;
    yaml_event_t event;
    emit(event, yaml_scalar_event_initialize(&event, nullptr, nullptr, chars(text),
                                             static_cast<int>(text.size()), 1, 1, style));
  }

  void write_string(std::string_view text) {
    if (fits_literal_block(text)) return write_scalar(text, YAML_LITERAL_SCALAR_STYLE);
    if (text.find('\n') != std::string_view::npos) {
      return write_scalar(text, YAML_DOUBLE_QUOTED_SCALAR_STYLE);
    }
    const bool quoted = yaml_plain_is_ambiguous(text);
    write_scalar(text, quoted ? YAML_DOUBLE_QUOTED_SCALAR_STYLE : YAML_PLAIN_SCALAR_STYLE);
  }

  void write_members(const Json& object) {
    const bool is_kubernetes = object["apiVersion"].is_string() && object["kind"].is_string();
    const auto write_member = [this](const Json::Member& member) {
      write_string(member.key());
      write_value(member.value);
    };
    const auto is_first = [](const Json::Member& member) {
      return std::find(kFirstKeys.begin(), kFirstKeys.end(), member.key()) != kFirstKeys.end();
    };
    if (is_kubernetes) {
      for (const std::string_view key : kFirstKeys) {
        if (const Json* value = object.find(key)) {
          write_string(key);
          write_value(*value);
        }
      }
    }
    for (const Json::Member& member : object.members()) {
      if (!is_kubernetes || !is_first(member)) write_member(member);
    }
  }

  void write_value(const Json& value) {
    if (!ok_) return;
    yaml_event_t event;
    switch (value.kind()) {
      case Json::Kind::kString:
        return write_string(value.as_string());
      case Json::Kind::kArray:
        emit(event, yaml_sequence_start_event_initialize(&event, nullptr, nullptr, 1,
                                                         YAML_BLOCK_SEQUENCE_STYLE));
        for (const Json& element : value.elements()) write_value(element);
        if (ok_) emit(event, yaml_sequence_end_event_initialize(&event));
        return;
      case Json::Kind::kObject:
        emit(event, yaml_mapping_start_event_initialize(&event, nullptr, nullptr, 1,
                                                        YAML_BLOCK_MAPPING_STYLE));
        write_members(value);
        if (ok_) emit(event, yaml_mapping_end_event_initialize(&event));
        return;
      default:
        return write_scalar(number_text(value), YAML_PLAIN_SCALAR_STYLE);
    }
  }

  std::string& to_;
  yaml_emitter_t emitter_ = {};
  bool ok_ = false;
};

}  // namespace

std::string write_yaml(const Json& value) {
  std::string text;
  // The emitter fails only where memory ends; JSON is YAML too.
  if (!Writer(text).write(value)) return to_text(value) + "\n";
  return text;
}

}  // namespace drawbridge::kube

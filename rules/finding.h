// Finding: one thing that a person should know about the object that they apply.
//
// Findings are values; every check returns some. What becomes of one (a refusal, a warning,
// nothing) is decided where the answer is made.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace drawbridge::rules {

enum class Severity : std::uint8_t { kDeny, kWarn, kInfo };

std::string_view severity_name(Severity severity);  // "deny", "warn", "info"

// A stable code with what it means in one line. docs/messages.md has an entry for each.
struct Code {
  std::string_view name;
  std::string_view meaning;
  // No administrator can change it: what it refuses can't be carried out, or would harm others; or
  // it tells what was done.
  bool final = false;
  // Information wherever it is told, which a setting makes a warning or a refusal. Information of
  // other codes says that there is nothing to do.
  bool advice = false;
};

// Every code, sorted by name. A new check adds its line in codes.cc.
std::span<const Code> all_codes();

struct Finding {
  std::string_view code;  // the name of one of all_codes()
  Severity severity = Severity::kWarn;
  std::string field;    // path from the object's root; empty for the object as a whole
  std::string message;  // what is wrong, one or more sentences with their full stops
  std::string fix;      // what to do, with its full stop; empty only for kInfo and rules' own words
  // The object that has to change, "DeviceClass gpu.nvidia.com", where that is another one than the
  // one that was judged: an audit counts all that suffer from it together.
  std::string cause = {};
  // The one name that it speaks of, a resource or the key that was meant: by it another finding of
  // the same thing is known. Empty where none is looked for.
  std::string about = {};

  // "MESSAGE FIX [Code]" on one line, safe to print.
  std::string text() const;
};

bool any_denies(std::span<const Finding> findings);

// Most severe first, then by code, field and message: an object's answer is the same every time.
void sort_findings(std::vector<Finding>& findings);

// Safe to print on one line: control characters, broken UTF-8 and characters that are invisible or
// turn the direction of what follows are escaped.
std::string printable(std::string_view text);

// The text of a tenant, printable and cut to `bytes_max` (at a character's start, at least 3) with
// "..." at the end.
std::string shown(std::string_view text, std::size_t bytes_max = 64);
// "an AppWrapper", "a Job"
std::string a_kind(std::string_view kind);

// A warning of an AdmissionReview is cut at 256 characters by the API server when many come
// together, and dropped when it holds a line break or tab (apiserver, warnings).
inline constexpr std::size_t kWarningBytesMax = 256;

// The finding as one line of at most kWarningBytesMax bytes; where that is too little, what to do
// is a line of its own, so that nobody is left without it. The code survives every cut.
std::vector<std::string> warning_lines(const Finding& finding);

}  // namespace drawbridge::rules

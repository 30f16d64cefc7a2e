#include "rules/checks/name_slips.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "kube/api/ascii.h"
#include "rules/nearest.h"

namespace drawbridge::rules {
namespace {

// Letters of a name that may be a letter off and still be that name: tpu is no gpu.
constexpr std::size_t kNearBytesMin = 6;
// How often its last letter, or an s, may stand behind a word.
constexpr std::size_t kRepeatedMax = 2;

std::string_view domain_before(std::string_view name) {
  const std::size_t slash = name.find('/');
  return slash == std::string_view::npos ? std::string_view() : name.substr(0, slash);
}
std::string_view behind_domain(std::string_view name) {
  return name.substr(name.find('/') + 1);
}

// Letters and digits, without the s of a plural.
std::string plain_letters(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (kube::is_digit(c) || (c >= 'a' && c <= 'z')) text += c;
    if (c >= 'A' && c <= 'Z') text += static_cast<char>(c - 'A' + 'a');
  }
  if (text.size() > 2 && text.back() == 's') text.pop_back();
  return text;
}

std::string digits_in(std::string_view text) {
  std::string digits;
  std::copy_if(text.begin(), text.end(), std::back_inserter(digits), kube::is_digit);
  return digits;
}

// One that is replaced, or put in front, makes another word: tpu and vgpu are no gpu.
bool is_short_slip(std::string_view given, std::string_view known) {
  const std::string one = kube::lowered(given);
  const std::string word = kube::lowered(known);
  if (digits_in(one) != digits_in(word) || one.empty() || one[0] != word[0]) return false;
  if (one.size() > word.size())
    return one.starts_with(word) && one.size() - word.size() <= kRepeatedMax &&
           one.find_first_not_of(word.back() == 's' ? "s" : std::string("s") + word.back(),
                                 word.size()) == std::string::npos;
  const std::size_t same = static_cast<std::size_t>(
      std::mismatch(one.begin(), one.end(), word.begin()).first - one.begin());
  if (one.size() == word.size())
    return same + 1 < word.size() && one[same] == word[same + 1] && one[same + 1] == word[same] &&
           one.substr(same + 2) == word.substr(same + 2);
  return one.size() + 1 == word.size() && one.size() > 1 &&
         one.substr(same) == word.substr(same + 1);
}

// A letter or two off, where the digits are the same.
bool is_letters_off(std::string_view one, std::string_view other) {
  const std::array<std::string_view, 1> others = {other};
  return one.size() >= kNearBytesMin && digits_in(one) == digits_in(other) &&
         !nearest(one, others).empty();
}

}  // namespace

bool is_slip(std::string_view name, std::string_view counted, bool nodes_are_known) {
  const bool has_domain = !domain_before(name).empty();
  const std::string_view last = behind_domain(counted);
  if (!has_domain)
    return plain_letters(name) == plain_letters(counted) ||
           plain_letters(name) == plain_letters(last) || is_letters_off(name, counted);
  if (domain_before(name) == domain_before(counted) &&
      plain_letters(behind_domain(name)) == plain_letters(last))
    return true;
  if (!nodes_are_known) return false;
  return (domain_before(name) == domain_before(counted) &&
          (is_letters_off(behind_domain(name), last) ||
           is_short_slip(behind_domain(name), last))) ||
         (behind_domain(name) == last &&
          is_letters_off(domain_before(name), domain_before(counted)));
}

}  // namespace drawbridge::rules

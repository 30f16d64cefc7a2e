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
          is_letters_off(behind_domain(name), last)) ||
         (behind_domain(name) == last &&
          is_letters_off(domain_before(name), domain_before(counted)));
}

}  // namespace drawbridge::rules

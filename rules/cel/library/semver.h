// kubernetes.Semver: a semantic version as github.com/blang/semver/v4 reads it.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "rules/cel/library/support.h"
#include "rules/cel/value.h"

namespace drawbridge::cel {

// Refers to the text that it was read from.
struct Semver {
  std::uint64_t major = 0;
  std::uint64_t minor = 0;
  std::uint64_t patch = 0;
  std::string_view prerelease;  // "alpha.1", empty where there is none
  std::string_view build;
  std::string_view text;

  // The version, or that library's words for what is wrong.
  static std::variant<Semver, std::string> parse(std::string_view text);
  // By precedence: build metadata counts for nothing.
  friend std::strong_ordering operator<=>(const Semver& a, const Semver& b);
  friend bool operator==(const Semver& a, const Semver& b) { return (a <=> b) == 0; }
};

// What Kubernetes makes of "v1.2", "01.2.3": without a leading v, with three numbers, without
// leading zeros; or why it does not.
std::variant<std::string, std::string_view> normalized_semver(std::string_view text);

class SemverValue final : public Opaque {
 public:
  static constexpr const Type& kType = type::kSemver;

  // What `version` refers to outlives this.
  explicit SemverValue(const Semver& version) : version_(version) {}
  const Semver& version() const { return version_; }

  const Type* type() const override { return &kType; }
  bool equals(const Opaque& other) const override;
  // Identifier by identifier, which takes longer than comparing bytes.
  std::size_t bytes() const override { return 8 * version_.prerelease.size(); }
  std::string text() const override { return std::string(version_.text); }

 private:
  Semver version_;
};

}  // namespace drawbridge::cel

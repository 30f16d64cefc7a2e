// net.IP and net.CIDR: addresses and networks as Go's net/netip reads and writes them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "rules/cel/evaluation.h"
#include "rules/cel/library/support.h"
#include "rules/cel/value.h"

namespace drawbridge::cel {

// Without zone. An IPv4 address stands in the first four bytes, the rest is 0.
struct Address {
  std::array<std::uint8_t, 16> bytes{};
  bool is_v4 = false;

  int bits() const { return is_v4 ? 32 : 128; }
  // ::ffff:0:0/96, which Kubernetes refuses.
  bool is_v4_in_v6() const;
  bool is_unspecified() const;
  bool is_loopback() const;
  bool is_multicast() const;
  bool is_link_local_multicast() const;
  bool is_link_local_unicast() const;
  bool is_global_unicast() const;
  // The first `prefix` bits, the rest 0. Precondition: prefix <= bits().
  Address masked(int prefix) const;
  // The canonical form (RFC 5952).
  std::string text() const;
  friend bool operator==(const Address&, const Address&) = default;
};

struct Network {
  Address address;  // as written: bits beyond the prefix may be set
  int prefix = 0;

  bool contains(const Address& other) const;
  bool contains(const Network& other) const;
  std::string text() const;
  friend bool operator==(const Network&, const Network&) = default;
};

// netip.ParseAddr, a zone read and dropped; or its words for what is wrong.
std::variant<Address, std::string> parse_address(std::string_view text);

// What `text` means to CEL, or Kubernetes' words for why it is refused.
std::variant<Address, std::string> parse_ip(std::string_view text);
std::variant<Network, std::string> parse_cidr(std::string_view text);

class IpValue final : public Opaque {
 public:
  static constexpr const Type& kType = type::kIp;

  explicit IpValue(const Address& address) : address_(address) {}
  const Address& address() const { return address_; }

  const Type* type() const override { return &kType; }
  bool equals(const Opaque& other) const override;
  bool is_key_by_value() const override { return true; }
  std::string text() const override { return address_.text(); }

 private:
  Address address_;
};

class CidrValue final : public Opaque {
 public:
  static constexpr const Type& kType = type::kCidr;

  explicit CidrValue(const Network& network) : network_(network) {}
  const Network& network() const { return network_; }

  const Type* type() const override { return &kType; }
  bool equals(const Opaque& other) const override;
  bool is_key_by_value() const override { return true; }
  std::string text() const override { return network_.text(); }

 private:
  Network network_;
};

}  // namespace drawbridge::cel

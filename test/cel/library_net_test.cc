#include "test/cel/library_support.h"

namespace drawbridge::cel {
namespace {

class NetLibrary : public LibraryTest {
 protected:
  NetLibrary() {
    library(add_ip);
    library(add_cidr);
  }
  Value ip(std::string_view it) { return call("string_to_ip", {text(it)}); }
  Value cidr(std::string_view it) { return call("string_to_cidr", {text(it)}); }
  std::string ip_error(std::string_view it) {
    const std::string error = shown(ip(it));
    const std::size_t found = error.find("): ");
    return found == std::string::npos ? error : error.substr(found + 3);
  }
};

TEST_F(NetLibrary, ReadsAndWritesAddresses) {
  EXPECT_EQ(shown(ip("127.0.0.1")), "127.0.0.1");
  EXPECT_EQ(shown(ip("2001:DB8:0:0:0:0:0:ABCD")), "2001:db8::abcd");
  EXPECT_EQ(shown(ip("2001:db8:0:0:1:0:0:1")), "2001:db8::1:0:0:1");
  EXPECT_EQ(shown(ip("1:2:3:4:5:6:7::")), "1:2:3:4:5:6:7:0");
  EXPECT_EQ(shown(ip("0:0:0:1::")), "0:0:0:1::");
  EXPECT_EQ(shown(ip("::")), "::");
  EXPECT_EQ(shown(ip("::1.2.3.4")), "::102:304");
  EXPECT_EQ(shown(ip("1:2:3:4:5:6:1.2.3.4")), "1:2:3:4:5:6:102:304");
  EXPECT_EQ(run("ip_to_string", {ip("::0001")}), "::1");
  EXPECT_EQ(run("ip_family", {ip("1.2.3.4")}), "4");
  EXPECT_EQ(run("ip_family", {ip("::")}), "6");
}

TEST_F(NetLibrary, RefusesAddressesAsGo) {
  EXPECT_EQ(shown(ip("192.168.0.1.0")),
            "error: IP Address \"192.168.0.1.0\" parse error during conversion from string: "
            "ParseAddr(\"192.168.0.1.0\"): IPv4 address too long");
  EXPECT_EQ(ip_error(""), "unable to parse IP");
  EXPECT_EQ(ip_error("%"), "missing IPv6 address");
  EXPECT_EQ(ip_error("1.2.3"), "IPv4 address too short");
  EXPECT_EQ(ip_error("01.2.3.4"), "IPv4 field has octet with leading zero");
  EXPECT_EQ(ip_error("1.2.3.256"), "IPv4 field has value >255");
  EXPECT_EQ(ip_error(".1.2.3"), "IPv4 field must have at least one digit (at \".1.2.3\")");
  EXPECT_EQ(ip_error("1.2.3.4%eth"), "unexpected character (at \"%eth\")");
  EXPECT_EQ(ip_error("::1%"), "zone must be a non-empty string");
  EXPECT_EQ(ip_error("1::2::3"), "multiple :: in address (at \":3\")");
  EXPECT_EQ(ip_error("1:2:3:4:5:6:7:8:9"), "trailing garbage after address (at \"9\")");
  EXPECT_EQ(ip_error("1:2:3:4:5:6:7"), "address string too short");
  EXPECT_EQ(ip_error("1:2:3:4:5:6:7:"), "colon must be followed by more characters (at \":\")");
  EXPECT_EQ(ip_error("1:2:3:4:5:6:7:8::"), "the :: must expand to at least one field of zeros");
  EXPECT_EQ(ip_error("12345::"), "each group must have 4 or less digits (at \"12345::\")");
  EXPECT_EQ(ip_error("::g"), "each colon-separated field must have at least one digit (at \"g\")");
  EXPECT_EQ(ip_error("1:2:3:4:5:1.2.3.4"),
            "embedded IPv4 address must replace the final 2 fields of the address (at "
            "\"1.2.3.4\")");
  EXPECT_EQ(shown(ip("fe80::1%en0")),
            "error: IP address \"fe80::1%en0\" with zone value is not allowed");
  EXPECT_EQ(shown(ip("::ffff:c0a8:1")),
            "error: IPv4-mapped IPv6 address \"::ffff:c0a8:1\" is not allowed");
  EXPECT_EQ(run("is_ip", {text("::ffff:1.2.3.4")}), "false");
  EXPECT_EQ(run("is_ip", {text("::ffff:0:1.2.3.4")}), "true");
}

TEST_F(NetLibrary, KnowsKindsOfAddresses) {
  const auto holds = [&](std::string_view id, std::string_view address) {
    return run(id, {ip(address)}) == "true";
  };
  EXPECT_TRUE(holds("ip_is_unspecified", "0.0.0.0"));
  EXPECT_FALSE(holds("ip_is_unspecified", "0.0.0.1"));
  EXPECT_TRUE(holds("ip_is_loopback", "127.9.9.9"));
  EXPECT_TRUE(holds("ip_is_loopback", "::1"));
  EXPECT_FALSE(holds("ip_is_loopback", "::2"));
  EXPECT_TRUE(holds("ip_is_link_local_multicast", "224.0.0.1"));
  EXPECT_FALSE(holds("ip_is_link_local_multicast", "224.0.1.1"));
  EXPECT_TRUE(holds("ip_is_link_local_multicast", "ff02::1"));
  EXPECT_TRUE(holds("ip_is_link_local_unicast", "169.254.169.254"));
  EXPECT_TRUE(holds("ip_is_link_local_unicast", "febf::1"));
  EXPECT_FALSE(holds("ip_is_link_local_unicast", "fec0::1"));
  EXPECT_TRUE(holds("ip_is_global_unicast", "192.168.0.1"));
  EXPECT_FALSE(holds("ip_is_global_unicast", "255.255.255.255"));
  EXPECT_FALSE(holds("ip_is_global_unicast", "ff00::1"));
  EXPECT_FALSE(holds("ip_is_global_unicast", "::"));
  EXPECT_TRUE(holds("ip_is_global_unicast", "2001:db8::abcd"));
}

TEST_F(NetLibrary, Canonical) {
  EXPECT_EQ(run("ip_is_canonical", {text("2001:db8::abcd")}), "true");
  EXPECT_EQ(run("ip_is_canonical", {text("2001:DB8::abcd")}), "false");
  EXPECT_EQ(run("ip_is_canonical", {text("2001:db8::0:0:0:abcd")}), "false");
  EXPECT_EQ(cost("ip_is_canonical", {text("127.0.0.1.0")}), 3U);
}

TEST_F(NetLibrary, ReadsNetworks) {
  const std::string prefix =
      "error: network address parse error during conversion from string: network address parse "
      "error during conversion from string: netip.ParsePrefix(";
  EXPECT_EQ(shown(cidr("192.168.0.1/24")), "192.168.0.1/24");
  EXPECT_EQ(shown(cidr("::1/128")), "::1/128");
  EXPECT_EQ(shown(cidr("10.0.0.0/33")), prefix + "\"10.0.0.0/33\"): prefix length out of range");
  EXPECT_EQ(shown(cidr("::/129")), prefix + "\"::/129\"): prefix length out of range");
  EXPECT_EQ(shown(cidr("1.2.3.4/-1")), prefix + "\"1.2.3.4/-1\"): bad bits after slash: \"-1\"");
  EXPECT_EQ(shown(cidr("1.2.3.4/08")), prefix + "\"1.2.3.4/08\"): bad bits after slash: \"08\"");
  EXPECT_EQ(shown(cidr("1.2.3.4/")), prefix + "\"1.2.3.4/\"): bad bits after slash: \"\"");
  EXPECT_EQ(shown(cidr("1.2.3.4/8x")), prefix + "\"1.2.3.4/8x\"): bad bits after slash: \"8x\"");
  EXPECT_EQ(shown(cidr("1.2.3.4/99999999999999999999")),
            prefix +
                "\"1.2.3.4/99999999999999999999\"): bad bits after slash: "
                "\"99999999999999999999\"");
  EXPECT_EQ(shown(cidr("1.2.3.4/9999999999")),
            prefix + "\"1.2.3.4/9999999999\"): prefix length out of range");
  EXPECT_EQ(shown(cidr("1.2.3.4")), prefix + "\"1.2.3.4\"): no '/'");
  EXPECT_EQ(shown(cidr("fe80::1%en0/24")),
            prefix + "\"fe80::1%en0/24\"): IPv6 zones cannot be present in a prefix");
  EXPECT_EQ(shown(cidr("::ffff:1.2.3.4/96")),
            "error: network address parse error during conversion from string: IPv4-mapped IPv6 "
            "address \"::ffff:1.2.3.4/96\" is not allowed");
}

TEST_F(NetLibrary, Contains) {
  const Value net = cidr("192.168.0.0/16");
  EXPECT_EQ(run("cidr_contains_ip_ip", {net, ip("192.168.9.9")}), "true");
  EXPECT_EQ(run("cidr_contains_ip_ip", {net, ip("192.169.0.0")}), "false");
  EXPECT_EQ(run("cidr_contains_ip_string", {net, text("192.168.9.9")}), "true");
  EXPECT_EQ(run("cidr_contains_ip_string", {net, text("x")}), "error: no such overload");
  EXPECT_EQ(run("cidr_contains_ip_ip", {cidr("0.0.0.0/0"), ip("::")}), "false");
  EXPECT_EQ(run("cidr_contains_cidr", {net, cidr("192.168.10.0/24")}), "true");
  EXPECT_EQ(run("cidr_contains_cidr", {cidr("192.168.10.0/24"), net}), "false");
  EXPECT_EQ(run("cidr_contains_cidr", {cidr("0.0.0.0/0"), net}), "true");
  EXPECT_EQ(run("cidr_contains_cidr_string", {net, text("10.0.0.0/8")}), "false");
  EXPECT_EQ(run("cidr_ip", {cidr("192.168.0.1/24")}), "192.168.0.1");
  EXPECT_EQ(run("cidr_masked", {cidr("192.168.0.1/20")}), "192.168.0.0/20");
  EXPECT_EQ(run("cidr_masked", {cidr("2001:db8:ffff::1/33")}), "2001:db8:8000::/33");
  EXPECT_EQ(run("cidr_prefix_length", {net}), "16");
  EXPECT_TRUE(equal(net, cidr("192.168.0.0/16")));
  EXPECT_FALSE(equal(net, cidr("192.168.0.1/16")));
  EXPECT_FALSE(equal(ip("0.0.0.0"), ip("::")));
}

TEST_F(NetLibrary, Costs) {
  const Value net = cidr("192.168.0.0/24");
  EXPECT_EQ(cost("string_to_cidr", {text("192.168.0.0/24")}), 2U);
  EXPECT_EQ(cost("cidr_contains_ip_ip", {net, ip("1.2.3.4")}), 1U);
  EXPECT_EQ(cost("cidr_contains_ip_string", {net, text("192.168.0.1")}), 3U);
  EXPECT_EQ(cost("cidr_contains_cidr", {net, net}), 3U);
  EXPECT_EQ(cost("cidr_contains_cidr", {cidr("::/0"), net}), 1U);
  const EstimatedNode argument = node_of_size({11, 11});
  const auto estimate = overload("cidr_contains_cidr_string").estimate(&argument, {&argument, 1});
  ASSERT_TRUE(estimate);
  EXPECT_EQ(estimate->cost, (CostEstimate{5, 9}));
}

}  // namespace
}  // namespace drawbridge::cel

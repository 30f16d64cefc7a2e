#include "kube/api/names.h"
#include "kube/api/small_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace drawbridge::kube {
namespace {

using ::testing::HasSubstr;

std::string repeat(char c, std::size_t count) {
  return std::string(count, c);
}

// The problem's text, "" for a good name.
template <typename Check>
std::string problem(Check check, std::string_view name) {
  return check(name).value_or("");
}

TEST(Names, TheLabelThatWasMeant) {
  EXPECT_EQ(dns_label_meant("GPU"), "gpu");
  EXPECT_EQ(dns_label_meant("my_gpu.1 "), "my-gpu-1");
  EXPECT_EQ(dns_label_meant("_a/b_"), "a-b");
  EXPECT_EQ(dns_label_meant(std::string(63, 'A')), std::string(63, 'a'));
  for (const std::string& none : {std::string(), std::string("---"), std::string(64, 'a')})
    EXPECT_EQ(dns_label_meant(none), "") << none;
}

TEST(Names, DnsLabels) {
  for (const char* name : {"a", "0", "gpu-0", "a--b", "0a"}) {
    EXPECT_EQ(problem(dns_label_problem, name), "") << name;
  }
  for (const char* name : {"-a", "a-", "A", "a_b", "a b", "a/b", "\u00e9", "a\n"}) {
    EXPECT_THAT(problem(dns_label_problem, name), HasSubstr("may hold lower-case letters")) << name;
  }
  EXPECT_EQ(problem(dns_label_problem, ""), "must not be empty");
  EXPECT_EQ(problem(dns_label_problem, "a.b"), "must not hold dots");
  EXPECT_EQ(problem(dns_label_problem, repeat('a', kDnsLabelBytesMax)), "");
  EXPECT_EQ(problem(dns_label_problem, repeat('a', kDnsLabelBytesMax + 1)),
            "must be 63 bytes at most, and is 64 long");
}

TEST(Names, DnsSubdomains) {
  for (const char* name : {"a", "gpu.nvidia.com", "0.1", "a-b.c"}) {
    EXPECT_EQ(problem(dns_subdomain_problem, name), "") << name;
  }
  for (const char* name : {".", "a.", ".a", "a..b", "A.b", "a.-b", "a-.b", "a_b", "*.a"}) {
    EXPECT_THAT(problem(dns_subdomain_problem, name), HasSubstr("between dots")) << name;
  }
  EXPECT_EQ(problem(dns_subdomain_problem, ""), "must not be empty");
  // A label of it may be longer than a label alone.
  EXPECT_EQ(problem(dns_subdomain_problem, repeat('a', kDnsSubdomainBytesMax)), "");
  EXPECT_EQ(problem(dns_subdomain_problem, repeat('a', kDnsSubdomainBytesMax + 1)),
            "must be 253 bytes at most, and is 254 long");
}

TEST(Names, ApiVersions) {
  for (const char* text : {"v1", "v", "v1beta1", "x-y", "apps/v1", "0.example.com/v1"}) {
    EXPECT_TRUE(is_api_version(text)) << text;
  }
  for (const char* text : {"", "/", "/v1", "v1/", "1", "0v", "-v", "V1", "v.1", "apps/1", "apps/V1",
                           "a/b/v1", "a_b/v1", "../v1", "v1/..", "v1?x", "v1\n"}) {
    EXPECT_FALSE(is_api_version(text)) << text;
  }
  EXPECT_TRUE(is_api_version(repeat('g', kDnsSubdomainBytesMax) + "/" + repeat('v', 63)));
  EXPECT_FALSE(is_api_version(repeat('g', kDnsSubdomainBytesMax + 1) + "/v1"));
  EXPECT_FALSE(is_api_version(repeat('v', 64)));
}

TEST(Names, VersionsByHowStableTheyAre) {
  const char* const kRising[] = {"v1alpha1", "v2alpha1", "v1beta1", "v1beta2", "v1beta10",
                                 "v2beta1",  "v1",       "v2",      "v10"};
  for (std::size_t i = 1; i < std::size(kRising); ++i) {
    ASSERT_TRUE(version_rank(kRising[i - 1]) && version_rank(kRising[i])) << kRising[i];
    EXPECT_LT(*version_rank(kRising[i - 1]), *version_rank(kRising[i])) << kRising[i];
  }
  for (const char* text :
       {"", "v", "1", "V1", "v0", "v01", "v1beta", "v1beta0", "v1gamma1", "v1 ", "v1beta1x", "v-1",
        "v99999999999999999999", "v1beta99999999999999999999"})
    EXPECT_FALSE(version_rank(text)) << text;
}

TEST(Names, QualifiedNames) {
  for (const char* name : {"a", "A_b.c-D", "example.com/A_b", "0/0", "a.b.c/x.y"}) {
    EXPECT_EQ(problem(qualified_name_problem, name), "") << name;
  }
  EXPECT_EQ(problem(qualified_name_problem, ""), "must not be empty");
  EXPECT_EQ(problem(qualified_name_problem, "a/"), "must not be empty behind '/'");
  EXPECT_EQ(problem(qualified_name_problem, "/a"), "must not be empty before '/'");
  EXPECT_EQ(problem(qualified_name_problem, "a/b/c"), "must not hold more than one '/'");
  EXPECT_THAT(problem(qualified_name_problem, "A.com/b"),
              HasSubstr("may hold before '/' lower-case letters"));
  EXPECT_THAT(problem(qualified_name_problem, "a/-b"), HasSubstr("may hold behind '/' letters"));
  EXPECT_THAT(problem(qualified_name_problem, "a b"), HasSubstr("may hold letters"));

  const std::string longest =
      repeat('d', kDnsSubdomainBytesMax) + "/" + repeat('n', kQualifiedNameBytesMax);
  EXPECT_EQ(problem(qualified_name_problem, longest), "");
  EXPECT_EQ(problem(qualified_name_problem, longest + "n"),
            "must be 63 bytes at most behind '/', and is 64 long");
  EXPECT_EQ(problem(qualified_name_problem, "d" + longest),
            "must be 253 bytes at most before '/', and is 254 long");
}

TEST(Names, CapitalsWhereNoneMayStand) {
  EXPECT_EQ(dns_subdomain_in_small("GPU-queue"), "gpu-queue");
  EXPECT_EQ(dns_subdomain_in_small("gpu-queue"), "");
  EXPECT_EQ(dns_subdomain_in_small("GPU_queue"), "");
  EXPECT_EQ(qualified_name_in_small("NVIDIA.com/gpu-H100"), "nvidia.com/gpu-H100");
  EXPECT_EQ(qualified_name_in_small("NVIDIA.COM/GPU"), "nvidia.com/gpu");
  for (const char* other : {"nvidia.com/GPU", "GPU", "Nvidia_x.com/gpu", "Nvidia.com/", "/Gpu", ""})
    EXPECT_EQ(qualified_name_in_small(other), "") << other;
}

TEST(Names, LabelValues) {
  for (const char* value : {"", "a", "A_b.c-D", "1"}) {
    EXPECT_EQ(problem(label_value_problem, value), "") << value;
  }
  for (const char* value : {"-", "a-", "_a", ".", "a/b", "a b", " "}) {
    EXPECT_THAT(problem(label_value_problem, value), HasSubstr("may hold letters")) << value;
  }
  EXPECT_EQ(problem(label_value_problem, repeat('v', kLabelValueBytesMax)), "");
  EXPECT_EQ(problem(label_value_problem, repeat('v', kLabelValueBytesMax + 1)),
            "must be 63 bytes at most, and is 64 long");
}

TEST(Names, ExtendedResources) {
  for (const char* name : {"nvidia.com/gpu", "nvidia.com/mig-1g.10gb", "x/y", "example.io/A_B",
                           "arequests.example.com/gpu"}) {
    EXPECT_TRUE(is_extended_resource_name(name)) << name;
  }
  for (const char* name :
       {"", "cpu", "memory", "hugepages-2Mi", "pods", "kubernetes.io/batch",
        "foo.kubernetes.io/bar", "deviceclass.resource.kubernetes.io/gpu.example.com",
        "requests.nvidia.com/gpu", "nvidia.com/", "/gpu", "nvidia.com/gpu/0", "nvidia.com/g pu",
        "Nvidia.com/gpu", "xkubernetes.io/gpu"}) {
    EXPECT_FALSE(is_extended_resource_name(name)) << name;
  }
  // ResourceQuota puts "requests." before it.
  EXPECT_TRUE(is_extended_resource_name(repeat('d', 244) + "/gpu"));
  EXPECT_FALSE(is_extended_resource_name(repeat('d', 245) + "/gpu"));
}

TEST(Names, ResourcesTurnedIntoDrivers) {
  EXPECT_EQ(turned_resource("nvidia.com/gpu"), "gpu.nvidia.com");
  EXPECT_EQ(turned_resource("a/"), ".a");
  EXPECT_EQ(turned_resource("/b"), "b.");
  EXPECT_EQ(turned_resource("nvidia.com"), "");
}

TEST(Names, CIdentifiers) {
  for (const char* text : {"a", "_", "A1_b", "__x"}) EXPECT_TRUE(is_c_identifier(text)) << text;
  for (const char* text : {"", "1a", "a-b", "a.b", "a b", "\u00e9"}) {
    EXPECT_FALSE(is_c_identifier(text)) << text;
  }
}

TEST(Names, ShownTextIsSafeToPrint) {
  EXPECT_EQ(shown("gpu"), "\"gpu\"");
  EXPECT_EQ(shown("a\"b\\c"), R"("a\"b\\c")");
  EXPECT_EQ(shown("\x1b[31m\n\u00e9\x7f"), R"("\x1b[31m\x0a\xc3\xa9\x7f")");
  EXPECT_EQ(shown(repeat('x', kShownBytesMax)), "\"" + repeat('x', kShownBytesMax) + "\"");
  EXPECT_EQ(shown(repeat('x', kShownBytesMax + 1)), "\"" + repeat('x', kShownBytesMax) + "...\"");
}

}  // namespace
}  // namespace drawbridge::kube

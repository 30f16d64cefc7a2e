#include "kube/client/resource_path.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace drawbridge::kube {
namespace {

using ::testing::HasSubstr;

std::string url(const ResourcePath& path) {
  const Result<std::string> result = url_path(path);
  return result ? *result : "refused: " + result.error().message;
}

TEST(ResourcePath, CoreAndNamedGroups) {
  EXPECT_EQ(url({.version = "v1", .resource = "namespaces", .name = "team-a"}),
            "/api/v1/namespaces/team-a");
  EXPECT_EQ(url({.version = "v1", .resource = "pods", .ns = "team-a"}),
            "/api/v1/namespaces/team-a/pods");
  EXPECT_EQ(url({.group = "resource.k8s.io", .version = "v1", .resource = "deviceclasses"}),
            "/apis/resource.k8s.io/v1/deviceclasses");
  EXPECT_EQ(url({.group = "resource.k8s.io",
                 .version = "v1beta2",
                 .resource = "resourceclaims",
                 .ns = "team-a",
                 .name = "gpu",
                 .subresource = "status"}),
            "/apis/resource.k8s.io/v1beta2/namespaces/team-a/resourceclaims/gpu/status");
}

TEST(ResourcePath, NamesAreEscaped) {
  EXPECT_EQ(url({.version = "v1", .resource = "nodes", .name = "a b?c#d\r\nX: y"}),
            "/api/v1/nodes/a%20b%3Fc%23d%0D%0AX:%20y");
  EXPECT_EQ(url({.version = "v1", .resource = "nodes", .name = "system:node:\xc3\xa9"}),
            "/api/v1/nodes/system:node:%C3%A9");
  EXPECT_EQ(url({.version = "v1", .resource = "nodes", .name = "..."}), "/api/v1/nodes/...");
}

// Escaped or not, the API server would split these into other paths.
TEST(ResourcePath, NamesThatLeadElsewhereAreRefused) {
  for (const char* name : {".", "..", "../../secrets/token", "a/b", "%2e%2e", "a%2Fb"}) {
    EXPECT_THAT(url({.version = "v1", .resource = "pods", .ns = "team-a", .name = name}),
                HasSubstr("can't be the name of an object"))
        << name;
    EXPECT_THAT(url({.version = "v1", .resource = "pods", .ns = name, .name = "a"}),
                HasSubstr("can't be the name of an object"))
        << name;
  }
}

TEST(ResourcePath, IncompletePathsAreRefused) {
  EXPECT_THAT(url({.version = "v1"}), HasSubstr("needs a version and a resource"));
  EXPECT_THAT(url({.resource = "pods"}), HasSubstr("needs a version and a resource"));
  EXPECT_THAT(url({.version = "v1", .resource = "pods", .subresource = "status"}),
              HasSubstr("subresource status of no object"));
}

TEST(ResourcePath, QueriesAreEscaped) {
  EXPECT_EQ(url_query({}), "");
  EXPECT_EQ(url_query({{"labelSelector", "a=b,c in (d)"}, {"limit", "500"}}),
            "?labelSelector=a%3Db%2Cc%20in%20%28d%29&limit=500");
}

}  // namespace
}  // namespace drawbridge::kube

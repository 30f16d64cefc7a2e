// PatternUnused: a word of a resource's name that no selector asks for.
#include "test/rules/checks/check_world.h"

namespace drawbridge::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> of(std::string_view resource, std::string_view request,
                            std::string_view action = "Rewrite") {
  CheckWorld world;
  return world.object("PatternUnused",
                      "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: "
                      "m}, spec: {logicalResource: a.com/part, deviceClassNames: [mig.nvidia.com, "
                      "part.a.com], rewrites: [{resource: \"" +
                          std::string(resource) + "\", action: \"" + std::string(action) +
                          "\", request: {" + std::string(request) + "}}]}}");
}

TEST(PatternUnused, NoSelectorAsksForTheWord) {
  EXPECT_THAT(of("nvidia.com/mig-{p}", "exactly: {deviceClassName: mig.nvidia.com}"),
              ElementsAre("spec.rewrites[0].resource: {p} of nvidia.com/mig-{p} is in no selector: "
                          "whatever a pod names there, it gets any device of class mig.nvidia.com. "
                          "Add to its request: selectors: [{cel: {expression: "
                          "\"device.attributes['gpu.nvidia.com'].profile == {p}\"}}]. "
                          "[PatternUnused]"));
  EXPECT_THAT(of("a.com/part-{size}",
                 "firstAvailable: [{name: a, deviceClassName: part.a.com, selectors: [{cel: "
                 "{expression: \"device.driver == 'part.a.com'\"}}]}, {name: b, deviceClassName: "
                 "part.a.com}]"),
              ElementsAre(HasSubstr(
                  "Add a selector that compares an attribute == {size} to its request.")));
}

TEST(PatternUnused, NotWhereOneDoes) {
  const std::string asks =
      "deviceClassName: part.a.com, selectors: [{cel: {expression: "
      "\"device.attributes['part.a.com'].size == {size}\"}}]";
  EXPECT_THAT(of("a.com/part-{size}", "exactly: {" + asks + "}"), IsEmpty());
  EXPECT_THAT(of("a.com/part-{size}", "firstAvailable: [{name: a, " + asks +
                                          "}, {name: b, deviceClassName: part.a.com}]"),
              IsEmpty())
      << "the other may be all that is left";
  EXPECT_THAT(of("a.com/part", "exactly: {deviceClassName: part.a.com}"), IsEmpty());
  EXPECT_THAT(of("a.com/part-{size}", "exactly: {deviceClassName: part.a.com}", "Off"), IsEmpty());
}

}  // namespace
}  // namespace drawbridge::rules

#include <gtest/gtest.h>

#include "rules/cel/function.h"

namespace drawbridge::cel {
namespace {

TEST(Declarations, OverloadsOfSeveralLibrariesJoin) {
  Declarations declarations;
  declarations.add("size",
                   {.id = "size_string", .params = {&type::kString}, .result = &type::kInt});
  declarations.add("size", {.id = "size_bytes", .params = {&type::kBytes}, .result = &type::kInt});
  const Function* size = declarations.find("size");
  ASSERT_NE(size, nullptr);
  ASSERT_EQ(size->overloads.size(), 2U);
  EXPECT_EQ(size->overloads[0].id, "size_string");
  EXPECT_EQ(size->overloads[1].id, "size_bytes");
  EXPECT_EQ(declarations.find("sizes"), nullptr);
}

TEST(Declarations, TheSameIdReplacesTheFormerInItsPlace) {
  Declarations declarations;
  declarations.add("f", {.id = "one", .params = {&type::kString}, .result = &type::kInt});
  declarations.add("f", {.id = "two", .params = {&type::kBool}, .result = &type::kInt});
  declarations.add("f", {.id = "one", .params = {&type::kDouble}, .result = &type::kInt});
  const Function* f = declarations.find("f");
  ASSERT_EQ(f->overloads.size(), 2U);
  EXPECT_EQ(f->overloads[0].params.front(), &type::kDouble);
}

TEST(Declarations, ATypeIsAValueOfTypeType) {
  Declarations declarations;
  const Type* ip = declarations.types().opaque("net.IP");
  declarations.add_type("net.IP", ip);
  const NamedType* found = declarations.find_type("net.IP");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(to_text(*found->type), "type(net.IP)");
  EXPECT_EQ(found->value.kind(), ValueKind::kType);
  EXPECT_EQ(found->value.as_type(), ip);
  EXPECT_EQ(declarations.find_type("net"), nullptr);
}

}  // namespace
}  // namespace drawbridge::cel

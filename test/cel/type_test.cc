#include "rules/cel/type.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace drawbridge::cel {
namespace {

TEST(Type, EqualTypesOfATableAreOnePointer) {
  TypeTable types;
  const Type* list = types.list(&type::kInt);
  EXPECT_EQ(types.list(&type::kInt), list);
  EXPECT_NE(types.list(&type::kUint), list);
  EXPECT_EQ(types.map(&type::kString, list), types.map(&type::kString, types.list(&type::kInt)));
  EXPECT_NE(types.map(&type::kString, list), types.map(list, &type::kString));
  EXPECT_EQ(types.param("A"), types.param("A"));
  EXPECT_NE(types.param("A"), types.param("A", 1));
  EXPECT_NE(types.opaque("a.T"), types.object("a.T"));
}

TEST(Type, ATableGrowsAndKeepsWhatItMade) {
  TypeTable types;
  std::vector<const Type*> made;
  for (int i = 0; i < 1000; ++i) made.push_back(types.object("type" + std::to_string(i)));
  const TypeTable moved = std::move(types);
  for (std::size_t i = 0; i < made.size(); ++i)
    EXPECT_EQ(made[i]->name, "type" + std::to_string(i));
}

TEST(Type, ANameNeedNotOutliveTheCall) {
  TypeTable types;
  std::string name = "net.IP";
  const Type* ip = types.opaque(name);
  name = "gone away";
  EXPECT_EQ(ip->name, "net.IP");
  EXPECT_EQ(types.opaque("net.IP"), ip);
}

TEST(Type, IsWrittenAsInMessages) {
  TypeTable types;
  EXPECT_EQ(to_text(type::kDyn), "dyn");
  EXPECT_EQ(to_text(type::kAny), "any");
  EXPECT_EQ(to_text(type::kNull), "null");
  EXPECT_EQ(to_text(type::kError), "!error!");
  EXPECT_EQ(to_text(type::kTimestamp), "timestamp");
  EXPECT_EQ(to_text(type::kDuration), "duration");
  EXPECT_EQ(to_text(type::kTypeOfAnything), "type");
  EXPECT_EQ(to_text(*types.list(&type::kInt)), "list(int)");
  EXPECT_EQ(to_text(*types.map(&type::kString, &type::kDyn)), "map(string, dyn)");
  EXPECT_EQ(to_text(*types.optional(types.list(&type::kBool))), "optional_type(list(bool))");
  EXPECT_EQ(to_text(*types.wrapper(&type::kInt)), "wrapper(int)");
  EXPECT_EQ(to_text(*types.type_of(&type::kTimestamp)), "type(timestamp)");
  EXPECT_EQ(to_text(*types.param("T")), "T");
  EXPECT_EQ(to_text(*types.param("_var", 3)), "_var2");
  EXPECT_EQ(to_text(*types.object("kubernetes.Quantity")), "kubernetes.Quantity");
}

TEST(Type, EqualsAcrossTables) {
  TypeTable a;
  TypeTable b;
  EXPECT_TRUE(same_type(*a.list(&type::kInt), *b.list(&type::kInt)));
  EXPECT_FALSE(same_type(*a.list(&type::kInt), *b.list(&type::kDyn)));
  EXPECT_FALSE(same_type(*a.object("x"), *b.object("y")));
  EXPECT_FALSE(same_type(*a.type_of(&type::kInt), type::kTypeOfAnything));
}

}  // namespace
}  // namespace drawbridge::cel

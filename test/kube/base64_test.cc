// Base64 as it stands in Secrets, kubeconfigs and the patch of an AdmissionReview.
#include "kube/api/base64.h"

#include <gtest/gtest.h>

#include <string>

namespace drawbridge::kube {
namespace {

TEST(Base64, IsWrittenWithPadding) {
  EXPECT_EQ(encode_base64(""), "");
  EXPECT_EQ(encode_base64("f"), "Zg==");
  EXPECT_EQ(encode_base64("fo"), "Zm8=");
  EXPECT_EQ(encode_base64("foo"), "Zm9v");
  EXPECT_EQ(encode_base64("foob"), "Zm9vYg==");
  EXPECT_EQ(encode_base64("\xfb\xff\xbf"), "+/+/");
}

TEST(Base64, IsReadAsGoReadsIt) {
  EXPECT_EQ(decode_base64(""), "");
  EXPECT_EQ(decode_base64("AA=="), std::string(1, '\0'));
  EXPECT_EQ(decode_base64("Zm9v"), "foo");
  EXPECT_EQ(decode_base64("Zm9vYg=="), "foob");
  EXPECT_EQ(decode_base64("Zm9vYmE="), "fooba");
  EXPECT_EQ(decode_base64("Zm9v\r\nYmFy\n"), "foobar");
  EXPECT_EQ(decode_base64("+/+/"), "\xfb\xff\xbf");
  for (const char* text :
       {"A", "AA", "AAA", "A===", "====", "AA=A", "AA==AA==", "A-A_", "AAAA ", "AA=", "Zm9v="}) {
    EXPECT_EQ(decode_base64(text), std::nullopt) << text;
  }
}

TEST(Base64, ReadsWhatItWroteOfEveryLengthAndByte) {
  std::string bytes;
  for (int i = 0; i < 600; ++i) {
    EXPECT_EQ(decode_base64(encode_base64(bytes)), bytes) << i;
    bytes += static_cast<char>(i * 7);
  }
}

TEST(Base64, IsAppended) {
  std::string text = "patch: ";
  append_base64("foob", text);
  EXPECT_EQ(text, "patch: Zm9vYg==");
}

}  // namespace
}  // namespace drawbridge::kube

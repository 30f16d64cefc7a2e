// Holds read_yaml() against sigs.k8s.io/yaml, which kubectl reads with: over each spelling of a
// scalar, over generated documents, and over real manifests with mistakes put into them. Both must
// agree on whether there is a value, and which; where we refuse on purpose (yaml.h lists it) ours
// must be the error, and say so. The seed is printed; DRAWBRIDGE_SEED repeats a run,
// DRAWBRIDGE_LONG makes it longer.
#include <gtest/gtest.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "kube/api/yaml.h"
#include "test/generated_cases.h"
#include "test/kube/yaml_generator.h"
#include "test/oracle_client.h"

namespace drawbridge::kube {
namespace {

using nlohmann::json;
using test::OracleClient;
using test::Texts;
using test::YamlGenerator;

constexpr int kGeneratedDocuments = 6000;
constexpr int kMutatedManifests = 3000;
constexpr int kLongFactor = 100;
constexpr int kRandomAnswers = 30;

std::uint64_t seed() {
  const char* given = std::getenv("DRAWBRIDGE_SEED");
  const std::uint64_t value =
      given != nullptr ? std::strtoull(given, nullptr, 10) : std::uint64_t{std::random_device()()};
  std::printf("seed: DRAWBRIDGE_SEED=%" PRIu64 "\n", value);
  return value;
}

// The words of the errors by which we refuse what kubectl lets pass.
const Texts kStricter = {"and again on line",          "the document ends before this",
                         "a space is missing",         "before a character that takes none",
                         "is no text, and JSON holds", "a byte order mark",
                         "this tag is malformed",      "only a comment may follow there"};

// Which of them the message holds; empty when none.
std::string stricter_words(const std::string& message) {
  const auto found = std::find_if(
      kStricter.begin(), kStricter.end(),
      [&message](const std::string& words) { return message.find(words) != std::string::npos; });
  return found == kStricter.end() ? "" : *found;
}

// Integers are compared exactly, other numbers as doubles.
bool is_same(const Json& ours, const json& theirs) {
  switch (ours.kind()) {
    case Json::Kind::kNull:
      return theirs.is_null();
    case Json::Kind::kBool:
      return theirs.is_boolean() && theirs.get<bool>() == ours.as_bool();
    case Json::Kind::kInt:
      return theirs.is_number() && theirs == json(ours.as_int());
    case Json::Kind::kUint:
      return theirs.is_number() && theirs == json(ours.as_uint());
    case Json::Kind::kDouble:
      return theirs.is_number() && theirs.get<double>() == ours.as_double();
    case Json::Kind::kString:
      return theirs.is_string() && theirs.get<std::string>() == ours.as_string();
    case Json::Kind::kArray:
      return theirs.is_array() && std::equal(ours.elements().begin(), ours.elements().end(),
                                             theirs.begin(), theirs.end(), is_same);
    case Json::Kind::kObject:
      break;
  }
  if (!theirs.is_object() || theirs.size() != ours.size()) return false;
  return std::all_of(ours.members().begin(), ours.members().end(),
                     [&theirs](const Json::Member& member) {
                       const auto found = theirs.find(std::string(member.key()));
                       return found != theirs.end() && is_same(member.value, *found);
                     });
}

class YamlOracle : public ::testing::Test {
 protected:
  void SetUp() override {
    oracle_ = OracleClient::start();
    if (!oracle_) GTEST_SKIP() << OracleClient::kMissing;
  }

  // kubectl hands each document to the converter with an LF at its end.
  void compare(const Texts& texts) {
    std::vector<json> requests;
    for (const std::string& text : texts) {
      requests.push_back({{"op", "yaml.toJSON"}, {"text", text + "\n"}, {"strict", false}});
    }
    const std::vector<json> answers = oracle_->ask_all(requests);
    for (std::size_t i = 0; i < texts.size(); ++i) compare(texts[i], answers[i]);
  }

  void compare(const std::string& text, const json& theirs) {
    const Result<std::vector<YamlObject>> ours = read_yaml(text + "\n");
    const std::string shown = json(text).dump();
    if (!ours && theirs.contains("error")) {
      ++outcomes_["refused by both"];
      return;
    }
    if (!ours) {
      const std::string& message = ours.error().message;
      std::string words = stricter_words(message);
      if (words.empty() && (has_duplicate(text) || has_duplicate_text(text)))
        words = "a value that a later one replaces";
      EXPECT_NE(words, "") << shown << "\nours: " << message << "\ntheirs: " << theirs;
      ++outcomes_["refused by us: " + words];
      return;
    }
    // Documents of their own, which the converter of single documents never sees.
    if (ours->size() > 1) return;
    const Json value = ours->empty() ? Json() : ours->front().document.root();
    ++outcomes_["read by both"];
    // JSON goes its own way in kubectl as well, past the converter.
    if (text.starts_with('{') && json::accept(text)) {
      EXPECT_TRUE(is_same(value, json::parse(text))) << shown << "\nours: " << to_text(value);
      return;
    }
    ASSERT_TRUE(theirs.contains("json"))
        << shown << "\nours: " << to_text(value) << "\ntheirs: " << theirs;
    json expected = json::parse(theirs["json"].get<std::string>());
    // Keys that become one text, as 1 and 1.0 do, where one is merged: their map decides at random.
    for (int again = 0; again < kRandomAnswers && !is_same(value, expected); ++again) {
      expected = json::parse(ask(text, false)["json"].get<std::string>());
    }
    EXPECT_TRUE(is_same(value, expected))
        << shown << "\nours: " << to_text(value) << "\ntheirs: " << expected;
  }

  json ask(const std::string& text, bool strict) {
    return oracle_->ask({{"op", "yaml.toJSON"}, {"text", text + "\n"}, {"strict", strict}});
  }

  // Of two values under one key, only ours of the first may be what we refuse.
  bool has_duplicate(const std::string& text) {
    const json answer = ask(text, true);
    return answer.contains("error") &&
           answer["error"].get<std::string>().find("already set") != std::string::npos;
  }

  // The same of keys that are one text and no duplicates to their strict reader, as 0 and 1e-400
  // are: with a number that JSON has we find the second one.
  static bool has_duplicate_text(std::string text) {
    for (const std::string_view word : {".inf", ".Inf", ".INF", ".nan", ".NaN", ".NAN"}) {
      for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos;)
        text.replace(at, word.size(), "1");
    }
    const auto finite = read_yaml(text + "\n");
    return !finite && finite.error().message.find("and again on line") != std::string::npos;
  }

  // A run in which hardly anything was read would show nothing.
  void print_outcomes(int read_percent_min) {
    int all = 0;
    for (const auto& [outcome, count] : outcomes_) {
      std::printf("%s: %d\n", outcome.c_str(), count);
      all += count;
    }
    EXPECT_GE(outcomes_["read by both"] * 100, all * read_percent_min);
  }

  std::unique_ptr<OracleClient> oracle_;
  std::map<std::string, int> outcomes_;
};

TEST_F(YamlOracle, ScalarsAlike) {
  Texts texts;
  Texts scalars = test::kWords;
  scalars.insert(scalars.end(), test::kNumbers.begin(), test::kNumbers.end());
  scalars.insert(scalars.end(), test::kDates.begin(), test::kDates.end());
  for (const std::string& scalar : scalars) {
    texts.insert(texts.end(),
                 {scalar, "- " + scalar, "[" + scalar + "]", "{" + scalar + ": 1}", scalar + ": 1",
                  "- \"" + scalar + "\"", "'" + scalar + "': 1", "- &x " + scalar + "\n- *x"});
    for (const std::string& tag : test::kTags) {
      texts.insert(texts.end(), {"- " + tag + " " + scalar, "- " + tag + " '" + scalar + "'",
                                 tag + " " + scalar + ": 1", "- &x " + tag + " " + scalar});
    }
  }
  compare(texts);
  print_outcomes(50);
}

TEST_F(YamlOracle, BinaryAlike) {
  Texts texts;
  for (const char* base64 :
       {"", "aGk=", "aGk", "aGk==", "aA==", "aA=", "a===", "====", "aGVs\n  bG8=", "a Gk=",
        "aGk=aGk=", "aB==", "aGl=", "/+8=", "_-8=", "4pyT", "AAAA", "aGk=\\n"}) {
    texts.push_back("a: !!binary " + std::string(base64));
    texts.push_back("a: !!binary \"" + std::string(base64) + "\"");
    texts.push_back("? !!binary " + std::string(base64) + "\n: 1");
  }
  compare(texts);
  print_outcomes(30);
}

// Around what kubectl refuses as too many aliases.
TEST_F(YamlOracle, AliasesAlike) {
  Texts texts;
  const auto add = [&texts](int values, int aliases) {
    // Of those at the bounds one.
    if (test::kSanitized && values * aliases > 300'000 && aliases != 397 && aliases != 3918) return;
    std::string text = "- &a [0";
    for (int i = 1; i < values; ++i) text += ",0";
    text += "]\n- [*a";
    for (int i = 1; i < aliases; ++i) text += " ,*a";
    texts.push_back(text + " ]");
  };
  for (const int aliases : {1, 50, 109, 110, 111, 112, 395, 396, 397, 398, 405}) add(1000, aliases);
  for (const int aliases : {1, 99, 100, 101, 3000, 3916, 3917, 3918, 3919, 3920, 3921, 3960})
    add(100, aliases);
  for (const int aliases : {1, 3, 4, 5, 9}) add(200'000, aliases);
  for (const int fan : {2, 3, 10}) {
    for (int levels = 1; levels < 14; ++levels) {
      std::string text = "- &a0 [x]\n";
      for (int i = 1; i <= levels; ++i) {
        text += "- &a" + std::to_string(i) + " {k: 1, l: [";
        for (int j = 0; j < fan; ++j) text += "*a" + std::to_string(i - 1) + " ,";
        text += "]}\n";
      }
      texts.push_back(text);
    }
  }
  compare(texts);
  print_outcomes(30);
}

TEST_F(YamlOracle, GeneratedDocumentsAlike) {
  YamlGenerator generate(seed());
  for (int done = 0; done < test::generated_cases(kGeneratedDocuments, kLongFactor); done += 1000) {
    Texts texts;
    for (int i = 0; i < 1000; ++i) texts.push_back(generate.document());
    compare(texts);
    if (HasFailure()) break;
  }
  print_outcomes(20);
}

std::filesystem::path shared_manifests() {
  const char* given = std::getenv("DRAWBRIDGE_SHARED");
  const std::filesystem::path shared =
      given != nullptr ? given : std::filesystem::path(DRAWBRIDGE_SOURCE_DIR) / "../shared";
  return shared / "manifests";
}

// The documents of all manifests that are not too long to be asked for often.
Texts manifest_documents() {
  Texts documents;
  constexpr std::size_t kBytesMax = 8 * 1024;
  if (!std::filesystem::exists(shared_manifests())) return documents;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(shared_manifests())) {
    if (entry.path().extension() != ".yaml") continue;
    std::ifstream file(entry.path());
    std::string document;
    for (std::string line; std::getline(file, line);) {
      const bool is_separator = line.starts_with("---");
      if (!is_separator) document += line + "\n";
      if (!is_separator && !file.eof() && file.peek() != EOF) continue;
      if (!document.empty() && document.size() < kBytesMax) documents.push_back(document);
      document.clear();
    }
  }
  return documents;
}

TEST_F(YamlOracle, ManifestsWithMistakesAlike) {
  const Texts documents = manifest_documents();
  if (documents.empty()) GTEST_SKIP() << "SKIPPED: no manifests in " << shared_manifests();
  compare(documents);
  YamlGenerator generate(seed());
  for (int done = 0; done < test::generated_cases(kMutatedManifests, kLongFactor); done += 500) {
    Texts texts;
    for (int i = 0; i < 500; ++i)
      texts.push_back(generate.with_mistakes(generate.one_of(documents)));
    compare(texts);
    if (HasFailure()) break;
  }
  print_outcomes(20);
}

}  // namespace
}  // namespace drawbridge::kube

#include "rules/devices/catalogue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "kube/api/quantity.h"
#include "rules/devices/compiled_selector.h"
#include "rules/devices/selectors.h"
#include "test/rules/rules_testing.h"

namespace drawbridge::rules {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

Words::Facts find(const Catalogue& catalogue, NameKind kind, std::string_view domain,
                  std::string_view id) {
  const Vocabulary* one[] = {&catalogue.vocabulary()};
  return Words(one).find(kind, domain, id);
}

Words::Facts attribute(std::string_view domain, std::string_view id) {
  return find(Catalogue::built_in(), NameKind::kAttribute, domain, id);
}

TEST(Catalogue, KnowsTheDrivers) {
  std::vector<std::string> names;
  for (const CatalogueDriver& driver : Catalogue::built_in().drivers())
    names.push_back(driver.name);
  EXPECT_THAT(
      names, ElementsAre("compute-domain.nvidia.com", "dra.cpu", "dra.net", "gaudi.intel.com",
                         "gpu.amd.com", "gpu.example.com", "gpu.intel.com", "gpu.nvidia.com",
                         "net.example.com", "qat.intel.com", "sriovnetwork.k8snetworkplumbingwg.io",
                         "tpu.google.com"));
}

TEST(Catalogue, EveryDriverSaysWhereItsLinesAreFrom) {
  for (const CatalogueDriver& driver : Catalogue::built_in().drivers()) {
    EXPECT_THAT(driver.repository, HasSubstr("https://github.com/")) << driver.name;
    EXPECT_THAT(driver.sources, Not(IsEmpty())) << driver.name;
    EXPECT_THAT(driver.words, Not(IsEmpty())) << driver.name;
    for (const std::string& model : driver.model)
      EXPECT_TRUE(attribute(driver.name, model).known) << driver.name << " " << model;
  }
}

TEST(Catalogue, SelectorsOfItsClassesCompile) {
  for (const CatalogueDriver& driver : Catalogue::built_in().drivers()) {
    for (const CatalogueClass& made : driver.classes) {
      for (const std::string& selector : made.selectors)
        EXPECT_FALSE(selector_fault(selector)) << made.name << ": " << selector;
    }
  }
}

TEST(Catalogue, ExamplesAreOfTheirType) {
  for (const CatalogueDriver& driver : Catalogue::built_in().drivers()) {
    for (const CatalogueWord& known : driver.words) {
      const Word& word = known.word;
      for (const std::string& example : known.examples) {
        if (word.kind == NameKind::kCapacity) {
          EXPECT_TRUE(kube::Quantity::parse(example).ok()) << word.id << " " << example;
        }
        if ((word.types & attribute_type::kInt) != 0) {
          EXPECT_EQ(std::to_string(std::stoll(example)), example) << word.id;
        }
        if ((word.types & attribute_type::kVersion) != 0) {
          EXPECT_EQ(std::count(example.begin(), example.end(), '.'), 2) << word.id;
        }
      }
    }
  }
}

TEST(Catalogue, WhatADriverRenamedIsNotWhatItPublishes) {
  const Catalogue& catalogue = Catalogue::built_in();
  const CatalogueChange* change = catalogue.change("gpu.nvidia.com", "pcieBusID");
  ASSERT_NE(change, nullptr);
  EXPECT_EQ(change->version, "v25.12.0");
  EXPECT_EQ(change->now, "resource.kubernetes.io/pciBusID");
  EXPECT_FALSE(attribute("gpu.nvidia.com", "pcieBusID").known);
  EXPECT_TRUE(attribute("resource.kubernetes.io", "pciBusID").known);
  EXPECT_EQ(catalogue.change("gpu.nvidia.com", "uuid"), nullptr);
}

TEST(Catalogue, ItsWordsHaveTypes) {
  EXPECT_EQ(attribute("gpu.nvidia.com", "driverVersion").types, attribute_type::kVersion);
  EXPECT_EQ(attribute("gpu.nvidia.com", "driverVersion").published, false);
  EXPECT_EQ(attribute("dra.cpu", "smtEnabled").types, attribute_type::kBool);
  EXPECT_NE(attribute("resource.kubernetes.io", "pcieRoot").types & attribute_type::kList, 0)
      << "a list by the CPU driver";
  EXPECT_FALSE(attribute("gpu.nvidia.com", "memory").known) << "it is a capacity";
  EXPECT_TRUE(find(Catalogue::built_in(), NameKind::kCapacity, "gpu.nvidia.com", "memory").known);
}

TEST(Catalogue, ATypeThatDependsIsNotKnown) {
  const kube::Document document = yaml(
      "- {name: d, groups: [{source: s, attributes: {a: {type: int, mixed: true}, "
      "b: {type: string, list: true}}}]}");
  const Result<Catalogue> catalogue = Catalogue::read(document.root());
  ASSERT_TRUE(catalogue.ok());
  EXPECT_TRUE(find(*catalogue, NameKind::kAttribute, "d", "a").known);
  EXPECT_EQ(find(*catalogue, NameKind::kAttribute, "d", "a").types, 0);
  EXPECT_EQ(find(*catalogue, NameKind::kAttribute, "d", "b").types,
            attribute_type::kString | attribute_type::kList);
}

Result<Catalogue> read(const std::string& text) {
  const kube::Document document = yaml(text);
  return Catalogue::read(document.root());
}

std::string error_of(const std::string& text) {
  const Result<Catalogue> catalogue = read(text);
  return catalogue ? "no error" : catalogue.error().text();
}

TEST(Catalogue, WhichDevicesHaveAName) {
  const Catalogue& catalogue = Catalogue::built_in();
  const CatalogueWord* profile = catalogue.word(NameKind::kAttribute, "gpu.nvidia.com", "profile");
  ASSERT_NE(profile, nullptr);
  EXPECT_EQ(profile->of, "type");
  EXPECT_THAT(profile->kinds, ElementsAre("mig"));
  const CatalogueWord* type = catalogue.word(NameKind::kAttribute, "gpu.nvidia.com", "type");
  ASSERT_NE(type, nullptr);
  EXPECT_THAT(type->values, ElementsAre("gpu", "mig", "vfio"));
  EXPECT_TRUE(type->kinds.empty()) << "all have it";
  EXPECT_EQ(catalogue.word(NameKind::kAttribute, "resource.kubernetes.io", "pcieRoot"), nullptr)
      << "of several drivers";
  for (const CatalogueDriver& driver : catalogue.drivers()) {
    for (const CatalogueWord& word : driver.words) {
      if (word.of.empty()) continue;
      const CatalogueWord* of = catalogue.word(NameKind::kAttribute, driver.name, word.of);
      ASSERT_NE(of, nullptr) << driver.name << " " << word.word.id;
      for (const std::string& kind : word.kinds)
        EXPECT_THAT(of->values, ::testing::Contains(kind)) << driver.name << " " << word.word.id;
    }
  }
}

TEST(Catalogue, WhatParametersMayHold) {
  const Catalogue& catalogue = Catalogue::built_in();
  for (const CatalogueDriver& driver : catalogue.drivers()) {
    for (const CatalogueConfig& config : driver.configs) {
      const CatalogueWord* of = config.of.empty()
                                    ? nullptr
                                    : catalogue.word(NameKind::kAttribute, driver.name, config.of);
      EXPECT_EQ(config.of.empty(), of == nullptr) << driver.name << " " << config.kind;
      for (const std::string& kind : config.kinds)
        EXPECT_THAT(of->values, ::testing::Contains(kind)) << driver.name << " " << config.kind;
      for (const CatalogueField& field : config.fields) {
        if (field.of.empty()) continue;
        const auto decides =
            std::find_if(config.fields.begin(), config.fields.end(),
                         [&](const CatalogueField& one) { return one.path == field.of; });
        ASSERT_NE(decides, config.fields.end()) << driver.name << " " << field.path;
        for (const std::string& kind : field.kinds)
          EXPECT_THAT(decides->values, ::testing::Contains(kind)) << driver.name << field.path;
      }
    }
  }
  const std::vector<CatalogueConfig>& nvidia = catalogue.driver("gpu.nvidia.com")->configs;
  ASSERT_FALSE(nvidia.empty());
  EXPECT_EQ(nvidia[0].kind, "GpuConfig");
  EXPECT_THAT(nvidia[0].kinds, ElementsAre("gpu"));
}

TEST(Catalogue, WhatItTakesOfParameters) {
  const auto of_config = [](const std::string& config) {
    return error_of("- {name: a, groups: [{source: s, configs: [{" + config + "}]}]}");
  };
  EXPECT_EQ(of_config("apiVersion: x/v1, kind: K"), "no error");
  EXPECT_EQ(of_config("fields: {a.b: {type: map, required: true, only: {c: [d]}}}"), "no error");
  EXPECT_THAT(of_config("kind: K"), HasSubstr("configs[0].apiVersion: must be a text"));
  EXPECT_THAT(of_config("apiVersion: x/v1"), HasSubstr("configs[0].kind: must be a text"));
  EXPECT_THAT(of_config("fields: [a]"), HasSubstr("fields: must be a map of paths such as"));
  EXPECT_THAT(of_config("fields: {a: {}}"),
              HasSubstr("fields.a.type: must be string, int, bool, quantity, list, map or none"));
  EXPECT_THAT(of_config("fields: {a: {type: none}}"), HasSubstr("fields.a.note: must be a text"));
  EXPECT_THAT(of_config("fields: {a: {type: int, maxBytes: 3}}"),
              HasSubstr("fields.a.maxBytes: must be a whole number, of a field of type string"));
  EXPECT_THAT(
      of_config("fields: {a: {type: string, max: 3}}"),
      HasSubstr("fields.a.max: must be a whole number, of a field of type int or quantity"));
  EXPECT_THAT(of_config("fields: {a: {type: string, valuse: [b]}}"),
              HasSubstr("fields.a.valuse: is not known; values is"));
  EXPECT_THAT(of_config("fields: {a: {type: string, values: b}}"),
              HasSubstr("fields.a.values: must be a list of texts"));
  EXPECT_THAT(of_config("fields: {a b: {type: string}}"), HasSubstr("is no path of a field"));
  EXPECT_THAT(of_config("only: mig"), HasSubstr("configs[0].only: must be a map of one name"));
  const auto of_fields = [&](std::size_t count) {
    std::string fields;
    for (std::size_t i = 0; i < count; ++i) fields += "f" + std::to_string(i) + ": {type: int}, ";
    return of_config("fields: {" + fields + "}");
  };
  EXPECT_EQ(of_fields(kConfigFieldsMax), "no error");
  EXPECT_THAT(of_fields(kConfigFieldsMax + 1), HasSubstr("fields: has more than 128 fields"));
}

TEST(Catalogue, AnAdministratorAddsAndReplaces) {
  Result<Catalogue> added = read(
      "- name: npu.acme.com\n  groups:\n  - source: docs\n"
      "    attributes: {cores: {type: int}}\n    capacity: {memory: {}}\n"
      "- {name: gpu.example.com, groups: []}\n");
  ASSERT_TRUE(added.ok()) << added.error().text();
  const Catalogue all = Catalogue::built_in_with(*added);
  EXPECT_EQ(find(all, NameKind::kAttribute, "npu.acme.com", "cores").types, attribute_type::kInt);
  EXPECT_TRUE(find(all, NameKind::kCapacity, "npu.acme.com", "memory").known);
  EXPECT_TRUE(all.driver("gpu.example.com")->words.empty());
  EXPECT_NE(all.driver("gpu.nvidia.com"), nullptr);
  EXPECT_EQ(all.drivers().size(), Catalogue::built_in().drivers().size() + 1);
}

TEST(Catalogue, WhatItDoesNotTake) {
  EXPECT_THAT(error_of("{}"), HasSubstr("must be a list of drivers"));
  EXPECT_THAT(error_of("- {name: a, groups: [], titel: x}"),
              HasSubstr("drivers[0].titel: is not known; title is"));
  EXPECT_THAT(error_of("- {groups: []}"), HasSubstr("drivers[0].name: must be a text"));
  EXPECT_THAT(error_of("- {name: a, groups: []}\n- {name: a, groups: []}"),
              HasSubstr("drivers[1].name: stands there twice"));
  EXPECT_THAT(error_of("- {name: a, groups: [{attributes: {}}]}"),
              HasSubstr("drivers[0].groups[0].source: must be a text"));
  EXPECT_THAT(error_of("- {name: a, groups: [{source: s, attributes: {x: {type: text}}}]}"),
              HasSubstr("attributes.x.type: must be string, version, int or bool"));
  EXPECT_THAT(error_of("- {name: a, groups: [{source: s, attributes: {x: {type: quantity}}}]}"),
              HasSubstr("attributes.x.type: must be"));
  EXPECT_THAT(error_of("- {name: a, groups: [{source: s, capacity: {memory: {examples: [80]}}}]}"),
              HasSubstr("put quotation marks around a number"));
  const auto of_word = [](const std::string& more) {
    return error_of("- {name: a, groups: [{source: s, attributes: {x: {type: string, " + more +
                    "}}}]}");
  };
  EXPECT_EQ(of_word("values: [a], only: {kind: [b]}"), "no error");
  EXPECT_THAT(of_word("only: [mig]"), HasSubstr("attributes.x.only: must be a map of one"));
  EXPECT_THAT(of_word("only: {a: [b], c: [d]}"), HasSubstr("attributes.x.only: must be a map"));
  EXPECT_THAT(of_word("only: {a: b}"), HasSubstr("attributes.x.only.a: must be a list of texts"));
  EXPECT_THAT(of_word("only: {a: []}"), HasSubstr("attributes.x.only: must be a map of one"));
  EXPECT_THAT(error_of("- {name: \"a\\u202e\", groups: []}"), HasSubstr("drivers[0].name"));
}

TEST(Catalogue, ClassesThatADriverMakesNoMore) {
  const CatalogueFormerClass* former = Catalogue::built_in().former_class("imex.nvidia.com");
  ASSERT_NE(former, nullptr);
  EXPECT_EQ(former->version, "v25.3.0");
  EXPECT_EQ(Catalogue::built_in().former_class("gpu.nvidia.com"), nullptr);
  EXPECT_THAT(error_of("- {name: a, groups: [{source: s, formerClasses: [{name: c, note: n}]}]}"),
              HasSubstr("groups[0].formerClasses[0].version: must be a text"));
}

TEST(Catalogue, HoldsSoManyDriversAndTerms) {
  const auto drivers = [](std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
      text += "- {name: d" + std::to_string(i) + ", groups: []}\n";
    return text;
  };
  EXPECT_EQ(error_of(drivers(kCatalogueDriversMax)), "no error");
  EXPECT_THAT(error_of(drivers(kCatalogueDriversMax + 1)), HasSubstr("more than 64 drivers"));
  const auto terms = [](std::size_t count) {
    std::string text = "- name: d\n  groups:\n  - source: s\n    capacity:\n";
    for (std::size_t i = 0; i < count; ++i) text += "      c" + std::to_string(i) + ": {}\n";
    return text;
  };
  EXPECT_EQ(error_of(terms(kCatalogueWordsMax)), "no error");
  EXPECT_THAT(error_of(terms(kCatalogueWordsMax + 1)), HasSubstr("more than 256"));
}

}  // namespace
}  // namespace drawbridge::rules

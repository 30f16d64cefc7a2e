#include "rules/checks/class_texts.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "rules/cel/operators.h"
#include "rules/checks/selector_advice.h"
#include "rules/devices/catalogue.h"
#include "rules/devices/selector_parts.h"
#include "rules/devices/selector_path.h"
#include "rules/nearest.h"

namespace drawbridge::rules {
namespace {

using cel::Expr;

// By what a selector reads, the literal that it has to equal, as text.
struct Value {
  cel::ExprKind kind;
  std::string text;
};
using Equals = std::map<std::string, Value>;

// `READ == LITERAL`, either way round.
std::optional<std::pair<const Expr*, const Expr*>> equality(const Expr& term) {
  if (!is_call(term, cel::op::kEquals) || term.args.size() != 2) return std::nullopt;
  const Expr* read = term.args[0];
  const Expr* literal = term.args[1];
  if (is_literal(*read)) std::swap(read, literal);
  const auto path = read_path(*read);
  if (!is_literal(*literal) || !(is_driver(*read) || (path && path->reads_value())))
    return std::nullopt;
  return std::pair(read, literal);
}

std::string text_of_read(const Expr& read) {
  const auto path = read_path(read);
  return path ? read_text(*path) : "device.driver";
}

std::optional<Contradiction> add_terms(std::string_view expression, Equals& equals) {
  const std::optional<cel::Ast> ast = parse_selector(expression);
  if (!ast) return std::nullopt;
  for (const Expr* term : terms_of(*ast->root())) {
    const auto one = equality(*term);
    if (!one) continue;
    Value value{one->second->kind, selector_text(*one->second)};
    const auto [known, is_new] = equals.try_emplace(text_of_read(*one->first), value);
    // 1 is 1.0.
    if (!is_new && known->second.kind == value.kind && known->second.text != value.text)
      return Contradiction{known->first, known->second.text, std::move(value.text)};
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string_view> class_texts(std::string_view device_class, const CheckFacts& facts) {
  std::vector<std::string_view> texts;
  if (const DeviceIndex::DeviceClass* known = facts.devices.device_class(device_class)) {
    if (!known->selectors) return texts;
    for (const auto& selector : *known->selectors) texts.push_back(selector->text);
    return texts;
  }
  const CatalogueDriver* driver = facts.settings.catalogue().driver_of_class(device_class);
  if (driver == nullptr) return texts;
  for (const CatalogueClass& made : driver->classes) {
    if (made.name == device_class) texts.assign(made.selectors.begin(), made.selectors.end());
  }
  return texts;
}

std::string read_text(NameKind kind, std::string_view domain, std::string_view id) {
  return std::string("device.") + (kind == NameKind::kCapacity ? "capacity" : "attributes") + "['" +
         std::string(domain) + "']." + std::string(id);
}

std::string required_value(std::span<const std::string_view> texts, std::string_view read) {
  Equals equals;
  for (const std::string_view text : texts) {
    if (add_terms(text, equals)) break;
  }
  const auto found = equals.find(std::string(read));
  return found == equals.end() ? std::string() : std::move(found->second.text);
}

std::string required_value(const kube::DeviceOptionView& option, std::string_view read,
                           const CheckFacts& facts) {
  std::vector<std::string_view> texts = class_texts(option.device_class(), facts);
  for (const kube::Json& selector : option.selectors())
    texts.push_back(selector["cel"]["expression"].as_string());
  return required_value(texts, read);
}

std::optional<Contradiction> contradiction_in(std::span<const std::string_view> before,
                                              std::span<const std::string_view> own) {
  Equals equals;
  for (const auto& texts : {before, own}) {
    for (const std::string_view text : texts) {
      if (auto found = add_terms(text, equals)) return found;
    }
  }
  return std::nullopt;
}

namespace {

// Of classes that there are, and that a driver would bring and nobody knows of whether they are
// there, but for the one.
void for_each_other_class(std::string_view device_class, const CheckFacts& facts,
                          const std::function<void(std::string_view name)>& visit) {
  const auto look_at = [&](std::string_view name) {
    if (name != device_class) visit(name);
  };
  facts.devices.for_each_class([&](const DeviceIndex::DeviceClass& known) { look_at(known.name); });
  const Catalogue& catalogue = facts.settings.catalogue();
  if (facts.devices.class_exists(device_class) == Known::kUnknown) {
    for (const CatalogueDriver& driver : catalogue.drivers()) {
      for (const CatalogueClass& made : driver.classes) look_at(made.name);
    }
    return;
  }
  // Of its own driver a file may leave some out.
  const CatalogueDriver* own = catalogue.driver_of_class(device_class);
  for (std::size_t i = 0; own != nullptr && facts.class_exists && i < own->classes.size(); ++i) {
    const std::string& name = own->classes[i].name;
    if (facts.class_exists(name) == Known::kUnknown) look_at(name);
  }
}

}  // namespace

std::string class_instead(std::string_view device_class, const Contradiction& contradiction,
                          std::span<const std::string_view> own, const CheckFacts& facts) {
  std::string found;
  for_each_other_class(device_class, facts, [&](std::string_view name) {
    if (!found.empty()) return;
    const std::vector<std::string_view> texts = class_texts(name, facts);
    if (contradiction_in(texts, {}) ||
        required_value(texts, contradiction.read) != contradiction.other)
      return;
    if (!contradiction_in(texts, own)) found = name;
  });
  return found;
}

std::string none_published_fix(std::string_view other, const std::string& part,
                               const CheckFacts& facts) {
  if (other.empty() || facts.devices.class_has_devices(other) != Known::kNo) return {};
  // A driver that publishes nothing yet may publish these.
  const std::string driver = driver_of_class(other, facts, words_of(facts));
  if (facts.devices.vocabulary().driver(driver) == nullptr) return {};
  const std::string drop = ", or take " + part + " out.";
  if (other == kMigClass) return "No MIG device is published: partition a GPU" + drop;
  return "No device of class " + shown(other) + " is published either: wait for one" + drop;
}

std::optional<ClassInLetters> class_in_other_letters(std::string_view device_class,
                                                     const Contradiction& contradiction,
                                                     const CheckFacts& facts) {
  std::optional<ClassInLetters> found;
  for_each_other_class(device_class, facts, [&](std::string_view name) {
    if (found) return;
    std::string value = required_value(class_texts(name, facts), contradiction.read);
    if (!value.empty() && letters_apart(value, contradiction.other) == 0)
      found = ClassInLetters{std::string(name), std::move(value)};
  });
  return found;
}

}  // namespace drawbridge::rules

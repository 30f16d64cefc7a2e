// Makes CEL expressions by chance, mostly well-typed, and shortens one that shows a fault.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace drawbridge::cel::generating {

// A template's text with an expression for each of its placeholders.
struct Made {
  std::size_t production = 0;  // index into the grammar's productions
  std::vector<Made> parts;
};

// One way to make an expression of a type: "{int} + {int}" is an int. Productions without
// placeholders are where an expression ends; a type that has none has one whose placeholders are of
// other types. What begins with '=' is no expression but a word in one: "device.{=id}".
struct Production {
  std::string_view type;
  std::string_view text;
};

class Grammar {
 public:
  // `roots`: the types of whole expressions, one that stands twice twice as often.
  Grammar(std::vector<Production> productions, std::vector<std::string_view> roots);

  std::string text_of(const Made& made) const;
  // The smallest expression found, by taking parts away one after the other, of which `fails` is
  // still true.
  Made shortened(Made made, const std::function<bool(const std::string&)>& fails) const;

 private:
  friend class TypedExpressions;
  using ByType = std::map<std::string_view, std::vector<std::size_t>, std::less<>>;
  // What stands between the placeholders, and their types.
  struct Pieces {
    std::vector<std::string_view> texts;  // one more than types
    std::vector<std::string_view> types;
  };

  Pieces pieces_of(std::string_view text) const;
  void collect_smaller(const Made& made, std::vector<Made>& into) const;

  std::vector<Production> productions_;
  std::vector<std::string_view> roots_;
  std::vector<Pieces> pieces_;
  ByType every_;
  ByType ending_;  // those that end an expression
};

// Expressions of Kubernetes' base environment with the variable `object` (cel.base).
const Grammar& base_grammar();
// Selectors of devices, as random_devices.h makes them (cel.device).
const Grammar& device_grammar();

class TypedExpressions {
 public:
  // A number below its argument, each time.
  using Choose = std::function<std::size_t(std::size_t)>;

  TypedExpressions(const Grammar& grammar, std::uint64_t seed)
      : TypedExpressions(grammar, [random = std::mt19937_64(seed)](std::size_t bound) mutable {
          return static_cast<std::size_t>(random() % bound);
        }) {}
  // For a fuzzer, whose bytes choose. Where all is 0, expressions end.
  TypedExpressions(const Grammar& grammar, Choose choose)
      : grammar_(grammar), choose_(std::move(choose)) {}

  // At most `depth` productions within each other. About one expression in ten has a part whose
  // type is not the one that its place wants.
  Made make(int depth);
  // Of a type that productions() have.
  Made make_of(std::string_view type, int depth) { return make(type, depth, false); }

 private:
  Made make(std::string_view type, int depth, bool may_be_wrong);
  std::size_t below(std::size_t bound) { return choose_(bound); }

  const Grammar& grammar_;
  Choose choose_;
};

}  // namespace drawbridge::cel::generating

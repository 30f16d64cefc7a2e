// Makes CEL expressions by chance, mostly well-typed, and shortens one that shows a fault.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace drawbridge::cel::testing {

// A template's text with an expression for each of its placeholders.
struct Made {
  std::size_t production = 0;  // index into productions()
  std::vector<Made> parts;
};

// One way to make an expression of a type: "{int} + {int}" is an int. Productions without
// placeholders are where an expression ends.
struct Production {
  std::string_view type;
  std::string_view text;
};
const std::vector<Production>& productions();

class TypedExpressions {
 public:
  explicit TypedExpressions(std::uint64_t seed) : random_(seed) {}

  // At most `depth` productions within each other. About one expression in ten has a part whose
  // type is not the one that its place wants.
  Made make(int depth);

 private:
  Made make(std::string_view type, int depth, bool may_be_wrong);
  std::size_t below(std::size_t bound) { return random_() % bound; }

  std::mt19937_64 random_;
};

std::string text_of(const Made& made);

// The smallest expression found, by taking parts away one after the other, of which `fails` is
// still true.
Made shortened(Made made, const std::function<bool(const std::string&)>& fails);

}  // namespace drawbridge::cel::testing

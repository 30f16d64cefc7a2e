#include "rules/cel/library/go_sort.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>

#include "rules/cel/value_order.h"

namespace drawbridge::cel {
namespace {

// Up to here places are inserted one by one.
constexpr std::size_t kInsertedMax = 12;
// From here on the pivot is a median of medians, and a nearly sorted range is worth repairing.
constexpr std::size_t kLongRange = 50;
constexpr std::size_t kMedianFrom = 8;
// Pairs in the wrong order that are repaired before a range counts as unsorted.
constexpr int kRepairsMax = 5;
// Swaps of choosing a pivot when all pairs looked at were in falling order.
constexpr int kAllSwapped = 12;

enum class Trend : std::uint8_t { kUnknown, kRising, kFalling };

class Sorter {
 public:
  Sorter(std::span<const Value> keys, std::span<std::uint32_t> places)
      : keys_(keys), places_(places) {}

  void run() {
    const auto levels = static_cast<std::size_t>(std::bit_width(places_.size()));
    sort({0, places_.size()}, levels);
  }

 private:
  struct Range {
    std::size_t begin;
    std::size_t end;
    std::size_t size() const { return end - begin; }
  };
  struct Pivot {
    std::size_t at;
    Trend trend;
  };
  struct Split {
    std::size_t at;
    bool was_split;  // nothing had to move
  };

  bool less(std::size_t a, std::size_t b) const {
    const auto compared = order(keys_[places_[a]], keys_[places_[b]]);
    return compared && *compared == std::partial_ordering::less;
  }
  void swap(std::size_t a, std::size_t b) { std::swap(places_[a], places_[b]); }

  // `bad_pivots` more of those are borne. The shorter side recurses, so the depth is logarithmic.
  void sort(Range range, std::size_t bad_pivots) {
    bool balanced = true;
    bool was_split = true;
    while (range.size() > kInsertedMax) {
      if (bad_pivots == 0) return heap_sort(range);
      if (!balanced) {
        scatter(range);
        --bad_pivots;
      }
      Pivot pivot = choose(range);
      if (pivot.trend == Trend::kFalling) {
        std::reverse(places_.begin() + static_cast<std::ptrdiff_t>(range.begin),
                     places_.begin() + static_cast<std::ptrdiff_t>(range.end));
        pivot = {range.end - 1 - (pivot.at - range.begin), Trend::kRising};
      }
      if (balanced && was_split && pivot.trend == Trend::kRising && repair(range)) return;
      if (range.begin > 0 && !less(range.begin - 1, pivot.at)) {
        range.begin = split_equal(range, pivot.at);
        continue;
      }
      const Split found = split(range, pivot.at);
      was_split = found.was_split;
      const Range left{range.begin, found.at};
      const Range right{found.at + 1, range.end};
      const bool left_is_shorter = left.size() < range.end - found.at;
      const std::size_t shorter = left_is_shorter ? left.size() : range.end - found.at;
      balanced = shorter >= range.size() / 8;
      sort(left_is_shorter ? left : right, bad_pivots);
      range = left_is_shorter ? right : left;
    }
    insert_all(range);
  }

  void insert_all(Range range) {
    for (std::size_t i = range.begin + 1; i < range.end; ++i) {
      for (std::size_t k = i; k > range.begin && less(k, k - 1); --k) swap(k, k - 1);
    }
  }

  void sift_down(std::size_t first, std::size_t root, std::size_t count) {
    for (std::size_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
      if (child + 1 < count && less(first + child, first + child + 1)) ++child;
      if (!less(first + root, first + child)) return;
      swap(first + root, first + child);
      root = child;
    }
  }

  void heap_sort(Range range) {
    const std::size_t count = range.size();
    for (std::size_t i = (count - 1) / 2 + 1; i-- > 0;) sift_down(range.begin, i, count);
    for (std::size_t i = count; i-- > 0;) {
      swap(range.begin, range.begin + i);
      sift_down(range.begin, 0, i);
    }
  }

  // Takes what is less than the pivot to the left of it. The ends of what is left to look at are
  // `low` and, past it, `high`.
  Split split(Range range, std::size_t pivot) {
    swap(range.begin, pivot);
    std::size_t low = range.begin + 1;
    std::size_t high = range.end;
    bool moved = false;
    for (;;) {
      while (low < high && less(low, range.begin)) ++low;
      while (low < high && !less(high - 1, range.begin)) --high;
      if (low >= high) break;
      swap(low++, --high);
      moved = true;
    }
    swap(high - 1, range.begin);
    return {high - 1, !moved};
  }

  // Of a range without anything less than the pivot: where what is greater begins.
  std::size_t split_equal(Range range, std::size_t pivot) {
    swap(range.begin, pivot);
    std::size_t low = range.begin + 1;
    std::size_t high = range.end;
    for (;;) {
      while (low < high && !less(range.begin, low)) ++low;
      while (low < high && less(range.begin, high - 1)) --high;
      if (low >= high) return low;
      swap(low++, --high);
    }
  }

  // True: the range is sorted now.
  bool repair(Range range) {
    std::size_t i = range.begin + 1;
    for (int repairs = 0; repairs < kRepairsMax; ++repairs) {
      while (i < range.end && !less(i, i - 1)) ++i;
      if (i == range.end) return true;
      if (range.size() < kLongRange) return false;
      swap(i, i - 1);
      if (i - range.begin >= 2) {
        for (std::size_t k = i - 1; k >= 1 && less(k, k - 1); --k) swap(k, k - 1);
      }
      if (range.end - i >= 2) {
        for (std::size_t k = i + 1; k < range.end && less(k, k - 1); ++k) swap(k, k - 1);
      }
    }
    return false;
  }

  // Breaks a pattern that made for bad pivots: three places in the middle go elsewhere.
  void scatter(Range range) {
    const std::size_t size = range.size();
    if (size < kMedianFrom) return;
    std::uint64_t random = size;
    const std::uint64_t mask = (std::uint64_t{1} << std::bit_width(size)) - 1;
    const std::size_t middle = range.begin + size / 4 * 2;
    for (std::size_t at = middle - 1; at <= middle + 1; ++at) {
      random ^= random << 13;
      random ^= random >> 7;
      random ^= random << 17;
      std::size_t other = random & mask;
      if (other >= size) other -= size;
      swap(at, range.begin + other);
    }
  }

  Pivot choose(Range range) const {
    const std::size_t quarter = range.size() / 4;
    std::size_t low = range.begin + quarter;
    std::size_t middle = range.begin + 2 * quarter;
    std::size_t high = range.begin + 3 * quarter;
    int swaps = 0;
    if (range.size() >= kMedianFrom) {
      if (range.size() >= kLongRange) {
        low = median(low - 1, low, low + 1, swaps);
        middle = median(middle - 1, middle, middle + 1, swaps);
        high = median(high - 1, high, high + 1, swaps);
      }
      middle = median(low, middle, high, swaps);
    }
    if (swaps == 0) return {middle, Trend::kRising};
    return {middle, swaps == kAllSwapped ? Trend::kFalling : Trend::kUnknown};
  }

  std::size_t median(std::size_t a, std::size_t b, std::size_t c, int& swaps) const {
    const auto put_in_order = [&](std::size_t& x, std::size_t& y) {
      if (!less(y, x)) return;
      std::swap(x, y);
      ++swaps;
    };
    put_in_order(a, b);
    put_in_order(b, c);
    put_in_order(a, b);
    return b;
  }

  std::span<const Value> keys_;
  std::span<std::uint32_t> places_;
};

}  // namespace

void sort_as_go(std::span<const Value> keys, std::span<std::uint32_t> places) {
  Sorter(keys, places).run();
}

}  // namespace drawbridge::cel

// Loop: runs one coroutine to its end on an executor of its own.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <exception>
#include <functional>
#include <optional>
#include <stdexcept>
#include <utility>

#include "kube/client/alarm.h"

namespace drawbridge::kube {

// How far past its deadline a request may end on a busy machine.
inline constexpr std::chrono::milliseconds kSlack{1500};
// Nothing in these tests takes longer, unless it hangs.
inline constexpr std::chrono::seconds kHangs{30};

inline Deadline in_ms(int milliseconds) {
  return std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
}

class Loop {
 public:
  boost::asio::io_context io{1};

  // Throws what the coroutine threw.
  template <typename T>
  T run(boost::asio::awaitable<T> coroutine) {
    std::optional<T> result;
    std::exception_ptr thrown;
    boost::asio::co_spawn(io, std::move(coroutine), [&](std::exception_ptr problem, T value) {
      thrown = problem;
      if (!problem) result.emplace(std::move(value));
    });
    io.restart();
    const auto start = std::chrono::steady_clock::now();
    while (!result && !thrown && io.run_one_for(kHangs) > 0) {
    }
    took = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                                 start);
    if (thrown) std::rethrow_exception(thrown);
    if (!result) throw std::runtime_error("the coroutine hangs");
    return std::move(*result);
  }

  // Runs what there is until the condition holds, at most so long; whether it does.
  bool until(const std::function<bool()>& condition, int ms) {
    const Deadline end = in_ms(ms);
    io.restart();
    while (!condition()) {
      if (std::chrono::steady_clock::now() > end) return false;
      io.run_one_for(std::chrono::milliseconds(5));
      io.restart();
    }
    return true;
  }

  // Of the last run().
  std::chrono::milliseconds took{0};
};

}  // namespace drawbridge::kube

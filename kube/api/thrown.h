// What was thrown, in words. Only a programming error or the standard library throws (result.h), so
// it is for logs and for the last resort of a message.
#pragma once

#include <exception>
#include <string>

namespace drawbridge::kube {

// Precondition: `thrown` holds an exception.
inline std::string what_of(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const std::exception& error) {
    return error.what();
  } catch (...) {
    return "an exception of a foreign type";
  }
}

}  // namespace drawbridge::kube

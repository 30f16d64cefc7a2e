// SIGTERM and SIGINT as something to wait for, instead of something that happens to a thread.
#pragma once

namespace drawbridge {

// Made before any other thread starts, since threads inherit that the signals are blocked.
class TerminationSignal {
 public:
  TerminationSignal();
  TerminationSignal(const TerminationSignal&) = delete;
  TerminationSignal& operator=(const TerminationSignal&) = delete;

  // Waits for the first one; a second SIGTERM or SIGINT then ends the process at once, as usual.
  int wait();
};

}  // namespace drawbridge

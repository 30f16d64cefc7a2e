#include "webhook/server/termination.h"

#include <csignal>

namespace drawbridge {
namespace {

sigset_t termination_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  return signals;
}

}  // namespace

TerminationSignal::TerminationSignal() {
  const sigset_t signals = termination_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

int TerminationSignal::wait() {
  const sigset_t signals = termination_signals();
  int received = 0;
  while (sigwait(&signals, &received) != 0) {
  }
  // Who presses Ctrl-C twice does not want to wait for the shutdown.
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  return received;
}

}  // namespace drawbridge

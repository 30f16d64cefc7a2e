"""Plants one fault of each kind in a small tree and expects coroutines.py to name its place."""

import os
import subprocess
import sys
import tempfile
import unittest

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "coroutines.py")

# What is right, though it looks a little like what is wrong.
CLEAN = """
// co_await f(Agg{1}) is only talked about here, and in "co_await f(Agg{2})".
asio::awaitable<int> good(std::string text, Alarm* alarm) {
  const auto token = asio::as_tuple(asio::use_awaitable);
  co_await socket.async_wait(wait_read, token);
  co_await alarm->sleep(Clock::now() + pause);
  const int read = co_await read_into(std::move(text), list[0], object->root());
  if (co_await done()) { co_return read; }
  co_return co_await other(read, "a{b");
}
asio::awaitable<int> forwards(const std::string& text) { return good(text, nullptr); }
asio::awaitable<void> S::answer_later(const Request& request, Response& response) { co_return; }
auto plain = [](int x) -> asio::awaitable<int> { co_return x; };
"""


class Coroutines(unittest.TestCase):
    def run_on(self, text):
        """Exit code and output of coroutines.py on a tree with `text` in one file."""
        with tempfile.TemporaryDirectory() as root:
            os.makedirs(os.path.join(root, "webhook/server"))
            with open(os.path.join(root, "webhook/server/x.cc"), "w", encoding="utf-8") as file:
                file.write(text)
            done = subprocess.run([sys.executable, SCRIPT, root], capture_output=True, text=True,
                                  check=False)
            return done.returncode, done.stdout

    def expect_fault(self, text, *parts):
        code, out = self.run_on(CLEAN + text)
        self.assertEqual(code, 1, out)
        self.assertEqual(out.count("\n"), 1, out)
        for part in (f"webhook/server/x.cc:{CLEAN.count(chr(10)) + 1}: ", *parts):
            self.assertIn(part, out)

    def test_what_is_right_passes(self):
        code, out = self.run_on(CLEAN)
        self.assertEqual(code, 0, out)
        self.assertIn("1 files", out)

    def test_an_empty_tree_is_a_fault_not_a_pass(self):
        with tempfile.TemporaryDirectory() as root:
            done = subprocess.run([sys.executable, SCRIPT, root], capture_output=True, text=True,
                                  check=False)
        self.assertEqual(done.returncode, 1)

    def test_an_aggregate_in_a_co_await(self):
        self.expect_fault("auto f() { co_await g(Agg{1, 2}); }", "braces", "name it before")
        self.expect_fault("auto f() { co_await g({}); }", "braces")

    def test_a_lambda_in_a_co_await(self):
        self.expect_fault("auto f() { co_await g([=] -> int); }", "a lambda")

    def test_a_call_in_the_arguments(self):
        self.expect_fault("auto f() { co_await g(std::string(text)); }", "std::string()")
        self.expect_fault("auto f() { co_await g(x, h(1)); }", "h()")
        self.expect_fault("auto f() { co_await g(x.part(1)); }", "part()")

    def test_a_parameter_by_reference(self):
        self.expect_fault("asio::awaitable<void> f(const std::string& text) { co_return; }",
                          "f() takes a reference", "by value")
        self.expect_fault("awaitable<std::vector<int>> A::f(B b, C&& c) const { co_await x; }",
                          "f() takes a reference")

    def test_a_coroutine_lambda_that_captures(self):
        self.expect_fault("auto f = [this, x](int y) -> asio::awaitable<void> { co_return; };",
                          "captures this, x")


if __name__ == "__main__":
    unittest.main()

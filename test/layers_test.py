"""Plants one fault of each kind in a small tree and expects layers.py to name its place."""

import os
import subprocess
import sys
import tempfile
import unittest

SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "layers.py")

CLEAN = {
    "kube/api/json.h": "#pragma once\n#include <string>\n",
    "kube/client/client.h": '#include <boost/asio.hpp>\n#include "kube/api/json.h"\n',
    "rules/finding.h": '#include <chrono>\n#include "kube/api/json.h"\n',
    "rules/cel/parser.cc": '#include "rules/finding.h"\n// calls no system_clock::now() itself\n',
    "quota/ledger.cc": '#include "kube/api/json.h"\n',
    "certs/maker.cc": '#include <fstream>\n#include "kube/client/client.h"\n',
    "webhook/server/service.h": "#include <thread>\n",
    "webhook/server/server.h": '#include "webhook/server/service.h"\n',
    "webhook/admission/decide.cc": '#include "webhook/server/service.h"\n#include "rules/finding.h"\n',
    "webhook/join.cc": '#include "webhook/server/server.h"\n',
    "webhook/cli/main.cc": '#include "webhook/server/server.h"\n#include "certs/maker.cc"\n',
}


class Layers(unittest.TestCase):
    def run_on(self, changes):
        """Exit code and output of layers.py on the clean tree with `changes` laid over it."""
        with tempfile.TemporaryDirectory() as root:
            for path, text in {**CLEAN, **changes}.items():
                full = os.path.join(root, path)
                os.makedirs(os.path.dirname(full), exist_ok=True)
                with open(full, "w", encoding="utf-8") as file:
                    file.write(text)
            done = subprocess.run([sys.executable, SCRIPT, root], capture_output=True, text=True,
                                  check=False)
            return done.returncode, done.stdout

    def expect_fault(self, path, text, *parts):
        """`text` in `path` gives one fault, at its last line, that says all `parts`."""
        code, out = self.run_on({path: text})
        self.assertEqual(code, 1, out)
        self.assertEqual(out.count("\n"), 1, out)
        line = text.count("\n")
        for part in (f"{path}:{line}: ", *parts):
            self.assertIn(part, out)

    def test_a_clean_tree_passes(self):
        code, out = self.run_on({})
        self.assertEqual(code, 0, out)
        self.assertIn(f"{len(CLEAN)} files", out)

    def test_an_empty_tree_is_a_fault_not_a_pass(self):
        with tempfile.TemporaryDirectory() as root:
            done = subprocess.run([sys.executable, SCRIPT, root], capture_output=True, text=True,
                                  check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("no source of any layer", done.stdout)

    def test_an_include_of_a_higher_layer(self):
        below = {
            "kube/api/x.cc": "rules/finding.h",
            "kube/client/x.cc": "rules/finding.h",
            "rules/cel/x.cc": "quota/ledger.cc",
            "quota/x.cc": "rules/finding.h",
            "certs/x.cc": "rules/finding.h",
            "webhook/server/x.cc": "webhook/admission/decide.cc",
            "webhook/admission/x.cc": "webhook/server/server.h",
            "webhook/x.cc": "webhook/cli/main.cc",
        }
        for path, target in below.items():
            with self.subTest(path):
                self.expect_fault(path, f'#include <string>\n#include "{target}"\n',
                                  f"includes {target}: ", os.path.dirname(path).split("/cel")[0])

    def test_the_fault_says_what_may_be_included(self):
        self.expect_fault("certs/x.cc", '#include "quota/ledger.cc"\n',
                          "certs may include kube/api, kube/client")
        self.expect_fault("kube/api/x.cc", '#include "quota/ledger.cc"\n', "the lowest layer")

    def test_angle_brackets_hide_nothing(self):
        self.expect_fault("kube/api/x.cc", "  #  include <rules/finding.h>\n", "rules/finding.h")

    def test_paths_start_at_the_root(self):
        self.expect_fault("rules/cel/x.cc", '#include "parser.cc"\n', "from the repository's root")

    def test_products_do_not_include_tests(self):
        self.expect_fault("webhook/cli/x.cc", '#include "test/fake.h"\n', "neither tests nor")

    def test_a_file_outside_every_layer(self):
        self.expect_fault("kube/x.h", "\n", "belongs to no layer")

    def test_pure_layers_include_nothing_impure(self):
        headers = ["thread", "filesystem", "fstream", "iostream", "boost/asio.hpp",
                   "boost/asio/awaitable.hpp", "spdlog/spdlog.h", "openssl/ssl.h", "unistd.h"]
        for folder in ("kube/api", "rules/mapping", "quota"):
            for header in headers:
                with self.subTest(folder=folder, header=header):
                    self.expect_fault(f"{folder}/x.cc", f"#include <{header}>\n", "is pure")

    def test_pure_layers_call_nothing_impure(self):
        calls = ["auto t = std::chrono::steady_clock::now();", "std::random_device seed;",
                 'auto* home = std::getenv("HOME");']
        for call in calls:
            with self.subTest(call):
                self.expect_fault("quota/x.cc", f"#include <chrono>\n{call}\n", "quota is pure")

    def test_near_misses_are_left_alone(self):
        code, out = self.run_on({
            "rules/x.cc": "#include <threads_of_thought.h>\n// getenv( in a comment\nint now();\n",
            "webhook/x.cc": "auto t = std::chrono::steady_clock::now();\n",
        })
        self.assertEqual(code, 0, out)


if __name__ == "__main__":
    unittest.main()

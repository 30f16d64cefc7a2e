"""./dev and its scripts, in a copy of the tree beside programs that only note how they were called."""

import glob
import os
import shutil
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SECONDS_MAX = 60
COMMANDS = ("demo", "test", "build", "conformance", "cluster", "bench", "lint", "fmt", "setup", "help")
# All else that the scripts call is noted, or missing.
TOOLS = ("awk", "bash", "cat", "dirname", "env", "flock", "grep", "mkdir", "mktemp", "mv", "python3", "rm", "sed", "seq",
         "sha256sum", "sleep", "tail")


class InACopy(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = os.path.realpath(folder.name)
        self.root = os.path.join(self.folder, "clone")
        for path in ("dev", "bench/run.sh", *glob.glob("scripts/*", root_dir=ROOT), "bench/webhook/go.mod",
                     "test/cluster/tools/go.mod"):
            if os.path.isfile(os.path.join(ROOT, path)):
                os.makedirs(os.path.dirname(os.path.join(self.root, path)), exist_ok=True)
                shutil.copy(os.path.join(ROOT, path), os.path.join(self.root, path))
        self.path = os.path.join(self.folder, "bin")
        os.mkdir(self.path)
        for tool in TOOLS:
            os.symlink(shutil.which(tool), os.path.join(self.path, tool))
        for tool in ("cmake", "ninja", "go"):
            self.program(tool)

    def program(self, name, does=""):
        """One that notes its name and words, and does this; a name with a folder is in the copy."""
        path = os.path.join(self.root, name) if "/" in name else os.path.join(self.path, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(f'#!/usr/bin/env bash\necho "${{0##*/}} $*" >>"{self.folder}/called"\n{does}\n')
        os.chmod(path, 0o755)

    def called(self, name=""):
        """How the programs were called, or those of this name."""
        try:
            with open(os.path.join(self.folder, "called"), encoding="utf-8") as file:
                return [line for line in file.read().splitlines() if line.split()[0] == name or not name]
        except FileNotFoundError:
            return []

    def start(self, *command, stands="", **variables):
        """`command` by somebody who stands in this folder of the copy."""
        folder = os.path.join(self.root, stands)
        os.makedirs(folder, exist_ok=True)
        variables = {"PATH": self.path, "HOME": self.folder, "DRAWBRIDGE_NO_SETUP": "1", **variables}
        return subprocess.Popen([os.path.join(self.root, command[0]), *command[1:]], stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True, cwd=folder,
                                env={name: text for name, text in variables.items() if text is not None})

    def end_of(self, process):
        with process:
            stdout, stderr = process.communicate(timeout=SECONDS_MAX)
        return subprocess.CompletedProcess(process.args, process.returncode, stdout, stderr)

    def run_in(self, *command, **options):
        return self.end_of(self.start(*command, **options))

    def expect_refusal(self, *command, says=(), **options):
        """Status 1, with all of these words, before anything is built."""
        done = self.run_in(*command, **options)
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
        for part in says:
            self.assertIn(part, done.stderr)
        self.assertNotIn("line ", done.stderr, "it is bash that complains")
        self.assertEqual(self.called("cmake") + self.called("ninja"), [])


class Words(InACopy):
    def test_every_command_has_help_and_starts_nothing(self):
        for command in COMMANDS:
            for words in ((command, "-h"), (command, "something", "--help"), ("help", command)):
                with self.subTest(words=words):
                    done = self.run_in("dev", *words)
                    self.assertEqual((done.returncode, done.stderr), (0, ""))
                    self.assertRegex(done.stdout, rf"\A\./dev {command if command != 'help' else 'demo'}\b")
        self.assertEqual(self.called(), [])

    def test_every_command_refuses_an_option_that_it_does_not_have(self):
        for command in COMMANDS:
            with self.subTest(command=command):
                self.expect_refusal("dev", command, "--nonsense", says=["'--nonsense'"])

    def test_a_command_that_is_none(self):
        self.expect_refusal("dev", "nonsense", says=["There is no command 'nonsense'", "./dev help"])
        self.expect_refusal("dev", "help", "nonsense", says=["There is no command 'nonsense'", "./dev help"])


class Cluster(InACopy):
    def test_the_state_is_where_the_caller_stands(self):
        os.makedirs(os.path.join(self.root, "below/mine"))
        for words in (["--state", "mine"], ["--state=mine"], ["--state", f"{self.root}/below/mine"]):
            with self.subTest(words=words):
                done = self.run_in("dev", "cluster", *words, "--without-drawbridge", stands="below")
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual(self.called("go")[-1], "go run ./cluster/cmd/cluster "
                                 f"--state {self.root}/below/mine --without-drawbridge")

    def test_a_state_that_is_missing_is_said_before_anything_is_built(self):
        self.expect_refusal("dev", "cluster", "--state", "mine", says=["there is no folder 'mine'"])
        self.expect_refusal("dev", "cluster", "--state", says=["--state needs a folder"])


class Conformance(InACopy):
    def test_files_are_where_the_caller_stands(self):
        self.program("build/release/test/cel/cel_conformance")
        os.mkdir(os.path.join(self.root, "below"))
        shutil.copy(__file__, os.path.join(self.root, "below/cases.jsonl"))
        done = self.run_in("dev", "conformance", "--minor", "36", "cases.jsonl", stands="below")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.called()[-1], f"cel_conformance --minor 36 {self.root}/below/cases.jsonl")

    def test_what_is_wrong_is_said_before_anything_is_built(self):
        self.expect_refusal("dev", "conformance", "cases.jsonl", says=["'cases.jsonl'"])
        self.expect_refusal("dev", "conformance", "--minor", "new", says=["--minor needs a number"])


class Bench(InACopy):
    def test_a_name_that_is_none(self):
        self.expect_refusal("dev", "bench", "nonsense",
                            says=["no benchmark 'nonsense'", "serve cel rules view quota hostile kueue"])

    def test_an_option_that_is_none(self):
        self.expect_refusal("dev", "bench", "cel", "--rounds", "3", says=["no option '--rounds'", "--limit N"])

    def test_without_go(self):
        os.remove(os.path.join(self.path, "go"))
        self.expect_refusal("dev", "bench", says=["is needed for bench/webhook: there is no go", "https://go.dev/dl"])

    def test_without_a_tool(self):
        for tool in ("nginx", "openssl", "curl", "taskset"):
            self.program(tool)
        self.expect_refusal("dev", "bench", "serve", says=["serve needs wrk,", "scripts/packages.txt"])

    def test_what_needs_no_go_runs_without(self):
        os.remove(os.path.join(self.path, "go"))
        self.program("build/release/bench/bench_hostile")
        done = self.run_in("dev", "bench", "hostile", "3")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.called()[-1], "bench_hostile 3")


class Cache(InACopy):
    def cache(self, **variables):
        self.program("go", 'echo "cache: $DRAWBRIDGE_CACHE"')
        return self.run_in("dev", "cluster", stands="below", **variables).stdout.splitlines()[-1]

    def test_it_is_absolute(self):
        for variables, cache in (({"DRAWBRIDGE_CACHE": "kept"}, f"{self.root}/below/kept"),
                                 ({"DRAWBRIDGE_CACHE": "/kept"}, "/kept"),
                                 ({"XDG_CACHE_HOME": "/kept", "HOME": None}, "/kept/drawbridge"),
                                 ({}, f"{self.folder}/.cache/drawbridge")):
            with self.subTest(variables=variables):
                self.assertEqual(self.cache(**variables), f"cache: {cache}")

    def test_there_is_no_place_for_it(self):
        for home in (None, ""):
            self.expect_refusal("dev", "build", HOME=home, says=["HOME is not set", "DRAWBRIDGE_CACHE"])


class Arm64(InACopy):
    """What setup_arm64 leaves in the folder that clones share."""

    FETCH = ("set -euo pipefail; root=$PWD called_from=$PWD; source scripts/common.sh; source scripts/setup.sh; "
             'setup_arm64; echo "in $arm64_root"; test -f "$arm64_root/library"')

    def fetch(self):
        return self.start("../bin/bash", "-c", self.FETCH)

    def downloads(self):
        return [line for line in self.called("apt-get") if " download " in line]

    def setUp(self):
        super().setUp()
        self.program("apt-get", '[[ $* != *" download "* ]] || { sleep 0.1; : >library.deb; }')
        self.program("dpkg-deb", 'sleep 0.1; echo of "$2" >"$3/library"')

    def test_two_clones_at_once_fetch_them_once(self):
        done = [self.end_of(process) for process in (self.fetch(), self.fetch())]
        self.assertEqual([each.returncode for each in done], [0, 0], done)
        self.assertEqual(*[each.stdout.splitlines()[-1] for each in done])
        self.assertEqual(len(self.downloads()), 1)
        folder, = glob.glob(f"{self.folder}/.cache/drawbridge/arm64-*")
        self.assertEqual(sorted(os.listdir(folder)), [".lock", "root"])

    def test_what_failed_leaves_nothing_and_is_tried_again(self):
        self.program("dpkg-deb", 'echo half >"$3/library"; exit 1')
        self.assertEqual(self.end_of(self.fetch()).returncode, 1)
        self.assertEqual(glob.glob(f"{self.folder}/.cache/drawbridge/arm64-*/root"), [])
        self.program("dpkg-deb", 'echo whole >"$3/library"')
        self.assertEqual(self.end_of(self.fetch()).returncode, 0)
        self.assertEqual(len(self.downloads()), 2)


class Demo(InACopy):
    def demo(self, serve):
        # It reviews one manifest that is refused; and it does not wait its 10 s here.
        self.program("build/release/drawbridge", 'case "$*" in *3-quota*) exit 1 ;; serve*) ' + serve + " ;; esac")
        os.remove(os.path.join(self.path, "sleep"))
        self.program("sleep")
        done = self.run_in("scripts/demo.sh")
        self.assertEqual(done.returncode, 1)
        self.assertIn("build/release/drawbridge serve --state", done.stderr, "what to do")
        return done.stderr

    def test_a_server_that_says_nothing(self):
        said = self.demo(f"echo 'waits for a cluster' >&2; exec {shutil.which('sleep')} {SECONDS_MAX}")
        self.assertRegex(said, r"\Ademo: drawbridge serve did not say within 10 s where it serves\..*\n"
                               r"waits for a cluster\n")
        self.assertNotIn("Traceback", said)

    def test_a_server_that_ends(self):
        said = self.demo("echo 'the port is taken' >&2; exit 2")
        self.assertRegex(said, r"\Ademo: drawbridge serve ended before it served\..*\nthe port is taken\n")

    def test_a_server_that_can_not_be_asked(self):
        said = self.demo("echo 'drawbridge serves https://127.0.0.1:1 and http://127.0.0.1:2'; "
                         f"exec {shutil.which('sleep')} {SECONDS_MAX}")
        self.assertIn("demo: asking https://127.0.0.1:1 failed: ", said)
        self.assertNotIn("Traceback", said)


if __name__ == "__main__":
    unittest.main()

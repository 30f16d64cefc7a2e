"""The program as it is built: its hardening, its help, what shells complete, the demo, a folder
that changes while it is served, a restart.

    python3 -m unittest discover -s test -p drawbridge_test.py

With what $DRAWBRIDGE_BIN names, else build/release/drawbridge, as docs_test.py does.
"""

import base64
import collections
import contextlib
import http.client
import json
import os
import pty
import random
import re
import select
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import docs_test  # noqa: E402

ROOT = docs_test.ROOT
SECONDS_MAX = 60
COMMANDS = ("serve", "review", "explain", "quota", "audit", "devices", "migrate", "completion",
            "rules test", "rules list", "rules import", "cel", "help")


def readelf(*options):
    return subprocess.run(["readelf", "-W", *options, docs_test.program()], capture_output=True,
                          text=True, check=True, timeout=SECONDS_MAX).stdout


@docs_test.needs_program
class Hardening(unittest.TestCase):
    """What cmake/compile_options.cmake asks for has reached the program."""

    def test_it_is_loaded_where_nobody_knows(self):
        self.assertRegex(readelf("-h"), r"Type: +DYN")

    def test_no_stack_is_executable_and_no_segment_written_and_run(self):
        segments = re.findall(r"^  (\w+) .* ([R ][W ][E ]) +0x\w+$", readelf("-l"), re.MULTILINE)
        self.assertIn("GNU_STACK", [name for name, _ in segments])
        self.assertEqual([name for name, flags in segments if "W" in flags and "E" in flags], [])

    def test_the_table_of_functions_is_bound_and_read_only(self):
        self.assertIn("GNU_RELRO", readelf("-l"))
        self.assertIn("BIND_NOW", readelf("-d"))

    def test_stacks_and_copies_are_checked(self):
        symbols = readelf("--dyn-syms")
        self.assertIn("__stack_chk_fail", symbols)
        self.assertIn("__memcpy_chk", symbols)


@docs_test.needs_program
class Help(unittest.TestCase):
    def test_every_command_has_examples_that_call_it(self):
        for command in COMMANDS:
            with self.subTest(command=command):
                shown = docs_test.run([*command.split(), "--help"])
                self.assertEqual(shown.returncode, 0)
                self.assertRegex(shown.stdout, rf"(?s)\nExamples?:\n.*drawbridge {command} ")

    def test_the_commands_above_are_all(self):
        shown = docs_test.run(["--help"]).stdout.split("\nSubcommands:\n")[1].split("\n\n")[0]
        listed = re.findall(r"^  (\w+) ", shown, re.MULTILINE)
        self.assertLessEqual({command.split()[0] for command in COMMANDS}, set(listed))
        self.assertEqual(set(listed) - {command.split()[0] for command in COMMANDS}, {"version"})


def needs_shell(name):
    return unittest.skipUnless(shutil.which(name), f"SKIPPED: no {name}, ./dev setup installs it")


class InAFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name


@docs_test.needs_program
class Completion(InAFolder):
    """Each shell completes with what `drawbridge completion` prints for it."""

    def setUp(self):
        super().setUp()
        self.bin = os.path.join(self.folder, "bin")
        os.mkdir(self.bin)
        os.symlink(os.path.abspath(docs_test.program()), os.path.join(self.bin, "drawbridge"))
        self.files = os.path.join(self.folder, "files")
        os.mkdir(self.files)
        for name in ("my pod.yaml", "other.yaml"):
            with open(os.path.join(self.files, name), "w", encoding="utf-8"):
                pass

    def script(self, shell):
        path = os.path.join(self.folder, shell)
        with open(path, "w", encoding="utf-8") as file:
            file.write(docs_test.run(["completion", shell]).stdout)
        return path

    def environment(self):
        return {"PATH": f"{self.bin}:{os.environ['PATH']}", "HOME": self.folder, "TERM": "dumb",
                "LC_ALL": "C.UTF-8"}

    def in_bash(self, *words):
        code = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _drawbridge; ' \
            'printf "%s\\n" "${COMPREPLY[@]}"'
        shown = subprocess.run(["bash", "-euc", code, "bash", self.script("bash"), "drawbridge", *words],
                               capture_output=True, text=True, cwd=self.files, check=True,
                               env=self.environment(), timeout=SECONDS_MAX)
        return shown.stdout.split("\n")[:-1]

    def test_bash(self):
        self.assertEqual(self.in_bash("rev"), ["review"])
        self.assertEqual(self.in_bash("review", "--sta"), ["--state"])
        self.assertEqual(sorted(self.in_bash("rules", "")), ["import", "list", "test"])
        self.assertEqual(self.in_bash("rules", "import", "--conf"), ["--config"])
        self.assertEqual(self.in_bash("review", "my"), ["my pod.yaml"])
        self.assertEqual(self.in_bash("review", "-o", ""), ["text", "json"])
        self.assertEqual(self.in_bash("review", "--color", "n"), ["never"])
        self.assertEqual(self.in_bash("rules", "test", "--output", "sa"), ["sarif"])
        self.assertEqual(self.in_bash("completion", ""), ["bash", "zsh", "fish"])
        self.assertEqual(self.in_bash("completion", "my"), [""])

    @needs_shell("fish")
    def test_fish(self):
        def complete(line):
            shown = subprocess.run(["fish", "--no-config", "-c", 'source $argv[1]; complete -C $argv[2]',
                                    self.script("fish"), line], capture_output=True, text=True,
                                   cwd=self.files, check=True, env=self.environment(),
                                   timeout=SECONDS_MAX)
            self.assertEqual(shown.stderr, "")
            return sorted(offered.split("\t")[0] for offered in shown.stdout.splitlines())
        self.assertEqual(complete("drawbridge rev"), ["review"])
        self.assertEqual(complete("drawbridge review --sta"), ["--state"])
        self.assertEqual(complete("drawbridge rules "), ["import", "list", "test"])
        self.assertIn("my pod.yaml", complete("drawbridge review my"))
        self.assertEqual(complete("drawbridge review --output "), ["json", "text"])
        self.assertEqual(complete("drawbridge review -o j"), ["json"])
        self.assertEqual(complete("drawbridge completion "), ["bash", "fish", "zsh"])

    # zsh completes on a terminal alone.
    def in_zsh(self, line):
        process, terminal = pty.fork()
        if process == 0:
            os.chdir(self.files)
            os.execvpe("zsh", ["zsh", "-f", "-i"], self.environment())
        shown = ""

        def read_until(end):
            nonlocal shown
            until = time.monotonic() + SECONDS_MAX
            while end not in shown and time.monotonic() < until:
                if select.select([terminal], [], [], 0.1)[0]:
                    shown += os.read(terminal, 65536).decode(errors="replace")
        try:
            # The quotes keep what is typed from being taken for what is printed.
            os.write(terminal, b"PS1='rea''dy>'; autoload -Uz compinit; compinit -u; "
                     b"source " + self.script("zsh").encode() + b"\n")
            read_until("ready>")
            shown = ""
            os.write(terminal, line.encode() + b"\t#\x01echo 'do'ne:\n")
            read_until("done:")
            self.assertIn("done:", shown)
            return shown
        finally:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
            os.close(terminal)

    @needs_shell("zsh")
    def test_zsh(self):
        self.assertIn("done:drawbridge review", self.in_zsh("drawbridge rev"))
        self.assertIn("done:drawbridge review --state", self.in_zsh("drawbridge review --sta"))
        self.assertIn("done:drawbridge rules import", self.in_zsh("drawbridge rules im"))
        self.assertIn("done:drawbridge review -o json", self.in_zsh("drawbridge review -o js"))
        self.assertIn("done:drawbridge review other.yaml", self.in_zsh("drawbridge review oth"))


@docs_test.needs_program
class Output(unittest.TestCase):
    ALLOWED = ["review", os.path.join(ROOT, "examples/1-rewrite.yaml")]

    def run_into(self, out):
        return subprocess.run([docs_test.program(), *self.ALLOWED], stdout=out, stderr=subprocess.PIPE,
                              text=True, check=False, timeout=SECONDS_MAX)

    def test_what_is_not_written_is_not_passed(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = self.run_into(full)
        self.assertEqual((done.returncode, done.stderr), (2, "drawbridge: what was printed could not be written "
                                                             "whole: is the disk full?\n"))

    def test_a_reader_that_has_seen_enough_is_no_failure(self):
        reads, writes = os.pipe()
        os.close(reads)
        done = self.run_into(writes)
        os.close(writes)
        self.assertIn(done.returncode, (0, -signal.SIGPIPE))
        self.assertEqual(done.stderr, "")


@docs_test.needs_program
class Demo(unittest.TestCase):
    @unittest.skipUnless(os.access(os.path.join(ROOT, docs_test.PROGRAM_AS_WRITTEN), os.X_OK),
                         "SKIPPED: the demo runs build/release/drawbridge, which ./dev build makes")
    def test_shows_a_rewrite_an_overlap_and_a_refusal(self):
        shown = subprocess.run([os.path.join(ROOT, "scripts/demo.sh")], capture_output=True, text=True,
                               check=False, timeout=SECONDS_MAX)
        self.assertEqual((shown.returncode, shown.stderr), (0, ""))
        for part in ("resourceClaimTemplateName: drawbridge-", "spec  BothPaths\n",
                     "spec.template.spec  QuotaExceeded\n", "POST /mutate", "Error from server (Forbidden)", "Next"):
            self.assertIn(part, shown.stdout)


MAPPING = """
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceMapping
metadata: {name: gpus}
spec:
  logicalResource: example.com/gpu
  deviceClassNames: [%s]
  rewrites:
  - resource: example.com/gpu
    action: Rewrite
    request: {exactly: {deviceClassName: %s}}
---
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: %s}
---
apiVersion: v1
kind: Namespace
metadata: {name: default}
"""


def mapping_to(device_class):
    return MAPPING.replace("%s", device_class)


class Served:
    """A `drawbridge serve` over a folder, on ports of its own."""

    def __init__(self, state, authority, *options):
        self.process = subprocess.Popen(
            [docs_test.program(), "serve", "--state", state, "--listen", "127.0.0.1:0", "--http-listen",
             "127.0.0.1:0", "--write-ca", authority, *options],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        said = self.process.stdout.readline()
        self.port = int(re.search(r"https://[^:]+:(\d+)", said).group(1))
        self.probe_port = int(re.search(r"http://[^:]+:(\d+)", said).group(1))
        self.context = ssl.create_default_context(cafile=authority)

    def connect(self):
        return http.client.HTTPSConnection("127.0.0.1", self.port, context=self.context,
                                           timeout=SECONDS_MAX)

    def is_ready(self):
        try:
            with contextlib.closing(http.client.HTTPConnection(
                    "127.0.0.1", self.probe_port, timeout=SECONDS_MAX)) as probe:
                probe.request("GET", "/readyz")
                return probe.getresponse().status == 200
        except OSError:
            return False

    def stop(self):
        self.process.terminate()
        self.process.stdout.close()
        return self.process.wait(SECONDS_MAX)


def pod_review():
    core = {"group": "", "version": "v1"}
    resources = {"limits": {"example.com/gpu": "1"}, "requests": {"example.com/gpu": "1"}}
    pod = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "probe", "namespace": "default"},
           "spec": {"containers": [{"name": "c", "image": "i", "resources": resources}]}}
    return json.dumps({"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {
        "uid": "u", "kind": {**core, "kind": "Pod"}, "resource": {**core, "resource": "pods"},
        "operation": "CREATE", "namespace": "default", "name": "probe",
        "userInfo": {"username": "jane"}, "object": pod}})


def post_review(connection):
    """The response's fields, and whether the connection may be used again."""
    connection.request("POST", "/mutate?timeout=5s", pod_review(), {"Content-Type": "application/json"})
    answer = connection.getresponse()
    body = json.loads(answer.read())
    return body["response"], answer.getheader("Connection", "").lower() != "close"


class OverAFolder(InAFolder):
    def setUp(self):
        super().setUp()
        self.state = os.path.join(self.folder, "state")
        os.mkdir(self.state)

    def write(self, text):
        with open(os.path.join(self.state, "all.yaml"), "w", encoding="utf-8") as file:
            file.write(text)

    def serve(self, name, *options):
        return Served(self.state, os.path.join(self.folder, name + ".pem"), *options)


@docs_test.needs_program
class ServedFolder(OverAFolder):
    def patch(self, server):
        with contextlib.closing(server.connect()) as connection:
            response, _ = post_review(connection)
        return base64.b64decode(response.get("patch", "")).decode()

    def becomes_other_than(self, before, server):
        until = time.monotonic() + SECONDS_MAX
        now = before
        while now == before and time.monotonic() < until:
            time.sleep(0.1)
            now = self.patch(server)
        return now

    def test_a_changed_file_counts_while_it_serves(self):
        self.write(mapping_to("one.example.com"))
        server = self.serve("only", "--shutdown-delay", "0")
        self.addCleanup(server.stop)
        first = self.patch(server)
        self.assertIn("resourceClaimTemplateName", first)
        # Another class is another template.
        self.write(mapping_to("two.example.com"))
        second = self.becomes_other_than(first, server)
        self.assertIn("resourceClaimTemplateName", second)
        self.assertNotEqual(second, first)
        # What can't be read changes nothing.
        self.write("kind: [")
        time.sleep(2.5)
        self.assertEqual(self.patch(server), second)
        self.write("# nothing\n")
        self.assertEqual(self.becomes_other_than(second, server), "")


@docs_test.needs_program
class Restart(OverAFolder):
    """Two instances of which one after the other is stopped by SIGTERM and started anew.

    Clients stand for API servers behind a Service: they go to an instance that was ready a moment ago,
    keep their connection for some requests where its answers let them, and send nothing a second time.
    """

    CLIENTS = 4
    REQUESTS_OF_A_CONNECTION = 50

    def setUp(self):
        super().setUp()
        self.write(mapping_to("one.example.com"))
        self.instances = [self.start(number) for number in range(2)]
        self.ready = list(self.instances)
        self.ended = threading.Event()
        self.answered = collections.Counter()
        self.lost = []

    def start(self, number):
        return self.serve(str(number), "--shutdown-delay", "1000", "--threads", "1")

    def keep_endpoints(self):
        while not self.ended.wait(0.2):
            self.ready = [instance for instance in list(self.instances) if instance.is_ready()]

    def send(self):
        connection = instance = None
        requests = 0
        while not self.ended.is_set():
            try:
                if connection is None:
                    instance = random.choice(self.ready)
                    connection = instance.connect()
                    requests = 0
                response, may_stay = post_review(connection)
                if "patch" not in response:
                    raise ValueError(response)
                self.answered[instance] += 1
                requests += 1
                if not may_stay or requests == self.REQUESTS_OF_A_CONNECTION:
                    connection.close()
                    connection = None
            except (OSError, http.client.HTTPException, ValueError, IndexError) as error:
                self.lost.append(repr(error))
                connection = None
        if connection is not None:
            connection.close()

    def test_loses_no_request(self):
        threads = [threading.Thread(target=self.keep_endpoints)] + [
            threading.Thread(target=self.send) for _ in range(self.CLIENTS)]
        for thread in threads:
            thread.start()
        statuses = []
        try:
            for number in range(2):
                time.sleep(0.5)
                old = self.instances[number]
                statuses.append(old.stop())
                self.instances[number] = self.start(number)
                until = time.monotonic() + SECONDS_MAX
                while not self.answered[self.instances[number]] and time.monotonic() < until:
                    time.sleep(0.05)
        finally:
            self.ended.set()
            for thread in threads:
                thread.join()
            for instance in self.instances:
                statuses.append(instance.stop())
        self.assertEqual(self.lost, [])
        self.assertEqual(statuses, [0, 0, 0, 0])
        self.assertEqual(len(self.answered), 4, "each instance was asked")


if __name__ == "__main__":
    unittest.main()

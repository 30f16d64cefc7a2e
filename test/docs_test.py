"""Holds the documentation to the product: codes, links, manifests, commands, output, the image.

    python3 test/docs_test.py

Manifests and commands are tried with what $DRAWBRIDGE_BIN names, else with build/release/drawbridge
where that is at least as new as the sources. Without a program these tests say SKIPPED.
"""

import functools
import os
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest

try:
    import yaml
except ImportError:  # not in the standard library
    yaml = None

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NOT_OURS = {".git", "build", "node_modules"}
PROGRAM_SOURCES = ("kube", "rules", "quota", "certs", "webhook")
PROGRAM_AS_WRITTEN = "build/release/drawbridge"
SECONDS_MAX = 60

FENCE = re.compile(r"^ *(```+|~~~+) *(\S*) *$")
LINK = re.compile(r"\[[^\]\[]*\]\(<?([^)\s>]+)>?(?: \"[^\"]*\")?\)")
CODE_LINE = re.compile(r'^ *\{"([A-Za-z]+)",')
# A path of the machine that somebody wrote the line on means nothing to its reader.
MACHINE_PATH = re.compile(r"(?<![\w.~$}-])/(?:work|root|tmp|home/\w+|Users/\w+)\b")


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def walk(top, endings):
    """Paths from the root of the files below `top` with one of the endings."""
    for folder, folders, names in os.walk(os.path.join(ROOT, top)):
        folders[:] = sorted(name for name in folders if name not in NOT_OURS)
        for name in sorted(names):
            if name.endswith(endings):
                yield os.path.relpath(os.path.join(folder, name), ROOT)


def pages():
    return list(walk(".", ".md"))


def blocks(text):
    """The fenced blocks of a page, as (line of its first line, language, lines)."""
    found = []
    fence = None
    for number, line in enumerate(text.splitlines(), 1):
        match = FENCE.match(line)
        if fence is None and match:
            fence = match.group(1)
            found.append((number + 1, match.group(2), []))
        elif fence is not None and line.strip() == fence:
            fence = None
        elif fence is not None:
            found[-1][2].append(line)
    return found


def prose(text):
    """The lines of a page outside its fenced blocks, numbered; the others are empty."""
    lines = text.splitlines()
    for first, _, inside in blocks(text):
        for number in range(first - 1, first + len(inside)):
            lines[number - 1] = ""
    return list(enumerate(lines, 1))


def without_code(line):
    return re.sub(r"`[^`]*`", "", line)


def anchor(heading):
    """What GitHub makes of a heading."""
    text = re.sub(r"[^\w\- ]", "", heading.strip().lower())
    return text.replace(" ", "-")


def anchors(text):
    return {anchor(line.lstrip("#")) for _, line in prose(text) if line.startswith("#")}


@functools.lru_cache(maxsize=None)
def program():
    """The program to try commands with, or None."""
    given = os.environ.get("DRAWBRIDGE_BIN")
    path = given or os.path.join(ROOT, PROGRAM_AS_WRITTEN)
    if not os.access(path, os.X_OK):
        if given:
            raise FileNotFoundError(f"DRAWBRIDGE_BIN names no program: {given}")
        return None
    newest = max(os.path.getmtime(os.path.join(ROOT, source))
                 for top in PROGRAM_SOURCES for source in walk(top, (".h", ".cc")))
    # An older one would hold the pages to what it said then.
    return path if given or os.path.getmtime(path) >= newest else None


def needs_program(test):
    return unittest.skipUnless(program(), "SKIPPED: no program, ./dev build makes it")(test)


def run(arguments, text=None):
    # The pages show what a terminal shows that reads UTF-8, wherever the tests run.
    return subprocess.run([program(), *arguments], input=text, capture_output=True, text=True,
                          encoding="utf-8", env={**os.environ, "LC_ALL": "C.UTF-8"},
                          cwd=ROOT, check=False, timeout=SECONDS_MAX)


def same_but_elisions(expected, got):
    """A line of "..." stands for any lines; every other line is as it is."""
    if not expected:
        return not got
    if expected[0].strip() == "...":
        return any(same_but_elisions(expected[1:], got[skip:]) for skip in range(len(got) + 1))
    return bool(got) and expected[0].rstrip() == got[0].rstrip() and \
        same_but_elisions(expected[1:], got[1:])


def commands(lines):
    """The commands of a block, each with the output that is shown below it."""
    found = []
    for line in lines:
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif found:
            found[-1][1].append(line)
    return found


class Codes(unittest.TestCase):
    def setUp(self):
        self.codes = [match.group(1) for match in
                      map(CODE_LINE.match, read("rules/codes.cc").splitlines()) if match]
        self.headings = [line[3:].strip() for _, line in prose(read("docs/messages.md"))
                         if line.startswith("## ")]

    def test_codes_are_found(self):
        self.assertGreater(len(self.codes), 20, "rules/codes.cc is not written as expected here")

    def test_every_code_has_one_entry_and_every_entry_a_code(self):
        self.assertEqual(sorted(self.codes), sorted(self.headings))

    def test_entries_are_sorted(self):
        self.assertEqual(sorted(self.headings), self.headings)

    def test_every_entry_shows_a_message_with_its_code(self):
        entries = re.split(r"^## ", read("docs/messages.md"), flags=re.MULTILINE)[1:]
        for entry in entries:
            code, text = entry.split("\n", 1)
            with self.subTest(code=code):
                self.assertIn(f"[{code}]", text, "show a message as it is printed")
                self.assertRegex(text, r"(?m)^\*\*(Refused|Warned|Told)", "say what becomes of it")

    def test_pages_name_no_other_codes(self):
        for page in pages():
            for number, line in enumerate(read(page).splitlines(), 1):
                for code in re.findall(r"messages\.md#([a-z]+)", line):
                    self.assertIn(code, [name.lower() for name in self.codes], f"{page}:{number}")


class Pages(unittest.TestCase):
    def test_links_lead_somewhere(self):
        for page in pages():
            for number, line in prose(read(page)):
                for target in LINK.findall(without_code(line)):
                    with self.subTest(place=f"{page}:{number}", target=target):
                        self.check_link(page, target)

    def check_link(self, page, target):
        if re.match(r"[a-z][a-z0-9+.-]*:", target):
            return
        path, _, fragment = target.partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
        self.assertFalse(path.startswith(".."), "leaves the repository")
        self.assertTrue(os.path.exists(os.path.join(ROOT, path)), "is not there")
        if fragment and path.endswith(".md"):
            self.assertIn(fragment, anchors(read(path)), "there is no such heading")

    def test_no_page_names_a_path_of_somebodys_machine(self):
        for page in pages():
            for number, line in enumerate(read(page).splitlines(), 1):
                self.assertNotRegex(line, MACHINE_PATH, f"{page}:{number}")

    def test_blocks_end(self):
        for page in pages():
            fences = [line for line in read(page).splitlines() if FENCE.match(line)]
            self.assertEqual(len(fences) % 2, 0, f"{page}: a block has no end")


class Tests(unittest.TestCase):
    """The tests that docs/development.md says would fail: `Suite.Test`, `Suite.*` and `TestGo/sub`."""

    NAMED = re.compile(r"`(?:(\w+)\.(\*|\w+)|(\w+?(?:PropertyTest)|Test\w+)(/[\w/-]+)?)`")

    def setUp(self):
        _, _, table = read("docs/development.md").partition("| test that fails without it |")
        self.named = [match.groups() for match in self.NAMED.finditer(table)]
        self.ours = "".join(read(path) for path in walk("test", ".cc"))
        self.go = "".join(read(path) for path in walk("test", "_test.go"))

    def test_there_are_some(self):
        self.assertGreater(len(self.named), 60)

    def test_they_are_there(self):
        for suite, name, whole, sub in self.named:
            if name == "*" or (whole and whole.endswith("PropertyTest")):
                pattern, where = rf"TEST(_F)?\({suite or whole},", self.ours
            elif suite:
                pattern, where = rf"TEST(_F)?\({suite}, {name}\)", self.ours
            else:
                pattern, where = rf"func {whole}\(", self.go
            with self.subTest(test=(suite, name, whole)):
                self.assertRegex(where, pattern)
            for part in (sub or "").split("/")[1:]:
                with self.subTest(test=whole, sub=part):
                    self.assertIn(f'"{part}"', self.go)


class Manifests(unittest.TestCase):
    """Every block marked yaml can be read; a whole object in one is one that Drawbridge accepts."""

    def all(self):
        for page in pages():
            for first, language, lines in blocks(read(page)):
                if language == "yaml":
                    yield f"{page}:{first}", "\n".join(lines) + "\n"

    def test_there_are_some(self):
        self.assertTrue(any(self.all()))

    def test_layout(self):
        for place, text in self.all():
            with self.subTest(place=place):
                self.assertNotIn("\t", text, "YAML is not indented with tabs")
                for opening, closing in ("{}", "[]"):
                    self.assertEqual(text.count(opening), text.count(closing))

    def test_the_first_queue_is_the_example(self):
        shown = next(lines for _, language, lines in blocks(read("docs/kueue.md")) if language == "yaml")
        example = read("examples/5-queue.yaml").splitlines()
        self.assertEqual(shown, [line for line in example if not line.startswith("#")])

    def test_pyyaml_reads_them(self):
        for place, text in self.all() if yaml else ():
            with self.subTest(place=place):
                self.assertTrue(list(yaml.safe_load_all(text)))

    @needs_program
    def test_drawbridge_accepts_them(self):
        for place, text in self.all():
            if not re.search(r"(?m)^apiVersion:", text):
                continue
            with self.subTest(place=place):
                if re.search(r"(?m)^kind: Configuration$", text):
                    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
                        file.write(text)
                        file.flush()
                        done = run(["review", "--config", file.name, "--color", "never", "-"],
                                   "{apiVersion: v1, kind: ConfigMap, metadata: {name: any}}")
                else:
                    done = run(["review", "--color", "never", "-"], text)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


class Metrics(unittest.TestCase):
    """server.md has every metric that the server counts, and no other, also in its alerts."""

    def test_they_are_those_of_the_server(self):
        counted = set()
        for path in walk("webhook", (".cc",)):
            counted |= set(re.findall(r'"(drawbridge_\w*[a-z])"', read(path)))
        named = set(re.findall(r"\bdrawbridge_[a-z_]+", read("docs/server.md")))
        self.assertIn("drawbridge_findings_total", counted)
        self.assertEqual(named, counted)


class Commands(unittest.TestCase):
    """What `$ build/release/drawbridge ...` prints is what stands below it."""

    def all(self):
        for page in pages():
            for first, language, lines in blocks(read(page)):
                if language != "console":
                    continue
                for command, output in commands(lines):
                    words = shlex.split(command)
                    if words and words[0] == PROGRAM_AS_WRITTEN:
                        yield f"{page}:{first}", words[1:], output

    def test_there_are_some(self):
        self.assertTrue(any(self.all()))

    @needs_program
    def test_output(self):
        for place, arguments, expected in self.all():
            with self.subTest(place=place, arguments=arguments):
                done = run(arguments)
                got = (done.stdout + done.stderr).splitlines()
                while expected and not expected[-1].strip():
                    expected.pop()
                self.assertTrue(same_but_elisions(expected, got),
                                "it prints now:\n" + "\n".join(got))

    def test_elisions(self):
        self.assertTrue(same_but_elisions(["a", "...", "d"], ["a", "b", "c", "d"]))
        self.assertTrue(same_but_elisions(["a", "  ...", "d"], ["a", "d"]))
        self.assertFalse(same_but_elisions(["a", "...", "d"], ["a", "b", "c"]))
        self.assertFalse(same_but_elisions(["a"], ["a", "b"]))


def package_of(library):
    """The Debian package that holds a file; /lib is /usr/lib, and dpkg knows one of the two names."""
    real = os.path.realpath(library)
    for path in (real, real.removeprefix("/usr"), library):
        done = subprocess.run(["dpkg-query", "-S", path], capture_output=True, text=True, check=False)
        if done.returncode == 0:
            return done.stdout.split(":")[0]
    return None


class Image(unittest.TestCase):
    """The Dockerfile, which no test builds."""

    ALWAYS_THERE = {"libc6", "libgcc-s1"}

    def setUp(self):
        self.last_stage = read("Dockerfile").split("\nFROM ")[-1]

    def test_it_runs_as_the_chart_says(self):
        user = re.search(r"(?m)^USER (\d+):(\d+)$", self.last_stage)
        pod = read("charts/drawbridge/templates/deployment.yaml")
        self.assertIn(f"runAsUser: {user.group(1)}\n", pod)
        self.assertIn(f"runAsGroup: {user.group(2)}\n", pod)
        self.assertIn('ENTRYPOINT ["/usr/local/bin/drawbridge"]', self.last_stage)

    @needs_program
    @unittest.skipUnless(shutil.which("dpkg-query"), "SKIPPED: no dpkg-query")
    def test_it_has_the_programs_libraries(self):
        linked = subprocess.run(["ldd", program()], capture_output=True, text=True, check=True)
        needed = {package_of(path) for path in re.findall(r"=> (/\S+)", linked.stdout)}
        installed = set(re.findall(r"(?m)^ +(lib\S+) \\$", self.last_stage))
        self.assertTrue(installed, "the Dockerfile is not written as expected here")
        self.assertEqual(needed - self.ALWAYS_THERE, installed)


if __name__ == "__main__":
    unittest.main()

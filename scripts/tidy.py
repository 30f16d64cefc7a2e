#!/usr/bin/env python3
"""Runs clang-tidy over the product's sources, each only when something that it reads has changed.

    tidy.py BUILD_DIR CACHE_DIR [UNITS_DIR]

BUILD_DIR holds compile_commands.json. A file that was found clean leaves its key in CACHE_DIR: the hash
of the file, of every header of ours that it reaches, of its compile command, of .clang-tidy and of
clang-tidy's version. Findings are never kept. Exits 1 when there is one.

Most of the time goes into headers. UNITS_DIR is a build whose preset compiles several sources as one
(drawbridge_units): sources of one unit are looked at together, and each alone only where that is not clean.
"""

import concurrent.futures
import glob
import hashlib
import json
import os
import re
import shlex
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# Tests and benchmarks are left out: GoogleTest's macros double the time and hide what is found.
LAYERS = ("kube/", "rules/", "quota/", "certs/", "webhook/")
FINDING = re.compile(r"^(?=/\S+:\d+:\d+: (?:error|warning):)", re.M)
INCLUDE = re.compile(rb'^\s*#\s*include\s*"([^"]+)"', re.M)
# The commands are g++'s. Warnings are g++'s to judge, in the build.
ARGUMENTS = ["--quiet", "--extra-arg=-Wno-unknown-warning-option", "--extra-arg=-Wno-error"]
# In a unit sources are included like headers, and one may hide names of another.
UNIT_ARGUMENTS = [*ARGUMENTS, "--extra-arg=-Wno-everything",
                  r"--header-filter=(kube|rules|quota|certs|webhook)/.*\.(h|cc)$"]
NOT_IN_UNITS = "-bugprone-suspicious-include"
FEWER = "-performance-unnecessary-value-param"


class Files:
    """Contents of our files, and which of ours each includes."""

    def __init__(self):
        self.digests = {}
        self.includes = {}

    def read(self, path):
        if path in self.digests:
            return
        try:
            with open(os.path.join(ROOT, path), "rb") as file:
                text = file.read()
        except FileNotFoundError:  # made by the build, or the compiler will say so
            text = b""
        self.digests[path] = hashlib.sha256(text).hexdigest()
        self.includes[path] = [name.decode() for name in INCLUDE.findall(text)]

    def reached_from(self, path):
        seen, waiting = set(), [path]
        while waiting:
            path = waiting.pop()
            if path not in seen:
                seen.add(path)
                self.read(path)
                waiting += self.includes[path]
        return sorted(seen)


def key_of(command, path, files, common):
    digest = hashlib.sha256(common)
    digest.update(command.replace(ROOT, "").encode())
    for reached in files.reached_from(path):
        digest.update(f"{reached} {files.digests[reached]}\n".encode())
    return digest.hexdigest()


def run_tidy(arguments):
    return subprocess.run(["clang-tidy", *arguments], cwd=ROOT, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, check=False)


def wants_fewer_checks(path):
    """A coroutine's parameters are values: it outlives its call. In CLI11's headers the check takes longer
    than all others together."""
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        text = file.read()
    return "co_await" in text or "#include <CLI/CLI.hpp>" in text


def tidy(build, path):
    fewer = [f"--checks={FEWER}"] if wants_fewer_checks(path) else []
    return run_tidy(["-p", build, *ARGUMENTS, *fewer, path])


def units_of(units, todo):
    """Groups of sources to be looked at together, with the same checks: those of each unit that are to do."""
    fewer = {path: wants_fewer_checks(path) for path in todo}
    groups = []
    for unit in sorted(glob.glob(os.path.join(units, "**", "Unity", "unity_*.cxx"), recursive=True)):
        with open(unit, "rb") as file:
            sources = [os.path.relpath(name.decode(), ROOT) for name in INCLUDE.findall(file.read())]
        for wanted in (False, True):
            group = [source for source in sources if fewer.get(source) is wanted]
            if len(group) > 1:
                groups.append(group)
    return groups


def is_clean(build, command, group):
    """Whether these sources, of one library and so of one command, are clean together."""
    unit = os.path.join(build, "tidy", group[0].replace("/", "_"))
    os.makedirs(os.path.dirname(unit), exist_ok=True)
    with open(unit, "w", encoding="utf-8") as file:
        file.writelines(f'#include "{os.path.join(ROOT, source)}"\n' for source in group)
    words = shlex.split(command)
    flags = words[next(i for i, word in enumerate(words) if word.startswith("-")):words.index("-o")]
    off = [NOT_IN_UNITS, FEWER] if wants_fewer_checks(group[0]) else [NOT_IN_UNITS]
    done = run_tidy([*UNIT_ARGUMENTS, f"--checks={','.join(off)}", unit, "--", *flags, f"-I{os.path.abspath(build)}"])
    return done.returncode == 0


def new_findings(done, seen):
    """What clang-tidy said, less what it already said of the same header for another file."""
    said = done.stdout.strip()
    if not FINDING.search(said):
        return done.stderr.strip() or said
    fresh = [part.rstrip() for part in FINDING.split(said) if part.strip() and part not in seen]
    seen.update(FINDING.split(said))
    return "\n".join(fresh)


def main():
    build, cache, *units = sys.argv[1:]
    build = os.path.abspath(build)
    os.makedirs(cache, exist_ok=True)
    with open(os.path.join(ROOT, ".clang-tidy"), "rb") as file:
        common = file.read()
    common += subprocess.run(["clang-tidy", "--version"], stdout=subprocess.PIPE, check=True).stdout
    common += " ".join(ARGUMENTS).encode()

    def keep(path):
        with open(os.path.join(cache, keys[path]), "w", encoding="utf-8"):
            pass

    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        commands = {os.path.relpath(entry["file"], ROOT): entry["command"]
                    for entry in json.load(file)}
    paths = sorted(path for path in commands if path.startswith(LAYERS))
    if not paths:
        sys.exit(f"{build}/compile_commands.json names no source of ours")
    files = Files()
    keys = {path: key_of(commands[path], path, files, common) for path in paths}
    todo = [path for path in paths if not os.path.exists(os.path.join(cache, keys[path]))]
    print(f"{len(paths)} files, {len(paths) - len(todo)} unchanged since they were found clean")

    faulty, seen = 0, set()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        groups = units_of(units[0], todo) if units else []
        together = {pool.submit(is_clean, build, commands[group[0]], group): group for group in groups}
        for run in concurrent.futures.as_completed(together):
            group = together[run]
            print(f"{len(group)} together {'clean' if run.result() else 'not clean'}: {' '.join(group)}", flush=True)
            if run.result():
                todo = [path for path in todo if path not in group]
                for path in group:
                    keep(path)
        runs = {pool.submit(tidy, build, path): path for path in todo}
        for number, run in enumerate(concurrent.futures.as_completed(runs), 1):
            path, done = runs[run], run.result()
            print(f"[{number}/{len(todo)}] {path}", flush=True)
            if done.returncode == 0:
                keep(path)
            else:
                faulty += 1
                said = new_findings(done, seen)
                if said:
                    print(said, flush=True)
    if faulty:
        print(f"{faulty} files with findings")
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(main())

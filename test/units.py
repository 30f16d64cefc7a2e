#!/usr/bin/env python3
"""Says which files of one unit keep functions, types or constants of the same name to themselves, and which
keep one of a name that a header of the unit has, too, and other files mean by it.

    units.py BUILD_DIR

BUILD_DIR is one whose preset compiles several sources as one (drawbridge_units). There the compiler sees
both: of functions with other parameters a call may silently take the other file's; all else it refuses, but
only after minutes. Exits 1 when there is any.
"""

import collections
import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SOURCE = re.compile(r'^#include "([^"]+)"', re.M)
# clang-format leaves definitions in a namespace at the start of their line.
NAMESPACE = re.compile(r"^namespace ?([\w:]*) \{$|^\}  // namespace ?([\w:]*)$")
FUNCTION = re.compile(r"^(?!using|return|TEST|#|//|static_assert)[\w:][^=;({]*[ &*](\w+)\(")
TYPE = re.compile(r"^(?:struct|class|enum class|enum|union) (\w+)(?: [^;]*)?(?:[{=:]|$)")
# using Bound = std::vector<int>; and using cel::Value; which speaks for the whole namespace.
ALIAS = re.compile(r"^using (?:(\w+) = |(?:\w+::)+(\w+);)")
CONSTANT = re.compile(r"^(?:inline |static )?const(?:expr|init)? [^=({]*[ &*](\w+)(?:\[\w*\])?(?: =|\{)")


def in_namespaces(text):
    """(namespaces around it, line) of each line that stands in one; an unnamed one is ""."""
    inside = []
    for line in text.splitlines():
        edge = NAMESPACE.match(line)
        if edge and line.startswith("namespace"):
            inside.append(edge.group(1))
        elif edge and inside:
            inside.pop()
        elif inside:
            yield tuple(inside), line


def definitions(text):
    """(namespace, name, whether it is a function, whether an unnamed namespace has it) of what is defined."""
    for inside, line in in_namespaces(text):
        thing = TYPE.match(line) or CONSTANT.match(line)
        defined = thing or FUNCTION.match(line)
        if defined:
            yield "::".join(filter(None, inside)), defined.group(1), not thing, "" in inside


def shared(files):
    """{(namespace, name): files} of what several of these {file: text} have."""
    having = collections.defaultdict(list)
    for file, text in sorted(files.items()):
        for name in {(space, name) for space, name, _, own in definitions(text) if own}:
            having[name].append(file)
    return {name: those for name, those in having.items() if len(those) > 1}


def aliases(text):
    """(namespace, name, line) of each name that a file brings in or calls in another way."""
    for inside, line in in_namespaces(text):
        if alias := ALIAS.match(line):
            yield "::".join(filter(None, inside)), alias.group(1) or alias.group(2), line


def torn_aliases(files):
    """{(namespace, name): files} where one of these {file: text} has an alias and another something else."""
    meant = collections.defaultdict(dict)
    for file, text in sorted(files.items()):
        for space, name, line in aliases(text):
            meant[space, name][file] = line
        for space, name, function, own in definitions(text):
            if own and not function:
                meant[space, name][file] = ""
    return {name: sorted(those) for name, those in meant.items()
            if len(set(those.values())) > 1 and any(those.values())}


def speaks_of(text, space, name, unnamed, call=False):
    """Whether it stands in the namespace itself or in the unnamed one within, as it was asked."""
    word = re.compile(rf"(?<![\w:.>]){name}" + (r"\(" if call else r"\b"))
    return any(("" in inside) == unnamed and "::".join(filter(None, inside)) == space
               and word.search(line.split("//")[0]) for inside, line in in_namespaces(text))


def beside_headers(files, headers):
    """{(namespace, name): files} of what one of `files` keeps to itself, one of the headers shows, and one of
    `files` means; both are {file: text}. Of types and constants both are found in the namespace itself. Functions
    are overloads there, but within the unnamed namespace the file's own hides the header's from those behind it."""
    shown = {(space, name): (file, function) for file, text in headers.items()
             for space, name, function, own in definitions(text) if not own}
    found = {}
    for file, text in sorted(files.items()):
        for space, name, function, own in definitions(text):
            header, of_function = shown.get((space, name), (None, None))
            if not own or header is None or function != of_function:
                continue
            order = list(files)
            torn = [other for other, its in sorted(files.items())
                    if not (function and order.index(other) <= order.index(file))
                    and speaks_of(its, space, name, unnamed=function, call=function)]
            if torn:
                found[space, name] = [file, header, *torn]
    return found


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def headers_of(texts):
    """{file: text} of the project's headers that these texts include, and those include."""
    found, left = {}, list(texts)
    while left:
        for name in SOURCE.findall(left.pop()):
            path = os.path.join(ROOT, name)
            if name not in found and os.path.exists(path):
                found[name] = read(path)
                left.append(found[name])
    return found


def main():
    (build,) = sys.argv[1:]
    units = glob.glob(os.path.join(build, "**", "Unity", "unity_*.cxx"), recursive=True)
    if not units:
        sys.exit(f"{build} has no units: cmake --preset asan makes some")
    faults = set()
    for unit in units:
        sources = SOURCE.findall(read(unit))
        if not all(map(os.path.exists, sources)):
            continue  # left over of a source that has moved: nothing builds it
        files = {os.path.relpath(source): read(source) for source in sources}
        for found in (shared(files), torn_aliases(files),
                      beside_headers(files, headers_of(files.values()))):
            for (namespace, name), those in found.items():
                faults.add(f"{name} of {namespace}: {', '.join(those)}")
    for fault in sorted(faults):
        print(fault)
    if faults:
        print("These are compiled as one. Where both are the same helper it belongs into a header, else one "
              "gets a name that says more.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

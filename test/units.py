#!/usr/bin/env python3
"""Says which files of one unit keep functions, types or constants of the same name to themselves.

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

SOURCE = re.compile(r'^#include "([^"]+)"', re.M)
# clang-format leaves definitions in a namespace at the start of their line.
NAMESPACE = re.compile(r"^namespace ?([\w:]*) \{$|^\}  // namespace ?([\w:]*)$")
FUNCTION = re.compile(r"^(?!using|return|TEST|#|//|static_assert)[\w:][^=;({]*[ &*](\w+)\(")
TYPE = re.compile(r"^(?:struct|class|enum class|enum|union) (\w+)(?: [^;]*)?(?:[{=:]|$)")
CONSTANT = re.compile(r"^(?:inline |static )?const(?:expr|init)? [^=({]*[ &*](\w+)(?:\[\w*\])?(?: =|\{)")


def own_names(text):
    """Pairs of namespace and name, of what unnamed namespaces define."""
    inside, found = [], set()
    for line in text.splitlines():
        edge = NAMESPACE.match(line)
        if edge and line.startswith("namespace"):
            inside.append(edge.group(1))
        elif edge and inside:
            inside.pop()
        elif inside and "" in inside:
            defined = TYPE.match(line) or CONSTANT.match(line) or FUNCTION.match(line)
            if defined:
                found.add(("::".join(filter(None, inside)), defined.group(1)))
    return found


def shared(files):
    """{(namespace, name): files} of what several of these {file: text} have."""
    having = collections.defaultdict(list)
    for file, text in sorted(files.items()):
        for name in own_names(text):
            having[name].append(file)
    return {name: those for name, those in having.items() if len(those) > 1}


def main():
    (build,) = sys.argv[1:]
    units = glob.glob(os.path.join(build, "**", "Unity", "unity_*.cxx"), recursive=True)
    if not units:
        sys.exit(f"{build} has no units: cmake --preset asan makes some")
    faults = set()
    for unit in units:
        with open(unit, encoding="utf-8") as file:
            sources = SOURCE.findall(file.read())
        files = {}
        for source in sources:
            with open(source, encoding="utf-8") as file:
                files[os.path.relpath(source)] = file.read()
        for (namespace, name), those in shared(files).items():
            faults.add(f"{name} of {namespace}: {', '.join(those)}")
    for fault in sorted(faults):
        print(fault)
    if faults:
        print("These are compiled as one. Where both are the same helper it belongs into a header, else one "
              "gets a name that says more.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

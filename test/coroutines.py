#!/usr/bin/env python3
"""Finds coroutines that g++ 12 miscompiles, or that read what is gone when they resume.

    python3 test/coroutines.py [ROOT]

The rules, each seen as a double free or a use after free:
  - In the arguments of a co_await nothing is made: no braces, no lambda, no call except std::move,
    a clock's now() and getters. g++ 12.2 destroys such a temporary twice. Name it before the co_await.
  - A coroutine takes its parameters by value (a pointer says that the caller keeps what it points to).
    A reference to a temporary of the caller dangles after the first suspension.
  - A lambda that is a coroutine captures nothing: its captures die with the lambda, not with the
    coroutine. Make it a function and pass what it needs.

Prints one line per fault (file:line, what, what instead) and exits 1; prints how much was read and
exits 0 when there is none.
"""

import os
import re
import sys

FOLDERS = ["kube/client", "certs", "webhook", "bench", "test"]
SOURCES = (".h", ".hpp", ".cc", ".cpp")

# Service::answer_later() promises that its caller keeps both until the answer is complete.
REFERENCES_KEPT = re.compile(r"\(\s*const Request&\s*\w*,\s*Response&\s*\w*$")

CALL = re.compile(r"((?:\.|->)?[A-Za-z_][\w:]*)\s*(?:<[^<>()]*>)?\s*\($")
CHEAP_CALLS = re.compile(r"(?:std::(?:move|forward|ref)|(?:\w+::)*now)$")
AWAITABLE = re.compile(r"\bawaitable<")

NAME_IT = "name it before the co_await"


def without_comments_and_texts(source):
    """The source with comments, strings and characters blanked, every line where it was."""
    def blank(match):
        text = match.group(0)
        return text[0] * (text[0] in "\"'") + re.sub(r"[^\n]", " ", text[1:]) if text else text
    pattern = (r'R"([^\s()\\]*)\(.*?\)\1"|//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"'
               r"|(?<![\w])'(?:\\.|[^'\\\n])+'")
    return re.sub(pattern, lambda m: re.sub(r"[^\n]", " ", m.group(0)) if m.group(0)[0] == "/"
                  else blank(m), source, flags=re.S)


def closing(source, opening):
    """The index of the bracket that closes the one at `opening`; the source's end where none does."""
    pairs = {"(": ")", "{": "}", "[": "]", "<": ">"}
    kind, depth = source[opening], 0
    for index in range(opening, len(source)):
        if source[index] == kind:
            depth += 1
        elif source[index] == pairs[kind] and source[index - 1] != "-":
            depth -= 1
            if depth == 0:
                return index
    return len(source)


def awaited(source, begin):
    """What follows a co_await: up to the end of its expression."""
    depth = 0
    for index in range(begin, len(source)):
        if source[index] in "([{":
            depth += 1
        elif source[index] in ")]}":
            depth -= 1
            if depth < 0:
                return source[begin:index]
        elif depth == 0 and source[index] in ";,":
            return source[begin:index]
    return source[begin:]


def await_faults(source):
    for match in re.finditer(r"\bco_await\b", source):
        expression = awaited(source, match.end())
        if "{" in expression:
            yield match.start(), "braces in a co_await", NAME_IT
            continue
        if re.search(r"[(,]\s*\[", expression):
            yield match.start(), "a lambda in a co_await", NAME_IT
            continue
        for index, char in enumerate(expression):
            call = CALL.search(expression[:index + 1]) if char == "(" else None
            within = expression[:index].count("(") > expression[:index].count(")")
            if not call or not within or CHEAP_CALLS.match(call.group(1)):
                continue
            # A member's call without arguments is taken for one that returns a reference.
            getter = call.group(1)[0] in ".-" and expression[index + 1:].lstrip().startswith(")")
            if not getter:
                name = call.group(1).lstrip(".->")
                yield match.start(), f"{name}() in the arguments of a co_await", NAME_IT


def parameter_faults(source):
    for match in AWAITABLE.finditer(source):
        after = closing(source, match.end() - 1) + 1
        head = re.match(r"\s*((?:\w+::)*(\w+))\s*\(", source[after:])
        if not head:
            continue
        opening = after + head.end() - 1
        end = closing(source, opening)
        body = re.match(r"\s*(?:const|override|final|noexcept|\s)*\{", source[end + 1:])
        if not body:
            continue
        start = end + body.end()
        if not re.search(r"\bco_(?:await|return|yield)\b", source[start:closing(source, start)]):
            continue
        if "&" in source[opening:end] and not REFERENCES_KEPT.match(source[opening:end]):
            yield (match.start(), f"the coroutine {head.group(2)}() takes a reference",
                   "take it by value, or as a pointer to what the caller keeps")


def lambda_faults(source):
    for match in re.finditer(r"\)\s*(?:mutable\s*)?->\s*(?:\w+::)*awaitable<", source):
        opening = source.rfind("[", 0, match.start())
        capture = source[opening + 1:source.find("]", opening)]
        if capture.strip():
            yield (match.start(), f"a coroutine lambda captures {capture.strip()}",
                   "make it a function and pass what it needs")


def check(root):
    """All faults of the tree at root, as printable lines, and the number of files read."""
    faults, files = [], 0
    for top in FOLDERS:
        for folder, folders, names in os.walk(os.path.join(root, top)):
            folders.sort()
            for name in sorted(names):
                if not name.endswith(SOURCES):
                    continue
                files += 1
                path = os.path.relpath(os.path.join(folder, name), root)
                with open(os.path.join(root, path), encoding="utf-8") as file:
                    source = without_comments_and_texts(file.read())
                for find in (await_faults, parameter_faults, lambda_faults):
                    for place, what, instead in find(source):
                        line = source.count("\n", 0, place) + 1
                        faults.append(f"{path}:{line}: {what}: {instead}")
    return faults, files


def main():
    default_root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    root = sys.argv[1] if len(sys.argv) > 1 else default_root
    faults, files = check(root)
    if files == 0:
        faults = [f"{root}: no source found: run this on the repository's root"]
    if faults:
        print("\n".join(faults))
        return 1
    print(f"{files} files, no coroutine that g++ 12 miscompiles")
    return 0


if __name__ == "__main__":
    sys.exit(main())

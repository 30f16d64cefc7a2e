#!/usr/bin/env python3
"""Holds the direction of includes: a layer includes itself and the layers that LAYERS allows it.

Also keeps the pure layers pure: what they decide depends on their arguments alone, so nothing there
reads a clock, the environment, files or the network, starts threads or writes a log.

    python3 test/layers.py [ROOT]

Prints one line per fault (file:line, what it includes, what to do instead) and exits 1; prints how
much was read and exits 0 when there is none.
"""

import os
import re
import sys

# Layer -> the other layers that it may include (ARCHITECTURE.md): kube/api -> rules -> quota -> kube/client ->
# certs -> webhook, each further restricted to what it has a use for.
LAYERS = {
    "kube/api": [],
    "rules": ["kube/api"],
    "quota": ["kube/api"],
    "kube/client": ["kube/api"],
    "certs": ["kube/api", "kube/client"],
    "webhook/decide": ["kube/api", "rules", "quota"],
    "webhook/server": ["kube/api", "rules", "quota", "kube/client", "certs"],
    "webhook/admission": ["kube/api", "rules", "quota", "kube/client", "certs", "webhook/decide"],
    "webhook/zones": ["rules"],
    "webhook": ["kube/api", "rules", "quota", "kube/client", "certs", "webhook/server",
                "webhook/decide", "webhook/admission", "webhook/zones"],
    "webhook/cli": ["kube/api", "rules", "quota", "kube/client", "certs", "webhook/server",
                    "webhook/decide", "webhook/admission", "webhook/zones", "webhook"],
}

# The seams: an interface that another layer of the same rank implements or is handed.
ALLOWED_FILES = {("webhook/admission", "webhook/server/service.h")}

PURE = ["kube/api", "rules", "quota", "webhook/decide"]

# What the pure layers do without: a header or a folder of headers -> what to do instead.
PASS_A_VALUE = "take what it would tell as an argument, and let webhook/ look"
IMPURE_HEADERS = {
    "thread": "leave threads to webhook/",
    "future": "leave threads to webhook/",
    "condition_variable": "leave threads to webhook/",
    "boost/asio": "leave I/O to kube/client or webhook/",
    "boost/beast": "leave I/O to kube/client or webhook/",
    "openssl/ssl.h": "leave I/O to kube/client or webhook/",
    "sys/socket.h": "leave I/O to kube/client or webhook/",
    "netinet": "leave I/O to kube/client or webhook/",
    "spdlog": "return a Finding or a Status, and let webhook/ log it",
    "prometheus": "return the number, and let webhook/ count it",
    "iostream": "return the text, and let webhook/cli print it",
    "filesystem": PASS_A_VALUE,
    "fstream": PASS_A_VALUE,
    "unistd.h": PASS_A_VALUE,
    "fcntl.h": PASS_A_VALUE,
    "ctime": "take `now` as an argument",
}
IMPURE_CALLS = [
    (re.compile(r"::now\s*\("), "reads a clock", "take `now` as an argument"),
    (re.compile(r"\brandom_device\b"), "is different each time", "take the seed as an argument"),
    (re.compile(r"\bgetenv\s*\("), "reads the environment", PASS_A_VALUE),
]

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
SOURCES = (".h", ".hpp", ".cc", ".cpp")


def layer_of(path):
    """The layer that a path from the root belongs to, None when it belongs to none."""
    folder = os.path.dirname(path)
    matching = [name for name in LAYERS if folder == name or folder.startswith(name + "/")]
    return max(matching, key=len, default=None)


def what_instead(layer):
    allowed = LAYERS[layer]
    if not allowed:
        return f"{layer} is the lowest layer and includes no other"
    return (f"{layer} may include {', '.join(allowed)}: move what is shared down to one of them, "
            "or take it as a value")


def include_fault(root, layer, quote, target):
    """What is wrong with one include, as (what, instead), or None."""
    if quote == '"' and target.split("/")[0] in ("test", "bench"):
        return f"includes {target}", "what is shipped includes neither tests nor benchmarks"
    if quote == '"' and not os.path.isfile(os.path.join(root, target)):
        return f"includes {target}, which is not there", "write the path from the repository's root"
    target_layer = layer_of(target)
    if target_layer in (None, layer) or target_layer in LAYERS[layer]:
        return None
    if (layer, target) in ALLOWED_FILES:
        return None
    return f"includes {target}", what_instead(layer)


def impure_fault(layer, target):
    """The same for a header that a pure layer does without."""
    for header, instead in IMPURE_HEADERS.items():
        if target in (header, header + ".hpp") or target.startswith(header + "/"):
            return f"includes <{target}>, and {layer} is pure", instead
    return None


def line_faults(root, layer, line):
    match = INCLUDE.match(line)
    if match:
        quote, target = match.groups()
        faults = [include_fault(root, layer, quote, target)]
        if layer in PURE:
            faults.append(impure_fault(layer, target))
        return [fault for fault in faults if fault]
    if layer not in PURE:
        return []
    code = line.split("//")[0]
    return [(f"{what}, and {layer} is pure", instead)
            for pattern, what, instead in IMPURE_CALLS if pattern.search(code)]


def check(root):
    """All faults of the tree at root, as printable lines, and the number of files read."""
    faults = []
    files = 0
    for top in sorted({name.split("/")[0] for name in LAYERS}):
        for folder, folders, names in os.walk(os.path.join(root, top)):
            folders.sort()
            for name in sorted(names):
                path = os.path.relpath(os.path.join(folder, name), root)
                if not name.endswith(SOURCES):
                    continue
                layer = layer_of(path)
                if layer is None:
                    faults.append(f"{path}:1: belongs to no layer: "
                                  f"put it into one of {', '.join(LAYERS)}")
                    continue
                files += 1
                with open(os.path.join(root, path), encoding="utf-8") as lines:
                    for number, line in enumerate(lines, 1):
                        for what, instead in line_faults(root, layer, line):
                            faults.append(f"{path}:{number}: {what}: {instead}")
    return faults, files


def main():
    default_root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    root = sys.argv[1] if len(sys.argv) > 1 else default_root
    faults, files = check(root)
    if files == 0:
        faults = [f"{root}: no source of any layer found: run this on the repository's root"]
    if faults:
        print("\n".join(faults))
        return 1
    print(f"{files} files, every include points to a lower layer")
    return 0


if __name__ == "__main__":
    sys.exit(main())

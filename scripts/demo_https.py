#!/usr/bin/env python3
"""Asks a running drawbridge what an API server would ask, and prints what kubectl would print.

    demo_https.py https://127.0.0.1:PORT CA.pem
"""

import base64
import json
import ssl
import sys
import urllib.request


def pod(name, namespace, resources):
    limits = dict(resources)
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "namespace": namespace},
            "spec": {"containers": [{"name": "trainer", "image": "pytorch/pytorch",
                                     "resources": {"limits": limits, "requests": dict(limits)}}]}}


def ask(url, ca, path, obj):
    kind = {"group": "", "version": "v1", "kind": "Pod"}
    review = {"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {
        "uid": "demo", "kind": kind, "resource": {"group": "", "version": "v1", "resource": "pods"},
        "namespace": obj["metadata"]["namespace"], "name": obj["metadata"]["name"], "operation": "CREATE",
        "userInfo": {"username": "jane", "groups": ["system:authenticated"]}, "object": obj}}
    request = urllib.request.Request(f"{url}{path}?timeout=5s", json.dumps(review).encode(),
                                     {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, context=ssl.create_default_context(cafile=ca), timeout=10) as answer:
        return json.load(answer)["response"]


def show(what, response):
    print(f"\nPOST /mutate  {what}")
    for warning in response.get("warnings", []):
        print(f"  Warning: {warning}")
    if response["allowed"]:
        for operation in json.loads(base64.b64decode(response.get("patch", "W10="))):
            print(f"  patch: {json.dumps(operation)}")
    else:
        print("  Error from server (Forbidden): admission webhook \"mutate.drawbridge.dev\" denied the request:")
        for line in response["status"]["message"].splitlines():
            print(f"  {line}")


def main():
    url, ca = sys.argv[1:]
    try:
        rewritten = ask(url, ca, "/mutate", pod("probe", "default", {"nvidia.com/gpu": "1"}))
        show("a pod with nvidia.com/gpu: 1", rewritten)
        refused = ask(url, ca, "/mutate", pod("greedy", "default", {"nvidia.com/gpu": "33"}))
        show("a pod with nvidia.com/gpu: 33", refused)
    except OSError as error:
        sys.exit(f"demo: asking {url} failed: {error}")
    if not rewritten.get("patch") or refused["allowed"]:
        sys.exit("demo: the server did not answer as it should")


if __name__ == "__main__":
    main()

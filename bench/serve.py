#!/usr/bin/env python3
"""Requests per second of one core: Drawbridge beside nginx and a controller-runtime webhook, in one run.

Each server runs on CPU 0, the load (wrk, kept-alive TLS connections) on the other CPUs. Servers take turns,
round after round, so that a drift of the machine meets them all; the median of the rounds is printed, and
every ratio is of medians of the same run. CPU time per request is the server's own, from /proc, and says more
than the rate where the load is the limit.
"""

import argparse
import json
import os
import pathlib
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
TICKS = os.sysconf("SC_CLK_TCK")
CONNECTIONS = (1, 8, 32)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def cpu_seconds(pids):
    total = 0
    for pid in pids:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        total += int(fields[11]) + int(fields[12])
    return total / TICKS


def rss_mib(pids):
    pages = 0
    for pid in pids:
        pages += int(pathlib.Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def children(pid):
    text = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text()
    return [int(child) for child in text.split()]


class Server:
    """One server process on CPU 0, answering https://127.0.0.1:port/mutate."""

    def __init__(self, name, command, port, counts_children=False, env=None, cwd=None):
        self.name = name
        self.port = port
        self.counts_children = counts_children
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen(["taskset", "-c", "0", *command], stdout=self.log, stderr=self.log,
                                        env={**os.environ, **(env or {})}, cwd=cwd)
        deadline = time.monotonic() + 20
        while True:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.log.seek(0)
                sys.exit(f"{name} did not start: {self.log.read().decode(errors='replace')[-2000:]}")
            time.sleep(0.05)

    def pids(self):
        if self.counts_children:
            return children(self.process.pid)
        return [self.process.pid]

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def make_certificate(folder):
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                    "-keyout", f"{folder}/tls.key", "-out", f"{folder}/tls.crt", "-days", "2", "-subj", "/CN=localhost",
                    "-addext", "subjectAltName=IP:127.0.0.1"], check=True, capture_output=True)


def start_nginx(folder, body):
    port = free_port()
    fixed = body.replace("\\", "\\\\").replace("'", "\\'").replace("$", "")
    pathlib.Path(f"{folder}/nginx.conf").write_text(f"""
daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
  access_log off; keepalive_requests 100000000; client_body_buffer_size 64k; client_max_body_size 8m;
  client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder}; uwsgi_temp_path {folder}; scgi_temp_path {folder};
  server {{
    listen 127.0.0.1:{port} ssl; ssl_certificate {folder}/tls.crt; ssl_certificate_key {folder}/tls.key;
    ssl_protocols TLSv1.2 TLSv1.3;
    location / {{ default_type application/json; return 200 '{fixed}'; }}
  }}
}}
""")
    return Server("nginx, fixed answer", ["nginx", "-p", folder, "-c", f"{folder}/nginx.conf"], port, counts_children=True)


def start_drawbridge(folder, binary):
    port = free_port()
    return Server("drawbridge", [binary, "serve", "--state", str(HERE / "state"), "--threads", "1",
                                 "--listen", f"127.0.0.1:{port}", "--http-listen", "127.0.0.1:0",
                                 "--tls-cert", f"{folder}/tls.crt", "--tls-key", f"{folder}/tls.key",
                                 "--shutdown-delay", "0", "--log-level", "error"], port)


def start_go(folder, binary):
    port = free_port()
    return Server("controller-runtime", [binary, "-port", str(port), "-certs", folder], port, env={"GOMAXPROCS": "1"})


def load(server, connections, seconds, review, awake):
    """One burst; the warm-up before it is not counted. The load generator never sleeps (awake.c says why)."""
    url = f"https://127.0.0.1:{server.port}/mutate"
    wrk = ["taskset", "-c", f"1-{max(1, os.cpu_count() - 1)}", "wrk", "-t1", f"-c{connections}", "-s", str(HERE / "post.lua")]
    env = {**os.environ, "LD_PRELOAD": awake}
    subprocess.run([*wrk, "-d1s", url, "--", review], check=True, capture_output=True, env=env)
    before = cpu_seconds(server.pids())
    run = subprocess.run([*wrk, f"-d{seconds}s", url, "--", review], check=True, capture_output=True, text=True, env=env)
    used = cpu_seconds(server.pids()) - before
    line = next(line for line in run.stdout.splitlines() if line.startswith("RESULT "))
    result = json.loads(line.removeprefix("RESULT "))
    if result["errors"] or not result["requests"]:
        sys.exit(f"{server.name}: {result['errors']} of {result['requests']} requests failed: {run.stdout[-500:]}")
    return {"rate": result["requests"] / result["seconds"], "cpu_us": used / result["requests"] * 1e6,
            "p50": result["p50_us"], "p99": result["p99_us"]}


def answer_of(server, review):
    run = subprocess.run(["curl", "-sk", "-H", "Content-Type: application/json", "--data-binary", f"@{review}",
                          f"https://127.0.0.1:{server.port}/mutate"], check=True, capture_output=True, text=True)
    return run.stdout


def check_answers(servers, reviews):
    """Nobody is measured who does not do the work."""
    for server in servers:
        for what, review in reviews.items():
            response = json.loads(answer_of(server, review))["response"]
            if not response["allowed"] or ("patch" in response) != (what == "rewritten"):
                sys.exit(f"{server.name} answers a pod {what} with {response}")


def measure(servers, reviews, rounds, seconds, awake):
    samples = {}
    for turn in range(rounds):
        for connections in CONNECTIONS:
            for server in servers:
                for what, review in reviews.items():
                    print(f"\r  round {turn + 1} of {rounds}: {connections} connections, {server.name}, pod {what}".ljust(90),
                          end="", file=sys.stderr, flush=True)
                    samples.setdefault((connections, server.name, what), []).append(load(server, connections, seconds, review, awake))
    print("\r".ljust(92), end="\r", file=sys.stderr)
    return {key: {field: statistics.median(run[field] for run in runs) for field in runs[0]} for key, runs in samples.items()}


def report(results, servers):
    print(f"{'pod':<12}{'connections':>11}  {'server':<22}{'requests/s':>11}{'CPU us/req':>11}{'p50 us':>9}{'p99 us':>9}"
          f"{'of nginx':>10}{'CPU of nginx':>14}")
    for what in ("left alone", "rewritten"):
        for connections in CONNECTIONS:
            base = results[connections, servers[0].name, what]
            for server in servers:
                row = results[connections, server.name, what]
                print(f"{what:<12}{connections:>11}  {server.name:<22}{row['rate']:>11,.0f}{row['cpu_us']:>11.1f}{row['p50']:>9.0f}"
                      f"{row['p99']:>9.0f}{row['rate'] / base['rate']:>10.2f}{base['cpu_us'] / row['cpu_us']:>14.2f}")
    ours = results[8, "drawbridge", "rewritten"]
    theirs = results[8, "controller-runtime", "rewritten"]
    print(f"\nrewritten, 8 connections: {ours['rate'] / theirs['rate']:.1f} times the controller-runtime webhook "
          f"({theirs['cpu_us'] / ours['cpu_us']:.1f} times by CPU time)")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--drawbridge", default=str(ROOT / "build/release/drawbridge"))
    parser.add_argument("--go-webhook", required=True)
    parser.add_argument("--awake", required=True, help="awake.c, compiled")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=int, default=3)
    arguments = parser.parse_args()
    if os.cpu_count() < 2:
        sys.exit("the load needs a CPU besides the server's")
    reviews = {"left alone": str(HERE / "reviews/left-alone.json"), "rewritten": str(HERE / "reviews/rewritten.json")}
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        make_certificate(folder)
        servers = []
        try:
            ours = start_drawbridge(folder, arguments.drawbridge)
            servers.append(ours)
            servers.insert(0, start_nginx(folder, answer_of(ours, reviews["rewritten"])))
            servers.append(start_go(folder, arguments.go_webhook))
            check_answers(servers[1:], reviews)
            results = measure(servers, reviews, arguments.rounds, arguments.seconds, arguments.awake)
            report(results, servers)
            for server in servers:
                print(f"{server.name}: {rss_mib(server.pids()):.1f} MiB resident")
        finally:
            for server in servers:
                server.stop()


if __name__ == "__main__":
    main()

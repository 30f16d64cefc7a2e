#!/usr/bin/env python3
"""The cluster followed live: Drawbridge beside a controller-runtime manager that caches the same kinds, in one run.

A real kube-apiserver with etcd holds 5,000 nodes, 40,000 devices, 10,000 claims, 150,000 pods and 1,000 namespaces;
etcd is filled directly, in the API server's own encoding. Whoever is measured has CPU 0 to itself; the API server,
etcd, the changes and the requests share the others. docs/bench.md says how each figure comes about.
"""

import argparse
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

sys.dont_write_bytecode = True
from serve import cpu_seconds, free_port, make_certificate  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
NAMESPACE = "drawbridge-system"
OTHER_CPUS = f"1-{max(1, os.cpu_count() - 1)}"
# Whoever takes the time runs as soon as it is due (SCHED_FIFO): on a CPU that it shares with the API server it would
# measure how long it waited itself.
AT_ONCE = ["taskset", "-c", OTHER_CPUS, "chrt", "-f", "1"]
# Issue limits, as they are printed beside what was measured.
MEMORY_MAX_MB = 200
IDLE_MEMORY_MAX_MB = 30
DELAY_P99_MAX_MS = 50
P99_RATIO_MAX = 2
START_SECONDS_MAX = 300
# Waiting longer than this for its CPU, a server was not alone on it.
WAITED_MAX = 0.1
# Below this share of a CPU for so long, nothing more is being read. An API server is never quiet.
SETTLED_CPU = 0.05
API_SETTLED_CPU = 0.25
SETTLED_SECONDS = 3


def say(text):
    print(text, file=sys.stderr, flush=True)


def memory_mb(pid):
    """Resident now, and the most that it ever was."""
    fields = dict(line.split(":", 1) for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines())
    return tuple(int(fields[name].split()[0]) * 1024 / 1e6 for name in ("VmRSS", "VmHWM"))


def waited_seconds(pid):
    """How long its threads were ready to run and others had the CPU."""
    total = 0
    for thread in pathlib.Path(f"/proc/{pid}/task").iterdir():
        total += int((thread / "schedstat").read_text().split()[1])
    return total / 1e9


def answers(url):
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            return answer.status == 200
    except (urllib.error.URLError, OSError):
        return False


class Process:
    def __init__(self, name, command, folder, cpus, nice=0):
        self.name = name
        self.log = open(f"{folder}/{name.replace(' ', '-')}.log", "w+b")
        self.began = time.monotonic()
        self.process = subprocess.Popen(["taskset", "-c", cpus, "nice", "-n", str(nice), *command], stdout=self.log,
                                        stderr=self.log)
        self.pid = self.process.pid

    def wait_for(self, what, every=0.02):
        """Seconds from the start until what() is true."""
        while not what():
            if self.process.poll() is not None or time.monotonic() - self.began > START_SECONDS_MAX:
                self.log.seek(0)
                sys.exit(f"{self.name} does not become ready: {self.log.read().decode(errors='replace')[-3000:]}")
            time.sleep(every)
        return time.monotonic() - self.began

    def settle(self, share=SETTLED_CPU):
        """Waits until it has read what there is; the seconds of CPU time that it took in all."""
        quiet_since = time.monotonic()
        used = cpu_seconds([self.pid])
        while time.monotonic() - quiet_since < SETTLED_SECONDS:
            time.sleep(0.5)
            now = cpu_seconds([self.pid])
            if now - used > share * 0.5:
                quiet_since = time.monotonic()
            used = now
        return used

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.log.close()


class ControlPlane:
    """etcd and kube-apiserver; nobody else who would change objects."""

    def __init__(self, folder, data, programs):
        self.folder, self.programs = folder, programs
        self.etcd_url = f"http://127.0.0.1:{free_port()}"
        self.url = f"https://127.0.0.1:{free_port()}"
        self.kubeconfig = f"{folder}/kubeconfig"
        subprocess.run(["openssl", "genrsa", "-out", f"{folder}/accounts.key", "2048"], check=True, capture_output=True)
        pathlib.Path(f"{folder}/tokens.csv").write_text('bench,bench,bench,"system:masters"\n')
        self.etcd = Process("etcd", [
            f"{programs}/etcd", f"--data-dir={data}", "--unsafe-no-fsync", f"--quota-backend-bytes={8 << 30}",
            f"--listen-client-urls={self.etcd_url}", f"--advertise-client-urls={self.etcd_url}",
            "--listen-peer-urls=http://127.0.0.1:0", "--log-level=error"], folder, OTHER_CPUS, nice=5)
        self.api = None

    def start(self):
        folder, port = self.folder, self.url.rsplit(":", 1)[1]
        # The load and the changes come before it when they want the CPU: what it takes is not what is measured.
        self.api = Process("kube-apiserver", [
            f"{self.programs}/kube-apiserver", f"--etcd-servers={self.etcd_url}", "--bind-address=127.0.0.1",
            f"--secure-port={port}", "--advertise-address=127.0.0.1", "--endpoint-reconciler-type=none",
            f"--cert-dir={folder}/certificates", f"--token-auth-file={folder}/tokens.csv",
            "--authorization-mode=AlwaysAllow", "--service-account-issuer=https://kubernetes.default.svc",
            f"--service-account-key-file={folder}/accounts.key",
            f"--service-account-signing-key-file={folder}/accounts.key", "--service-cluster-ip-range=10.0.0.0/24",
            "--profiling=false"], folder, OTHER_CPUS, nice=5)
        self.api.wait_for(lambda: pathlib.Path(f"{folder}/certificates/apiserver.crt").exists())
        config = {"apiVersion": "v1", "kind": "Config", "current-context": "bench",
                  "clusters": [{"name": "bench", "cluster": {
                      "server": self.url, "certificate-authority": f"{folder}/certificates/apiserver.crt"}}],
                  "users": [{"name": "bench", "user": {"token": "bench"}}],
                  "contexts": [{"name": "bench", "context": {"cluster": "bench", "user": "bench"}}]}
        pathlib.Path(self.kubeconfig).write_text(json.dumps(config))
        self.api.wait_for(lambda: self.kubectl("get", "--raw=/readyz", check=False).returncode == 0)

    def kubectl(self, *arguments, check=True, text=None):
        run = subprocess.run([f"{self.programs}/kubectl", f"--kubeconfig={self.kubeconfig}", *arguments], input=text,
                             capture_output=True, text=True, check=False)
        if check and run.returncode != 0:
            sys.exit(f"kubectl {' '.join(arguments)}: {run.stderr[-2000:]}")
        return run

    def apply(self, *files):
        for file in files:
            self.kubectl("apply", "-f", str(file))

    def watches_of_pods(self):
        """That somebody watches them says that they were listed."""
        metrics = self.kubectl("get", "--raw=/metrics").stdout.splitlines()
        lines = [line for line in metrics if line.startswith("apiserver_longrunning_requests{")
                 and 'resource="pods"' in line and 'scope="cluster"' in line and 'verb="WATCH"' in line]
        return sum(float(line.rsplit(" ", 1)[1]) for line in lines)

    def stop_api(self):
        if self.api:
            self.api.stop()
        self.api = None

    def stop(self):
        self.stop_api()
        self.etcd.stop()


class Bench:
    def __init__(self, arguments, folder, data):
        self.arguments, self.folder = arguments, folder
        self.plane = ControlPlane(folder, data, arguments.programs)
        self.rows = []

    def fill(self, parts):
        with subprocess.Popen([self.arguments.big_cluster, str(parts)], stdout=subprocess.PIPE) as objects:
            run = subprocess.run([self.arguments.view, "fill", "-etcd", self.plane.etcd_url], stdin=objects.stdout,
                                 capture_output=True, text=True, check=False)
        if run.returncode != 0 or objects.returncode != 0:
            sys.exit(f"etcd can't be filled: {run.stderr[-2000:]}")
        return json.loads(run.stdout)["objects"]

    def prepare(self):
        plane = self.plane
        plane.start()
        plane.apply(ROOT / "charts/drawbridge/crds")
        for crd in ("devicemappings", "devicequotas", "devicerules"):
            plane.kubectl("wait", "--for=condition=Established", f"crd/{crd}.drawbridge.dev", "--timeout=60s")
        for namespace in (NAMESPACE, "ml"):
            plane.kubectl("create", "namespace", namespace)
        plane.apply(HERE / "state/mapping.yaml", HERE / "view/probe.yaml")

    def hold_lease(self):
        """Another replica leads."""
        now = time.strftime("%Y-%m-%dT%H:%M:%S.000000Z", time.gmtime())
        self.plane.kubectl("apply", "-f", "-", text=json.dumps({
            "apiVersion": "coordination.k8s.io/v1", "kind": "Lease",
            "metadata": {"name": "drawbridge", "namespace": NAMESPACE},
            "spec": {"holderIdentity": "another-replica", "leaseDurationSeconds": 3600, "acquireTime": now,
                     "renewTime": now, "leaseTransitions": 1}}))

    def give_lease_away(self):
        """As a leader does that ends: after one that is just gone, everyone waits until it must have run out."""
        self.plane.kubectl("patch", "lease", "drawbridge", "-n", NAMESPACE, "--type=merge", "-p",
                           json.dumps({"spec": {"holderIdentity": ""}}))

    def drawbridge(self, name):
        https, http = free_port(), free_port()
        server = Process(name, [
            self.arguments.drawbridge, "serve", "--kubeconfig", self.plane.kubeconfig, "--namespace", NAMESPACE,
            "--threads", "1", "--listen", f"127.0.0.1:{https}", "--http-listen", f"127.0.0.1:{http}", "--tls-cert",
            f"{self.folder}/tls.crt", "--tls-key", f"{self.folder}/tls.key", "--shutdown-delay", "0"], self.folder, "0")
        server.url = f"https://127.0.0.1:{https}"
        server.burst_flags = ["-drawbridge", server.url]
        server.ready_seconds = server.wait_for(lambda: answers(f"http://127.0.0.1:{http}/readyz"))
        return server

    def manager(self, name, *flags):
        port = free_port()
        server = Process(name, [self.arguments.view, "manager", "-kubeconfig", self.plane.kubeconfig, "-listen",
                                f"127.0.0.1:{port}", *flags], self.folder, "0")
        server.url = f"http://127.0.0.1:{port}"
        server.burst_flags = ["-manager", server.url]
        server.ready_seconds = server.wait_for(lambda: answers(f"{server.url}/readyz"))
        return server

    def start_burst(self, server, seconds):
        return subprocess.Popen([*AT_ONCE, self.arguments.view, "burst", "-kubeconfig",
                                 self.plane.kubeconfig, "-seconds", str(seconds), "-rate", str(self.arguments.rate),
                                 *server.burst_flags], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    @staticmethod
    def burst_result(burst):
        out, problem = burst.communicate()
        if burst.returncode != 0:
            sys.exit(f"the changes went wrong: {problem[-2000:]}")
        return json.loads(out)

    def load(self, server, seconds):
        run = subprocess.run([*AT_ONCE, self.arguments.view, "load", "-drawbridge", server.url,
                              "-review", str(HERE / "reviews/rewritten.json"), "-seconds", str(seconds), "-rate",
                              str(self.arguments.requests)], capture_output=True, text=True, check=False)
        if run.returncode != 0:
            sys.exit(f"the requests went wrong: {run.stderr[-2000:]}")
        return json.loads(run.stdout)

    def warm_up(self, make, name):
        """Who asks first waits for what the API server does only once."""
        say(f"{name}: a first time, not measured")
        server = make(name)
        server.stop()

    def measure(self, make, name, with_load, *flags, pods=False):
        """Starts, settles, changes; one row of the table."""
        say(f"{name}: starting")
        watches = self.plane.watches_of_pods()
        server = make(name, *flags)
        try:
            complete = server.ready_seconds
            if pods:
                complete = server.wait_for(lambda: self.plane.watches_of_pods() > watches, every=1)
            cpu = server.settle()
            row = {"name": name, "ready": server.ready_seconds, "complete": complete, "cpu": cpu,
                   "memory": memory_mb(server.pid)}
            seconds = self.arguments.seconds
            began, waited = time.monotonic(), waited_seconds(server.pid)
            if with_load:
                say(f"{name}: requests without changes")
                self.load(server, 3)
                row["quiet"] = self.load(server, seconds)
            say(f"{name}: {self.arguments.rate} changes a second")
            row["burst"] = self.burst_result(self.start_burst(server, seconds))
            if with_load:
                say(f"{name}: {self.arguments.rate} changes and {self.arguments.requests} requests a second")
                burst = self.start_burst(server, seconds + 6)
                time.sleep(4)  # the probes' first round
                row["busy"] = self.load(server, seconds)
                row["busy burst"] = self.burst_result(burst)
            row["waited"] = (waited_seconds(server.pid) - waited) / (time.monotonic() - began)
            row["memory after"] = memory_mb(server.pid)
            self.rows.append(row)
            return row
        finally:
            server.stop()

    def idle(self, make, name):
        say(f"{name}: starting")
        server = make(name)
        try:
            server.settle()
            self.rows.append({"name": name, "ready": server.ready_seconds, "memory": memory_mb(server.pid)})
        finally:
            server.stop()

    def run(self):
        self.prepare()
        self.fill(100)
        self.idle(self.drawbridge, "drawbridge, small cluster")
        self.idle(self.manager, "manager, small cluster")
        # Started anew, the API server reads what etcd holds, instead of being told of each object.
        self.plane.stop_api()
        began = time.monotonic()
        objects = self.fill(1)
        say(f"{objects:,} objects put into etcd in {time.monotonic() - began:.0f} s")
        self.plane.start()
        self.plane.api.settle(API_SETTLED_CPU)
        self.hold_lease()
        self.warm_up(self.drawbridge, "drawbridge")
        self.warm_up(self.manager, "manager")
        self.measure(self.drawbridge, "drawbridge", True)
        self.measure(self.manager, "manager", False)
        self.give_lease_away()
        self.measure(self.drawbridge, "drawbridge, leads", True, pods=True)
        self.measure(self.manager, "manager, pods too", False, "-pods", pods=True)

    def stop(self):
        self.plane.stop()


def verdict(value, limit, unit):
    return f"{'ok' if value <= limit else 'MISSED'}, limit {limit} {unit}".strip()


def report(rows):
    by_name = {row["name"]: row for row in rows}
    print(f"{'':<28}{'ready s':>9}{'all known s':>13}{'CPU s':>8}{'MB':>8}{'peak MB':>9}{'after':>8}{'delay p50 ms':>14}{'p99':>7}{'max':>7}"
          f"{'from write p99':>16}{'changes/s':>11}")
    for row in rows:
        line = f"{row['name']:<28}{row['ready']:>9.1f}"
        line += f"{row['complete']:>13.1f}{row['cpu']:>8.1f}" if "cpu" in row else f"{'':>21}"
        line += f"{row['memory'][0]:>8.1f}{row['memory'][1]:>9.1f}"
        if "burst" in row:
            delay, burst = row["burst"]["from_answer"], row["burst"]
            line += (f"{row['memory after'][0]:>8.1f}{delay['p50_ms']:>14.1f}{delay['p99_ms']:>7.1f}{delay['max_ms']:>7.1f}"
                     f"{burst['from_sent']['p99_ms']:>16.1f}{burst['changes'] / burst['seconds']:>11.0f}")
        print(line)
    print(f"\n{'requests':<28}{'quiet p50 ms':>14}{'p99':>8}{'busy p50 ms':>14}{'p99':>8}{'p99 ratio':>11}")
    for row in rows:
        if "busy" in row:
            quiet, busy = row["quiet"], row["busy"]
            print(f"{row['name']:<28}{quiet['p50_ms']:>14.3f}{quiet['p99_ms']:>8.3f}{busy['p50_ms']:>14.3f}"
                  f"{busy['p99_ms']:>8.3f}{busy['p99_ms'] / quiet['p99_ms']:>11.2f}")
    for row in rows:
        if row.get("waited", 0) > WAITED_MAX:
            print(f"\n{row['name']}: others had its CPU; it waited for one {row['waited']:.0%} of the time of its bursts. "
                  "What is said of delays and requests is not worth much.")
    print()
    ours, theirs = by_name["drawbridge"], by_name["manager"]
    leader, with_pods = by_name["drawbridge, leads"], by_name["manager, pods too"]
    idle = by_name["drawbridge, small cluster"]
    memory = max(ours["memory"][1], ours["memory after"][1])
    print(f"memory per replica, at its peak: {memory:.0f} MB ({verdict(memory, MEMORY_MAX_MB, 'MB')}); the leader's "
          f"{max(leader['memory'][1], leader['memory after'][1]):.0f} MB")
    print(f"idle in a small cluster: {idle['memory'][0]:.1f} MB ({verdict(idle['memory'][0], IDLE_MEMORY_MAX_MB, 'MB')})")
    for row in (ours, leader):
        delay, ratio = row["burst"]["from_answer"]["p99_ms"], row["busy"]["p99_ms"] / row["quiet"]["p99_ms"]
        print(f"{row['name']}: a change is decided by after {delay:.1f} ms, p99 ({verdict(delay, DELAY_P99_MAX_MS, 'ms')}); "
              f"requests meanwhile take {ratio:.2f} times as long, p99 ({verdict(ratio, P99_RATIO_MAX, 'times')})")
    for what, one, other in (("without pods", theirs, ours), ("with pods", with_pods, leader)):
        print(f"the manager, {what}: {one['memory'][0] / other['memory'][0]:.1f} times the memory, "
              f"{one['cpu'] / other['cpu']:.1f} times the CPU time, {one['complete'] / other['complete']:.1f} times as long until all is known")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--drawbridge", default=str(ROOT / "build/release/drawbridge"))
    parser.add_argument("--big-cluster", default=str(ROOT / "build/release/bench/bench_big_cluster"))
    parser.add_argument("--view", required=True, help="bench/view, built")
    parser.add_argument("--programs", required=True, help="folder of etcd, kube-apiserver and kubectl")
    parser.add_argument("--seconds", type=int, default=30, help="of each burst")
    parser.add_argument("--rate", type=int, default=200, help="changes a second")
    parser.add_argument("--requests", type=int, default=1000, help="requests a second")
    parser.add_argument("--keep", help="folder for the programs' logs, which stay there")
    arguments = parser.parse_args()
    if os.cpu_count() < 2:
        sys.exit("the API server needs a CPU besides the one of whoever is measured")
    with tempfile.TemporaryDirectory() as own, \
            tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as data:
        folder = arguments.keep or own
        os.makedirs(folder, exist_ok=True)
        make_certificate(folder)
        bench = Bench(arguments, folder, data)
        try:
            bench.run()
        finally:
            bench.stop()
        report(bench.rows)


if __name__ == "__main__":
    main()

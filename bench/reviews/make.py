#!/usr/bin/env python3
"""Writes the two reviews that the benchmarks post: a pod of ordinary size with and without a GPU, as an API server
sends it, managedFields included. Run it after a change of this file and commit what it writes."""

import json
import pathlib

HERE = pathlib.Path(__file__).resolve().parent


def fields(value):
    """managedFields' fieldsV1 of a value."""
    if isinstance(value, dict):
        return {f"f:{key}": fields(inner) for key, inner in value.items()}
    if isinstance(value, list) and value and isinstance(value[0], dict) and "name" in value[0]:
        return {"k:" + json.dumps({"name": item["name"]}, separators=(",", ":")): {".": {}, **fields(item)} for item in value}
    return {}


def container(name, resources, **more):
    return {"name": name, "image": f"registry.example.com/ml/{name}:2.4.1", "resources": resources,
            "terminationMessagePath": "/dev/termination-log", "terminationMessagePolicy": "File",
            "imagePullPolicy": "IfNotPresent", **more}


def cpu(amount, memory, **more):
    both = {"cpu": amount, "memory": memory, **more}
    return {"limits": both, "requests": dict(both)}


def pod(gpu):
    extra = {"nvidia.com/gpu": "2"} if gpu else {}
    trainer = container(
        "trainer", cpu("8", "64Gi", **extra), args=["--config=/etc/run/config.yaml", "--checkpoint-dir=/ckpt"],
        env=[{"name": "NCCL_DEBUG", "value": "WARN"}, {"name": "OMP_NUM_THREADS", "value": "8"},
             {"name": "NODE_IP", "valueFrom": {"fieldRef": {"apiVersion": "v1", "fieldPath": "status.hostIP"}}}],
        ports=[{"name": "metrics", "containerPort": 9090, "protocol": "TCP"}],
        readinessProbe={"httpGet": {"path": "/ready", "port": "metrics", "scheme": "HTTP"}, "timeoutSeconds": 1,
                        "periodSeconds": 10, "successThreshold": 1, "failureThreshold": 3},
        volumeMounts=[{"name": "data", "mountPath": "/data"}, {"name": "ckpt", "mountPath": "/ckpt"},
                      {"name": "kube-api-access-x7v2q", "readOnly": True,
                       "mountPath": "/var/run/secrets/kubernetes.io/serviceaccount"}])
    spec = {
        "volumes": [{"name": "data", "emptyDir": {"sizeLimit": "200Gi"}}, {"name": "ckpt", "emptyDir": {}},
                    {"name": "kube-api-access-x7v2q", "projected": {"defaultMode": 420, "sources": [
                        {"serviceAccountToken": {"expirationSeconds": 3607, "path": "token"}},
                        {"configMap": {"name": "kube-root-ca.crt", "items": [{"key": "ca.crt", "path": "ca.crt"}]}},
                        {"downwardAPI": {"items": [{"path": "namespace", "fieldRef": {
                            "apiVersion": "v1", "fieldPath": "metadata.namespace"}}]}}]}}],
        "initContainers": [container("fetch", cpu("1", "2Gi"), command=["sh", "-c", "fetch --to /data --shards 64"],
                                     volumeMounts=[{"name": "data", "mountPath": "/data"}])],
        "containers": [trainer, container("log-shipper", cpu("100m", "128Mi"))],
        "restartPolicy": "Never", "terminationGracePeriodSeconds": 60, "dnsPolicy": "ClusterFirst",
        "nodeSelector": {"node.example.com/pool": "training"}, "serviceAccountName": "default", "securityContext": {},
        "schedulerName": "default-scheduler", "tolerations": [
            {"key": "nvidia.com/gpu", "operator": "Exists", "effect": "NoSchedule"},
            {"key": "node.kubernetes.io/not-ready", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 300},
            {"key": "node.kubernetes.io/unreachable", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 300}],
        "priority": 0, "enableServiceLinks": True, "preemptionPolicy": "PreemptLowerPriority"}
    metadata = {"generateName": "train-", "namespace": "ml", "creationTimestamp": None,
                "labels": {"app.kubernetes.io/name": "train", "app.kubernetes.io/part-of": "ranking", "team": "search"},
                "annotations": {"prometheus.io/scrape": "true", "prometheus.io/port": "9090"}}
    managed = {"manager": "kubectl-create", "operation": "Update", "apiVersion": "v1", "time": "2026-05-04T09:30:00Z",
               "fieldsType": "FieldsV1", "fieldsV1": {"f:metadata": fields(metadata), "f:spec": fields(spec)}}
    return {"kind": "Pod", "apiVersion": "v1", "metadata": {**metadata, "managedFields": [managed]}, "spec": spec,
            "status": {}}


def review(gpu):
    kind = {"group": "", "version": "v1", "kind": "Pod"}
    resource = {"group": "", "version": "v1", "resource": "pods"}
    return {"kind": "AdmissionReview", "apiVersion": "admission.k8s.io/v1", "request": {
        "uid": "5f0c2a52-7d3e-4bb7-9a53-0a86f1f0c9de", "kind": kind, "resource": resource, "requestKind": kind,
        "requestResource": resource, "namespace": "ml", "operation": "CREATE",
        "userInfo": {"username": "jane", "groups": ["ml-engineers", "system:authenticated"]},
        "object": pod(gpu), "oldObject": None, "dryRun": False,
        "options": {"kind": "CreateOptions", "apiVersion": "meta.k8s.io/v1", "fieldManager": "kubectl-create",
                    "fieldValidation": "Strict"}}}


for name, gpu in (("rewritten", True), ("left-alone", False)):
    text = json.dumps(review(gpu), separators=(",", ":"))
    (HERE / f"{name}.json").write_text(text)
    print(f"{name}.json: {len(text)} bytes")

// Package cluster runs a real Kubernetes control plane for tests: etcd,
// kube-apiserver, kube-controller-manager and kube-scheduler as processes of
// this machine, without containers and without a kubelet.
//
// Nodes and devices are published by hand (AddNode, PublishSlice), so that pods
// are scheduled and claims allocated for real; nothing runs the pods. Drawbridge
// itself is started beside the cluster and registered as its webhook with
// StartDrawbridge. README.md says how to write a test with it.
package cluster

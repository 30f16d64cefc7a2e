package cluster_test

import (
	"fmt"
	"strings"
	"time"

	resourcev1 "k8s.io/api/resource/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"drawbridge.dev/test/cluster"
)

var definitionKind = schema.GroupVersionResource{
	Group: "apiextensions.k8s.io", Version: "v1", Resource: "customresourcedefinitions",
}

// That a kind is not there is a normal state, and so is that it comes later, goes,
// comes again, or is served in another version.
func kindsComeAndGo(v *view) {
	d := v.startQuietly()
	about := aboutMapping("later")
	d.doesNotFind(about, "WouldRewrite")
	if d.metric("drawbridge_view_absent", `kind="DeviceMapping"`) != 1 {
		v.t.Error("it does not say that there is no kind DeviceMapping")
	}

	must(v.t, v.InstallCRDs())
	v.apply("", mappingOf("later", "gpu.nvidia.com", "Warn"))
	d.soonFinds(about, "WouldRewrite")
	v.removeKind("devicemappings.drawbridge.dev")
	d.soonForgets(about, "WouldRewrite")
	must(v.t, v.InstallCRDs())
	v.apply("", mappingOf("later", "gpu.nvidia.com", "Warn"))
	d.soonFinds(about, "WouldRewrite")
	v.delete(mappingKind, "", "later")
	d.soonForgets(about, "WouldRewrite")

	// Kueue is installed after Drawbridge, and moves to another version.
	v.apply("", mappingOf("queued", "gpu.nvidia.com", "Rewrite"))
	defer v.delete(mappingKind, "", "queued")
	namespace := v.namespace("queued")
	inQueue := question{"/mutate", namespace, strings.Replace(podFor("queued", 1),
		"metadata: {name: asks}", "metadata: {name: asks, labels: {kueue.x-k8s.io/queue-name: users}}", 1)}
	d.soonFinds(inQueue, "Rewritten")
	v.apply("", kueueKinds("v1beta1")+kueueConfiguration)
	v.apply(namespace, kueueQueues("v1beta1"))
	d.soonFinds(inQueue, "KueueCannotCharge")
	ours := strings.NewReplacer("example.com/else", "queued.example.com/gpu", "other.nvidia.com", "gpu.nvidia.com")
	v.apply("", kueueKinds("v1beta2")+ours.Replace(kueueConfiguration))
	v.apply(namespace, ours.Replace(kueueQueues("v1beta2")))
	d.soonFinds(inQueue, "Rewritten")
	v.apply("", kueueConfiguration)
	d.soonFinds(inQueue, "KueueCannotCharge")

	for _, kind := range kueueResources {
		v.removeKind(kind.plural + ".kueue.x-k8s.io")
	}
	v.delete(kindOf("", "v1", "configmaps"), "kueue-system", "kueue-manager-config")
	d.soonFinds(inQueue, "Rewritten")
}

// removeKind removes a CustomResourceDefinition and all its objects.
func (v *view) removeKind(name string) {
	v.t.Helper()
	v.delete(definitionKind, "", name)
	// The API server's own finalizer may take its time.
	must(v.t, cluster.WaitFor("kind "+name+" to be gone", 2*time.Minute, func() error {
		_, err := v.Dynamic.Resource(definitionKind).Get(v.t.Context(), name, getOptions)
		if err == nil {
			return errNot
		}
		return nil
	}))
}

var kueueResources = []struct{ kind, plural, scope string }{
	{"ClusterQueue", "clusterqueues", "Cluster"},
	{"Cohort", "cohorts", "Cluster"},
	{"ResourceFlavor", "resourceflavors", "Cluster"},
	{"AdmissionCheck", "admissionchecks", "Cluster"},
	{"Topology", "topologies", "Cluster"},
	{"LocalQueue", "localqueues", "Namespaced"},
	{"Workload", "workloads", "Namespaced"},
	{"WorkloadPriorityClass", "workloadpriorityclasses", "Cluster"},
}

// kueueKinds define Kueue's kinds without their schemas, served in one version.
func kueueKinds(served string) string {
	var all strings.Builder
	for _, one := range kueueResources {
		fmt.Fprintf(&all, `---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: %[2]s.kueue.x-k8s.io
  annotations: {api-approved.kubernetes.io: "https://github.com/kubernetes-sigs/kueue"}
spec:
  group: kueue.x-k8s.io
  scope: %[3]s
  names: {kind: %[1]s, plural: %[2]s}
  versions:
`, one.kind, one.plural, one.scope)
		for _, version := range []string{"v1beta1", "v1beta2"} {
			fmt.Fprintf(&all, `  - name: %s
    served: %t
    storage: %t
    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
`, version, version == served, version == served)
		}
	}
	return all.String()
}

// kueueQueues are queue "users" and what stands behind it.
func kueueQueues(version string) string {
	return strings.ReplaceAll(`---
apiVersion: kueue.x-k8s.io/VERSION
kind: ClusterQueue
metadata: {name: research}
spec:
  resourceGroups:
  - coveredResources: [example.com/else]
    flavors: [{name: default, resources: [{name: example.com/else, nominalQuota: 8}]}]
---
apiVersion: kueue.x-k8s.io/VERSION
kind: LocalQueue
metadata: {name: users}
spec: {clusterQueue: research}
`, "VERSION", version)
}

// kueueConfiguration counts the GPUs of a class under a name that is none of ours.
const kueueConfiguration = `---
apiVersion: v1
kind: Namespace
metadata: {name: kueue-system}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: kueue-manager-config, namespace: kueue-system}
data:
  controller_manager_config.yaml: |
    apiVersion: config.kueue.x-k8s.io/v1beta2
    kind: Configuration
    integrations: {frameworks: [batch/job, pod]}
    resources:
      deviceClassMappings: [{name: example.com/else, deviceClassNames: [other.nvidia.com]}]
`

// One object of every kind changes one answer when it comes, and again when it goes.
func everyKindIsWatched(v *view) {
	d := v.startQuietly()
	namespace := v.namespace("every-kind")
	v.apply("", mappingOf("whole", "new.nvidia.com", "Rewrite"))
	defer v.delete(mappingKind, "", "whole")
	asked := question{"/mutate", namespace, podFor("whole", 1)}

	// Of the devices that the cluster publishes the class lets none through; one that
	// comes later it does.
	d.soonFinds(asked, "DeviceClassMissing")
	v.apply("", `
apiVersion: resource.k8s.io/v1
kind: DeviceClass
metadata: {name: new.nvidia.com}
spec: {selectors: [{cel: {expression: device.driver == 'new.nvidia.com'}}]}
`)
	d.soonFinds(asked, "ClassWithoutDevices")
	must(v.t, v.PublishSlice(cluster.Slice("new.nvidia.com", "gpu-a", resourcev1.Device{Name: "new-0"})))
	d.soonFinds(asked, "Rewritten")

	for _, one := range []struct {
		kind       schema.GroupVersionResource
		namespaced bool
		object     string
		asked      question
		code       string
	}{
		{
			kindOf("", "v1", "limitranges"), true,
			"{apiVersion: v1, kind: LimitRange, metadata: {name: one}, spec: {limits: [{type: Container, max: {whole.example.com/gpu: 2}}]}}",
			asked, "LimitRangeBlocks",
		},
		{
			kindOf("", "v1", "resourcequotas"), true,
			"{apiVersion: v1, kind: ResourceQuota, metadata: {name: one}, spec: {hard: {requests.whole.example.com/gpu: 2}}}",
			asked, "QuotaWouldEscape",
		},
		{
			quotaKind, true,
			"{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: one}, spec: {hard: {whole.example.com/gpu: 2}}}",
			question{"/validate", namespace, podFor("whole", 3)}, "QuotaExceeded",
		},
		{
			kindOf("", "v1", "nodes"), false,
			"{apiVersion: v1, kind: Node, metadata: {name: one}, status: {allocatable: {whole.example.com/gpu: 8}, capacity: {whole.example.com/gpu: 8}}}",
			asked, "MixedNodes",
		},
	} {
		name := one.kind.Resource
		d.soonForgets(one.asked, one.code)
		v.apply(namespace, one.object)
		d.soonFinds(one.asked, one.code)
		if one.namespaced {
			v.delete(one.kind, namespace, "one")
		} else {
			v.delete(one.kind, "", "one")
		}
		d.soonForgets(one.asked, one.code)
		v.t.Log(name, "came and went")
	}

	must(v.t, v.Client.ResourceV1().ResourceSlices().Delete(v.t.Context(), "gpu-a-new.nvidia.com", metav1.DeleteOptions{}))
	d.soonFinds(asked, "ClassWithoutDevices")
	must(v.t, v.Client.ResourceV1().DeviceClasses().Delete(v.t.Context(), "new.nvidia.com", metav1.DeleteOptions{}))
	d.soonFinds(asked, "DeviceClassMissing")
}

func kindOf(group, version, plural string) schema.GroupVersionResource {
	return schema.GroupVersionResource{Group: group, Version: version, Resource: plural}
}

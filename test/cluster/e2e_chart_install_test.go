package cluster_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"drawbridge.dev/test/cluster"
)

// gate is the chart, installed by helm in a cluster of its own.
type gate struct {
	*cluster.Cluster
	t       *testing.T
	running *cluster.Drawbridge
	bundle  []byte
}

const gateMapping = `
apiVersion: drawbridge.dev/v1alpha1
kind: DeviceMapping
metadata: {name: nvidia-gpu}
spec:
  logicalResource: nvidia.com/gpu
  deviceClassNames: [gpu.nvidia.com]
  rewrites:
  - {resource: nvidia.com/gpu, action: Rewrite, request: {exactly: {deviceClassName: gpu.nvidia.com}}}
`

// How a release is installed, works, is upgraded and goes. One test, since of a gate a
// cluster has one.
func TestChartInstalled(t *testing.T) {
	t.Parallel()
	c := ownCluster(t, cluster.Options{APIServerArgs: []string{"--enable-aggregator-routing=true"}})
	g := &gate{Cluster: c, t: t}
	g.prepare()
	before, err := c.AllObjects()
	must(t, err)

	g.helm("install")
	if t.Run("PodsAreLetInByRestrictedPodSecurity", g.podsAreMade) {
		g.run()
		t.Run("APodIsRewritten", g.podIsRewritten)
		t.Run("MappingsAreJudged", g.mappingsAreJudged)
		t.Run("ClaimsAreAskedAboutWhereItMatters", g.claimUpdates)
		t.Run("WorkloadsAreAskedAboutWhereItMatters", g.workloadUpdates)
		t.Run("RequestsHaveALevelOfTheirOwn", g.flowSchema)
		t.Run("RBAC", g.rights)
		t.Run("TenantsSeeTheirQuotas", g.tenantsSeeTheirQuotas)
		t.Run("UpgradeKeepsTheBundle", g.upgradeKeepsTheBundle)
	}
	must(t, c.Helm("uninstall", chartRelease, "-n", chartNamespace, "--wait").Err)
	t.Run("UninstallLeavesTheDefinitionsOnly", func(t *testing.T) { g.nothingIsLeft(t, before) })
}

// prepare makes what somebody who installs the chart with a certificate of their own
// has made before.
func (g *gate) prepare() {
	must(g.t, g.CreateNamespace(chartNamespace, map[string]string{"pod-security.kubernetes.io/enforce": "restricted"}))
	cert, key, bundle, err := g.ServiceCertificate(chartNamespace, "drawbridge")
	must(g.t, err)
	g.bundle = bundle
	_, err = g.Client.CoreV1().Secrets(chartNamespace).Create(g.t.Context(), &corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{Name: "gate-tls"}, Type: corev1.SecretTypeTLS,
		Data: map[string][]byte{"tls.crt": cert, "tls.key": key},
	}, metav1.CreateOptions{})
	must(g.t, err)
	_, err = g.Client.CoreV1().ConfigMaps(chartNamespace).Create(g.t.Context(), &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: "state"},
		Data:       map[string]string{"state.yaml": cluster.ClassesYAML + "---" + gateMapping},
	}, metav1.CreateOptions{})
	must(g.t, err)
}

// helm installs or upgrades, with values that a person would set.
func (g *gate) helm(command string, more ...string) {
	g.t.Helper()
	args := []string{
		command, chartRelease, chart(g.t), "-n", chartNamespace,
		"--set", "certificates.mode=Mounted", "--set", "certificates.secretName=gate-tls",
		"--set", "shutdownDelayMilliseconds=300",
		"--set", "extraArgs={--state=/etc/drawbridge/state}",
		"--set-json", `extraVolumes=[{"name": "state", "configMap": {"name": "state"}}]`,
		"--set-json", `extraVolumeMounts=[{"name": "state", "mountPath": "/etc/drawbridge/state"}]`,
	}
	result := g.Helm(append(args, more...)...)
	must(g.t, result.Err)
	for notes, is := range map[string]bool{
		"rollout status deployment/drawbridge": true,
		"kubectl get devicequotas -A":          true,
		"Nothing is rewritten yet":             command == "install",
		"Nothing is limited yet":               command == "install",
	} {
		if strings.Contains(result.Stdout, notes) != is {
			g.t.Errorf("whether the notes of helm %s have %q should be %v:\n%s", command, notes, is, result.Stdout)
		}
	}
}

func (g *gate) run() {
	d, err := g.RunInstalled(cluster.Installed{Release: chartRelease, Namespace: chartNamespace})
	must(g.t, err)
	g.running = d
	must(g.t, g.InjectBundle(g.bundle))
	must(g.t, g.RouteService(chartNamespace, "drawbridge", d))
	g.t.Cleanup(func() {
		must(g.t, d.Stop())
		if g.t.Failed() {
			g.t.Logf("Drawbridge's log:\n%s", d.Log())
		}
	})
}

func (g *gate) podsAreMade(t *testing.T) {
	must(t, cluster.WaitFor("both replicas to be made", cluster.DefaultLimit, func() error {
		pods, err := g.Client.CoreV1().Pods(chartNamespace).List(t.Context(), metav1.ListOptions{})
		if err == nil && len(pods.Items) != 2 {
			err = fmt.Errorf("there are %d pods; %s", len(pods.Items), g.Kubectl("-n", chartNamespace, "get", "events").Stdout)
		}
		return err
	}))
}

func (g *gate) podIsRewritten(t *testing.T) {
	r := newRoomOn(t, g.Cluster, "tenant", nil, cluster.GPU("gpu-0", cluster.H100, "pci0000:10"))
	pod, warned, err := r.create(r.pod("train", "nvidia.com/gpu: 1"))
	must(t, err)
	wantStripped(t, pod)
	if !has(warned, "Rewritten") {
		t.Errorf("it was not told so: %q", warned)
	}
	r.devicesOf("train")
	// Who made the template is who the chart's account is.
	made := r.oneTemplate()
	if manager := made.ManagedFields[0].Manager; !strings.HasPrefix(manager, "drawbridge") {
		t.Errorf("template %s was made by %q", made.Name, manager)
	}
	// A pod without devices is never asked about: it works when nobody answers.
	if _, _, err := r.create(r.pod("web", "cpu: 1")); err != nil {
		t.Error(err)
	}
}

func (g *gate) mappingsAreJudged(t *testing.T) {
	twice := strings.NewReplacer("name: nvidia-gpu", "name: other", "deviceClassNames: [gpu.nvidia.com]", "deviceClassNames: []").Replace(gateMapping)
	result := g.RunKubectl(cluster.KubectlCommand{Args: []string{"apply", "-f", "-"}, Stdin: twice})
	if !strings.Contains(result.Stderr, `"validate-own.drawbridge.dev" denied the request`) || !strings.Contains(result.Stderr, "[MappingConflict]") {
		t.Errorf("a second mapping of one name: %s%s", result.Stdout, result.Stderr)
	}
	broken := strings.Replace(gateMapping, "deviceClassName: gpu.nvidia.com}", `deviceClassName: gpu.nvidia.com, selectors: [{cel: {expression: "device.driver >"}}]}`, 1)
	result = g.RunKubectl(cluster.KubectlCommand{Args: []string{"apply", "-f", "-"}, Stdin: broken})
	if !strings.Contains(result.Stderr, "[MappingInvalid]") {
		t.Errorf("a selector that does not compile: %s%s", result.Stdout, result.Stderr)
	}
	must(t, g.RunKubectl(cluster.KubectlCommand{Args: []string{"apply", "-f", "-"}, Stdin: gateMapping}).Err())
	result = g.Kubectl("get", "devicemappings")
	if !strings.Contains(result.Stdout, "LOGICAL RESOURCE") || !strings.Contains(result.Stdout, "nvidia.com/gpu") {
		t.Errorf("kubectl get prints:\n%s%s", result.Stdout, result.Stderr)
	}
}

// patch says whether Drawbridge was asked about it.
func (g *gate) patch(t *testing.T, namespace, object, text string) (asked bool, err error) {
	before := requestsTo(t, g.running)["/validate"]
	err = g.Kubectl("-n", namespace, "patch", object, "--type=merge", "-p", text).Err()
	return requestsTo(t, g.running)["/validate"] > before, err
}

// Kueue's queue and priority are labels; what else changes in metadata waits for nobody.
func (g *gate) workloadUpdates(t *testing.T) {
	must(t, g.CreateNamespace("jobs", nil))
	_, err := g.ApplyYAML("jobs", `
apiVersion: batch/v1
kind: Job
metadata: {name: train}
spec:
  suspend: true
  template:
    spec:
      restartPolicy: Never
      containers: [{name: main, image: example.com/none}]
`)
	must(t, err)
	for _, one := range []struct {
		patch string
		asked bool
	}{
		{`{"metadata": {"labels": {"a": "b"}}}`, false},
		{`{"metadata": {"labels": {"kueue.x-k8s.io/queue-name": "users"}}}`, true},
		{`{"metadata": {"labels": {"kueue.x-k8s.io/queue-name": "others"}}}`, true},
		{`{"metadata": {"labels": {"kueue.x-k8s.io/priority-class": "low"}}}`, true},
		{`{"metadata": {"labels": {"kueue.x-k8s.io/queue-name": null}}}`, true},
		{`{"metadata": {"annotations": {"a": "b"}}}`, false},
		{`{"spec": {"parallelism": 2}}`, true},
	} {
		if was, err := g.patch(t, "jobs", "job/train", one.patch); was != one.asked || err != nil {
			t.Errorf("%s: asked is %v, %v", one.patch, was, err)
		}
	}
}

// An UPDATE of a claim waits for Drawbridge only where somebody touches what says whose
// it is.
func (g *gate) claimUpdates(t *testing.T) {
	must(t, g.CreateNamespace("claims", nil))
	_, err := g.ApplyYAML("claims", "{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: mine, finalizers: [example.com/keep]}, spec: {}}")
	must(t, err)
	asked := func(text string) (bool, error) { return g.patch(t, "claims", "resourceclaim/mine", text) }
	for _, text := range []string{`{"metadata": {"labels": {"a": "b"}}}`, `{"metadata": {"annotations": {"a": "b"}}}`} {
		if was, err := asked(text); was || err != nil {
			t.Errorf("%s: asked is %v, %v", text, was, err)
		}
	}
	// What marks a claim as made for a pod is for Kubernetes' own to write.
	for _, text := range []string{
		`{"metadata": {"annotations": {"resource.kubernetes.io/extended-resource-claim": "true"}}}`,
		`{"metadata": {"annotations": {"resource.kubernetes.io/pod-claim-name": "gpu"}}}`,
		`{"metadata": {"ownerReferences": [{"apiVersion": "v1", "kind": "Pod", "name": "p", "uid": "1", "controller": true}]}}`,
	} {
		if was, err := asked(text); !was || err == nil || !strings.Contains(err.Error(), "[ReservedAnnotation]") {
			t.Errorf("%s: asked is %v, %v", text, was, err)
		}
	}
	if was, err := asked(`{"metadata": {"ownerReferences": [{"apiVersion": "v1", "kind": "ConfigMap", "name": "c", "uid": "1"}]}}`); !was || err != nil {
		t.Errorf("an owner that is no pod: asked is %v, %v", was, err)
	}
	// What is on its way out waits for nobody.
	must(t, g.Kubectl("-n", "claims", "delete", "resourceclaim", "mine", "--wait=false").Err())
	if was, err := asked(`{"metadata": {"finalizers": null}}`); was || err != nil {
		t.Errorf("the end of a claim that is being deleted: asked is %v, %v", was, err)
	}
}

// flowSchema checks the headers that say which level took a request of ours.
func (g *gate) flowSchema(t *testing.T) {
	schema, err := g.Client.FlowcontrolV1().FlowSchemas().Get(t.Context(), chartRelease, metav1.GetOptions{})
	must(t, err)
	account, err := g.AccountOf(chartNamespace, chartRelease)
	must(t, err)
	result := g.RunKubectl(cluster.KubectlCommand{User: &account, Args: []string{"get", "--raw", "/apis/resource.k8s.io/v1/deviceclasses", "-v=8"}})
	if !strings.Contains(result.Stderr, string(schema.UID)) {
		t.Errorf("a list of ours was not taken by FlowSchema %s:\n%s", schema.UID, result.Stderr)
	}
}

func (g *gate) upgradeKeepsTheBundle(t *testing.T) {
	g.helm("upgrade", "--set", "webhooks.exemptNamespaces={team-x}", "--set", "replicas=3")
	configuration, err := g.Client.AdmissionregistrationV1().ValidatingWebhookConfigurations().Get(t.Context(), "drawbridge", metav1.GetOptions{})
	must(t, err)
	for _, webhook := range configuration.Webhooks {
		if string(webhook.ClientConfig.CABundle) != string(g.bundle) {
			t.Errorf("%s lost its bundle in the upgrade", webhook.Name)
		}
		exempt := webhook.NamespaceSelector.MatchExpressions
		if len(exempt) > 0 && !slices.Contains(exempt[0].Values, "team-x") {
			t.Errorf("%s was not upgraded", webhook.Name)
		}
	}
	deployment, err := g.Client.AppsV1().Deployments(chartNamespace).Get(t.Context(), "drawbridge", metav1.GetOptions{})
	must(t, err)
	if *deployment.Spec.Replicas != 3 {
		t.Errorf("the upgrade left %d replicas", *deployment.Spec.Replicas)
	}
	must(t, g.SettleWebhooks())
	r := newRoomOn(t, g.Cluster, "after-upgrade", nil, cluster.GPU("gpu-0", cluster.H100, "pci0000:10"))
	wantStripped(t, r.mustCreate(r.pod("train", "nvidia.com/gpu: 1")))
}

func (g *gate) nothingIsLeft(t *testing.T, before map[string]bool) {
	must(t, g.SettleWebhooks())
	// As the kubelet would, when they have ended.
	must(t, g.Kubectl("-n", chartNamespace, "delete", "pods", "--all", "--force", "--grace-period=0").Err())
	must(t, cluster.WaitFor("everything of the release to go", cluster.DefaultLimit, func() error {
		after, err := g.AllObjects()
		if err != nil {
			return err
		}
		var left []string
		for object := range after {
			kind, place, _ := strings.Cut(object, " ")
			namespace, name, _ := strings.Cut(place, "/")
			switch {
			case before[object] || !strings.Contains(name, "drawbridge"):
			// What people made, and the templates of their pods.
			case strings.HasSuffix(kind, ".drawbridge.dev"), namespace == "tenant", namespace == "after-upgrade":
			case kind == "customresourcedefinitions.apiextensions.k8s.io", kind == "apiservices.apiregistration.k8s.io":
			default:
				left = append(left, object)
			}
		}
		if len(left) > 0 {
			slices.Sort(left)
			return fmt.Errorf("there is still %q", left)
		}
		return nil
	}))
	for _, name := range []string{"devicemappings", "devicequotas", "devicerules"} {
		must(t, g.Kubectl("get", "crd", name+".drawbridge.dev").Err())
	}
	// The gate is open: what asks for devices is let pass as it is.
	must(t, g.Kubectl("create", "namespace", "afterwards").Err())
	result := g.RunKubectl(cluster.KubectlCommand{
		Args:  []string{"-n", "afterwards", "apply", "-f", "-"},
		Stdin: "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: main, image: example.com/none, resources: {limits: {nvidia.com/gpu: 1}}}]}}",
	})
	if result.ExitCode != 0 || strings.Contains(result.Stderr, "Warning") {
		t.Errorf("after uninstalling: %s%s", result.Stdout, result.Stderr)
	}
}

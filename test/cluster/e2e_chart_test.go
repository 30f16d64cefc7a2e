package cluster_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	admissionv1 "k8s.io/api/admissionregistration/v1"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"

	"drawbridge.dev/test/cluster"
)

const (
	chartRelease   = "drawbridge"
	chartNamespace = "drawbridge-system"
)

// aCertificate is enough for what only looks like one.
const aCertificate = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"

func chart(t *testing.T) string {
	t.Helper()
	folder, err := cluster.ChartFolder()
	must(t, err)
	return folder
}

// rendering is what helm template makes of the chart, by "KIND NAME".
type rendering map[string]*unstructured.Unstructured

func render(t *testing.T, args ...string) rendering {
	t.Helper()
	result := cluster.Helm(slices.Concat([]string{"template", chartRelease, chart(t), "-n", chartNamespace}, args)...)
	must(t, result.Err)
	objects, err := cluster.DecodeYAML(result.Stdout)
	must(t, err)
	all := rendering{}
	for _, object := range objects {
		all[object.GetKind()+" "+object.GetName()] = object
	}
	return all
}

func typed[T any](t *testing.T, all rendering, key string) *T {
	t.Helper()
	object, ok := all[key]
	if !ok {
		t.Fatalf("the chart renders no %s", key)
	}
	result := new(T)
	must(t, runtime.DefaultUnstructuredConverter.FromUnstructuredWithValidation(object.Object, result, true))
	return result
}

func mounted() []string {
	return []string{"--set", "certificates.mode=Mounted", "--set", "certificates.secretName=gate-tls", "--set", "certificates.caBundle=" + aCertificate}
}

// closed lets in the API server alone, by its address and by its certificate.
func closed() []string {
	return []string{"--set", "networkPolicy.enabled=true", "--set", "networkPolicy.from[0].ipBlock.cidr=192.0.2.10/32", "--set", "clientCA.configMapName=gate-clients"}
}

func TestChartIsCleanForLint(t *testing.T) {
	t.Parallel()
	for name, args := range map[string][]string{
		"default": nil,
		"mounted": mounted(),
		"one":     {"--set", "replicas=1", "--set", "flowControl.enabled=false", "--set", "serviceAccount.create=false", "--set", "serviceAccount.name=mine"},
		"closed":  closed(),
	} {
		if result := cluster.Helm(slices.Concat([]string{"lint", "--strict", chart(t)}, args)...); result.Err != nil {
			t.Errorf("%s: %v\n%s", name, result.Err, result.Stdout)
		}
	}
}

// What a cluster gets by default, to be read as a whole in a review.
func TestChartRendersAsBefore(t *testing.T) {
	t.Parallel()
	result := cluster.Helm("template", chartRelease, chart(t), "-n", chartNamespace)
	must(t, result.Err)
	file := filepath.Join("testdata", "chart", "default.yaml")
	if *update {
		must(t, os.MkdirAll(filepath.Dir(file), 0o755))
		must(t, os.WriteFile(file, []byte(result.Stdout), 0o644))
	}
	want, err := os.ReadFile(file)
	must(t, err)
	if result.Stdout != string(want) {
		t.Errorf("%s differs (go test -run Chart -update writes it). Got:\n%s", file, result.Stdout)
	}
}

// Settings are a file of their own, and other settings mean other pods.
func TestChartWritesTheConfiguration(t *testing.T) {
	t.Parallel()
	if _, ok := render(t)["ConfigMap drawbridge-configuration"]; ok {
		t.Error("an empty configuration is written")
	}
	annotation := func(checks string) string {
		all := render(t, "--set", checks, "--set", "configuration.inventory=Counts")
		content := typed[corev1.ConfigMap](t, all, "ConfigMap drawbridge-configuration").Data["configuration.yaml"]
		for _, want := range []string{"kind: Configuration", "inventory: Counts", "BothPaths: "} {
			if !strings.Contains(content, want) {
				t.Errorf("the configuration lacks %q:\n%s", want, content)
			}
		}
		template := typed[appsv1.Deployment](t, all, "Deployment drawbridge").Spec.Template
		if !slices.Contains(template.Spec.Containers[0].Args, "--config=/etc/drawbridge/configuration/configuration.yaml") {
			t.Errorf("no --config among %q", template.Spec.Containers[0].Args)
		}
		if len(template.Spec.Volumes) != 1 || template.Spec.Volumes[0].ConfigMap.Name != "drawbridge-configuration" {
			t.Errorf("the volumes are %+v", template.Spec.Volumes)
		}
		return template.Annotations["drawbridge.dev/configuration"]
	}
	if deny, off := annotation("configuration.checks.BothPaths=Deny"), annotation("configuration.checks.BothPaths=Off"); deny == off || deny == "" {
		t.Errorf("the pods' annotation is %q and %q", deny, off)
	}
}

func TestChartRefusesValuesThatItDoesNotKnow(t *testing.T) {
	t.Parallel()
	for _, one := range []struct{ set, want string }{
		{"image.tga=1", "additional properties 'tga' not allowed"},
		{"replica=3", "additional properties 'replica' not allowed"},
		{"replicas=0", "/replicas"},
		{"replicas=two", "/replicas"},
		{"logLevel=verbose", "/logLevel"},
		{"configuration.inventory=All", "/configuration/inventory"},
		{"configuration.checks.BothPaths=Refuse", "/configuration/checks/BothPaths"},
		{"shutdownDelayMilliseconds=600001", "/shutdownDelayMilliseconds"},
		{"webhooks.timeoutSeconds=31", "/webhooks/timeoutSeconds"},
		{"webhooks.failurePolicy.pods=Never", "/webhooks/failurePolicy/pods"},
		{"webhooks.failurePolicy.pod=Fail", "additional properties 'pod' not allowed"},
		{"webhooks.exemptNamespaces={Team_A}", "/webhooks/exemptNamespaces/0"},
		{"certificates.mode=Magic", "/certificates/mode"},
		{"certificates.mode=Mounted", "/certificates/secretName"},
		{"certificates.caBundle=abc", "/certificates/caBundle"},
		{"serviceAccount.create=false", "/serviceAccount/name"},
		{"tenantRoles.create=some", "/tenantRoles/create"},
		{"tenantRoles.enabled=false", "additional properties 'enabled' not allowed"},
		{"extraArgs={threads=2}", "/extraArgs/0"},
		{"resources.limit.memory=1Gi", "additional properties 'limit' not allowed"},
		{"podDisruptionBudget.maxUnavailable=some", "/podDisruptionBudget/maxUnavailable"},
		{"image.digest=sha256:12", "/image/digest"},
		{"networkPolicy.enabled=true", "/networkPolicy/from"},
		{"networkPolicy.from={anybody}", "/networkPolicy/from/0"},
		{"networkPolicy.from[0].ipBlock.cidr=192.0.2.10", "/networkPolicy/from/0/ipBlock/cidr"},
		{"networkPolicy.from[0].ipblock.cidr=192.0.2.0/24", "additional properties 'ipblock' not allowed"},
		{"clientCA.name=gate", "additional properties 'name' not allowed"},
		{"clientCA.configMapName=a,clientCA.secretName=b", "/clientCA/secretName"},
		{"clientCA.key=a/b", "/clientCA/key"},
	} {
		result := cluster.Helm("template", chartRelease, chart(t), "--set", one.set)
		if result.Err == nil || !strings.Contains(result.Err.Error(), one.want) {
			t.Errorf("--set %s: want a refusal with %q, got %v", one.set, one.want, result.Err)
		}
	}
}

func TestChartPodIsRestrictedAndEndsInTime(t *testing.T) {
	t.Parallel()
	for _, one := range []struct {
		delay string
		grace int64
	}{{"0", 35}, {"1", 36}, {"5000", 40}, {"5001", 41}, {"600000", 635}} {
		pod := typed[appsv1.Deployment](t, render(t, "--set", "shutdownDelayMilliseconds="+one.delay), "Deployment drawbridge").Spec.Template.Spec
		if *pod.TerminationGracePeriodSeconds != one.grace || !slices.Contains(pod.Containers[0].Args, "--shutdown-delay="+one.delay) {
			t.Errorf("delay %s: grace period %d, want %d; arguments %q", one.delay, *pod.TerminationGracePeriodSeconds, one.grace, pod.Containers[0].Args)
		}
		container := pod.Containers[0]
		if !*pod.SecurityContext.RunAsNonRoot || !*container.SecurityContext.ReadOnlyRootFilesystem ||
			*container.SecurityContext.AllowPrivilegeEscalation || container.SecurityContext.Capabilities.Drop[0] != "ALL" ||
			container.LivenessProbe.HTTPGet.Path != "/livez" || container.ReadinessProbe.HTTPGet.Path != "/readyz" {
			t.Errorf("the container is not held as it should be: %+v", container)
		}
	}
}

func TestChartOfOneReplicaHasNoBudget(t *testing.T) {
	t.Parallel()
	if _, has := render(t)["PodDisruptionBudget drawbridge"]; !has {
		t.Error("two replicas have no PodDisruptionBudget")
	}
	if _, has := render(t, "--set", "replicas=1")["PodDisruptionBudget drawbridge"]; has {
		t.Error("one replica has a PodDisruptionBudget, and its node can't be drained by the book")
	}
}

func TestChartWithMountedCertificates(t *testing.T) {
	t.Parallel()
	all := render(t, mounted()...)
	pod := typed[appsv1.Deployment](t, all, "Deployment drawbridge").Spec.Template.Spec
	if !slices.Contains(pod.Containers[0].Args, "--tls-cert=/etc/drawbridge/tls/tls.crt") || pod.Volumes[0].Secret.SecretName != "gate-tls" {
		t.Errorf("the certificate is not mounted: %q %+v", pod.Containers[0].Args, pod.Volumes)
	}
	for _, name := range []string{"drawbridge-early", "zz-drawbridge-late"} {
		for _, webhook := range typed[admissionv1.MutatingWebhookConfiguration](t, all, "MutatingWebhookConfiguration "+name).Webhooks {
			if string(webhook.ClientConfig.CABundle) != aCertificate {
				t.Errorf("%s has bundle %q", name, webhook.ClientConfig.CABundle)
			}
		}
	}
	// What nobody does then, nobody may do.
	for _, kind := range []string{"ClusterRole drawbridge", "Role drawbridge"} {
		for _, rule := range typed[rbacv1.Role](t, all, kind).Rules {
			if slices.Contains(rule.Resources, "secrets") || slices.Contains(rule.APIGroups, "admissionregistration.k8s.io") {
				t.Errorf("%s grants what only built-in certificates need: %+v", kind, rule)
			}
		}
	}
}

// What view grants edit and admin grant too: whoever may write in a namespace may not raise its limits.
func TestChartLetsViewersReadDeviceQuotas(t *testing.T) {
	t.Parallel()
	all := render(t)
	aggregated := 0
	for key, object := range all {
		for label := range object.GetLabels() {
			if !strings.HasPrefix(label, "rbac.authorization.k8s.io/aggregate-to-") {
				continue
			}
			if aggregated++; key != "ClusterRole drawbridge-view" || label != "rbac.authorization.k8s.io/aggregate-to-view" {
				t.Errorf("%s has label %s", key, label)
			}
		}
	}
	if aggregated != 1 {
		t.Errorf("%d roles are part of built-in ones", aggregated)
	}
	for _, key := range []string{"ClusterRole drawbridge-view", "ClusterRole drawbridge-reader"} {
		for _, rule := range typed[rbacv1.ClusterRole](t, all, key).Rules {
			if !slices.Equal(rule.Verbs, []string{"get", "list", "watch"}) {
				t.Errorf("%s grants more than reading: %+v", key, rule)
			}
		}
	}
	for key := range render(t, "--set", "tenantRoles.create=false") {
		if strings.HasSuffix(key, "-view") || strings.HasSuffix(key, "-reader") {
			t.Errorf("%s is there though nobody wants it", key)
		}
	}
}

// Without both, any pod of the cluster may post reviews, and have templates made for them.
func TestChartKeepsStrangersOut(t *testing.T) {
	t.Parallel()
	if _, has := render(t)["NetworkPolicy drawbridge"]; has {
		t.Error("there is a NetworkPolicy that nobody asked for, and the API server is not in it")
	}
	all := render(t, closed()...)
	policy := typed[networkingv1.NetworkPolicy](t, all, "NetworkPolicy drawbridge").Spec
	template := typed[appsv1.Deployment](t, all, "Deployment drawbridge").Spec.Template
	selector, err := metav1.LabelSelectorAsSelector(&policy.PodSelector)
	must(t, err)
	if !selector.Matches(labels.Set(template.Labels)) {
		t.Errorf("it speaks for %v, and the pods have %v", policy.PodSelector, template.Labels)
	}
	if !slices.Equal(policy.PolicyTypes, []networkingv1.PolicyType{networkingv1.PolicyTypeIngress}) {
		t.Errorf("it speaks of %v", policy.PolicyTypes)
	}
	ports := map[string][]networkingv1.NetworkPolicyPeer{}
	for _, rule := range policy.Ingress {
		for _, port := range rule.Ports {
			ports[port.Port.String()] = rule.From
		}
	}
	if peers := ports["https"]; len(peers) != 1 || peers[0].IPBlock == nil || peers[0].IPBlock.CIDR != "192.0.2.10/32" {
		t.Errorf("the webhooks are open to %+v", peers)
	}
	// The kubelet's address is whatever the node's is.
	if peers, open := ports["http"]; !open || len(peers) != 0 || len(ports) != 2 {
		t.Errorf("probes are not open to everybody, or another port is: %+v", ports)
	}
	for _, container := range template.Spec.Containers {
		for _, port := range container.Ports {
			if _, known := ports[port.Name]; !known {
				t.Errorf("port %s is in no rule", port.Name)
			}
		}
	}
}

func TestChartDemandsClientCertificates(t *testing.T) {
	t.Parallel()
	for name, args := range map[string][]string{
		"ConfigMap":      {"--set", "clientCA.configMapName=gate-clients"},
		"Secret":         {"--set", "clientCA.secretName=gate-clients", "--set", "clientCA.key=roots.pem"},
		"beside its own": slices.Concat(mounted(), []string{"--set", "clientCA.secretName=gate-clients"}),
	} {
		pod := typed[appsv1.Deployment](t, render(t, args...), "Deployment drawbridge").Spec.Template.Spec
		container := pod.Containers[0]
		at := slices.IndexFunc(container.VolumeMounts, func(mount corev1.VolumeMount) bool { return mount.Name == "client-ca" })
		volume := slices.IndexFunc(pod.Volumes, func(volume corev1.Volume) bool { return volume.Name == "client-ca" })
		if at < 0 || volume < 0 {
			t.Errorf("%s: not mounted: %+v %+v", name, container.VolumeMounts, pod.Volumes)
			continue
		}
		source, key := pod.Volumes[volume].VolumeSource, "ca.crt"
		if name == "Secret" {
			key = "roots.pem"
		}
		if named := source.ConfigMap != nil && source.ConfigMap.Name == "gate-clients"; named != (name == "ConfigMap") {
			t.Errorf("%s: mounted from %+v", name, source)
		}
		if named := source.Secret != nil && source.Secret.SecretName == "gate-clients"; named != (name != "ConfigMap") {
			t.Errorf("%s: mounted from %+v", name, source)
		}
		if flag := "--client-ca=" + container.VolumeMounts[at].MountPath + "/" + key; !slices.Contains(container.Args, flag) {
			t.Errorf("%s: no %s in %q", name, flag, container.Args)
		}
	}
}

// The whole matrix of what is asked about, and what happens when nobody answers.
func TestChartWebhooksFailAsDocumented(t *testing.T) {
	t.Parallel()
	all := render(t, "--set", "webhooks.exemptNamespaces={team-x}", "--set", "webhooks.failurePolicy.workloads=Fail", "--set", "webhooks.timeoutSeconds=7")
	validating := typed[admissionv1.ValidatingWebhookConfiguration](t, all, "ValidatingWebhookConfiguration drawbridge")
	fail := map[string]bool{}
	for _, webhook := range validating.Webhooks {
		fail[webhook.Name] = *webhook.FailurePolicy == admissionv1.Fail
		if *webhook.TimeoutSeconds != 7 || *webhook.MatchPolicy != admissionv1.Equivalent || *webhook.SideEffects != admissionv1.SideEffectClassNoneOnDryRun {
			t.Errorf("%s: %+v", webhook.Name, webhook)
		}
		if webhook.MatchConditions[0].Expression != "request.userInfo.username != 'system:serviceaccount:drawbridge-system:drawbridge'" {
			t.Errorf("%s does not leave its own account out: %+v", webhook.Name, webhook.MatchConditions)
		}
		if webhook.NamespaceSelector != nil && !slices.Equal(webhook.NamespaceSelector.MatchExpressions[0].Values, []string{"kube-system", chartNamespace, "team-x"}) {
			t.Errorf("%s exempts %v", webhook.Name, webhook.NamespaceSelector)
		}
	}
	want := map[string]bool{
		"validate.drawbridge.dev": true, "validate-claims.drawbridge.dev": true, "validate-workloads.drawbridge.dev": true,
		"validate-classes.drawbridge.dev": false, "validate-own.drawbridge.dev": true, "validate-mapping-deletions.drawbridge.dev": false, "validate-kueue.drawbridge.dev": false,
		"validate-queues.drawbridge.dev": false, "validate-kueue-workloads.drawbridge.dev": true,
	}
	if fmt.Sprint(fail) != fmt.Sprint(want) {
		t.Errorf("they fail as %v, want %v", fail, want)
	}
}

// What the program reads a pod template of, the API server sends; and kinds that the
// configuration adds.
func TestChartAsksAboutEveryWorkloadKind(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("../../rules/devices/workloads.cc")
	must(t, err)
	plurals := regexp.MustCompile(`"[A-Z][A-Za-z]+",\s*(?:\.plural = )?"([a-z]+s)"`).FindAllStringSubmatch(string(source), -1)
	if len(plurals) < 20 {
		t.Fatalf("the table of workloads.cc is not found: %q", plurals)
	}
	asked := map[string]bool{}
	values := `configuration={"workloads": [{"group": "example.com", "kind": "TrainingRun", "plural": "trainingruns", "podTemplates": [{"path": "spec.template"}]}]}`
	for _, webhook := range typed[admissionv1.ValidatingWebhookConfiguration](t, render(t, "--set-json", values), "ValidatingWebhookConfiguration drawbridge").Webhooks {
		for _, rule := range webhook.Rules {
			for _, resource := range rule.Resources {
				if webhook.Name == "validate-workloads.drawbridge.dev" || webhook.Name == "validate-kueue-workloads.drawbridge.dev" {
					asked[resource] = true
				}
			}
		}
	}
	want := map[string]bool{"trainingruns": true}
	for _, plural := range plurals {
		want[plural[1]] = true
	}
	for resource, wanted := range want {
		if wanted != asked[resource] {
			t.Errorf("whether a webhook is asked about %s: %t, want %t", resource, asked[resource], wanted)
		}
		delete(asked, resource)
	}
	if len(asked) > 0 {
		t.Errorf("it is asked about %v, of which it reads nothing", asked)
	}
}

func TestChartRefusesAnOlderKubernetes(t *testing.T) {
	t.Parallel()
	result := cluster.Helm("template", chartRelease, chart(t), "--kube-version", "1.33.5")
	if result.Err == nil || !strings.Contains(result.Err.Error(), "kubeVersion: >=1.34.0-0") {
		t.Errorf("Kubernetes 1.33: %v", result.Err)
	}
	must(t, cluster.Helm("template", chartRelease, chart(t), "--kube-version", "v1.34.1-gke.1").Err)
}

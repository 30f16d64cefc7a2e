package cluster_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	authorizationv1 "k8s.io/api/authorization/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	resourcev1 "k8s.io/api/resource/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"

	"drawbridge.dev/test/cluster"
)

// everywhere is what the account may do in any namespace, as "RESOURCE.GROUP[NAME]":
// nothing may be missing, nothing more be granted.
var everywhere = map[string]string{
	"deviceclasses.resource.k8s.io":          "get list watch",
	"resourceslices.resource.k8s.io":         "get list watch",
	"resourceclaims.resource.k8s.io":         "get list watch",
	"resourceclaimtemplates.resource.k8s.io": "create delete get list patch watch",
	"namespaces.":                            "get list watch",
	"resourcequotas.":                        "get list watch",
	"limitranges.":                           "get list watch",
	"nodes.":                                 "get list watch",
	"pods.":                                  "get list watch",
	"replicasets.apps":                       "get",
	"statefulsets.apps":                      "get",
	"jobs.batch":                             "get",
	"replicationcontrollers.":                "get",
	"devicemappings.drawbridge.dev":          "get list watch",
	"devicequotas.drawbridge.dev":            "get list watch",
	"devicerules.drawbridge.dev":             "get list watch",
	"devicemappings/status.drawbridge.dev":   "update",
	"devicequotas/status.drawbridge.dev":     "update",
	"devicerules/status.drawbridge.dev":      "update",
	"clusterqueues.kueue.x-k8s.io":           "get list watch",
	"cohorts.kueue.x-k8s.io":                 "get list watch",
	"localqueues.kueue.x-k8s.io":             "get list watch",
	"resourceflavors.kueue.x-k8s.io":         "get list watch",
	"admissionchecks.kueue.x-k8s.io":         "get list watch",
	"topologies.kueue.x-k8s.io":              "get list watch",
	"workloads.kueue.x-k8s.io":               "get list watch",
	"workloadpriorityclasses.kueue.x-k8s.io": "get list watch",
	"computedomains.resource.nvidia.com":     "get list watch",
	"podgroups.scheduling.x-k8s.io":          "get list watch",
	"podgroups.scheduling.run.ai":            "get list watch",
	"configmaps.[kueue-manager-config]":      "get list watch",
	"events.events.k8s.io":                   "create patch",

	"subjectaccessreviews.authorization.k8s.io": "create",
	// Every user may ask what it may do, and who it is.
	"selfsubjectreviews.authentication.k8s.io":      "create",
	"selfsubjectaccessreviews.authorization.k8s.io": "create",
	"selfsubjectrulesreviews.authorization.k8s.io":  "create",
}

// inItsNamespace is what it may do besides in its own namespace.
var inItsNamespace = map[string]string{
	"leases.coordination.k8s.io":             "create",
	"leases.coordination.k8s.io[drawbridge]": "get update",
}

// With built-in certificates there is more: in any namespace, and in its own.
var (
	builtInEverywhere = map[string]string{
		"mutatingwebhookconfigurations.admissionregistration.k8s.io[drawbridge-early zz-drawbridge-late]": "get update",
		"validatingwebhookconfigurations.admissionregistration.k8s.io[drawbridge]":                        "get update",
	}
	builtInItsNamespace = map[string]string{
		"secrets.":                          "create",
		"secrets.[drawbridge-certificates]": "get update",
	}
)

// rights runs mostly with built-in certificates, under which the account may do the most.
func (g *gate) rights(t *testing.T) {
	account, err := g.AccountOf(chartNamespace, chartRelease)
	must(t, err)
	client, err := kubernetes.NewForConfig(account.REST)
	must(t, err)
	objects, err := dynamic.NewForConfig(account.REST)
	must(t, err)
	t.Run("GrantsExactlyWhatIsListedWithMountedCertificates", func(t *testing.T) {
		grantsExactly(t, client, everywhere, inItsNamespace)
	})
	g.helm("upgrade", "--set", "certificates.mode=BuiltIn", "--set", "certificates.secretName=")
	defer g.helm("upgrade")
	t.Run("GrantsExactlyWhatIsListed", func(t *testing.T) {
		grantsExactly(t, client, both(everywhere, builtInEverywhere), both(inItsNamespace, builtInItsNamespace))
	})
	t.Run("EachVerbWorks", func(t *testing.T) { g.eachVerbWorks(t, client, objects) })
	t.Run("AVerbMoreIsForbidden", func(t *testing.T) { g.aVerbMoreIsForbidden(t, account) })
}

func both(some, others map[string]string) map[string]string {
	all := maps.Clone(some)
	maps.Copy(all, others)
	return all
}

// grantsExactly checks what the account may do in namespaces of each sort. The API server
// learns of a role a moment after it was written.
func grantsExactly(t *testing.T, client kubernetes.Interface, anywhere, atHome map[string]string) {
	t.Helper()
	for namespace, besides := range map[string]map[string]string{
		"somewhere": nil, "kube-system": nil, chartNamespace: atHome,
	} {
		err := cluster.WaitFor("the account to have its rights in namespace "+namespace, cluster.DefaultLimit, func() error {
			granted, err := rightsIn(t, client, namespace)
			if err != nil {
				return err
			}
			return differences(granted, both(anywhere, besides))
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// rightsIn are the verbs that the API server lists, by "RESOURCE.GROUP[NAME]".
func rightsIn(t *testing.T, client kubernetes.Interface, namespace string) (map[string]string, error) {
	review, err := client.AuthorizationV1().SelfSubjectRulesReviews().Create(t.Context(), &authorizationv1.SelfSubjectRulesReview{
		Spec: authorizationv1.SelfSubjectRulesReviewSpec{Namespace: namespace},
	}, metav1.CreateOptions{})
	if err != nil {
		return nil, err
	}
	granted := map[string][]string{}
	for _, rule := range review.Status.ResourceRules {
		for _, group := range rule.APIGroups {
			for _, resource := range rule.Resources {
				key := resource + "." + group
				if len(rule.ResourceNames) > 0 {
					key += fmt.Sprint(rule.ResourceNames)
				}
				granted[key] = append(granted[key], rule.Verbs...)
			}
		}
	}
	all := map[string]string{}
	for key, verbs := range granted {
		slices.Sort(verbs)
		all[key] = strings.Join(slices.Compact(verbs), " ")
	}
	return all, nil
}

func differences(granted, want map[string]string) error {
	var all []string
	for key := range both(granted, want) {
		if granted[key] != want[key] {
			all = append(all, fmt.Sprintf("%s: it may %q, and should %q", key, granted[key], want[key]))
		}
	}
	if len(all) == 0 {
		return nil
	}
	slices.Sort(all)
	return errors.New(strings.Join(all, "; "))
}

// eachVerbWorks makes the calls for which the verbs are granted.
func (g *gate) eachVerbWorks(t *testing.T, client kubernetes.Interface, objects dynamic.Interface) {
	ctx := t.Context()
	g.reads(t, objects)

	// Templates of rewritten pods.
	must(t, g.CreateNamespace("rights", nil))
	templates := client.ResourceV1().ResourceClaimTemplates("rights")
	template, err := templates.Create(ctx, &resourcev1.ResourceClaimTemplate{ObjectMeta: metav1.ObjectMeta{Name: "t"}}, metav1.CreateOptions{})
	must(t, err)
	_, err = templates.Patch(ctx, "t", types.MergePatchType,
		[]byte(`{"metadata": {"annotations": {"drawbridge.dev/last-used": "2026-01-01T00:00:00Z"}}}`), metav1.PatchOptions{})
	must(t, err)
	must(t, templates.Delete(ctx, "t", metav1.DeleteOptions{Preconditions: metav1.NewUIDPreconditions(string(template.UID))}))

	// How many pods a controller wants.
	for _, controller := range []schema.GroupVersionResource{
		{Group: "apps", Version: "v1", Resource: "replicasets"}, {Group: "apps", Version: "v1", Resource: "statefulsets"},
		{Group: "batch", Version: "v1", Resource: "jobs"}, {Version: "v1", Resource: "replicationcontrollers"},
	} {
		if _, err := objects.Resource(controller).Namespace("rights").Get(ctx, "none", metav1.GetOptions{}); !apierrors.IsNotFound(err) {
			t.Errorf("get %s: want NotFound, got %v", controller.Resource, err)
		}
	}

	// Statuses of our own kinds.
	for resource, object := range map[string]string{
		"devicemappings": "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceMapping, metadata: {name: rights}, spec: {logicalResource: a.com/b}}",
		"devicequotas":   "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: rights}, spec: {hard: {a.com/b: 1}}}",
		"devicerules":    "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceRule, metadata: {name: rights}, spec: {validations: [{expression: 'true'}]}}",
	} {
		g.writesStatus(t, objects, resource, object)
	}

	// The leader's Lease, and the certificate that the replicas share.
	lease, err := client.CoordinationV1().Leases(chartNamespace).Create(ctx, &coordinationv1.Lease{ObjectMeta: metav1.ObjectMeta{Name: "drawbridge"}}, metav1.CreateOptions{})
	must(t, err)
	_, err = client.CoordinationV1().Leases(chartNamespace).Update(ctx, lease, metav1.UpdateOptions{})
	must(t, err)
	secrets := client.CoreV1().Secrets(chartNamespace)
	secret, err := secrets.Create(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: "drawbridge-certificates"}}, metav1.CreateOptions{})
	must(t, err)
	_, err = secrets.Update(ctx, secret, metav1.UpdateOptions{})
	must(t, err)
	_, err = secrets.Get(ctx, secret.Name, metav1.GetOptions{})
	must(t, err)
	// They are not the chart's, and go with the namespace.
	must(t, g.Client.CoreV1().Secrets(chartNamespace).Delete(ctx, secret.Name, metav1.DeleteOptions{}))
	must(t, g.Client.CoordinationV1().Leases(chartNamespace).Delete(ctx, lease.Name, metav1.DeleteOptions{}))

	// The bundle of our own configurations.
	configuration, err := client.AdmissionregistrationV1().ValidatingWebhookConfigurations().Get(ctx, "drawbridge", metav1.GetOptions{})
	must(t, err)
	_, err = client.AdmissionregistrationV1().ValidatingWebhookConfigurations().Update(ctx, configuration, metav1.UpdateOptions{})
	must(t, err)
	for _, name := range []string{"drawbridge-early", "zz-drawbridge-late"} {
		mutating, err := client.AdmissionregistrationV1().MutatingWebhookConfigurations().Get(ctx, name, metav1.GetOptions{})
		must(t, err)
		_, err = client.AdmissionregistrationV1().MutatingWebhookConfigurations().Update(ctx, mutating, metav1.UpdateOptions{})
		must(t, err)
	}

	// What a rule's authorizer asks.
	review := &authorizationv1.SubjectAccessReview{Spec: authorizationv1.SubjectAccessReviewSpec{
		User: "ana", ResourceAttributes: &authorizationv1.ResourceAttributes{Verb: "get", Resource: "pods", Namespace: "rights"},
	}}
	_, err = client.AuthorizationV1().SubjectAccessReviews().Create(ctx, review, metav1.CreateOptions{})
	must(t, err)

	// Events about objects that can't be used; where they have no namespace, in default.
	event := &eventsv1.Event{
		ObjectMeta: metav1.ObjectMeta{Name: "mapping.1"}, EventTime: metav1.NowMicro(), Type: corev1.EventTypeWarning,
		Reason: "Conflicting", Action: "Compile", ReportingController: "drawbridge.dev/drawbridge", ReportingInstance: "drawbridge-0",
		Regarding: corev1.ObjectReference{APIVersion: "drawbridge.dev/v1alpha1", Kind: "DeviceMapping", Name: "rights"},
	}
	_, err = client.EventsV1().Events("default").Create(ctx, event, metav1.CreateOptions{})
	must(t, err)
	_, err = client.EventsV1().Events("default").Patch(ctx, event.Name, types.MergePatchType,
		[]byte(`{"series": {"count": 2, "lastObservedTime": "2026-01-01T00:00:00.000000Z"}}`), metav1.PatchOptions{})
	must(t, err)
}

// Groups of kinds that are followed where they are there.
var notInstalled = map[string]bool{
	"kueue.x-k8s.io": true, "resource.nvidia.com": true,
	"scheduling.x-k8s.io": true, "scheduling.run.ai": true,
}

// reads lists and watches every kind that decisions read.
func (g *gate) reads(t *testing.T, objects dynamic.Interface) {
	for key, verbs := range everywhere {
		resource, group, _ := strings.Cut(key, ".")
		group, names, _ := strings.Cut(group, "[")
		if !strings.Contains(verbs, "watch") || notInstalled[group] {
			continue
		}
		options := metav1.ListOptions{}
		if name, _, _ := strings.Cut(strings.TrimSuffix(names, "]"), " "); name != "" {
			options.FieldSelector = "metadata.name=" + name
		}
		client := objects.Resource(schema.GroupVersionResource{Group: group, Version: versionOf(group), Resource: resource})
		if resource == "configmaps" {
			// A name's list and watch are granted in every namespace.
			options.Limit = 1
		}
		if _, err := client.List(t.Context(), options); err != nil {
			t.Errorf("list %s: %v", key, err)
		}
		watch, err := client.Watch(t.Context(), options)
		if err != nil {
			t.Errorf("watch %s: %v", key, err)
			continue
		}
		watch.Stop()
	}
}

func versionOf(group string) string {
	if group == "drawbridge.dev" {
		return "v1alpha1"
	}
	return "v1"
}

func (g *gate) writesStatus(t *testing.T, objects dynamic.Interface, resource, text string) {
	t.Helper()
	made, err := g.ApplyYAML("rights", text)
	must(t, err)
	client := objects.Resource(schema.GroupVersionResource{Group: "drawbridge.dev", Version: "v1alpha1", Resource: resource})
	var one dynamic.ResourceInterface = client
	if made[0].GetNamespace() != "" {
		one = client.Namespace("rights")
	}
	object, err := one.Get(t.Context(), "rights", metav1.GetOptions{})
	must(t, err)
	condition := map[string]any{
		"type": "Ready", "status": "True", "reason": "Compiled", "message": "It is in use.",
		"lastTransitionTime": "2026-01-01T00:00:00Z", "observedGeneration": object.GetGeneration(),
	}
	must(t, unstructured.SetNestedSlice(object.Object, []any{condition}, "status", "conditions"))
	object, err = one.UpdateStatus(t.Context(), object, metav1.UpdateOptions{})
	must(t, err)
	// The rest is people's.
	object.SetLabels(map[string]string{"a": "b"})
	if _, err := one.Update(t.Context(), object, metav1.UpdateOptions{}); !apierrors.IsForbidden(err) {
		t.Errorf("update %s: want Forbidden, got %v", resource, err)
	}
}

// aVerbMoreIsForbidden tries what an intruder in its place would want.
func (g *gate) aVerbMoreIsForbidden(t *testing.T, account cluster.UserConfig) {
	g.mayNot(t, account,
		"-n rights delete pod p",
		"-n rights create configmap c",
		"-n rights get configmaps",
		"-n rights get configmap c",
		"-n rights get secrets",
		"-n kube-system get secrets",
		"-n "+chartNamespace+" get secrets",
		"-n "+chartNamespace+" get secret gate-tls",
		"-n "+chartNamespace+" delete secret drawbridge-certificates",
		"-n "+chartNamespace+" get lease other",
		"-n rights create token default",
		"-n rights create serviceaccount s",
		"-n rights create rolebinding r --clusterrole=admin --serviceaccount="+chartNamespace+":drawbridge",
		"-n rights create quota q",
		"create clusterrolebinding r --clusterrole=cluster-admin --serviceaccount="+chartNamespace+":drawbridge",
		"label deviceclass gpu.nvidia.com a=b",
		"label namespace rights drawbridge.dev/enforcement=Off",
		"label node gpu-b a=b",
		"delete devicemapping nvidia-gpu",
		"label devicemapping rights a=b",
		"-n rights delete devicequota rights",
		"delete validatingwebhookconfiguration drawbridge",
		"get validatingwebhookconfigurations",
		"get mutatingwebhookconfiguration kueue-mutating-webhook-configuration",
		"get events",
		"-n rights get events",
		"get --raw /metrics",
		"--as=system:admin get nodes",
	)
}

// tenantsSeeTheirQuotas tries, as whoever has a built-in role in one namespace, what the chart's
// roles for people grant: to read its DeviceQuotas, and no more; of the cluster what reader names.
func (g *gate) tenantsSeeTheirQuotas(t *testing.T) {
	must(t, g.CreateNamespace("tenants-quota", nil))
	_, err := g.ApplyYAML("tenants-quota", "{apiVersion: drawbridge.dev/v1alpha1, kind: DeviceQuota, metadata: {name: gpus}, spec: {hard: {nvidia.com/gpu: 8}}}")
	must(t, err)
	for _, role := range []string{"view", "edit", "admin"} {
		user, err := g.UserConfig("tenant-who-may-" + role)
		must(t, err)
		must(t, g.Kubectl("-n", "tenants-quota", "create", "rolebinding", role, "--clusterrole="+role, "--user=tenant-who-may-"+role).Err())
		must(t, cluster.WaitFor(role+" to be granted", cluster.DefaultLimit, func() error {
			return g.KubectlAs(user, "-n", "tenants-quota", "get", "devicequotas").Err()
		}))
		g.mayNot(t, user, "-n default get devicequotas", "get devicemappings", "-n tenants-quota delete devicequota gpus",
			"-n tenants-quota patch devicequota gpus --type=merge -p {\"spec\":{\"hard\":{\"nvidia.com/gpu\":9}}}",
			"-n tenants-quota patch devicequota gpus --subresource=status --type=merge -p {\"status\":{\"used\":{}}}")
		if can := g.KubectlAs(user, "-n", "tenants-quota", "auth", "can-i", "create", "devicequotas"); strings.TrimSpace(can.Stdout) != "no" {
			t.Errorf("whether %s may create DeviceQuotas: %s%s", role, can.Stdout, can.Stderr)
		}
	}

	reader, err := g.UserConfig("reader-of-mappings")
	must(t, err)
	must(t, g.Kubectl("create", "clusterrolebinding", "readers", "--clusterrole=drawbridge-reader", "--user=reader-of-mappings").Err())
	defer g.Kubectl("delete", "clusterrolebinding", "readers")
	for _, args := range []string{
		"get devicemappings", "get deviceclasses", "get resourceslices", "-n kueue-system get configmaps --field-selector=metadata.name=kueue-manager-config",
	} {
		must(t, cluster.WaitFor("reader to be granted "+args, cluster.DefaultLimit, func() error {
			return g.KubectlAs(reader, strings.Fields(args)...).Err()
		}))
	}
	g.mayNot(t, reader, "get nodes", "get namespaces", "-n kueue-system get configmaps", "-n tenants-quota get devicequotas", "delete devicemapping nvidia-gpu")
}

// mayNot is a list of calls of kubectl, each of which the API server forbids.
func (g *gate) mayNot(t *testing.T, user cluster.UserConfig, calls ...string) {
	t.Helper()
	for _, args := range calls {
		result := g.KubectlAs(user, strings.Fields(args)...)
		if result.ExitCode == 0 || !strings.Contains(result.Stderr, "Forbidden") && !strings.Contains(result.Stderr, "forbidden") {
			t.Errorf("kubectl %s: want Forbidden, got %s%s", args, result.Stdout, result.Stderr)
		}
	}
}

package cluster

import (
	"encoding/base64"
	"errors"
	"fmt"
	"sync/atomic"

	admissionv1 "k8s.io/api/admission/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// probeLabel marks the one object that a probe's webhooks are asked about.
const probeLabel = "drawbridge.dev/test-probe"

// SettleWebhooks returns once the API server acts on every webhook configuration
// that was written or deleted before. Without it a test would race with the API
// server's watches.
//
// It registers a probe of each kind and creates an object in dry run until both
// have been called: changes of one kind are seen in the order they were made, so
// all earlier ones are seen by then, too.
func (c *Cluster) SettleWebhooks() error {
	var mutating, validating atomic.Bool
	server, err := c.ServeWebhook(func(path string, _ *admissionv1.AdmissionRequest) *admissionv1.AdmissionResponse {
		called := map[string]*atomic.Bool{"/mutate": &mutating, "/validate": &validating}[path]
		called.Store(true)
		return nil
	})
	if err != nil {
		return err
	}
	defer server.Close()
	name := fmt.Sprintf("probe-%d.drawbridge.test", c.nextSerial())
	probes := probeConfigurations(name, server)
	for _, probe := range probes {
		if _, err := c.apply("", probe); err != nil {
			return err
		}
	}
	defer c.deleteProbes(probes)

	object := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{probeLabel: name}}}
	dryRun := metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}}
	return WaitFor("the API server to act on webhook configurations", DefaultLimit, func() error {
		_, err := c.Client.CoreV1().ConfigMaps(metav1.NamespaceDefault).Create(background, object, dryRun)
		if err == nil && !(mutating.Load() && validating.Load()) {
			err = errors.New("it does not call a webhook that was registered after them")
		}
		return err
	})
}

// probeConfigurations are asked about the one object that carries their label,
// and harm nothing when their server has gone.
func probeConfigurations(name string, server *WebhookServer) []*unstructured.Unstructured {
	var probes []*unstructured.Unstructured
	for kind, path := range map[string]string{
		"MutatingWebhookConfiguration":   "/mutate",
		"ValidatingWebhookConfiguration": "/validate",
	} {
		probes = append(probes, &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "admissionregistration.k8s.io/v1",
			"kind":       kind,
			"metadata":   map[string]any{"name": name},
			"webhooks": []any{map[string]any{
				"name":                    name,
				"admissionReviewVersions": []any{"v1"},
				"clientConfig": map[string]any{
					"url":      server.URL + path,
					"caBundle": base64.StdEncoding.EncodeToString(server.CABundle),
				},
				"rules": []any{map[string]any{
					"operations": []any{"CREATE"}, "apiGroups": []any{""},
					"apiVersions": []any{"v1"}, "resources": []any{"configmaps"},
				}},
				"objectSelector": map[string]any{"matchLabels": map[string]any{probeLabel: name}},
				"failurePolicy":  "Ignore",
				"sideEffects":    "None",
				"timeoutSeconds": int64(1),
			}},
		}})
	}
	return probes
}

func (c *Cluster) deleteProbes(probes []*unstructured.Unstructured) {
	for _, probe := range probes {
		if client, _, err := c.clientFor("", probe); err == nil {
			_ = client.Delete(background, probe.GetName(), metav1.DeleteOptions{})
		}
	}
}

package cluster_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	admissionv1 "k8s.io/api/admission/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"drawbridge.dev/test/cluster"
)

// A webhook of the test's own, beside Drawbridge's.
func TestNeighbourWebhookRefusesThePodsOfADeployment(t *testing.T) {
	c := shared(t)
	namespace := newNamespace(t, c)
	neighbour, err := c.ServeWebhook(func(path string, request *admissionv1.AdmissionRequest) *admissionv1.AdmissionResponse {
		if path != "/neighbour" || request.Namespace != namespace {
			return nil
		}
		return &admissionv1.AdmissionResponse{Result: &metav1.Status{
			Code: http.StatusForbidden, Reason: metav1.StatusReasonForbidden, Message: "not today",
		}}
	})
	must(t, err)
	defer neighbour.Close()
	const configuration = `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: neighbour}
webhooks:
- name: neighbour.example.com
  admissionReviewVersions: [v1]
  clientConfig: {url: https://127.0.0.1/neighbour}
  rules: [{operations: [CREATE], apiGroups: [""], apiVersions: [v1], resources: [pods]}]
  sideEffects: None
`
	must(t, c.RegisterConfigurations(configuration, neighbour.URL, neighbour.CABundle))
	_, err = c.ApplyYAML(namespace, deployment)
	must(t, err)

	pod := c.RunKubectl(cluster.KubectlCommand{
		Args:  []string{"create", "-n", namespace, "-f", "-"},
		Stdin: claimingPod("refused", "gpu.nvidia.com", "true"),
	})
	const want = `Error from server (Forbidden): error when creating "STDIN": admission webhook "neighbour.example.com" denied the request: not today` + "\n"
	if pod.ExitCode != 1 || pod.Stderr != want {
		t.Errorf("kubectl says, with code %d: %s", pod.ExitCode, pod.Stderr)
	}
	must(t, cluster.WaitFor("the event that says why the Deployment has no pods", cluster.DefaultLimit, func() error {
		for _, event := range c.Events(namespace, "") {
			if event.Reason == "FailedCreate" && strings.Contains(event.Message, "not today") {
				return nil
			}
		}
		return errors.New("there is none")
	}))

	must(t, c.UnregisterConfigurations(configuration))
	allocations, err := c.WaitPodsAllocated(namespace, "app=train", 2)
	must(t, err)
	if len(allocations[0].Devices) != 1 || len(allocations[1].Devices) != 1 || allocations[0].Devices[0] == allocations[1].Devices[0] {
		t.Errorf("got %+v, want a device for each", allocations)
	}
}

const deployment = `
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: mig}
spec: {spec: {devices: {requests: [{name: device, exactly: {deviceClassName: mig.nvidia.com}}]}}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: train}
spec:
  replicas: 2
  selector: {matchLabels: {app: train}}
  template:
    metadata: {labels: {app: train}}
    spec:
      containers: [{name: main, image: example.com/none, resources: {claims: [{name: devices}]}}]
      resourceClaims: [{name: devices, resourceClaimTemplateName: mig}]
`

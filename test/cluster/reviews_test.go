package cluster_test

import (
	"net/http"
	"os"
	"testing"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"

	"drawbridge.dev/test/cluster"
)

func TestReviewsThatATestSends(t *testing.T) {
	d := startFake(t, cluster.DrawbridgeOptions{NoWebhooks: true})
	reviewer := d.Reviewer()
	verdict, err := reviewer.Pod("/validate", "team-a", "{apiVersion: v1, kind: Pod, metadata: {name: asked}, spec: {containers: []}}")
	must(t, err)
	if !verdict.Allowed || verdict.Patched || len(verdict.Codes)+len(verdict.Warnings) != 0 {
		t.Errorf("got %+v", verdict)
	}
	if seen := seenBy(t, d, "asked"); len(seen) != 1 || seen[0] != "/validate Pod" {
		t.Errorf("it was sent %q", seen)
	}
	if _, err := reviewer.Pod("/validate", "team-a", ""); err == nil {
		t.Error("no pod was sent as one")
	}
}

func TestPausedAndKilledDrawbridge(t *testing.T) {
	d := startFake(t, cluster.DrawbridgeOptions{NoWebhooks: true})
	must(t, d.Pause())
	client := http.Client{Timeout: 200 * time.Millisecond}
	if _, err := client.Get(d.HTTPURL + "/readyz"); err == nil {
		t.Error("a paused instance answers")
	}
	must(t, d.Resume())
	_, err := d.Get("/readyz")
	must(t, err)

	must(t, d.Running())
	d.Kill()
	if err := d.Running(); err == nil {
		t.Error("a killed instance runs")
	}
}

// The chart's account, as a pod of it reaches the API server.
func TestLiveAccount(t *testing.T) {
	c := shared(t)
	account, err := c.LiveAccountConfig(nil)
	must(t, err)
	config, err := clientcmd.BuildConfigFromFlags("", account.Kubeconfig)
	must(t, err)
	client, err := kubernetes.NewForConfig(config)
	must(t, err)
	must(t, cluster.WaitFor("the account to be allowed to list classes", cluster.DefaultLimit, func() error {
		_, err := client.ResourceV1().DeviceClasses().List(t.Context(), metav1.ListOptions{})
		return err
	}))
	if _, err := client.CoreV1().Secrets("kube-system").List(t.Context(), metav1.ListOptions{}); !apierrors.IsForbidden(err) {
		t.Errorf("the account lists secrets: %v", err)
	}

	before, err := os.ReadFile(config.BearerTokenFile)
	must(t, err)
	must(t, account.RevokeToken())
	must(t, account.RenewToken())
	after, err := os.ReadFile(config.BearerTokenFile)
	must(t, err)
	if string(before) == string(after) {
		t.Error("the token was not replaced")
	}
}

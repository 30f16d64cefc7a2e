package cluster_test

import (
	"errors"
	"net/http"
	"testing"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"

	"drawbridge.dev/test/cluster"
)

// The parts of a control plane are restarted without losing anything, and what a
// watch asks for can be made too old.
func TestRestartsAndCompaction(t *testing.T) {
	c, err := cluster.Start(cluster.Options{})
	must(t, err)
	defer func() { must(t, c.Stop()) }()
	must(t, c.CreateNamespace("kept", nil))
	before, err := c.Client.CoreV1().Namespaces().Get(t.Context(), "kept", getOptions)
	must(t, err)

	c.KillEtcd()
	if err := c.StartAPIServerAgain(); err == nil {
		t.Error("an API server that runs was started again")
	}
	must(t, c.StartEtcdAgain())
	must(t, c.CreateNamespace("after-etcd", nil))

	must(t, c.Compact())
	must(t, c.RestartAPIServer("--runtime-config=resource.k8s.io/v1beta1=true"))
	after, err := c.Client.CoreV1().Namespaces().Get(t.Context(), "kept", getOptions)
	must(t, err)
	if after.UID != before.UID {
		t.Error("the namespace is another one now")
	}
	if _, err := c.Client.ResourceV1beta1().DeviceClasses().List(t.Context(), metav1.ListOptions{}); err != nil {
		t.Errorf("the new flag has no effect: %v", err)
	}
	must(t, c.CreateNamespace("after-api-server", nil))
	wantGone(t, c, before.ResourceVersion)

	must(t, c.RestartAPIServer())
	_, err = c.Client.ResourceV1beta1().DeviceClasses().List(t.Context(), metav1.ListOptions{})
	if !apierrors.IsNotFound(err) {
		t.Errorf("the flag is still there: %v", err)
	}
}

// wantGone checks that a watch from a version can't be had any more.
func wantGone(t *testing.T, c *cluster.Cluster, version string) {
	t.Helper()
	watched, err := c.Client.CoreV1().Namespaces().Watch(t.Context(), metav1.ListOptions{ResourceVersion: version})
	if err == nil {
		defer watched.Stop()
		select {
		case event := <-watched.ResultChan():
			if event.Type == watch.Error {
				err = apierrors.FromObject(event.Object)
			}
		case <-time.After(cluster.DefaultLimit):
			err = errors.New("nothing came")
		}
	}
	var status apierrors.APIStatus
	if !errors.As(err, &status) || status.Status().Code != http.StatusGone {
		t.Errorf("a watch from version %s gives %v, want 410 Gone", version, err)
	}
}

package cluster_test

import (
	"crypto/tls"
	"fmt"
	"net/http"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"drawbridge.dev/test/cluster"
)

// The server demands a client certificate (clientCA of the chart): the API server that
// shows one is answered, and nobody else is.
func TestOnlyTheAPIServerMayAsk(t *testing.T) {
	t.Parallel()
	c := ownCluster(t, cluster.Options{APIServerArgs: []string{"--enable-aggregator-routing=true"}})
	identity, err := c.NewWebhookIdentity("drawbridge." + chartNamespace + ".svc")
	must(t, err)
	must(t, c.CreateNamespace(chartNamespace, nil))
	_, err = c.Client.CoreV1().ConfigMaps(chartNamespace).Create(t.Context(), &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: "gate-clients"}, Data: map[string]string{"ca.crt": string(identity.Authority)},
	}, metav1.CreateOptions{})
	must(t, err)
	must(t, c.Helm("install", chartRelease, chart(t), "-n", chartNamespace,
		"--set", "shutdownDelayMilliseconds=300", "--set", "clientCA.configMapName=gate-clients").Err)
	must(t, c.RestartAPIServer("--admission-control-config-file="+identity.ConfigFile))
	d, err := c.RunInstalled(cluster.Installed{Release: chartRelease, Namespace: chartNamespace})
	must(t, err)
	defer func() { must(t, d.Stop()) }()
	must(t, c.RouteService(chartNamespace, "drawbridge", d))

	_, err = c.ApplyYAML("", gateMapping)
	must(t, err)
	r := newRoomOn(t, c, "tenant", nil, gpus(1)...)
	one(t, r.allocated(r.pod("train", "nvidia.com/gpu: 1")))
	if requestsTo(t, d)["/mutate"] == 0 {
		t.Error("it was not asked: the test shows nothing")
	}

	stranger, err := c.NewWebhookIdentity("drawbridge." + chartNamespace + ".svc")
	must(t, err)
	for name, files := range map[string][]string{
		"nothing":                          {},
		"another authority's certificate":  {stranger.CertFile, stranger.KeyFile},
		"the API server's own certificate": {identity.CertFile, identity.KeyFile},
	} {
		answered, err := asksWith(t, d, files)
		if mayAsk := name == "the API server's own certificate"; answered != mayAsk {
			t.Errorf("who shows %s is answered: %t (%v)", name, answered, err)
		}
	}

	// An API server that shows none makes no pods with devices.
	must(t, c.RestartAPIServer())
	err = cluster.WaitFor("a pod with devices to be refused", cluster.DefaultLimit, func() error {
		_, _, err := r.create(r.pod("refused", "nvidia.com/gpu: 1"))
		if err == nil || !strings.Contains(err.Error(), "failed calling webhook") {
			return fmt.Errorf("it answers %v", err)
		}
		return nil
	})
	must(t, err)
}

// asksWith sends a request by TLS with this certificate and key, if any, and says whether
// it got any answer.
func asksWith(t *testing.T, d *cluster.Drawbridge, files []string) (bool, error) {
	t.Helper()
	// Only the client is looked at here.
	config := &tls.Config{InsecureSkipVerify: true}
	if len(files) > 0 {
		pair, err := tls.LoadX509KeyPair(files[0], files[1])
		must(t, err)
		config.Certificates = []tls.Certificate{pair}
	}
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: config}}
	defer client.CloseIdleConnections()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, d.URL+"/mutate", nil)
	must(t, err)
	answer, err := client.Do(request)
	if err != nil {
		return false, err
	}
	return true, answer.Body.Close()
}

package cluster_test

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"drawbridge.dev/test/cluster"
)

const (
	// The Secret that the replicas share, as the chart names it.
	sharedSecret = chartRelease + "-certificates"
	// healLimit is when what was changed has been looked at (kCertificateLookInterval), and
	// replaceLimit when new certificates are served (kBundleSpreadTime), on a busy machine.
	healLimit, replaceLimit = 30 * time.Second, 60 * time.Second
)

// builtIn is the chart as it comes, with certificates that the replicas make themselves.
type builtIn struct {
	*cluster.Cluster
	t        *testing.T
	replicas []*cluster.Drawbridge
}

// Two replicas that nobody gave a certificate serve with one that they share, and are
// trusted, whatever happens to what they wrote.
func TestBuiltInCertificates(t *testing.T) {
	t.Parallel()
	c := ownCluster(t, cluster.Options{APIServerArgs: []string{"--enable-aggregator-routing=true"}})
	must(t, c.CreateNamespace(chartNamespace, map[string]string{"pod-security.kubernetes.io/enforce": "restricted"}))
	must(t, c.Helm("install", chartRelease, chart(t), "-n", chartNamespace, "--set", "shutdownDelayMilliseconds=300").Err)

	b := &builtIn{Cluster: c, t: t}
	b.startReplicas(2)
	for _, one := range []struct {
		name string
		test func(*builtIn)
	}{
		{"trusted", replicasAreTrusted},
		{"emptied-bundle", emptiedBundleIsHealed},
		{"secret-deleted", nobodyNoticesNewCertificates},
		{"new-replica", newReplicaServesTheSame},
		{"nothing-forbidden", nothingWasForbidden},
	} {
		if !t.Run(one.name, func(t *testing.T) { one.test(b.in(t)) }) {
			break
		}
	}
}

func (b *builtIn) in(t *testing.T) *builtIn {
	b.t = t
	return b
}

// startReplicas runs so many more at once, as a Deployment does, and routes the Service
// to all.
func (b *builtIn) startReplicas(count int) {
	b.t.Helper()
	started := make([]*cluster.Drawbridge, count)
	failed := make([]error, count)
	var group sync.WaitGroup
	for i := range count {
		group.Go(func() {
			started[i], failed[i] = b.RunInstalled(cluster.Installed{Release: chartRelease, Namespace: chartNamespace})
		})
	}
	group.Wait()
	must(b.t, errors.Join(failed...))
	b.replicas = append(b.replicas, started...)
	must(b.t, b.RouteService(chartNamespace, "drawbridge", b.replicas...))
}

func (b *builtIn) secret() *corev1.Secret {
	b.t.Helper()
	secret, err := b.Client.CoreV1().Secrets(chartNamespace).Get(b.t.Context(), sharedSecret, getOptions)
	must(b.t, err)
	return secret
}

// bundles are the caBundles of all our webhooks, by "CONFIGURATION WEBHOOK".
func (b *builtIn) bundles() map[string][]byte {
	b.t.Helper()
	registered := b.Client.AdmissionregistrationV1()
	all := map[string][]byte{}
	for _, name := range []string{"drawbridge-early", "zz-drawbridge-late"} {
		configuration, err := registered.MutatingWebhookConfigurations().Get(b.t.Context(), name, getOptions)
		must(b.t, err)
		for _, webhook := range configuration.Webhooks {
			all[name+" "+webhook.Name] = webhook.ClientConfig.CABundle
		}
	}
	configuration, err := registered.ValidatingWebhookConfigurations().Get(b.t.Context(), "drawbridge", getOptions)
	must(b.t, err)
	for _, webhook := range configuration.Webhooks {
		all["drawbridge "+webhook.Name] = webhook.ClientConfig.CABundle
	}
	return all
}

// allTrust waits until each of our webhooks trusts what the Secret holds.
func (b *builtIn) allTrust() {
	b.t.Helper()
	must(b.t, cluster.WaitFor("all webhooks to trust the Secret's authority", healLimit, func() error {
		authority := b.secret().Data["ca.crt"]
		if len(authority) == 0 {
			return errors.New("the Secret has no ca.crt")
		}
		for webhook, bundle := range b.bundles() {
			if !bytes.Contains(bundle, bytes.TrimSpace(authority)) {
				return fmt.Errorf("%s trusts %q", webhook, bundle)
			}
		}
		return nil
	}))
}

// servedBy is the certificate that a replica shows.
func servedBy(t *testing.T, d *cluster.Drawbridge) *x509.Certificate {
	t.Helper()
	// Only looked at: whether it is trusted is what the API server says.
	connection, err := tls.Dial("tcp", strings.TrimPrefix(d.URL, "https://"), &tls.Config{InsecureSkipVerify: true})
	must(t, err)
	defer connection.Close()
	return connection.ConnectionState().PeerCertificates[0]
}

// allServe waits until each replica shows the certificate of the Secret.
func (b *builtIn) allServe(limit time.Duration) {
	b.t.Helper()
	must(b.t, cluster.WaitFor("all replicas to serve the Secret's certificate", limit, func() error {
		secret := b.secret()
		pair, err := tls.X509KeyPair(secret.Data["tls.crt"], secret.Data["tls.key"])
		if err != nil {
			return err
		}
		for i, d := range b.replicas {
			if !bytes.Equal(servedBy(b.t, d).Raw, pair.Certificate[0]) {
				return fmt.Errorf("replica %d serves another", i)
			}
		}
		return nil
	}))
}

func replicasAreTrusted(b *builtIn) {
	b.allTrust()
	b.allServe(healLimit)
	leaf := servedBy(b.t, b.replicas[0])
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(b.secret().Data["ca.crt"])
	_, err := leaf.Verify(x509.VerifyOptions{Roots: roots, DNSName: "drawbridge." + chartNamespace + ".svc"})
	must(b.t, err)
	made := 0
	for _, d := range b.replicas {
		metrics, err := d.Get("/metrics")
		must(b.t, err)
		if !strings.Contains(metrics, fmt.Sprintf("\ndrawbridge_certificate_expiry_timestamp_seconds %d\n", leaf.NotAfter.Unix())) {
			b.t.Errorf("the metrics do not say that the certificate expires at %d", leaf.NotAfter.Unix())
		}
		made += strings.Count(d.Log(), "new certificates were made")
	}
	if made != 1 {
		b.t.Errorf("certificates were made %d times", made)
	}
	_, err = b.ApplyYAML("", gateMapping)
	must(b.t, err)
	r := newRoomOn(b.t, b.Cluster, "trusted", nil, gpus(1)...)
	one(b.t, r.allocated(r.pod("train", "nvidia.com/gpu: 1")))
}

// Something writes the webhook configurations anew, as `helm upgrade --force` does.
func emptiedBundleIsHealed(b *builtIn) {
	for kind, names := range map[string][]string{
		"mutatingwebhookconfigurations":   {"drawbridge-early", "zz-drawbridge-late"},
		"validatingwebhookconfigurations": {"drawbridge"},
	} {
		for _, name := range names {
			_, err := b.Dynamic.Resource(kindOf("admissionregistration.k8s.io", "v1", kind)).Patch(b.t.Context(), name,
				types.JSONPatchType, []byte(`[{"op": "remove", "path": "/webhooks/0/clientConfig/caBundle"}]`), metav1.PatchOptions{})
			must(b.t, err)
		}
	}
	b.allTrust()
	must(b.t, b.SettleWebhooks())
	r := newRoomOn(b.t, b.Cluster, "healed", nil, gpus(1)...)
	one(b.t, r.allocated(r.pod("train", "nvidia.com/gpu: 1")))
	told := 0
	for _, d := range b.replicas {
		told += strings.Count(d.Log(), "caBundle")
	}
	if told == 0 {
		b.t.Error("nobody says that a bundle was set again")
	}
}

// keptConnections are one to each of some replicas.
type keptConnections map[*cluster.Drawbridge]*http.Client

func keepConnections(t *testing.T, replicas []*cluster.Drawbridge) keptConnections {
	t.Helper()
	kept := keptConnections{}
	for _, d := range replicas {
		kept[d] = &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
		if reused := uses(t, kept[d], d); reused {
			t.Fatal("a first connection is not the first")
		}
	}
	return kept
}

// areThere checks that nobody closed them.
func (k keptConnections) areThere(t *testing.T) {
	t.Helper()
	for d, client := range k {
		if reused := uses(t, client, d); !reused {
			t.Errorf("the connection to %s was dropped", d.URL)
		}
		client.CloseIdleConnections()
	}
}

// uses sends any request, and says whether it went by a connection that was there.
func uses(t *testing.T, client *http.Client, d *cluster.Drawbridge) (reused bool) {
	t.Helper()
	trace := &httptrace.ClientTrace{GotConn: func(info httptrace.GotConnInfo) { reused = info.Reused }}
	request, err := http.NewRequestWithContext(httptrace.WithClientTrace(t.Context(), trace), http.MethodGet, d.URL+"/mutate", nil)
	must(t, err)
	answer, err := client.Do(request)
	must(t, err)
	_, err = io.Copy(io.Discard, answer.Body)
	must(t, errors.Join(err, answer.Body.Close()))
	return reused
}

// The Secret is deleted under load: an authority and a certificate are made anew, trusted
// everywhere before they are served anywhere, and no request is lost meanwhile.
func nobodyNoticesNewCertificates(b *builtIn) {
	r := newRoomOn(b.t, b.Cluster, "rotated", nil)
	before := b.secret()
	kept := keepConnections(b.t, b.replicas)
	stream := r.streamPods()
	stream.created.more(b.t, 10)
	must(b.t, b.Client.CoreV1().Secrets(chartNamespace).Delete(b.t.Context(), sharedSecret, metav1.DeleteOptions{}))
	must(b.t, cluster.WaitFor("the Secret to be made anew", healLimit, func() error {
		secret, err := b.Client.CoreV1().Secrets(chartNamespace).Get(b.t.Context(), sharedSecret, getOptions)
		if err == nil && secret.UID == before.UID {
			err = errNot
		}
		return err
	}))
	if after := b.secret(); bytes.Equal(after.Data["tls.crt"], before.Data["tls.crt"]) || after.Type != corev1.SecretTypeTLS {
		b.t.Errorf("the new Secret, of type %s, has the old certificate", after.Type)
	}
	b.allServe(replaceLimit)
	stream.created.more(b.t, 10)
	stream.stop()
	kept.areThere(b.t)
	b.allTrust()
}

// A replica that comes later takes what is there, and is ready only when it serves that.
func newReplicaServesTheSame(b *builtIn) {
	before := b.secret()
	b.startReplicas(1)
	b.allServe(healLimit)
	if after := b.secret(); after.ResourceVersion != before.ResourceVersion {
		b.t.Error("the new replica wrote the Secret")
	}
	last := b.replicas[len(b.replicas)-1]
	must(b.t, b.RouteService(chartNamespace, "drawbridge", last))
	for _, d := range b.replicas[:len(b.replicas)-1] {
		must(b.t, d.Stop())
	}
	r := newRoomOn(b.t, b.Cluster, "new-replica", nil, gpus(1)...)
	one(b.t, r.allocated(r.pod("train", "nvidia.com/gpu: 1")))
	if requestsTo(b.t, last)["/mutate"] == 0 {
		b.t.Error("it was not asked: the test shows nothing")
	}
}

// The chart grants its account all that the replicas have tried, and one of them leads.
func nothingWasForbidden(b *builtIn) {
	led := 0
	for _, d := range b.replicas {
		for line := range strings.Lines(d.Log()) {
			if strings.Contains(line, "Forbidden") || strings.Contains(line, "forbidden") {
				b.t.Error(line)
			}
		}
		led += len(leads.FindAllString(d.Log(), -1))
	}
	if led == 0 {
		b.t.Error("nobody has led: the test shows less than it could")
	}
}

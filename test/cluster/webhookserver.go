package cluster

import (
	"crypto/tls"
	"encoding/json"
	"net/http"
	"net/http/httptest"

	admissionv1 "k8s.io/api/admission/v1"
)

// WebhookServer is a webhook in the test's own process, such as a neighbour of
// Drawbridge that changes or refuses pods.
type WebhookServer struct {
	URL      string
	CABundle []byte // PEM

	server *httptest.Server
}

// WebhookFunc answers one review; path is that of the url it was sent to. The
// answer's UID is filled in; nil allows.
type WebhookFunc func(path string, request *admissionv1.AdmissionRequest) *admissionv1.AdmissionResponse

// ServeWebhook starts a webhook server. RegisterConfigurations makes the API
// server call it.
func (c *Cluster) ServeWebhook(answer WebhookFunc) (*WebhookServer, error) {
	cert, key, caBundle, err := c.ServingCertificate("webhook")
	if err != nil {
		return nil, err
	}
	pair, err := tls.X509KeyPair(cert, key)
	if err != nil {
		return nil, err
	}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		var review admissionv1.AdmissionReview
		if err := json.NewDecoder(request.Body).Decode(&review); err != nil || review.Request == nil {
			http.Error(writer, "no AdmissionReview", http.StatusBadRequest)
			return
		}
		review.Response = answer(request.URL.Path, review.Request)
		if review.Response == nil {
			review.Response = &admissionv1.AdmissionResponse{Allowed: true}
		}
		review.Response.UID = review.Request.UID
		review.Request = nil
		_ = json.NewEncoder(writer).Encode(review)
	}))
	server.TLS = &tls.Config{Certificates: []tls.Certificate{pair}}
	server.StartTLS()
	return &WebhookServer{URL: server.URL, CABundle: caBundle, server: server}, nil
}

// Close stops it; unregister it before.
func (s *WebhookServer) Close() {
	s.server.CloseClientConnections() // the API server keeps some
	s.server.Close()
}

// ServingCertificate makes a certificate for a webhook on 127.0.0.1, PEM, and
// the bundle that a configuration needs to trust it.
func (c *Cluster) ServingCertificate(name string) (cert, key, caBundle []byte, err error) {
	pair, err := c.webhookCA.server(name)
	return pair.cert, pair.key, c.webhookCA.pem, err
}

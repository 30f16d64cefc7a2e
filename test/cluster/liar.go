package cluster

import (
	"crypto/tls"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"sync"

	"k8s.io/client-go/rest"
)

// Liar is an API server that passes everything on to the real one, as one user, but for
// what a test makes it answer itself.
type Liar struct {
	URL string

	server *httptest.Server
	mu     sync.Mutex
	lie    Lie
	told   int
}

// Lie answers a request instead of the API server, and says whether it did. It ends at
// the latest when the request's context does.
type Lie func(http.ResponseWriter, *http.Request) bool

// NewLiar starts one that is honest.
func (c *Cluster) NewLiar(user UserConfig) (*Liar, error) {
	transport, err := rest.TransportFor(user.REST)
	if err != nil {
		return nil, err
	}
	server, err := url.Parse(c.serverURL)
	if err != nil {
		return nil, err
	}
	certificate, err := c.clusterCA.server("liar")
	if err != nil {
		return nil, err
	}
	pair, err := tls.X509KeyPair(certificate.cert, certificate.key)
	if err != nil {
		return nil, err
	}
	honest := &httputil.ReverseProxy{
		Rewrite:       func(request *httputil.ProxyRequest) { request.SetURL(server) },
		Transport:     transport,
		FlushInterval: -1, // events are passed on as they come
		// Of a client that has gone.
		ErrorHandler: func(writer http.ResponseWriter, _ *http.Request, _ error) { writer.WriteHeader(http.StatusBadGateway) },
	}
	l := &Liar{}
	l.server = httptest.NewUnstartedServer(http.HandlerFunc(func(writer http.ResponseWriter, request *http.Request) {
		if !l.lies(writer, request) {
			honest.ServeHTTP(writer, request)
		}
	}))
	l.server.TLS = &tls.Config{Certificates: []tls.Certificate{pair}}
	l.server.StartTLS()
	l.URL = l.server.URL
	return l, nil
}

func (l *Liar) lies(writer http.ResponseWriter, request *http.Request) bool {
	l.mu.Lock()
	lie := l.lie
	l.mu.Unlock()
	if lie == nil || !lie(writer, request) {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.told++
	return true
}

// Tell makes it tell this lie from now on, nil none, to whoever has to ask it anew: all
// connections are dropped.
func (l *Liar) Tell(lie Lie) {
	l.mu.Lock()
	l.lie = lie
	l.mu.Unlock()
	l.server.CloseClientConnections()
}

// Told counts the lies that were told to their end.
func (l *Liar) Told() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.told
}

// Close ends it.
func (l *Liar) Close() {
	l.server.CloseClientConnections()
	l.server.Close()
}

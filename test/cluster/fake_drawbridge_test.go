package cluster_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"sync"
	"syscall"

	admissionv1 "k8s.io/api/admission/v1"
)

// review is one admission review that the stand-in was sent.
type review struct {
	Path, Kind, Name, User string
	DryRun                 bool
}

// fakeDrawbridge stands in for "drawbridge serve", so that the harness can be
// tested without it: it allows everything and tells at GET /seen what it was
// sent. Like the real one it refuses to start without its files.
func fakeDrawbridge(args []string) int {
	flags := flag.NewFlagSet("serve", flag.ExitOnError)
	listen, httpListen := flags.String("listen", "", ""), flags.String("http-listen", "", "")
	state, kubeconfig := flags.String("state", "", ""), flags.String("kubeconfig", "", "")
	cert, key := flags.String("tls-cert", "", ""), flags.String("tls-key", "", "")
	fail := flags.Bool("fail", false, "")
	_ = flags.Parse(args)
	manifests, _ := filepath.Glob(filepath.Join(*state, "*.yaml"))
	if _, err := os.Stat(*kubeconfig); err != nil || len(manifests) == 0 || *fail {
		fmt.Fprintln(os.Stderr, "fake: a file is missing, or told to fail")
		return 3
	}

	var mu sync.Mutex
	seen := []review{}
	reviews, plain := http.NewServeMux(), http.NewServeMux()
	reviews.HandleFunc("POST /", func(answer http.ResponseWriter, request *http.Request) {
		var body admissionv1.AdmissionReview
		if err := json.NewDecoder(request.Body).Decode(&body); err != nil || body.Request == nil {
			http.Error(answer, "no AdmissionReview", http.StatusBadRequest)
			return
		}
		mu.Lock()
		seen = append(seen, review{
			Path: request.URL.Path, Kind: body.Request.Kind.Kind, Name: body.Request.Name,
			User: body.Request.UserInfo.Username, DryRun: body.Request.DryRun != nil && *body.Request.DryRun,
		})
		mu.Unlock()
		body.Response = &admissionv1.AdmissionResponse{UID: body.Request.UID, Allowed: true}
		body.Request = nil
		_ = json.NewEncoder(answer).Encode(body)
	})
	plain.HandleFunc("GET /readyz", func(http.ResponseWriter, *http.Request) {})
	plain.HandleFunc("GET /seen", func(answer http.ResponseWriter, _ *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		_ = json.NewEncoder(answer).Encode(seen)
	})
	// Whoever reads that it serves may stop it at once.
	terminated, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	secure, err1 := net.Listen("tcp", *listen)
	open, err2 := net.Listen("tcp", *httpListen)
	if err1 != nil || err2 != nil {
		fmt.Fprintln(os.Stderr, err1, err2)
		return 3
	}
	go func() { _ = http.ServeTLS(secure, reviews, *cert, *key) }()
	go func() { _ = http.Serve(open, plain) }()
	fmt.Printf("drawbridge serves https://%s and http://%s\n", secure.Addr(), open.Addr())
	<-terminated.Done()
	return 0
}

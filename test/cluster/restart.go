package cluster

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// KillAPIServer ends the API server at once, as a crash of its machine does.
// StartAPIServerAgain starts it on the same port.
func (c *Cluster) KillAPIServer() { c.killProgram("kube-apiserver") }

// StartAPIServerAgain starts the API server that was killed, with more flags than
// the first time if any are given, and returns once it is ready.
func (c *Cluster) StartAPIServerAgain(args ...string) error {
	if err := c.startAgain("kube-apiserver", args...); err != nil {
		return err
	}
	// It may serve other kinds than before.
	c.kinds.Reset()
	return c.waitAPIServerReady()
}

// RestartAPIServer is KillAPIServer and StartAPIServerAgain.
func (c *Cluster) RestartAPIServer(args ...string) error {
	c.KillAPIServer()
	return c.StartAPIServerAgain(args...)
}

// KillEtcd ends etcd at once; its data stays. StartEtcdAgain starts it on the same
// port, and returns once the API server has found it.
func (c *Cluster) KillEtcd() { c.killProgram("etcd") }

func (c *Cluster) StartEtcdAgain() error {
	if err := c.startAgain("etcd"); err != nil {
		return err
	}
	_, etcd := c.find("etcd")
	if _, err := etcd.waitAnnounced(etcdStartLimit); err != nil {
		return err
	}
	return c.waitAPIServerReady()
}

// RestartEtcd is KillEtcd and StartEtcdAgain.
func (c *Cluster) RestartEtcd() error {
	c.KillEtcd()
	return c.StartEtcdAgain()
}

// Compact makes etcd forget every state of the cluster but the present one: who
// asks for an older one, to go on with a list or a watch, is told 410 Gone. What
// the API server's own cache still holds it goes on serving until its restart.
func (c *Cluster) Compact() error {
	// The resourceVersion of a list that etcd answered is etcd's revision.
	list, err := c.Client.CoreV1().Namespaces().List(background, metav1.ListOptions{})
	if err != nil {
		return err
	}
	revision, err := strconv.ParseUint(list.ResourceVersion, 10, 63)
	if err != nil {
		return err
	}
	// CompactionRequest{revision: 1, physical: 2} of etcd's API.
	message := binary.AppendUvarint([]byte{1 << 3}, revision)
	message = append(message, 2<<3, 1)
	if err := c.callEtcd("/etcdserverpb.KV/Compact", message); err != nil {
		return fmt.Errorf("compact etcd at revision %d: %w", revision, err)
	}
	return nil
}

// callEtcd makes one call by gRPC, which is HTTP/2 with a length before each
// message and the outcome in a trailer. etcd's own client would bring many modules
// for the one call that is needed.
func (c *Cluster) callEtcd(method string, message []byte) error {
	pair, err := tls.LoadX509KeyPair(c.folder.file(etcdClientName+".crt"), c.folder.file(etcdClientName+".key"))
	if err != nil {
		return err
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(c.etcdCA.pem)
	transport := &http.Transport{
		TLSClientConfig:   &tls.Config{RootCAs: roots, Certificates: []tls.Certificate{pair}},
		ForceAttemptHTTP2: true,
	}
	defer transport.CloseIdleConnections()

	body := binary.BigEndian.AppendUint32([]byte{0}, uint32(len(message)))
	ctx, cancel := context.WithTimeout(background, DefaultLimit)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.etcdURL+method, bytes.NewReader(append(body, message...)))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/grpc")
	request.Header.Set("Te", "trailers")
	answer, err := transport.RoundTrip(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		return err
	}
	// An answer without a message has its trailer among the headers.
	for _, fields := range []http.Header{answer.Trailer, answer.Header} {
		switch status := fields.Get("Grpc-Status"); status {
		case "":
		case "0":
			return nil
		default:
			return fmt.Errorf("gRPC status %s: %s", status, fields.Get("Grpc-Message"))
		}
	}
	return errors.New("etcd gave no gRPC status: " + answer.Status)
}

// find is the running, or the last, process of a program of the control plane.
func (c *Cluster) find(program string) (int, *process) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := slices.IndexFunc(c.processes, func(p *process) bool { return p.spec.name == program })
	return at, c.processes[at]
}

func (c *Cluster) killProgram(program string) {
	_, p := c.find(program)
	p.kill()
}

// startAgain runs a program that was killed as it was first run, and with more
// flags, which the next start forgets.
func (c *Cluster) startAgain(program string, args ...string) error {
	at, before := c.find(program)
	if before.failure() == nil {
		return fmt.Errorf("%s runs, and can't be started again", program)
	}
	spec := before.spec
	spec.moreArgs = args
	p, err := startProcess(spec)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.processes[at] = p
	return nil
}

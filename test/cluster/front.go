package cluster

import (
	"io"
	"net"
	"slices"
	"sync"
)

// Front is one address before several instances of Drawbridge, as a Service is:
// each new connection goes to the next instance that is ready, and stays there.
type Front struct {
	URL string

	listener  net.Listener
	mu        sync.Mutex
	instances []*Drawbridge
	next      int
}

// NewFront listens; until Use it closes what connects.
func NewFront() (*Front, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	front := &Front{URL: "https://" + listener.Addr().String(), listener: listener}
	go front.serve()
	return front, nil
}

// Use replaces the instances that new connections go to. Those that are there stay.
func (f *Front) Use(instances ...*Drawbridge) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.instances = slices.Clone(instances) // the caller may change its own
}

// Close stops listening.
func (f *Front) Close() { _ = f.listener.Close() }

func (f *Front) serve() {
	for {
		connection, err := f.listener.Accept()
		if err != nil {
			return
		}
		go f.forward(connection)
	}
}

func (f *Front) forward(client net.Conn) {
	defer client.Close()
	instance := f.choose()
	if instance == nil {
		return
	}
	server, err := net.Dial("tcp", instance.URL[len("https://"):])
	if err != nil {
		return
	}
	defer server.Close()
	go func() {
		_, _ = io.Copy(server, client)
		_ = server.(*net.TCPConn).CloseWrite()
	}()
	_, _ = io.Copy(client, server)
}

// choose asks only whoever's turn it is: readiness is what a Service goes by.
func (f *Front) choose() *Drawbridge {
	f.mu.Lock()
	instances, turn := f.instances, f.next
	f.next++
	f.mu.Unlock()
	for i := range instances {
		instance := instances[(turn+i)%len(instances)]
		if _, err := instance.Get("/readyz"); err == nil {
			return instance
		}
	}
	return nil
}

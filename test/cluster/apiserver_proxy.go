package cluster

import (
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Link is the way from a client to the API server, which a test can disturb. It
// forwards bytes and reads none: TLS goes through it.
type Link struct {
	URL string // what the client calls instead of the API server

	server string
	port   reservedPort

	mu          sync.Mutex
	listener    net.Listener // nil while cut, when the kernel refuses who connects
	connections map[*linkConnection]bool
	state       linkState
	changed     chan struct{} // closed when state changes
}

type linkMode int

const (
	linkPasses linkMode = iota
	linkHangs
	linkIsSlow
	linkResets
)

// linkState is a mode and its amount: bytes a second, or bytes of an answer.
type linkState struct {
	mode   linkMode
	amount int
}

type linkConnection struct {
	link           *Link
	client, server *net.TCPConn
	gone           chan struct{} // closed with the connection
	close          sync.Once
	forwarded      int // bytes of answers since the state was set; of the answering side only
	counted        linkState
}

const (
	linkChunk = 16 * 1024
	// slowSteps is in how many portions a slow link forwards the bytes of a second.
	slowSteps = 20
)

// NewLink makes an undisturbed way to the API server.
func (c *Cluster) NewLink() (*Link, error) {
	return newLink(strings.TrimPrefix(c.serverURL, "https://"))
}

func newLink(server string) (*Link, error) {
	port, err := reservePort()
	if err != nil {
		return nil, err
	}
	l := &Link{
		URL:         fmt.Sprintf("https://127.0.0.1:%d", port.number),
		server:      server,
		port:        port,
		connections: map[*linkConnection]bool{},
		changed:     make(chan struct{}),
	}
	if err := l.set(linkState{}); err != nil {
		port.release()
		return nil, err
	}
	return l, nil
}

// Pass forwards everything: new connections, and those that hung or were slow.
func (l *Link) Pass() error { return l.set(linkState{mode: linkPasses}) }

// Hang accepts connections and forwards nothing more in either direction, as when
// packets get lost. What is held back arrives after Pass.
func (l *Link) Hang() error { return l.set(linkState{mode: linkHangs}) }

// Slow forwards so many bytes a second on each connection, in either direction.
func (l *Link) Slow(bytesPerSecond int) error {
	return l.set(linkState{mode: linkIsSlow, amount: max(bytesPerSecond, slowSteps)})
}

// ResetAfter resets every connection, those that are there and new ones, once it
// has carried so many more bytes of answers: in the middle of an object, where
// that is larger.
func (l *Link) ResetAfter(bytes int) error {
	return l.set(linkState{mode: linkResets, amount: bytes})
}

// Cut resets all connections and refuses new ones.
func (l *Link) Cut() {
	l.mu.Lock()
	if l.listener != nil {
		_ = l.listener.Close()
		l.listener = nil
	}
	l.mu.Unlock()
	l.Drop()
}

// Drop resets the connections that are there; new ones are forwarded as before.
func (l *Link) Drop() {
	l.mu.Lock()
	connections := l.connections
	l.connections = map[*linkConnection]bool{}
	l.mu.Unlock()
	for connection := range connections {
		connection.reset()
	}
}

// Connections counts those that are there.
func (l *Link) Connections() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.connections)
}

// Close ends it for good.
func (l *Link) Close() {
	l.Cut()
	l.port.release()
}

func (l *Link) set(state linkState) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.state = state
	close(l.changed)
	l.changed = make(chan struct{})
	if l.listener != nil {
		return nil
	}
	// The port is bound already, so that nobody else is given it while it is cut.
	share := net.ListenConfig{Control: func(_, _ string, socket syscall.RawConn) error {
		var result error
		err := socket.Control(func(descriptor uintptr) {
			result = unix.SetsockoptInt(int(descriptor), unix.SOL_SOCKET, unix.SO_REUSEPORT, 1)
		})
		if err != nil {
			return err
		}
		return result
	}}
	listener, err := share.Listen(context.Background(), "tcp", fmt.Sprintf("127.0.0.1:%d", l.port.number))
	if err != nil {
		return fmt.Errorf("listen between a client and the API server: %w", err)
	}
	l.listener = listener
	go l.accept(listener)
	return nil
}

func (l *Link) accept(listener net.Listener) {
	for {
		client, err := listener.Accept()
		if err != nil {
			return
		}
		go l.connect(client.(*net.TCPConn))
	}
}

func (l *Link) connect(client *net.TCPConn) {
	server, err := net.Dial("tcp", l.server)
	if err != nil {
		resetConnection(client)
		return
	}
	connection := &linkConnection{link: l, client: client, server: server.(*net.TCPConn), gone: make(chan struct{})}
	l.mu.Lock()
	cut := l.listener == nil
	if !cut {
		l.connections[connection] = true
	}
	l.mu.Unlock()
	if cut {
		connection.reset()
		return
	}
	go connection.carry(connection.client, connection.server, false)
	connection.carry(connection.server, connection.client, true)
}

func (l *Link) now() (linkState, <-chan struct{}) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.state, l.changed
}

// carry forwards one direction until it ends. The end of either direction is the
// end of both: nobody here talks on after saying goodbye.
func (c *linkConnection) carry(from, to *net.TCPConn, answers bool) {
	buffer := make([]byte, linkChunk)
	for {
		size, err := from.Read(buffer)
		if size > 0 && !c.forward(to, buffer[:size], answers) {
			return
		}
		if err != nil {
			if err == io.EOF {
				c.end()
			} else {
				c.reset()
			}
			return
		}
	}
}

// forward passes on what the link lets through; false when the connection is over.
func (c *linkConnection) forward(to *net.TCPConn, bytes []byte, answers bool) bool {
	for len(bytes) > 0 {
		state, changed := c.link.now()
		portion := bytes
		switch state.mode {
		case linkHangs:
			select {
			case <-changed:
				continue
			case <-c.gone:
				return false
			}
		case linkIsSlow:
			portion = bytes[:min(len(bytes), state.amount/slowSteps)]
			select {
			case <-time.After(time.Second / slowSteps):
			case <-c.gone:
				return false
			}
		case linkResets:
			if answers {
				portion = bytes[:c.left(state, len(bytes))]
			}
		}
		if _, err := to.Write(portion); err != nil {
			c.reset()
			return false
		}
		if len(portion) < len(bytes) && state.mode == linkResets {
			c.reset()
			return false
		}
		bytes = bytes[len(portion):]
	}
	return true
}

// left is how much of size more bytes of an answer a connection carries before
// its reset.
func (c *linkConnection) left(state linkState, size int) int {
	if c.counted != state {
		c.counted, c.forwarded = state, 0
	}
	size = min(size, state.amount-c.forwarded)
	c.forwarded += size
	return size
}

func (c *linkConnection) end() {
	c.forget()
	_ = c.client.Close()
	_ = c.server.Close()
}

func (c *linkConnection) reset() {
	c.forget()
	resetConnection(c.client)
	resetConnection(c.server)
}

func (c *linkConnection) forget() {
	c.close.Do(func() { close(c.gone) })
	c.link.mu.Lock()
	delete(c.link.connections, c)
	c.link.mu.Unlock()
}

func resetConnection(connection *net.TCPConn) {
	_ = connection.SetLinger(0)
	_ = connection.Close()
}

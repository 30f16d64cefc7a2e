package cluster

import (
	"bytes"
	"errors"
	"io"
	"net"
	"syscall"
	"testing"
	"time"
)

// linkToEcho is a link to a server that sends back what it gets.
func linkToEcho(t *testing.T) *Link {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			go func() { _, _ = io.Copy(connection, connection) }()
		}
	}()
	link, err := newLink(listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(link.Close)
	return link
}

func connectThrough(t *testing.T, link *Link) net.Conn {
	t.Helper()
	connection, err := net.Dial("tcp", link.URL[len("https://"):])
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = connection.Close() })
	return connection
}

// exchange sends so many bytes and reads what comes back within limit.
func exchange(connection net.Conn, size int, limit time.Duration) (int, error) {
	sent := bytes.Repeat([]byte("x"), size)
	if _, err := connection.Write(sent); err != nil {
		return 0, err
	}
	if err := connection.SetReadDeadline(time.Now().Add(limit)); err != nil {
		return 0, err
	}
	return io.ReadFull(connection, make([]byte, size))
}

const soon = 10 * time.Second

func timedOut(err error) bool {
	var network net.Error
	return errors.As(err, &network) && network.Timeout()
}

func TestLinkPasses(t *testing.T) {
	link := linkToEcho(t)
	connection := connectThrough(t, link)
	if _, err := exchange(connection, 100_000, soon); err != nil {
		t.Fatal(err)
	}
	if link.Connections() != 1 {
		t.Errorf("%d connections, want 1", link.Connections())
	}
	_ = connection.Close()
	err := WaitFor("the connection to end", soon, func() error {
		if link.Connections() != 0 {
			return errNotYet
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestLinkIsCutAndHealed(t *testing.T) {
	link := linkToEcho(t)
	before := connectThrough(t, link)
	if _, err := exchange(before, 10, soon); err != nil {
		t.Fatal(err)
	}
	link.Cut()
	if _, err := exchange(before, 10, soon); !errors.Is(err, syscall.ECONNRESET) && !errors.Is(err, syscall.EPIPE) {
		t.Errorf("a connection that was there: %v, want a reset", err)
	}
	if _, err := net.Dial("tcp", link.URL[len("https://"):]); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("a new connection: %v, want that it is refused", err)
	}
	if err := link.Pass(); err != nil {
		t.Fatal(err)
	}
	if _, err := exchange(connectThrough(t, link), 10, soon); err != nil {
		t.Errorf("after healing: %v", err)
	}
}

func TestLinkHangs(t *testing.T) {
	link := linkToEcho(t)
	before := connectThrough(t, link)
	if _, err := exchange(before, 10, soon); err != nil {
		t.Fatal(err)
	}
	if err := link.Hang(); err != nil {
		t.Fatal(err)
	}
	during := connectThrough(t, link)
	for _, connection := range []net.Conn{before, during} {
		if size, err := exchange(connection, 10, 100*time.Millisecond); size != 0 || !timedOut(err) {
			t.Errorf("%d bytes came through, and %v", size, err)
		}
	}
	if err := link.Pass(); err != nil {
		t.Fatal(err)
	}
	for _, connection := range []net.Conn{before, during} {
		_ = connection.SetReadDeadline(time.Now().Add(soon))
		if _, err := io.ReadFull(connection, make([]byte, 10)); err != nil {
			t.Errorf("what was held back: %v", err)
		}
	}
}

func TestLinkIsSlow(t *testing.T) {
	link := linkToEcho(t)
	if err := link.Slow(2_000); err != nil {
		t.Fatal(err)
	}
	connection := connectThrough(t, link)
	// There and back, a second each for the last byte; the first comes early.
	start := time.Now()
	if size, err := exchange(connection, 2_000, 500*time.Millisecond); size == 0 || size == 2_000 || !timedOut(err) {
		t.Errorf("%d of 2000 bytes in the first half second, and %v", size, err)
	}
	if time.Since(start) < 400*time.Millisecond {
		t.Error("it is not slow")
	}
}

func TestLinkResetsInTheMiddle(t *testing.T) {
	link := linkToEcho(t)
	before := connectThrough(t, link)
	if _, err := exchange(before, 5_000, soon); err != nil {
		t.Fatal(err)
	}
	if err := link.ResetAfter(1_000); err != nil {
		t.Fatal(err)
	}
	for name, connection := range map[string]net.Conn{"present": before, "new": connectThrough(t, link)} {
		size, err := exchange(connection, 1_000, soon)
		if size != 1_000 || err != nil {
			t.Errorf("%s: %d bytes at the limit, and %v", name, size, err)
		}
		if size, err := exchange(connection, 1, soon); size != 0 || timedOut(err) || err == nil {
			t.Errorf("%s: one byte past the limit gives %d, and %v", name, size, err)
		}
	}
}

func TestLinkDropsOnce(t *testing.T) {
	link := linkToEcho(t)
	before := connectThrough(t, link)
	if _, err := exchange(before, 10, soon); err != nil {
		t.Fatal(err)
	}
	link.Drop()
	if _, err := exchange(before, 10, soon); err == nil || timedOut(err) {
		t.Errorf("a connection that was there: %v", err)
	}
	if _, err := exchange(connectThrough(t, link), 10, soon); err != nil {
		t.Errorf("a new one: %v", err)
	}
}

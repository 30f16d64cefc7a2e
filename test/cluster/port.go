package cluster

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// reservedPort is a free port of 127.0.0.1 that nobody else is given while it is
// held. It is bound with SO_REUSEPORT and never listens, so that a server of
// this user that sets SO_REUSEPORT too (kube-apiserver --permit-port-sharing)
// can take it without a moment in between in which it would be free.
type reservedPort struct {
	socket int
	number int
}

func reservePort() (reservedPort, error) {
	socket, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return reservedPort{}, fmt.Errorf("reserve a port: %w", err)
	}
	port := reservedPort{socket: socket}
	if err := unix.SetsockoptInt(socket, unix.SOL_SOCKET, unix.SO_REUSEPORT, 1); err != nil {
		port.release()
		return reservedPort{}, fmt.Errorf("reserve a port: %w", err)
	}
	if err := unix.Bind(socket, &unix.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}); err != nil {
		port.release()
		return reservedPort{}, fmt.Errorf("reserve a port: %w", err)
	}
	address, err := unix.Getsockname(socket)
	if err != nil {
		port.release()
		return reservedPort{}, fmt.Errorf("reserve a port: %w", err)
	}
	port.number = address.(*unix.SockaddrInet4).Port
	return port, nil
}

func (p reservedPort) release() { _ = unix.Close(p.socket) }

package cluster

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"google.golang.org/protobuf/encoding/protowire"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/client-go/kubernetes/scheme"
)

// storedPrefix is where the API server keeps all objects.
const storedPrefix = "/registry/"

// StoredChange is one write to etcd.
type StoredChange struct {
	Key      string
	Revision int64  // the resourceVersion of what was written
	Value    []byte // as the API server stores it; nil: it is gone
}

// FollowStored calls saw with all that is stored from now on, of all kinds, in the order in which
// etcd stored it. Watches of the API server are of one kind each, and break with it: an API server
// that was started again knows nothing of what was stored before. It returns once etcd follows.
// The channel tells why it ended, nil where ctx did.
func (c *Cluster) FollowStored(ctx context.Context, saw func(StoredChange)) (<-chan error, error) {
	transport, err := c.etcdTransport()
	if err != nil {
		return nil, err
	}
	// The stream of requests stays open as long as etcd shall answer.
	requests, ask := io.Pipe()
	context.AfterFunc(ctx, func() { _ = ask.CloseWithError(ctx.Err()) })
	request, err := c.etcdRequest(ctx, "/etcdserverpb.Watch/Watch", requests)
	if err != nil {
		return nil, err
	}
	// WatchRequest{create_request: 1}, WatchCreateRequest{key: 1, range_end: 2}
	create := appendBytes(nil, 1, []byte(storedPrefix))
	end := []byte(storedPrefix)
	end[len(end)-1]++
	create = appendBytes(create, 2, end)
	go func() { _, _ = ask.Write(grpcMessage(appendBytes(nil, 1, create))) }()
	answer, err := transport.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	following, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		err := readWatch(answer.Body, func() { close(following) }, saw)
		if errors.Is(err, io.EOF) {
			err = errors.Join(errors.New("etcd ended the watch"), grpcFailure(answer))
		}
		if ctx.Err() != nil {
			err = nil
		}
		_ = ask.Close() // first: the answer is closed when the request was sent
		_ = answer.Body.Close()
		transport.CloseIdleConnections()
		ended <- err
	}()
	select {
	case <-following:
		return ended, nil
	case err := <-ended:
		return nil, fmt.Errorf("follow what etcd stores: %w", err)
	}
}

func readWatch(stream io.Reader, created func(), saw func(StoredChange)) error {
	header := make([]byte, grpcHeaderBytes)
	for {
		if _, err := io.ReadFull(stream, header); err != nil {
			return err
		}
		message := make([]byte, binary.BigEndian.Uint32(header[1:]))
		if _, err := io.ReadFull(stream, message); err != nil {
			return err
		}
		// WatchResponse{created: 3, canceled: 4, cancel_reason: 6, events: 11}
		answer, err := fieldsOf(message)
		if err != nil {
			return err
		}
		if answer.number(4) != 0 {
			return fmt.Errorf("etcd ended the watch: %s", answer.bytes(6))
		}
		if answer.number(3) != 0 {
			created()
		}
		for _, event := range answer[11] {
			change, err := changeOf(event.bytes)
			if err != nil {
				return err
			}
			saw(change)
		}
	}
}

// changeOf reads Event{type: 1, kv: 2}, of type DELETE = 1, and KeyValue{key: 1, mod_revision: 3,
// value: 5}.
func changeOf(message []byte) (StoredChange, error) {
	event, err := fieldsOf(message)
	if err != nil {
		return StoredChange{}, err
	}
	pair, err := fieldsOf(event.bytes(2))
	if err != nil {
		return StoredChange{}, err
	}
	change := StoredChange{Key: string(pair.bytes(1)), Revision: int64(pair.number(3))}
	if event.number(1) == 0 {
		change.Value = pair.bytes(5)
	}
	return change, nil
}

// protoField is one value of a field: a number, or bytes or a message.
type protoField struct {
	number uint64
	bytes  []byte
}

// protoFields are the values of a message's fields.
type protoFields map[protowire.Number][]protoField

func (f protoFields) number(field protowire.Number) uint64 {
	if len(f[field]) == 0 {
		return 0
	}
	return f[field][0].number
}

func (f protoFields) bytes(field protowire.Number) []byte {
	if len(f[field]) == 0 {
		return nil
	}
	return f[field][0].bytes
}

func fieldsOf(message []byte) (protoFields, error) {
	found := protoFields{}
	for len(message) > 0 {
		field, kind, size := protowire.ConsumeTag(message)
		if size < 0 {
			return nil, protowire.ParseError(size)
		}
		message = message[size:]
		var value protoField
		switch kind {
		case protowire.VarintType:
			value.number, size = protowire.ConsumeVarint(message)
		case protowire.BytesType:
			value.bytes, size = protowire.ConsumeBytes(message)
		default:
			size = protowire.ConsumeFieldValue(field, kind, message)
		}
		if size < 0 {
			return nil, protowire.ParseError(size)
		}
		message = message[size:]
		found[field] = append(found[field], value)
	}
	return found, nil
}

// storedCodec reads and writes objects of Kubernetes' own kinds as the API server stores them.
func storedCodec() *protobuf.Serializer { return protobuf.NewSerializer(scheme.Scheme, scheme.Scheme) }

// Object is one of Kubernetes' own kinds. Those of CustomResourceDefinitions are stored as JSON.
func (s StoredChange) Object() (runtime.Object, error) {
	object, _, err := storedCodec().Decode(s.Value, nil, nil)
	if err != nil {
		return nil, fmt.Errorf("%s in etcd: %w", s.Key, err)
	}
	return object, nil
}

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
	"time"

	"google.golang.org/protobuf/encoding/protowire"
	resourcev1 "k8s.io/api/resource/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// AgeTemplate makes a ResourceClaimTemplate so much older. Nobody may change when an
// object was created, so that is done in etcd, below the API server, which sees it as
// any other change.
func (c *Cluster) AgeTemplate(namespace, name string, by time.Duration) error {
	return c.rewriteStored("/registry/resourceclaimtemplates/"+namespace+"/"+name, func(object runtime.Object) error {
		template, ok := object.(*resourcev1.ResourceClaimTemplate)
		if !ok {
			return fmt.Errorf("etcd holds a %T", object)
		}
		template.CreationTimestamp = metav1.NewTime(template.CreationTimestamp.Add(-by))
		return nil
	})
}

// rewriteStored changes an object where the API server keeps it.
func (c *Cluster) rewriteStored(key string, change func(runtime.Object) error) error {
	value, err := c.storedValue(key)
	if err != nil {
		return fmt.Errorf("read %s from etcd: %w", key, err)
	}
	codec := storedCodec()
	object, kind, err := codec.Decode(value, nil, nil)
	if err != nil {
		return fmt.Errorf("%s in etcd: %w", key, err)
	}
	if err := change(object); err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	object.GetObjectKind().SetGroupVersionKind(*kind)
	var changed bytes.Buffer
	if err := codec.Encode(object, &changed); err != nil {
		return err
	}
	// PutRequest{key: 1, value: 2}
	message := appendBytes(nil, 1, []byte(key))
	_, err = c.callEtcd("/etcdserverpb.KV/Put", appendBytes(message, 2, changed.Bytes()))
	return err
}

func (c *Cluster) storedValue(key string) ([]byte, error) {
	// RangeRequest{key: 1}, RangeResponse{kvs: 2}, KeyValue{value: 5}
	answer, err := c.callEtcd("/etcdserverpb.KV/Range", appendBytes(nil, 1, []byte(key)))
	if err != nil {
		return nil, err
	}
	pair, err := bytesField(answer, 2)
	if err != nil {
		return nil, err
	}
	return bytesField(pair, 5)
}

func appendBytes(message []byte, field protowire.Number, value []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(message, field, protowire.BytesType), value)
}

// bytesField is the first field of a number, which holds bytes or a message.
func bytesField(message []byte, wanted protowire.Number) ([]byte, error) {
	fields, err := fieldsOf(message)
	if err != nil {
		return nil, err
	}
	if len(fields[wanted]) == 0 {
		return nil, fmt.Errorf("there is no field %d", wanted)
	}
	return fields.bytes(wanted), nil
}

// grpcHeaderBytes stand before each message: whether it is compressed, and its length.
const grpcHeaderBytes = 5

// callEtcd makes one call by gRPC, which is HTTP/2 with a length before each
// message and the outcome in a trailer. etcd's own client would bring many modules
// for the one call that is needed.
func (c *Cluster) callEtcd(method string, message []byte) ([]byte, error) {
	transport, err := c.etcdTransport()
	if err != nil {
		return nil, err
	}
	defer transport.CloseIdleConnections()

	ctx, cancel := context.WithTimeout(background, DefaultLimit)
	defer cancel()
	request, err := c.etcdRequest(ctx, method, bytes.NewReader(grpcMessage(message)))
	if err != nil {
		return nil, err
	}
	answer, err := transport.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	answered, err := io.ReadAll(answer.Body)
	if err != nil {
		return nil, err
	}
	if err := grpcFailure(answer); err != nil {
		return nil, err
	}
	return answered[min(len(answered), grpcHeaderBytes):], nil
}

func (c *Cluster) etcdTransport() (*http.Transport, error) {
	pair, err := tls.LoadX509KeyPair(c.folder.file(etcdClientName+".crt"), c.folder.file(etcdClientName+".key"))
	if err != nil {
		return nil, err
	}
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(c.etcdCA.pem)
	return &http.Transport{
		TLSClientConfig:   &tls.Config{RootCAs: roots, Certificates: []tls.Certificate{pair}},
		ForceAttemptHTTP2: true,
	}, nil
}

func (c *Cluster) etcdRequest(ctx context.Context, method string, body io.Reader) (*http.Request, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, c.etcdURL+method, body)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/grpc")
	request.Header.Set("Te", "trailers")
	return request, nil
}

func grpcMessage(message []byte) []byte {
	header := binary.BigEndian.AppendUint32([]byte{0}, uint32(len(message))) // grpcHeaderBytes
	return append(header, message...)
}

// grpcFailure is what an answer that was read to its end says. One without a message has its
// trailer among the headers.
func grpcFailure(answer *http.Response) error {
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

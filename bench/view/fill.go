package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	corev1 "k8s.io/api/core/v1"
	resourcev1 "k8s.io/api/resource/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
)

const (
	// Of one transaction; etcd's own limit is 128.
	putsTogether = 100
	fillers      = 4
	lineMax      = 1 << 20
)

// folders say where kube-apiserver keeps the objects of a kind.
var folders = map[string]string{
	"Namespace":             "/registry/namespaces/",
	"Node":                  "/registry/minions/",
	"Pod":                   "/registry/pods/",
	"ResourceQuota":         "/registry/resourcequotas/",
	"DeviceClass":           "/registry/deviceclasses/",
	"ResourceSlice":         "/registry/resourceslices/",
	"ResourceClaim":         "/registry/resourceclaims/",
	"ResourceClaimTemplate": "/registry/resourceclaimtemplates/",
	"DeviceMapping":         "/registry/drawbridge.dev/devicemappings/",
	"DeviceQuota":           "/registry/drawbridge.dev/devicequotas/",
}

func newScheme() (*runtime.Scheme, error) {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{corev1.AddToScheme, resourcev1.AddToScheme} {
		if err := add(scheme); err != nil {
			return nil, err
		}
	}
	return scheme, nil
}

// storage turns an object as the API server sends it into what the API server stores: protobuf for
// its own kinds, JSON for those of CustomResourceDefinitions.
type storage struct {
	decoder runtime.Decoder
	encoder runtime.Encoder
}

func newStorage() (*storage, error) {
	scheme, err := newScheme()
	if err != nil {
		return nil, err
	}
	return &storage{
		decoder: serializer.NewCodecFactory(scheme).UniversalDeserializer(),
		encoder: protobuf.NewSerializer(scheme, scheme),
	}, nil
}

func (s *storage) put(line []byte) (clientv3.Op, error) {
	none := clientv3.Op{}
	var object struct {
		metav1.TypeMeta   `json:",inline"`
		metav1.ObjectMeta `json:"metadata"`
	}
	if err := json.Unmarshal(line, &object); err != nil {
		return none, err
	}
	folder, known := folders[object.Kind]
	if !known {
		return none, fmt.Errorf("no folder for %s", object.Kind)
	}
	key := folder
	if object.Namespace != "" {
		key += object.Namespace + "/"
	}
	key += object.Name
	content, err := s.content(line)
	if err != nil {
		return none, fmt.Errorf("%s: %w", key, err)
	}
	return clientv3.OpPut(key, content), nil
}

func (s *storage) content(line []byte) (string, error) {
	decoded, _, err := s.decoder.Decode(line, nil, nil)
	if runtime.IsNotRegisteredError(err) {
		custom := &unstructured.Unstructured{}
		if err := custom.UnmarshalJSON(line); err != nil {
			return "", err
		}
		custom.SetResourceVersion("")
		stored, err := custom.MarshalJSON()
		return string(stored), err
	}
	if err != nil {
		return "", err
	}
	// etcd knows the version.
	decoded.(metav1.Object).SetResourceVersion("")
	var stored bytes.Buffer
	err = s.encoder.Encode(decoded, &stored)
	return stored.String(), err
}

// fill puts each line of stdin into etcd, where kube-apiserver finds it as if it had stored it:
// creating 170,000 objects by its API takes longer than everything that is measured.
func fill(arguments []string) error {
	flags := flag.NewFlagSet("fill", flag.ExitOnError)
	url := flags.String("etcd", "", "where etcd listens")
	_ = flags.Parse(arguments)
	client, err := clientv3.New(clientv3.Config{Endpoints: []string{*url}, DialTimeout: 10 * time.Second})
	if err != nil {
		return err
	}
	defer func() { _ = client.Close() }()
	store, err := newStorage()
	if err != nil {
		return err
	}
	chunks := make(chan [][]byte, fillers)
	failures := make(chan error, fillers)
	var working sync.WaitGroup
	for range fillers {
		working.Go(func() {
			for chunk := range chunks {
				if err := putAll(client, store, chunk); err != nil {
					failures <- err
					return
				}
			}
		})
	}
	count, err := readChunks(os.Stdin, chunks, failures)
	close(chunks)
	working.Wait()
	if err == nil && len(failures) > 0 {
		err = <-failures
	}
	if err != nil {
		return err
	}
	return printResult(map[string]int{"objects": count})
}

func putAll(client *clientv3.Client, store *storage, lines [][]byte) error {
	puts := make([]clientv3.Op, 0, len(lines))
	for _, line := range lines {
		put, err := store.put(line)
		if err != nil {
			return err
		}
		puts = append(puts, put)
	}
	_, err := client.Txn(context.Background()).Then(puts...).Commit()
	return err
}

func readChunks(from io.Reader, chunks chan<- [][]byte, failures <-chan error) (int, error) {
	lines := bufio.NewScanner(from)
	lines.Buffer(make([]byte, lineMax), lineMax)
	count := 0
	var chunk [][]byte
	send := func() error {
		select {
		case chunks <- chunk:
			chunk = nil
			return nil
		case err := <-failures:
			return err
		}
	}
	for lines.Scan() {
		chunk = append(chunk, bytes.Clone(lines.Bytes()))
		count++
		if len(chunk) == putsTogether {
			if err := send(); err != nil {
				return count, err
			}
		}
	}
	if err := lines.Err(); err != nil {
		return count, err
	}
	if len(chunk) == 0 {
		return count, nil
	}
	return count, send()
}

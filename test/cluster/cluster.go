package cluster

import (
	"errors"
	"fmt"
	"sync"

	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
)

// Options of a cluster. The zero value is a cluster as Kubernetes ships it.
type Options struct {
	// Tools is the folder with etcd, kube-apiserver, kube-controller-manager,
	// kube-scheduler and kubectl. Empty: built from source when missing.
	Tools string

	// FeatureGates for all components, such as "DRAExtendedResource=false".
	FeatureGates string

	// More flags, such as "--runtime-config=resource.k8s.io/v1beta1=true".
	// A flag given twice takes the last value.
	APIServerArgs, ControllerManagerArgs, SchedulerArgs []string
}

// Cluster is a running control plane. Its methods may be called at once.
type Cluster struct {
	// Kubeconfig is the file of the administrator, who may do everything.
	Kubeconfig string
	// REST, Client and Dynamic act as the administrator, without a rate limit.
	REST    *rest.Config
	Client  kubernetes.Interface
	Dynamic dynamic.Interface

	options Options
	tools   tools
	folder  folder
	kinds   *restmapper.DeferredDiscoveryRESTMapper

	clusterCA *authority // serving and client certificates of Kubernetes
	etcdCA    *authority // apart, or every user of the cluster could write to etcd
	webhookCA *authority // serving certificates of webhooks

	etcdURL   string
	etcdPort  reservedPort
	serverURL string
	port      reservedPort

	mu         sync.Mutex
	drawbridge []*Drawbridge
	serial     int // of files that are made on the way

	live struct { // see live.go
		granted sync.Once
		err     error
	}

	// In the order of their start; stopped the other way round. restart.go
	// replaces them, under mu.
	processes []*process
}

// Start runs a control plane and returns once it answers, has made the default
// service account and can schedule. It fails with the end of the log of what
// went wrong and the folder that keeps all logs.
func Start(options Options) (*Cluster, error) {
	c := &Cluster{options: options, tools: tools(options.Tools)}
	if c.tools == "" {
		found, err := findTools()
		if err != nil {
			return nil, err
		}
		c.tools = found
	}
	var err error
	if c.folder, err = newFolder(); err != nil {
		return nil, fmt.Errorf("make the cluster's folder (set TMPDIR to another place): %w", err)
	}
	if err := c.start(); err != nil {
		return nil, fmt.Errorf("%w\nAll logs are kept in %s", err, c.StopKeepingLogs())
	}
	return c, nil
}

func (c *Cluster) start() error {
	if err := c.makeCertificates(); err != nil {
		return err
	}
	for _, step := range []func() error{
		c.startEtcd,
		c.startAPIServer,
		c.connect,
		c.startControllerManager,
		c.startScheduler,
		func() error { return c.waitNamespaceUsable("default") },
	} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// Stop ends what StartDrawbridge started and the cluster, and removes its files.
func (c *Cluster) Stop() error {
	err := c.stopProcesses()
	c.folder.remove()
	return err
}

// StopKeepingLogs is Stop for when something failed: it returns the folder in
// which the logs of all processes are kept.
func (c *Cluster) StopKeepingLogs() string {
	_ = c.stopProcesses()
	return c.folder.removeButLogs()
}

func (c *Cluster) stopProcesses() error {
	var errs []error
	c.mu.Lock()
	instances := c.drawbridge
	c.mu.Unlock()
	for _, d := range instances {
		errs = append(errs, d.stopProcess())
	}
	// An API server takes a minute to stop gracefully, and nobody needs that.
	// etcd goes last: the others would spend their end calling it.
	for i := len(c.processes) - 1; i >= 0; i-- {
		c.processes[i].kill()
	}
	for _, port := range []reservedPort{c.etcdPort, c.port} {
		if port.number != 0 {
			port.release()
		}
	}
	return errors.Join(errs...)
}

// nextSerial numbers files and objects that are made on the way.
func (c *Cluster) nextSerial() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.serial++
	return c.serial
}

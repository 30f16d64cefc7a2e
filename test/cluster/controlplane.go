package cluster

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"time"

	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/restmapper"
)

const (
	etcdStartLimit      = 30 * time.Second
	apiServerStartLimit = 90 * time.Second
)

// Names of etcd's data, certificates and keys in the cluster's folder.
const (
	etcdData          = "etcd"
	clusterCAFile     = "ca.crt"
	etcdCAFile        = "etcd-ca.crt"
	etcdServerName    = "etcd-server"
	etcdClientName    = "etcd-client"
	apiServerName     = "apiserver"
	serviceAccountKey = "service-account.key"
	serviceAccountPub = "service-account.pub"
)

// makeCertificates writes all certificates and keys that the processes read.
func (c *Cluster) makeCertificates() error {
	var err error
	for _, ca := range []struct {
		authority **authority
		name      string
	}{{&c.clusterCA, "cluster"}, {&c.etcdCA, "etcd"}, {&c.webhookCA, "webhooks"}} {
		if *ca.authority, err = newAuthority("drawbridge test " + ca.name); err != nil {
			return err
		}
	}
	etcdServer, err := c.etcdCA.server("etcd")
	if err != nil {
		return err
	}
	etcdClient, err := c.etcdCA.client("kube-apiserver")
	if err != nil {
		return err
	}
	apiServer, err := c.clusterCA.server("kube-apiserver", "kubernetes.default.svc")
	if err != nil {
		return err
	}
	tokens, err := newKey()
	if err != nil {
		return err
	}
	tokenKey, err := privateKeyPEM(tokens)
	if err != nil {
		return err
	}
	tokenPub, err := publicKeyPEM(tokens)
	if err != nil {
		return err
	}
	for name, content := range map[string][]byte{
		clusterCAFile:           c.clusterCA.pem,
		etcdCAFile:              c.etcdCA.pem,
		etcdServerName + ".crt": etcdServer.cert,
		etcdServerName + ".key": etcdServer.key,
		etcdClientName + ".crt": etcdClient.cert,
		etcdClientName + ".key": etcdClient.key,
		apiServerName + ".crt":  apiServer.cert,
		apiServerName + ".key":  apiServer.key,
		serviceAccountKey:       tokenKey,
		serviceAccountPub:       tokenPub,
	} {
		if _, err := c.folder.write(name, content); err != nil {
			return err
		}
	}
	return nil
}

// run starts a program of the control plane, which then belongs to the cluster.
func (c *Cluster) run(program string, announce *regexp.Regexp, args ...string) (*process, error) {
	if _, err := os.Stat(c.tools.path(program)); err != nil {
		return nil, fmt.Errorf("%s is missing in %s: leave Options.Tools empty to have it built", program, c.tools)
	}
	p, err := startProcess(processSpec{
		name:     program,
		path:     c.tools.path(program),
		args:     args,
		log:      c.folder.log(program),
		announce: announce,
	})
	if err == nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.processes = append(c.processes, p)
	}
	return p, err
}

// etcdServes is etcd's log line that says it is ready.
var etcdServes = regexp.MustCompile(`"serving client traffic securely"`)

// startEtcd gives etcd a port that stays its own when it is started again.
func (c *Cluster) startEtcd() error {
	var err error
	if c.etcdPort, err = reservePort(); err != nil {
		return err
	}
	c.etcdURL = fmt.Sprintf("https://127.0.0.1:%d", c.etcdPort.number)
	p, err := c.run("etcd", etcdServes,
		"--data-dir="+c.folder.file(etcdData),
		"--unsafe-no-fsync",
		"--listen-client-urls="+c.etcdURL,
		"--advertise-client-urls="+c.etcdURL,
		"--socket-reuse-port",
		"--listen-peer-urls=http://127.0.0.1:0",
		"--cert-file="+c.folder.file(etcdServerName+".crt"),
		"--key-file="+c.folder.file(etcdServerName+".key"),
		"--trusted-ca-file="+c.folder.file(etcdCAFile),
		"--client-cert-auth",
		"--enable-grpc-gateway=false",
		"--log-outputs=stdout",
	)
	if err != nil {
		return err
	}
	_, err = p.waitAnnounced(etcdStartLimit)
	return err
}

func (c *Cluster) startAPIServer() error {
	var err error
	if c.port, err = reservePort(); err != nil {
		return err
	}
	c.serverURL = fmt.Sprintf("https://127.0.0.1:%d", c.port.number)
	args := []string{
		"--etcd-servers=" + c.etcdURL,
		"--etcd-cafile=" + c.folder.file(etcdCAFile),
		"--etcd-certfile=" + c.folder.file(etcdClientName+".crt"),
		"--etcd-keyfile=" + c.folder.file(etcdClientName+".key"),
		"--bind-address=127.0.0.1",
		fmt.Sprintf("--secure-port=%d", c.port.number),
		"--permit-port-sharing",
		// Nothing here asks the Service "kubernetes", and loopback is not
		// accepted as its endpoint.
		"--advertise-address=127.0.0.1",
		"--endpoint-reconciler-type=none",
		"--tls-cert-file=" + c.folder.file(apiServerName+".crt"),
		"--tls-private-key-file=" + c.folder.file(apiServerName+".key"),
		"--client-ca-file=" + c.folder.file(clusterCAFile),
		"--authorization-mode=RBAC",
		"--service-account-issuer=https://kubernetes.default.svc",
		"--service-account-key-file=" + c.folder.file(serviceAccountPub),
		"--service-account-signing-key-file=" + c.folder.file(serviceAccountKey),
		"--service-cluster-ip-range=10.0.0.0/24",
		"--profiling=false",
	}
	_, err = c.run("kube-apiserver", nil, append(c.withFeatureGates(args), c.options.APIServerArgs...)...)
	return err
}

// connect makes the administrator's clients and waits until the API server is ready.
func (c *Cluster) connect() error {
	admin, err := c.UserConfig("admin", "system:masters")
	if err != nil {
		return err
	}
	c.Kubeconfig, c.REST = admin.Kubeconfig, admin.REST
	if c.Client, err = kubernetes.NewForConfig(c.REST); err != nil {
		return err
	}
	if c.Dynamic, err = dynamic.NewForConfig(c.REST); err != nil {
		return err
	}
	c.kinds = restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(c.Client.Discovery()))
	return c.waitAPIServerReady()
}

func (c *Cluster) waitAPIServerReady() error {
	_, server := c.find("kube-apiserver")
	return c.waitAlive("kube-apiserver to be ready", apiServerStartLimit, server, func() error {
		return c.Client.Discovery().RESTClient().Get().AbsPath("/readyz").Do(background).Error()
	})
}

// waitAlive is WaitFor that gives up when the process it waits for has ended.
func (c *Cluster) waitAlive(what string, limit time.Duration, p *process, cond func() error) error {
	var ended error
	err := WaitFor(what, limit, func() error {
		if ended = p.failure(); ended != nil {
			return nil
		}
		return cond()
	})
	return errors.Join(ended, err)
}

func (c *Cluster) startControllerManager() error {
	user, err := c.UserConfig("system:kube-controller-manager")
	if err != nil {
		return err
	}
	args := []string{
		"--kubeconfig=" + user.Kubeconfig,
		"--secure-port=0",
		"--leader-elect=false",
		"--use-service-account-credentials",
		"--service-account-private-key-file=" + c.folder.file(serviceAccountKey),
		"--root-ca-file=" + c.folder.file(clusterCAFile),
		// No kubelet renews a node's lease: the node controller would take
		// every node for dead.
		"--controllers=*,-node-lifecycle-controller",
		"--profiling=false",
	}
	_, err = c.run("kube-controller-manager", nil, append(c.withFeatureGates(args), c.options.ControllerManagerArgs...)...)
	return err
}

func (c *Cluster) startScheduler() error {
	user, err := c.UserConfig("system:kube-scheduler")
	if err != nil {
		return err
	}
	args := []string{
		"--kubeconfig=" + user.Kubeconfig,
		"--secure-port=0",
		"--leader-elect=false",
		"--profiling=false",
	}
	_, err = c.run("kube-scheduler", nil, append(c.withFeatureGates(args), c.options.SchedulerArgs...)...)
	return err
}

func (c *Cluster) withFeatureGates(args []string) []string {
	if c.options.FeatureGates != "" {
		args = append(args, "--feature-gates="+c.options.FeatureGates)
	}
	return args
}

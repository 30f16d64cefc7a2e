package cluster

import (
	"fmt"
	"os"
	"slices"
	"strconv"

	"google.golang.org/protobuf/encoding/protowire"
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

// BackUpEtcd returns a folder with all that etcd holds now, for RestoreEtcd.
func (c *Cluster) BackUpEtcd() (string, error) {
	c.KillEtcd()
	backup := c.folder.file(fmt.Sprintf("etcd-backup-%d", c.nextSerial()))
	if err := os.CopyFS(backup, os.DirFS(c.folder.file(etcdData))); err != nil {
		return "", err
	}
	return backup, c.StartEtcdAgain()
}

// RestoreEtcd puts a backup in the place of all that etcd holds, as an administrator does:
// while neither etcd nor the API server runs. resourceVersions go back with it.
func (c *Cluster) RestoreEtcd(backup string) error {
	c.KillAPIServer()
	c.KillEtcd()
	data := c.folder.file(etcdData)
	if err := os.RemoveAll(data); err != nil {
		return err
	}
	if err := os.CopyFS(data, os.DirFS(backup)); err != nil {
		return err
	}
	if err := c.startAgain("etcd"); err != nil {
		return err
	}
	_, etcd := c.find("etcd")
	if _, err := etcd.waitAnnounced(etcdStartLimit); err != nil {
		return err
	}
	return c.StartAPIServerAgain()
}

// KillControllerManager ends the controller manager at once: nothing is made for
// anybody, such as a pod's claims, until StartControllerManagerAgain.
func (c *Cluster) KillControllerManager() { c.killProgram("kube-controller-manager") }

// StartControllerManagerAgain starts the controller manager that was killed.
func (c *Cluster) StartControllerManagerAgain() error { return c.startAgain("kube-controller-manager") }

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
	message := protowire.AppendTag(nil, 1, protowire.VarintType)
	message = protowire.AppendVarint(message, revision)
	message = protowire.AppendTag(message, 2, protowire.VarintType)
	message = protowire.AppendVarint(message, 1)
	if _, err := c.callEtcd("/etcdserverpb.KV/Compact", message); err != nil {
		return fmt.Errorf("compact etcd at revision %d: %w", revision, err)
	}
	return nil
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

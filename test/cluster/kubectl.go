package cluster

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// kubectlLimit is longer than any call of a test: on a busy machine a file of hundreds of objects
// takes more than two minutes.
const kubectlLimit = 5 * time.Minute

// KubectlCommand is one call of kubectl.
type KubectlCommand struct {
	Args  []string
	User  *UserConfig // nil: the administrator
	Stdin string      // for "-f -"
	// Dir is the folder it runs in, which decides how file names look in its
	// messages. Empty: the current one.
	Dir string
}

// KubectlResult is what a call of kubectl did.
type KubectlResult struct {
	Stdout, Stderr string
	ExitCode       int // -1: it did not run to its end, and Stderr says why
}

// Kubectl runs kubectl as the administrator.
func (c *Cluster) Kubectl(args ...string) KubectlResult {
	return c.RunKubectl(KubectlCommand{Args: args})
}

// KubectlAs runs kubectl as a user.
func (c *Cluster) KubectlAs(user UserConfig, args ...string) KubectlResult {
	return c.RunKubectl(KubectlCommand{Args: args, User: &user})
}

// KubectlPath is the kubectl that fits the cluster.
func (c *Cluster) KubectlPath() string { return c.tools.path("kubectl") }

// RunKubectl runs kubectl. Neither the environment's nor the home folder's
// configuration of kubectl has a say.
func (c *Cluster) RunKubectl(command KubectlCommand) KubectlResult {
	kubeconfig := c.Kubeconfig
	if command.User != nil {
		kubeconfig = command.User.Kubeconfig
	}
	ctx, cancel := context.WithTimeout(context.Background(), kubectlLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, c.KubectlPath(), command.Args...)
	cmd.Dir = command.Dir
	cmd.Env = append(os.Environ(),
		"KUBECONFIG="+kubeconfig,
		"KUBECACHEDIR="+c.folder.file("kubectl-cache"),
		"KUBERC=off")
	cmd.Stdin = strings.NewReader(command.Stdin)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}

	finished := make(chan error)
	forkingThread() <- func() {
		if err := cmd.Start(); err != nil {
			go func() { finished <- err }()
			return
		}
		go func() { finished <- cmd.Wait() }()
	}
	err := <-finished
	result := KubectlResult{Stdout: stdout.String(), Stderr: stderr.String(), ExitCode: -1}
	if cmd.ProcessState != nil {
		result.ExitCode = cmd.ProcessState.ExitCode()
	}
	if result.ExitCode == -1 {
		result.Stderr += fmt.Sprintf("kubectl %s: %v\n", strings.Join(command.Args, " "), err)
	}
	return result
}

// Err is nil when kubectl succeeded, else what it said.
func (r KubectlResult) Err() error {
	if r.ExitCode == 0 {
		return nil
	}
	return fmt.Errorf("kubectl ended with code %d: %s", r.ExitCode, strings.TrimSpace(r.Stderr))
}

package cluster_test

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"drawbridge.dev/test/cluster"
)

// The cluster of ./dev cluster is used by the lines that it prints, and leaves
// nothing when it is interrupted.
func TestTheClusterCommand(t *testing.T) {
	program := filepath.Join(t.TempDir(), "cluster")
	if out, err := exec.Command("go", "build", "-o", program, "./cmd/cluster").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	command := exec.Command(program)
	command.Stderr = os.Stderr
	stdout, err := command.StdoutPipe()
	must(t, err)
	must(t, command.Start())
	t.Cleanup(func() { _ = command.Process.Kill() })
	lines := bufio.NewScanner(stdout)
	var printed []string
	for lines.Scan() && lines.Text() != "Ctrl-C stops it." {
		printed = append(printed, lines.Text())
	}
	text := strings.Join(printed, "\n")
	for _, part := range []string{"Kubernetes is up", "Drawbridge serves https://", "gpu-01   gpu.nvidia.com", "CLASS  "} {
		if !strings.Contains(text, part) {
			t.Fatalf("it does not print %q:\n%s", part, text)
		}
	}

	_, use, _ := strings.Cut(text, "Use it with\n")
	use = strings.TrimRight(use, "\n")
	shell := func(line string) string {
		out, err := exec.Command("bash", "-c", use+"\n"+line).CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", line, err, out)
		}
		return string(out)
	}
	if out := shell("true"); !strings.Contains(out, "No resources found") {
		t.Errorf("no pod is there, and it prints\n%s", out)
	}
	root, err := cluster.RepositoryRoot()
	must(t, err)
	kubectl := strings.TrimSuffix(strings.TrimSpace(use[strings.LastIndex(use, "\n  "):]), " get pods -A")
	shell(kubectl + " create -f " + filepath.Join(root, "examples", "1-rewrite.yaml"))
	if out := shell(kubectl + " get pod probe -o yaml"); !strings.Contains(out, "resourceClaimTemplateName: drawbridge-") {
		t.Errorf("the pod is not rewritten:\n%s", out)
	}

	_, config, _ := strings.Cut(use, "KUBECONFIG=")
	config, _, _ = strings.Cut(config, "\n")
	folder := filepath.Dir(config)
	if len(processesOf(folder)) < 4 {
		t.Errorf("its processes are %q", processesOf(folder))
	}
	must(t, command.Process.Signal(syscall.SIGINT))
	if err := command.Wait(); err != nil {
		t.Errorf("interrupted, it ends with %v", err)
	}
	if left := processesOf(folder); len(left) > 0 {
		t.Errorf("left running: %q", left)
	}
	if _, err := os.Stat(folder); !os.IsNotExist(err) {
		t.Errorf("%s is left: %v", folder, err)
	}
}

package cluster_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"drawbridge.dev/test/cluster"
)

// holdClusterVariable makes this program start a cluster and wait to be killed.
const holdClusterVariable = "DRAWBRIDGE_TEST_HOLD_CLUSTER"

func TestTwoClustersAtOnceAndNoTraceOfTheStoppedOne(t *testing.T) {
	first := shared(t)
	second, err := cluster.Start(cluster.Options{})
	must(t, err)
	folder := filepath.Dir(second.Kubeconfig)
	if len(processesOf(folder)) != 4 {
		t.Errorf("processes of the second cluster: %q, want 4", processesOf(folder))
	}
	for name, c := range map[string]*cluster.Cluster{"first": first, "second": second} {
		version, err := c.Client.Discovery().ServerVersion()
		must(t, err)
		if version.GitVersion != "v1.36.3" || version.Minor != "36" {
			t.Errorf("the %s cluster calls itself %+v", name, version)
		}
	}
	must(t, second.CreateNamespace("only-in-the-second", nil))
	if _, err := first.Client.CoreV1().Namespaces().Get(t.Context(), "only-in-the-second", metav1.GetOptions{}); err == nil {
		t.Error("the clusters share their objects")
	}

	must(t, second.Stop())
	if left := processesOf(folder); len(left) > 0 {
		t.Errorf("left running: %q", left)
	}
	if _, err := os.Stat(folder); !os.IsNotExist(err) {
		t.Errorf("%s is left: %v", folder, err)
	}
}

func TestKilledProgramLeavesNoProcess(t *testing.T) {
	program := exec.Command(os.Args[0])
	program.Env = append(os.Environ(), holdClusterVariable+"=yes")
	program.Stderr = os.Stderr
	stdout, err := program.StdoutPipe()
	must(t, err)
	must(t, program.Start())
	folder, err := bufio.NewReader(stdout).ReadString('\n')
	folder = strings.TrimSpace(folder)
	if err != nil || len(processesOf(folder)) != 4 {
		t.Errorf("the program runs %q (%v), want 4", processesOf(folder), err)
	}
	must(t, program.Process.Kill())
	_ = program.Wait()
	must(t, cluster.WaitFor("the killed program's children to end", 5*time.Second, func() error {
		if left := processesOf(folder); len(left) > 0 {
			return fmt.Errorf("left running: %q", left)
		}
		return nil
	}))

	// The next one to start clears away what it left.
	_, err = cluster.Start(cluster.Options{Tools: "/nowhere"})
	if err == nil || !strings.Contains(err.Error(), "etcd is missing in /nowhere") {
		t.Fatalf("a cluster without programs: %v", err)
	}
	_ = os.RemoveAll(logsNamedBy(err))
	if _, err := os.Stat(folder); !os.IsNotExist(err) {
		t.Errorf("%s is left: %v", folder, err)
	}
}

// holdCluster never returns.
func holdCluster() {
	c, err := cluster.Start(cluster.Options{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(filepath.Dir(c.Kubeconfig))
	select {}
}

func TestFailureNamesTheLogs(t *testing.T) {
	_, err := cluster.Start(cluster.Options{APIServerArgs: []string{"--no-such-flag"}})
	if err == nil {
		t.Fatal("a cluster with a flag that does not exist has started")
	}
	message := err.Error()
	if !strings.Contains(message, "kube-apiserver ended: exit status 1") || !strings.Contains(message, "unknown flag: --no-such-flag") {
		t.Errorf("does not say what happened: %s", message)
	}
	logs := logsNamedBy(err)
	if _, err := os.Stat(filepath.Join(logs, "kube-apiserver.log")); err != nil {
		t.Errorf("does not say where the logs are: %s", message)
	}
	_ = os.RemoveAll(logs)
}

func logsNamedBy(err error) string {
	_, logs, _ := strings.Cut(err.Error(), "All logs are kept in ")
	return logs
}

// processesOf are the command lines that name a folder.
func processesOf(folder string) []string {
	var found []string
	files, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, file := range files {
		if line, err := os.ReadFile(file); err == nil && strings.Contains(string(line), folder) {
			program, _, _ := strings.Cut(string(line), "\x00")
			found = append(found, filepath.Base(program))
		}
	}
	return found
}

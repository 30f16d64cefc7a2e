package cluster_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"drawbridge.dev/test/cluster"
)

// sharedCluster is started by the first test that asks for it, with the nodes,
// devices and classes of inventory.go, and serves all tests of the package.
var sharedCluster = sync.OnceValues(func() (*cluster.Cluster, error) {
	c, err := cluster.Start(cluster.Options{})
	if err != nil {
		return nil, err
	}
	started = c
	if err := c.PublishInventory(); err != nil {
		return nil, err
	}
	_, err = c.ApplyYAML("", cluster.ClassesYAML)
	return c, err
})

var started *cluster.Cluster

func TestMain(m *testing.M) {
	flag.Parse()
	// This program also plays the programs that tests start: see the two files.
	switch {
	case os.Getenv(holdClusterVariable) != "":
		holdCluster()
	case flag.Arg(0) == "serve":
		os.Exit(fakeDrawbridge(flag.Args()[1:]))
	}
	moreTestsAtOnce()
	code := m.Run()
	if started != nil && code != 0 {
		fmt.Fprintln(os.Stderr, "The logs of the shared cluster are kept in", started.StopKeepingLogs())
	} else if started != nil {
		if err := started.Stop(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

func shared(t *testing.T) *cluster.Cluster {
	t.Helper()
	c, err := sharedCluster()
	must(t, err)
	return c
}

// bareCluster is one without nodes, devices and classes, until the test's end.
func bareCluster(t *testing.T, options cluster.Options) *cluster.Cluster {
	t.Helper()
	c, err := cluster.Start(options)
	must(t, err)
	t.Cleanup(func() {
		if t.Failed() {
			t.Log("The logs are kept in", c.StopKeepingLogs())
			return
		}
		must(t, c.Stop())
	})
	return c
}

// ownCluster is one for a test that harms it, or that needs another: with the same nodes,
// devices and classes, until the test's end.
func ownCluster(t *testing.T, options cluster.Options) *cluster.Cluster {
	t.Helper()
	c := bareCluster(t, options)
	must(t, c.PublishInventory())
	_, err := c.ApplyYAML("", cluster.ClassesYAML)
	must(t, err)
	return c
}

// newNamespace is a namespace for one test; its devices are free again after it.
func newNamespace(t *testing.T, c *cluster.Cluster) string {
	t.Helper()
	name := strings.ToLower(t.Name())
	name = strings.NewReplacer("/", "-", "_", "-").Replace(name)
	must(t, c.CreateNamespace(name, nil))
	t.Cleanup(func() { must(t, c.DeleteNamespace(name)) })
	return name
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

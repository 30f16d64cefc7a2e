// Command cluster starts a cluster with nodes, devices and Drawbridge, says how
// to use it, and stops it on Ctrl-C.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"drawbridge.dev/test/cluster"
)

func main() {
	state := flag.String("state", "", "folder of manifests that Drawbridge decides by and the cluster gets (default: examples/cluster, else the device classes of the published drivers)")
	without := flag.Bool("without-drawbridge", false, "leave Drawbridge out")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "cluster: unexpected argument %q; see --help\n", flag.Arg(0))
		os.Exit(2)
	}
	if err := run(*state, *without); err != nil {
		fmt.Fprintln(os.Stderr, "cluster:", err)
		os.Exit(1)
	}
}

// run serves until it is interrupted.
func run(state string, without bool) (err error) {
	if state, err = stateFolder(state); err != nil {
		return err
	}
	if !without {
		if _, err := cluster.FindDrawbridge(""); err != nil {
			return err
		}
	}
	began := time.Now()
	c, err := cluster.Start(cluster.Options{})
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("%w\nAll logs are kept in %s", err, c.StopKeepingLogs())
			return
		}
		err = c.Stop()
	}()
	fmt.Printf("Kubernetes is up, %.1f s\n", time.Since(began).Seconds())

	// Until here Ctrl-C just ends this program and with it all processes.
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	if err := publish(c, state); err != nil {
		return err
	}
	if !without {
		if err := startDrawbridge(c, state); err != nil {
			return err
		}
	}
	if err := show(c); err != nil {
		return err
	}
	<-interrupted
	fmt.Println("\nstopping")
	return nil
}

// stateFolder is an absolute path, or empty when there is nothing to read.
func stateFolder(given string) (string, error) {
	if given == "" {
		root, err := cluster.RepositoryRoot()
		if err != nil {
			return "", err
		}
		given = filepath.Join(root, "examples", "cluster")
		if _, err := os.Stat(given); errors.Is(err, os.ErrNotExist) {
			return "", nil
		}
	}
	info, err := os.Stat(given)
	if err != nil {
		return "", fmt.Errorf("--state: %w", err)
	}
	if !info.IsDir() {
		return "", fmt.Errorf("--state: %s is a file; give the folder that it is in", given)
	}
	return filepath.Abs(given)
}

// publish fills the cluster from the folder, or with devices of its own when the
// folder publishes none.
func publish(c *cluster.Cluster, state string) error {
	hasSlices := false
	if state != "" {
		applied, unknown, err := c.ApplyFolder(state)
		if err != nil {
			return err
		}
		fmt.Printf("%d objects of %s applied\n", len(applied), state)
		for _, object := range unknown {
			fmt.Printf("  left to Drawbridge: %s %s, a kind that the API server does not know\n", object.GetKind(), object.GetName())
		}
		for _, object := range applied {
			hasSlices = hasSlices || object.GetKind() == "ResourceSlice"
		}
	} else if _, err := c.ApplyYAML("", cluster.ClassesYAML); err != nil {
		return err
	}
	if hasSlices {
		return c.AddNodesOfSlices()
	}
	if state != "" {
		fmt.Println("  it has no ResourceSlices: the devices below are unknown to Drawbridge")
	}
	return c.PublishInventory()
}

func startDrawbridge(c *cluster.Cluster, state string) error {
	options := cluster.DrawbridgeOptions{StateDir: state}
	if state == "" {
		options.State = cluster.ClassesYAML + cluster.InventoryYAML()
	}
	d, err := cluster.StartDrawbridge(c, options)
	if err != nil {
		return err
	}
	fmt.Printf("Drawbridge serves %s, metrics at %s/metrics\n  decides by %s\n  logs to    %s\n", d.URL, d.HTTPURL, d.StateDir, d.LogFile)
	return nil
}

// show prints what there is, as kubectl shows it, and how to go on.
func show(c *cluster.Cluster) error {
	for _, args := range [][]string{
		{"get", "resourceslices", "-o", "custom-columns=NODE:.spec.nodeName,DRIVER:.spec.driver,DEVICES:.spec.devices[*].name"},
		{"get", "deviceclasses", "-o", "custom-columns=CLASS:.metadata.name,EXTENDED RESOURCE:.spec.extendedResourceName"},
	} {
		result := c.Kubectl(args...)
		if err := result.Err(); err != nil {
			return err
		}
		fmt.Printf("\n%s", result.Stdout)
	}
	fmt.Printf("\nUse it with\n\n  export KUBECONFIG=%s\n  %s get pods -A\n\nCtrl-C stops it.\n", c.Kubeconfig, c.KubectlPath())
	return nil
}

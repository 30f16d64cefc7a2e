package cluster

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// helmLimit is longer than any call of a test.
const helmLimit = 2 * time.Minute

// HelmResult is what a call of helm did.
type HelmResult struct {
	Stdout, Stderr string
	Err            error // nil when it succeeded; quotes stderr
}

// ChartFolder is where the chart is.
func ChartFolder() (string, error) {
	root, err := RepositoryRoot()
	return filepath.Join(root, chartFolder), err
}

// Helm runs helm without a cluster: lint, template.
func Helm(args ...string) HelmResult {
	found, err := findTools()
	if err != nil {
		return HelmResult{Err: err}
	}
	return runHelm(found, "", os.TempDir(), args)
}

// Helm runs helm as the cluster's administrator.
func (c *Cluster) Helm(args ...string) HelmResult {
	// It may bring kinds.
	defer c.kinds.Reset()
	return runHelm(c.tools, c.Kubeconfig, c.folder.path, args)
}

// runHelm leaves the home folder's configuration of helm without a say.
func runHelm(programs tools, kubeconfig, home string, args []string) HelmResult {
	ctx, cancel := context.WithTimeout(context.Background(), helmLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, programs.path("helm"), args...)
	cmd.Env = append(os.Environ(), "KUBECONFIG="+kubeconfig)
	for _, kind := range []string{"CACHE", "CONFIG", "DATA"} {
		cmd.Env = append(cmd.Env, "HELM_"+kind+"_HOME="+filepath.Join(home, "helm"))
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	result := HelmResult{}
	if err := cmd.Run(); err != nil {
		result.Err = fmt.Errorf("helm %s: %w: %s", strings.Join(args, " "), err, strings.TrimSpace(stderr.String()))
	}
	result.Stdout, result.Stderr = stdout.String(), stderr.String()
	return result
}

// DecodeYAML are the objects of a YAML text.
func DecodeYAML(text string) ([]*unstructured.Unstructured, error) { return decodeYAML(text) }

// AllObjects are the objects of every kind that can be listed, as
// "RESOURCE.GROUP NAMESPACE/NAME".
func (c *Cluster) AllObjects() (map[string]bool, error) {
	lists, err := c.Client.Discovery().ServerPreferredResources()
	if err != nil {
		return nil, err
	}
	all := map[string]bool{}
	for _, list := range lists {
		version, err := schema.ParseGroupVersion(list.GroupVersion)
		if err != nil {
			return nil, err
		}
		for _, resource := range list.APIResources {
			if !slices.Contains(resource.Verbs, "list") || resource.Name == "events" {
				continue
			}
			found, err := c.Dynamic.Resource(version.WithResource(resource.Name)).List(background, metav1.ListOptions{})
			if err != nil {
				return nil, fmt.Errorf("list %s: %w", resource.Name, err)
			}
			for _, object := range found.Items {
				all[resource.Name+"."+version.Group+" "+object.GetNamespace()+"/"+object.GetName()] = true
			}
		}
	}
	return all, nil
}

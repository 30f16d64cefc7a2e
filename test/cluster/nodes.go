package cluster

import (
	"fmt"
	"maps"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/retry"
)

// NodeOptions say what a node has besides 64 cores, 512 Gi and room for 110 pods.
type NodeOptions struct {
	// Allocatable adds to or replaces what the node offers, such as
	// "nvidia.com/gpu": "8" as a device plugin would.
	Allocatable map[string]string
	Labels      map[string]string
}

// AddNode makes a node that is ready for pods. Nothing runs them.
func (c *Cluster) AddNode(name string, options NodeOptions) error {
	allocatable, err := allocatableOf(options)
	if err != nil {
		return fmt.Errorf("node %s: %w", name, err)
	}
	labels := map[string]string{corev1.LabelHostname: name}
	maps.Copy(labels, options.Labels)
	nodes := c.Client.CoreV1().Nodes()
	node := &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: labels}}
	if _, err := nodes.Create(background, node, metav1.CreateOptions{}); err != nil {
		return err
	}
	err = c.updateNode(name, func(node *corev1.Node) (*corev1.Node, error) {
		now := metav1.Now()
		node.Status.Allocatable, node.Status.Capacity = allocatable, allocatable
		node.Status.Conditions = []corev1.NodeCondition{{
			Type: corev1.NodeReady, Status: corev1.ConditionTrue, Reason: "Published",
			LastHeartbeatTime: now, LastTransitionTime: now,
		}}
		return nodes.UpdateStatus(background, node, metav1.UpdateOptions{})
	})
	if err != nil {
		return err
	}
	// The API server taints every new node, and the node controller that would
	// untaint it does not run here.
	return c.updateNode(name, func(node *corev1.Node) (*corev1.Node, error) {
		node.Spec.Taints = nil
		return nodes.Update(background, node, metav1.UpdateOptions{})
	})
}

func allocatableOf(options NodeOptions) (corev1.ResourceList, error) {
	amounts := map[string]string{"cpu": "64", "memory": "512Gi", "ephemeral-storage": "1Ti", "pods": "110"}
	maps.Copy(amounts, options.Allocatable)
	list := corev1.ResourceList{}
	for name, amount := range amounts {
		quantity, err := resource.ParseQuantity(amount)
		if err != nil {
			return nil, fmt.Errorf("allocatable %s: %q: %w", name, amount, err)
		}
		list[corev1.ResourceName(name)] = quantity
	}
	return list, nil
}

func (c *Cluster) updateNode(name string, change func(*corev1.Node) (*corev1.Node, error)) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		node, err := c.Client.CoreV1().Nodes().Get(background, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		_, err = change(node)
		return err
	})
}

package cluster

import (
	"errors"
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// Allocation is what the scheduler gave a pod.
type Allocation struct {
	Pod     string
	Node    string
	Devices []AllocatedDevice // in the order of the pod's claims and their results
}

// AllocatedDevice is one device of a pod and the request that it answers.
type AllocatedDevice struct {
	Claim, Request       string
	Driver, Pool, Device string
}

// WaitPodAllocated waits until a pod has a node and each of its claims its
// devices, the claim included that the scheduler makes for extended resources.
// The error tells what the scheduler and the controllers said about the pod.
func (c *Cluster) WaitPodAllocated(namespace, name string) (Allocation, error) {
	var allocation Allocation
	err := WaitFor(fmt.Sprintf("pod %s/%s to get a node and its devices", namespace, name), DefaultLimit, func() error {
		pod, err := c.Client.CoreV1().Pods(namespace).Get(background, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		allocation, err = c.allocationOf(pod)
		return err
	})
	if err != nil {
		return allocation, fmt.Errorf("%w%s", err, c.saidAbout(namespace, name))
	}
	return allocation, nil
}

// WaitPodsAllocated is WaitPodAllocated for the count pods that carry a label,
// such as "app=train": those of a Deployment or Job.
func (c *Cluster) WaitPodsAllocated(namespace, selector string, count int) ([]Allocation, error) {
	var pods *corev1.PodList
	err := WaitFor(fmt.Sprintf("%d pods with %s in %s", count, selector, namespace), DefaultLimit, func() error {
		var err error
		pods, err = c.Client.CoreV1().Pods(namespace).List(background, metav1.ListOptions{LabelSelector: selector})
		if err == nil && len(pods.Items) != count {
			err = fmt.Errorf("there are %d", len(pods.Items))
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("%w%s", err, c.saidIn(namespace))
	}
	var all []Allocation
	for _, pod := range pods.Items {
		one, err := c.WaitPodAllocated(namespace, pod.Name)
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

func (c *Cluster) allocationOf(pod *corev1.Pod) (Allocation, error) {
	if pod.Spec.NodeName == "" {
		return Allocation{}, errors.New("it has no node")
	}
	allocation := Allocation{Pod: pod.Name, Node: pod.Spec.NodeName}
	claims, err := claimsOf(pod)
	if err != nil {
		return Allocation{}, err
	}
	for _, name := range claims {
		claim, err := c.Client.ResourceV1().ResourceClaims(pod.Namespace).Get(background, name, metav1.GetOptions{})
		if err != nil {
			return Allocation{}, err
		}
		if claim.Status.Allocation == nil {
			return Allocation{}, fmt.Errorf("its claim %s has no devices", name)
		}
		for _, result := range claim.Status.Allocation.Devices.Results {
			allocation.Devices = append(allocation.Devices, AllocatedDevice{
				Claim: name, Request: result.Request,
				Driver: result.Driver, Pool: result.Pool, Device: result.Device,
			})
		}
	}
	return allocation, nil
}

// claimsOf names all claims of a pod, or says which is not made yet.
func claimsOf(pod *corev1.Pod) ([]string, error) {
	made := map[string]string{}
	for _, status := range pod.Status.ResourceClaimStatuses {
		if status.ResourceClaimName != nil {
			made[status.Name] = *status.ResourceClaimName
		}
	}
	var names []string
	for _, entry := range pod.Spec.ResourceClaims {
		name := made[entry.Name]
		if entry.ResourceClaimName != nil {
			name = *entry.ResourceClaimName
		}
		if name == "" {
			return nil, fmt.Errorf("its claim %q is not made", entry.Name)
		}
		names = append(names, name)
	}
	if extended := pod.Status.ExtendedResourceClaimStatus; extended != nil {
		names = append(names, extended.ResourceClaimName)
	}
	return names, nil
}

// saidAbout is the scheduling condition and the events of a pod, one a line.
func (c *Cluster) saidAbout(namespace, name string) string {
	var said strings.Builder
	if pod, err := c.Client.CoreV1().Pods(namespace).Get(background, name, metav1.GetOptions{}); err == nil {
		for _, condition := range pod.Status.Conditions {
			if condition.Type == corev1.PodScheduled && condition.Message != "" {
				fmt.Fprintf(&said, "\n  %s: %s", condition.Reason, condition.Message)
			}
		}
	}
	for _, event := range c.Events(namespace, name) {
		said.WriteString(eventLine(event))
	}
	return said.String()
}

// saidIn is all events of a namespace, one a line: a workload whose pods are
// refused says why only there.
func (c *Cluster) saidIn(namespace string) string {
	var said strings.Builder
	for _, event := range c.Events(namespace, "") {
		said.WriteString(eventLine(event))
	}
	return said.String()
}

func eventLine(event corev1.Event) string {
	return fmt.Sprintf("\n  event of %s %s: %s: %s", event.InvolvedObject.Kind, event.InvolvedObject.Name, event.Reason, event.Message)
}

// Events are those about the objects of this name, of any kind, or all of a
// namespace when name is empty.
func (c *Cluster) Events(namespace, name string) []corev1.Event {
	options := metav1.ListOptions{}
	if name != "" {
		options.FieldSelector = "involvedObject.name=" + name
	}
	events, err := c.Client.CoreV1().Events(namespace).List(background, options)
	if err != nil {
		return nil
	}
	return events.Items
}

// SetPodPhase does what a kubelet would, such as finishing a pod with Succeeded.
func (c *Cluster) SetPodPhase(namespace, name string, phase corev1.PodPhase) error {
	patch := fmt.Sprintf(`{"status":{"phase":%q}}`, phase)
	_, err := c.Client.CoreV1().Pods(namespace).Patch(background, name, types.MergePatchType, []byte(patch), metav1.PatchOptions{}, "status")
	return err
}

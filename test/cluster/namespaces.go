package cluster

import (
	"errors"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// CreateNamespace makes a namespace and waits until pods can be made in it.
func (c *Cluster) CreateNamespace(name string, labels map[string]string) error {
	namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: labels}}
	if _, err := c.Client.CoreV1().Namespaces().Create(background, namespace, metav1.CreateOptions{}); err != nil {
		return err
	}
	return c.waitNamespaceUsable(name)
}

// waitNamespaceUsable waits for the default service account, without which the
// API server refuses pods.
func (c *Cluster) waitNamespaceUsable(name string) error {
	return WaitFor("the default service account of namespace "+name, DefaultLimit, func() error {
		_, err := c.Client.CoreV1().ServiceAccounts(name).Get(background, "default", metav1.GetOptions{})
		return err
	})
}

// DeleteNamespace deletes a namespace and returns once its pods and claims are
// gone and their devices free. What else is in it goes a little later.
func (c *Cluster) DeleteNamespace(name string) error {
	err := c.Client.CoreV1().Namespaces().Delete(background, name, metav1.DeleteOptions{})
	if apierrors.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return err
	}
	// No kubelet confirms that a pod has ended: without force it would stay.
	now := int64(0)
	force := metav1.DeleteOptions{GracePeriodSeconds: &now}
	return WaitFor("the pods and claims of namespace "+name+" to be gone", DefaultLimit, func() error {
		pods, claims := c.Client.CoreV1().Pods(name), c.Client.ResourceV1().ResourceClaims(name)
		err := errors.Join(
			pods.DeleteCollection(background, force, metav1.ListOptions{}),
			claims.DeleteCollection(background, metav1.DeleteOptions{}, metav1.ListOptions{}))
		if err != nil {
			return err
		}
		podsLeft, err := pods.List(background, metav1.ListOptions{})
		if err != nil {
			return err
		}
		claimsLeft, err := claims.List(background, metav1.ListOptions{})
		if err != nil {
			return err
		}
		if len(podsLeft.Items)+len(claimsLeft.Items) > 0 {
			return fmt.Errorf("%d pods and %d claims are left", len(podsLeft.Items), len(claimsLeft.Items))
		}
		return nil
	})
}

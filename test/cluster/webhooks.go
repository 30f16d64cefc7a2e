package cluster

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// RegisterWebhooks registers Drawbridge's webhooks as the chart renders them, but
// for the server, such as "https://127.0.0.1:8443", and returns once the API
// server calls it.
func (c *Cluster) RegisterWebhooks(serverURL string, caBundle []byte) error {
	configurations, err := c.chartWebhooks()
	if err != nil {
		return err
	}
	return c.register(configurations, serverURL, caBundle)
}

// UnregisterWebhooks removes Drawbridge's webhooks, and returns once the API
// server has stopped calling them.
func (c *Cluster) UnregisterWebhooks() error {
	configurations, err := c.chartWebhooks()
	if err != nil {
		return err
	}
	return c.unregister(configurations)
}

var renderedWebhooks struct {
	sync.Mutex
	configurations []*unstructured.Unstructured
}

// chartWebhooks are the configurations of the chart's default values.
func (c *Cluster) chartWebhooks() ([]*unstructured.Unstructured, error) {
	renderedWebhooks.Lock()
	defer renderedWebhooks.Unlock()
	if renderedWebhooks.configurations == nil {
		rendered, err := c.renderChart("webhooks-mutating", "webhooks-validating")
		if err != nil {
			return nil, err
		}
		renderedWebhooks.configurations = rendered
	}
	var copies []*unstructured.Unstructured
	for _, configuration := range renderedWebhooks.configurations {
		copies = append(copies, configuration.DeepCopy())
	}
	return copies, nil
}

// RegisterConfigurations registers any webhook configurations, given as YAML.
// Their urls, or services, get this server, their paths stay. What is registered
// under the same name is replaced. Returns once the API server acts on it.
func (c *Cluster) RegisterConfigurations(text, serverURL string, caBundle []byte) error {
	configurations, err := decodeYAML(text)
	if err != nil {
		return err
	}
	return c.register(configurations, serverURL, caBundle)
}

func (c *Cluster) register(configurations []*unstructured.Unstructured, serverURL string, caBundle []byte) error {
	for _, configuration := range configurations {
		if err := pointWebhooks(configuration, serverURL, caBundle); err != nil {
			return fmt.Errorf("%s: %w", configuration.GetName(), err)
		}
		if _, err := c.apply("", configuration); err != nil {
			return fmt.Errorf("register %s: %w", configuration.GetName(), err)
		}
	}
	return c.SettleWebhooks()
}

// UnregisterConfigurations removes the configurations of these names, and
// returns once the API server has stopped calling their webhooks.
func (c *Cluster) UnregisterConfigurations(text string) error {
	configurations, err := decodeYAML(text)
	if err != nil {
		return err
	}
	return c.unregister(configurations)
}

func (c *Cluster) unregister(configurations []*unstructured.Unstructured) error {
	for _, configuration := range configurations {
		client, _, err := c.clientFor("", configuration)
		if err != nil {
			return err
		}
		err = client.Delete(background, configuration.GetName(), metav1.DeleteOptions{})
		if err != nil && !apierrors.IsNotFound(err) {
			return fmt.Errorf("unregister %s: %w", configuration.GetName(), err)
		}
	}
	return c.SettleWebhooks()
}

// pointWebhooks gives every webhook of a configuration this server and bundle, in
// place of its url or service; the path stays.
func pointWebhooks(configuration *unstructured.Unstructured, serverURL string, caBundle []byte) error {
	webhooks, _, err := unstructured.NestedSlice(configuration.Object, "webhooks")
	if err != nil {
		return err
	}
	for _, webhook := range webhooks {
		client, ok := webhook.(map[string]any)["clientConfig"].(map[string]any)
		if !ok {
			return errors.New("a webhook has no clientConfig")
		}
		path, _, err := unstructured.NestedString(client, "service", "path")
		if err != nil {
			return err
		}
		if path == "" {
			before, err := url.Parse(fmt.Sprint(client["url"]))
			if err != nil {
				return err
			}
			path = before.Path
		}
		delete(client, "service")
		client["url"] = strings.TrimSuffix(serverURL, "/") + path
		client["caBundle"] = base64.StdEncoding.EncodeToString(caBundle)
	}
	return unstructured.SetNestedSlice(configuration.Object, webhooks, "webhooks")
}

package cluster

import (
	"embed"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Drawbridge's configurations, readable as they are.
//
//go:embed webhooks/*.yaml
var webhookFiles embed.FS

// RegisterWebhooks registers Drawbridge's webhooks at a server, such as
// "https://127.0.0.1:8443", and returns once the API server calls it.
func (c *Cluster) RegisterWebhooks(serverURL string, caBundle []byte) error {
	text, err := drawbridgeWebhooks()
	if err != nil {
		return err
	}
	return c.RegisterConfigurations(text, serverURL, caBundle)
}

// UnregisterWebhooks removes Drawbridge's webhooks, and returns once the API
// server has stopped calling them.
func (c *Cluster) UnregisterWebhooks() error {
	text, err := drawbridgeWebhooks()
	if err != nil {
		return err
	}
	return c.UnregisterConfigurations(text)
}

// drawbridgeWebhooks is YAML.
func drawbridgeWebhooks() (string, error) {
	files, err := webhookFiles.ReadDir("webhooks")
	if err != nil {
		return "", err
	}
	var all strings.Builder
	for _, file := range files {
		text, err := webhookFiles.ReadFile("webhooks/" + file.Name())
		if err != nil {
			return "", err
		}
		all.WriteString("---\n")
		all.Write(text)
	}
	return all.String(), nil
}

// RegisterConfigurations registers any webhook configurations, given as YAML.
// Their urls get this server, their paths stay. What is registered under the
// same name is replaced. Returns once the API server acts on it.
func (c *Cluster) RegisterConfigurations(text, serverURL string, caBundle []byte) error {
	configurations, err := decodeYAML(text)
	if err != nil {
		return err
	}
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

// pointWebhooks gives every webhook of a configuration this server and bundle;
// the path of its url stays.
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
		before, err := url.Parse(fmt.Sprint(client["url"]))
		if err != nil {
			return err
		}
		client["url"] = strings.TrimSuffix(serverURL, "/") + before.Path
		client["caBundle"] = base64.StdEncoding.EncodeToString(caBundle)
	}
	return unstructured.SetNestedSlice(configuration.Object, webhooks, "webhooks")
}

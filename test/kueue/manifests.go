package kueue

import (
	"encoding/json"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// tidy is an object as a person writes it: without the nulls and the empty structs that Go's types print.
func tidy(object any) map[string]any {
	raw, err := json.Marshal(object)
	must(err)
	var plain map[string]any
	must(json.Unmarshal(raw, &plain))
	prune(plain)
	return plain
}

// Fields that Go's types print though they are empty. Elsewhere an empty object says something: a namespaceSelector.
var droppedWhenEmpty = map[string]bool{"metadata": true, "status": true, "resources": true, "strategy": true,
	"updateStrategy": true, "spec": true, "rolloutStrategy": true, "labels": true, "annotations": true,
	"nodeLabels": true, "limits": true, "requests": true}

func prune(value any) {
	switch of := value.(type) {
	case map[string]any:
		for key, field := range of {
			prune(field)
			inner, isObject := field.(map[string]any)
			if field == nil || isObject && len(inner) == 0 && droppedWhenEmpty[key] {
				delete(of, key)
			}
		}
	case []any:
		for _, element := range of {
			prune(element)
		}
	}
}

func manifest(object any) string {
	text, err := yaml.Marshal(tidy(object))
	must(err)
	return string(text)
}

func manifests(objects []client.Object) string {
	var all []string
	for _, object := range objects {
		all = append(all, manifest(object))
	}
	return strings.Join(all, "---\n")
}

// state is what Drawbridge is told of the cluster: its objects, and Kueue's Configuration as it is installed.
func (c *cluster) state() string {
	own := tidy(c.configuration)
	own["apiVersion"], own["kind"] = "config.kueue.x-k8s.io/v1beta2", "Configuration"
	installed := &corev1.ConfigMap{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"},
		ObjectMeta: metav1.ObjectMeta{Name: "kueue-manager-config", Namespace: kueueNamespace},
		Data:       map[string]string{"controller_manager_config.yaml": manifest(own)},
	}
	system := &corev1.Namespace{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "Namespace"},
		ObjectMeta: named(kueueNamespace),
	}
	return manifests(append([]client.Object{system, installed}, c.objects()...))
}

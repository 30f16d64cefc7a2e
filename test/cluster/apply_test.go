package cluster_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
)

func TestApplyYAML(t *testing.T) {
	c := shared(t)
	namespace := newNamespace(t, c)
	objects, err := c.ApplyYAML(namespace, `
# A comment is no object.
---
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: ConfigMap, metadata: {name: listed}, data: {a: "1"}}
- {apiVersion: v1, kind: ConfigMap, metadata: {generateName: made-}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: listed}
data: {b: "2"}
`)
	must(t, err)
	if len(objects) != 3 || !strings.HasPrefix(objects[1].GetName(), "made-") || objects[1].GetName() == "made-" {
		t.Errorf("got %v", objects)
	}
	data := c.Kubectl("-n", namespace, "get", "configmap", "listed", "-o", "jsonpath={.data}").Stdout
	if data != `{"b":"2"}` {
		t.Errorf("the second of one name did not replace the first: %s", data)
	}

	_, err = c.ApplyYAML(namespace, "{apiVersion: v1, kind: ConfigMap, metadata: {name: x}, dota: {}}")
	if !apierrors.IsBadRequest(err) || !strings.Contains(err.Error(), `unknown field "dota"`) {
		t.Errorf("a misspelt field: %v", err)
	}
}

// A folder may define kinds, in any file, and hold kinds that nobody defines.
func TestApplyFolder(t *testing.T) {
	c := shared(t)
	folder := t.TempDir()
	for name, text := range map[string]string{
		"a.yaml":   "{apiVersion: example.com/v1, kind: Toll, metadata: {name: one, namespace: gate}}",
		"b.json":   `{"apiVersion": "example.com/v1", "kind": "NobodyKnows", "metadata": {"name": "two"}}`,
		"c/d.yml":  "{apiVersion: v1, kind: Namespace, metadata: {name: gate}}",
		"notes.md": "not a manifest",
		"z.yaml": `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: tolls.example.com}
spec:
  group: example.com
  names: {kind: Toll, plural: tolls}
  scope: Namespaced
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
`,
	} {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o755))
		must(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644))
	}
	t.Cleanup(func() { must(t, c.DeleteNamespace("gate")) })
	applied, unknown, err := c.ApplyFolder(folder)
	must(t, err)
	if len(applied) != 3 || applied[2].GetKind() != "Toll" || len(unknown) != 1 || unknown[0].GetKind() != "NobodyKnows" {
		t.Errorf("applied %v, left out %v", applied, unknown)
	}
}

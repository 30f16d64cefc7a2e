package cluster

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/client-go/dynamic"
)

// yamlBufferSize is how far the decoder looks to tell YAML from JSON.
const yamlBufferSize = 4096

// ApplyYAML creates the objects of a YAML text, or replaces those that exist,
// as the administrator: definitions of kinds first, then namespaces, then the
// rest in the order of the text. namespace is for objects that name none; empty
// is "default". It stops at the first that the API server refuses; that error is
// the API server's, for apierrors.IsForbidden and the like.
func (c *Cluster) ApplyYAML(namespace, text string) ([]*unstructured.Unstructured, error) {
	objects, err := decodeYAML(text)
	if err != nil {
		return nil, err
	}
	inApplyOrder(objects)
	for i, object := range objects {
		if objects[i], err = c.apply(namespace, object); err != nil {
			return nil, fmt.Errorf("apply %s %s: %w", object.GetKind(), object.GetName()+object.GetGenerateName(), err)
		}
	}
	return objects, nil
}

// ApplyFolder applies all manifests below a folder. Objects of a kind that the
// API server does not know are left out and returned.
func (c *Cluster) ApplyFolder(folder string) (applied, unknown []*unstructured.Unstructured, err error) {
	objects, err := readManifests(folder)
	if err != nil {
		return nil, nil, err
	}
	inApplyOrder(objects)
	for _, object := range objects {
		result, err := c.apply("", object)
		if meta.IsNoMatchError(err) {
			unknown = append(unknown, object)
			continue
		}
		if err != nil {
			return nil, nil, fmt.Errorf("apply %s %s of %s: %w", object.GetKind(), object.GetName(), folder, err)
		}
		applied = append(applied, result)
	}
	return applied, unknown, nil
}

func readManifests(folder string) ([]*unstructured.Unstructured, error) {
	var objects []*unstructured.Unstructured
	err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(path)) {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		more, err := decodeYAML(string(text))
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		objects = append(objects, more...)
		return nil
	})
	return objects, err
}

func decodeYAML(text string) ([]*unstructured.Unstructured, error) {
	var objects []*unstructured.Unstructured
	decoder := yaml.NewYAMLOrJSONDecoder(strings.NewReader(text), yamlBufferSize)
	for {
		var document json.RawMessage
		err := decoder.Decode(&document)
		if errors.Is(err, io.EOF) {
			return objects, nil
		}
		if err != nil {
			return nil, err
		}
		if len(document) == 0 || string(document) == "null" { // nothing but comments
			continue
		}
		object := &unstructured.Unstructured{}
		if err := object.UnmarshalJSON(document); err != nil {
			return nil, err
		}
		if !object.IsList() {
			objects = append(objects, object)
			continue
		}
		list, err := object.ToList()
		if err != nil {
			return nil, err
		}
		for i := range list.Items {
			objects = append(objects, &list.Items[i])
		}
	}
}

func inApplyOrder(objects []*unstructured.Unstructured) {
	rank := map[string]int{"CustomResourceDefinition": -2, "Namespace": -1}
	slices.SortStableFunc(objects, func(a, b *unstructured.Unstructured) int {
		return cmp.Compare(rank[a.GetKind()], rank[b.GetKind()])
	})
}

func (c *Cluster) apply(namespace string, object *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	client, namespaced, err := c.clientFor(namespace, object)
	if err != nil {
		return nil, err
	}
	strict := metav1.FieldValidationStrict
	result, err := client.Create(background, object, metav1.CreateOptions{FieldValidation: strict})
	if apierrors.IsAlreadyExists(err) {
		before, getErr := client.Get(background, object.GetName(), metav1.GetOptions{})
		if getErr != nil {
			return nil, getErr
		}
		next := object.DeepCopy()
		next.SetResourceVersion(before.GetResourceVersion())
		result, err = client.Update(background, next, metav1.UpdateOptions{FieldValidation: strict})
	}
	if err != nil {
		return nil, err
	}
	switch {
	case namespaced:
	case object.GetKind() == "Namespace":
		err = c.waitNamespaceUsable(object.GetName())
	case object.GetKind() == "CustomResourceDefinition":
		err = c.waitServed(object)
	}
	return result, err
}

func (c *Cluster) clientFor(namespace string, object *unstructured.Unstructured) (client dynamic.ResourceInterface, namespaced bool, err error) {
	kind := object.GroupVersionKind()
	mapping, err := c.kinds.RESTMapping(kind.GroupKind(), kind.Version)
	if err != nil {
		return nil, false, err
	}
	resource := c.Dynamic.Resource(mapping.Resource)
	if mapping.Scope.Name() == meta.RESTScopeNameNamespace {
		return resource.Namespace(cmp.Or(object.GetNamespace(), namespace, metav1.NamespaceDefault)), true, nil
	}
	return resource, false, nil
}

// waitServed waits until objects of a new kind can be made.
func (c *Cluster) waitServed(definition *unstructured.Unstructured) error {
	group, _, _ := unstructured.NestedString(definition.Object, "spec", "group")
	kind, _, _ := unstructured.NestedString(definition.Object, "spec", "names", "kind")
	return WaitFor("the new kind "+kind+" to be served", DefaultLimit, func() error {
		c.kinds.Reset()
		_, err := c.kinds.RESTMapping(schema.GroupKind{Group: group, Kind: kind})
		return err
	})
}

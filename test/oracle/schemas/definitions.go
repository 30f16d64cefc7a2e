package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"
)

// As much of an OpenAPI schema as the tables hold.
type schema struct {
	Type                 string            `json:"type"`
	Format               string            `json:"format"`
	Properties           map[string]schema `json:"properties"`
	Items                *schema           `json:"items"`
	AdditionalProperties *schema           `json:"additionalProperties"`
	Required             []string          `json:"required"`
	Enum                 []any             `json:"enum"`
	Default              any               `json:"default"`
	PreserveUnknown      bool              `json:"x-kubernetes-preserve-unknown-fields"`
	IntOrString          bool              `json:"x-kubernetes-int-or-string"`
	ListMapKeys          []string          `json:"x-kubernetes-list-map-keys"`
	// A type of Kubernetes that the definition has in full.
	GoType string `json:"x-drawbridge-type"`
}

var goTypes = map[string]reflect.Type{
	"PersistentVolumeClaimSpec": reflect.TypeOf(corev1.PersistentVolumeClaimSpec{}),
	"PodTemplateSpec":           reflect.TypeOf(corev1.PodTemplateSpec{}),
}

type definition struct {
	Spec struct {
		Group string `json:"group"`
		Names struct {
			Kind string `json:"kind"`
		} `json:"names"`
		Versions []struct {
			Name   string `json:"name"`
			Schema struct {
				OpenAPIV3Schema schema `json:"openAPIV3Schema"`
			} `json:"schema"`
		} `json:"versions"`
	} `json:"spec"`
}

// addDefinitions reads the CustomResourceDefinitions of a folder, in the order of their files.
func (t *tables) addDefinitions(folder string) error {
	files, err := filepath.Glob(filepath.Join(t.module, folder, "*.yaml"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("%s holds no CustomResourceDefinition", folder)
	}
	slices.Sort(files)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		var read definition
		if err := yaml.Unmarshal(text, &read); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		for _, version := range read.Spec.Versions {
			kind := read.Spec.Names.Kind
			index, err := t.ofSchema(version.Schema.OpenAPIV3Schema, kind+"/"+version.Name, true)
			if err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			t.roots = append(t.roots, rootRow{read.Spec.Group, version.Name, kind, index})
		}
	}
	return nil
}

func (t *tables) ofSchema(s schema, name string, root bool) (int, error) {
	if s.GoType != "" {
		typ, known := goTypes[s.GoType]
		if !known {
			return 0, fmt.Errorf("%s is of Go type %q, which is not listed", name, s.GoType)
		}
		return t.ofGo(typ)
	}
	if s.IntOrString { // in all of these definitions an amount
		return t.scalar("kQuantity"), nil
	}
	switch s.Type {
	case "object":
		return t.ofObject(s, name, root)
	case "array":
		key := ""
		if len(s.ListMapKeys) == 1 {
			key = s.ListMapKeys[0]
		}
		index, err := t.ofSchema(*s.Items, name+"[]", false)
		return t.intern(typeRow{kind: kindList, element: index, name: key}), err
	case "string":
		return t.ofWords(s), nil
	case "integer":
		if s.Format == "int32" {
			return t.scalar("kInt32"), nil
		}
		return t.scalar("kInt64"), nil
	case "number":
		return t.scalar("kDouble"), nil
	case "boolean":
		return t.scalar("kBool"), nil
	case "":
		return t.scalar("kAny"), nil
	}
	return 0, fmt.Errorf("%s is of type %q, which no schema has", name, s.Type)
}

func (t *tables) ofWords(s schema) int {
	words := []string{}
	for _, word := range s.Enum {
		text, _ := word.(string)
		words = append(words, text)
	}
	switch {
	case len(words) > 0:
		return t.intern(typeRow{kind: kindEnum, words: words})
	case s.Format == "date-time":
		return t.scalar("kTime")
	}
	return t.scalar("kString")
}

func (t *tables) ofObject(s schema, name string, root bool) (int, error) {
	if s.PreserveUnknown {
		return t.scalar("kObject"), nil
	}
	if s.AdditionalProperties != nil {
		index, err := t.ofSchema(*s.AdditionalProperties, name+".*", false)
		return t.intern(typeRow{kind: kindMap, element: index}), err
	}
	row := typeRow{kind: kindStruct, name: name}
	for _, field := range slices.Sorted(maps.Keys(s.Properties)) {
		property := s.Properties[field]
		index, err := t.ofProperty(property, name, field, root)
		if err != nil {
			return 0, err
		}
		required := slices.Contains(s.Required, field) && property.Default == nil
		row.fields = append(row.fields, fieldRow{field, index, required})
	}
	return t.intern(row), nil
}

func (t *tables) ofProperty(property schema, owner, field string, root bool) (int, error) {
	if root && field == "metadata" {
		return t.ofGo(reflect.TypeOf(metav1.ObjectMeta{}))
	}
	return t.ofSchema(property, owner+"."+field, false)
}

package main

import (
	"fmt"
	"path"
	"reflect"
	"slices"
	"strings"
)

// What JSON makes of a Go type is not always what reflection sees.
var special = map[string]string{
	"k8s.io/apimachinery/pkg/api/resource.Quantity":   "kQuantity",
	"k8s.io/apimachinery/pkg/util/intstr.IntOrString": "kIntOrString",
	"k8s.io/apimachinery/pkg/apis/meta/v1.Time":       "kTime",
	"k8s.io/apimachinery/pkg/apis/meta/v1.MicroTime":  "kTime",
	"k8s.io/apimachinery/pkg/apis/meta/v1.Duration":   "kString",
	"k8s.io/apimachinery/pkg/apis/meta/v1.FieldsV1":   "kObject",
	"k8s.io/apimachinery/pkg/runtime.RawExtension":    "kAny",
}

// Enumerations of Go that the API server leaves open.
var openEnumerations = []string{
	"k8s.io/api/core/v1.LimitType", // a qualified name is taken too (ValidateLimitRange)
}

// Lists of which the API server refuses two elements of one key: its validation does, beside the markers, which
// server-side apply reads.
var uniqueKeys = map[string]string{
	"core/v1.PodSpec.containers":                    "name",
	"core/v1.PodSpec.initContainers":                "name",
	"core/v1.PodSpec.resourceClaims":                "name",
	"core/v1.PodSpec.volumes":                       "name",
	"resource/v1.DeviceClaim.requests":              "name",
	"resource/v1.DeviceRequest.firstAvailable":      "name",
	"resource/v1.ResourceSliceSpec.devices":         "name",
	"resource/v1beta1.DeviceClaim.requests":         "name",
	"resource/v1beta1.DeviceRequest.firstAvailable": "name",
	"resource/v1beta1.ResourceSliceSpec.devices":    "name",
	"resource/v1beta2.DeviceClaim.requests":         "name",
	"resource/v1beta2.DeviceRequest.firstAvailable": "name",
	"resource/v1beta2.ResourceSliceSpec.devices":    "name",
}

// Alpha fields of versions that are served still, which the newest has no more: the API server of
// that version takes them, its gate on or off.
var formerFields = map[string][]string{
	"core/v1.PodSpec":                       {"workloadRef"},                     // 1.35, GenericWorkload
	"resource/v1.Device":                    {"nodeAllocatableResourceMappings"}, // 1.36, DRANodeAllocatableResources
	"resource/v1beta2.Device":               {"nodeAllocatableResourceMappings"},
	"resource/v1beta1.BasicDevice":          {"nodeAllocatableResourceMappings"},
	"resource/v1alpha3.DeviceTaintSelector": {"deviceClassName", "selectors"}, // 1.34
}

func fullName(typ reflect.Type) string {
	return typ.PkgPath() + "." + typ.Name()
}

// shortName is "core/v1.Container".
func shortName(typ reflect.Type) string {
	group := path.Base(path.Dir(typ.PkgPath()))
	return group + "/" + path.Base(typ.PkgPath()) + "." + typ.Name()
}

var scalarKinds = map[reflect.Kind]string{
	reflect.String: "kString", reflect.Bool: "kBool", reflect.Int32: "kInt32", reflect.Int64: "kInt64",
	reflect.Int: "kInt64", reflect.Float64: "kDouble",
}

// ofGo is the row of a Go type.
func (t *tables) ofGo(typ reflect.Type) (int, error) {
	if kind, found := special[fullName(typ)]; found {
		return t.scalar(kind), nil
	}
	switch typ.Kind() {
	case reflect.Pointer:
		return t.ofGo(typ.Elem())
	case reflect.Slice:
		if typ.Elem().Kind() == reflect.Uint8 {
			return t.scalar("kBytes"), nil
		}
		return t.container(kindList, typ.Elem(), "")
	case reflect.Map:
		return t.container(kindMap, typ.Elem(), "")
	case reflect.Struct:
		return t.ofStruct(typ)
	case reflect.String:
		return t.ofString(typ)
	}
	if kind, found := scalarKinds[typ.Kind()]; found {
		return t.scalar(kind), nil
	}
	return 0, fmt.Errorf("%s is of a kind that no schema has: %s", typ, typ.Kind())
}

func (t *tables) container(kind string, element reflect.Type, key string) (int, error) {
	index, err := t.ofGo(element)
	return t.intern(typeRow{kind: kind, element: index, name: key}), err
}

func (t *tables) ofString(typ reflect.Type) (int, error) {
	if !strings.HasPrefix(typ.PkgPath(), "k8s.io/api/") || slices.Contains(openEnumerations, fullName(typ)) {
		return t.scalar("kString"), nil
	}
	markers, err := t.markersOf(typ.PkgPath())
	if err != nil {
		return 0, err
	}
	if !markers.enums[typ.Name()] {
		return t.scalar("kString"), nil
	}
	words := []string{}
	for _, word := range markers.words[typ.Name()] {
		if word != "" && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	if len(words) == 0 {
		return 0, fmt.Errorf("%s is an enumeration without values", typ)
	}
	return t.intern(typeRow{kind: kindEnum, words: words}), nil
}

func (t *tables) ofStruct(typ reflect.Type) (int, error) {
	identity := "go:" + fullName(typ)
	if at, found := t.known[identity]; found {
		return at, nil
	}
	// The row stands before its fields are known: a type may hold itself.
	t.types = append(t.types, typeRow{kind: kindStruct, name: shortName(typ)})
	at := len(t.types) - 1
	t.known[identity] = at
	fields, err := t.fieldsOf(typ)
	t.types[at].fields = fields
	return at, err
}

func (t *tables) fieldsOf(typ reflect.Type) ([]fieldRow, error) {
	fields := []fieldRow{}
	for i := range typ.NumField() {
		field := typ.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if field.Anonymous && (name == "" || strings.Contains(options, "inline")) {
			inlined, err := t.fieldsOf(field.Type)
			if err != nil {
				return nil, err
			}
			fields = append(fields, inlined...)
			continue
		}
		if name == "" || name == "-" || !field.IsExported() {
			continue
		}
		row, err := t.fieldOf(typ, field, name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		fields = append(fields, row)
	}
	for _, former := range formerFields[shortName(typ)] {
		fields = append(fields, fieldRow{name: former, typ: t.scalar("kAny")})
	}
	return fields, nil
}

func (t *tables) fieldOf(owner reflect.Type, field reflect.StructField, name string) (fieldRow, error) {
	row := fieldRow{name: name}
	var err error
	if key := uniqueKeys[shortName(owner)+"."+name]; key != "" {
		row.typ, err = t.container(kindList, field.Type.Elem(), key)
	} else {
		row.typ, err = t.ofGo(field.Type)
	}
	// Of other groups the markers say what the server's defaults fill in as well.
	if err == nil && strings.HasPrefix(owner.PkgPath(), "k8s.io/api/resource/") {
		markers, failure := t.markersOf(owner.PkgPath())
		if failure != nil {
			return row, failure
		}
		// A number or a quantity that is missing is 0.
		kind := t.types[row.typ].kind
		row.required = markers.required[owner.Name()+"."+field.Name] && kind != "kInt64" && kind != "kQuantity"
	}
	return row, err
}

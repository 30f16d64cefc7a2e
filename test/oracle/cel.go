package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"strconv"
	"sync"
	"time"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/common/types/traits"
	"github.com/google/cel-go/ext"

	resourcev1 "k8s.io/api/resource/v1"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/version"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/environment"
	"k8s.io/apiserver/pkg/cel/library"
	dracel "k8s.io/dynamic-resource-allocation/cel"
)

// The outcome of an expression in Kubernetes' own environments: apiserver pkg/cel/environment for "cel.base",
// dynamic-resource-allocation/cel for "cel.device". A compile failure, an error while a program is built from a
// well-typed expression, and an error at run time are outcomes as good as a value.

type celQuestion struct {
	Expr string `json:"expr"`
	// The variable `object`, of type dyn: an object as the API server holds it, integers as int64.
	Object json.RawMessage `json:"object"`
	// cel.device
	Device *struct {
		Driver     string                                                  `json:"driver"`
		Shared     *bool                                                   `json:"allowMultipleAllocations"`
		Attributes map[resourcev1.QualifiedName]resourcev1.DeviceAttribute `json:"attributes"`
		Capacity   map[resourcev1.QualifiedName]resourcev1.DeviceCapacity  `json:"capacity"`
	} `json:"device"`
	New    bool `json:"new"`    // as a new expression, not a stored one
	Shared bool `json:"shared"` // with the feature gate DRAConsumableCapacity
	Lists  bool `json:"lists"`  // with the feature gate DRAListTypeAttributes
}

// The version 1.minor of Kubernetes whose libraries these are; the linker sets another one.
var minor = "37"

func kubernetesVersion() *version.Version { return version.MustParse("1." + minor) }

// The environment of that version, with cel.bind and one dyn variable.
var baseEnv = sync.OnceValue(func() *cel.Env {
	set := environment.MustBaseEnvSet(kubernetesVersion())
	extended, err := set.Extend(environment.VersionedOptions{
		IntroducedVersion: version.MajorMinor(1, 0),
		EnvOptions: []cel.EnvOption{
			ext.Bindings(ext.BindingsVersion(0)),
			cel.Variable("object", cel.DynType),
		},
	})
	if err != nil {
		panic(err)
	}
	env, err := extended.Env(environment.StoredExpressions)
	if err != nil {
		panic(err)
	}
	return env
})

func celBase(asked request) (judged answer, _ error) {
	question := fields[celQuestion](asked)
	// cel-go does not survive every expression: bytes as the key of a constant map, for one.
	defer func() {
		if recover() != nil {
			judged = answer{"kind": "panic"}
		}
	}()
	env := baseEnv()
	ast, issues := env.Compile(question.Expr)
	if issues.Err() != nil {
		return answer{"kind": "compile_error", "text": issues.String()}, nil
	}
	result := answer{"type": ast.OutputType().String()}
	estimate, err := env.EstimateCost(ast, &library.CostEstimator{})
	if err != nil {
		return nil, err
	}
	result["cost_est"] = []string{strconv.FormatUint(estimate.Min, 10), strconv.FormatUint(estimate.Max, 10)}
	program, err := env.Program(ast, cel.CostTracking(&library.CostEstimator{}), cel.CostLimit(specCostLimit))
	if err != nil {
		result["kind"], result["text"] = "program_error", err.Error()
		return result, nil
	}
	var object any
	if question.Object != nil {
		if err := utiljson.Unmarshal(question.Object, &object); err != nil {
			return nil, err
		}
	}
	value, details, err := program.Eval(map[string]any{"object": object})
	return outcome(result, value, details, err), nil
}

func outcome(result answer, value ref.Val, details *cel.EvalDetails, err error) answer {
	if details != nil && details.ActualCost() != nil {
		result["cost"] = strconv.FormatUint(*details.ActualCost(), 10)
	}
	if err != nil {
		result["kind"], result["text"] = "eval_error", err.Error()
		return result
	}
	result["kind"], result["value"] = "value", encodeValue(value)
	return result
}

func celDevice(asked request) (judged answer, _ error) {
	question := fields[celQuestion](asked)
	defer func() {
		if recover() != nil {
			judged = answer{"kind": "panic"}
		}
	}()
	compiler := dracel.GetCompiler(dracel.Features{
		EnableConsumableCapacity: question.Shared, EnableListTypeAttributes: question.Lists})
	kind := environment.StoredExpressions
	if question.New {
		kind = environment.NewExpressions
	}
	compiled := compiler.CompileCELExpression(question.Expr, dracel.Options{EnvType: &kind})
	if compiled.Error != nil {
		return answer{"kind": "compile_error", "text": compiled.Error.Detail}, nil
	}
	result := answer{"type": compiled.OutputType.String(), "max_cost": strconv.FormatUint(compiled.MaxCost, 10)}
	if question.Device == nil {
		result["kind"] = "checked"
		return result, nil
	}
	device := dracel.Device{
		Driver: question.Device.Driver, AllowMultipleAllocations: question.Device.Shared,
		Attributes: shuffled(question.Device.Attributes), Capacity: shuffled(question.Device.Capacity),
	}
	for name := range device.Attributes {
		if _, both := device.Attributes[resourcev1.QualifiedName(device.Driver)+"/"+name]; both {
			return nil, fmt.Errorf("%s stands twice: which one counts is left to chance", name)
		}
	}
	matches, details, err := compiled.DeviceMatches(background, device)
	return outcome(result, types.Bool(matches), details, err), nil
}

// A small map of Go is walked from another place each time, but in the order in which it was filled.
func shuffled[V any](from map[resourcev1.QualifiedName]V) map[resourcev1.QualifiedName]V {
	names := slices.Collect(maps.Keys(from))
	rand.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	into := map[resourcev1.QualifiedName]V{}
	for _, name := range names {
		into[name] = from[name]
	}
	return into
}

// encodeValue writes a value with a tag for its type; maps in the order of their encoded keys.
func encodeValue(value ref.Val) any {
	switch v := value.(type) {
	case types.Null:
		return answer{"t": "null"}
	case types.Bool:
		return answer{"t": "bool", "v": bool(v)}
	case types.Int:
		return answer{"t": "int", "v": strconv.FormatInt(int64(v), 10)}
	case types.Uint:
		return answer{"t": "uint", "v": strconv.FormatUint(uint64(v), 10)}
	case types.Double:
		return answer{"t": "double", "v": doubleText(float64(v))}
	case types.String:
		return answer{"t": "string", "v": string(v)}
	case types.Bytes:
		return answer{"t": "bytes", "v": base64.StdEncoding.EncodeToString(v)}
	case types.Duration:
		seconds := int64(v.Duration / time.Second)
		return answer{"t": "duration", "s": strconv.FormatInt(seconds, 10), "n": int64(v.Duration % time.Second)}
	case types.Timestamp:
		return answer{"t": "timestamp", "s": strconv.FormatInt(v.Unix(), 10), "n": int64(v.Nanosecond())}
	case *types.Type:
		return answer{"t": "type", "v": v.TypeName()}
	case *types.Optional:
		if !v.HasValue() {
			return answer{"t": "optional"}
		}
		return answer{"t": "optional", "v": encodeValue(v.GetValue())}
	case *apiservercel.Quantity:
		return encodeValue(*v)
	case apiservercel.Quantity:
		return answer{"t": "quantity", "v": v.AsDec().String()}
	case apiservercel.Semver:
		return answer{"t": "semver", "v": v.Version.String()}
	case apiservercel.IP:
		return answer{"t": "ip", "v": v.Addr.String()}
	case *apiservercel.CIDR:
		return encodeValue(*v)
	case apiservercel.CIDR:
		return answer{"t": "cidr", "v": v.Prefix.String()}
	case apiservercel.URL:
		return answer{"t": "url", "v": v.URL.String()}
	case traits.Lister:
		return answer{"t": "list", "v": encodeElements(v)}
	case traits.Mapper:
		return answer{"t": "map", "v": encodeEntries(v)}
	}
	return answer{"t": "opaque", "type": value.Type().TypeName()}
}

func encodeElements(list traits.Lister) []any {
	elements := []any{}
	for it := list.Iterator(); it.HasNext() == types.True; {
		elements = append(elements, encodeValue(it.Next()))
	}
	return elements
}

func encodeEntries(mapping traits.Mapper) []any {
	entries := []any{}
	for it := mapping.Iterator(); it.HasNext() == types.True; {
		key := it.Next()
		entries = append(entries, []any{encodeValue(key), encodeValue(mapping.Get(key))})
	}
	sort.Slice(entries, func(i, j int) bool {
		return fmt.Sprint(entries[i].([]any)[0]) < fmt.Sprint(entries[j].([]any)[0])
	})
	return entries
}

func doubleText(value float64) string {
	switch {
	case math.IsInf(value, 1):
		return "Infinity"
	case math.IsInf(value, -1):
		return "-Infinity"
	case value == 0 && math.Signbit(value):
		return "-0.0"
	}
	return strconv.FormatFloat(value, 'g', -1, 64)
}

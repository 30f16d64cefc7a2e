package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	celpb "cel.dev/expr"
	conformance "cel.dev/expr/conformance/test"
	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/common/types/ref"
	"github.com/google/cel-go/ext"
	"google.golang.org/protobuf/proto"

	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/apiserver/pkg/cel/environment"
	"k8s.io/apiserver/pkg/cel/library"
)

// cel-spec's suite, each test's expression as Kubernetes takes it: with type checks, with macros, in no container,
// and without the suite's messages. The files of the module cel.dev/expr lie beside this program (build.sh, suite/).

const (
	specFolder = "cel-spec"
	// cel-go walks maps in another order each time, which may change what an evaluation costs.
	specRuns      = 200
	specCostLimit = 1_000_000
)

// cel.spec {} -> {rows}, each {id, expr, type_env, bindings, k8s_outcome} in the format of the recorded outcomes, or
// {id, expr, left_out} where a binding has no value in Kubernetes.
func celSpec(request) (answer, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(filepath.Dir(program), specFolder, "*.binpb"))
	if err != nil {
		return nil, err
	}
	rows := []answer{}
	for _, file := range files {
		bytes, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var suite conformance.SimpleTestFile
		if err := proto.Unmarshal(bytes, &suite); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		for _, section := range suite.GetSection() {
			for _, test := range section.GetTest() {
				id := suite.GetName() + "/" + section.GetName() + "/" + test.GetName()
				row, err := specRow(test)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", id, err)
				}
				row["id"], row["expr"] = id, test.GetExpr()
				rows = append(rows, row)
			}
		}
	}
	return answer{"rows": rows}, nil
}

func specRow(test *conformance.SimpleTest) (answer, error) {
	environment, err := specEnv(test.GetTypeEnv())
	if err != nil {
		return answer{"left_out": "no environment has these declarations: " + err.Error()}, nil
	}
	row := answer{"type_env": encodeDeclarations(test.GetTypeEnv())}
	ast, issues := environment.Compile(test.GetExpr())
	if issues.Err() != nil {
		row["k8s_outcome"] = answer{"kind": "compile_error", "text": issues.String()}
		return row, nil
	}
	values, left := specBindings(test.GetBindings())
	if left != "" {
		return answer{"left_out": left}, nil
	}
	bindings := answer{}
	for name, value := range values {
		encoded := encodeValue(value.(ref.Val))
		if value, tagged := encoded.(answer); tagged && value["t"] == "opaque" {
			return answer{"left_out": "a variable that is bound to a message"}, nil
		}
		bindings[name] = answer{"value": encoded}
	}
	row["bindings"] = bindings
	outcome := answer{"type": encodeType(ast.OutputType())}
	row["k8s_outcome"] = outcome
	estimate, err := environment.EstimateCost(ast, &library.CostEstimator{})
	if err != nil {
		return nil, err
	}
	outcome["cost_est"] = []string{strconv.FormatUint(estimate.Min, 10), strconv.FormatUint(estimate.Max, 10)}
	program, err := environment.Program(ast, cel.CostTracking(&library.CostEstimator{}),
		cel.CostLimit(specCostLimit))
	switch {
	case err != nil:
		outcome["kind"], outcome["message"] = "program_error", err.Error()
	case test.GetCheckOnly():
		outcome["kind"] = "checked"
	default:
		return row, specEvaluate(program, values, outcome)
	}
	return row, nil
}

func specEvaluate(program cel.Program, values map[string]any, outcome answer) error {
	costs := map[string]bool{}
	for range specRuns {
		value, details, err := program.Eval(values)
		if err != nil {
			outcome["kind"], outcome["message"] = "eval_error", err.Error()
		} else {
			outcome["kind"], outcome["value"] = "value", encodeValue(value)
		}
		costs[strconv.FormatUint(*details.ActualCost(), 10)] = true
	}
	if len(costs) > 1 {
		varies := []string{}
		for cost := range costs {
			varies = append(varies, cost)
		}
		slices.Sort(varies)
		outcome["cost_varies"] = varies
		return nil
	}
	for cost := range costs {
		outcome["cost"] = cost
	}
	return nil
}

func specEnv(declared []*celpb.Decl) (*cel.Env, error) {
	options := []cel.EnvOption{ext.Bindings(ext.BindingsVersion(0)), library.JSONPatch()}
	for _, it := range declared {
		option, err := cel.ProtoAsDeclaration(it)
		if err != nil {
			return nil, err
		}
		options = append(options, option)
	}
	set, err := environment.MustBaseEnvSet(kubernetesVersion()).Extend(
		environment.VersionedOptions{IntroducedVersion: version.MajorMinor(1, 0), EnvOptions: options})
	if err != nil {
		return nil, err
	}
	return set.Env(environment.StoredExpressions)
}

// The values, or why a policy could have none of them.
func specBindings(given map[string]*celpb.ExprValue) (map[string]any, string) {
	values := map[string]any{}
	for name, it := range given {
		value, err := cel.ProtoAsValue(types.DefaultTypeAdapter, it.GetValue())
		if err != nil || it.GetValue() == nil {
			return nil, "a variable that is bound to an error or an unknown"
		}
		values[name] = value
	}
	return values, ""
}

func encodeDeclarations(declared []*celpb.Decl) []answer {
	encoded := []answer{}
	for _, it := range declared {
		if ident := it.GetIdent(); ident != nil {
			encoded = append(encoded,
				answer{"name": it.GetName(), "kind": "ident", "type": encodeProtoType(ident.GetType())})
			continue
		}
		overloads := []answer{}
		for _, overload := range it.GetFunction().GetOverloads() {
			overloads = append(overloads, answer{
				"id": overload.GetOverloadId(), "params": encodeProtoTypes(overload.GetParams()),
				"result": encodeProtoType(overload.GetResultType()), "member": overload.GetIsInstanceFunction()})
		}
		encoded = append(encoded, answer{"name": it.GetName(), "kind": "function", "overloads": overloads})
	}
	return encoded
}

func encodeType(typ *types.Type) any {
	asProto, err := types.TypeToProto(typ)
	if err != nil {
		return typ.String()
	}
	return encodeProtoType(asProto)
}

func encodeProtoTypes(list []*celpb.Type) []any {
	encoded := []any{}
	for _, it := range list {
		encoded = append(encoded, encodeProtoType(it))
	}
	return encoded
}

func encodeProtoType(typ *celpb.Type) any {
	switch kind := typ.GetTypeKind().(type) {
	case *celpb.Type_Null:
		return "null"
	case *celpb.Type_Error:
		return "error"
	case *celpb.Type_Primitive:
		return primitiveNames[kind.Primitive]
	case *celpb.Type_Wrapper:
		return answer{"wrapper": primitiveNames[kind.Wrapper]}
	case *celpb.Type_WellKnown:
		return strings.ToLower(kind.WellKnown.String())
	case *celpb.Type_ListType_:
		return answer{"list": encodeProtoType(kind.ListType.GetElemType())}
	case *celpb.Type_MapType_:
		return answer{"map": encodeProtoTypes([]*celpb.Type{kind.MapType.GetKeyType(), kind.MapType.GetValueType()})}
	case *celpb.Type_MessageType:
		return answer{"message": kind.MessageType}
	case *celpb.Type_TypeParam:
		return answer{"param": kind.TypeParam}
	case *celpb.Type_Type:
		if kind.Type.GetTypeKind() == nil {
			return answer{"type": nil}
		}
		return answer{"type": encodeProtoType(kind.Type)}
	case *celpb.Type_AbstractType_:
		return answer{"abstract": kind.AbstractType.GetName(),
			"params": encodeProtoTypes(kind.AbstractType.GetParameterTypes())}
	}
	return "dyn"
}

var primitiveNames = map[celpb.Type_PrimitiveType]string{
	celpb.Type_BOOL: "bool", celpb.Type_INT64: "int", celpb.Type_UINT64: "uint", celpb.Type_DOUBLE: "double",
	celpb.Type_STRING: "string", celpb.Type_BYTES: "bytes",
}

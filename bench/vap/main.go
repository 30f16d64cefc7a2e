// Policies beside DeviceRules: the API server's own evaluator of ValidatingAdmissionPolicies, and OPA's Rego as
// Gatekeeper runs it, over the same pod. bench/rules.py runs it beside bench_rules.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"syscall"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"
	admissionv1 "k8s.io/api/admission/v1"
	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/admission"
	plugincel "k8s.io/apiserver/pkg/admission/plugin/cel"
	"k8s.io/apiserver/pkg/admission/plugin/policy/validating"
	"k8s.io/apiserver/pkg/admission/plugin/webhook/matchconditions"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/cel/environment"
)

// A row of policies.jsonl: the same policy in both languages.
type row struct {
	Name string                                                `json:"name"`
	Spec admissionregistrationv1.ValidatingAdmissionPolicySpec `json:"spec"`
	Rego string                                                `json:"rego"`
}

// What is measured of one number of rules.
type measured struct {
	Engine      string  `json:"engine"`
	Rules       int     `json:"rules"`
	Nanoseconds float64 `json:"ns"`
	Allocations int64   `json:"allocations"`
	Refused     int     `json:"refused"`
}

// A measurement lasts at least so long.
const cpuTimeMin = 500 * time.Millisecond

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "vap:", err)
		os.Exit(1)
	}
}

// As the plugin validating does, whose function for that is its own.
func compile(spec admissionregistrationv1.ValidatingAdmissionPolicySpec) validating.Validator {
	compiler, err := plugincel.NewCompositedCompiler(environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion()))
	check(err)
	everything := plugincel.OptionalVariableDeclarations{HasAuthorizer: true}
	ofMessages := plugincel.OptionalVariableDeclarations{}
	stored := environment.StoredExpressions
	var variables []plugincel.NamedExpressionAccessor
	for _, one := range spec.Variables {
		variables = append(variables, &validating.Variable{Name: one.Name, Expression: one.Expression})
	}
	compiler.CompileAndStoreVariables(variables, everything, stored)
	var matcher matchconditions.Matcher
	if len(spec.MatchConditions) > 0 {
		var conditions []plugincel.ExpressionAccessor
		for i := range spec.MatchConditions {
			conditions = append(conditions, (*matchconditions.MatchCondition)(&spec.MatchConditions[i]))
		}
		matcher = matchconditions.NewMatcher(compiler.CompileCondition(conditions, everything, stored),
			spec.FailurePolicy, "policy", "validate", "bench")
	}
	var validations, messages []plugincel.ExpressionAccessor
	for _, one := range spec.Validations {
		validations = append(validations, &validating.ValidationCondition{
			Expression: one.Expression, Message: one.Message, Reason: one.Reason})
		var message plugincel.ExpressionAccessor
		if one.MessageExpression != "" {
			message = &validating.MessageExpressionCondition{MessageExpression: one.MessageExpression}
		}
		messages = append(messages, message)
	}
	return validating.NewValidator(compiler.CompileCondition(validations, everything, stored), matcher,
		compiler.CompileCondition(nil, everything, stored), compiler.CompileCondition(messages, ofMessages, stored),
		spec.FailurePolicy, nil)
}

func readReview(path string) (admissionv1.AdmissionReview, *corev1.Pod) {
	text, err := os.ReadFile(path)
	check(err)
	review := admissionv1.AdmissionReview{}
	check(json.Unmarshal(text, &review))
	pod := &corev1.Pod{}
	check(json.Unmarshal(review.Request.Object.Raw, pod))
	pod.SetGroupVersionKind(schema.GroupVersionKind{Version: "v1", Kind: "Pod"})
	return review, pod
}

func readRows(path string) []row {
	file, err := os.Open(path)
	check(err)
	defer func() { check(file.Close()) }()
	var rows []row
	for lines := bufio.NewScanner(file); lines.Scan(); {
		one := row{}
		check(json.Unmarshal(lines.Bytes(), &one))
		rows = append(rows, one)
	}
	return rows
}

func cpuTime() time.Duration {
	usage := syscall.Rusage{}
	check(syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// The CPU time of all threads, those that collect garbage too, and the allocations of one call.
func perCall(call func()) (float64, int64) {
	call()
	for calls := 1; ; calls *= 2 {
		before, after := runtime.MemStats{}, runtime.MemStats{}
		runtime.ReadMemStats(&before)
		began := cpuTime()
		for range calls {
			call()
		}
		took := cpuTime() - began
		runtime.ReadMemStats(&after)
		if took >= cpuTimeMin {
			return float64(took.Nanoseconds()) / float64(calls), int64(after.Mallocs-before.Mallocs) / int64(calls)
		}
	}
}

// The first count policies, from the beginning again where there are fewer.
func taken[T any](rows []row, count int, make func(row) T) []T {
	var made []T
	for i := range count {
		made = append(made, make(rows[i%len(rows)]))
	}
	return made
}

func measurePolicies(rows []row, count int, review admissionv1.AdmissionReview, pod *corev1.Pod) measured {
	validators := taken(rows, count, func(one row) validating.Validator { return compile(one.Spec) })
	resource := schema.GroupVersionResource{Version: "v1", Resource: "pods"}
	kind := schema.GroupVersionKind{Version: "v1", Kind: "Pod"}
	asked := review.Request
	attributes := admission.NewAttributesRecord(pod, nil, kind, asked.Namespace, asked.Name, resource, "", admission.Create,
		&metav1.CreateOptions{}, false, &user.DefaultInfo{Name: asked.UserInfo.Username, Groups: asked.UserInfo.Groups})
	namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: asked.Namespace}}
	refused := 0
	// A new request each time: what is kept of the object is kept for one.
	judge := func() {
		refused = 0
		versioned := &admission.VersionedAttributes{
			Attributes: attributes, VersionedKind: kind, VersionedObject: admission.NewLazyObject(pod)}
		for _, validator := range validators {
			result := validator.Validate(context.Background(), resource, versioned, nil, namespace,
				celconfig.RuntimeCELCostBudget, nil)
			for _, decision := range result.Decisions {
				if decision.Action == validating.ActionDeny {
					refused++
				}
			}
		}
	}
	nanoseconds, allocations := perCall(judge)
	return measured{"vap", count, nanoseconds, allocations, refused}
}

func measureRego(rows []row, count int, review admissionv1.AdmissionReview) measured {
	queries := taken(rows, count, func(one row) rego.PreparedEvalQuery {
		prepared, err := rego.New(rego.Query("data.policy.violation"), rego.Module(one.Name, one.Rego)).
			PrepareForEval(context.Background())
		check(err)
		return prepared
	})
	var object any
	check(json.Unmarshal(review.Request.Object.Raw, &object))
	refused := 0
	judge := func() {
		refused = 0
		input, err := ast.InterfaceToValue(map[string]any{"review": map[string]any{"object": object}})
		check(err)
		for _, query := range queries {
			results, err := query.Eval(context.Background(), rego.EvalParsedInput(input))
			check(err)
			for _, result := range results {
				if found, is := result.Expressions[0].Value.([]any); is {
					refused += len(found)
				}
			}
		}
	}
	nanoseconds, allocations := perCall(judge)
	return measured{"rego", count, nanoseconds, allocations, refused}
}

func main() {
	if len(os.Args) < 4 {
		fmt.Fprintln(os.Stderr, "usage: vap POLICIES REVIEW COUNT...")
		os.Exit(2)
	}
	rows := readRows(os.Args[1])
	review, pod := readReview(os.Args[2])
	output := json.NewEncoder(os.Stdout)
	for _, argument := range os.Args[3:] {
		count, err := strconv.Atoi(argument)
		check(err)
		check(output.Encode(measurePolicies(rows, count, review, pod)))
		check(output.Encode(measureRego(rows, count, review)))
	}
}

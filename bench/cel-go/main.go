// Measures CEL as Kubernetes runs it: cel-go with the API server's libraries, and with the environment of device
// selectors.
//
//	cel-go measure DEVICE < ROWS    one row {"name", "env", "expression"} a line, env is device or base; answers each
//	                                with its times in nanoseconds, allocations, outcome and cost
//	cel-go suite FOLDER...          rows of the expressions in cel-spec's tests (*.textproto) that need no variables
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/ext"

	resourcev1 "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/apiserver/pkg/cel/environment"
	"k8s.io/apiserver/pkg/cel/library"
	dracel "k8s.io/dynamic-resource-allocation/cel"
)

type row struct {
	Name       string `json:"name"`
	Env        string `json:"env"`
	Expression string `json:"expression"`
}

type measured struct {
	row
	Outcome    string  `json:"outcome"` // "value", "error" or "refused"
	Cost       uint64  `json:"cost"`
	CompileNs  float64 `json:"compile_ns"`
	EvaluateNs float64 `json:"evaluate_ns"`
	Allocs     float64 `json:"allocations"`
}

// How long each measurement lasts, in CPU time, which says the same on a busy machine; the best of so many counts.
const (
	turn  = 10 * time.Millisecond
	turns = 3
)

// What all threads of this process have taken, the garbage collector's among them.
func cpuTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func perCall(call func()) (ns, allocations float64) {
	call()
	for range turns {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		calls := 0
		began := cpuTime()
		wall := time.Now()
		for time.Since(wall) < turn {
			call()
			calls++
		}
		took := float64((cpuTime() - began).Nanoseconds()) / float64(calls)
		runtime.ReadMemStats(&after)
		if ns == 0 || took < ns {
			ns, allocations = took, float64(after.Mallocs-before.Mallocs)/float64(calls)
		}
	}
	return ns, allocations
}

func baseEnv() *cel.Env {
	set, err := environment.MustBaseEnvSet(version.MajorMinor(1, 37)).Extend(environment.VersionedOptions{
		IntroducedVersion: version.MajorMinor(1, 0),
		EnvOptions:        []cel.EnvOption{ext.Bindings(ext.BindingsVersion(0))},
	})
	if err != nil {
		panic(err)
	}
	env, err := set.Env(environment.StoredExpressions)
	if err != nil {
		panic(err)
	}
	return env
}

// What the API server does with an expression: type, cost estimate, program.
func compileBase(env *cel.Env, expression string) cel.Program {
	ast, issues := env.Compile(expression)
	if issues.Err() != nil {
		return nil
	}
	if _, err := env.EstimateCost(ast, &library.CostEstimator{}); err != nil {
		return nil
	}
	program, err := env.Program(ast, cel.CostTracking(&library.CostEstimator{}))
	if err != nil {
		return nil
	}
	return program
}

func measureBase(env *cel.Env, asked row) measured {
	result := measured{row: asked, Outcome: "refused"}
	result.CompileNs, _ = perCall(func() { compileBase(env, asked.Expression) })
	program := compileBase(env, asked.Expression)
	if program == nil {
		return result
	}
	none := map[string]any{}
	evaluate := func() {
		_, details, err := program.Eval(none)
		result.Outcome = "value"
		if err != nil {
			result.Outcome = "error"
		}
		if details != nil && details.ActualCost() != nil {
			result.Cost = *details.ActualCost()
		}
	}
	result.EvaluateNs, result.Allocs = perCall(evaluate)
	return result
}

func measureDevice(asked row, device dracel.Device) measured {
	result := measured{row: asked, Outcome: "refused"}
	kind := environment.StoredExpressions
	compiler := dracel.GetCompiler(dracel.Features{EnableConsumableCapacity: true, EnableListTypeAttributes: true})
	compile := func() dracel.CompilationResult {
		return compiler.CompileCELExpression(asked.Expression, dracel.Options{EnvType: &kind})
	}
	result.CompileNs, _ = perCall(func() { compile() })
	compiled := compile()
	if compiled.Error != nil {
		return result
	}
	ctx := context.Background()
	evaluate := func() {
		_, details, err := compiled.DeviceMatches(ctx, device)
		result.Outcome = "value"
		if err != nil {
			result.Outcome = "error"
		}
		if details != nil && details.ActualCost() != nil {
			result.Cost = *details.ActualCost()
		}
	}
	result.EvaluateNs, result.Allocs = perCall(evaluate)
	return result
}

func measure(deviceFile string) error {
	text, err := os.ReadFile(deviceFile)
	if err != nil {
		return err
	}
	var device struct {
		Driver     string                                                  `json:"driver"`
		Attributes map[resourcev1.QualifiedName]resourcev1.DeviceAttribute `json:"attributes"`
		Capacity   map[resourcev1.QualifiedName]resourcev1.DeviceCapacity  `json:"capacity"`
	}
	if err := json.Unmarshal(text, &device); err != nil {
		return err
	}
	env := baseEnv()
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var asked row
		if err := json.Unmarshal(in.Bytes(), &asked); err != nil {
			return err
		}
		var result measured
		if asked.Env == "device" {
			result = measureDevice(asked, dracel.Device{
				Driver: device.Driver, Attributes: device.Attributes, Capacity: device.Capacity})
		} else {
			result = measureBase(env, asked)
		}
		if err := out.Encode(result); err != nil {
			return err
		}
	}
	return in.Err()
}

var (
	test       = regexp.MustCompile(`(?s)\n  test:? \{\n(.*?)\n  \}`)
	name       = regexp.MustCompile(`(?m)^    name: "([^"]*)"`)
	expression = regexp.MustCompile(`(?m)^    expr:\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*$`)
	needsMore  = regexp.MustCompile(`(?m)^    (type_env|bindings|container|disable_check|disable_macros|check_only|locale)`)
)

func unquoted(text string) (string, bool) {
	if text[0] == '\'' {
		inner := strings.ReplaceAll(text[1:len(text)-1], `\'`, `'`)
		text = `"` + strings.ReplaceAll(inner, `"`, `\"`) + `"`
	}
	plain, err := strconv.Unquote(text)
	return plain, err == nil
}

func suite(folders []string) error {
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(folder, "*.textproto"))
		if err != nil {
			return err
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			for _, block := range test.FindAllStringSubmatch(string(text), -1) {
				called := name.FindStringSubmatch(block[1])
				expr := expression.FindStringSubmatch(block[1])
				if called == nil || expr == nil || needsMore.MatchString(block[1]) {
					continue
				}
				if plain, fine := unquoted(expr[1]); fine {
					base := strings.TrimSuffix(filepath.Base(file), ".textproto")
					if err := out.Encode(row{base + "/" + called[1], "base", plain}); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

func run() error {
	switch {
	case len(os.Args) == 3 && os.Args[1] == "measure":
		return measure(os.Args[2])
	case len(os.Args) > 2 && os.Args[1] == "suite":
		return suite(os.Args[2:])
	}
	return fmt.Errorf("usage: cel-go measure DEVICE < ROWS | cel-go suite FOLDER...")
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

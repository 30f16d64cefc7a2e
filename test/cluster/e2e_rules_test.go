package cluster_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/yaml"

	"drawbridge.dev/test/cluster"
)

// rulePolicy is one row of testdata/rules/policies.yaml.
type rulePolicy struct {
	Name      string         `json:"name"`
	Actions   []string       `json:"actions"`
	ParamKind map[string]any `json:"paramKind"`
	Params    map[string]any `json:"params"`
	Spec      map[string]any `json:"spec"`
}

// judges of one object, told apart by its label `judge`.
const (
	byPolicy = "policy" // ValidatingAdmissionPolicy
	byRule   = "rule"   // DeviceRule
)

// with is the spec of the row with more fields.
func (p rulePolicy) with(more map[string]any) map[string]any {
	spec := maps.Clone(p.Spec)
	if p.ParamKind != nil {
		spec["paramKind"] = p.ParamKind
	}
	maps.Copy(spec, more)
	return spec
}

func (p rulePolicy) actions() []string {
	if p.Actions == nil {
		return []string{"Deny"}
	}
	return p.Actions
}

func (p rulePolicy) selector(judge string) map[string]any {
	return map[string]any{"matchLabels": map[string]any{"judge": judge, "case": p.Name}}
}

// manifest is the YAML of an object.
func manifest(t *testing.T, version, kind, name string, spec map[string]any) string {
	t.Helper()
	text, err := yaml.Marshal(map[string]any{
		"apiVersion": version, "kind": kind, "metadata": map[string]any{"name": name}, "spec": spec,
	})
	must(t, err)
	return "---\n" + string(text)
}

func (p rulePolicy) asPolicy(t *testing.T) string {
	t.Helper()
	return manifest(t, "admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy", p.Name, p.with(map[string]any{
		"matchConstraints": map[string]any{
			"objectSelector": p.selector(byPolicy),
			"resourceRules": []any{map[string]any{
				"apiGroups": []any{""}, "apiVersions": []any{"v1"}, "operations": []any{"CREATE"}, "resources": []any{"pods"},
			}},
		},
	}))
}

func (p rulePolicy) asBinding(t *testing.T) string {
	t.Helper()
	spec := map[string]any{"policyName": p.Name, "validationActions": p.actions()}
	if p.Params != nil {
		spec["paramRef"] = p.Params
	}
	return manifest(t, "admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicyBinding", p.Name, spec)
}

func (p rulePolicy) asRule(t *testing.T) string {
	t.Helper()
	more := map[string]any{
		"validationActions": p.actions(),
		"matchResources": map[string]any{
			"kinds": []any{map[string]any{"kind": "Pod"}}, "objectSelector": p.selector(byRule),
		},
	}
	if p.Params != nil {
		more["paramRef"] = p.Params
	}
	return manifest(t, "drawbridge.dev/v1alpha1", "DeviceRule", p.Name, p.with(more))
}

func readPolicies(t *testing.T) []rulePolicy {
	t.Helper()
	text, err := os.ReadFile("testdata/rules/policies.yaml")
	must(t, err)
	var policies []rulePolicy
	must(t, yaml.UnmarshalStrict(text, &policies))
	for i, p := range policies {
		if p.Params == nil {
			continue
		}
		if p.ParamKind == nil {
			policies[i].ParamKind = map[string]any{"apiVersion": "v1", "kind": "ConfigMap"}
		}
		if p.Params["parameterNotFoundAction"] == nil {
			p.Params["parameterNotFoundAction"] = "Deny"
		}
	}
	return policies
}

// judgedPods are the objects that each policy judges; the labels come later.
func judgedPods() []*corev1.Pod {
	pod := func(name string, containers ...string) *corev1.Pod {
		made := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{}}}
		for _, container := range containers {
			made.Spec.Containers = append(made.Spec.Containers, corev1.Container{
				Name: container, Image: "example.com/none",
				Resources: corev1.ResourceRequirements{Limits: corev1.ResourceList{"example.com/other": resource.MustParse("1")}},
			})
		}
		return made
	}
	annotated := pod("annotated", "main")
	annotated.Annotations = map[string]string{"note": "x"}
	ofTeam := pod("one", "main", "side")
	ofTeam.Labels["team"] = "a"
	ofOther := pod("two", "main")
	ofOther.Labels["team"] = "b"
	ofOther.Annotations = map[string]string{"pattern": "^t"}
	return []*corev1.Pod{pod("one", "main"), annotated, ofTeam, ofOther, pod("12", "main", "side", "third")}
}

// said is what came of one object.
type said struct {
	Refused  bool
	Code     int32
	Reason   metav1.StatusReason
	Messages []string // behind the prefix; VAP tells the first only
	Warnings []string
	Audit    map[string]string // of auditAnnotations, by key
	Failure  *validationFailure
}

// validationFailure is the entry of the audit log for the action Audit.
type validationFailure struct {
	Message           string   `json:"message"`
	Policy            string   `json:"policy"`
	ExpressionIndex   int      `json:"expressionIndex"`
	ValidationActions []string `json:"validationActions"`
}

var (
	codeAtTheEnd   = regexp.MustCompile(` \[DeviceRule[A-Za-z]+\]$`)
	prefixOfPolicy = regexp.MustCompile(`^(pods "[^"]*" is forbidden: )?ValidatingAdmissionPolicy '[^']*'( with binding '[^']*')? denied request: `)
	prefixOfRule   = regexp.MustCompile(`^DeviceRule '[^']*' denied request: `)
	warningPrefix  = regexp.MustCompile(`^Validation failed for (DeviceRule|ValidatingAdmissionPolicy) '[^']*'( with binding '[^']*')?: `)
)

// messagesOf takes the API server's words off a refusal.
func messagesOf(t *testing.T, judge string, err error) []string {
	t.Helper()
	text := err.Error()
	if judge == byPolicy {
		if !prefixOfPolicy.MatchString(text) {
			t.Fatalf("no policy refused: %v", err)
		}
		return []string{prefixOfPolicy.ReplaceAllString(text, "")}
	}
	_, text, found := strings.Cut(text, "\" denied the request: ")
	if !found {
		t.Fatalf("no webhook refused: %v", err)
	}
	var messages []string
	for _, line := range strings.Split(text, "\n") {
		if !prefixOfRule.MatchString(line) || !codeAtTheEnd.MatchString(line) {
			t.Fatalf("no rule refused: %q", text)
		}
		messages = append(messages, codeAtTheEnd.ReplaceAllString(prefixOfRule.ReplaceAllString(line, ""), ""))
	}
	return messages
}

// ruleAsker creates objects of one namespace for nobody to keep.
type ruleAsker struct {
	c         *cluster.Cluster
	namespace string
}

// manager tells a request in the audit log.
func manager(p rulePolicy, variant int, judge string) string {
	return fmt.Sprintf("%s.%d.%s", p.Name, variant, judge)
}

func (a ruleAsker) ask(t *testing.T, p rulePolicy, variant int, judge string) said {
	t.Helper()
	pod := judgedPods()[variant]
	pod.Labels["judge"], pod.Labels["case"] = judge, p.Name
	heard := &warnings{}
	config := rest.CopyConfig(a.c.REST)
	config.WarningHandler = heard
	client, err := kubernetes.NewForConfig(config)
	must(t, err)
	_, err = client.CoreV1().Pods(a.namespace).Create(t.Context(), pod, metav1.CreateOptions{
		DryRun: []string{metav1.DryRunAll}, FieldManager: manager(p, variant, judge),
	})
	result := said{Refused: err != nil}
	if status := apierrors.APIStatus(nil); errors.As(err, &status) {
		result.Code, result.Reason = status.Status().Code, status.Status().Reason
		result.Messages = messagesOf(t, judge, err)
	} else if err != nil {
		t.Fatal(err)
	}
	for _, text := range heard.texts {
		if warningPrefix.MatchString(text) {
			result.Warnings = append(result.Warnings, codeAtTheEnd.ReplaceAllString(warningPrefix.ReplaceAllString(text, ""), ""))
		}
	}
	return result
}

// auditEvent is what is read of a line of the audit log.
type auditEvent struct {
	Stage       string            `json:"stage"`
	RequestURI  string            `json:"requestURI"`
	Annotations map[string]string `json:"annotations"`
}

var managerOf = regexp.MustCompile(`[?&]fieldManager=([^&]+)`)

// readAudit is the annotations of each request, by its field manager.
func readAudit(t *testing.T, file string) map[string]map[string]string {
	t.Helper()
	opened, err := os.Open(file)
	must(t, err)
	defer opened.Close()
	found := map[string]map[string]string{}
	lines := bufio.NewScanner(opened)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var event auditEvent
		must(t, json.Unmarshal(lines.Bytes(), &event))
		if match := managerOf.FindStringSubmatch(event.RequestURI); match != nil && event.Stage == "ResponseComplete" {
			found[match[1]] = event.Annotations
		}
	}
	must(t, lines.Err())
	return found
}

// addAudit adds what the audit log has of a request.
func (s *said) addAudit(t *testing.T, p rulePolicy, judge string, annotations map[string]string) {
	t.Helper()
	own, failure := p.Name+"/", "validation.policy.admission.k8s.io/validation_failure"
	if judge == byRule {
		own, failure = "validate.drawbridge.dev/"+p.Name+"_", "validate.drawbridge.dev/validation_failure"
	}
	s.Audit = map[string]string{}
	for key, value := range annotations {
		if name, found := strings.CutPrefix(key, own); found {
			// Values of several params come in any order.
			values := strings.Split(value, ", ")
			slices.Sort(values)
			s.Audit[name] = strings.Join(values, ", ")
		}
	}
	if text, found := annotations[failure]; found {
		var failures []validationFailure
		must(t, json.Unmarshal([]byte(text), &failures))
		// The API server keeps the first.
		s.Failure = &failures[0]
	}
}

// compare is "" where the two say the same.
func compare(policy, rule said) string {
	if policy.Refused && (len(rule.Messages) == 0 || !slices.Contains(rule.Messages, policy.Messages[0])) {
		return "the messages differ"
	}
	policy.Messages, rule.Messages = nil, nil
	slices.Sort(policy.Warnings)
	slices.Sort(rule.Warnings)
	if !reflect.DeepEqual(policy, rule) {
		return "they differ"
	}
	return ""
}

const auditPolicy = `
apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
- level: Metadata
  verbs: [create]
  resources: [{group: "", resources: [pods]}]
- level: None
`

const ruleParams = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: limits.rules.example.com}
spec:
  group: rules.example.com
  names: {kind: Limit, plural: limits, singular: limit, listKind: LimitList}
  scope: Cluster
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties: {spec: {type: object, properties: {most: {type: integer}}}}
---
apiVersion: v1
kind: Namespace
metadata: {name: judged, labels: {team: a}, annotations: {note: "n"}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: limits, namespace: judged}
data: {most: "2"}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: limits, namespace: default}
data: {most: "7"}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: first, namespace: judged, labels: {set: several}}
data: {name: one}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: second, namespace: judged, labels: {set: several}}
data: {name: "12"}
---
apiVersion: rules.example.com/v1
kind: Limit
metadata: {name: gpus}
spec: {most: 2}
---
# What values of the chart would allow.
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: params}
rules:
- {apiGroups: [""], resources: [configmaps], verbs: [get, list]}
- {apiGroups: [rules.example.com], resources: [limits], verbs: [get, list]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: params}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: params}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: ` + cluster.DrawbridgeUser + `}]
`

// ruleCluster is one with an audit log, where the policies are in force.
func ruleCluster(t *testing.T, policies []rulePolicy) (ruleAsker, string) {
	t.Helper()
	folder := t.TempDir()
	policyFile, auditFile := filepath.Join(folder, "policy.yaml"), filepath.Join(folder, "audit.log")
	must(t, os.WriteFile(policyFile, []byte(auditPolicy), 0o600))
	c := bareCluster(t, cluster.Options{APIServerArgs: []string{
		"--audit-policy-file=" + policyFile, "--audit-log-path=" + auditFile, "--audit-log-mode=blocking",
	}})
	_, err := c.ApplyYAML("", ruleParams)
	must(t, err)
	state := cluster.ClassesYAML
	for _, p := range policies {
		if _, err := c.ApplyYAML("", p.asPolicy(t)); err != nil {
			t.Error(err)
		}
		state += p.asRule(t)
	}
	if t.Failed() {
		t.FailNow()
	}
	for _, p := range policies {
		_, err := c.ApplyYAML("", p.asBinding(t))
		must(t, err)
	}
	d, err := cluster.StartDrawbridge(c, cluster.DrawbridgeOptions{State: state, Args: briefShutdown})
	must(t, err)
	t.Cleanup(func() { must(t, d.Stop()) })
	return ruleAsker{c, "judged"}, auditFile
}

// TestRulesSayWhatPoliciesSay holds DeviceRules to the API server's own judgement: verdict,
// status, messages, warnings and the audit log of hundreds of objects, by as many policies as
// there are rows.
func TestRulesSayWhatPoliciesSay(t *testing.T) {
	t.Parallel()
	policies := readPolicies(t)
	if len(policies) < 60 {
		t.Fatalf("there are %d policies, and 60 are to be held", len(policies))
	}
	asker, auditFile := ruleCluster(t, policies)
	last := policies[slices.IndexFunc(policies, func(p rulePolicy) bool { return p.Name == "params-of-a-custom-resource" })]
	must(t, cluster.WaitFor("the policies to be in force", cluster.DefaultLimit, func() error {
		if result := asker.ask(t, last, 4, byPolicy); !slices.Contains(result.Messages, "less than 2") {
			return fmt.Errorf("%v", result)
		}
		return nil
	}))

	type key struct {
		policy, variant int
		judge           string
	}
	results := map[key]said{}
	var lock sync.Mutex
	var waiting sync.WaitGroup
	turns := make(chan struct{}, 8)
	begun := time.Now()
	for i, p := range policies {
		waiting.Add(1)
		turns <- struct{}{}
		go func() {
			defer func() { <-turns; waiting.Done() }()
			for variant := range judgedPods() {
				for _, judge := range []string{byPolicy, byRule} {
					result := asker.ask(t, p, variant, judge)
					lock.Lock()
					results[key{i, variant, judge}] = result
					lock.Unlock()
				}
			}
		}()
	}
	waiting.Wait()
	took := time.Since(begun)

	logged := readAudit(t, auditFile)
	objects, refused, warned, audited := 0, 0, 0, 0
	for i, p := range policies {
		for variant := range judgedPods() {
			both := map[string]said{}
			for _, judge := range []string{byPolicy, byRule} {
				result := results[key{i, variant, judge}]
				annotations, found := logged[manager(p, variant, judge)]
				if !found {
					t.Fatalf("the audit log has no %s", manager(p, variant, judge))
				}
				result.addAudit(t, p, judge, annotations)
				both[judge] = result
			}
			if difference := compare(both[byPolicy], both[byRule]); difference != "" {
				t.Errorf("%s, pod %d: %s\npolicy: %s\nrule:   %s", p.Name, variant, difference, show(t, both[byPolicy]), show(t, both[byRule]))
			}
			objects++
			if both[byPolicy].Refused {
				refused++
			}
			warned += len(both[byPolicy].Warnings)
			audited += len(both[byPolicy].Audit)
		}
	}
	t.Logf("%d policies, %d objects, each judged twice, in %v: %d refusals, %d warnings, %d entries of the audit log",
		len(policies), objects, took, refused, warned, audited)
	// A table of which nothing comes would hold nothing.
	if refused < 100 || warned < 20 || audited < 20 {
		t.Errorf("only %d refusals, %d warnings and %d entries of the audit log were compared", refused, warned, audited)
	}
}

func show(t *testing.T, result said) string {
	t.Helper()
	text, err := json.Marshal(result)
	must(t, err)
	return string(text)
}

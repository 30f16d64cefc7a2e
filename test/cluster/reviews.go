package cluster

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"

	admissionv1 "k8s.io/api/admission/v1"
	authenticationv1 "k8s.io/api/authentication/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/uuid"
)

// reviewLimit is what a webhook configuration of ours gives an answer.
const reviewLimit = "5s"

// Reviewer asks one instance what the API server would ask it, so that what an
// instance decides can be seen without registering it.
type Reviewer struct {
	d      *Drawbridge
	client *http.Client
}

// Reviewer keeps its connections; one may be used by many at once.
func (d *Drawbridge) Reviewer() *Reviewer { return &Reviewer{d: d, client: d.HTTPClient()} }

// Verdict is an answer of Drawbridge.
type Verdict struct {
	Allowed  bool
	Message  string // of a refusal
	Warnings []string
	Codes    []string // of all findings
	Patched  bool
}

// Pod asks about the creation of a pod, given as YAML, at "/mutate" or "/validate".
func (r *Reviewer) Pod(path, namespace, text string) (Verdict, error) {
	objects, err := decodeYAML(text)
	if err != nil || len(objects) != 1 {
		return Verdict{}, errors.Join(err, fmt.Errorf("%d objects, want one pod", len(objects)))
	}
	pod := objects[0]
	pod.SetNamespace(namespace)
	raw, err := pod.MarshalJSON()
	if err != nil {
		return Verdict{}, err
	}
	return r.Ask(path, &admissionv1.AdmissionRequest{
		Kind:      metav1.GroupVersionKind{Version: "v1", Kind: "Pod"},
		Resource:  metav1.GroupVersionResource{Version: "v1", Resource: "pods"},
		Name:      pod.GetName(),
		Namespace: namespace,
		Operation: admissionv1.Create,
		UserInfo:  authenticationv1.UserInfo{Username: "somebody"},
		Object:    runtime.RawExtension{Raw: raw},
	})
}

// Ask sends one review. The error is for an answer that an API server could not use;
// a refusal is a Verdict.
func (r *Reviewer) Ask(path string, request *admissionv1.AdmissionRequest) (Verdict, error) {
	request.UID = types.UID(uuid.NewUUID())
	review := admissionv1.AdmissionReview{
		TypeMeta: metav1.TypeMeta{APIVersion: "admission.k8s.io/v1", Kind: "AdmissionReview"},
		Request:  request,
	}
	body, err := json.Marshal(review)
	if err != nil {
		return Verdict{}, err
	}
	answer, err := r.client.Post(r.d.URL+path+"?timeout="+reviewLimit, "application/json", bytes.NewReader(body))
	if err != nil {
		return Verdict{}, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return Verdict{}, err
	}
	if answer.StatusCode != http.StatusOK {
		return Verdict{}, fmt.Errorf("POST %s answers %s: %s", path, answer.Status, text)
	}
	var answered admissionv1.AdmissionReview
	if err := json.Unmarshal(text, &answered); err != nil {
		return Verdict{}, err
	}
	if answered.Response == nil || answered.Response.UID != request.UID {
		return Verdict{}, fmt.Errorf("POST %s answers another review: %s", path, text)
	}
	return verdictOf(answered.Response), nil
}

func verdictOf(response *admissionv1.AdmissionResponse) Verdict {
	verdict := Verdict{Allowed: response.Allowed, Warnings: response.Warnings, Patched: len(response.Patch) > 0}
	if response.Result != nil {
		verdict.Message = response.Result.Message
	}
	if codes := response.AuditAnnotations["findings"]; codes != "" {
		verdict.Codes = strings.Split(codes, ",")
	}
	return verdict
}

// Kill ends an instance at once, as a crash of its node does. Stop is still needed,
// and says nothing about it.
func (d *Drawbridge) Kill() {
	d.stopOnce.Do(d.process.kill)
}

// Pause stops an instance from running until Resume: to all others it is neither
// there nor gone. It returns when all its threads have stopped.
func (d *Drawbridge) Pause() error {
	if err := d.process.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		return err
	}
	return WaitFor("Drawbridge to stop", DefaultLimit, func() error {
		threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/status", d.process.cmd.Process.Pid))
		for _, thread := range threads {
			status, err := os.ReadFile(thread)
			if err != nil || !threadHasStopped.Match(status) {
				return errors.Join(err, errNotYet)
			}
		}
		return err
	})
}

var threadHasStopped = regexp.MustCompile(`(?m)^State:\s+T`)

// Resume ends a Pause.
func (d *Drawbridge) Resume() error { return d.process.cmd.Process.Signal(syscall.SIGCONT) }

// Running is nil while the instance runs, and else says how it ended.
func (d *Drawbridge) Running() error { return d.process.failure() }

var peakMemory = regexp.MustCompile(`(?m)^VmHWM:\s+(\d+) kB$`)

// PeakMemory is the most that an instance has had resident since its start, in bytes.
func (d *Drawbridge) PeakMemory() (int64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", d.process.cmd.Process.Pid))
	if err != nil {
		return 0, err
	}
	match := peakMemory.FindSubmatch(status)
	if match == nil {
		return 0, errors.New("the kernel does not say how much memory a process has had")
	}
	kibibytes, err := strconv.ParseInt(string(match[1]), 10, 64)
	return kibibytes * 1024, err
}

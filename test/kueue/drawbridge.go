package kueue

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"sigs.k8s.io/controller-runtime/pkg/client"
)

// finding is one of those that `drawbridge review -o json` prints.
type finding struct{ Code, Severity, Field, Message string }

// review is what Drawbridge says of an object.
type review struct {
	Kind, Name string
	Allowed    bool
	Findings   []finding
}

// Codes of findings that say a workload is never admitted.
var neverCodes = map[string]bool{
	"ClassNotMapped": true, "KueueCannotAdmit": true, "NeverFits": true, "NoFlavorFits": true,
	"QueueMissing": true, "QueueNotCovering": true, "QueueNotForNamespace": true,
}

// Codes of findings that say it has to wait.
var waitCodes = map[string]bool{"QueueFull": true, "QueueStopped": true}

// said is what the findings of a workload come to; of the pods of a group all of them together.
type said struct {
	refused, warnedNever, waits bool
	// Refused for another reason, with which queues have nothing to do.
	refusedOtherwise bool
	// As they are, for whoever reads a reproduction.
	findings []finding
}

func (s *said) hear(of review) {
	for _, one := range of.Findings {
		s.findings = append(s.findings, one)
		denied := one.Severity == "deny"
		switch {
		case neverCodes[one.Code] && denied:
			s.refused = true
		case neverCodes[one.Code] && !isOfCrowd(one):
			s.warnedNever = true
		case waitCodes[one.Code] && !isOfCrowd(one):
			s.waits = true
		case denied:
			s.refusedOtherwise = true
		}
	}
}

func (s *said) has(code string) bool {
	return slices.ContainsFunc(s.findings, func(one finding) bool { return one.Code == code })
}

// isOfCrowd is whether it is said of all pods of a Deployment, or groups of a LeaderWorkerSet, together. Kueue decides
// each by itself, and none where there is room for none.
func isOfCrowd(one finding) bool {
	return one.Code == "NeverFits" && strings.Contains(one.Message, "at a time") ||
		one.Code == "QueueFull" && strings.Contains(one.Message, " has room for ") && !strings.Contains(one.Message, " has room for none ")
}

// program is the drawbridge under test.
type program struct {
	path string
	// Where it finds what it judges; written anew for each cluster.
	folder string
}

func newProgram(folder string) (program, error) {
	path := os.Getenv("DRAWBRIDGE_BIN")
	if path == "" {
		path = filepath.Join("..", "..", "build", "release", "drawbridge")
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return program{}, err
	}
	if _, err := os.Stat(path); err != nil {
		return program{}, fmt.Errorf("%w: ./dev build release drawbridge makes it", err)
	}
	return program{path, folder}, nil
}

// review judges workloads in one run, each by itself.
func (p program) review(c *cluster, workloads []drawn) (map[string]said, error) {
	var all []client.Object
	for _, of := range workloads {
		all = append(all, of.objects...)
	}
	if err := write(p.folder, c, all); err != nil {
		return nil, err
	}
	run := exec.Command(p.path, "review", "-o", "json", "--state", filepath.Join(p.folder, "state"),
		filepath.Join(p.folder, "workloads.yaml"))
	var out, errs bytes.Buffer
	run.Stdout, run.Stderr = &out, &errs
	// 1 says that something is refused.
	if err := run.Run(); err != nil && run.ProcessState.ExitCode() != 1 {
		return nil, fmt.Errorf("%w: %s", err, errs.String())
	}
	reviews := map[string]review{}
	lines := bufio.NewScanner(&out)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var of review
		if err := json.Unmarshal(lines.Bytes(), &of); err != nil {
			return nil, err
		}
		reviews[of.Name] = of
	}
	return heard(reviews, workloads)
}

var errNoAnswer = errors.New("drawbridge says nothing of")

func heard(reviews map[string]review, workloads []drawn) (map[string]said, error) {
	all := map[string]said{}
	for _, of := range workloads {
		var together said
		for _, object := range of.objects {
			one, exists := reviews[object.GetName()]
			if !exists {
				return nil, fmt.Errorf("%w %s", errNoAnswer, object.GetName())
			}
			together.hear(one)
		}
		all[of.name] = together
	}
	return all, nil
}

// write makes a folder that `drawbridge review --state FOLDER/state FOLDER/workloads.yaml` reads.
func write(folder string, c *cluster, objects []client.Object) error {
	if err := os.MkdirAll(filepath.Join(folder, "state"), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, "state", "cluster.yaml"), []byte(c.state()), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "workloads.yaml"), []byte(manifests(objects)), 0o644)
}

package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

const committed = "../../../rules/shape/schema_data.cc"

func made(t *testing.T) []byte {
	t.Helper()
	text, err := generate("..")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestTheCommittedFileIsWhatIsMade(t *testing.T) {
	kept, err := os.ReadFile(committed)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(kept, made(t)) {
		t.Fatal("rules/shape/schema_data.cc is not what the types say; in test/oracle: " +
			"go run ./schemas >../../rules/shape/schema_data.cc")
	}
}

func TestTheFactsThatReflectionAloneDoesNotSee(t *testing.T) {
	text := string(made(t))
	for what, line := range map[string]string{
		"a required field":             `{"name", 1, true}, {"exactly", `,
		"an enumeration by conversion": `"ExactCount", "All",`,
		"an enumeration of constants":  `"Always", "OnFailure", "Never",`,
		"a list with a key":            `{Kind::kList, `,
		"a field of 1.35 alone":        `{"workloadRef", `,
		"a field of 1.36 alone":        `{"nodeAllocatableResourceMappings", `,
		"a kind of ours":               `{"drawbridge.dev", "v1alpha1", "DeviceMapping", `,
		"a kind of Kueue":              `{"kueue.x-k8s.io", "v1beta2", "ClusterQueue", `,
	} {
		if !strings.Contains(text, line) {
			t.Errorf("%s is missing: %s", what, line)
		}
	}
	if strings.Contains(text, `"Pod", "Container",`) {
		t.Error("LimitType is open, and stands there as an enumeration")
	}
}

package cluster_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// runBuild runs tools/build.sh with these programs only on PATH.
func runBuild(t *testing.T, goProgram string) string {
	t.Helper()
	path := t.TempDir()
	for _, name := range []string{"bash", "dirname", "cat", "sha256sum", "mkdir", "flock"} {
		program, err := exec.LookPath(name)
		must(t, err)
		must(t, os.Symlink(program, filepath.Join(path, name)))
	}
	if goProgram != "" {
		must(t, os.WriteFile(filepath.Join(path, "go"), []byte(goProgram), 0o755))
	}
	build := exec.Command("bash", "tools/build.sh")
	build.Env = []string{"PATH=" + path, "DRAWBRIDGE_CACHE=" + t.TempDir()}
	var stderr strings.Builder
	build.Stderr = &stderr
	if err := build.Run(); err == nil {
		t.Fatal("it built the tools without Go")
	}
	return stderr.String()
}

func TestToolBuildSaysWhatToDo(t *testing.T) {
	if message := runBuild(t, ""); !strings.Contains(message, "Install Go 1.26 or newer") {
		t.Errorf("without Go: %s", message)
	}
	old := "#!/usr/bin/env bash\necho 'go: go.mod requires go >= 1.26.0 (running go 1.19)' >&2; exit 1\n"
	if message := runBuild(t, old); !strings.Contains(message, "running go 1.19") || !strings.Contains(message, "Install Go 1.26 or newer") {
		t.Errorf("with an old Go: %s", message)
	}
}

func TestToolBuildIsQuickWhenDone(t *testing.T) {
	shared(t) // so they are built
	began := time.Now()
	out, err := exec.Command("tools/build.sh").Output()
	must(t, err)
	if took := time.Since(began); took > time.Second {
		t.Errorf("took %s to find out that there is nothing to do", took)
	}
	if info, err := os.Stat(filepath.Join(strings.TrimSpace(string(out)), "kubectl")); err != nil || !info.Mode().IsRegular() {
		t.Errorf("its last line names no folder with kubectl: %s", out)
	}
}

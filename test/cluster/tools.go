package cluster

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// buildScript, from the root of the repository, builds the control plane.
const buildScript = "test/cluster/tools/build.sh"

// tools is the folder of the control plane's programs.
type tools string

func (t tools) path(program string) string { return filepath.Join(string(t), program) }

// findTools returns the programs that build.sh makes, and builds what is
// missing, which takes minutes the first time.
func findTools() (tools, error) {
	root, err := RepositoryRoot()
	if err != nil {
		return "", err
	}
	build := exec.Command(filepath.Join(root, buildScript))
	build.Stderr = os.Stderr
	out, err := build.Output()
	if err != nil {
		return "", fmt.Errorf("the control plane's programs could not be built, %s says why: %w", buildScript, err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	return tools(lines[len(lines)-1]), nil
}

// RepositoryRoot is the root of the repository that this program was started in
// or, failing that, built from.
func RepositoryRoot() (string, error) {
	var starts []string
	if here, err := os.Getwd(); err == nil {
		starts = append(starts, here)
	}
	if _, file, _, ok := runtime.Caller(0); ok {
		starts = append(starts, filepath.Dir(file))
	}
	for _, start := range starts {
		for folder := start; ; folder = filepath.Dir(folder) {
			if _, err := os.Stat(filepath.Join(folder, buildScript)); err == nil {
				return folder, nil
			}
			if folder == filepath.Dir(folder) {
				break
			}
		}
	}
	return "", errors.New("Drawbridge's repository is not around the current folder: run this inside it")
}

package cluster

import (
	"os"
	"path/filepath"
	"time"

	"golang.org/x/sys/unix"
)

const (
	folderPrefix = "drawbridge-cluster-"
	logsPrefix   = "drawbridge-logs-"
)

// folder is the temporary folder of one cluster. A lock on a file in it says
// that its cluster lives, so that what a killed program left is found and removed.
type folder struct {
	path string
	lock *os.File
}

func newFolder() (folder, error) {
	removeAbandonedFolders()
	path, err := os.MkdirTemp("", folderPrefix)
	if err != nil {
		return folder{}, err
	}
	f := folder{path: path}
	if err := os.Mkdir(f.logs(), 0o755); err != nil {
		return folder{}, err
	}
	// Locked under another name first: an unlocked "lock" means abandoned.
	if f.lock, err = os.Create(f.file("lock.new")); err != nil {
		return folder{}, err
	}
	if err := unix.Flock(int(f.lock.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		return folder{}, err
	}
	return f, os.Rename(f.file("lock.new"), f.file("lock"))
}

func (f folder) file(name string) string { return filepath.Join(f.path, name) }
func (f folder) logs() string            { return f.file("logs") }

// log is the log file of a process.
func (f folder) log(name string) string { return filepath.Join(f.logs(), name+".log") }

func (f folder) write(name string, content []byte) (string, error) {
	return f.file(name), os.WriteFile(f.file(name), content, 0o600)
}

// remove deletes the folder.
func (f folder) remove() {
	_ = f.lock.Close()
	_ = os.RemoveAll(f.path)
}

// removeButLogs deletes the folder, and returns where its logs are kept.
func (f folder) removeButLogs() string {
	defer f.remove()
	kept, err := os.MkdirTemp("", logsPrefix)
	if err != nil {
		return ""
	}
	logs, _ := filepath.Glob(filepath.Join(f.logs(), "*"))
	for _, log := range logs {
		_ = os.Rename(log, filepath.Join(kept, filepath.Base(log)))
	}
	return kept
}

func removeAbandonedFolders() {
	paths, _ := filepath.Glob(filepath.Join(os.TempDir(), folderPrefix+"*"))
	for _, path := range paths {
		if lock, err := os.Open(filepath.Join(path, "lock")); err == nil {
			if unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil {
				_ = os.RemoveAll(path)
			}
			_ = lock.Close()
		} else if info, err := os.Stat(path); err == nil && time.Since(info.ModTime()) > 24*time.Hour {
			_ = os.RemoveAll(path)
		}
	}
}

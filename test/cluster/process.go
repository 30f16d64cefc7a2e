package cluster

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// logTailLines is how much of a log an error quotes.
const logTailLines = 12

// processSpec says what to run.
type processSpec struct {
	name string
	path string
	args []string
	log  string // file that takes stdout and stderr

	moreArgs []string // of this start only; see restart.go
	env      []string // beside this program's own

	// announce is looked for in each line of stdout; what it matches first
	// arrives on process.announced.
	announce *regexp.Regexp
}

// process is a child that never outlives this program, not even when this
// program is killed.
type process struct {
	spec      processSpec
	cmd       *exec.Cmd
	announced chan []string // the match of spec.announce and its groups
	done      chan struct{} // closed when the process has ended
}

// The kernel sends Pdeathsig when the thread that forked ends, which Go's
// scheduler may do at any time: so all children start from one thread that is
// kept for good.
var forkingThread = sync.OnceValue(func() chan<- func() {
	calls := make(chan func())
	go func() {
		runtime.LockOSThread()
		for call := range calls {
			call()
		}
	}()
	return calls
})

func startProcess(spec processSpec) (*process, error) {
	log, err := os.OpenFile(spec.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	p := &process{
		spec:      spec,
		cmd:       exec.Command(spec.path, slices.Concat(spec.args, spec.moreArgs)...),
		announced: make(chan []string, 1),
		done:      make(chan struct{}),
	}
	if len(spec.env) > 0 {
		p.cmd.Env = append(os.Environ(), spec.env...)
	}
	p.cmd.Stdout, p.cmd.Stderr = log, log
	var watcher *lineWatcher
	if spec.announce != nil {
		copyOf, err := os.OpenFile(spec.log, os.O_APPEND|os.O_WRONLY, 0o644)
		if err != nil {
			return nil, err
		}
		watcher = &lineWatcher{pattern: spec.announce, found: p.announced, log: copyOf}
		p.cmd.Stdout = watcher
	}
	p.cmd.WaitDelay = 5 * time.Second
	// A group of its own, so that Ctrl-C reaches this program only, which then
	// stops its children in order.
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}

	started := make(chan error)
	forkingThread() <- func() { started <- p.cmd.Start() }
	if err := <-started; err != nil {
		return nil, fmt.Errorf("start %s: %w", spec.name, err)
	}
	go func() {
		_ = p.cmd.Wait()
		if watcher != nil {
			watcher.log.Close()
		}
		close(p.done)
	}()
	return p, nil
}

// failure is nil while the process runs; then it says how it ended and quotes
// the end of its log.
func (p *process) failure() error {
	select {
	case <-p.done:
		return fmt.Errorf("%s ended: %s. The end of its log:\n%s", p.spec.name, p.cmd.ProcessState, logTail(p.spec.log))
	default:
		return nil
	}
}

// waitAnnounced waits for the line that spec.announce describes.
func (p *process) waitAnnounced(limit time.Duration) ([]string, error) {
	select {
	case match := <-p.announced:
		return match, nil
	case <-p.done:
		return nil, p.failure()
	case <-time.After(limit):
		return nil, fmt.Errorf("%s did not print a line like %q within %s. The end of its log:\n%s",
			p.spec.name, p.spec.announce, limit, logTail(p.spec.log))
	}
}

// stop asks the process to end, and kills its group when it has not after grace.
// The error says when it had to be killed or ended with another code than 0.
func (p *process) stop(grace time.Duration) error {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.done:
		if code := p.cmd.ProcessState.ExitCode(); code != 0 {
			return p.failure()
		}
		return nil
	case <-time.After(grace):
		p.kill()
		return fmt.Errorf("%s did not end within %s of SIGTERM and was killed. The end of its log:\n%s",
			p.spec.name, grace, logTail(p.spec.log))
	}
}

// kill ends the process and what it started, at once.
func (p *process) kill() {
	select {
	case <-p.done: // its number may belong to another by now
		return
	default:
	}
	_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL)
	<-p.done
}

func logTail(path string) string {
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err.Error()
	}
	lines := strings.Split(strings.TrimRight(string(text), "\n"), "\n")
	lines = lines[max(0, len(lines)-logTailLines):]
	return "  " + strings.Join(lines, "\n  ")
}

// lineWatcher copies a stream to a log and reports the first line that matches.
type lineWatcher struct {
	pattern *regexp.Regexp
	found   chan<- []string
	log     *os.File
	partial []byte
	matched bool
}

func (w *lineWatcher) Write(chunk []byte) (int, error) {
	if !w.matched {
		w.partial = append(w.partial, chunk...)
		for !w.matched {
			line, rest, whole := bytes.Cut(w.partial, []byte("\n"))
			if !whole {
				break
			}
			if match := w.pattern.FindStringSubmatch(string(line)); match != nil {
				w.matched = true
				w.found <- match
			}
			w.partial = rest
		}
	}
	return w.log.Write(chunk)
}

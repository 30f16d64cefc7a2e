package cluster

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// clockTick is the unit of the times in /proc/PID/stat, USER_HZ (proc(5)): on all
// Linux that Go runs on a hundredth of a second.
const clockTick = 10 * time.Millisecond

// CPUTime is what each program has used until now, all instances of a name together:
// of the control plane, of Drawbridge, and "load" for this program itself.
func (c *Cluster) CPUTime() (map[string]time.Duration, error) {
	c.mu.Lock()
	processes := slices.Clone(c.processes)
	for _, d := range c.drawbridge {
		processes = append(processes, d.process)
	}
	c.mu.Unlock()
	load, err := cpuTime(os.Getpid())
	if err != nil {
		return nil, err
	}
	used := map[string]time.Duration{"load": load}
	for _, p := range processes {
		spent, err := cpuTime(p.cmd.Process.Pid)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.spec.name, err)
		}
		used[p.spec.name] += spent
	}
	return used, nil
}

func cpuTime(pid int) (time.Duration, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	// The name of the program, in parentheses, may hold anything.
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	const userTime, systemTime = 11, 12
	var ticks int64
	for _, i := range []int{userTime, systemTime} {
		if i >= len(fields) {
			return 0, fmt.Errorf("the kernel does not say what process %d has used", pid)
		}
		number, err := strconv.ParseInt(fields[i], 10, 64)
		if err != nil {
			return 0, err
		}
		ticks += number
	}
	return time.Duration(ticks) * clockTick, nil
}

package kueue

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// reproduce writes a folder with the cluster, the workload and what both said of it.
func reproduce(folder string, c *cluster, of drawn, text string) error {
	if err := write(folder, c, of.objects); err != nil {
		return err
	}
	text += "\ndrawbridge review --state state workloads.yaml\n"
	return os.WriteFile(filepath.Join(folder, "decision.txt"), []byte(text), 0o644)
}

func explained(seed uint64, of drawn, made decision, says said, found fault) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s: %s %s of -seed %d -n 1, queue %s\n", found, of.kind, of.name, seed, of.queue.Name)
	fmt.Fprintf(&text, "  Kueue charges: %s\n", made.charged)
	if made.misconfigured != "" {
		fmt.Fprintf(&text, "  Kueue never tries it: %s\n", made.misconfigured)
	} else {
		fmt.Fprintf(&text, "  Kueue, ever: %s\n  Kueue, now: %s\n", made.ever, made.now)
	}
	if made.stopped {
		text.WriteString("  Its queue is stopped.\n")
	}
	for _, one := range says.findings {
		fmt.Fprintf(&text, "  drawbridge: %s %s: %s\n", one.Severity, one.Code, one.Message)
	}
	return text.String()
}

func (a attempt) String() string {
	text := "no"
	switch {
	case a.fits:
		return "fits"
	case a.byOtherFlavors:
		text = "by another choice of flavors alone"
	}
	return text + " (" + a.why + ")"
}

func fileName(text string) string {
	return strings.NewReplacer(" ", "-", ",", "", "'", "").Replace(text)
}

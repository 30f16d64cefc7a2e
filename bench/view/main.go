// What `./dev bench view` runs beside Drawbridge: a cluster's objects put into etcd, a controller-runtime
// manager that caches what Drawbridge follows, changes of objects, and requests at a steady rate.
//
//	bench_big_cluster | view fill -etcd URL
//	view manager -kubeconfig FILE [-pods] -listen HOST:PORT
//	view burst -kubeconfig FILE (-drawbridge URL | -manager URL) [-seconds N] [-rate N]
//	view load -drawbridge URL -review FILE [-seconds N] [-rate N]
//
// burst and load print one line of JSON.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"time"
)

var commands = map[string]func(arguments []string) error{
	"fill": fill, "manager": manage, "burst": burst, "load": load,
}

func main() {
	if len(os.Args) < 2 || commands[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: view fill|manager|burst|load [flags]")
		os.Exit(2)
	}
	if err := commands[os.Args[1]](os.Args[2:]); err != nil {
		fmt.Fprintf(os.Stderr, "view %s: %v\n", os.Args[1], err)
		os.Exit(1)
	}
}

// summary is what is printed of a set of times.
type summary struct {
	Count int     `json:"count"`
	P50   float64 `json:"p50_ms"`
	P99   float64 `json:"p99_ms"`
	Max   float64 `json:"max_ms"`
}

func summarise(times []time.Duration) summary {
	if len(times) == 0 {
		return summary{}
	}
	slices.Sort(times)
	ms := func(i int) float64 { return float64(times[i]) / float64(time.Millisecond) }
	return summary{len(times), ms(len(times) / 2), ms(len(times) * 99 / 100), ms(len(times) - 1)}
}

func printResult(result any) error {
	return json.NewEncoder(os.Stdout).Encode(result)
}

package main

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"sync"
	"time"
)

const loadConnections = 8

// load sends one review again and again, at a rate that does not depend on the answers. A request
// that had to wait because the one before it on its connection was answered late is counted from
// when it should have been sent.
func load(arguments []string) error {
	flags := flag.NewFlagSet("load", flag.ExitOnError)
	drawbridge := flags.String("drawbridge", "", "https://HOST:PORT")
	review := flags.String("review", "", "file with the body")
	seconds := flags.Float64("seconds", 10, "how long")
	rate := flags.Float64("rate", 1000, "requests a second")
	_ = flags.Parse(arguments)
	body, err := os.ReadFile(*review)
	if err != nil {
		return err
	}
	length := time.Duration(*seconds * float64(time.Second))
	interval := time.Duration(loadConnections / *rate * float64(time.Second))
	begin := time.Now().Add(100 * time.Millisecond)
	end := begin.Add(length)
	var mutex sync.Mutex
	var all []time.Duration
	var failures []error
	var sending sync.WaitGroup
	for i := range loadConnections {
		sending.Go(func() {
			first := begin.Add(interval * time.Duration(i) / loadConnections)
			times, err := sendSteadily(*drawbridge, body, first, end, interval)
			mutex.Lock()
			defer mutex.Unlock()
			all = append(all, times...)
			if err != nil {
				failures = append(failures, err)
			}
		})
	}
	sending.Wait()
	if err := errors.Join(failures...); err != nil {
		return err
	}
	return printResult(summarise(all))
}

func sendSteadily(to string, body []byte, due, end time.Time, interval time.Duration) ([]time.Duration, error) {
	c, err := dial(to)
	if err != nil {
		return nil, err
	}
	defer c.close()
	request := c.request("POST", "/mutate?timeout=5s", body)
	var times []time.Duration
	for ; due.Before(end); due = due.Add(interval) {
		sent := due
		if wait := time.Until(due); wait > 0 {
			time.Sleep(wait)
			// That this program woke up late is not the server's fault.
			sent = time.Now()
		}
		answer, err := c.send(request)
		if err != nil {
			return times, err
		}
		times = append(times, time.Since(sent))
		if !bytes.Contains(answer, []byte(`"patch"`)) {
			return times, errors.New("a pod was not rewritten: " + string(answer))
		}
	}
	return times, nil
}

package cluster

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// DefaultLimit is how long helpers wait for what a cluster does in a second or two.
const DefaultLimit = 30 * time.Second

const pollInterval = 50 * time.Millisecond

// background is for calls that the client's own timeout bounds.
var background = context.Background()

// WaitFor calls cond until it returns nil, and fails after limit with the last
// error of cond. what completes "waited for".
func WaitFor(what string, limit time.Duration, cond func() error) error {
	deadline := time.Now().Add(limit)
	for {
		err := cond()
		if err == nil {
			return nil
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("waited %s for %s: %w", limit, what, err)
		}
		time.Sleep(pollInterval)
	}
}

// errNotYet is for conditions that have nothing better to say.
var errNotYet = errors.New("not yet")

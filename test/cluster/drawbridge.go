package cluster

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"
)

const (
	// DrawbridgeUser is who Drawbridge is to the API server: the chart's service
	// account.
	DrawbridgeUser = "system:serviceaccount:" + LiveNamespace + ":" + LiveAccount
	drawbridgeUser = DrawbridgeUser

	// drawbridgeStopLimit is what its graceful end may take.
	drawbridgeStopLimit = 30 * time.Second
)

// drawbridgeServes is the line that says where it listens.
var drawbridgeServes = regexp.MustCompile(`^drawbridge serves (https://[\d.]+:\d+) and (http://127\.0\.0\.1:\d+)$`)

// DrawbridgeOptions say how to run Drawbridge.
type DrawbridgeOptions struct {
	// StateDir is the folder of manifests that it decides by. Without it, State
	// is written to a new folder.
	StateDir string
	State    string // YAML
	// Live: by no State, it watches the cluster.
	Live bool

	// Kubeconfig is how it reaches the cluster. Empty: as DrawbridgeUser.
	Kubeconfig string

	Binary string   // empty: see FindDrawbridge
	Args   []string // more flags of "drawbridge serve"

	// ClockAhead is how much later than it is the program believes it to be.
	ClockAhead time.Duration

	// NoWebhooks leaves it to the test to register it, or to call it directly.
	NoWebhooks bool
	// NotReady returns as soon as it listens.
	NotReady bool
}

// Drawbridge is a running instance beside a cluster.
type Drawbridge struct {
	URL      string // https, for reviews
	HTTPURL  string // http, for probes and metrics
	CABundle []byte // PEM; what to trust for URL
	StateDir string // what it decides by; it sees changes of these files
	LogFile  string // stdout and stderr

	cluster    *Cluster
	process    *process
	registered bool
	stopOnce   sync.Once
}

// StartDrawbridge runs Drawbridge as the chart's service account, with the rights
// that the chart gives it, waits until it is ready, and registers it as the chart does.
// One instance at a time can be registered.
func StartDrawbridge(c *Cluster, options DrawbridgeOptions) (*Drawbridge, error) {
	binary, err := FindDrawbridge(options.Binary)
	if err != nil {
		return nil, err
	}
	if err := c.grantLive(); err != nil {
		return nil, fmt.Errorf("grant Drawbridge its rights: %w", err)
	}
	name := fmt.Sprintf("drawbridge-%d", c.nextSerial())
	d := &Drawbridge{cluster: c, LogFile: c.folder.log(name), StateDir: options.StateDir}
	args, err := d.prepare(name, options)
	if err != nil {
		return nil, err
	}
	env, err := shiftedClock(options.ClockAhead)
	if err != nil {
		return nil, err
	}
	if err := d.run(binary, args, env, options.NotReady); err != nil {
		return nil, err
	}
	if !options.NoWebhooks {
		d.registered = true
		if err := c.RegisterWebhooks(d.URL, d.CABundle); err != nil {
			return nil, errors.Join(err, d.Stop())
		}
	}
	return d, nil
}

// run starts the program, which then belongs to the cluster, and waits until it is
// ready, or for its ports only.
func (d *Drawbridge) run(binary string, args, env []string, portsOnly bool) error {
	var err error
	d.process, err = startProcess(processSpec{
		name: "drawbridge", path: binary, args: args, env: env, log: d.LogFile, announce: drawbridgeServes,
	})
	if err != nil {
		return err
	}
	d.cluster.mu.Lock()
	d.cluster.drawbridge = append(d.cluster.drawbridge, d)
	d.cluster.mu.Unlock()
	if err := d.becomeReady(portsOnly); err != nil {
		d.stopOnce.Do(d.process.kill)
		return err
	}
	return nil
}

// shiftedClock is the environment of a program that believes it to be later. What
// measures how much time has passed is left alone.
func shiftedClock(ahead time.Duration) ([]string, error) {
	if ahead == 0 {
		return nil, nil
	}
	libraries, err := filepath.Glob("/usr/lib/*/faketime/libfaketimeMT.so.1")
	if err != nil || len(libraries) == 0 {
		return nil, errors.New("libfaketime is missing: run ./dev setup test")
	}
	return []string{
		"LD_PRELOAD=" + libraries[0], "FAKETIME_DONT_FAKE_MONOTONIC=1",
		fmt.Sprintf("FAKETIME=%+.0fs", ahead.Seconds()),
	}, nil
}

// FindDrawbridge is the program under test: the one given, else $DRAWBRIDGE_BIN,
// else what ./dev build leaves.
func FindDrawbridge(given string) (string, error) {
	path := given
	if path == "" {
		path = os.Getenv("DRAWBRIDGE_BIN")
	}
	if path == "" {
		root, err := RepositoryRoot()
		if err != nil {
			return "", err
		}
		path = filepath.Join(root, "build", "release", "drawbridge")
	}
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("Drawbridge's program is missing (%s): run ./dev build, or set DRAWBRIDGE_BIN", path)
	}
	return filepath.Abs(path)
}

// prepare writes the files that Drawbridge reads, and returns its arguments.
func (d *Drawbridge) prepare(name string, options DrawbridgeOptions) ([]string, error) {
	c := d.cluster
	if d.StateDir == "" && !options.Live {
		d.StateDir = c.folder.file(name + "-state")
		if err := os.Mkdir(d.StateDir, 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(filepath.Join(d.StateDir, "state.yaml"), []byte(options.State), 0o644); err != nil {
			return nil, err
		}
	}
	cert, key, caBundle, err := c.ServingCertificate("drawbridge")
	if err != nil {
		return nil, err
	}
	d.CABundle = caBundle
	certFile, err := c.folder.write(name+".crt", cert)
	if err != nil {
		return nil, err
	}
	keyFile, err := c.folder.write(name+".key", key)
	if err != nil {
		return nil, err
	}
	kubeconfig := options.Kubeconfig
	if kubeconfig == "" {
		user, err := c.UserConfig(drawbridgeUser)
		if err != nil {
			return nil, err
		}
		kubeconfig = user.Kubeconfig
	}
	args := []string{
		"serve",
		"--listen", "127.0.0.1:0",
		"--http-listen", "127.0.0.1:0",
		"--kubeconfig", kubeconfig,
		"--tls-cert", certFile,
		"--tls-key", keyFile,
	}
	if options.Live {
		// The Lease stands where the chart would be installed.
		args = append(args, "--namespace", LiveNamespace)
	} else {
		args = append(args, "--state", d.StateDir)
	}
	return append(args, options.Args...), nil
}

// becomeReady learns the ports and waits until Drawbridge calls itself ready, or
// for nothing more.
func (d *Drawbridge) becomeReady(portsOnly bool) error {
	match, err := d.process.waitAnnounced(DefaultLimit)
	if err != nil {
		return err
	}
	d.URL, d.HTTPURL = match[1], match[2]
	if portsOnly {
		return nil
	}
	return d.cluster.waitAlive("Drawbridge to be ready", DefaultLimit, d.process, func() error {
		_, err := d.Get("/readyz")
		return err
	})
}

// Get reads a path of the plain-HTTP port, such as "/metrics". Any answer but
// 200 is an error.
func (d *Drawbridge) Get(path string) (string, error) {
	client := http.Client{Timeout: 5 * time.Second}
	answer, err := client.Get(d.HTTPURL + path)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("GET %s answers %s: %s", path, answer.Status, strings.TrimSpace(string(body)))
	}
	return string(body), err
}

// HTTPClient trusts URL, for tests that call Drawbridge directly.
func (d *Drawbridge) HTTPClient() *http.Client {
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(d.CABundle)
	return &http.Client{
		Timeout:   10 * time.Second,
		Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}},
	}
}

// Log is what it has written so far.
func (d *Drawbridge) Log() string {
	text, _ := os.ReadFile(d.LogFile)
	return string(text)
}

// Stop unregisters it and ends it with SIGTERM. The error says when it had ended
// before, did not end by itself, or ended with another code than 0.
func (d *Drawbridge) Stop() error {
	var err error
	if d.registered {
		d.registered = false
		err = d.cluster.UnregisterWebhooks()
	}
	return errors.Join(err, d.stopProcess())
}

// stopProcess does its work once: a test stops Drawbridge, and the cluster
// whatever a test left running.
func (d *Drawbridge) stopProcess() error {
	var err error
	d.stopOnce.Do(func() {
		if err = d.process.failure(); err == nil {
			err = d.process.stop(drawbridgeStopLimit)
		}
	})
	return err
}

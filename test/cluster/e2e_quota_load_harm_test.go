package cluster_test

import (
	"slices"
	"strings"
	"time"

	"drawbridge.dev/test/cluster"
)

// reign is how long no leader is killed after another: with each the minute of all holds begins
// anew, and nothing is freed for 15 s and more.
const reign = 90 * time.Second

// quotaReplica is replaced by one with the same clock.
type quotaReplica struct {
	*cluster.Drawbridge
	clockAhead time.Duration
}

func (l *quotaWorld) startReplica(clockAhead time.Duration) (quotaReplica, error) {
	replica, err := cluster.StartDrawbridge(l.Cluster, cluster.DrawbridgeOptions{
		Live: true, NoWebhooks: true, Args: briefShutdown, ClockAhead: clockAhead,
	})
	if err != nil {
		return quotaReplica{}, err
	}
	l.t.Cleanup(func() {
		must(l.t, replica.Stop())
		if l.t.Failed() {
			l.t.Logf("%s:\n%s", replica.LogFile, replica.Log())
		}
	})
	return quotaReplica{replica, clockAhead}, nil
}

func (l *quotaWorld) useReplicas() {
	var all []*cluster.Drawbridge
	for _, replica := range l.replicas {
		all = append(all, replica.Drawbridge)
	}
	l.front.Use(all...)
}

func (l *quotaWorld) killReplicas() {
	random := l.random(1)
	var leaderKilled time.Time
	for l.sleep(l.form.kills + time.Duration(random.Int64N(int64(l.form.kills)))) {
		which := random.IntN(len(l.replicas))
		switch leader := slices.IndexFunc(l.replicas, quotaReplica.leads); {
		case leader < 0:
			// Whoever leads next has to have looked on for 15 s: the one that has lived longest stays.
			which = max(which, 1)
		case leader == which && time.Since(leaderKilled) < reign:
			which = (which + 1) % len(l.replicas)
		case leader == which:
			leaderKilled = time.Now()
		}
		killed := l.replicas[which]
		healed := l.answers.harmed(replicaKilled)
		l.replicas = slices.Delete(l.replicas, which, which+1)
		killed.Kill()
		l.useReplicas()
		healed()
		replica, err := l.startReplica(killed.clockAhead)
		for ; err != nil && l.sleep(time.Second); replica, err = l.startReplica(killed.clockAhead) {
			// The API server is away.
			l.t.Log(err)
		}
		if err == nil {
			l.replicas = append(l.replicas, replica)
			l.useReplicas()
		}
		l.kills.Add(1)
	}
}

func (r quotaReplica) leads() bool {
	metrics, err := r.Get("/metrics")
	return err == nil && strings.Contains(metrics, "\ndrawbridge_leader 1\n")
}

func (l *quotaWorld) killAPIServer() {
	for range l.form.restarts {
		if !l.sleep(l.form.lasts / time.Duration(l.form.restarts+1)) {
			return
		}
		healed := l.answers.harmed(apiServerAway)
		if err := l.RestartAPIServer(); err != nil {
			l.t.Error(err)
		}
		healed()
		l.restarts.Add(1)
	}
}

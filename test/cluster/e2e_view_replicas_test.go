package cluster_test

// Of three instances one is killed and one paused: the third goes on and follows what
// changes, and so does each of the others when it is back.
func instancesAreKilledAndPaused(v *view) {
	v.announce("replicas-known")
	killed, paused, third := v.startQuietly(), v.startQuietly(), v.startQuietly()
	for _, one := range []*instance{killed, paused, third} {
		one.stillFinds(aboutMapping("replicas-known"), "WouldRewrite")
	}
	killed.Kill()
	must(v.t, paused.Pause())
	resumed := false
	defer func() {
		if !resumed { // or it could not be stopped
			_ = paused.Resume()
		}
	}()
	v.announce("replicas-added")
	third.soonFinds(aboutMapping("replicas-added"), "WouldRewrite")
	v.startQuietly().stillFinds(aboutMapping("replicas-added"), "WouldRewrite")

	must(v.t, paused.Resume())
	resumed = true
	paused.soonFinds(aboutMapping("replicas-added"), "WouldRewrite")
	paused.stillFinds(aboutMapping("replicas-known"), "WouldRewrite")
}

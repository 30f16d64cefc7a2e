package kueue

import (
	"fmt"

	utilfeature "k8s.io/apiserver/pkg/util/feature"
)

// openGates sets those that the drawn Configurations have.
func openGates() error {
	return utilfeature.DefaultMutableFeatureGate.SetFromMap(featureGates)
}

// eachDecision decides and reviews the workloads of one seed.
func eachDecision(under program, number uint64, per int, see func(*cluster, drawn, decision, said)) error {
	d, ctx := newDraw(number), background()
	c := drawCluster(d)
	w, err := newWorld(ctx, c)
	if err != nil {
		return fmt.Errorf("Kueue refuses the cluster: %w", err)
	}
	var workloads []drawn
	decisions := map[string]decision{}
	for i := range per {
		of := drawWorkload(d, c, i)
		made, err := w.decide(ctx, of)
		if err != nil {
			return fmt.Errorf("%s %s: %w", of.kind, of.name, err)
		}
		workloads = append(workloads, of)
		decisions[of.name] = made
	}
	answers, err := under.review(c, workloads)
	if err != nil {
		return err
	}
	for _, of := range workloads {
		see(c, of, decisions[of.name], answers[of.name])
	}
	return nil
}

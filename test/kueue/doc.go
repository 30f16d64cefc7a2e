// Package kueue holds what Drawbridge says of queues against Kueue's own code. Clusters and workloads are drawn by
// chance; Kueue's webhooks, reconcilers and flavor assigner decide each workload, `drawbridge review` judges the same
// manifests, and the two are compared. README.md says what counts as a fault and how to repeat one.
package kueue

package kueue

import (
	rayv1 "github.com/ray-project/kuberay/ray-operator/apis/ray/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
)

const rayVersion = "ray.io/v1"

// drawRaySpec makes a head, a group of workers and now and then another.
func drawRaySpec(d draw, c *cluster) rayv1.RayClusterSpec {
	head, worker := drawPair(d, c)
	spec := rayv1.RayClusterSpec{
		HeadGroupSpec: rayv1.HeadGroupSpec{RayStartParams: map[string]string{}, Template: head},
	}
	first := workerGroup("wg", drawCount(d))
	first.Template = worker
	if d.percent(15) {
		first.NumOfHosts = 2
	}
	spec.WorkerGroupSpecs = []rayv1.WorkerGroupSpec{first}
	if d.percent(20) {
		second := workerGroup("wh", int32(d.between(1, 2)))
		second.Template = drawTemplate(d, c, d.percent(50))
		spec.WorkerGroupSpecs = append(spec.WorkerGroupSpecs, second)
	}
	return spec
}

func workerGroup(name string, replicas int32) rayv1.WorkerGroupSpec {
	return rayv1.WorkerGroupSpec{
		GroupName:      name,
		Replicas:       ptr.To(replicas),
		MinReplicas:    ptr.To(int32(0)),
		MaxReplicas:    ptr.To(int32(10)),
		NumOfHosts:     1,
		RayStartParams: map[string]string{},
	}
}

func drawRayCluster(d draw, c *cluster, meta metav1.ObjectMeta) *rayv1.RayCluster {
	of := &rayv1.RayCluster{TypeMeta: typeOf(rayVersion, "RayCluster"), ObjectMeta: meta, Spec: drawRaySpec(d, c)}
	of.Spec.Suspend = suspended()
	// Kueue takes one that scales itself as an elastic workload alone.
	if c.traits.limits && d.percent(15) {
		of.Spec.EnableInTreeAutoscaling = ptr.To(true)
		of.Annotations = map[string]string{"kueue.x-k8s.io/elastic-job": "true"}
	}
	return of
}

func drawRayJob(d draw, c *cluster, meta metav1.ObjectMeta) *rayv1.RayJob {
	job := &rayv1.RayJob{TypeMeta: typeOf(rayVersion, "RayJob"), ObjectMeta: meta}
	job.Spec.Suspend = true
	job.Spec.ShutdownAfterJobFinishes = true
	job.Spec.SubmissionMode = oneOf(d, rayv1.K8sJobMode, rayv1.HTTPMode, rayv1.SidecarMode)
	spec := drawRaySpec(d, c)
	job.Spec.RayClusterSpec = &spec
	if job.Spec.SubmissionMode == rayv1.K8sJobMode && d.percent(50) {
		submitter := drawTemplate(d, c, false)
		job.Spec.SubmitterPodTemplate = &submitter
	}
	if d.percent(20) {
		job.Annotations = map[string]string{"ray.io/ft-enabled": "true"}
	}
	return job
}

func drawRayService(d draw, c *cluster, meta metav1.ObjectMeta) *rayv1.RayService {
	service := &rayv1.RayService{TypeMeta: typeOf(rayVersion, "RayService"), ObjectMeta: meta}
	service.Spec.RayClusterSpec = drawRaySpec(d, c)
	service.Spec.RayClusterSpec.Suspend = suspended()
	return service
}

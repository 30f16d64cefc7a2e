package kueue

import (
	"encoding/json"
	"fmt"

	training "github.com/kubeflow/training-operator/pkg/apis/kubeflow.org/v1"
	awv1beta2 "github.com/project-codeflare/appwrapper/api/v1beta2"
	appsv1 "k8s.io/api/apps/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	jobset "sigs.k8s.io/jobset/api/jobset/v1alpha2"
	api "sigs.k8s.io/kueue/apis/kueue/v1beta2"
	lws "sigs.k8s.io/lws/api/leaderworkerset/v1"
)

func drawJob(d draw, c *cluster, meta metav1.ObjectMeta) *batchv1.Job {
	job := &batchv1.Job{TypeMeta: typeOf("batch/v1", "Job"), ObjectMeta: meta}
	job.Spec.Suspend = suspended()
	pods := drawCount(d)
	job.Spec.Parallelism = ptr.To(pods)
	if !d.percent(15) {
		job.Spec.Completions = ptr.To(pods)
		if d.percent(20) {
			job.Spec.Completions = ptr.To(int32(d.between(1, 5)))
		}
	}
	pods = min(pods, ptr.Deref(job.Spec.Completions, pods))
	if d.percent(5) {
		job.Spec.Parallelism, job.Spec.Completions, pods = nil, nil, 1
	}
	job.Spec.Template = drawTemplate(d, c, true)
	if pods > 1 && d.percent(20) {
		job.Annotations = map[string]string{
			"kueue.x-k8s.io/job-min-parallelism": fmt.Sprint(d.between(1, int(pods)-1))}
	}
	return job
}

func drawJobSet(d draw, c *cluster, meta metav1.ObjectMeta) *jobset.JobSet {
	set := &jobset.JobSet{TypeMeta: typeOf("jobset.x-k8s.io/v1alpha2", "JobSet"), ObjectMeta: meta}
	set.Spec.Suspend = suspended()
	for i := range d.between(2, 3) {
		of := jobset.ReplicatedJob{Name: fmt.Sprintf("r%d", i), Replicas: int32(d.between(1, 2))}
		of.Template.Spec.Parallelism = ptr.To(int32(d.between(1, 2)))
		of.Template.Spec.Completions = of.Template.Spec.Parallelism
		if d.percent(10) {
			of.Template.Spec.Completions = ptr.To(int32(1))
		}
		of.Template.Spec.Template = drawTemplate(d, c, i == 0 || d.percent(50))
		set.Spec.ReplicatedJobs = append(set.Spec.ReplicatedJobs, of)
	}
	if jobs := set.Spec.ReplicatedJobs; d.percent(50) {
		// A group wants one pod in one of its two templates.
		jobs[0].Replicas = 1
		jobs[0].Template.Spec.Parallelism, jobs[0].Template.Spec.Completions = ptr.To(int32(1)), ptr.To(int32(1))
		together(d, c, &jobs[0].Template.Spec.Template, &jobs[1].Template.Spec.Template)
		if last := len(jobs) - 1; d.percent(50) {
			jobs[0], jobs[last] = jobs[last], jobs[0]
		}
	}
	return set
}

func drawLeaderWorkerSet(d draw, c *cluster, meta metav1.ObjectMeta) *lws.LeaderWorkerSet {
	set := &lws.LeaderWorkerSet{TypeMeta: typeOf("leaderworkerset.x-k8s.io/v1", "LeaderWorkerSet"), ObjectMeta: meta}
	set.Spec.Replicas = ptr.To(oneOf(d, int32(1), 1, 2))
	set.Spec.LeaderWorkerTemplate.Size = ptr.To(1 + drawCount(d))
	if d.percent(60) {
		leader, worker := drawPair(d, c)
		set.Spec.LeaderWorkerTemplate.LeaderTemplate = &leader
		set.Spec.LeaderWorkerTemplate.WorkerTemplate = worker
	} else {
		set.Spec.LeaderWorkerTemplate.WorkerTemplate = drawTemplate(d, c, true)
	}
	return set
}

func drawStatefulSet(d draw, c *cluster, meta metav1.ObjectMeta) *appsv1.StatefulSet {
	set := &appsv1.StatefulSet{TypeMeta: typeOf("apps/v1", "StatefulSet"), ObjectMeta: meta}
	set.Spec.Replicas = ptr.To(drawCount(d))
	set.Spec.ServiceName = meta.Name
	set.Spec.Selector = &metav1.LabelSelector{MatchLabels: map[string]string{"app": meta.Name}}
	set.Spec.Template = drawServing(d, c, meta.Name)
	return set
}

func drawDeployment(d draw, c *cluster, meta metav1.ObjectMeta) *appsv1.Deployment {
	of := &appsv1.Deployment{TypeMeta: typeOf("apps/v1", "Deployment"), ObjectMeta: meta}
	of.Spec.Replicas = ptr.To(int32(d.between(1, 3)))
	of.Spec.Selector = &metav1.LabelSelector{MatchLabels: map[string]string{"app": meta.Name}}
	of.Spec.Template = drawServing(d, c, meta.Name)
	return of
}

// Kueue knows neither of these two kinds, and takes the pods for whose template a queue is named.
func drawReplicaSet(d draw, c *cluster, meta metav1.ObjectMeta) *appsv1.ReplicaSet {
	of := &appsv1.ReplicaSet{TypeMeta: typeOf("apps/v1", "ReplicaSet"), ObjectMeta: meta}
	of.Spec.Replicas = ptr.To(int32(d.between(1, 3)))
	of.Spec.Selector = &metav1.LabelSelector{MatchLabels: map[string]string{"app": meta.Name}}
	of.Spec.Template = drawServing(d, c, meta.Name)
	of.Spec.Template.Labels[queueLabel], of.Labels = meta.Labels[queueLabel], nil
	return of
}

func drawDaemonSet(d draw, c *cluster, meta metav1.ObjectMeta) *appsv1.DaemonSet {
	of := &appsv1.DaemonSet{TypeMeta: typeOf("apps/v1", "DaemonSet"), ObjectMeta: meta}
	of.Spec.Selector = &metav1.LabelSelector{MatchLabels: map[string]string{"app": meta.Name}}
	of.Spec.Template = drawServing(d, c, meta.Name)
	of.Spec.Template.Labels[queueLabel], of.Labels = meta.Labels[queueLabel], nil
	return of
}

func drawServing(d draw, c *cluster, name string) corev1.PodTemplateSpec {
	template := drawTemplate(d, c, true)
	template.Labels = map[string]string{"app": name}
	template.Spec.RestartPolicy = corev1.RestartPolicyAlways
	return template
}

func drawPod(d draw, c *cluster, meta metav1.ObjectMeta) *corev1.Pod {
	return podFrom(drawTemplate(d, c, true), meta)
}

func podFrom(template corev1.PodTemplateSpec, meta metav1.ObjectMeta) *corev1.Pod {
	pod := &corev1.Pod{TypeMeta: typeOf("v1", "Pod"), ObjectMeta: meta, Spec: *template.Spec.DeepCopy()}
	pod.Annotations = map[string]string{}
	for key, value := range template.Annotations {
		pod.Annotations[key] = value
	}
	return pod
}

// drawPodGroup makes pods of one template, or of two.
func drawPodGroup(d draw, c *cluster, meta metav1.ObjectMeta) []client.Object {
	templates := []corev1.PodTemplateSpec{drawTemplate(d, c, true)}
	if d.percent(40) {
		templates = append(templates, drawTemplate(d, c, d.percent(50)))
	}
	var pods []client.Object
	size := d.between(len(templates), 4)
	// Kueue does not wait for the others, and takes them to be like the first.
	fast := len(templates) == 1 && d.percent(20)
	// Pods of one role may differ in what takes no room.
	ranked := d.percent(40)
	for i := range size {
		own := inNamespace(fmt.Sprintf("%s-%d", meta.Name, i))
		own.Labels = map[string]string{
			queueLabel: meta.Labels[queueLabel], "kueue.x-k8s.io/pod-group-name": meta.Name}
		pod := podFrom(templates[i%len(templates)], own)
		pod.Annotations["kueue.x-k8s.io/pod-group-total-count"] = fmt.Sprint(size)
		if ranked {
			pod.Spec.Containers[0].Env = []corev1.EnvVar{{Name: "RANK", Value: fmt.Sprint(i)}}
		}
		if fast {
			pod.Annotations["kueue.x-k8s.io/pod-group-fast-admission"] = "true"
		}
		pods = append(pods, pod)
	}
	return pods
}

func drawHandWritten(d draw, c *cluster, meta metav1.ObjectMeta) *api.Workload {
	of := &api.Workload{TypeMeta: kueueType("Workload"), ObjectMeta: inNamespace(meta.Name)}
	of.Spec.QueueName = api.LocalQueueName(meta.Labels[queueLabel])
	for i := range d.between(1, 3) {
		template := drawTemplate(d, c, i == 0 || d.percent(50))
		set := api.PodSet{Name: api.PodSetReference(fmt.Sprintf("p%d", i)), Count: int32(d.between(1, 3))}
		if d.percent(4) {
			set.Count = 0
		}
		set.TopologyRequest = topologyRequest(template.Annotations)
		template.Annotations = nil
		set.Template = template
		if i == 0 && set.Count > 1 && d.percent(30) {
			set.MinCount = ptr.To(int32(1))
		}
		of.Spec.PodSets = append(of.Spec.PodSets, set)
	}
	if sets := of.Spec.PodSets; len(c.topologies) > 0 && c.traits.groups && len(sets) > 1 && d.percent(40) {
		for i := range 2 {
			sets[i].TopologyRequest = &api.PodSetTopologyRequest{
				Required: ptr.To(rack), PodSetGroupName: ptr.To("together")}
		}
		sets[0].Count, sets[0].MinCount = 1, nil
	}
	return of
}

// topologyRequest is what a Workload says where templates have annotations.
func topologyRequest(annotations map[string]string) *api.PodSetTopologyRequest {
	if len(annotations) == 0 {
		return nil
	}
	of := &api.PodSetTopologyRequest{}
	if level, said := annotations[api.PodSetRequiredTopologyAnnotation]; said {
		of.Required = &level
	}
	if level, said := annotations[api.PodSetPreferredTopologyAnnotation]; said {
		of.Preferred = &level
	}
	if value, said := annotations[api.PodSetUnconstrainedTopologyAnnotation]; said {
		of.Unconstrained = ptr.To(value == "true")
	}
	if level, said := annotations[api.PodSetSliceRequiredTopologyAnnotation]; said {
		of.PodSetSliceRequiredTopology, of.PodSetSliceSize = &level, ptr.To(int32(1))
	}
	return of
}

// drawAppWrapper wraps one or two objects of other kinds. Of some Kueue finds by itself where their pods stand; of the
// others it counts none, or what is declared.
func drawAppWrapper(d draw, c *cluster, meta metav1.ObjectMeta) *awv1beta2.AppWrapper {
	of := &awv1beta2.AppWrapper{TypeMeta: typeOf("workload.codeflare.dev/v1beta2", "AppWrapper"), ObjectMeta: meta}
	of.Spec.Suspend = true
	for i := range d.between(1, 2) {
		// Without a queue of its own.
		own := inNamespace(fmt.Sprintf("%s-%d", meta.Name, i))
		var component awv1beta2.AppWrapperComponent
		var wrapped client.Object
		switch d.IntN(9) {
		case 0:
			job := drawJob(d, c, own)
			job.Annotations = nil
			wrapped = job
		case 1:
			wrapped = drawJobSet(d, c, own)
		case 2:
			wrapped = drawPyTorchJob(d, c, own)
		case 3:
			wrapped = drawRayCluster(d, c, own)
		case 4:
			wrapped = drawPod(d, c, own)
		case 5:
			wrapped = drawRayJob(d, c, own)
		case 6:
			wrapped = drawDeployment(d, c, own)
		case 7:
			wrapped = drawStatefulSet(d, c, own)
		case 8:
			job := drawJAXJob(d, c, own)
			if workers := job.Spec.JAXReplicaSpecs[training.JAXJobReplicaTypeWorker]; d.percent(60) {
				component.DeclaredPodSets = []awv1beta2.AppWrapperPodSet{{
					Replicas: workers.Replicas, Path: "template.spec.jaxReplicaSpecs.Worker.template"}}
			}
			wrapped = job
		}
		raw, err := json.Marshal(tidy(wrapped))
		must(err)
		component.Template = runtime.RawExtension{Raw: raw}
		of.Spec.Components = append(of.Spec.Components, component)
	}
	return of
}

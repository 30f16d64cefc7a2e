package kueue

import (
	"fmt"
	"maps"
	"slices"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	api "sigs.k8s.io/kueue/apis/kueue/v1beta2"
)

// drawn is what a person applies: one object, or the pods of a group.
type drawn struct {
	kind    string
	name    string
	queue   *api.LocalQueue
	objects []client.Object
}

// maker draws objects of one kind.
type maker func(d draw, c *cluster, meta metav1.ObjectMeta) []client.Object

// kinds are all that are drawn, each as often as the others.
var kinds = map[string]maker{
	"Job":             one(drawJob),
	"JobSet":          one(drawJobSet),
	"MPIJob":          one(drawMPIJob),
	"PyTorchJob":      one(drawPyTorchJob),
	"TFJob":           one(drawTFJob),
	"XGBoostJob":      one(drawXGBoostJob),
	"PaddleJob":       one(drawPaddleJob),
	"JAXJob":          one(drawJAXJob),
	"LeaderWorkerSet": one(drawLeaderWorkerSet),
	"RayCluster":      one(drawRayCluster),
	"RayJob":          one(drawRayJob),
	"RayService":      one(drawRayService),
	"StatefulSet":     one(drawStatefulSet),
	"Deployment":      one(drawDeployment),
	"ReplicaSet":      one(drawReplicaSet),
	"DaemonSet":       one(drawDaemonSet),
	"Pod":             one(drawPod),
	podGroup:          drawPodGroup,
	"Workload":        one(drawHandWritten),
	"AppWrapper":      one(drawAppWrapper),
}

const podGroup = "pod group"

func one[T client.Object](make func(draw, *cluster, metav1.ObjectMeta) T) maker {
	return func(d draw, c *cluster, meta metav1.ObjectMeta) []client.Object {
		return []client.Object{make(d, c, meta)}
	}
}

var kindNames = slices.Sorted(maps.Keys(kinds))

func drawWorkload(d draw, c *cluster, number int) drawn {
	kind := oneOf(d, kindNames...)
	of := drawn{kind: kind, name: fmt.Sprintf("w%d", number), queue: oneOf(d, c.localQueues...)}
	if d.percent(1) {
		// One that does not exist.
		of.queue = of.queue.DeepCopy()
		of.queue.Name = "elsewhere"
	}
	meta := inNamespace(of.name)
	meta.Labels = map[string]string{queueLabel: of.queue.Name}
	of.objects = kinds[kind](d, c, meta)
	return of
}

// drawCount is a number of pods; 0 is rare.
func drawCount(d draw) int32 {
	if d.percent(3) {
		return 0
	}
	return int32(d.between(1, 3))
}

// drawPair makes two templates of which one or both ask for devices.
func drawPair(d draw, c *cluster) (first, second corev1.PodTemplateSpec) {
	which := d.IntN(4)
	first, second = drawTemplate(d, c, which != 1), drawTemplate(d, c, which != 0)
	together(d, c, &first, &second)
	return first, second
}

func typeOf(apiVersion, kind string) metav1.TypeMeta {
	return metav1.TypeMeta{APIVersion: apiVersion, Kind: kind}
}

func suspended() *bool { return ptr.To(true) }

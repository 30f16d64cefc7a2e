package kueue

import (
	mpi "github.com/kubeflow/mpi-operator/pkg/apis/kubeflow/v2beta1"
	training "github.com/kubeflow/training-operator/pkg/apis/kubeflow.org/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
)

const trainingVersion = "kubeflow.org/v1"

func drawMPIJob(d draw, c *cluster, meta metav1.ObjectMeta) *mpi.MPIJob {
	job := &mpi.MPIJob{TypeMeta: typeOf("kubeflow.org/v2beta1", "MPIJob"), ObjectMeta: meta}
	job.Spec.RunPolicy.Suspend = suspended()
	job.Spec.SlotsPerWorker = ptr.To(int32(1))
	launcher, worker := drawPair(d, c)
	job.Spec.MPIReplicaSpecs = map[mpi.MPIReplicaType]*mpi.ReplicaSpec{
		mpi.MPIReplicaTypeLauncher: {Replicas: ptr.To(int32(1)), Template: launcher},
		mpi.MPIReplicaTypeWorker:   {Replicas: ptr.To(drawCount(d)), Template: worker},
	}
	if d.percent(10) {
		job.Spec.RunLauncherAsWorker = ptr.To(true)
	}
	return job
}

type replicas map[training.ReplicaType]*training.ReplicaSpec

// drawReplicas makes one pod of the first type and some of the second.
func drawReplicas(d draw, c *cluster, first, second training.ReplicaType) replicas {
	one, some := drawPair(d, c)
	return replicas{
		first:  {Replicas: ptr.To(int32(1)), Template: one},
		second: {Replicas: ptr.To(drawCount(d)), Template: some},
	}
}

// drawWorkers are those of a job that has them alone.
func drawWorkers(d draw, c *cluster, of training.ReplicaType) replicas {
	return replicas{of: {Replicas: ptr.To(drawCount(d)), Template: drawTemplate(d, c, true)}}
}

func drawPyTorchJob(d draw, c *cluster, meta metav1.ObjectMeta) *training.PyTorchJob {
	job := &training.PyTorchJob{TypeMeta: typeOf(trainingVersion, "PyTorchJob"), ObjectMeta: meta}
	job.Spec.RunPolicy.Suspend = suspended()
	job.Spec.PyTorchReplicaSpecs = drawReplicas(d, c, training.PyTorchJobReplicaTypeMaster,
		training.PyTorchJobReplicaTypeWorker)
	return job
}

func drawTFJob(d draw, c *cluster, meta metav1.ObjectMeta) *training.TFJob {
	job := &training.TFJob{TypeMeta: typeOf(trainingVersion, "TFJob"), ObjectMeta: meta}
	job.Spec.RunPolicy.Suspend = suspended()
	job.Spec.TFReplicaSpecs = drawReplicas(d, c,
		oneOf(d, training.TFJobReplicaTypeChief, training.TFJobReplicaTypePS, training.TFJobReplicaTypeEval),
		training.TFJobReplicaTypeWorker)
	return job
}

func drawXGBoostJob(d draw, c *cluster, meta metav1.ObjectMeta) *training.XGBoostJob {
	job := &training.XGBoostJob{TypeMeta: typeOf(trainingVersion, "XGBoostJob"), ObjectMeta: meta}
	job.Spec.RunPolicy.Suspend = suspended()
	job.Spec.XGBReplicaSpecs = drawReplicas(d, c, training.XGBoostJobReplicaTypeMaster,
		training.XGBoostJobReplicaTypeWorker)
	return job
}

func drawPaddleJob(d draw, c *cluster, meta metav1.ObjectMeta) *training.PaddleJob {
	job := &training.PaddleJob{TypeMeta: typeOf(trainingVersion, "PaddleJob"), ObjectMeta: meta}
	job.Spec.RunPolicy.Suspend = suspended()
	job.Spec.PaddleReplicaSpecs = drawReplicas(d, c, training.PaddleJobReplicaTypeMaster,
		training.PaddleJobReplicaTypeWorker)
	return job
}

func drawJAXJob(d draw, c *cluster, meta metav1.ObjectMeta) *training.JAXJob {
	job := &training.JAXJob{TypeMeta: typeOf(trainingVersion, "JAXJob"), ObjectMeta: meta}
	job.Spec.RunPolicy.Suspend = suspended()
	job.Spec.JAXReplicaSpecs = drawWorkers(d, c, training.JAXJobReplicaTypeWorker)
	return job
}

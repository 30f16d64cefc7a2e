// The same rewrite as Drawbridge's, written the way most webhooks are: with controller-runtime. It is what
// `./dev bench serve` compares with, and nothing else.
//
//	webhook -port 9443 -certs DIR      (tls.crt and tls.key in DIR)
package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"

	corev1 "k8s.io/api/core/v1"
	resourcev1 "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/runtime"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

const (
	resourceName = corev1.ResourceName("nvidia.com/gpu")
	className    = "gpu.nvidia.com"
	entryName    = "devices"
)

type rewriter struct {
	decoder admission.Decoder
}

func (r *rewriter) Handle(_ context.Context, req admission.Request) admission.Response {
	pod := &corev1.Pod{}
	if err := r.decoder.Decode(req, pod); err != nil {
		return admission.Errored(http.StatusBadRequest, err)
	}
	spec := resourcev1.ResourceClaimTemplateSpec{}
	taken := map[string]map[string]string{}
	for i := range pod.Spec.Containers {
		container := &pod.Spec.Containers[i]
		quantity, found := container.Resources.Limits[resourceName]
		if !found {
			continue
		}
		request := container.Name + "-nvidia-gpu"
		spec.Spec.Devices.Requests = append(spec.Spec.Devices.Requests, resourcev1.DeviceRequest{
			Name: request,
			Exactly: &resourcev1.ExactDeviceRequest{
				DeviceClassName: className,
				AllocationMode:  resourcev1.DeviceAllocationModeExactCount,
				Count:           quantity.Value(),
				Selectors: []resourcev1.DeviceSelector{{CEL: &resourcev1.CELDeviceSelector{
					Expression: "device.attributes['gpu.nvidia.com'].type == 'gpu'"}}},
			},
		})
		delete(container.Resources.Limits, resourceName)
		delete(container.Resources.Requests, resourceName)
		container.Resources.Claims = append(container.Resources.Claims,
			corev1.ResourceClaim{Name: entryName, Request: request})
		taken[container.Name] = map[string]string{string(resourceName): quantity.String()}
	}
	if len(taken) == 0 {
		return admission.Allowed("")
	}
	content, err := json.Marshal(spec)
	if err != nil {
		return admission.Errored(http.StatusInternalServerError, err)
	}
	hash := sha256.Sum256(content)
	template := "drawbridge-" + hex.EncodeToString(hash[:16])
	pod.Spec.ResourceClaims = append(pod.Spec.ResourceClaims,
		corev1.PodResourceClaim{Name: entryName, ResourceClaimTemplateName: &template})
	said, err := json.Marshal(taken)
	if err != nil {
		return admission.Errored(http.StatusInternalServerError, err)
	}
	if pod.Annotations == nil {
		pod.Annotations = map[string]string{}
	}
	pod.Annotations["drawbridge.dev/rewritten"] = string(said)
	after, err := json.Marshal(pod)
	if err != nil {
		return admission.Errored(http.StatusInternalServerError, err)
	}
	return admission.PatchResponseFromRaw(req.Object.Raw, after).
		WithWarnings(fmt.Sprintf("%s became claim %q (class %s, template %s).", resourceName, entryName, className, template))
}

func main() {
	port := flag.Int("port", 9443, "port to listen on")
	certs := flag.String("certs", ".", "folder of tls.crt and tls.key")
	flag.Parse()
	ctrl.SetLogger(zap.New(zap.WriteTo(os.Stderr)))
	scheme := runtime.NewScheme()
	if err := corev1.AddToScheme(scheme); err != nil {
		panic(err)
	}
	server := webhook.NewServer(webhook.Options{Host: "127.0.0.1", Port: *port, CertDir: *certs})
	server.Register("/mutate", &webhook.Admission{Handler: &rewriter{decoder: admission.NewDecoder(scheme)}})
	if err := server.Start(ctrl.SetupSignalHandler()); err != nil {
		panic(err)
	}
}

package kueue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	jsonpatch "github.com/evanphx/json-patch/v5"
	admissionv1 "k8s.io/api/admission/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
	"sigs.k8s.io/controller-runtime/pkg/webhook/conversion"
	"sigs.k8s.io/kueue/pkg/controller/jobframework"
	kueuewebhooks "sigs.k8s.io/kueue/pkg/webhooks"
)

// webhooks are Kueue's, by their paths, as they register themselves with a controller manager.
type webhooks struct {
	webhook.Server
	mux   *http.ServeMux
	paths map[string]*admission.Webhook
}

func (w *webhooks) WebhookMux() *http.ServeMux { return w.mux }

func (w *webhooks) Register(path string, hook http.Handler) {
	if of, isAdmission := hook.(*admission.Webhook); isAdmission {
		w.paths[path] = of
	}
	w.mux.Handle(path, hook)
}

// manager is as much of a controller manager as webhooks ask for when they register; all else is nil.
type manager struct {
	ctrl.Manager
	client client.Client
	server *webhooks
}

func (m manager) GetClient() client.Client         { return m.client }
func (m manager) GetScheme() *runtime.Scheme       { return m.client.Scheme() }
func (m manager) GetConfig() *rest.Config          { return &rest.Config{} }
func (m manager) GetWebhookServer() webhook.Server { return m.server }
func (m manager) GetConverterRegistry() conversion.Registry {
	return conversion.NewRegistry()
}

func newWebhooks(of client.Client, options []jobframework.Option) (*webhooks, error) {
	w := &webhooks{mux: http.NewServeMux(), paths: map[string]*admission.Webhook{}}
	registered := manager{client: of, server: w}
	if name, err := kueuewebhooks.Setup(registered, nil); err != nil {
		return nil, fmt.Errorf("webhook of %s: %w", name, err)
	}
	err := jobframework.ForEachIntegration(func(name string, callbacks jobframework.IntegrationCallbacks) error {
		return callbacks.SetupWebhook(registered, options...)
	})
	return w, err
}

// refused is what a webhook answers to the person who applies.
var errRefused = errors.New("refused by Kueue's webhook")

// admit changes an object as the webhooks do, or says that one refuses it.
func (w *webhooks) admit(ctx context.Context, object client.Object) error {
	kind := object.GetObjectKind().GroupVersionKind()
	path := strings.ReplaceAll(kind.Group, ".", "-") + "-" + kind.Version + "-" + strings.ToLower(kind.Kind)
	raw, err := json.Marshal(object)
	if err != nil {
		return err
	}
	request := admission.Request{AdmissionRequest: admissionv1.AdmissionRequest{
		UID:       "1",
		Operation: admissionv1.Create,
		Name:      object.GetName(),
		Namespace: object.GetNamespace(),
		Object:    runtime.RawExtension{Raw: raw},
	}}
	request.Kind.Group, request.Kind.Version, request.Kind.Kind = kind.Group, kind.Version, kind.Kind
	for _, verb := range []string{"/mutate-", "/validate-"} {
		hook, exists := w.paths[verb+path]
		if !exists {
			continue
		}
		answer := hook.Handle(ctx, request)
		if !answer.Allowed {
			return fmt.Errorf("%w: %s", errRefused, answer.Result.Message)
		}
		if len(answer.Patch) == 0 {
			continue
		}
		patch, err := jsonpatch.DecodePatch(answer.Patch)
		if err != nil {
			return err
		}
		if request.Object.Raw, err = patch.Apply(request.Object.Raw); err != nil {
			return err
		}
	}
	return json.Unmarshal(request.Object.Raw, object)
}

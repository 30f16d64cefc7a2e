package main

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"os"
	"time"

	corev1 "k8s.io/api/core/v1"
	resourcev1 "k8s.io/api/resource/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/clientcmd"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// followed are the kinds that Drawbridge follows, as far as the cluster serves them; pods only
// where it leads.
func followed(pods bool) []client.Object {
	kinds := []client.Object{
		&corev1.Namespace{}, &corev1.ResourceQuota{}, &corev1.LimitRange{}, &corev1.Node{},
		&resourcev1.DeviceClass{}, &resourcev1.ResourceSlice{}, &resourcev1.ResourceClaim{},
		&resourcev1.ResourceClaimTemplate{},
	}
	for _, kind := range []string{"DeviceMapping", "DeviceQuota", "DeviceRule"} {
		custom := &unstructured.Unstructured{}
		custom.SetGroupVersionKind(schema.GroupVersionKind{Group: "drawbridge.dev", Version: "v1alpha1", Kind: kind})
		kinds = append(kinds, custom)
	}
	if pods {
		kinds = append(kinds, &corev1.Pod{})
	}
	return kinds
}

// manage is a manager as most are written: informers of whole objects, nothing stripped. It says
// when it is ready, and answers what a namespace's label is by its cache.
func manage(arguments []string) error {
	flags := flag.NewFlagSet("manager", flag.ExitOnError)
	kubeconfig := flags.String("kubeconfig", "", "the cluster")
	pods := flags.Bool("pods", false, "cache Pods too")
	listen := flags.String("listen", "", "host:port of GET /label?namespace=NAME and /readyz")
	_ = flags.Parse(arguments)
	ctrl.SetLogger(zap.New(zap.WriteTo(os.Stderr)))
	config, err := clientcmd.BuildConfigFromFlags("", *kubeconfig)
	if err != nil {
		return err
	}
	// Its first lists shall not wait for a limit that Drawbridge does not have.
	config.QPS = -1
	scheme, err := newScheme()
	if err != nil {
		return err
	}
	m, err := ctrl.NewManager(config, manager.Options{
		Scheme: scheme, Metrics: metricsserver.Options{BindAddress: "0"},
	})
	if err != nil {
		return err
	}
	ctx := ctrl.SetupSignalHandler()
	for _, kind := range followed(*pods) {
		if _, err := m.GetCache().GetInformer(ctx, kind, cache.BlockUntilSynced(false)); err != nil {
			return fmt.Errorf("%T: %w", kind, err)
		}
	}
	go serveCache(ctx, m, *listen)
	return m.Start(ctx)
}

func serveCache(ctx context.Context, m manager.Manager, listen string) {
	if !m.GetCache().WaitForCacheSync(ctx) {
		return
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/readyz", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("/label", func(w http.ResponseWriter, r *http.Request) {
		namespace := &corev1.Namespace{}
		name := types.NamespacedName{Name: r.URL.Query().Get("namespace")}
		if err := m.GetClient().Get(r.Context(), name, namespace); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		fmt.Fprint(w, namespace.Labels[probeLabel])
	})
	server := &http.Server{Addr: listen, Handler: mux, ReadHeaderTimeout: time.Minute}
	fmt.Fprintln(os.Stderr, server.ListenAndServe())
	os.Exit(1)
}

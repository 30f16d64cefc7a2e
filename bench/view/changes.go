package main

import (
	"fmt"

	"k8s.io/apimachinery/pkg/types"
)

const (
	mergePatch = types.MergePatchType
	// As bench/big_cluster.h has them.
	nodes      = 5000
	claims     = 10000
	namespaces = 1000
)

// changeOf is the path of an object and what becomes of it: something that decisions read. Of 20
// changes 9 are claims', 3 each of both kinds of quota and of ResourceSlices; the others are probes.
func changeOf(i int) (path, patch string) {
	// A walk that does not come back to an object soon.
	at := func(count int) int { return i * 7919 % count }
	dra := "/apis/resource.k8s.io/v1/"
	switch which := i % 20; {
	case which%10 == 0:
		panic("a probe")
	case which < 10:
		n := at(claims)
		more := ""
		if i/claims%2 == 0 {
			more = `,{"resource":"pods","name":"trainer","uid":"1"}`
		}
		return fmt.Sprintf("%snamespaces/team-%05d/resourceclaims/trainer-devices-%05d/status", dra, n%namespaces, n),
			fmt.Sprintf(`{"status":{"reservedFor":[{"resource":"pods","name":"trainer","uid":"%d"}%s]}}`, i+2, more)
	case which < 14:
		return fmt.Sprintf("/api/v1/namespaces/team-%05d/resourcequotas/devices/status", at(namespaces)),
			fmt.Sprintf(`{"status":{"used":{"requests.nvidia.com/gpu":"%d"}}}`, i)
	case which < 17:
		return fmt.Sprintf("/apis/drawbridge.dev/v1alpha1/namespaces/team-%05d/devicequotas/devices/status", at(namespaces)),
			fmt.Sprintf(`{"status":{"used":{"nvidia.com/gpu":"%d"}}}`, i)
	default:
		return fmt.Sprintf("%sresourceslices/node-%05d-gpu.nvidia.com-x7k2p", dra, at(nodes)),
			fmt.Sprintf(`{"metadata":{"annotations":{"example.com/seen":"%d"}},"spec":{"pool":{"generation":%d}}}`, i, i+2)
	}
}

package cluster_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"drawbridge.dev/test/cluster"
)

var update = flag.Bool("update", false, "write what kubectl prints to testdata/kubectl instead of comparing")

// Every manifest of testdata/kubectl is applied by a tenant, and kubectl prints
// what stands beside it in a .txt file, to the letter, and the same in a dry run.
// It is read by someone who is stuck: read the change of a file as they would.
func TestWhatKubectlPrints(t *testing.T) {
	startGate(t, "queues")
	const folder = "testdata/kubectl"
	rooms := map[string]*room{}
	tenants := map[string]cluster.UserConfig{}
	for _, namespace := range []string{"team-a", "team-b", "team-c", "team-d", "team-e", "team-f", "team-g", "team-h", "team-i", "team-j"} {
		rooms[namespace] = newNamedRoom(t, namespace, nil)
		tenants[namespace] = rooms[namespace].tenant("alice")
	}
	putTamperedTemplate(t, rooms["team-c"])
	// Drawbridge knows of them by its --state.
	rooms["team-g"].limit("gpus", `{requests.nvidia.com/gpu: "4"}`)
	rooms["team-h"].limit("devices", `{gpu.nvidia.com.deviceclass.resource.k8s.io/devices: "4"}`)
	elsewhere := map[string]string{
		"limit-range": "team-b", "template-in-use-tampered": "team-c",
		// It has a DeviceQuota.
		"quota-exceeded": "team-d", "quota-exceeded-job": "team-d",
		"too-many-devices-deployment": "team-d", "too-many-devices-job": "team-d",
		// It has one that only warns; the others have a ResourceQuota.
		"quota-warned": "team-f", "resource-quota-exceeded": "team-g", "resource-quota-of-class": "team-h",
		// It has a queue of Kueue's.
		"queue-never-fits": "team-e", "queue-missing": "team-e", "queue-not-covering": "team-e",
		"queue-gang": "team-e", "queue-deployment": "team-e",
		// It has others.
		"queue-no-flavor-fits": "team-i", "queue-full": "team-i", "queue-stopped": "team-i",
		"queue-not-for-namespace": "team-i", "queue-claim-by-name": "team-i", "queue-ignored": "team-i",
		"queue-class-not-mapped": "team-i", "queue-priority-missing": "team-i",
		// It has a DeviceQuota that counts by a capacity.
		"quota-uncountable": "team-j",
	}

	manifests, err := filepath.Glob(folder + "/*.yaml")
	must(t, err)
	if len(manifests) == 0 {
		t.Fatal("there are no manifests in " + folder)
	}
	for _, manifest := range manifests {
		name := strings.TrimSuffix(filepath.Base(manifest), ".yaml")
		namespace := elsewhere[name]
		if namespace == "" {
			namespace = "team-a"
		}
		t.Run(name, func(t *testing.T) {
			alice := tenants[namespace]
			apply := func(more ...string) string {
				args := append([]string{"apply", "-n", namespace, "-f", name + ".yaml"}, more...)
				result := shared(t).RunKubectl(cluster.KubectlCommand{Args: args, User: &alice, Dir: folder})
				if result.ExitCode != 0 {
					result.Stdout += fmt.Sprintf("(exit code %d)\n", result.ExitCode)
				}
				return result.Stderr + result.Stdout
			}
			dry := strings.Replace(apply("--dry-run=server"), " (server dry run)", "", 1)
			printed := apply()
			if dry != printed {
				t.Errorf("a dry run prints\n%s\nand not\n%s", dry, printed)
			}
			golden(t, filepath.Join(folder, name+".txt"), fmt.Sprintf("$ kubectl apply -n %s -f %s.yaml\n%s", namespace, name, printed))
			// The next manifest uses the same names.
			gone := shared(t).Kubectl("-n", namespace, "delete", "--ignore-not-found", "--force", "--grace-period=0", "-f", manifest)
			must(t, gone.Err())
		})
	}
}

// limit gives the room a ResourceQuota, and waits until the API server keeps to it.
func (r *room) limit(name, hard string) {
	r.t.Helper()
	_, err := r.ApplyYAML(r.namespace, "apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: "+name+"}\nspec: {hard: "+hard+"}\n")
	must(r.t, err)
	must(r.t, cluster.WaitFor("the ResourceQuota to be counted", cluster.DefaultLimit, func() error {
		quota, err := r.Client.CoreV1().ResourceQuotas(r.namespace).Get(context.Background(), name, metav1.GetOptions{})
		if err == nil && len(quota.Status.Used) == 0 {
			err = fmt.Errorf("its status says nothing")
		}
		return err
	}))
}

// putTamperedTemplate puts a template for eight GPUs where the pod of the manifest
// will look for its own.
func putTamperedTemplate(t *testing.T, r *room) {
	t.Helper()
	spec := oneGPU(1, "")
	spec.Spec.Devices.Requests[0].Name = "trainer-nvidia-gpu"
	tampered := generated(t, spec)
	tampered.Spec.Spec.Devices.Requests[0].Exactly.Count = 8
	r.createAsDrawbridge(tampered)
}

func golden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		must(t, os.WriteFile(file, []byte(got), 0o644))
		return
	}
	want, err := os.ReadFile(file)
	must(t, err)
	if got != string(want) {
		t.Errorf("%s differs (go test -update writes it). Got:\n%s\nwant:\n%s", file, got, want)
	}
}

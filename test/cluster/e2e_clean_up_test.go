package cluster_test

import (
	"errors"
	"fmt"
	"sync"
	"time"

	resourcev1 "k8s.io/api/resource/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"drawbridge.dev/test/cluster"
)

const (
	// askedAgain are templates that nobody has used for long and somebody wants now; a node
	// has room for so many pods. neverAsked are those that nobody wants.
	askedAgain, neverAsked, stillYoung = 80, 60, 3
	writersAtOnce                      = 8
	lastUsed                           = "drawbridge.dev/last-used"
)

// The replicas run with --template-time-to-live 1. While the leader removes templates by
// the dozen, pods are created that want the very ones that it is about to remove: each
// pod finds its template, reused or made anew, and nothing has to be put back.
func podsAreCreatedDuringTheCleanUp(e *election) {
	r := newRoomOn(e.t, e.Cluster, "clean-up", nil, gpus(askedAgain)...)
	for len(e.replicas) > 0 {
		e.leave(e.replicas[0])
	}
	// The longest unused goes first: those that nobody asks for are removed last, and show
	// that it goes on.
	const hour = time.Hour
	asked := r.unused("asked", askedAgain, func(i int) time.Duration { return 5*hour - time.Duration(i)*time.Minute })
	idle := r.unused("idle", neverAsked, func(int) time.Duration { return hour + 5*time.Minute })
	young := r.unused("young", stillYoung, func(int) time.Duration { return hour - 5*time.Minute })

	leader := e.join()
	must(e.t, cluster.WaitFor("the first removal", leaderLimit, func() error {
		if !removed.MatchString(leader.Log()) {
			return errNot
		}
		return nil
	}))
	r.createAll(asked)
	if log := leader.Log(); len(removed.FindAllString(log, -1)) >= askedAgain+neverAsked {
		e.t.Log("it had removed everything before the last pod was created")
	}
	for _, one := range asked {
		_, err := r.WaitPodAllocated(r.namespace, one.container)
		must(e.t, err)
	}
	must(e.t, cluster.WaitFor("what nobody uses to be removed", cluster.DefaultLimit, func() error {
		left := r.templatesByName()
		for _, one := range idle {
			if _, there := left[one.name]; there {
				return errors.New(one.name + " is there")
			}
		}
		return nil
	}))

	left := r.templatesByName()
	reused := 0
	for _, one := range asked {
		template, there := left[one.name]
		if !there {
			e.t.Errorf("the template of pod %s is gone", one.container)
		} else if template.UID == one.uid {
			reused++
			if template.Annotations[lastUsed] == "" {
				e.t.Errorf("nobody noted that the template of pod %s is used again", one.container)
			}
		}
	}
	for _, one := range young {
		if left[one.name].UID != one.uid {
			e.t.Errorf("a template was removed that was unused for less than an hour: %s", one.container)
		}
	}
	if put := putBack.FindAllString(leader.Log(), -1); len(put) > 0 {
		e.t.Errorf("pods were without their template until it was put back: %q", put)
	}
	e.t.Logf("of %d templates that pods wanted again %d were reused, the others removed before and made anew", askedAgain, reused)
}

// generatedTemplate is one that Drawbridge would make for a pod with this container.
type generatedTemplate struct {
	container, name string
	uid             types.UID
}

// unused makes templates for containers of their own, the i-th as old as age says.
func (r *room) unused(prefix string, count int, age func(i int) time.Duration) []generatedTemplate {
	r.t.Helper()
	all := make([]generatedTemplate, count)
	r.atOnce(count, func(i int) error {
		container := fmt.Sprintf("%s-%d", prefix, i)
		spec := oneGPU(1, "")
		spec.Spec.Devices.Requests[0].Name = container + "-nvidia-gpu"
		made, err := r.Client.ResourceV1().ResourceClaimTemplates(r.namespace).Create(r.t.Context(), generated(r.t, spec), metav1.CreateOptions{})
		if err != nil {
			return err
		}
		all[i] = generatedTemplate{container, made.Name, made.UID}
		return r.AgeTemplate(r.namespace, made.Name, age(i))
	})
	return all
}

// createAll makes a pod for each template, in their order.
func (r *room) createAll(templates []generatedTemplate) {
	r.t.Helper()
	r.atOnce(len(templates), func(i int) error {
		name := templates[i].container
		pod, _, err := r.create(r.podOf(name, "containers: [{name: "+name+", image: example.com/none, resources: {limits: {nvidia.com/gpu: 1}}}]"))
		if err == nil && (len(pod.Spec.ResourceClaims) != 1 || *pod.Spec.ResourceClaims[0].ResourceClaimTemplateName != templates[i].name) {
			err = fmt.Errorf("pod %s has the claims %v", name, pod.Spec.ResourceClaims)
		}
		return err
	})
}

// atOnce calls work for each number, some at a time; an error ends the test.
func (r *room) atOnce(count int, work func(i int) error) {
	r.t.Helper()
	next, failed := make(chan int), make(chan error, count)
	var group sync.WaitGroup
	for range writersAtOnce {
		group.Go(func() {
			for i := range next {
				if err := work(i); err != nil {
					failed <- err
				}
			}
		})
	}
	for i := range count {
		next <- i
	}
	close(next)
	group.Wait()
	close(failed)
	for err := range failed {
		r.t.Error(err)
	}
	if r.t.Failed() {
		r.t.FailNow()
	}
}

func (r *room) templatesByName() map[string]resourcev1.ResourceClaimTemplate {
	r.t.Helper()
	all := map[string]resourcev1.ResourceClaimTemplate{}
	for _, template := range r.templates() {
		all[template.Name] = template
	}
	return all
}

package cluster_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"drawbridge.dev/test/cluster"
)

const (
	// lieTime is how long an instance is lied to: for several attempts of a Reflector.
	lieTime = 3 * time.Second
	// memoryOfTheDeceived is the most that an instance may have had: half the chart's limit.
	memoryOfTheDeceived = 128 << 20
)

// mappingsPath is what the lies are about.
const mappingsPath = "/apis/drawbridge.dev/v1alpha1/devicemappings"

// An API server that answers nonsense costs an instance no more memory than it may have,
// and takes nothing from what it knows: the lie's end is the end of it.
func lyingAPIServer(v *view) {
	for _, one := range []struct {
		name string
		lie  cluster.Lie
	}{
		{"list-without-end", onLists(endlessPages)},
		{"page-without-end", onLists(func(writer http.ResponseWriter, _ *http.Request) {
			writeWithoutEnd(writer, `{"kind": "DeviceMappingList", "metadata": {"resourceVersion": "1"}, "items": [`, fakeMapping(0)+", ")
		})},
		{"event-without-end", onWatches(func(writer http.ResponseWriter, _ *http.Request) {
			writeWithoutEnd(writer, `{"type": "ADDED", "object": {"metadata": {"name": "`, strings.Repeat("x", 1024))
		})},
		{"broken-event", onWatches(events(`{"type": "ADDED", "object": {"metadata": {"name": "lies", "resourceVersion": "1"}, "spec`, "}{]"))},
		{"no-version", onWatches(events(`{"type": "ADDED", "object": {"apiVersion": "drawbridge.dev/v1alpha1", "kind": "DeviceMapping", "metadata": {"name": "lies"}}}`))},
		// Told once: what follows is what the API server itself says to such a version.
		{"strange-version", once(onWatches(events(`{"type": "BOOKMARK", "object": {"metadata": {"resourceVersion": "never"}}}`)))},
		{"error-without-end", onWatches(tooOld)},
	} {
		v.t.Run(one.name, func(t *testing.T) {
			t.Parallel()
			v.in(t).survivesALie(one.name, one.lie)
		})
	}
}

func (v *view) survivesALie(name string, lie cluster.Lie) {
	user, err := v.UserConfig(cluster.DrawbridgeUser)
	must(v.t, err)
	liar, err := v.NewLiar(user)
	must(v.t, err)
	v.t.Cleanup(liar.Close)
	kubeconfig, err := v.Redirect(user.Kubeconfig, liar.URL)
	must(v.t, err)
	d := v.start(cluster.DrawbridgeOptions{NoWebhooks: true, Kubeconfig: kubeconfig})
	known, added := aboutMapping("known-"+name), aboutMapping("added-"+name)
	v.announce("known-" + name)
	d.soonFinds(known, "WouldRewrite")

	liar.Tell(lie)
	v.eventually("the instance to be lied to", func() error {
		if liar.Told() == 0 {
			return errNot
		}
		return nil
	})
	v.announce("added-" + name)
	for end := time.Now().Add(lieTime); time.Now().Before(end); time.Sleep(lasting / 10) {
		d.stillFinds(known, "WouldRewrite")
		must(v.t, d.Running())
	}
	liar.Tell(nil)
	d.soonFinds(added, "WouldRewrite")
	d.stillFinds(known, "WouldRewrite")

	peak, err := d.PeakMemory()
	must(v.t, err)
	v.t.Logf("it was lied to %d times and had %d MiB at most", liar.Told(), peak>>20)
	if peak > memoryOfTheDeceived {
		v.t.Errorf("that is more than %d MiB", memoryOfTheDeceived>>20)
	}
}

// onLists answers lists, and makes sure that there are some.
func onLists(answer http.HandlerFunc) cluster.Lie {
	return about(func(writer http.ResponseWriter, request *http.Request) {
		if isWatch(request) {
			tooOld(writer, request)
		} else {
			answer(writer, request)
		}
	})
}

func onWatches(answer http.HandlerFunc) cluster.Lie {
	lie := about(answer)
	return func(writer http.ResponseWriter, request *http.Request) bool {
		return isWatch(request) && lie(writer, request)
	}
}

func isWatch(request *http.Request) bool { return request.URL.Query().Get("watch") != "" }

func about(answer http.HandlerFunc) cluster.Lie {
	return func(writer http.ResponseWriter, request *http.Request) bool {
		if request.URL.Path != mappingsPath {
			return false
		}
		writer.Header().Set("Content-Type", "application/json")
		answer(writer, request)
		return true
	}
}

func once(lie cluster.Lie) cluster.Lie {
	var told atomic.Bool
	return func(writer http.ResponseWriter, request *http.Request) bool {
		return !told.Load() && lie(writer, request) && !told.Swap(true)
	}
}

var tooOld = events(`{"type": "ERROR", "object": {"kind": "Status", "code": 410, "reason": "Expired", "message": "too old"}}`)

// endlessPages continue for ever, each with another token.
func endlessPages(writer http.ResponseWriter, request *http.Request) {
	const objects = 500
	page := make([]string, objects)
	for i := range page {
		page[i] = fakeMapping(i)
	}
	fmt.Fprintf(writer, `{"kind": "DeviceMappingList", "apiVersion": "drawbridge.dev/v1alpha1", "metadata": {"resourceVersion": "1", "continue": "%d"}, "items": [%s]}`,
		time.Now().UnixNano(), strings.Join(page, ", "))
}

func fakeMapping(i int) string {
	return fmt.Sprintf(`{"metadata": {"name": "lies-%[1]d", "uid": "%[1]d", "resourceVersion": "1"}, "spec": {"logicalResource": "lies-%[1]d.example.com/gpu"}}`, i)
}

// events are the lines of a watch, which then ends.
func events(lines ...string) http.HandlerFunc {
	return func(writer http.ResponseWriter, _ *http.Request) {
		for _, line := range lines {
			fmt.Fprintln(writer, line)
		}
	}
}

// writeWithoutEnd goes on until the other side has had enough.
func writeWithoutEnd(writer http.ResponseWriter, begin, more string) {
	_, err := fmt.Fprint(writer, begin)
	chunk := strings.Repeat(more, 64*1024/len(more)+1)
	for err == nil {
		_, err = fmt.Fprint(writer, chunk)
	}
}

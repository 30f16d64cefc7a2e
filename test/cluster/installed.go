package cluster

import (
	"cmp"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"

	authenticationv1 "k8s.io/api/authentication/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	resourcev1 "k8s.io/api/resource/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

// Installed is a release of the chart, whose Deployment nobody runs: there is no
// kubelet.
type Installed struct {
	Release, Namespace string
}

// AccountOf makes the configuration of a service account, with a token of it.
func (c *Cluster) AccountOf(namespace, name string) (UserConfig, error) {
	token, err := c.Client.CoreV1().ServiceAccounts(namespace).CreateToken(background, name,
		&authenticationv1.TokenRequest{}, metav1.CreateOptions{})
	if err != nil {
		return UserConfig{}, err
	}
	file, err := c.folder.write(fmt.Sprintf("account-%d.token", c.nextSerial()), []byte(token.Status.Token))
	if err != nil {
		return UserConfig{}, err
	}
	return c.userWith(accountUser(namespace, name), namespace, clientcmdapi.AuthInfo{TokenFile: file})
}

func accountUser(namespace, name string) string {
	return "system:serviceaccount:" + namespace + ":" + name
}

// RunInstalled plays the kubelet for one replica of a release: it runs Drawbridge as
// the Deployment says, with its arguments, its mounted Secrets and ConfigMaps, and a
// token of its account. RouteService then makes the API server call it.
//
// What differs from a pod: address and ports are this machine's, folders are elsewhere,
// and --in-cluster, which reads a fixed folder, is --kubeconfig.
func (c *Cluster) RunInstalled(release Installed) (*Drawbridge, error) {
	deployments, err := c.Client.AppsV1().Deployments(release.Namespace).List(background, metav1.ListOptions{
		LabelSelector: "app.kubernetes.io/instance=" + release.Release,
	})
	if err != nil {
		return nil, err
	}
	if len(deployments.Items) != 1 {
		return nil, fmt.Errorf("release %s has %d Deployments", release.Release, len(deployments.Items))
	}
	pod := deployments.Items[0].Spec.Template.Spec
	account, err := c.AccountOf(release.Namespace, pod.ServiceAccountName)
	if err != nil {
		return nil, err
	}
	folders, err := c.mountVolumes(release.Namespace, pod)
	if err != nil {
		return nil, err
	}
	path, err := FindDrawbridge("")
	if err != nil {
		return nil, err
	}
	address, err := outwardAddress()
	if err != nil {
		return nil, err
	}
	d := &Drawbridge{cluster: c, LogFile: c.folder.log(fmt.Sprintf("installed-%d", c.nextSerial()))}
	args := argumentsHere(pod.Containers[0].Args, account.Kubeconfig, address, folders)
	if err := d.run(path, args, nil, false); err != nil {
		return nil, fmt.Errorf("%w\n%s", err, d.Log())
	}
	return d, nil
}

// mountVolumes writes Secrets and ConfigMaps to folders, by their mount path.
func (c *Cluster) mountVolumes(namespace string, pod corev1.PodSpec) (map[string]string, error) {
	folders := map[string]string{}
	for _, mount := range pod.Containers[0].VolumeMounts {
		at := slices.IndexFunc(pod.Volumes, func(volume corev1.Volume) bool { return volume.Name == mount.Name })
		if at < 0 {
			return nil, fmt.Errorf("volume %s is mounted and not there", mount.Name)
		}
		content, err := c.contentOf(namespace, pod.Volumes[at])
		if err != nil {
			return nil, err
		}
		folder := c.folder.file(fmt.Sprintf("volume-%d", c.nextSerial()))
		if err := os.Mkdir(folder, 0o700); err != nil {
			return nil, err
		}
		for name, data := range content {
			if err := os.WriteFile(filepath.Join(folder, name), data, 0o600); err != nil {
				return nil, err
			}
		}
		folders[mount.MountPath] = folder
	}
	return folders, nil
}

func (c *Cluster) contentOf(namespace string, volume corev1.Volume) (map[string][]byte, error) {
	switch {
	case volume.Secret != nil:
		secret, err := c.Client.CoreV1().Secrets(namespace).Get(background, volume.Secret.SecretName, metav1.GetOptions{})
		if err != nil {
			return nil, err
		}
		return secret.Data, nil
	case volume.ConfigMap != nil:
		configMap, err := c.Client.CoreV1().ConfigMaps(namespace).Get(background, volume.ConfigMap.Name, metav1.GetOptions{})
		if err != nil {
			return nil, err
		}
		content := map[string][]byte{}
		for name, text := range configMap.Data {
			content[name] = []byte(text)
		}
		return content, nil
	}
	return nil, errors.New("a volume of an unknown kind: " + volume.Name)
}

// argumentsHere are the arguments of a container, for a process of this machine.
func argumentsHere(args []string, kubeconfig, address string, folders map[string]string) []string {
	// The longest path first: one may stand below another.
	paths := slices.SortedFunc(maps.Keys(folders), func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	var here []string
	for _, arg := range args {
		flag, value, _ := strings.Cut(arg, "=")
		switch flag {
		case "--in-cluster":
			arg = "--kubeconfig=" + kubeconfig
		case "--listen":
			arg = flag + "=" + address + ":0"
		case "--http-listen":
			arg = flag + "=127.0.0.1:0"
		default:
			for _, path := range paths {
				if value == path || strings.HasPrefix(value, path+"/") {
					arg = flag + "=" + folders[path] + strings.TrimPrefix(value, path)
					break
				}
			}
		}
		here = append(here, arg)
	}
	return here
}

// ServiceCertificate makes a certificate for a Service, PEM, and the bundle that
// trusts it.
func (c *Cluster) ServiceCertificate(namespace, service string) (cert, key, caBundle []byte, err error) {
	pair, err := c.webhookCA.server(service, service+"."+namespace+".svc")
	return pair.cert, pair.key, c.webhookCA.pem, err
}

// InjectBundle writes a bundle into every webhook of Drawbridge's configurations, as an
// injector beside the release would.
func (c *Cluster) InjectBundle(caBundle []byte) error {
	rendered, err := c.chartWebhooks()
	if err != nil {
		return err
	}
	for _, configuration := range rendered {
		client, _, err := c.clientFor("", configuration)
		if err != nil {
			return err
		}
		installed, err := client.Get(background, configuration.GetName(), metav1.GetOptions{})
		if err != nil {
			return err
		}
		webhooks, _, err := unstructured.NestedSlice(installed.Object, "webhooks")
		if err != nil {
			return err
		}
		for _, webhook := range webhooks {
			webhook.(map[string]any)["clientConfig"].(map[string]any)["caBundle"] = base64.StdEncoding.EncodeToString(caBundle)
		}
		if err := unstructured.SetNestedSlice(installed.Object, webhooks, "webhooks"); err != nil {
			return err
		}
		if _, err := client.Update(background, installed, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return c.SettleWebhooks()
}

// RouteService makes the API server reach these instances by a Service, and no others,
// as kube-proxy would by the Service's own endpoints. The API server needs
// --enable-aggregator-routing: it then looks endpoints up itself.
func (c *Cluster) RouteService(namespace, service string, instances ...*Drawbridge) error {
	routes := c.Client.DiscoveryV1().EndpointSlices(namespace)
	before, err := routes.List(background, metav1.ListOptions{LabelSelector: routeLabel + "=" + service})
	if err != nil {
		return err
	}
	for _, d := range instances {
		address, err := netip.ParseAddrPort(strings.TrimPrefix(d.URL, "https://"))
		if err != nil {
			return err
		}
		// One slice for each: their ports differ.
		name, port, ready := "https", int32(address.Port()), true
		_, err = routes.Create(background, &discoveryv1.EndpointSlice{
			ObjectMeta: metav1.ObjectMeta{
				Name:   fmt.Sprintf("%s-%d", routeName, c.nextSerial()),
				Labels: map[string]string{discoveryv1.LabelServiceName: service, routeLabel: service},
			},
			AddressType: discoveryv1.AddressTypeIPv4,
			Endpoints: []discoveryv1.Endpoint{{
				Addresses: []string{address.Addr().String()}, Conditions: discoveryv1.EndpointConditions{Ready: &ready},
			}},
			Ports: []discoveryv1.EndpointPort{{Name: &name, Port: &port}},
		}, metav1.CreateOptions{})
		if err != nil {
			return err
		}
	}
	for _, route := range before.Items {
		if err := routes.Delete(background, route.Name, metav1.DeleteOptions{}); err != nil {
			return err
		}
	}
	return WaitFor("the API server to reach Drawbridge by its Service", DefaultLimit, c.askByClaim)
}

const (
	routeName  = "route-of-this-test"
	routeLabel = "drawbridge.dev/test-route"
)

// askByClaim creates, in dry run, what Drawbridge is asked about.
func (c *Cluster) askByClaim() error {
	claim := &resourcev1.ResourceClaim{ObjectMeta: metav1.ObjectMeta{Name: routeName}}
	_, err := c.Client.ResourceV1().ResourceClaims(metav1.NamespaceDefault).Create(background, claim,
		metav1.CreateOptions{DryRun: []string{metav1.DryRunAll}})
	return err
}

// outwardAddress is an address of this machine that an endpoint may have: loopback is
// not accepted.
func outwardAddress() (string, error) {
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		return "", err
	}
	for _, address := range addresses {
		if network, ok := address.(*net.IPNet); ok && network.IP.To4() != nil && network.IP.IsGlobalUnicast() {
			return network.IP.String(), nil
		}
	}
	return "", errors.New("this machine has no IPv4 address but loopback, and a Service's endpoint needs one")
}

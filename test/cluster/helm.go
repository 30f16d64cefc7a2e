package cluster

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	authenticationv1 "k8s.io/api/authentication/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

// helmLimit is longer than any call of a test.
const helmLimit = 2 * time.Minute

// HelmResult is what a call of helm did.
type HelmResult struct {
	Stdout, Stderr string
	Err            error // nil when it succeeded; quotes stderr
}

// ChartFolder is where the chart is.
func ChartFolder() (string, error) {
	root, err := RepositoryRoot()
	return filepath.Join(root, chartFolder), err
}

// Helm runs helm without a cluster: lint, template.
func Helm(args ...string) HelmResult {
	found, err := findTools()
	if err != nil {
		return HelmResult{Err: err}
	}
	return runHelm(found, "", os.TempDir(), args)
}

// Helm runs helm as the cluster's administrator.
func (c *Cluster) Helm(args ...string) HelmResult {
	// It may bring kinds.
	defer c.kinds.Reset()
	return runHelm(c.tools, c.Kubeconfig, c.folder.path, args)
}

// runHelm leaves the home folder's configuration of helm without a say.
func runHelm(programs tools, kubeconfig, home string, args []string) HelmResult {
	ctx, cancel := context.WithTimeout(context.Background(), helmLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, programs.path("helm"), args...)
	cmd.Env = append(os.Environ(), "KUBECONFIG="+kubeconfig)
	for _, kind := range []string{"CACHE", "CONFIG", "DATA"} {
		cmd.Env = append(cmd.Env, "HELM_"+kind+"_HOME="+filepath.Join(home, "helm"))
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	result := HelmResult{}
	if err := cmd.Run(); err != nil {
		result.Err = fmt.Errorf("helm %s: %w: %s", strings.Join(args, " "), err, strings.TrimSpace(stderr.String()))
	}
	result.Stdout, result.Stderr = stdout.String(), stderr.String()
	return result
}

// DecodeYAML are the objects of a YAML text.
func DecodeYAML(text string) ([]*unstructured.Unstructured, error) { return decodeYAML(text) }

// Installed is a release of the chart, whose Deployment nobody runs: there is no
// kubelet.
type Installed struct {
	Release, Namespace string
}

// AccountOf makes the configuration of a service account, with a token of it.
func (c *Cluster) AccountOf(namespace, name string) (UserConfig, error) {
	seconds := int64(24 * 60 * 60)
	token, err := c.Client.CoreV1().ServiceAccounts(namespace).CreateToken(background, name, &authenticationv1.TokenRequest{
		Spec: authenticationv1.TokenRequestSpec{ExpirationSeconds: &seconds},
	}, metav1.CreateOptions{})
	if err != nil {
		return UserConfig{}, err
	}
	file := fmt.Sprintf("account-%d", c.nextSerial())
	tokenFile, err := c.folder.write(file+".token", []byte(token.Status.Token))
	if err != nil {
		return UserConfig{}, err
	}
	config := clientcmdapi.NewConfig()
	config.Clusters["drawbridge-test"] = &clientcmdapi.Cluster{
		Server: c.serverURL, CertificateAuthorityData: c.clusterCA.pem,
	}
	config.AuthInfos[name] = &clientcmdapi.AuthInfo{TokenFile: tokenFile}
	config.Contexts["drawbridge-test"] = &clientcmdapi.Context{Cluster: "drawbridge-test", AuthInfo: name}
	config.CurrentContext = "drawbridge-test"
	user := UserConfig{
		Name:       "system:serviceaccount:" + namespace + ":" + name,
		Kubeconfig: c.folder.file(file + ".kubeconfig"),
	}
	if err := clientcmd.WriteToFile(*config, user.Kubeconfig); err != nil {
		return UserConfig{}, err
	}
	if user.REST, err = clientcmd.NewDefaultClientConfig(*config, nil).ClientConfig(); err != nil {
		return UserConfig{}, err
	}
	user.REST.QPS = -1
	user.REST.Timeout = requestLimit
	user.REST.WarningHandler = rest.NoWarnings{}
	return user, nil
}

// RunInstalled plays the kubelet for one replica of a release: it runs Drawbridge as
// the Deployment says, with its arguments, its mounted Secrets and ConfigMaps, and a
// token of its account. Nothing here routes to a Service: PointInstalledWebhooks makes
// the API server call it.
//
// What differs from a pod: ports are chosen by the kernel, folders are elsewhere, and
// --in-cluster, which reads a fixed folder, is --kubeconfig.
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
	d := &Drawbridge{cluster: c, LogFile: c.folder.log(fmt.Sprintf("installed-%d", c.nextSerial()))}
	d.process, err = startProcess(processSpec{
		name: "drawbridge", path: path, args: argumentsHere(pod.Containers[0].Args, account.Kubeconfig, folders),
		log: d.LogFile, announce: drawbridgeServes,
	})
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	c.drawbridge = append(c.drawbridge, d)
	c.mu.Unlock()
	if err := d.becomeReady(false); err != nil {
		d.stopOnce.Do(d.process.kill)
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
func argumentsHere(args []string, kubeconfig string, folders map[string]string) []string {
	// The longest path first: one may stand below another.
	paths := slices.SortedFunc(maps.Keys(folders), func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	var here []string
	for _, arg := range args {
		flag, value, _ := strings.Cut(arg, "=")
		switch flag {
		case "--in-cluster":
			arg = "--kubeconfig=" + kubeconfig
		case "--listen", "--http-listen":
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

// PointInstalledWebhooks makes the registered configurations of these names call a
// server, with its bundle, in place of their Service, and returns once the API server
// does.
func (c *Cluster) PointInstalledWebhooks(serverURL string, caBundle []byte) error {
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
		if err := pointWebhooks(installed, serverURL, caBundle); err != nil {
			return err
		}
		if _, err := client.Update(background, installed, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return c.SettleWebhooks()
}

// RestoreInstalledWebhooks undoes PointInstalledWebhooks, but for the bundle, which in
// a cluster Drawbridge itself puts there.
func (c *Cluster) RestoreInstalledWebhooks() error {
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
		before, _, _ := unstructured.NestedSlice(configuration.Object, "webhooks")
		webhooks, _, _ := unstructured.NestedSlice(installed.Object, "webhooks")
		for i := range webhooks {
			here := webhooks[i].(map[string]any)["clientConfig"].(map[string]any)
			delete(here, "url")
			here["service"] = before[i].(map[string]any)["clientConfig"].(map[string]any)["service"]
		}
		if err := unstructured.SetNestedSlice(installed.Object, webhooks, "webhooks"); err != nil {
			return err
		}
		if _, err := client.Update(background, installed, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}

// AllObjects are the objects of every kind that can be listed, as
// "RESOURCE.GROUP NAMESPACE/NAME".
func (c *Cluster) AllObjects() (map[string]bool, error) {
	lists, err := c.Client.Discovery().ServerPreferredResources()
	if err != nil {
		return nil, err
	}
	all := map[string]bool{}
	for _, list := range lists {
		version, err := schema.ParseGroupVersion(list.GroupVersion)
		if err != nil {
			return nil, err
		}
		for _, resource := range list.APIResources {
			if !slices.Contains(resource.Verbs, "list") || resource.Name == "events" {
				continue
			}
			found, err := c.Dynamic.Resource(version.WithResource(resource.Name)).List(background, metav1.ListOptions{})
			if err != nil {
				return nil, fmt.Errorf("list %s: %w", resource.Name, err)
			}
			for _, object := range found.Items {
				all[resource.Name+"."+version.Group+" "+object.GetNamespace()+"/"+object.GetName()] = true
			}
		}
	}
	return all, nil
}

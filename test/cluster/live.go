package cluster

import (
	"fmt"
	"os"
	"path/filepath"

	authenticationv1 "k8s.io/api/authentication/v1"
	authorizationv1 "k8s.io/api/authorization/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

const (
	// LiveNamespace is where the chart is installed as far as a Drawbridge that
	// watches the cluster is concerned: its Lease stands there.
	LiveNamespace = "drawbridge-system"
	// LiveAccount is its service account.
	LiveAccount = "drawbridge"

	chartFolder = "charts/drawbridge"
	livePrefix  = "live-"
)

// InstallCRDs makes the kinds of Drawbridge known, as the chart does.
func (c *Cluster) InstallCRDs() error {
	root, err := RepositoryRoot()
	if err != nil {
		return err
	}
	_, _, err = c.ApplyFolder(filepath.Join(root, chartFolder, "crds"))
	return err
}

// grantLive gives what the chart's service account may do to that account and to
// user drawbridge, and returns once the API server honours it. Its requests get the
// chart's priority: they don't queue behind those that wait for Drawbridge.
func (c *Cluster) grantLive() error {
	c.live.granted.Do(func() { c.live.err = c.grantLiveOnce() })
	return c.live.err
}

func (c *Cluster) grantLiveOnce() error {
	err := c.CreateNamespace(LiveNamespace, nil)
	if err != nil && !apierrors.IsAlreadyExists(err) {
		return err
	}
	objects, err := c.renderChart("rbac", "serviceaccount", "flowcontrol")
	if err != nil {
		return err
	}
	for _, object := range objects {
		if err := adaptLiveRights(object); err != nil {
			return err
		}
		if _, err := c.apply(LiveNamespace, object); err != nil {
			return fmt.Errorf("apply %s %s of the chart: %w", object.GetKind(), object.GetName(), err)
		}
	}
	for _, attributes := range []authorizationv1.ResourceAttributes{
		{Verb: "watch", Group: "resource.k8s.io", Resource: "resourceclaims"},
		{Verb: "create", Group: "coordination.k8s.io", Resource: "leases", Namespace: LiveNamespace},
	} {
		if err := c.waitAllowed(drawbridgeUser, attributes); err != nil {
			return err
		}
	}
	return nil
}

// adaptLiveRights adds user drawbridge to whom a binding is for, and gives cluster
// roles a name of their own: drawbridge-rbac.yaml has the other.
func adaptLiveRights(object *unstructured.Unstructured) error {
	if object.GetKind() == "ClusterRole" || object.GetKind() == "ClusterRoleBinding" {
		object.SetName(livePrefix + object.GetName())
	}
	subjects, binding, err := unstructured.NestedSlice(object.Object, "subjects")
	if err != nil || !binding {
		return err
	}
	if object.GetKind() == "ClusterRoleBinding" {
		role, _, err := unstructured.NestedString(object.Object, "roleRef", "name")
		if err != nil {
			return err
		}
		if err := unstructured.SetNestedField(object.Object, livePrefix+role, "roleRef", "name"); err != nil {
			return err
		}
	}
	subjects = append(subjects, map[string]any{
		"apiGroup": "rbac.authorization.k8s.io", "kind": "User", "name": drawbridgeUser,
	})
	return unstructured.SetNestedSlice(object.Object, subjects, "subjects")
}

// renderChart renders some of the chart's templates with its default values.
func (c *Cluster) renderChart(templates ...string) ([]*unstructured.Unstructured, error) {
	root, err := RepositoryRoot()
	if err != nil {
		return nil, err
	}
	args := []string{"template", LiveAccount, filepath.Join(root, chartFolder), "--namespace", LiveNamespace}
	for _, name := range templates {
		args = append(args, "--show-only", "templates/"+name+".yaml")
	}
	rendered := runHelm(c.tools, "", c.folder.path, args)
	if rendered.Err != nil {
		return nil, rendered.Err
	}
	return decodeYAML(rendered.Stdout)
}

func (c *Cluster) waitAllowed(user string, attributes authorizationv1.ResourceAttributes) error {
	review := &authorizationv1.SubjectAccessReview{
		Spec: authorizationv1.SubjectAccessReviewSpec{User: user, ResourceAttributes: &attributes},
	}
	what := fmt.Sprintf("user %s to be allowed to %s %s", user, attributes.Verb, attributes.Resource)
	return WaitFor(what, DefaultLimit, func() error {
		answer, err := c.Client.AuthorizationV1().SubjectAccessReviews().Create(background, review, metav1.CreateOptions{})
		if err == nil && !answer.Status.Allowed {
			err = errNotYet
		}
		return err
	})
}

// KubeconfigThrough is the kubeconfig of user drawbridge that reaches the API
// server by a link.
func (c *Cluster) KubeconfigThrough(link *Link) (string, error) {
	user, err := c.UserConfig(drawbridgeUser)
	if err != nil {
		return "", err
	}
	return c.Redirect(user.Kubeconfig, link.URL)
}

// Redirect writes a copy of a kubeconfig with another address of the API server.
func (c *Cluster) Redirect(kubeconfig, address string) (string, error) {
	config, err := clientcmd.LoadFromFile(kubeconfig)
	if err != nil {
		return "", err
	}
	for _, server := range config.Clusters {
		server.Server = address
	}
	file := c.folder.file(fmt.Sprintf("redirected-%d.kubeconfig", c.nextSerial()))
	return file, clientcmd.WriteToFile(*config, file)
}

// Account is a service account as its pods use it: with a token in a file, which is
// replaced before it expires.
type Account struct {
	Kubeconfig string // names the file

	cluster         *Cluster
	namespace, name string
	tokenFile       string
	bound           string // the Secret that the token is bound to
}

// LiveAccountConfig is the chart's service account, with a token. The link may be nil.
func (c *Cluster) LiveAccountConfig(link *Link) (*Account, error) {
	if err := c.grantLive(); err != nil {
		return nil, err
	}
	a := &Account{cluster: c, namespace: LiveNamespace, name: LiveAccount}
	a.tokenFile = c.folder.file(fmt.Sprintf("token-%d", c.nextSerial()))
	if err := a.RenewToken(); err != nil {
		return nil, err
	}
	user, err := c.userWith(accountUser(a.namespace, a.name), a.namespace, clientcmdapi.AuthInfo{TokenFile: a.tokenFile})
	if err != nil || link == nil {
		a.Kubeconfig = user.Kubeconfig
		return a, err
	}
	a.Kubeconfig, err = c.Redirect(user.Kubeconfig, link.URL)
	return a, err
}

// RenewToken replaces the token in the file, as a kubelet does.
func (a *Account) RenewToken() error {
	c := a.cluster
	secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{GenerateName: a.name + "-token-"}}
	secret, err := c.Client.CoreV1().Secrets(a.namespace).Create(background, secret, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	request := &authenticationv1.TokenRequest{Spec: authenticationv1.TokenRequestSpec{
		BoundObjectRef: &authenticationv1.BoundObjectReference{
			Kind: "Secret", APIVersion: "v1", Name: secret.Name, UID: secret.UID,
		},
	}}
	request, err = c.Client.CoreV1().ServiceAccounts(a.namespace).CreateToken(background, a.name, request, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	a.bound = secret.Name
	// Renamed into its place: nobody reads half a token.
	if err := os.WriteFile(a.tokenFile+".new", []byte(request.Status.Token), 0o600); err != nil {
		return err
	}
	return os.Rename(a.tokenFile+".new", a.tokenFile)
}

// RevokeToken makes the token worthless, as its expiry does, by deleting what it is
// bound to. The API server goes on accepting for up to 10 s a token that it has just
// accepted.
func (a *Account) RevokeToken() error {
	return a.cluster.Client.CoreV1().Secrets(a.namespace).Delete(background, a.bound, metav1.DeleteOptions{})
}

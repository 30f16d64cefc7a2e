package cluster

import (
	"fmt"
	"regexp"
	"time"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

// requestLimit bounds each call of our own clients: longer than an API server
// lets a create run with all its webhooks.
const requestLimit = 40 * time.Second

var unsafeInFileNames = regexp.MustCompile(`[^a-zA-Z0-9]+`)

// UserConfig is how one user reaches the cluster.
type UserConfig struct {
	Name       string
	Kubeconfig string // a file; certificate and key stand in it
	REST       *rest.Config
}

// UserConfig makes a user of these groups, by a client certificate. The user may
// do what RBAC grants to the name or the groups: nothing at first, but group
// system:masters may do everything.
func (c *Cluster) UserConfig(name string, groups ...string) (UserConfig, error) {
	pair, err := c.clusterCA.client(name, groups...)
	if err != nil {
		return UserConfig{}, err
	}
	return c.userWith(name, "", clientcmdapi.AuthInfo{ClientCertificateData: pair.cert, ClientKeyData: pair.key})
}

// userWith writes the kubeconfig of a user with these credentials. namespace is where its
// objects are that name none.
func (c *Cluster) userWith(name, namespace string, credentials clientcmdapi.AuthInfo) (UserConfig, error) {
	const entry = "drawbridge-test"
	config := clientcmdapi.NewConfig()
	config.Clusters[entry] = &clientcmdapi.Cluster{Server: c.serverURL, CertificateAuthorityData: c.clusterCA.pem}
	config.AuthInfos[name] = &credentials
	config.Contexts[entry] = &clientcmdapi.Context{Cluster: entry, AuthInfo: name, Namespace: namespace}
	config.CurrentContext = entry

	file := fmt.Sprintf("%s-%d.kubeconfig", unsafeInFileNames.ReplaceAllString(name, "-"), c.nextSerial())
	user := UserConfig{Name: name, Kubeconfig: c.folder.file(file)}
	err := clientcmd.WriteToFile(*config, user.Kubeconfig)
	if err != nil {
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

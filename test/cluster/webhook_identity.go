package cluster

import (
	"fmt"

	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"

	"k8s.io/client-go/tools/clientcmd"
)

// WebhookIdentity is what makes the API server show a certificate to a Service's
// webhooks.
type WebhookIdentity struct {
	// ConfigFile is for --admission-control-config-file.
	ConfigFile string
	// Authority signed the certificate, PEM.
	Authority []byte
	// CertFile and KeyFile are the certificate.
	CertFile, KeyFile string
}

// NewWebhookIdentity makes one, of an authority of its own, which the API server shows
// to webhooks at "NAME.NAMESPACE.svc".
func (c *Cluster) NewWebhookIdentity(host string) (WebhookIdentity, error) {
	authority, err := newAuthority("drawbridge test webhook clients")
	if err != nil {
		return WebhookIdentity{}, err
	}
	pair, err := authority.client("kube-apiserver")
	if err != nil {
		return WebhookIdentity{}, err
	}
	identity := WebhookIdentity{Authority: authority.pem}
	name := fmt.Sprintf("webhook-client-%d", c.nextSerial())
	if identity.CertFile, err = c.folder.write(name+".crt", pair.cert); err != nil {
		return identity, err
	}
	if identity.KeyFile, err = c.folder.write(name+".key", pair.key); err != nil {
		return identity, err
	}
	config := clientcmdapi.NewConfig()
	config.AuthInfos[host] = &clientcmdapi.AuthInfo{ClientCertificate: identity.CertFile, ClientKey: identity.KeyFile}
	kubeconfig, err := clientcmd.Write(*config)
	if err != nil {
		return identity, err
	}
	file, err := c.folder.write(name+".kubeconfig", kubeconfig)
	if err != nil {
		return identity, err
	}
	// As docs/install.md has it.
	identity.ConfigFile, err = c.folder.write(name+".yaml", fmt.Appendf(nil, `
apiVersion: apiserver.config.k8s.io/v1
kind: AdmissionConfiguration
plugins:
- name: MutatingAdmissionWebhook
  configuration: &webhooks
    apiVersion: apiserver.config.k8s.io/v1
    kind: WebhookAdmissionConfiguration
    kubeConfigFile: %s
- name: ValidatingAdmissionWebhook
  configuration: *webhooks
`, file))
	return identity, err
}

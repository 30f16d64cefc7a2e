// Made from the Go types of k8s.io/api and from CustomResourceDefinitions by test/oracle/schemas,
// which holds this file against them. Not to be edited.

#include "rules/shape/schema.h"

// clang-format off
namespace drawbridge::rules::shape {
namespace {

constexpr Field kFields[] = {
    // 0 core/v1.ConfigMap
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"immutable", 7}, {"data", 5},
  {"binaryData", 14},
    // 2 meta/v1.ObjectMeta
  {"name", 1}, {"generateName", 1}, {"namespace", 1}, {"selfLink", 1}, {"uid", 1},
  {"resourceVersion", 1}, {"generation", 3}, {"creationTimestamp", 4}, {"deletionTimestamp", 4},
  {"deletionGracePeriodSeconds", 3}, {"labels", 5}, {"annotations", 5}, {"ownerReferences", 8},
  {"finalizers", 9}, {"managedFields", 12},
    // 6 meta/v1.OwnerReference
  {"apiVersion", 1}, {"kind", 1}, {"name", 1}, {"uid", 1}, {"controller", 7},
  {"blockOwnerDeletion", 7},
    // 10 meta/v1.ManagedFieldsEntry
  {"manager", 1}, {"operation", 1}, {"apiVersion", 1}, {"time", 4}, {"fieldsType", 1},
  {"fieldsV1", 11}, {"subresource", 1},
    // 15 core/v1.LimitRange
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 16},
    // 16 core/v1.LimitRangeSpec
  {"limits", 20},
    // 17 core/v1.LimitRangeItem
  {"type", 1}, {"max", 19}, {"min", 19}, {"default", 19}, {"defaultRequest", 19},
  {"maxLimitRequestRatio", 19},
    // 21 core/v1.Namespace
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 22}, {"status", 23},
    // 22 core/v1.NamespaceSpec
  {"finalizers", 9},
    // 23 core/v1.NamespaceStatus
  {"phase", 24}, {"conditions", 26},
    // 25 core/v1.NamespaceCondition
  {"type", 1}, {"status", 1}, {"lastTransitionTime", 4}, {"reason", 1}, {"message", 1},
    // 27 core/v1.Node
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 28}, {"status", 35},
    // 28 core/v1.NodeSpec
  {"podCIDR", 1}, {"podCIDRs", 9}, {"providerID", 1}, {"unschedulable", 7}, {"taints", 31},
  {"configSource", 32}, {"externalID", 1}, {"podPreemptionPolicy", 34},
    // 29 core/v1.Taint
  {"key", 1}, {"value", 1}, {"effect", 30}, {"timeAdded", 4},
    // 32 core/v1.NodeConfigSource
  {"configMap", 33},
    // 33 core/v1.ConfigMapNodeConfigSource
  {"namespace", 1}, {"name", 1}, {"uid", 1}, {"resourceVersion", 1}, {"kubeletConfigKey", 1},
    // 34 core/v1.NodePodPreemptionPolicy
  {"disableResizePreemption", 9},
    // 35 core/v1.NodeStatus
  {"capacity", 19}, {"allocatable", 19}, {"phase", 36}, {"conditions", 38}, {"addresses", 40},
  {"daemonEndpoints", 41}, {"nodeInfo", 44}, {"images", 47}, {"volumesInUse", 9},
  {"volumesAttached", 49}, {"config", 50}, {"runtimeHandlers", 53}, {"features", 54},
  {"declaredFeatures", 9},
    // 37 core/v1.NodeCondition
  {"type", 1}, {"status", 1}, {"lastHeartbeatTime", 4}, {"lastTransitionTime", 4}, {"reason", 1},
  {"message", 1},
    // 39 core/v1.NodeAddress
  {"type", 1}, {"address", 1},
    // 41 core/v1.NodeDaemonEndpoints
  {"kubeletEndpoint", 42},
    // 42 core/v1.DaemonEndpoint
  {"Port", 43},
    // 44 core/v1.NodeSystemInfo
  {"machineID", 1}, {"systemUUID", 1}, {"bootID", 1}, {"kernelVersion", 1}, {"osImage", 1},
  {"containerRuntimeVersion", 1}, {"kubeletVersion", 1}, {"kubeProxyVersion", 1},
  {"operatingSystem", 1}, {"architecture", 1}, {"swap", 45}, {"runningInUserNamespace", 7},
    // 45 core/v1.NodeSwapStatus
  {"capacity", 3},
    // 46 core/v1.ContainerImage
  {"names", 9}, {"sizeBytes", 3},
    // 48 core/v1.AttachedVolume
  {"name", 1}, {"devicePath", 1},
    // 50 core/v1.NodeConfigStatus
  {"assigned", 32}, {"active", 32}, {"lastKnownGood", 32}, {"error", 1},
    // 51 core/v1.NodeRuntimeHandler
  {"name", 1}, {"features", 52},
    // 52 core/v1.NodeRuntimeHandlerFeatures
  {"recursiveReadOnlyMounts", 7}, {"userNamespaces", 7},
    // 54 core/v1.NodeFeatures
  {"supplementalGroupsPolicy", 7},
    // 55 core/v1.Pod
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 56}, {"status", 222},
    // 56 core/v1.PodSpec
  {"volumes", 118}, {"initContainers", 171}, {"containers", 171}, {"ephemeralContainers", 173},
  {"restartPolicy", 174}, {"terminationGracePeriodSeconds", 3}, {"activeDeadlineSeconds", 3},
  {"dnsPolicy", 175}, {"nodeSelector", 5}, {"serviceAccountName", 1}, {"serviceAccount", 1},
  {"automountServiceAccountToken", 7}, {"nodeName", 1}, {"hostNetwork", 7}, {"hostPID", 7},
  {"hostIPC", 7}, {"shareProcessNamespace", 7}, {"securityContext", 176}, {"imagePullSecrets", 182},
  {"hostname", 1}, {"subdomain", 1}, {"affinity", 183}, {"schedulerName", 1}, {"tolerations", 201},
  {"hostAliases", 203}, {"priorityClassName", 1}, {"priority", 43}, {"dnsConfig", 204},
  {"readinessGates", 208}, {"runtimeClassName", 1}, {"enableServiceLinks", 7},
  {"preemptionPolicy", 209}, {"overhead", 19}, {"topologySpreadConstraints", 213},
  {"setHostnameAsFQDN", 7}, {"os", 214}, {"hostUsers", 7}, {"schedulingGates", 216},
  {"resourceClaims", 218}, {"resources", 133}, {"hostnameOverride", 1}, {"schedulingGroup", 219},
  {"evictionResponders", 221},
    // 57 core/v1.Volume
  {"name", 1}, {"hostPath", 58}, {"emptyDir", 60}, {"gcePersistentDisk", 61},
  {"awsElasticBlockStore", 62}, {"gitRepo", 63}, {"secret", 64}, {"nfs", 67}, {"iscsi", 68},
  {"glusterfs", 70}, {"persistentVolumeClaim", 71}, {"rbd", 72}, {"flexVolume", 73}, {"cinder", 74},
  {"cephfs", 75}, {"flocker", 76}, {"downwardAPI", 77}, {"fc", 82}, {"azureFile", 83},
  {"configMap", 84}, {"vsphereVolume", 85}, {"quobyte", 86}, {"azureDisk", 87},
  {"photonPersistentDisk", 90}, {"projected", 91}, {"portworxVolume", 103}, {"scaleIO", 104},
  {"storageos", 105}, {"csi", 106}, {"ephemeral", 107}, {"image", 116},
    // 58 core/v1.HostPathVolumeSource
  {"path", 1}, {"type", 59},
    // 60 core/v1.EmptyDirVolumeSource
  {"medium", 1}, {"sizeLimit", 18}, {"mode", 43},
    // 61 core/v1.GCEPersistentDiskVolumeSource
  {"pdName", 1}, {"fsType", 1}, {"partition", 43}, {"readOnly", 7},
    // 62 core/v1.AWSElasticBlockStoreVolumeSource
  {"volumeID", 1}, {"fsType", 1}, {"partition", 43}, {"readOnly", 7},
    // 63 core/v1.GitRepoVolumeSource
  {"repository", 1}, {"revision", 1}, {"directory", 1},
    // 64 core/v1.SecretVolumeSource
  {"secretName", 1}, {"items", 66}, {"defaultMode", 43}, {"optional", 7}, {"defaultUser", 3},
    // 65 core/v1.KeyToPath
  {"key", 1}, {"path", 1}, {"mode", 43}, {"user", 3},
    // 67 core/v1.NFSVolumeSource
  {"server", 1}, {"path", 1}, {"readOnly", 7},
    // 68 core/v1.ISCSIVolumeSource
  {"targetPortal", 1}, {"iqn", 1}, {"lun", 43}, {"iscsiInterface", 1}, {"fsType", 1},
  {"readOnly", 7}, {"portals", 9}, {"chapAuthDiscovery", 7}, {"chapAuthSession", 7},
  {"secretRef", 69}, {"initiatorName", 1},
    // 69 core/v1.LocalObjectReference
  {"name", 1},
    // 70 core/v1.GlusterfsVolumeSource
  {"endpoints", 1}, {"path", 1}, {"readOnly", 7},
    // 71 core/v1.PersistentVolumeClaimVolumeSource
  {"claimName", 1}, {"readOnly", 7},
    // 72 core/v1.RBDVolumeSource
  {"monitors", 9}, {"image", 1}, {"fsType", 1}, {"pool", 1}, {"user", 1}, {"keyring", 1},
  {"secretRef", 69}, {"readOnly", 7},
    // 73 core/v1.FlexVolumeSource
  {"driver", 1}, {"fsType", 1}, {"secretRef", 69}, {"readOnly", 7}, {"options", 5},
    // 74 core/v1.CinderVolumeSource
  {"volumeID", 1}, {"fsType", 1}, {"readOnly", 7}, {"secretRef", 69},
    // 75 core/v1.CephFSVolumeSource
  {"monitors", 9}, {"path", 1}, {"user", 1}, {"secretFile", 1}, {"secretRef", 69}, {"readOnly", 7},
    // 76 core/v1.FlockerVolumeSource
  {"datasetName", 1}, {"datasetUUID", 1},
    // 77 core/v1.DownwardAPIVolumeSource
  {"items", 81}, {"defaultMode", 43}, {"defaultUser", 3},
    // 78 core/v1.DownwardAPIVolumeFile
  {"path", 1}, {"fieldRef", 79}, {"resourceFieldRef", 80}, {"mode", 43}, {"user", 3},
    // 79 core/v1.ObjectFieldSelector
  {"apiVersion", 1}, {"fieldPath", 1},
    // 80 core/v1.ResourceFieldSelector
  {"containerName", 1}, {"resource", 1}, {"divisor", 18},
    // 82 core/v1.FCVolumeSource
  {"targetWWNs", 9}, {"lun", 43}, {"fsType", 1}, {"readOnly", 7}, {"wwids", 9},
    // 83 core/v1.AzureFileVolumeSource
  {"secretName", 1}, {"shareName", 1}, {"readOnly", 7},
    // 84 core/v1.ConfigMapVolumeSource
  {"name", 1}, {"items", 66}, {"defaultMode", 43}, {"optional", 7}, {"defaultUser", 3},
    // 85 core/v1.VsphereVirtualDiskVolumeSource
  {"volumePath", 1}, {"fsType", 1}, {"storagePolicyName", 1}, {"storagePolicyID", 1},
    // 86 core/v1.QuobyteVolumeSource
  {"registry", 1}, {"volume", 1}, {"readOnly", 7}, {"user", 1}, {"group", 1}, {"tenant", 1},
    // 87 core/v1.AzureDiskVolumeSource
  {"diskName", 1}, {"diskURI", 1}, {"cachingMode", 88}, {"fsType", 1}, {"readOnly", 7},
  {"kind", 89},
    // 90 core/v1.PhotonPersistentDiskVolumeSource
  {"pdID", 1}, {"fsType", 1},
    // 91 core/v1.ProjectedVolumeSource
  {"sources", 102}, {"defaultMode", 43}, {"defaultUser", 3},
    // 92 core/v1.VolumeProjection
  {"secret", 93}, {"downwardAPI", 94}, {"configMap", 95}, {"serviceAccountToken", 96},
  {"clusterTrustBundle", 97}, {"podCertificate", 101},
    // 93 core/v1.SecretProjection
  {"name", 1}, {"items", 66}, {"optional", 7},
    // 94 core/v1.DownwardAPIProjection
  {"items", 81},
    // 95 core/v1.ConfigMapProjection
  {"name", 1}, {"items", 66}, {"optional", 7},
    // 96 core/v1.ServiceAccountTokenProjection
  {"audience", 1}, {"expirationSeconds", 3}, {"path", 1}, {"user", 3},
    // 97 core/v1.ClusterTrustBundleProjection
  {"name", 1}, {"signerName", 1}, {"labelSelector", 98}, {"optional", 7}, {"path", 1}, {"user", 3},
    // 98 meta/v1.LabelSelector
  {"matchLabels", 5}, {"matchExpressions", 100},
    // 99 meta/v1.LabelSelectorRequirement
  {"key", 1}, {"operator", 1}, {"values", 9},
    // 101 core/v1.PodCertificateProjection
  {"signerName", 1}, {"keyType", 1}, {"maxExpirationSeconds", 43}, {"credentialBundlePath", 1},
  {"keyPath", 1}, {"certificateChainPath", 1}, {"userAnnotations", 5}, {"user", 3},
    // 103 core/v1.PortworxVolumeSource
  {"volumeID", 1}, {"fsType", 1}, {"readOnly", 7},
    // 104 core/v1.ScaleIOVolumeSource
  {"gateway", 1}, {"system", 1}, {"secretRef", 69}, {"sslEnabled", 7}, {"protectionDomain", 1},
  {"storagePool", 1}, {"storageMode", 1}, {"volumeName", 1}, {"fsType", 1}, {"readOnly", 7},
    // 105 core/v1.StorageOSVolumeSource
  {"volumeName", 1}, {"volumeNamespace", 1}, {"fsType", 1}, {"readOnly", 7}, {"secretRef", 69},
    // 106 core/v1.CSIVolumeSource
  {"driver", 1}, {"readOnly", 7}, {"fsType", 1}, {"volumeAttributes", 5},
  {"nodePublishSecretRef", 69},
    // 107 core/v1.EphemeralVolumeSource
  {"volumeClaimTemplate", 108},
    // 108 core/v1.PersistentVolumeClaimTemplate
  {"metadata", 2}, {"spec", 109},
    // 109 core/v1.PersistentVolumeClaimSpec
  {"accessModes", 111}, {"selector", 98}, {"resources", 112}, {"volumeName", 1},
  {"storageClassName", 1}, {"volumeMode", 113}, {"dataSource", 114}, {"dataSourceRef", 115},
  {"volumeAttributesClassName", 1},
    // 112 core/v1.VolumeResourceRequirements
  {"limits", 19}, {"requests", 19},
    // 114 core/v1.TypedLocalObjectReference
  {"apiGroup", 1}, {"kind", 1}, {"name", 1},
    // 115 core/v1.TypedObjectReference
  {"apiGroup", 1}, {"kind", 1}, {"name", 1}, {"namespace", 1},
    // 116 core/v1.ImageVolumeSource
  {"reference", 1}, {"pullPolicy", 117},
    // 119 core/v1.Container
  {"name", 1}, {"image", 1}, {"command", 9}, {"args", 9}, {"workingDir", 1}, {"ports", 122},
  {"envFrom", 126}, {"env", 132}, {"resources", 133}, {"resizePolicy", 137}, {"restartPolicy", 1},
  {"restartPolicyRules", 141}, {"volumeMounts", 144}, {"volumeDevices", 146},
  {"livenessProbe", 147}, {"readinessProbe", 147}, {"startupProbe", 147}, {"lifecycle", 158},
  {"terminationMessagePath", 1}, {"terminationMessagePolicy", 162}, {"imagePullPolicy", 117},
  {"securityContext", 163}, {"stdin", 7}, {"stdinOnce", 7}, {"tty", 7},
    // 120 core/v1.ContainerPort
  {"name", 1}, {"hostPort", 43}, {"containerPort", 43}, {"protocol", 121}, {"hostIP", 1},
    // 123 core/v1.EnvFromSource
  {"prefix", 1}, {"configMapRef", 124}, {"secretRef", 125},
    // 124 core/v1.ConfigMapEnvSource
  {"name", 1}, {"optional", 7},
    // 125 core/v1.SecretEnvSource
  {"name", 1}, {"optional", 7},
    // 127 core/v1.EnvVar
  {"name", 1}, {"value", 1}, {"valueFrom", 128},
    // 128 core/v1.EnvVarSource
  {"fieldRef", 79}, {"resourceFieldRef", 80}, {"configMapKeyRef", 129}, {"secretKeyRef", 130},
  {"fileKeyRef", 131},
    // 129 core/v1.ConfigMapKeySelector
  {"name", 1}, {"key", 1}, {"optional", 7},
    // 130 core/v1.SecretKeySelector
  {"name", 1}, {"key", 1}, {"optional", 7},
    // 131 core/v1.FileKeySelector
  {"volumeName", 1}, {"path", 1}, {"key", 1}, {"optional", 7},
    // 133 core/v1.ResourceRequirements
  {"limits", 19}, {"requests", 19}, {"claims", 135},
    // 134 core/v1.ResourceClaim
  {"name", 1}, {"request", 1},
    // 136 core/v1.ContainerResizePolicy
  {"resourceName", 1}, {"restartPolicy", 1},
    // 138 core/v1.ContainerRestartRule
  {"action", 1}, {"exitCodes", 139},
    // 139 core/v1.ContainerRestartRuleOnExitCodes
  {"operator", 1}, {"values", 140},
    // 142 core/v1.VolumeMount
  {"name", 1}, {"readOnly", 7}, {"recursiveReadOnly", 1}, {"mountPath", 1}, {"subPath", 1},
  {"mountPropagation", 143}, {"subPathExpr", 1}, {"bindMountOptions", 9},
    // 145 core/v1.VolumeDevice
  {"name", 1}, {"devicePath", 1},
    // 147 core/v1.Probe
  {"exec", 148}, {"httpGet", 149}, {"tcpSocket", 155}, {"grpc", 156}, {"initialDelaySeconds", 43},
  {"timeoutSeconds", 43}, {"periodSeconds", 43}, {"successThreshold", 43}, {"failureThreshold", 43},
  {"terminationGracePeriodSeconds", 3},
    // 148 core/v1.ExecAction
  {"command", 9},
    // 149 core/v1.HTTPGetAction
  {"path", 1}, {"port", 150}, {"host", 1}, {"scheme", 151}, {"httpHeaders", 153}, {"protocol", 154},
    // 152 core/v1.HTTPHeader
  {"name", 1}, {"value", 1},
    // 155 core/v1.TCPSocketAction
  {"port", 150}, {"host", 1},
    // 156 core/v1.GRPCAction
  {"port", 43}, {"service", 1}, {"mode", 157},
    // 158 core/v1.Lifecycle
  {"postStart", 159}, {"preStop", 159}, {"stopSignal", 161},
    // 159 core/v1.LifecycleHandler
  {"exec", 148}, {"httpGet", 149}, {"tcpSocket", 155}, {"sleep", 160},
    // 160 core/v1.SleepAction
  {"seconds", 3},
    // 163 core/v1.SecurityContext
  {"capabilities", 164}, {"privileged", 7}, {"seLinuxOptions", 165}, {"windowsOptions", 166},
  {"runAsUser", 3}, {"runAsGroup", 3}, {"runAsNonRoot", 7}, {"readOnlyRootFilesystem", 7},
  {"allowPrivilegeEscalation", 7}, {"procMount", 167}, {"seccompProfile", 168},
  {"appArmorProfile", 170},
    // 164 core/v1.Capabilities
  {"add", 9}, {"drop", 9},
    // 165 core/v1.SELinuxOptions
  {"user", 1}, {"role", 1}, {"type", 1}, {"level", 1},
    // 166 core/v1.WindowsSecurityContextOptions
  {"gmsaCredentialSpecName", 1}, {"gmsaCredentialSpec", 1}, {"runAsUserName", 1},
  {"hostProcess", 7},
    // 168 core/v1.SeccompProfile
  {"type", 169}, {"localhostProfile", 1},
    // 170 core/v1.AppArmorProfile
  {"type", 169}, {"localhostProfile", 1},
    // 172 core/v1.EphemeralContainer
  {"name", 1}, {"image", 1}, {"command", 9}, {"args", 9}, {"workingDir", 1}, {"ports", 122},
  {"envFrom", 126}, {"env", 132}, {"resources", 133}, {"resizePolicy", 137}, {"restartPolicy", 1},
  {"restartPolicyRules", 141}, {"volumeMounts", 144}, {"volumeDevices", 146},
  {"livenessProbe", 147}, {"readinessProbe", 147}, {"startupProbe", 147}, {"lifecycle", 158},
  {"terminationMessagePath", 1}, {"terminationMessagePolicy", 162}, {"imagePullPolicy", 117},
  {"securityContext", 163}, {"stdin", 7}, {"stdinOnce", 7}, {"tty", 7}, {"targetContainerName", 1},
    // 176 core/v1.PodSecurityContext
  {"seLinuxOptions", 165}, {"windowsOptions", 166}, {"runAsUser", 3}, {"runAsGroup", 3},
  {"runAsNonRoot", 7}, {"supplementalGroups", 177}, {"supplementalGroupsPolicy", 178},
  {"fsGroup", 3}, {"sysctls", 180}, {"fsGroupChangePolicy", 181}, {"seccompProfile", 168},
  {"appArmorProfile", 170}, {"seLinuxChangePolicy", 1},
    // 179 core/v1.Sysctl
  {"name", 1}, {"value", 1},
    // 183 core/v1.Affinity
  {"nodeAffinity", 184}, {"podAffinity", 193}, {"podAntiAffinity", 198},
    // 184 core/v1.NodeAffinity
  {"requiredDuringSchedulingIgnoredDuringExecution", 185},
  {"preferredDuringSchedulingIgnoredDuringExecution", 192},
    // 185 core/v1.NodeSelector
  {"nodeSelectorTerms", 190},
    // 186 core/v1.NodeSelectorTerm
  {"matchExpressions", 189}, {"matchFields", 189},
    // 187 core/v1.NodeSelectorRequirement
  {"key", 1}, {"operator", 188}, {"values", 9},
    // 191 core/v1.PreferredSchedulingTerm
  {"weight", 43}, {"preference", 186},
    // 193 core/v1.PodAffinity
  {"requiredDuringSchedulingIgnoredDuringExecution", 195},
  {"preferredDuringSchedulingIgnoredDuringExecution", 197},
    // 194 core/v1.PodAffinityTerm
  {"labelSelector", 98}, {"namespaces", 9}, {"topologyKey", 1}, {"namespaceSelector", 98},
  {"matchLabelKeys", 9}, {"mismatchLabelKeys", 9},
    // 196 core/v1.WeightedPodAffinityTerm
  {"weight", 43}, {"podAffinityTerm", 194},
    // 198 core/v1.PodAntiAffinity
  {"requiredDuringSchedulingIgnoredDuringExecution", 195},
  {"preferredDuringSchedulingIgnoredDuringExecution", 197},
    // 199 core/v1.Toleration
  {"key", 1}, {"operator", 200}, {"value", 1}, {"effect", 30}, {"tolerationSeconds", 3},
    // 202 core/v1.HostAlias
  {"ip", 1}, {"hostnames", 9},
    // 204 core/v1.PodDNSConfig
  {"nameservers", 9}, {"searches", 9}, {"options", 206},
    // 205 core/v1.PodDNSConfigOption
  {"name", 1}, {"value", 1},
    // 207 core/v1.PodReadinessGate
  {"conditionType", 1},
    // 210 core/v1.TopologySpreadConstraint
  {"maxSkew", 43}, {"topologyKey", 1}, {"whenUnsatisfiable", 211}, {"labelSelector", 98},
  {"minDomains", 43}, {"nodeAffinityPolicy", 212}, {"nodeTaintsPolicy", 212}, {"matchLabelKeys", 9},
    // 214 core/v1.PodOS
  {"name", 1},
    // 215 core/v1.PodSchedulingGate
  {"name", 1},
    // 217 core/v1.PodResourceClaim
  {"name", 1}, {"resourceClaimName", 1}, {"resourceClaimTemplateName", 1},
    // 219 core/v1.PodSchedulingGroup
  {"podGroupName", 1},
    // 220 core/v1.EvictionResponder
  {"name", 1}, {"priority", 43},
    // 222 core/v1.PodStatus
  {"observedGeneration", 3}, {"phase", 223}, {"conditions", 225}, {"message", 1}, {"reason", 1},
  {"nominatedNodeName", 1}, {"hostIP", 1}, {"hostIPs", 227}, {"podIP", 1}, {"podIPs", 229},
  {"startTime", 4}, {"initContainerStatuses", 245}, {"containerStatuses", 245}, {"qosClass", 246},
  {"ephemeralContainerStatuses", 245}, {"resize", 1}, {"resourceClaimStatuses", 248},
  {"extendedResourceClaimStatus", 249}, {"allocatedResources", 19}, {"resources", 133},
  {"nodeAllocatableResourceClaimStatuses", 257}, {"volumeHealth", 262},
    // 224 core/v1.PodCondition
  {"type", 1}, {"observedGeneration", 3}, {"status", 1}, {"lastProbeTime", 4},
  {"lastTransitionTime", 4}, {"reason", 1}, {"message", 1},
    // 226 core/v1.HostIP
  {"ip", 1},
    // 228 core/v1.PodIP
  {"ip", 1},
    // 230 core/v1.ContainerStatus
  {"name", 1}, {"state", 231}, {"lastState", 231}, {"ready", 7}, {"restartCount", 43}, {"image", 1},
  {"imageID", 1}, {"containerID", 1}, {"started", 7}, {"allocatedResources", 19},
  {"resources", 133}, {"volumeMounts", 238}, {"user", 239}, {"allocatedResourcesStatus", 244},
  {"stopSignal", 161},
    // 231 core/v1.ContainerState
  {"waiting", 232}, {"running", 233}, {"terminated", 234},
    // 232 core/v1.ContainerStateWaiting
  {"reason", 1}, {"message", 1},
    // 233 core/v1.ContainerStateRunning
  {"startedAt", 4},
    // 234 core/v1.ContainerStateTerminated
  {"exitCode", 43}, {"signal", 43}, {"reason", 1}, {"message", 1}, {"startedAt", 4},
  {"finishedAt", 4}, {"containerID", 1},
    // 235 core/v1.VolumeMountStatus
  {"name", 1}, {"mountPath", 1}, {"readOnly", 7}, {"recursiveReadOnly", 1}, {"volumeStatus", 236},
    // 236 core/v1.VolumeStatus
  {"image", 237},
    // 237 core/v1.ImageVolumeStatus
  {"imageRef", 1},
    // 239 core/v1.ContainerUser
  {"linux", 240},
    // 240 core/v1.LinuxContainerUser
  {"uid", 3}, {"gid", 3}, {"supplementalGroups", 177},
    // 241 core/v1.ResourceStatus
  {"name", 1}, {"resources", 243},
    // 242 core/v1.ResourceHealth
  {"resourceID", 1}, {"health", 1}, {"message", 1},
    // 247 core/v1.PodResourceClaimStatus
  {"name", 1}, {"resourceClaimName", 1},
    // 249 core/v1.PodExtendedResourceClaimStatus
  {"requestMappings", 251}, {"resourceClaimName", 1},
    // 250 core/v1.ContainerExtendedResourceRequest
  {"containerName", 1}, {"resourceName", 1}, {"requestName", 1},
    // 252 core/v1.NodeAllocatableResourceClaimStatus
  {"resourceClaimName", 1}, {"containers", 9}, {"mapping", 254}, {"overhead", 256},
    // 253 core/v1.NodeAllocatableMappedResources
  {"name", 1}, {"quantity", 18},
    // 255 core/v1.NodeAllocatableOverheadResources
  {"name", 1}, {"perPod", 18}, {"perContainer", 18},
    // 258 core/v1.PodVolumeHealth
  {"name", 1}, {"healthConditions", 261}, {"lastTransitionTime", 4},
    // 259 core/v1.VolumeHealthCondition
  {"status", 260}, {"reason", 1}, {"message", 1},
    // 263 core/v1.PodTemplate
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"template", 264},
    // 264 core/v1.PodTemplateSpec
  {"metadata", 2}, {"spec", 56},
    // 265 core/v1.ReplicationController
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 266}, {"status", 267},
    // 266 core/v1.ReplicationControllerSpec
  {"replicas", 43}, {"minReadySeconds", 43}, {"selector", 5}, {"template", 264},
    // 267 core/v1.ReplicationControllerStatus
  {"replicas", 43}, {"fullyLabeledReplicas", 43}, {"readyReplicas", 43}, {"availableReplicas", 43},
  {"observedGeneration", 3}, {"conditions", 269},
    // 268 core/v1.ReplicationControllerCondition
  {"type", 1}, {"status", 1}, {"lastTransitionTime", 4}, {"reason", 1}, {"message", 1},
    // 270 core/v1.ResourceQuota
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 271}, {"status", 278},
    // 271 core/v1.ResourceQuotaSpec
  {"hard", 19}, {"scopes", 273}, {"scopeSelector", 274},
    // 274 core/v1.ScopeSelector
  {"matchExpressions", 277},
    // 275 core/v1.ScopedResourceSelectorRequirement
  {"scopeName", 272}, {"operator", 276}, {"values", 9},
    // 278 core/v1.ResourceQuotaStatus
  {"hard", 19}, {"used", 19},
    // 279 apps/v1.DaemonSet
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 280}, {"status", 284},
    // 280 apps/v1.DaemonSetSpec
  {"selector", 98}, {"template", 264}, {"updateStrategy", 281}, {"minReadySeconds", 43},
  {"revisionHistoryLimit", 43},
    // 281 apps/v1.DaemonSetUpdateStrategy
  {"type", 282}, {"rollingUpdate", 283},
    // 283 apps/v1.RollingUpdateDaemonSet
  {"maxUnavailable", 150}, {"maxSurge", 150},
    // 284 apps/v1.DaemonSetStatus
  {"currentNumberScheduled", 43}, {"numberMisscheduled", 43}, {"desiredNumberScheduled", 43},
  {"numberReady", 43}, {"observedGeneration", 3}, {"updatedNumberScheduled", 43},
  {"numberAvailable", 43}, {"numberUnavailable", 43}, {"collisionCount", 43}, {"conditions", 286},
    // 285 apps/v1.DaemonSetCondition
  {"type", 1}, {"status", 1}, {"lastTransitionTime", 4}, {"reason", 1}, {"message", 1},
    // 287 apps/v1.Deployment
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 288}, {"status", 292},
    // 288 apps/v1.DeploymentSpec
  {"replicas", 43}, {"selector", 98}, {"template", 264}, {"strategy", 289}, {"minReadySeconds", 43},
  {"revisionHistoryLimit", 43}, {"paused", 7}, {"progressDeadlineSeconds", 43},
    // 289 apps/v1.DeploymentStrategy
  {"type", 290}, {"rollingUpdate", 291},
    // 291 apps/v1.RollingUpdateDeployment
  {"maxUnavailable", 150}, {"maxSurge", 150},
    // 292 apps/v1.DeploymentStatus
  {"observedGeneration", 3}, {"replicas", 43}, {"updatedReplicas", 43}, {"readyReplicas", 43},
  {"availableReplicas", 43}, {"unavailableReplicas", 43}, {"terminatingReplicas", 43},
  {"conditions", 294}, {"collisionCount", 43},
    // 293 apps/v1.DeploymentCondition
  {"type", 1}, {"status", 1}, {"lastUpdateTime", 4}, {"lastTransitionTime", 4}, {"reason", 1},
  {"message", 1},
    // 295 apps/v1.ReplicaSet
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 296}, {"status", 297},
    // 296 apps/v1.ReplicaSetSpec
  {"replicas", 43}, {"minReadySeconds", 43}, {"selector", 98}, {"template", 264},
    // 297 apps/v1.ReplicaSetStatus
  {"replicas", 43}, {"fullyLabeledReplicas", 43}, {"readyReplicas", 43}, {"availableReplicas", 43},
  {"terminatingReplicas", 43}, {"observedGeneration", 3}, {"conditions", 299},
    // 298 apps/v1.ReplicaSetCondition
  {"type", 1}, {"status", 1}, {"lastTransitionTime", 4}, {"reason", 1}, {"message", 1},
    // 300 apps/v1.StatefulSet
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 301}, {"status", 319},
    // 301 apps/v1.StatefulSetSpec
  {"replicas", 43}, {"selector", 98}, {"template", 264}, {"volumeClaimTemplates", 312},
  {"serviceName", 1}, {"podManagementPolicy", 313}, {"updateStrategy", 314},
  {"revisionHistoryLimit", 43}, {"minReadySeconds", 43},
  {"persistentVolumeClaimRetentionPolicy", 317}, {"ordinals", 318},
    // 302 core/v1.PersistentVolumeClaim
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 109}, {"status", 303},
    // 303 core/v1.PersistentVolumeClaimStatus
  {"phase", 304}, {"accessModes", 111}, {"capacity", 19}, {"conditions", 306},
  {"allocatedResources", 19}, {"allocatedResourceStatuses", 308},
  {"currentVolumeAttributesClassName", 1}, {"modifyVolumeStatus", 309}, {"healthStatus", 311},
    // 305 core/v1.PersistentVolumeClaimCondition
  {"type", 1}, {"status", 1}, {"lastProbeTime", 4}, {"lastTransitionTime", 4}, {"reason", 1},
  {"message", 1},
    // 309 core/v1.ModifyVolumeStatus
  {"targetVolumeAttributesClassName", 1}, {"status", 310},
    // 311 core/v1.VolumeHealthStatus
  {"healthConditions", 261}, {"lastTransitionTime", 4},
    // 314 apps/v1.StatefulSetUpdateStrategy
  {"type", 315}, {"rollingUpdate", 316},
    // 316 apps/v1.RollingUpdateStatefulSetStrategy
  {"partition", 43}, {"maxUnavailable", 150},
    // 317 apps/v1.StatefulSetPersistentVolumeClaimRetentionPolicy
  {"whenDeleted", 1}, {"whenScaled", 1},
    // 318 apps/v1.StatefulSetOrdinals
  {"start", 43},
    // 319 apps/v1.StatefulSetStatus
  {"observedGeneration", 3}, {"replicas", 43}, {"readyReplicas", 43}, {"currentReplicas", 43},
  {"updatedReplicas", 43}, {"currentRevision", 1}, {"updateRevision", 1}, {"collisionCount", 43},
  {"conditions", 321}, {"availableReplicas", 43},
    // 320 apps/v1.StatefulSetCondition
  {"type", 1}, {"status", 1}, {"lastTransitionTime", 4}, {"reason", 1}, {"message", 1},
    // 322 batch/v1.CronJob
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 323}, {"status", 352},
    // 323 batch/v1.CronJobSpec
  {"schedule", 1}, {"timeZone", 1}, {"startingDeadlineSeconds", 3}, {"concurrencyPolicy", 324},
  {"suspend", 7}, {"jobTemplate", 325}, {"successfulJobsHistoryLimit", 43},
  {"failedJobsHistoryLimit", 43},
    // 325 batch/v1.JobTemplateSpec
  {"metadata", 2}, {"spec", 326},
    // 326 batch/v1.JobSpec
  {"parallelism", 43}, {"completions", 43}, {"activeDeadlineSeconds", 3}, {"podFailurePolicy", 327},
  {"successPolicy", 335}, {"backoffLimit", 43}, {"backoffLimitPerIndex", 43},
  {"maxFailedIndexes", 43}, {"selector", 98}, {"manualSelector", 7}, {"template", 264},
  {"ttlSecondsAfterFinished", 43}, {"completionMode", 338}, {"suspend", 7},
  {"podReplacementPolicy", 339}, {"managedBy", 1}, {"scheduling", 340},
    // 327 batch/v1.PodFailurePolicy
  {"rules", 334},
    // 328 batch/v1.PodFailurePolicyRule
  {"action", 329}, {"onExitCodes", 330}, {"onPodConditions", 333},
    // 330 batch/v1.PodFailurePolicyOnExitCodesRequirement
  {"containerName", 1}, {"operator", 331}, {"values", 140},
    // 332 batch/v1.PodFailurePolicyOnPodConditionsPattern
  {"type", 1}, {"status", 1},
    // 335 batch/v1.SuccessPolicy
  {"rules", 337},
    // 336 batch/v1.SuccessPolicyRule
  {"succeededIndexes", 1}, {"succeededCount", 43},
    // 340 batch/v1.JobSchedulingConfiguration
  {"schedulingPolicy", 341}, {"schedulingConstraints", 344}, {"disruptionMode", 347},
  {"resourceClaims", 351},
    // 341 scheduling/v1alpha3.WorkloadPodGroupSchedulingPolicy
  {"basic", 342}, {"gang", 343},
    // 342 scheduling/v1alpha3.WorkloadPodGroupBasicSchedulingPolicy
 
    // 343 scheduling/v1alpha3.WorkloadPodGroupGangSchedulingPolicy
  {"minCount", 43},
    // 344 scheduling/v1alpha3.WorkloadPodGroupSchedulingConstraints
  {"topology", 346},
    // 345 scheduling/v1alpha3.TopologyConstraint
  {"key", 1},
    // 347 scheduling/v1alpha3.WorkloadPodGroupDisruptionMode
  {"single", 348}, {"all", 349},
    // 348 scheduling/v1alpha3.WorkloadPodGroupSingleDisruptionMode
 
    // 349 scheduling/v1alpha3.WorkloadPodGroupAllDisruptionMode
 
    // 350 scheduling/v1alpha3.WorkloadPodGroupResourceClaim
  {"name", 1}, {"resourceClaimName", 1}, {"resourceClaimTemplateName", 1},
    // 352 batch/v1.CronJobStatus
  {"active", 354}, {"lastScheduleTime", 4}, {"lastSuccessfulTime", 4},
    // 353 core/v1.ObjectReference
  {"kind", 1}, {"namespace", 1}, {"name", 1}, {"uid", 1}, {"apiVersion", 1}, {"resourceVersion", 1},
  {"fieldPath", 1},
    // 355 batch/v1.Job
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 326}, {"status", 356},
    // 356 batch/v1.JobStatus
  {"conditions", 358}, {"startTime", 4}, {"completionTime", 4}, {"active", 43}, {"succeeded", 43},
  {"failed", 43}, {"terminating", 43}, {"completedIndexes", 1}, {"failedIndexes", 1},
  {"uncountedTerminatedPods", 359}, {"ready", 43},
    // 357 batch/v1.JobCondition
  {"type", 1}, {"status", 1}, {"lastProbeTime", 4}, {"lastTransitionTime", 4}, {"reason", 1},
  {"message", 1},
    // 359 batch/v1.UncountedTerminatedPods
  {"succeeded", 9}, {"failed", 9},
    // 360 resource/v1.DeviceClass
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 361},
    // 361 resource/v1.DeviceClassSpec
  {"selectors", 364}, {"config", 368}, {"extendedResourceName", 1},
    // 362 resource/v1.DeviceSelector
  {"cel", 363},
    // 363 resource/v1.CELDeviceSelector
  {"expression", 1, true},
    // 365 resource/v1.DeviceClassConfiguration
  {"opaque", 366},
    // 366 resource/v1.OpaqueDeviceConfiguration
  {"driver", 1, true}, {"parameters", 367, true},
    // 369 resource/v1.ResourceClaim
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 370}, {"status", 389},
    // 370 resource/v1.ResourceClaimSpec
  {"devices", 371},
    // 371 resource/v1.DeviceClaim
  {"requests", 384}, {"constraints", 386}, {"config", 388},
    // 372 resource/v1.DeviceRequest
  {"name", 1, true}, {"exactly", 373}, {"firstAvailable", 383},
    // 373 resource/v1.ExactDeviceRequest
  {"deviceClassName", 1, true}, {"selectors", 364}, {"allocationMode", 374}, {"count", 3},
  {"adminAccess", 7}, {"tolerations", 378}, {"capacity", 379}, {"derivedAttributes", 381},
    // 375 resource/v1.DeviceToleration
  {"key", 1}, {"operator", 376}, {"value", 1}, {"effect", 377}, {"tolerationSeconds", 3},
    // 379 resource/v1.CapacityRequirements
  {"requests", 19},
    // 380 resource/v1.DeviceDerivedAttribute
  {"name", 1, true}, {"expression", 1, true},
    // 382 resource/v1.DeviceSubRequest
  {"name", 1, true}, {"deviceClassName", 1, true}, {"selectors", 364}, {"allocationMode", 374},
  {"count", 3}, {"tolerations", 378}, {"capacity", 379}, {"derivedAttributes", 381},
    // 385 resource/v1.DeviceConstraint
  {"requests", 9}, {"matchAttribute", 1}, {"distinctAttribute", 1},
    // 387 resource/v1.DeviceClaimConfiguration
  {"requests", 9}, {"opaque", 366},
    // 389 resource/v1.ResourceClaimStatus
  {"allocation", 390}, {"reservedFor", 400}, {"devices", 405},
    // 390 resource/v1.AllocationResult
  {"devices", 391}, {"nodeSelector", 185}, {"allocationTimestamp", 4},
    // 391 resource/v1.DeviceAllocationResult
  {"results", 395}, {"config", 398},
    // 392 resource/v1.DeviceRequestAllocationResult
  {"request", 1, true}, {"driver", 1, true}, {"pool", 1, true}, {"device", 1, true},
  {"adminAccess", 7}, {"tolerations", 378}, {"bindingConditions", 9},
  {"bindingFailureConditions", 9}, {"shareID", 1}, {"consumedCapacity", 19},
  {"skipNodeOperations", 394},
    // 396 resource/v1.DeviceAllocationConfiguration
  {"source", 397, true}, {"requests", 9}, {"opaque", 366},
    // 399 resource/v1.ResourceClaimConsumerReference
  {"apiGroup", 1}, {"resource", 1, true}, {"name", 1, true}, {"uid", 1, true},
    // 401 resource/v1.AllocatedDeviceStatus
  {"driver", 1, true}, {"pool", 1, true}, {"device", 1, true}, {"shareID", 1}, {"conditions", 403},
  {"data", 367}, {"networkData", 404},
    // 402 meta/v1.Condition
  {"type", 1}, {"status", 1}, {"observedGeneration", 3}, {"lastTransitionTime", 4}, {"reason", 1},
  {"message", 1},
    // 404 resource/v1.NetworkDeviceData
  {"interfaceName", 1}, {"ips", 9}, {"hardwareAddress", 1},
    // 406 resource/v1.ResourceClaimTemplate
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 407},
    // 407 resource/v1.ResourceClaimTemplateSpec
  {"metadata", 2}, {"spec", 370},
    // 408 resource/v1.ResourceSlice
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 409, true},
    // 409 resource/v1.ResourceSliceSpec
  {"driver", 1, true}, {"pool", 410, true}, {"nodeName", 1}, {"nodeSelector", 185}, {"allNodes", 7},
  {"devices", 430}, {"perDeviceNodeSelection", 7}, {"sharedCounters", 432},
  {"partitionTypeAttribute", 1}, {"skipNodeOperations", 394},
    // 410 resource/v1.ResourcePool
  {"name", 1, true}, {"generation", 3}, {"resourceSliceCount", 3},
    // 411 resource/v1.Device
  {"name", 1, true}, {"attributes", 414}, {"capacity", 419}, {"consumesCounters", 423},
  {"nodeName", 1}, {"nodeSelector", 185}, {"allNodes", 7}, {"taints", 425}, {"bindsToNode", 7},
  {"bindingConditions", 9}, {"bindingFailureConditions", 9}, {"allowMultipleAllocations", 7},
  {"nodeAllocatableResources", 429},
    // 412 resource/v1.DeviceAttribute
  {"int", 3}, {"bool", 7}, {"string", 1}, {"version", 1}, {"ints", 177}, {"bools", 413},
  {"strings", 9}, {"versions", 9},
    // 415 resource/v1.DeviceCapacity
  {"value", 18}, {"requestPolicy", 416},
    // 416 resource/v1.CapacityRequestPolicy
  {"default", 18}, {"validValues", 417}, {"validRange", 418},
    // 418 resource/v1.CapacityRequestPolicyRange
  {"min", 18}, {"max", 18}, {"step", 18},
    // 420 resource/v1.DeviceCounterConsumption
  {"counterSet", 1, true}, {"counters", 422, true}, {"compatibilityGroups", 9},
    // 421 resource/v1.Counter
  {"value", 18},
    // 424 resource/v1.DeviceTaint
  {"key", 1, true}, {"value", 1}, {"effect", 377, true}, {"timeAdded", 4},
    // 426 resource/v1.NodeAllocatableResource
  {"mapping", 427}, {"overhead", 428},
    // 427 resource/v1.NodeAllocatableMapping
  {"capacityKey", 1}, {"capacityMultiplier", 18}, {"deviceMultiplier", 18},
    // 428 resource/v1.NodeAllocatableOverhead
  {"perPod", 18}, {"perContainer", 18},
    // 431 resource/v1.CounterSet
  {"name", 1, true}, {"counters", 422, true},
    // 433 resource/v1beta1.DeviceClass
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 434},
    // 434 resource/v1beta1.DeviceClassSpec
  {"selectors", 437}, {"config", 440}, {"extendedResourceName", 1},
    // 435 resource/v1beta1.DeviceSelector
  {"cel", 436},
    // 436 resource/v1beta1.CELDeviceSelector
  {"expression", 1, true},
    // 438 resource/v1beta1.DeviceClassConfiguration
  {"opaque", 439},
    // 439 resource/v1beta1.OpaqueDeviceConfiguration
  {"driver", 1, true}, {"parameters", 367, true},
    // 441 resource/v1beta1.ResourceClaim
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 442}, {"status", 457},
    // 442 resource/v1beta1.ResourceClaimSpec
  {"devices", 443},
    // 443 resource/v1beta1.DeviceClaim
  {"requests", 452}, {"constraints", 454}, {"config", 456},
    // 444 resource/v1beta1.DeviceRequest
  {"name", 1, true}, {"deviceClassName", 1}, {"selectors", 437}, {"allocationMode", 374},
  {"count", 3}, {"adminAccess", 7}, {"firstAvailable", 451}, {"tolerations", 447},
  {"capacity", 448}, {"derivedAttributes", 450},
    // 445 resource/v1beta1.DeviceSubRequest
  {"name", 1, true}, {"deviceClassName", 1, true}, {"selectors", 437}, {"allocationMode", 374},
  {"count", 3}, {"tolerations", 447}, {"capacity", 448}, {"derivedAttributes", 450},
    // 446 resource/v1beta1.DeviceToleration
  {"key", 1}, {"operator", 376}, {"value", 1}, {"effect", 377}, {"tolerationSeconds", 3},
    // 448 resource/v1beta1.CapacityRequirements
  {"requests", 19},
    // 449 resource/v1beta1.DeviceDerivedAttribute
  {"name", 1, true}, {"expression", 1, true},
    // 453 resource/v1beta1.DeviceConstraint
  {"requests", 9}, {"matchAttribute", 1}, {"distinctAttribute", 1},
    // 455 resource/v1beta1.DeviceClaimConfiguration
  {"requests", 9}, {"opaque", 439},
    // 457 resource/v1beta1.ResourceClaimStatus
  {"allocation", 458}, {"reservedFor", 465}, {"devices", 468},
    // 458 resource/v1beta1.AllocationResult
  {"devices", 459}, {"nodeSelector", 185}, {"allocationTimestamp", 4},
    // 459 resource/v1beta1.DeviceAllocationResult
  {"results", 461}, {"config", 463},
    // 460 resource/v1beta1.DeviceRequestAllocationResult
  {"request", 1, true}, {"driver", 1, true}, {"pool", 1, true}, {"device", 1, true},
  {"adminAccess", 7}, {"tolerations", 447}, {"bindingConditions", 9},
  {"bindingFailureConditions", 9}, {"shareID", 1}, {"consumedCapacity", 19},
  {"skipNodeOperations", 394},
    // 462 resource/v1beta1.DeviceAllocationConfiguration
  {"source", 397, true}, {"requests", 9}, {"opaque", 439},
    // 464 resource/v1beta1.ResourceClaimConsumerReference
  {"apiGroup", 1}, {"resource", 1, true}, {"name", 1, true}, {"uid", 1, true},
    // 466 resource/v1beta1.AllocatedDeviceStatus
  {"driver", 1, true}, {"pool", 1, true}, {"device", 1, true}, {"shareID", 1}, {"conditions", 403},
  {"data", 367}, {"networkData", 467},
    // 467 resource/v1beta1.NetworkDeviceData
  {"interfaceName", 1}, {"ips", 9}, {"hardwareAddress", 1},
    // 469 resource/v1beta1.ResourceClaimTemplate
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 470},
    // 470 resource/v1beta1.ResourceClaimTemplateSpec
  {"metadata", 2}, {"spec", 442},
    // 471 resource/v1beta1.ResourceSlice
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 472, true},
    // 472 resource/v1beta1.ResourceSliceSpec
  {"driver", 1, true}, {"pool", 473, true}, {"nodeName", 1}, {"nodeSelector", 185}, {"allNodes", 7},
  {"devices", 492}, {"perDeviceNodeSelection", 7}, {"sharedCounters", 494},
  {"partitionTypeAttribute", 1}, {"skipNodeOperations", 394},
    // 473 resource/v1beta1.ResourcePool
  {"name", 1, true}, {"generation", 3}, {"resourceSliceCount", 3},
    // 474 resource/v1beta1.Device
  {"name", 1, true}, {"basic", 475},
    // 475 resource/v1beta1.BasicDevice
  {"attributes", 477}, {"capacity", 481}, {"consumesCounters", 485}, {"nodeName", 1},
  {"nodeSelector", 185}, {"allNodes", 7}, {"taints", 487}, {"bindsToNode", 7},
  {"bindingConditions", 9}, {"bindingFailureConditions", 9}, {"allowMultipleAllocations", 7},
  {"nodeAllocatableResources", 491},
    // 476 resource/v1beta1.DeviceAttribute
  {"int", 3}, {"bool", 7}, {"string", 1}, {"version", 1}, {"ints", 177}, {"bools", 413},
  {"strings", 9}, {"versions", 9},
    // 478 resource/v1beta1.DeviceCapacity
  {"value", 18}, {"requestPolicy", 479},
    // 479 resource/v1beta1.CapacityRequestPolicy
  {"default", 18}, {"validValues", 417}, {"validRange", 480},
    // 480 resource/v1beta1.CapacityRequestPolicyRange
  {"min", 18}, {"max", 18}, {"step", 18},
    // 482 resource/v1beta1.DeviceCounterConsumption
  {"counterSet", 1, true}, {"counters", 484, true}, {"compatibilityGroups", 9},
    // 483 resource/v1beta1.Counter
  {"value", 18},
    // 486 resource/v1beta1.DeviceTaint
  {"key", 1, true}, {"value", 1}, {"effect", 377, true}, {"timeAdded", 4},
    // 488 resource/v1beta1.NodeAllocatableResource
  {"mapping", 489}, {"overhead", 490},
    // 489 resource/v1beta1.NodeAllocatableMapping
  {"capacityKey", 1}, {"capacityMultiplier", 18}, {"deviceMultiplier", 18},
    // 490 resource/v1beta1.NodeAllocatableOverhead
  {"perPod", 18}, {"perContainer", 18},
    // 493 resource/v1beta1.CounterSet
  {"name", 1, true}, {"counters", 484, true},
    // 495 resource/v1beta2.DeviceClass
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 496},
    // 496 resource/v1beta2.DeviceClassSpec
  {"selectors", 499}, {"config", 502}, {"extendedResourceName", 1},
    // 497 resource/v1beta2.DeviceSelector
  {"cel", 498},
    // 498 resource/v1beta2.CELDeviceSelector
  {"expression", 1, true},
    // 500 resource/v1beta2.DeviceClassConfiguration
  {"opaque", 501},
    // 501 resource/v1beta2.OpaqueDeviceConfiguration
  {"driver", 1, true}, {"parameters", 367, true},
    // 503 resource/v1beta2.ResourceClaim
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 504}, {"status", 520},
    // 504 resource/v1beta2.ResourceClaimSpec
  {"devices", 505},
    // 505 resource/v1beta2.DeviceClaim
  {"requests", 515}, {"constraints", 517}, {"config", 519},
    // 506 resource/v1beta2.DeviceRequest
  {"name", 1, true}, {"exactly", 507}, {"firstAvailable", 514},
    // 507 resource/v1beta2.ExactDeviceRequest
  {"deviceClassName", 1, true}, {"selectors", 499}, {"allocationMode", 374}, {"count", 3},
  {"adminAccess", 7}, {"tolerations", 509}, {"capacity", 510}, {"derivedAttributes", 512},
    // 508 resource/v1beta2.DeviceToleration
  {"key", 1}, {"operator", 376}, {"value", 1}, {"effect", 377}, {"tolerationSeconds", 3},
    // 510 resource/v1beta2.CapacityRequirements
  {"requests", 19},
    // 511 resource/v1beta2.DeviceDerivedAttribute
  {"name", 1, true}, {"expression", 1, true},
    // 513 resource/v1beta2.DeviceSubRequest
  {"name", 1, true}, {"deviceClassName", 1, true}, {"selectors", 499}, {"allocationMode", 374},
  {"count", 3}, {"tolerations", 509}, {"capacity", 510}, {"derivedAttributes", 512},
    // 516 resource/v1beta2.DeviceConstraint
  {"requests", 9}, {"matchAttribute", 1}, {"distinctAttribute", 1},
    // 518 resource/v1beta2.DeviceClaimConfiguration
  {"requests", 9}, {"opaque", 501},
    // 520 resource/v1beta2.ResourceClaimStatus
  {"allocation", 521}, {"reservedFor", 528}, {"devices", 531},
    // 521 resource/v1beta2.AllocationResult
  {"devices", 522}, {"nodeSelector", 185}, {"allocationTimestamp", 4},
    // 522 resource/v1beta2.DeviceAllocationResult
  {"results", 524}, {"config", 526},
    // 523 resource/v1beta2.DeviceRequestAllocationResult
  {"request", 1, true}, {"driver", 1, true}, {"pool", 1, true}, {"device", 1, true},
  {"adminAccess", 7}, {"tolerations", 509}, {"bindingConditions", 9},
  {"bindingFailureConditions", 9}, {"shareID", 1}, {"consumedCapacity", 19},
  {"skipNodeOperations", 394},
    // 525 resource/v1beta2.DeviceAllocationConfiguration
  {"source", 397, true}, {"requests", 9}, {"opaque", 501},
    // 527 resource/v1beta2.ResourceClaimConsumerReference
  {"apiGroup", 1}, {"resource", 1, true}, {"name", 1, true}, {"uid", 1, true},
    // 529 resource/v1beta2.AllocatedDeviceStatus
  {"driver", 1, true}, {"pool", 1, true}, {"device", 1, true}, {"shareID", 1}, {"conditions", 403},
  {"data", 367}, {"networkData", 530},
    // 530 resource/v1beta2.NetworkDeviceData
  {"interfaceName", 1}, {"ips", 9}, {"hardwareAddress", 1},
    // 532 resource/v1beta2.ResourceClaimTemplate
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 533},
    // 533 resource/v1beta2.ResourceClaimTemplateSpec
  {"metadata", 2}, {"spec", 504},
    // 534 resource/v1beta2.ResourceSlice
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 535, true},
    // 535 resource/v1beta2.ResourceSliceSpec
  {"driver", 1, true}, {"pool", 536, true}, {"nodeName", 1}, {"nodeSelector", 185}, {"allNodes", 7},
  {"devices", 554}, {"perDeviceNodeSelection", 7}, {"sharedCounters", 556},
  {"partitionTypeAttribute", 1}, {"skipNodeOperations", 394},
    // 536 resource/v1beta2.ResourcePool
  {"name", 1, true}, {"generation", 3}, {"resourceSliceCount", 3},
    // 537 resource/v1beta2.Device
  {"name", 1, true}, {"attributes", 539}, {"capacity", 543}, {"consumesCounters", 547},
  {"nodeName", 1}, {"nodeSelector", 185}, {"allNodes", 7}, {"taints", 549}, {"bindsToNode", 7},
  {"bindingConditions", 9}, {"bindingFailureConditions", 9}, {"allowMultipleAllocations", 7},
  {"nodeAllocatableResources", 553},
    // 538 resource/v1beta2.DeviceAttribute
  {"int", 3}, {"bool", 7}, {"string", 1}, {"version", 1}, {"ints", 177}, {"bools", 413},
  {"strings", 9}, {"versions", 9},
    // 540 resource/v1beta2.DeviceCapacity
  {"value", 18}, {"requestPolicy", 541},
    // 541 resource/v1beta2.CapacityRequestPolicy
  {"default", 18}, {"validValues", 417}, {"validRange", 542},
    // 542 resource/v1beta2.CapacityRequestPolicyRange
  {"min", 18}, {"max", 18}, {"step", 18},
    // 544 resource/v1beta2.DeviceCounterConsumption
  {"counterSet", 1, true}, {"counters", 546, true}, {"compatibilityGroups", 9},
    // 545 resource/v1beta2.Counter
  {"value", 18},
    // 548 resource/v1beta2.DeviceTaint
  {"key", 1, true}, {"value", 1}, {"effect", 377, true}, {"timeAdded", 4},
    // 550 resource/v1beta2.NodeAllocatableResource
  {"mapping", 551}, {"overhead", 552},
    // 551 resource/v1beta2.NodeAllocatableMapping
  {"capacityKey", 1}, {"capacityMultiplier", 18}, {"deviceMultiplier", 18},
    // 552 resource/v1beta2.NodeAllocatableOverhead
  {"perPod", 18}, {"perContainer", 18},
    // 555 resource/v1beta2.CounterSet
  {"name", 1, true}, {"counters", 546, true},
    // 558 DeviceMapping/v1alpha1.spec.charge
  {"capacity", 1}, {"type", 557},
    // 559 DeviceMapping/v1alpha1.spec.config[].opaque
  {"driver", 1, true}, {"parameters", 11, true},
    // 560 DeviceMapping/v1alpha1.spec.config[]
  {"opaque", 559, true},
    // 563 DeviceMapping/v1alpha1.spec.constraints[]
  {"distinctAttribute", 1}, {"matchAttribute", 1}, {"scope", 562},
    // 567 DeviceMapping/v1alpha1.spec.rewrites[].namespaceSelector.matchExpressions[]
  {"key", 1, true}, {"operator", 276, true}, {"values", 9},
    // 569 DeviceMapping/v1alpha1.spec.rewrites[].namespaceSelector
  {"matchExpressions", 568}, {"matchLabels", 5},
    // 571 DeviceMapping/v1alpha1.spec.rewrites[].parameters[]
  {"annotation", 1}, {"capacity", 1}, {"resource", 1}, {"selector", 1}, {"type", 570, true},
  {"unit", 1},
    // 575 DeviceMapping/v1alpha1.spec.rewrites[].request.exactly.capacity
  {"requests", 574},
    // 576 DeviceMapping/v1alpha1.spec.rewrites[].request.exactly.selectors[].cel
  {"expression", 1, true},
    // 577 DeviceMapping/v1alpha1.spec.rewrites[].request.exactly.selectors[]
  {"cel", 576, true},
    // 581 DeviceMapping/v1alpha1.spec.rewrites[].request.exactly.tolerations[]
  {"effect", 579}, {"key", 1}, {"operator", 580}, {"tolerationSeconds", 3}, {"value", 1},
    // 583 DeviceMapping/v1alpha1.spec.rewrites[].request.exactly
  {"allocationMode", 573}, {"capacity", 575}, {"deviceClassName", 1, true}, {"selectors", 578},
  {"tolerations", 582},
    // 584 DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[].capacity
  {"requests", 574},
    // 585 DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[].selectors[].cel
  {"expression", 1, true},
    // 586 DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[].selectors[]
  {"cel", 585, true},
    // 588 DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[].tolerations[]
  {"effect", 579}, {"key", 1}, {"operator", 580}, {"tolerationSeconds", 3}, {"value", 1},
    // 590 DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[]
  {"allocationMode", 573}, {"capacity", 584}, {"deviceClassName", 1, true}, {"name", 1},
  {"selectors", 587}, {"tolerations", 589},
    // 592 DeviceMapping/v1alpha1.spec.rewrites[].request
  {"exactly", 583}, {"firstAvailable", 591},
    // 593 DeviceMapping/v1alpha1.spec.rewrites[]
  {"action", 566}, {"namespaceSelector", 569}, {"parameters", 572}, {"request", 592, true},
  {"resource", 1, true},
    // 595 DeviceMapping/v1alpha1.spec
  {"charge", 558}, {"claimGroup", 1}, {"config", 561}, {"constraints", 564},
  {"deviceClassNames", 9}, {"logicalResource", 1, true}, {"mixedNodes", 565}, {"rewrites", 594},
    // 597 DeviceMapping/v1alpha1.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 596, true}, {"type", 1, true},
    // 599 DeviceMapping/v1alpha1.status
  {"conditions", 598}, {"observedGeneration", 3},
    // 600 DeviceMapping/v1alpha1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 595, true}, {"status", 599},
    // 603 DeviceQuota/v1alpha1.spec
  {"enforcement", 601}, {"excludeQueued", 7}, {"failurePolicy", 602}, {"hard", 574, true},
    // 604 DeviceQuota/v1alpha1.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 596, true}, {"type", 1, true},
    // 606 DeviceQuota/v1alpha1.status.holds[].demand[]
  {"capacity", 574}, {"count", 3}, {"deviceClassName", 1}, {"resource", 1},
    // 608 DeviceQuota/v1alpha1.status.holds[].owner
  {"apiVersion", 1}, {"kind", 1}, {"name", 1}, {"uid", 1},
    // 609 DeviceQuota/v1alpha1.status.holds[]
  {"charge", 574}, {"creator", 1}, {"demand", 607}, {"kind", 1}, {"name", 1}, {"owner", 608},
  {"since", 4}, {"uid", 1, true},
    // 611 DeviceQuota/v1alpha1.status
  {"conditions", 605}, {"hard", 574}, {"holds", 610}, {"mappingHash", 1}, {"observedGeneration", 3},
  {"used", 574},
    // 612 DeviceQuota/v1alpha1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 603, true}, {"status", 611},
    // 613 DeviceRule/v1alpha1.spec.auditAnnotations[]
  {"key", 1, true}, {"valueExpression", 1, true},
    // 615 DeviceRule/v1alpha1.spec.matchConditions[]
  {"expression", 1, true}, {"name", 1, true},
    // 618 DeviceRule/v1alpha1.spec.matchPolicy
  {"allPods", 7}, {"podTemplates", 617},
    // 619 DeviceRule/v1alpha1.spec.matchResources.kinds[]
  {"group", 1}, {"kind", 1, true},
    // 621 DeviceRule/v1alpha1.spec.matchResources.namespaceSelector.matchExpressions[]
  {"key", 1, true}, {"operator", 276, true}, {"values", 9},
    // 623 DeviceRule/v1alpha1.spec.matchResources.namespaceSelector
  {"matchExpressions", 622}, {"matchLabels", 5},
    // 624 DeviceRule/v1alpha1.spec.matchResources.objectSelector.matchExpressions[]
  {"key", 1, true}, {"operator", 276, true}, {"values", 9},
    // 626 DeviceRule/v1alpha1.spec.matchResources.objectSelector
  {"matchExpressions", 625}, {"matchLabels", 5},
    // 629 DeviceRule/v1alpha1.spec.matchResources
  {"kinds", 620}, {"namespaceSelector", 623}, {"objectSelector", 626}, {"operations", 628},
    // 630 DeviceRule/v1alpha1.spec.paramKind
  {"apiVersion", 1, true}, {"kind", 1, true},
    // 632 DeviceRule/v1alpha1.spec.paramRef.selector.matchExpressions[]
  {"key", 1, true}, {"operator", 276, true}, {"values", 9},
    // 634 DeviceRule/v1alpha1.spec.paramRef.selector
  {"matchExpressions", 633}, {"matchLabels", 5},
    // 635 DeviceRule/v1alpha1.spec.paramRef
  {"name", 1}, {"namespace", 1}, {"parameterNotFoundAction", 631, true}, {"selector", 634},
    // 639 DeviceRule/v1alpha1.spec.validations[]
  {"expression", 1, true}, {"message", 1}, {"messageExpression", 1}, {"reason", 638},
    // 641 DeviceRule/v1alpha1.spec.variables[]
  {"expression", 1, true}, {"name", 1, true},
    // 643 DeviceRule/v1alpha1.spec
  {"auditAnnotations", 614}, {"failurePolicy", 602}, {"matchConditions", 616}, {"matchPolicy", 618},
  {"matchResources", 629}, {"paramKind", 630}, {"paramRef", 635}, {"validationActions", 637},
  {"validations", 640}, {"variables", 642},
    // 644 DeviceRule/v1alpha1.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 596, true}, {"type", 1, true},
    // 646 DeviceRule/v1alpha1.status
  {"conditions", 645}, {"observedGeneration", 3},
    // 647 DeviceRule/v1alpha1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 643, true}, {"status", 646},
    // 648 AdmissionCheck/v1beta1.spec.parameters
  {"apiGroup", 1, true}, {"kind", 1, true}, {"name", 1, true},
    // 649 AdmissionCheck/v1beta1.spec
  {"controllerName", 1, true}, {"parameters", 648}, {"retryDelayMinutes", 3},
    // 650 AdmissionCheck/v1beta1.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 596, true}, {"type", 1, true},
    // 652 AdmissionCheck/v1beta1.status
  {"conditions", 651},
    // 653 AdmissionCheck/v1beta1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 649}, {"status", 652},
    // 654 AdmissionCheck/v1beta2.spec.parameters
  {"apiGroup", 1, true}, {"kind", 1, true}, {"name", 1, true},
    // 655 AdmissionCheck/v1beta2.spec
  {"controllerName", 1, true}, {"parameters", 654},
    // 656 AdmissionCheck/v1beta2.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 596, true}, {"type", 1, true},
    // 658 AdmissionCheck/v1beta2.status
  {"conditions", 657},
    // 659 AdmissionCheck/v1beta2
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 655}, {"status", 658},
    // 660 ClusterQueue/v1beta1.spec.admissionChecksStrategy.admissionChecks[]
  {"name", 1, true}, {"onFlavors", 9},
    // 662 ClusterQueue/v1beta1.spec.admissionChecksStrategy
  {"admissionChecks", 661},
    // 663 ClusterQueue/v1beta1.spec.admissionScope
  {"admissionMode", 1, true},
    // 664 ClusterQueue/v1beta1.spec.fairSharing
  {"weight", 150},
    // 668 ClusterQueue/v1beta1.spec.flavorFungibility
  {"preference", 665}, {"whenCanBorrow", 666}, {"whenCanPreempt", 667},
    // 669 ClusterQueue/v1beta1.spec.namespaceSelector.matchExpressions[]
  {"key", 1, true}, {"operator", 1, true}, {"values", 9},
    // 671 ClusterQueue/v1beta1.spec.namespaceSelector
  {"matchExpressions", 670}, {"matchLabels", 5},
    // 673 ClusterQueue/v1beta1.spec.preemption.borrowWithinCohort
  {"maxPriorityThreshold", 43}, {"policy", 672},
    // 676 ClusterQueue/v1beta1.spec.preemption
  {"borrowWithinCohort", 673}, {"reclaimWithinCohort", 674}, {"withinClusterQueue", 675},
    // 678 ClusterQueue/v1beta1.spec.resourceGroups[].flavors[].resources[]
  {"borrowingLimit", 150}, {"lendingLimit", 150}, {"name", 1, true}, {"nominalQuota", 150, true},
    // 680 ClusterQueue/v1beta1.spec.resourceGroups[].flavors[]
  {"name", 1, true}, {"resources", 679, true},
    // 682 ClusterQueue/v1beta1.spec.resourceGroups[]
  {"coveredResources", 9, true}, {"flavors", 681, true},
    // 685 ClusterQueue/v1beta1.spec
  {"admissionChecks", 9}, {"admissionChecksStrategy", 662}, {"admissionScope", 663}, {"cohort", 1},
  {"fairSharing", 664}, {"flavorFungibility", 668}, {"namespaceSelector", 671}, {"preemption", 676},
  {"queueingStrategy", 677}, {"resourceGroups", 683}, {"stopPolicy", 684},
    // 686 ClusterQueue/v1beta1.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 596, true}, {"type", 1, true},
    // 688 ClusterQueue/v1beta1.status.fairSharing.admissionFairSharingStatus
  {"consumedResources", 574, true}, {"lastUpdate", 4, true},
    // 689 ClusterQueue/v1beta1.status.fairSharing
  {"admissionFairSharingStatus", 688}, {"weightedShare", 3, true},
    // 690 ClusterQueue/v1beta1.status.flavorsReservation[].resources[]
  {"borrowed", 150}, {"name", 1, true}, {"total", 150},
    // 692 ClusterQueue/v1beta1.status.flavorsReservation[]
  {"name", 1, true}, {"resources", 691, true},
    // 694 ClusterQueue/v1beta1.status.flavorsUsage[].resources[]
  {"borrowed", 150}, {"name", 1, true}, {"total", 150},
    // 696 ClusterQueue/v1beta1.status.flavorsUsage[]
  {"name", 1, true}, {"resources", 695, true},
    // 698 ClusterQueue/v1beta1.status.pendingWorkloadsStatus.clusterQueuePendingWorkload[]
  {"name", 1, true}, {"namespace", 1, true},
    // 700 ClusterQueue/v1beta1.status.pendingWorkloadsStatus
  {"clusterQueuePendingWorkload", 699}, {"lastChangeTime", 4, true},
    // 701 ClusterQueue/v1beta1.status
  {"admittedWorkloads", 43}, {"conditions", 687}, {"fairSharing", 689}, {"flavorsReservation", 693},
  {"flavorsUsage", 697}, {"pendingWorkloads", 43}, {"pendingWorkloadsStatus", 700},
  {"reservingWorkloads", 43},
    // 702 ClusterQueue/v1beta1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 685}, {"status", 701},
    // 703 ClusterQueue/v1beta2.spec.admissionChecksStrategy.admissionChecks[]
  {"name", 1, true}, {"onFlavors", 9},
    // 705 ClusterQueue/v1beta2.spec.admissionChecksStrategy
  {"admissionChecks", 704, true},
    // 707 ClusterQueue/v1beta2.spec.admissionScope
  {"admissionMode", 706, true},
    // 708 ClusterQueue/v1beta2.spec.concurrentAdmissionPolicy.migration.constraints
  {"lastAcceptableFlavorName", 1},
    // 710 ClusterQueue/v1beta2.spec.concurrentAdmissionPolicy.migration
  {"constraints", 708}, {"mode", 709, true},
    // 711 ClusterQueue/v1beta2.spec.concurrentAdmissionPolicy
  {"migration", 710, true},
    // 712 ClusterQueue/v1beta2.spec.fairSharing
  {"weight", 150},
    // 714 ClusterQueue/v1beta2.spec.flavorFungibility
  {"preference", 665}, {"whenCanBorrow", 713}, {"whenCanPreempt", 713},
    // 715 ClusterQueue/v1beta2.spec.namespaceSelector.matchExpressions[]
  {"key", 1, true}, {"operator", 1, true}, {"values", 9},
    // 717 ClusterQueue/v1beta2.spec.namespaceSelector
  {"matchExpressions", 716}, {"matchLabels", 5},
    // 718 ClusterQueue/v1beta2.spec.preemption.borrowWithinCohort
  {"maxPriorityThreshold", 43}, {"policy", 672},
    // 719 ClusterQueue/v1beta2.spec.preemption
  {"borrowWithinCohort", 718}, {"reclaimWithinCohort", 674}, {"withinClusterQueue", 675},
    // 720 ClusterQueue/v1beta2.spec.resourceGroups[].flavors[].resources[]
  {"borrowingLimit", 150}, {"lendingLimit", 150}, {"name", 1, true}, {"nominalQuota", 150, true},
    // 722 ClusterQueue/v1beta2.spec.resourceGroups[].flavors[]
  {"name", 1, true}, {"resources", 721, true},
    // 724 ClusterQueue/v1beta2.spec.resourceGroups[]
  {"coveredResources", 9, true}, {"flavors", 723, true},
    // 726 ClusterQueue/v1beta2.spec
  {"admissionChecksStrategy", 705}, {"admissionScope", 707}, {"cohortName", 1},
  {"concurrentAdmissionPolicy", 711}, {"fairSharing", 712}, {"flavorFungibility", 714},
  {"namespaceSelector", 717}, {"preemption", 719}, {"queueingStrategy", 677},
  {"resourceGroups", 725}, {"stopPolicy", 684},
    // 727 ClusterQueue/v1beta2.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 596, true}, {"type", 1, true},
    // 729 ClusterQueue/v1beta2.status.fairSharing
  {"weightedShare", 3, true},
    // 730 ClusterQueue/v1beta2.status.flavorsReservation[].resources[]
  {"borrowed", 150}, {"name", 1, true}, {"total", 150},
    // 732 ClusterQueue/v1beta2.status.flavorsReservation[]
  {"name", 1, true}, {"resources", 731, true},
    // 734 ClusterQueue/v1beta2.status.flavorsUsage[].resources[]
  {"borrowed", 150}, {"name", 1, true}, {"total", 150},
    // 736 ClusterQueue/v1beta2.status.flavorsUsage[]
  {"name", 1, true}, {"resources", 735, true},
    // 738 ClusterQueue/v1beta2.status
  {"admittedWorkloads", 43}, {"conditions", 728}, {"fairSharing", 729}, {"flavorsReservation", 733},
  {"flavorsUsage", 737}, {"pendingWorkloads", 43}, {"reservingWorkloads", 43},
    // 739 ClusterQueue/v1beta2
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 726}, {"status", 738},
    // 740 Cohort/v1beta1.spec.fairSharing
  {"weight", 150},
    // 741 Cohort/v1beta1.spec.resourceGroups[].flavors[].resources[]
  {"borrowingLimit", 150}, {"lendingLimit", 150}, {"name", 1, true}, {"nominalQuota", 150, true},
    // 743 Cohort/v1beta1.spec.resourceGroups[].flavors[]
  {"name", 1, true}, {"resources", 742, true},
    // 745 Cohort/v1beta1.spec.resourceGroups[]
  {"coveredResources", 9, true}, {"flavors", 744, true},
    // 747 Cohort/v1beta1.spec
  {"fairSharing", 740}, {"parentName", 1}, {"resourceGroups", 746},
    // 748 Cohort/v1beta1.status.fairSharing.admissionFairSharingStatus
  {"consumedResources", 574, true}, {"lastUpdate", 4, true},
    // 749 Cohort/v1beta1.status.fairSharing
  {"admissionFairSharingStatus", 748}, {"weightedShare", 3, true},
    // 750 Cohort/v1beta1.status
  {"fairSharing", 749},
    // 751 Cohort/v1beta1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 747}, {"status", 750},
    // 752 Cohort/v1beta2.spec.fairSharing
  {"weight", 150},
    // 753 Cohort/v1beta2.spec.resourceGroups[].flavors[].resources[]
  {"borrowingLimit", 150}, {"lendingLimit", 150}, {"name", 1, true}, {"nominalQuota", 150, true},
    // 755 Cohort/v1beta2.spec.resourceGroups[].flavors[]
  {"name", 1, true}, {"resources", 754, true},
    // 757 Cohort/v1beta2.spec.resourceGroups[]
  {"coveredResources", 9, true}, {"flavors", 756, true},
    // 759 Cohort/v1beta2.spec
  {"fairSharing", 752}, {"parentName", 1}, {"resourceGroups", 758},
    // 760 Cohort/v1beta2.status.fairSharing
  {"weightedShare", 3, true},
    // 761 Cohort/v1beta2.status
  {"fairSharing", 760},
    // 762 Cohort/v1beta2
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 759}, {"status", 761},
    // 763 LocalQueue/v1beta1.spec.fairSharing
  {"weight", 150},
    // 764 LocalQueue/v1beta1.spec
  {"clusterQueue", 1}, {"fairSharing", 763}, {"stopPolicy", 684},
    // 765 LocalQueue/v1beta1.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 596, true}, {"type", 1, true},
    // 767 LocalQueue/v1beta1.status.fairSharing.admissionFairSharingStatus
  {"consumedResources", 574, true}, {"lastUpdate", 4, true},
    // 768 LocalQueue/v1beta1.status.fairSharing
  {"admissionFairSharingStatus", 767}, {"weightedShare", 3, true},
    // 769 LocalQueue/v1beta1.status.flavorUsage[].resources[]
  {"name", 1, true}, {"total", 150},
    // 771 LocalQueue/v1beta1.status.flavorUsage[]
  {"name", 1, true}, {"resources", 770, true},
    // 773 LocalQueue/v1beta1.status.flavors[].nodeTaints[]
  {"effect", 1, true}, {"key", 1, true}, {"timeAdded", 4}, {"value", 1},
    // 775 LocalQueue/v1beta1.status.flavors[].topology
  {"levels", 9, true}, {"name", 1, true},
    // 776 LocalQueue/v1beta1.status.flavors[]
  {"name", 1, true}, {"nodeLabels", 5}, {"nodeTaints", 774}, {"resources", 9}, {"topology", 775},
    // 778 LocalQueue/v1beta1.status.flavorsReservation[].resources[]
  {"name", 1, true}, {"total", 150},
    // 780 LocalQueue/v1beta1.status.flavorsReservation[]
  {"name", 1, true}, {"resources", 779, true},
    // 782 LocalQueue/v1beta1.status
  {"admittedWorkloads", 43}, {"conditions", 766}, {"fairSharing", 768}, {"flavorUsage", 772},
  {"flavors", 777}, {"flavorsReservation", 781}, {"pendingWorkloads", 43},
  {"reservingWorkloads", 43},
    // 783 LocalQueue/v1beta1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 764}, {"status", 782},
    // 784 LocalQueue/v1beta2.spec.fairSharing
  {"weight", 150},
    // 785 LocalQueue/v1beta2.spec
  {"clusterQueue", 1}, {"fairSharing", 784}, {"stopPolicy", 684},
    // 786 LocalQueue/v1beta2.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 596, true}, {"type", 1, true},
    // 788 LocalQueue/v1beta2.status.fairSharing.admissionFairSharingStatus
  {"consumedResources", 574, true}, {"lastUpdate", 4, true},
    // 789 LocalQueue/v1beta2.status.fairSharing
  {"admissionFairSharingStatus", 788}, {"weightedShare", 3, true},
    // 790 LocalQueue/v1beta2.status.flavorsReservation[].resources[]
  {"name", 1, true}, {"total", 150},
    // 792 LocalQueue/v1beta2.status.flavorsReservation[]
  {"name", 1, true}, {"resources", 791, true},
    // 794 LocalQueue/v1beta2.status.flavorsUsage[].resources[]
  {"name", 1, true}, {"total", 150},
    // 796 LocalQueue/v1beta2.status.flavorsUsage[]
  {"name", 1, true}, {"resources", 795, true},
    // 798 LocalQueue/v1beta2.status
  {"admittedWorkloads", 43}, {"conditions", 787}, {"fairSharing", 789}, {"flavorsReservation", 793},
  {"flavorsUsage", 797}, {"pendingWorkloads", 43}, {"reservingWorkloads", 43},
    // 799 LocalQueue/v1beta2
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 785}, {"status", 798},
    // 800 ResourceFlavor/v1beta1.spec.nodeTaints[]
  {"effect", 1, true}, {"key", 1, true}, {"timeAdded", 4}, {"value", 1},
    // 802 ResourceFlavor/v1beta1.spec.tolerations[]
  {"effect", 1}, {"key", 1}, {"operator", 1}, {"tolerationSeconds", 3}, {"value", 1},
    // 804 ResourceFlavor/v1beta1.spec
  {"nodeLabels", 5}, {"nodeTaints", 801}, {"tolerations", 803}, {"topologyName", 1},
    // 805 ResourceFlavor/v1beta1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 804},
    // 806 ResourceFlavor/v1beta2.spec.nodeTaints[]
  {"effect", 1, true}, {"key", 1, true}, {"timeAdded", 4}, {"value", 1},
    // 808 ResourceFlavor/v1beta2.spec.tolerations[]
  {"effect", 1}, {"key", 1}, {"operator", 1}, {"tolerationSeconds", 3}, {"value", 1},
    // 810 ResourceFlavor/v1beta2.spec
  {"nodeLabels", 5}, {"nodeTaints", 807}, {"tolerations", 809}, {"topologyName", 1},
    // 811 ResourceFlavor/v1beta2
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 810},
    // 812 Topology/v1beta1.spec.levels[]
  {"nodeLabel", 1, true},
    // 814 Topology/v1beta1.spec
  {"levels", 813, true},
    // 815 Topology/v1beta1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 814},
    // 816 Topology/v1beta2.spec.levels[]
  {"nodeLabel", 1, true},
    // 818 Topology/v1beta2.spec
  {"levels", 817, true},
    // 819 Topology/v1beta2
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 818},
    // 820 WorkloadPriorityClass/v1beta1
  {"apiVersion", 1}, {"description", 1}, {"kind", 1}, {"metadata", 2}, {"value", 43, true},
    // 821 WorkloadPriorityClass/v1beta2
  {"apiVersion", 1}, {"description", 1}, {"kind", 1}, {"metadata", 2}, {"value", 43, true},
};

constexpr std::string_view kWords[] = {
  "Active", "Terminating",
  "NoSchedule", "PreferNoSchedule", "NoExecute",
  "Pending", "Running", "Terminated",
  "DirectoryOrCreate", "Directory", "FileOrCreate", "File", "Socket", "CharDevice", "BlockDevice",
  "None", "ReadOnly", "ReadWrite",
  "Shared", "Dedicated", "Managed",
  "ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany", "ReadWriteOncePod",
  "Block", "Filesystem",
  "Always", "Never", "IfNotPresent",
  "TCP", "UDP", "SCTP",
  "None", "HostToContainer", "Bidirectional",
  "HTTP", "HTTPS",
  "HTTP1", "HTTP2",
  "Plaintext", "TLS",
  "SIGABRT", "SIGALRM", "SIGBUS", "SIGCHLD", "SIGCLD", "SIGCONT", "SIGFPE", "SIGHUP", "SIGILL",
  "SIGINT", "SIGIO", "SIGIOT", "SIGKILL", "SIGPIPE", "SIGPOLL", "SIGPROF", "SIGPWR", "SIGQUIT",
  "SIGSEGV", "SIGSTKFLT", "SIGSTOP", "SIGSYS", "SIGTERM", "SIGTRAP", "SIGTSTP", "SIGTTIN",
  "SIGTTOU", "SIGURG", "SIGUSR1", "SIGUSR2", "SIGVTALRM", "SIGWINCH", "SIGXCPU", "SIGXFSZ",
  "SIGRTMIN", "SIGRTMIN+1", "SIGRTMIN+2", "SIGRTMIN+3", "SIGRTMIN+4", "SIGRTMIN+5", "SIGRTMIN+6",
  "SIGRTMIN+7", "SIGRTMIN+8", "SIGRTMIN+9", "SIGRTMIN+10", "SIGRTMIN+11", "SIGRTMIN+12",
  "SIGRTMIN+13", "SIGRTMIN+14", "SIGRTMIN+15", "SIGRTMAX-14", "SIGRTMAX-13", "SIGRTMAX-12",
  "SIGRTMAX-11", "SIGRTMAX-10", "SIGRTMAX-9", "SIGRTMAX-8", "SIGRTMAX-7", "SIGRTMAX-6",
  "SIGRTMAX-5", "SIGRTMAX-4", "SIGRTMAX-3", "SIGRTMAX-2", "SIGRTMAX-1", "SIGRTMAX",
  "File", "FallbackToLogsOnError",
  "Default", "Unmasked",
  "Unconfined", "RuntimeDefault", "Localhost",
  "Always", "OnFailure", "Never",
  "ClusterFirstWithHostNet", "ClusterFirst", "Default", "None",
  "Merge", "Strict",
  "OnRootMismatch", "Always",
  "In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt",
  "Exists", "Equal", "Lt", "Gt",
  "PreemptLowerPriority", "Never",
  "DoNotSchedule", "ScheduleAnyway",
  "Ignore", "Honor",
  "Pending", "Running", "Succeeded", "Failed", "Unknown",
  "Guaranteed", "Burstable", "BestEffort",
  "Inaccessible", "DataLoss", "Degraded",
  "Terminating", "NotTerminating", "BestEffort", "NotBestEffort", "PriorityClass",
  "CrossNamespacePodAffinity", "VolumeAttributesClass",
  "In", "NotIn", "Exists", "DoesNotExist",
  "RollingUpdate", "OnDelete",
  "Recreate", "RollingUpdate",
  "Pending", "Bound", "Lost",
  "ControllerResizeInProgress", "ControllerResizeInfeasible", "NodeResizePending",
  "NodeResizeInProgress", "NodeResizeInfeasible",
  "Pending", "InProgress", "Infeasible",
  "OrderedReady", "Parallel",
  "RollingUpdate", "OnDelete", "Recreate",
  "Allow", "Forbid", "Replace",
  "FailJob", "FailIndex", "Ignore", "Count",
  "In", "NotIn",
  "NonIndexed", "Indexed",
  "TerminatingOrFailed", "Failed",
  "ExactCount", "All",
  "Exists", "Equal",
  "None", "NoSchedule", "NoExecute",
  "NodePrepareResources", "NodeUnprepareResources", "*",
  "FromClass", "FromClaim",
  "Devices", "Capacity",
  "Container", "Claim", "Unit",
  "Leave", "Rewrite",
  "Warn", "Rewrite", "Off",
  "Resource", "Annotation",
  "ExactCount",
  "", "None", "NoSchedule", "NoExecute",
  "Equal", "Exists",
  "True", "False", "Unknown",
  "Deny", "Warn",
  "Fail", "Ignore",
  "Judge", "Ignore",
  "CREATE", "UPDATE",
  "Allow", "Deny",
  "Deny", "Warn", "Audit",
  "Unauthorized", "Forbidden", "Invalid", "RequestEntityTooLarge",
  "BorrowingOverPreemption", "PreemptionOverBorrowing",
  "MayStopSearch", "TryNextFlavor", "Borrow",
  "MayStopSearch", "TryNextFlavor", "Preempt",
  "Never", "LowerPriority",
  "Never", "LowerPriority", "Any",
  "Never", "LowerPriority", "LowerOrNewerEqualPriority",
  "StrictFIFO", "BestEffortFIFO",
  "None", "Hold", "HoldAndDrain",
  "UsageBasedAdmissionFairSharing", "NoAdmissionFairSharing",
  "TryPreferredFlavors", "RetainFirstAdmission",
  "MayStopSearch", "TryNextFlavor",
};

constexpr Type kTypes[] = {
    {Kind::kStruct, 0, 6, "core/v1.ConfigMap"},  // 0
    {Kind::kString, 0, 0, ""},  // 1
    {Kind::kStruct, 6, 15, "meta/v1.ObjectMeta"},  // 2
    {Kind::kInt64, 0, 0, ""},  // 3
    {Kind::kTime, 0, 0, ""},  // 4
    {Kind::kMap, 1, 0, ""},  // 5
    {Kind::kStruct, 21, 6, "meta/v1.OwnerReference"},  // 6
    {Kind::kBool, 0, 0, ""},  // 7
    {Kind::kList, 6, 0, ""},  // 8
    {Kind::kList, 1, 0, ""},  // 9
    {Kind::kStruct, 27, 7, "meta/v1.ManagedFieldsEntry"},  // 10
    {Kind::kObject, 0, 0, ""},  // 11
    {Kind::kList, 10, 0, ""},  // 12
    {Kind::kBytes, 0, 0, ""},  // 13
    {Kind::kMap, 13, 0, ""},  // 14
    {Kind::kStruct, 34, 4, "core/v1.LimitRange"},  // 15
    {Kind::kStruct, 38, 1, "core/v1.LimitRangeSpec"},  // 16
    {Kind::kStruct, 39, 6, "core/v1.LimitRangeItem"},  // 17
    {Kind::kQuantity, 0, 0, ""},  // 18
    {Kind::kMap, 18, 0, ""},  // 19
    {Kind::kList, 17, 0, ""},  // 20
    {Kind::kStruct, 45, 5, "core/v1.Namespace"},  // 21
    {Kind::kStruct, 50, 1, "core/v1.NamespaceSpec"},  // 22
    {Kind::kStruct, 51, 2, "core/v1.NamespaceStatus"},  // 23
    {Kind::kEnum, 0, 2, ""},  // 24
    {Kind::kStruct, 53, 5, "core/v1.NamespaceCondition"},  // 25
    {Kind::kList, 25, 0, ""},  // 26
    {Kind::kStruct, 58, 5, "core/v1.Node"},  // 27
    {Kind::kStruct, 63, 8, "core/v1.NodeSpec"},  // 28
    {Kind::kStruct, 71, 4, "core/v1.Taint"},  // 29
    {Kind::kEnum, 2, 3, ""},  // 30
    {Kind::kList, 29, 0, ""},  // 31
    {Kind::kStruct, 75, 1, "core/v1.NodeConfigSource"},  // 32
    {Kind::kStruct, 76, 5, "core/v1.ConfigMapNodeConfigSource"},  // 33
    {Kind::kStruct, 81, 1, "core/v1.NodePodPreemptionPolicy"},  // 34
    {Kind::kStruct, 82, 14, "core/v1.NodeStatus"},  // 35
    {Kind::kEnum, 5, 3, ""},  // 36
    {Kind::kStruct, 96, 6, "core/v1.NodeCondition"},  // 37
    {Kind::kList, 37, 0, ""},  // 38
    {Kind::kStruct, 102, 2, "core/v1.NodeAddress"},  // 39
    {Kind::kList, 39, 0, ""},  // 40
    {Kind::kStruct, 104, 1, "core/v1.NodeDaemonEndpoints"},  // 41
    {Kind::kStruct, 105, 1, "core/v1.DaemonEndpoint"},  // 42
    {Kind::kInt32, 0, 0, ""},  // 43
    {Kind::kStruct, 106, 12, "core/v1.NodeSystemInfo"},  // 44
    {Kind::kStruct, 118, 1, "core/v1.NodeSwapStatus"},  // 45
    {Kind::kStruct, 119, 2, "core/v1.ContainerImage"},  // 46
    {Kind::kList, 46, 0, ""},  // 47
    {Kind::kStruct, 121, 2, "core/v1.AttachedVolume"},  // 48
    {Kind::kList, 48, 0, ""},  // 49
    {Kind::kStruct, 123, 4, "core/v1.NodeConfigStatus"},  // 50
    {Kind::kStruct, 127, 2, "core/v1.NodeRuntimeHandler"},  // 51
    {Kind::kStruct, 129, 2, "core/v1.NodeRuntimeHandlerFeatures"},  // 52
    {Kind::kList, 51, 0, ""},  // 53
    {Kind::kStruct, 131, 1, "core/v1.NodeFeatures"},  // 54
    {Kind::kStruct, 132, 5, "core/v1.Pod"},  // 55
    {Kind::kStruct, 137, 43, "core/v1.PodSpec"},  // 56
    {Kind::kStruct, 180, 31, "core/v1.Volume"},  // 57
    {Kind::kStruct, 211, 2, "core/v1.HostPathVolumeSource"},  // 58
    {Kind::kEnum, 8, 7, ""},  // 59
    {Kind::kStruct, 213, 3, "core/v1.EmptyDirVolumeSource"},  // 60
    {Kind::kStruct, 216, 4, "core/v1.GCEPersistentDiskVolumeSource"},  // 61
    {Kind::kStruct, 220, 4, "core/v1.AWSElasticBlockStoreVolumeSource"},  // 62
    {Kind::kStruct, 224, 3, "core/v1.GitRepoVolumeSource"},  // 63
    {Kind::kStruct, 227, 5, "core/v1.SecretVolumeSource"},  // 64
    {Kind::kStruct, 232, 4, "core/v1.KeyToPath"},  // 65
    {Kind::kList, 65, 0, ""},  // 66
    {Kind::kStruct, 236, 3, "core/v1.NFSVolumeSource"},  // 67
    {Kind::kStruct, 239, 11, "core/v1.ISCSIVolumeSource"},  // 68
    {Kind::kStruct, 250, 1, "core/v1.LocalObjectReference"},  // 69
    {Kind::kStruct, 251, 3, "core/v1.GlusterfsVolumeSource"},  // 70
    {Kind::kStruct, 254, 2, "core/v1.PersistentVolumeClaimVolumeSource"},  // 71
    {Kind::kStruct, 256, 8, "core/v1.RBDVolumeSource"},  // 72
    {Kind::kStruct, 264, 5, "core/v1.FlexVolumeSource"},  // 73
    {Kind::kStruct, 269, 4, "core/v1.CinderVolumeSource"},  // 74
    {Kind::kStruct, 273, 6, "core/v1.CephFSVolumeSource"},  // 75
    {Kind::kStruct, 279, 2, "core/v1.FlockerVolumeSource"},  // 76
    {Kind::kStruct, 281, 3, "core/v1.DownwardAPIVolumeSource"},  // 77
    {Kind::kStruct, 284, 5, "core/v1.DownwardAPIVolumeFile"},  // 78
    {Kind::kStruct, 289, 2, "core/v1.ObjectFieldSelector"},  // 79
    {Kind::kStruct, 291, 3, "core/v1.ResourceFieldSelector"},  // 80
    {Kind::kList, 78, 0, ""},  // 81
    {Kind::kStruct, 294, 5, "core/v1.FCVolumeSource"},  // 82
    {Kind::kStruct, 299, 3, "core/v1.AzureFileVolumeSource"},  // 83
    {Kind::kStruct, 302, 5, "core/v1.ConfigMapVolumeSource"},  // 84
    {Kind::kStruct, 307, 4, "core/v1.VsphereVirtualDiskVolumeSource"},  // 85
    {Kind::kStruct, 311, 6, "core/v1.QuobyteVolumeSource"},  // 86
    {Kind::kStruct, 317, 6, "core/v1.AzureDiskVolumeSource"},  // 87
    {Kind::kEnum, 15, 3, ""},  // 88
    {Kind::kEnum, 18, 3, ""},  // 89
    {Kind::kStruct, 323, 2, "core/v1.PhotonPersistentDiskVolumeSource"},  // 90
    {Kind::kStruct, 325, 3, "core/v1.ProjectedVolumeSource"},  // 91
    {Kind::kStruct, 328, 6, "core/v1.VolumeProjection"},  // 92
    {Kind::kStruct, 334, 3, "core/v1.SecretProjection"},  // 93
    {Kind::kStruct, 337, 1, "core/v1.DownwardAPIProjection"},  // 94
    {Kind::kStruct, 338, 3, "core/v1.ConfigMapProjection"},  // 95
    {Kind::kStruct, 341, 4, "core/v1.ServiceAccountTokenProjection"},  // 96
    {Kind::kStruct, 345, 6, "core/v1.ClusterTrustBundleProjection"},  // 97
    {Kind::kStruct, 351, 2, "meta/v1.LabelSelector"},  // 98
    {Kind::kStruct, 353, 3, "meta/v1.LabelSelectorRequirement"},  // 99
    {Kind::kList, 99, 0, ""},  // 100
    {Kind::kStruct, 356, 8, "core/v1.PodCertificateProjection"},  // 101
    {Kind::kList, 92, 0, ""},  // 102
    {Kind::kStruct, 364, 3, "core/v1.PortworxVolumeSource"},  // 103
    {Kind::kStruct, 367, 10, "core/v1.ScaleIOVolumeSource"},  // 104
    {Kind::kStruct, 377, 5, "core/v1.StorageOSVolumeSource"},  // 105
    {Kind::kStruct, 382, 5, "core/v1.CSIVolumeSource"},  // 106
    {Kind::kStruct, 387, 1, "core/v1.EphemeralVolumeSource"},  // 107
    {Kind::kStruct, 388, 2, "core/v1.PersistentVolumeClaimTemplate"},  // 108
    {Kind::kStruct, 390, 9, "core/v1.PersistentVolumeClaimSpec"},  // 109
    {Kind::kEnum, 21, 4, ""},  // 110
    {Kind::kList, 110, 0, ""},  // 111
    {Kind::kStruct, 399, 2, "core/v1.VolumeResourceRequirements"},  // 112
    {Kind::kEnum, 25, 2, ""},  // 113
    {Kind::kStruct, 401, 3, "core/v1.TypedLocalObjectReference"},  // 114
    {Kind::kStruct, 404, 4, "core/v1.TypedObjectReference"},  // 115
    {Kind::kStruct, 408, 2, "core/v1.ImageVolumeSource"},  // 116
    {Kind::kEnum, 27, 3, ""},  // 117
    {Kind::kList, 57, 0, "name"},  // 118
    {Kind::kStruct, 410, 25, "core/v1.Container"},  // 119
    {Kind::kStruct, 435, 5, "core/v1.ContainerPort"},  // 120
    {Kind::kEnum, 30, 3, ""},  // 121
    {Kind::kList, 120, 0, ""},  // 122
    {Kind::kStruct, 440, 3, "core/v1.EnvFromSource"},  // 123
    {Kind::kStruct, 443, 2, "core/v1.ConfigMapEnvSource"},  // 124
    {Kind::kStruct, 445, 2, "core/v1.SecretEnvSource"},  // 125
    {Kind::kList, 123, 0, ""},  // 126
    {Kind::kStruct, 447, 3, "core/v1.EnvVar"},  // 127
    {Kind::kStruct, 450, 5, "core/v1.EnvVarSource"},  // 128
    {Kind::kStruct, 455, 3, "core/v1.ConfigMapKeySelector"},  // 129
    {Kind::kStruct, 458, 3, "core/v1.SecretKeySelector"},  // 130
    {Kind::kStruct, 461, 4, "core/v1.FileKeySelector"},  // 131
    {Kind::kList, 127, 0, ""},  // 132
    {Kind::kStruct, 465, 3, "core/v1.ResourceRequirements"},  // 133
    {Kind::kStruct, 468, 2, "core/v1.ResourceClaim"},  // 134
    {Kind::kList, 134, 0, ""},  // 135
    {Kind::kStruct, 470, 2, "core/v1.ContainerResizePolicy"},  // 136
    {Kind::kList, 136, 0, ""},  // 137
    {Kind::kStruct, 472, 2, "core/v1.ContainerRestartRule"},  // 138
    {Kind::kStruct, 474, 2, "core/v1.ContainerRestartRuleOnExitCodes"},  // 139
    {Kind::kList, 43, 0, ""},  // 140
    {Kind::kList, 138, 0, ""},  // 141
    {Kind::kStruct, 476, 8, "core/v1.VolumeMount"},  // 142
    {Kind::kEnum, 33, 3, ""},  // 143
    {Kind::kList, 142, 0, ""},  // 144
    {Kind::kStruct, 484, 2, "core/v1.VolumeDevice"},  // 145
    {Kind::kList, 145, 0, ""},  // 146
    {Kind::kStruct, 486, 10, "core/v1.Probe"},  // 147
    {Kind::kStruct, 496, 1, "core/v1.ExecAction"},  // 148
    {Kind::kStruct, 497, 6, "core/v1.HTTPGetAction"},  // 149
    {Kind::kIntOrString, 0, 0, ""},  // 150
    {Kind::kEnum, 36, 2, ""},  // 151
    {Kind::kStruct, 503, 2, "core/v1.HTTPHeader"},  // 152
    {Kind::kList, 152, 0, ""},  // 153
    {Kind::kEnum, 38, 2, ""},  // 154
    {Kind::kStruct, 505, 2, "core/v1.TCPSocketAction"},  // 155
    {Kind::kStruct, 507, 3, "core/v1.GRPCAction"},  // 156
    {Kind::kEnum, 40, 2, ""},  // 157
    {Kind::kStruct, 510, 3, "core/v1.Lifecycle"},  // 158
    {Kind::kStruct, 513, 4, "core/v1.LifecycleHandler"},  // 159
    {Kind::kStruct, 517, 1, "core/v1.SleepAction"},  // 160
    {Kind::kEnum, 42, 65, ""},  // 161
    {Kind::kEnum, 107, 2, ""},  // 162
    {Kind::kStruct, 518, 12, "core/v1.SecurityContext"},  // 163
    {Kind::kStruct, 530, 2, "core/v1.Capabilities"},  // 164
    {Kind::kStruct, 532, 4, "core/v1.SELinuxOptions"},  // 165
    {Kind::kStruct, 536, 4, "core/v1.WindowsSecurityContextOptions"},  // 166
    {Kind::kEnum, 109, 2, ""},  // 167
    {Kind::kStruct, 540, 2, "core/v1.SeccompProfile"},  // 168
    {Kind::kEnum, 111, 3, ""},  // 169
    {Kind::kStruct, 542, 2, "core/v1.AppArmorProfile"},  // 170
    {Kind::kList, 119, 0, "name"},  // 171
    {Kind::kStruct, 544, 26, "core/v1.EphemeralContainer"},  // 172
    {Kind::kList, 172, 0, ""},  // 173
    {Kind::kEnum, 114, 3, ""},  // 174
    {Kind::kEnum, 117, 4, ""},  // 175
    {Kind::kStruct, 570, 13, "core/v1.PodSecurityContext"},  // 176
    {Kind::kList, 3, 0, ""},  // 177
    {Kind::kEnum, 121, 2, ""},  // 178
    {Kind::kStruct, 583, 2, "core/v1.Sysctl"},  // 179
    {Kind::kList, 179, 0, ""},  // 180
    {Kind::kEnum, 123, 2, ""},  // 181
    {Kind::kList, 69, 0, ""},  // 182
    {Kind::kStruct, 585, 3, "core/v1.Affinity"},  // 183
    {Kind::kStruct, 588, 2, "core/v1.NodeAffinity"},  // 184
    {Kind::kStruct, 590, 1, "core/v1.NodeSelector"},  // 185
    {Kind::kStruct, 591, 2, "core/v1.NodeSelectorTerm"},  // 186
    {Kind::kStruct, 593, 3, "core/v1.NodeSelectorRequirement"},  // 187
    {Kind::kEnum, 125, 6, ""},  // 188
    {Kind::kList, 187, 0, ""},  // 189
    {Kind::kList, 186, 0, ""},  // 190
    {Kind::kStruct, 596, 2, "core/v1.PreferredSchedulingTerm"},  // 191
    {Kind::kList, 191, 0, ""},  // 192
    {Kind::kStruct, 598, 2, "core/v1.PodAffinity"},  // 193
    {Kind::kStruct, 600, 6, "core/v1.PodAffinityTerm"},  // 194
    {Kind::kList, 194, 0, ""},  // 195
    {Kind::kStruct, 606, 2, "core/v1.WeightedPodAffinityTerm"},  // 196
    {Kind::kList, 196, 0, ""},  // 197
    {Kind::kStruct, 608, 2, "core/v1.PodAntiAffinity"},  // 198
    {Kind::kStruct, 610, 5, "core/v1.Toleration"},  // 199
    {Kind::kEnum, 131, 4, ""},  // 200
    {Kind::kList, 199, 0, ""},  // 201
    {Kind::kStruct, 615, 2, "core/v1.HostAlias"},  // 202
    {Kind::kList, 202, 0, ""},  // 203
    {Kind::kStruct, 617, 3, "core/v1.PodDNSConfig"},  // 204
    {Kind::kStruct, 620, 2, "core/v1.PodDNSConfigOption"},  // 205
    {Kind::kList, 205, 0, ""},  // 206
    {Kind::kStruct, 622, 1, "core/v1.PodReadinessGate"},  // 207
    {Kind::kList, 207, 0, ""},  // 208
    {Kind::kEnum, 135, 2, ""},  // 209
    {Kind::kStruct, 623, 8, "core/v1.TopologySpreadConstraint"},  // 210
    {Kind::kEnum, 137, 2, ""},  // 211
    {Kind::kEnum, 139, 2, ""},  // 212
    {Kind::kList, 210, 0, ""},  // 213
    {Kind::kStruct, 631, 1, "core/v1.PodOS"},  // 214
    {Kind::kStruct, 632, 1, "core/v1.PodSchedulingGate"},  // 215
    {Kind::kList, 215, 0, ""},  // 216
    {Kind::kStruct, 633, 3, "core/v1.PodResourceClaim"},  // 217
    {Kind::kList, 217, 0, "name"},  // 218
    {Kind::kStruct, 636, 1, "core/v1.PodSchedulingGroup"},  // 219
    {Kind::kStruct, 637, 2, "core/v1.EvictionResponder"},  // 220
    {Kind::kList, 220, 0, ""},  // 221
    {Kind::kStruct, 639, 22, "core/v1.PodStatus"},  // 222
    {Kind::kEnum, 141, 5, ""},  // 223
    {Kind::kStruct, 661, 7, "core/v1.PodCondition"},  // 224
    {Kind::kList, 224, 0, ""},  // 225
    {Kind::kStruct, 668, 1, "core/v1.HostIP"},  // 226
    {Kind::kList, 226, 0, ""},  // 227
    {Kind::kStruct, 669, 1, "core/v1.PodIP"},  // 228
    {Kind::kList, 228, 0, ""},  // 229
    {Kind::kStruct, 670, 15, "core/v1.ContainerStatus"},  // 230
    {Kind::kStruct, 685, 3, "core/v1.ContainerState"},  // 231
    {Kind::kStruct, 688, 2, "core/v1.ContainerStateWaiting"},  // 232
    {Kind::kStruct, 690, 1, "core/v1.ContainerStateRunning"},  // 233
    {Kind::kStruct, 691, 7, "core/v1.ContainerStateTerminated"},  // 234
    {Kind::kStruct, 698, 5, "core/v1.VolumeMountStatus"},  // 235
    {Kind::kStruct, 703, 1, "core/v1.VolumeStatus"},  // 236
    {Kind::kStruct, 704, 1, "core/v1.ImageVolumeStatus"},  // 237
    {Kind::kList, 235, 0, ""},  // 238
    {Kind::kStruct, 705, 1, "core/v1.ContainerUser"},  // 239
    {Kind::kStruct, 706, 3, "core/v1.LinuxContainerUser"},  // 240
    {Kind::kStruct, 709, 2, "core/v1.ResourceStatus"},  // 241
    {Kind::kStruct, 711, 3, "core/v1.ResourceHealth"},  // 242
    {Kind::kList, 242, 0, ""},  // 243
    {Kind::kList, 241, 0, ""},  // 244
    {Kind::kList, 230, 0, ""},  // 245
    {Kind::kEnum, 146, 3, ""},  // 246
    {Kind::kStruct, 714, 2, "core/v1.PodResourceClaimStatus"},  // 247
    {Kind::kList, 247, 0, ""},  // 248
    {Kind::kStruct, 716, 2, "core/v1.PodExtendedResourceClaimStatus"},  // 249
    {Kind::kStruct, 718, 3, "core/v1.ContainerExtendedResourceRequest"},  // 250
    {Kind::kList, 250, 0, ""},  // 251
    {Kind::kStruct, 721, 4, "core/v1.NodeAllocatableResourceClaimStatus"},  // 252
    {Kind::kStruct, 725, 2, "core/v1.NodeAllocatableMappedResources"},  // 253
    {Kind::kList, 253, 0, ""},  // 254
    {Kind::kStruct, 727, 3, "core/v1.NodeAllocatableOverheadResources"},  // 255
    {Kind::kList, 255, 0, ""},  // 256
    {Kind::kList, 252, 0, ""},  // 257
    {Kind::kStruct, 730, 3, "core/v1.PodVolumeHealth"},  // 258
    {Kind::kStruct, 733, 3, "core/v1.VolumeHealthCondition"},  // 259
    {Kind::kEnum, 149, 3, ""},  // 260
    {Kind::kList, 259, 0, ""},  // 261
    {Kind::kList, 258, 0, ""},  // 262
    {Kind::kStruct, 736, 4, "core/v1.PodTemplate"},  // 263
    {Kind::kStruct, 740, 2, "core/v1.PodTemplateSpec"},  // 264
    {Kind::kStruct, 742, 5, "core/v1.ReplicationController"},  // 265
    {Kind::kStruct, 747, 4, "core/v1.ReplicationControllerSpec"},  // 266
    {Kind::kStruct, 751, 6, "core/v1.ReplicationControllerStatus"},  // 267
    {Kind::kStruct, 757, 5, "core/v1.ReplicationControllerCondition"},  // 268
    {Kind::kList, 268, 0, ""},  // 269
    {Kind::kStruct, 762, 5, "core/v1.ResourceQuota"},  // 270
    {Kind::kStruct, 767, 3, "core/v1.ResourceQuotaSpec"},  // 271
    {Kind::kEnum, 152, 7, ""},  // 272
    {Kind::kList, 272, 0, ""},  // 273
    {Kind::kStruct, 770, 1, "core/v1.ScopeSelector"},  // 274
    {Kind::kStruct, 771, 3, "core/v1.ScopedResourceSelectorRequirement"},  // 275
    {Kind::kEnum, 159, 4, ""},  // 276
    {Kind::kList, 275, 0, ""},  // 277
    {Kind::kStruct, 774, 2, "core/v1.ResourceQuotaStatus"},  // 278
    {Kind::kStruct, 776, 5, "apps/v1.DaemonSet"},  // 279
    {Kind::kStruct, 781, 5, "apps/v1.DaemonSetSpec"},  // 280
    {Kind::kStruct, 786, 2, "apps/v1.DaemonSetUpdateStrategy"},  // 281
    {Kind::kEnum, 163, 2, ""},  // 282
    {Kind::kStruct, 788, 2, "apps/v1.RollingUpdateDaemonSet"},  // 283
    {Kind::kStruct, 790, 10, "apps/v1.DaemonSetStatus"},  // 284
    {Kind::kStruct, 800, 5, "apps/v1.DaemonSetCondition"},  // 285
    {Kind::kList, 285, 0, ""},  // 286
    {Kind::kStruct, 805, 5, "apps/v1.Deployment"},  // 287
    {Kind::kStruct, 810, 8, "apps/v1.DeploymentSpec"},  // 288
    {Kind::kStruct, 818, 2, "apps/v1.DeploymentStrategy"},  // 289
    {Kind::kEnum, 165, 2, ""},  // 290
    {Kind::kStruct, 820, 2, "apps/v1.RollingUpdateDeployment"},  // 291
    {Kind::kStruct, 822, 9, "apps/v1.DeploymentStatus"},  // 292
    {Kind::kStruct, 831, 6, "apps/v1.DeploymentCondition"},  // 293
    {Kind::kList, 293, 0, ""},  // 294
    {Kind::kStruct, 837, 5, "apps/v1.ReplicaSet"},  // 295
    {Kind::kStruct, 842, 4, "apps/v1.ReplicaSetSpec"},  // 296
    {Kind::kStruct, 846, 7, "apps/v1.ReplicaSetStatus"},  // 297
    {Kind::kStruct, 853, 5, "apps/v1.ReplicaSetCondition"},  // 298
    {Kind::kList, 298, 0, ""},  // 299
    {Kind::kStruct, 858, 5, "apps/v1.StatefulSet"},  // 300
    {Kind::kStruct, 863, 11, "apps/v1.StatefulSetSpec"},  // 301
    {Kind::kStruct, 874, 5, "core/v1.PersistentVolumeClaim"},  // 302
    {Kind::kStruct, 879, 9, "core/v1.PersistentVolumeClaimStatus"},  // 303
    {Kind::kEnum, 167, 3, ""},  // 304
    {Kind::kStruct, 888, 6, "core/v1.PersistentVolumeClaimCondition"},  // 305
    {Kind::kList, 305, 0, ""},  // 306
    {Kind::kEnum, 170, 5, ""},  // 307
    {Kind::kMap, 307, 0, ""},  // 308
    {Kind::kStruct, 894, 2, "core/v1.ModifyVolumeStatus"},  // 309
    {Kind::kEnum, 175, 3, ""},  // 310
    {Kind::kStruct, 896, 2, "core/v1.VolumeHealthStatus"},  // 311
    {Kind::kList, 302, 0, ""},  // 312
    {Kind::kEnum, 178, 2, ""},  // 313
    {Kind::kStruct, 898, 2, "apps/v1.StatefulSetUpdateStrategy"},  // 314
    {Kind::kEnum, 180, 3, ""},  // 315
    {Kind::kStruct, 900, 2, "apps/v1.RollingUpdateStatefulSetStrategy"},  // 316
    {Kind::kStruct, 902, 2, "apps/v1.StatefulSetPersistentVolumeClaimRetentionPolicy"},  // 317
    {Kind::kStruct, 904, 1, "apps/v1.StatefulSetOrdinals"},  // 318
    {Kind::kStruct, 905, 10, "apps/v1.StatefulSetStatus"},  // 319
    {Kind::kStruct, 915, 5, "apps/v1.StatefulSetCondition"},  // 320
    {Kind::kList, 320, 0, ""},  // 321
    {Kind::kStruct, 920, 5, "batch/v1.CronJob"},  // 322
    {Kind::kStruct, 925, 8, "batch/v1.CronJobSpec"},  // 323
    {Kind::kEnum, 183, 3, ""},  // 324
    {Kind::kStruct, 933, 2, "batch/v1.JobTemplateSpec"},  // 325
    {Kind::kStruct, 935, 17, "batch/v1.JobSpec"},  // 326
    {Kind::kStruct, 952, 1, "batch/v1.PodFailurePolicy"},  // 327
    {Kind::kStruct, 953, 3, "batch/v1.PodFailurePolicyRule"},  // 328
    {Kind::kEnum, 186, 4, ""},  // 329
    {Kind::kStruct, 956, 3, "batch/v1.PodFailurePolicyOnExitCodesRequirement"},  // 330
    {Kind::kEnum, 190, 2, ""},  // 331
    {Kind::kStruct, 959, 2, "batch/v1.PodFailurePolicyOnPodConditionsPattern"},  // 332
    {Kind::kList, 332, 0, ""},  // 333
    {Kind::kList, 328, 0, ""},  // 334
    {Kind::kStruct, 961, 1, "batch/v1.SuccessPolicy"},  // 335
    {Kind::kStruct, 962, 2, "batch/v1.SuccessPolicyRule"},  // 336
    {Kind::kList, 336, 0, ""},  // 337
    {Kind::kEnum, 192, 2, ""},  // 338
    {Kind::kEnum, 194, 2, ""},  // 339
    {Kind::kStruct, 964, 4, "batch/v1.JobSchedulingConfiguration"},  // 340
    {Kind::kStruct, 968, 2, "scheduling/v1alpha3.WorkloadPodGroupSchedulingPolicy"},  // 341
    {Kind::kStruct, 970, 0, "scheduling/v1alpha3.WorkloadPodGroupBasicSchedulingPolicy"},  // 342
    {Kind::kStruct, 970, 1, "scheduling/v1alpha3.WorkloadPodGroupGangSchedulingPolicy"},  // 343
    {Kind::kStruct, 971, 1, "scheduling/v1alpha3.WorkloadPodGroupSchedulingConstraints"},  // 344
    {Kind::kStruct, 972, 1, "scheduling/v1alpha3.TopologyConstraint"},  // 345
    {Kind::kList, 345, 0, ""},  // 346
    {Kind::kStruct, 973, 2, "scheduling/v1alpha3.WorkloadPodGroupDisruptionMode"},  // 347
    {Kind::kStruct, 975, 0, "scheduling/v1alpha3.WorkloadPodGroupSingleDisruptionMode"},  // 348
    {Kind::kStruct, 975, 0, "scheduling/v1alpha3.WorkloadPodGroupAllDisruptionMode"},  // 349
    {Kind::kStruct, 975, 3, "scheduling/v1alpha3.WorkloadPodGroupResourceClaim"},  // 350
    {Kind::kList, 350, 0, ""},  // 351
    {Kind::kStruct, 978, 3, "batch/v1.CronJobStatus"},  // 352
    {Kind::kStruct, 981, 7, "core/v1.ObjectReference"},  // 353
    {Kind::kList, 353, 0, ""},  // 354
    {Kind::kStruct, 988, 5, "batch/v1.Job"},  // 355
    {Kind::kStruct, 993, 11, "batch/v1.JobStatus"},  // 356
    {Kind::kStruct, 1004, 6, "batch/v1.JobCondition"},  // 357
    {Kind::kList, 357, 0, ""},  // 358
    {Kind::kStruct, 1010, 2, "batch/v1.UncountedTerminatedPods"},  // 359
    {Kind::kStruct, 1012, 4, "resource/v1.DeviceClass"},  // 360
    {Kind::kStruct, 1016, 3, "resource/v1.DeviceClassSpec"},  // 361
    {Kind::kStruct, 1019, 1, "resource/v1.DeviceSelector"},  // 362
    {Kind::kStruct, 1020, 1, "resource/v1.CELDeviceSelector"},  // 363
    {Kind::kList, 362, 0, ""},  // 364
    {Kind::kStruct, 1021, 1, "resource/v1.DeviceClassConfiguration"},  // 365
    {Kind::kStruct, 1022, 2, "resource/v1.OpaqueDeviceConfiguration"},  // 366
    {Kind::kAny, 0, 0, ""},  // 367
    {Kind::kList, 365, 0, ""},  // 368
    {Kind::kStruct, 1024, 5, "resource/v1.ResourceClaim"},  // 369
    {Kind::kStruct, 1029, 1, "resource/v1.ResourceClaimSpec"},  // 370
    {Kind::kStruct, 1030, 3, "resource/v1.DeviceClaim"},  // 371
    {Kind::kStruct, 1033, 3, "resource/v1.DeviceRequest"},  // 372
    {Kind::kStruct, 1036, 8, "resource/v1.ExactDeviceRequest"},  // 373
    {Kind::kEnum, 196, 2, ""},  // 374
    {Kind::kStruct, 1044, 5, "resource/v1.DeviceToleration"},  // 375
    {Kind::kEnum, 198, 2, ""},  // 376
    {Kind::kEnum, 200, 3, ""},  // 377
    {Kind::kList, 375, 0, ""},  // 378
    {Kind::kStruct, 1049, 1, "resource/v1.CapacityRequirements"},  // 379
    {Kind::kStruct, 1050, 2, "resource/v1.DeviceDerivedAttribute"},  // 380
    {Kind::kList, 380, 0, ""},  // 381
    {Kind::kStruct, 1052, 8, "resource/v1.DeviceSubRequest"},  // 382
    {Kind::kList, 382, 0, "name"},  // 383
    {Kind::kList, 372, 0, "name"},  // 384
    {Kind::kStruct, 1060, 3, "resource/v1.DeviceConstraint"},  // 385
    {Kind::kList, 385, 0, ""},  // 386
    {Kind::kStruct, 1063, 2, "resource/v1.DeviceClaimConfiguration"},  // 387
    {Kind::kList, 387, 0, ""},  // 388
    {Kind::kStruct, 1065, 3, "resource/v1.ResourceClaimStatus"},  // 389
    {Kind::kStruct, 1068, 3, "resource/v1.AllocationResult"},  // 390
    {Kind::kStruct, 1071, 2, "resource/v1.DeviceAllocationResult"},  // 391
    {Kind::kStruct, 1073, 11, "resource/v1.DeviceRequestAllocationResult"},  // 392
    {Kind::kEnum, 203, 3, ""},  // 393
    {Kind::kList, 393, 0, ""},  // 394
    {Kind::kList, 392, 0, ""},  // 395
    {Kind::kStruct, 1084, 3, "resource/v1.DeviceAllocationConfiguration"},  // 396
    {Kind::kEnum, 206, 2, ""},  // 397
    {Kind::kList, 396, 0, ""},  // 398
    {Kind::kStruct, 1087, 4, "resource/v1.ResourceClaimConsumerReference"},  // 399
    {Kind::kList, 399, 0, ""},  // 400
    {Kind::kStruct, 1091, 7, "resource/v1.AllocatedDeviceStatus"},  // 401
    {Kind::kStruct, 1098, 6, "meta/v1.Condition"},  // 402
    {Kind::kList, 402, 0, ""},  // 403
    {Kind::kStruct, 1104, 3, "resource/v1.NetworkDeviceData"},  // 404
    {Kind::kList, 401, 0, ""},  // 405
    {Kind::kStruct, 1107, 4, "resource/v1.ResourceClaimTemplate"},  // 406
    {Kind::kStruct, 1111, 2, "resource/v1.ResourceClaimTemplateSpec"},  // 407
    {Kind::kStruct, 1113, 4, "resource/v1.ResourceSlice"},  // 408
    {Kind::kStruct, 1117, 10, "resource/v1.ResourceSliceSpec"},  // 409
    {Kind::kStruct, 1127, 3, "resource/v1.ResourcePool"},  // 410
    {Kind::kStruct, 1130, 13, "resource/v1.Device"},  // 411
    {Kind::kStruct, 1143, 8, "resource/v1.DeviceAttribute"},  // 412
    {Kind::kList, 7, 0, ""},  // 413
    {Kind::kMap, 412, 0, ""},  // 414
    {Kind::kStruct, 1151, 2, "resource/v1.DeviceCapacity"},  // 415
    {Kind::kStruct, 1153, 3, "resource/v1.CapacityRequestPolicy"},  // 416
    {Kind::kList, 18, 0, ""},  // 417
    {Kind::kStruct, 1156, 3, "resource/v1.CapacityRequestPolicyRange"},  // 418
    {Kind::kMap, 415, 0, ""},  // 419
    {Kind::kStruct, 1159, 3, "resource/v1.DeviceCounterConsumption"},  // 420
    {Kind::kStruct, 1162, 1, "resource/v1.Counter"},  // 421
    {Kind::kMap, 421, 0, ""},  // 422
    {Kind::kList, 420, 0, ""},  // 423
    {Kind::kStruct, 1163, 4, "resource/v1.DeviceTaint"},  // 424
    {Kind::kList, 424, 0, ""},  // 425
    {Kind::kStruct, 1167, 2, "resource/v1.NodeAllocatableResource"},  // 426
    {Kind::kStruct, 1169, 3, "resource/v1.NodeAllocatableMapping"},  // 427
    {Kind::kStruct, 1172, 2, "resource/v1.NodeAllocatableOverhead"},  // 428
    {Kind::kMap, 426, 0, ""},  // 429
    {Kind::kList, 411, 0, "name"},  // 430
    {Kind::kStruct, 1174, 2, "resource/v1.CounterSet"},  // 431
    {Kind::kList, 431, 0, ""},  // 432
    {Kind::kStruct, 1176, 4, "resource/v1beta1.DeviceClass"},  // 433
    {Kind::kStruct, 1180, 3, "resource/v1beta1.DeviceClassSpec"},  // 434
    {Kind::kStruct, 1183, 1, "resource/v1beta1.DeviceSelector"},  // 435
    {Kind::kStruct, 1184, 1, "resource/v1beta1.CELDeviceSelector"},  // 436
    {Kind::kList, 435, 0, ""},  // 437
    {Kind::kStruct, 1185, 1, "resource/v1beta1.DeviceClassConfiguration"},  // 438
    {Kind::kStruct, 1186, 2, "resource/v1beta1.OpaqueDeviceConfiguration"},  // 439
    {Kind::kList, 438, 0, ""},  // 440
    {Kind::kStruct, 1188, 5, "resource/v1beta1.ResourceClaim"},  // 441
    {Kind::kStruct, 1193, 1, "resource/v1beta1.ResourceClaimSpec"},  // 442
    {Kind::kStruct, 1194, 3, "resource/v1beta1.DeviceClaim"},  // 443
    {Kind::kStruct, 1197, 10, "resource/v1beta1.DeviceRequest"},  // 444
    {Kind::kStruct, 1207, 8, "resource/v1beta1.DeviceSubRequest"},  // 445
    {Kind::kStruct, 1215, 5, "resource/v1beta1.DeviceToleration"},  // 446
    {Kind::kList, 446, 0, ""},  // 447
    {Kind::kStruct, 1220, 1, "resource/v1beta1.CapacityRequirements"},  // 448
    {Kind::kStruct, 1221, 2, "resource/v1beta1.DeviceDerivedAttribute"},  // 449
    {Kind::kList, 449, 0, ""},  // 450
    {Kind::kList, 445, 0, "name"},  // 451
    {Kind::kList, 444, 0, "name"},  // 452
    {Kind::kStruct, 1223, 3, "resource/v1beta1.DeviceConstraint"},  // 453
    {Kind::kList, 453, 0, ""},  // 454
    {Kind::kStruct, 1226, 2, "resource/v1beta1.DeviceClaimConfiguration"},  // 455
    {Kind::kList, 455, 0, ""},  // 456
    {Kind::kStruct, 1228, 3, "resource/v1beta1.ResourceClaimStatus"},  // 457
    {Kind::kStruct, 1231, 3, "resource/v1beta1.AllocationResult"},  // 458
    {Kind::kStruct, 1234, 2, "resource/v1beta1.DeviceAllocationResult"},  // 459
    {Kind::kStruct, 1236, 11, "resource/v1beta1.DeviceRequestAllocationResult"},  // 460
    {Kind::kList, 460, 0, ""},  // 461
    {Kind::kStruct, 1247, 3, "resource/v1beta1.DeviceAllocationConfiguration"},  // 462
    {Kind::kList, 462, 0, ""},  // 463
    {Kind::kStruct, 1250, 4, "resource/v1beta1.ResourceClaimConsumerReference"},  // 464
    {Kind::kList, 464, 0, ""},  // 465
    {Kind::kStruct, 1254, 7, "resource/v1beta1.AllocatedDeviceStatus"},  // 466
    {Kind::kStruct, 1261, 3, "resource/v1beta1.NetworkDeviceData"},  // 467
    {Kind::kList, 466, 0, ""},  // 468
    {Kind::kStruct, 1264, 4, "resource/v1beta1.ResourceClaimTemplate"},  // 469
    {Kind::kStruct, 1268, 2, "resource/v1beta1.ResourceClaimTemplateSpec"},  // 470
    {Kind::kStruct, 1270, 4, "resource/v1beta1.ResourceSlice"},  // 471
    {Kind::kStruct, 1274, 10, "resource/v1beta1.ResourceSliceSpec"},  // 472
    {Kind::kStruct, 1284, 3, "resource/v1beta1.ResourcePool"},  // 473
    {Kind::kStruct, 1287, 2, "resource/v1beta1.Device"},  // 474
    {Kind::kStruct, 1289, 12, "resource/v1beta1.BasicDevice"},  // 475
    {Kind::kStruct, 1301, 8, "resource/v1beta1.DeviceAttribute"},  // 476
    {Kind::kMap, 476, 0, ""},  // 477
    {Kind::kStruct, 1309, 2, "resource/v1beta1.DeviceCapacity"},  // 478
    {Kind::kStruct, 1311, 3, "resource/v1beta1.CapacityRequestPolicy"},  // 479
    {Kind::kStruct, 1314, 3, "resource/v1beta1.CapacityRequestPolicyRange"},  // 480
    {Kind::kMap, 478, 0, ""},  // 481
    {Kind::kStruct, 1317, 3, "resource/v1beta1.DeviceCounterConsumption"},  // 482
    {Kind::kStruct, 1320, 1, "resource/v1beta1.Counter"},  // 483
    {Kind::kMap, 483, 0, ""},  // 484
    {Kind::kList, 482, 0, ""},  // 485
    {Kind::kStruct, 1321, 4, "resource/v1beta1.DeviceTaint"},  // 486
    {Kind::kList, 486, 0, ""},  // 487
    {Kind::kStruct, 1325, 2, "resource/v1beta1.NodeAllocatableResource"},  // 488
    {Kind::kStruct, 1327, 3, "resource/v1beta1.NodeAllocatableMapping"},  // 489
    {Kind::kStruct, 1330, 2, "resource/v1beta1.NodeAllocatableOverhead"},  // 490
    {Kind::kMap, 488, 0, ""},  // 491
    {Kind::kList, 474, 0, "name"},  // 492
    {Kind::kStruct, 1332, 2, "resource/v1beta1.CounterSet"},  // 493
    {Kind::kList, 493, 0, ""},  // 494
    {Kind::kStruct, 1334, 4, "resource/v1beta2.DeviceClass"},  // 495
    {Kind::kStruct, 1338, 3, "resource/v1beta2.DeviceClassSpec"},  // 496
    {Kind::kStruct, 1341, 1, "resource/v1beta2.DeviceSelector"},  // 497
    {Kind::kStruct, 1342, 1, "resource/v1beta2.CELDeviceSelector"},  // 498
    {Kind::kList, 497, 0, ""},  // 499
    {Kind::kStruct, 1343, 1, "resource/v1beta2.DeviceClassConfiguration"},  // 500
    {Kind::kStruct, 1344, 2, "resource/v1beta2.OpaqueDeviceConfiguration"},  // 501
    {Kind::kList, 500, 0, ""},  // 502
    {Kind::kStruct, 1346, 5, "resource/v1beta2.ResourceClaim"},  // 503
    {Kind::kStruct, 1351, 1, "resource/v1beta2.ResourceClaimSpec"},  // 504
    {Kind::kStruct, 1352, 3, "resource/v1beta2.DeviceClaim"},  // 505
    {Kind::kStruct, 1355, 3, "resource/v1beta2.DeviceRequest"},  // 506
    {Kind::kStruct, 1358, 8, "resource/v1beta2.ExactDeviceRequest"},  // 507
    {Kind::kStruct, 1366, 5, "resource/v1beta2.DeviceToleration"},  // 508
    {Kind::kList, 508, 0, ""},  // 509
    {Kind::kStruct, 1371, 1, "resource/v1beta2.CapacityRequirements"},  // 510
    {Kind::kStruct, 1372, 2, "resource/v1beta2.DeviceDerivedAttribute"},  // 511
    {Kind::kList, 511, 0, ""},  // 512
    {Kind::kStruct, 1374, 8, "resource/v1beta2.DeviceSubRequest"},  // 513
    {Kind::kList, 513, 0, "name"},  // 514
    {Kind::kList, 506, 0, "name"},  // 515
    {Kind::kStruct, 1382, 3, "resource/v1beta2.DeviceConstraint"},  // 516
    {Kind::kList, 516, 0, ""},  // 517
    {Kind::kStruct, 1385, 2, "resource/v1beta2.DeviceClaimConfiguration"},  // 518
    {Kind::kList, 518, 0, ""},  // 519
    {Kind::kStruct, 1387, 3, "resource/v1beta2.ResourceClaimStatus"},  // 520
    {Kind::kStruct, 1390, 3, "resource/v1beta2.AllocationResult"},  // 521
    {Kind::kStruct, 1393, 2, "resource/v1beta2.DeviceAllocationResult"},  // 522
    {Kind::kStruct, 1395, 11, "resource/v1beta2.DeviceRequestAllocationResult"},  // 523
    {Kind::kList, 523, 0, ""},  // 524
    {Kind::kStruct, 1406, 3, "resource/v1beta2.DeviceAllocationConfiguration"},  // 525
    {Kind::kList, 525, 0, ""},  // 526
    {Kind::kStruct, 1409, 4, "resource/v1beta2.ResourceClaimConsumerReference"},  // 527
    {Kind::kList, 527, 0, ""},  // 528
    {Kind::kStruct, 1413, 7, "resource/v1beta2.AllocatedDeviceStatus"},  // 529
    {Kind::kStruct, 1420, 3, "resource/v1beta2.NetworkDeviceData"},  // 530
    {Kind::kList, 529, 0, ""},  // 531
    {Kind::kStruct, 1423, 4, "resource/v1beta2.ResourceClaimTemplate"},  // 532
    {Kind::kStruct, 1427, 2, "resource/v1beta2.ResourceClaimTemplateSpec"},  // 533
    {Kind::kStruct, 1429, 4, "resource/v1beta2.ResourceSlice"},  // 534
    {Kind::kStruct, 1433, 10, "resource/v1beta2.ResourceSliceSpec"},  // 535
    {Kind::kStruct, 1443, 3, "resource/v1beta2.ResourcePool"},  // 536
    {Kind::kStruct, 1446, 13, "resource/v1beta2.Device"},  // 537
    {Kind::kStruct, 1459, 8, "resource/v1beta2.DeviceAttribute"},  // 538
    {Kind::kMap, 538, 0, ""},  // 539
    {Kind::kStruct, 1467, 2, "resource/v1beta2.DeviceCapacity"},  // 540
    {Kind::kStruct, 1469, 3, "resource/v1beta2.CapacityRequestPolicy"},  // 541
    {Kind::kStruct, 1472, 3, "resource/v1beta2.CapacityRequestPolicyRange"},  // 542
    {Kind::kMap, 540, 0, ""},  // 543
    {Kind::kStruct, 1475, 3, "resource/v1beta2.DeviceCounterConsumption"},  // 544
    {Kind::kStruct, 1478, 1, "resource/v1beta2.Counter"},  // 545
    {Kind::kMap, 545, 0, ""},  // 546
    {Kind::kList, 544, 0, ""},  // 547
    {Kind::kStruct, 1479, 4, "resource/v1beta2.DeviceTaint"},  // 548
    {Kind::kList, 548, 0, ""},  // 549
    {Kind::kStruct, 1483, 2, "resource/v1beta2.NodeAllocatableResource"},  // 550
    {Kind::kStruct, 1485, 3, "resource/v1beta2.NodeAllocatableMapping"},  // 551
    {Kind::kStruct, 1488, 2, "resource/v1beta2.NodeAllocatableOverhead"},  // 552
    {Kind::kMap, 550, 0, ""},  // 553
    {Kind::kList, 537, 0, "name"},  // 554
    {Kind::kStruct, 1490, 2, "resource/v1beta2.CounterSet"},  // 555
    {Kind::kList, 555, 0, ""},  // 556
    {Kind::kEnum, 208, 2, ""},  // 557
    {Kind::kStruct, 1492, 2, "DeviceMapping/v1alpha1.spec.charge"},  // 558
    {Kind::kStruct, 1494, 2, "DeviceMapping/v1alpha1.spec.config[].opaque"},  // 559
    {Kind::kStruct, 1496, 1, "DeviceMapping/v1alpha1.spec.config[]"},  // 560
    {Kind::kList, 560, 0, ""},  // 561
    {Kind::kEnum, 210, 3, ""},  // 562
    {Kind::kStruct, 1497, 3, "DeviceMapping/v1alpha1.spec.constraints[]"},  // 563
    {Kind::kList, 563, 0, ""},  // 564
    {Kind::kEnum, 213, 2, ""},  // 565
    {Kind::kEnum, 215, 3, ""},  // 566
    {Kind::kStruct, 1500, 3, "DeviceMapping/v1alpha1.spec.rewrites[].namespaceSelector.matchExpressions[]"},  // 567
    {Kind::kList, 567, 0, ""},  // 568
    {Kind::kStruct, 1503, 2, "DeviceMapping/v1alpha1.spec.rewrites[].namespaceSelector"},  // 569
    {Kind::kEnum, 218, 2, ""},  // 570
    {Kind::kStruct, 1505, 6, "DeviceMapping/v1alpha1.spec.rewrites[].parameters[]"},  // 571
    {Kind::kList, 571, 0, ""},  // 572
    {Kind::kEnum, 220, 1, ""},  // 573
    {Kind::kMap, 150, 0, ""},  // 574
    {Kind::kStruct, 1511, 1, "DeviceMapping/v1alpha1.spec.rewrites[].request.exactly.capacity"},  // 575
    {Kind::kStruct, 1512, 1, "DeviceMapping/v1alpha1.spec.rewrites[].request.exactly.selectors[].cel"},  // 576
    {Kind::kStruct, 1513, 1, "DeviceMapping/v1alpha1.spec.rewrites[].request.exactly.selectors[]"},  // 577
    {Kind::kList, 577, 0, ""},  // 578
    {Kind::kEnum, 221, 4, ""},  // 579
    {Kind::kEnum, 225, 2, ""},  // 580
    {Kind::kStruct, 1514, 5, "DeviceMapping/v1alpha1.spec.rewrites[].request.exactly.tolerations[]"},  // 581
    {Kind::kList, 581, 0, ""},  // 582
    {Kind::kStruct, 1519, 5, "DeviceMapping/v1alpha1.spec.rewrites[].request.exactly"},  // 583
    {Kind::kStruct, 1524, 1, "DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[].capacity"},  // 584
    {Kind::kStruct, 1525, 1, "DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[].selectors[].cel"},  // 585
    {Kind::kStruct, 1526, 1, "DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[].selectors[]"},  // 586
    {Kind::kList, 586, 0, ""},  // 587
    {Kind::kStruct, 1527, 5, "DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[].tolerations[]"},  // 588
    {Kind::kList, 588, 0, ""},  // 589
    {Kind::kStruct, 1532, 6, "DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[]"},  // 590
    {Kind::kList, 590, 0, ""},  // 591
    {Kind::kStruct, 1538, 2, "DeviceMapping/v1alpha1.spec.rewrites[].request"},  // 592
    {Kind::kStruct, 1540, 5, "DeviceMapping/v1alpha1.spec.rewrites[]"},  // 593
    {Kind::kList, 593, 0, ""},  // 594
    {Kind::kStruct, 1545, 8, "DeviceMapping/v1alpha1.spec"},  // 595
    {Kind::kEnum, 227, 3, ""},  // 596
    {Kind::kStruct, 1553, 6, "DeviceMapping/v1alpha1.status.conditions[]"},  // 597
    {Kind::kList, 597, 0, "type"},  // 598
    {Kind::kStruct, 1559, 2, "DeviceMapping/v1alpha1.status"},  // 599
    {Kind::kStruct, 1561, 5, "DeviceMapping/v1alpha1"},  // 600
    {Kind::kEnum, 230, 2, ""},  // 601
    {Kind::kEnum, 232, 2, ""},  // 602
    {Kind::kStruct, 1566, 4, "DeviceQuota/v1alpha1.spec"},  // 603
    {Kind::kStruct, 1570, 6, "DeviceQuota/v1alpha1.status.conditions[]"},  // 604
    {Kind::kList, 604, 0, "type"},  // 605
    {Kind::kStruct, 1576, 4, "DeviceQuota/v1alpha1.status.holds[].demand[]"},  // 606
    {Kind::kList, 606, 0, ""},  // 607
    {Kind::kStruct, 1580, 4, "DeviceQuota/v1alpha1.status.holds[].owner"},  // 608
    {Kind::kStruct, 1584, 8, "DeviceQuota/v1alpha1.status.holds[]"},  // 609
    {Kind::kList, 609, 0, "uid"},  // 610
    {Kind::kStruct, 1592, 6, "DeviceQuota/v1alpha1.status"},  // 611
    {Kind::kStruct, 1598, 5, "DeviceQuota/v1alpha1"},  // 612
    {Kind::kStruct, 1603, 2, "DeviceRule/v1alpha1.spec.auditAnnotations[]"},  // 613
    {Kind::kList, 613, 0, "key"},  // 614
    {Kind::kStruct, 1605, 2, "DeviceRule/v1alpha1.spec.matchConditions[]"},  // 615
    {Kind::kList, 615, 0, "name"},  // 616
    {Kind::kEnum, 234, 2, ""},  // 617
    {Kind::kStruct, 1607, 2, "DeviceRule/v1alpha1.spec.matchPolicy"},  // 618
    {Kind::kStruct, 1609, 2, "DeviceRule/v1alpha1.spec.matchResources.kinds[]"},  // 619
    {Kind::kList, 619, 0, ""},  // 620
    {Kind::kStruct, 1611, 3, "DeviceRule/v1alpha1.spec.matchResources.namespaceSelector.matchExpressions[]"},  // 621
    {Kind::kList, 621, 0, ""},  // 622
    {Kind::kStruct, 1614, 2, "DeviceRule/v1alpha1.spec.matchResources.namespaceSelector"},  // 623
    {Kind::kStruct, 1616, 3, "DeviceRule/v1alpha1.spec.matchResources.objectSelector.matchExpressions[]"},  // 624
    {Kind::kList, 624, 0, ""},  // 625
    {Kind::kStruct, 1619, 2, "DeviceRule/v1alpha1.spec.matchResources.objectSelector"},  // 626
    {Kind::kEnum, 236, 2, ""},  // 627
    {Kind::kList, 627, 0, ""},  // 628
    {Kind::kStruct, 1621, 4, "DeviceRule/v1alpha1.spec.matchResources"},  // 629
    {Kind::kStruct, 1625, 2, "DeviceRule/v1alpha1.spec.paramKind"},  // 630
    {Kind::kEnum, 238, 2, ""},  // 631
    {Kind::kStruct, 1627, 3, "DeviceRule/v1alpha1.spec.paramRef.selector.matchExpressions[]"},  // 632
    {Kind::kList, 632, 0, ""},  // 633
    {Kind::kStruct, 1630, 2, "DeviceRule/v1alpha1.spec.paramRef.selector"},  // 634
    {Kind::kStruct, 1632, 4, "DeviceRule/v1alpha1.spec.paramRef"},  // 635
    {Kind::kEnum, 240, 3, ""},  // 636
    {Kind::kList, 636, 0, ""},  // 637
    {Kind::kEnum, 243, 4, ""},  // 638
    {Kind::kStruct, 1636, 4, "DeviceRule/v1alpha1.spec.validations[]"},  // 639
    {Kind::kList, 639, 0, ""},  // 640
    {Kind::kStruct, 1640, 2, "DeviceRule/v1alpha1.spec.variables[]"},  // 641
    {Kind::kList, 641, 0, "name"},  // 642
    {Kind::kStruct, 1642, 10, "DeviceRule/v1alpha1.spec"},  // 643
    {Kind::kStruct, 1652, 6, "DeviceRule/v1alpha1.status.conditions[]"},  // 644
    {Kind::kList, 644, 0, "type"},  // 645
    {Kind::kStruct, 1658, 2, "DeviceRule/v1alpha1.status"},  // 646
    {Kind::kStruct, 1660, 5, "DeviceRule/v1alpha1"},  // 647
    {Kind::kStruct, 1665, 3, "AdmissionCheck/v1beta1.spec.parameters"},  // 648
    {Kind::kStruct, 1668, 3, "AdmissionCheck/v1beta1.spec"},  // 649
    {Kind::kStruct, 1671, 6, "AdmissionCheck/v1beta1.status.conditions[]"},  // 650
    {Kind::kList, 650, 0, "type"},  // 651
    {Kind::kStruct, 1677, 1, "AdmissionCheck/v1beta1.status"},  // 652
    {Kind::kStruct, 1678, 5, "AdmissionCheck/v1beta1"},  // 653
    {Kind::kStruct, 1683, 3, "AdmissionCheck/v1beta2.spec.parameters"},  // 654
    {Kind::kStruct, 1686, 2, "AdmissionCheck/v1beta2.spec"},  // 655
    {Kind::kStruct, 1688, 6, "AdmissionCheck/v1beta2.status.conditions[]"},  // 656
    {Kind::kList, 656, 0, "type"},  // 657
    {Kind::kStruct, 1694, 1, "AdmissionCheck/v1beta2.status"},  // 658
    {Kind::kStruct, 1695, 5, "AdmissionCheck/v1beta2"},  // 659
    {Kind::kStruct, 1700, 2, "ClusterQueue/v1beta1.spec.admissionChecksStrategy.admissionChecks[]"},  // 660
    {Kind::kList, 660, 0, ""},  // 661
    {Kind::kStruct, 1702, 1, "ClusterQueue/v1beta1.spec.admissionChecksStrategy"},  // 662
    {Kind::kStruct, 1703, 1, "ClusterQueue/v1beta1.spec.admissionScope"},  // 663
    {Kind::kStruct, 1704, 1, "ClusterQueue/v1beta1.spec.fairSharing"},  // 664
    {Kind::kEnum, 247, 2, ""},  // 665
    {Kind::kEnum, 249, 3, ""},  // 666
    {Kind::kEnum, 252, 3, ""},  // 667
    {Kind::kStruct, 1705, 3, "ClusterQueue/v1beta1.spec.flavorFungibility"},  // 668
    {Kind::kStruct, 1708, 3, "ClusterQueue/v1beta1.spec.namespaceSelector.matchExpressions[]"},  // 669
    {Kind::kList, 669, 0, ""},  // 670
    {Kind::kStruct, 1711, 2, "ClusterQueue/v1beta1.spec.namespaceSelector"},  // 671
    {Kind::kEnum, 255, 2, ""},  // 672
    {Kind::kStruct, 1713, 2, "ClusterQueue/v1beta1.spec.preemption.borrowWithinCohort"},  // 673
    {Kind::kEnum, 257, 3, ""},  // 674
    {Kind::kEnum, 260, 3, ""},  // 675
    {Kind::kStruct, 1715, 3, "ClusterQueue/v1beta1.spec.preemption"},  // 676
    {Kind::kEnum, 263, 2, ""},  // 677
    {Kind::kStruct, 1718, 4, "ClusterQueue/v1beta1.spec.resourceGroups[].flavors[].resources[]"},  // 678
    {Kind::kList, 678, 0, "name"},  // 679
    {Kind::kStruct, 1722, 2, "ClusterQueue/v1beta1.spec.resourceGroups[].flavors[]"},  // 680
    {Kind::kList, 680, 0, "name"},  // 681
    {Kind::kStruct, 1724, 2, "ClusterQueue/v1beta1.spec.resourceGroups[]"},  // 682
    {Kind::kList, 682, 0, ""},  // 683
    {Kind::kEnum, 265, 3, ""},  // 684
    {Kind::kStruct, 1726, 11, "ClusterQueue/v1beta1.spec"},  // 685
    {Kind::kStruct, 1737, 6, "ClusterQueue/v1beta1.status.conditions[]"},  // 686
    {Kind::kList, 686, 0, "type"},  // 687
    {Kind::kStruct, 1743, 2, "ClusterQueue/v1beta1.status.fairSharing.admissionFairSharingStatus"},  // 688
    {Kind::kStruct, 1745, 2, "ClusterQueue/v1beta1.status.fairSharing"},  // 689
    {Kind::kStruct, 1747, 3, "ClusterQueue/v1beta1.status.flavorsReservation[].resources[]"},  // 690
    {Kind::kList, 690, 0, "name"},  // 691
    {Kind::kStruct, 1750, 2, "ClusterQueue/v1beta1.status.flavorsReservation[]"},  // 692
    {Kind::kList, 692, 0, "name"},  // 693
    {Kind::kStruct, 1752, 3, "ClusterQueue/v1beta1.status.flavorsUsage[].resources[]"},  // 694
    {Kind::kList, 694, 0, "name"},  // 695
    {Kind::kStruct, 1755, 2, "ClusterQueue/v1beta1.status.flavorsUsage[]"},  // 696
    {Kind::kList, 696, 0, "name"},  // 697
    {Kind::kStruct, 1757, 2, "ClusterQueue/v1beta1.status.pendingWorkloadsStatus.clusterQueuePendingWorkload[]"},  // 698
    {Kind::kList, 698, 0, ""},  // 699
    {Kind::kStruct, 1759, 2, "ClusterQueue/v1beta1.status.pendingWorkloadsStatus"},  // 700
    {Kind::kStruct, 1761, 8, "ClusterQueue/v1beta1.status"},  // 701
    {Kind::kStruct, 1769, 5, "ClusterQueue/v1beta1"},  // 702
    {Kind::kStruct, 1774, 2, "ClusterQueue/v1beta2.spec.admissionChecksStrategy.admissionChecks[]"},  // 703
    {Kind::kList, 703, 0, "name"},  // 704
    {Kind::kStruct, 1776, 1, "ClusterQueue/v1beta2.spec.admissionChecksStrategy"},  // 705
    {Kind::kEnum, 268, 2, ""},  // 706
    {Kind::kStruct, 1777, 1, "ClusterQueue/v1beta2.spec.admissionScope"},  // 707
    {Kind::kStruct, 1778, 1, "ClusterQueue/v1beta2.spec.concurrentAdmissionPolicy.migration.constraints"},  // 708
    {Kind::kEnum, 270, 2, ""},  // 709
    {Kind::kStruct, 1779, 2, "ClusterQueue/v1beta2.spec.concurrentAdmissionPolicy.migration"},  // 710
    {Kind::kStruct, 1781, 1, "ClusterQueue/v1beta2.spec.concurrentAdmissionPolicy"},  // 711
    {Kind::kStruct, 1782, 1, "ClusterQueue/v1beta2.spec.fairSharing"},  // 712
    {Kind::kEnum, 272, 2, ""},  // 713
    {Kind::kStruct, 1783, 3, "ClusterQueue/v1beta2.spec.flavorFungibility"},  // 714
    {Kind::kStruct, 1786, 3, "ClusterQueue/v1beta2.spec.namespaceSelector.matchExpressions[]"},  // 715
    {Kind::kList, 715, 0, ""},  // 716
    {Kind::kStruct, 1789, 2, "ClusterQueue/v1beta2.spec.namespaceSelector"},  // 717
    {Kind::kStruct, 1791, 2, "ClusterQueue/v1beta2.spec.preemption.borrowWithinCohort"},  // 718
    {Kind::kStruct, 1793, 3, "ClusterQueue/v1beta2.spec.preemption"},  // 719
    {Kind::kStruct, 1796, 4, "ClusterQueue/v1beta2.spec.resourceGroups[].flavors[].resources[]"},  // 720
    {Kind::kList, 720, 0, "name"},  // 721
    {Kind::kStruct, 1800, 2, "ClusterQueue/v1beta2.spec.resourceGroups[].flavors[]"},  // 722
    {Kind::kList, 722, 0, "name"},  // 723
    {Kind::kStruct, 1802, 2, "ClusterQueue/v1beta2.spec.resourceGroups[]"},  // 724
    {Kind::kList, 724, 0, ""},  // 725
    {Kind::kStruct, 1804, 11, "ClusterQueue/v1beta2.spec"},  // 726
    {Kind::kStruct, 1815, 6, "ClusterQueue/v1beta2.status.conditions[]"},  // 727
    {Kind::kList, 727, 0, "type"},  // 728
    {Kind::kStruct, 1821, 1, "ClusterQueue/v1beta2.status.fairSharing"},  // 729
    {Kind::kStruct, 1822, 3, "ClusterQueue/v1beta2.status.flavorsReservation[].resources[]"},  // 730
    {Kind::kList, 730, 0, "name"},  // 731
    {Kind::kStruct, 1825, 2, "ClusterQueue/v1beta2.status.flavorsReservation[]"},  // 732
    {Kind::kList, 732, 0, "name"},  // 733
    {Kind::kStruct, 1827, 3, "ClusterQueue/v1beta2.status.flavorsUsage[].resources[]"},  // 734
    {Kind::kList, 734, 0, "name"},  // 735
    {Kind::kStruct, 1830, 2, "ClusterQueue/v1beta2.status.flavorsUsage[]"},  // 736
    {Kind::kList, 736, 0, "name"},  // 737
    {Kind::kStruct, 1832, 7, "ClusterQueue/v1beta2.status"},  // 738
    {Kind::kStruct, 1839, 5, "ClusterQueue/v1beta2"},  // 739
    {Kind::kStruct, 1844, 1, "Cohort/v1beta1.spec.fairSharing"},  // 740
    {Kind::kStruct, 1845, 4, "Cohort/v1beta1.spec.resourceGroups[].flavors[].resources[]"},  // 741
    {Kind::kList, 741, 0, "name"},  // 742
    {Kind::kStruct, 1849, 2, "Cohort/v1beta1.spec.resourceGroups[].flavors[]"},  // 743
    {Kind::kList, 743, 0, "name"},  // 744
    {Kind::kStruct, 1851, 2, "Cohort/v1beta1.spec.resourceGroups[]"},  // 745
    {Kind::kList, 745, 0, ""},  // 746
    {Kind::kStruct, 1853, 3, "Cohort/v1beta1.spec"},  // 747
    {Kind::kStruct, 1856, 2, "Cohort/v1beta1.status.fairSharing.admissionFairSharingStatus"},  // 748
    {Kind::kStruct, 1858, 2, "Cohort/v1beta1.status.fairSharing"},  // 749
    {Kind::kStruct, 1860, 1, "Cohort/v1beta1.status"},  // 750
    {Kind::kStruct, 1861, 5, "Cohort/v1beta1"},  // 751
    {Kind::kStruct, 1866, 1, "Cohort/v1beta2.spec.fairSharing"},  // 752
    {Kind::kStruct, 1867, 4, "Cohort/v1beta2.spec.resourceGroups[].flavors[].resources[]"},  // 753
    {Kind::kList, 753, 0, "name"},  // 754
    {Kind::kStruct, 1871, 2, "Cohort/v1beta2.spec.resourceGroups[].flavors[]"},  // 755
    {Kind::kList, 755, 0, "name"},  // 756
    {Kind::kStruct, 1873, 2, "Cohort/v1beta2.spec.resourceGroups[]"},  // 757
    {Kind::kList, 757, 0, ""},  // 758
    {Kind::kStruct, 1875, 3, "Cohort/v1beta2.spec"},  // 759
    {Kind::kStruct, 1878, 1, "Cohort/v1beta2.status.fairSharing"},  // 760
    {Kind::kStruct, 1879, 1, "Cohort/v1beta2.status"},  // 761
    {Kind::kStruct, 1880, 5, "Cohort/v1beta2"},  // 762
    {Kind::kStruct, 1885, 1, "LocalQueue/v1beta1.spec.fairSharing"},  // 763
    {Kind::kStruct, 1886, 3, "LocalQueue/v1beta1.spec"},  // 764
    {Kind::kStruct, 1889, 6, "LocalQueue/v1beta1.status.conditions[]"},  // 765
    {Kind::kList, 765, 0, "type"},  // 766
    {Kind::kStruct, 1895, 2, "LocalQueue/v1beta1.status.fairSharing.admissionFairSharingStatus"},  // 767
    {Kind::kStruct, 1897, 2, "LocalQueue/v1beta1.status.fairSharing"},  // 768
    {Kind::kStruct, 1899, 2, "LocalQueue/v1beta1.status.flavorUsage[].resources[]"},  // 769
    {Kind::kList, 769, 0, "name"},  // 770
    {Kind::kStruct, 1901, 2, "LocalQueue/v1beta1.status.flavorUsage[]"},  // 771
    {Kind::kList, 771, 0, "name"},  // 772
    {Kind::kStruct, 1903, 4, "LocalQueue/v1beta1.status.flavors[].nodeTaints[]"},  // 773
    {Kind::kList, 773, 0, ""},  // 774
    {Kind::kStruct, 1907, 2, "LocalQueue/v1beta1.status.flavors[].topology"},  // 775
    {Kind::kStruct, 1909, 5, "LocalQueue/v1beta1.status.flavors[]"},  // 776
    {Kind::kList, 776, 0, "name"},  // 777
    {Kind::kStruct, 1914, 2, "LocalQueue/v1beta1.status.flavorsReservation[].resources[]"},  // 778
    {Kind::kList, 778, 0, "name"},  // 779
    {Kind::kStruct, 1916, 2, "LocalQueue/v1beta1.status.flavorsReservation[]"},  // 780
    {Kind::kList, 780, 0, "name"},  // 781
    {Kind::kStruct, 1918, 8, "LocalQueue/v1beta1.status"},  // 782
    {Kind::kStruct, 1926, 5, "LocalQueue/v1beta1"},  // 783
    {Kind::kStruct, 1931, 1, "LocalQueue/v1beta2.spec.fairSharing"},  // 784
    {Kind::kStruct, 1932, 3, "LocalQueue/v1beta2.spec"},  // 785
    {Kind::kStruct, 1935, 6, "LocalQueue/v1beta2.status.conditions[]"},  // 786
    {Kind::kList, 786, 0, "type"},  // 787
    {Kind::kStruct, 1941, 2, "LocalQueue/v1beta2.status.fairSharing.admissionFairSharingStatus"},  // 788
    {Kind::kStruct, 1943, 2, "LocalQueue/v1beta2.status.fairSharing"},  // 789
    {Kind::kStruct, 1945, 2, "LocalQueue/v1beta2.status.flavorsReservation[].resources[]"},  // 790
    {Kind::kList, 790, 0, "name"},  // 791
    {Kind::kStruct, 1947, 2, "LocalQueue/v1beta2.status.flavorsReservation[]"},  // 792
    {Kind::kList, 792, 0, "name"},  // 793
    {Kind::kStruct, 1949, 2, "LocalQueue/v1beta2.status.flavorsUsage[].resources[]"},  // 794
    {Kind::kList, 794, 0, "name"},  // 795
    {Kind::kStruct, 1951, 2, "LocalQueue/v1beta2.status.flavorsUsage[]"},  // 796
    {Kind::kList, 796, 0, "name"},  // 797
    {Kind::kStruct, 1953, 7, "LocalQueue/v1beta2.status"},  // 798
    {Kind::kStruct, 1960, 5, "LocalQueue/v1beta2"},  // 799
    {Kind::kStruct, 1965, 4, "ResourceFlavor/v1beta1.spec.nodeTaints[]"},  // 800
    {Kind::kList, 800, 0, ""},  // 801
    {Kind::kStruct, 1969, 5, "ResourceFlavor/v1beta1.spec.tolerations[]"},  // 802
    {Kind::kList, 802, 0, ""},  // 803
    {Kind::kStruct, 1974, 4, "ResourceFlavor/v1beta1.spec"},  // 804
    {Kind::kStruct, 1978, 4, "ResourceFlavor/v1beta1"},  // 805
    {Kind::kStruct, 1982, 4, "ResourceFlavor/v1beta2.spec.nodeTaints[]"},  // 806
    {Kind::kList, 806, 0, ""},  // 807
    {Kind::kStruct, 1986, 5, "ResourceFlavor/v1beta2.spec.tolerations[]"},  // 808
    {Kind::kList, 808, 0, ""},  // 809
    {Kind::kStruct, 1991, 4, "ResourceFlavor/v1beta2.spec"},  // 810
    {Kind::kStruct, 1995, 4, "ResourceFlavor/v1beta2"},  // 811
    {Kind::kStruct, 1999, 1, "Topology/v1beta1.spec.levels[]"},  // 812
    {Kind::kList, 812, 0, ""},  // 813
    {Kind::kStruct, 2000, 1, "Topology/v1beta1.spec"},  // 814
    {Kind::kStruct, 2001, 4, "Topology/v1beta1"},  // 815
    {Kind::kStruct, 2005, 1, "Topology/v1beta2.spec.levels[]"},  // 816
    {Kind::kList, 816, 0, ""},  // 817
    {Kind::kStruct, 2006, 1, "Topology/v1beta2.spec"},  // 818
    {Kind::kStruct, 2007, 4, "Topology/v1beta2"},  // 819
    {Kind::kStruct, 2011, 5, "WorkloadPriorityClass/v1beta1"},  // 820
    {Kind::kStruct, 2016, 5, "WorkloadPriorityClass/v1beta2"},  // 821
};

constexpr Root kRoots[] = {
    {"", "v1", "ConfigMap", 0},
    {"", "v1", "LimitRange", 15},
    {"", "v1", "Namespace", 21},
    {"", "v1", "Node", 27},
    {"", "v1", "Pod", 55},
    {"", "v1", "PodTemplate", 263},
    {"", "v1", "ReplicationController", 265},
    {"", "v1", "ResourceQuota", 270},
    {"apps", "v1", "DaemonSet", 279},
    {"apps", "v1", "Deployment", 287},
    {"apps", "v1", "ReplicaSet", 295},
    {"apps", "v1", "StatefulSet", 300},
    {"batch", "v1", "CronJob", 322},
    {"batch", "v1", "Job", 355},
    {"resource.k8s.io", "v1", "DeviceClass", 360},
    {"resource.k8s.io", "v1", "ResourceClaim", 369},
    {"resource.k8s.io", "v1", "ResourceClaimTemplate", 406},
    {"resource.k8s.io", "v1", "ResourceSlice", 408},
    {"resource.k8s.io", "v1beta1", "DeviceClass", 433},
    {"resource.k8s.io", "v1beta1", "ResourceClaim", 441},
    {"resource.k8s.io", "v1beta1", "ResourceClaimTemplate", 469},
    {"resource.k8s.io", "v1beta1", "ResourceSlice", 471},
    {"resource.k8s.io", "v1beta2", "DeviceClass", 495},
    {"resource.k8s.io", "v1beta2", "ResourceClaim", 503},
    {"resource.k8s.io", "v1beta2", "ResourceClaimTemplate", 532},
    {"resource.k8s.io", "v1beta2", "ResourceSlice", 534},
    {"drawbridge.dev", "v1alpha1", "DeviceMapping", 600},
    {"drawbridge.dev", "v1alpha1", "DeviceQuota", 612},
    {"drawbridge.dev", "v1alpha1", "DeviceRule", 647},
    {"kueue.x-k8s.io", "v1beta1", "AdmissionCheck", 653},
    {"kueue.x-k8s.io", "v1beta2", "AdmissionCheck", 659},
    {"kueue.x-k8s.io", "v1beta1", "ClusterQueue", 702},
    {"kueue.x-k8s.io", "v1beta2", "ClusterQueue", 739},
    {"kueue.x-k8s.io", "v1beta1", "Cohort", 751},
    {"kueue.x-k8s.io", "v1beta2", "Cohort", 762},
    {"kueue.x-k8s.io", "v1beta1", "LocalQueue", 783},
    {"kueue.x-k8s.io", "v1beta2", "LocalQueue", 799},
    {"kueue.x-k8s.io", "v1beta1", "ResourceFlavor", 805},
    {"kueue.x-k8s.io", "v1beta2", "ResourceFlavor", 811},
    {"kueue.x-k8s.io", "v1beta1", "Topology", 815},
    {"kueue.x-k8s.io", "v1beta2", "Topology", 819},
    {"kueue.x-k8s.io", "v1beta1", "WorkloadPriorityClass", 820},
    {"kueue.x-k8s.io", "v1beta2", "WorkloadPriorityClass", 821},
};

}  // namespace

std::span<const Field> all_fields() {
  return kFields;
}
std::span<const std::string_view> all_words() {
  return kWords;
}
std::span<const Type> all_types() {
  return kTypes;
}
std::span<const Root> all_roots() {
  return kRoots;
}

}  // namespace drawbridge::rules::shape
// clang-format on

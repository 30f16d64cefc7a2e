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
    // 55 core/v1.PersistentVolumeClaim
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 56}, {"status", 66},
    // 56 core/v1.PersistentVolumeClaimSpec
  {"accessModes", 58}, {"selector", 59}, {"resources", 62}, {"volumeName", 1},
  {"storageClassName", 1}, {"volumeMode", 63}, {"dataSource", 64}, {"dataSourceRef", 65},
  {"volumeAttributesClassName", 1},
    // 59 meta/v1.LabelSelector
  {"matchLabels", 5}, {"matchExpressions", 61},
    // 60 meta/v1.LabelSelectorRequirement
  {"key", 1}, {"operator", 1}, {"values", 9},
    // 62 core/v1.VolumeResourceRequirements
  {"limits", 19}, {"requests", 19},
    // 64 core/v1.TypedLocalObjectReference
  {"apiGroup", 1}, {"kind", 1}, {"name", 1},
    // 65 core/v1.TypedObjectReference
  {"apiGroup", 1}, {"kind", 1}, {"name", 1}, {"namespace", 1},
    // 66 core/v1.PersistentVolumeClaimStatus
  {"phase", 67}, {"accessModes", 58}, {"capacity", 19}, {"conditions", 69},
  {"allocatedResources", 19}, {"allocatedResourceStatuses", 71},
  {"currentVolumeAttributesClassName", 1}, {"modifyVolumeStatus", 72}, {"healthStatus", 74},
    // 68 core/v1.PersistentVolumeClaimCondition
  {"type", 1}, {"status", 1}, {"lastProbeTime", 4}, {"lastTransitionTime", 4}, {"reason", 1},
  {"message", 1},
    // 72 core/v1.ModifyVolumeStatus
  {"targetVolumeAttributesClassName", 1}, {"status", 73},
    // 74 core/v1.VolumeHealthStatus
  {"healthConditions", 77}, {"lastTransitionTime", 4},
    // 75 core/v1.VolumeHealthCondition
  {"status", 76}, {"reason", 1}, {"message", 1},
    // 78 core/v1.Pod
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 79}, {"status", 236},
    // 79 core/v1.PodSpec
  {"volumes", 131}, {"initContainers", 184}, {"containers", 184}, {"ephemeralContainers", 186},
  {"restartPolicy", 187}, {"terminationGracePeriodSeconds", 3}, {"activeDeadlineSeconds", 3},
  {"dnsPolicy", 188}, {"nodeSelector", 5}, {"serviceAccountName", 1}, {"serviceAccount", 1},
  {"automountServiceAccountToken", 7}, {"nodeName", 1}, {"hostNetwork", 7}, {"hostPID", 7},
  {"hostIPC", 7}, {"shareProcessNamespace", 7}, {"securityContext", 189}, {"imagePullSecrets", 195},
  {"hostname", 1}, {"subdomain", 1}, {"affinity", 196}, {"schedulerName", 1}, {"tolerations", 214},
  {"hostAliases", 216}, {"priorityClassName", 1}, {"priority", 43}, {"dnsConfig", 217},
  {"readinessGates", 221}, {"runtimeClassName", 1}, {"enableServiceLinks", 7},
  {"preemptionPolicy", 222}, {"overhead", 19}, {"topologySpreadConstraints", 226},
  {"setHostnameAsFQDN", 7}, {"os", 227}, {"hostUsers", 7}, {"schedulingGates", 229},
  {"resourceClaims", 231}, {"resources", 146}, {"hostnameOverride", 1}, {"schedulingGroup", 232},
  {"evictionResponders", 234}, {"workloadRef", 235},
    // 80 core/v1.Volume
  {"name", 1}, {"hostPath", 81}, {"emptyDir", 83}, {"gcePersistentDisk", 84},
  {"awsElasticBlockStore", 85}, {"gitRepo", 86}, {"secret", 87}, {"nfs", 90}, {"iscsi", 91},
  {"glusterfs", 93}, {"persistentVolumeClaim", 94}, {"rbd", 95}, {"flexVolume", 96}, {"cinder", 97},
  {"cephfs", 98}, {"flocker", 99}, {"downwardAPI", 100}, {"fc", 105}, {"azureFile", 106},
  {"configMap", 107}, {"vsphereVolume", 108}, {"quobyte", 109}, {"azureDisk", 110},
  {"photonPersistentDisk", 113}, {"projected", 114}, {"portworxVolume", 123}, {"scaleIO", 124},
  {"storageos", 125}, {"csi", 126}, {"ephemeral", 127}, {"image", 129},
    // 81 core/v1.HostPathVolumeSource
  {"path", 1}, {"type", 82},
    // 83 core/v1.EmptyDirVolumeSource
  {"medium", 1}, {"sizeLimit", 18}, {"mode", 43},
    // 84 core/v1.GCEPersistentDiskVolumeSource
  {"pdName", 1}, {"fsType", 1}, {"partition", 43}, {"readOnly", 7},
    // 85 core/v1.AWSElasticBlockStoreVolumeSource
  {"volumeID", 1}, {"fsType", 1}, {"partition", 43}, {"readOnly", 7},
    // 86 core/v1.GitRepoVolumeSource
  {"repository", 1}, {"revision", 1}, {"directory", 1},
    // 87 core/v1.SecretVolumeSource
  {"secretName", 1}, {"items", 89}, {"defaultMode", 43}, {"optional", 7}, {"defaultUser", 3},
    // 88 core/v1.KeyToPath
  {"key", 1}, {"path", 1}, {"mode", 43}, {"user", 3},
    // 90 core/v1.NFSVolumeSource
  {"server", 1}, {"path", 1}, {"readOnly", 7},
    // 91 core/v1.ISCSIVolumeSource
  {"targetPortal", 1}, {"iqn", 1}, {"lun", 43}, {"iscsiInterface", 1}, {"fsType", 1},
  {"readOnly", 7}, {"portals", 9}, {"chapAuthDiscovery", 7}, {"chapAuthSession", 7},
  {"secretRef", 92}, {"initiatorName", 1},
    // 92 core/v1.LocalObjectReference
  {"name", 1},
    // 93 core/v1.GlusterfsVolumeSource
  {"endpoints", 1}, {"path", 1}, {"readOnly", 7},
    // 94 core/v1.PersistentVolumeClaimVolumeSource
  {"claimName", 1}, {"readOnly", 7},
    // 95 core/v1.RBDVolumeSource
  {"monitors", 9}, {"image", 1}, {"fsType", 1}, {"pool", 1}, {"user", 1}, {"keyring", 1},
  {"secretRef", 92}, {"readOnly", 7},
    // 96 core/v1.FlexVolumeSource
  {"driver", 1}, {"fsType", 1}, {"secretRef", 92}, {"readOnly", 7}, {"options", 5},
    // 97 core/v1.CinderVolumeSource
  {"volumeID", 1}, {"fsType", 1}, {"readOnly", 7}, {"secretRef", 92},
    // 98 core/v1.CephFSVolumeSource
  {"monitors", 9}, {"path", 1}, {"user", 1}, {"secretFile", 1}, {"secretRef", 92}, {"readOnly", 7},
    // 99 core/v1.FlockerVolumeSource
  {"datasetName", 1}, {"datasetUUID", 1},
    // 100 core/v1.DownwardAPIVolumeSource
  {"items", 104}, {"defaultMode", 43}, {"defaultUser", 3},
    // 101 core/v1.DownwardAPIVolumeFile
  {"path", 1}, {"fieldRef", 102}, {"resourceFieldRef", 103}, {"mode", 43}, {"user", 3},
    // 102 core/v1.ObjectFieldSelector
  {"apiVersion", 1}, {"fieldPath", 1},
    // 103 core/v1.ResourceFieldSelector
  {"containerName", 1}, {"resource", 1}, {"divisor", 18},
    // 105 core/v1.FCVolumeSource
  {"targetWWNs", 9}, {"lun", 43}, {"fsType", 1}, {"readOnly", 7}, {"wwids", 9},
    // 106 core/v1.AzureFileVolumeSource
  {"secretName", 1}, {"shareName", 1}, {"readOnly", 7},
    // 107 core/v1.ConfigMapVolumeSource
  {"name", 1}, {"items", 89}, {"defaultMode", 43}, {"optional", 7}, {"defaultUser", 3},
    // 108 core/v1.VsphereVirtualDiskVolumeSource
  {"volumePath", 1}, {"fsType", 1}, {"storagePolicyName", 1}, {"storagePolicyID", 1},
    // 109 core/v1.QuobyteVolumeSource
  {"registry", 1}, {"volume", 1}, {"readOnly", 7}, {"user", 1}, {"group", 1}, {"tenant", 1},
    // 110 core/v1.AzureDiskVolumeSource
  {"diskName", 1}, {"diskURI", 1}, {"cachingMode", 111}, {"fsType", 1}, {"readOnly", 7},
  {"kind", 112},
    // 113 core/v1.PhotonPersistentDiskVolumeSource
  {"pdID", 1}, {"fsType", 1},
    // 114 core/v1.ProjectedVolumeSource
  {"sources", 122}, {"defaultMode", 43}, {"defaultUser", 3},
    // 115 core/v1.VolumeProjection
  {"secret", 116}, {"downwardAPI", 117}, {"configMap", 118}, {"serviceAccountToken", 119},
  {"clusterTrustBundle", 120}, {"podCertificate", 121},
    // 116 core/v1.SecretProjection
  {"name", 1}, {"items", 89}, {"optional", 7},
    // 117 core/v1.DownwardAPIProjection
  {"items", 104},
    // 118 core/v1.ConfigMapProjection
  {"name", 1}, {"items", 89}, {"optional", 7},
    // 119 core/v1.ServiceAccountTokenProjection
  {"audience", 1}, {"expirationSeconds", 3}, {"path", 1}, {"user", 3},
    // 120 core/v1.ClusterTrustBundleProjection
  {"name", 1}, {"signerName", 1}, {"labelSelector", 59}, {"optional", 7}, {"path", 1}, {"user", 3},
    // 121 core/v1.PodCertificateProjection
  {"signerName", 1}, {"keyType", 1}, {"maxExpirationSeconds", 43}, {"credentialBundlePath", 1},
  {"keyPath", 1}, {"certificateChainPath", 1}, {"userAnnotations", 5}, {"user", 3},
    // 123 core/v1.PortworxVolumeSource
  {"volumeID", 1}, {"fsType", 1}, {"readOnly", 7},
    // 124 core/v1.ScaleIOVolumeSource
  {"gateway", 1}, {"system", 1}, {"secretRef", 92}, {"sslEnabled", 7}, {"protectionDomain", 1},
  {"storagePool", 1}, {"storageMode", 1}, {"volumeName", 1}, {"fsType", 1}, {"readOnly", 7},
    // 125 core/v1.StorageOSVolumeSource
  {"volumeName", 1}, {"volumeNamespace", 1}, {"fsType", 1}, {"readOnly", 7}, {"secretRef", 92},
    // 126 core/v1.CSIVolumeSource
  {"driver", 1}, {"readOnly", 7}, {"fsType", 1}, {"volumeAttributes", 5},
  {"nodePublishSecretRef", 92},
    // 127 core/v1.EphemeralVolumeSource
  {"volumeClaimTemplate", 128},
    // 128 core/v1.PersistentVolumeClaimTemplate
  {"metadata", 2}, {"spec", 56},
    // 129 core/v1.ImageVolumeSource
  {"reference", 1}, {"pullPolicy", 130},
    // 132 core/v1.Container
  {"name", 1}, {"image", 1}, {"command", 9}, {"args", 9}, {"workingDir", 1}, {"ports", 135},
  {"envFrom", 139}, {"env", 145}, {"resources", 146}, {"resizePolicy", 150}, {"restartPolicy", 1},
  {"restartPolicyRules", 154}, {"volumeMounts", 157}, {"volumeDevices", 159},
  {"livenessProbe", 160}, {"readinessProbe", 160}, {"startupProbe", 160}, {"lifecycle", 171},
  {"terminationMessagePath", 1}, {"terminationMessagePolicy", 175}, {"imagePullPolicy", 130},
  {"securityContext", 176}, {"stdin", 7}, {"stdinOnce", 7}, {"tty", 7},
    // 133 core/v1.ContainerPort
  {"name", 1}, {"hostPort", 43}, {"containerPort", 43}, {"protocol", 134}, {"hostIP", 1},
    // 136 core/v1.EnvFromSource
  {"prefix", 1}, {"configMapRef", 137}, {"secretRef", 138},
    // 137 core/v1.ConfigMapEnvSource
  {"name", 1}, {"optional", 7},
    // 138 core/v1.SecretEnvSource
  {"name", 1}, {"optional", 7},
    // 140 core/v1.EnvVar
  {"name", 1}, {"value", 1}, {"valueFrom", 141},
    // 141 core/v1.EnvVarSource
  {"fieldRef", 102}, {"resourceFieldRef", 103}, {"configMapKeyRef", 142}, {"secretKeyRef", 143},
  {"fileKeyRef", 144},
    // 142 core/v1.ConfigMapKeySelector
  {"name", 1}, {"key", 1}, {"optional", 7},
    // 143 core/v1.SecretKeySelector
  {"name", 1}, {"key", 1}, {"optional", 7},
    // 144 core/v1.FileKeySelector
  {"volumeName", 1}, {"path", 1}, {"key", 1}, {"optional", 7},
    // 146 core/v1.ResourceRequirements
  {"limits", 19}, {"requests", 19}, {"claims", 148},
    // 147 core/v1.ResourceClaim
  {"name", 1}, {"request", 1},
    // 149 core/v1.ContainerResizePolicy
  {"resourceName", 1}, {"restartPolicy", 1},
    // 151 core/v1.ContainerRestartRule
  {"action", 1}, {"exitCodes", 152},
    // 152 core/v1.ContainerRestartRuleOnExitCodes
  {"operator", 1}, {"values", 153},
    // 155 core/v1.VolumeMount
  {"name", 1}, {"readOnly", 7}, {"recursiveReadOnly", 1}, {"mountPath", 1}, {"subPath", 1},
  {"mountPropagation", 156}, {"subPathExpr", 1}, {"bindMountOptions", 9},
    // 158 core/v1.VolumeDevice
  {"name", 1}, {"devicePath", 1},
    // 160 core/v1.Probe
  {"exec", 161}, {"httpGet", 162}, {"tcpSocket", 168}, {"grpc", 169}, {"initialDelaySeconds", 43},
  {"timeoutSeconds", 43}, {"periodSeconds", 43}, {"successThreshold", 43}, {"failureThreshold", 43},
  {"terminationGracePeriodSeconds", 3},
    // 161 core/v1.ExecAction
  {"command", 9},
    // 162 core/v1.HTTPGetAction
  {"path", 1}, {"port", 163}, {"host", 1}, {"scheme", 164}, {"httpHeaders", 166}, {"protocol", 167},
    // 165 core/v1.HTTPHeader
  {"name", 1}, {"value", 1},
    // 168 core/v1.TCPSocketAction
  {"port", 163}, {"host", 1},
    // 169 core/v1.GRPCAction
  {"port", 43}, {"service", 1}, {"mode", 170},
    // 171 core/v1.Lifecycle
  {"postStart", 172}, {"preStop", 172}, {"stopSignal", 174},
    // 172 core/v1.LifecycleHandler
  {"exec", 161}, {"httpGet", 162}, {"tcpSocket", 168}, {"sleep", 173},
    // 173 core/v1.SleepAction
  {"seconds", 3},
    // 176 core/v1.SecurityContext
  {"capabilities", 177}, {"privileged", 7}, {"seLinuxOptions", 178}, {"windowsOptions", 179},
  {"runAsUser", 3}, {"runAsGroup", 3}, {"runAsNonRoot", 7}, {"readOnlyRootFilesystem", 7},
  {"allowPrivilegeEscalation", 7}, {"procMount", 180}, {"seccompProfile", 181},
  {"appArmorProfile", 183},
    // 177 core/v1.Capabilities
  {"add", 9}, {"drop", 9},
    // 178 core/v1.SELinuxOptions
  {"user", 1}, {"role", 1}, {"type", 1}, {"level", 1},
    // 179 core/v1.WindowsSecurityContextOptions
  {"gmsaCredentialSpecName", 1}, {"gmsaCredentialSpec", 1}, {"runAsUserName", 1},
  {"hostProcess", 7},
    // 181 core/v1.SeccompProfile
  {"type", 182}, {"localhostProfile", 1},
    // 183 core/v1.AppArmorProfile
  {"type", 182}, {"localhostProfile", 1},
    // 185 core/v1.EphemeralContainer
  {"name", 1}, {"image", 1}, {"command", 9}, {"args", 9}, {"workingDir", 1}, {"ports", 135},
  {"envFrom", 139}, {"env", 145}, {"resources", 146}, {"resizePolicy", 150}, {"restartPolicy", 1},
  {"restartPolicyRules", 154}, {"volumeMounts", 157}, {"volumeDevices", 159},
  {"livenessProbe", 160}, {"readinessProbe", 160}, {"startupProbe", 160}, {"lifecycle", 171},
  {"terminationMessagePath", 1}, {"terminationMessagePolicy", 175}, {"imagePullPolicy", 130},
  {"securityContext", 176}, {"stdin", 7}, {"stdinOnce", 7}, {"tty", 7}, {"targetContainerName", 1},
    // 189 core/v1.PodSecurityContext
  {"seLinuxOptions", 178}, {"windowsOptions", 179}, {"runAsUser", 3}, {"runAsGroup", 3},
  {"runAsNonRoot", 7}, {"supplementalGroups", 190}, {"supplementalGroupsPolicy", 191},
  {"fsGroup", 3}, {"sysctls", 193}, {"fsGroupChangePolicy", 194}, {"seccompProfile", 181},
  {"appArmorProfile", 183}, {"seLinuxChangePolicy", 1},
    // 192 core/v1.Sysctl
  {"name", 1}, {"value", 1},
    // 196 core/v1.Affinity
  {"nodeAffinity", 197}, {"podAffinity", 206}, {"podAntiAffinity", 211},
    // 197 core/v1.NodeAffinity
  {"requiredDuringSchedulingIgnoredDuringExecution", 198},
  {"preferredDuringSchedulingIgnoredDuringExecution", 205},
    // 198 core/v1.NodeSelector
  {"nodeSelectorTerms", 203},
    // 199 core/v1.NodeSelectorTerm
  {"matchExpressions", 202}, {"matchFields", 202},
    // 200 core/v1.NodeSelectorRequirement
  {"key", 1}, {"operator", 201}, {"values", 9},
    // 204 core/v1.PreferredSchedulingTerm
  {"weight", 43}, {"preference", 199},
    // 206 core/v1.PodAffinity
  {"requiredDuringSchedulingIgnoredDuringExecution", 208},
  {"preferredDuringSchedulingIgnoredDuringExecution", 210},
    // 207 core/v1.PodAffinityTerm
  {"labelSelector", 59}, {"namespaces", 9}, {"topologyKey", 1}, {"namespaceSelector", 59},
  {"matchLabelKeys", 9}, {"mismatchLabelKeys", 9},
    // 209 core/v1.WeightedPodAffinityTerm
  {"weight", 43}, {"podAffinityTerm", 207},
    // 211 core/v1.PodAntiAffinity
  {"requiredDuringSchedulingIgnoredDuringExecution", 208},
  {"preferredDuringSchedulingIgnoredDuringExecution", 210},
    // 212 core/v1.Toleration
  {"key", 1}, {"operator", 213}, {"value", 1}, {"effect", 30}, {"tolerationSeconds", 3},
    // 215 core/v1.HostAlias
  {"ip", 1}, {"hostnames", 9},
    // 217 core/v1.PodDNSConfig
  {"nameservers", 9}, {"searches", 9}, {"options", 219},
    // 218 core/v1.PodDNSConfigOption
  {"name", 1}, {"value", 1},
    // 220 core/v1.PodReadinessGate
  {"conditionType", 1},
    // 223 core/v1.TopologySpreadConstraint
  {"maxSkew", 43}, {"topologyKey", 1}, {"whenUnsatisfiable", 224}, {"labelSelector", 59},
  {"minDomains", 43}, {"nodeAffinityPolicy", 225}, {"nodeTaintsPolicy", 225}, {"matchLabelKeys", 9},
    // 227 core/v1.PodOS
  {"name", 1},
    // 228 core/v1.PodSchedulingGate
  {"name", 1},
    // 230 core/v1.PodResourceClaim
  {"name", 1}, {"resourceClaimName", 1}, {"resourceClaimTemplateName", 1},
    // 232 core/v1.PodSchedulingGroup
  {"podGroupName", 1},
    // 233 core/v1.EvictionResponder
  {"name", 1}, {"priority", 43},
    // 236 core/v1.PodStatus
  {"observedGeneration", 3}, {"phase", 237}, {"conditions", 239}, {"message", 1}, {"reason", 1},
  {"nominatedNodeName", 1}, {"hostIP", 1}, {"hostIPs", 241}, {"podIP", 1}, {"podIPs", 243},
  {"startTime", 4}, {"initContainerStatuses", 259}, {"containerStatuses", 259}, {"qosClass", 260},
  {"ephemeralContainerStatuses", 259}, {"resize", 1}, {"resourceClaimStatuses", 262},
  {"extendedResourceClaimStatus", 263}, {"allocatedResources", 19}, {"resources", 146},
  {"nodeAllocatableResourceClaimStatuses", 271}, {"volumeHealth", 273},
    // 238 core/v1.PodCondition
  {"type", 1}, {"observedGeneration", 3}, {"status", 1}, {"lastProbeTime", 4},
  {"lastTransitionTime", 4}, {"reason", 1}, {"message", 1},
    // 240 core/v1.HostIP
  {"ip", 1},
    // 242 core/v1.PodIP
  {"ip", 1},
    // 244 core/v1.ContainerStatus
  {"name", 1}, {"state", 245}, {"lastState", 245}, {"ready", 7}, {"restartCount", 43}, {"image", 1},
  {"imageID", 1}, {"containerID", 1}, {"started", 7}, {"allocatedResources", 19},
  {"resources", 146}, {"volumeMounts", 252}, {"user", 253}, {"allocatedResourcesStatus", 258},
  {"stopSignal", 174},
    // 245 core/v1.ContainerState
  {"waiting", 246}, {"running", 247}, {"terminated", 248},
    // 246 core/v1.ContainerStateWaiting
  {"reason", 1}, {"message", 1},
    // 247 core/v1.ContainerStateRunning
  {"startedAt", 4},
    // 248 core/v1.ContainerStateTerminated
  {"exitCode", 43}, {"signal", 43}, {"reason", 1}, {"message", 1}, {"startedAt", 4},
  {"finishedAt", 4}, {"containerID", 1},
    // 249 core/v1.VolumeMountStatus
  {"name", 1}, {"mountPath", 1}, {"readOnly", 7}, {"recursiveReadOnly", 1}, {"volumeStatus", 250},
    // 250 core/v1.VolumeStatus
  {"image", 251},
    // 251 core/v1.ImageVolumeStatus
  {"imageRef", 1},
    // 253 core/v1.ContainerUser
  {"linux", 254},
    // 254 core/v1.LinuxContainerUser
  {"uid", 3}, {"gid", 3}, {"supplementalGroups", 190},
    // 255 core/v1.ResourceStatus
  {"name", 1}, {"resources", 257},
    // 256 core/v1.ResourceHealth
  {"resourceID", 1}, {"health", 1}, {"message", 1},
    // 261 core/v1.PodResourceClaimStatus
  {"name", 1}, {"resourceClaimName", 1},
    // 263 core/v1.PodExtendedResourceClaimStatus
  {"requestMappings", 265}, {"resourceClaimName", 1},
    // 264 core/v1.ContainerExtendedResourceRequest
  {"containerName", 1}, {"resourceName", 1}, {"requestName", 1},
    // 266 core/v1.NodeAllocatableResourceClaimStatus
  {"resourceClaimName", 1}, {"containers", 9}, {"mapping", 268}, {"overhead", 270},
    // 267 core/v1.NodeAllocatableMappedResources
  {"name", 1}, {"quantity", 18},
    // 269 core/v1.NodeAllocatableOverheadResources
  {"name", 1}, {"perPod", 18}, {"perContainer", 18},
    // 272 core/v1.PodVolumeHealth
  {"name", 1}, {"healthConditions", 77}, {"lastTransitionTime", 4},
    // 274 core/v1.PodTemplate
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"template", 275},
    // 275 core/v1.PodTemplateSpec
  {"metadata", 2}, {"spec", 79},
    // 276 core/v1.ReplicationController
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 277}, {"status", 278},
    // 277 core/v1.ReplicationControllerSpec
  {"replicas", 43}, {"minReadySeconds", 43}, {"selector", 5}, {"template", 275},
    // 278 core/v1.ReplicationControllerStatus
  {"replicas", 43}, {"fullyLabeledReplicas", 43}, {"readyReplicas", 43}, {"availableReplicas", 43},
  {"observedGeneration", 3}, {"conditions", 280},
    // 279 core/v1.ReplicationControllerCondition
  {"type", 1}, {"status", 1}, {"lastTransitionTime", 4}, {"reason", 1}, {"message", 1},
    // 281 core/v1.ResourceQuota
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 282}, {"status", 289},
    // 282 core/v1.ResourceQuotaSpec
  {"hard", 19}, {"scopes", 284}, {"scopeSelector", 285},
    // 285 core/v1.ScopeSelector
  {"matchExpressions", 288},
    // 286 core/v1.ScopedResourceSelectorRequirement
  {"scopeName", 283}, {"operator", 287}, {"values", 9},
    // 289 core/v1.ResourceQuotaStatus
  {"hard", 19}, {"used", 19},
    // 290 core/v1.Secret
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"immutable", 7}, {"data", 14},
  {"stringData", 5}, {"type", 1},
    // 291 core/v1.Service
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 292}, {"status", 303},
    // 292 core/v1.ServiceSpec
  {"ports", 294}, {"selector", 5}, {"clusterIP", 1}, {"clusterIPs", 9}, {"type", 295},
  {"externalIPs", 9}, {"sessionAffinity", 296}, {"loadBalancerIP", 1},
  {"loadBalancerSourceRanges", 9}, {"externalName", 1}, {"externalTrafficPolicy", 297},
  {"healthCheckNodePort", 43}, {"publishNotReadyAddresses", 7}, {"sessionAffinityConfig", 298},
  {"ipFamilies", 301}, {"ipFamilyPolicy", 302}, {"allocateLoadBalancerNodePorts", 7},
  {"loadBalancerClass", 1}, {"internalTrafficPolicy", 297}, {"trafficDistribution", 1},
    // 293 core/v1.ServicePort
  {"name", 1}, {"protocol", 134}, {"appProtocol", 1}, {"port", 43}, {"targetPort", 163},
  {"nodePort", 43},
    // 298 core/v1.SessionAffinityConfig
  {"clientIP", 299},
    // 299 core/v1.ClientIPConfig
  {"timeoutSeconds", 43},
    // 303 core/v1.ServiceStatus
  {"loadBalancer", 304}, {"conditions", 310},
    // 304 core/v1.LoadBalancerStatus
  {"ingress", 308},
    // 305 core/v1.LoadBalancerIngress
  {"ip", 1}, {"hostname", 1}, {"ipMode", 1}, {"ports", 307},
    // 306 core/v1.PortStatus
  {"port", 43}, {"protocol", 134}, {"error", 1},
    // 309 meta/v1.Condition
  {"type", 1}, {"status", 1}, {"observedGeneration", 3}, {"lastTransitionTime", 4}, {"reason", 1},
  {"message", 1},
    // 311 core/v1.ServiceAccount
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"secrets", 313}, {"imagePullSecrets", 195},
  {"automountServiceAccountToken", 7},
    // 312 core/v1.ObjectReference
  {"kind", 1}, {"namespace", 1}, {"name", 1}, {"uid", 1}, {"apiVersion", 1}, {"resourceVersion", 1},
  {"fieldPath", 1},
    // 314 apps/v1.DaemonSet
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 315}, {"status", 319},
    // 315 apps/v1.DaemonSetSpec
  {"selector", 59}, {"template", 275}, {"updateStrategy", 316}, {"minReadySeconds", 43},
  {"revisionHistoryLimit", 43},
    // 316 apps/v1.DaemonSetUpdateStrategy
  {"type", 317}, {"rollingUpdate", 318},
    // 318 apps/v1.RollingUpdateDaemonSet
  {"maxUnavailable", 163}, {"maxSurge", 163},
    // 319 apps/v1.DaemonSetStatus
  {"currentNumberScheduled", 43}, {"numberMisscheduled", 43}, {"desiredNumberScheduled", 43},
  {"numberReady", 43}, {"observedGeneration", 3}, {"updatedNumberScheduled", 43},
  {"numberAvailable", 43}, {"numberUnavailable", 43}, {"collisionCount", 43}, {"conditions", 321},
    // 320 apps/v1.DaemonSetCondition
  {"type", 1}, {"status", 1}, {"lastTransitionTime", 4}, {"reason", 1}, {"message", 1},
    // 322 apps/v1.Deployment
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 323}, {"status", 327},
    // 323 apps/v1.DeploymentSpec
  {"replicas", 43}, {"selector", 59}, {"template", 275}, {"strategy", 324}, {"minReadySeconds", 43},
  {"revisionHistoryLimit", 43}, {"paused", 7}, {"progressDeadlineSeconds", 43},
    // 324 apps/v1.DeploymentStrategy
  {"type", 325}, {"rollingUpdate", 326},
    // 326 apps/v1.RollingUpdateDeployment
  {"maxUnavailable", 163}, {"maxSurge", 163},
    // 327 apps/v1.DeploymentStatus
  {"observedGeneration", 3}, {"replicas", 43}, {"updatedReplicas", 43}, {"readyReplicas", 43},
  {"availableReplicas", 43}, {"unavailableReplicas", 43}, {"terminatingReplicas", 43},
  {"conditions", 329}, {"collisionCount", 43},
    // 328 apps/v1.DeploymentCondition
  {"type", 1}, {"status", 1}, {"lastUpdateTime", 4}, {"lastTransitionTime", 4}, {"reason", 1},
  {"message", 1},
    // 330 apps/v1.ReplicaSet
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 331}, {"status", 332},
    // 331 apps/v1.ReplicaSetSpec
  {"replicas", 43}, {"minReadySeconds", 43}, {"selector", 59}, {"template", 275},
    // 332 apps/v1.ReplicaSetStatus
  {"replicas", 43}, {"fullyLabeledReplicas", 43}, {"readyReplicas", 43}, {"availableReplicas", 43},
  {"terminatingReplicas", 43}, {"observedGeneration", 3}, {"conditions", 334},
    // 333 apps/v1.ReplicaSetCondition
  {"type", 1}, {"status", 1}, {"lastTransitionTime", 4}, {"reason", 1}, {"message", 1},
    // 335 apps/v1.StatefulSet
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 336}, {"status", 344},
    // 336 apps/v1.StatefulSetSpec
  {"replicas", 43}, {"selector", 59}, {"template", 275}, {"volumeClaimTemplates", 337},
  {"serviceName", 1}, {"podManagementPolicy", 338}, {"updateStrategy", 339},
  {"revisionHistoryLimit", 43}, {"minReadySeconds", 43},
  {"persistentVolumeClaimRetentionPolicy", 342}, {"ordinals", 343},
    // 339 apps/v1.StatefulSetUpdateStrategy
  {"type", 340}, {"rollingUpdate", 341},
    // 341 apps/v1.RollingUpdateStatefulSetStrategy
  {"partition", 43}, {"maxUnavailable", 163},
    // 342 apps/v1.StatefulSetPersistentVolumeClaimRetentionPolicy
  {"whenDeleted", 1}, {"whenScaled", 1},
    // 343 apps/v1.StatefulSetOrdinals
  {"start", 43},
    // 344 apps/v1.StatefulSetStatus
  {"observedGeneration", 3}, {"replicas", 43}, {"readyReplicas", 43}, {"currentReplicas", 43},
  {"updatedReplicas", 43}, {"currentRevision", 1}, {"updateRevision", 1}, {"collisionCount", 43},
  {"conditions", 346}, {"availableReplicas", 43},
    // 345 apps/v1.StatefulSetCondition
  {"type", 1}, {"status", 1}, {"lastTransitionTime", 4}, {"reason", 1}, {"message", 1},
    // 347 batch/v1.CronJob
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 348}, {"status", 377},
    // 348 batch/v1.CronJobSpec
  {"schedule", 1}, {"timeZone", 1}, {"startingDeadlineSeconds", 3}, {"concurrencyPolicy", 349},
  {"suspend", 7}, {"jobTemplate", 350}, {"successfulJobsHistoryLimit", 43},
  {"failedJobsHistoryLimit", 43},
    // 350 batch/v1.JobTemplateSpec
  {"metadata", 2}, {"spec", 351},
    // 351 batch/v1.JobSpec
  {"parallelism", 43}, {"completions", 43}, {"activeDeadlineSeconds", 3}, {"podFailurePolicy", 352},
  {"successPolicy", 360}, {"backoffLimit", 43}, {"backoffLimitPerIndex", 43},
  {"maxFailedIndexes", 43}, {"selector", 59}, {"manualSelector", 7}, {"template", 275},
  {"ttlSecondsAfterFinished", 43}, {"completionMode", 363}, {"suspend", 7},
  {"podReplacementPolicy", 364}, {"managedBy", 1}, {"scheduling", 365},
    // 352 batch/v1.PodFailurePolicy
  {"rules", 359},
    // 353 batch/v1.PodFailurePolicyRule
  {"action", 354}, {"onExitCodes", 355}, {"onPodConditions", 358},
    // 355 batch/v1.PodFailurePolicyOnExitCodesRequirement
  {"containerName", 1}, {"operator", 356}, {"values", 153},
    // 357 batch/v1.PodFailurePolicyOnPodConditionsPattern
  {"type", 1}, {"status", 1},
    // 360 batch/v1.SuccessPolicy
  {"rules", 362},
    // 361 batch/v1.SuccessPolicyRule
  {"succeededIndexes", 1}, {"succeededCount", 43},
    // 365 batch/v1.JobSchedulingConfiguration
  {"schedulingPolicy", 366}, {"schedulingConstraints", 369}, {"disruptionMode", 372},
  {"resourceClaims", 376},
    // 366 scheduling/v1alpha3.WorkloadPodGroupSchedulingPolicy
  {"basic", 367}, {"gang", 368},
    // 367 scheduling/v1alpha3.WorkloadPodGroupBasicSchedulingPolicy
 
    // 368 scheduling/v1alpha3.WorkloadPodGroupGangSchedulingPolicy
  {"minCount", 43},
    // 369 scheduling/v1alpha3.WorkloadPodGroupSchedulingConstraints
  {"topology", 371},
    // 370 scheduling/v1alpha3.TopologyConstraint
  {"key", 1},
    // 372 scheduling/v1alpha3.WorkloadPodGroupDisruptionMode
  {"single", 373}, {"all", 374},
    // 373 scheduling/v1alpha3.WorkloadPodGroupSingleDisruptionMode
 
    // 374 scheduling/v1alpha3.WorkloadPodGroupAllDisruptionMode
 
    // 375 scheduling/v1alpha3.WorkloadPodGroupResourceClaim
  {"name", 1}, {"resourceClaimName", 1}, {"resourceClaimTemplateName", 1},
    // 377 batch/v1.CronJobStatus
  {"active", 313}, {"lastScheduleTime", 4}, {"lastSuccessfulTime", 4},
    // 378 batch/v1.Job
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 351}, {"status", 379},
    // 379 batch/v1.JobStatus
  {"conditions", 381}, {"startTime", 4}, {"completionTime", 4}, {"active", 43}, {"succeeded", 43},
  {"failed", 43}, {"terminating", 43}, {"completedIndexes", 1}, {"failedIndexes", 1},
  {"uncountedTerminatedPods", 382}, {"ready", 43},
    // 380 batch/v1.JobCondition
  {"type", 1}, {"status", 1}, {"lastProbeTime", 4}, {"lastTransitionTime", 4}, {"reason", 1},
  {"message", 1},
    // 382 batch/v1.UncountedTerminatedPods
  {"succeeded", 9}, {"failed", 9},
    // 383 resource/v1.DeviceClass
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 384},
    // 384 resource/v1.DeviceClassSpec
  {"selectors", 387}, {"config", 390}, {"extendedResourceName", 1},
    // 385 resource/v1.DeviceSelector
  {"cel", 386},
    // 386 resource/v1.CELDeviceSelector
  {"expression", 1, true},
    // 388 resource/v1.DeviceClassConfiguration
  {"opaque", 389},
    // 389 resource/v1.OpaqueDeviceConfiguration
  {"driver", 1, true}, {"parameters", 235, true},
    // 391 resource/v1.DeviceTaintRule
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 392, true}, {"status", 396},
    // 392 resource/v1.DeviceTaintRuleSpec
  {"deviceSelector", 393}, {"taint", 394, true},
    // 393 resource/v1.DeviceTaintSelector
  {"driver", 1}, {"pool", 1}, {"device", 1},
    // 394 resource/v1.DeviceTaint
  {"key", 1, true}, {"value", 1}, {"effect", 395, true}, {"timeAdded", 4},
    // 396 resource/v1.DeviceTaintRuleStatus
  {"conditions", 310},
    // 397 resource/v1.ResourceClaim
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 398}, {"status", 416},
    // 398 resource/v1.ResourceClaimSpec
  {"devices", 399},
    // 399 resource/v1.DeviceClaim
  {"requests", 411}, {"constraints", 413}, {"config", 415},
    // 400 resource/v1.DeviceRequest
  {"name", 1, true}, {"exactly", 401}, {"firstAvailable", 410},
    // 401 resource/v1.ExactDeviceRequest
  {"deviceClassName", 1, true}, {"selectors", 387}, {"allocationMode", 402}, {"count", 3},
  {"adminAccess", 7}, {"tolerations", 405}, {"capacity", 406}, {"derivedAttributes", 408},
    // 403 resource/v1.DeviceToleration
  {"key", 1}, {"operator", 404}, {"value", 1}, {"effect", 395}, {"tolerationSeconds", 3},
    // 406 resource/v1.CapacityRequirements
  {"requests", 19},
    // 407 resource/v1.DeviceDerivedAttribute
  {"name", 1, true}, {"expression", 1, true},
    // 409 resource/v1.DeviceSubRequest
  {"name", 1, true}, {"deviceClassName", 1, true}, {"selectors", 387}, {"allocationMode", 402},
  {"count", 3}, {"tolerations", 405}, {"capacity", 406}, {"derivedAttributes", 408},
    // 412 resource/v1.DeviceConstraint
  {"requests", 9}, {"matchAttribute", 1}, {"distinctAttribute", 1},
    // 414 resource/v1.DeviceClaimConfiguration
  {"requests", 9}, {"opaque", 389},
    // 416 resource/v1.ResourceClaimStatus
  {"allocation", 417}, {"reservedFor", 427}, {"devices", 430},
    // 417 resource/v1.AllocationResult
  {"devices", 418}, {"nodeSelector", 198}, {"allocationTimestamp", 4},
    // 418 resource/v1.DeviceAllocationResult
  {"results", 422}, {"config", 425},
    // 419 resource/v1.DeviceRequestAllocationResult
  {"request", 1, true}, {"driver", 1, true}, {"pool", 1, true}, {"device", 1, true},
  {"adminAccess", 7}, {"tolerations", 405}, {"bindingConditions", 9},
  {"bindingFailureConditions", 9}, {"shareID", 1}, {"consumedCapacity", 19},
  {"skipNodeOperations", 421},
    // 423 resource/v1.DeviceAllocationConfiguration
  {"source", 424, true}, {"requests", 9}, {"opaque", 389},
    // 426 resource/v1.ResourceClaimConsumerReference
  {"apiGroup", 1}, {"resource", 1, true}, {"name", 1, true}, {"uid", 1, true},
    // 428 resource/v1.AllocatedDeviceStatus
  {"driver", 1, true}, {"pool", 1, true}, {"device", 1, true}, {"shareID", 1}, {"conditions", 310},
  {"data", 235}, {"networkData", 429},
    // 429 resource/v1.NetworkDeviceData
  {"interfaceName", 1}, {"ips", 9}, {"hardwareAddress", 1},
    // 431 resource/v1.ResourceClaimTemplate
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 432},
    // 432 resource/v1.ResourceClaimTemplateSpec
  {"metadata", 2}, {"spec", 398},
    // 433 resource/v1.ResourceSlice
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 434, true},
    // 434 resource/v1.ResourceSliceSpec
  {"driver", 1, true}, {"pool", 435, true}, {"nodeName", 1}, {"nodeSelector", 198}, {"allNodes", 7},
  {"devices", 454}, {"perDeviceNodeSelection", 7}, {"sharedCounters", 456},
  {"partitionTypeAttribute", 1}, {"skipNodeOperations", 421},
    // 435 resource/v1.ResourcePool
  {"name", 1, true}, {"generation", 3}, {"resourceSliceCount", 3},
    // 436 resource/v1.Device
  {"name", 1, true}, {"attributes", 439}, {"capacity", 444}, {"consumesCounters", 448},
  {"nodeName", 1}, {"nodeSelector", 198}, {"allNodes", 7}, {"taints", 449}, {"bindsToNode", 7},
  {"bindingConditions", 9}, {"bindingFailureConditions", 9}, {"allowMultipleAllocations", 7},
  {"nodeAllocatableResources", 453}, {"nodeAllocatableResourceMappings", 235},
    // 437 resource/v1.DeviceAttribute
  {"int", 3}, {"bool", 7}, {"string", 1}, {"version", 1}, {"ints", 190}, {"bools", 438},
  {"strings", 9}, {"versions", 9},
    // 440 resource/v1.DeviceCapacity
  {"value", 18}, {"requestPolicy", 441},
    // 441 resource/v1.CapacityRequestPolicy
  {"default", 18}, {"validValues", 442}, {"validRange", 443},
    // 443 resource/v1.CapacityRequestPolicyRange
  {"min", 18}, {"max", 18}, {"step", 18},
    // 445 resource/v1.DeviceCounterConsumption
  {"counterSet", 1, true}, {"counters", 447, true}, {"compatibilityGroups", 9},
    // 446 resource/v1.Counter
  {"value", 18},
    // 450 resource/v1.NodeAllocatableResource
  {"mapping", 451}, {"overhead", 452},
    // 451 resource/v1.NodeAllocatableMapping
  {"capacityKey", 1}, {"capacityMultiplier", 18}, {"deviceMultiplier", 18},
    // 452 resource/v1.NodeAllocatableOverhead
  {"perPod", 18}, {"perContainer", 18},
    // 455 resource/v1.CounterSet
  {"name", 1, true}, {"counters", 447, true},
    // 457 resource/v1alpha3.DeviceTaintRule
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 458, true}, {"status", 461},
    // 458 resource/v1alpha3.DeviceTaintRuleSpec
  {"deviceSelector", 459}, {"taint", 460, true},
    // 459 resource/v1alpha3.DeviceTaintSelector
  {"driver", 1}, {"pool", 1}, {"device", 1}, {"deviceClassName", 235}, {"selectors", 235},
    // 460 resource/v1alpha3.DeviceTaint
  {"key", 1, true}, {"value", 1}, {"effect", 395, true}, {"timeAdded", 4},
    // 461 resource/v1alpha3.DeviceTaintRuleStatus
  {"conditions", 310},
    // 462 resource/v1beta1.DeviceClass
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 463},
    // 463 resource/v1beta1.DeviceClassSpec
  {"selectors", 466}, {"config", 469}, {"extendedResourceName", 1},
    // 464 resource/v1beta1.DeviceSelector
  {"cel", 465},
    // 465 resource/v1beta1.CELDeviceSelector
  {"expression", 1, true},
    // 467 resource/v1beta1.DeviceClassConfiguration
  {"opaque", 468},
    // 468 resource/v1beta1.OpaqueDeviceConfiguration
  {"driver", 1, true}, {"parameters", 235, true},
    // 470 resource/v1beta1.ResourceClaim
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 471}, {"status", 486},
    // 471 resource/v1beta1.ResourceClaimSpec
  {"devices", 472},
    // 472 resource/v1beta1.DeviceClaim
  {"requests", 481}, {"constraints", 483}, {"config", 485},
    // 473 resource/v1beta1.DeviceRequest
  {"name", 1, true}, {"deviceClassName", 1}, {"selectors", 466}, {"allocationMode", 402},
  {"count", 3}, {"adminAccess", 7}, {"firstAvailable", 480}, {"tolerations", 476},
  {"capacity", 477}, {"derivedAttributes", 479},
    // 474 resource/v1beta1.DeviceSubRequest
  {"name", 1, true}, {"deviceClassName", 1, true}, {"selectors", 466}, {"allocationMode", 402},
  {"count", 3}, {"tolerations", 476}, {"capacity", 477}, {"derivedAttributes", 479},
    // 475 resource/v1beta1.DeviceToleration
  {"key", 1}, {"operator", 404}, {"value", 1}, {"effect", 395}, {"tolerationSeconds", 3},
    // 477 resource/v1beta1.CapacityRequirements
  {"requests", 19},
    // 478 resource/v1beta1.DeviceDerivedAttribute
  {"name", 1, true}, {"expression", 1, true},
    // 482 resource/v1beta1.DeviceConstraint
  {"requests", 9}, {"matchAttribute", 1}, {"distinctAttribute", 1},
    // 484 resource/v1beta1.DeviceClaimConfiguration
  {"requests", 9}, {"opaque", 468},
    // 486 resource/v1beta1.ResourceClaimStatus
  {"allocation", 487}, {"reservedFor", 494}, {"devices", 497},
    // 487 resource/v1beta1.AllocationResult
  {"devices", 488}, {"nodeSelector", 198}, {"allocationTimestamp", 4},
    // 488 resource/v1beta1.DeviceAllocationResult
  {"results", 490}, {"config", 492},
    // 489 resource/v1beta1.DeviceRequestAllocationResult
  {"request", 1, true}, {"driver", 1, true}, {"pool", 1, true}, {"device", 1, true},
  {"adminAccess", 7}, {"tolerations", 476}, {"bindingConditions", 9},
  {"bindingFailureConditions", 9}, {"shareID", 1}, {"consumedCapacity", 19},
  {"skipNodeOperations", 421},
    // 491 resource/v1beta1.DeviceAllocationConfiguration
  {"source", 424, true}, {"requests", 9}, {"opaque", 468},
    // 493 resource/v1beta1.ResourceClaimConsumerReference
  {"apiGroup", 1}, {"resource", 1, true}, {"name", 1, true}, {"uid", 1, true},
    // 495 resource/v1beta1.AllocatedDeviceStatus
  {"driver", 1, true}, {"pool", 1, true}, {"device", 1, true}, {"shareID", 1}, {"conditions", 310},
  {"data", 235}, {"networkData", 496},
    // 496 resource/v1beta1.NetworkDeviceData
  {"interfaceName", 1}, {"ips", 9}, {"hardwareAddress", 1},
    // 498 resource/v1beta1.ResourceClaimTemplate
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 499},
    // 499 resource/v1beta1.ResourceClaimTemplateSpec
  {"metadata", 2}, {"spec", 471},
    // 500 resource/v1beta1.ResourceSlice
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 501, true},
    // 501 resource/v1beta1.ResourceSliceSpec
  {"driver", 1, true}, {"pool", 502, true}, {"nodeName", 1}, {"nodeSelector", 198}, {"allNodes", 7},
  {"devices", 521}, {"perDeviceNodeSelection", 7}, {"sharedCounters", 523},
  {"partitionTypeAttribute", 1}, {"skipNodeOperations", 421},
    // 502 resource/v1beta1.ResourcePool
  {"name", 1, true}, {"generation", 3}, {"resourceSliceCount", 3},
    // 503 resource/v1beta1.Device
  {"name", 1, true}, {"basic", 504},
    // 504 resource/v1beta1.BasicDevice
  {"attributes", 506}, {"capacity", 510}, {"consumesCounters", 514}, {"nodeName", 1},
  {"nodeSelector", 198}, {"allNodes", 7}, {"taints", 516}, {"bindsToNode", 7},
  {"bindingConditions", 9}, {"bindingFailureConditions", 9}, {"allowMultipleAllocations", 7},
  {"nodeAllocatableResources", 520}, {"nodeAllocatableResourceMappings", 235},
    // 505 resource/v1beta1.DeviceAttribute
  {"int", 3}, {"bool", 7}, {"string", 1}, {"version", 1}, {"ints", 190}, {"bools", 438},
  {"strings", 9}, {"versions", 9},
    // 507 resource/v1beta1.DeviceCapacity
  {"value", 18}, {"requestPolicy", 508},
    // 508 resource/v1beta1.CapacityRequestPolicy
  {"default", 18}, {"validValues", 442}, {"validRange", 509},
    // 509 resource/v1beta1.CapacityRequestPolicyRange
  {"min", 18}, {"max", 18}, {"step", 18},
    // 511 resource/v1beta1.DeviceCounterConsumption
  {"counterSet", 1, true}, {"counters", 513, true}, {"compatibilityGroups", 9},
    // 512 resource/v1beta1.Counter
  {"value", 18},
    // 515 resource/v1beta1.DeviceTaint
  {"key", 1, true}, {"value", 1}, {"effect", 395, true}, {"timeAdded", 4},
    // 517 resource/v1beta1.NodeAllocatableResource
  {"mapping", 518}, {"overhead", 519},
    // 518 resource/v1beta1.NodeAllocatableMapping
  {"capacityKey", 1}, {"capacityMultiplier", 18}, {"deviceMultiplier", 18},
    // 519 resource/v1beta1.NodeAllocatableOverhead
  {"perPod", 18}, {"perContainer", 18},
    // 522 resource/v1beta1.CounterSet
  {"name", 1, true}, {"counters", 513, true},
    // 524 resource/v1beta2.DeviceClass
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 525},
    // 525 resource/v1beta2.DeviceClassSpec
  {"selectors", 528}, {"config", 531}, {"extendedResourceName", 1},
    // 526 resource/v1beta2.DeviceSelector
  {"cel", 527},
    // 527 resource/v1beta2.CELDeviceSelector
  {"expression", 1, true},
    // 529 resource/v1beta2.DeviceClassConfiguration
  {"opaque", 530},
    // 530 resource/v1beta2.OpaqueDeviceConfiguration
  {"driver", 1, true}, {"parameters", 235, true},
    // 532 resource/v1beta2.DeviceTaintRule
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 533, true}, {"status", 536},
    // 533 resource/v1beta2.DeviceTaintRuleSpec
  {"deviceSelector", 534}, {"taint", 535, true},
    // 534 resource/v1beta2.DeviceTaintSelector
  {"driver", 1}, {"pool", 1}, {"device", 1},
    // 535 resource/v1beta2.DeviceTaint
  {"key", 1, true}, {"value", 1}, {"effect", 395, true}, {"timeAdded", 4},
    // 536 resource/v1beta2.DeviceTaintRuleStatus
  {"conditions", 310},
    // 537 resource/v1beta2.ResourceClaim
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 538}, {"status", 554},
    // 538 resource/v1beta2.ResourceClaimSpec
  {"devices", 539},
    // 539 resource/v1beta2.DeviceClaim
  {"requests", 549}, {"constraints", 551}, {"config", 553},
    // 540 resource/v1beta2.DeviceRequest
  {"name", 1, true}, {"exactly", 541}, {"firstAvailable", 548},
    // 541 resource/v1beta2.ExactDeviceRequest
  {"deviceClassName", 1, true}, {"selectors", 528}, {"allocationMode", 402}, {"count", 3},
  {"adminAccess", 7}, {"tolerations", 543}, {"capacity", 544}, {"derivedAttributes", 546},
    // 542 resource/v1beta2.DeviceToleration
  {"key", 1}, {"operator", 404}, {"value", 1}, {"effect", 395}, {"tolerationSeconds", 3},
    // 544 resource/v1beta2.CapacityRequirements
  {"requests", 19},
    // 545 resource/v1beta2.DeviceDerivedAttribute
  {"name", 1, true}, {"expression", 1, true},
    // 547 resource/v1beta2.DeviceSubRequest
  {"name", 1, true}, {"deviceClassName", 1, true}, {"selectors", 528}, {"allocationMode", 402},
  {"count", 3}, {"tolerations", 543}, {"capacity", 544}, {"derivedAttributes", 546},
    // 550 resource/v1beta2.DeviceConstraint
  {"requests", 9}, {"matchAttribute", 1}, {"distinctAttribute", 1},
    // 552 resource/v1beta2.DeviceClaimConfiguration
  {"requests", 9}, {"opaque", 530},
    // 554 resource/v1beta2.ResourceClaimStatus
  {"allocation", 555}, {"reservedFor", 562}, {"devices", 565},
    // 555 resource/v1beta2.AllocationResult
  {"devices", 556}, {"nodeSelector", 198}, {"allocationTimestamp", 4},
    // 556 resource/v1beta2.DeviceAllocationResult
  {"results", 558}, {"config", 560},
    // 557 resource/v1beta2.DeviceRequestAllocationResult
  {"request", 1, true}, {"driver", 1, true}, {"pool", 1, true}, {"device", 1, true},
  {"adminAccess", 7}, {"tolerations", 543}, {"bindingConditions", 9},
  {"bindingFailureConditions", 9}, {"shareID", 1}, {"consumedCapacity", 19},
  {"skipNodeOperations", 421},
    // 559 resource/v1beta2.DeviceAllocationConfiguration
  {"source", 424, true}, {"requests", 9}, {"opaque", 530},
    // 561 resource/v1beta2.ResourceClaimConsumerReference
  {"apiGroup", 1}, {"resource", 1, true}, {"name", 1, true}, {"uid", 1, true},
    // 563 resource/v1beta2.AllocatedDeviceStatus
  {"driver", 1, true}, {"pool", 1, true}, {"device", 1, true}, {"shareID", 1}, {"conditions", 310},
  {"data", 235}, {"networkData", 564},
    // 564 resource/v1beta2.NetworkDeviceData
  {"interfaceName", 1}, {"ips", 9}, {"hardwareAddress", 1},
    // 566 resource/v1beta2.ResourceClaimTemplate
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 567},
    // 567 resource/v1beta2.ResourceClaimTemplateSpec
  {"metadata", 2}, {"spec", 538},
    // 568 resource/v1beta2.ResourceSlice
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 569, true},
    // 569 resource/v1beta2.ResourceSliceSpec
  {"driver", 1, true}, {"pool", 570, true}, {"nodeName", 1}, {"nodeSelector", 198}, {"allNodes", 7},
  {"devices", 587}, {"perDeviceNodeSelection", 7}, {"sharedCounters", 589},
  {"partitionTypeAttribute", 1}, {"skipNodeOperations", 421},
    // 570 resource/v1beta2.ResourcePool
  {"name", 1, true}, {"generation", 3}, {"resourceSliceCount", 3},
    // 571 resource/v1beta2.Device
  {"name", 1, true}, {"attributes", 573}, {"capacity", 577}, {"consumesCounters", 581},
  {"nodeName", 1}, {"nodeSelector", 198}, {"allNodes", 7}, {"taints", 582}, {"bindsToNode", 7},
  {"bindingConditions", 9}, {"bindingFailureConditions", 9}, {"allowMultipleAllocations", 7},
  {"nodeAllocatableResources", 586}, {"nodeAllocatableResourceMappings", 235},
    // 572 resource/v1beta2.DeviceAttribute
  {"int", 3}, {"bool", 7}, {"string", 1}, {"version", 1}, {"ints", 190}, {"bools", 438},
  {"strings", 9}, {"versions", 9},
    // 574 resource/v1beta2.DeviceCapacity
  {"value", 18}, {"requestPolicy", 575},
    // 575 resource/v1beta2.CapacityRequestPolicy
  {"default", 18}, {"validValues", 442}, {"validRange", 576},
    // 576 resource/v1beta2.CapacityRequestPolicyRange
  {"min", 18}, {"max", 18}, {"step", 18},
    // 578 resource/v1beta2.DeviceCounterConsumption
  {"counterSet", 1, true}, {"counters", 580, true}, {"compatibilityGroups", 9},
    // 579 resource/v1beta2.Counter
  {"value", 18},
    // 583 resource/v1beta2.NodeAllocatableResource
  {"mapping", 584}, {"overhead", 585},
    // 584 resource/v1beta2.NodeAllocatableMapping
  {"capacityKey", 1}, {"capacityMultiplier", 18}, {"deviceMultiplier", 18},
    // 585 resource/v1beta2.NodeAllocatableOverhead
  {"perPod", 18}, {"perContainer", 18},
    // 588 resource/v1beta2.CounterSet
  {"name", 1, true}, {"counters", 580, true},
    // 591 DeviceMapping/v1alpha1.spec.charge
  {"capacity", 1}, {"type", 590},
    // 592 DeviceMapping/v1alpha1.spec.config[].opaque
  {"driver", 1, true}, {"parameters", 11, true},
    // 593 DeviceMapping/v1alpha1.spec.config[]
  {"opaque", 592, true},
    // 596 DeviceMapping/v1alpha1.spec.constraints[]
  {"distinctAttribute", 1}, {"matchAttribute", 1}, {"scope", 595},
    // 600 DeviceMapping/v1alpha1.spec.rewrites[].namespaceSelector.matchExpressions[]
  {"key", 1, true}, {"operator", 287, true}, {"values", 9},
    // 602 DeviceMapping/v1alpha1.spec.rewrites[].namespaceSelector
  {"matchExpressions", 601}, {"matchLabels", 5},
    // 604 DeviceMapping/v1alpha1.spec.rewrites[].parameters[]
  {"annotation", 1}, {"capacity", 1}, {"resource", 1}, {"selector", 1}, {"type", 603, true},
  {"unit", 1},
    // 607 DeviceMapping/v1alpha1.spec.rewrites[].request.exactly.capacity
  {"requests", 19},
    // 608 DeviceMapping/v1alpha1.spec.rewrites[].request.exactly.selectors[].cel
  {"expression", 1, true},
    // 609 DeviceMapping/v1alpha1.spec.rewrites[].request.exactly.selectors[]
  {"cel", 608, true},
    // 613 DeviceMapping/v1alpha1.spec.rewrites[].request.exactly.tolerations[]
  {"effect", 611}, {"key", 1}, {"operator", 612}, {"tolerationSeconds", 3}, {"value", 1},
    // 615 DeviceMapping/v1alpha1.spec.rewrites[].request.exactly
  {"allocationMode", 606}, {"capacity", 607}, {"deviceClassName", 1, true}, {"selectors", 610},
  {"tolerations", 614},
    // 616 DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[].capacity
  {"requests", 19},
    // 617 DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[].selectors[].cel
  {"expression", 1, true},
    // 618 DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[].selectors[]
  {"cel", 617, true},
    // 620 DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[].tolerations[]
  {"effect", 611}, {"key", 1}, {"operator", 612}, {"tolerationSeconds", 3}, {"value", 1},
    // 622 DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[]
  {"allocationMode", 606}, {"capacity", 616}, {"deviceClassName", 1, true}, {"name", 1},
  {"selectors", 619}, {"tolerations", 621},
    // 624 DeviceMapping/v1alpha1.spec.rewrites[].request
  {"exactly", 615}, {"firstAvailable", 623},
    // 625 DeviceMapping/v1alpha1.spec.rewrites[]
  {"action", 599}, {"namespaceSelector", 602}, {"parameters", 605}, {"request", 624, true},
  {"resource", 1, true},
    // 627 DeviceMapping/v1alpha1.spec
  {"charge", 591}, {"claimGroup", 1}, {"config", 594}, {"constraints", 597},
  {"deviceClassNames", 9}, {"logicalResource", 1, true}, {"mixedNodes", 598}, {"rewrites", 626},
    // 629 DeviceMapping/v1alpha1.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 628, true}, {"type", 1, true},
    // 631 DeviceMapping/v1alpha1.status
  {"conditions", 630}, {"observedGeneration", 3},
    // 632 DeviceMapping/v1alpha1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 627, true}, {"status", 631},
    // 635 DeviceQuota/v1alpha1.spec
  {"enforcement", 633}, {"excludeQueued", 7}, {"failurePolicy", 634}, {"hard", 19, true},
    // 636 DeviceQuota/v1alpha1.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 628, true}, {"type", 1, true},
    // 638 DeviceQuota/v1alpha1.status
  {"conditions", 637}, {"hard", 19}, {"holds", 9}, {"mappingHash", 1}, {"observedGeneration", 3},
  {"recounts", 3}, {"used", 19},
    // 639 DeviceQuota/v1alpha1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 635, true}, {"status", 638},
    // 640 DeviceRule/v1alpha1.spec.auditAnnotations[]
  {"key", 1, true}, {"valueExpression", 1, true},
    // 642 DeviceRule/v1alpha1.spec.matchConditions[]
  {"expression", 1, true}, {"name", 1, true},
    // 645 DeviceRule/v1alpha1.spec.matchPolicy
  {"allPods", 7}, {"podTemplates", 644},
    // 646 DeviceRule/v1alpha1.spec.matchResources.kinds[]
  {"group", 1}, {"kind", 1, true},
    // 648 DeviceRule/v1alpha1.spec.matchResources.namespaceSelector.matchExpressions[]
  {"key", 1, true}, {"operator", 287, true}, {"values", 9},
    // 650 DeviceRule/v1alpha1.spec.matchResources.namespaceSelector
  {"matchExpressions", 649}, {"matchLabels", 5},
    // 651 DeviceRule/v1alpha1.spec.matchResources.objectSelector.matchExpressions[]
  {"key", 1, true}, {"operator", 287, true}, {"values", 9},
    // 653 DeviceRule/v1alpha1.spec.matchResources.objectSelector
  {"matchExpressions", 652}, {"matchLabels", 5},
    // 656 DeviceRule/v1alpha1.spec.matchResources
  {"kinds", 647}, {"namespaceSelector", 650}, {"objectSelector", 653}, {"operations", 655},
    // 657 DeviceRule/v1alpha1.spec.paramKind
  {"apiVersion", 1, true}, {"kind", 1, true},
    // 659 DeviceRule/v1alpha1.spec.paramRef.selector.matchExpressions[]
  {"key", 1, true}, {"operator", 287, true}, {"values", 9},
    // 661 DeviceRule/v1alpha1.spec.paramRef.selector
  {"matchExpressions", 660}, {"matchLabels", 5},
    // 662 DeviceRule/v1alpha1.spec.paramRef
  {"name", 1}, {"namespace", 1}, {"parameterNotFoundAction", 658, true}, {"selector", 661},
    // 666 DeviceRule/v1alpha1.spec.validations[]
  {"expression", 1, true}, {"message", 1}, {"messageExpression", 1}, {"reason", 665},
    // 668 DeviceRule/v1alpha1.spec.variables[]
  {"expression", 1, true}, {"name", 1, true},
    // 670 DeviceRule/v1alpha1.spec
  {"auditAnnotations", 641}, {"failurePolicy", 634}, {"matchConditions", 643}, {"matchPolicy", 645},
  {"matchResources", 656}, {"paramKind", 657}, {"paramRef", 662}, {"validationActions", 664},
  {"validations", 667}, {"variables", 669},
    // 671 DeviceRule/v1alpha1.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 628, true}, {"type", 1, true},
    // 673 DeviceRule/v1alpha1.status
  {"conditions", 672}, {"observedGeneration", 3},
    // 674 DeviceRule/v1alpha1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 670, true}, {"status", 673},
    // 675 AdmissionCheck/v1beta1.spec.parameters
  {"apiGroup", 1, true}, {"kind", 1, true}, {"name", 1, true},
    // 676 AdmissionCheck/v1beta1.spec
  {"controllerName", 1, true}, {"parameters", 675}, {"retryDelayMinutes", 3},
    // 677 AdmissionCheck/v1beta1.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 628, true}, {"type", 1, true},
    // 679 AdmissionCheck/v1beta1.status
  {"conditions", 678},
    // 680 AdmissionCheck/v1beta1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 676}, {"status", 679},
    // 681 AdmissionCheck/v1beta2.spec.parameters
  {"apiGroup", 1, true}, {"kind", 1, true}, {"name", 1, true},
    // 682 AdmissionCheck/v1beta2.spec
  {"controllerName", 1, true}, {"parameters", 681},
    // 683 AdmissionCheck/v1beta2.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 628, true}, {"type", 1, true},
    // 685 AdmissionCheck/v1beta2.status
  {"conditions", 684},
    // 686 AdmissionCheck/v1beta2
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 682}, {"status", 685},
    // 687 ClusterQueue/v1beta1.spec.admissionChecksStrategy.admissionChecks[]
  {"name", 1, true}, {"onFlavors", 9},
    // 689 ClusterQueue/v1beta1.spec.admissionChecksStrategy
  {"admissionChecks", 688},
    // 690 ClusterQueue/v1beta1.spec.admissionScope
  {"admissionMode", 1, true},
    // 691 ClusterQueue/v1beta1.spec.fairSharing
  {"weight", 18},
    // 695 ClusterQueue/v1beta1.spec.flavorFungibility
  {"preference", 692}, {"whenCanBorrow", 693}, {"whenCanPreempt", 694},
    // 696 ClusterQueue/v1beta1.spec.namespaceSelector.matchExpressions[]
  {"key", 1, true}, {"operator", 1, true}, {"values", 9},
    // 698 ClusterQueue/v1beta1.spec.namespaceSelector
  {"matchExpressions", 697}, {"matchLabels", 5},
    // 700 ClusterQueue/v1beta1.spec.preemption.borrowWithinCohort
  {"maxPriorityThreshold", 43}, {"policy", 699},
    // 703 ClusterQueue/v1beta1.spec.preemption
  {"borrowWithinCohort", 700}, {"reclaimWithinCohort", 701}, {"withinClusterQueue", 702},
    // 705 ClusterQueue/v1beta1.spec.resourceGroups[].flavors[].resources[]
  {"borrowingLimit", 18}, {"lendingLimit", 18}, {"name", 1, true}, {"nominalQuota", 18, true},
    // 707 ClusterQueue/v1beta1.spec.resourceGroups[].flavors[]
  {"name", 1, true}, {"resources", 706, true},
    // 709 ClusterQueue/v1beta1.spec.resourceGroups[]
  {"coveredResources", 9, true}, {"flavors", 708, true},
    // 712 ClusterQueue/v1beta1.spec
  {"admissionChecks", 9}, {"admissionChecksStrategy", 689}, {"admissionScope", 690}, {"cohort", 1},
  {"fairSharing", 691}, {"flavorFungibility", 695}, {"namespaceSelector", 698}, {"preemption", 703},
  {"queueingStrategy", 704}, {"resourceGroups", 710}, {"stopPolicy", 711},
    // 713 ClusterQueue/v1beta1.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 628, true}, {"type", 1, true},
    // 715 ClusterQueue/v1beta1.status.fairSharing.admissionFairSharingStatus
  {"consumedResources", 19, true}, {"lastUpdate", 4, true},
    // 716 ClusterQueue/v1beta1.status.fairSharing
  {"admissionFairSharingStatus", 715}, {"weightedShare", 3, true},
    // 717 ClusterQueue/v1beta1.status.flavorsReservation[].resources[]
  {"borrowed", 18}, {"name", 1, true}, {"total", 18},
    // 719 ClusterQueue/v1beta1.status.flavorsReservation[]
  {"name", 1, true}, {"resources", 718, true},
    // 721 ClusterQueue/v1beta1.status.flavorsUsage[].resources[]
  {"borrowed", 18}, {"name", 1, true}, {"total", 18},
    // 723 ClusterQueue/v1beta1.status.flavorsUsage[]
  {"name", 1, true}, {"resources", 722, true},
    // 725 ClusterQueue/v1beta1.status.pendingWorkloadsStatus.clusterQueuePendingWorkload[]
  {"name", 1, true}, {"namespace", 1, true},
    // 727 ClusterQueue/v1beta1.status.pendingWorkloadsStatus
  {"clusterQueuePendingWorkload", 726}, {"lastChangeTime", 4, true},
    // 728 ClusterQueue/v1beta1.status
  {"admittedWorkloads", 43}, {"conditions", 714}, {"fairSharing", 716}, {"flavorsReservation", 720},
  {"flavorsUsage", 724}, {"pendingWorkloads", 43}, {"pendingWorkloadsStatus", 727},
  {"reservingWorkloads", 43},
    // 729 ClusterQueue/v1beta1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 712}, {"status", 728},
    // 730 ClusterQueue/v1beta2.spec.admissionChecksStrategy.admissionChecks[]
  {"name", 1, true}, {"onFlavors", 9},
    // 732 ClusterQueue/v1beta2.spec.admissionChecksStrategy
  {"admissionChecks", 731, true},
    // 734 ClusterQueue/v1beta2.spec.admissionScope
  {"admissionMode", 733, true},
    // 735 ClusterQueue/v1beta2.spec.concurrentAdmissionPolicy.migration.constraints
  {"lastAcceptableFlavorName", 1},
    // 737 ClusterQueue/v1beta2.spec.concurrentAdmissionPolicy.migration
  {"constraints", 735}, {"mode", 736, true},
    // 738 ClusterQueue/v1beta2.spec.concurrentAdmissionPolicy
  {"migration", 737, true},
    // 739 ClusterQueue/v1beta2.spec.fairSharing
  {"weight", 18},
    // 741 ClusterQueue/v1beta2.spec.flavorFungibility
  {"preference", 692}, {"whenCanBorrow", 740}, {"whenCanPreempt", 740},
    // 742 ClusterQueue/v1beta2.spec.namespaceSelector.matchExpressions[]
  {"key", 1, true}, {"operator", 1, true}, {"values", 9},
    // 744 ClusterQueue/v1beta2.spec.namespaceSelector
  {"matchExpressions", 743}, {"matchLabels", 5},
    // 745 ClusterQueue/v1beta2.spec.preemption.borrowWithinCohort
  {"maxPriorityThreshold", 43}, {"policy", 699},
    // 746 ClusterQueue/v1beta2.spec.preemption
  {"borrowWithinCohort", 745}, {"reclaimWithinCohort", 701}, {"withinClusterQueue", 702},
    // 747 ClusterQueue/v1beta2.spec.resourceGroups[].flavors[].resources[]
  {"borrowingLimit", 18}, {"lendingLimit", 18}, {"name", 1, true}, {"nominalQuota", 18, true},
    // 749 ClusterQueue/v1beta2.spec.resourceGroups[].flavors[]
  {"name", 1, true}, {"resources", 748, true},
    // 751 ClusterQueue/v1beta2.spec.resourceGroups[]
  {"coveredResources", 9, true}, {"flavors", 750, true},
    // 753 ClusterQueue/v1beta2.spec
  {"admissionChecksStrategy", 732}, {"admissionScope", 734}, {"cohortName", 1},
  {"concurrentAdmissionPolicy", 738}, {"fairSharing", 739}, {"flavorFungibility", 741},
  {"namespaceSelector", 744}, {"preemption", 746}, {"queueingStrategy", 704},
  {"resourceGroups", 752}, {"stopPolicy", 711},
    // 754 ClusterQueue/v1beta2.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 628, true}, {"type", 1, true},
    // 756 ClusterQueue/v1beta2.status.fairSharing
  {"weightedShare", 3, true},
    // 757 ClusterQueue/v1beta2.status.flavorsReservation[].resources[]
  {"borrowed", 18}, {"name", 1, true}, {"total", 18},
    // 759 ClusterQueue/v1beta2.status.flavorsReservation[]
  {"name", 1, true}, {"resources", 758, true},
    // 761 ClusterQueue/v1beta2.status.flavorsUsage[].resources[]
  {"borrowed", 18}, {"name", 1, true}, {"total", 18},
    // 763 ClusterQueue/v1beta2.status.flavorsUsage[]
  {"name", 1, true}, {"resources", 762, true},
    // 765 ClusterQueue/v1beta2.status
  {"admittedWorkloads", 43}, {"conditions", 755}, {"fairSharing", 756}, {"flavorsReservation", 760},
  {"flavorsUsage", 764}, {"pendingWorkloads", 43}, {"reservingWorkloads", 43},
    // 766 ClusterQueue/v1beta2
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 753}, {"status", 765},
    // 767 Cohort/v1beta1.spec.fairSharing
  {"weight", 18},
    // 768 Cohort/v1beta1.spec.resourceGroups[].flavors[].resources[]
  {"borrowingLimit", 18}, {"lendingLimit", 18}, {"name", 1, true}, {"nominalQuota", 18, true},
    // 770 Cohort/v1beta1.spec.resourceGroups[].flavors[]
  {"name", 1, true}, {"resources", 769, true},
    // 772 Cohort/v1beta1.spec.resourceGroups[]
  {"coveredResources", 9, true}, {"flavors", 771, true},
    // 774 Cohort/v1beta1.spec
  {"fairSharing", 767}, {"parentName", 1}, {"resourceGroups", 773},
    // 775 Cohort/v1beta1.status.fairSharing.admissionFairSharingStatus
  {"consumedResources", 19, true}, {"lastUpdate", 4, true},
    // 776 Cohort/v1beta1.status.fairSharing
  {"admissionFairSharingStatus", 775}, {"weightedShare", 3, true},
    // 777 Cohort/v1beta1.status
  {"fairSharing", 776},
    // 778 Cohort/v1beta1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 774}, {"status", 777},
    // 779 Cohort/v1beta2.spec.fairSharing
  {"weight", 18},
    // 780 Cohort/v1beta2.spec.resourceGroups[].flavors[].resources[]
  {"borrowingLimit", 18}, {"lendingLimit", 18}, {"name", 1, true}, {"nominalQuota", 18, true},
    // 782 Cohort/v1beta2.spec.resourceGroups[].flavors[]
  {"name", 1, true}, {"resources", 781, true},
    // 784 Cohort/v1beta2.spec.resourceGroups[]
  {"coveredResources", 9, true}, {"flavors", 783, true},
    // 786 Cohort/v1beta2.spec
  {"fairSharing", 779}, {"parentName", 1}, {"resourceGroups", 785},
    // 787 Cohort/v1beta2.status.fairSharing
  {"weightedShare", 3, true},
    // 788 Cohort/v1beta2.status
  {"fairSharing", 787},
    // 789 Cohort/v1beta2
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 786}, {"status", 788},
    // 791 Configuration/v1beta1.admissionFairSharing
  {"resourceWeights", 790}, {"usageHalfLifeTime", 235}, {"usageSamplingInterval", 235},
    // 792 Configuration/v1beta1.clientConnection
  {"burst", 235}, {"qps", 235},
    // 793 Configuration/v1beta1.controller
  {"cacheSyncTimeout", 235}, {"groupKindConcurrency", 790},
    // 795 Configuration/v1beta1.fairSharing
  {"enable", 235}, {"preemptionStrategies", 794},
    // 796 Configuration/v1beta1.health
  {"healthProbeBindAddress", 235}, {"livenessEndpointName", 235}, {"readinessEndpointName", 235},
    // 797 Configuration/v1beta1.integrations.podOptions.namespaceSelector.matchExpressions[]
  {"key", 235}, {"operator", 235}, {"values", 794},
    // 799 Configuration/v1beta1.integrations.podOptions.namespaceSelector
  {"matchExpressions", 798}, {"matchLabels", 790},
    // 800 Configuration/v1beta1.integrations.podOptions.podSelector.matchExpressions[]
  {"key", 235}, {"operator", 235}, {"values", 794},
    // 802 Configuration/v1beta1.integrations.podOptions.podSelector
  {"matchExpressions", 801}, {"matchLabels", 790},
    // 803 Configuration/v1beta1.integrations.podOptions
  {"namespaceSelector", 799}, {"podSelector", 802},
    // 804 Configuration/v1beta1.integrations
  {"externalFrameworks", 794}, {"frameworks", 794}, {"labelKeysToCopy", 794}, {"podOptions", 803},
    // 805 Configuration/v1beta1.internalCertManagement
  {"enable", 235}, {"webhookSecretName", 235}, {"webhookServiceName", 235},
    // 806 Configuration/v1beta1.leaderElection
  {"leaderElect", 235}, {"leaseDuration", 235}, {"renewDeadline", 235}, {"resourceLock", 235},
  {"resourceName", 235}, {"resourceNamespace", 235}, {"retryPeriod", 235},
    // 807 Configuration/v1beta1.managedJobsNamespaceSelector.matchExpressions[]
  {"key", 235}, {"operator", 235}, {"values", 794},
    // 809 Configuration/v1beta1.managedJobsNamespaceSelector
  {"matchExpressions", 808}, {"matchLabels", 790},
    // 810 Configuration/v1beta1.metrics.customLabels[]
  {"name", 235}, {"sourceAnnotationKey", 235}, {"sourceLabelKey", 235},
    // 812 Configuration/v1beta1.metrics.localQueueMetrics.localQueueSelector.matchExpressions[]
  {"key", 235}, {"operator", 235}, {"values", 794},
    // 814 Configuration/v1beta1.metrics.localQueueMetrics.localQueueSelector
  {"matchExpressions", 813}, {"matchLabels", 790},
    // 815 Configuration/v1beta1.metrics.localQueueMetrics
  {"enable", 235}, {"localQueueSelector", 814},
    // 816 Configuration/v1beta1.metrics
  {"bindAddress", 235}, {"customLabels", 811}, {"enableClusterQueueResources", 235},
  {"localQueueMetrics", 815},
    // 817 Configuration/v1beta1.multiKueue.externalFrameworks[]
  {"name", 235},
    // 819 Configuration/v1beta1.multiKueue
  {"dispatcherName", 235}, {"externalFrameworks", 818}, {"gcInterval", 235}, {"origin", 235},
  {"workerLostTimeout", 235},
    // 820 Configuration/v1beta1.objectRetentionPolicies.workloads
  {"afterDeactivatedByKueue", 235}, {"afterFinished", 235},
    // 821 Configuration/v1beta1.objectRetentionPolicies
  {"workloads", 820},
    // 822 Configuration/v1beta1.queueVisibility.clusterQueues
  {"maxCount", 235},
    // 823 Configuration/v1beta1.queueVisibility
  {"clusterQueues", 822}, {"updateIntervalSeconds", 235},
    // 824 Configuration/v1beta1.resources.deviceClassMappings[]
  {"deviceClassNames", 794}, {"name", 235},
    // 826 Configuration/v1beta1.resources.transformations[]
  {"input", 235}, {"multiplyBy", 235}, {"outputs", 790}, {"strategy", 235},
    // 828 Configuration/v1beta1.resources
  {"deviceClassMappings", 825}, {"excludeResourcePrefixes", 794}, {"transformations", 827},
    // 829 Configuration/v1beta1.tls
  {"cipherSuites", 794}, {"curvePreferences", 794}, {"minVersion", 235},
    // 830 Configuration/v1beta1.waitForPodsReady.requeuingStrategy
  {"backoffBaseSeconds", 235}, {"backoffLimitCount", 235}, {"backoffMaxSeconds", 235},
  {"timestamp", 235},
    // 831 Configuration/v1beta1.waitForPodsReady
  {"blockAdmission", 235}, {"enable", 235}, {"recoveryTimeout", 235}, {"requeuingStrategy", 830},
  {"timeout", 235},
    // 832 Configuration/v1beta1.webhook
  {"certDir", 235}, {"host", 235}, {"port", 235},
    // 833 Configuration/v1beta1
  {"admissionFairSharing", 791}, {"apiVersion", 235}, {"clientConnection", 792},
  {"controller", 793}, {"fairSharing", 795}, {"featureGates", 790}, {"health", 796},
  {"integrations", 804}, {"internalCertManagement", 805}, {"kind", 235}, {"leaderElection", 806},
  {"manageJobsWithoutQueueName", 235}, {"managedJobsNamespaceSelector", 809}, {"metrics", 816},
  {"multiKueue", 819}, {"namespace", 235}, {"objectRetentionPolicies", 821},
  {"pprofBindAddress", 235}, {"queueVisibility", 823}, {"resources", 828}, {"tls", 829},
  {"waitForPodsReady", 831}, {"webhook", 832},
    // 834 Configuration/v1beta2.admissionFairSharing
  {"resourceWeights", 790}, {"usageHalfLifeTime", 235}, {"usageSamplingInterval", 235},
    // 835 Configuration/v1beta2.clientConnection
  {"burst", 235}, {"qps", 235},
    // 836 Configuration/v1beta2.controller
  {"cacheSyncTimeout", 235}, {"groupKindConcurrency", 790},
    // 837 Configuration/v1beta2.fairSharing
  {"preemptionStrategies", 794},
    // 838 Configuration/v1beta2.health
  {"healthProbeBindAddress", 235}, {"livenessEndpointName", 235}, {"readinessEndpointName", 235},
    // 839 Configuration/v1beta2.integrations
  {"externalFrameworks", 794}, {"frameworks", 794}, {"labelKeysToCopy", 794},
    // 840 Configuration/v1beta2.internalCertManagement
  {"enable", 235}, {"webhookSecretName", 235}, {"webhookServiceName", 235},
    // 841 Configuration/v1beta2.leaderElection
  {"leaderElect", 235}, {"leaseDuration", 235}, {"renewDeadline", 235}, {"resourceLock", 235},
  {"resourceName", 235}, {"resourceNamespace", 235}, {"retryPeriod", 235},
    // 842 Configuration/v1beta2.managedJobsNamespaceSelector.matchExpressions[]
  {"key", 235}, {"operator", 235}, {"values", 794},
    // 844 Configuration/v1beta2.managedJobsNamespaceSelector
  {"matchExpressions", 843}, {"matchLabels", 790},
    // 845 Configuration/v1beta2.metrics.customLabels[]
  {"name", 235}, {"sourceAnnotationKey", 235}, {"sourceKind", 235}, {"sourceLabelKey", 235},
  {"trackedValues", 794},
    // 847 Configuration/v1beta2.metrics.localQueueMetrics.localQueueSelector.matchExpressions[]
  {"key", 235}, {"operator", 235}, {"values", 794},
    // 849 Configuration/v1beta2.metrics.localQueueMetrics.localQueueSelector
  {"matchExpressions", 848}, {"matchLabels", 790},
    // 850 Configuration/v1beta2.metrics.localQueueMetrics
  {"enable", 235}, {"localQueueSelector", 849},
    // 851 Configuration/v1beta2.metrics
  {"bindAddress", 235}, {"customLabels", 846}, {"enableClusterQueueResources", 235},
  {"localQueueMetrics", 850},
    // 852 Configuration/v1beta2.multiKueue.clusterProfile.accessProviders[].execConfig.env[]
  {"name", 235}, {"value", 235},
    // 854 Configuration/v1beta2.multiKueue.clusterProfile.accessProviders[].execConfig
  {"apiVersion", 235}, {"args", 794}, {"command", 235}, {"env", 853}, {"installHint", 235},
  {"interactiveMode", 235}, {"provideClusterInfo", 235},
    // 855 Configuration/v1beta2.multiKueue.clusterProfile.accessProviders[]
  {"execConfig", 854}, {"name", 235},
    // 857 Configuration/v1beta2.multiKueue.clusterProfile.credentialsProviders[].execConfig.env[]
  {"name", 235}, {"value", 235},
    // 859 Configuration/v1beta2.multiKueue.clusterProfile.credentialsProviders[].execConfig
  {"apiVersion", 235}, {"args", 794}, {"command", 235}, {"env", 858}, {"installHint", 235},
  {"interactiveMode", 235}, {"provideClusterInfo", 235},
    // 860 Configuration/v1beta2.multiKueue.clusterProfile.credentialsProviders[]
  {"execConfig", 859}, {"name", 235},
    // 862 Configuration/v1beta2.multiKueue.clusterProfile
  {"accessProviders", 856}, {"credentialsProviders", 861},
    // 863 Configuration/v1beta2.multiKueue.externalFrameworks[]
  {"name", 235},
    // 865 Configuration/v1beta2.multiKueue.incrementalDispatcherConfig
  {"stepSize", 235},
    // 866 Configuration/v1beta2.multiKueue
  {"clusterProfile", 862}, {"dispatcherName", 235}, {"externalFrameworks", 864},
  {"gcInterval", 235}, {"incrementalDispatcherConfig", 865}, {"origin", 235},
  {"workerLostTimeout", 235},
    // 867 Configuration/v1beta2.objectRetentionPolicies.workloads
  {"afterDeactivatedByKueue", 235}, {"afterFinished", 235},
    // 868 Configuration/v1beta2.objectRetentionPolicies
  {"workloads", 867},
    // 869 Configuration/v1beta2.resources.deviceClassMappings[].sources[].capacity.deviceSelector.cel
  {"expression", 235},
    // 870 Configuration/v1beta2.resources.deviceClassMappings[].sources[].capacity.deviceSelector
  {"cel", 869},
    // 871 Configuration/v1beta2.resources.deviceClassMappings[].sources[].capacity
  {"deviceSelector", 870}, {"driver", 235}, {"name", 235},
    // 872 Configuration/v1beta2.resources.deviceClassMappings[].sources[].counter.deviceSelector.cel
  {"expression", 235},
    // 873 Configuration/v1beta2.resources.deviceClassMappings[].sources[].counter.deviceSelector
  {"cel", 872},
    // 874 Configuration/v1beta2.resources.deviceClassMappings[].sources[].counter
  {"deviceSelector", 873}, {"driver", 235}, {"name", 235},
    // 875 Configuration/v1beta2.resources.deviceClassMappings[].sources[]
  {"capacity", 871}, {"counter", 874},
    // 877 Configuration/v1beta2.resources.deviceClassMappings[]
  {"deviceClassNames", 794}, {"name", 235}, {"sources", 876},
    // 879 Configuration/v1beta2.resources.transformations[]
  {"input", 235}, {"multiplyBy", 235}, {"outputs", 790}, {"strategy", 235},
    // 881 Configuration/v1beta2.resources
  {"deviceClassMappings", 878}, {"excludeResourcePrefixes", 794}, {"quotaCheckStrategy", 235},
  {"transformations", 880},
    // 882 Configuration/v1beta2.tls
  {"cipherSuites", 794}, {"curvePreferences", 794}, {"minVersion", 235},
    // 883 Configuration/v1beta2.visibilityServer
  {"bindAddress", 235}, {"bindPort", 235},
    // 884 Configuration/v1beta2.waitForPodsReady.requeuingStrategy
  {"backoffBaseSeconds", 235}, {"backoffLimitCount", 235}, {"backoffMaxSeconds", 235},
  {"timestamp", 235},
    // 885 Configuration/v1beta2.waitForPodsReady
  {"blockAdmission", 235}, {"recoveryTimeout", 235}, {"requeuingStrategy", 884}, {"timeout", 235},
    // 886 Configuration/v1beta2.webhook
  {"certDir", 235}, {"host", 235}, {"port", 235},
    // 887 Configuration/v1beta2
  {"admissionFairSharing", 834}, {"apiVersion", 235}, {"clientConnection", 835},
  {"controller", 836}, {"fairSharing", 837}, {"featureGates", 790}, {"health", 838},
  {"integrations", 839}, {"internalCertManagement", 840}, {"kind", 235}, {"leaderElection", 841},
  {"manageJobsWithoutQueueName", 235}, {"managedJobsNamespaceSelector", 844}, {"metrics", 851},
  {"multiKueue", 866}, {"namespace", 235}, {"objectRetentionPolicies", 868},
  {"pprofBindAddress", 235}, {"resources", 881}, {"tls", 882}, {"visibilityServer", 883},
  {"waitForPodsReady", 885}, {"webhook", 886},
    // 888 LocalQueue/v1beta1.spec.fairSharing
  {"weight", 18},
    // 889 LocalQueue/v1beta1.spec
  {"clusterQueue", 1}, {"fairSharing", 888}, {"stopPolicy", 711},
    // 890 LocalQueue/v1beta1.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 628, true}, {"type", 1, true},
    // 892 LocalQueue/v1beta1.status.fairSharing.admissionFairSharingStatus
  {"consumedResources", 19, true}, {"lastUpdate", 4, true},
    // 893 LocalQueue/v1beta1.status.fairSharing
  {"admissionFairSharingStatus", 892}, {"weightedShare", 3, true},
    // 894 LocalQueue/v1beta1.status.flavorUsage[].resources[]
  {"name", 1, true}, {"total", 18},
    // 896 LocalQueue/v1beta1.status.flavorUsage[]
  {"name", 1, true}, {"resources", 895, true},
    // 898 LocalQueue/v1beta1.status.flavors[].nodeTaints[]
  {"effect", 1, true}, {"key", 1, true}, {"timeAdded", 4}, {"value", 1},
    // 900 LocalQueue/v1beta1.status.flavors[].topology
  {"levels", 9, true}, {"name", 1, true},
    // 901 LocalQueue/v1beta1.status.flavors[]
  {"name", 1, true}, {"nodeLabels", 5}, {"nodeTaints", 899}, {"resources", 9}, {"topology", 900},
    // 903 LocalQueue/v1beta1.status.flavorsReservation[].resources[]
  {"name", 1, true}, {"total", 18},
    // 905 LocalQueue/v1beta1.status.flavorsReservation[]
  {"name", 1, true}, {"resources", 904, true},
    // 907 LocalQueue/v1beta1.status
  {"admittedWorkloads", 43}, {"conditions", 891}, {"fairSharing", 893}, {"flavorUsage", 897},
  {"flavors", 902}, {"flavorsReservation", 906}, {"pendingWorkloads", 43},
  {"reservingWorkloads", 43},
    // 908 LocalQueue/v1beta1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 889}, {"status", 907},
    // 909 LocalQueue/v1beta2.spec.fairSharing
  {"weight", 18},
    // 910 LocalQueue/v1beta2.spec
  {"clusterQueue", 1}, {"fairSharing", 909}, {"stopPolicy", 711},
    // 911 LocalQueue/v1beta2.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 628, true}, {"type", 1, true},
    // 913 LocalQueue/v1beta2.status.fairSharing.admissionFairSharingStatus
  {"consumedResources", 19, true}, {"lastUpdate", 4, true},
    // 914 LocalQueue/v1beta2.status.fairSharing
  {"admissionFairSharingStatus", 913}, {"weightedShare", 3, true},
    // 915 LocalQueue/v1beta2.status.flavorsReservation[].resources[]
  {"name", 1, true}, {"total", 18},
    // 917 LocalQueue/v1beta2.status.flavorsReservation[]
  {"name", 1, true}, {"resources", 916, true},
    // 919 LocalQueue/v1beta2.status.flavorsUsage[].resources[]
  {"name", 1, true}, {"total", 18},
    // 921 LocalQueue/v1beta2.status.flavorsUsage[]
  {"name", 1, true}, {"resources", 920, true},
    // 923 LocalQueue/v1beta2.status
  {"admittedWorkloads", 43}, {"conditions", 912}, {"fairSharing", 914}, {"flavorsReservation", 918},
  {"flavorsUsage", 922}, {"pendingWorkloads", 43}, {"reservingWorkloads", 43},
    // 924 LocalQueue/v1beta2
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 910}, {"status", 923},
    // 925 MultiKueueCluster/v1beta1.spec.clusterProfileRef
  {"name", 1, true},
    // 927 MultiKueueCluster/v1beta1.spec.kubeConfig
  {"location", 1, true}, {"locationType", 926},
    // 928 MultiKueueCluster/v1beta1.spec
  {"clusterProfileRef", 925}, {"kubeConfig", 927, true},
    // 929 MultiKueueCluster/v1beta1.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 628, true}, {"type", 1, true},
    // 931 MultiKueueCluster/v1beta1.status
  {"conditions", 930},
    // 932 MultiKueueCluster/v1beta1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 928}, {"status", 931},
    // 933 MultiKueueCluster/v1beta2.spec.clusterSource.clusterProfileRef
  {"name", 1, true},
    // 934 MultiKueueCluster/v1beta2.spec.clusterSource.kubeConfig
  {"location", 1, true}, {"locationType", 926},
    // 935 MultiKueueCluster/v1beta2.spec.clusterSource
  {"clusterProfileRef", 933}, {"kubeConfig", 934},
    // 936 MultiKueueCluster/v1beta2.spec
  {"clusterSource", 935, true},
    // 937 MultiKueueCluster/v1beta2.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 628, true}, {"type", 1, true},
    // 939 MultiKueueCluster/v1beta2.status
  {"conditions", 938},
    // 940 MultiKueueCluster/v1beta2
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 936}, {"status", 939},
    // 941 MultiKueueConfig/v1beta1.spec
  {"clusters", 9, true},
    // 942 MultiKueueConfig/v1beta1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 941},
    // 944 MultiKueueConfig/v1beta2.spec
  {"clusters", 9, true}, {"quotaManagement", 943},
    // 945 MultiKueueConfig/v1beta2
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 944},
    // 947 ProvisioningRequestConfig/v1beta1.spec.podSetUpdates.nodeSelector[]
  {"key", 1, true}, {"valueFromProvisioningClassDetail", 1, true},
    // 949 ProvisioningRequestConfig/v1beta1.spec.podSetUpdates
  {"nodeSelector", 948},
    // 950 ProvisioningRequestConfig/v1beta1.spec.retryStrategy
  {"backoffBaseSeconds", 43}, {"backoffLimitCount", 43}, {"backoffMaxSeconds", 43},
    // 951 ProvisioningRequestConfig/v1beta1.spec
  {"managedResources", 9}, {"parameters", 5}, {"podSetMergePolicy", 946}, {"podSetUpdates", 949},
  {"provisioningClassName", 1, true}, {"retryStrategy", 950},
    // 952 ProvisioningRequestConfig/v1beta1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 951},
    // 953 ProvisioningRequestConfig/v1beta2.spec.podSetUpdates.nodeSelector[]
  {"key", 1, true}, {"valueFromProvisioningClassDetail", 1, true},
    // 955 ProvisioningRequestConfig/v1beta2.spec.podSetUpdates
  {"nodeSelector", 954},
    // 956 ProvisioningRequestConfig/v1beta2.spec.retryStrategy
  {"backoffBaseSeconds", 43}, {"backoffLimitCount", 43}, {"backoffMaxSeconds", 43},
    // 957 ProvisioningRequestConfig/v1beta2.spec
  {"managedResources", 9}, {"parameters", 5}, {"podSetMergePolicy", 946}, {"podSetUpdates", 955},
  {"provisioningClassName", 1, true}, {"retryStrategy", 956},
    // 958 ProvisioningRequestConfig/v1beta2
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 957},
    // 959 ResourceFlavor/v1beta1.spec.nodeTaints[]
  {"effect", 1, true}, {"key", 1, true}, {"timeAdded", 4}, {"value", 1},
    // 961 ResourceFlavor/v1beta1.spec.tolerations[]
  {"effect", 1}, {"key", 1}, {"operator", 1}, {"tolerationSeconds", 3}, {"value", 1},
    // 963 ResourceFlavor/v1beta1.spec
  {"nodeLabels", 5}, {"nodeTaints", 960}, {"tolerations", 962}, {"topologyName", 1},
    // 964 ResourceFlavor/v1beta1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 963},
    // 965 ResourceFlavor/v1beta2.spec.nodeTaints[]
  {"effect", 1, true}, {"key", 1, true}, {"timeAdded", 4}, {"value", 1},
    // 967 ResourceFlavor/v1beta2.spec.tolerations[]
  {"effect", 1}, {"key", 1}, {"operator", 1}, {"tolerationSeconds", 3}, {"value", 1},
    // 969 ResourceFlavor/v1beta2.spec
  {"nodeLabels", 5}, {"nodeTaints", 966}, {"tolerations", 968}, {"topologyName", 1},
    // 970 ResourceFlavor/v1beta2
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 969},
    // 971 Topology/v1beta1.spec.levels[]
  {"nodeLabel", 1, true},
    // 973 Topology/v1beta1.spec
  {"levels", 972, true},
    // 974 Topology/v1beta1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 973},
    // 975 Topology/v1beta2.spec.levels[]
  {"nodeLabel", 1, true},
    // 977 Topology/v1beta2.spec
  {"levels", 976, true},
    // 978 Topology/v1beta2
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 977},
    // 979 WorkloadPriorityClass/v1beta1
  {"apiVersion", 1}, {"description", 1}, {"kind", 1}, {"metadata", 2}, {"value", 43, true},
    // 980 WorkloadPriorityClass/v1beta2
  {"apiVersion", 1}, {"description", 1}, {"kind", 1}, {"metadata", 2}, {"value", 43, true},
    // 981 Workload/v1beta1.spec.podSets[].topologyRequest
  {"podIndexLabel", 1}, {"podSetGroupName", 1}, {"podSetSliceRequiredTopology", 1},
  {"podSetSliceSize", 43}, {"preferred", 1}, {"required", 1}, {"subGroupCount", 43},
  {"subGroupIndexLabel", 1}, {"unconstrained", 7},
    // 982 Workload/v1beta1.spec.podSets[]
  {"count", 43}, {"minCount", 43}, {"name", 1}, {"template", 275, true}, {"topologyRequest", 981},
    // 985 Workload/v1beta1.spec
  {"active", 7}, {"maximumExecutionTimeSeconds", 43}, {"podSets", 983, true}, {"priority", 43},
  {"priorityClassName", 1}, {"priorityClassSource", 984}, {"queueName", 1},
    // 986 Workload/v1beta1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 985}, {"status", 11},
    // 987 Workload/v1beta2.spec.podSets[].topologyRequest.podsetSliceRequiredTopologyConstraints[]
  {"size", 43, true}, {"topology", 1, true},
    // 989 Workload/v1beta2.spec.podSets[].topologyRequest
  {"podIndexLabel", 1}, {"podSetGroupName", 1}, {"podSetSliceRequiredTopology", 1},
  {"podSetSliceSize", 43}, {"podsetSliceRequiredTopologyConstraints", 988}, {"preferred", 1},
  {"required", 1}, {"subGroupCount", 43}, {"subGroupIndexLabel", 1}, {"unconstrained", 7},
    // 990 Workload/v1beta2.spec.podSets[]
  {"count", 43}, {"minCount", 43}, {"name", 1}, {"template", 275, true}, {"topologyRequest", 989},
    // 992 Workload/v1beta2.spec.preemptionGates[]
  {"name", 1, true},
    // 996 Workload/v1beta2.spec.priorityClassRef
  {"group", 994, true}, {"kind", 995, true}, {"name", 1, true},
    // 997 Workload/v1beta2.spec
  {"active", 7}, {"maximumExecutionTimeSeconds", 43}, {"podSets", 991}, {"preemptionGates", 993},
  {"priority", 43}, {"priorityClassRef", 996}, {"queueName", 1},
    // 998 Workload/v1beta2
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 997}, {"status", 11},
    // 1000 PodGroup/v2alpha2.spec.subGroups[].topologyConstraint
  {"preferredTopologyLevel", 1}, {"requiredTopologyLevel", 1}, {"topology", 1},
    // 1001 PodGroup/v2alpha2.spec.subGroups[]
  {"minMember", 43}, {"name", 1, true}, {"parent", 1}, {"topologyConstraint", 1000},
    // 1003 PodGroup/v2alpha2.spec.topologyConstraint
  {"preferredTopologyLevel", 1}, {"requiredTopologyLevel", 1}, {"topology", 1},
    // 1004 PodGroup/v2alpha2.spec
  {"backoffLimit", 43}, {"completions", 43}, {"markUnschedulable", 7}, {"minMember", 43},
  {"parallelism", 43}, {"preemptibility", 999}, {"priorityClassName", 1}, {"queue", 1},
  {"schedulingBackoff", 43}, {"subGroups", 1002}, {"topologyConstraint", 1003},
    // 1005 PodGroup/v2alpha2
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 1004}, {"status", 11},
    // 1007 Queue/v2.spec.resources.cpu
  {"limit", 1006}, {"overQuotaWeight", 1006}, {"quota", 1006},
    // 1008 Queue/v2.spec.resources.gpu
  {"limit", 1006}, {"overQuotaWeight", 1006}, {"quota", 1006},
    // 1009 Queue/v2.spec.resources.memory
  {"limit", 1006}, {"overQuotaWeight", 1006}, {"quota", 1006},
    // 1010 Queue/v2.spec.resources
  {"cpu", 1007}, {"gpu", 1008}, {"memory", 1009},
    // 1011 Queue/v2.spec
  {"displayName", 1}, {"parentQueue", 1}, {"preemptMinRuntime", 1}, {"priority", 3},
  {"reclaimMinRuntime", 1}, {"resources", 1010},
    // 1012 Queue/v2
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 1011}, {"status", 11},
    // 1013 PodGroup/v1alpha1.spec
  {"minMember", 43}, {"minResources", 19}, {"scheduleTimeoutSeconds", 43},
    // 1014 PodGroup/v1alpha1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 1013}, {"status", 11},
    // 1016 Job/v1alpha1.spec.networkTopology
  {"highestTierAllowed", 3}, {"highestTierName", 1}, {"mode", 1015},
    // 1018 Job/v1alpha1.spec.policies[]
  {"action", 1}, {"event", 1}, {"events", 9}, {"exitCode", 43}, {"timeout", 1},
    // 1021 Job/v1alpha1.spec.tasks[].dependsOn
  {"iteration", 1020}, {"name", 9},
    // 1022 Job/v1alpha1.spec.tasks[].partitionPolicy.networkTopology
  {"highestTierAllowed", 3}, {"highestTierName", 1}, {"mode", 1015},
    // 1023 Job/v1alpha1.spec.tasks[].partitionPolicy
  {"minPartitions", 43}, {"networkTopology", 1022}, {"partitionSize", 43, true},
  {"totalPartitions", 43, true},
    // 1024 Job/v1alpha1.spec.tasks[].policies[]
  {"action", 1}, {"event", 1}, {"events", 9}, {"exitCode", 43}, {"timeout", 1},
    // 1027 Job/v1alpha1.spec.tasks[]
  {"dependsOn", 1021}, {"maxRetry", 43}, {"minAvailable", 43}, {"name", 1},
  {"partitionPolicy", 1023}, {"policies", 1025}, {"replicas", 43}, {"template", 275},
  {"topologyPolicy", 1026},
    // 1029 Job/v1alpha1.spec.volumes[]
  {"mountPath", 1, true}, {"volumeClaim", 56}, {"volumeClaimName", 1},
    // 1031 Job/v1alpha1.spec
  {"maxRetry", 43}, {"minAvailable", 43}, {"minSuccess", 43}, {"networkTopology", 1016},
  {"plugins", 1017}, {"policies", 1019}, {"priorityClassName", 1}, {"queue", 1},
  {"runningEstimate", 1}, {"schedulerName", 1}, {"tasks", 1028}, {"ttlSecondsAfterFinished", 43},
  {"volumes", 1030},
    // 1032 Job/v1alpha1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 1031}, {"status", 11},
    // 1034 PodGroup/v1beta1.spec.networkTopology
  {"highestTierAllowed", 3}, {"highestTierName", 1}, {"mode", 1015},
    // 1035 PodGroup/v1beta1.spec.subGroupPolicy[].labelSelector.matchExpressions[]
  {"key", 1, true}, {"operator", 1, true}, {"values", 9},
    // 1037 PodGroup/v1beta1.spec.subGroupPolicy[].labelSelector
  {"matchExpressions", 1036}, {"matchLabels", 5},
    // 1038 PodGroup/v1beta1.spec.subGroupPolicy[].networkTopology
  {"highestTierAllowed", 3}, {"highestTierName", 1}, {"mode", 1015},
    // 1039 PodGroup/v1beta1.spec.subGroupPolicy[]
  {"labelSelector", 1037}, {"matchLabelKeys", 9}, {"minSubGroups", 43}, {"name", 1},
  {"networkTopology", 1038}, {"subGroupSize", 43},
    // 1041 PodGroup/v1beta1.spec
  {"minMember", 43}, {"minResources", 19}, {"minTaskMember", 1033}, {"networkTopology", 1034},
  {"priorityClassName", 1}, {"queue", 1}, {"subGroupPolicy", 1040},
    // 1042 PodGroup/v1beta1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 1041}, {"status", 11},
    // 1043 Queue/v1beta1.spec.affinity.nodeGroupAffinity
  {"preferredDuringSchedulingIgnoredDuringExecution", 9},
  {"requiredDuringSchedulingIgnoredDuringExecution", 9},
    // 1044 Queue/v1beta1.spec.affinity.nodeGroupAntiAffinity
  {"preferredDuringSchedulingIgnoredDuringExecution", 9},
  {"requiredDuringSchedulingIgnoredDuringExecution", 9},
    // 1045 Queue/v1beta1.spec.affinity
  {"nodeGroupAffinity", 1043}, {"nodeGroupAntiAffinity", 1044},
    // 1047 Queue/v1beta1.spec.extendClusters[]
  {"capacity", 19}, {"name", 1}, {"weight", 43},
    // 1049 Queue/v1beta1.spec.guarantee
  {"resource", 19},
    // 1050 Queue/v1beta1.spec
  {"affinity", 1045}, {"capability", 19}, {"dequeueStrategy", 1046}, {"deserved", 19},
  {"extendClusters", 1048}, {"guarantee", 1049}, {"parent", 1}, {"priority", 43},
  {"reclaimable", 7}, {"type", 1}, {"weight", 43},
    // 1051 Queue/v1beta1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 1050}, {"status", 11},
    // 1053 ComputeDomain/v1beta1.spec.channel.resourceClaimTemplate
  {"name", 1, true},
    // 1054 ComputeDomain/v1beta1.spec.channel
  {"allocationMode", 1052}, {"resourceClaimTemplate", 1053, true},
    // 1055 ComputeDomain/v1beta1.spec
  {"channel", 1054, true}, {"numNodes", 3},
    // 1057 ComputeDomain/v1beta1.status.nodes[]
  {"cliqueID", 1}, {"index", 3}, {"ipAddress", 1}, {"name", 1}, {"status", 1056},
    // 1059 ComputeDomain/v1beta1.status
  {"nodes", 1058}, {"status", 1056},
    // 1060 ComputeDomain/v1beta1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 1055}, {"status", 1059},
};

constexpr std::string_view kWords[] = {
  "Active", "Terminating",
  "NoSchedule", "PreferNoSchedule", "NoExecute",
  "Pending", "Running", "Terminated",
  "ReadWriteOnce", "ReadOnlyMany", "ReadWriteMany", "ReadWriteOncePod",
  "Block", "Filesystem",
  "Pending", "Bound", "Lost",
  "ControllerResizeInProgress", "ControllerResizeInfeasible", "NodeResizePending",
  "NodeResizeInProgress", "NodeResizeInfeasible",
  "Pending", "InProgress", "Infeasible",
  "Inaccessible", "DataLoss", "Degraded",
  "DirectoryOrCreate", "Directory", "FileOrCreate", "File", "Socket", "CharDevice", "BlockDevice",
  "None", "ReadOnly", "ReadWrite",
  "Shared", "Dedicated", "Managed",
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
  "Terminating", "NotTerminating", "BestEffort", "NotBestEffort", "PriorityClass",
  "CrossNamespacePodAffinity", "VolumeAttributesClass",
  "In", "NotIn", "Exists", "DoesNotExist",
  "ClusterIP", "NodePort", "LoadBalancer", "ExternalName",
  "ClientIP", "None",
  "Cluster", "Local",
  "IPv4", "IPv6",
  "SingleStack", "PreferDualStack", "RequireDualStack",
  "RollingUpdate", "OnDelete",
  "Recreate", "RollingUpdate",
  "OrderedReady", "Parallel",
  "RollingUpdate", "OnDelete", "Recreate",
  "Allow", "Forbid", "Replace",
  "FailJob", "FailIndex", "Ignore", "Count",
  "In", "NotIn",
  "NonIndexed", "Indexed",
  "TerminatingOrFailed", "Failed",
  "None", "NoSchedule", "NoExecute",
  "ExactCount", "All",
  "Exists", "Equal",
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
  "Forbidden", "Invalid", "RequestEntityTooLarge",
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
  "Secret", "Path",
  "Manual", "Automated",
  "IdenticalPodTemplates", "IdenticalWorkloadSchedulingRequirements",
  "kueue.x-k8s.io/workloadpriorityclass", "scheduling.k8s.io/priorityclass", "",
  "kueue.x-k8s.io", "scheduling.k8s.io",
  "WorkloadPriorityClass", "PriorityClass",
  "preemptible", "non-preemptible",
  "hard", "soft",
  "any", "all",
  "none", "best-effort", "restricted", "single-numa-node",
  "fifo", "traverse",
  "Single", "All",
  "Ready", "NotReady",
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
    {Kind::kStruct, 132, 5, "core/v1.PersistentVolumeClaim"},  // 55
    {Kind::kStruct, 137, 9, "core/v1.PersistentVolumeClaimSpec"},  // 56
    {Kind::kEnum, 8, 4, ""},  // 57
    {Kind::kList, 57, 0, ""},  // 58
    {Kind::kStruct, 146, 2, "meta/v1.LabelSelector"},  // 59
    {Kind::kStruct, 148, 3, "meta/v1.LabelSelectorRequirement"},  // 60
    {Kind::kList, 60, 0, ""},  // 61
    {Kind::kStruct, 151, 2, "core/v1.VolumeResourceRequirements"},  // 62
    {Kind::kEnum, 12, 2, ""},  // 63
    {Kind::kStruct, 153, 3, "core/v1.TypedLocalObjectReference"},  // 64
    {Kind::kStruct, 156, 4, "core/v1.TypedObjectReference"},  // 65
    {Kind::kStruct, 160, 9, "core/v1.PersistentVolumeClaimStatus"},  // 66
    {Kind::kEnum, 14, 3, ""},  // 67
    {Kind::kStruct, 169, 6, "core/v1.PersistentVolumeClaimCondition"},  // 68
    {Kind::kList, 68, 0, ""},  // 69
    {Kind::kEnum, 17, 5, ""},  // 70
    {Kind::kMap, 70, 0, ""},  // 71
    {Kind::kStruct, 175, 2, "core/v1.ModifyVolumeStatus"},  // 72
    {Kind::kEnum, 22, 3, ""},  // 73
    {Kind::kStruct, 177, 2, "core/v1.VolumeHealthStatus"},  // 74
    {Kind::kStruct, 179, 3, "core/v1.VolumeHealthCondition"},  // 75
    {Kind::kEnum, 25, 3, ""},  // 76
    {Kind::kList, 75, 0, ""},  // 77
    {Kind::kStruct, 182, 5, "core/v1.Pod"},  // 78
    {Kind::kStruct, 187, 44, "core/v1.PodSpec"},  // 79
    {Kind::kStruct, 231, 31, "core/v1.Volume"},  // 80
    {Kind::kStruct, 262, 2, "core/v1.HostPathVolumeSource"},  // 81
    {Kind::kEnum, 28, 7, ""},  // 82
    {Kind::kStruct, 264, 3, "core/v1.EmptyDirVolumeSource"},  // 83
    {Kind::kStruct, 267, 4, "core/v1.GCEPersistentDiskVolumeSource"},  // 84
    {Kind::kStruct, 271, 4, "core/v1.AWSElasticBlockStoreVolumeSource"},  // 85
    {Kind::kStruct, 275, 3, "core/v1.GitRepoVolumeSource"},  // 86
    {Kind::kStruct, 278, 5, "core/v1.SecretVolumeSource"},  // 87
    {Kind::kStruct, 283, 4, "core/v1.KeyToPath"},  // 88
    {Kind::kList, 88, 0, ""},  // 89
    {Kind::kStruct, 287, 3, "core/v1.NFSVolumeSource"},  // 90
    {Kind::kStruct, 290, 11, "core/v1.ISCSIVolumeSource"},  // 91
    {Kind::kStruct, 301, 1, "core/v1.LocalObjectReference"},  // 92
    {Kind::kStruct, 302, 3, "core/v1.GlusterfsVolumeSource"},  // 93
    {Kind::kStruct, 305, 2, "core/v1.PersistentVolumeClaimVolumeSource"},  // 94
    {Kind::kStruct, 307, 8, "core/v1.RBDVolumeSource"},  // 95
    {Kind::kStruct, 315, 5, "core/v1.FlexVolumeSource"},  // 96
    {Kind::kStruct, 320, 4, "core/v1.CinderVolumeSource"},  // 97
    {Kind::kStruct, 324, 6, "core/v1.CephFSVolumeSource"},  // 98
    {Kind::kStruct, 330, 2, "core/v1.FlockerVolumeSource"},  // 99
    {Kind::kStruct, 332, 3, "core/v1.DownwardAPIVolumeSource"},  // 100
    {Kind::kStruct, 335, 5, "core/v1.DownwardAPIVolumeFile"},  // 101
    {Kind::kStruct, 340, 2, "core/v1.ObjectFieldSelector"},  // 102
    {Kind::kStruct, 342, 3, "core/v1.ResourceFieldSelector"},  // 103
    {Kind::kList, 101, 0, ""},  // 104
    {Kind::kStruct, 345, 5, "core/v1.FCVolumeSource"},  // 105
    {Kind::kStruct, 350, 3, "core/v1.AzureFileVolumeSource"},  // 106
    {Kind::kStruct, 353, 5, "core/v1.ConfigMapVolumeSource"},  // 107
    {Kind::kStruct, 358, 4, "core/v1.VsphereVirtualDiskVolumeSource"},  // 108
    {Kind::kStruct, 362, 6, "core/v1.QuobyteVolumeSource"},  // 109
    {Kind::kStruct, 368, 6, "core/v1.AzureDiskVolumeSource"},  // 110
    {Kind::kEnum, 35, 3, ""},  // 111
    {Kind::kEnum, 38, 3, ""},  // 112
    {Kind::kStruct, 374, 2, "core/v1.PhotonPersistentDiskVolumeSource"},  // 113
    {Kind::kStruct, 376, 3, "core/v1.ProjectedVolumeSource"},  // 114
    {Kind::kStruct, 379, 6, "core/v1.VolumeProjection"},  // 115
    {Kind::kStruct, 385, 3, "core/v1.SecretProjection"},  // 116
    {Kind::kStruct, 388, 1, "core/v1.DownwardAPIProjection"},  // 117
    {Kind::kStruct, 389, 3, "core/v1.ConfigMapProjection"},  // 118
    {Kind::kStruct, 392, 4, "core/v1.ServiceAccountTokenProjection"},  // 119
    {Kind::kStruct, 396, 6, "core/v1.ClusterTrustBundleProjection"},  // 120
    {Kind::kStruct, 402, 8, "core/v1.PodCertificateProjection"},  // 121
    {Kind::kList, 115, 0, ""},  // 122
    {Kind::kStruct, 410, 3, "core/v1.PortworxVolumeSource"},  // 123
    {Kind::kStruct, 413, 10, "core/v1.ScaleIOVolumeSource"},  // 124
    {Kind::kStruct, 423, 5, "core/v1.StorageOSVolumeSource"},  // 125
    {Kind::kStruct, 428, 5, "core/v1.CSIVolumeSource"},  // 126
    {Kind::kStruct, 433, 1, "core/v1.EphemeralVolumeSource"},  // 127
    {Kind::kStruct, 434, 2, "core/v1.PersistentVolumeClaimTemplate"},  // 128
    {Kind::kStruct, 436, 2, "core/v1.ImageVolumeSource"},  // 129
    {Kind::kEnum, 41, 3, ""},  // 130
    {Kind::kList, 80, 0, "name"},  // 131
    {Kind::kStruct, 438, 25, "core/v1.Container"},  // 132
    {Kind::kStruct, 463, 5, "core/v1.ContainerPort"},  // 133
    {Kind::kEnum, 44, 3, ""},  // 134
    {Kind::kList, 133, 0, ""},  // 135
    {Kind::kStruct, 468, 3, "core/v1.EnvFromSource"},  // 136
    {Kind::kStruct, 471, 2, "core/v1.ConfigMapEnvSource"},  // 137
    {Kind::kStruct, 473, 2, "core/v1.SecretEnvSource"},  // 138
    {Kind::kList, 136, 0, ""},  // 139
    {Kind::kStruct, 475, 3, "core/v1.EnvVar"},  // 140
    {Kind::kStruct, 478, 5, "core/v1.EnvVarSource"},  // 141
    {Kind::kStruct, 483, 3, "core/v1.ConfigMapKeySelector"},  // 142
    {Kind::kStruct, 486, 3, "core/v1.SecretKeySelector"},  // 143
    {Kind::kStruct, 489, 4, "core/v1.FileKeySelector"},  // 144
    {Kind::kList, 140, 0, ""},  // 145
    {Kind::kStruct, 493, 3, "core/v1.ResourceRequirements"},  // 146
    {Kind::kStruct, 496, 2, "core/v1.ResourceClaim"},  // 147
    {Kind::kList, 147, 0, ""},  // 148
    {Kind::kStruct, 498, 2, "core/v1.ContainerResizePolicy"},  // 149
    {Kind::kList, 149, 0, ""},  // 150
    {Kind::kStruct, 500, 2, "core/v1.ContainerRestartRule"},  // 151
    {Kind::kStruct, 502, 2, "core/v1.ContainerRestartRuleOnExitCodes"},  // 152
    {Kind::kList, 43, 0, ""},  // 153
    {Kind::kList, 151, 0, ""},  // 154
    {Kind::kStruct, 504, 8, "core/v1.VolumeMount"},  // 155
    {Kind::kEnum, 47, 3, ""},  // 156
    {Kind::kList, 155, 0, ""},  // 157
    {Kind::kStruct, 512, 2, "core/v1.VolumeDevice"},  // 158
    {Kind::kList, 158, 0, ""},  // 159
    {Kind::kStruct, 514, 10, "core/v1.Probe"},  // 160
    {Kind::kStruct, 524, 1, "core/v1.ExecAction"},  // 161
    {Kind::kStruct, 525, 6, "core/v1.HTTPGetAction"},  // 162
    {Kind::kIntOrString, 0, 0, ""},  // 163
    {Kind::kEnum, 50, 2, ""},  // 164
    {Kind::kStruct, 531, 2, "core/v1.HTTPHeader"},  // 165
    {Kind::kList, 165, 0, ""},  // 166
    {Kind::kEnum, 52, 2, ""},  // 167
    {Kind::kStruct, 533, 2, "core/v1.TCPSocketAction"},  // 168
    {Kind::kStruct, 535, 3, "core/v1.GRPCAction"},  // 169
    {Kind::kEnum, 54, 2, ""},  // 170
    {Kind::kStruct, 538, 3, "core/v1.Lifecycle"},  // 171
    {Kind::kStruct, 541, 4, "core/v1.LifecycleHandler"},  // 172
    {Kind::kStruct, 545, 1, "core/v1.SleepAction"},  // 173
    {Kind::kEnum, 56, 65, ""},  // 174
    {Kind::kEnum, 121, 2, ""},  // 175
    {Kind::kStruct, 546, 12, "core/v1.SecurityContext"},  // 176
    {Kind::kStruct, 558, 2, "core/v1.Capabilities"},  // 177
    {Kind::kStruct, 560, 4, "core/v1.SELinuxOptions"},  // 178
    {Kind::kStruct, 564, 4, "core/v1.WindowsSecurityContextOptions"},  // 179
    {Kind::kEnum, 123, 2, ""},  // 180
    {Kind::kStruct, 568, 2, "core/v1.SeccompProfile"},  // 181
    {Kind::kEnum, 125, 3, ""},  // 182
    {Kind::kStruct, 570, 2, "core/v1.AppArmorProfile"},  // 183
    {Kind::kList, 132, 0, "name"},  // 184
    {Kind::kStruct, 572, 26, "core/v1.EphemeralContainer"},  // 185
    {Kind::kList, 185, 0, ""},  // 186
    {Kind::kEnum, 128, 3, ""},  // 187
    {Kind::kEnum, 131, 4, ""},  // 188
    {Kind::kStruct, 598, 13, "core/v1.PodSecurityContext"},  // 189
    {Kind::kList, 3, 0, ""},  // 190
    {Kind::kEnum, 135, 2, ""},  // 191
    {Kind::kStruct, 611, 2, "core/v1.Sysctl"},  // 192
    {Kind::kList, 192, 0, ""},  // 193
    {Kind::kEnum, 137, 2, ""},  // 194
    {Kind::kList, 92, 0, ""},  // 195
    {Kind::kStruct, 613, 3, "core/v1.Affinity"},  // 196
    {Kind::kStruct, 616, 2, "core/v1.NodeAffinity"},  // 197
    {Kind::kStruct, 618, 1, "core/v1.NodeSelector"},  // 198
    {Kind::kStruct, 619, 2, "core/v1.NodeSelectorTerm"},  // 199
    {Kind::kStruct, 621, 3, "core/v1.NodeSelectorRequirement"},  // 200
    {Kind::kEnum, 139, 6, ""},  // 201
    {Kind::kList, 200, 0, ""},  // 202
    {Kind::kList, 199, 0, ""},  // 203
    {Kind::kStruct, 624, 2, "core/v1.PreferredSchedulingTerm"},  // 204
    {Kind::kList, 204, 0, ""},  // 205
    {Kind::kStruct, 626, 2, "core/v1.PodAffinity"},  // 206
    {Kind::kStruct, 628, 6, "core/v1.PodAffinityTerm"},  // 207
    {Kind::kList, 207, 0, ""},  // 208
    {Kind::kStruct, 634, 2, "core/v1.WeightedPodAffinityTerm"},  // 209
    {Kind::kList, 209, 0, ""},  // 210
    {Kind::kStruct, 636, 2, "core/v1.PodAntiAffinity"},  // 211
    {Kind::kStruct, 638, 5, "core/v1.Toleration"},  // 212
    {Kind::kEnum, 145, 4, ""},  // 213
    {Kind::kList, 212, 0, ""},  // 214
    {Kind::kStruct, 643, 2, "core/v1.HostAlias"},  // 215
    {Kind::kList, 215, 0, ""},  // 216
    {Kind::kStruct, 645, 3, "core/v1.PodDNSConfig"},  // 217
    {Kind::kStruct, 648, 2, "core/v1.PodDNSConfigOption"},  // 218
    {Kind::kList, 218, 0, ""},  // 219
    {Kind::kStruct, 650, 1, "core/v1.PodReadinessGate"},  // 220
    {Kind::kList, 220, 0, ""},  // 221
    {Kind::kEnum, 149, 2, ""},  // 222
    {Kind::kStruct, 651, 8, "core/v1.TopologySpreadConstraint"},  // 223
    {Kind::kEnum, 151, 2, ""},  // 224
    {Kind::kEnum, 153, 2, ""},  // 225
    {Kind::kList, 223, 0, ""},  // 226
    {Kind::kStruct, 659, 1, "core/v1.PodOS"},  // 227
    {Kind::kStruct, 660, 1, "core/v1.PodSchedulingGate"},  // 228
    {Kind::kList, 228, 0, ""},  // 229
    {Kind::kStruct, 661, 3, "core/v1.PodResourceClaim"},  // 230
    {Kind::kList, 230, 0, "name"},  // 231
    {Kind::kStruct, 664, 1, "core/v1.PodSchedulingGroup"},  // 232
    {Kind::kStruct, 665, 2, "core/v1.EvictionResponder"},  // 233
    {Kind::kList, 233, 0, ""},  // 234
    {Kind::kAny, 0, 0, ""},  // 235
    {Kind::kStruct, 667, 22, "core/v1.PodStatus"},  // 236
    {Kind::kEnum, 155, 5, ""},  // 237
    {Kind::kStruct, 689, 7, "core/v1.PodCondition"},  // 238
    {Kind::kList, 238, 0, ""},  // 239
    {Kind::kStruct, 696, 1, "core/v1.HostIP"},  // 240
    {Kind::kList, 240, 0, ""},  // 241
    {Kind::kStruct, 697, 1, "core/v1.PodIP"},  // 242
    {Kind::kList, 242, 0, ""},  // 243
    {Kind::kStruct, 698, 15, "core/v1.ContainerStatus"},  // 244
    {Kind::kStruct, 713, 3, "core/v1.ContainerState"},  // 245
    {Kind::kStruct, 716, 2, "core/v1.ContainerStateWaiting"},  // 246
    {Kind::kStruct, 718, 1, "core/v1.ContainerStateRunning"},  // 247
    {Kind::kStruct, 719, 7, "core/v1.ContainerStateTerminated"},  // 248
    {Kind::kStruct, 726, 5, "core/v1.VolumeMountStatus"},  // 249
    {Kind::kStruct, 731, 1, "core/v1.VolumeStatus"},  // 250
    {Kind::kStruct, 732, 1, "core/v1.ImageVolumeStatus"},  // 251
    {Kind::kList, 249, 0, ""},  // 252
    {Kind::kStruct, 733, 1, "core/v1.ContainerUser"},  // 253
    {Kind::kStruct, 734, 3, "core/v1.LinuxContainerUser"},  // 254
    {Kind::kStruct, 737, 2, "core/v1.ResourceStatus"},  // 255
    {Kind::kStruct, 739, 3, "core/v1.ResourceHealth"},  // 256
    {Kind::kList, 256, 0, ""},  // 257
    {Kind::kList, 255, 0, ""},  // 258
    {Kind::kList, 244, 0, ""},  // 259
    {Kind::kEnum, 160, 3, ""},  // 260
    {Kind::kStruct, 742, 2, "core/v1.PodResourceClaimStatus"},  // 261
    {Kind::kList, 261, 0, ""},  // 262
    {Kind::kStruct, 744, 2, "core/v1.PodExtendedResourceClaimStatus"},  // 263
    {Kind::kStruct, 746, 3, "core/v1.ContainerExtendedResourceRequest"},  // 264
    {Kind::kList, 264, 0, ""},  // 265
    {Kind::kStruct, 749, 4, "core/v1.NodeAllocatableResourceClaimStatus"},  // 266
    {Kind::kStruct, 753, 2, "core/v1.NodeAllocatableMappedResources"},  // 267
    {Kind::kList, 267, 0, ""},  // 268
    {Kind::kStruct, 755, 3, "core/v1.NodeAllocatableOverheadResources"},  // 269
    {Kind::kList, 269, 0, ""},  // 270
    {Kind::kList, 266, 0, ""},  // 271
    {Kind::kStruct, 758, 3, "core/v1.PodVolumeHealth"},  // 272
    {Kind::kList, 272, 0, ""},  // 273
    {Kind::kStruct, 761, 4, "core/v1.PodTemplate"},  // 274
    {Kind::kStruct, 765, 2, "core/v1.PodTemplateSpec"},  // 275
    {Kind::kStruct, 767, 5, "core/v1.ReplicationController"},  // 276
    {Kind::kStruct, 772, 4, "core/v1.ReplicationControllerSpec"},  // 277
    {Kind::kStruct, 776, 6, "core/v1.ReplicationControllerStatus"},  // 278
    {Kind::kStruct, 782, 5, "core/v1.ReplicationControllerCondition"},  // 279
    {Kind::kList, 279, 0, ""},  // 280
    {Kind::kStruct, 787, 5, "core/v1.ResourceQuota"},  // 281
    {Kind::kStruct, 792, 3, "core/v1.ResourceQuotaSpec"},  // 282
    {Kind::kEnum, 163, 7, ""},  // 283
    {Kind::kList, 283, 0, ""},  // 284
    {Kind::kStruct, 795, 1, "core/v1.ScopeSelector"},  // 285
    {Kind::kStruct, 796, 3, "core/v1.ScopedResourceSelectorRequirement"},  // 286
    {Kind::kEnum, 170, 4, ""},  // 287
    {Kind::kList, 286, 0, ""},  // 288
    {Kind::kStruct, 799, 2, "core/v1.ResourceQuotaStatus"},  // 289
    {Kind::kStruct, 801, 7, "core/v1.Secret"},  // 290
    {Kind::kStruct, 808, 5, "core/v1.Service"},  // 291
    {Kind::kStruct, 813, 20, "core/v1.ServiceSpec"},  // 292
    {Kind::kStruct, 833, 6, "core/v1.ServicePort"},  // 293
    {Kind::kList, 293, 0, ""},  // 294
    {Kind::kEnum, 174, 4, ""},  // 295
    {Kind::kEnum, 178, 2, ""},  // 296
    {Kind::kEnum, 180, 2, ""},  // 297
    {Kind::kStruct, 839, 1, "core/v1.SessionAffinityConfig"},  // 298
    {Kind::kStruct, 840, 1, "core/v1.ClientIPConfig"},  // 299
    {Kind::kEnum, 182, 2, ""},  // 300
    {Kind::kList, 300, 0, ""},  // 301
    {Kind::kEnum, 184, 3, ""},  // 302
    {Kind::kStruct, 841, 2, "core/v1.ServiceStatus"},  // 303
    {Kind::kStruct, 843, 1, "core/v1.LoadBalancerStatus"},  // 304
    {Kind::kStruct, 844, 4, "core/v1.LoadBalancerIngress"},  // 305
    {Kind::kStruct, 848, 3, "core/v1.PortStatus"},  // 306
    {Kind::kList, 306, 0, ""},  // 307
    {Kind::kList, 305, 0, ""},  // 308
    {Kind::kStruct, 851, 6, "meta/v1.Condition"},  // 309
    {Kind::kList, 309, 0, ""},  // 310
    {Kind::kStruct, 857, 6, "core/v1.ServiceAccount"},  // 311
    {Kind::kStruct, 863, 7, "core/v1.ObjectReference"},  // 312
    {Kind::kList, 312, 0, ""},  // 313
    {Kind::kStruct, 870, 5, "apps/v1.DaemonSet"},  // 314
    {Kind::kStruct, 875, 5, "apps/v1.DaemonSetSpec"},  // 315
    {Kind::kStruct, 880, 2, "apps/v1.DaemonSetUpdateStrategy"},  // 316
    {Kind::kEnum, 187, 2, ""},  // 317
    {Kind::kStruct, 882, 2, "apps/v1.RollingUpdateDaemonSet"},  // 318
    {Kind::kStruct, 884, 10, "apps/v1.DaemonSetStatus"},  // 319
    {Kind::kStruct, 894, 5, "apps/v1.DaemonSetCondition"},  // 320
    {Kind::kList, 320, 0, ""},  // 321
    {Kind::kStruct, 899, 5, "apps/v1.Deployment"},  // 322
    {Kind::kStruct, 904, 8, "apps/v1.DeploymentSpec"},  // 323
    {Kind::kStruct, 912, 2, "apps/v1.DeploymentStrategy"},  // 324
    {Kind::kEnum, 189, 2, ""},  // 325
    {Kind::kStruct, 914, 2, "apps/v1.RollingUpdateDeployment"},  // 326
    {Kind::kStruct, 916, 9, "apps/v1.DeploymentStatus"},  // 327
    {Kind::kStruct, 925, 6, "apps/v1.DeploymentCondition"},  // 328
    {Kind::kList, 328, 0, ""},  // 329
    {Kind::kStruct, 931, 5, "apps/v1.ReplicaSet"},  // 330
    {Kind::kStruct, 936, 4, "apps/v1.ReplicaSetSpec"},  // 331
    {Kind::kStruct, 940, 7, "apps/v1.ReplicaSetStatus"},  // 332
    {Kind::kStruct, 947, 5, "apps/v1.ReplicaSetCondition"},  // 333
    {Kind::kList, 333, 0, ""},  // 334
    {Kind::kStruct, 952, 5, "apps/v1.StatefulSet"},  // 335
    {Kind::kStruct, 957, 11, "apps/v1.StatefulSetSpec"},  // 336
    {Kind::kList, 55, 0, ""},  // 337
    {Kind::kEnum, 191, 2, ""},  // 338
    {Kind::kStruct, 968, 2, "apps/v1.StatefulSetUpdateStrategy"},  // 339
    {Kind::kEnum, 193, 3, ""},  // 340
    {Kind::kStruct, 970, 2, "apps/v1.RollingUpdateStatefulSetStrategy"},  // 341
    {Kind::kStruct, 972, 2, "apps/v1.StatefulSetPersistentVolumeClaimRetentionPolicy"},  // 342
    {Kind::kStruct, 974, 1, "apps/v1.StatefulSetOrdinals"},  // 343
    {Kind::kStruct, 975, 10, "apps/v1.StatefulSetStatus"},  // 344
    {Kind::kStruct, 985, 5, "apps/v1.StatefulSetCondition"},  // 345
    {Kind::kList, 345, 0, ""},  // 346
    {Kind::kStruct, 990, 5, "batch/v1.CronJob"},  // 347
    {Kind::kStruct, 995, 8, "batch/v1.CronJobSpec"},  // 348
    {Kind::kEnum, 196, 3, ""},  // 349
    {Kind::kStruct, 1003, 2, "batch/v1.JobTemplateSpec"},  // 350
    {Kind::kStruct, 1005, 17, "batch/v1.JobSpec"},  // 351
    {Kind::kStruct, 1022, 1, "batch/v1.PodFailurePolicy"},  // 352
    {Kind::kStruct, 1023, 3, "batch/v1.PodFailurePolicyRule"},  // 353
    {Kind::kEnum, 199, 4, ""},  // 354
    {Kind::kStruct, 1026, 3, "batch/v1.PodFailurePolicyOnExitCodesRequirement"},  // 355
    {Kind::kEnum, 203, 2, ""},  // 356
    {Kind::kStruct, 1029, 2, "batch/v1.PodFailurePolicyOnPodConditionsPattern"},  // 357
    {Kind::kList, 357, 0, ""},  // 358
    {Kind::kList, 353, 0, ""},  // 359
    {Kind::kStruct, 1031, 1, "batch/v1.SuccessPolicy"},  // 360
    {Kind::kStruct, 1032, 2, "batch/v1.SuccessPolicyRule"},  // 361
    {Kind::kList, 361, 0, ""},  // 362
    {Kind::kEnum, 205, 2, ""},  // 363
    {Kind::kEnum, 207, 2, ""},  // 364
    {Kind::kStruct, 1034, 4, "batch/v1.JobSchedulingConfiguration"},  // 365
    {Kind::kStruct, 1038, 2, "scheduling/v1alpha3.WorkloadPodGroupSchedulingPolicy"},  // 366
    {Kind::kStruct, 1040, 0, "scheduling/v1alpha3.WorkloadPodGroupBasicSchedulingPolicy"},  // 367
    {Kind::kStruct, 1040, 1, "scheduling/v1alpha3.WorkloadPodGroupGangSchedulingPolicy"},  // 368
    {Kind::kStruct, 1041, 1, "scheduling/v1alpha3.WorkloadPodGroupSchedulingConstraints"},  // 369
    {Kind::kStruct, 1042, 1, "scheduling/v1alpha3.TopologyConstraint"},  // 370
    {Kind::kList, 370, 0, ""},  // 371
    {Kind::kStruct, 1043, 2, "scheduling/v1alpha3.WorkloadPodGroupDisruptionMode"},  // 372
    {Kind::kStruct, 1045, 0, "scheduling/v1alpha3.WorkloadPodGroupSingleDisruptionMode"},  // 373
    {Kind::kStruct, 1045, 0, "scheduling/v1alpha3.WorkloadPodGroupAllDisruptionMode"},  // 374
    {Kind::kStruct, 1045, 3, "scheduling/v1alpha3.WorkloadPodGroupResourceClaim"},  // 375
    {Kind::kList, 375, 0, ""},  // 376
    {Kind::kStruct, 1048, 3, "batch/v1.CronJobStatus"},  // 377
    {Kind::kStruct, 1051, 5, "batch/v1.Job"},  // 378
    {Kind::kStruct, 1056, 11, "batch/v1.JobStatus"},  // 379
    {Kind::kStruct, 1067, 6, "batch/v1.JobCondition"},  // 380
    {Kind::kList, 380, 0, ""},  // 381
    {Kind::kStruct, 1073, 2, "batch/v1.UncountedTerminatedPods"},  // 382
    {Kind::kStruct, 1075, 4, "resource/v1.DeviceClass"},  // 383
    {Kind::kStruct, 1079, 3, "resource/v1.DeviceClassSpec"},  // 384
    {Kind::kStruct, 1082, 1, "resource/v1.DeviceSelector"},  // 385
    {Kind::kStruct, 1083, 1, "resource/v1.CELDeviceSelector"},  // 386
    {Kind::kList, 385, 0, ""},  // 387
    {Kind::kStruct, 1084, 1, "resource/v1.DeviceClassConfiguration"},  // 388
    {Kind::kStruct, 1085, 2, "resource/v1.OpaqueDeviceConfiguration"},  // 389
    {Kind::kList, 388, 0, ""},  // 390
    {Kind::kStruct, 1087, 5, "resource/v1.DeviceTaintRule"},  // 391
    {Kind::kStruct, 1092, 2, "resource/v1.DeviceTaintRuleSpec"},  // 392
    {Kind::kStruct, 1094, 3, "resource/v1.DeviceTaintSelector"},  // 393
    {Kind::kStruct, 1097, 4, "resource/v1.DeviceTaint"},  // 394
    {Kind::kEnum, 209, 3, ""},  // 395
    {Kind::kStruct, 1101, 1, "resource/v1.DeviceTaintRuleStatus"},  // 396
    {Kind::kStruct, 1102, 5, "resource/v1.ResourceClaim"},  // 397
    {Kind::kStruct, 1107, 1, "resource/v1.ResourceClaimSpec"},  // 398
    {Kind::kStruct, 1108, 3, "resource/v1.DeviceClaim"},  // 399
    {Kind::kStruct, 1111, 3, "resource/v1.DeviceRequest"},  // 400
    {Kind::kStruct, 1114, 8, "resource/v1.ExactDeviceRequest"},  // 401
    {Kind::kEnum, 212, 2, ""},  // 402
    {Kind::kStruct, 1122, 5, "resource/v1.DeviceToleration"},  // 403
    {Kind::kEnum, 214, 2, ""},  // 404
    {Kind::kList, 403, 0, ""},  // 405
    {Kind::kStruct, 1127, 1, "resource/v1.CapacityRequirements"},  // 406
    {Kind::kStruct, 1128, 2, "resource/v1.DeviceDerivedAttribute"},  // 407
    {Kind::kList, 407, 0, ""},  // 408
    {Kind::kStruct, 1130, 8, "resource/v1.DeviceSubRequest"},  // 409
    {Kind::kList, 409, 0, "name"},  // 410
    {Kind::kList, 400, 0, "name"},  // 411
    {Kind::kStruct, 1138, 3, "resource/v1.DeviceConstraint"},  // 412
    {Kind::kList, 412, 0, ""},  // 413
    {Kind::kStruct, 1141, 2, "resource/v1.DeviceClaimConfiguration"},  // 414
    {Kind::kList, 414, 0, ""},  // 415
    {Kind::kStruct, 1143, 3, "resource/v1.ResourceClaimStatus"},  // 416
    {Kind::kStruct, 1146, 3, "resource/v1.AllocationResult"},  // 417
    {Kind::kStruct, 1149, 2, "resource/v1.DeviceAllocationResult"},  // 418
    {Kind::kStruct, 1151, 11, "resource/v1.DeviceRequestAllocationResult"},  // 419
    {Kind::kEnum, 216, 3, ""},  // 420
    {Kind::kList, 420, 0, ""},  // 421
    {Kind::kList, 419, 0, ""},  // 422
    {Kind::kStruct, 1162, 3, "resource/v1.DeviceAllocationConfiguration"},  // 423
    {Kind::kEnum, 219, 2, ""},  // 424
    {Kind::kList, 423, 0, ""},  // 425
    {Kind::kStruct, 1165, 4, "resource/v1.ResourceClaimConsumerReference"},  // 426
    {Kind::kList, 426, 0, ""},  // 427
    {Kind::kStruct, 1169, 7, "resource/v1.AllocatedDeviceStatus"},  // 428
    {Kind::kStruct, 1176, 3, "resource/v1.NetworkDeviceData"},  // 429
    {Kind::kList, 428, 0, ""},  // 430
    {Kind::kStruct, 1179, 4, "resource/v1.ResourceClaimTemplate"},  // 431
    {Kind::kStruct, 1183, 2, "resource/v1.ResourceClaimTemplateSpec"},  // 432
    {Kind::kStruct, 1185, 4, "resource/v1.ResourceSlice"},  // 433
    {Kind::kStruct, 1189, 10, "resource/v1.ResourceSliceSpec"},  // 434
    {Kind::kStruct, 1199, 3, "resource/v1.ResourcePool"},  // 435
    {Kind::kStruct, 1202, 14, "resource/v1.Device"},  // 436
    {Kind::kStruct, 1216, 8, "resource/v1.DeviceAttribute"},  // 437
    {Kind::kList, 7, 0, ""},  // 438
    {Kind::kMap, 437, 0, ""},  // 439
    {Kind::kStruct, 1224, 2, "resource/v1.DeviceCapacity"},  // 440
    {Kind::kStruct, 1226, 3, "resource/v1.CapacityRequestPolicy"},  // 441
    {Kind::kList, 18, 0, ""},  // 442
    {Kind::kStruct, 1229, 3, "resource/v1.CapacityRequestPolicyRange"},  // 443
    {Kind::kMap, 440, 0, ""},  // 444
    {Kind::kStruct, 1232, 3, "resource/v1.DeviceCounterConsumption"},  // 445
    {Kind::kStruct, 1235, 1, "resource/v1.Counter"},  // 446
    {Kind::kMap, 446, 0, ""},  // 447
    {Kind::kList, 445, 0, ""},  // 448
    {Kind::kList, 394, 0, ""},  // 449
    {Kind::kStruct, 1236, 2, "resource/v1.NodeAllocatableResource"},  // 450
    {Kind::kStruct, 1238, 3, "resource/v1.NodeAllocatableMapping"},  // 451
    {Kind::kStruct, 1241, 2, "resource/v1.NodeAllocatableOverhead"},  // 452
    {Kind::kMap, 450, 0, ""},  // 453
    {Kind::kList, 436, 0, "name"},  // 454
    {Kind::kStruct, 1243, 2, "resource/v1.CounterSet"},  // 455
    {Kind::kList, 455, 0, ""},  // 456
    {Kind::kStruct, 1245, 5, "resource/v1alpha3.DeviceTaintRule"},  // 457
    {Kind::kStruct, 1250, 2, "resource/v1alpha3.DeviceTaintRuleSpec"},  // 458
    {Kind::kStruct, 1252, 5, "resource/v1alpha3.DeviceTaintSelector"},  // 459
    {Kind::kStruct, 1257, 4, "resource/v1alpha3.DeviceTaint"},  // 460
    {Kind::kStruct, 1261, 1, "resource/v1alpha3.DeviceTaintRuleStatus"},  // 461
    {Kind::kStruct, 1262, 4, "resource/v1beta1.DeviceClass"},  // 462
    {Kind::kStruct, 1266, 3, "resource/v1beta1.DeviceClassSpec"},  // 463
    {Kind::kStruct, 1269, 1, "resource/v1beta1.DeviceSelector"},  // 464
    {Kind::kStruct, 1270, 1, "resource/v1beta1.CELDeviceSelector"},  // 465
    {Kind::kList, 464, 0, ""},  // 466
    {Kind::kStruct, 1271, 1, "resource/v1beta1.DeviceClassConfiguration"},  // 467
    {Kind::kStruct, 1272, 2, "resource/v1beta1.OpaqueDeviceConfiguration"},  // 468
    {Kind::kList, 467, 0, ""},  // 469
    {Kind::kStruct, 1274, 5, "resource/v1beta1.ResourceClaim"},  // 470
    {Kind::kStruct, 1279, 1, "resource/v1beta1.ResourceClaimSpec"},  // 471
    {Kind::kStruct, 1280, 3, "resource/v1beta1.DeviceClaim"},  // 472
    {Kind::kStruct, 1283, 10, "resource/v1beta1.DeviceRequest"},  // 473
    {Kind::kStruct, 1293, 8, "resource/v1beta1.DeviceSubRequest"},  // 474
    {Kind::kStruct, 1301, 5, "resource/v1beta1.DeviceToleration"},  // 475
    {Kind::kList, 475, 0, ""},  // 476
    {Kind::kStruct, 1306, 1, "resource/v1beta1.CapacityRequirements"},  // 477
    {Kind::kStruct, 1307, 2, "resource/v1beta1.DeviceDerivedAttribute"},  // 478
    {Kind::kList, 478, 0, ""},  // 479
    {Kind::kList, 474, 0, "name"},  // 480
    {Kind::kList, 473, 0, "name"},  // 481
    {Kind::kStruct, 1309, 3, "resource/v1beta1.DeviceConstraint"},  // 482
    {Kind::kList, 482, 0, ""},  // 483
    {Kind::kStruct, 1312, 2, "resource/v1beta1.DeviceClaimConfiguration"},  // 484
    {Kind::kList, 484, 0, ""},  // 485
    {Kind::kStruct, 1314, 3, "resource/v1beta1.ResourceClaimStatus"},  // 486
    {Kind::kStruct, 1317, 3, "resource/v1beta1.AllocationResult"},  // 487
    {Kind::kStruct, 1320, 2, "resource/v1beta1.DeviceAllocationResult"},  // 488
    {Kind::kStruct, 1322, 11, "resource/v1beta1.DeviceRequestAllocationResult"},  // 489
    {Kind::kList, 489, 0, ""},  // 490
    {Kind::kStruct, 1333, 3, "resource/v1beta1.DeviceAllocationConfiguration"},  // 491
    {Kind::kList, 491, 0, ""},  // 492
    {Kind::kStruct, 1336, 4, "resource/v1beta1.ResourceClaimConsumerReference"},  // 493
    {Kind::kList, 493, 0, ""},  // 494
    {Kind::kStruct, 1340, 7, "resource/v1beta1.AllocatedDeviceStatus"},  // 495
    {Kind::kStruct, 1347, 3, "resource/v1beta1.NetworkDeviceData"},  // 496
    {Kind::kList, 495, 0, ""},  // 497
    {Kind::kStruct, 1350, 4, "resource/v1beta1.ResourceClaimTemplate"},  // 498
    {Kind::kStruct, 1354, 2, "resource/v1beta1.ResourceClaimTemplateSpec"},  // 499
    {Kind::kStruct, 1356, 4, "resource/v1beta1.ResourceSlice"},  // 500
    {Kind::kStruct, 1360, 10, "resource/v1beta1.ResourceSliceSpec"},  // 501
    {Kind::kStruct, 1370, 3, "resource/v1beta1.ResourcePool"},  // 502
    {Kind::kStruct, 1373, 2, "resource/v1beta1.Device"},  // 503
    {Kind::kStruct, 1375, 13, "resource/v1beta1.BasicDevice"},  // 504
    {Kind::kStruct, 1388, 8, "resource/v1beta1.DeviceAttribute"},  // 505
    {Kind::kMap, 505, 0, ""},  // 506
    {Kind::kStruct, 1396, 2, "resource/v1beta1.DeviceCapacity"},  // 507
    {Kind::kStruct, 1398, 3, "resource/v1beta1.CapacityRequestPolicy"},  // 508
    {Kind::kStruct, 1401, 3, "resource/v1beta1.CapacityRequestPolicyRange"},  // 509
    {Kind::kMap, 507, 0, ""},  // 510
    {Kind::kStruct, 1404, 3, "resource/v1beta1.DeviceCounterConsumption"},  // 511
    {Kind::kStruct, 1407, 1, "resource/v1beta1.Counter"},  // 512
    {Kind::kMap, 512, 0, ""},  // 513
    {Kind::kList, 511, 0, ""},  // 514
    {Kind::kStruct, 1408, 4, "resource/v1beta1.DeviceTaint"},  // 515
    {Kind::kList, 515, 0, ""},  // 516
    {Kind::kStruct, 1412, 2, "resource/v1beta1.NodeAllocatableResource"},  // 517
    {Kind::kStruct, 1414, 3, "resource/v1beta1.NodeAllocatableMapping"},  // 518
    {Kind::kStruct, 1417, 2, "resource/v1beta1.NodeAllocatableOverhead"},  // 519
    {Kind::kMap, 517, 0, ""},  // 520
    {Kind::kList, 503, 0, "name"},  // 521
    {Kind::kStruct, 1419, 2, "resource/v1beta1.CounterSet"},  // 522
    {Kind::kList, 522, 0, ""},  // 523
    {Kind::kStruct, 1421, 4, "resource/v1beta2.DeviceClass"},  // 524
    {Kind::kStruct, 1425, 3, "resource/v1beta2.DeviceClassSpec"},  // 525
    {Kind::kStruct, 1428, 1, "resource/v1beta2.DeviceSelector"},  // 526
    {Kind::kStruct, 1429, 1, "resource/v1beta2.CELDeviceSelector"},  // 527
    {Kind::kList, 526, 0, ""},  // 528
    {Kind::kStruct, 1430, 1, "resource/v1beta2.DeviceClassConfiguration"},  // 529
    {Kind::kStruct, 1431, 2, "resource/v1beta2.OpaqueDeviceConfiguration"},  // 530
    {Kind::kList, 529, 0, ""},  // 531
    {Kind::kStruct, 1433, 5, "resource/v1beta2.DeviceTaintRule"},  // 532
    {Kind::kStruct, 1438, 2, "resource/v1beta2.DeviceTaintRuleSpec"},  // 533
    {Kind::kStruct, 1440, 3, "resource/v1beta2.DeviceTaintSelector"},  // 534
    {Kind::kStruct, 1443, 4, "resource/v1beta2.DeviceTaint"},  // 535
    {Kind::kStruct, 1447, 1, "resource/v1beta2.DeviceTaintRuleStatus"},  // 536
    {Kind::kStruct, 1448, 5, "resource/v1beta2.ResourceClaim"},  // 537
    {Kind::kStruct, 1453, 1, "resource/v1beta2.ResourceClaimSpec"},  // 538
    {Kind::kStruct, 1454, 3, "resource/v1beta2.DeviceClaim"},  // 539
    {Kind::kStruct, 1457, 3, "resource/v1beta2.DeviceRequest"},  // 540
    {Kind::kStruct, 1460, 8, "resource/v1beta2.ExactDeviceRequest"},  // 541
    {Kind::kStruct, 1468, 5, "resource/v1beta2.DeviceToleration"},  // 542
    {Kind::kList, 542, 0, ""},  // 543
    {Kind::kStruct, 1473, 1, "resource/v1beta2.CapacityRequirements"},  // 544
    {Kind::kStruct, 1474, 2, "resource/v1beta2.DeviceDerivedAttribute"},  // 545
    {Kind::kList, 545, 0, ""},  // 546
    {Kind::kStruct, 1476, 8, "resource/v1beta2.DeviceSubRequest"},  // 547
    {Kind::kList, 547, 0, "name"},  // 548
    {Kind::kList, 540, 0, "name"},  // 549
    {Kind::kStruct, 1484, 3, "resource/v1beta2.DeviceConstraint"},  // 550
    {Kind::kList, 550, 0, ""},  // 551
    {Kind::kStruct, 1487, 2, "resource/v1beta2.DeviceClaimConfiguration"},  // 552
    {Kind::kList, 552, 0, ""},  // 553
    {Kind::kStruct, 1489, 3, "resource/v1beta2.ResourceClaimStatus"},  // 554
    {Kind::kStruct, 1492, 3, "resource/v1beta2.AllocationResult"},  // 555
    {Kind::kStruct, 1495, 2, "resource/v1beta2.DeviceAllocationResult"},  // 556
    {Kind::kStruct, 1497, 11, "resource/v1beta2.DeviceRequestAllocationResult"},  // 557
    {Kind::kList, 557, 0, ""},  // 558
    {Kind::kStruct, 1508, 3, "resource/v1beta2.DeviceAllocationConfiguration"},  // 559
    {Kind::kList, 559, 0, ""},  // 560
    {Kind::kStruct, 1511, 4, "resource/v1beta2.ResourceClaimConsumerReference"},  // 561
    {Kind::kList, 561, 0, ""},  // 562
    {Kind::kStruct, 1515, 7, "resource/v1beta2.AllocatedDeviceStatus"},  // 563
    {Kind::kStruct, 1522, 3, "resource/v1beta2.NetworkDeviceData"},  // 564
    {Kind::kList, 563, 0, ""},  // 565
    {Kind::kStruct, 1525, 4, "resource/v1beta2.ResourceClaimTemplate"},  // 566
    {Kind::kStruct, 1529, 2, "resource/v1beta2.ResourceClaimTemplateSpec"},  // 567
    {Kind::kStruct, 1531, 4, "resource/v1beta2.ResourceSlice"},  // 568
    {Kind::kStruct, 1535, 10, "resource/v1beta2.ResourceSliceSpec"},  // 569
    {Kind::kStruct, 1545, 3, "resource/v1beta2.ResourcePool"},  // 570
    {Kind::kStruct, 1548, 14, "resource/v1beta2.Device"},  // 571
    {Kind::kStruct, 1562, 8, "resource/v1beta2.DeviceAttribute"},  // 572
    {Kind::kMap, 572, 0, ""},  // 573
    {Kind::kStruct, 1570, 2, "resource/v1beta2.DeviceCapacity"},  // 574
    {Kind::kStruct, 1572, 3, "resource/v1beta2.CapacityRequestPolicy"},  // 575
    {Kind::kStruct, 1575, 3, "resource/v1beta2.CapacityRequestPolicyRange"},  // 576
    {Kind::kMap, 574, 0, ""},  // 577
    {Kind::kStruct, 1578, 3, "resource/v1beta2.DeviceCounterConsumption"},  // 578
    {Kind::kStruct, 1581, 1, "resource/v1beta2.Counter"},  // 579
    {Kind::kMap, 579, 0, ""},  // 580
    {Kind::kList, 578, 0, ""},  // 581
    {Kind::kList, 535, 0, ""},  // 582
    {Kind::kStruct, 1582, 2, "resource/v1beta2.NodeAllocatableResource"},  // 583
    {Kind::kStruct, 1584, 3, "resource/v1beta2.NodeAllocatableMapping"},  // 584
    {Kind::kStruct, 1587, 2, "resource/v1beta2.NodeAllocatableOverhead"},  // 585
    {Kind::kMap, 583, 0, ""},  // 586
    {Kind::kList, 571, 0, "name"},  // 587
    {Kind::kStruct, 1589, 2, "resource/v1beta2.CounterSet"},  // 588
    {Kind::kList, 588, 0, ""},  // 589
    {Kind::kEnum, 221, 2, ""},  // 590
    {Kind::kStruct, 1591, 2, "DeviceMapping/v1alpha1.spec.charge"},  // 591
    {Kind::kStruct, 1593, 2, "DeviceMapping/v1alpha1.spec.config[].opaque"},  // 592
    {Kind::kStruct, 1595, 1, "DeviceMapping/v1alpha1.spec.config[]"},  // 593
    {Kind::kList, 593, 0, ""},  // 594
    {Kind::kEnum, 223, 3, ""},  // 595
    {Kind::kStruct, 1596, 3, "DeviceMapping/v1alpha1.spec.constraints[]"},  // 596
    {Kind::kList, 596, 0, ""},  // 597
    {Kind::kEnum, 226, 2, ""},  // 598
    {Kind::kEnum, 228, 3, ""},  // 599
    {Kind::kStruct, 1599, 3, "DeviceMapping/v1alpha1.spec.rewrites[].namespaceSelector.matchExpressions[]"},  // 600
    {Kind::kList, 600, 0, ""},  // 601
    {Kind::kStruct, 1602, 2, "DeviceMapping/v1alpha1.spec.rewrites[].namespaceSelector"},  // 602
    {Kind::kEnum, 231, 2, ""},  // 603
    {Kind::kStruct, 1604, 6, "DeviceMapping/v1alpha1.spec.rewrites[].parameters[]"},  // 604
    {Kind::kList, 604, 0, ""},  // 605
    {Kind::kEnum, 233, 1, ""},  // 606
    {Kind::kStruct, 1610, 1, "DeviceMapping/v1alpha1.spec.rewrites[].request.exactly.capacity"},  // 607
    {Kind::kStruct, 1611, 1, "DeviceMapping/v1alpha1.spec.rewrites[].request.exactly.selectors[].cel"},  // 608
    {Kind::kStruct, 1612, 1, "DeviceMapping/v1alpha1.spec.rewrites[].request.exactly.selectors[]"},  // 609
    {Kind::kList, 609, 0, ""},  // 610
    {Kind::kEnum, 234, 4, ""},  // 611
    {Kind::kEnum, 238, 2, ""},  // 612
    {Kind::kStruct, 1613, 5, "DeviceMapping/v1alpha1.spec.rewrites[].request.exactly.tolerations[]"},  // 613
    {Kind::kList, 613, 0, ""},  // 614
    {Kind::kStruct, 1618, 5, "DeviceMapping/v1alpha1.spec.rewrites[].request.exactly"},  // 615
    {Kind::kStruct, 1623, 1, "DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[].capacity"},  // 616
    {Kind::kStruct, 1624, 1, "DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[].selectors[].cel"},  // 617
    {Kind::kStruct, 1625, 1, "DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[].selectors[]"},  // 618
    {Kind::kList, 618, 0, ""},  // 619
    {Kind::kStruct, 1626, 5, "DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[].tolerations[]"},  // 620
    {Kind::kList, 620, 0, ""},  // 621
    {Kind::kStruct, 1631, 6, "DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[]"},  // 622
    {Kind::kList, 622, 0, ""},  // 623
    {Kind::kStruct, 1637, 2, "DeviceMapping/v1alpha1.spec.rewrites[].request"},  // 624
    {Kind::kStruct, 1639, 5, "DeviceMapping/v1alpha1.spec.rewrites[]"},  // 625
    {Kind::kList, 625, 0, ""},  // 626
    {Kind::kStruct, 1644, 8, "DeviceMapping/v1alpha1.spec"},  // 627
    {Kind::kEnum, 240, 3, ""},  // 628
    {Kind::kStruct, 1652, 6, "DeviceMapping/v1alpha1.status.conditions[]"},  // 629
    {Kind::kList, 629, 0, "type"},  // 630
    {Kind::kStruct, 1658, 2, "DeviceMapping/v1alpha1.status"},  // 631
    {Kind::kStruct, 1660, 5, "DeviceMapping/v1alpha1"},  // 632
    {Kind::kEnum, 243, 2, ""},  // 633
    {Kind::kEnum, 245, 2, ""},  // 634
    {Kind::kStruct, 1665, 4, "DeviceQuota/v1alpha1.spec"},  // 635
    {Kind::kStruct, 1669, 6, "DeviceQuota/v1alpha1.status.conditions[]"},  // 636
    {Kind::kList, 636, 0, "type"},  // 637
    {Kind::kStruct, 1675, 7, "DeviceQuota/v1alpha1.status"},  // 638
    {Kind::kStruct, 1682, 5, "DeviceQuota/v1alpha1"},  // 639
    {Kind::kStruct, 1687, 2, "DeviceRule/v1alpha1.spec.auditAnnotations[]"},  // 640
    {Kind::kList, 640, 0, "key"},  // 641
    {Kind::kStruct, 1689, 2, "DeviceRule/v1alpha1.spec.matchConditions[]"},  // 642
    {Kind::kList, 642, 0, "name"},  // 643
    {Kind::kEnum, 247, 2, ""},  // 644
    {Kind::kStruct, 1691, 2, "DeviceRule/v1alpha1.spec.matchPolicy"},  // 645
    {Kind::kStruct, 1693, 2, "DeviceRule/v1alpha1.spec.matchResources.kinds[]"},  // 646
    {Kind::kList, 646, 0, ""},  // 647
    {Kind::kStruct, 1695, 3, "DeviceRule/v1alpha1.spec.matchResources.namespaceSelector.matchExpressions[]"},  // 648
    {Kind::kList, 648, 0, ""},  // 649
    {Kind::kStruct, 1698, 2, "DeviceRule/v1alpha1.spec.matchResources.namespaceSelector"},  // 650
    {Kind::kStruct, 1700, 3, "DeviceRule/v1alpha1.spec.matchResources.objectSelector.matchExpressions[]"},  // 651
    {Kind::kList, 651, 0, ""},  // 652
    {Kind::kStruct, 1703, 2, "DeviceRule/v1alpha1.spec.matchResources.objectSelector"},  // 653
    {Kind::kEnum, 249, 2, ""},  // 654
    {Kind::kList, 654, 0, ""},  // 655
    {Kind::kStruct, 1705, 4, "DeviceRule/v1alpha1.spec.matchResources"},  // 656
    {Kind::kStruct, 1709, 2, "DeviceRule/v1alpha1.spec.paramKind"},  // 657
    {Kind::kEnum, 251, 2, ""},  // 658
    {Kind::kStruct, 1711, 3, "DeviceRule/v1alpha1.spec.paramRef.selector.matchExpressions[]"},  // 659
    {Kind::kList, 659, 0, ""},  // 660
    {Kind::kStruct, 1714, 2, "DeviceRule/v1alpha1.spec.paramRef.selector"},  // 661
    {Kind::kStruct, 1716, 4, "DeviceRule/v1alpha1.spec.paramRef"},  // 662
    {Kind::kEnum, 253, 3, ""},  // 663
    {Kind::kList, 663, 0, ""},  // 664
    {Kind::kEnum, 256, 3, ""},  // 665
    {Kind::kStruct, 1720, 4, "DeviceRule/v1alpha1.spec.validations[]"},  // 666
    {Kind::kList, 666, 0, ""},  // 667
    {Kind::kStruct, 1724, 2, "DeviceRule/v1alpha1.spec.variables[]"},  // 668
    {Kind::kList, 668, 0, "name"},  // 669
    {Kind::kStruct, 1726, 10, "DeviceRule/v1alpha1.spec"},  // 670
    {Kind::kStruct, 1736, 6, "DeviceRule/v1alpha1.status.conditions[]"},  // 671
    {Kind::kList, 671, 0, "type"},  // 672
    {Kind::kStruct, 1742, 2, "DeviceRule/v1alpha1.status"},  // 673
    {Kind::kStruct, 1744, 5, "DeviceRule/v1alpha1"},  // 674
    {Kind::kStruct, 1749, 3, "AdmissionCheck/v1beta1.spec.parameters"},  // 675
    {Kind::kStruct, 1752, 3, "AdmissionCheck/v1beta1.spec"},  // 676
    {Kind::kStruct, 1755, 6, "AdmissionCheck/v1beta1.status.conditions[]"},  // 677
    {Kind::kList, 677, 0, "type"},  // 678
    {Kind::kStruct, 1761, 1, "AdmissionCheck/v1beta1.status"},  // 679
    {Kind::kStruct, 1762, 5, "AdmissionCheck/v1beta1"},  // 680
    {Kind::kStruct, 1767, 3, "AdmissionCheck/v1beta2.spec.parameters"},  // 681
    {Kind::kStruct, 1770, 2, "AdmissionCheck/v1beta2.spec"},  // 682
    {Kind::kStruct, 1772, 6, "AdmissionCheck/v1beta2.status.conditions[]"},  // 683
    {Kind::kList, 683, 0, "type"},  // 684
    {Kind::kStruct, 1778, 1, "AdmissionCheck/v1beta2.status"},  // 685
    {Kind::kStruct, 1779, 5, "AdmissionCheck/v1beta2"},  // 686
    {Kind::kStruct, 1784, 2, "ClusterQueue/v1beta1.spec.admissionChecksStrategy.admissionChecks[]"},  // 687
    {Kind::kList, 687, 0, ""},  // 688
    {Kind::kStruct, 1786, 1, "ClusterQueue/v1beta1.spec.admissionChecksStrategy"},  // 689
    {Kind::kStruct, 1787, 1, "ClusterQueue/v1beta1.spec.admissionScope"},  // 690
    {Kind::kStruct, 1788, 1, "ClusterQueue/v1beta1.spec.fairSharing"},  // 691
    {Kind::kEnum, 259, 2, ""},  // 692
    {Kind::kEnum, 261, 3, ""},  // 693
    {Kind::kEnum, 264, 3, ""},  // 694
    {Kind::kStruct, 1789, 3, "ClusterQueue/v1beta1.spec.flavorFungibility"},  // 695
    {Kind::kStruct, 1792, 3, "ClusterQueue/v1beta1.spec.namespaceSelector.matchExpressions[]"},  // 696
    {Kind::kList, 696, 0, ""},  // 697
    {Kind::kStruct, 1795, 2, "ClusterQueue/v1beta1.spec.namespaceSelector"},  // 698
    {Kind::kEnum, 267, 2, ""},  // 699
    {Kind::kStruct, 1797, 2, "ClusterQueue/v1beta1.spec.preemption.borrowWithinCohort"},  // 700
    {Kind::kEnum, 269, 3, ""},  // 701
    {Kind::kEnum, 272, 3, ""},  // 702
    {Kind::kStruct, 1799, 3, "ClusterQueue/v1beta1.spec.preemption"},  // 703
    {Kind::kEnum, 275, 2, ""},  // 704
    {Kind::kStruct, 1802, 4, "ClusterQueue/v1beta1.spec.resourceGroups[].flavors[].resources[]"},  // 705
    {Kind::kList, 705, 0, "name"},  // 706
    {Kind::kStruct, 1806, 2, "ClusterQueue/v1beta1.spec.resourceGroups[].flavors[]"},  // 707
    {Kind::kList, 707, 0, "name"},  // 708
    {Kind::kStruct, 1808, 2, "ClusterQueue/v1beta1.spec.resourceGroups[]"},  // 709
    {Kind::kList, 709, 0, ""},  // 710
    {Kind::kEnum, 277, 3, ""},  // 711
    {Kind::kStruct, 1810, 11, "ClusterQueue/v1beta1.spec"},  // 712
    {Kind::kStruct, 1821, 6, "ClusterQueue/v1beta1.status.conditions[]"},  // 713
    {Kind::kList, 713, 0, "type"},  // 714
    {Kind::kStruct, 1827, 2, "ClusterQueue/v1beta1.status.fairSharing.admissionFairSharingStatus"},  // 715
    {Kind::kStruct, 1829, 2, "ClusterQueue/v1beta1.status.fairSharing"},  // 716
    {Kind::kStruct, 1831, 3, "ClusterQueue/v1beta1.status.flavorsReservation[].resources[]"},  // 717
    {Kind::kList, 717, 0, "name"},  // 718
    {Kind::kStruct, 1834, 2, "ClusterQueue/v1beta1.status.flavorsReservation[]"},  // 719
    {Kind::kList, 719, 0, "name"},  // 720
    {Kind::kStruct, 1836, 3, "ClusterQueue/v1beta1.status.flavorsUsage[].resources[]"},  // 721
    {Kind::kList, 721, 0, "name"},  // 722
    {Kind::kStruct, 1839, 2, "ClusterQueue/v1beta1.status.flavorsUsage[]"},  // 723
    {Kind::kList, 723, 0, "name"},  // 724
    {Kind::kStruct, 1841, 2, "ClusterQueue/v1beta1.status.pendingWorkloadsStatus.clusterQueuePendingWorkload[]"},  // 725
    {Kind::kList, 725, 0, ""},  // 726
    {Kind::kStruct, 1843, 2, "ClusterQueue/v1beta1.status.pendingWorkloadsStatus"},  // 727
    {Kind::kStruct, 1845, 8, "ClusterQueue/v1beta1.status"},  // 728
    {Kind::kStruct, 1853, 5, "ClusterQueue/v1beta1"},  // 729
    {Kind::kStruct, 1858, 2, "ClusterQueue/v1beta2.spec.admissionChecksStrategy.admissionChecks[]"},  // 730
    {Kind::kList, 730, 0, "name"},  // 731
    {Kind::kStruct, 1860, 1, "ClusterQueue/v1beta2.spec.admissionChecksStrategy"},  // 732
    {Kind::kEnum, 280, 2, ""},  // 733
    {Kind::kStruct, 1861, 1, "ClusterQueue/v1beta2.spec.admissionScope"},  // 734
    {Kind::kStruct, 1862, 1, "ClusterQueue/v1beta2.spec.concurrentAdmissionPolicy.migration.constraints"},  // 735
    {Kind::kEnum, 282, 2, ""},  // 736
    {Kind::kStruct, 1863, 2, "ClusterQueue/v1beta2.spec.concurrentAdmissionPolicy.migration"},  // 737
    {Kind::kStruct, 1865, 1, "ClusterQueue/v1beta2.spec.concurrentAdmissionPolicy"},  // 738
    {Kind::kStruct, 1866, 1, "ClusterQueue/v1beta2.spec.fairSharing"},  // 739
    {Kind::kEnum, 284, 2, ""},  // 740
    {Kind::kStruct, 1867, 3, "ClusterQueue/v1beta2.spec.flavorFungibility"},  // 741
    {Kind::kStruct, 1870, 3, "ClusterQueue/v1beta2.spec.namespaceSelector.matchExpressions[]"},  // 742
    {Kind::kList, 742, 0, ""},  // 743
    {Kind::kStruct, 1873, 2, "ClusterQueue/v1beta2.spec.namespaceSelector"},  // 744
    {Kind::kStruct, 1875, 2, "ClusterQueue/v1beta2.spec.preemption.borrowWithinCohort"},  // 745
    {Kind::kStruct, 1877, 3, "ClusterQueue/v1beta2.spec.preemption"},  // 746
    {Kind::kStruct, 1880, 4, "ClusterQueue/v1beta2.spec.resourceGroups[].flavors[].resources[]"},  // 747
    {Kind::kList, 747, 0, "name"},  // 748
    {Kind::kStruct, 1884, 2, "ClusterQueue/v1beta2.spec.resourceGroups[].flavors[]"},  // 749
    {Kind::kList, 749, 0, "name"},  // 750
    {Kind::kStruct, 1886, 2, "ClusterQueue/v1beta2.spec.resourceGroups[]"},  // 751
    {Kind::kList, 751, 0, ""},  // 752
    {Kind::kStruct, 1888, 11, "ClusterQueue/v1beta2.spec"},  // 753
    {Kind::kStruct, 1899, 6, "ClusterQueue/v1beta2.status.conditions[]"},  // 754
    {Kind::kList, 754, 0, "type"},  // 755
    {Kind::kStruct, 1905, 1, "ClusterQueue/v1beta2.status.fairSharing"},  // 756
    {Kind::kStruct, 1906, 3, "ClusterQueue/v1beta2.status.flavorsReservation[].resources[]"},  // 757
    {Kind::kList, 757, 0, "name"},  // 758
    {Kind::kStruct, 1909, 2, "ClusterQueue/v1beta2.status.flavorsReservation[]"},  // 759
    {Kind::kList, 759, 0, "name"},  // 760
    {Kind::kStruct, 1911, 3, "ClusterQueue/v1beta2.status.flavorsUsage[].resources[]"},  // 761
    {Kind::kList, 761, 0, "name"},  // 762
    {Kind::kStruct, 1914, 2, "ClusterQueue/v1beta2.status.flavorsUsage[]"},  // 763
    {Kind::kList, 763, 0, "name"},  // 764
    {Kind::kStruct, 1916, 7, "ClusterQueue/v1beta2.status"},  // 765
    {Kind::kStruct, 1923, 5, "ClusterQueue/v1beta2"},  // 766
    {Kind::kStruct, 1928, 1, "Cohort/v1beta1.spec.fairSharing"},  // 767
    {Kind::kStruct, 1929, 4, "Cohort/v1beta1.spec.resourceGroups[].flavors[].resources[]"},  // 768
    {Kind::kList, 768, 0, "name"},  // 769
    {Kind::kStruct, 1933, 2, "Cohort/v1beta1.spec.resourceGroups[].flavors[]"},  // 770
    {Kind::kList, 770, 0, "name"},  // 771
    {Kind::kStruct, 1935, 2, "Cohort/v1beta1.spec.resourceGroups[]"},  // 772
    {Kind::kList, 772, 0, ""},  // 773
    {Kind::kStruct, 1937, 3, "Cohort/v1beta1.spec"},  // 774
    {Kind::kStruct, 1940, 2, "Cohort/v1beta1.status.fairSharing.admissionFairSharingStatus"},  // 775
    {Kind::kStruct, 1942, 2, "Cohort/v1beta1.status.fairSharing"},  // 776
    {Kind::kStruct, 1944, 1, "Cohort/v1beta1.status"},  // 777
    {Kind::kStruct, 1945, 5, "Cohort/v1beta1"},  // 778
    {Kind::kStruct, 1950, 1, "Cohort/v1beta2.spec.fairSharing"},  // 779
    {Kind::kStruct, 1951, 4, "Cohort/v1beta2.spec.resourceGroups[].flavors[].resources[]"},  // 780
    {Kind::kList, 780, 0, "name"},  // 781
    {Kind::kStruct, 1955, 2, "Cohort/v1beta2.spec.resourceGroups[].flavors[]"},  // 782
    {Kind::kList, 782, 0, "name"},  // 783
    {Kind::kStruct, 1957, 2, "Cohort/v1beta2.spec.resourceGroups[]"},  // 784
    {Kind::kList, 784, 0, ""},  // 785
    {Kind::kStruct, 1959, 3, "Cohort/v1beta2.spec"},  // 786
    {Kind::kStruct, 1962, 1, "Cohort/v1beta2.status.fairSharing"},  // 787
    {Kind::kStruct, 1963, 1, "Cohort/v1beta2.status"},  // 788
    {Kind::kStruct, 1964, 5, "Cohort/v1beta2"},  // 789
    {Kind::kMap, 235, 0, ""},  // 790
    {Kind::kStruct, 1969, 3, "Configuration/v1beta1.admissionFairSharing"},  // 791
    {Kind::kStruct, 1972, 2, "Configuration/v1beta1.clientConnection"},  // 792
    {Kind::kStruct, 1974, 2, "Configuration/v1beta1.controller"},  // 793
    {Kind::kList, 235, 0, ""},  // 794
    {Kind::kStruct, 1976, 2, "Configuration/v1beta1.fairSharing"},  // 795
    {Kind::kStruct, 1978, 3, "Configuration/v1beta1.health"},  // 796
    {Kind::kStruct, 1981, 3, "Configuration/v1beta1.integrations.podOptions.namespaceSelector.matchExpressions[]"},  // 797
    {Kind::kList, 797, 0, ""},  // 798
    {Kind::kStruct, 1984, 2, "Configuration/v1beta1.integrations.podOptions.namespaceSelector"},  // 799
    {Kind::kStruct, 1986, 3, "Configuration/v1beta1.integrations.podOptions.podSelector.matchExpressions[]"},  // 800
    {Kind::kList, 800, 0, ""},  // 801
    {Kind::kStruct, 1989, 2, "Configuration/v1beta1.integrations.podOptions.podSelector"},  // 802
    {Kind::kStruct, 1991, 2, "Configuration/v1beta1.integrations.podOptions"},  // 803
    {Kind::kStruct, 1993, 4, "Configuration/v1beta1.integrations"},  // 804
    {Kind::kStruct, 1997, 3, "Configuration/v1beta1.internalCertManagement"},  // 805
    {Kind::kStruct, 2000, 7, "Configuration/v1beta1.leaderElection"},  // 806
    {Kind::kStruct, 2007, 3, "Configuration/v1beta1.managedJobsNamespaceSelector.matchExpressions[]"},  // 807
    {Kind::kList, 807, 0, ""},  // 808
    {Kind::kStruct, 2010, 2, "Configuration/v1beta1.managedJobsNamespaceSelector"},  // 809
    {Kind::kStruct, 2012, 3, "Configuration/v1beta1.metrics.customLabels[]"},  // 810
    {Kind::kList, 810, 0, ""},  // 811
    {Kind::kStruct, 2015, 3, "Configuration/v1beta1.metrics.localQueueMetrics.localQueueSelector.matchExpressions[]"},  // 812
    {Kind::kList, 812, 0, ""},  // 813
    {Kind::kStruct, 2018, 2, "Configuration/v1beta1.metrics.localQueueMetrics.localQueueSelector"},  // 814
    {Kind::kStruct, 2020, 2, "Configuration/v1beta1.metrics.localQueueMetrics"},  // 815
    {Kind::kStruct, 2022, 4, "Configuration/v1beta1.metrics"},  // 816
    {Kind::kStruct, 2026, 1, "Configuration/v1beta1.multiKueue.externalFrameworks[]"},  // 817
    {Kind::kList, 817, 0, ""},  // 818
    {Kind::kStruct, 2027, 5, "Configuration/v1beta1.multiKueue"},  // 819
    {Kind::kStruct, 2032, 2, "Configuration/v1beta1.objectRetentionPolicies.workloads"},  // 820
    {Kind::kStruct, 2034, 1, "Configuration/v1beta1.objectRetentionPolicies"},  // 821
    {Kind::kStruct, 2035, 1, "Configuration/v1beta1.queueVisibility.clusterQueues"},  // 822
    {Kind::kStruct, 2036, 2, "Configuration/v1beta1.queueVisibility"},  // 823
    {Kind::kStruct, 2038, 2, "Configuration/v1beta1.resources.deviceClassMappings[]"},  // 824
    {Kind::kList, 824, 0, ""},  // 825
    {Kind::kStruct, 2040, 4, "Configuration/v1beta1.resources.transformations[]"},  // 826
    {Kind::kList, 826, 0, ""},  // 827
    {Kind::kStruct, 2044, 3, "Configuration/v1beta1.resources"},  // 828
    {Kind::kStruct, 2047, 3, "Configuration/v1beta1.tls"},  // 829
    {Kind::kStruct, 2050, 4, "Configuration/v1beta1.waitForPodsReady.requeuingStrategy"},  // 830
    {Kind::kStruct, 2054, 5, "Configuration/v1beta1.waitForPodsReady"},  // 831
    {Kind::kStruct, 2059, 3, "Configuration/v1beta1.webhook"},  // 832
    {Kind::kStruct, 2062, 23, "Configuration/v1beta1"},  // 833
    {Kind::kStruct, 2085, 3, "Configuration/v1beta2.admissionFairSharing"},  // 834
    {Kind::kStruct, 2088, 2, "Configuration/v1beta2.clientConnection"},  // 835
    {Kind::kStruct, 2090, 2, "Configuration/v1beta2.controller"},  // 836
    {Kind::kStruct, 2092, 1, "Configuration/v1beta2.fairSharing"},  // 837
    {Kind::kStruct, 2093, 3, "Configuration/v1beta2.health"},  // 838
    {Kind::kStruct, 2096, 3, "Configuration/v1beta2.integrations"},  // 839
    {Kind::kStruct, 2099, 3, "Configuration/v1beta2.internalCertManagement"},  // 840
    {Kind::kStruct, 2102, 7, "Configuration/v1beta2.leaderElection"},  // 841
    {Kind::kStruct, 2109, 3, "Configuration/v1beta2.managedJobsNamespaceSelector.matchExpressions[]"},  // 842
    {Kind::kList, 842, 0, ""},  // 843
    {Kind::kStruct, 2112, 2, "Configuration/v1beta2.managedJobsNamespaceSelector"},  // 844
    {Kind::kStruct, 2114, 5, "Configuration/v1beta2.metrics.customLabels[]"},  // 845
    {Kind::kList, 845, 0, ""},  // 846
    {Kind::kStruct, 2119, 3, "Configuration/v1beta2.metrics.localQueueMetrics.localQueueSelector.matchExpressions[]"},  // 847
    {Kind::kList, 847, 0, ""},  // 848
    {Kind::kStruct, 2122, 2, "Configuration/v1beta2.metrics.localQueueMetrics.localQueueSelector"},  // 849
    {Kind::kStruct, 2124, 2, "Configuration/v1beta2.metrics.localQueueMetrics"},  // 850
    {Kind::kStruct, 2126, 4, "Configuration/v1beta2.metrics"},  // 851
    {Kind::kStruct, 2130, 2, "Configuration/v1beta2.multiKueue.clusterProfile.accessProviders[].execConfig.env[]"},  // 852
    {Kind::kList, 852, 0, ""},  // 853
    {Kind::kStruct, 2132, 7, "Configuration/v1beta2.multiKueue.clusterProfile.accessProviders[].execConfig"},  // 854
    {Kind::kStruct, 2139, 2, "Configuration/v1beta2.multiKueue.clusterProfile.accessProviders[]"},  // 855
    {Kind::kList, 855, 0, ""},  // 856
    {Kind::kStruct, 2141, 2, "Configuration/v1beta2.multiKueue.clusterProfile.credentialsProviders[].execConfig.env[]"},  // 857
    {Kind::kList, 857, 0, ""},  // 858
    {Kind::kStruct, 2143, 7, "Configuration/v1beta2.multiKueue.clusterProfile.credentialsProviders[].execConfig"},  // 859
    {Kind::kStruct, 2150, 2, "Configuration/v1beta2.multiKueue.clusterProfile.credentialsProviders[]"},  // 860
    {Kind::kList, 860, 0, ""},  // 861
    {Kind::kStruct, 2152, 2, "Configuration/v1beta2.multiKueue.clusterProfile"},  // 862
    {Kind::kStruct, 2154, 1, "Configuration/v1beta2.multiKueue.externalFrameworks[]"},  // 863
    {Kind::kList, 863, 0, ""},  // 864
    {Kind::kStruct, 2155, 1, "Configuration/v1beta2.multiKueue.incrementalDispatcherConfig"},  // 865
    {Kind::kStruct, 2156, 7, "Configuration/v1beta2.multiKueue"},  // 866
    {Kind::kStruct, 2163, 2, "Configuration/v1beta2.objectRetentionPolicies.workloads"},  // 867
    {Kind::kStruct, 2165, 1, "Configuration/v1beta2.objectRetentionPolicies"},  // 868
    {Kind::kStruct, 2166, 1, "Configuration/v1beta2.resources.deviceClassMappings[].sources[].capacity.deviceSelector.cel"},  // 869
    {Kind::kStruct, 2167, 1, "Configuration/v1beta2.resources.deviceClassMappings[].sources[].capacity.deviceSelector"},  // 870
    {Kind::kStruct, 2168, 3, "Configuration/v1beta2.resources.deviceClassMappings[].sources[].capacity"},  // 871
    {Kind::kStruct, 2171, 1, "Configuration/v1beta2.resources.deviceClassMappings[].sources[].counter.deviceSelector.cel"},  // 872
    {Kind::kStruct, 2172, 1, "Configuration/v1beta2.resources.deviceClassMappings[].sources[].counter.deviceSelector"},  // 873
    {Kind::kStruct, 2173, 3, "Configuration/v1beta2.resources.deviceClassMappings[].sources[].counter"},  // 874
    {Kind::kStruct, 2176, 2, "Configuration/v1beta2.resources.deviceClassMappings[].sources[]"},  // 875
    {Kind::kList, 875, 0, ""},  // 876
    {Kind::kStruct, 2178, 3, "Configuration/v1beta2.resources.deviceClassMappings[]"},  // 877
    {Kind::kList, 877, 0, ""},  // 878
    {Kind::kStruct, 2181, 4, "Configuration/v1beta2.resources.transformations[]"},  // 879
    {Kind::kList, 879, 0, ""},  // 880
    {Kind::kStruct, 2185, 4, "Configuration/v1beta2.resources"},  // 881
    {Kind::kStruct, 2189, 3, "Configuration/v1beta2.tls"},  // 882
    {Kind::kStruct, 2192, 2, "Configuration/v1beta2.visibilityServer"},  // 883
    {Kind::kStruct, 2194, 4, "Configuration/v1beta2.waitForPodsReady.requeuingStrategy"},  // 884
    {Kind::kStruct, 2198, 4, "Configuration/v1beta2.waitForPodsReady"},  // 885
    {Kind::kStruct, 2202, 3, "Configuration/v1beta2.webhook"},  // 886
    {Kind::kStruct, 2205, 23, "Configuration/v1beta2"},  // 887
    {Kind::kStruct, 2228, 1, "LocalQueue/v1beta1.spec.fairSharing"},  // 888
    {Kind::kStruct, 2229, 3, "LocalQueue/v1beta1.spec"},  // 889
    {Kind::kStruct, 2232, 6, "LocalQueue/v1beta1.status.conditions[]"},  // 890
    {Kind::kList, 890, 0, "type"},  // 891
    {Kind::kStruct, 2238, 2, "LocalQueue/v1beta1.status.fairSharing.admissionFairSharingStatus"},  // 892
    {Kind::kStruct, 2240, 2, "LocalQueue/v1beta1.status.fairSharing"},  // 893
    {Kind::kStruct, 2242, 2, "LocalQueue/v1beta1.status.flavorUsage[].resources[]"},  // 894
    {Kind::kList, 894, 0, "name"},  // 895
    {Kind::kStruct, 2244, 2, "LocalQueue/v1beta1.status.flavorUsage[]"},  // 896
    {Kind::kList, 896, 0, "name"},  // 897
    {Kind::kStruct, 2246, 4, "LocalQueue/v1beta1.status.flavors[].nodeTaints[]"},  // 898
    {Kind::kList, 898, 0, ""},  // 899
    {Kind::kStruct, 2250, 2, "LocalQueue/v1beta1.status.flavors[].topology"},  // 900
    {Kind::kStruct, 2252, 5, "LocalQueue/v1beta1.status.flavors[]"},  // 901
    {Kind::kList, 901, 0, "name"},  // 902
    {Kind::kStruct, 2257, 2, "LocalQueue/v1beta1.status.flavorsReservation[].resources[]"},  // 903
    {Kind::kList, 903, 0, "name"},  // 904
    {Kind::kStruct, 2259, 2, "LocalQueue/v1beta1.status.flavorsReservation[]"},  // 905
    {Kind::kList, 905, 0, "name"},  // 906
    {Kind::kStruct, 2261, 8, "LocalQueue/v1beta1.status"},  // 907
    {Kind::kStruct, 2269, 5, "LocalQueue/v1beta1"},  // 908
    {Kind::kStruct, 2274, 1, "LocalQueue/v1beta2.spec.fairSharing"},  // 909
    {Kind::kStruct, 2275, 3, "LocalQueue/v1beta2.spec"},  // 910
    {Kind::kStruct, 2278, 6, "LocalQueue/v1beta2.status.conditions[]"},  // 911
    {Kind::kList, 911, 0, "type"},  // 912
    {Kind::kStruct, 2284, 2, "LocalQueue/v1beta2.status.fairSharing.admissionFairSharingStatus"},  // 913
    {Kind::kStruct, 2286, 2, "LocalQueue/v1beta2.status.fairSharing"},  // 914
    {Kind::kStruct, 2288, 2, "LocalQueue/v1beta2.status.flavorsReservation[].resources[]"},  // 915
    {Kind::kList, 915, 0, "name"},  // 916
    {Kind::kStruct, 2290, 2, "LocalQueue/v1beta2.status.flavorsReservation[]"},  // 917
    {Kind::kList, 917, 0, "name"},  // 918
    {Kind::kStruct, 2292, 2, "LocalQueue/v1beta2.status.flavorsUsage[].resources[]"},  // 919
    {Kind::kList, 919, 0, "name"},  // 920
    {Kind::kStruct, 2294, 2, "LocalQueue/v1beta2.status.flavorsUsage[]"},  // 921
    {Kind::kList, 921, 0, "name"},  // 922
    {Kind::kStruct, 2296, 7, "LocalQueue/v1beta2.status"},  // 923
    {Kind::kStruct, 2303, 5, "LocalQueue/v1beta2"},  // 924
    {Kind::kStruct, 2308, 1, "MultiKueueCluster/v1beta1.spec.clusterProfileRef"},  // 925
    {Kind::kEnum, 286, 2, ""},  // 926
    {Kind::kStruct, 2309, 2, "MultiKueueCluster/v1beta1.spec.kubeConfig"},  // 927
    {Kind::kStruct, 2311, 2, "MultiKueueCluster/v1beta1.spec"},  // 928
    {Kind::kStruct, 2313, 6, "MultiKueueCluster/v1beta1.status.conditions[]"},  // 929
    {Kind::kList, 929, 0, "type"},  // 930
    {Kind::kStruct, 2319, 1, "MultiKueueCluster/v1beta1.status"},  // 931
    {Kind::kStruct, 2320, 5, "MultiKueueCluster/v1beta1"},  // 932
    {Kind::kStruct, 2325, 1, "MultiKueueCluster/v1beta2.spec.clusterSource.clusterProfileRef"},  // 933
    {Kind::kStruct, 2326, 2, "MultiKueueCluster/v1beta2.spec.clusterSource.kubeConfig"},  // 934
    {Kind::kStruct, 2328, 2, "MultiKueueCluster/v1beta2.spec.clusterSource"},  // 935
    {Kind::kStruct, 2330, 1, "MultiKueueCluster/v1beta2.spec"},  // 936
    {Kind::kStruct, 2331, 6, "MultiKueueCluster/v1beta2.status.conditions[]"},  // 937
    {Kind::kList, 937, 0, "type"},  // 938
    {Kind::kStruct, 2337, 1, "MultiKueueCluster/v1beta2.status"},  // 939
    {Kind::kStruct, 2338, 5, "MultiKueueCluster/v1beta2"},  // 940
    {Kind::kStruct, 2343, 1, "MultiKueueConfig/v1beta1.spec"},  // 941
    {Kind::kStruct, 2344, 4, "MultiKueueConfig/v1beta1"},  // 942
    {Kind::kEnum, 288, 2, ""},  // 943
    {Kind::kStruct, 2348, 2, "MultiKueueConfig/v1beta2.spec"},  // 944
    {Kind::kStruct, 2350, 4, "MultiKueueConfig/v1beta2"},  // 945
    {Kind::kEnum, 290, 2, ""},  // 946
    {Kind::kStruct, 2354, 2, "ProvisioningRequestConfig/v1beta1.spec.podSetUpdates.nodeSelector[]"},  // 947
    {Kind::kList, 947, 0, ""},  // 948
    {Kind::kStruct, 2356, 1, "ProvisioningRequestConfig/v1beta1.spec.podSetUpdates"},  // 949
    {Kind::kStruct, 2357, 3, "ProvisioningRequestConfig/v1beta1.spec.retryStrategy"},  // 950
    {Kind::kStruct, 2360, 6, "ProvisioningRequestConfig/v1beta1.spec"},  // 951
    {Kind::kStruct, 2366, 4, "ProvisioningRequestConfig/v1beta1"},  // 952
    {Kind::kStruct, 2370, 2, "ProvisioningRequestConfig/v1beta2.spec.podSetUpdates.nodeSelector[]"},  // 953
    {Kind::kList, 953, 0, "key"},  // 954
    {Kind::kStruct, 2372, 1, "ProvisioningRequestConfig/v1beta2.spec.podSetUpdates"},  // 955
    {Kind::kStruct, 2373, 3, "ProvisioningRequestConfig/v1beta2.spec.retryStrategy"},  // 956
    {Kind::kStruct, 2376, 6, "ProvisioningRequestConfig/v1beta2.spec"},  // 957
    {Kind::kStruct, 2382, 4, "ProvisioningRequestConfig/v1beta2"},  // 958
    {Kind::kStruct, 2386, 4, "ResourceFlavor/v1beta1.spec.nodeTaints[]"},  // 959
    {Kind::kList, 959, 0, ""},  // 960
    {Kind::kStruct, 2390, 5, "ResourceFlavor/v1beta1.spec.tolerations[]"},  // 961
    {Kind::kList, 961, 0, ""},  // 962
    {Kind::kStruct, 2395, 4, "ResourceFlavor/v1beta1.spec"},  // 963
    {Kind::kStruct, 2399, 4, "ResourceFlavor/v1beta1"},  // 964
    {Kind::kStruct, 2403, 4, "ResourceFlavor/v1beta2.spec.nodeTaints[]"},  // 965
    {Kind::kList, 965, 0, ""},  // 966
    {Kind::kStruct, 2407, 5, "ResourceFlavor/v1beta2.spec.tolerations[]"},  // 967
    {Kind::kList, 967, 0, ""},  // 968
    {Kind::kStruct, 2412, 4, "ResourceFlavor/v1beta2.spec"},  // 969
    {Kind::kStruct, 2416, 4, "ResourceFlavor/v1beta2"},  // 970
    {Kind::kStruct, 2420, 1, "Topology/v1beta1.spec.levels[]"},  // 971
    {Kind::kList, 971, 0, ""},  // 972
    {Kind::kStruct, 2421, 1, "Topology/v1beta1.spec"},  // 973
    {Kind::kStruct, 2422, 4, "Topology/v1beta1"},  // 974
    {Kind::kStruct, 2426, 1, "Topology/v1beta2.spec.levels[]"},  // 975
    {Kind::kList, 975, 0, ""},  // 976
    {Kind::kStruct, 2427, 1, "Topology/v1beta2.spec"},  // 977
    {Kind::kStruct, 2428, 4, "Topology/v1beta2"},  // 978
    {Kind::kStruct, 2432, 5, "WorkloadPriorityClass/v1beta1"},  // 979
    {Kind::kStruct, 2437, 5, "WorkloadPriorityClass/v1beta2"},  // 980
    {Kind::kStruct, 2442, 9, "Workload/v1beta1.spec.podSets[].topologyRequest"},  // 981
    {Kind::kStruct, 2451, 5, "Workload/v1beta1.spec.podSets[]"},  // 982
    {Kind::kList, 982, 0, "name"},  // 983
    {Kind::kEnum, 292, 3, ""},  // 984
    {Kind::kStruct, 2456, 7, "Workload/v1beta1.spec"},  // 985
    {Kind::kStruct, 2463, 5, "Workload/v1beta1"},  // 986
    {Kind::kStruct, 2468, 2, "Workload/v1beta2.spec.podSets[].topologyRequest.podsetSliceRequiredTopologyConstraints[]"},  // 987
    {Kind::kList, 987, 0, ""},  // 988
    {Kind::kStruct, 2470, 10, "Workload/v1beta2.spec.podSets[].topologyRequest"},  // 989
    {Kind::kStruct, 2480, 5, "Workload/v1beta2.spec.podSets[]"},  // 990
    {Kind::kList, 990, 0, "name"},  // 991
    {Kind::kStruct, 2485, 1, "Workload/v1beta2.spec.preemptionGates[]"},  // 992
    {Kind::kList, 992, 0, "name"},  // 993
    {Kind::kEnum, 295, 2, ""},  // 994
    {Kind::kEnum, 297, 2, ""},  // 995
    {Kind::kStruct, 2486, 3, "Workload/v1beta2.spec.priorityClassRef"},  // 996
    {Kind::kStruct, 2489, 7, "Workload/v1beta2.spec"},  // 997
    {Kind::kStruct, 2496, 5, "Workload/v1beta2"},  // 998
    {Kind::kEnum, 299, 2, ""},  // 999
    {Kind::kStruct, 2501, 3, "PodGroup/v2alpha2.spec.subGroups[].topologyConstraint"},  // 1000
    {Kind::kStruct, 2504, 4, "PodGroup/v2alpha2.spec.subGroups[]"},  // 1001
    {Kind::kList, 1001, 0, ""},  // 1002
    {Kind::kStruct, 2508, 3, "PodGroup/v2alpha2.spec.topologyConstraint"},  // 1003
    {Kind::kStruct, 2511, 11, "PodGroup/v2alpha2.spec"},  // 1004
    {Kind::kStruct, 2522, 5, "PodGroup/v2alpha2"},  // 1005
    {Kind::kDouble, 0, 0, ""},  // 1006
    {Kind::kStruct, 2527, 3, "Queue/v2.spec.resources.cpu"},  // 1007
    {Kind::kStruct, 2530, 3, "Queue/v2.spec.resources.gpu"},  // 1008
    {Kind::kStruct, 2533, 3, "Queue/v2.spec.resources.memory"},  // 1009
    {Kind::kStruct, 2536, 3, "Queue/v2.spec.resources"},  // 1010
    {Kind::kStruct, 2539, 6, "Queue/v2.spec"},  // 1011
    {Kind::kStruct, 2545, 5, "Queue/v2"},  // 1012
    {Kind::kStruct, 2550, 3, "PodGroup/v1alpha1.spec"},  // 1013
    {Kind::kStruct, 2553, 5, "PodGroup/v1alpha1"},  // 1014
    {Kind::kEnum, 301, 2, ""},  // 1015
    {Kind::kStruct, 2558, 3, "Job/v1alpha1.spec.networkTopology"},  // 1016
    {Kind::kMap, 9, 0, ""},  // 1017
    {Kind::kStruct, 2561, 5, "Job/v1alpha1.spec.policies[]"},  // 1018
    {Kind::kList, 1018, 0, ""},  // 1019
    {Kind::kEnum, 303, 2, ""},  // 1020
    {Kind::kStruct, 2566, 2, "Job/v1alpha1.spec.tasks[].dependsOn"},  // 1021
    {Kind::kStruct, 2568, 3, "Job/v1alpha1.spec.tasks[].partitionPolicy.networkTopology"},  // 1022
    {Kind::kStruct, 2571, 4, "Job/v1alpha1.spec.tasks[].partitionPolicy"},  // 1023
    {Kind::kStruct, 2575, 5, "Job/v1alpha1.spec.tasks[].policies[]"},  // 1024
    {Kind::kList, 1024, 0, ""},  // 1025
    {Kind::kEnum, 305, 4, ""},  // 1026
    {Kind::kStruct, 2580, 9, "Job/v1alpha1.spec.tasks[]"},  // 1027
    {Kind::kList, 1027, 0, ""},  // 1028
    {Kind::kStruct, 2589, 3, "Job/v1alpha1.spec.volumes[]"},  // 1029
    {Kind::kList, 1029, 0, ""},  // 1030
    {Kind::kStruct, 2592, 13, "Job/v1alpha1.spec"},  // 1031
    {Kind::kStruct, 2605, 5, "Job/v1alpha1"},  // 1032
    {Kind::kMap, 43, 0, ""},  // 1033
    {Kind::kStruct, 2610, 3, "PodGroup/v1beta1.spec.networkTopology"},  // 1034
    {Kind::kStruct, 2613, 3, "PodGroup/v1beta1.spec.subGroupPolicy[].labelSelector.matchExpressions[]"},  // 1035
    {Kind::kList, 1035, 0, ""},  // 1036
    {Kind::kStruct, 2616, 2, "PodGroup/v1beta1.spec.subGroupPolicy[].labelSelector"},  // 1037
    {Kind::kStruct, 2618, 3, "PodGroup/v1beta1.spec.subGroupPolicy[].networkTopology"},  // 1038
    {Kind::kStruct, 2621, 6, "PodGroup/v1beta1.spec.subGroupPolicy[]"},  // 1039
    {Kind::kList, 1039, 0, ""},  // 1040
    {Kind::kStruct, 2627, 7, "PodGroup/v1beta1.spec"},  // 1041
    {Kind::kStruct, 2634, 5, "PodGroup/v1beta1"},  // 1042
    {Kind::kStruct, 2639, 2, "Queue/v1beta1.spec.affinity.nodeGroupAffinity"},  // 1043
    {Kind::kStruct, 2641, 2, "Queue/v1beta1.spec.affinity.nodeGroupAntiAffinity"},  // 1044
    {Kind::kStruct, 2643, 2, "Queue/v1beta1.spec.affinity"},  // 1045
    {Kind::kEnum, 309, 2, ""},  // 1046
    {Kind::kStruct, 2645, 3, "Queue/v1beta1.spec.extendClusters[]"},  // 1047
    {Kind::kList, 1047, 0, ""},  // 1048
    {Kind::kStruct, 2648, 1, "Queue/v1beta1.spec.guarantee"},  // 1049
    {Kind::kStruct, 2649, 11, "Queue/v1beta1.spec"},  // 1050
    {Kind::kStruct, 2660, 5, "Queue/v1beta1"},  // 1051
    {Kind::kEnum, 311, 2, ""},  // 1052
    {Kind::kStruct, 2665, 1, "ComputeDomain/v1beta1.spec.channel.resourceClaimTemplate"},  // 1053
    {Kind::kStruct, 2666, 2, "ComputeDomain/v1beta1.spec.channel"},  // 1054
    {Kind::kStruct, 2668, 2, "ComputeDomain/v1beta1.spec"},  // 1055
    {Kind::kEnum, 313, 2, ""},  // 1056
    {Kind::kStruct, 2670, 5, "ComputeDomain/v1beta1.status.nodes[]"},  // 1057
    {Kind::kList, 1057, 0, "name"},  // 1058
    {Kind::kStruct, 2675, 2, "ComputeDomain/v1beta1.status"},  // 1059
    {Kind::kStruct, 2677, 5, "ComputeDomain/v1beta1"},  // 1060
};

constexpr Root kRoots[] = {
    {"", "v1", "ConfigMap", 0},
    {"", "v1", "LimitRange", 15},
    {"", "v1", "Namespace", 21},
    {"", "v1", "Node", 27},
    {"", "v1", "PersistentVolumeClaim", 55},
    {"", "v1", "Pod", 78},
    {"", "v1", "PodTemplate", 274},
    {"", "v1", "ReplicationController", 276},
    {"", "v1", "ResourceQuota", 281},
    {"", "v1", "Secret", 290},
    {"", "v1", "Service", 291},
    {"", "v1", "ServiceAccount", 311},
    {"apps", "v1", "DaemonSet", 314},
    {"apps", "v1", "Deployment", 322},
    {"apps", "v1", "ReplicaSet", 330},
    {"apps", "v1", "StatefulSet", 335},
    {"batch", "v1", "CronJob", 347},
    {"batch", "v1", "Job", 378},
    {"resource.k8s.io", "v1", "DeviceClass", 383},
    {"resource.k8s.io", "v1", "DeviceTaintRule", 391},
    {"resource.k8s.io", "v1", "ResourceClaim", 397},
    {"resource.k8s.io", "v1", "ResourceClaimTemplate", 431},
    {"resource.k8s.io", "v1", "ResourceSlice", 433},
    {"resource.k8s.io", "v1alpha3", "DeviceTaintRule", 457},
    {"resource.k8s.io", "v1beta1", "DeviceClass", 462},
    {"resource.k8s.io", "v1beta1", "ResourceClaim", 470},
    {"resource.k8s.io", "v1beta1", "ResourceClaimTemplate", 498},
    {"resource.k8s.io", "v1beta1", "ResourceSlice", 500},
    {"resource.k8s.io", "v1beta2", "DeviceClass", 524},
    {"resource.k8s.io", "v1beta2", "DeviceTaintRule", 532},
    {"resource.k8s.io", "v1beta2", "ResourceClaim", 537},
    {"resource.k8s.io", "v1beta2", "ResourceClaimTemplate", 566},
    {"resource.k8s.io", "v1beta2", "ResourceSlice", 568},
    {"drawbridge.dev", "v1alpha1", "DeviceMapping", 632},
    {"drawbridge.dev", "v1alpha1", "DeviceQuota", 639},
    {"drawbridge.dev", "v1alpha1", "DeviceRule", 674},
    {"kueue.x-k8s.io", "v1beta1", "AdmissionCheck", 680},
    {"kueue.x-k8s.io", "v1beta2", "AdmissionCheck", 686},
    {"kueue.x-k8s.io", "v1beta1", "ClusterQueue", 729},
    {"kueue.x-k8s.io", "v1beta2", "ClusterQueue", 766},
    {"kueue.x-k8s.io", "v1beta1", "Cohort", 778},
    {"kueue.x-k8s.io", "v1beta2", "Cohort", 789},
    {"config.kueue.x-k8s.io", "v1beta1", "Configuration", 833},
    {"config.kueue.x-k8s.io", "v1beta2", "Configuration", 887},
    {"kueue.x-k8s.io", "v1beta1", "LocalQueue", 908},
    {"kueue.x-k8s.io", "v1beta2", "LocalQueue", 924},
    {"kueue.x-k8s.io", "v1beta1", "MultiKueueCluster", 932},
    {"kueue.x-k8s.io", "v1beta2", "MultiKueueCluster", 940},
    {"kueue.x-k8s.io", "v1beta1", "MultiKueueConfig", 942},
    {"kueue.x-k8s.io", "v1beta2", "MultiKueueConfig", 945},
    {"kueue.x-k8s.io", "v1beta1", "ProvisioningRequestConfig", 952},
    {"kueue.x-k8s.io", "v1beta2", "ProvisioningRequestConfig", 958},
    {"kueue.x-k8s.io", "v1beta1", "ResourceFlavor", 964},
    {"kueue.x-k8s.io", "v1beta2", "ResourceFlavor", 970},
    {"kueue.x-k8s.io", "v1beta1", "Topology", 974},
    {"kueue.x-k8s.io", "v1beta2", "Topology", 978},
    {"kueue.x-k8s.io", "v1beta1", "WorkloadPriorityClass", 979},
    {"kueue.x-k8s.io", "v1beta2", "WorkloadPriorityClass", 980},
    {"kueue.x-k8s.io", "v1beta1", "Workload", 986},
    {"kueue.x-k8s.io", "v1beta2", "Workload", 998},
    {"scheduling.run.ai", "v2alpha2", "PodGroup", 1005},
    {"scheduling.run.ai", "v2", "Queue", 1012},
    {"scheduling.x-k8s.io", "v1alpha1", "PodGroup", 1014},
    {"batch.volcano.sh", "v1alpha1", "Job", 1032},
    {"scheduling.volcano.sh", "v1beta1", "PodGroup", 1042},
    {"scheduling.volcano.sh", "v1beta1", "Queue", 1051},
    {"resource.nvidia.com", "v1beta1", "ComputeDomain", 1060},
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

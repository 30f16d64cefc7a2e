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
    // 608 DeviceMapping/v1alpha1.spec.rewrites[].request.exactly.capacity
  {"requests", 607},
    // 609 DeviceMapping/v1alpha1.spec.rewrites[].request.exactly.selectors[].cel
  {"expression", 1, true},
    // 610 DeviceMapping/v1alpha1.spec.rewrites[].request.exactly.selectors[]
  {"cel", 609, true},
    // 614 DeviceMapping/v1alpha1.spec.rewrites[].request.exactly.tolerations[]
  {"effect", 612}, {"key", 1}, {"operator", 613}, {"tolerationSeconds", 3}, {"value", 1},
    // 616 DeviceMapping/v1alpha1.spec.rewrites[].request.exactly
  {"allocationMode", 606}, {"capacity", 608}, {"deviceClassName", 1, true}, {"selectors", 611},
  {"tolerations", 615},
    // 617 DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[].capacity
  {"requests", 607},
    // 618 DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[].selectors[].cel
  {"expression", 1, true},
    // 619 DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[].selectors[]
  {"cel", 618, true},
    // 621 DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[].tolerations[]
  {"effect", 612}, {"key", 1}, {"operator", 613}, {"tolerationSeconds", 3}, {"value", 1},
    // 623 DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[]
  {"allocationMode", 606}, {"capacity", 617}, {"deviceClassName", 1, true}, {"name", 1},
  {"selectors", 620}, {"tolerations", 622},
    // 625 DeviceMapping/v1alpha1.spec.rewrites[].request
  {"exactly", 616}, {"firstAvailable", 624},
    // 626 DeviceMapping/v1alpha1.spec.rewrites[]
  {"action", 599}, {"namespaceSelector", 602}, {"parameters", 605}, {"request", 625, true},
  {"resource", 1, true},
    // 628 DeviceMapping/v1alpha1.spec
  {"charge", 591}, {"claimGroup", 1}, {"config", 594}, {"constraints", 597},
  {"deviceClassNames", 9}, {"logicalResource", 1, true}, {"mixedNodes", 598}, {"rewrites", 627},
    // 630 DeviceMapping/v1alpha1.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 629, true}, {"type", 1, true},
    // 632 DeviceMapping/v1alpha1.status
  {"conditions", 631}, {"observedGeneration", 3},
    // 633 DeviceMapping/v1alpha1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 628, true}, {"status", 632},
    // 636 DeviceQuota/v1alpha1.spec
  {"enforcement", 634}, {"excludeQueued", 7}, {"failurePolicy", 635}, {"hard", 607, true},
    // 637 DeviceQuota/v1alpha1.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 629, true}, {"type", 1, true},
    // 639 DeviceQuota/v1alpha1.status
  {"conditions", 638}, {"hard", 607}, {"holds", 9}, {"mappingHash", 1}, {"observedGeneration", 3},
  {"recounts", 3}, {"used", 607},
    // 640 DeviceQuota/v1alpha1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 636, true}, {"status", 639},
    // 641 DeviceRule/v1alpha1.spec.auditAnnotations[]
  {"key", 1, true}, {"valueExpression", 1, true},
    // 643 DeviceRule/v1alpha1.spec.matchConditions[]
  {"expression", 1, true}, {"name", 1, true},
    // 646 DeviceRule/v1alpha1.spec.matchPolicy
  {"allPods", 7}, {"podTemplates", 645},
    // 647 DeviceRule/v1alpha1.spec.matchResources.kinds[]
  {"group", 1}, {"kind", 1, true},
    // 649 DeviceRule/v1alpha1.spec.matchResources.namespaceSelector.matchExpressions[]
  {"key", 1, true}, {"operator", 287, true}, {"values", 9},
    // 651 DeviceRule/v1alpha1.spec.matchResources.namespaceSelector
  {"matchExpressions", 650}, {"matchLabels", 5},
    // 652 DeviceRule/v1alpha1.spec.matchResources.objectSelector.matchExpressions[]
  {"key", 1, true}, {"operator", 287, true}, {"values", 9},
    // 654 DeviceRule/v1alpha1.spec.matchResources.objectSelector
  {"matchExpressions", 653}, {"matchLabels", 5},
    // 657 DeviceRule/v1alpha1.spec.matchResources
  {"kinds", 648}, {"namespaceSelector", 651}, {"objectSelector", 654}, {"operations", 656},
    // 658 DeviceRule/v1alpha1.spec.paramKind
  {"apiVersion", 1, true}, {"kind", 1, true},
    // 660 DeviceRule/v1alpha1.spec.paramRef.selector.matchExpressions[]
  {"key", 1, true}, {"operator", 287, true}, {"values", 9},
    // 662 DeviceRule/v1alpha1.spec.paramRef.selector
  {"matchExpressions", 661}, {"matchLabels", 5},
    // 663 DeviceRule/v1alpha1.spec.paramRef
  {"name", 1}, {"namespace", 1}, {"parameterNotFoundAction", 659, true}, {"selector", 662},
    // 667 DeviceRule/v1alpha1.spec.validations[]
  {"expression", 1, true}, {"message", 1}, {"messageExpression", 1}, {"reason", 666},
    // 669 DeviceRule/v1alpha1.spec.variables[]
  {"expression", 1, true}, {"name", 1, true},
    // 671 DeviceRule/v1alpha1.spec
  {"auditAnnotations", 642}, {"failurePolicy", 635}, {"matchConditions", 644}, {"matchPolicy", 646},
  {"matchResources", 657}, {"paramKind", 658}, {"paramRef", 663}, {"validationActions", 665},
  {"validations", 668}, {"variables", 670},
    // 672 DeviceRule/v1alpha1.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 629, true}, {"type", 1, true},
    // 674 DeviceRule/v1alpha1.status
  {"conditions", 673}, {"observedGeneration", 3},
    // 675 DeviceRule/v1alpha1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 671, true}, {"status", 674},
    // 676 AdmissionCheck/v1beta1.spec.parameters
  {"apiGroup", 1, true}, {"kind", 1, true}, {"name", 1, true},
    // 677 AdmissionCheck/v1beta1.spec
  {"controllerName", 1, true}, {"parameters", 676}, {"retryDelayMinutes", 3},
    // 678 AdmissionCheck/v1beta1.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 629, true}, {"type", 1, true},
    // 680 AdmissionCheck/v1beta1.status
  {"conditions", 679},
    // 681 AdmissionCheck/v1beta1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 677}, {"status", 680},
    // 682 AdmissionCheck/v1beta2.spec.parameters
  {"apiGroup", 1, true}, {"kind", 1, true}, {"name", 1, true},
    // 683 AdmissionCheck/v1beta2.spec
  {"controllerName", 1, true}, {"parameters", 682},
    // 684 AdmissionCheck/v1beta2.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 629, true}, {"type", 1, true},
    // 686 AdmissionCheck/v1beta2.status
  {"conditions", 685},
    // 687 AdmissionCheck/v1beta2
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 683}, {"status", 686},
    // 688 ClusterQueue/v1beta1.spec.admissionChecksStrategy.admissionChecks[]
  {"name", 1, true}, {"onFlavors", 9},
    // 690 ClusterQueue/v1beta1.spec.admissionChecksStrategy
  {"admissionChecks", 689},
    // 691 ClusterQueue/v1beta1.spec.admissionScope
  {"admissionMode", 1, true},
    // 692 ClusterQueue/v1beta1.spec.fairSharing
  {"weight", 163},
    // 696 ClusterQueue/v1beta1.spec.flavorFungibility
  {"preference", 693}, {"whenCanBorrow", 694}, {"whenCanPreempt", 695},
    // 697 ClusterQueue/v1beta1.spec.namespaceSelector.matchExpressions[]
  {"key", 1, true}, {"operator", 1, true}, {"values", 9},
    // 699 ClusterQueue/v1beta1.spec.namespaceSelector
  {"matchExpressions", 698}, {"matchLabels", 5},
    // 701 ClusterQueue/v1beta1.spec.preemption.borrowWithinCohort
  {"maxPriorityThreshold", 43}, {"policy", 700},
    // 704 ClusterQueue/v1beta1.spec.preemption
  {"borrowWithinCohort", 701}, {"reclaimWithinCohort", 702}, {"withinClusterQueue", 703},
    // 706 ClusterQueue/v1beta1.spec.resourceGroups[].flavors[].resources[]
  {"borrowingLimit", 163}, {"lendingLimit", 163}, {"name", 1, true}, {"nominalQuota", 163, true},
    // 708 ClusterQueue/v1beta1.spec.resourceGroups[].flavors[]
  {"name", 1, true}, {"resources", 707, true},
    // 710 ClusterQueue/v1beta1.spec.resourceGroups[]
  {"coveredResources", 9, true}, {"flavors", 709, true},
    // 713 ClusterQueue/v1beta1.spec
  {"admissionChecks", 9}, {"admissionChecksStrategy", 690}, {"admissionScope", 691}, {"cohort", 1},
  {"fairSharing", 692}, {"flavorFungibility", 696}, {"namespaceSelector", 699}, {"preemption", 704},
  {"queueingStrategy", 705}, {"resourceGroups", 711}, {"stopPolicy", 712},
    // 714 ClusterQueue/v1beta1.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 629, true}, {"type", 1, true},
    // 716 ClusterQueue/v1beta1.status.fairSharing.admissionFairSharingStatus
  {"consumedResources", 607, true}, {"lastUpdate", 4, true},
    // 717 ClusterQueue/v1beta1.status.fairSharing
  {"admissionFairSharingStatus", 716}, {"weightedShare", 3, true},
    // 718 ClusterQueue/v1beta1.status.flavorsReservation[].resources[]
  {"borrowed", 163}, {"name", 1, true}, {"total", 163},
    // 720 ClusterQueue/v1beta1.status.flavorsReservation[]
  {"name", 1, true}, {"resources", 719, true},
    // 722 ClusterQueue/v1beta1.status.flavorsUsage[].resources[]
  {"borrowed", 163}, {"name", 1, true}, {"total", 163},
    // 724 ClusterQueue/v1beta1.status.flavorsUsage[]
  {"name", 1, true}, {"resources", 723, true},
    // 726 ClusterQueue/v1beta1.status.pendingWorkloadsStatus.clusterQueuePendingWorkload[]
  {"name", 1, true}, {"namespace", 1, true},
    // 728 ClusterQueue/v1beta1.status.pendingWorkloadsStatus
  {"clusterQueuePendingWorkload", 727}, {"lastChangeTime", 4, true},
    // 729 ClusterQueue/v1beta1.status
  {"admittedWorkloads", 43}, {"conditions", 715}, {"fairSharing", 717}, {"flavorsReservation", 721},
  {"flavorsUsage", 725}, {"pendingWorkloads", 43}, {"pendingWorkloadsStatus", 728},
  {"reservingWorkloads", 43},
    // 730 ClusterQueue/v1beta1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 713}, {"status", 729},
    // 731 ClusterQueue/v1beta2.spec.admissionChecksStrategy.admissionChecks[]
  {"name", 1, true}, {"onFlavors", 9},
    // 733 ClusterQueue/v1beta2.spec.admissionChecksStrategy
  {"admissionChecks", 732, true},
    // 735 ClusterQueue/v1beta2.spec.admissionScope
  {"admissionMode", 734, true},
    // 736 ClusterQueue/v1beta2.spec.concurrentAdmissionPolicy.migration.constraints
  {"lastAcceptableFlavorName", 1},
    // 738 ClusterQueue/v1beta2.spec.concurrentAdmissionPolicy.migration
  {"constraints", 736}, {"mode", 737, true},
    // 739 ClusterQueue/v1beta2.spec.concurrentAdmissionPolicy
  {"migration", 738, true},
    // 740 ClusterQueue/v1beta2.spec.fairSharing
  {"weight", 163},
    // 742 ClusterQueue/v1beta2.spec.flavorFungibility
  {"preference", 693}, {"whenCanBorrow", 741}, {"whenCanPreempt", 741},
    // 743 ClusterQueue/v1beta2.spec.namespaceSelector.matchExpressions[]
  {"key", 1, true}, {"operator", 1, true}, {"values", 9},
    // 745 ClusterQueue/v1beta2.spec.namespaceSelector
  {"matchExpressions", 744}, {"matchLabels", 5},
    // 746 ClusterQueue/v1beta2.spec.preemption.borrowWithinCohort
  {"maxPriorityThreshold", 43}, {"policy", 700},
    // 747 ClusterQueue/v1beta2.spec.preemption
  {"borrowWithinCohort", 746}, {"reclaimWithinCohort", 702}, {"withinClusterQueue", 703},
    // 748 ClusterQueue/v1beta2.spec.resourceGroups[].flavors[].resources[]
  {"borrowingLimit", 163}, {"lendingLimit", 163}, {"name", 1, true}, {"nominalQuota", 163, true},
    // 750 ClusterQueue/v1beta2.spec.resourceGroups[].flavors[]
  {"name", 1, true}, {"resources", 749, true},
    // 752 ClusterQueue/v1beta2.spec.resourceGroups[]
  {"coveredResources", 9, true}, {"flavors", 751, true},
    // 754 ClusterQueue/v1beta2.spec
  {"admissionChecksStrategy", 733}, {"admissionScope", 735}, {"cohortName", 1},
  {"concurrentAdmissionPolicy", 739}, {"fairSharing", 740}, {"flavorFungibility", 742},
  {"namespaceSelector", 745}, {"preemption", 747}, {"queueingStrategy", 705},
  {"resourceGroups", 753}, {"stopPolicy", 712},
    // 755 ClusterQueue/v1beta2.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 629, true}, {"type", 1, true},
    // 757 ClusterQueue/v1beta2.status.fairSharing
  {"weightedShare", 3, true},
    // 758 ClusterQueue/v1beta2.status.flavorsReservation[].resources[]
  {"borrowed", 163}, {"name", 1, true}, {"total", 163},
    // 760 ClusterQueue/v1beta2.status.flavorsReservation[]
  {"name", 1, true}, {"resources", 759, true},
    // 762 ClusterQueue/v1beta2.status.flavorsUsage[].resources[]
  {"borrowed", 163}, {"name", 1, true}, {"total", 163},
    // 764 ClusterQueue/v1beta2.status.flavorsUsage[]
  {"name", 1, true}, {"resources", 763, true},
    // 766 ClusterQueue/v1beta2.status
  {"admittedWorkloads", 43}, {"conditions", 756}, {"fairSharing", 757}, {"flavorsReservation", 761},
  {"flavorsUsage", 765}, {"pendingWorkloads", 43}, {"reservingWorkloads", 43},
    // 767 ClusterQueue/v1beta2
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 754}, {"status", 766},
    // 768 Cohort/v1beta1.spec.fairSharing
  {"weight", 163},
    // 769 Cohort/v1beta1.spec.resourceGroups[].flavors[].resources[]
  {"borrowingLimit", 163}, {"lendingLimit", 163}, {"name", 1, true}, {"nominalQuota", 163, true},
    // 771 Cohort/v1beta1.spec.resourceGroups[].flavors[]
  {"name", 1, true}, {"resources", 770, true},
    // 773 Cohort/v1beta1.spec.resourceGroups[]
  {"coveredResources", 9, true}, {"flavors", 772, true},
    // 775 Cohort/v1beta1.spec
  {"fairSharing", 768}, {"parentName", 1}, {"resourceGroups", 774},
    // 776 Cohort/v1beta1.status.fairSharing.admissionFairSharingStatus
  {"consumedResources", 607, true}, {"lastUpdate", 4, true},
    // 777 Cohort/v1beta1.status.fairSharing
  {"admissionFairSharingStatus", 776}, {"weightedShare", 3, true},
    // 778 Cohort/v1beta1.status
  {"fairSharing", 777},
    // 779 Cohort/v1beta1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 775}, {"status", 778},
    // 780 Cohort/v1beta2.spec.fairSharing
  {"weight", 163},
    // 781 Cohort/v1beta2.spec.resourceGroups[].flavors[].resources[]
  {"borrowingLimit", 163}, {"lendingLimit", 163}, {"name", 1, true}, {"nominalQuota", 163, true},
    // 783 Cohort/v1beta2.spec.resourceGroups[].flavors[]
  {"name", 1, true}, {"resources", 782, true},
    // 785 Cohort/v1beta2.spec.resourceGroups[]
  {"coveredResources", 9, true}, {"flavors", 784, true},
    // 787 Cohort/v1beta2.spec
  {"fairSharing", 780}, {"parentName", 1}, {"resourceGroups", 786},
    // 788 Cohort/v1beta2.status.fairSharing
  {"weightedShare", 3, true},
    // 789 Cohort/v1beta2.status
  {"fairSharing", 788},
    // 790 Cohort/v1beta2
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 787}, {"status", 789},
    // 792 Configuration/v1beta1.admissionFairSharing
  {"resourceWeights", 791}, {"usageHalfLifeTime", 235}, {"usageSamplingInterval", 235},
    // 793 Configuration/v1beta1.clientConnection
  {"burst", 235}, {"qps", 235},
    // 794 Configuration/v1beta1.controller
  {"cacheSyncTimeout", 235}, {"groupKindConcurrency", 791},
    // 796 Configuration/v1beta1.fairSharing
  {"enable", 235}, {"preemptionStrategies", 795},
    // 797 Configuration/v1beta1.health
  {"healthProbeBindAddress", 235}, {"livenessEndpointName", 235}, {"readinessEndpointName", 235},
    // 798 Configuration/v1beta1.integrations.podOptions.namespaceSelector.matchExpressions[]
  {"key", 235}, {"operator", 235}, {"values", 795},
    // 800 Configuration/v1beta1.integrations.podOptions.namespaceSelector
  {"matchExpressions", 799}, {"matchLabels", 791},
    // 801 Configuration/v1beta1.integrations.podOptions.podSelector.matchExpressions[]
  {"key", 235}, {"operator", 235}, {"values", 795},
    // 803 Configuration/v1beta1.integrations.podOptions.podSelector
  {"matchExpressions", 802}, {"matchLabels", 791},
    // 804 Configuration/v1beta1.integrations.podOptions
  {"namespaceSelector", 800}, {"podSelector", 803},
    // 805 Configuration/v1beta1.integrations
  {"externalFrameworks", 795}, {"frameworks", 795}, {"labelKeysToCopy", 795}, {"podOptions", 804},
    // 806 Configuration/v1beta1.internalCertManagement
  {"enable", 235}, {"webhookSecretName", 235}, {"webhookServiceName", 235},
    // 807 Configuration/v1beta1.leaderElection
  {"leaderElect", 235}, {"leaseDuration", 235}, {"renewDeadline", 235}, {"resourceLock", 235},
  {"resourceName", 235}, {"resourceNamespace", 235}, {"retryPeriod", 235},
    // 808 Configuration/v1beta1.managedJobsNamespaceSelector.matchExpressions[]
  {"key", 235}, {"operator", 235}, {"values", 795},
    // 810 Configuration/v1beta1.managedJobsNamespaceSelector
  {"matchExpressions", 809}, {"matchLabels", 791},
    // 811 Configuration/v1beta1.metrics.customLabels[]
  {"name", 235}, {"sourceAnnotationKey", 235}, {"sourceLabelKey", 235},
    // 813 Configuration/v1beta1.metrics.localQueueMetrics.localQueueSelector.matchExpressions[]
  {"key", 235}, {"operator", 235}, {"values", 795},
    // 815 Configuration/v1beta1.metrics.localQueueMetrics.localQueueSelector
  {"matchExpressions", 814}, {"matchLabels", 791},
    // 816 Configuration/v1beta1.metrics.localQueueMetrics
  {"enable", 235}, {"localQueueSelector", 815},
    // 817 Configuration/v1beta1.metrics
  {"bindAddress", 235}, {"customLabels", 812}, {"enableClusterQueueResources", 235},
  {"localQueueMetrics", 816},
    // 818 Configuration/v1beta1.multiKueue.externalFrameworks[]
  {"name", 235},
    // 820 Configuration/v1beta1.multiKueue
  {"dispatcherName", 235}, {"externalFrameworks", 819}, {"gcInterval", 235}, {"origin", 235},
  {"workerLostTimeout", 235},
    // 821 Configuration/v1beta1.objectRetentionPolicies.workloads
  {"afterDeactivatedByKueue", 235}, {"afterFinished", 235},
    // 822 Configuration/v1beta1.objectRetentionPolicies
  {"workloads", 821},
    // 823 Configuration/v1beta1.queueVisibility.clusterQueues
  {"maxCount", 235},
    // 824 Configuration/v1beta1.queueVisibility
  {"clusterQueues", 823}, {"updateIntervalSeconds", 235},
    // 825 Configuration/v1beta1.resources.deviceClassMappings[]
  {"deviceClassNames", 795}, {"name", 235},
    // 827 Configuration/v1beta1.resources.transformations[]
  {"input", 235}, {"multiplyBy", 235}, {"outputs", 791}, {"strategy", 235},
    // 829 Configuration/v1beta1.resources
  {"deviceClassMappings", 826}, {"excludeResourcePrefixes", 795}, {"transformations", 828},
    // 830 Configuration/v1beta1.tls
  {"cipherSuites", 795}, {"curvePreferences", 795}, {"minVersion", 235},
    // 831 Configuration/v1beta1.waitForPodsReady.requeuingStrategy
  {"backoffBaseSeconds", 235}, {"backoffLimitCount", 235}, {"backoffMaxSeconds", 235},
  {"timestamp", 235},
    // 832 Configuration/v1beta1.waitForPodsReady
  {"blockAdmission", 235}, {"enable", 235}, {"recoveryTimeout", 235}, {"requeuingStrategy", 831},
  {"timeout", 235},
    // 833 Configuration/v1beta1.webhook
  {"certDir", 235}, {"host", 235}, {"port", 235},
    // 834 Configuration/v1beta1
  {"admissionFairSharing", 792}, {"apiVersion", 235}, {"clientConnection", 793},
  {"controller", 794}, {"fairSharing", 796}, {"featureGates", 791}, {"health", 797},
  {"integrations", 805}, {"internalCertManagement", 806}, {"kind", 235}, {"leaderElection", 807},
  {"manageJobsWithoutQueueName", 235}, {"managedJobsNamespaceSelector", 810}, {"metrics", 817},
  {"multiKueue", 820}, {"namespace", 235}, {"objectRetentionPolicies", 822},
  {"pprofBindAddress", 235}, {"queueVisibility", 824}, {"resources", 829}, {"tls", 830},
  {"waitForPodsReady", 832}, {"webhook", 833},
    // 835 Configuration/v1beta2.admissionFairSharing
  {"resourceWeights", 791}, {"usageHalfLifeTime", 235}, {"usageSamplingInterval", 235},
    // 836 Configuration/v1beta2.clientConnection
  {"burst", 235}, {"qps", 235},
    // 837 Configuration/v1beta2.controller
  {"cacheSyncTimeout", 235}, {"groupKindConcurrency", 791},
    // 838 Configuration/v1beta2.fairSharing
  {"preemptionStrategies", 795},
    // 839 Configuration/v1beta2.health
  {"healthProbeBindAddress", 235}, {"livenessEndpointName", 235}, {"readinessEndpointName", 235},
    // 840 Configuration/v1beta2.integrations
  {"externalFrameworks", 795}, {"frameworks", 795}, {"labelKeysToCopy", 795},
    // 841 Configuration/v1beta2.internalCertManagement
  {"enable", 235}, {"webhookSecretName", 235}, {"webhookServiceName", 235},
    // 842 Configuration/v1beta2.leaderElection
  {"leaderElect", 235}, {"leaseDuration", 235}, {"renewDeadline", 235}, {"resourceLock", 235},
  {"resourceName", 235}, {"resourceNamespace", 235}, {"retryPeriod", 235},
    // 843 Configuration/v1beta2.managedJobsNamespaceSelector.matchExpressions[]
  {"key", 235}, {"operator", 235}, {"values", 795},
    // 845 Configuration/v1beta2.managedJobsNamespaceSelector
  {"matchExpressions", 844}, {"matchLabels", 791},
    // 846 Configuration/v1beta2.metrics.customLabels[]
  {"name", 235}, {"sourceAnnotationKey", 235}, {"sourceKind", 235}, {"sourceLabelKey", 235},
  {"trackedValues", 795},
    // 848 Configuration/v1beta2.metrics.localQueueMetrics.localQueueSelector.matchExpressions[]
  {"key", 235}, {"operator", 235}, {"values", 795},
    // 850 Configuration/v1beta2.metrics.localQueueMetrics.localQueueSelector
  {"matchExpressions", 849}, {"matchLabels", 791},
    // 851 Configuration/v1beta2.metrics.localQueueMetrics
  {"enable", 235}, {"localQueueSelector", 850},
    // 852 Configuration/v1beta2.metrics
  {"bindAddress", 235}, {"customLabels", 847}, {"enableClusterQueueResources", 235},
  {"localQueueMetrics", 851},
    // 853 Configuration/v1beta2.multiKueue.clusterProfile.accessProviders[].execConfig.env[]
  {"name", 235}, {"value", 235},
    // 855 Configuration/v1beta2.multiKueue.clusterProfile.accessProviders[].execConfig
  {"apiVersion", 235}, {"args", 795}, {"command", 235}, {"env", 854}, {"installHint", 235},
  {"interactiveMode", 235}, {"provideClusterInfo", 235},
    // 856 Configuration/v1beta2.multiKueue.clusterProfile.accessProviders[]
  {"execConfig", 855}, {"name", 235},
    // 858 Configuration/v1beta2.multiKueue.clusterProfile.credentialsProviders[].execConfig.env[]
  {"name", 235}, {"value", 235},
    // 860 Configuration/v1beta2.multiKueue.clusterProfile.credentialsProviders[].execConfig
  {"apiVersion", 235}, {"args", 795}, {"command", 235}, {"env", 859}, {"installHint", 235},
  {"interactiveMode", 235}, {"provideClusterInfo", 235},
    // 861 Configuration/v1beta2.multiKueue.clusterProfile.credentialsProviders[]
  {"execConfig", 860}, {"name", 235},
    // 863 Configuration/v1beta2.multiKueue.clusterProfile
  {"accessProviders", 857}, {"credentialsProviders", 862},
    // 864 Configuration/v1beta2.multiKueue.externalFrameworks[]
  {"name", 235},
    // 866 Configuration/v1beta2.multiKueue.incrementalDispatcherConfig
  {"stepSize", 235},
    // 867 Configuration/v1beta2.multiKueue
  {"clusterProfile", 863}, {"dispatcherName", 235}, {"externalFrameworks", 865},
  {"gcInterval", 235}, {"incrementalDispatcherConfig", 866}, {"origin", 235},
  {"workerLostTimeout", 235},
    // 868 Configuration/v1beta2.objectRetentionPolicies.workloads
  {"afterDeactivatedByKueue", 235}, {"afterFinished", 235},
    // 869 Configuration/v1beta2.objectRetentionPolicies
  {"workloads", 868},
    // 870 Configuration/v1beta2.resources.deviceClassMappings[].sources[].capacity.deviceSelector.cel
  {"expression", 235},
    // 871 Configuration/v1beta2.resources.deviceClassMappings[].sources[].capacity.deviceSelector
  {"cel", 870},
    // 872 Configuration/v1beta2.resources.deviceClassMappings[].sources[].capacity
  {"deviceSelector", 871}, {"driver", 235}, {"name", 235},
    // 873 Configuration/v1beta2.resources.deviceClassMappings[].sources[].counter.deviceSelector.cel
  {"expression", 235},
    // 874 Configuration/v1beta2.resources.deviceClassMappings[].sources[].counter.deviceSelector
  {"cel", 873},
    // 875 Configuration/v1beta2.resources.deviceClassMappings[].sources[].counter
  {"deviceSelector", 874}, {"driver", 235}, {"name", 235},
    // 876 Configuration/v1beta2.resources.deviceClassMappings[].sources[]
  {"capacity", 872}, {"counter", 875},
    // 878 Configuration/v1beta2.resources.deviceClassMappings[]
  {"deviceClassNames", 795}, {"name", 235}, {"sources", 877},
    // 880 Configuration/v1beta2.resources.transformations[]
  {"input", 235}, {"multiplyBy", 235}, {"outputs", 791}, {"strategy", 235},
    // 882 Configuration/v1beta2.resources
  {"deviceClassMappings", 879}, {"excludeResourcePrefixes", 795}, {"quotaCheckStrategy", 235},
  {"transformations", 881},
    // 883 Configuration/v1beta2.tls
  {"cipherSuites", 795}, {"curvePreferences", 795}, {"minVersion", 235},
    // 884 Configuration/v1beta2.visibilityServer
  {"bindAddress", 235}, {"bindPort", 235},
    // 885 Configuration/v1beta2.waitForPodsReady.requeuingStrategy
  {"backoffBaseSeconds", 235}, {"backoffLimitCount", 235}, {"backoffMaxSeconds", 235},
  {"timestamp", 235},
    // 886 Configuration/v1beta2.waitForPodsReady
  {"blockAdmission", 235}, {"recoveryTimeout", 235}, {"requeuingStrategy", 885}, {"timeout", 235},
    // 887 Configuration/v1beta2.webhook
  {"certDir", 235}, {"host", 235}, {"port", 235},
    // 888 Configuration/v1beta2
  {"admissionFairSharing", 835}, {"apiVersion", 235}, {"clientConnection", 836},
  {"controller", 837}, {"fairSharing", 838}, {"featureGates", 791}, {"health", 839},
  {"integrations", 840}, {"internalCertManagement", 841}, {"kind", 235}, {"leaderElection", 842},
  {"manageJobsWithoutQueueName", 235}, {"managedJobsNamespaceSelector", 845}, {"metrics", 852},
  {"multiKueue", 867}, {"namespace", 235}, {"objectRetentionPolicies", 869},
  {"pprofBindAddress", 235}, {"resources", 882}, {"tls", 883}, {"visibilityServer", 884},
  {"waitForPodsReady", 886}, {"webhook", 887},
    // 889 LocalQueue/v1beta1.spec.fairSharing
  {"weight", 163},
    // 890 LocalQueue/v1beta1.spec
  {"clusterQueue", 1}, {"fairSharing", 889}, {"stopPolicy", 712},
    // 891 LocalQueue/v1beta1.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 629, true}, {"type", 1, true},
    // 893 LocalQueue/v1beta1.status.fairSharing.admissionFairSharingStatus
  {"consumedResources", 607, true}, {"lastUpdate", 4, true},
    // 894 LocalQueue/v1beta1.status.fairSharing
  {"admissionFairSharingStatus", 893}, {"weightedShare", 3, true},
    // 895 LocalQueue/v1beta1.status.flavorUsage[].resources[]
  {"name", 1, true}, {"total", 163},
    // 897 LocalQueue/v1beta1.status.flavorUsage[]
  {"name", 1, true}, {"resources", 896, true},
    // 899 LocalQueue/v1beta1.status.flavors[].nodeTaints[]
  {"effect", 1, true}, {"key", 1, true}, {"timeAdded", 4}, {"value", 1},
    // 901 LocalQueue/v1beta1.status.flavors[].topology
  {"levels", 9, true}, {"name", 1, true},
    // 902 LocalQueue/v1beta1.status.flavors[]
  {"name", 1, true}, {"nodeLabels", 5}, {"nodeTaints", 900}, {"resources", 9}, {"topology", 901},
    // 904 LocalQueue/v1beta1.status.flavorsReservation[].resources[]
  {"name", 1, true}, {"total", 163},
    // 906 LocalQueue/v1beta1.status.flavorsReservation[]
  {"name", 1, true}, {"resources", 905, true},
    // 908 LocalQueue/v1beta1.status
  {"admittedWorkloads", 43}, {"conditions", 892}, {"fairSharing", 894}, {"flavorUsage", 898},
  {"flavors", 903}, {"flavorsReservation", 907}, {"pendingWorkloads", 43},
  {"reservingWorkloads", 43},
    // 909 LocalQueue/v1beta1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 890}, {"status", 908},
    // 910 LocalQueue/v1beta2.spec.fairSharing
  {"weight", 163},
    // 911 LocalQueue/v1beta2.spec
  {"clusterQueue", 1}, {"fairSharing", 910}, {"stopPolicy", 712},
    // 912 LocalQueue/v1beta2.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 629, true}, {"type", 1, true},
    // 914 LocalQueue/v1beta2.status.fairSharing.admissionFairSharingStatus
  {"consumedResources", 607, true}, {"lastUpdate", 4, true},
    // 915 LocalQueue/v1beta2.status.fairSharing
  {"admissionFairSharingStatus", 914}, {"weightedShare", 3, true},
    // 916 LocalQueue/v1beta2.status.flavorsReservation[].resources[]
  {"name", 1, true}, {"total", 163},
    // 918 LocalQueue/v1beta2.status.flavorsReservation[]
  {"name", 1, true}, {"resources", 917, true},
    // 920 LocalQueue/v1beta2.status.flavorsUsage[].resources[]
  {"name", 1, true}, {"total", 163},
    // 922 LocalQueue/v1beta2.status.flavorsUsage[]
  {"name", 1, true}, {"resources", 921, true},
    // 924 LocalQueue/v1beta2.status
  {"admittedWorkloads", 43}, {"conditions", 913}, {"fairSharing", 915}, {"flavorsReservation", 919},
  {"flavorsUsage", 923}, {"pendingWorkloads", 43}, {"reservingWorkloads", 43},
    // 925 LocalQueue/v1beta2
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 911}, {"status", 924},
    // 926 ResourceFlavor/v1beta1.spec.nodeTaints[]
  {"effect", 1, true}, {"key", 1, true}, {"timeAdded", 4}, {"value", 1},
    // 928 ResourceFlavor/v1beta1.spec.tolerations[]
  {"effect", 1}, {"key", 1}, {"operator", 1}, {"tolerationSeconds", 3}, {"value", 1},
    // 930 ResourceFlavor/v1beta1.spec
  {"nodeLabels", 5}, {"nodeTaints", 927}, {"tolerations", 929}, {"topologyName", 1},
    // 931 ResourceFlavor/v1beta1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 930},
    // 932 ResourceFlavor/v1beta2.spec.nodeTaints[]
  {"effect", 1, true}, {"key", 1, true}, {"timeAdded", 4}, {"value", 1},
    // 934 ResourceFlavor/v1beta2.spec.tolerations[]
  {"effect", 1}, {"key", 1}, {"operator", 1}, {"tolerationSeconds", 3}, {"value", 1},
    // 936 ResourceFlavor/v1beta2.spec
  {"nodeLabels", 5}, {"nodeTaints", 933}, {"tolerations", 935}, {"topologyName", 1},
    // 937 ResourceFlavor/v1beta2
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 936},
    // 938 Topology/v1beta1.spec.levels[]
  {"nodeLabel", 1, true},
    // 940 Topology/v1beta1.spec
  {"levels", 939, true},
    // 941 Topology/v1beta1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 940},
    // 942 Topology/v1beta2.spec.levels[]
  {"nodeLabel", 1, true},
    // 944 Topology/v1beta2.spec
  {"levels", 943, true},
    // 945 Topology/v1beta2
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 944},
    // 946 WorkloadPriorityClass/v1beta1
  {"apiVersion", 1}, {"description", 1}, {"kind", 1}, {"metadata", 2}, {"value", 43, true},
    // 947 WorkloadPriorityClass/v1beta2
  {"apiVersion", 1}, {"description", 1}, {"kind", 1}, {"metadata", 2}, {"value", 43, true},
    // 949 PodGroup/v2alpha2.spec.subGroups[].topologyConstraint
  {"preferredTopologyLevel", 1}, {"requiredTopologyLevel", 1}, {"topology", 1},
    // 950 PodGroup/v2alpha2.spec.subGroups[]
  {"minMember", 43}, {"name", 1, true}, {"parent", 1}, {"topologyConstraint", 949},
    // 952 PodGroup/v2alpha2.spec.topologyConstraint
  {"preferredTopologyLevel", 1}, {"requiredTopologyLevel", 1}, {"topology", 1},
    // 953 PodGroup/v2alpha2.spec
  {"backoffLimit", 43}, {"completions", 43}, {"markUnschedulable", 7}, {"minMember", 43},
  {"parallelism", 43}, {"preemptibility", 948}, {"priorityClassName", 1}, {"queue", 1},
  {"schedulingBackoff", 43}, {"subGroups", 951}, {"topologyConstraint", 952},
    // 954 PodGroup/v2alpha2
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 953}, {"status", 11},
    // 956 Queue/v2.spec.resources.cpu
  {"limit", 955}, {"overQuotaWeight", 955}, {"quota", 955},
    // 957 Queue/v2.spec.resources.gpu
  {"limit", 955}, {"overQuotaWeight", 955}, {"quota", 955},
    // 958 Queue/v2.spec.resources.memory
  {"limit", 955}, {"overQuotaWeight", 955}, {"quota", 955},
    // 959 Queue/v2.spec.resources
  {"cpu", 956}, {"gpu", 957}, {"memory", 958},
    // 960 Queue/v2.spec
  {"displayName", 1}, {"parentQueue", 1}, {"preemptMinRuntime", 1}, {"priority", 3},
  {"reclaimMinRuntime", 1}, {"resources", 959},
    // 961 Queue/v2
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 960}, {"status", 11},
    // 962 PodGroup/v1alpha1.spec
  {"minMember", 43}, {"minResources", 607}, {"scheduleTimeoutSeconds", 43},
    // 963 PodGroup/v1alpha1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 962}, {"status", 11},
    // 965 Job/v1alpha1.spec.networkTopology
  {"highestTierAllowed", 3}, {"highestTierName", 1}, {"mode", 964},
    // 967 Job/v1alpha1.spec.policies[]
  {"action", 1}, {"event", 1}, {"events", 9}, {"exitCode", 43}, {"timeout", 1},
    // 970 Job/v1alpha1.spec.tasks[].dependsOn
  {"iteration", 969}, {"name", 9},
    // 971 Job/v1alpha1.spec.tasks[].partitionPolicy.networkTopology
  {"highestTierAllowed", 3}, {"highestTierName", 1}, {"mode", 964},
    // 972 Job/v1alpha1.spec.tasks[].partitionPolicy
  {"minPartitions", 43}, {"networkTopology", 971}, {"partitionSize", 43, true},
  {"totalPartitions", 43, true},
    // 973 Job/v1alpha1.spec.tasks[].policies[]
  {"action", 1}, {"event", 1}, {"events", 9}, {"exitCode", 43}, {"timeout", 1},
    // 976 Job/v1alpha1.spec.tasks[]
  {"dependsOn", 970}, {"maxRetry", 43}, {"minAvailable", 43}, {"name", 1}, {"partitionPolicy", 972},
  {"policies", 974}, {"replicas", 43}, {"template", 275}, {"topologyPolicy", 975},
    // 978 Job/v1alpha1.spec.volumes[]
  {"mountPath", 1, true}, {"volumeClaim", 56}, {"volumeClaimName", 1},
    // 980 Job/v1alpha1.spec
  {"maxRetry", 43}, {"minAvailable", 43}, {"minSuccess", 43}, {"networkTopology", 965},
  {"plugins", 966}, {"policies", 968}, {"priorityClassName", 1}, {"queue", 1},
  {"runningEstimate", 1}, {"schedulerName", 1}, {"tasks", 977}, {"ttlSecondsAfterFinished", 43},
  {"volumes", 979},
    // 981 Job/v1alpha1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 980}, {"status", 11},
    // 983 PodGroup/v1beta1.spec.networkTopology
  {"highestTierAllowed", 3}, {"highestTierName", 1}, {"mode", 964},
    // 984 PodGroup/v1beta1.spec.subGroupPolicy[].labelSelector.matchExpressions[]
  {"key", 1, true}, {"operator", 1, true}, {"values", 9},
    // 986 PodGroup/v1beta1.spec.subGroupPolicy[].labelSelector
  {"matchExpressions", 985}, {"matchLabels", 5},
    // 987 PodGroup/v1beta1.spec.subGroupPolicy[].networkTopology
  {"highestTierAllowed", 3}, {"highestTierName", 1}, {"mode", 964},
    // 988 PodGroup/v1beta1.spec.subGroupPolicy[]
  {"labelSelector", 986}, {"matchLabelKeys", 9}, {"minSubGroups", 43}, {"name", 1},
  {"networkTopology", 987}, {"subGroupSize", 43},
    // 990 PodGroup/v1beta1.spec
  {"minMember", 43}, {"minResources", 607}, {"minTaskMember", 982}, {"networkTopology", 983},
  {"priorityClassName", 1}, {"queue", 1}, {"subGroupPolicy", 989},
    // 991 PodGroup/v1beta1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 990}, {"status", 11},
    // 992 Queue/v1beta1.spec.affinity.nodeGroupAffinity
  {"preferredDuringSchedulingIgnoredDuringExecution", 9},
  {"requiredDuringSchedulingIgnoredDuringExecution", 9},
    // 993 Queue/v1beta1.spec.affinity.nodeGroupAntiAffinity
  {"preferredDuringSchedulingIgnoredDuringExecution", 9},
  {"requiredDuringSchedulingIgnoredDuringExecution", 9},
    // 994 Queue/v1beta1.spec.affinity
  {"nodeGroupAffinity", 992}, {"nodeGroupAntiAffinity", 993},
    // 996 Queue/v1beta1.spec.extendClusters[]
  {"capacity", 607}, {"name", 1}, {"weight", 43},
    // 998 Queue/v1beta1.spec.guarantee
  {"resource", 607},
    // 999 Queue/v1beta1.spec
  {"affinity", 994}, {"capability", 607}, {"dequeueStrategy", 995}, {"deserved", 607},
  {"extendClusters", 997}, {"guarantee", 998}, {"parent", 1}, {"priority", 43}, {"reclaimable", 7},
  {"type", 1}, {"weight", 43},
    // 1000 Queue/v1beta1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 999}, {"status", 11},
    // 1002 ComputeDomain/v1beta1.spec.channel.resourceClaimTemplate
  {"name", 1, true},
    // 1003 ComputeDomain/v1beta1.spec.channel
  {"allocationMode", 1001}, {"resourceClaimTemplate", 1002, true},
    // 1004 ComputeDomain/v1beta1.spec
  {"channel", 1003, true}, {"numNodes", 3},
    // 1006 ComputeDomain/v1beta1.status.nodes[]
  {"cliqueID", 1}, {"index", 3}, {"ipAddress", 1}, {"name", 1}, {"status", 1005},
    // 1008 ComputeDomain/v1beta1.status
  {"nodes", 1007}, {"status", 1005},
    // 1009 ComputeDomain/v1beta1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 1004}, {"status", 1008},
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
    {Kind::kMap, 163, 0, ""},  // 607
    {Kind::kStruct, 1610, 1, "DeviceMapping/v1alpha1.spec.rewrites[].request.exactly.capacity"},  // 608
    {Kind::kStruct, 1611, 1, "DeviceMapping/v1alpha1.spec.rewrites[].request.exactly.selectors[].cel"},  // 609
    {Kind::kStruct, 1612, 1, "DeviceMapping/v1alpha1.spec.rewrites[].request.exactly.selectors[]"},  // 610
    {Kind::kList, 610, 0, ""},  // 611
    {Kind::kEnum, 234, 4, ""},  // 612
    {Kind::kEnum, 238, 2, ""},  // 613
    {Kind::kStruct, 1613, 5, "DeviceMapping/v1alpha1.spec.rewrites[].request.exactly.tolerations[]"},  // 614
    {Kind::kList, 614, 0, ""},  // 615
    {Kind::kStruct, 1618, 5, "DeviceMapping/v1alpha1.spec.rewrites[].request.exactly"},  // 616
    {Kind::kStruct, 1623, 1, "DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[].capacity"},  // 617
    {Kind::kStruct, 1624, 1, "DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[].selectors[].cel"},  // 618
    {Kind::kStruct, 1625, 1, "DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[].selectors[]"},  // 619
    {Kind::kList, 619, 0, ""},  // 620
    {Kind::kStruct, 1626, 5, "DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[].tolerations[]"},  // 621
    {Kind::kList, 621, 0, ""},  // 622
    {Kind::kStruct, 1631, 6, "DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[]"},  // 623
    {Kind::kList, 623, 0, ""},  // 624
    {Kind::kStruct, 1637, 2, "DeviceMapping/v1alpha1.spec.rewrites[].request"},  // 625
    {Kind::kStruct, 1639, 5, "DeviceMapping/v1alpha1.spec.rewrites[]"},  // 626
    {Kind::kList, 626, 0, ""},  // 627
    {Kind::kStruct, 1644, 8, "DeviceMapping/v1alpha1.spec"},  // 628
    {Kind::kEnum, 240, 3, ""},  // 629
    {Kind::kStruct, 1652, 6, "DeviceMapping/v1alpha1.status.conditions[]"},  // 630
    {Kind::kList, 630, 0, "type"},  // 631
    {Kind::kStruct, 1658, 2, "DeviceMapping/v1alpha1.status"},  // 632
    {Kind::kStruct, 1660, 5, "DeviceMapping/v1alpha1"},  // 633
    {Kind::kEnum, 243, 2, ""},  // 634
    {Kind::kEnum, 245, 2, ""},  // 635
    {Kind::kStruct, 1665, 4, "DeviceQuota/v1alpha1.spec"},  // 636
    {Kind::kStruct, 1669, 6, "DeviceQuota/v1alpha1.status.conditions[]"},  // 637
    {Kind::kList, 637, 0, "type"},  // 638
    {Kind::kStruct, 1675, 7, "DeviceQuota/v1alpha1.status"},  // 639
    {Kind::kStruct, 1682, 5, "DeviceQuota/v1alpha1"},  // 640
    {Kind::kStruct, 1687, 2, "DeviceRule/v1alpha1.spec.auditAnnotations[]"},  // 641
    {Kind::kList, 641, 0, "key"},  // 642
    {Kind::kStruct, 1689, 2, "DeviceRule/v1alpha1.spec.matchConditions[]"},  // 643
    {Kind::kList, 643, 0, "name"},  // 644
    {Kind::kEnum, 247, 2, ""},  // 645
    {Kind::kStruct, 1691, 2, "DeviceRule/v1alpha1.spec.matchPolicy"},  // 646
    {Kind::kStruct, 1693, 2, "DeviceRule/v1alpha1.spec.matchResources.kinds[]"},  // 647
    {Kind::kList, 647, 0, ""},  // 648
    {Kind::kStruct, 1695, 3, "DeviceRule/v1alpha1.spec.matchResources.namespaceSelector.matchExpressions[]"},  // 649
    {Kind::kList, 649, 0, ""},  // 650
    {Kind::kStruct, 1698, 2, "DeviceRule/v1alpha1.spec.matchResources.namespaceSelector"},  // 651
    {Kind::kStruct, 1700, 3, "DeviceRule/v1alpha1.spec.matchResources.objectSelector.matchExpressions[]"},  // 652
    {Kind::kList, 652, 0, ""},  // 653
    {Kind::kStruct, 1703, 2, "DeviceRule/v1alpha1.spec.matchResources.objectSelector"},  // 654
    {Kind::kEnum, 249, 2, ""},  // 655
    {Kind::kList, 655, 0, ""},  // 656
    {Kind::kStruct, 1705, 4, "DeviceRule/v1alpha1.spec.matchResources"},  // 657
    {Kind::kStruct, 1709, 2, "DeviceRule/v1alpha1.spec.paramKind"},  // 658
    {Kind::kEnum, 251, 2, ""},  // 659
    {Kind::kStruct, 1711, 3, "DeviceRule/v1alpha1.spec.paramRef.selector.matchExpressions[]"},  // 660
    {Kind::kList, 660, 0, ""},  // 661
    {Kind::kStruct, 1714, 2, "DeviceRule/v1alpha1.spec.paramRef.selector"},  // 662
    {Kind::kStruct, 1716, 4, "DeviceRule/v1alpha1.spec.paramRef"},  // 663
    {Kind::kEnum, 253, 3, ""},  // 664
    {Kind::kList, 664, 0, ""},  // 665
    {Kind::kEnum, 256, 3, ""},  // 666
    {Kind::kStruct, 1720, 4, "DeviceRule/v1alpha1.spec.validations[]"},  // 667
    {Kind::kList, 667, 0, ""},  // 668
    {Kind::kStruct, 1724, 2, "DeviceRule/v1alpha1.spec.variables[]"},  // 669
    {Kind::kList, 669, 0, "name"},  // 670
    {Kind::kStruct, 1726, 10, "DeviceRule/v1alpha1.spec"},  // 671
    {Kind::kStruct, 1736, 6, "DeviceRule/v1alpha1.status.conditions[]"},  // 672
    {Kind::kList, 672, 0, "type"},  // 673
    {Kind::kStruct, 1742, 2, "DeviceRule/v1alpha1.status"},  // 674
    {Kind::kStruct, 1744, 5, "DeviceRule/v1alpha1"},  // 675
    {Kind::kStruct, 1749, 3, "AdmissionCheck/v1beta1.spec.parameters"},  // 676
    {Kind::kStruct, 1752, 3, "AdmissionCheck/v1beta1.spec"},  // 677
    {Kind::kStruct, 1755, 6, "AdmissionCheck/v1beta1.status.conditions[]"},  // 678
    {Kind::kList, 678, 0, "type"},  // 679
    {Kind::kStruct, 1761, 1, "AdmissionCheck/v1beta1.status"},  // 680
    {Kind::kStruct, 1762, 5, "AdmissionCheck/v1beta1"},  // 681
    {Kind::kStruct, 1767, 3, "AdmissionCheck/v1beta2.spec.parameters"},  // 682
    {Kind::kStruct, 1770, 2, "AdmissionCheck/v1beta2.spec"},  // 683
    {Kind::kStruct, 1772, 6, "AdmissionCheck/v1beta2.status.conditions[]"},  // 684
    {Kind::kList, 684, 0, "type"},  // 685
    {Kind::kStruct, 1778, 1, "AdmissionCheck/v1beta2.status"},  // 686
    {Kind::kStruct, 1779, 5, "AdmissionCheck/v1beta2"},  // 687
    {Kind::kStruct, 1784, 2, "ClusterQueue/v1beta1.spec.admissionChecksStrategy.admissionChecks[]"},  // 688
    {Kind::kList, 688, 0, ""},  // 689
    {Kind::kStruct, 1786, 1, "ClusterQueue/v1beta1.spec.admissionChecksStrategy"},  // 690
    {Kind::kStruct, 1787, 1, "ClusterQueue/v1beta1.spec.admissionScope"},  // 691
    {Kind::kStruct, 1788, 1, "ClusterQueue/v1beta1.spec.fairSharing"},  // 692
    {Kind::kEnum, 259, 2, ""},  // 693
    {Kind::kEnum, 261, 3, ""},  // 694
    {Kind::kEnum, 264, 3, ""},  // 695
    {Kind::kStruct, 1789, 3, "ClusterQueue/v1beta1.spec.flavorFungibility"},  // 696
    {Kind::kStruct, 1792, 3, "ClusterQueue/v1beta1.spec.namespaceSelector.matchExpressions[]"},  // 697
    {Kind::kList, 697, 0, ""},  // 698
    {Kind::kStruct, 1795, 2, "ClusterQueue/v1beta1.spec.namespaceSelector"},  // 699
    {Kind::kEnum, 267, 2, ""},  // 700
    {Kind::kStruct, 1797, 2, "ClusterQueue/v1beta1.spec.preemption.borrowWithinCohort"},  // 701
    {Kind::kEnum, 269, 3, ""},  // 702
    {Kind::kEnum, 272, 3, ""},  // 703
    {Kind::kStruct, 1799, 3, "ClusterQueue/v1beta1.spec.preemption"},  // 704
    {Kind::kEnum, 275, 2, ""},  // 705
    {Kind::kStruct, 1802, 4, "ClusterQueue/v1beta1.spec.resourceGroups[].flavors[].resources[]"},  // 706
    {Kind::kList, 706, 0, "name"},  // 707
    {Kind::kStruct, 1806, 2, "ClusterQueue/v1beta1.spec.resourceGroups[].flavors[]"},  // 708
    {Kind::kList, 708, 0, "name"},  // 709
    {Kind::kStruct, 1808, 2, "ClusterQueue/v1beta1.spec.resourceGroups[]"},  // 710
    {Kind::kList, 710, 0, ""},  // 711
    {Kind::kEnum, 277, 3, ""},  // 712
    {Kind::kStruct, 1810, 11, "ClusterQueue/v1beta1.spec"},  // 713
    {Kind::kStruct, 1821, 6, "ClusterQueue/v1beta1.status.conditions[]"},  // 714
    {Kind::kList, 714, 0, "type"},  // 715
    {Kind::kStruct, 1827, 2, "ClusterQueue/v1beta1.status.fairSharing.admissionFairSharingStatus"},  // 716
    {Kind::kStruct, 1829, 2, "ClusterQueue/v1beta1.status.fairSharing"},  // 717
    {Kind::kStruct, 1831, 3, "ClusterQueue/v1beta1.status.flavorsReservation[].resources[]"},  // 718
    {Kind::kList, 718, 0, "name"},  // 719
    {Kind::kStruct, 1834, 2, "ClusterQueue/v1beta1.status.flavorsReservation[]"},  // 720
    {Kind::kList, 720, 0, "name"},  // 721
    {Kind::kStruct, 1836, 3, "ClusterQueue/v1beta1.status.flavorsUsage[].resources[]"},  // 722
    {Kind::kList, 722, 0, "name"},  // 723
    {Kind::kStruct, 1839, 2, "ClusterQueue/v1beta1.status.flavorsUsage[]"},  // 724
    {Kind::kList, 724, 0, "name"},  // 725
    {Kind::kStruct, 1841, 2, "ClusterQueue/v1beta1.status.pendingWorkloadsStatus.clusterQueuePendingWorkload[]"},  // 726
    {Kind::kList, 726, 0, ""},  // 727
    {Kind::kStruct, 1843, 2, "ClusterQueue/v1beta1.status.pendingWorkloadsStatus"},  // 728
    {Kind::kStruct, 1845, 8, "ClusterQueue/v1beta1.status"},  // 729
    {Kind::kStruct, 1853, 5, "ClusterQueue/v1beta1"},  // 730
    {Kind::kStruct, 1858, 2, "ClusterQueue/v1beta2.spec.admissionChecksStrategy.admissionChecks[]"},  // 731
    {Kind::kList, 731, 0, "name"},  // 732
    {Kind::kStruct, 1860, 1, "ClusterQueue/v1beta2.spec.admissionChecksStrategy"},  // 733
    {Kind::kEnum, 280, 2, ""},  // 734
    {Kind::kStruct, 1861, 1, "ClusterQueue/v1beta2.spec.admissionScope"},  // 735
    {Kind::kStruct, 1862, 1, "ClusterQueue/v1beta2.spec.concurrentAdmissionPolicy.migration.constraints"},  // 736
    {Kind::kEnum, 282, 2, ""},  // 737
    {Kind::kStruct, 1863, 2, "ClusterQueue/v1beta2.spec.concurrentAdmissionPolicy.migration"},  // 738
    {Kind::kStruct, 1865, 1, "ClusterQueue/v1beta2.spec.concurrentAdmissionPolicy"},  // 739
    {Kind::kStruct, 1866, 1, "ClusterQueue/v1beta2.spec.fairSharing"},  // 740
    {Kind::kEnum, 284, 2, ""},  // 741
    {Kind::kStruct, 1867, 3, "ClusterQueue/v1beta2.spec.flavorFungibility"},  // 742
    {Kind::kStruct, 1870, 3, "ClusterQueue/v1beta2.spec.namespaceSelector.matchExpressions[]"},  // 743
    {Kind::kList, 743, 0, ""},  // 744
    {Kind::kStruct, 1873, 2, "ClusterQueue/v1beta2.spec.namespaceSelector"},  // 745
    {Kind::kStruct, 1875, 2, "ClusterQueue/v1beta2.spec.preemption.borrowWithinCohort"},  // 746
    {Kind::kStruct, 1877, 3, "ClusterQueue/v1beta2.spec.preemption"},  // 747
    {Kind::kStruct, 1880, 4, "ClusterQueue/v1beta2.spec.resourceGroups[].flavors[].resources[]"},  // 748
    {Kind::kList, 748, 0, "name"},  // 749
    {Kind::kStruct, 1884, 2, "ClusterQueue/v1beta2.spec.resourceGroups[].flavors[]"},  // 750
    {Kind::kList, 750, 0, "name"},  // 751
    {Kind::kStruct, 1886, 2, "ClusterQueue/v1beta2.spec.resourceGroups[]"},  // 752
    {Kind::kList, 752, 0, ""},  // 753
    {Kind::kStruct, 1888, 11, "ClusterQueue/v1beta2.spec"},  // 754
    {Kind::kStruct, 1899, 6, "ClusterQueue/v1beta2.status.conditions[]"},  // 755
    {Kind::kList, 755, 0, "type"},  // 756
    {Kind::kStruct, 1905, 1, "ClusterQueue/v1beta2.status.fairSharing"},  // 757
    {Kind::kStruct, 1906, 3, "ClusterQueue/v1beta2.status.flavorsReservation[].resources[]"},  // 758
    {Kind::kList, 758, 0, "name"},  // 759
    {Kind::kStruct, 1909, 2, "ClusterQueue/v1beta2.status.flavorsReservation[]"},  // 760
    {Kind::kList, 760, 0, "name"},  // 761
    {Kind::kStruct, 1911, 3, "ClusterQueue/v1beta2.status.flavorsUsage[].resources[]"},  // 762
    {Kind::kList, 762, 0, "name"},  // 763
    {Kind::kStruct, 1914, 2, "ClusterQueue/v1beta2.status.flavorsUsage[]"},  // 764
    {Kind::kList, 764, 0, "name"},  // 765
    {Kind::kStruct, 1916, 7, "ClusterQueue/v1beta2.status"},  // 766
    {Kind::kStruct, 1923, 5, "ClusterQueue/v1beta2"},  // 767
    {Kind::kStruct, 1928, 1, "Cohort/v1beta1.spec.fairSharing"},  // 768
    {Kind::kStruct, 1929, 4, "Cohort/v1beta1.spec.resourceGroups[].flavors[].resources[]"},  // 769
    {Kind::kList, 769, 0, "name"},  // 770
    {Kind::kStruct, 1933, 2, "Cohort/v1beta1.spec.resourceGroups[].flavors[]"},  // 771
    {Kind::kList, 771, 0, "name"},  // 772
    {Kind::kStruct, 1935, 2, "Cohort/v1beta1.spec.resourceGroups[]"},  // 773
    {Kind::kList, 773, 0, ""},  // 774
    {Kind::kStruct, 1937, 3, "Cohort/v1beta1.spec"},  // 775
    {Kind::kStruct, 1940, 2, "Cohort/v1beta1.status.fairSharing.admissionFairSharingStatus"},  // 776
    {Kind::kStruct, 1942, 2, "Cohort/v1beta1.status.fairSharing"},  // 777
    {Kind::kStruct, 1944, 1, "Cohort/v1beta1.status"},  // 778
    {Kind::kStruct, 1945, 5, "Cohort/v1beta1"},  // 779
    {Kind::kStruct, 1950, 1, "Cohort/v1beta2.spec.fairSharing"},  // 780
    {Kind::kStruct, 1951, 4, "Cohort/v1beta2.spec.resourceGroups[].flavors[].resources[]"},  // 781
    {Kind::kList, 781, 0, "name"},  // 782
    {Kind::kStruct, 1955, 2, "Cohort/v1beta2.spec.resourceGroups[].flavors[]"},  // 783
    {Kind::kList, 783, 0, "name"},  // 784
    {Kind::kStruct, 1957, 2, "Cohort/v1beta2.spec.resourceGroups[]"},  // 785
    {Kind::kList, 785, 0, ""},  // 786
    {Kind::kStruct, 1959, 3, "Cohort/v1beta2.spec"},  // 787
    {Kind::kStruct, 1962, 1, "Cohort/v1beta2.status.fairSharing"},  // 788
    {Kind::kStruct, 1963, 1, "Cohort/v1beta2.status"},  // 789
    {Kind::kStruct, 1964, 5, "Cohort/v1beta2"},  // 790
    {Kind::kMap, 235, 0, ""},  // 791
    {Kind::kStruct, 1969, 3, "Configuration/v1beta1.admissionFairSharing"},  // 792
    {Kind::kStruct, 1972, 2, "Configuration/v1beta1.clientConnection"},  // 793
    {Kind::kStruct, 1974, 2, "Configuration/v1beta1.controller"},  // 794
    {Kind::kList, 235, 0, ""},  // 795
    {Kind::kStruct, 1976, 2, "Configuration/v1beta1.fairSharing"},  // 796
    {Kind::kStruct, 1978, 3, "Configuration/v1beta1.health"},  // 797
    {Kind::kStruct, 1981, 3, "Configuration/v1beta1.integrations.podOptions.namespaceSelector.matchExpressions[]"},  // 798
    {Kind::kList, 798, 0, ""},  // 799
    {Kind::kStruct, 1984, 2, "Configuration/v1beta1.integrations.podOptions.namespaceSelector"},  // 800
    {Kind::kStruct, 1986, 3, "Configuration/v1beta1.integrations.podOptions.podSelector.matchExpressions[]"},  // 801
    {Kind::kList, 801, 0, ""},  // 802
    {Kind::kStruct, 1989, 2, "Configuration/v1beta1.integrations.podOptions.podSelector"},  // 803
    {Kind::kStruct, 1991, 2, "Configuration/v1beta1.integrations.podOptions"},  // 804
    {Kind::kStruct, 1993, 4, "Configuration/v1beta1.integrations"},  // 805
    {Kind::kStruct, 1997, 3, "Configuration/v1beta1.internalCertManagement"},  // 806
    {Kind::kStruct, 2000, 7, "Configuration/v1beta1.leaderElection"},  // 807
    {Kind::kStruct, 2007, 3, "Configuration/v1beta1.managedJobsNamespaceSelector.matchExpressions[]"},  // 808
    {Kind::kList, 808, 0, ""},  // 809
    {Kind::kStruct, 2010, 2, "Configuration/v1beta1.managedJobsNamespaceSelector"},  // 810
    {Kind::kStruct, 2012, 3, "Configuration/v1beta1.metrics.customLabels[]"},  // 811
    {Kind::kList, 811, 0, ""},  // 812
    {Kind::kStruct, 2015, 3, "Configuration/v1beta1.metrics.localQueueMetrics.localQueueSelector.matchExpressions[]"},  // 813
    {Kind::kList, 813, 0, ""},  // 814
    {Kind::kStruct, 2018, 2, "Configuration/v1beta1.metrics.localQueueMetrics.localQueueSelector"},  // 815
    {Kind::kStruct, 2020, 2, "Configuration/v1beta1.metrics.localQueueMetrics"},  // 816
    {Kind::kStruct, 2022, 4, "Configuration/v1beta1.metrics"},  // 817
    {Kind::kStruct, 2026, 1, "Configuration/v1beta1.multiKueue.externalFrameworks[]"},  // 818
    {Kind::kList, 818, 0, ""},  // 819
    {Kind::kStruct, 2027, 5, "Configuration/v1beta1.multiKueue"},  // 820
    {Kind::kStruct, 2032, 2, "Configuration/v1beta1.objectRetentionPolicies.workloads"},  // 821
    {Kind::kStruct, 2034, 1, "Configuration/v1beta1.objectRetentionPolicies"},  // 822
    {Kind::kStruct, 2035, 1, "Configuration/v1beta1.queueVisibility.clusterQueues"},  // 823
    {Kind::kStruct, 2036, 2, "Configuration/v1beta1.queueVisibility"},  // 824
    {Kind::kStruct, 2038, 2, "Configuration/v1beta1.resources.deviceClassMappings[]"},  // 825
    {Kind::kList, 825, 0, ""},  // 826
    {Kind::kStruct, 2040, 4, "Configuration/v1beta1.resources.transformations[]"},  // 827
    {Kind::kList, 827, 0, ""},  // 828
    {Kind::kStruct, 2044, 3, "Configuration/v1beta1.resources"},  // 829
    {Kind::kStruct, 2047, 3, "Configuration/v1beta1.tls"},  // 830
    {Kind::kStruct, 2050, 4, "Configuration/v1beta1.waitForPodsReady.requeuingStrategy"},  // 831
    {Kind::kStruct, 2054, 5, "Configuration/v1beta1.waitForPodsReady"},  // 832
    {Kind::kStruct, 2059, 3, "Configuration/v1beta1.webhook"},  // 833
    {Kind::kStruct, 2062, 23, "Configuration/v1beta1"},  // 834
    {Kind::kStruct, 2085, 3, "Configuration/v1beta2.admissionFairSharing"},  // 835
    {Kind::kStruct, 2088, 2, "Configuration/v1beta2.clientConnection"},  // 836
    {Kind::kStruct, 2090, 2, "Configuration/v1beta2.controller"},  // 837
    {Kind::kStruct, 2092, 1, "Configuration/v1beta2.fairSharing"},  // 838
    {Kind::kStruct, 2093, 3, "Configuration/v1beta2.health"},  // 839
    {Kind::kStruct, 2096, 3, "Configuration/v1beta2.integrations"},  // 840
    {Kind::kStruct, 2099, 3, "Configuration/v1beta2.internalCertManagement"},  // 841
    {Kind::kStruct, 2102, 7, "Configuration/v1beta2.leaderElection"},  // 842
    {Kind::kStruct, 2109, 3, "Configuration/v1beta2.managedJobsNamespaceSelector.matchExpressions[]"},  // 843
    {Kind::kList, 843, 0, ""},  // 844
    {Kind::kStruct, 2112, 2, "Configuration/v1beta2.managedJobsNamespaceSelector"},  // 845
    {Kind::kStruct, 2114, 5, "Configuration/v1beta2.metrics.customLabels[]"},  // 846
    {Kind::kList, 846, 0, ""},  // 847
    {Kind::kStruct, 2119, 3, "Configuration/v1beta2.metrics.localQueueMetrics.localQueueSelector.matchExpressions[]"},  // 848
    {Kind::kList, 848, 0, ""},  // 849
    {Kind::kStruct, 2122, 2, "Configuration/v1beta2.metrics.localQueueMetrics.localQueueSelector"},  // 850
    {Kind::kStruct, 2124, 2, "Configuration/v1beta2.metrics.localQueueMetrics"},  // 851
    {Kind::kStruct, 2126, 4, "Configuration/v1beta2.metrics"},  // 852
    {Kind::kStruct, 2130, 2, "Configuration/v1beta2.multiKueue.clusterProfile.accessProviders[].execConfig.env[]"},  // 853
    {Kind::kList, 853, 0, ""},  // 854
    {Kind::kStruct, 2132, 7, "Configuration/v1beta2.multiKueue.clusterProfile.accessProviders[].execConfig"},  // 855
    {Kind::kStruct, 2139, 2, "Configuration/v1beta2.multiKueue.clusterProfile.accessProviders[]"},  // 856
    {Kind::kList, 856, 0, ""},  // 857
    {Kind::kStruct, 2141, 2, "Configuration/v1beta2.multiKueue.clusterProfile.credentialsProviders[].execConfig.env[]"},  // 858
    {Kind::kList, 858, 0, ""},  // 859
    {Kind::kStruct, 2143, 7, "Configuration/v1beta2.multiKueue.clusterProfile.credentialsProviders[].execConfig"},  // 860
    {Kind::kStruct, 2150, 2, "Configuration/v1beta2.multiKueue.clusterProfile.credentialsProviders[]"},  // 861
    {Kind::kList, 861, 0, ""},  // 862
    {Kind::kStruct, 2152, 2, "Configuration/v1beta2.multiKueue.clusterProfile"},  // 863
    {Kind::kStruct, 2154, 1, "Configuration/v1beta2.multiKueue.externalFrameworks[]"},  // 864
    {Kind::kList, 864, 0, ""},  // 865
    {Kind::kStruct, 2155, 1, "Configuration/v1beta2.multiKueue.incrementalDispatcherConfig"},  // 866
    {Kind::kStruct, 2156, 7, "Configuration/v1beta2.multiKueue"},  // 867
    {Kind::kStruct, 2163, 2, "Configuration/v1beta2.objectRetentionPolicies.workloads"},  // 868
    {Kind::kStruct, 2165, 1, "Configuration/v1beta2.objectRetentionPolicies"},  // 869
    {Kind::kStruct, 2166, 1, "Configuration/v1beta2.resources.deviceClassMappings[].sources[].capacity.deviceSelector.cel"},  // 870
    {Kind::kStruct, 2167, 1, "Configuration/v1beta2.resources.deviceClassMappings[].sources[].capacity.deviceSelector"},  // 871
    {Kind::kStruct, 2168, 3, "Configuration/v1beta2.resources.deviceClassMappings[].sources[].capacity"},  // 872
    {Kind::kStruct, 2171, 1, "Configuration/v1beta2.resources.deviceClassMappings[].sources[].counter.deviceSelector.cel"},  // 873
    {Kind::kStruct, 2172, 1, "Configuration/v1beta2.resources.deviceClassMappings[].sources[].counter.deviceSelector"},  // 874
    {Kind::kStruct, 2173, 3, "Configuration/v1beta2.resources.deviceClassMappings[].sources[].counter"},  // 875
    {Kind::kStruct, 2176, 2, "Configuration/v1beta2.resources.deviceClassMappings[].sources[]"},  // 876
    {Kind::kList, 876, 0, ""},  // 877
    {Kind::kStruct, 2178, 3, "Configuration/v1beta2.resources.deviceClassMappings[]"},  // 878
    {Kind::kList, 878, 0, ""},  // 879
    {Kind::kStruct, 2181, 4, "Configuration/v1beta2.resources.transformations[]"},  // 880
    {Kind::kList, 880, 0, ""},  // 881
    {Kind::kStruct, 2185, 4, "Configuration/v1beta2.resources"},  // 882
    {Kind::kStruct, 2189, 3, "Configuration/v1beta2.tls"},  // 883
    {Kind::kStruct, 2192, 2, "Configuration/v1beta2.visibilityServer"},  // 884
    {Kind::kStruct, 2194, 4, "Configuration/v1beta2.waitForPodsReady.requeuingStrategy"},  // 885
    {Kind::kStruct, 2198, 4, "Configuration/v1beta2.waitForPodsReady"},  // 886
    {Kind::kStruct, 2202, 3, "Configuration/v1beta2.webhook"},  // 887
    {Kind::kStruct, 2205, 23, "Configuration/v1beta2"},  // 888
    {Kind::kStruct, 2228, 1, "LocalQueue/v1beta1.spec.fairSharing"},  // 889
    {Kind::kStruct, 2229, 3, "LocalQueue/v1beta1.spec"},  // 890
    {Kind::kStruct, 2232, 6, "LocalQueue/v1beta1.status.conditions[]"},  // 891
    {Kind::kList, 891, 0, "type"},  // 892
    {Kind::kStruct, 2238, 2, "LocalQueue/v1beta1.status.fairSharing.admissionFairSharingStatus"},  // 893
    {Kind::kStruct, 2240, 2, "LocalQueue/v1beta1.status.fairSharing"},  // 894
    {Kind::kStruct, 2242, 2, "LocalQueue/v1beta1.status.flavorUsage[].resources[]"},  // 895
    {Kind::kList, 895, 0, "name"},  // 896
    {Kind::kStruct, 2244, 2, "LocalQueue/v1beta1.status.flavorUsage[]"},  // 897
    {Kind::kList, 897, 0, "name"},  // 898
    {Kind::kStruct, 2246, 4, "LocalQueue/v1beta1.status.flavors[].nodeTaints[]"},  // 899
    {Kind::kList, 899, 0, ""},  // 900
    {Kind::kStruct, 2250, 2, "LocalQueue/v1beta1.status.flavors[].topology"},  // 901
    {Kind::kStruct, 2252, 5, "LocalQueue/v1beta1.status.flavors[]"},  // 902
    {Kind::kList, 902, 0, "name"},  // 903
    {Kind::kStruct, 2257, 2, "LocalQueue/v1beta1.status.flavorsReservation[].resources[]"},  // 904
    {Kind::kList, 904, 0, "name"},  // 905
    {Kind::kStruct, 2259, 2, "LocalQueue/v1beta1.status.flavorsReservation[]"},  // 906
    {Kind::kList, 906, 0, "name"},  // 907
    {Kind::kStruct, 2261, 8, "LocalQueue/v1beta1.status"},  // 908
    {Kind::kStruct, 2269, 5, "LocalQueue/v1beta1"},  // 909
    {Kind::kStruct, 2274, 1, "LocalQueue/v1beta2.spec.fairSharing"},  // 910
    {Kind::kStruct, 2275, 3, "LocalQueue/v1beta2.spec"},  // 911
    {Kind::kStruct, 2278, 6, "LocalQueue/v1beta2.status.conditions[]"},  // 912
    {Kind::kList, 912, 0, "type"},  // 913
    {Kind::kStruct, 2284, 2, "LocalQueue/v1beta2.status.fairSharing.admissionFairSharingStatus"},  // 914
    {Kind::kStruct, 2286, 2, "LocalQueue/v1beta2.status.fairSharing"},  // 915
    {Kind::kStruct, 2288, 2, "LocalQueue/v1beta2.status.flavorsReservation[].resources[]"},  // 916
    {Kind::kList, 916, 0, "name"},  // 917
    {Kind::kStruct, 2290, 2, "LocalQueue/v1beta2.status.flavorsReservation[]"},  // 918
    {Kind::kList, 918, 0, "name"},  // 919
    {Kind::kStruct, 2292, 2, "LocalQueue/v1beta2.status.flavorsUsage[].resources[]"},  // 920
    {Kind::kList, 920, 0, "name"},  // 921
    {Kind::kStruct, 2294, 2, "LocalQueue/v1beta2.status.flavorsUsage[]"},  // 922
    {Kind::kList, 922, 0, "name"},  // 923
    {Kind::kStruct, 2296, 7, "LocalQueue/v1beta2.status"},  // 924
    {Kind::kStruct, 2303, 5, "LocalQueue/v1beta2"},  // 925
    {Kind::kStruct, 2308, 4, "ResourceFlavor/v1beta1.spec.nodeTaints[]"},  // 926
    {Kind::kList, 926, 0, ""},  // 927
    {Kind::kStruct, 2312, 5, "ResourceFlavor/v1beta1.spec.tolerations[]"},  // 928
    {Kind::kList, 928, 0, ""},  // 929
    {Kind::kStruct, 2317, 4, "ResourceFlavor/v1beta1.spec"},  // 930
    {Kind::kStruct, 2321, 4, "ResourceFlavor/v1beta1"},  // 931
    {Kind::kStruct, 2325, 4, "ResourceFlavor/v1beta2.spec.nodeTaints[]"},  // 932
    {Kind::kList, 932, 0, ""},  // 933
    {Kind::kStruct, 2329, 5, "ResourceFlavor/v1beta2.spec.tolerations[]"},  // 934
    {Kind::kList, 934, 0, ""},  // 935
    {Kind::kStruct, 2334, 4, "ResourceFlavor/v1beta2.spec"},  // 936
    {Kind::kStruct, 2338, 4, "ResourceFlavor/v1beta2"},  // 937
    {Kind::kStruct, 2342, 1, "Topology/v1beta1.spec.levels[]"},  // 938
    {Kind::kList, 938, 0, ""},  // 939
    {Kind::kStruct, 2343, 1, "Topology/v1beta1.spec"},  // 940
    {Kind::kStruct, 2344, 4, "Topology/v1beta1"},  // 941
    {Kind::kStruct, 2348, 1, "Topology/v1beta2.spec.levels[]"},  // 942
    {Kind::kList, 942, 0, ""},  // 943
    {Kind::kStruct, 2349, 1, "Topology/v1beta2.spec"},  // 944
    {Kind::kStruct, 2350, 4, "Topology/v1beta2"},  // 945
    {Kind::kStruct, 2354, 5, "WorkloadPriorityClass/v1beta1"},  // 946
    {Kind::kStruct, 2359, 5, "WorkloadPriorityClass/v1beta2"},  // 947
    {Kind::kEnum, 286, 2, ""},  // 948
    {Kind::kStruct, 2364, 3, "PodGroup/v2alpha2.spec.subGroups[].topologyConstraint"},  // 949
    {Kind::kStruct, 2367, 4, "PodGroup/v2alpha2.spec.subGroups[]"},  // 950
    {Kind::kList, 950, 0, ""},  // 951
    {Kind::kStruct, 2371, 3, "PodGroup/v2alpha2.spec.topologyConstraint"},  // 952
    {Kind::kStruct, 2374, 11, "PodGroup/v2alpha2.spec"},  // 953
    {Kind::kStruct, 2385, 5, "PodGroup/v2alpha2"},  // 954
    {Kind::kDouble, 0, 0, ""},  // 955
    {Kind::kStruct, 2390, 3, "Queue/v2.spec.resources.cpu"},  // 956
    {Kind::kStruct, 2393, 3, "Queue/v2.spec.resources.gpu"},  // 957
    {Kind::kStruct, 2396, 3, "Queue/v2.spec.resources.memory"},  // 958
    {Kind::kStruct, 2399, 3, "Queue/v2.spec.resources"},  // 959
    {Kind::kStruct, 2402, 6, "Queue/v2.spec"},  // 960
    {Kind::kStruct, 2408, 5, "Queue/v2"},  // 961
    {Kind::kStruct, 2413, 3, "PodGroup/v1alpha1.spec"},  // 962
    {Kind::kStruct, 2416, 5, "PodGroup/v1alpha1"},  // 963
    {Kind::kEnum, 288, 2, ""},  // 964
    {Kind::kStruct, 2421, 3, "Job/v1alpha1.spec.networkTopology"},  // 965
    {Kind::kMap, 9, 0, ""},  // 966
    {Kind::kStruct, 2424, 5, "Job/v1alpha1.spec.policies[]"},  // 967
    {Kind::kList, 967, 0, ""},  // 968
    {Kind::kEnum, 290, 2, ""},  // 969
    {Kind::kStruct, 2429, 2, "Job/v1alpha1.spec.tasks[].dependsOn"},  // 970
    {Kind::kStruct, 2431, 3, "Job/v1alpha1.spec.tasks[].partitionPolicy.networkTopology"},  // 971
    {Kind::kStruct, 2434, 4, "Job/v1alpha1.spec.tasks[].partitionPolicy"},  // 972
    {Kind::kStruct, 2438, 5, "Job/v1alpha1.spec.tasks[].policies[]"},  // 973
    {Kind::kList, 973, 0, ""},  // 974
    {Kind::kEnum, 292, 4, ""},  // 975
    {Kind::kStruct, 2443, 9, "Job/v1alpha1.spec.tasks[]"},  // 976
    {Kind::kList, 976, 0, ""},  // 977
    {Kind::kStruct, 2452, 3, "Job/v1alpha1.spec.volumes[]"},  // 978
    {Kind::kList, 978, 0, ""},  // 979
    {Kind::kStruct, 2455, 13, "Job/v1alpha1.spec"},  // 980
    {Kind::kStruct, 2468, 5, "Job/v1alpha1"},  // 981
    {Kind::kMap, 43, 0, ""},  // 982
    {Kind::kStruct, 2473, 3, "PodGroup/v1beta1.spec.networkTopology"},  // 983
    {Kind::kStruct, 2476, 3, "PodGroup/v1beta1.spec.subGroupPolicy[].labelSelector.matchExpressions[]"},  // 984
    {Kind::kList, 984, 0, ""},  // 985
    {Kind::kStruct, 2479, 2, "PodGroup/v1beta1.spec.subGroupPolicy[].labelSelector"},  // 986
    {Kind::kStruct, 2481, 3, "PodGroup/v1beta1.spec.subGroupPolicy[].networkTopology"},  // 987
    {Kind::kStruct, 2484, 6, "PodGroup/v1beta1.spec.subGroupPolicy[]"},  // 988
    {Kind::kList, 988, 0, ""},  // 989
    {Kind::kStruct, 2490, 7, "PodGroup/v1beta1.spec"},  // 990
    {Kind::kStruct, 2497, 5, "PodGroup/v1beta1"},  // 991
    {Kind::kStruct, 2502, 2, "Queue/v1beta1.spec.affinity.nodeGroupAffinity"},  // 992
    {Kind::kStruct, 2504, 2, "Queue/v1beta1.spec.affinity.nodeGroupAntiAffinity"},  // 993
    {Kind::kStruct, 2506, 2, "Queue/v1beta1.spec.affinity"},  // 994
    {Kind::kEnum, 296, 2, ""},  // 995
    {Kind::kStruct, 2508, 3, "Queue/v1beta1.spec.extendClusters[]"},  // 996
    {Kind::kList, 996, 0, ""},  // 997
    {Kind::kStruct, 2511, 1, "Queue/v1beta1.spec.guarantee"},  // 998
    {Kind::kStruct, 2512, 11, "Queue/v1beta1.spec"},  // 999
    {Kind::kStruct, 2523, 5, "Queue/v1beta1"},  // 1000
    {Kind::kEnum, 298, 2, ""},  // 1001
    {Kind::kStruct, 2528, 1, "ComputeDomain/v1beta1.spec.channel.resourceClaimTemplate"},  // 1002
    {Kind::kStruct, 2529, 2, "ComputeDomain/v1beta1.spec.channel"},  // 1003
    {Kind::kStruct, 2531, 2, "ComputeDomain/v1beta1.spec"},  // 1004
    {Kind::kEnum, 300, 2, ""},  // 1005
    {Kind::kStruct, 2533, 5, "ComputeDomain/v1beta1.status.nodes[]"},  // 1006
    {Kind::kList, 1006, 0, "name"},  // 1007
    {Kind::kStruct, 2538, 2, "ComputeDomain/v1beta1.status"},  // 1008
    {Kind::kStruct, 2540, 5, "ComputeDomain/v1beta1"},  // 1009
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
    {"drawbridge.dev", "v1alpha1", "DeviceMapping", 633},
    {"drawbridge.dev", "v1alpha1", "DeviceQuota", 640},
    {"drawbridge.dev", "v1alpha1", "DeviceRule", 675},
    {"kueue.x-k8s.io", "v1beta1", "AdmissionCheck", 681},
    {"kueue.x-k8s.io", "v1beta2", "AdmissionCheck", 687},
    {"kueue.x-k8s.io", "v1beta1", "ClusterQueue", 730},
    {"kueue.x-k8s.io", "v1beta2", "ClusterQueue", 767},
    {"kueue.x-k8s.io", "v1beta1", "Cohort", 779},
    {"kueue.x-k8s.io", "v1beta2", "Cohort", 790},
    {"config.kueue.x-k8s.io", "v1beta1", "Configuration", 834},
    {"config.kueue.x-k8s.io", "v1beta2", "Configuration", 888},
    {"kueue.x-k8s.io", "v1beta1", "LocalQueue", 909},
    {"kueue.x-k8s.io", "v1beta2", "LocalQueue", 925},
    {"kueue.x-k8s.io", "v1beta1", "ResourceFlavor", 931},
    {"kueue.x-k8s.io", "v1beta2", "ResourceFlavor", 937},
    {"kueue.x-k8s.io", "v1beta1", "Topology", 941},
    {"kueue.x-k8s.io", "v1beta2", "Topology", 945},
    {"kueue.x-k8s.io", "v1beta1", "WorkloadPriorityClass", 946},
    {"kueue.x-k8s.io", "v1beta2", "WorkloadPriorityClass", 947},
    {"scheduling.run.ai", "v2alpha2", "PodGroup", 954},
    {"scheduling.run.ai", "v2", "Queue", 961},
    {"scheduling.x-k8s.io", "v1alpha1", "PodGroup", 963},
    {"batch.volcano.sh", "v1alpha1", "Job", 981},
    {"scheduling.volcano.sh", "v1beta1", "PodGroup", 991},
    {"scheduling.volcano.sh", "v1beta1", "Queue", 1000},
    {"resource.nvidia.com", "v1beta1", "ComputeDomain", 1009},
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

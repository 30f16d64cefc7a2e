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
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 79}, {"status", 235},
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
  {"evictionResponders", 234}, {"workloadRef", 11},
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
    // 235 core/v1.PodStatus
  {"observedGeneration", 3}, {"phase", 236}, {"conditions", 238}, {"message", 1}, {"reason", 1},
  {"nominatedNodeName", 1}, {"hostIP", 1}, {"hostIPs", 240}, {"podIP", 1}, {"podIPs", 242},
  {"startTime", 4}, {"initContainerStatuses", 258}, {"containerStatuses", 258}, {"qosClass", 259},
  {"ephemeralContainerStatuses", 258}, {"resize", 1}, {"resourceClaimStatuses", 261},
  {"extendedResourceClaimStatus", 262}, {"allocatedResources", 19}, {"resources", 146},
  {"nodeAllocatableResourceClaimStatuses", 270}, {"volumeHealth", 272},
    // 237 core/v1.PodCondition
  {"type", 1}, {"observedGeneration", 3}, {"status", 1}, {"lastProbeTime", 4},
  {"lastTransitionTime", 4}, {"reason", 1}, {"message", 1},
    // 239 core/v1.HostIP
  {"ip", 1},
    // 241 core/v1.PodIP
  {"ip", 1},
    // 243 core/v1.ContainerStatus
  {"name", 1}, {"state", 244}, {"lastState", 244}, {"ready", 7}, {"restartCount", 43}, {"image", 1},
  {"imageID", 1}, {"containerID", 1}, {"started", 7}, {"allocatedResources", 19},
  {"resources", 146}, {"volumeMounts", 251}, {"user", 252}, {"allocatedResourcesStatus", 257},
  {"stopSignal", 174},
    // 244 core/v1.ContainerState
  {"waiting", 245}, {"running", 246}, {"terminated", 247},
    // 245 core/v1.ContainerStateWaiting
  {"reason", 1}, {"message", 1},
    // 246 core/v1.ContainerStateRunning
  {"startedAt", 4},
    // 247 core/v1.ContainerStateTerminated
  {"exitCode", 43}, {"signal", 43}, {"reason", 1}, {"message", 1}, {"startedAt", 4},
  {"finishedAt", 4}, {"containerID", 1},
    // 248 core/v1.VolumeMountStatus
  {"name", 1}, {"mountPath", 1}, {"readOnly", 7}, {"recursiveReadOnly", 1}, {"volumeStatus", 249},
    // 249 core/v1.VolumeStatus
  {"image", 250},
    // 250 core/v1.ImageVolumeStatus
  {"imageRef", 1},
    // 252 core/v1.ContainerUser
  {"linux", 253},
    // 253 core/v1.LinuxContainerUser
  {"uid", 3}, {"gid", 3}, {"supplementalGroups", 190},
    // 254 core/v1.ResourceStatus
  {"name", 1}, {"resources", 256},
    // 255 core/v1.ResourceHealth
  {"resourceID", 1}, {"health", 1}, {"message", 1},
    // 260 core/v1.PodResourceClaimStatus
  {"name", 1}, {"resourceClaimName", 1},
    // 262 core/v1.PodExtendedResourceClaimStatus
  {"requestMappings", 264}, {"resourceClaimName", 1},
    // 263 core/v1.ContainerExtendedResourceRequest
  {"containerName", 1}, {"resourceName", 1}, {"requestName", 1},
    // 265 core/v1.NodeAllocatableResourceClaimStatus
  {"resourceClaimName", 1}, {"containers", 9}, {"mapping", 267}, {"overhead", 269},
    // 266 core/v1.NodeAllocatableMappedResources
  {"name", 1}, {"quantity", 18},
    // 268 core/v1.NodeAllocatableOverheadResources
  {"name", 1}, {"perPod", 18}, {"perContainer", 18},
    // 271 core/v1.PodVolumeHealth
  {"name", 1}, {"healthConditions", 77}, {"lastTransitionTime", 4},
    // 273 core/v1.PodTemplate
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"template", 274},
    // 274 core/v1.PodTemplateSpec
  {"metadata", 2}, {"spec", 79},
    // 275 core/v1.ReplicationController
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 276}, {"status", 277},
    // 276 core/v1.ReplicationControllerSpec
  {"replicas", 43}, {"minReadySeconds", 43}, {"selector", 5}, {"template", 274},
    // 277 core/v1.ReplicationControllerStatus
  {"replicas", 43}, {"fullyLabeledReplicas", 43}, {"readyReplicas", 43}, {"availableReplicas", 43},
  {"observedGeneration", 3}, {"conditions", 279},
    // 278 core/v1.ReplicationControllerCondition
  {"type", 1}, {"status", 1}, {"lastTransitionTime", 4}, {"reason", 1}, {"message", 1},
    // 280 core/v1.ResourceQuota
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 281}, {"status", 288},
    // 281 core/v1.ResourceQuotaSpec
  {"hard", 19}, {"scopes", 283}, {"scopeSelector", 284},
    // 284 core/v1.ScopeSelector
  {"matchExpressions", 287},
    // 285 core/v1.ScopedResourceSelectorRequirement
  {"scopeName", 282}, {"operator", 286}, {"values", 9},
    // 288 core/v1.ResourceQuotaStatus
  {"hard", 19}, {"used", 19},
    // 289 core/v1.Secret
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"immutable", 7}, {"data", 14},
  {"stringData", 5}, {"type", 1},
    // 290 core/v1.Service
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 291}, {"status", 302},
    // 291 core/v1.ServiceSpec
  {"ports", 293}, {"selector", 5}, {"clusterIP", 1}, {"clusterIPs", 9}, {"type", 294},
  {"externalIPs", 9}, {"sessionAffinity", 295}, {"loadBalancerIP", 1},
  {"loadBalancerSourceRanges", 9}, {"externalName", 1}, {"externalTrafficPolicy", 296},
  {"healthCheckNodePort", 43}, {"publishNotReadyAddresses", 7}, {"sessionAffinityConfig", 297},
  {"ipFamilies", 300}, {"ipFamilyPolicy", 301}, {"allocateLoadBalancerNodePorts", 7},
  {"loadBalancerClass", 1}, {"internalTrafficPolicy", 296}, {"trafficDistribution", 1},
    // 292 core/v1.ServicePort
  {"name", 1}, {"protocol", 134}, {"appProtocol", 1}, {"port", 43}, {"targetPort", 163},
  {"nodePort", 43},
    // 297 core/v1.SessionAffinityConfig
  {"clientIP", 298},
    // 298 core/v1.ClientIPConfig
  {"timeoutSeconds", 43},
    // 302 core/v1.ServiceStatus
  {"loadBalancer", 303}, {"conditions", 309},
    // 303 core/v1.LoadBalancerStatus
  {"ingress", 307},
    // 304 core/v1.LoadBalancerIngress
  {"ip", 1}, {"hostname", 1}, {"ipMode", 1}, {"ports", 306},
    // 305 core/v1.PortStatus
  {"port", 43}, {"protocol", 134}, {"error", 1},
    // 308 meta/v1.Condition
  {"type", 1}, {"status", 1}, {"observedGeneration", 3}, {"lastTransitionTime", 4}, {"reason", 1},
  {"message", 1},
    // 310 core/v1.ServiceAccount
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"secrets", 312}, {"imagePullSecrets", 195},
  {"automountServiceAccountToken", 7},
    // 311 core/v1.ObjectReference
  {"kind", 1}, {"namespace", 1}, {"name", 1}, {"uid", 1}, {"apiVersion", 1}, {"resourceVersion", 1},
  {"fieldPath", 1},
    // 313 apps/v1.DaemonSet
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 314}, {"status", 318},
    // 314 apps/v1.DaemonSetSpec
  {"selector", 59}, {"template", 274}, {"updateStrategy", 315}, {"minReadySeconds", 43},
  {"revisionHistoryLimit", 43},
    // 315 apps/v1.DaemonSetUpdateStrategy
  {"type", 316}, {"rollingUpdate", 317},
    // 317 apps/v1.RollingUpdateDaemonSet
  {"maxUnavailable", 163}, {"maxSurge", 163},
    // 318 apps/v1.DaemonSetStatus
  {"currentNumberScheduled", 43}, {"numberMisscheduled", 43}, {"desiredNumberScheduled", 43},
  {"numberReady", 43}, {"observedGeneration", 3}, {"updatedNumberScheduled", 43},
  {"numberAvailable", 43}, {"numberUnavailable", 43}, {"collisionCount", 43}, {"conditions", 320},
    // 319 apps/v1.DaemonSetCondition
  {"type", 1}, {"status", 1}, {"lastTransitionTime", 4}, {"reason", 1}, {"message", 1},
    // 321 apps/v1.Deployment
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 322}, {"status", 326},
    // 322 apps/v1.DeploymentSpec
  {"replicas", 43}, {"selector", 59}, {"template", 274}, {"strategy", 323}, {"minReadySeconds", 43},
  {"revisionHistoryLimit", 43}, {"paused", 7}, {"progressDeadlineSeconds", 43},
    // 323 apps/v1.DeploymentStrategy
  {"type", 324}, {"rollingUpdate", 325},
    // 325 apps/v1.RollingUpdateDeployment
  {"maxUnavailable", 163}, {"maxSurge", 163},
    // 326 apps/v1.DeploymentStatus
  {"observedGeneration", 3}, {"replicas", 43}, {"updatedReplicas", 43}, {"readyReplicas", 43},
  {"availableReplicas", 43}, {"unavailableReplicas", 43}, {"terminatingReplicas", 43},
  {"conditions", 328}, {"collisionCount", 43},
    // 327 apps/v1.DeploymentCondition
  {"type", 1}, {"status", 1}, {"lastUpdateTime", 4}, {"lastTransitionTime", 4}, {"reason", 1},
  {"message", 1},
    // 329 apps/v1.ReplicaSet
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 330}, {"status", 331},
    // 330 apps/v1.ReplicaSetSpec
  {"replicas", 43}, {"minReadySeconds", 43}, {"selector", 59}, {"template", 274},
    // 331 apps/v1.ReplicaSetStatus
  {"replicas", 43}, {"fullyLabeledReplicas", 43}, {"readyReplicas", 43}, {"availableReplicas", 43},
  {"terminatingReplicas", 43}, {"observedGeneration", 3}, {"conditions", 333},
    // 332 apps/v1.ReplicaSetCondition
  {"type", 1}, {"status", 1}, {"lastTransitionTime", 4}, {"reason", 1}, {"message", 1},
    // 334 apps/v1.StatefulSet
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 335}, {"status", 343},
    // 335 apps/v1.StatefulSetSpec
  {"replicas", 43}, {"selector", 59}, {"template", 274}, {"volumeClaimTemplates", 336},
  {"serviceName", 1}, {"podManagementPolicy", 337}, {"updateStrategy", 338},
  {"revisionHistoryLimit", 43}, {"minReadySeconds", 43},
  {"persistentVolumeClaimRetentionPolicy", 341}, {"ordinals", 342},
    // 338 apps/v1.StatefulSetUpdateStrategy
  {"type", 339}, {"rollingUpdate", 340},
    // 340 apps/v1.RollingUpdateStatefulSetStrategy
  {"partition", 43}, {"maxUnavailable", 163},
    // 341 apps/v1.StatefulSetPersistentVolumeClaimRetentionPolicy
  {"whenDeleted", 1}, {"whenScaled", 1},
    // 342 apps/v1.StatefulSetOrdinals
  {"start", 43},
    // 343 apps/v1.StatefulSetStatus
  {"observedGeneration", 3}, {"replicas", 43}, {"readyReplicas", 43}, {"currentReplicas", 43},
  {"updatedReplicas", 43}, {"currentRevision", 1}, {"updateRevision", 1}, {"collisionCount", 43},
  {"conditions", 345}, {"availableReplicas", 43},
    // 344 apps/v1.StatefulSetCondition
  {"type", 1}, {"status", 1}, {"lastTransitionTime", 4}, {"reason", 1}, {"message", 1},
    // 346 batch/v1.CronJob
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 347}, {"status", 376},
    // 347 batch/v1.CronJobSpec
  {"schedule", 1}, {"timeZone", 1}, {"startingDeadlineSeconds", 3}, {"concurrencyPolicy", 348},
  {"suspend", 7}, {"jobTemplate", 349}, {"successfulJobsHistoryLimit", 43},
  {"failedJobsHistoryLimit", 43},
    // 349 batch/v1.JobTemplateSpec
  {"metadata", 2}, {"spec", 350},
    // 350 batch/v1.JobSpec
  {"parallelism", 43}, {"completions", 43}, {"activeDeadlineSeconds", 3}, {"podFailurePolicy", 351},
  {"successPolicy", 359}, {"backoffLimit", 43}, {"backoffLimitPerIndex", 43},
  {"maxFailedIndexes", 43}, {"selector", 59}, {"manualSelector", 7}, {"template", 274},
  {"ttlSecondsAfterFinished", 43}, {"completionMode", 362}, {"suspend", 7},
  {"podReplacementPolicy", 363}, {"managedBy", 1}, {"scheduling", 364},
    // 351 batch/v1.PodFailurePolicy
  {"rules", 358},
    // 352 batch/v1.PodFailurePolicyRule
  {"action", 353}, {"onExitCodes", 354}, {"onPodConditions", 357},
    // 354 batch/v1.PodFailurePolicyOnExitCodesRequirement
  {"containerName", 1}, {"operator", 355}, {"values", 153},
    // 356 batch/v1.PodFailurePolicyOnPodConditionsPattern
  {"type", 1}, {"status", 1},
    // 359 batch/v1.SuccessPolicy
  {"rules", 361},
    // 360 batch/v1.SuccessPolicyRule
  {"succeededIndexes", 1}, {"succeededCount", 43},
    // 364 batch/v1.JobSchedulingConfiguration
  {"schedulingPolicy", 365}, {"schedulingConstraints", 368}, {"disruptionMode", 371},
  {"resourceClaims", 375},
    // 365 scheduling/v1alpha3.WorkloadPodGroupSchedulingPolicy
  {"basic", 366}, {"gang", 367},
    // 366 scheduling/v1alpha3.WorkloadPodGroupBasicSchedulingPolicy
 
    // 367 scheduling/v1alpha3.WorkloadPodGroupGangSchedulingPolicy
  {"minCount", 43},
    // 368 scheduling/v1alpha3.WorkloadPodGroupSchedulingConstraints
  {"topology", 370},
    // 369 scheduling/v1alpha3.TopologyConstraint
  {"key", 1},
    // 371 scheduling/v1alpha3.WorkloadPodGroupDisruptionMode
  {"single", 372}, {"all", 373},
    // 372 scheduling/v1alpha3.WorkloadPodGroupSingleDisruptionMode
 
    // 373 scheduling/v1alpha3.WorkloadPodGroupAllDisruptionMode
 
    // 374 scheduling/v1alpha3.WorkloadPodGroupResourceClaim
  {"name", 1}, {"resourceClaimName", 1}, {"resourceClaimTemplateName", 1},
    // 376 batch/v1.CronJobStatus
  {"active", 312}, {"lastScheduleTime", 4}, {"lastSuccessfulTime", 4},
    // 377 batch/v1.Job
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 350}, {"status", 378},
    // 378 batch/v1.JobStatus
  {"conditions", 380}, {"startTime", 4}, {"completionTime", 4}, {"active", 43}, {"succeeded", 43},
  {"failed", 43}, {"terminating", 43}, {"completedIndexes", 1}, {"failedIndexes", 1},
  {"uncountedTerminatedPods", 381}, {"ready", 43},
    // 379 batch/v1.JobCondition
  {"type", 1}, {"status", 1}, {"lastProbeTime", 4}, {"lastTransitionTime", 4}, {"reason", 1},
  {"message", 1},
    // 381 batch/v1.UncountedTerminatedPods
  {"succeeded", 9}, {"failed", 9},
    // 382 resource/v1.DeviceClass
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 383},
    // 383 resource/v1.DeviceClassSpec
  {"selectors", 386}, {"config", 390}, {"extendedResourceName", 1},
    // 384 resource/v1.DeviceSelector
  {"cel", 385},
    // 385 resource/v1.CELDeviceSelector
  {"expression", 1, true},
    // 387 resource/v1.DeviceClassConfiguration
  {"opaque", 388},
    // 388 resource/v1.OpaqueDeviceConfiguration
  {"driver", 1, true}, {"parameters", 389, true},
    // 391 resource/v1.ResourceClaim
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 392}, {"status", 411},
    // 392 resource/v1.ResourceClaimSpec
  {"devices", 393},
    // 393 resource/v1.DeviceClaim
  {"requests", 406}, {"constraints", 408}, {"config", 410},
    // 394 resource/v1.DeviceRequest
  {"name", 1, true}, {"exactly", 395}, {"firstAvailable", 405},
    // 395 resource/v1.ExactDeviceRequest
  {"deviceClassName", 1, true}, {"selectors", 386}, {"allocationMode", 396}, {"count", 3},
  {"adminAccess", 7}, {"tolerations", 400}, {"capacity", 401}, {"derivedAttributes", 403},
    // 397 resource/v1.DeviceToleration
  {"key", 1}, {"operator", 398}, {"value", 1}, {"effect", 399}, {"tolerationSeconds", 3},
    // 401 resource/v1.CapacityRequirements
  {"requests", 19},
    // 402 resource/v1.DeviceDerivedAttribute
  {"name", 1, true}, {"expression", 1, true},
    // 404 resource/v1.DeviceSubRequest
  {"name", 1, true}, {"deviceClassName", 1, true}, {"selectors", 386}, {"allocationMode", 396},
  {"count", 3}, {"tolerations", 400}, {"capacity", 401}, {"derivedAttributes", 403},
    // 407 resource/v1.DeviceConstraint
  {"requests", 9}, {"matchAttribute", 1}, {"distinctAttribute", 1},
    // 409 resource/v1.DeviceClaimConfiguration
  {"requests", 9}, {"opaque", 388},
    // 411 resource/v1.ResourceClaimStatus
  {"allocation", 412}, {"reservedFor", 422}, {"devices", 425},
    // 412 resource/v1.AllocationResult
  {"devices", 413}, {"nodeSelector", 198}, {"allocationTimestamp", 4},
    // 413 resource/v1.DeviceAllocationResult
  {"results", 417}, {"config", 420},
    // 414 resource/v1.DeviceRequestAllocationResult
  {"request", 1, true}, {"driver", 1, true}, {"pool", 1, true}, {"device", 1, true},
  {"adminAccess", 7}, {"tolerations", 400}, {"bindingConditions", 9},
  {"bindingFailureConditions", 9}, {"shareID", 1}, {"consumedCapacity", 19},
  {"skipNodeOperations", 416},
    // 418 resource/v1.DeviceAllocationConfiguration
  {"source", 419, true}, {"requests", 9}, {"opaque", 388},
    // 421 resource/v1.ResourceClaimConsumerReference
  {"apiGroup", 1}, {"resource", 1, true}, {"name", 1, true}, {"uid", 1, true},
    // 423 resource/v1.AllocatedDeviceStatus
  {"driver", 1, true}, {"pool", 1, true}, {"device", 1, true}, {"shareID", 1}, {"conditions", 309},
  {"data", 389}, {"networkData", 424},
    // 424 resource/v1.NetworkDeviceData
  {"interfaceName", 1}, {"ips", 9}, {"hardwareAddress", 1},
    // 426 resource/v1.ResourceClaimTemplate
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 427},
    // 427 resource/v1.ResourceClaimTemplateSpec
  {"metadata", 2}, {"spec", 392},
    // 428 resource/v1.ResourceSlice
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 429, true},
    // 429 resource/v1.ResourceSliceSpec
  {"driver", 1, true}, {"pool", 430, true}, {"nodeName", 1}, {"nodeSelector", 198}, {"allNodes", 7},
  {"devices", 450}, {"perDeviceNodeSelection", 7}, {"sharedCounters", 452},
  {"partitionTypeAttribute", 1}, {"skipNodeOperations", 416},
    // 430 resource/v1.ResourcePool
  {"name", 1, true}, {"generation", 3}, {"resourceSliceCount", 3},
    // 431 resource/v1.Device
  {"name", 1, true}, {"attributes", 434}, {"capacity", 439}, {"consumesCounters", 443},
  {"nodeName", 1}, {"nodeSelector", 198}, {"allNodes", 7}, {"taints", 445}, {"bindsToNode", 7},
  {"bindingConditions", 9}, {"bindingFailureConditions", 9}, {"allowMultipleAllocations", 7},
  {"nodeAllocatableResources", 449}, {"nodeAllocatableResourceMappings", 11},
    // 432 resource/v1.DeviceAttribute
  {"int", 3}, {"bool", 7}, {"string", 1}, {"version", 1}, {"ints", 190}, {"bools", 433},
  {"strings", 9}, {"versions", 9},
    // 435 resource/v1.DeviceCapacity
  {"value", 18}, {"requestPolicy", 436},
    // 436 resource/v1.CapacityRequestPolicy
  {"default", 18}, {"validValues", 437}, {"validRange", 438},
    // 438 resource/v1.CapacityRequestPolicyRange
  {"min", 18}, {"max", 18}, {"step", 18},
    // 440 resource/v1.DeviceCounterConsumption
  {"counterSet", 1, true}, {"counters", 442, true}, {"compatibilityGroups", 9},
    // 441 resource/v1.Counter
  {"value", 18},
    // 444 resource/v1.DeviceTaint
  {"key", 1, true}, {"value", 1}, {"effect", 399, true}, {"timeAdded", 4},
    // 446 resource/v1.NodeAllocatableResource
  {"mapping", 447}, {"overhead", 448},
    // 447 resource/v1.NodeAllocatableMapping
  {"capacityKey", 1}, {"capacityMultiplier", 18}, {"deviceMultiplier", 18},
    // 448 resource/v1.NodeAllocatableOverhead
  {"perPod", 18}, {"perContainer", 18},
    // 451 resource/v1.CounterSet
  {"name", 1, true}, {"counters", 442, true},
    // 453 resource/v1beta1.DeviceClass
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 454},
    // 454 resource/v1beta1.DeviceClassSpec
  {"selectors", 457}, {"config", 460}, {"extendedResourceName", 1},
    // 455 resource/v1beta1.DeviceSelector
  {"cel", 456},
    // 456 resource/v1beta1.CELDeviceSelector
  {"expression", 1, true},
    // 458 resource/v1beta1.DeviceClassConfiguration
  {"opaque", 459},
    // 459 resource/v1beta1.OpaqueDeviceConfiguration
  {"driver", 1, true}, {"parameters", 389, true},
    // 461 resource/v1beta1.ResourceClaim
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 462}, {"status", 477},
    // 462 resource/v1beta1.ResourceClaimSpec
  {"devices", 463},
    // 463 resource/v1beta1.DeviceClaim
  {"requests", 472}, {"constraints", 474}, {"config", 476},
    // 464 resource/v1beta1.DeviceRequest
  {"name", 1, true}, {"deviceClassName", 1}, {"selectors", 457}, {"allocationMode", 396},
  {"count", 3}, {"adminAccess", 7}, {"firstAvailable", 471}, {"tolerations", 467},
  {"capacity", 468}, {"derivedAttributes", 470},
    // 465 resource/v1beta1.DeviceSubRequest
  {"name", 1, true}, {"deviceClassName", 1, true}, {"selectors", 457}, {"allocationMode", 396},
  {"count", 3}, {"tolerations", 467}, {"capacity", 468}, {"derivedAttributes", 470},
    // 466 resource/v1beta1.DeviceToleration
  {"key", 1}, {"operator", 398}, {"value", 1}, {"effect", 399}, {"tolerationSeconds", 3},
    // 468 resource/v1beta1.CapacityRequirements
  {"requests", 19},
    // 469 resource/v1beta1.DeviceDerivedAttribute
  {"name", 1, true}, {"expression", 1, true},
    // 473 resource/v1beta1.DeviceConstraint
  {"requests", 9}, {"matchAttribute", 1}, {"distinctAttribute", 1},
    // 475 resource/v1beta1.DeviceClaimConfiguration
  {"requests", 9}, {"opaque", 459},
    // 477 resource/v1beta1.ResourceClaimStatus
  {"allocation", 478}, {"reservedFor", 485}, {"devices", 488},
    // 478 resource/v1beta1.AllocationResult
  {"devices", 479}, {"nodeSelector", 198}, {"allocationTimestamp", 4},
    // 479 resource/v1beta1.DeviceAllocationResult
  {"results", 481}, {"config", 483},
    // 480 resource/v1beta1.DeviceRequestAllocationResult
  {"request", 1, true}, {"driver", 1, true}, {"pool", 1, true}, {"device", 1, true},
  {"adminAccess", 7}, {"tolerations", 467}, {"bindingConditions", 9},
  {"bindingFailureConditions", 9}, {"shareID", 1}, {"consumedCapacity", 19},
  {"skipNodeOperations", 416},
    // 482 resource/v1beta1.DeviceAllocationConfiguration
  {"source", 419, true}, {"requests", 9}, {"opaque", 459},
    // 484 resource/v1beta1.ResourceClaimConsumerReference
  {"apiGroup", 1}, {"resource", 1, true}, {"name", 1, true}, {"uid", 1, true},
    // 486 resource/v1beta1.AllocatedDeviceStatus
  {"driver", 1, true}, {"pool", 1, true}, {"device", 1, true}, {"shareID", 1}, {"conditions", 309},
  {"data", 389}, {"networkData", 487},
    // 487 resource/v1beta1.NetworkDeviceData
  {"interfaceName", 1}, {"ips", 9}, {"hardwareAddress", 1},
    // 489 resource/v1beta1.ResourceClaimTemplate
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 490},
    // 490 resource/v1beta1.ResourceClaimTemplateSpec
  {"metadata", 2}, {"spec", 462},
    // 491 resource/v1beta1.ResourceSlice
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 492, true},
    // 492 resource/v1beta1.ResourceSliceSpec
  {"driver", 1, true}, {"pool", 493, true}, {"nodeName", 1}, {"nodeSelector", 198}, {"allNodes", 7},
  {"devices", 512}, {"perDeviceNodeSelection", 7}, {"sharedCounters", 514},
  {"partitionTypeAttribute", 1}, {"skipNodeOperations", 416},
    // 493 resource/v1beta1.ResourcePool
  {"name", 1, true}, {"generation", 3}, {"resourceSliceCount", 3},
    // 494 resource/v1beta1.Device
  {"name", 1, true}, {"basic", 495},
    // 495 resource/v1beta1.BasicDevice
  {"attributes", 497}, {"capacity", 501}, {"consumesCounters", 505}, {"nodeName", 1},
  {"nodeSelector", 198}, {"allNodes", 7}, {"taints", 507}, {"bindsToNode", 7},
  {"bindingConditions", 9}, {"bindingFailureConditions", 9}, {"allowMultipleAllocations", 7},
  {"nodeAllocatableResources", 511}, {"nodeAllocatableResourceMappings", 11},
    // 496 resource/v1beta1.DeviceAttribute
  {"int", 3}, {"bool", 7}, {"string", 1}, {"version", 1}, {"ints", 190}, {"bools", 433},
  {"strings", 9}, {"versions", 9},
    // 498 resource/v1beta1.DeviceCapacity
  {"value", 18}, {"requestPolicy", 499},
    // 499 resource/v1beta1.CapacityRequestPolicy
  {"default", 18}, {"validValues", 437}, {"validRange", 500},
    // 500 resource/v1beta1.CapacityRequestPolicyRange
  {"min", 18}, {"max", 18}, {"step", 18},
    // 502 resource/v1beta1.DeviceCounterConsumption
  {"counterSet", 1, true}, {"counters", 504, true}, {"compatibilityGroups", 9},
    // 503 resource/v1beta1.Counter
  {"value", 18},
    // 506 resource/v1beta1.DeviceTaint
  {"key", 1, true}, {"value", 1}, {"effect", 399, true}, {"timeAdded", 4},
    // 508 resource/v1beta1.NodeAllocatableResource
  {"mapping", 509}, {"overhead", 510},
    // 509 resource/v1beta1.NodeAllocatableMapping
  {"capacityKey", 1}, {"capacityMultiplier", 18}, {"deviceMultiplier", 18},
    // 510 resource/v1beta1.NodeAllocatableOverhead
  {"perPod", 18}, {"perContainer", 18},
    // 513 resource/v1beta1.CounterSet
  {"name", 1, true}, {"counters", 504, true},
    // 515 resource/v1beta2.DeviceClass
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 516},
    // 516 resource/v1beta2.DeviceClassSpec
  {"selectors", 519}, {"config", 522}, {"extendedResourceName", 1},
    // 517 resource/v1beta2.DeviceSelector
  {"cel", 518},
    // 518 resource/v1beta2.CELDeviceSelector
  {"expression", 1, true},
    // 520 resource/v1beta2.DeviceClassConfiguration
  {"opaque", 521},
    // 521 resource/v1beta2.OpaqueDeviceConfiguration
  {"driver", 1, true}, {"parameters", 389, true},
    // 523 resource/v1beta2.ResourceClaim
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 524}, {"status", 540},
    // 524 resource/v1beta2.ResourceClaimSpec
  {"devices", 525},
    // 525 resource/v1beta2.DeviceClaim
  {"requests", 535}, {"constraints", 537}, {"config", 539},
    // 526 resource/v1beta2.DeviceRequest
  {"name", 1, true}, {"exactly", 527}, {"firstAvailable", 534},
    // 527 resource/v1beta2.ExactDeviceRequest
  {"deviceClassName", 1, true}, {"selectors", 519}, {"allocationMode", 396}, {"count", 3},
  {"adminAccess", 7}, {"tolerations", 529}, {"capacity", 530}, {"derivedAttributes", 532},
    // 528 resource/v1beta2.DeviceToleration
  {"key", 1}, {"operator", 398}, {"value", 1}, {"effect", 399}, {"tolerationSeconds", 3},
    // 530 resource/v1beta2.CapacityRequirements
  {"requests", 19},
    // 531 resource/v1beta2.DeviceDerivedAttribute
  {"name", 1, true}, {"expression", 1, true},
    // 533 resource/v1beta2.DeviceSubRequest
  {"name", 1, true}, {"deviceClassName", 1, true}, {"selectors", 519}, {"allocationMode", 396},
  {"count", 3}, {"tolerations", 529}, {"capacity", 530}, {"derivedAttributes", 532},
    // 536 resource/v1beta2.DeviceConstraint
  {"requests", 9}, {"matchAttribute", 1}, {"distinctAttribute", 1},
    // 538 resource/v1beta2.DeviceClaimConfiguration
  {"requests", 9}, {"opaque", 521},
    // 540 resource/v1beta2.ResourceClaimStatus
  {"allocation", 541}, {"reservedFor", 548}, {"devices", 551},
    // 541 resource/v1beta2.AllocationResult
  {"devices", 542}, {"nodeSelector", 198}, {"allocationTimestamp", 4},
    // 542 resource/v1beta2.DeviceAllocationResult
  {"results", 544}, {"config", 546},
    // 543 resource/v1beta2.DeviceRequestAllocationResult
  {"request", 1, true}, {"driver", 1, true}, {"pool", 1, true}, {"device", 1, true},
  {"adminAccess", 7}, {"tolerations", 529}, {"bindingConditions", 9},
  {"bindingFailureConditions", 9}, {"shareID", 1}, {"consumedCapacity", 19},
  {"skipNodeOperations", 416},
    // 545 resource/v1beta2.DeviceAllocationConfiguration
  {"source", 419, true}, {"requests", 9}, {"opaque", 521},
    // 547 resource/v1beta2.ResourceClaimConsumerReference
  {"apiGroup", 1}, {"resource", 1, true}, {"name", 1, true}, {"uid", 1, true},
    // 549 resource/v1beta2.AllocatedDeviceStatus
  {"driver", 1, true}, {"pool", 1, true}, {"device", 1, true}, {"shareID", 1}, {"conditions", 309},
  {"data", 389}, {"networkData", 550},
    // 550 resource/v1beta2.NetworkDeviceData
  {"interfaceName", 1}, {"ips", 9}, {"hardwareAddress", 1},
    // 552 resource/v1beta2.ResourceClaimTemplate
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 553},
    // 553 resource/v1beta2.ResourceClaimTemplateSpec
  {"metadata", 2}, {"spec", 524},
    // 554 resource/v1beta2.ResourceSlice
  {"kind", 1}, {"apiVersion", 1}, {"metadata", 2}, {"spec", 555, true},
    // 555 resource/v1beta2.ResourceSliceSpec
  {"driver", 1, true}, {"pool", 556, true}, {"nodeName", 1}, {"nodeSelector", 198}, {"allNodes", 7},
  {"devices", 574}, {"perDeviceNodeSelection", 7}, {"sharedCounters", 576},
  {"partitionTypeAttribute", 1}, {"skipNodeOperations", 416},
    // 556 resource/v1beta2.ResourcePool
  {"name", 1, true}, {"generation", 3}, {"resourceSliceCount", 3},
    // 557 resource/v1beta2.Device
  {"name", 1, true}, {"attributes", 559}, {"capacity", 563}, {"consumesCounters", 567},
  {"nodeName", 1}, {"nodeSelector", 198}, {"allNodes", 7}, {"taints", 569}, {"bindsToNode", 7},
  {"bindingConditions", 9}, {"bindingFailureConditions", 9}, {"allowMultipleAllocations", 7},
  {"nodeAllocatableResources", 573}, {"nodeAllocatableResourceMappings", 11},
    // 558 resource/v1beta2.DeviceAttribute
  {"int", 3}, {"bool", 7}, {"string", 1}, {"version", 1}, {"ints", 190}, {"bools", 433},
  {"strings", 9}, {"versions", 9},
    // 560 resource/v1beta2.DeviceCapacity
  {"value", 18}, {"requestPolicy", 561},
    // 561 resource/v1beta2.CapacityRequestPolicy
  {"default", 18}, {"validValues", 437}, {"validRange", 562},
    // 562 resource/v1beta2.CapacityRequestPolicyRange
  {"min", 18}, {"max", 18}, {"step", 18},
    // 564 resource/v1beta2.DeviceCounterConsumption
  {"counterSet", 1, true}, {"counters", 566, true}, {"compatibilityGroups", 9},
    // 565 resource/v1beta2.Counter
  {"value", 18},
    // 568 resource/v1beta2.DeviceTaint
  {"key", 1, true}, {"value", 1}, {"effect", 399, true}, {"timeAdded", 4},
    // 570 resource/v1beta2.NodeAllocatableResource
  {"mapping", 571}, {"overhead", 572},
    // 571 resource/v1beta2.NodeAllocatableMapping
  {"capacityKey", 1}, {"capacityMultiplier", 18}, {"deviceMultiplier", 18},
    // 572 resource/v1beta2.NodeAllocatableOverhead
  {"perPod", 18}, {"perContainer", 18},
    // 575 resource/v1beta2.CounterSet
  {"name", 1, true}, {"counters", 566, true},
    // 578 DeviceMapping/v1alpha1.spec.charge
  {"capacity", 1}, {"type", 577},
    // 579 DeviceMapping/v1alpha1.spec.config[].opaque
  {"driver", 1, true}, {"parameters", 11, true},
    // 580 DeviceMapping/v1alpha1.spec.config[]
  {"opaque", 579, true},
    // 583 DeviceMapping/v1alpha1.spec.constraints[]
  {"distinctAttribute", 1}, {"matchAttribute", 1}, {"scope", 582},
    // 587 DeviceMapping/v1alpha1.spec.rewrites[].namespaceSelector.matchExpressions[]
  {"key", 1, true}, {"operator", 286, true}, {"values", 9},
    // 589 DeviceMapping/v1alpha1.spec.rewrites[].namespaceSelector
  {"matchExpressions", 588}, {"matchLabels", 5},
    // 591 DeviceMapping/v1alpha1.spec.rewrites[].parameters[]
  {"annotation", 1}, {"capacity", 1}, {"resource", 1}, {"selector", 1}, {"type", 590, true},
  {"unit", 1},
    // 595 DeviceMapping/v1alpha1.spec.rewrites[].request.exactly.capacity
  {"requests", 594},
    // 596 DeviceMapping/v1alpha1.spec.rewrites[].request.exactly.selectors[].cel
  {"expression", 1, true},
    // 597 DeviceMapping/v1alpha1.spec.rewrites[].request.exactly.selectors[]
  {"cel", 596, true},
    // 601 DeviceMapping/v1alpha1.spec.rewrites[].request.exactly.tolerations[]
  {"effect", 599}, {"key", 1}, {"operator", 600}, {"tolerationSeconds", 3}, {"value", 1},
    // 603 DeviceMapping/v1alpha1.spec.rewrites[].request.exactly
  {"allocationMode", 593}, {"capacity", 595}, {"deviceClassName", 1, true}, {"selectors", 598},
  {"tolerations", 602},
    // 604 DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[].capacity
  {"requests", 594},
    // 605 DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[].selectors[].cel
  {"expression", 1, true},
    // 606 DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[].selectors[]
  {"cel", 605, true},
    // 608 DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[].tolerations[]
  {"effect", 599}, {"key", 1}, {"operator", 600}, {"tolerationSeconds", 3}, {"value", 1},
    // 610 DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[]
  {"allocationMode", 593}, {"capacity", 604}, {"deviceClassName", 1, true}, {"name", 1},
  {"selectors", 607}, {"tolerations", 609},
    // 612 DeviceMapping/v1alpha1.spec.rewrites[].request
  {"exactly", 603}, {"firstAvailable", 611},
    // 613 DeviceMapping/v1alpha1.spec.rewrites[]
  {"action", 586}, {"namespaceSelector", 589}, {"parameters", 592}, {"request", 612, true},
  {"resource", 1, true},
    // 615 DeviceMapping/v1alpha1.spec
  {"charge", 578}, {"claimGroup", 1}, {"config", 581}, {"constraints", 584},
  {"deviceClassNames", 9}, {"logicalResource", 1, true}, {"mixedNodes", 585}, {"rewrites", 614},
    // 617 DeviceMapping/v1alpha1.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 616, true}, {"type", 1, true},
    // 619 DeviceMapping/v1alpha1.status
  {"conditions", 618}, {"observedGeneration", 3},
    // 620 DeviceMapping/v1alpha1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 615, true}, {"status", 619},
    // 623 DeviceQuota/v1alpha1.spec
  {"enforcement", 621}, {"excludeQueued", 7}, {"failurePolicy", 622}, {"hard", 594, true},
    // 624 DeviceQuota/v1alpha1.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 616, true}, {"type", 1, true},
    // 626 DeviceQuota/v1alpha1.status
  {"conditions", 625}, {"hard", 594}, {"holds", 9}, {"mappingHash", 1}, {"observedGeneration", 3},
  {"recounts", 3}, {"used", 594},
    // 627 DeviceQuota/v1alpha1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 623, true}, {"status", 626},
    // 628 DeviceRule/v1alpha1.spec.auditAnnotations[]
  {"key", 1, true}, {"valueExpression", 1, true},
    // 630 DeviceRule/v1alpha1.spec.matchConditions[]
  {"expression", 1, true}, {"name", 1, true},
    // 633 DeviceRule/v1alpha1.spec.matchPolicy
  {"allPods", 7}, {"podTemplates", 632},
    // 634 DeviceRule/v1alpha1.spec.matchResources.kinds[]
  {"group", 1}, {"kind", 1, true},
    // 636 DeviceRule/v1alpha1.spec.matchResources.namespaceSelector.matchExpressions[]
  {"key", 1, true}, {"operator", 286, true}, {"values", 9},
    // 638 DeviceRule/v1alpha1.spec.matchResources.namespaceSelector
  {"matchExpressions", 637}, {"matchLabels", 5},
    // 639 DeviceRule/v1alpha1.spec.matchResources.objectSelector.matchExpressions[]
  {"key", 1, true}, {"operator", 286, true}, {"values", 9},
    // 641 DeviceRule/v1alpha1.spec.matchResources.objectSelector
  {"matchExpressions", 640}, {"matchLabels", 5},
    // 644 DeviceRule/v1alpha1.spec.matchResources
  {"kinds", 635}, {"namespaceSelector", 638}, {"objectSelector", 641}, {"operations", 643},
    // 645 DeviceRule/v1alpha1.spec.paramKind
  {"apiVersion", 1, true}, {"kind", 1, true},
    // 647 DeviceRule/v1alpha1.spec.paramRef.selector.matchExpressions[]
  {"key", 1, true}, {"operator", 286, true}, {"values", 9},
    // 649 DeviceRule/v1alpha1.spec.paramRef.selector
  {"matchExpressions", 648}, {"matchLabels", 5},
    // 650 DeviceRule/v1alpha1.spec.paramRef
  {"name", 1}, {"namespace", 1}, {"parameterNotFoundAction", 646, true}, {"selector", 649},
    // 654 DeviceRule/v1alpha1.spec.validations[]
  {"expression", 1, true}, {"message", 1}, {"messageExpression", 1}, {"reason", 653},
    // 656 DeviceRule/v1alpha1.spec.variables[]
  {"expression", 1, true}, {"name", 1, true},
    // 658 DeviceRule/v1alpha1.spec
  {"auditAnnotations", 629}, {"failurePolicy", 622}, {"matchConditions", 631}, {"matchPolicy", 633},
  {"matchResources", 644}, {"paramKind", 645}, {"paramRef", 650}, {"validationActions", 652},
  {"validations", 655}, {"variables", 657},
    // 659 DeviceRule/v1alpha1.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 616, true}, {"type", 1, true},
    // 661 DeviceRule/v1alpha1.status
  {"conditions", 660}, {"observedGeneration", 3},
    // 662 DeviceRule/v1alpha1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 658, true}, {"status", 661},
    // 663 AdmissionCheck/v1beta1.spec.parameters
  {"apiGroup", 1, true}, {"kind", 1, true}, {"name", 1, true},
    // 664 AdmissionCheck/v1beta1.spec
  {"controllerName", 1, true}, {"parameters", 663}, {"retryDelayMinutes", 3},
    // 665 AdmissionCheck/v1beta1.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 616, true}, {"type", 1, true},
    // 667 AdmissionCheck/v1beta1.status
  {"conditions", 666},
    // 668 AdmissionCheck/v1beta1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 664}, {"status", 667},
    // 669 AdmissionCheck/v1beta2.spec.parameters
  {"apiGroup", 1, true}, {"kind", 1, true}, {"name", 1, true},
    // 670 AdmissionCheck/v1beta2.spec
  {"controllerName", 1, true}, {"parameters", 669},
    // 671 AdmissionCheck/v1beta2.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 616, true}, {"type", 1, true},
    // 673 AdmissionCheck/v1beta2.status
  {"conditions", 672},
    // 674 AdmissionCheck/v1beta2
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 670}, {"status", 673},
    // 675 ClusterQueue/v1beta1.spec.admissionChecksStrategy.admissionChecks[]
  {"name", 1, true}, {"onFlavors", 9},
    // 677 ClusterQueue/v1beta1.spec.admissionChecksStrategy
  {"admissionChecks", 676},
    // 678 ClusterQueue/v1beta1.spec.admissionScope
  {"admissionMode", 1, true},
    // 679 ClusterQueue/v1beta1.spec.fairSharing
  {"weight", 163},
    // 683 ClusterQueue/v1beta1.spec.flavorFungibility
  {"preference", 680}, {"whenCanBorrow", 681}, {"whenCanPreempt", 682},
    // 684 ClusterQueue/v1beta1.spec.namespaceSelector.matchExpressions[]
  {"key", 1, true}, {"operator", 1, true}, {"values", 9},
    // 686 ClusterQueue/v1beta1.spec.namespaceSelector
  {"matchExpressions", 685}, {"matchLabels", 5},
    // 688 ClusterQueue/v1beta1.spec.preemption.borrowWithinCohort
  {"maxPriorityThreshold", 43}, {"policy", 687},
    // 691 ClusterQueue/v1beta1.spec.preemption
  {"borrowWithinCohort", 688}, {"reclaimWithinCohort", 689}, {"withinClusterQueue", 690},
    // 693 ClusterQueue/v1beta1.spec.resourceGroups[].flavors[].resources[]
  {"borrowingLimit", 163}, {"lendingLimit", 163}, {"name", 1, true}, {"nominalQuota", 163, true},
    // 695 ClusterQueue/v1beta1.spec.resourceGroups[].flavors[]
  {"name", 1, true}, {"resources", 694, true},
    // 697 ClusterQueue/v1beta1.spec.resourceGroups[]
  {"coveredResources", 9, true}, {"flavors", 696, true},
    // 700 ClusterQueue/v1beta1.spec
  {"admissionChecks", 9}, {"admissionChecksStrategy", 677}, {"admissionScope", 678}, {"cohort", 1},
  {"fairSharing", 679}, {"flavorFungibility", 683}, {"namespaceSelector", 686}, {"preemption", 691},
  {"queueingStrategy", 692}, {"resourceGroups", 698}, {"stopPolicy", 699},
    // 701 ClusterQueue/v1beta1.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 616, true}, {"type", 1, true},
    // 703 ClusterQueue/v1beta1.status.fairSharing.admissionFairSharingStatus
  {"consumedResources", 594, true}, {"lastUpdate", 4, true},
    // 704 ClusterQueue/v1beta1.status.fairSharing
  {"admissionFairSharingStatus", 703}, {"weightedShare", 3, true},
    // 705 ClusterQueue/v1beta1.status.flavorsReservation[].resources[]
  {"borrowed", 163}, {"name", 1, true}, {"total", 163},
    // 707 ClusterQueue/v1beta1.status.flavorsReservation[]
  {"name", 1, true}, {"resources", 706, true},
    // 709 ClusterQueue/v1beta1.status.flavorsUsage[].resources[]
  {"borrowed", 163}, {"name", 1, true}, {"total", 163},
    // 711 ClusterQueue/v1beta1.status.flavorsUsage[]
  {"name", 1, true}, {"resources", 710, true},
    // 713 ClusterQueue/v1beta1.status.pendingWorkloadsStatus.clusterQueuePendingWorkload[]
  {"name", 1, true}, {"namespace", 1, true},
    // 715 ClusterQueue/v1beta1.status.pendingWorkloadsStatus
  {"clusterQueuePendingWorkload", 714}, {"lastChangeTime", 4, true},
    // 716 ClusterQueue/v1beta1.status
  {"admittedWorkloads", 43}, {"conditions", 702}, {"fairSharing", 704}, {"flavorsReservation", 708},
  {"flavorsUsage", 712}, {"pendingWorkloads", 43}, {"pendingWorkloadsStatus", 715},
  {"reservingWorkloads", 43},
    // 717 ClusterQueue/v1beta1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 700}, {"status", 716},
    // 718 ClusterQueue/v1beta2.spec.admissionChecksStrategy.admissionChecks[]
  {"name", 1, true}, {"onFlavors", 9},
    // 720 ClusterQueue/v1beta2.spec.admissionChecksStrategy
  {"admissionChecks", 719, true},
    // 722 ClusterQueue/v1beta2.spec.admissionScope
  {"admissionMode", 721, true},
    // 723 ClusterQueue/v1beta2.spec.concurrentAdmissionPolicy.migration.constraints
  {"lastAcceptableFlavorName", 1},
    // 725 ClusterQueue/v1beta2.spec.concurrentAdmissionPolicy.migration
  {"constraints", 723}, {"mode", 724, true},
    // 726 ClusterQueue/v1beta2.spec.concurrentAdmissionPolicy
  {"migration", 725, true},
    // 727 ClusterQueue/v1beta2.spec.fairSharing
  {"weight", 163},
    // 729 ClusterQueue/v1beta2.spec.flavorFungibility
  {"preference", 680}, {"whenCanBorrow", 728}, {"whenCanPreempt", 728},
    // 730 ClusterQueue/v1beta2.spec.namespaceSelector.matchExpressions[]
  {"key", 1, true}, {"operator", 1, true}, {"values", 9},
    // 732 ClusterQueue/v1beta2.spec.namespaceSelector
  {"matchExpressions", 731}, {"matchLabels", 5},
    // 733 ClusterQueue/v1beta2.spec.preemption.borrowWithinCohort
  {"maxPriorityThreshold", 43}, {"policy", 687},
    // 734 ClusterQueue/v1beta2.spec.preemption
  {"borrowWithinCohort", 733}, {"reclaimWithinCohort", 689}, {"withinClusterQueue", 690},
    // 735 ClusterQueue/v1beta2.spec.resourceGroups[].flavors[].resources[]
  {"borrowingLimit", 163}, {"lendingLimit", 163}, {"name", 1, true}, {"nominalQuota", 163, true},
    // 737 ClusterQueue/v1beta2.spec.resourceGroups[].flavors[]
  {"name", 1, true}, {"resources", 736, true},
    // 739 ClusterQueue/v1beta2.spec.resourceGroups[]
  {"coveredResources", 9, true}, {"flavors", 738, true},
    // 741 ClusterQueue/v1beta2.spec
  {"admissionChecksStrategy", 720}, {"admissionScope", 722}, {"cohortName", 1},
  {"concurrentAdmissionPolicy", 726}, {"fairSharing", 727}, {"flavorFungibility", 729},
  {"namespaceSelector", 732}, {"preemption", 734}, {"queueingStrategy", 692},
  {"resourceGroups", 740}, {"stopPolicy", 699},
    // 742 ClusterQueue/v1beta2.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 616, true}, {"type", 1, true},
    // 744 ClusterQueue/v1beta2.status.fairSharing
  {"weightedShare", 3, true},
    // 745 ClusterQueue/v1beta2.status.flavorsReservation[].resources[]
  {"borrowed", 163}, {"name", 1, true}, {"total", 163},
    // 747 ClusterQueue/v1beta2.status.flavorsReservation[]
  {"name", 1, true}, {"resources", 746, true},
    // 749 ClusterQueue/v1beta2.status.flavorsUsage[].resources[]
  {"borrowed", 163}, {"name", 1, true}, {"total", 163},
    // 751 ClusterQueue/v1beta2.status.flavorsUsage[]
  {"name", 1, true}, {"resources", 750, true},
    // 753 ClusterQueue/v1beta2.status
  {"admittedWorkloads", 43}, {"conditions", 743}, {"fairSharing", 744}, {"flavorsReservation", 748},
  {"flavorsUsage", 752}, {"pendingWorkloads", 43}, {"reservingWorkloads", 43},
    // 754 ClusterQueue/v1beta2
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 741}, {"status", 753},
    // 755 Cohort/v1beta1.spec.fairSharing
  {"weight", 163},
    // 756 Cohort/v1beta1.spec.resourceGroups[].flavors[].resources[]
  {"borrowingLimit", 163}, {"lendingLimit", 163}, {"name", 1, true}, {"nominalQuota", 163, true},
    // 758 Cohort/v1beta1.spec.resourceGroups[].flavors[]
  {"name", 1, true}, {"resources", 757, true},
    // 760 Cohort/v1beta1.spec.resourceGroups[]
  {"coveredResources", 9, true}, {"flavors", 759, true},
    // 762 Cohort/v1beta1.spec
  {"fairSharing", 755}, {"parentName", 1}, {"resourceGroups", 761},
    // 763 Cohort/v1beta1.status.fairSharing.admissionFairSharingStatus
  {"consumedResources", 594, true}, {"lastUpdate", 4, true},
    // 764 Cohort/v1beta1.status.fairSharing
  {"admissionFairSharingStatus", 763}, {"weightedShare", 3, true},
    // 765 Cohort/v1beta1.status
  {"fairSharing", 764},
    // 766 Cohort/v1beta1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 762}, {"status", 765},
    // 767 Cohort/v1beta2.spec.fairSharing
  {"weight", 163},
    // 768 Cohort/v1beta2.spec.resourceGroups[].flavors[].resources[]
  {"borrowingLimit", 163}, {"lendingLimit", 163}, {"name", 1, true}, {"nominalQuota", 163, true},
    // 770 Cohort/v1beta2.spec.resourceGroups[].flavors[]
  {"name", 1, true}, {"resources", 769, true},
    // 772 Cohort/v1beta2.spec.resourceGroups[]
  {"coveredResources", 9, true}, {"flavors", 771, true},
    // 774 Cohort/v1beta2.spec
  {"fairSharing", 767}, {"parentName", 1}, {"resourceGroups", 773},
    // 775 Cohort/v1beta2.status.fairSharing
  {"weightedShare", 3, true},
    // 776 Cohort/v1beta2.status
  {"fairSharing", 775},
    // 777 Cohort/v1beta2
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 774}, {"status", 776},
    // 779 Configuration/v1beta1.admissionFairSharing
  {"resourceWeights", 778}, {"usageHalfLifeTime", 389}, {"usageSamplingInterval", 389},
    // 780 Configuration/v1beta1.clientConnection
  {"burst", 389}, {"qps", 389},
    // 781 Configuration/v1beta1.controller
  {"cacheSyncTimeout", 389}, {"groupKindConcurrency", 778},
    // 783 Configuration/v1beta1.fairSharing
  {"enable", 389}, {"preemptionStrategies", 782},
    // 784 Configuration/v1beta1.health
  {"healthProbeBindAddress", 389}, {"livenessEndpointName", 389}, {"readinessEndpointName", 389},
    // 785 Configuration/v1beta1.integrations.podOptions.namespaceSelector.matchExpressions[]
  {"key", 389}, {"operator", 389}, {"values", 782},
    // 787 Configuration/v1beta1.integrations.podOptions.namespaceSelector
  {"matchExpressions", 786}, {"matchLabels", 778},
    // 788 Configuration/v1beta1.integrations.podOptions.podSelector.matchExpressions[]
  {"key", 389}, {"operator", 389}, {"values", 782},
    // 790 Configuration/v1beta1.integrations.podOptions.podSelector
  {"matchExpressions", 789}, {"matchLabels", 778},
    // 791 Configuration/v1beta1.integrations.podOptions
  {"namespaceSelector", 787}, {"podSelector", 790},
    // 792 Configuration/v1beta1.integrations
  {"externalFrameworks", 782}, {"frameworks", 782}, {"labelKeysToCopy", 782}, {"podOptions", 791},
    // 793 Configuration/v1beta1.internalCertManagement
  {"enable", 389}, {"webhookSecretName", 389}, {"webhookServiceName", 389},
    // 794 Configuration/v1beta1.leaderElection
  {"leaderElect", 389}, {"leaseDuration", 389}, {"renewDeadline", 389}, {"resourceLock", 389},
  {"resourceName", 389}, {"resourceNamespace", 389}, {"retryPeriod", 389},
    // 795 Configuration/v1beta1.managedJobsNamespaceSelector.matchExpressions[]
  {"key", 389}, {"operator", 389}, {"values", 782},
    // 797 Configuration/v1beta1.managedJobsNamespaceSelector
  {"matchExpressions", 796}, {"matchLabels", 778},
    // 798 Configuration/v1beta1.metrics.customLabels[]
  {"name", 389}, {"sourceAnnotationKey", 389}, {"sourceLabelKey", 389},
    // 800 Configuration/v1beta1.metrics.localQueueMetrics.localQueueSelector.matchExpressions[]
  {"key", 389}, {"operator", 389}, {"values", 782},
    // 802 Configuration/v1beta1.metrics.localQueueMetrics.localQueueSelector
  {"matchExpressions", 801}, {"matchLabels", 778},
    // 803 Configuration/v1beta1.metrics.localQueueMetrics
  {"enable", 389}, {"localQueueSelector", 802},
    // 804 Configuration/v1beta1.metrics
  {"bindAddress", 389}, {"customLabels", 799}, {"enableClusterQueueResources", 389},
  {"localQueueMetrics", 803},
    // 805 Configuration/v1beta1.multiKueue.externalFrameworks[]
  {"name", 389},
    // 807 Configuration/v1beta1.multiKueue
  {"dispatcherName", 389}, {"externalFrameworks", 806}, {"gcInterval", 389}, {"origin", 389},
  {"workerLostTimeout", 389},
    // 808 Configuration/v1beta1.objectRetentionPolicies.workloads
  {"afterDeactivatedByKueue", 389}, {"afterFinished", 389},
    // 809 Configuration/v1beta1.objectRetentionPolicies
  {"workloads", 808},
    // 810 Configuration/v1beta1.queueVisibility.clusterQueues
  {"maxCount", 389},
    // 811 Configuration/v1beta1.queueVisibility
  {"clusterQueues", 810}, {"updateIntervalSeconds", 389},
    // 812 Configuration/v1beta1.resources.deviceClassMappings[]
  {"deviceClassNames", 782}, {"name", 389},
    // 814 Configuration/v1beta1.resources.transformations[]
  {"input", 389}, {"multiplyBy", 389}, {"outputs", 778}, {"strategy", 389},
    // 816 Configuration/v1beta1.resources
  {"deviceClassMappings", 813}, {"excludeResourcePrefixes", 782}, {"transformations", 815},
    // 817 Configuration/v1beta1.tls
  {"cipherSuites", 782}, {"curvePreferences", 782}, {"minVersion", 389},
    // 818 Configuration/v1beta1.waitForPodsReady.requeuingStrategy
  {"backoffBaseSeconds", 389}, {"backoffLimitCount", 389}, {"backoffMaxSeconds", 389},
  {"timestamp", 389},
    // 819 Configuration/v1beta1.waitForPodsReady
  {"blockAdmission", 389}, {"enable", 389}, {"recoveryTimeout", 389}, {"requeuingStrategy", 818},
  {"timeout", 389},
    // 820 Configuration/v1beta1.webhook
  {"certDir", 389}, {"host", 389}, {"port", 389},
    // 821 Configuration/v1beta1
  {"admissionFairSharing", 779}, {"apiVersion", 389}, {"clientConnection", 780},
  {"controller", 781}, {"fairSharing", 783}, {"featureGates", 778}, {"health", 784},
  {"integrations", 792}, {"internalCertManagement", 793}, {"kind", 389}, {"leaderElection", 794},
  {"manageJobsWithoutQueueName", 389}, {"managedJobsNamespaceSelector", 797}, {"metrics", 804},
  {"multiKueue", 807}, {"namespace", 389}, {"objectRetentionPolicies", 809},
  {"pprofBindAddress", 389}, {"queueVisibility", 811}, {"resources", 816}, {"tls", 817},
  {"waitForPodsReady", 819}, {"webhook", 820},
    // 822 Configuration/v1beta2.admissionFairSharing
  {"resourceWeights", 778}, {"usageHalfLifeTime", 389}, {"usageSamplingInterval", 389},
    // 823 Configuration/v1beta2.clientConnection
  {"burst", 389}, {"qps", 389},
    // 824 Configuration/v1beta2.controller
  {"cacheSyncTimeout", 389}, {"groupKindConcurrency", 778},
    // 825 Configuration/v1beta2.fairSharing
  {"preemptionStrategies", 782},
    // 826 Configuration/v1beta2.health
  {"healthProbeBindAddress", 389}, {"livenessEndpointName", 389}, {"readinessEndpointName", 389},
    // 827 Configuration/v1beta2.integrations
  {"externalFrameworks", 782}, {"frameworks", 782}, {"labelKeysToCopy", 782},
    // 828 Configuration/v1beta2.internalCertManagement
  {"enable", 389}, {"webhookSecretName", 389}, {"webhookServiceName", 389},
    // 829 Configuration/v1beta2.leaderElection
  {"leaderElect", 389}, {"leaseDuration", 389}, {"renewDeadline", 389}, {"resourceLock", 389},
  {"resourceName", 389}, {"resourceNamespace", 389}, {"retryPeriod", 389},
    // 830 Configuration/v1beta2.managedJobsNamespaceSelector.matchExpressions[]
  {"key", 389}, {"operator", 389}, {"values", 782},
    // 832 Configuration/v1beta2.managedJobsNamespaceSelector
  {"matchExpressions", 831}, {"matchLabels", 778},
    // 833 Configuration/v1beta2.metrics.customLabels[]
  {"name", 389}, {"sourceAnnotationKey", 389}, {"sourceKind", 389}, {"sourceLabelKey", 389},
  {"trackedValues", 782},
    // 835 Configuration/v1beta2.metrics.localQueueMetrics.localQueueSelector.matchExpressions[]
  {"key", 389}, {"operator", 389}, {"values", 782},
    // 837 Configuration/v1beta2.metrics.localQueueMetrics.localQueueSelector
  {"matchExpressions", 836}, {"matchLabels", 778},
    // 838 Configuration/v1beta2.metrics.localQueueMetrics
  {"enable", 389}, {"localQueueSelector", 837},
    // 839 Configuration/v1beta2.metrics
  {"bindAddress", 389}, {"customLabels", 834}, {"enableClusterQueueResources", 389},
  {"localQueueMetrics", 838},
    // 840 Configuration/v1beta2.multiKueue.clusterProfile.accessProviders[].execConfig.env[]
  {"name", 389}, {"value", 389},
    // 842 Configuration/v1beta2.multiKueue.clusterProfile.accessProviders[].execConfig
  {"apiVersion", 389}, {"args", 782}, {"command", 389}, {"env", 841}, {"installHint", 389},
  {"interactiveMode", 389}, {"provideClusterInfo", 389},
    // 843 Configuration/v1beta2.multiKueue.clusterProfile.accessProviders[]
  {"execConfig", 842}, {"name", 389},
    // 845 Configuration/v1beta2.multiKueue.clusterProfile.credentialsProviders[].execConfig.env[]
  {"name", 389}, {"value", 389},
    // 847 Configuration/v1beta2.multiKueue.clusterProfile.credentialsProviders[].execConfig
  {"apiVersion", 389}, {"args", 782}, {"command", 389}, {"env", 846}, {"installHint", 389},
  {"interactiveMode", 389}, {"provideClusterInfo", 389},
    // 848 Configuration/v1beta2.multiKueue.clusterProfile.credentialsProviders[]
  {"execConfig", 847}, {"name", 389},
    // 850 Configuration/v1beta2.multiKueue.clusterProfile
  {"accessProviders", 844}, {"credentialsProviders", 849},
    // 851 Configuration/v1beta2.multiKueue.externalFrameworks[]
  {"name", 389},
    // 853 Configuration/v1beta2.multiKueue.incrementalDispatcherConfig
  {"stepSize", 389},
    // 854 Configuration/v1beta2.multiKueue
  {"clusterProfile", 850}, {"dispatcherName", 389}, {"externalFrameworks", 852},
  {"gcInterval", 389}, {"incrementalDispatcherConfig", 853}, {"origin", 389},
  {"workerLostTimeout", 389},
    // 855 Configuration/v1beta2.objectRetentionPolicies.workloads
  {"afterDeactivatedByKueue", 389}, {"afterFinished", 389},
    // 856 Configuration/v1beta2.objectRetentionPolicies
  {"workloads", 855},
    // 857 Configuration/v1beta2.resources.deviceClassMappings[].sources[].capacity.deviceSelector.cel
  {"expression", 389},
    // 858 Configuration/v1beta2.resources.deviceClassMappings[].sources[].capacity.deviceSelector
  {"cel", 857},
    // 859 Configuration/v1beta2.resources.deviceClassMappings[].sources[].capacity
  {"deviceSelector", 858}, {"driver", 389}, {"name", 389},
    // 860 Configuration/v1beta2.resources.deviceClassMappings[].sources[].counter.deviceSelector.cel
  {"expression", 389},
    // 861 Configuration/v1beta2.resources.deviceClassMappings[].sources[].counter.deviceSelector
  {"cel", 860},
    // 862 Configuration/v1beta2.resources.deviceClassMappings[].sources[].counter
  {"deviceSelector", 861}, {"driver", 389}, {"name", 389},
    // 863 Configuration/v1beta2.resources.deviceClassMappings[].sources[]
  {"capacity", 859}, {"counter", 862},
    // 865 Configuration/v1beta2.resources.deviceClassMappings[]
  {"deviceClassNames", 782}, {"name", 389}, {"sources", 864},
    // 867 Configuration/v1beta2.resources.transformations[]
  {"input", 389}, {"multiplyBy", 389}, {"outputs", 778}, {"strategy", 389},
    // 869 Configuration/v1beta2.resources
  {"deviceClassMappings", 866}, {"excludeResourcePrefixes", 782}, {"quotaCheckStrategy", 389},
  {"transformations", 868},
    // 870 Configuration/v1beta2.tls
  {"cipherSuites", 782}, {"curvePreferences", 782}, {"minVersion", 389},
    // 871 Configuration/v1beta2.visibilityServer
  {"bindAddress", 389}, {"bindPort", 389},
    // 872 Configuration/v1beta2.waitForPodsReady.requeuingStrategy
  {"backoffBaseSeconds", 389}, {"backoffLimitCount", 389}, {"backoffMaxSeconds", 389},
  {"timestamp", 389},
    // 873 Configuration/v1beta2.waitForPodsReady
  {"blockAdmission", 389}, {"recoveryTimeout", 389}, {"requeuingStrategy", 872}, {"timeout", 389},
    // 874 Configuration/v1beta2.webhook
  {"certDir", 389}, {"host", 389}, {"port", 389},
    // 875 Configuration/v1beta2
  {"admissionFairSharing", 822}, {"apiVersion", 389}, {"clientConnection", 823},
  {"controller", 824}, {"fairSharing", 825}, {"featureGates", 778}, {"health", 826},
  {"integrations", 827}, {"internalCertManagement", 828}, {"kind", 389}, {"leaderElection", 829},
  {"manageJobsWithoutQueueName", 389}, {"managedJobsNamespaceSelector", 832}, {"metrics", 839},
  {"multiKueue", 854}, {"namespace", 389}, {"objectRetentionPolicies", 856},
  {"pprofBindAddress", 389}, {"resources", 869}, {"tls", 870}, {"visibilityServer", 871},
  {"waitForPodsReady", 873}, {"webhook", 874},
    // 876 LocalQueue/v1beta1.spec.fairSharing
  {"weight", 163},
    // 877 LocalQueue/v1beta1.spec
  {"clusterQueue", 1}, {"fairSharing", 876}, {"stopPolicy", 699},
    // 878 LocalQueue/v1beta1.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 616, true}, {"type", 1, true},
    // 880 LocalQueue/v1beta1.status.fairSharing.admissionFairSharingStatus
  {"consumedResources", 594, true}, {"lastUpdate", 4, true},
    // 881 LocalQueue/v1beta1.status.fairSharing
  {"admissionFairSharingStatus", 880}, {"weightedShare", 3, true},
    // 882 LocalQueue/v1beta1.status.flavorUsage[].resources[]
  {"name", 1, true}, {"total", 163},
    // 884 LocalQueue/v1beta1.status.flavorUsage[]
  {"name", 1, true}, {"resources", 883, true},
    // 886 LocalQueue/v1beta1.status.flavors[].nodeTaints[]
  {"effect", 1, true}, {"key", 1, true}, {"timeAdded", 4}, {"value", 1},
    // 888 LocalQueue/v1beta1.status.flavors[].topology
  {"levels", 9, true}, {"name", 1, true},
    // 889 LocalQueue/v1beta1.status.flavors[]
  {"name", 1, true}, {"nodeLabels", 5}, {"nodeTaints", 887}, {"resources", 9}, {"topology", 888},
    // 891 LocalQueue/v1beta1.status.flavorsReservation[].resources[]
  {"name", 1, true}, {"total", 163},
    // 893 LocalQueue/v1beta1.status.flavorsReservation[]
  {"name", 1, true}, {"resources", 892, true},
    // 895 LocalQueue/v1beta1.status
  {"admittedWorkloads", 43}, {"conditions", 879}, {"fairSharing", 881}, {"flavorUsage", 885},
  {"flavors", 890}, {"flavorsReservation", 894}, {"pendingWorkloads", 43},
  {"reservingWorkloads", 43},
    // 896 LocalQueue/v1beta1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 877}, {"status", 895},
    // 897 LocalQueue/v1beta2.spec.fairSharing
  {"weight", 163},
    // 898 LocalQueue/v1beta2.spec
  {"clusterQueue", 1}, {"fairSharing", 897}, {"stopPolicy", 699},
    // 899 LocalQueue/v1beta2.status.conditions[]
  {"lastTransitionTime", 4, true}, {"message", 1, true}, {"observedGeneration", 3},
  {"reason", 1, true}, {"status", 616, true}, {"type", 1, true},
    // 901 LocalQueue/v1beta2.status.fairSharing.admissionFairSharingStatus
  {"consumedResources", 594, true}, {"lastUpdate", 4, true},
    // 902 LocalQueue/v1beta2.status.fairSharing
  {"admissionFairSharingStatus", 901}, {"weightedShare", 3, true},
    // 903 LocalQueue/v1beta2.status.flavorsReservation[].resources[]
  {"name", 1, true}, {"total", 163},
    // 905 LocalQueue/v1beta2.status.flavorsReservation[]
  {"name", 1, true}, {"resources", 904, true},
    // 907 LocalQueue/v1beta2.status.flavorsUsage[].resources[]
  {"name", 1, true}, {"total", 163},
    // 909 LocalQueue/v1beta2.status.flavorsUsage[]
  {"name", 1, true}, {"resources", 908, true},
    // 911 LocalQueue/v1beta2.status
  {"admittedWorkloads", 43}, {"conditions", 900}, {"fairSharing", 902}, {"flavorsReservation", 906},
  {"flavorsUsage", 910}, {"pendingWorkloads", 43}, {"reservingWorkloads", 43},
    // 912 LocalQueue/v1beta2
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 898}, {"status", 911},
    // 913 ResourceFlavor/v1beta1.spec.nodeTaints[]
  {"effect", 1, true}, {"key", 1, true}, {"timeAdded", 4}, {"value", 1},
    // 915 ResourceFlavor/v1beta1.spec.tolerations[]
  {"effect", 1}, {"key", 1}, {"operator", 1}, {"tolerationSeconds", 3}, {"value", 1},
    // 917 ResourceFlavor/v1beta1.spec
  {"nodeLabels", 5}, {"nodeTaints", 914}, {"tolerations", 916}, {"topologyName", 1},
    // 918 ResourceFlavor/v1beta1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 917},
    // 919 ResourceFlavor/v1beta2.spec.nodeTaints[]
  {"effect", 1, true}, {"key", 1, true}, {"timeAdded", 4}, {"value", 1},
    // 921 ResourceFlavor/v1beta2.spec.tolerations[]
  {"effect", 1}, {"key", 1}, {"operator", 1}, {"tolerationSeconds", 3}, {"value", 1},
    // 923 ResourceFlavor/v1beta2.spec
  {"nodeLabels", 5}, {"nodeTaints", 920}, {"tolerations", 922}, {"topologyName", 1},
    // 924 ResourceFlavor/v1beta2
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 923},
    // 925 Topology/v1beta1.spec.levels[]
  {"nodeLabel", 1, true},
    // 927 Topology/v1beta1.spec
  {"levels", 926, true},
    // 928 Topology/v1beta1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 927},
    // 929 Topology/v1beta2.spec.levels[]
  {"nodeLabel", 1, true},
    // 931 Topology/v1beta2.spec
  {"levels", 930, true},
    // 932 Topology/v1beta2
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 931},
    // 933 WorkloadPriorityClass/v1beta1
  {"apiVersion", 1}, {"description", 1}, {"kind", 1}, {"metadata", 2}, {"value", 43, true},
    // 934 WorkloadPriorityClass/v1beta2
  {"apiVersion", 1}, {"description", 1}, {"kind", 1}, {"metadata", 2}, {"value", 43, true},
    // 935 PodGroup/v1alpha1.spec
  {"minMember", 43}, {"minResources", 594}, {"scheduleTimeoutSeconds", 43},
    // 936 PodGroup/v1alpha1
  {"apiVersion", 1}, {"kind", 1}, {"metadata", 2}, {"spec", 935}, {"status", 11},
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
    {Kind::kStruct, 667, 22, "core/v1.PodStatus"},  // 235
    {Kind::kEnum, 155, 5, ""},  // 236
    {Kind::kStruct, 689, 7, "core/v1.PodCondition"},  // 237
    {Kind::kList, 237, 0, ""},  // 238
    {Kind::kStruct, 696, 1, "core/v1.HostIP"},  // 239
    {Kind::kList, 239, 0, ""},  // 240
    {Kind::kStruct, 697, 1, "core/v1.PodIP"},  // 241
    {Kind::kList, 241, 0, ""},  // 242
    {Kind::kStruct, 698, 15, "core/v1.ContainerStatus"},  // 243
    {Kind::kStruct, 713, 3, "core/v1.ContainerState"},  // 244
    {Kind::kStruct, 716, 2, "core/v1.ContainerStateWaiting"},  // 245
    {Kind::kStruct, 718, 1, "core/v1.ContainerStateRunning"},  // 246
    {Kind::kStruct, 719, 7, "core/v1.ContainerStateTerminated"},  // 247
    {Kind::kStruct, 726, 5, "core/v1.VolumeMountStatus"},  // 248
    {Kind::kStruct, 731, 1, "core/v1.VolumeStatus"},  // 249
    {Kind::kStruct, 732, 1, "core/v1.ImageVolumeStatus"},  // 250
    {Kind::kList, 248, 0, ""},  // 251
    {Kind::kStruct, 733, 1, "core/v1.ContainerUser"},  // 252
    {Kind::kStruct, 734, 3, "core/v1.LinuxContainerUser"},  // 253
    {Kind::kStruct, 737, 2, "core/v1.ResourceStatus"},  // 254
    {Kind::kStruct, 739, 3, "core/v1.ResourceHealth"},  // 255
    {Kind::kList, 255, 0, ""},  // 256
    {Kind::kList, 254, 0, ""},  // 257
    {Kind::kList, 243, 0, ""},  // 258
    {Kind::kEnum, 160, 3, ""},  // 259
    {Kind::kStruct, 742, 2, "core/v1.PodResourceClaimStatus"},  // 260
    {Kind::kList, 260, 0, ""},  // 261
    {Kind::kStruct, 744, 2, "core/v1.PodExtendedResourceClaimStatus"},  // 262
    {Kind::kStruct, 746, 3, "core/v1.ContainerExtendedResourceRequest"},  // 263
    {Kind::kList, 263, 0, ""},  // 264
    {Kind::kStruct, 749, 4, "core/v1.NodeAllocatableResourceClaimStatus"},  // 265
    {Kind::kStruct, 753, 2, "core/v1.NodeAllocatableMappedResources"},  // 266
    {Kind::kList, 266, 0, ""},  // 267
    {Kind::kStruct, 755, 3, "core/v1.NodeAllocatableOverheadResources"},  // 268
    {Kind::kList, 268, 0, ""},  // 269
    {Kind::kList, 265, 0, ""},  // 270
    {Kind::kStruct, 758, 3, "core/v1.PodVolumeHealth"},  // 271
    {Kind::kList, 271, 0, ""},  // 272
    {Kind::kStruct, 761, 4, "core/v1.PodTemplate"},  // 273
    {Kind::kStruct, 765, 2, "core/v1.PodTemplateSpec"},  // 274
    {Kind::kStruct, 767, 5, "core/v1.ReplicationController"},  // 275
    {Kind::kStruct, 772, 4, "core/v1.ReplicationControllerSpec"},  // 276
    {Kind::kStruct, 776, 6, "core/v1.ReplicationControllerStatus"},  // 277
    {Kind::kStruct, 782, 5, "core/v1.ReplicationControllerCondition"},  // 278
    {Kind::kList, 278, 0, ""},  // 279
    {Kind::kStruct, 787, 5, "core/v1.ResourceQuota"},  // 280
    {Kind::kStruct, 792, 3, "core/v1.ResourceQuotaSpec"},  // 281
    {Kind::kEnum, 163, 7, ""},  // 282
    {Kind::kList, 282, 0, ""},  // 283
    {Kind::kStruct, 795, 1, "core/v1.ScopeSelector"},  // 284
    {Kind::kStruct, 796, 3, "core/v1.ScopedResourceSelectorRequirement"},  // 285
    {Kind::kEnum, 170, 4, ""},  // 286
    {Kind::kList, 285, 0, ""},  // 287
    {Kind::kStruct, 799, 2, "core/v1.ResourceQuotaStatus"},  // 288
    {Kind::kStruct, 801, 7, "core/v1.Secret"},  // 289
    {Kind::kStruct, 808, 5, "core/v1.Service"},  // 290
    {Kind::kStruct, 813, 20, "core/v1.ServiceSpec"},  // 291
    {Kind::kStruct, 833, 6, "core/v1.ServicePort"},  // 292
    {Kind::kList, 292, 0, ""},  // 293
    {Kind::kEnum, 174, 4, ""},  // 294
    {Kind::kEnum, 178, 2, ""},  // 295
    {Kind::kEnum, 180, 2, ""},  // 296
    {Kind::kStruct, 839, 1, "core/v1.SessionAffinityConfig"},  // 297
    {Kind::kStruct, 840, 1, "core/v1.ClientIPConfig"},  // 298
    {Kind::kEnum, 182, 2, ""},  // 299
    {Kind::kList, 299, 0, ""},  // 300
    {Kind::kEnum, 184, 3, ""},  // 301
    {Kind::kStruct, 841, 2, "core/v1.ServiceStatus"},  // 302
    {Kind::kStruct, 843, 1, "core/v1.LoadBalancerStatus"},  // 303
    {Kind::kStruct, 844, 4, "core/v1.LoadBalancerIngress"},  // 304
    {Kind::kStruct, 848, 3, "core/v1.PortStatus"},  // 305
    {Kind::kList, 305, 0, ""},  // 306
    {Kind::kList, 304, 0, ""},  // 307
    {Kind::kStruct, 851, 6, "meta/v1.Condition"},  // 308
    {Kind::kList, 308, 0, ""},  // 309
    {Kind::kStruct, 857, 6, "core/v1.ServiceAccount"},  // 310
    {Kind::kStruct, 863, 7, "core/v1.ObjectReference"},  // 311
    {Kind::kList, 311, 0, ""},  // 312
    {Kind::kStruct, 870, 5, "apps/v1.DaemonSet"},  // 313
    {Kind::kStruct, 875, 5, "apps/v1.DaemonSetSpec"},  // 314
    {Kind::kStruct, 880, 2, "apps/v1.DaemonSetUpdateStrategy"},  // 315
    {Kind::kEnum, 187, 2, ""},  // 316
    {Kind::kStruct, 882, 2, "apps/v1.RollingUpdateDaemonSet"},  // 317
    {Kind::kStruct, 884, 10, "apps/v1.DaemonSetStatus"},  // 318
    {Kind::kStruct, 894, 5, "apps/v1.DaemonSetCondition"},  // 319
    {Kind::kList, 319, 0, ""},  // 320
    {Kind::kStruct, 899, 5, "apps/v1.Deployment"},  // 321
    {Kind::kStruct, 904, 8, "apps/v1.DeploymentSpec"},  // 322
    {Kind::kStruct, 912, 2, "apps/v1.DeploymentStrategy"},  // 323
    {Kind::kEnum, 189, 2, ""},  // 324
    {Kind::kStruct, 914, 2, "apps/v1.RollingUpdateDeployment"},  // 325
    {Kind::kStruct, 916, 9, "apps/v1.DeploymentStatus"},  // 326
    {Kind::kStruct, 925, 6, "apps/v1.DeploymentCondition"},  // 327
    {Kind::kList, 327, 0, ""},  // 328
    {Kind::kStruct, 931, 5, "apps/v1.ReplicaSet"},  // 329
    {Kind::kStruct, 936, 4, "apps/v1.ReplicaSetSpec"},  // 330
    {Kind::kStruct, 940, 7, "apps/v1.ReplicaSetStatus"},  // 331
    {Kind::kStruct, 947, 5, "apps/v1.ReplicaSetCondition"},  // 332
    {Kind::kList, 332, 0, ""},  // 333
    {Kind::kStruct, 952, 5, "apps/v1.StatefulSet"},  // 334
    {Kind::kStruct, 957, 11, "apps/v1.StatefulSetSpec"},  // 335
    {Kind::kList, 55, 0, ""},  // 336
    {Kind::kEnum, 191, 2, ""},  // 337
    {Kind::kStruct, 968, 2, "apps/v1.StatefulSetUpdateStrategy"},  // 338
    {Kind::kEnum, 193, 3, ""},  // 339
    {Kind::kStruct, 970, 2, "apps/v1.RollingUpdateStatefulSetStrategy"},  // 340
    {Kind::kStruct, 972, 2, "apps/v1.StatefulSetPersistentVolumeClaimRetentionPolicy"},  // 341
    {Kind::kStruct, 974, 1, "apps/v1.StatefulSetOrdinals"},  // 342
    {Kind::kStruct, 975, 10, "apps/v1.StatefulSetStatus"},  // 343
    {Kind::kStruct, 985, 5, "apps/v1.StatefulSetCondition"},  // 344
    {Kind::kList, 344, 0, ""},  // 345
    {Kind::kStruct, 990, 5, "batch/v1.CronJob"},  // 346
    {Kind::kStruct, 995, 8, "batch/v1.CronJobSpec"},  // 347
    {Kind::kEnum, 196, 3, ""},  // 348
    {Kind::kStruct, 1003, 2, "batch/v1.JobTemplateSpec"},  // 349
    {Kind::kStruct, 1005, 17, "batch/v1.JobSpec"},  // 350
    {Kind::kStruct, 1022, 1, "batch/v1.PodFailurePolicy"},  // 351
    {Kind::kStruct, 1023, 3, "batch/v1.PodFailurePolicyRule"},  // 352
    {Kind::kEnum, 199, 4, ""},  // 353
    {Kind::kStruct, 1026, 3, "batch/v1.PodFailurePolicyOnExitCodesRequirement"},  // 354
    {Kind::kEnum, 203, 2, ""},  // 355
    {Kind::kStruct, 1029, 2, "batch/v1.PodFailurePolicyOnPodConditionsPattern"},  // 356
    {Kind::kList, 356, 0, ""},  // 357
    {Kind::kList, 352, 0, ""},  // 358
    {Kind::kStruct, 1031, 1, "batch/v1.SuccessPolicy"},  // 359
    {Kind::kStruct, 1032, 2, "batch/v1.SuccessPolicyRule"},  // 360
    {Kind::kList, 360, 0, ""},  // 361
    {Kind::kEnum, 205, 2, ""},  // 362
    {Kind::kEnum, 207, 2, ""},  // 363
    {Kind::kStruct, 1034, 4, "batch/v1.JobSchedulingConfiguration"},  // 364
    {Kind::kStruct, 1038, 2, "scheduling/v1alpha3.WorkloadPodGroupSchedulingPolicy"},  // 365
    {Kind::kStruct, 1040, 0, "scheduling/v1alpha3.WorkloadPodGroupBasicSchedulingPolicy"},  // 366
    {Kind::kStruct, 1040, 1, "scheduling/v1alpha3.WorkloadPodGroupGangSchedulingPolicy"},  // 367
    {Kind::kStruct, 1041, 1, "scheduling/v1alpha3.WorkloadPodGroupSchedulingConstraints"},  // 368
    {Kind::kStruct, 1042, 1, "scheduling/v1alpha3.TopologyConstraint"},  // 369
    {Kind::kList, 369, 0, ""},  // 370
    {Kind::kStruct, 1043, 2, "scheduling/v1alpha3.WorkloadPodGroupDisruptionMode"},  // 371
    {Kind::kStruct, 1045, 0, "scheduling/v1alpha3.WorkloadPodGroupSingleDisruptionMode"},  // 372
    {Kind::kStruct, 1045, 0, "scheduling/v1alpha3.WorkloadPodGroupAllDisruptionMode"},  // 373
    {Kind::kStruct, 1045, 3, "scheduling/v1alpha3.WorkloadPodGroupResourceClaim"},  // 374
    {Kind::kList, 374, 0, ""},  // 375
    {Kind::kStruct, 1048, 3, "batch/v1.CronJobStatus"},  // 376
    {Kind::kStruct, 1051, 5, "batch/v1.Job"},  // 377
    {Kind::kStruct, 1056, 11, "batch/v1.JobStatus"},  // 378
    {Kind::kStruct, 1067, 6, "batch/v1.JobCondition"},  // 379
    {Kind::kList, 379, 0, ""},  // 380
    {Kind::kStruct, 1073, 2, "batch/v1.UncountedTerminatedPods"},  // 381
    {Kind::kStruct, 1075, 4, "resource/v1.DeviceClass"},  // 382
    {Kind::kStruct, 1079, 3, "resource/v1.DeviceClassSpec"},  // 383
    {Kind::kStruct, 1082, 1, "resource/v1.DeviceSelector"},  // 384
    {Kind::kStruct, 1083, 1, "resource/v1.CELDeviceSelector"},  // 385
    {Kind::kList, 384, 0, ""},  // 386
    {Kind::kStruct, 1084, 1, "resource/v1.DeviceClassConfiguration"},  // 387
    {Kind::kStruct, 1085, 2, "resource/v1.OpaqueDeviceConfiguration"},  // 388
    {Kind::kAny, 0, 0, ""},  // 389
    {Kind::kList, 387, 0, ""},  // 390
    {Kind::kStruct, 1087, 5, "resource/v1.ResourceClaim"},  // 391
    {Kind::kStruct, 1092, 1, "resource/v1.ResourceClaimSpec"},  // 392
    {Kind::kStruct, 1093, 3, "resource/v1.DeviceClaim"},  // 393
    {Kind::kStruct, 1096, 3, "resource/v1.DeviceRequest"},  // 394
    {Kind::kStruct, 1099, 8, "resource/v1.ExactDeviceRequest"},  // 395
    {Kind::kEnum, 209, 2, ""},  // 396
    {Kind::kStruct, 1107, 5, "resource/v1.DeviceToleration"},  // 397
    {Kind::kEnum, 211, 2, ""},  // 398
    {Kind::kEnum, 213, 3, ""},  // 399
    {Kind::kList, 397, 0, ""},  // 400
    {Kind::kStruct, 1112, 1, "resource/v1.CapacityRequirements"},  // 401
    {Kind::kStruct, 1113, 2, "resource/v1.DeviceDerivedAttribute"},  // 402
    {Kind::kList, 402, 0, ""},  // 403
    {Kind::kStruct, 1115, 8, "resource/v1.DeviceSubRequest"},  // 404
    {Kind::kList, 404, 0, "name"},  // 405
    {Kind::kList, 394, 0, "name"},  // 406
    {Kind::kStruct, 1123, 3, "resource/v1.DeviceConstraint"},  // 407
    {Kind::kList, 407, 0, ""},  // 408
    {Kind::kStruct, 1126, 2, "resource/v1.DeviceClaimConfiguration"},  // 409
    {Kind::kList, 409, 0, ""},  // 410
    {Kind::kStruct, 1128, 3, "resource/v1.ResourceClaimStatus"},  // 411
    {Kind::kStruct, 1131, 3, "resource/v1.AllocationResult"},  // 412
    {Kind::kStruct, 1134, 2, "resource/v1.DeviceAllocationResult"},  // 413
    {Kind::kStruct, 1136, 11, "resource/v1.DeviceRequestAllocationResult"},  // 414
    {Kind::kEnum, 216, 3, ""},  // 415
    {Kind::kList, 415, 0, ""},  // 416
    {Kind::kList, 414, 0, ""},  // 417
    {Kind::kStruct, 1147, 3, "resource/v1.DeviceAllocationConfiguration"},  // 418
    {Kind::kEnum, 219, 2, ""},  // 419
    {Kind::kList, 418, 0, ""},  // 420
    {Kind::kStruct, 1150, 4, "resource/v1.ResourceClaimConsumerReference"},  // 421
    {Kind::kList, 421, 0, ""},  // 422
    {Kind::kStruct, 1154, 7, "resource/v1.AllocatedDeviceStatus"},  // 423
    {Kind::kStruct, 1161, 3, "resource/v1.NetworkDeviceData"},  // 424
    {Kind::kList, 423, 0, ""},  // 425
    {Kind::kStruct, 1164, 4, "resource/v1.ResourceClaimTemplate"},  // 426
    {Kind::kStruct, 1168, 2, "resource/v1.ResourceClaimTemplateSpec"},  // 427
    {Kind::kStruct, 1170, 4, "resource/v1.ResourceSlice"},  // 428
    {Kind::kStruct, 1174, 10, "resource/v1.ResourceSliceSpec"},  // 429
    {Kind::kStruct, 1184, 3, "resource/v1.ResourcePool"},  // 430
    {Kind::kStruct, 1187, 14, "resource/v1.Device"},  // 431
    {Kind::kStruct, 1201, 8, "resource/v1.DeviceAttribute"},  // 432
    {Kind::kList, 7, 0, ""},  // 433
    {Kind::kMap, 432, 0, ""},  // 434
    {Kind::kStruct, 1209, 2, "resource/v1.DeviceCapacity"},  // 435
    {Kind::kStruct, 1211, 3, "resource/v1.CapacityRequestPolicy"},  // 436
    {Kind::kList, 18, 0, ""},  // 437
    {Kind::kStruct, 1214, 3, "resource/v1.CapacityRequestPolicyRange"},  // 438
    {Kind::kMap, 435, 0, ""},  // 439
    {Kind::kStruct, 1217, 3, "resource/v1.DeviceCounterConsumption"},  // 440
    {Kind::kStruct, 1220, 1, "resource/v1.Counter"},  // 441
    {Kind::kMap, 441, 0, ""},  // 442
    {Kind::kList, 440, 0, ""},  // 443
    {Kind::kStruct, 1221, 4, "resource/v1.DeviceTaint"},  // 444
    {Kind::kList, 444, 0, ""},  // 445
    {Kind::kStruct, 1225, 2, "resource/v1.NodeAllocatableResource"},  // 446
    {Kind::kStruct, 1227, 3, "resource/v1.NodeAllocatableMapping"},  // 447
    {Kind::kStruct, 1230, 2, "resource/v1.NodeAllocatableOverhead"},  // 448
    {Kind::kMap, 446, 0, ""},  // 449
    {Kind::kList, 431, 0, "name"},  // 450
    {Kind::kStruct, 1232, 2, "resource/v1.CounterSet"},  // 451
    {Kind::kList, 451, 0, ""},  // 452
    {Kind::kStruct, 1234, 4, "resource/v1beta1.DeviceClass"},  // 453
    {Kind::kStruct, 1238, 3, "resource/v1beta1.DeviceClassSpec"},  // 454
    {Kind::kStruct, 1241, 1, "resource/v1beta1.DeviceSelector"},  // 455
    {Kind::kStruct, 1242, 1, "resource/v1beta1.CELDeviceSelector"},  // 456
    {Kind::kList, 455, 0, ""},  // 457
    {Kind::kStruct, 1243, 1, "resource/v1beta1.DeviceClassConfiguration"},  // 458
    {Kind::kStruct, 1244, 2, "resource/v1beta1.OpaqueDeviceConfiguration"},  // 459
    {Kind::kList, 458, 0, ""},  // 460
    {Kind::kStruct, 1246, 5, "resource/v1beta1.ResourceClaim"},  // 461
    {Kind::kStruct, 1251, 1, "resource/v1beta1.ResourceClaimSpec"},  // 462
    {Kind::kStruct, 1252, 3, "resource/v1beta1.DeviceClaim"},  // 463
    {Kind::kStruct, 1255, 10, "resource/v1beta1.DeviceRequest"},  // 464
    {Kind::kStruct, 1265, 8, "resource/v1beta1.DeviceSubRequest"},  // 465
    {Kind::kStruct, 1273, 5, "resource/v1beta1.DeviceToleration"},  // 466
    {Kind::kList, 466, 0, ""},  // 467
    {Kind::kStruct, 1278, 1, "resource/v1beta1.CapacityRequirements"},  // 468
    {Kind::kStruct, 1279, 2, "resource/v1beta1.DeviceDerivedAttribute"},  // 469
    {Kind::kList, 469, 0, ""},  // 470
    {Kind::kList, 465, 0, "name"},  // 471
    {Kind::kList, 464, 0, "name"},  // 472
    {Kind::kStruct, 1281, 3, "resource/v1beta1.DeviceConstraint"},  // 473
    {Kind::kList, 473, 0, ""},  // 474
    {Kind::kStruct, 1284, 2, "resource/v1beta1.DeviceClaimConfiguration"},  // 475
    {Kind::kList, 475, 0, ""},  // 476
    {Kind::kStruct, 1286, 3, "resource/v1beta1.ResourceClaimStatus"},  // 477
    {Kind::kStruct, 1289, 3, "resource/v1beta1.AllocationResult"},  // 478
    {Kind::kStruct, 1292, 2, "resource/v1beta1.DeviceAllocationResult"},  // 479
    {Kind::kStruct, 1294, 11, "resource/v1beta1.DeviceRequestAllocationResult"},  // 480
    {Kind::kList, 480, 0, ""},  // 481
    {Kind::kStruct, 1305, 3, "resource/v1beta1.DeviceAllocationConfiguration"},  // 482
    {Kind::kList, 482, 0, ""},  // 483
    {Kind::kStruct, 1308, 4, "resource/v1beta1.ResourceClaimConsumerReference"},  // 484
    {Kind::kList, 484, 0, ""},  // 485
    {Kind::kStruct, 1312, 7, "resource/v1beta1.AllocatedDeviceStatus"},  // 486
    {Kind::kStruct, 1319, 3, "resource/v1beta1.NetworkDeviceData"},  // 487
    {Kind::kList, 486, 0, ""},  // 488
    {Kind::kStruct, 1322, 4, "resource/v1beta1.ResourceClaimTemplate"},  // 489
    {Kind::kStruct, 1326, 2, "resource/v1beta1.ResourceClaimTemplateSpec"},  // 490
    {Kind::kStruct, 1328, 4, "resource/v1beta1.ResourceSlice"},  // 491
    {Kind::kStruct, 1332, 10, "resource/v1beta1.ResourceSliceSpec"},  // 492
    {Kind::kStruct, 1342, 3, "resource/v1beta1.ResourcePool"},  // 493
    {Kind::kStruct, 1345, 2, "resource/v1beta1.Device"},  // 494
    {Kind::kStruct, 1347, 13, "resource/v1beta1.BasicDevice"},  // 495
    {Kind::kStruct, 1360, 8, "resource/v1beta1.DeviceAttribute"},  // 496
    {Kind::kMap, 496, 0, ""},  // 497
    {Kind::kStruct, 1368, 2, "resource/v1beta1.DeviceCapacity"},  // 498
    {Kind::kStruct, 1370, 3, "resource/v1beta1.CapacityRequestPolicy"},  // 499
    {Kind::kStruct, 1373, 3, "resource/v1beta1.CapacityRequestPolicyRange"},  // 500
    {Kind::kMap, 498, 0, ""},  // 501
    {Kind::kStruct, 1376, 3, "resource/v1beta1.DeviceCounterConsumption"},  // 502
    {Kind::kStruct, 1379, 1, "resource/v1beta1.Counter"},  // 503
    {Kind::kMap, 503, 0, ""},  // 504
    {Kind::kList, 502, 0, ""},  // 505
    {Kind::kStruct, 1380, 4, "resource/v1beta1.DeviceTaint"},  // 506
    {Kind::kList, 506, 0, ""},  // 507
    {Kind::kStruct, 1384, 2, "resource/v1beta1.NodeAllocatableResource"},  // 508
    {Kind::kStruct, 1386, 3, "resource/v1beta1.NodeAllocatableMapping"},  // 509
    {Kind::kStruct, 1389, 2, "resource/v1beta1.NodeAllocatableOverhead"},  // 510
    {Kind::kMap, 508, 0, ""},  // 511
    {Kind::kList, 494, 0, "name"},  // 512
    {Kind::kStruct, 1391, 2, "resource/v1beta1.CounterSet"},  // 513
    {Kind::kList, 513, 0, ""},  // 514
    {Kind::kStruct, 1393, 4, "resource/v1beta2.DeviceClass"},  // 515
    {Kind::kStruct, 1397, 3, "resource/v1beta2.DeviceClassSpec"},  // 516
    {Kind::kStruct, 1400, 1, "resource/v1beta2.DeviceSelector"},  // 517
    {Kind::kStruct, 1401, 1, "resource/v1beta2.CELDeviceSelector"},  // 518
    {Kind::kList, 517, 0, ""},  // 519
    {Kind::kStruct, 1402, 1, "resource/v1beta2.DeviceClassConfiguration"},  // 520
    {Kind::kStruct, 1403, 2, "resource/v1beta2.OpaqueDeviceConfiguration"},  // 521
    {Kind::kList, 520, 0, ""},  // 522
    {Kind::kStruct, 1405, 5, "resource/v1beta2.ResourceClaim"},  // 523
    {Kind::kStruct, 1410, 1, "resource/v1beta2.ResourceClaimSpec"},  // 524
    {Kind::kStruct, 1411, 3, "resource/v1beta2.DeviceClaim"},  // 525
    {Kind::kStruct, 1414, 3, "resource/v1beta2.DeviceRequest"},  // 526
    {Kind::kStruct, 1417, 8, "resource/v1beta2.ExactDeviceRequest"},  // 527
    {Kind::kStruct, 1425, 5, "resource/v1beta2.DeviceToleration"},  // 528
    {Kind::kList, 528, 0, ""},  // 529
    {Kind::kStruct, 1430, 1, "resource/v1beta2.CapacityRequirements"},  // 530
    {Kind::kStruct, 1431, 2, "resource/v1beta2.DeviceDerivedAttribute"},  // 531
    {Kind::kList, 531, 0, ""},  // 532
    {Kind::kStruct, 1433, 8, "resource/v1beta2.DeviceSubRequest"},  // 533
    {Kind::kList, 533, 0, "name"},  // 534
    {Kind::kList, 526, 0, "name"},  // 535
    {Kind::kStruct, 1441, 3, "resource/v1beta2.DeviceConstraint"},  // 536
    {Kind::kList, 536, 0, ""},  // 537
    {Kind::kStruct, 1444, 2, "resource/v1beta2.DeviceClaimConfiguration"},  // 538
    {Kind::kList, 538, 0, ""},  // 539
    {Kind::kStruct, 1446, 3, "resource/v1beta2.ResourceClaimStatus"},  // 540
    {Kind::kStruct, 1449, 3, "resource/v1beta2.AllocationResult"},  // 541
    {Kind::kStruct, 1452, 2, "resource/v1beta2.DeviceAllocationResult"},  // 542
    {Kind::kStruct, 1454, 11, "resource/v1beta2.DeviceRequestAllocationResult"},  // 543
    {Kind::kList, 543, 0, ""},  // 544
    {Kind::kStruct, 1465, 3, "resource/v1beta2.DeviceAllocationConfiguration"},  // 545
    {Kind::kList, 545, 0, ""},  // 546
    {Kind::kStruct, 1468, 4, "resource/v1beta2.ResourceClaimConsumerReference"},  // 547
    {Kind::kList, 547, 0, ""},  // 548
    {Kind::kStruct, 1472, 7, "resource/v1beta2.AllocatedDeviceStatus"},  // 549
    {Kind::kStruct, 1479, 3, "resource/v1beta2.NetworkDeviceData"},  // 550
    {Kind::kList, 549, 0, ""},  // 551
    {Kind::kStruct, 1482, 4, "resource/v1beta2.ResourceClaimTemplate"},  // 552
    {Kind::kStruct, 1486, 2, "resource/v1beta2.ResourceClaimTemplateSpec"},  // 553
    {Kind::kStruct, 1488, 4, "resource/v1beta2.ResourceSlice"},  // 554
    {Kind::kStruct, 1492, 10, "resource/v1beta2.ResourceSliceSpec"},  // 555
    {Kind::kStruct, 1502, 3, "resource/v1beta2.ResourcePool"},  // 556
    {Kind::kStruct, 1505, 14, "resource/v1beta2.Device"},  // 557
    {Kind::kStruct, 1519, 8, "resource/v1beta2.DeviceAttribute"},  // 558
    {Kind::kMap, 558, 0, ""},  // 559
    {Kind::kStruct, 1527, 2, "resource/v1beta2.DeviceCapacity"},  // 560
    {Kind::kStruct, 1529, 3, "resource/v1beta2.CapacityRequestPolicy"},  // 561
    {Kind::kStruct, 1532, 3, "resource/v1beta2.CapacityRequestPolicyRange"},  // 562
    {Kind::kMap, 560, 0, ""},  // 563
    {Kind::kStruct, 1535, 3, "resource/v1beta2.DeviceCounterConsumption"},  // 564
    {Kind::kStruct, 1538, 1, "resource/v1beta2.Counter"},  // 565
    {Kind::kMap, 565, 0, ""},  // 566
    {Kind::kList, 564, 0, ""},  // 567
    {Kind::kStruct, 1539, 4, "resource/v1beta2.DeviceTaint"},  // 568
    {Kind::kList, 568, 0, ""},  // 569
    {Kind::kStruct, 1543, 2, "resource/v1beta2.NodeAllocatableResource"},  // 570
    {Kind::kStruct, 1545, 3, "resource/v1beta2.NodeAllocatableMapping"},  // 571
    {Kind::kStruct, 1548, 2, "resource/v1beta2.NodeAllocatableOverhead"},  // 572
    {Kind::kMap, 570, 0, ""},  // 573
    {Kind::kList, 557, 0, "name"},  // 574
    {Kind::kStruct, 1550, 2, "resource/v1beta2.CounterSet"},  // 575
    {Kind::kList, 575, 0, ""},  // 576
    {Kind::kEnum, 221, 2, ""},  // 577
    {Kind::kStruct, 1552, 2, "DeviceMapping/v1alpha1.spec.charge"},  // 578
    {Kind::kStruct, 1554, 2, "DeviceMapping/v1alpha1.spec.config[].opaque"},  // 579
    {Kind::kStruct, 1556, 1, "DeviceMapping/v1alpha1.spec.config[]"},  // 580
    {Kind::kList, 580, 0, ""},  // 581
    {Kind::kEnum, 223, 3, ""},  // 582
    {Kind::kStruct, 1557, 3, "DeviceMapping/v1alpha1.spec.constraints[]"},  // 583
    {Kind::kList, 583, 0, ""},  // 584
    {Kind::kEnum, 226, 2, ""},  // 585
    {Kind::kEnum, 228, 3, ""},  // 586
    {Kind::kStruct, 1560, 3, "DeviceMapping/v1alpha1.spec.rewrites[].namespaceSelector.matchExpressions[]"},  // 587
    {Kind::kList, 587, 0, ""},  // 588
    {Kind::kStruct, 1563, 2, "DeviceMapping/v1alpha1.spec.rewrites[].namespaceSelector"},  // 589
    {Kind::kEnum, 231, 2, ""},  // 590
    {Kind::kStruct, 1565, 6, "DeviceMapping/v1alpha1.spec.rewrites[].parameters[]"},  // 591
    {Kind::kList, 591, 0, ""},  // 592
    {Kind::kEnum, 233, 1, ""},  // 593
    {Kind::kMap, 163, 0, ""},  // 594
    {Kind::kStruct, 1571, 1, "DeviceMapping/v1alpha1.spec.rewrites[].request.exactly.capacity"},  // 595
    {Kind::kStruct, 1572, 1, "DeviceMapping/v1alpha1.spec.rewrites[].request.exactly.selectors[].cel"},  // 596
    {Kind::kStruct, 1573, 1, "DeviceMapping/v1alpha1.spec.rewrites[].request.exactly.selectors[]"},  // 597
    {Kind::kList, 597, 0, ""},  // 598
    {Kind::kEnum, 234, 4, ""},  // 599
    {Kind::kEnum, 238, 2, ""},  // 600
    {Kind::kStruct, 1574, 5, "DeviceMapping/v1alpha1.spec.rewrites[].request.exactly.tolerations[]"},  // 601
    {Kind::kList, 601, 0, ""},  // 602
    {Kind::kStruct, 1579, 5, "DeviceMapping/v1alpha1.spec.rewrites[].request.exactly"},  // 603
    {Kind::kStruct, 1584, 1, "DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[].capacity"},  // 604
    {Kind::kStruct, 1585, 1, "DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[].selectors[].cel"},  // 605
    {Kind::kStruct, 1586, 1, "DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[].selectors[]"},  // 606
    {Kind::kList, 606, 0, ""},  // 607
    {Kind::kStruct, 1587, 5, "DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[].tolerations[]"},  // 608
    {Kind::kList, 608, 0, ""},  // 609
    {Kind::kStruct, 1592, 6, "DeviceMapping/v1alpha1.spec.rewrites[].request.firstAvailable[]"},  // 610
    {Kind::kList, 610, 0, ""},  // 611
    {Kind::kStruct, 1598, 2, "DeviceMapping/v1alpha1.spec.rewrites[].request"},  // 612
    {Kind::kStruct, 1600, 5, "DeviceMapping/v1alpha1.spec.rewrites[]"},  // 613
    {Kind::kList, 613, 0, ""},  // 614
    {Kind::kStruct, 1605, 8, "DeviceMapping/v1alpha1.spec"},  // 615
    {Kind::kEnum, 240, 3, ""},  // 616
    {Kind::kStruct, 1613, 6, "DeviceMapping/v1alpha1.status.conditions[]"},  // 617
    {Kind::kList, 617, 0, "type"},  // 618
    {Kind::kStruct, 1619, 2, "DeviceMapping/v1alpha1.status"},  // 619
    {Kind::kStruct, 1621, 5, "DeviceMapping/v1alpha1"},  // 620
    {Kind::kEnum, 243, 2, ""},  // 621
    {Kind::kEnum, 245, 2, ""},  // 622
    {Kind::kStruct, 1626, 4, "DeviceQuota/v1alpha1.spec"},  // 623
    {Kind::kStruct, 1630, 6, "DeviceQuota/v1alpha1.status.conditions[]"},  // 624
    {Kind::kList, 624, 0, "type"},  // 625
    {Kind::kStruct, 1636, 7, "DeviceQuota/v1alpha1.status"},  // 626
    {Kind::kStruct, 1643, 5, "DeviceQuota/v1alpha1"},  // 627
    {Kind::kStruct, 1648, 2, "DeviceRule/v1alpha1.spec.auditAnnotations[]"},  // 628
    {Kind::kList, 628, 0, "key"},  // 629
    {Kind::kStruct, 1650, 2, "DeviceRule/v1alpha1.spec.matchConditions[]"},  // 630
    {Kind::kList, 630, 0, "name"},  // 631
    {Kind::kEnum, 247, 2, ""},  // 632
    {Kind::kStruct, 1652, 2, "DeviceRule/v1alpha1.spec.matchPolicy"},  // 633
    {Kind::kStruct, 1654, 2, "DeviceRule/v1alpha1.spec.matchResources.kinds[]"},  // 634
    {Kind::kList, 634, 0, ""},  // 635
    {Kind::kStruct, 1656, 3, "DeviceRule/v1alpha1.spec.matchResources.namespaceSelector.matchExpressions[]"},  // 636
    {Kind::kList, 636, 0, ""},  // 637
    {Kind::kStruct, 1659, 2, "DeviceRule/v1alpha1.spec.matchResources.namespaceSelector"},  // 638
    {Kind::kStruct, 1661, 3, "DeviceRule/v1alpha1.spec.matchResources.objectSelector.matchExpressions[]"},  // 639
    {Kind::kList, 639, 0, ""},  // 640
    {Kind::kStruct, 1664, 2, "DeviceRule/v1alpha1.spec.matchResources.objectSelector"},  // 641
    {Kind::kEnum, 249, 2, ""},  // 642
    {Kind::kList, 642, 0, ""},  // 643
    {Kind::kStruct, 1666, 4, "DeviceRule/v1alpha1.spec.matchResources"},  // 644
    {Kind::kStruct, 1670, 2, "DeviceRule/v1alpha1.spec.paramKind"},  // 645
    {Kind::kEnum, 251, 2, ""},  // 646
    {Kind::kStruct, 1672, 3, "DeviceRule/v1alpha1.spec.paramRef.selector.matchExpressions[]"},  // 647
    {Kind::kList, 647, 0, ""},  // 648
    {Kind::kStruct, 1675, 2, "DeviceRule/v1alpha1.spec.paramRef.selector"},  // 649
    {Kind::kStruct, 1677, 4, "DeviceRule/v1alpha1.spec.paramRef"},  // 650
    {Kind::kEnum, 253, 3, ""},  // 651
    {Kind::kList, 651, 0, ""},  // 652
    {Kind::kEnum, 256, 3, ""},  // 653
    {Kind::kStruct, 1681, 4, "DeviceRule/v1alpha1.spec.validations[]"},  // 654
    {Kind::kList, 654, 0, ""},  // 655
    {Kind::kStruct, 1685, 2, "DeviceRule/v1alpha1.spec.variables[]"},  // 656
    {Kind::kList, 656, 0, "name"},  // 657
    {Kind::kStruct, 1687, 10, "DeviceRule/v1alpha1.spec"},  // 658
    {Kind::kStruct, 1697, 6, "DeviceRule/v1alpha1.status.conditions[]"},  // 659
    {Kind::kList, 659, 0, "type"},  // 660
    {Kind::kStruct, 1703, 2, "DeviceRule/v1alpha1.status"},  // 661
    {Kind::kStruct, 1705, 5, "DeviceRule/v1alpha1"},  // 662
    {Kind::kStruct, 1710, 3, "AdmissionCheck/v1beta1.spec.parameters"},  // 663
    {Kind::kStruct, 1713, 3, "AdmissionCheck/v1beta1.spec"},  // 664
    {Kind::kStruct, 1716, 6, "AdmissionCheck/v1beta1.status.conditions[]"},  // 665
    {Kind::kList, 665, 0, "type"},  // 666
    {Kind::kStruct, 1722, 1, "AdmissionCheck/v1beta1.status"},  // 667
    {Kind::kStruct, 1723, 5, "AdmissionCheck/v1beta1"},  // 668
    {Kind::kStruct, 1728, 3, "AdmissionCheck/v1beta2.spec.parameters"},  // 669
    {Kind::kStruct, 1731, 2, "AdmissionCheck/v1beta2.spec"},  // 670
    {Kind::kStruct, 1733, 6, "AdmissionCheck/v1beta2.status.conditions[]"},  // 671
    {Kind::kList, 671, 0, "type"},  // 672
    {Kind::kStruct, 1739, 1, "AdmissionCheck/v1beta2.status"},  // 673
    {Kind::kStruct, 1740, 5, "AdmissionCheck/v1beta2"},  // 674
    {Kind::kStruct, 1745, 2, "ClusterQueue/v1beta1.spec.admissionChecksStrategy.admissionChecks[]"},  // 675
    {Kind::kList, 675, 0, ""},  // 676
    {Kind::kStruct, 1747, 1, "ClusterQueue/v1beta1.spec.admissionChecksStrategy"},  // 677
    {Kind::kStruct, 1748, 1, "ClusterQueue/v1beta1.spec.admissionScope"},  // 678
    {Kind::kStruct, 1749, 1, "ClusterQueue/v1beta1.spec.fairSharing"},  // 679
    {Kind::kEnum, 259, 2, ""},  // 680
    {Kind::kEnum, 261, 3, ""},  // 681
    {Kind::kEnum, 264, 3, ""},  // 682
    {Kind::kStruct, 1750, 3, "ClusterQueue/v1beta1.spec.flavorFungibility"},  // 683
    {Kind::kStruct, 1753, 3, "ClusterQueue/v1beta1.spec.namespaceSelector.matchExpressions[]"},  // 684
    {Kind::kList, 684, 0, ""},  // 685
    {Kind::kStruct, 1756, 2, "ClusterQueue/v1beta1.spec.namespaceSelector"},  // 686
    {Kind::kEnum, 267, 2, ""},  // 687
    {Kind::kStruct, 1758, 2, "ClusterQueue/v1beta1.spec.preemption.borrowWithinCohort"},  // 688
    {Kind::kEnum, 269, 3, ""},  // 689
    {Kind::kEnum, 272, 3, ""},  // 690
    {Kind::kStruct, 1760, 3, "ClusterQueue/v1beta1.spec.preemption"},  // 691
    {Kind::kEnum, 275, 2, ""},  // 692
    {Kind::kStruct, 1763, 4, "ClusterQueue/v1beta1.spec.resourceGroups[].flavors[].resources[]"},  // 693
    {Kind::kList, 693, 0, "name"},  // 694
    {Kind::kStruct, 1767, 2, "ClusterQueue/v1beta1.spec.resourceGroups[].flavors[]"},  // 695
    {Kind::kList, 695, 0, "name"},  // 696
    {Kind::kStruct, 1769, 2, "ClusterQueue/v1beta1.spec.resourceGroups[]"},  // 697
    {Kind::kList, 697, 0, ""},  // 698
    {Kind::kEnum, 277, 3, ""},  // 699
    {Kind::kStruct, 1771, 11, "ClusterQueue/v1beta1.spec"},  // 700
    {Kind::kStruct, 1782, 6, "ClusterQueue/v1beta1.status.conditions[]"},  // 701
    {Kind::kList, 701, 0, "type"},  // 702
    {Kind::kStruct, 1788, 2, "ClusterQueue/v1beta1.status.fairSharing.admissionFairSharingStatus"},  // 703
    {Kind::kStruct, 1790, 2, "ClusterQueue/v1beta1.status.fairSharing"},  // 704
    {Kind::kStruct, 1792, 3, "ClusterQueue/v1beta1.status.flavorsReservation[].resources[]"},  // 705
    {Kind::kList, 705, 0, "name"},  // 706
    {Kind::kStruct, 1795, 2, "ClusterQueue/v1beta1.status.flavorsReservation[]"},  // 707
    {Kind::kList, 707, 0, "name"},  // 708
    {Kind::kStruct, 1797, 3, "ClusterQueue/v1beta1.status.flavorsUsage[].resources[]"},  // 709
    {Kind::kList, 709, 0, "name"},  // 710
    {Kind::kStruct, 1800, 2, "ClusterQueue/v1beta1.status.flavorsUsage[]"},  // 711
    {Kind::kList, 711, 0, "name"},  // 712
    {Kind::kStruct, 1802, 2, "ClusterQueue/v1beta1.status.pendingWorkloadsStatus.clusterQueuePendingWorkload[]"},  // 713
    {Kind::kList, 713, 0, ""},  // 714
    {Kind::kStruct, 1804, 2, "ClusterQueue/v1beta1.status.pendingWorkloadsStatus"},  // 715
    {Kind::kStruct, 1806, 8, "ClusterQueue/v1beta1.status"},  // 716
    {Kind::kStruct, 1814, 5, "ClusterQueue/v1beta1"},  // 717
    {Kind::kStruct, 1819, 2, "ClusterQueue/v1beta2.spec.admissionChecksStrategy.admissionChecks[]"},  // 718
    {Kind::kList, 718, 0, "name"},  // 719
    {Kind::kStruct, 1821, 1, "ClusterQueue/v1beta2.spec.admissionChecksStrategy"},  // 720
    {Kind::kEnum, 280, 2, ""},  // 721
    {Kind::kStruct, 1822, 1, "ClusterQueue/v1beta2.spec.admissionScope"},  // 722
    {Kind::kStruct, 1823, 1, "ClusterQueue/v1beta2.spec.concurrentAdmissionPolicy.migration.constraints"},  // 723
    {Kind::kEnum, 282, 2, ""},  // 724
    {Kind::kStruct, 1824, 2, "ClusterQueue/v1beta2.spec.concurrentAdmissionPolicy.migration"},  // 725
    {Kind::kStruct, 1826, 1, "ClusterQueue/v1beta2.spec.concurrentAdmissionPolicy"},  // 726
    {Kind::kStruct, 1827, 1, "ClusterQueue/v1beta2.spec.fairSharing"},  // 727
    {Kind::kEnum, 284, 2, ""},  // 728
    {Kind::kStruct, 1828, 3, "ClusterQueue/v1beta2.spec.flavorFungibility"},  // 729
    {Kind::kStruct, 1831, 3, "ClusterQueue/v1beta2.spec.namespaceSelector.matchExpressions[]"},  // 730
    {Kind::kList, 730, 0, ""},  // 731
    {Kind::kStruct, 1834, 2, "ClusterQueue/v1beta2.spec.namespaceSelector"},  // 732
    {Kind::kStruct, 1836, 2, "ClusterQueue/v1beta2.spec.preemption.borrowWithinCohort"},  // 733
    {Kind::kStruct, 1838, 3, "ClusterQueue/v1beta2.spec.preemption"},  // 734
    {Kind::kStruct, 1841, 4, "ClusterQueue/v1beta2.spec.resourceGroups[].flavors[].resources[]"},  // 735
    {Kind::kList, 735, 0, "name"},  // 736
    {Kind::kStruct, 1845, 2, "ClusterQueue/v1beta2.spec.resourceGroups[].flavors[]"},  // 737
    {Kind::kList, 737, 0, "name"},  // 738
    {Kind::kStruct, 1847, 2, "ClusterQueue/v1beta2.spec.resourceGroups[]"},  // 739
    {Kind::kList, 739, 0, ""},  // 740
    {Kind::kStruct, 1849, 11, "ClusterQueue/v1beta2.spec"},  // 741
    {Kind::kStruct, 1860, 6, "ClusterQueue/v1beta2.status.conditions[]"},  // 742
    {Kind::kList, 742, 0, "type"},  // 743
    {Kind::kStruct, 1866, 1, "ClusterQueue/v1beta2.status.fairSharing"},  // 744
    {Kind::kStruct, 1867, 3, "ClusterQueue/v1beta2.status.flavorsReservation[].resources[]"},  // 745
    {Kind::kList, 745, 0, "name"},  // 746
    {Kind::kStruct, 1870, 2, "ClusterQueue/v1beta2.status.flavorsReservation[]"},  // 747
    {Kind::kList, 747, 0, "name"},  // 748
    {Kind::kStruct, 1872, 3, "ClusterQueue/v1beta2.status.flavorsUsage[].resources[]"},  // 749
    {Kind::kList, 749, 0, "name"},  // 750
    {Kind::kStruct, 1875, 2, "ClusterQueue/v1beta2.status.flavorsUsage[]"},  // 751
    {Kind::kList, 751, 0, "name"},  // 752
    {Kind::kStruct, 1877, 7, "ClusterQueue/v1beta2.status"},  // 753
    {Kind::kStruct, 1884, 5, "ClusterQueue/v1beta2"},  // 754
    {Kind::kStruct, 1889, 1, "Cohort/v1beta1.spec.fairSharing"},  // 755
    {Kind::kStruct, 1890, 4, "Cohort/v1beta1.spec.resourceGroups[].flavors[].resources[]"},  // 756
    {Kind::kList, 756, 0, "name"},  // 757
    {Kind::kStruct, 1894, 2, "Cohort/v1beta1.spec.resourceGroups[].flavors[]"},  // 758
    {Kind::kList, 758, 0, "name"},  // 759
    {Kind::kStruct, 1896, 2, "Cohort/v1beta1.spec.resourceGroups[]"},  // 760
    {Kind::kList, 760, 0, ""},  // 761
    {Kind::kStruct, 1898, 3, "Cohort/v1beta1.spec"},  // 762
    {Kind::kStruct, 1901, 2, "Cohort/v1beta1.status.fairSharing.admissionFairSharingStatus"},  // 763
    {Kind::kStruct, 1903, 2, "Cohort/v1beta1.status.fairSharing"},  // 764
    {Kind::kStruct, 1905, 1, "Cohort/v1beta1.status"},  // 765
    {Kind::kStruct, 1906, 5, "Cohort/v1beta1"},  // 766
    {Kind::kStruct, 1911, 1, "Cohort/v1beta2.spec.fairSharing"},  // 767
    {Kind::kStruct, 1912, 4, "Cohort/v1beta2.spec.resourceGroups[].flavors[].resources[]"},  // 768
    {Kind::kList, 768, 0, "name"},  // 769
    {Kind::kStruct, 1916, 2, "Cohort/v1beta2.spec.resourceGroups[].flavors[]"},  // 770
    {Kind::kList, 770, 0, "name"},  // 771
    {Kind::kStruct, 1918, 2, "Cohort/v1beta2.spec.resourceGroups[]"},  // 772
    {Kind::kList, 772, 0, ""},  // 773
    {Kind::kStruct, 1920, 3, "Cohort/v1beta2.spec"},  // 774
    {Kind::kStruct, 1923, 1, "Cohort/v1beta2.status.fairSharing"},  // 775
    {Kind::kStruct, 1924, 1, "Cohort/v1beta2.status"},  // 776
    {Kind::kStruct, 1925, 5, "Cohort/v1beta2"},  // 777
    {Kind::kMap, 389, 0, ""},  // 778
    {Kind::kStruct, 1930, 3, "Configuration/v1beta1.admissionFairSharing"},  // 779
    {Kind::kStruct, 1933, 2, "Configuration/v1beta1.clientConnection"},  // 780
    {Kind::kStruct, 1935, 2, "Configuration/v1beta1.controller"},  // 781
    {Kind::kList, 389, 0, ""},  // 782
    {Kind::kStruct, 1937, 2, "Configuration/v1beta1.fairSharing"},  // 783
    {Kind::kStruct, 1939, 3, "Configuration/v1beta1.health"},  // 784
    {Kind::kStruct, 1942, 3, "Configuration/v1beta1.integrations.podOptions.namespaceSelector.matchExpressions[]"},  // 785
    {Kind::kList, 785, 0, ""},  // 786
    {Kind::kStruct, 1945, 2, "Configuration/v1beta1.integrations.podOptions.namespaceSelector"},  // 787
    {Kind::kStruct, 1947, 3, "Configuration/v1beta1.integrations.podOptions.podSelector.matchExpressions[]"},  // 788
    {Kind::kList, 788, 0, ""},  // 789
    {Kind::kStruct, 1950, 2, "Configuration/v1beta1.integrations.podOptions.podSelector"},  // 790
    {Kind::kStruct, 1952, 2, "Configuration/v1beta1.integrations.podOptions"},  // 791
    {Kind::kStruct, 1954, 4, "Configuration/v1beta1.integrations"},  // 792
    {Kind::kStruct, 1958, 3, "Configuration/v1beta1.internalCertManagement"},  // 793
    {Kind::kStruct, 1961, 7, "Configuration/v1beta1.leaderElection"},  // 794
    {Kind::kStruct, 1968, 3, "Configuration/v1beta1.managedJobsNamespaceSelector.matchExpressions[]"},  // 795
    {Kind::kList, 795, 0, ""},  // 796
    {Kind::kStruct, 1971, 2, "Configuration/v1beta1.managedJobsNamespaceSelector"},  // 797
    {Kind::kStruct, 1973, 3, "Configuration/v1beta1.metrics.customLabels[]"},  // 798
    {Kind::kList, 798, 0, ""},  // 799
    {Kind::kStruct, 1976, 3, "Configuration/v1beta1.metrics.localQueueMetrics.localQueueSelector.matchExpressions[]"},  // 800
    {Kind::kList, 800, 0, ""},  // 801
    {Kind::kStruct, 1979, 2, "Configuration/v1beta1.metrics.localQueueMetrics.localQueueSelector"},  // 802
    {Kind::kStruct, 1981, 2, "Configuration/v1beta1.metrics.localQueueMetrics"},  // 803
    {Kind::kStruct, 1983, 4, "Configuration/v1beta1.metrics"},  // 804
    {Kind::kStruct, 1987, 1, "Configuration/v1beta1.multiKueue.externalFrameworks[]"},  // 805
    {Kind::kList, 805, 0, ""},  // 806
    {Kind::kStruct, 1988, 5, "Configuration/v1beta1.multiKueue"},  // 807
    {Kind::kStruct, 1993, 2, "Configuration/v1beta1.objectRetentionPolicies.workloads"},  // 808
    {Kind::kStruct, 1995, 1, "Configuration/v1beta1.objectRetentionPolicies"},  // 809
    {Kind::kStruct, 1996, 1, "Configuration/v1beta1.queueVisibility.clusterQueues"},  // 810
    {Kind::kStruct, 1997, 2, "Configuration/v1beta1.queueVisibility"},  // 811
    {Kind::kStruct, 1999, 2, "Configuration/v1beta1.resources.deviceClassMappings[]"},  // 812
    {Kind::kList, 812, 0, ""},  // 813
    {Kind::kStruct, 2001, 4, "Configuration/v1beta1.resources.transformations[]"},  // 814
    {Kind::kList, 814, 0, ""},  // 815
    {Kind::kStruct, 2005, 3, "Configuration/v1beta1.resources"},  // 816
    {Kind::kStruct, 2008, 3, "Configuration/v1beta1.tls"},  // 817
    {Kind::kStruct, 2011, 4, "Configuration/v1beta1.waitForPodsReady.requeuingStrategy"},  // 818
    {Kind::kStruct, 2015, 5, "Configuration/v1beta1.waitForPodsReady"},  // 819
    {Kind::kStruct, 2020, 3, "Configuration/v1beta1.webhook"},  // 820
    {Kind::kStruct, 2023, 23, "Configuration/v1beta1"},  // 821
    {Kind::kStruct, 2046, 3, "Configuration/v1beta2.admissionFairSharing"},  // 822
    {Kind::kStruct, 2049, 2, "Configuration/v1beta2.clientConnection"},  // 823
    {Kind::kStruct, 2051, 2, "Configuration/v1beta2.controller"},  // 824
    {Kind::kStruct, 2053, 1, "Configuration/v1beta2.fairSharing"},  // 825
    {Kind::kStruct, 2054, 3, "Configuration/v1beta2.health"},  // 826
    {Kind::kStruct, 2057, 3, "Configuration/v1beta2.integrations"},  // 827
    {Kind::kStruct, 2060, 3, "Configuration/v1beta2.internalCertManagement"},  // 828
    {Kind::kStruct, 2063, 7, "Configuration/v1beta2.leaderElection"},  // 829
    {Kind::kStruct, 2070, 3, "Configuration/v1beta2.managedJobsNamespaceSelector.matchExpressions[]"},  // 830
    {Kind::kList, 830, 0, ""},  // 831
    {Kind::kStruct, 2073, 2, "Configuration/v1beta2.managedJobsNamespaceSelector"},  // 832
    {Kind::kStruct, 2075, 5, "Configuration/v1beta2.metrics.customLabels[]"},  // 833
    {Kind::kList, 833, 0, ""},  // 834
    {Kind::kStruct, 2080, 3, "Configuration/v1beta2.metrics.localQueueMetrics.localQueueSelector.matchExpressions[]"},  // 835
    {Kind::kList, 835, 0, ""},  // 836
    {Kind::kStruct, 2083, 2, "Configuration/v1beta2.metrics.localQueueMetrics.localQueueSelector"},  // 837
    {Kind::kStruct, 2085, 2, "Configuration/v1beta2.metrics.localQueueMetrics"},  // 838
    {Kind::kStruct, 2087, 4, "Configuration/v1beta2.metrics"},  // 839
    {Kind::kStruct, 2091, 2, "Configuration/v1beta2.multiKueue.clusterProfile.accessProviders[].execConfig.env[]"},  // 840
    {Kind::kList, 840, 0, ""},  // 841
    {Kind::kStruct, 2093, 7, "Configuration/v1beta2.multiKueue.clusterProfile.accessProviders[].execConfig"},  // 842
    {Kind::kStruct, 2100, 2, "Configuration/v1beta2.multiKueue.clusterProfile.accessProviders[]"},  // 843
    {Kind::kList, 843, 0, ""},  // 844
    {Kind::kStruct, 2102, 2, "Configuration/v1beta2.multiKueue.clusterProfile.credentialsProviders[].execConfig.env[]"},  // 845
    {Kind::kList, 845, 0, ""},  // 846
    {Kind::kStruct, 2104, 7, "Configuration/v1beta2.multiKueue.clusterProfile.credentialsProviders[].execConfig"},  // 847
    {Kind::kStruct, 2111, 2, "Configuration/v1beta2.multiKueue.clusterProfile.credentialsProviders[]"},  // 848
    {Kind::kList, 848, 0, ""},  // 849
    {Kind::kStruct, 2113, 2, "Configuration/v1beta2.multiKueue.clusterProfile"},  // 850
    {Kind::kStruct, 2115, 1, "Configuration/v1beta2.multiKueue.externalFrameworks[]"},  // 851
    {Kind::kList, 851, 0, ""},  // 852
    {Kind::kStruct, 2116, 1, "Configuration/v1beta2.multiKueue.incrementalDispatcherConfig"},  // 853
    {Kind::kStruct, 2117, 7, "Configuration/v1beta2.multiKueue"},  // 854
    {Kind::kStruct, 2124, 2, "Configuration/v1beta2.objectRetentionPolicies.workloads"},  // 855
    {Kind::kStruct, 2126, 1, "Configuration/v1beta2.objectRetentionPolicies"},  // 856
    {Kind::kStruct, 2127, 1, "Configuration/v1beta2.resources.deviceClassMappings[].sources[].capacity.deviceSelector.cel"},  // 857
    {Kind::kStruct, 2128, 1, "Configuration/v1beta2.resources.deviceClassMappings[].sources[].capacity.deviceSelector"},  // 858
    {Kind::kStruct, 2129, 3, "Configuration/v1beta2.resources.deviceClassMappings[].sources[].capacity"},  // 859
    {Kind::kStruct, 2132, 1, "Configuration/v1beta2.resources.deviceClassMappings[].sources[].counter.deviceSelector.cel"},  // 860
    {Kind::kStruct, 2133, 1, "Configuration/v1beta2.resources.deviceClassMappings[].sources[].counter.deviceSelector"},  // 861
    {Kind::kStruct, 2134, 3, "Configuration/v1beta2.resources.deviceClassMappings[].sources[].counter"},  // 862
    {Kind::kStruct, 2137, 2, "Configuration/v1beta2.resources.deviceClassMappings[].sources[]"},  // 863
    {Kind::kList, 863, 0, ""},  // 864
    {Kind::kStruct, 2139, 3, "Configuration/v1beta2.resources.deviceClassMappings[]"},  // 865
    {Kind::kList, 865, 0, ""},  // 866
    {Kind::kStruct, 2142, 4, "Configuration/v1beta2.resources.transformations[]"},  // 867
    {Kind::kList, 867, 0, ""},  // 868
    {Kind::kStruct, 2146, 4, "Configuration/v1beta2.resources"},  // 869
    {Kind::kStruct, 2150, 3, "Configuration/v1beta2.tls"},  // 870
    {Kind::kStruct, 2153, 2, "Configuration/v1beta2.visibilityServer"},  // 871
    {Kind::kStruct, 2155, 4, "Configuration/v1beta2.waitForPodsReady.requeuingStrategy"},  // 872
    {Kind::kStruct, 2159, 4, "Configuration/v1beta2.waitForPodsReady"},  // 873
    {Kind::kStruct, 2163, 3, "Configuration/v1beta2.webhook"},  // 874
    {Kind::kStruct, 2166, 23, "Configuration/v1beta2"},  // 875
    {Kind::kStruct, 2189, 1, "LocalQueue/v1beta1.spec.fairSharing"},  // 876
    {Kind::kStruct, 2190, 3, "LocalQueue/v1beta1.spec"},  // 877
    {Kind::kStruct, 2193, 6, "LocalQueue/v1beta1.status.conditions[]"},  // 878
    {Kind::kList, 878, 0, "type"},  // 879
    {Kind::kStruct, 2199, 2, "LocalQueue/v1beta1.status.fairSharing.admissionFairSharingStatus"},  // 880
    {Kind::kStruct, 2201, 2, "LocalQueue/v1beta1.status.fairSharing"},  // 881
    {Kind::kStruct, 2203, 2, "LocalQueue/v1beta1.status.flavorUsage[].resources[]"},  // 882
    {Kind::kList, 882, 0, "name"},  // 883
    {Kind::kStruct, 2205, 2, "LocalQueue/v1beta1.status.flavorUsage[]"},  // 884
    {Kind::kList, 884, 0, "name"},  // 885
    {Kind::kStruct, 2207, 4, "LocalQueue/v1beta1.status.flavors[].nodeTaints[]"},  // 886
    {Kind::kList, 886, 0, ""},  // 887
    {Kind::kStruct, 2211, 2, "LocalQueue/v1beta1.status.flavors[].topology"},  // 888
    {Kind::kStruct, 2213, 5, "LocalQueue/v1beta1.status.flavors[]"},  // 889
    {Kind::kList, 889, 0, "name"},  // 890
    {Kind::kStruct, 2218, 2, "LocalQueue/v1beta1.status.flavorsReservation[].resources[]"},  // 891
    {Kind::kList, 891, 0, "name"},  // 892
    {Kind::kStruct, 2220, 2, "LocalQueue/v1beta1.status.flavorsReservation[]"},  // 893
    {Kind::kList, 893, 0, "name"},  // 894
    {Kind::kStruct, 2222, 8, "LocalQueue/v1beta1.status"},  // 895
    {Kind::kStruct, 2230, 5, "LocalQueue/v1beta1"},  // 896
    {Kind::kStruct, 2235, 1, "LocalQueue/v1beta2.spec.fairSharing"},  // 897
    {Kind::kStruct, 2236, 3, "LocalQueue/v1beta2.spec"},  // 898
    {Kind::kStruct, 2239, 6, "LocalQueue/v1beta2.status.conditions[]"},  // 899
    {Kind::kList, 899, 0, "type"},  // 900
    {Kind::kStruct, 2245, 2, "LocalQueue/v1beta2.status.fairSharing.admissionFairSharingStatus"},  // 901
    {Kind::kStruct, 2247, 2, "LocalQueue/v1beta2.status.fairSharing"},  // 902
    {Kind::kStruct, 2249, 2, "LocalQueue/v1beta2.status.flavorsReservation[].resources[]"},  // 903
    {Kind::kList, 903, 0, "name"},  // 904
    {Kind::kStruct, 2251, 2, "LocalQueue/v1beta2.status.flavorsReservation[]"},  // 905
    {Kind::kList, 905, 0, "name"},  // 906
    {Kind::kStruct, 2253, 2, "LocalQueue/v1beta2.status.flavorsUsage[].resources[]"},  // 907
    {Kind::kList, 907, 0, "name"},  // 908
    {Kind::kStruct, 2255, 2, "LocalQueue/v1beta2.status.flavorsUsage[]"},  // 909
    {Kind::kList, 909, 0, "name"},  // 910
    {Kind::kStruct, 2257, 7, "LocalQueue/v1beta2.status"},  // 911
    {Kind::kStruct, 2264, 5, "LocalQueue/v1beta2"},  // 912
    {Kind::kStruct, 2269, 4, "ResourceFlavor/v1beta1.spec.nodeTaints[]"},  // 913
    {Kind::kList, 913, 0, ""},  // 914
    {Kind::kStruct, 2273, 5, "ResourceFlavor/v1beta1.spec.tolerations[]"},  // 915
    {Kind::kList, 915, 0, ""},  // 916
    {Kind::kStruct, 2278, 4, "ResourceFlavor/v1beta1.spec"},  // 917
    {Kind::kStruct, 2282, 4, "ResourceFlavor/v1beta1"},  // 918
    {Kind::kStruct, 2286, 4, "ResourceFlavor/v1beta2.spec.nodeTaints[]"},  // 919
    {Kind::kList, 919, 0, ""},  // 920
    {Kind::kStruct, 2290, 5, "ResourceFlavor/v1beta2.spec.tolerations[]"},  // 921
    {Kind::kList, 921, 0, ""},  // 922
    {Kind::kStruct, 2295, 4, "ResourceFlavor/v1beta2.spec"},  // 923
    {Kind::kStruct, 2299, 4, "ResourceFlavor/v1beta2"},  // 924
    {Kind::kStruct, 2303, 1, "Topology/v1beta1.spec.levels[]"},  // 925
    {Kind::kList, 925, 0, ""},  // 926
    {Kind::kStruct, 2304, 1, "Topology/v1beta1.spec"},  // 927
    {Kind::kStruct, 2305, 4, "Topology/v1beta1"},  // 928
    {Kind::kStruct, 2309, 1, "Topology/v1beta2.spec.levels[]"},  // 929
    {Kind::kList, 929, 0, ""},  // 930
    {Kind::kStruct, 2310, 1, "Topology/v1beta2.spec"},  // 931
    {Kind::kStruct, 2311, 4, "Topology/v1beta2"},  // 932
    {Kind::kStruct, 2315, 5, "WorkloadPriorityClass/v1beta1"},  // 933
    {Kind::kStruct, 2320, 5, "WorkloadPriorityClass/v1beta2"},  // 934
    {Kind::kStruct, 2325, 3, "PodGroup/v1alpha1.spec"},  // 935
    {Kind::kStruct, 2328, 5, "PodGroup/v1alpha1"},  // 936
};

constexpr Root kRoots[] = {
    {"", "v1", "ConfigMap", 0},
    {"", "v1", "LimitRange", 15},
    {"", "v1", "Namespace", 21},
    {"", "v1", "Node", 27},
    {"", "v1", "PersistentVolumeClaim", 55},
    {"", "v1", "Pod", 78},
    {"", "v1", "PodTemplate", 273},
    {"", "v1", "ReplicationController", 275},
    {"", "v1", "ResourceQuota", 280},
    {"", "v1", "Secret", 289},
    {"", "v1", "Service", 290},
    {"", "v1", "ServiceAccount", 310},
    {"apps", "v1", "DaemonSet", 313},
    {"apps", "v1", "Deployment", 321},
    {"apps", "v1", "ReplicaSet", 329},
    {"apps", "v1", "StatefulSet", 334},
    {"batch", "v1", "CronJob", 346},
    {"batch", "v1", "Job", 377},
    {"resource.k8s.io", "v1", "DeviceClass", 382},
    {"resource.k8s.io", "v1", "ResourceClaim", 391},
    {"resource.k8s.io", "v1", "ResourceClaimTemplate", 426},
    {"resource.k8s.io", "v1", "ResourceSlice", 428},
    {"resource.k8s.io", "v1beta1", "DeviceClass", 453},
    {"resource.k8s.io", "v1beta1", "ResourceClaim", 461},
    {"resource.k8s.io", "v1beta1", "ResourceClaimTemplate", 489},
    {"resource.k8s.io", "v1beta1", "ResourceSlice", 491},
    {"resource.k8s.io", "v1beta2", "DeviceClass", 515},
    {"resource.k8s.io", "v1beta2", "ResourceClaim", 523},
    {"resource.k8s.io", "v1beta2", "ResourceClaimTemplate", 552},
    {"resource.k8s.io", "v1beta2", "ResourceSlice", 554},
    {"drawbridge.dev", "v1alpha1", "DeviceMapping", 620},
    {"drawbridge.dev", "v1alpha1", "DeviceQuota", 627},
    {"drawbridge.dev", "v1alpha1", "DeviceRule", 662},
    {"kueue.x-k8s.io", "v1beta1", "AdmissionCheck", 668},
    {"kueue.x-k8s.io", "v1beta2", "AdmissionCheck", 674},
    {"kueue.x-k8s.io", "v1beta1", "ClusterQueue", 717},
    {"kueue.x-k8s.io", "v1beta2", "ClusterQueue", 754},
    {"kueue.x-k8s.io", "v1beta1", "Cohort", 766},
    {"kueue.x-k8s.io", "v1beta2", "Cohort", 777},
    {"config.kueue.x-k8s.io", "v1beta1", "Configuration", 821},
    {"config.kueue.x-k8s.io", "v1beta2", "Configuration", 875},
    {"kueue.x-k8s.io", "v1beta1", "LocalQueue", 896},
    {"kueue.x-k8s.io", "v1beta2", "LocalQueue", 912},
    {"kueue.x-k8s.io", "v1beta1", "ResourceFlavor", 918},
    {"kueue.x-k8s.io", "v1beta2", "ResourceFlavor", 924},
    {"kueue.x-k8s.io", "v1beta1", "Topology", 928},
    {"kueue.x-k8s.io", "v1beta2", "Topology", 932},
    {"kueue.x-k8s.io", "v1beta1", "WorkloadPriorityClass", 933},
    {"kueue.x-k8s.io", "v1beta2", "WorkloadPriorityClass", 934},
    {"scheduling.x-k8s.io", "v1alpha1", "PodGroup", 936},
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

{{/* What our webhooks have in common. */}}

{{/* A dict of root, path. */}}
{{- define "drawbridge.clientConfig" -}}
clientConfig:
  service:
    namespace: {{ .root.Release.Namespace }}
    name: {{ include "drawbridge.name" .root }}
    path: {{ .path }}
    port: 443
  {{- with .root.Values.certificates }}
  {{- if and (eq .mode "Mounted") .caBundle }}
  caBundle: {{ .caBundle | b64enc }}
  {{- end }}
  {{- end }}
{{- end -}}

{{/* A dict of root, failurePolicy. */}}
{{- define "drawbridge.webhookPolicy" -}}
admissionReviewVersions: [v1]
matchPolicy: Equivalent
failurePolicy: {{ .failurePolicy }}
timeoutSeconds: {{ int .root.Values.webhooks.timeoutSeconds }}
sideEffects: NoneOnDryRun
{{- end -}}

{{/* The gate can come back after an outage only if these do not wait for it. */}}
{{- define "drawbridge.namespaceSelector" -}}
namespaceSelector:
  matchExpressions:
  - key: kubernetes.io/metadata.name
    operator: NotIn
    values: {{ concat (list "kube-system" .Release.Namespace) .Values.webhooks.exemptNamespaces | uniq | toJson }}
{{- end -}}

{{/* A decision must not wait for itself: Drawbridge makes templates while it answers
for a pod. */}}
{{- define "drawbridge.notItself" -}}
- name: not-drawbridge-itself
  expression: request.userInfo.username != {{ include "drawbridge.user" . | squote }}
{{- end -}}

{{/* A pod that asks for no device never waits for Drawbridge, and never fails because of
it: it has no claim, and only resources such as cpu, whose names have no domain. */}}
{{- define "drawbridge.extendedResourceCondition" -}}
(object.spec.containers + object.spec.?initContainers.orValue([])).exists(c,
c.?resources.?limits.orValue({}).exists(k, k.contains('/')) ||
c.?resources.?requests.orValue({}).exists(k, k.contains('/')))
{{- end -}}
{{- define "drawbridge.deviceCondition" -}}
size(object.spec.?resourceClaims.orValue([])) > 0 ||
{{ include "drawbridge.extendedResourceCondition" . }}
{{- end -}}
{{- define "drawbridge.asksForDevices" -}}
- name: asks-for-devices
  expression: >-
    {{- include "drawbridge.deviceCondition" . | nindent 4 }}
{{- end -}}
{{- define "drawbridge.asksForNoDevice" -}}
- name: asks-for-no-device
  expression: >-
    !(
    {{- include "drawbridge.deviceCondition" . | nindent 4 }}
    )
{{- end -}}

{{/* What changes only status or metadata, and what is on its way out, waits for nobody. */}}
{{- define "drawbridge.specChanges" -}}
- name: spec-changes
  expression: >-
    request.operation == 'CREATE' ||
    (!has(object.metadata.deletionTimestamp) && object.?spec != oldObject.?spec)
{{- end -}}

{{/* The same of what Kueue may take: its queue and its priority are labels. */}}
{{- define "drawbridge.specOrQueueChanges" -}}
- name: spec-or-queue-changes
  expression: >-
    request.operation == 'CREATE' ||
    (!has(object.metadata.deletionTimestamp) && (object.?spec != oldObject.?spec ||
    ['kueue.x-k8s.io/queue-name', 'kueue.x-k8s.io/priority-class'].exists(l,
    object.metadata.?labels[?l] != oldObject.metadata.?labels[?l])))
{{- end -}}

{{- define "drawbridge.mutatingConfiguration" -}}
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata:
  name: {{ .name }}
  labels:
    {{- include "drawbridge.labels" .root | nindent 4 }}
  {{- with .root.Values.webhooks.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
webhooks:
- name: {{ .webhook }}
  {{- include "drawbridge.webhookPolicy" (dict "root" .root "failurePolicy" .root.Values.webhooks.failurePolicy.mutatePods) | nindent 2 }}
  # What a webhook in between changes is seen again; a second call changes nothing.
  reinvocationPolicy: IfNeeded
  {{- include "drawbridge.clientConfig" (dict "root" .root "path" "/mutate") | nindent 2 }}
  rules:
  - operations: [CREATE]
    apiGroups: [""]
    apiVersions: [v1]
    resources: [pods]
    scope: Namespaced
  {{- include "drawbridge.namespaceSelector" .root | nindent 2 }}
  matchConditions:
  # Nothing else is rewritten. What claims alone ask for the validating webhook judges.
  - name: asks-by-extended-resource
    expression: >-
      {{- if not .late }}
      ['drawbridge.dev/rewritten', 'drawbridge.dev/rewritten-claims'].exists(a,
      a in object.metadata.?annotations.orValue({})) ||
      {{- end }}
      {{- include "drawbridge.extendedResourceCondition" . | nindent 6 }}
{{- end -}}

{{/* Names and labels. */}}

{{- define "drawbridge.name" -}}
{{- if .Values.nameOverride -}}
{{- .Values.nameOverride | trunc 52 | trimSuffix "-" -}}
{{- else if contains "drawbridge" .Release.Name -}}
{{- .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-drawbridge" .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "drawbridge.serviceAccountName" -}}
{{- .Values.serviceAccount.name | default (include "drawbridge.name" .) -}}
{{- end -}}

{{- define "drawbridge.certificatesSecret" -}}
{{- .Values.certificates.secretName | default (printf "%s-certificates" (include "drawbridge.name" .)) -}}
{{- end -}}

{{- define "drawbridge.selectorLabels" -}}
app.kubernetes.io/name: drawbridge
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "drawbridge.labels" -}}
{{ include "drawbridge.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "drawbridge.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{/* The user that our service account is to the API server. */}}
{{- define "drawbridge.user" -}}
system:serviceaccount:{{ .Release.Namespace }}:{{ include "drawbridge.serviceAccountName" . }}
{{- end -}}

{{/* Fixed names: configurations are called in the order of their names, early before
kueue-* and late behind everybody; and of a gate a cluster has one. */}}
{{- define "drawbridge.mutatingConfigurations" -}}
[drawbridge-early, zz-drawbridge-late]
{{- end -}}
{{- define "drawbridge.validatingConfigurations" -}}
[drawbridge]
{{- end -}}
{{- define "drawbridge.leaseName" -}}
drawbridge
{{- end -}}

{{/* The flags of `drawbridge serve`. */}}
{{- define "drawbridge.args" -}}
- serve
- --in-cluster
- --listen=:8443
- --http-listen=:8080
- --shutdown-delay={{ int .Values.shutdownDelayMilliseconds }}
- --log-level={{ .Values.logLevel }}
{{ include "drawbridge.certificateArgs" . }}
{{- if .Values.configuration }}
- --config=/etc/drawbridge/configuration/configuration.yaml
{{- end }}
{{- with .Values.extraArgs }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* Where the pods find the authorities of clientCA; empty for none. */}}
{{- define "drawbridge.clientCAFolder" -}}
{{- if or .Values.clientCA.configMapName .Values.clientCA.secretName -}}
/etc/drawbridge/client-ca
{{- end -}}
{{- end -}}

{{- define "drawbridge.certificateArgs" -}}
{{- if eq .Values.certificates.mode "Mounted" -}}
- --tls-cert=/etc/drawbridge/tls/tls.crt
- --tls-key=/etc/drawbridge/tls/tls.key
{{- else -}}
- --certificates-secret={{ include "drawbridge.certificatesSecret" . }}
- --service={{ include "drawbridge.name" . }}
- --namespace={{ .Release.Namespace }}
{{- end }}
{{- with include "drawbridge.clientCAFolder" . }}
- --client-ca={{ . }}/{{ $.Values.clientCA.key }}
{{- end }}
{{- end -}}

{{/* Seconds from SIGTERM to the end: the delay, 31 for what is in flight, and some. */}}
{{- define "drawbridge.terminationGracePeriodSeconds" -}}
{{- add (div (add (int .Values.shutdownDelayMilliseconds) 999) 1000) 35 -}}
{{- end -}}

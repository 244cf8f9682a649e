{{- define "pinslot.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "pinslot.selector" -}}
app.kubernetes.io/name: pinslot
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "pinslot.labels" -}}
{{ include "pinslot.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "pinslot.image" -}}
{{- $repository := required "image.repository is missing: build the image of deploy/Dockerfile, push it to a registry of yours and name it there (deploy/README.md, Kubernetes)" .Values.image.repository -}}
{{- if .Values.image.digest -}}
{{ $repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ $repository }}:{{ default .Chart.AppVersion .Values.image.tag }}
{{- end -}}
{{- end -}}

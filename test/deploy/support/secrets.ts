/** The settings that are secret: what must not be read from a process's environment, or carries a password. */
export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'PLATFORM_CLIENT_SECRET',
  'SLACK_SIGNING_SECRET',
  'SLACK_APP_TOKEN',
  'SLACK_CLIENT_SECRET',
  'SLACK_BOT_TOKEN',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'ENCRYPTION_KEY',
  'ENCRYPTION_KEY_PREVIOUS',
  'METRICS_TOKEN',
  'LLM_API_KEY',
  'SMTP_URL',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const

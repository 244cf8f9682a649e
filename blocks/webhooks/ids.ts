/** Ids in the views of webhooks; payloads return them. */

export const webhookViews = {
  webhooks: 'webhooks',
  webhook: 'webhook',
  webhookSecret: 'webhook_secret',
} as const

export const webhookActions = {
  openWebhooks: 'open_webhooks',
  newWebhook: 'new_webhook',
  showWebhook: 'show_webhook',
  allWebhooks: 'all_webhooks',
  editWebhook: 'edit_webhook',
  pauseWebhook: 'pause_webhook',
  resumeWebhook: 'resume_webhook',
  testWebhook: 'test_webhook',
  rotateWebhook: 'rotate_webhook_secret',
  deleteWebhook: 'delete_webhook',
  replayDelivery: 'replay_delivery',
  deliveriesPage: 'deliveries_page',
  deliveriesFirst: 'deliveries_first',
} as const

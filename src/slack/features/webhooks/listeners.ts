/** Listeners of webhooks. */
import { action, view } from '../../../../blocks/ids.js'
import type { Listeners } from '../../listener.js'
import { openWebhookForm, submitWebhook } from './form.js'
import {
  deleteWebhookByButton,
  openWebhooks,
  pauseWebhookByButton,
  replayByButton,
  resumeWebhookByButton,
  rotateByButton,
  showAllWebhooks,
  showWebhook,
  testWebhookByButton,
  turnDeliveries,
} from './webhooks.js'

export const webhookListeners = {
  actions: {
    [action.openWebhooks]: openWebhooks,
    [action.newWebhook]: openWebhookForm,
    [action.showWebhook]: showWebhook,
    [action.allWebhooks]: showAllWebhooks,
    [action.editWebhook]: openWebhookForm,
    [action.pauseWebhook]: pauseWebhookByButton,
    [action.resumeWebhook]: resumeWebhookByButton,
    [action.testWebhook]: testWebhookByButton,
    [action.rotateWebhook]: rotateByButton,
    [action.deleteWebhook]: deleteWebhookByButton,
    [action.replayDelivery]: replayByButton,
    [action.deliveriesPage]: turnDeliveries,
    [action.deliveriesFirst]: turnDeliveries,
  },
  views: { [view.webhook]: submitWebhook },
} as const satisfies Listeners

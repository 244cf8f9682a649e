/** Notices about webhooks for admins. */
import type { Notice } from '../../src/core/ports/notice.js'
import { inline, type Message, section } from '../kit/kit.js'

export function webhookStoppedMessage({ host, because }: Extract<Notice, { kind: 'webhookStopped' }>): Message {
  const what =
    because === 'gone'
      ? `The webhook to ${inline(host)} ended: its receiver returned 410. Delete it in /pin settings.`
      : `We paused the webhook to ${inline(host)}: deliveries failed for a day. Events wait until you resume it in /pin settings.`
  return { text: what, blocks: [section(`:warning: ${what}`)] }
}

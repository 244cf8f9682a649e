/** What admins hear of webhooks. */
import type { Notice } from '../../src/core/ports/notice.js'
import { inline, type Message, section } from '../kit/kit.js'

export function webhookStoppedMessage({ host, because }: Extract<Notice, { kind: 'webhookStopped' }>): Message {
  const what =
    because === 'gone'
      ? `The webhook to ${inline(host)} ended: its receiver answered 410. Use /pin settings to delete it.`
      : `We paused the webhook to ${inline(host)}: nothing arrived for a day. Events wait. Use /pin settings to resume it.`
  return { text: what, blocks: [section(`:warning: ${what}`)] }
}

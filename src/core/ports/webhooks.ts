/** What sending to a webhook needs from outside: types only. */
import type { NoAnswer } from './no-answer.js'

export type WebhookRequest = { url: string; headers: Record<string, string>; body: string }

export type WebhookAnswer =
  /** `retryAfter` as it was sent, `text` the beginning of the body. */
  { kind: 'answered'; status: number; retryAfter: string | null; text: string } | { kind: 'unanswered'; because: NoAnswer }

/** One POST: no redirect is followed, and it ends within ten seconds. Never rejects. */
export type SendWebhook = (request: WebhookRequest) => Promise<WebhookAnswer>

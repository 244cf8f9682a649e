/** What sending webhooks needs from outside: types only. */
import type { NoAnswer } from './no-answer.js'

export type WebhookRequest = { url: string; headers: Record<string, string>; body: string }

export type WebhookAnswer =
  /** `retryAfter`: the header as sent. `text`: the beginning of the body. */
  { kind: 'answered'; status: number; retryAfter: string | null; text: string } | { kind: 'unanswered'; because: NoAnswer }

/** Sends one POST: it follows no redirect and ends within ten seconds. Never rejects. */
export type SendWebhook = (request: WebhookRequest) => Promise<WebhookAnswer>

/** What sending to a webhook needs from outside: types only. */
export type WebhookRequest = { url: string; headers: Record<string, string>; body: string }

/**
 * `blocked`: it leads to an address that is not public. `tls`: its certificate is not good. `dns`: nobody knows its name. `reset`: the connection
 * ended.
 */
export type Unanswered = 'blocked' | 'timeout' | 'tls' | 'dns' | 'refused' | 'reset'

export type WebhookAnswer =
  /** `retryAfter` as it was sent, `text` the beginning of the body. */
  { kind: 'answered'; status: number; retryAfter: string | null; text: string } | { kind: 'unanswered'; because: Unanswered }

/** One POST: no redirect is followed, and it ends within ten seconds. Never rejects. */
export type SendWebhook = (request: WebhookRequest) => Promise<WebhookAnswer>

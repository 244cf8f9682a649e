/** Sends one POST to a webhook, over a connector that allows only permitted addresses. */
import { type Dispatcher, request } from 'undici'
import { noAnswerOf } from '../core/lib/http/no-answer.js'
import type { SendWebhook } from '../core/ports/webhooks.js'

export type SenderOptions = {
  /** Checks each address when it connects. */
  agent: Dispatcher
  /** True if an error means that the address is not allowed. */
  isBlocked: (error: unknown) => boolean
  /** Replaces the time limit of a delivery, in ms of real time (tests). */
  timeoutMs?: number
}

const TIMEOUT_MS = 10_000
/** The most bytes of an answer that are read. */
const MAX_BYTES = 64 * 1024

export function makeSendWebhook({ agent, isBlocked, timeoutMs = TIMEOUT_MS }: SenderOptions): SendWebhook {
  return async ({ url, headers, body }) => {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      // undici's request() does not follow redirects
      const answer = await request(url, { method: 'POST', dispatcher: agent, signal, headers, body })
      const { 'retry-after': retryAfter } = answer.headers
      const text = await readBeginning(answer.body)
      return { kind: 'answered', status: answer.statusCode, retryAfter: typeof retryAfter === 'string' ? retryAfter : null, text }
    } catch (error) {
      return { kind: 'unanswered', because: noAnswerOf(error, { signal, isBlocked }) }
    }
  }
}

/** Reads the beginning of the body. The status counts even if the body is cut off, too long or never ends. */
async function readBeginning(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  body.on('error', () => {}) // ignore a late error
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk.subarray(0, MAX_BYTES - bytes))
      bytes += chunk.length
      if (bytes >= MAX_BYTES) break
    }
  } catch {
    // keep what has arrived
  }
  body.destroy()
  return Buffer.concat(chunks).toString('utf8')
}

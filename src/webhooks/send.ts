/** One POST to a webhook, over a connector that allows only the addresses we may reach. */
import { type Dispatcher, request } from 'undici'
import { noAnswerOf } from '../core/lib/http/no-answer.js'
import type { SendWebhook } from '../core/ports/webhooks.js'

export type SenderOptions = {
  /** Checks each address when it connects. */
  agent: Dispatcher
  /** Whether an error says that the address may not be reached. */
  isBlocked: (error: unknown) => boolean
  /** In place of what a delivery may take in all, in ms of real time (tests). */
  timeoutMs?: number
}

const TIMEOUT_MS = 10_000
/** Read of an answer: more of it is cut off. */
const MAX_BYTES = 64 * 1024

export function makeSendWebhook({ agent, isBlocked, timeoutMs = TIMEOUT_MS }: SenderOptions): SendWebhook {
  return async ({ url, headers, body }) => {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      // undici's request() follows no redirect by itself
      const answer = await request(url, { method: 'POST', dispatcher: agent, signal, headers, body })
      const { 'retry-after': retryAfter } = answer.headers
      const text = await readBeginning(answer.body)
      return { kind: 'answered', status: answer.statusCode, retryAfter: typeof retryAfter === 'string' ? retryAfter : null, text }
    } catch (error) {
      return { kind: 'unanswered', because: noAnswerOf(error, { signal, isBlocked }) }
    }
  }
}

/** The status counts, also where the body breaks off, is too long or never ends. */
async function readBeginning(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  body.on('error', () => {}) // one that comes late has nobody to go to
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      chunks.push(chunk.subarray(0, MAX_BYTES - bytes))
      bytes += chunk.length
      if (bytes >= MAX_BYTES) break
    }
  } catch {
    // what came is kept
  }
  body.destroy()
  return Buffer.concat(chunks).toString('utf8')
}

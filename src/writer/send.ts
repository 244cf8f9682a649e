/** The exchange for the package: without headers about this machine, and with a bounded answer. */
import { Agent, fetch } from 'undici'

/** The function as the package calls it. */
export type Send = (url: string | URL | Request, init?: RequestInit) => Promise<Response>

/**
 * The most of an answer that is read; five drafts have some ten thousand bytes. A longer one is cut off and is then not valid
 * JSON.
 */
const MAX_BYTES = 1024 * 1024
const SENT = ['accept', 'authorization', 'content-type']
/** Responses with these statuses have no body, not even an empty one. */
const WITHOUT_BODY = [204, 205, 304]

/** @param agent for connections, by default that of the process */
export function sendBounded(agent?: Agent): Send {
  return async (url, init = {}) => {
    const given = new Headers(init.headers)
    const headers = SENT.flatMap((name) => {
      const value = given.get(name)
      return value === null ? [] : [[name, value] as [string, string]]
    })
    const answer = await fetch(url instanceof Request ? url.url : url, {
      method: init.method ?? 'GET',
      headers: [...headers, ['user-agent', 'Pinslot/1'], ['accept-encoding', 'identity']],
      body: typeof init.body === 'string' ? init.body : null,
      signal: init.signal ?? null,
      redirect: 'manual',
      ...(agent && { dispatcher: agent }),
    })
    const body = WITHOUT_BODY.includes(answer.status) ? null : await readBounded(answer.body)
    return new Response(body, { status: answer.status, headers: [...answer.headers] })
  }
}

async function readBounded(body: AsyncIterable<Uint8Array> | null): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk.subarray(0, MAX_BYTES - bytes))
    bytes += chunk.length
    if (bytes >= MAX_BYTES) break
  }
  return new Uint8Array(Buffer.concat(chunks))
}

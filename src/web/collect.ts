/** Collects a response body into pieces of one size, because a website may send each byte separately. */
import type { Readable } from 'node:stream'

const PIECE = 64 * 1024

/** `cut`: why the body is, or may be, incomplete. */
export type Collected = { pieces: Buffer[]; cut?: 'too_long' | 'timeout' | 'reset' }

/** Keeps what has arrived even when the rest is cut off, too long or too slow. */
export async function collect(body: Readable, maxBytes: number, signal: AbortSignal): Promise<Collected> {
  const pieces: Buffer[] = []
  let [last, used, left] = [Buffer.alloc(0), 0, maxBytes]
  const add = (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; ) {
      if (used === last.length) {
        last = Buffer.allocUnsafeSlow(PIECE)
        used = 0
        pieces.push(last)
      }
      const copied = chunk.copy(last, used, at)
      used += copied
      at += copied
    }
  }
  let cut: Collected['cut']
  body.on('error', () => {}) // ignore a late error
  try {
    if (maxBytes > 0)
      for await (const chunk of body as AsyncIterable<Buffer>) {
        add(chunk.subarray(0, left))
        left -= chunk.length
        if (left < 0) break
      }
  } catch {
    cut = signal.aborted ? 'timeout' : 'reset' // keep what has arrived
  }
  body.destroy()
  if (left < 0) cut = 'too_long'
  if (pieces.length > 0) pieces.push(pieces.pop()!.subarray(0, used))
  return { pieces, ...(cut && { cut }) }
}

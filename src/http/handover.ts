/** Reports when the work on an answer pauses and ends, and only the transfer to its reader remains. */
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export type Handover = {
  /** Everything so far was handed to the connection. Called repeatedly. */
  pause: () => void
  /** The reader received it, and there is more. */
  resume?: () => void
}

/**
 * Follows the answers of the scope's requests.
 * @param of null: the answer is not followed
 */
export function onHandover(app: FastifyInstance, of: (request: FastifyRequest, reply: FastifyReply) => Handover | null): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const handover = of(request, reply)
    if (handover) follow(handover, reply, payload)
    done()
  })
}

function follow(handover: Handover, { raw }: FastifyReply, payload: unknown): void {
  if (!isStream(payload)) return handover.pause()
  const resume = () => handover.resume?.()
  // a pipe pauses its source while the reader is slow, and resumes it after a drain
  payload.on('pause', () => handover.pause())
  raw.on('drain', resume)
  payload.once('close', () => {
    raw.off('drain', resume)
    handover.pause()
  })
}

const isStream = (payload: unknown): payload is Readable => typeof payload === 'object' && payload !== null && 'pipe' in payload

/** When the work on an answer pauses and ends: what is left then is to wait for its reader. */
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export type Handover = {
  /** Everything there is has been handed to the connection: nothing more is worked on for it now. Comes again. */
  pause: () => void
  /** The reader took it, and there is more. */
  resume?: () => void
}

/**
 * From the hook on, of the requests of the scope.
 * @param of null: it is nobody's
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
  // a pipe pauses its source while the reader takes its time, and goes on when that has drained
  payload.on('pause', () => handover.pause())
  raw.on('drain', resume)
  payload.once('close', () => {
    raw.off('drain', resume)
    handover.pause()
  })
}

const isStream = (payload: unknown): payload is Readable => typeof payload === 'object' && payload !== null && 'pipe' in payload

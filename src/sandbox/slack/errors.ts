/** Error answers of the workspace's routes: bare JSON; bad input is 400 {error} with a sentence. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { NotOnScreen } from './views/targets.js'

/** Enough for ten files of 10 MiB in base64. */
export const MAX_BODY_BYTES = 140 * 1024 * 1024
const VERBS = 'command, say, open_home, open, click, choose, fill, submit, close, shortcut, upload'

export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    if (error instanceof NotOnScreen) return reply.code(400).send({ error: error.message })
    if (error instanceof z.ZodError) return reply.code(400).send({ error: sentenceOf(error) })
    if (error.statusCode !== undefined && error.statusCode < 500)
      return reply.code(error.statusCode).send({ error: error.message })
    request.log.error({ err: error }, 'local slack failed')
    return reply.code(500).send({ error: 'The local workspace failed; its log says why.' })
  })
}

function sentenceOf(error: z.ZodError): string {
  return error.issues
    .map(({ path, message, code }) => {
      if (code === 'invalid_union' && path[0] === 'do') return `do must be one of ${VERBS}`
      return `${path.join('.') || 'body'}: ${message}`
    })
    .join('; ')
}

/** What the pages of the local workspace that post forms have in common. */
import type { FastifyInstance } from 'fastify'
import { answerErrors } from './errors.js'
import { onlyFromHere } from './loopback.js'

/** Answers this machine alone, and reads forms as an object of their fields. */
export function openPage(app: FastifyInstance): void {
  app.addHook('onRequest', onlyFromHere)
  answerErrors(app)
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 8192 }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}

/** Controls of the sandbox over the simulated platform: bare JSON, 400 {error} for bad input. */
import type { FastifyError, FastifyInstance } from 'fastify'
import type { Clock, Log, Sql } from '../../../core/ports/deps.js'
import { onlyFromHere } from '../../slack/loopback.js'
import { addFault, clearFaults, ControlError, listFaults } from './faults.js'
import { Refusal } from './refusals.js'
import { readState } from '../state.js'
import { readSwitches, resetSwitches, setSwitches } from './switches.js'
import { listStandings, setStanding } from './standings.js'
import { changeTokens } from './token-control.js'

export type ControlOptions = { sql: Sql; clock: Clock; publicUrl: () => string; log?: Log | undefined }

export function controlRoutes(app: FastifyInstance, { sql, clock, publicUrl, log }: ControlOptions): void {
  app.setErrorHandler<FastifyError | Refusal | ControlError>((error, request, reply) => {
    const sentence = toSentence(error)
    if (sentence !== undefined) return reply.code(400).send({ error: sentence })
    log?.error({ error, path: request.url }, 'a control of the simulated platform failed')
    return reply.code(500).send({ error: 'Something went wrong here. The log says what.' })
  })
  app.addHook('onRequest', onlyFromHere)
  app.get('/state', async () => readState(sql, publicUrl()))
  app.post('/faults', async (request) => addFault(sql, request.body))
  app.get('/faults', async () => ({ faults: await listFaults(sql) }))
  app.delete('/faults', async () => {
    await clearFaults(sql)
    return { cleared: true }
  })
  app.post('/standings', async (request) => setStanding(sql, request.body))
  app.get('/standings', async () => ({ standings: await listStandings(sql) }))
  app.post('/switches', async (request) => setSwitches(sql, request.body))
  app.get('/switches', async () => readSwitches(sql))
  app.delete('/switches', async () => resetSwitches(sql))
  app.post('/tokens', async (request) => changeTokens(sql, request.body, clock()))
}

/** Returns undefined when the error is ours. */
function toSentence(error: FastifyError | Refusal | ControlError): string | undefined {
  if (error instanceof ControlError) return error.message
  if (error instanceof Refusal) return 'The body is not JSON.'
  switch (error.statusCode) {
    case 413:
      return 'The body is too large.'
    case 400:
    case 415:
      return 'The body must be JSON, sent as application/json.'
    default:
      return undefined
  }
}

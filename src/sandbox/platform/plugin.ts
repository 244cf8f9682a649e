/** The simulated platform: Pinterest v5 over our own tables, its controls, and its boards as a page. */
import { randomInt } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Clock, Db, Log } from '../../core/ports.js'
import { accountRoutes } from './account-routes.js'
import { analyticsRoutes } from './analytics-routes.js'
import { boardRoutes } from './board-routes.js'
import { controlRoutes } from './controls.js'
import { makeHang, makeServe } from './endpoints.js'
import { mediaRoutes } from './media-routes.js'
import { pageRoutes } from './page-routes.js'
import { pinRoutes } from './pin-routes.js'
import { bodyOf, invalidRequest, noSuchPath, Refusal, tooLarge, wentWrong } from './refusals.js'
import { storeRoutes } from './store-routes.js'
import { tagRoutes } from './tag-routes.js'
import { ROOT } from './wire.js'

/** Five pictures of 20 MiB in base64, and the rest of the body. */
const BODY_LIMIT_BYTES = 140 * 1024 * 1024

export type SimulatorOptions = {
  db: Db
  clock: Clock
  /** Where this server is reached, without a trailing slash; asked at each call. */
  publicUrl: () => string
  log?: Log
}

/** Registered without a prefix: everything is below /sandbox/platform. State is committed before an answer leaves. */
export function simulatorPlugin(options: SimulatorOptions): FastifyPluginAsync {
  const { db, clock, publicUrl, log } = options
  return async (outer) => {
    await outer.register(
      async (app) => {
        takeBodies(app)
        await app.register(async (controls) => controlRoutes(controls, { sql: db.sql, publicUrl, log }))
        await app.register(async (store) => storeRoutes(store, { db, clock, log }))
        await app.register(async (page) => pageRoutes(page, { sql: db.sql, clock }))
        await app.register(async (v5) => buildV5(v5, options), { prefix: '/v5' })
      },
      { prefix: ROOT },
    )
  }
}

/** Its own parsers: the house's take less, and keep what they took. */
function takeBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string', bodyLimit: BODY_LIMIT_BYTES },
    (_request, body, done) => {
      try {
        done(null, body === '' ? undefined : JSON.parse(body))
      } catch {
        done(invalidRequest('the body is not JSON.'))
      }
    },
  )
  app.addContentTypeParser<string>('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body))),
  )
}

function buildV5(app: FastifyInstance, { db, clock, publicUrl, log }: SimulatorOptions): void {
  app.setErrorHandler<FastifyError | Refusal>((error, request, reply) => {
    const refusal = toRefusal(error)
    if (refusal.status === 500 && !(error instanceof Refusal))
      log?.error({ error, path: request.url }, 'the simulated platform failed')
    return reply.code(refusal.status).headers(refusal.headers).send(bodyOf(refusal))
  })
  app.setNotFoundHandler(() => {
    throw noSuchPath()
  })
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.header('x-pinterest-rid', String(randomInt(2 ** 47)).padStart(16, '1'))
    done()
  })
  const v5 = { app, db, clock, publicUrl, hang: makeHang(app) }
  const serve = makeServe(v5)
  pinRoutes(serve, v5)
  analyticsRoutes(serve, v5)
  mediaRoutes(serve, v5)
  tagRoutes(serve, v5)
  boardRoutes(serve, v5)
  accountRoutes(serve, v5)
}

function toRefusal(error: FastifyError | Refusal): Refusal {
  if (error instanceof Refusal) return error
  switch (error.statusCode) {
    case 413:
      return tooLarge()
    case 400:
    case 415:
      return invalidRequest('the body cannot be read.')
    default:
      return wentWrong(500)
  }
}

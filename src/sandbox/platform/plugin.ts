/** The simulated platform: Pinterest v5 over our own tables, its controls, and its boards as a page. */
import { randomInt } from 'node:crypto'
import type { FastifyError, FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Clock, Db, Log } from '../../core/ports/deps.js'
import { accountAnalyticsRoutes } from './analytics/account-routes.js'
import { analyticsRoutes } from './analytics/routes.js'
import { boardRoutes, sectionRoutes } from './boards.js'
import type { App } from './oauth/callers.js'
import { controlRoutes } from './faults/controls.js'
import { makeHang, makeServe, type Serve, type V5 } from './endpoints.js'
import { makeLimits } from './faults/limits.js'
import { mediaRoutes } from './media/routes.js'
import { oauthRoutes } from './oauth/routes.js'
import { pageRoutes } from './page/routes.js'
import { readPageQuery } from './paging.js'
import { pinRoutes } from './pins/routes.js'
import { bodyOf, invalidRequest, noSuchPath, Refusal, tooLarge, wentWrong, authenticationFailed } from './faults/refusals.js'
import { searchRoutes } from './search.js'
import { trendRoutes } from './trends.js'
import { storeRoutes } from './media/store-routes.js'
import { tagRoutes } from './pins/tag-routes.js'
import { tokenRoute } from './oauth/token-route.js'
import { ROOT } from './wire.js'

/** Five pictures of 20 MiB in base64, and the rest of the body. */
const BODY_LIMIT_BYTES = 140 * 1024 * 1024

export type SimulatorOptions = {
  db: Db
  clock: Clock
  /** The address of this server, without a trailing slash; read at each call. */
  publicUrl: () => string
  /** Apps that the platform knows; by default the sandbox's own and that of tests. */
  apps?: App[]
  /** Allowed redirects after a consent; by default the callback of `publicUrl`. */
  redirectUris?: () => string[]
  log?: Log
}

const APPS: App[] = [
  { clientId: 'simulated', clientSecret: 'simulated' },
  { clientId: 'client', clientSecret: 'secret' },
]

/** Registered without a prefix: everything is below /sandbox/platform. State is committed before an answer leaves. */
export function simulatorPlugin(options: SimulatorOptions): FastifyPluginAsync {
  const { db, clock, publicUrl, log, apps = APPS, redirectUris = () => [`${publicUrl()}/connect/callback`] } = options
  return async (outer) => {
    await outer.register(
      async (app) => {
        takeBodies(app)
        await app.register(async (controls) => controlRoutes(controls, { sql: db.sql, clock, publicUrl, log }))
        await app.register(async (store) => storeRoutes(store, { db, clock, log }))
        await app.register(async (oauth) => oauthRoutes(oauth, { sql: db.sql, clock, apps, redirectUris }))
        await app.register(async (page) => pageRoutes(page, { sql: db.sql, clock }))
        await app.register(async (v5) => buildV5(v5, { ...options, apps }), { prefix: '/v5' })
      },
      { prefix: ROOT },
    )
  }
}

/** Uses its own parsers: the service's accept less, and keep the text. */
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

type V5Options = SimulatorOptions & { apps: App[] }

function buildV5(app: FastifyInstance, { db, clock, publicUrl, apps, log }: V5Options): void {
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
  const limits = makeLimits()
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (reply.hasHeader('x-ratelimit-limit')) return done()
    const { headers } = limits.count('', 'org_read', { now: clock(), enforced: false }) // the caller is unknown here
    void reply.headers({ ...headers, ...reply.getHeaders() })
    done()
  })
  const v5 = { app, db, clock, publicUrl, apps, limits, hang: makeHang(app) }
  const serve = makeServe(v5)
  pinRoutes(serve, v5)
  analyticsRoutes(serve, v5)
  accountAnalyticsRoutes(serve, v5)
  mediaRoutes(serve, v5)
  tagRoutes(serve, v5)
  boardRoutes(serve, v5)
  sectionRoutes(serve, v5)
  searchRoutes(serve, v5)
  trendRoutes(serve)
  accountRoutes(serve, v5)
  tokenRoute(v5)
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

/** GET /user_account. */
type UserRow = {
  id: string
  username: string
  display_name: string
  account_type: string
  about: string | null
  website_url: string | null
  profile_image: string | null
  board_count: number
  pin_count: number
}

function accountRoutes(serve: Serve, { db: { sql } }: V5): void {
  serve({ method: 'GET', url: '/user_account', scopes: ['user_accounts:read'], call: 'user_account' }, async ({ caller }) => {
    const [user] = await sql<UserRow[]>`
      select id, username, display_name, account_type, about, website_url, profile_image,
             (select count(*)::int from sim_boards where owner_id = u.id) as board_count,
             (select count(*)::int from sim_pins where owner_id = u.id) as pin_count
        from sim_users u
       where id = ${caller.userId}`
    if (!user) throw authenticationFailed()
    return {
      id: user.id,
      username: user.username,
      account_type: user.account_type,
      business_name: user.account_type === 'BUSINESS' ? user.display_name : null,
      about: user.about ?? '',
      profile_image: user.profile_image ?? '',
      website_url: user.website_url ?? '',
      board_count: user.board_count,
      pin_count: user.pin_count,
      follower_count: 0,
      following_count: 0,
      monthly_views: 0,
    }
  })
  const url = '/user_account/websites'
  serve({ method: 'GET', url, scopes: ['user_accounts:read'], call: 'list_websites' }, async (request) => {
    readPageQuery(request, 'websites') // all fit one page
    const items = await sql`
      select website_url as website, 'success' as status, created_at as verified_at
        from sim_users
       where id = ${request.caller.userId} and website_url is not null and has_claimed`
    return { items, bookmark: null }
  })
}

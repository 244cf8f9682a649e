/** The whole HTTP server: /v1 behind keys, public pictures, uploads, health, and plugins. */
import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import Fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify'
import { MINUTE_MS } from '../core/lib/duration.js'
import type { Acquire } from '../core/lib/work/fair-semaphore.js'
import { notFound } from '../core/lib/errors.js'
import type { Deps, Log } from '../core/ports/deps.js'
import type { Readiness } from '../core/ports/metrics.js'
import { type AddressLimit, type AddressLimits, makeAddressLimits } from '../core/accounts/keys/address-limit.js'
import { type Asking, makeActorNow } from '../core/accounts/keys/actor-now.js'
import { type Authenticator, makeAuthenticator } from '../core/accounts/keys/authenticate.js'
import { type FindPerson, nobody } from '../core/accounts/keys/key-actor.js'
import { type AdmissionLimits, limitAdmission } from './admission.js'
import { bearerOf, requireKey } from './auth.js'
import { tagAnswers } from './conditional.js'
import { JSON_LIMIT_BYTES, takeJsonOnly } from './bodies.js'
import { BROKEN_V1, brokenPath, isBrokenV1 } from './broken-path.js'
import { limitBodyTime } from './body-time.js'
import { followRequests } from './follow-requests.js'
import { answerBrokenRequest, requireSingleHeaders } from './client-errors.js'
import { makeErrorSender, routeOf } from './errors.js'
import { knowAllMethods, MAX_PATH_LENGTH, refuseOtherMethods } from './methods.js'
import { describeApi, documentRoutes } from './document/openapi.js'
import type { ListedOperation } from './listed-operation.js'
import { limitPages } from './limit-pages.js'
import { linkPages } from './operator-links.js'
import { limitRequests, makeRequestPlaces } from './request-limit.js'
import { cutSlowReaders, type ReaderLimits } from './slow-readers.js'
import { accountRoutes } from './routes/accounts/accounts.js'
import { agentPageRoutes } from './routes/accounts/agents.js'
import { agentTokenRoutes } from './routes/accounts/agent-tokens.js'
import { analyticsRoutes } from './routes/analytics.js'
import { batchRoutes } from './routes/batches.js'
import { bestTimeRoutes } from './routes/slots/best-times.js'
import { boardListRoutes, boardRoutes } from './routes/boards.js'
import { calendarLinkRoutes } from './routes/slots/calendar-link.js'
import { calendarRoutes } from './routes/slots/calendar.js'
import { capabilityRequestRoutes, issueReportRoutes } from './routes/reports.js'
import { connectLinkRoutes } from './routes/accounts/connect-links.js'
import { csvRoutes } from './routes/csv.js'
import { docsRoutes } from './routes/docs.js'
import { connectRoutes, sendNoConnectPage } from './routes/accounts/connect.js'
import { feedRoutes } from './routes/feeds.js'
import { generationRoutes } from './routes/generations.js'
import { healthRoutes, metricsRoute, type OpenMetrics, pageRoutes } from './routes/operations.js'
import { importRoutes } from './routes/imports.js'
import { mediaRoutes, stagingRoutes, uploadRoutes } from './routes/media.js'
import { patrolRoutes } from './routes/patrol.js'
import { pictureRoutes } from './routes/slots/pictures.js'
import { postChangeRoutes } from './routes/posts/changes.js'
import { postBulkRoutes } from './routes/posts/bulk.js'
import { postMoveRoutes } from './routes/posts/moves.js'
import { postOutcomeRoutes } from './routes/posts/outcome.js'
import { postPreflightRoutes } from './routes/posts/preflight.js'
import { monthReportRoutes } from './routes/month-report.js'
import { pinPageRoutes } from './routes/posts/pin-page.js'
import { publishedPinRoutes } from './routes/posts/published.js'
import { twinRoutes } from './routes/posts/twins.js'
import { receiptKeyRoutes, receiptPageRoutes, receiptRoutes } from './routes/posts/receipts.js'
import { approvalRoutes } from './routes/posts/approvals.js'
import { commentRoutes } from './routes/posts/comments.js'
import { clientRoutes } from './routes/posts/clients.js'
import { reviewLinkRoutes } from './routes/posts/review-links.js'
import { reviewRoutes } from './routes/posts/review.js'
import { keyRoutes } from './routes/accounts/keys.js'
import { postRoutes } from './routes/posts/posts.js'
import { connectionRoutes } from './routes/accounts/connection.js'
import { guardRoutes } from './routes/accounts/guard.js'
import { publishingRoutes } from './routes/accounts/publishing.js'
import { recommendedPinRoutes, relevanceRoutes } from './routes/relevance.js'
import { trendRoutes } from './routes/trends.js'
import { scheduleRoutes } from './routes/slots/schedule.js'
import { utmRuleRoutes } from './routes/utm-rules.js'
import { spacingRuleRoutes } from './routes/slots/spacing-rules.js'
import { timeslotRoutes } from './routes/slots/timeslots.js'
import { evergreenRoutes } from './routes/slots/evergreen.js'
import { usageRoutes } from './routes/accounts/usage.js'
import { webhookDeliveryRoutes } from './routes/webhook-deliveries.js'
import { webhookRoutes } from './routes/webhooks.js'
import { validatorCompiler } from './schemas.js'
import { performance } from 'node:perf_hooks'
import { makeFindClient } from '../core/accounts/agents/clients.js'
import { markHomesDirty } from '../core/notices/homes.js'

/**
 * Real time for an upload to arrive: as long as its address is valid, for a gigabyte over a slow line. Everything else has
 * `bodyTimeoutMs`.
 */
const REQUEST_TIMEOUT_MS = 15 * MINUTE_MS
const BODY_TIMEOUT_MS = 20_000

/** A year, for our host alone, because its subdomains may not be ours. */
const STRICT_TRANSPORT = 'max-age=31536000'

/**
 * Text answers from 1 KiB on are compressed. Pictures and videos are compressed already, and event streams are sent without
 * delay.
 */
const COMPRESSED = /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|xml|javascript)|image\/svg\+xml)/

export type ServerOptions = {
  /** Other entry points to the operations of /v1, each in a scope of its own. */
  entryPoints?: EntryPoint[]
  /** Plugins that share the port: Slack's receiver, the sandbox. */
  plugins?: FastifyPluginAsync[]
  /** Reported by /health/ready; absent: no such route. */
  readiness?: () => Promise<Readiness>
  /** Reported by /metrics; absent: no such route. */
  metrics?: OpenMetrics
  /** Finds the people behind personal keys; absent: these keys are refused. */
  findPerson?: FindPerson
  /** Limits on concurrent requests; absent: none, as in tests. */
  admission?: AdmissionLimits
  /** Limits shared with other plugins; absent: its own. */
  addressLimits?: AddressLimits
  /** Addresses and networks that may set X-Forwarded-For. Absent: none. */
  trustedProxies?: string[]
  /** The address of the sandbox's key, for the page of the reference. */
  keyUrl?: string
  /** Real ms in which a body has to arrive (tests). */
  bodyTimeoutMs?: number
  /** Replaces the usual limits (tests). */
  readers?: Partial<ReaderLimits>
  connections?: Partial<ConnectionLimits>
}

/** Server access for an entry point to the operations of /v1. */
export type ServerAccess = {
  operations: readonly ListedOperation[]
  /** Adds key, daily limit, concurrency limit and JSON bodies as /v1 has them: call it before the routes of the scope. */
  guard: (scope: FastifyInstance, options?: { takesAgents?: boolean }) => void
  /** Whether people can sign programs in: they need Slack to confirm it. */
  canSignIn: boolean
  /** An organization's permits for callers without a key, shared with all its requests. */
  places: Acquire
  /** The failure limit for another way of authentication. */
  failures: AddressLimit
}
export type EntryPoint = (scope: FastifyInstance, access: ServerAccess) => Promise<void>

export async function buildServer(
  deps: Deps,
  {
    entryPoints = [],
    plugins = [],
    readiness,
    metrics,
    findPerson,
    admission,
    addressLimits = makeAddressLimits(deps.clock),
    trustedProxies = [],
    keyUrl,
    bodyTimeoutMs = BODY_TIMEOUT_MS,
    readers = {},
    connections = {},
  }: ServerOptions = {},
): Promise<FastifyInstance> {
  const sendError = makeErrorSender(deps)
  const ofConnections = { ...CONNECTIONS, ...connections }
  const app = Fastify({
    logger: false,
    genReqId: () => randomUUID(),
    bodyLimit: JSON_LIMIT_BYTES,
    return503OnClosing: false, // requests that are still open are answered in the envelope
    trustProxy: trustedProxies.length > 0 && trustedProxies,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Node's own refusals have neither an envelope nor an id
    http: { requireHostHeader: false, headersTimeout: ofConnections.headMs, connectionsCheckingInterval: ofConnections.checkMs },
    routerOptions: { maxParamLength: MAX_PATH_LENGTH },
    rewriteUrl: ({ url = '/' }) => (isBrokenV1(url) ? BROKEN_V1 : url),
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => void (sendNoConnectPage(request, reply) ?? sendError(error, request, reply)),
  })
  limitConnections(app, deps, ofConnections)
  knowAllMethods(app)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(() => JSON.stringify)
  app.setErrorHandler(sendError)
  app.setNotFoundHandler((request, reply) => {
    const page = sendNoConnectPage(request, reply)
    if (page) return page
    const withoutSlash = /^((?:\/[\w.~-]+)+)\/$/.exec(request.url)?.[1]
    if (withoutSlash !== undefined && app.hasRoute({ method: 'GET', url: withoutSlash })) return reply.redirect(withoutSlash, 308)
    throw notFound('Resource')
  })
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
    if (deps.settings.publicUrl.startsWith('https:')) void reply.header('strict-transport-security', STRICT_TRANSPORT)
    done()
  })
  requireSingleHeaders(app)
  followRequests(app, deps.tracing)
  const { failures, pages } = addressLimits
  const places = makeRequestPlaces()
  const authenticator = makeAuthenticator(deps, findPerson, failures)
  const organizationOf = (authorization: string | undefined) => authenticator.organizationOf(bearerOf(authorization))
  if (admission) limitAdmission(app, deps, { ...admission, places, organizationOf })
  limitBodyTime(app, bodyTimeoutMs)
  cutSlowReaders(app, deps, readers)
  logRequests(app, deps)
  linkPages(app, deps.settings.links)
  await app.register(compress, { encodings: ['br', 'gzip', 'identity'], customTypes: COMPRESSED, globalDecompression: false })
  await describeApi(app)
  app.decorate('operations', [])
  const guard = makeGuard(deps, authenticator, places)
  await app.register(async (v1) => buildV1(v1, { ...deps, actorNow: makeActorNow(deps, findPerson ?? nobody) }, guard), {
    prefix: '/v1',
  })
  for (const entryPoint of entryPoints)
    await app.register((scope) =>
      entryPoint(scope, { operations: app.operations, guard, canSignIn: findPerson !== undefined, places, failures }),
    )
  await app.register(async (open) => {
    const methods = refuseOtherMethods(open, true)
    healthRoutes(open, readiness)
    if (metrics) metricsRoute(open, metrics, failures)
    await open.register(async (forEverybody) => {
      limitPages(forEverybody, pages)
      tagAnswers(forEverybody)
      documentRoutes(forEverybody, deps)
      pageRoutes(forEverybody)
      docsRoutes(forEverybody, deps, keyUrl ?? null)
      receiptKeyRoutes(forEverybody, deps)
    })
    await open.register(async (forms) => {
      limitPages(forms, pages)
      await connectRoutes(forms, { ...deps, findPerson: findPerson ?? nobody }, addressLimits)
    })
    await open.register(async (forms) => {
      limitPages(forms, pages)
      await reviewRoutes(forms, deps, failures)
    })
    await open.register(async (forPeople) => {
      limitPages(forPeople, pages)
      pinPageRoutes(forPeople, { ...deps, findPerson })
      monthReportRoutes(forPeople, deps, failures)
    })
    if (findPerson) {
      const findClient = makeFindClient(deps)
      await open.register(async (forAgents) => {
        limitPages(forAgents, pages)
        await forAgents.register(async (forms) => agentPageRoutes(forms, deps, { ...addressLimits, findClient }))
        await agentTokenRoutes(forAgents, deps, addressLimits)
      })
    }
    mediaRoutes(open, deps, failures)
    calendarRoutes(open, deps, failures)
    pictureRoutes(open, deps, failures)
    receiptPageRoutes(open, deps, failures)
    stagingRoutes(open, deps)
    methods.close()
  })
  for (const plugin of plugins) await app.register(plugin)
  return app
}

function makeGuard(deps: Deps, authenticator: Authenticator, places: Acquire): ServerAccess['guard'] {
  return (scope, options) => {
    requireKey(scope, deps, authenticator, options)
    limitRequests(scope, places)
    takeJsonOnly(scope)
    scope.addHook('onRequest', (_request, reply, done) => {
      void reply.headers({ 'content-security-policy': "default-src 'none'", 'cache-control': 'no-store' })
      done()
    })
  }
}

function buildV1(v1: FastifyInstance, deps: Deps & Asking, guard: ServerAccess['guard']): void {
  guard(v1)
  markHomes(v1, deps)
  v1.setNotFoundHandler(({ url }) => {
    throw url === BROKEN_V1 ? brokenPath() : notFound('Resource')
  })
  const methods = refuseOtherMethods(v1, true)
  accountRoutes(v1, deps)
  boardRoutes(v1, deps)
  boardListRoutes(v1, deps)
  relevanceRoutes(v1, deps)
  recommendedPinRoutes(v1, deps)
  trendRoutes(v1, deps)
  connectionRoutes(v1, deps)
  publishingRoutes(v1, deps)
  guardRoutes(v1, deps)
  usageRoutes(v1, deps)
  postRoutes(v1, deps)
  batchRoutes(v1, deps)
  csvRoutes(v1, deps)
  importRoutes(v1, deps)
  generationRoutes(v1, deps)
  feedRoutes(v1, deps)
  postChangeRoutes(v1, deps)
  postBulkRoutes(v1, deps)
  postMoveRoutes(v1, deps)
  postOutcomeRoutes(v1, deps)
  postPreflightRoutes(v1, deps)
  patrolRoutes(v1, deps)
  approvalRoutes(v1, deps)
  commentRoutes(v1, deps)
  reviewLinkRoutes(v1, deps)
  clientRoutes(v1, deps)
  receiptRoutes(v1, deps)
  publishedPinRoutes(v1, deps)
  twinRoutes(v1, deps)
  uploadRoutes(v1, deps)
  timeslotRoutes(v1, deps)
  evergreenRoutes(v1, deps)
  bestTimeRoutes(v1, deps)
  scheduleRoutes(v1, deps)
  analyticsRoutes(v1, deps)
  spacingRuleRoutes(v1, deps)
  utmRuleRoutes(v1, deps)
  calendarLinkRoutes(v1, deps)
  connectLinkRoutes(v1, deps)
  keyRoutes(v1, deps)
  webhookRoutes(v1, deps)
  webhookDeliveryRoutes(v1, deps)
  issueReportRoutes(v1, deps)
  capabilityRequestRoutes(v1, deps)
  methods.close()
}

/** Logs one line a request and counts it; the core itself does not log. */
function logRequests(app: FastifyInstance, { log, meter }: Pick<Deps, 'log' | 'meter'>): void {
  app.addHook('onResponse', (request, reply, done) => {
    const line = {
      requestId: request.id,
      method: request.method,
      route: routeOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    request.followed.within(() => {
      if (reply.statusCode >= 500) log.warn(line, 'request')
      else log.info(line, 'request')
    })
    meter.requestAnswered({ method: line.method, route: line.route, status: line.status, ms: reply.elapsedTime })
    done()
  })
}

/** Limits the number of connections, and the time of those without a request. */
type ConnectionLimits = {
  /**
   * The most connections; further ones are closed at once. Fewer than the open files that the system allows a process, which its
   * own work needs, too.
   */
  most: number
  /** Real ms in which the head of a request must arrive, the first one's from the connection on. */
  headMs: number
  /** Interval between two checks for late ones. */
  checkMs: number
}

const CONNECTIONS: ConnectionLimits = { most: 10_000, headMs: 20_000, checkMs: 5_000 }
const BETWEEN_MS = 1_000

/** Closes idle connections when there are too many: their clients connect again. */
function limitConnections({ server }: FastifyInstance, { log }: { log: Log }, { most }: ConnectionLimits): void {
  server.maxConnections = most
  let at = -Infinity
  server.on('drop', () => {
    if (performance.now() - at < BETWEEN_MS) return
    at = performance.now()
    log.warn({ most }, 'too many connections: further ones are closed')
    server.closeIdleConnections()
  })
}

/** Runs after each successful write of an account, without delaying the answer. */
function markHomes(v1: FastifyInstance, { db, log }: Pick<Deps, 'db' | 'log'>): void {
  v1.addHook('onResponse', async ({ routeOptions, params, authenticated }, { statusCode }) => {
    const accountId = (params as { accountId?: unknown } | undefined)?.accountId // the parameters of any route
    if (!authenticated || !routeOptions.config.writes || statusCode >= 300) return
    if (typeof accountId !== 'string' || !/^\d{1,18}$/.test(accountId)) return
    await markHomesDirty(db.sql, { organizationId: authenticated.actor.organizationId, accountId }).catch((error: unknown) =>
      log.warn({ err: error }, 'Homes were not marked'),
    )
  })
}

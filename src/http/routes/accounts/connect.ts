import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AddressLimits } from '../../../core/accounts/keys/address-limit.js'
import type { Unconnected } from '../../../core/connections/check.js'
import { consentOrigin, goToPlatform, openConnectLink } from '../../../core/connections/begin.js'
import { finishConnecting } from '../../../core/connections/finish.js'
import { makeAgainLink } from '../../../core/connections/link.js'
import type { JudgingDeps } from '../../../core/connections/maker.js'
import { STATE_MS } from '../../../core/connections/state.js'
import { isRowId } from '../../../core/lib/rows/row-id.js'
import { applySetUp } from '../../../core/slots/set-up.js'
import type { Deps } from '../../../core/ports/deps.js'
import { isOwnForm } from '../../own-form.js'
import { failedStatus } from '../../failed-page.js'
import { connectedPage, unconnectedPage } from '../../pages/connect-end.js'
import { BAD_LINKS, invitationPage } from '../../pages/connect-link.js'
import { connectHelpPage, connectPage } from '../../pages/connect.js'
import { privateHeaders, publicHeaders } from '../../pages/layout.js'

type ById = { Params: { accountId: string } }
type ByToken = { Params: { token: string } }
type Callback = { Querystring: Record<string, unknown> }

/**
 * The pages of connecting an account: from a link or the public page to the platform and back. Has a scope of its own because
 * forms are posted here.
 */
export async function connectRoutes(
  app: FastifyInstance,
  deps: Deps & JudgingDeps,
  { failures, exchanges }: Pick<AddressLimits, 'failures' | 'exchanges'>,
): Promise<void> {
  const schema = { hide: true }
  /** Counts a link that we never made as a guess. */
  const sendUnopened = (request: FastifyRequest, reply: FastifyReply, kind: keyof typeof BAD_LINKS) =>
    kind === 'wrong'
      ? sendBadLink(reply, kind, failedStatus(failures, request, reply, BAD_LINKS.wrong.status))
      : sendBadLink(reply, kind)
  takeForms(app)
  await app.register(cookie)

  app.get('/connect', { schema }, async (_request, reply) => reply.headers(publicHeaders()).send(connectHelpPage))

  app.get<ById>('/connect/:accountId', { schema }, async ({ params }, reply) => {
    if (!isRowId(params.accountId)) return sendBadLink(reply, 'noPage')
    return reply.headers(publicHeaders({ formAction: "'self'" })).send(connectPage(params.accountId))
  })
  app.post<ById>('/connect/:accountId', { schema }, async ({ params }, reply) => {
    if (!isRowId(params.accountId)) return sendBadLink(reply, 'noPage')
    return sendOn(reply, makeAgainLink(deps, params.accountId).url)
  })

  app.get<ByToken>('/connect/link/:token', { schema }, async (request, reply) => {
    const link = await openConnectLink(deps, request.params.token)
    if (link.kind !== 'open') return sendUnopened(request, reply, link.kind)
    return reply.headers(privateHeaders({ formAction: formActionOf(deps) })).send(invitationPage(link.invitation))
  })
  app.post<ByToken>('/connect/link/:token', { schema }, async (request, reply) => {
    if (!isOwnForm(request, deps.settings.publicUrl)) return sendBadLink(reply, 'foreignForm')
    const link = await openConnectLink(deps, request.params.token)
    if (link.kind !== 'open') return sendUnopened(request, reply, link.kind)
    const { id, secret, url } = goToPlatform(deps, link.ask)
    setSecret(reply, deps, id, secret)
    return sendOn(reply, url)
  })

  // no HEAD: a request may connect an account
  app.get<Callback>(
    '/connect/callback',
    { schema, exposeHeadRoute: false, config: { isAlwaysAnswered: true } },
    async (request, reply) => {
      const { query, cookies } = request
      const finished = await finishConnecting(
        { ...deps, setUp: applySetUp },
        {
          state: textOf(query['state']) ?? '',
          code: textOf(query['code']),
          error: textOf(query['error']),
          secretOf: (id) => cookies[cookieName(deps, id)],
          takeExchange: () => exchanges.take(request.ip),
        },
      )
      if (finished.id !== null) setSecret(reply, deps, finished.id, null)
      if (finished.kind === 'connected') return reply.headers(privateHeaders()).send(connectedPage(finished))
      const { status, page } = unconnectedPage(finished)
      if (finished.retryAfterSeconds !== undefined) void reply.header('retry-after', String(finished.retryAfterSeconds))
      const shown = FAILURES.includes(finished.why) ? failedStatus(failures, request, reply, status) : status
      return reply.code(shown).headers(privateHeaders()).send(page)
    },
  )
}

/** Outcomes that an attacker can cause by guessing a state or a code, or by keeping one. */
const FAILURES: readonly Unconnected[] = ['stateWrong', 'stateExpired', 'otherBrowser', 'stateSpent', 'codeRefused']

/** Answers these addresses with a page even if no route is reached: for a URL that is too long, or badly encoded. */
export function sendNoConnectPage(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  if (!request.url.startsWith('/connect/')) return undefined
  void reply.header('x-request-id', request.id)
  return sendBadLink(reply, request.url.startsWith('/connect/link/') ? 'wrong' : 'noPage')
}

/** Ignores the body of our forms, which are empty. */
function takeForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 4096 }, (_request, _body, done) => done(null))
}

const sendOn = (reply: FastifyReply, url: string) =>
  reply.code(303).headers({ location: url, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).send()

function sendBadLink(reply: FastifyReply, kind: keyof typeof BAD_LINKS, status: number = BAD_LINKS[kind].status): FastifyReply {
  return reply.code(status).headers(privateHeaders()).send(BAD_LINKS[kind].page)
}

/**
 * Chromium checks every redirect after a form against the page's policy, and the platform may redirect to hosts that are not
 * known (countries, sign-in), so any https host is allowed. The form sends nothing but the click.
 */
function formActionOf(deps: Deps): string {
  const origin = consentOrigin(deps)
  return `'self' ${origin.startsWith('https:') ? 'https:' : origin}`
}

const isHttps = ({ settings }: Deps) => settings.publicUrl.startsWith('https://')

/** Behind https the prefix __Host- restricts the cookie to this host. */
const cookieName = (deps: Deps, id: string) => `${isHttps(deps) ? '__Host-' : ''}pinslot-connect-${id}`

/**
 * Sets a short-lived secret of the browser that began. Behind https it is sent by https alone.
 * @param secret null deletes it
 */
const setSecret = (reply: FastifyReply, deps: Deps, id: string, secret: string | null): void =>
  void reply.setCookie(cookieName(deps, id), secret ?? '', {
    path: '/',
    maxAge: secret === null ? 0 : STATE_MS / 1000,
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps(deps),
  })

/** Ignores a parameter that is repeated. */
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

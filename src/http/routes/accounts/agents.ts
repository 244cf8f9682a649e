import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FindClient } from '../../../core/accounts/agents/clients.js'
import { hostOf } from '../../../core/accounts/agents/redirects.js'
import { type AgentRequest, answerTo, readRequest } from '../../../core/accounts/agents/request.js'
import {
  beginSignIn,
  type BrowserRef,
  cancelSignIn,
  codeOf,
  enterNumber,
  findOfBrowser,
  SIGN_IN_MS,
} from '../../../core/accounts/agents/sign-ins.js'
import type { AddressLimits } from '../../../core/accounts/keys/address-limit.js'
import type { Deps } from '../../../core/ports/deps.js'
import { failedStatus } from '../../failed-page.js'
import { isOwnForm } from '../../own-form.js'
import { AGENT_ENDS, askingPage, codePage, isSaid } from '../../pages/agent.js'
import { privateHeaders } from '../../pages/layout.js'

type Asked = { Querystring: Record<string, unknown> }
type ById = { Params: { id: string }; Querystring: { did?: unknown }; Body: URLSearchParams | undefined }

/** The pages on which a person signs a program in. A GET writes nothing, because previews of links open them. */
export async function agentPageRoutes(
  app: FastifyInstance,
  deps: Deps,
  { failures, signIns, findClient }: Pick<AddressLimits, 'failures' | 'signIns'> & { findClient: FindClient },
): Promise<void> {
  const schema = { hide: true }
  await app.register(cookie)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 4096 },
    (_request, body, done) => done(null, new URLSearchParams(body)),
  )

  /** Answers a request that is not good; undefined: it was answered. */
  const read = async (request: FastifyRequest<Asked>, reply: FastifyReply): Promise<AgentRequest | undefined> => {
    const takeFetch = () => signIns.take(request.ip) === undefined
    const asked = await readRequest(findClient, request.query, { publicUrl: deps.settings.publicUrl, takeFetch })
    if (asked.kind === 'good') return asked.request
    if (asked.kind === 'refused') return void sendOn(reply, asked.location)
    const status = failedStatus(failures, request, reply, AGENT_ENDS[asked.because].status)
    return void sendEnd(reply, asked.because, status)
  }

  app.get<Asked>('/oauth/authorize', { schema }, async (request, reply) => {
    const asked = await read(request, reply)
    if (!asked) return reply
    const page = askingPage({ name: asked.client.name, host: hostOf(asked.redirectUri) })
    return reply.headers(privateHeaders({ formAction: formActionFor(asked.redirectUri) })).send(page)
  })
  app.post<Asked>('/oauth/authorize', { schema }, async (request, reply) => {
    if (!isOwnForm(request, deps.settings.publicUrl)) return sendEnd(reply, 'foreignForm')
    const seconds = signIns.take(request.ip)
    if (seconds !== undefined) return sendEnd(reply.header('retry-after', String(seconds)), 'tooMany')
    const asked = await read(request, reply)
    if (!asked) return reply
    const begun = await beginSignIn(deps, asked)
    if (!begun)
      return sendOn(reply, answerTo({ ...asked, publicUrl: deps.settings.publicUrl }, { error: 'temporarily_unavailable' }))
    void reply.setCookie(cookieName(deps, begun.id), begun.secret, {
      path: '/',
      maxAge: SIGN_IN_MS / 1000,
      httpOnly: true,
      sameSite: 'lax',
      secure: isHttps(deps),
    })
    return sendOn(reply, `/oauth/sign-in/${begun.id}`)
  })

  app.get<ById>('/oauth/sign-in/:id', { schema }, async (request, reply) => {
    const ref = refOf(deps, request)
    const found = ref && (await findOfBrowser(deps, ref))
    if (!ref || !found || found.isOver) return sendEnd(reply, 'over')
    const { did } = request.query
    const page = codePage({ code: codeOf(ref.secret), name: found.clientName, said: isSaid(did) ? did : null })
    return reply.headers(privateHeaders({ formAction: formActionFor(found.redirectUri) })).send(page)
  })
  app.post<ById>('/oauth/sign-in/:id', { schema }, async (request, reply) => {
    if (!isOwnForm(request, deps.settings.publicUrl)) return sendEnd(reply, 'foreignForm')
    const ref = refOf(deps, request)
    if (!ref) return sendEnd(reply, 'over')
    if (request.body?.get('do') === 'cancel') {
      const location = await cancelSignIn(deps, ref)
      return location === undefined ? sendEnd(reply, 'over') : sendOn(reply, location)
    }
    const entered = await enterNumber(deps, ref, request.body?.get('number') ?? '')
    if (entered.kind === 'goesOn') return sendOn(reply, entered.location)
    if (entered.kind === 'over') return sendEnd(reply, 'over')
    return sendOn(reply, `/oauth/sign-in/${ref.id}?did=${entered.kind}`)
  })
}

const isHttps = ({ settings }: Deps) => settings.publicUrl.startsWith('https://')
/** Behind https the prefix __Host- restricts the cookie to this host. */
const cookieName = (deps: Deps, id: string) => `${isHttps(deps) ? '__Host-' : ''}pinslot-agent-${id}`

function refOf(deps: Deps, { params, cookies }: FastifyRequest<ById>): BrowserRef | undefined {
  const secret = cookies[cookieName(deps, params.id)]
  return secret === undefined ? undefined : { id: params.id, secret }
}

/** Chromium checks redirects after a form against the page’s policy, and a program may redirect further. */
const formActionFor = (redirectUri: string): string => `'self' ${new URL(redirectUri).protocol}`

const sendOn = (reply: FastifyReply, location: string): FastifyReply =>
  reply.code(303).headers({ location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).send()

function sendEnd(reply: FastifyReply, kind: keyof typeof AGENT_ENDS, status: number = AGENT_ENDS[kind].status): FastifyReply {
  return reply.code(status).headers(privateHeaders()).send(AGENT_ENDS[kind].page)
}

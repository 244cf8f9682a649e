import cookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AddressLimit } from '../../../core/accounts/keys/address-limit.js'
import { makeMinuteLimit } from '../../../core/accounts/keys/minute-limit.js'
import { DomainError } from '../../../core/lib/errors.js'
import type { Deps } from '../../../core/ports/deps.js'
import { enterCode, hasCode, isLetIn, sendCode } from '../../../core/posts/review-links/code.js'
import { noteOpening, type OpenLink, openReviewLink, readReview } from '../../../core/posts/review-links/open.js'
import { commentAsClient, nameAsClient, type Outcome, sayAsClient, undoAsClient } from '../../../core/posts/review-links/say.js'
import { failedStatus } from '../../failed-page.js'
import { isOwnForm } from '../../own-form.js'
import { privateHeaders } from '../../pages/layout.js'
import { endedPages, lockedPage, reviewPage, type Said } from '../../pages/review.js'

type Request = { Params: { token: string }; Querystring: Record<string, unknown> }
type Form = Request & { Body: URLSearchParams | undefined }

/** A hundred pins, each with a reason and a comment as long as they may be, as percent signs. */
const BODY_LIMIT = 4 * 1024 * 1024
/** Requests a minute for each link, presses included. */
const MOST_REQUESTS = 120

/**
 * The page of a review link, for a client without an account here. What is pressed is posted, done, and said on the page that the
 * answer leads to; a GET decides nothing, because previews of links open them.
 */
export async function reviewRoutes(app: FastifyInstance, deps: Deps, failures: AddressLimit): Promise<void> {
  const limit = makeMinuteLimit(deps.clock, MOST_REQUESTS)
  const schema = { hide: true }
  await app.register(cookie)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    (_request, body, done) => done(null, new URLSearchParams(body)),
  )
  /** Answers a link that does not open; undefined: it was answered. */
  const open = async (request: FastifyRequest<Request>, reply: FastifyReply): Promise<OpenLink | undefined> => {
    const { token } = request.params
    void reply.headers({ 'x-robots-tag': 'noindex, nofollow' })
    const seconds = limit.take(token)
    if (seconds !== undefined) return void sendEnded(reply.header('retry-after', String(seconds)), 'tooMany')
    const opened = await openReviewLink(deps, token)
    if (opened === 'unknown')
      return void sendEnded(reply, 'unknown', failedStatus(failures, request, reply, endedPages.unknown.status))
    if (opened === 'ended') return void sendEnded(reply, 'ended')
    return opened
  }
  app.get<Request>('/review/:token', { schema, exposeHeadRoute: false }, async (request, reply) => {
    const opened = await open(request, reply)
    if (!opened) return reply
    const headers = privateHeaders({ formAction: "'self'", images: "'self'", media: "'self'" })
    const said = saidIn(request.query)
    if (!isLetIn(deps, opened, passIn(request, opened)))
      return reply.headers(headers).send(lockedPage({ ...opened, said, hasCode: await hasCode(deps, opened) }))
    await noteOpening(deps, opened)
    const rows = await readReview(deps, opened)
    const page = reviewPage({ ...opened, rows, said, now: deps.clock() })
    return reply.headers(headers).send(page)
  })
  app.post<Form>('/review/:token', { schema }, async (request, reply) => {
    if (!isOwnForm(request, deps.settings.publicUrl)) return sendEnded(reply, 'foreignForm')
    const opened = await open(request, reply)
    if (!opened) return reply
    const form = request.body ?? new URLSearchParams()
    const said = isLetIn(deps, opened, passIn(request, opened))
      ? await press(deps, opened, form)
      : await unlock(deps, opened, form, { request, reply })
    if (said.did === 'ended') return sendEnded(reply, 'ended')
    const at = said.pin === undefined ? '' : `#pin-${encodeURIComponent(said.pin)}`
    const location = `/review/${request.params.token}?${new URLSearchParams(wordsOf(said)).toString()}${at}`
    return reply.code(303).headers({ location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).send()
  })
}

function sendEnded(reply: FastifyReply, kind: keyof typeof endedPages, status: number = endedPages[kind].status): FastifyReply {
  return reply.code(status).headers(privateHeaders()).send(endedPages[kind].page)
}

const cookieName = ({ link }: OpenLink): string => `pinslot-review-${link.id}`
const passIn = ({ cookies }: FastifyRequest, opened: OpenLink): string | undefined => cookies[cookieName(opened)]

/** Sends a code, or takes one: then this browser keeps a pass for the page. */
async function unlock(
  deps: Deps,
  opened: OpenLink,
  form: URLSearchParams,
  { request, reply }: { request: FastifyRequest<Request>; reply: FastifyReply },
): Promise<Said> {
  const { token } = request.params
  if (form.get('do') === 'send') return { did: await sendCode(deps, opened, token) }
  if (form.get('do') !== 'open') return { did: 'locked' }
  const entered = await enterCode(deps, opened, token, form.get('code') ?? '')
  if (entered === undefined) return { did: 'codeWrong' }
  if (entered === 'over') return { did: 'codeOver' }
  void reply.setCookie(cookieName(opened), entered.pass, {
    path: `/review/${token}`,
    expires: entered.until,
    httpOnly: true,
    sameSite: 'lax',
    secure: deps.settings.publicUrl.startsWith('https://'),
  })
  return { did: 'opened' }
}

/** Does what the pressed button says: `do` names it, its pin and the version that was shown. */
async function press(deps: Deps, opened: OpenLink, form: URLSearchParams): Promise<Said> {
  const [verb = '', pin = '', version = '', step] = (form.get('do') ?? '').split(' ')
  const name = form.get('name') ?? undefined
  const word = { postId: pin, version: Number(version), step: Number(step), name }
  const answer = (did: Said['did'], outcome: Outcome): Said => ({ did: outcome === 'done' ? did : outcome, pin })
  try {
    switch (verb) {
      case 'approve':
        return answer('approved', await sayAsClient(deps, opened, { ...word, decision: 'approve' }))
      case 'change': {
        const reason = form.get(`change-${pin}`) ?? ''
        return answer('asked', await sayAsClient(deps, opened, { ...word, decision: 'request_changes', reason }))
      }
      case 'comment':
        return answer('commented', await commentAsClient(deps, opened, { ...word, text: form.get(`comment-${pin}`) ?? '' }))
      case 'undo':
        return answer('undone', await undoAsClient(deps, opened, pin))
      case 'all':
        return await approveAll(deps, opened, { seen: form.get('seen') ?? '', name })
      case 'name':
        await nameAsClient(deps, opened, name ?? '')
        return { did: 'named' }
      default:
        return { did: 'nothing' }
    }
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'BAD_REQUEST') throw error
    return error.details.field === 'name' ? { did: 'noName' } : { did: verb === 'change' ? 'noReason' : 'noText', pin }
  }
}

/** Approves each pin in the version that was shown; those that were changed since stay. */
async function approveAll(
  deps: Deps,
  opened: OpenLink,
  { seen, name }: { seen: string; name: string | undefined },
): Promise<Said> {
  let count = 0
  const left: string[] = []
  for (const one of seen.split(' ').slice(0, opened.link.postIds.length)) {
    const [postId = '', version = '', step] = one.split('.')
    const word = { postId, version: Number(version), step: Number(step), name }
    const outcome = await sayAsClient(deps, opened, { ...word, decision: 'approve' })
    if (outcome === 'ended') return { did: 'ended' }
    if (outcome === 'done') count++
    else left.push(postId)
  }
  return { did: 'approvedAll', count, left }
}

/** Writes what was done into the address of the page that says it. */
const wordsOf = ({ did, pin, count, left }: Said): Record<string, string> => ({
  did,
  ...(pin !== undefined && { pin }),
  ...(count !== undefined && { count: String(count) }),
  ...(left && left.length > 0 && { left: left.join(' ') }),
})

function saidIn(query: Record<string, unknown>): Said | null {
  const { did, pin, count, left } = Object.fromEntries(
    Object.entries(query).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
  if (did === undefined) return null
  return {
    did: did as Said['did'], // the page says nothing of one that it does not know
    ...(pin !== undefined && { pin }),
    ...(count !== undefined && /^\d{1,3}$/.test(count) && { count: Number(count) }),
    ...(left !== undefined && { left: left.split(' ') }),
  }
}

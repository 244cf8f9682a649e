import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type AddressLimit, requireFewFailures } from '../../../core/accounts/keys/address-limit.js'
import { makeMinuteLimit } from '../../../core/accounts/keys/minute-limit.js'
import { DomainError, notFound } from '../../../core/lib/errors.js'
import { shownPath } from '../../../core/media/media.js'
import type { Deps } from '../../../core/ports/deps.js'
import { listReceiptKeys } from '../../../core/publish/receipts/keys.js'
import { openReceipt } from '../../../core/publish/receipts/link.js'
import { readReceipt } from '../../../core/publish/receipts/receipt.js'
import { failedStatus } from '../../failed-page.js'
import { operation } from '../../operation.js'
import { privateHeaders } from '../../pages/layout.js'
import { closedReceiptPages, receiptPage } from '../../pages/receipt.js'
import { postParams } from '../../schemas.js'
import { receiptSchema } from './receipt-schema.js'
import { secondsOrNull } from '../../wire/time.js'

/** @see docs/contract.md#receipts */
export function receiptRoutes(app: FastifyInstance, deps: Deps): void {
  operation(app, deps, {
    id: 'getReceipt',
    refusals: ['post_not_published', 'media_store_unavailable'],
    method: 'GET',
    url: '/accounts/:accountId/posts/:postId/receipt',
    tag: 'Posts',
    summary: 'Read the receipt of a published pin',
    description:
      'Who chose which version, who approved it, what was sent and what Pinterest shows, signed by the service. The first receipt reads the pin from Pinterest and is kept; without an answer readBack is null, and the next one tries again. GET /v1/receipt-keys has the public keys (a JWK set, without an API key).',
    params: postParams,
    data: z.object({ receipt: receiptSchema }),
    run: ({ actor, params }) => readReceipt(deps, actor, params),
    show: (receipt) => ({ receipt }),
  })
}

const schema = { hide: true }

/** Serves the public keys as a JWK set, in the form of RFC 7517 and without the envelope, so that JOSE libraries read it. */
export function receiptKeyRoutes(app: FastifyInstance, deps: Deps): void {
  app.get('/v1/receipt-keys', { schema }, async (_request, reply) => {
    const keys = (await listReceiptKeys(deps)).map(({ kid, x, retiredAt }) => ({
      kty: 'OKP',
      crv: 'Ed25519',
      alg: 'EdDSA',
      use: 'sig',
      kid,
      x,
      ...(retiredAt && { retiredAt: secondsOrNull(retiredAt) }),
    }))
    const headers = { 'cache-control': 'public, max-age=300', 'content-security-policy': "default-src 'none'" }
    return reply.type('application/json; charset=utf-8').headers(headers).send({ keys })
  })
}

/** Requests a minute for each link. The first one of a pin reads Pinterest. */
const MOST_OPENED = 60

type Request = { Params: { token: string } }

/** The page of a receipt and its file, for people without an account here. Every wrong link gets the same page, or JSON for the file. */
export function receiptPageRoutes(app: FastifyInstance, deps: Deps, failures: AddressLimit): void {
  const links = makeMinuteLimit(deps.clock, MOST_OPENED)
  app.get<Request>('/receipts/:token', { schema }, async (request, reply) => {
    const { token } = request.params
    void reply.headers(privateHeaders({ images: "'self'" })).header('x-robots-tag', 'noindex, nofollow')
    const seconds = links.take(token)
    if (seconds !== undefined) return reply.code(429).header('retry-after', String(seconds)).send(closedReceiptPages.tooOften)
    const opened = await openReceipt(deps, token)
    if (!opened) return reply.code(failedStatus(failures, request, reply, 404)).send(closedReceiptPages.unknown)
    const { organizationId, cover } = opened
    const picture = cover && shownPath(organizationId, cover)
    return reply.send(receiptPage(opened, { picture, file: `/receipts/${token}/receipt.json` }))
  })
  app.get<Request>('/receipts/:token/receipt.json', { schema }, async (request, reply) => {
    const { token } = request.params
    const seconds = links.take(token)
    if (seconds !== undefined) throw tooOften(seconds)
    const opened = await openReceipt(deps, token)
    if (!opened) {
      requireFewFailures(failures, request.ip)
      throw notFound('Resource')
    }
    const { receipt } = opened
    return reply
      .type('application/json; charset=utf-8')
      .headers({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-disposition': `attachment; filename="receipt-${receipt.post.pinId.replace(/\W/g, '')}.json"`,
      })
      .send(receipt)
  })
}

const tooOften = (retryAfterSeconds: number) =>
  new DomainError('TOO_MANY_REQUESTS', 'This receipt was loaded too often. Try again in a minute.', { retryAfterSeconds })

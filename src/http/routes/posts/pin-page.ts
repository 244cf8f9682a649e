import type { FastifyInstance } from 'fastify'
import type { FindPerson } from '../../../core/accounts/keys/key-actor.js'
import { makeMinuteLimit } from '../../../core/accounts/keys/minute-limit.js'
import { shownPath } from '../../../core/media/media.js'
import { shownOf } from '../../../core/media/post-media.js'
import { pinThere } from '../../../core/posts/pin-id.js'
import type { Deps } from '../../../core/ports/deps.js'
import { openPinPage } from '../../../core/posts/review-links/pin-page.js'
import { privateHeaders } from '../../pages/layout.js'
import { closedPinPage, pinPage } from '../../pages/pin.js'

type Request = { Params: { postId: string }; Querystring: { by?: unknown } }

const schema = { hide: true }

/** Requests a minute for each signed link: each asks Slack who its person is now. */
const MOST_OPENED = 30

/** The page behind the link of a pin. Whatever does not open gets the same page, without a look at the pin. */
export function pinPageRoutes(app: FastifyInstance, deps: Deps & { findPerson?: FindPerson | undefined }): void {
  const limit = makeMinuteLimit(deps.clock, MOST_OPENED)
  app.get<Request>('/p/:postId(^\\d{1,18}$)', { schema }, async ({ params: { postId }, query: { by } }, reply) => {
    const isOpened = typeof by === 'string' && limit.take(by) === undefined
    const post = isOpened ? await openPinPage(deps, { postId, token: by }) : undefined
    void reply.headers(privateHeaders({ images: "'self'" })).header('x-robots-tag', 'noindex, nofollow')
    if (!post) return reply.send(closedPinPage(postId))
    const { organizationId, media } = post
    const cover = shownOf(media)
    const picture = cover ? shownPath(organizationId, cover) : null
    const pinId = pinThere(post)
    const href = pinId === null ? null : deps.platform.pages.pin(pinId)
    return reply.send(pinPage(post, { picture, href }))
  })
}

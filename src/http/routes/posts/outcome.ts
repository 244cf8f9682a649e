import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../../core/ports/deps.js'
import type { Post } from '../../../core/posts/post.js'
import { setOutcome, type ReportedOutcome } from '../../../core/publish/settle/set-outcome.js'
import { PLATFORM } from '../../document/refusals.js'
import { operation } from '../../operation.js'
import { postParams, text } from '../../schemas.js'
import { onePostToWire, postSchema } from '../../wire/post.js'

const outcomeBody = z
  .strictObject({
    published: z.boolean().meta({ description: 'Whether the pin is on Pinterest' }),
    pinId: text().max(2048).optional().meta({ description: 'The pin’s id or URL; required when published, refused otherwise' }),
  })
  .superRefine(({ published, pinId }, context) => {
    if (published && pinId === undefined)
      context.addIssue({ code: 'custom', path: ['pinId'], message: 'pinId is required when published is true' })
    if (!published && pinId !== undefined)
      context.addIssue({ code: 'custom', path: ['pinId'], message: 'pinId is only used with published: true' })
  })

/** @see docs/contract.md#unknown-outcomes */
export function postOutcomeRoutes(app: FastifyInstance, deps: Deps): void {
  operation(app, deps, {
    id: 'reportPostOutcome',
    refusals: ['FORBIDDEN', 'outcome_known', ...PLATFORM],
    method: 'POST',
    url: '/accounts/:accountId/posts/:postId/outcome',
    tag: 'Posts',
    summary: 'Record whether a pin with an unknown outcome was published',
    description:
      'For a draft that failed with outcome_unknown, or a post being published whose outcome is still being checked; any other post is ' +
      '409 outcome_known. Published: the post becomes sent with that pin, which must belong to this account and to no other post; if Pinterest does not let us read it, we rely on your answer. Not ' +
      'published: a draft loses its failure; a post being published goes out again, or fails as missed once its 24 hours are over.',
    params: postParams,
    body: outcomeBody,
    data: z.object({ post: postSchema }),
    canRehearse: true,
    run: ({ actor, params, body }, beforeCommit) =>
      setOutcome(deps, actor, { ...params, outcome: readOutcome(body) }, beforeCommit),
    show: async (post: Post, sql) => ({ post: await onePostToWire(deps, sql, post) }),
  })
}

const readOutcome = ({ pinId }: z.output<typeof outcomeBody>): ReportedOutcome =>
  pinId === undefined ? { kind: 'notThere' } : { kind: 'there', pinId }

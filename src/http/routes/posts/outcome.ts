import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../../../core/ports/deps.js'
import type { Post } from '../../../core/posts/post.js'
import { setOutcome, type ReportedOutcome } from '../../../core/posts/publish/settle/set-outcome.js'
import { PLATFORM } from '../../document/refusals.js'
import { operation } from '../../operation.js'
import { postParams, text } from '../../schemas.js'
import { onePostToWire, postSchema } from '../../wire/post.js'

const outcomeBody = z
  .strictObject({
    published: z.boolean().meta({ description: 'Whether the pin is on the platform' }),
    pinId: text()
      .max(2048)
      .optional()
      .meta({ description: 'The pin, by its number or the address of its page; required when published, refused otherwise' }),
  })
  .superRefine(({ published, pinId }, context) => {
    if (published && pinId === undefined)
      context.addIssue({ code: 'custom', path: ['pinId'], message: 'pinId is required when published is true' })
    if (!published && pinId !== undefined)
      context.addIssue({ code: 'custom', path: ['pinId'], message: 'pinId goes with published: true alone' })
  })

/** @see docs/contract.md#unknown-outcomes */
export function postOutcomeRoutes(app: FastifyInstance, deps: Deps): void {
  operation(app, deps, {
    id: 'reportPostOutcome',
    refusals: ['FORBIDDEN', 'outcome_known', ...PLATFORM],
    method: 'POST',
    url: '/accounts/:accountId/posts/:postId/outcome',
    tag: 'Posts',
    summary: 'Say whether a pin of unknown outcome was published',
    description:
      'Of a draft that failed as outcome_unknown, and of a post that is being published while its outcome is looked for; of any other ' +
      'one 409 outcome_known. Published: the post is sent with that pin, which must be one of this account and of no other post; where Pinterest does not let us read it, your word counts. Not ' +
      'published: a draft loses its failure; a post that is being published goes out again, or fails as missed when its 24 hours are over.',
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

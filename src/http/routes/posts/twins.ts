import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { CAVEATS, LOOKS, STOPS, TWIN_STATES } from '../../../core/insight/twins/comparison.js'
import { rateOf } from '../../../core/insight/twins/proportions.js'
import { endTwin, pairTwins, readTwin, type Twin } from '../../../core/insight/twins/twins.js'
import type { Deps } from '../../../core/ports/deps.js'
import { operation } from '../../operation.js'
import { anId, postParams } from '../../schemas.js'
import { secondsOrNull, secondsSchema } from '../../wire/time.js'

const [FIRST, LAST] = LOOKS
const count = (description: string) => z.number().meta({ description })

const twinSchema = z
  .object({
    state: z.enum(TWIN_STATES).meta({
      description: `waiting: not both are published; counting: fewer than ${FIRST} days of both are counted; no_difference_yet: at ${FIRST} days; no_difference: at ${LAST} days; stopped: see stoppedBecause. Values may be added`,
    }),
    days: count('Whole days after publication that are compared, of those that Pinterest has counted for both'),
    versions: z
      .array(
        z.object({
          postId: z.string().meta({ description: 'Id of the post' }),
          sentAt: secondsSchema.nullable().meta({ description: 'When it was published; null: it is not yet' }),
          impressions: count('In these days'),
          outboundClicks: count('In these days'),
          rate: count('Outbound clicks of an impression'),
        }),
      )
      .meta({ description: 'Both, the one that was made first in front' }),
    winnerPostId: z
      .string()
      .nullable()
      .meta({ description: 'The version with the higher rate; null: none is known to be better' }),
    pValue: z.number().nullable().meta({
      description: 'Of a two-sided test of two proportions; below 0.0294 they differ. Null: not tested yet, or too few clicks',
    }),
    neededImpressions: z.int().nullable().meta({
      description: 'Impressions of each that would show a difference of this size in four of five tests; null: none is needed',
    }),
    stoppedBecause: z.enum(STOPS).nullable().meta({ description: 'Why no further days are compared. Values may be added' }),
    caveats: z.array(z.enum(CAVEATS)).meta({ description: 'What else may explain a difference. Values may be added' }),
  })
  .meta({ id: 'Twin', description: 'Two versions of a pin, compared at the same age' })

const toWire = ({ versions, comparison }: Twin): z.output<typeof twinSchema> => {
  const { shares, stopped, caveats, state, days, winnerPostId, pValue, neededImpressions } = comparison
  return {
    state,
    days,
    versions: versions.map(({ postId, sentAt }, index) => {
      const share = shares[index as 0 | 1]
      return {
        postId,
        sentAt: secondsOrNull(sentAt),
        impressions: share.of,
        outboundClicks: share.count,
        rate: rateOf(share),
      }
    }),
    winnerPostId,
    pValue,
    neededImpressions,
    stoppedBecause: stopped && stopped.because,
    caveats,
  }
}

/** @see docs/contract.md#version-tests */
export function twinRoutes(app: FastifyInstance, deps: Deps): void {
  const one = {
    tag: 'Posts',
    url: '/accounts/:accountId/posts/:postId/twin',
    params: postParams,
    data: z.object({ twin: twinSchema }),
    show: (twin: Twin) => ({ twin: toWire(twin) }),
  }
  operation(app, deps, {
    ...one,
    id: 'putTwin',
    refusals: ['FORBIDDEN', 'not_testable', 'test_exists'],
    method: 'PUT',
    summary: 'Test two versions of a pin',
    description: `Compares two posts with the same link at the same age, ${FIRST} and ${LAST} days after publication. By schedulers and admins. Duplicate a post, change its image or title, pair the two, then schedule it: open slots less than three days from the other are passed over.`,
    body: z.strictObject({ postId: anId().min(1).meta({ description: 'The other version' }) }),
    canRehearse: true,
    run: ({ actor, params, body }, beforeCommit) => pairTwins(deps, actor, { ...params, otherPostId: body.postId }, beforeCommit),
  })
  operation(app, deps, {
    ...one,
    id: 'getTwin',
    method: 'GET',
    summary: 'Compare two versions of a pin',
    description: 'From the stored days: Pinterest is not called. 404 if the post is in no test.',
    isLight: true,
    run: ({ actor, params }) => readTwin(deps, actor, params),
  })
  operation(app, deps, {
    ...one,
    id: 'deleteTwin',
    refusals: ['FORBIDDEN'],
    method: 'DELETE',
    summary: 'End a test of two versions',
    description: 'Both pins stay. The answer is the comparison as it was.',
    canRehearse: true,
    run: ({ actor, params }, beforeCommit) => endTwin(deps, actor, params, beforeCommit),
  })
}

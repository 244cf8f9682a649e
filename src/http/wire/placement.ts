/** "Why this time": `meta.placement` of a post that was put on the next open slot. */
import { z } from 'zod'
import type { Placed } from '../../core/posts/post.js'
import { MAX_PASSED_OVER, type Placement } from '../../core/slots/placement.js'
import type { Meta } from '../operation.js'
import { seconds, secondsSchema } from './time.js'

const passedOverSchema = z.object({
  sendAt: secondsSchema,
  timeslotId: z.string().meta({ description: 'The timeslot of the occurrence' }),
  reason: z.enum(['taken', 'spacing', 'blackout', 'day_full']).meta({
    description:
      'taken: another post has it; spacing: a post with the same url is too close; blackout: nothing goes out then; day_full: the day has as many posts as the guard’s limit',
  }),
  postId: z.string().optional().meta({ description: 'The post that has it or is too close' }),
})

export const placementSchema = z
  .object({
    passedOver: z
      .array(passedOverSchema)
      .meta({ description: `Occurrences that were skipped, earliest first; at most the first ${MAX_PASSED_OVER}` }),
    isMore: z.boolean().meta({ description: 'Whether more were skipped' }),
    spacingDays: z.int().optional().meta({ description: 'Days of the spacing rule that applied to the url, if there is one' }),
  })
  .meta({ id: 'Placement', description: 'Why this time; only with useNextOpenSlot' })

/** @param placed the post that was requested, the first one of a series */
export const placementMeta = <Result>(placed: (result: Result) => Placed | undefined): Meta<Result> => ({
  schema: z.object({ placement: placementSchema.optional() }),
  show: (result) => {
    const placement = placed(result)?.placement
    return placement ? { placement: placementToWire(placement) } : {}
  },
})

export const placementToWire = ({ passedOver, more, spacingDays }: Placement): z.output<typeof placementSchema> => ({
  passedOver: passedOver.map(({ at, timeslotId, reason, post }) => ({
    sendAt: seconds(at),
    timeslotId,
    reason,
    ...(post && { postId: post.postId }),
  })),
  isMore: more > 0,
  ...(spacingDays !== null && { spacingDays }),
})

/** "Why this time": `meta.placement` of what was put on the next open slot. */
import { z } from 'zod'
import type { Placed } from '../../core/posts/post.js'
import { MAX_PASSED_OVER, type Placement } from '../../core/slots/placement.js'
import type { Meta } from '../operation.js'
import { seconds, secondsSchema } from './time.js'

const passedOverSchema = z.object({
  sendAt: secondsSchema,
  timeslotId: z.string().meta({ description: 'Whose occurrence it is' }),
  reason: z.enum(['taken', 'spacing']).meta({
    description: 'taken: another post holds it; spacing: a post with the same url stands too near',
  }),
  postId: z.string().optional().meta({ description: 'The post that holds it, or that stands too near' }),
})

export const placementSchema = z
  .object({
    passedOver: z
      .array(passedOverSchema)
      .meta({ description: `Occurrences before the one that was given, the first ${MAX_PASSED_OVER} at most, earliest first` }),
    isMore: z.boolean().meta({ description: 'Whether further ones were passed over' }),
    spacingDays: z.int().optional().meta({ description: 'Of the spacing rule that held for the url, where there is one' }),
  })
  .meta({ id: 'Placement', description: 'Why this time; only with useNextOpenSlot' })

/** @param placed the post that was requested, of a series the first */
export const placementMeta = <Result>(placed: (result: Result) => Placed | undefined): Meta<Result> => ({
  schema: z.object({ placement: placementSchema.optional() }),
  show: (result) => {
    const placement = placed(result)?.placement
    return placement ? { placement: placementToWire(placement) } : {}
  },
})

export const placementToWire = ({ passedOver, isMore, spacingDays }: Placement): z.output<typeof placementSchema> => ({
  passedOver: passedOver.map(({ at, timeslotId, reason, post }) => ({
    sendAt: seconds(at),
    timeslotId,
    reason,
    ...(post && { postId: post.postId }),
  })),
  isMore,
  ...(spacingDays !== null && { spacingDays }),
})

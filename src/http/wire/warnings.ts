/** `meta.warnings`: things to know about the time of a written post, which refuse nothing. */
import { z } from 'zod'
import type { Placed } from '../../core/posts/post.js'
import { WARNING_CODES, type Warning } from '../../core/posts/state/warning.js'
import type { Meta } from '../operation.js'

export const warningSchema = z
  .object({
    code: z.enum(WARNING_CODES).meta({
      description:
        'same_minute: another post goes out in the same minute; same_link: a post with the same url is closer than its spacing rule allows; ' +
        'far_ahead: the time is more than a year from now; account_disconnected, account_paused, account_on_hold: nothing goes out until that changes; ' +
        'movement_lost: the image is animated, and the pin shows its first picture; ai_undeclared: the file says that AI made or changed it; ' +
        'blackout: the account’s guard closes that time; many_today: the day has as many posts as the guard’s limit; ' +
        'same_picture_month: the picture goes out too often in 30 days; same_link_close: a post with the same url is less than 3 days away; one_domain: most posts of the week lead to one website, not the profile’s. Values may be added',
    }),
    field: z.string().optional().meta({ description: 'The input it is about; absent: the account' }),
    message: z.string().meta({ description: 'A message for people' }),
    postId: z.string().optional().meta({ description: 'For same_minute, same_link and same_link_close: the nearest other post' }),
    forPostId: z.string().optional().meta({ description: 'In a series on several boards: the post this is about' }),
  })
  .meta({ id: 'Warning', description: 'Something to know about a time' })

export const warningToWire = ({ code, field, message, pin }: Warning): z.output<typeof warningSchema> => ({
  code,
  ...(field !== undefined && { field }),
  message,
  ...(pin && { postId: pin.postId }),
})

/** @param posts that were written, each of a series once; warnings about the account come with the first only */
export const warningsMeta = <Result>(posts: (result: Result) => readonly Placed[]): Meta<Result> => ({
  schema: z.object({
    warnings: z
      .array(warningSchema)
      .optional()
      .meta({ description: 'Things to know about the chosen or requested time; only if there are any' }),
  }),
  show: (result) => {
    const written = posts(result)
    const warnings = written.flatMap(({ id, warnings: said = [] }, index) =>
      said
        .filter(({ field }) => index === 0 || field !== undefined)
        .map((warning) => ({
          ...warningToWire(warning),
          ...(written.length > 1 && warning.field !== undefined && { forPostId: id }),
        })),
    )
    return warnings.length > 0 ? { warnings } : {}
  },
})

/** Merges two extensions of an answer's meta. */
export const bothMeta = <Result>(one: Meta<Result>, other: Meta<Result>): Meta<Result> => ({
  schema: one.schema.extend(other.schema.shape),
  show: async (result, sql) => ({ ...(await one.show(result, sql)), ...(await other.show(result, sql)) }),
})

/** `meta.warnings`: what is worth knowing about the time of what was written, which refuses nothing. */
import { z } from 'zod'
import type { Placed } from '../../core/posts/post.js'
import { WARNING_CODES, type Warning } from '../../core/posts/warnings/warning.js'
import type { Meta } from '../operation.js'

export const warningSchema = z
  .object({
    code: z.enum(WARNING_CODES).meta({
      description:
        'same_minute: another post goes out in the same minute; same_link: one with the same url stands nearer than its spacing rule asks for; ' +
        'far_ahead: the time is more than a year from now; account_disconnected, account_paused: nothing goes out as long as it is so. Others may follow',
    }),
    field: z.string().optional().meta({ description: 'The input that it is about; absent: the account' }),
    message: z.string().meta({ description: 'For people' }),
    postId: z.string().optional().meta({ description: 'Of same_minute and same_link: the nearest other post' }),
    forPostId: z.string().optional().meta({ description: 'Of a series over several boards: the post of it that this is about' }),
  })
  .meta({ id: 'Warning', description: 'What is worth knowing about a time' })

export const warningToWire = ({ code, field, message, pin }: Warning): z.output<typeof warningSchema> => ({
  code,
  ...(field !== undefined && { field }),
  message,
  ...(pin && { postId: pin.postId }),
})

/** @param posts that were written, of a series each once; of the account it is said with the first alone */
export const warningsMeta = <Result>(posts: (result: Result) => readonly Placed[]): Meta<Result> => ({
  schema: z.object({
    warnings: z
      .array(warningSchema)
      .optional()
      .meta({ description: 'What is worth knowing about the time that was taken or requested; only where there is something' }),
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

/** Both of them in one `meta`. */
export const bothMeta = <Result>(one: Meta<Result>, other: Meta<Result>): Meta<Result> => ({
  schema: one.schema.extend(other.schema.shape),
  show: async (result, sql) => ({ ...(await one.show(result, sql)), ...(await other.show(result, sql)) }),
})

/** The shape around every success. */
import { z } from 'zod'
import { CODE_NAMES, REASON_NAMES } from './document/refusals.js'

export type Envelope<Data> = { data: Data; meta: { requestId: string } }

/** @param more fields of `meta` that an operation adds */
export const envelope = <Data>(data: Data, requestId: string, more: object = {}): Envelope<Data> => ({
  data,
  meta: { ...more, requestId },
})

const meta = z
  .object({ requestId: z.string().meta({ description: 'Unique per request, also in the X-Request-Id header' }) })
  .meta({ id: 'Meta', description: 'About the answer itself' })

export const envelopeSchema = (data: z.ZodType, more?: z.ZodObject) =>
  z.object({ data, meta: more ? z.object({ ...meta.shape, ...more.shape }) : meta })

const reason = z
  .enum(REASON_NAMES)
  .optional()
  .meta({ description: 'What to do about it, where the code alone does not say. Values may be added' })

export const rowRefusalSchema = z
  .object({
    index: z.int().min(0).meta({ description: 'Position of the post in the request, from 0' }),
    code: z.enum(CODE_NAMES).meta({ description: 'The kind of error. Values may be added' }),
    reason,
    field: z.string().optional().meta({ description: 'The wrong input field, if there is one' }),
    message: z.string().meta({ description: 'A message for people that says how to fix it, if possible' }),
  })
  .meta({ id: 'RowError', description: 'Why one post of a batch was refused' })

const refusalSchema = z
  .object({
    code: z.enum(CODE_NAMES).meta({ description: 'The kind of error. Values may be added' }),
    message: z.string().meta({
      description: 'A message for people that says how to fix it, if possible',
      examples: ['sendAt must be in the future.'],
    }),
    reason,
    field: z.string().optional().meta({ description: 'The wrong input field, if there is one' }),
    rows: z
      .array(rowRefusalSchema)
      .optional()
      .meta({ description: 'Only when a whole batch is refused: the posts that are wrong, in order' }),
    resolve_url: z.string().optional().meta({ format: 'uri', description: 'Where a PAYMENT_REQUIRED denial can be resolved' }),
  })
  .meta({ id: 'Error', description: 'Why a request was refused' })

export const errorSchema = z.object({ error: refusalSchema, meta })

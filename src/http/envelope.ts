/** The shape around every success. */
import { z } from 'zod'

export type Envelope<Data> = { data: Data; meta: { requestId: string } }

/** @param more what an operation says of its answer beside its data */
export const envelope = <Data>(data: Data, requestId: string, more: object = {}): Envelope<Data> => ({
  data,
  meta: { ...more, requestId },
})

const meta = z.object({ requestId: z.string().meta({ description: 'Unique per request, also in the X-Request-Id header' }) })

export const envelopeSchema = (data: z.ZodType, more: z.ZodObject = z.object({})) =>
  z.object({ data, meta: meta.extend(more.shape) })

export const errorSchema = z
  .object({
    error: z.object({
      code: z.string().meta({ examples: ['BAD_REQUEST'] }),
      message: z.string().meta({ examples: ['sendAt must be in the future.'] }),
      reason: z.string().optional(),
      field: z.string().optional().meta({ description: 'The input field at fault, where there is one' }),
      resolve_url: z.string().optional().meta({ description: 'Where a PAYMENT_REQUIRED denial can be resolved' }),
    }),
    meta,
  })
  .meta({ id: 'Error' })

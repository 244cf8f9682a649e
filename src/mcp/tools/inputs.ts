/** Inputs that tools share, by the names of /v1, so that a refusal names the field that was sent. */
import { z } from 'zod'
import { text } from '../../http/schemas.js'

export const accountId = text().optional().meta({ description: 'From who_am_i; optional if the key can see only one account' })
export const postId = text().meta({ description: 'The pin, as find_pins and create_pin name it' })
export const dryRun = z
  .boolean()
  .optional()
  .meta({ description: 'true: report what would happen (time, slot, why, price, warnings) and change nothing' })
export const confirm = text()
  .max(100)
  .optional()
  .meta({ description: 'Leave it out first: the answer shows what would happen and has the code to confirm it with' })
export const idempotencyKey = text().min(1).max(255).optional().meta({
  description: 'Your own id for this request: if it is sent again within 24 hours with the same inputs, it is done only once',
})
export const cursor = text().max(500).optional().meta({ description: 'nextCursor of the previous answer' })
export const limit = (most: number, usual: number) =>
  z
    .int()
    .min(1)
    .max(most)
    .optional()
    .meta({ description: `Default ${usual}` })

/** Without what was left out. */
export const given = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** As a query has it: text. */
export const asQuery = (fields: Record<string, string | number | boolean | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))

/**
 * Inputs that tools share, by the names of /v1, so that a refusal names the field that was sent. What they mean is in the instructions of the
 * server, once: every turn of an agent pays for each word of its tools.
 */
import { z } from 'zod'
import { text } from '../../http/schemas.js'

export const accountId = text().optional()
export const postId = text()
export const dryRun = z.boolean().optional().meta({ description: 'true: only report what would happen' })
export const confirm = text().max(100).optional().meta({ description: 'The code of the first answer' })
/** In the description of each tool that has it. */
export const CONFIRM = 'The first call returns a code; a second call with it as confirm does it.'
export const idempotencyKey = text().min(1).max(255).optional()
export const cursor = text().max(500).optional().meta({ description: 'nextCursor' })
export const limit = (most: number, usual: number) =>
  z
    .int()
    .min(1)
    .max(most)
    .optional()
    .meta({ description: `Default ${usual}` })

/** A field of an operation with fewer words than its own description, or with none. */
export const brief = <S extends z.ZodType>(field: S, description?: string): S => field.meta({ description })

/** Without what was left out. */
export const given = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** As a query has it: text. */
export const asQuery = (fields: Record<string, string | number | boolean | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))

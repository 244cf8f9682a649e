/**
 * Inputs that tools share, with the names of /v1, so that a refusal names the field that was sent. The server's instructions
 * explain them once, because an agent pays for every word of its tools in each request.
 */
import { z } from 'zod'
import { text } from '../../http/schemas.js'

export const accountId = text().optional()
export const postId = text()
export const dryRun = z.boolean().optional().meta({ description: 'true: only report what would happen' })
export const confirm = text().max(100).optional().meta({ description: 'The code of the first answer' })
/** Part of the description of each tool with confirmation. */
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

/** Shortens or removes the description of an operation's field. */
export const brief = <S extends z.ZodType>(field: S, description?: string): S => field.meta({ description })

/** Removes fields that were left out. */
export const given = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** Converts fields to the text of a query. */
export const asQuery = (fields: Record<string, string | number | boolean | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])))

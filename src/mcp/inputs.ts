/**
 * Inputs that tools share, with the names of /v1, so that a refusal names the field that was sent. The server's instructions
 * explain them once, because an agent pays for every word of its tools in each request.
 */
import { z } from 'zod'
import { text } from '../http/schemas.js'

export const accountId = text().optional()
export const postId = text()
export const dryRun = z.boolean().optional()
export const confirm = text().max(100).optional().meta({ description: 'The code of the first answer' })
/** Part of the description of each tool with confirmation. */
export const CONFIRM = 'The first call returns a code: repeat with it as confirm.'
export const idempotencyKey = text().min(1).max(255).optional()
export const cursor = text().max(500).optional().meta({ description: 'nextCursor' })
export const limit = (most: number, usual: number) =>
  z
    .int()
    .min(1)
    .max(most)
    .optional()
    .meta({ description: `Default ${usual}` })

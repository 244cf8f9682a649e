/** Zod schemas as the JSON Schema that clients of tools understand: in one piece, without references. */
import { z } from 'zod'

export type Json = { [key: string]: unknown }

/** @param io `input`: what is sent; `output`: what comes back, open for further fields */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json & { type: 'object' } {
  const { $defs = {}, $schema: _, ...root } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json & { $defs?: Json }
  return { ...(inlined(root, $defs, io) as Json), type: 'object' }
}

const REF = '#/$defs/'

function inlined(value: unknown, definitions: Json, io: 'input' | 'output'): unknown {
  if (Array.isArray(value)) return value.map((one) => inlined(one, definitions, io))
  if (typeof value !== 'object' || value === null) return value
  const { $ref, id: _, ...rest } = value as Json
  if (typeof $ref === 'string' && $ref.startsWith(REF))
    return { ...(inlined(definitions[$ref.slice(REF.length)], definitions, io) as Json), ...rest }
  return Object.fromEntries(
    Object.entries(value as Json)
      .filter(([key, one]) => !isOfNoUse(key, one, io))
      .map(([key, one]) => [key, inlined(one, definitions, io)]),
  )
}

/** What every integer carries, names of schemas, and that an answer holds no other field: a client would break with the next one. */
const isOfNoUse = (key: string, value: unknown, io: 'input' | 'output'): boolean =>
  (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
  (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) ||
  (key === 'id' && typeof value === 'string') ||
  (io === 'output' && key === 'additionalProperties' && value === false)

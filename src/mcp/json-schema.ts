/** Converts zod schemas to JSON Schema for clients of tools: self-contained, without references. */
import { z } from 'zod'
import { MOST_ID } from '../http/schemas.js'

export type Json = { [key: string]: unknown }

/** Describes the input side of a schema. */
export function toJsonSchema(schema: z.ZodType): Json & { type: 'object' } {
  const {
    $defs = {},
    $schema: _,
    ...root
  } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json & {
    $defs?: Json
  }
  return { ...(inlined(root, $defs) as Json), type: 'object' }
}

const REF = '#/$defs/'

function inlined(value: unknown, definitions: Json): unknown {
  if (Array.isArray(value)) return value.map((one) => inlined(one, definitions))
  if (typeof value !== 'object' || value === null) return value
  const { $ref, id: _, ...rest } = value as Json
  if (typeof $ref === 'string' && $ref.startsWith(REF))
    return { ...(inlined(definitions[$ref.slice(REF.length)], definitions) as Json), ...rest }
  return Object.fromEntries(
    Object.entries(value as Json)
      .filter(([key, one]) => !isOfNoUse(key, one))
      .map(([key, one]) => [key, inlined(one, definitions)]),
  )
}

/** True for bounds that every integer, text and id has, and for names of schemas and examples: their descriptions suffice. */
const isOfNoUse = (key: string, value: unknown): boolean =>
  (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
  (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) ||
  (key === 'minLength' && value === 1) ||
  (key === 'maxLength' && value === MOST_ID) ||
  (key === 'id' && typeof value === 'string') ||
  (key === 'examples' && Array.isArray(value))

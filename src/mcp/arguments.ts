/**
 * Normalizes the arguments of a tool by its published input schema, before the operation's own schema checks them. Models often
 * send the right value in the wrong form, so unambiguous values are converted; bodies of /v1 are not.
 * @see docs/decisions.md#121-what-a-model-sends
 */
import { badRequest, DomainError } from '../core/lib/errors.js'
import { distance } from '../core/lib/prose/nearest.js'
import { requireBounded } from '../http/bodies.js'
import type { Json } from './json-schema.js'

type Fields = Record<string, unknown>

/** @throws BAD_REQUEST for a number that has lost digits, or JSON in a text that is nested too deep */
export function readArguments(schema: Json, given: Fields): Fields {
  return readObject(schema, given, '')
}

function read(schema: Json, value: unknown, path: string): unknown {
  const branches = branchesOf(schema)
  if (branches.length > 1) return readOneOf(branches, value, path)
  const only = branches[0] ?? schema
  switch (only['type'] ?? typeof membersOf(only)[0]) {
    case 'object':
      return readObject(only, isText(value, '{') ? parsed(value) : value, path)
    case 'array':
      return readList(only, isText(value, '[') ? parsed(value) : value, path)
    case 'string':
      return readText(only, value, path)
    case 'integer':
    case 'number':
      return typeof value === 'string' && /^\s*-?\d{1,15}(\.\d{1,9})?\s*$/.test(value) ? Number(value) : value
    case 'boolean':
      return typeof value === 'string' ? (BOOLEANS.get(value.trim().toLowerCase()) ?? value) : value
    default:
      return value
  }
}

/** Uses the first branch that accepts the converted value. */
function readOneOf(branches: Json[], value: unknown, path: string): unknown {
  for (const branch of branches) {
    const as = read(branch, value, path)
    if (isOf(branch, as)) return as
  }
  return value
}

/** Removes null where it is not allowed, and false where only true is: both mean that the field is left out. */
function readObject<T>(schema: Json, value: T, path: string): T | Fields {
  if (!isFields(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      const own = fieldOf(schema, name)
      if (own === undefined) return [[name, one]]
      const as = read(own, one, path === '' ? name : `${path}.${name}`)
      const isAbsent = (as === null && !takesNull(own)) || (as === false && own['const'] === true)
      return isAbsent ? [] : [[name, as]]
    }),
  )
}

/** Treats a single value as a list of one. */
function readList(schema: Json, value: unknown, path: string): unknown {
  if (value === null || value === undefined) return value
  const items = (schema['items'] ?? {}) as Json // by JSON Schema
  return (Array.isArray(value) ? value : [value]).map((one, index) => read(items, one, `${path}[${index}]`))
}

function readText(schema: Json, value: unknown, path: string): unknown {
  if (typeof value === 'number' && Number.isInteger(value)) {
    if (Number.isSafeInteger(value)) return String(value)
    throw badRequest(path, `${path} must be in quotes: a number this long loses its last digits.`)
  }
  const text = typeof value === 'boolean' ? String(value) : value
  if (typeof text !== 'string') return value
  const members = membersOf(schema)
  if (members.length > 0) return members.find((one) => one === text) ?? theOne(members, text) ?? value
  return typeof value === 'string' && schema['format'] === 'date-time' ? readTime(value) : value
}

/** The only member that differs from the text just in capitals. */
function theOne(members: readonly unknown[], text: string): unknown {
  const alike = members.filter((one) => String(one).toLowerCase() === text.trim().toLowerCase())
  return alike.length === 1 ? alike[0] : undefined
}

const TIME = /^(\d{4}-\d\d-\d\d)(?:T|\s+)(\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/i

/** Writes a date and time with spaces, a "UTC" or a short offset as ISO 8601. A missing offset stays missing. */
function readTime(text: string): string {
  const [, day, time, zone = ''] = TIME.exec(text.trim()) ?? []
  if (day === undefined || time === undefined) return text
  const [, sign, hours, minutes = '00'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? []
  const offset = hours === undefined ? (zone === '' ? '' : 'Z') : `${sign}${hours}:${minutes}`
  return `${day}T${time}${offset}`
}

const BOOLEANS = new Map([
  ['true', true],
  ['false', false],
])

/**
 * Parses structures that were sent as JSON in a text.
 * @throws BAD_REQUEST body if it is nested too deep
 */
function parsed(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return text
  }
  requireBounded(value)
  return value
}

const isText = (value: unknown, begins: string): value is string =>
  typeof value === 'string' && value.trimStart().startsWith(begins)
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

const branchesOf = (schema: Json): Json[] => {
  if (Array.isArray(schema['anyOf'])) return schema['anyOf'] as Json[]
  return Array.isArray(schema['type']) ? schema['type'].map((type: unknown) => ({ ...schema, type })) : [schema]
}

const membersOf = (schema: Json): readonly unknown[] =>
  'const' in schema ? [schema['const']] : Array.isArray(schema['enum']) ? schema['enum'] : []

const takesNull = (schema: Json): boolean => branchesOf(schema).some((branch) => isOf(branch, null))

function isOf(schema: Json, value: unknown): boolean {
  const members = membersOf(schema)
  if (members.length > 0) return members.includes(value)
  switch (schema['type']) {
    case undefined:
      return true
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isFields(value)
    case 'integer':
      return Number.isInteger(value)
    default:
      return typeof value === schema['type']
  }
}

function fieldOf(schema: Json, name: string): Json | undefined {
  const fields = fieldsOf(schema)
  if (Object.hasOwn(fields, name)) return fields[name]
  const others = schema['additionalProperties']
  return isFields(others) ? others : undefined
}

const fieldsOf = (schema: Json): Record<string, Json> => (schema['properties'] ?? {}) as Record<string, Json>

/** The parts of an operation's tool input. */
const PARTS = ['path', 'query', 'body']

/** Adds to the refusal of an unknown field where it belongs, or the known fields, nearest first. */
export function withKnownFields(error: unknown, schema: Json, given: Fields): unknown {
  if (!(error instanceof DomainError) || !error.details.isUnknownField) return error
  const { field = '' } = error.details
  return new DomainError(error.code, `Unknown field: ${field}. ${remedyOf(field, schema, given)}`, error.details)
}

function remedyOf(field: string, schema: Json, given: Fields): string {
  const steps = field.split(/\.|(?=\[)/)
  const [first = '', name = first] = [steps[0], steps.at(-1)]
  const isOfPart = PARTS.includes(first)
  const home = PARTS.find((part) => part !== first && Object.hasOwn(fieldsOf(fieldsOf(schema)[part] ?? {}), name))
  if (home !== undefined && steps.length === (isOfPart ? 2 : 1)) return `It belongs in ${home}: {"${home}": {"${name}": …}}.`
  // an operation names a field of its body without that part
  const { body } = fieldsOf(schema)
  const known = Object.keys(fieldsOf(holderOf(steps, body === undefined || Object.hasOwn(given, first) ? schema : body)))
  if (known.length === 0) return 'Leave it out: there are no fields here.'
  return `Leave it out, or use one of: ${byNearness(name, known).join(', ')}.`
}

/** The schema of the field's parent. */
const holderOf = (steps: string[], root: Json): Json =>
  steps.slice(0, -1).reduce<Json>((at, step) => {
    const next = step.startsWith('[') ? (at['items'] as Json | undefined) : fieldOf(at, step)
    return (next && branchesOf(next).find((branch) => 'properties' in branch || 'items' in branch)) ?? {}
  }, root)

function byNearness(name: string, known: string[]): string[] {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const wanted = plain(name.slice(0, 100))
  const far = new Map(known.map((one) => [one, distance(wanted, plain(one)) / Math.max(wanted.length, one.length)]))
  return known.toSorted((one, other) => (far.get(one) ?? 1) - (far.get(other) ?? 1))
}

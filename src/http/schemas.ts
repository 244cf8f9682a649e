/** Input schemas that the routes share, and validation errors, which always name the field. */
import type { FastifySchemaCompiler } from 'fastify'
import { z } from 'zod'
import { BOARD_ID } from '../core/boards/board.js'
import { badRequest, DomainError } from '../core/lib/errors.js'

/** Postgres text holds no NUL, and half a surrogate pair would be stored as another character. */
export const text = () =>
  z
    .string()
    .refine((value) => !value.includes('\0'), 'must not contain a NUL character')
    .refine((value) => value.isWellFormed(), 'must be well-formed Unicode: it has half of a surrogate pair')

/** Longer than any id, ours or Pinterest's; a longer one is not found. */
export const MOST_ID = 64
/** An id whose bound is only documented: the core decides what an id of another form means, and a path with one is not found. */
export const anId = () => text().meta({ maxLength: MOST_ID })
export const pathId = (description: string) => z.string().meta({ description, maxLength: MOST_ID })
/** No IANA name is longer. */
export const MOST_ZONE = 64
/** A cursor from a previous page of a list. */
export const cursor = () => text().meta({ maxLength: 1024 })

const dateTime = z.iso.datetime({ offset: true })
/** Far beyond anything scheduled, well within the range of the database. */
const EARLIEST = Date.UTC(1970, 0, 1)
const LATEST = Date.UTC(3000, 0, 1)
/** An ISO 8601 date-time with Z or an offset, floored to the second. @see docs/contract.md#times */
export const instant = () => instantOf((value) => value)

/** An instant in a query, where an unencoded `+` is a space. */
export const queryInstant = () => instantOf((value) => value.replace(/ (?=\d\d:\d\d$)/, '+'))

/** The longest time: it fits an offset and more fractional digits than any clock has. */
const MOST_TIME = 64

const instantOf = (read: (value: string) => string) =>
  z
    .string()
    .meta({ format: 'date-time', maxLength: MOST_TIME, examples: ['2026-03-02T15:00:00Z'] })
    .transform((value, context): Date => {
      const upper = read(value)
        .toUpperCase()
        .replace(/(T\d\d:\d\d)(?=Z$|[+-])/, '$1:00') // seconds may be left out
      const at = value.length <= MOST_TIME && dateTime.safeParse(upper).success ? Date.parse(upper) : Number.NaN
      if (at >= EARLIEST && at < LATEST) return new Date(Math.floor(at / 1000) * 1000)
      context.addIssue(
        Number.isNaN(at)
          ? 'must be an ISO 8601 date-time with Z or an offset, for example 2026-03-02T15:00:00Z'
          : 'must be a time between 1970 and 2999',
      )
      return z.NEVER
    })

/** Refuses names and URLs; the core drops the prefix "b_" of our CSV export. */
export const boardId = () =>
  z
    .string()
    .regex(BOARD_ID, 'must be a numeric board id from the board listing; board names and URLs are not accepted')
    .meta({ maxLength: MOST_ID })

/** A whole number in a query, where everything is text; documented as a number. */
export const queryInteger = ({ least, most, description }: { least: number; most: number; description: string }) =>
  z
    .string()
    .refine((value) => /^-?\d{1,9}$/.test(value), 'must be a whole number')
    .meta({ type: 'integer', minimum: least, maximum: most, description })
    .transform(Number)
    .pipe(z.int().min(least).max(most))

/** A boolean in a query. */
export const queryBoolean = (description: string) =>
  z
    .enum(['true', 'false'])
    .meta({ description })
    .transform((value) => value === 'true')

export const accountParams = z.object({ accountId: pathId('From listAccounts') })
export const boardParams = accountParams.extend({ boardId: boardId().meta({ description: 'Board id from the board listing' }) })
export const postParams = accountParams.extend({ postId: pathId('Id of the post') })
export const seriesParams = accountParams.extend({
  intervalGroupId: pathId('The intervalGroupId of its posts'),
})
export const timeslotParams = accountParams.extend({
  timeslotId: pathId('Id from the list of timeslots'),
})

/** Turns a route's zod schemas into Fastify validators that fail with BAD_REQUEST. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  (data: unknown) => {
    // Fastify passes null when there is no body, which then stays undefined; operation() refuses a null that was sent
    if (httpPart === 'body' && data === null && schema instanceof z.ZodOptional) return {}
    const parsed = schema.safeParse(data, { reportInput: true })
    return parsed.success ? { value: parsed.data } : { error: toBadRequest(parsed.error, httpPart) }
  }

/**
 * Parses a part of a call as the validator of a route does.
 * @throws BAD_REQUEST naming the field
 */
export function parsePart(schema: z.ZodType | undefined, data: unknown, part: 'params' | 'querystring' | 'body'): unknown {
  if (!schema) return data
  const parsed = schema.safeParse(data, { reportInput: true })
  if (!parsed.success) throw toBadRequest(parsed.error, part)
  return parsed.data
}

function toBadRequest({ issues }: z.ZodError, httpPart: string | undefined): DomainError {
  // an unknown field is usually a misspelling of one that is missing
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]
  if (!issue) return badRequest('body', 'The request is invalid.')
  const path = pathOf(issue.path)
  if (issue.code === 'unrecognized_keys') {
    const field = pathOf([...issue.path, issue.keys[0] ?? ''])
    return new DomainError('BAD_REQUEST', `Unknown field: ${field}.`, { field, isUnknownField: true })
  }
  if (path === '') return badRequest('body', issue.code === 'custom' ? issue.message : 'The body must be a JSON object.')
  const isOfForm = issue.code === 'invalid_type' || issue.code === 'invalid_value'
  const isRepeated = httpPart === 'querystring' && isOfForm && Array.isArray(issue.input)
  return badRequest(path, isRepeated ? `${path} must be given once.` : sentence(path, issue))
}

function sentence(field: string, issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? `${field} is required.` : `${field} must be ${a(issue.expected)}.`
    case 'invalid_value':
      return `${field} must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}.`
    case 'too_small':
      return `${field} must be at least ${String(issue.minimum)}${unit(issue.origin, issue.minimum)}.`
    case 'too_big':
      return `${field} must be at most ${String(issue.maximum)}${unit(issue.origin, issue.maximum)}.`
    case 'invalid_union':
      return ofUnion(field, issue.errors)
    default:
      return `${placed(field, issue.message).replace(/\.$/, '')}.`
  }
}

/** Says what is wrong within the one form that the value has, else which forms there are. */
function ofUnion(field: string, forms: readonly (readonly z.core.$ZodIssue[])[]): string {
  const within = forms.flatMap(([issue]) => (issue && issue.path.length > 0 ? [issue] : []))
  if (within[0] && within.length === 1) return sentence(`${field}.${pathOf(within[0].path)}`, within[0])
  const names = forms.flatMap(([issue]) =>
    issue?.code === 'invalid_value' ? issue.values.map(String) : issue?.code === 'invalid_type' ? [a(issue.expected)] : [],
  )
  return `${field} must be ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names)}.`
}

const a = (type: string) =>
  type === 'int' ? 'an integer' : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type === 'number' ? 'number' : type}`

function unit(origin: string, count: number | bigint): string {
  if (origin === 'string') return Number(count) === 1 ? ' character long' : ' characters long'
  if (origin === 'array') return Number(count) === 1 ? ' entry long' : ' entries long'
  return ''
}

/** Replaces the field's own name at the beginning of a message by its whole path, or puts the path in front. */
function placed(path: string, message: string): string {
  const own = path.slice(path.lastIndexOf('.') + 1)
  return message.startsWith(own) ? path + message.slice(own.length) : message.includes(path) ? message : `${path} ${message}`
}

function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '')
}

/** Whether an answer of /v1 is what the description says: its status, its fields and no others, its code and reason. */
import { createRequire } from 'node:module'
import addFormats from 'ajv-formats'

type Schema = { [key: string]: unknown }
type Answer = { $ref?: string; headers?: object; content?: { 'application/json'?: { schema: Schema }; 'text/csv'?: object } }
export type ApiDocument = {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, Answer> }>>
  webhooks: Record<string, { post: { requestBody: { content: { 'application/json': { schema: Schema } } } } }>
  components: { schemas: Record<string, Schema>; responses: Record<string, Answer> }
}
/** `location`: of its headers. */
export type Seen = { method: string; url: string; status: number; body: object; location?: string | undefined }

type Ajv = Parameters<typeof addFormats.default>[0]
/** That of its formats: another one would not take them. */
const beside = createRequire(createRequire(import.meta.url).resolve('ajv-formats'))
const { Ajv2020 } = beside('ajv/dist/2020.js') as { Ajv2020: new (options: object) => Ajv }

/** What a webhook sends. */
export type SentEvent = { type: string; [field: string]: unknown }

/** @returns what is wrong with an answer, in words; undefined: nothing */
export type CheckAnswer = (seen: Seen) => string | undefined

/** Each shape is compiled once, when it is met first. @param document as a client reads it */
export function makeAnswerCheck(document: ApiDocument): CheckAnswer {
  const ajv = anAjv(document)
  const find = makeFinder(document)
  const compiled = new Map<object, ReturnType<Ajv['compile']>>()
  const checkOf = (schema: Schema, isSuccess: boolean) => {
    const known = compiled.get(schema)
    if (known) return known
    const made = ajv.compile(here(isSuccess ? closed(schema, document) : schema) as Schema)
    compiled.set(schema, made)
    return made
  }

  return ({ method, url, status, body, location }) => {
    const operation = find(method === 'HEAD' ? 'GET' : method, url.split('?', 1)[0] ?? '')
    if (!operation || method === 'HEAD') return undefined
    const name = `${operation.operationId} ${status}`
    const answer = operation.responses[status]
    const described = answer?.$ref === undefined ? answer : document.components.responses[answer.$ref.split('/').at(-1) ?? '']
    if (location !== undefined && !('Location' in (described?.headers ?? {}))) return `${name} is described without its Location`
    if (described?.content?.['text/csv']) return undefined // it has no fields
    const schema = described?.content?.['application/json']?.schema
    if (!schema) return `${name} is not described: ${JSON.stringify(body)}`
    const check = checkOf(schema, status < 400)
    if (!check(body)) return `${name} is not as it is described: ${ajv.errorsText(check.errors)} in ${JSON.stringify(body)}`
    return status < 400 ? undefined : unknownReason(name, schema, body)
  }
}

/** Checks what a webhook sends against the description: its fields and no others. @returns what is wrong, in words; undefined: nothing */
export function makeEventCheck(document: ApiDocument): (event: SentEvent) => string | undefined {
  const ajv = anAjv(document)
  return (event) => {
    const { type } = event
    const schema = document.webhooks[type]?.post.requestBody.content['application/json'].schema
    if (!schema) return `${type} is not described`
    const check = ajv.compile(here(closed(schema, document)) as Schema)
    return check(event) === true ? undefined : `${type} is not as it is described: ${ajv.errorsText(check.errors)}`
  }
}

function anAjv({ components }: ApiDocument): Ajv {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'document', components: { schemas: components.schemas } })
  return ajv
}

/** A reason that the shape of errors knows, and this answer does not name. */
function unknownReason(name: string, schema: Schema, body: object): string | undefined {
  const { reason } = (body as { error: { reason?: string } }).error // it has the shape of errors by now
  if (reason === undefined || JSON.stringify(schema).includes(`"${reason}"`)) return undefined
  return `${name} is described without the reason ${reason}`
}

function makeFinder({ paths }: ApiDocument) {
  const routes = Object.entries(paths)
    .map(([path, methods]) => ({ path, methods, of: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
    .sort((one, other) => one.path.split('{').length - other.path.split('{').length) // what is literal goes first
  return (method: string, path: string) => routes.find(({ of }) => of.test(path))?.methods[method.toLowerCase()]
}

/** The same with no field beside those described: what is answered is described. */
function closed(schema: unknown, document: ApiDocument): unknown {
  if (Array.isArray(schema)) return schema.map((one) => closed(one, document))
  if (typeof schema !== 'object' || schema === null) return schema
  const { $ref, ...rest } = schema as Schema
  if (typeof $ref === 'string') {
    const target = document.components.schemas[$ref.split('/').at(-1) ?? '']
    return { ...(closed(target, document) as object), ...(closed(rest, document) as object) }
  }
  const copy = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, closed(value, document)]))
  return 'properties' in copy && !('additionalProperties' in copy) ? { ...copy, additionalProperties: false } : copy
}

/** References lead into the document that Ajv has. */
const here = (schema: unknown): unknown =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')) as unknown

/**
 * The description as clients need it, from what the schemas' library makes of the routes: answers stay open for further fields,
 * headers are named, and nothing stands in it that nothing refers to.
 */
import type { OpenAPIV3_1 } from 'openapi-types'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json | undefined }
type JsonObject = { [key: string]: Json | undefined }

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Marks an operation whose body may be left out: the schema of a body alone does not say so. */
export const OPTIONAL_BODY = 'x-optional-body'

export function toClientDocument(document: object): OpenAPIV3_1.Document {
  const copy = structuredClone(document) as JsonObject & { paths: JsonObject; components: JsonObject }
  for (const path of Object.values(copy.paths)) {
    for (const [method, operation] of Object.entries(isObject(path) ? path : {})) {
      if (isObject(operation)) describeOperation(operation, method === 'post')
    }
  }
  const schemas = isObject(copy.components['schemas']) ? copy.components['schemas'] : {}
  const used = referredTo(copy.paths, schemas)
  copy.components['schemas'] = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)))
  openUp(copy.components['schemas'])
  copy.components['headers'] = HEADERS
  copy.components['parameters'] = { IdempotencyKey: IDEMPOTENCY_KEY, RequestSource: REQUEST_SOURCE }
  withoutBounds(copy)
  return copy as unknown as OpenAPIV3_1.Document
}

function describeOperation(operation: JsonObject, isPost: boolean): void {
  const { requestBody, responses, parameters } = operation
  if (isObject(requestBody) && operation[OPTIONAL_BODY] === true) requestBody['required'] = false
  delete operation[OPTIONAL_BODY]
  if (operation['security'] === undefined) return // none of /v1
  const shared = [...(isPost ? ['IdempotencyKey'] : []), 'RequestSource']
  const refs = shared.map((name) => ({ $ref: `#/components/parameters/${name}` }))
  operation['parameters'] = [...(Array.isArray(parameters) ? parameters : []), ...refs]
  for (const [status, response] of Object.entries(isObject(responses) ? responses : {})) {
    if (!isObject(response)) continue
    openUp(response)
    const names = [...ALWAYS, ...(status === 'default' ? ['Retry-After'] : isPost ? ['Idempotent-Replayed'] : [])]
    if (status === '202') names.push('Location')
    response['headers'] = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
  }
}

const ALWAYS = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']

const header = (type: 'integer' | 'string', description: string, format?: string): JsonObject => ({
  description,
  schema: { type, ...(format && { format }) },
})
const HEADERS: JsonObject = {
  'X-Request-Id': header('string', 'Of this request, as meta.requestId: it finds the request in our log'),
  'X-RateLimit-Limit': header('integer', 'Requests of the key on a UTC day; absent without a good key'),
  'X-RateLimit-Remaining': header('integer', 'Of these, what is left'),
  'X-RateLimit-Reset': header('integer', 'When the day ends, in Unix seconds'),
  'Retry-After': header('integer', 'With 429 and 503: seconds to wait'),
  'Idempotent-Replayed': header('string', 'true: the answer of an earlier request with this Idempotency-Key'),
  Location: header('string', 'Where the approval request is read', 'uri-reference'),
}
const IDEMPOTENCY_KEY: JsonObject = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Within 24 hours the same request with the same key has one effect, and the same answer',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}
const REQUEST_SOURCE: JsonObject = {
  name: 'X-Request-Source',
  in: 'header',
  required: false,
  description: 'mcp: resolve_url of a denial leads to the plans instead of a purchase page',
  schema: { type: 'string' },
}

/** A client that takes only the fields of today would break with the next one. */
function openUp(value: Json | undefined): void {
  if (Array.isArray(value)) for (const one of value) openUp(one)
  if (!isObject(value)) return
  if (value['additionalProperties'] === false) delete value['additionalProperties']
  for (const one of Object.values(value)) openUp(one)
}

/** What every integer carries says nothing. */
function withoutBounds(value: Json | undefined): void {
  if (Array.isArray(value)) for (const one of value) withoutBounds(one)
  if (!isObject(value)) return
  if (value['minimum'] === Number.MIN_SAFE_INTEGER) delete value['minimum']
  if (value['maximum'] === Number.MAX_SAFE_INTEGER) delete value['maximum']
  for (const one of Object.values(value)) withoutBounds(one)
}

const REF = '#/components/schemas/'

/** Names of the schemas that the paths lead to, by others too. */
function referredTo(paths: Json, schemas: JsonObject): Set<string> {
  const found = new Set<string>()
  const look = (value: Json | undefined): void => {
    if (Array.isArray(value)) for (const one of value) look(one)
    if (!isObject(value)) return
    const ref = value['$ref']
    if (typeof ref === 'string' && ref.startsWith(REF) && !found.has(ref.slice(REF.length))) {
      found.add(ref.slice(REF.length))
      look(schemas[ref.slice(REF.length)])
    }
    for (const one of Object.values(value)) look(one)
  }
  look(paths)
  return found
}

/**
 * Turns the generated description into one for clients: answers stay open for further fields, headers and refusals are named, and
 * unused schemas are dropped.
 */
import type { OpenAPIV3_1 } from 'openapi-types'
import { EXAMPLE_REQUEST_ID, type RecordedExample } from './examples.js'
import { type Refusal, byStatus, explained, isReason, REFUSALS as ALL_REFUSALS } from './refusals.js'
import { describeWebhooks } from './webhooks.js'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json | undefined }
type JsonObject = { [key: string]: Json | undefined }

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Marks an operation with an optional body, which a body's schema alone does not express. */
export const OPTIONAL_BODY = 'x-optional-body'
/** The operation's refusals in its schema. */
export const REFUSALS = 'x-refusals'
/** The statuses of the answers that have a Location. */
export const LOCATED = 'x-located'
/** The media type of a success that is not JSON. */
export const ANSWER_TYPE = 'x-answer-type'

/**
 * @param publicUrl of the service, for addresses in examples
 * @param recorded requests and answers of a real run
 */
export function toClientDocument(
  document: object,
  publicUrl: string,
  recorded: readonly RecordedExample[],
): OpenAPIV3_1.Document {
  const copy = structuredClone(document) as JsonObject & { paths: JsonObject; webhooks: JsonObject; components: JsonObject }
  copy.webhooks = describeWebhooks()
  copy.paths = Object.fromEntries(Object.entries(copy.paths).filter(([path]) => path.startsWith('/v1/')))
  const shared: JsonObject = {}
  for (const path of Object.values(copy.paths)) {
    for (const [method, operation] of Object.entries(isObject(path) ? path : {})) {
      if (!isObject(operation)) continue
      showExamples(
        operation,
        recorded.filter(({ operationId }) => operationId === operation['operationId']),
      )
      describeOperation(operation, method === 'post', shared)
    }
  }
  const schemas = isObject(copy.components['schemas']) ? copy.components['schemas'] : {}
  const used = referredTo([copy.paths, copy.webhooks, shared], schemas)
  copy.components['schemas'] = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)))
  openUp(copy.components['schemas'])
  const examples = errorExamples(publicUrl)
  const named = JSON.stringify([copy.paths, shared])
  Object.assign(copy.components, {
    headers: Object.fromEntries(Object.entries(HEADERS).filter(([name]) => named.includes(`"#/components/headers/${name}"`))),
    parameters: PARAMETERS,
    responses: shared,
    examples: Object.fromEntries(Object.entries(examples).filter(([name]) => named.includes(`"#/components/examples/${name}"`))),
  })
  withoutBounds(copy)
  return copy as unknown as OpenAPIV3_1.Document
}

/** Adds an example of each way to succeed: parameters, body and answer. */
function showExamples(operation: JsonObject, recorded: readonly RecordedExample[]): void {
  const { parameters, requestBody, responses } = operation
  const [first] = recorded
  for (const parameter of Array.isArray(parameters) ? parameters : []) {
    if (!isObject(parameter)) continue
    const { name, schema } = parameter
    const text = typeof name === 'string' ? { ...first?.path, ...first?.query }[name] : undefined
    const isNumber = isObject(schema) && schema['type'] === 'integer'
    if (text !== undefined) parameter['example'] = isNumber ? Number(text) : text
  }
  for (const { status, body, answer } of recorded) {
    const name = status === 202 ? 'pending' : 'success'
    addExample(requestBody, name, body)
    addExample(isObject(responses) ? responses[status] : undefined, name, answer)
  }
}

function addExample(of: Json | undefined, name: string, value: object | string | undefined): void {
  const [content] = isObject(of) && isObject(of['content']) ? Object.values(of['content']) : []
  if (!isObject(content) || value === undefined) return
  const examples = isObject(content['examples']) ? content['examples'] : {}
  content['examples'] = { ...examples, [name]: { value: value as Json } }
}

/** @param shared receives the answers that several operations have */
function describeOperation(operation: JsonObject, isPost: boolean, shared: JsonObject): void {
  const { requestBody, responses, parameters } = operation
  if (isObject(requestBody)) requestBody['required'] = operation[OPTIONAL_BODY] !== true
  const isDeprecated = operation['deprecated'] === true
  const refusals = (operation[REFUSALS] ?? []) as Refusal[] // as operation() wrote them
  delete operation[OPTIONAL_BODY]
  const answerType = operation[ANSWER_TYPE] as string | undefined // as csvOperation() wrote it
  const located = (operation[LOCATED] ?? []) as number[]
  delete operation[LOCATED]
  delete operation[REFUSALS]
  delete operation[ANSWER_TYPE]
  const headers: (keyof typeof PARAMETERS)[] = [...(isPost ? (['IdempotencyKey'] as const) : []), 'RequestSource']
  const refs = headers.map((name) => ({ $ref: `#/components/parameters/${name}` }))
  operation['parameters'] = [...(Array.isArray(parameters) ? parameters : []), ...refs]
  const answers = isObject(responses) ? responses : {}
  delete answers['default'] // registers the shape of errors only
  const withHeaders = (status: number, response: object): JsonObject => {
    const names = headersOf({ status, isPost, isLocated: located.includes(status), isDeprecated })
    const named = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
    return { ...response, headers: named }
  }
  for (const [status, response] of Object.entries(answers)) {
    if (!isObject(response)) continue
    openUp(response)
    const { content } = response
    if (answerType !== undefined && isObject(content)) response['content'] = { [answerType]: content['application/json'] }
    answers[status] = withHeaders(Number(status), response)
  }
  for (const { status, name, answer } of errorAnswers(refusals)) {
    const response = withHeaders(status, answer)
    if (name === undefined || isDeprecated) answers[status] = response
    else {
      shared[name] = response
      answers[status] = { $ref: `#/components/responses/${name}` }
    }
  }
}

/** Allows further fields, because a client that accepts only the current ones would break with the next one. */
function openUp(value: Json | undefined): void {
  if (Array.isArray(value)) for (const one of value) openUp(one)
  if (!isObject(value)) return
  if (value['additionalProperties'] === false) delete value['additionalProperties']
  for (const one of Object.values(value)) openUp(one)
}

/** Removes bounds that every integer has. */
function withoutBounds(value: Json | undefined): void {
  if (Array.isArray(value)) for (const one of value) withoutBounds(one)
  if (!isObject(value)) return
  if (value['minimum'] === Number.MIN_SAFE_INTEGER) delete value['minimum']
  if (value['maximum'] === Number.MAX_SAFE_INTEGER) delete value['maximum']
  for (const one of Object.values(value)) withoutBounds(one)
}

const REF = '#/components/schemas/'

/** Names of the schemas that the paths use, directly or through others. */
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

/** The refusals of an operation as answers of the description: by status, with each code and reason, and an example. */
type Ref = { $ref: string }
type ErrorAnswer = {
  description: string
  content: { 'application/json': { schema: object; examples: Record<string, Ref> } }
}

/** Groups refusals by status. Answers with few codes and reasons, which many operations share, get a name made of them. */
function errorAnswers(refusals: readonly Refusal[]): { status: number; name?: string; answer: ErrorAnswer }[] {
  return byStatus(refusals).map(([status, some]) => ({
    status,
    ...(some.length <= MOST_NAMED && { name: some.map(inCapitals).join('Or') }),
    answer: errorAnswer(some),
  }))
}
const MOST_NAMED = 2

const inCapitals = (refusal: Refusal) =>
  refusal
    .toLowerCase()
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

function errorAnswer(refusals: readonly Refusal[]): ErrorAnswer {
  const codes = [...new Set(refusals.map((refusal) => explained(refusal).code))]
  const reasons = refusals.filter(isReason)
  const named = { code: { enum: codes }, ...(reasons.length > 0 && { reason: { enum: reasons } }) }
  return {
    description: refusals.map((refusal) => `- \`${refusal}\`: ${explained(refusal).means}.`).join('\n'),
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['error', 'meta'],
          properties: {
            error: { allOf: [{ $ref: '#/components/schemas/Error' }, { type: 'object', properties: named }] },
            meta: { $ref: '#/components/schemas/Meta' },
          },
        },
        examples: Object.fromEntries(refusals.map((refusal) => [refusal, { $ref: `#/components/examples/${refusal}` }])),
      },
    },
  }
}

/** An example of each reason and code. */
function errorExamples(publicUrl: string): Record<string, { summary: string; value: object }> {
  return Object.fromEntries(ALL_REFUSALS.map((refusal) => [refusal, example(refusal, publicUrl)]))
}

function example(refusal: Refusal, publicUrl: string): { summary: string; value: object } {
  const { code, means, message, field, resolvePath } = explained(refusal)
  const error = {
    code,
    message,
    ...(isReason(refusal) && { reason: refusal }),
    ...(field !== undefined && { field }),
    ...(resolvePath !== undefined && { resolve_url: publicUrl + resolvePath }),
  }
  return { summary: `${refusal}: ${means}`, value: { error, meta: { requestId: EXAMPLE_REQUEST_ID } } }
}

/** Headers of requests and answers in the description: each once, referred to by name. */
type Header = { description: string; schema: { type: 'integer' | 'string'; format?: string }; example: string | number }

const header = (type: 'integer' | 'string', description: string, example: string | number, format?: string): Header => ({
  description,
  schema: { type, ...(format !== undefined && { format }) },
  example,
})

/** Headers of answers. */
const HEADERS = {
  'X-Request-Id': header(
    'string',
    'Id of this request, as in meta.requestId. It identifies the request in our log.',
    '5f0c6f0e-8f2b-4d0e-9b59-0c8a1f3d5b21',
  ),
  'X-RateLimit-Limit': header('integer', 'Requests the key can make in a UTC day.', 5000),
  'X-RateLimit-Remaining': header('integer', 'How many of these are left.', 4987),
  'X-RateLimit-Reset': header('integer', 'When the day ends, in Unix seconds.', 1772496000),
  'RateLimit-Policy': header(
    'string',
    'The same limit as in the IETF draft “RateLimit header fields for HTTP”: q requests within w seconds.',
    '"daily";q=5000;w=86400',
  ),
  RateLimit: header('string', 'From the same draft: r requests are left for the next t seconds.', '"daily";r=4987;t=32400'),
  'Retry-After': header('integer', 'Seconds to wait before sending the request again.', 30),
  'WWW-Authenticate': header('string', 'How to authenticate.', 'Bearer'),
  'Idempotent-Replayed': header('string', 'true: this is the answer to an earlier request with this Idempotency-Key.', 'true'),
  Location: header('string', 'Where to read the result.', '/v1/accounts/12/batches/3', 'uri-reference'),
  Deprecation: header('string', 'When the operation was deprecated, in the format of RFC 9745.', '@1767225600'),
  Sunset: header('string', 'When the operation may be removed, in the format of RFC 8594.', 'Fri, 01 Jan 2027 00:00:00 GMT'),
} as const satisfies Record<string, Header>

type HeaderName = keyof typeof HEADERS

const LIMITS: HeaderName[] = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset', 'RateLimit-Policy', 'RateLimit']

/** The headers of an answer, by its status. */
function headersOf({
  status,
  isPost,
  isLocated,
  isDeprecated,
}: {
  status: number
  isPost: boolean
  isLocated: boolean
  isDeprecated: boolean
}): HeaderName[] {
  const names: HeaderName[] = ['X-Request-Id']
  if (status === 401) return [...names, 'WWW-Authenticate'] // without a key there is no limit
  names.push(...LIMITS)
  if (status === 429 || status === 503) names.push('Retry-After')
  if (isLocated) names.push('Location')
  if (status < 300 && isPost) names.push('Idempotent-Replayed')
  if (isDeprecated) names.push('Deprecation', 'Sunset')
  return names
}

/** Headers of requests. */
const PARAMETERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'Within 24 hours, the same request with the same key takes effect once and gets the same answer.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: '0d3f1c1e-launch-post',
  },
  RequestSource: {
    name: 'X-Request-Source',
    in: 'header',
    required: false,
    description: 'mcp: resolve_url of a denial leads to the plans page instead of a purchase page.',
    schema: { type: 'string', maxLength: 64 },
    example: 'mcp',
  },
} as const

/**
 * Turns the generated description into one for clients: answers stay open for further fields, headers and refusals are named, and
 * unused schemas are dropped.
 */
import type { OpenAPIV3_1 } from 'openapi-types'
import { errorAnswers, errorExamples } from './error-answers.js'
import type { RecordedExample } from './examples.js'
import { HEADERS, headersOf, PARAMETERS } from './headers.js'
import type { Refusal } from './refusals.js'
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

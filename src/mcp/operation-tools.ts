/** Everything that /v1 can do: a tool for each of its operations, by its own id and with its own inputs. */
import { z } from 'zod'
import { badRequest } from '../core/lib/errors.js'
import type { Answered, ListedOperation } from '../http/listed-operation.js'
import type { Caller } from './caller.js'
import { confirmCode, isConfirmed } from './confirm.js'
import { type Json, toJsonSchema } from './json-schema.js'
import { confirm, CONFIRM, dryRun, idempotencyKey } from './tools/inputs.js'
import type { Tool } from './tool.js'

/**
 * Not for agents. Approvals are a person's to decide, and a personal key in the hands of an agent would let it agree with itself. The
 * others answer with a secret that works without a key, or outlives the conversation it would stand in.
 */
const NOT_FOR_AGENTS = [
  'decideApproval',
  'createKey',
  'createConnectLink',
  'createCalendarLink',
  'getCalendarLink',
  'createWebhook',
  'rotateWebhookSecret',
]

/** Beside every DELETE. */
const DESTRUCTIVE = ['rebuildTimeslots', 'reportPostOutcome', 'cancelImport']

/** What is as grave as these in some bodies only, and how a model reads of it. */
const GRAVE_BODIES: Readonly<Record<string, { is: (body: object) => boolean; said: string }>> = {
  schedulePost: { is: (body) => 'publishNow' in body, said: 'publishNow' },
  changePosts: {
    is: (body) => has(body, 'action', ['delete', 'unschedule']) && !has(body, 'preview', [true]),
    said: 'action delete or unschedule, without preview,',
  },
  updateWebhook: { is: (body) => 'url' in body, said: 'url' },
}
const has = (body: object, field: string, values: unknown[]): boolean => values.includes(Reflect.get(body, field))

const ASKS_PINTEREST = ['Boards', 'Analytics', 'Trends']

/** More than a model can use. */
const MOST_CHARACTERS = 100_000

export const operationTools = (operations: readonly ListedOperation[]): Tool[] =>
  operations.filter(({ id }) => !NOT_FOR_AGENTS.includes(id)).map(toTool)

type Input = {
  path?: Record<string, string>
  query?: Record<string, string | number | boolean>
  body?: unknown
  dryRun?: boolean
  confirm?: string
  idempotencyKey?: string
}

function toTool(operation: ListedOperation): Tool {
  const { id, method, summary, description = '', writes, params, query, body } = operation
  const isDestructive = method === 'DELETE' || DESTRUCTIVE.includes(id)
  const grave = GRAVE_BODIES[id]
  const own = {
    ...(writes && { dryRun }),
    ...((isDestructive || grave) && { confirm }),
    ...(method === 'POST' && { idempotencyKey }),
  }
  const said = [
    description === '' ? `${summary}.` : description,
    ...(isDestructive ? [CONFIRM] : []),
    ...(grave ? [`With ${grave.said}: ${CONFIRM}`] : []),
  ]
  return {
    name: id,
    title: summary,
    description: said.join(' '),
    // what is in them is checked by the operation, and described by inputJson
    input: z.strictObject({
      ...(params && { path: namesOf(params, z.string()) }),
      ...(query && { query: namesOf(query, z.union([z.string(), z.number(), z.boolean()])).optional() }),
      ...(body && { body: z.unknown().optional() }),
      ...own,
    }),
    inputJson: inputJson(operation, own),
    hints: {
      ...(!writes && { isReadOnly: true as const }),
      ...((isDestructive || grave) && { isDestructive: true as const }),
      ...((!writes || (method !== 'POST' && method !== 'GET')) && { isIdempotent: true as const }),
      ...(ASKS_PINTEREST.includes(operation.tag) && { isOpenWorld: true as const }),
    },
    hasOthersText: true,
    run: async (caller, input) => perform(caller, operation, { isDestructive, ...(input as Input) }),
  }
}

/** Takes values under these names alone. */
const namesOf = (schema: z.ZodType, value: z.ZodType): z.ZodObject =>
  z.strictObject(
    schema instanceof z.ZodObject ? Object.fromEntries(Object.keys(schema.shape).map((name) => [name, value.optional()])) : {},
  )

function inputJson({ params, query, body }: ListedOperation, own: z.ZodRawShape): Json {
  const closed = (schema: z.ZodType) => (schema instanceof z.ZodObject ? schema.strict() : schema)
  const parts = { ...(params && { path: closed(params) }), ...(query && { query: closed(query) }), ...(body && { body }) }
  const described = Object.entries(parts).map(([name, schema]) => [name, toJsonSchema(schema)] as const)
  const required = [...(params ? ['path'] : []), ...(body && !body.safeParse(undefined).success ? ['body'] : [])]
  const { properties } = toJsonSchema(z.strictObject(own))
  return {
    type: 'object',
    properties: { ...Object.fromEntries(described), ...(properties as object) },
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

type Performing = Input & { isDestructive: boolean }

async function perform(caller: Caller, operation: ListedOperation, input: Performing): Promise<object> {
  const { path = {}, query = {}, body, idempotencyKey: key } = input
  const inputs = {
    params: path,
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    ...(body !== undefined && { body }),
    ...(key !== undefined && { idempotencyKey: key }),
  }
  const act = { tool: operation.id, id: operation.id, shown: [path, inputs.query, body] }
  const needsConfirm = input.isDestructive || isGrave(operation.id, body)
  const isAsked = input.dryRun !== true && (!needsConfirm || isConfirmed(caller, act, input.confirm))
  if (isAsked) return shown(await caller.perform(operation, inputs), { done: true })
  const rehearsed = await rehearse(caller, operation, inputs)
  if (input.dryRun === true) return { ...rehearsed, dryRun: true }
  const next = 'Nothing was done. Show the person what this would do. When they agree, call again with confirm.'
  return { ...rehearsed, confirm: confirmCode(caller, act), next }
}

const isGrave = (id: string, body: unknown): boolean =>
  typeof body === 'object' && body !== null && (GRAVE_BODIES[id]?.is(body) ?? false)

async function rehearse(caller: Caller, operation: ListedOperation, inputs: Parameters<Caller['perform']>[1]): Promise<object> {
  const asked = { ...caller, ...inputs }
  if (operation.canRehearse) {
    const { answered } = await operation.rehearse(asked, async () => undefined)
    return { ...shown(answered, { done: false }), next: 'Nothing was done. Call again without dryRun to do it.' }
  }
  operation.check(asked)
  const next = 'Nothing was done. The inputs are well-formed; their effect is only known once it is done.'
  return { done: false, next }
}

function shown({ data, meta }: Answered, said: { done: boolean }): object {
  if (JSON.stringify(data).length > MOST_CHARACTERS)
    throw badRequest('query', 'The answer is too long for a tool. Use a smaller limit or fewer days.')
  return { ...said, data, ...(meta && { meta }) }
}

/** A tool for each operation of /v1, with the operation's id and inputs. */
import { z } from 'zod'
import { badRequest } from '../core/lib/errors.js'
import { fingerprintIn } from '../core/posts/seen.js'
import type { Answered, ListedOperation } from '../http/listed-operation.js'
import type { Caller } from './caller.js'
import { CHANGED, confirmCode, isConfirmedByInputs, judgeOf, NotConfirmed, SHOW, UNKNOWN } from './confirm.js'
import { type Json, toJsonSchema } from './json-schema.js'
import { confirm, CONFIRM, dryRun, idempotencyKey } from './tools/inputs.js'
import type { Tool } from './tool.js'

/**
 * Excluded for agents. Approvals are decided by people, and an agent with a personal key could approve its own requests; the
 * others answer with a secret that works without a key, or outlives the conversation.
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

/** Destructive operations besides every DELETE. */
const DESTRUCTIVE = ['rebuildTimeslots', 'reportPostOutcome', 'cancelImport', 'undoImport']

/** Operations that are destructive only with certain bodies, and their description for a model. */
const GRAVE_BODIES: Readonly<Record<string, { is: (body: object) => boolean; said: string }>> = {
  changePosts: {
    is: (body) => has(body, 'action', ['delete', 'unschedule']) && !has(body, 'preview', [true]),
    said: 'action delete or unschedule, without preview,',
  },
  updateWebhook: { is: (body) => 'url' in body, said: 'url' },
}
const has = (body: object, field: string, values: unknown[]): boolean => values.includes(Reflect.get(body, field))

/** Tags of operations whose answers have posts that may go out before Undo could reach them. */
const MAY_GO_OUT_SOON = ['Posts']

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
  const maySend = maySendSoon(operation)
  const own = {
    ...(writes && { dryRun }),
    ...((isDestructive || grave || maySend) && { confirm }),
    ...(method === 'POST' && { idempotencyKey }),
  }
  const said = [
    description === '' ? `${summary}.` : description,
    ...(isDestructive ? [CONFIRM] : []),
    ...(grave ? [`With ${grave.said}: ${CONFIRM}`] : []),
    ...(maySend ? [`With publishNow or a time less than ten minutes away: ${CONFIRM}`] : []),
  ]
  return {
    name: id,
    title: summary,
    description: said.join(' '),
    // the operation checks the contents, and inputJson describes them
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

/** Accepts values under these names only. */
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
  const { id } = operation
  const act = { tool: id, id, inputs: [path, inputs.query, body] }
  const needed =
    input.isDestructive || isGrave(id, body) ? 'always' : maySendSoon(operation) && !isPreview(body) ? 'soon' : 'never'
  if (input.dryRun === true) return { ...(await rehearse(caller, operation, inputs)).said, dryRun: true }
  if (needed === 'never') return shown(await caller.perform(operation, inputs), { done: true })
  const confirming = { ...act, needed, confirm: input.confirm } as const
  if (operation.canRehearse && (needed === 'soon' || input.confirm !== undefined)) {
    const done = await caller.perform(operation, { ...inputs, judge: judgeOf(caller, confirming) }).catch((error: unknown) => {
      if (error instanceof NotConfirmed) return undefined
      throw error
    })
    if (done) return shown(done, { done: true })
  } else if (!operation.canRehearse && isConfirmedByInputs(caller, act, input.confirm))
    return shown(await caller.perform(operation, inputs), { done: true })
  const { said, seen } = await rehearse(caller, operation, inputs)
  const next = input.confirm === undefined ? SHOW : CHANGED
  return { ...said, confirm: confirmCode(caller, { ...act, ...seen }), next }
}

const maySendSoon = ({ tag, writes, canRehearse, method }: ListedOperation): boolean =>
  MAY_GO_OUT_SOON.includes(tag) && writes && canRehearse && method !== 'DELETE'

const isPreview = (body: unknown): boolean => typeof body === 'object' && body !== null && has(body, 'preview', [true])

const isGrave = (id: string, body: unknown): boolean =>
  typeof body === 'object' && body !== null && (GRAVE_BODIES[id]?.is(body) ?? false)

type Rehearsed = { said: object; seen: { held: string; data: unknown } }

async function rehearse(
  caller: Caller,
  operation: ListedOperation,
  inputs: Parameters<Caller['perform']>[1],
): Promise<Rehearsed> {
  const asked = { ...caller, ...inputs }
  if (operation.canRehearse) {
    const { answered, seen: held } = await operation.rehearse(asked, async (sql) => fingerprintIn(sql))
    const next = 'Nothing was done. Call again without dryRun to do it.'
    return { said: { ...shown(answered, { done: false }), next }, seen: { held, data: answered.data } }
  }
  operation.check(asked)
  const next = 'Nothing was done. The inputs are well-formed; their effect is only known once it is done.'
  return { said: { done: false, next }, seen: UNKNOWN }
}

function shown({ data, meta }: Answered, said: { done: boolean }): object {
  if (JSON.stringify(data).length > MOST_CHARACTERS)
    throw badRequest('query', 'The answer is too long for a tool. Use a smaller limit or fewer days.')
  return { ...said, data, ...(meta && { meta }) }
}

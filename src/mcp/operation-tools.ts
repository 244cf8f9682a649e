/** A tool for each operation of /v1, with the operation's id and inputs. */
import { z } from 'zod'
import { badRequest } from '../core/lib/errors.js'
import type { Answered, ListedOperation } from '../http/listed-operation.js'
import type { Caller } from './caller.js'
import { askToConfirm, carryOut, isConfirmed, type Said } from './confirm.js'
import { type Json, toJsonSchema } from './json-schema.js'
import { confirm, CONFIRM, dryRun, idempotencyKey } from './inputs.js'
import type { Tool } from './tool.js'

/**
 * Excluded for agents. Approvals are decided by people, and an agent with a personal key could approve its own requests; the
 * others answer with a secret that works without a key, or outlives the conversation. Rules, clients and review links are for people,
 * and the guard limits agents, too; edit_pin and delete_pin change published pins.
 */
export const NOT_FOR_AGENTS: readonly string[] = [
  'decideApproval',
  'getApprovalRules',
  'putApprovalRules',
  'getClients',
  'putClients',
  'releaseApproval',
  'createKey',
  'createConnectLink',
  'createCalendarLink',
  'getCalendarLink',
  'createWebhook',
  'createReviewLink',
  'listReviewLinks',
  'deleteReviewLink',
  'rotateWebhookSecret',
  'updateGuard',
  ...['putTwin', 'getTwin', 'deleteTwin', 'getSeasonPlan'], // the list of tools is full
  'updatePublishedPin',
  'getPublishedEdit',
  'decidePublishedEdit',
  'deletePublishedPin',
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
    ...(maySend && !isDestructive ? [`To publish within ten minutes: ${CONFIRM}`] : []),
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
      isReadOnly: !writes,
      isDestructive: isDestructive || grave !== undefined,
      isIdempotent: method !== 'POST' && method !== 'GET',
      isOpenWorld: ASKS_PINTEREST.includes(operation.tag),
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

/** Describes a part of a request. Ids in a path need no words: each is said by its name. */
function partJson(name: string, schema: z.ZodType): Json {
  const { properties, ...rest } = toJsonSchema(schema)
  if (name !== 'path') return { ...rest, properties }
  const ids = Object.entries(properties as Record<string, Json>).map(([id, { description: _, ...one }]) => [id, one])
  return { ...rest, properties: Object.fromEntries(ids) as Json }
}

function inputJson({ params, query, body }: ListedOperation, own: z.ZodRawShape): Json {
  const closed = (schema: z.ZodType) => (schema instanceof z.ZodObject ? schema.strict() : schema)
  const parts = { ...(params && { path: closed(params) }), ...(query && { query: closed(query) }), ...(body && { body }) }
  const described = Object.entries(parts).map(([name, schema]) => [name, partJson(name, schema)] as const)
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
  const { path = {}, query = {}, body, idempotencyKey: key, confirm: code, dryRun: isDry } = input
  const inputs = {
    params: path,
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
    ...(body !== undefined && { body }),
    ...(key !== undefined && { idempotencyKey: key }),
  }
  const { id } = operation
  const needed =
    input.isDestructive || isGrave(id, body) ? 'always' : maySendSoon(operation) && !isPreview(body) ? 'soon' : 'never'
  const named = { tool: id, target: id }
  if (operation.canRehearse) {
    const given = needed === 'never' ? undefined : code
    const outcome = await carryOut(caller, id, inputs, { ...named, needed, confirm: given, isDry, isPriced: false })
    return shown(outcome, outcome.said)
  }
  // only the inputs can be shown
  const act = { ...named, inputs: [inputs.params, inputs.query, inputs.body], held: '', data: null }
  if (isDry !== true && (needed === 'never' || isConfirmed(caller, act, code)))
    return shown(await caller.ask(id, inputs), { done: true })
  operation.check({ ...caller, ...inputs })
  return { done: false, ...(isDry === true ? { next: UNSEEN, dryRun: true } : askToConfirm(caller, act, code)) }
}

const UNSEEN = 'Nothing was done. The inputs are well-formed; their effect is only known once it is done.'

const maySendSoon = ({ tag, writes, canRehearse, method }: ListedOperation): boolean =>
  MAY_GO_OUT_SOON.includes(tag) && writes && canRehearse && method !== 'DELETE'

const isPreview = (body: unknown): boolean => typeof body === 'object' && body !== null && has(body, 'preview', [true])

const isGrave = (id: string, body: unknown): boolean =>
  typeof body === 'object' && body !== null && (GRAVE_BODIES[id]?.is(body) ?? false)

function shown({ data, meta }: Answered, { done, dryRun, ...further }: Said): object {
  if (JSON.stringify(data).length > MOST_CHARACTERS)
    throw badRequest('query', 'The answer is too long for a tool. Use a smaller limit or fewer days.')
  return { done, data, ...(meta && { meta }), ...further, ...(dryRun && { dryRun }) }
}

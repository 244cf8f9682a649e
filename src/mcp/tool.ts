/** A tool as data, and how tools of an account are made of operations. */
import { z } from 'zod'
import { type Caller, type Data, type Inputs, type Operations, requireOperation, type ShownAccount } from './caller.js'
import { carryOut, type Outcome } from './confirm.js'
import type { ListedOperation } from '../http/listed-operation.js'
import type { Json } from './json-schema.js'
import { accountId, confirm, dryRun, idempotencyKey } from './inputs.js'

export type Hints = {
  /** Changes nothing. */
  isReadOnly?: boolean
  /** Cannot be undone, or is visible to other people at once: requires a confirmation. */
  isDestructive?: boolean
  /** Repeating it has no further effect. */
  isIdempotent?: boolean
  /** Sends requests to Pinterest. */
  isOpenWorld?: boolean
}

export type Tool = {
  name: string
  title: string
  description: string
  input: z.ZodObject
  /** Replaces the description that `input` yields. */
  inputJson?: Json
  hints: Hints
  /** True for a write whose rehearsal yields a code that does what was shown. */
  canPress?: boolean
  /** True if the answer contains text of people and pages, which is passed as data between marks. */
  hasOthersText: boolean
  /** @param input normalized by the published schema and checked; the operation applies its own rules and conversions */
  run: (caller: Caller, input: Record<string, unknown>) => Promise<object>
}

/** Makes a tool, once the operations are known. */
export type MakeTool = (operations: Operations) => Tool

/** An input is a field of one of the operations, with this description for a model (empty: none), or one of the tool's own. */
type Picked = Readonly<Record<string, string | z.ZodType>>
type Fields<P extends Picked> = { [Name in keyof P]: P[Name] extends z.ZodType ? z.input<P[Name]> : unknown }

/** The part of a tool that its operations do not say. */
type About<P> = Pick<Tool, 'name' | 'title' | 'description'> & {
  /** Besides those that follow from the operations: accountId, dryRun, confirm, idempotencyKey. */
  inputs: P
  /** `always`: it shows what it would do first; `soon`: only if a pin gets a time that Undo cannot reach. */
  confirms?: 'always' | 'soon'
  /** The operations that others see at once, which are shown first in any case. */
  alwaysConfirms?: readonly (keyof Data)[]
  isIdempotent?: boolean
  isOpenWorld?: boolean
  hasOthersText?: boolean
}

export type Call = {
  caller: Caller
  account: ShownAccount
  isDry: boolean
  /** Performs an operation, or shows what it would do, as the call of the tool says. It gets those of the fields that it has. */
  perform: <Id extends keyof Data>(id: Id, fields?: object) => Promise<Outcome<Id>>
}

/** Makes a tool of one operation: under its own name, with some of its inputs, and shown as a model needs it. */
export const view = <Id extends keyof Data, P extends Picked>({
  of,
  give = (fields) => fields,
  show,
  ...about
}: About<P> & {
  of: Id
  /** Converts the fields to those of the operation. */
  give?: (fields: Fields<P>, call: Call) => object
  show: (account: ShownAccount, outcome: Outcome<Id>, fields: Fields<P>) => object
}): MakeTool =>
  toolOf({
    ...about,
    of: [of],
    run: async (call, fields) => show(call.account, await call.perform(of, give(fields, call)), fields),
  })

/** Makes a tool of several operations. */
export const toolOf =
  <P extends Picked>({
    of,
    inputs,
    confirms,
    alwaysConfirms = [],
    isIdempotent = false,
    isOpenWorld = false,
    hasOthersText = true,
    run,
    ...named
  }: About<P> & { of: readonly (keyof Data)[]; run: (call: Call, fields: Fields<P>) => Promise<object> }): MakeTool =>
  (operations) => {
    const used = of.map((id) => requireOperation(operations, id))
    const canPress = used.every(({ writes, canRehearse }) => canRehearse || !writes)
    const own = {
      ...((confirms || alwaysConfirms.length > 0) && { confirm }),
      ...(used.some(({ writes }) => writes) && { dryRun }),
      ...(used.some(({ method }) => method === 'POST') && { idempotencyKey }),
    }
    return {
      ...named,
      input: z.strictObject({ accountId, ...picked(inputs, used), ...own }),
      canPress: canPress && 'dryRun' in own,
      hints: { isReadOnly: !('dryRun' in own), isDestructive: confirms === 'always', isIdempotent, isOpenWorld },
      hasOthersText,
      async run(caller, input) {
        const { accountId: id, confirm: given, dryRun = false, idempotencyKey: key, ...fields } = input as Own // checked
        const code = given ?? caller.press?.confirm
        const isDry = dryRun || (canPress && caller.press !== undefined && code === undefined)
        const account = await caller.account(id)
        const perform: Call['perform'] = async (name, given = {}) => {
          const operation = requireOperation(operations, name)
          const asked = { ...placed(operation, { accountId: account.id, ...given }), idempotencyKey: key }
          return carryOut(caller, name, asked, {
            tool: named.name,
            target: Object.values(asked.params).at(-1) ?? account.id,
            needed: alwaysConfirms.includes(name) ? 'always' : (operation.writes && confirms) || 'never',
            confirm: operation.writes ? code : undefined,
            isDry: operation.writes && isDry,
            isPriced: true,
          })
        }
        return run({ caller, account, isDry, perform }, fields as Fields<P>)
      },
    }
  }

type Own = { accountId?: string; confirm?: string; dryRun?: boolean; idempotencyKey?: string }

/** Returns the fields of an object, also of one that is converted first. */
const shapeOf = (schema: z.ZodType | undefined): z.ZodRawShape =>
  schema instanceof z.ZodObject ? schema.shape : schema instanceof z.ZodPipe ? shapeOf(schema.out as z.ZodType) : {}

function picked(inputs: Picked, operations: readonly ListedOperation[]): Record<string, z.ZodType> {
  const all = Object.assign({}, ...operations.flatMap(({ body, query }) => [shapeOf(query), shapeOf(body)])) as z.ZodRawShape
  return Object.fromEntries(
    Object.entries(inputs).map(([name, input]) => {
      if (typeof input !== 'string') return [name, input]
      const field = all[name]
      if (!field) throw new Error(`no operation of the tool has the field ${name}`)
      return [name, (field as z.ZodType).meta({ description: input === '' ? undefined : input })]
    }),
  )
}

/** Puts each field where the operation has it. */
function placed({ params, query, body }: ListedOperation, fields: object): Inputs & { params: Record<string, string> } {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  const of = (schema: z.ZodType | undefined) => given.filter(([name]) => Object.hasOwn(shapeOf(schema), name))
  const asText = (schema: z.ZodType | undefined) => Object.fromEntries(of(schema).map(([name, value]) => [name, String(value)]))
  return {
    params: asText(params),
    ...(query && { query: asText(query) }),
    ...(body && { body: Object.fromEntries(of(body)) }),
  }
}

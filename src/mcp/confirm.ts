/** Irreversible actions are shown first, and done when called again with the code that was shown. */
import { timingSafeEqual } from 'node:crypto'
import type { StoredAnswer } from '../core/idempotency.js'
import { soonestOf } from '../core/sources/imports/store.js'
import { HOUR_MS } from '../core/lib/duration.js'
import { fingerprintIn, givesTimeBeyondUndo, isBeyondUndo } from '../core/posts/seen.js'
import type { Sql } from '../core/ports/deps.js'
import type { Judge } from '../http/listed-operation.js'
import type { Answer, Caller, Inputs, Price } from './caller.js'

/** The code's length: 60 bits. */
const LENGTH = 10

/**
 * The scope of a code: this action as it was shown, by this caller, for an hour or two. `inputs`: the arguments; `held`: the
 * posts that it writes, with their versions; `data`: its answer.
 */
type Act = { tool: string; target: string; inputs: unknown; held: string; data: unknown }

/** Nothing was done: a person has to confirm this first. */
class NotConfirmed extends Error {
  override readonly name = 'NotConfirmed'
  constructor() {
    super('this is done only with the code of what was shown')
  }
}

const SHOW = 'Nothing was done. Show the person what this would do. When they agree, call again with confirm.'
const CHANGED = `Nothing was done: the code is for something else, or something has changed since. ${SHOW.replace('Nothing was done. ', '')}`

const DRY = 'Nothing was done. Call again without dryRun to do it.'

/** `needed`: `always` in any case; `soon` if a pin gets a time that Undo cannot reach. */
type Writing = Pick<Act, 'tool' | 'target'> & {
  needed: 'always' | 'soon' | 'never'
  confirm: string | undefined
  isDry: boolean | undefined
  isPriced: boolean
}

/** The answer of an operation that was done, or as it would be. `price`: only if it was not done. */
export type Outcome<Id> = Answer<Id> & { said: Said; price?: Price | null }
export type Said = { done: boolean; dryRun?: boolean; confirm?: string; next?: string }

/** Does a write, or only shows what it would do: for a dry run, and until the code of what was shown is given. */
export async function carryOut<Id extends string>(
  caller: Caller,
  id: Id,
  inputs: Inputs,
  writing: Writing,
): Promise<Outcome<Id>> {
  const { tool, target, confirm, isDry = false, isPriced } = writing
  const needed = caller.press && confirm !== undefined ? 'always' : writing.needed // whatever the button shows
  const act = { tool, target, inputs: [inputs.params, inputs.query, inputs.body] }
  if (needed === 'never' && !isDry && confirm === undefined) return { ...(await caller.ask(id, inputs)), said: { done: true } }
  if (!isDry && (needed === 'soon' || confirm !== undefined)) {
    try {
      return { ...(await caller.ask(id, { ...inputs, judge: judgeOf(caller, act, { needed, confirm }) })), said: { done: true } }
    } catch (error) {
      if (!(error instanceof NotConfirmed)) throw error
    }
  }
  const { answer, held, price } = await caller.rehearse(id, inputs, isPriced)
  const asking = isDry && !caller.press ? { next: DRY } : askToConfirm(caller, { ...act, held, data: answer.data }, confirm)
  const said = { dryRun: isDry, ...asking }
  return { ...answer, price, said: { done: false, ...said } }
}

/** The code combines the id of the target with a signature over what was shown. */
export const askToConfirm = (caller: Caller, act: Act, confirm: string | undefined) => ({
  confirm: codeOf(caller, act, 0),
  next: confirm === undefined ? SHOW : CHANGED,
})

export function isConfirmed(caller: Caller, act: Act, confirm: string | undefined): boolean {
  if (confirm === undefined) return false
  const given = Buffer.from(confirm)
  return [0, 1].some((hoursAgo) => {
    const code = Buffer.from(codeOf(caller, act, hoursAgo))
    return code.length === given.length && timingSafeEqual(code, given)
  })
}

/**
 * Checks a write in its own transaction, after it has locked what it writes, and rolls it back without the matching code.
 * @throws NotConfirmed
 */
const judgeOf =
  (
    caller: Caller,
    act: Pick<Act, 'tool' | 'target' | 'inputs'>,
    { needed, confirm }: Pick<Writing, 'needed' | 'confirm'>,
  ): Judge =>
  async (sql, { data }) => {
    if (needed === 'soon' && !(await goesOutSoon(caller, sql, data))) return
    if (!isConfirmed(caller, { ...act, held: fingerprintIn(sql), data }, confirm)) throw new NotConfirmed()
  }

/** True for a write after which a pin goes out before Undo could reach it. */
async function goesOutSoon({ deps, actor }: Caller, sql: Sql, data: StoredAnswer['data']): Promise<boolean> {
  const now = deps.clock()
  if (givesTimeBeyondUndo(sql, timedIn(data), now)) return true
  const importId = importIn(data)
  const soonest = importId === null ? null : await soonestOf(sql, { organizationId: actor.organizationId, importId })
  return soonest !== null && isBeyondUndo(soonest, now)
}

/** Posts of an answer that are published without further action. */
function timedIn(data: unknown): { id: string; sendAt: Date }[] {
  if (typeof data !== 'object' || data === null) return []
  const { id, status, sendAt } = data as Record<string, unknown>
  const own =
    typeof id === 'string' && status === 'queued' && typeof sendAt === 'number' ? [{ id, sendAt: new Date(sendAt * 1000) }] : []
  return [...own, ...Object.values(data).flatMap(timedIn)]
}

function importIn(data: unknown): string | null {
  const made = (data as { import?: { id?: unknown } } | null)?.import?.id
  return typeof made === 'string' ? made : null
}

function codeOf({ deps, actor, keyScope }: Caller, { tool, target, inputs, held, data }: Act, hoursAgo: number): string {
  const hour = Math.floor(deps.clock().getTime() / HOUR_MS) - hoursAgo
  const text = JSON.stringify([actor.organizationId, keyScope, tool, target, hour, inputs, held, lasting(data)])
  return `${target}-${deps.sign('mcp confirm', text).slice(0, LENGTH)}`
}

/** Removes what differs each time from an answer: ids that were rolled back, addresses of files, and current times. */
function lasting(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(lasting)
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).flatMap(([name, value]) => (PASSING.test(name) ? [] : [[name, lasting(value)]])))
}
const PASSING = /^ids?$|Ids?$|At$|Until$|^mediaUrls?$|^pictureUrl$|^thumbnailUrl$/

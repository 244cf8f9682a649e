/** What waits for a person’s decision, over all accounts of their organization. */
import type { Account } from '../../accounts/account.js'
import { listAccountsAsked } from '../../accounts/accounts.js'
import { recordAct } from '../../audit/audit.js'
import { type Actor, isSlackPerson } from '../../lib/actor.js'
import { DomainError } from '../../lib/errors.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { isHeld } from '../../slots/kept.js'
import { readWritten } from './approval.js'
import { isAskedOf } from './decidable.js'
import type { Approval } from './model.js'
import { asShown, type ShownApproval } from './status.js'

/** One request, or those of a batch that wait together. `dueAt`: of the first of them. */
export type WaitingRow = {
  account: Account
  askedBy: string
  dueAt: Date | null
  count: number
  /** null: they were made together. */
  approval: ShownApproval | null
}
/** `count`: all requests, of which `rows` shows the first. */
export type Waiting = { count: number; rows: WaitingRow[]; isMore: boolean }

export const WAITING_SHOWN = 10
/** The most requests that are counted. */
const MOST_COUNTED = 1000

type Open = Pick<Approval, 'waitsFor' | 'onSilence'> & {
  id: string
  accountId: string
  askedBy: string
  batchId: string | null
  dueAt: Date | null
}

/**
 * Reads what waits for a person, soonest due first, of the accounts that remind. Requests on hold wait for somebody else, and
 * those of a batch are one row.
 */
export async function readWaiting(deps: Pick<Deps, 'db' | 'clock'>, person: Actor): Promise<Waiting> {
  const { sql } = deps.db
  const now = deps.clock()
  const accounts = new Map(
    (await listAccountsAsked(deps, person)).filter(isReminding).map((account) => [account.id, account] as const),
  )
  const open = await sql<Open[]>`
    select a.id, a.account_id as "accountId", a.asked_by as "askedBy", a.batch_id as "batchId", a.due_at as "dueAt",
           a.waits_for as "waitsFor", a.on_silence as "onSilence"
      from approvals a
     where a.organization_id = ${person.organizationId}
       and a.account_id = any (${[...accounts.keys()]}::bigint[])
       and a.state = 'open'
       and not ${isHeld(sql, now)}
     order by a.due_at, a.id
     limit ${MOST_COUNTED}`
  const theirs = open.filter((approval) => isAskedOf(person, approval, now))
  const groups = grouped(theirs)
  const shown = groups.slice(0, WAITING_SHOWN)
  const alone = shown.flatMap((group) => (group.length === 1 ? group : []))
  const read = await readWritten(sql, person.organizationId, alone)
  const approvals = new Map(read.map((one) => [one.id, asShown(one, now)] as const))
  return {
    count: theirs.length,
    isMore: groups.length > shown.length,
    rows: shown.flatMap((group): WaitingRow[] => {
      const [first] = group
      const account = first && accounts.get(first.accountId)
      if (!account) return []
      const { askedBy, dueAt, id } = first
      return [{ account, askedBy, dueAt, count: group.length, approval: group.length === 1 ? (approvals.get(id) ?? null) : null }]
    }),
  }
}

function grouped(open: readonly Open[]): Open[][] {
  const groups = new Map<string, Open[]>()
  for (const one of open) {
    const name = one.batchId === null ? `one:${one.id}` : `batch:${one.batchId}`
    const group = groups.get(name)
    if (group) group.push(one)
    else groups.set(name, [one])
  }
  return [...groups.values()]
}

/** A person who ended a connection wants nothing of it; a lost one or a pause passes, and the pins can be decided until then. */
const isReminding = ({ remindsApprovers, disconnectedAt }: Account): boolean => remindsApprovers && disconnectedAt === null

/** Returns whether the person gets reminders of requests that wait for them. */
export async function wantsReminders({ db: { sql } }: Pick<Deps, 'db'>, actor: Actor): Promise<boolean> {
  const rows = await theirRows(sql, actor)
  return rows.every(({ wants }) => wants)
}

/**
 * Turns the reminders of the acting person on or off, in all workspaces of an enterprise. @throws FORBIDDEN a key without a
 * person
 */
export async function setWantsReminders(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  { wants }: { wants: boolean },
): Promise<void> {
  if (!isSlackPerson(actor.userId)) throw new DomainError('FORBIDDEN', 'Only people get reminders.')
  await db.tx(async (sql) => {
    const before = await theirRows(sql, actor, 'lock')
    if (before.every((row) => row.wants === wants)) return
    await sql`
      update members
         set wants_reminders = ${wants}
       where organization_id = ${actor.organizationId}
         and slack_user_id = ${slackIdOf(actor)}`
    const act = { subject: `member:${actor.userId}`, action: 'setReminders' }
    await recordAct(sql, actor, { ...act, before: { wants: !wants }, after: { wants } }, clock())
  })
}

const slackIdOf = ({ userId }: Pick<Actor, 'userId'>): string => userId.slice(userId.indexOf(':') + 1)

const theirRows = (sql: Sql, actor: Actor, how: 'read' | 'lock' = 'read') => sql<{ wants: boolean }[]>`
  select wants_reminders as wants
    from members
   where organization_id = ${actor.organizationId}
     and slack_user_id = ${slackIdOf(actor)}
   order by slack_team_id
   ${how === 'lock' ? sql`for no key update` : sql``}`

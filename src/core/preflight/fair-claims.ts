/**
 * Whose check is next: organizations with a check that is due take turns, so that one that brings thousands keeps nobody else waiting. What a
 * claim reads grows neither with their number nor with what one of them has due.
 */
import type { Account } from '../accounts/account.js'
import { accountColumns } from '../accounts/accounts.js'
import { after, MINUTE_MS } from '../lib/duration.js'
import type { Deps, Sql } from '../ports/deps.js'
import { placeBetween } from '../lib/rows/some-place.js'

const LEASE_MS = 5 * MINUTE_MS
/** Of what is due, so many are read for their organizations: of those that wait longest, and of those that came last. */
const HEAD = 500
/** Where more is due, so many organizations are looked at one by one, others each time. */
const STEPS = 500
/** After so many claims organizations are read again: whoever came meanwhile waits no longer. */
const CLAIMS_A_READ = 20

/** `leaseUntil`: then it is due again, unless its check ended. */
export type Claimed = { account: Account; postId: string; leaseUntil: Date }

export type FairClaims = {
  /** One of the claims over all organizations. @returns undefined: nothing is due that nobody has */
  claim(): Promise<Claimed | undefined>
  /** What was claimed is no longer worked on. */
  end(claimed: Claimed): void
}

/** For one run of a process. */
export function makeFairClaims({ db, clock }: Pick<Deps, 'db' | 'clock'>): FairClaims {
  /** In the order of their turns. */
  const waiting = new Set<string>()
  const inWork = new Map<string, number>()
  const note = (organizationId: string, change: 1 | -1) => inWork.set(organizationId, (inWork.get(organizationId) ?? 0) + change)
  const read = makeReader(db)
  let claimsLeft = 0

  const readWaiting = async () => {
    claimsLeft = CLAIMS_A_READ
    for (const organizationId of await read(clock())) waiting.add(organizationId)
  }

  /** The first of those that have least in work. */
  function nextOrganization(): string | undefined {
    let [next, least] = [undefined as string | undefined, Number.POSITIVE_INFINITY]
    for (const organizationId of waiting) {
      const open = inWork.get(organizationId) ?? 0
      if (open < least) [next, least] = [organizationId, open]
      if (least === 0) break
    }
    return next
  }

  return {
    async claim() {
      if (claimsLeft-- <= 0) await readWaiting()
      let isReadAgain = false
      for (;;) {
        const organizationId = nextOrganization()
        if (organizationId === undefined) {
          if (isReadAgain) return undefined
          isReadAgain = true
          await readWaiting()
          continue
        }
        waiting.delete(organizationId)
        waiting.add(organizationId) // behind the others
        note(organizationId, 1)
        const claimed = await claimOf(db.sql, organizationId, clock())
        if (claimed) return claimed
        note(organizationId, -1)
        waiting.delete(organizationId)
      }
    },
    end: ({ account }) => void note(account.organizationId, -1),
  }
}

/** What has waited longest in one organization. */
async function claimOf(sql: Sql, organizationId: string, now: Date): Promise<Claimed | undefined> {
  const leaseUntil = after(now, LEASE_MS)
  const [row] = await sql<(Account & { postId: string })[]>`
    with taken as (
      update preflights
         set due_at = ${leaseUntil}
       where organization_id = ${organizationId}
         and post_id = (select post_id
                          from preflights
                         where organization_id = ${organizationId} and due_at <= ${now}
                         order by due_at
                         limit 1
                           for update skip locked)
      returning account_id, post_id
    )
    select ${accountColumns(sql)}, t.post_id as "postId"
      from taken t
      join accounts a on a.organization_id = ${organizationId} and a.id = t.account_id`
  if (!row) return undefined
  const { postId, ...account } = row
  return { account, postId, leaseUntil }
}

/** Organizations with something due, the longest waiting first; of very many others each time. */
function makeReader({ sql, isDistributed }: Pick<Deps['db'], 'sql' | 'isDistributed'>): (now: Date) => Promise<string[]> {
  let place: string | undefined
  return async (now) => {
    if (await isDistributed()) return readAll(sql, now)
    const heads = await sql<{ organizationId: string; isAll: boolean }[]>`
      with oldest as (
        select organization_id, due_at from preflights where due_at <= ${now} order by due_at limit ${HEAD}
      ), newest as (
        select organization_id, due_at from preflights where due_at <= ${now} order by due_at desc limit ${HEAD}
      )
      select organization_id as "organizationId", (select count(*) from oldest) < ${HEAD} as "isAll"
        from (select * from oldest union all select * from newest) h
       group by organization_id
       order by min(due_at), organization_id`
    const found = heads.map(({ organizationId }) => organizationId)
    if (heads[0]?.isAll ?? true) return found
    place ??= await placeAmongAll(sql, now)
    const steps = await stepFrom(sql, place, now)
    place = steps.length < STEPS ? '0' : steps.at(-1)!.organizationId
    return [...found, ...steps.flatMap(({ organizationId, isDue }) => (isDue ? [organizationId] : []))]
  }
}

/** Where the steps of a run begin, another place at each instant. */
async function placeAmongAll(sql: Sql, now: Date): Promise<string> {
  const [last] = await sql<{ organizationId: string }[]>`
    select organization_id as "organizationId" from preflights where due_at is not null order by organization_id desc limit 1`
  return placeBetween({ first: '0', last: last?.organizationId ?? '0' }, now)
}

/** Organizations behind this one by a step in an index each, and whether something of theirs is due. */
const stepFrom = (sql: Sql, place: string, now: Date) => sql<{ organizationId: string; isDue: boolean }[]>`
  with recursive steps as (
    (select organization_id, due_at
       from preflights
      where due_at is not null and organization_id > ${place}
      order by organization_id, due_at
      limit 1)
    union all
    select n.organization_id, n.due_at
      from steps s
     cross join lateral (select organization_id, due_at
                           from preflights
                          where due_at is not null and organization_id > s.organization_id
                          order by organization_id, due_at
                          limit 1) n
  )
  select organization_id as "organizationId", due_at <= ${now} as "isDue"
    from steps
   limit ${STEPS}`

/** A cluster plans no steps over several nodes: it reads all that is due. */
async function readAll(sql: Sql, now: Date): Promise<string[]> {
  const rows = await sql<{ organizationId: string }[]>`
    select organization_id as "organizationId"
      from preflights
     where due_at <= ${now}
     group by organization_id
     order by min(due_at), organization_id
     limit ${2 * HEAD + STEPS}`
  return rows.map(({ organizationId }) => organizationId)
}

/**
 * Chooses the next check: organizations with due checks alternate, so that thousands of one do not delay the others. The cost of
 * a claim grows neither with their number nor with the checks of one.
 */
import type { Account } from '../accounts/account.js'
import { accountColumns } from '../accounts/accounts.js'
import { after, MINUTE_MS } from '../lib/duration.js'
import type { Deps, Sql } from '../ports/deps.js'
import { placeBetween } from '../lib/rows/some-place.js'

const LEASE_MS = 5 * MINUTE_MS
/** Due checks that are read to find organizations: of the longest waiting, and of the latest. */
const HEAD = 500
/** The number of organizations that are read one by one when more checks are due, different ones each time. */
const STEPS = 500
/** Organizations are read again after this many claims, so that new ones need not wait longer. */
const CLAIMS_A_READ = 20

/** `leaseUntil`: when it is due again, unless its check ended. */
export type Claimed = { account: Account; postId: string; leaseUntil: Date }

export type FairClaims = {
  /** Claims a check of any organization. @returns undefined when nothing unclaimed is due */
  claim(): Promise<Claimed | undefined>
  /** Reports that the work on a claim has ended. */
  end(claimed: Claimed): void
}

/** Makes the claims for one run of a process. */
export function makeFairClaims({ db, clock }: Pick<Deps, 'db' | 'clock'>): FairClaims {
  /** Organizations in the order of their next claim. */
  const waiting = new Set<string>()
  const inWork = new Map<string, number>()
  const note = (organizationId: string, change: 1 | -1) => inWork.set(organizationId, (inWork.get(organizationId) ?? 0) + change)
  const read = makeReader(db)
  let claimsLeft = 0

  const readWaiting = async () => {
    claimsLeft = CLAIMS_A_READ
    for (const organizationId of await read(clock())) waiting.add(organizationId)
  }

  /** Returns the first organization with the least work in progress. */
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

/** Claims the longest waiting check of one organization. */
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

/** Reads organizations with due checks, the longest waiting first; of very many, different ones each time. */
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

/** Returns where the steps of a run begin, varying with the time. */
async function placeAmongAll(sql: Sql, now: Date): Promise<string> {
  const [last] = await sql<{ organizationId: string }[]>`
    select organization_id as "organizationId" from preflights where due_at is not null order by organization_id desc limit 1`
  return placeBetween({ first: '0', last: last?.organizationId ?? '0' }, now)
}

/** Reads organizations after this one by one index step each, with whether any of their checks is due. */
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

/** Reads all due checks, because a cluster plans no such steps over several nodes. */
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

/**
 * Asks in advance what people search for, so that forms, drafts and digests have it without a call. @see docs/contract.md#trends
 */
import type { Account } from '../../accounts/account.js'
import { accountColumns } from '../../accounts/accounts.js'
import { before, DAY_MS, SECOND_MS } from '../../lib/duration.js'
import { DomainError } from '../../lib/errors.js'
import { dateOf } from '../../lib/time.js'
import type { Sql } from '../../ports/deps.js'
import { findToday } from './answers.js'
import { readAnswer, type TrendDeps } from './ask.js'
import type { Question } from '../../accounts/trend-questions.js'
import { interestsOf, trendRegionOf } from './read.js'

/** The kinds used for suggestions: growing and seasonal searches. */
const TYPES = ['seasonal', 'growing'] as const
/** Real time. The next run does the rest. */
const BUDGET_MS = 30 * SECOND_MS
/** Accounts with the same interests share their answers. */
const MOST_KINDS = 1_000
/** Accounts tried for a question, one after another's refusal. */
const MOST_TRIED = 3
const AHEAD = { waitMs: 0, waitWithOlderMs: 0, isAhead: true } as const

/** Asks each question that any connected account needs, one by one, once a day. A failure does not stop the others. */
export async function keepTrends(deps: TrendDeps, goesOn: () => boolean = () => true): Promise<{ asked: number }> {
  const { db, clock, log } = deps
  const endsAt = performance.now() + BUDGET_MS
  let asked = 0
  for (const { question, accounts } of questionsOf(await listKinds(db.sql, clock()))) {
    for (const account of accounts.slice(0, MOST_TRIED)) {
      if (!goesOn() || performance.now() >= endsAt) return { asked }
      const { kind } = await findToday(db.sql, { question, day: dateOf(clock()) }, clock())
      if (kind !== 'open') break
      asked++
      try {
        await readAnswer(deps, account, question, AHEAD)
      } catch (error) {
        if (!(error instanceof DomainError)) throw error
        log.debug({ question, err: error }, 'trends were not asked ahead') // why is logged where it was asked
      }
    }
  }
  return { asked }
}

/** Lists a few accounts that may ask for each time zone, region and set of interests, over all organizations. */
async function listKinds(sql: Sql, now: Date): Promise<Account[]> {
  return sql<Account[]>`
    select ${accountColumns(sql)}
      from (select organization_id, id,
                   row_number() over (partition by timezone, trend_region, trend_interests order by id) as nth
              from accounts o
             where token_status = 'authorized'
               and not (publishing = 'paused' and paused_because is not null)
               and not exists (select 1 from trend_refusals r
                                where r.organization_id = o.organization_id
                                  and r.account_id = o.id
                                  and r.connection_number = o.connection_number
                                  and r.refused_at > ${before(now, DAY_MS)})) k
      join accounts a on a.organization_id = k.organization_id and a.id = k.id
     where k.nth <= ${MOST_TRIED}
     order by k.nth, a.id
     limit ${MOST_KINDS}`
}

/** Returns each question once, with the accounts that may ask it. */
function questionsOf(accounts: readonly Account[]): { question: Question; accounts: Account[] }[] {
  const known = new Map<string, { question: Question; accounts: Account[] }>()
  for (const account of accounts) {
    const region = trendRegionOf(account)
    for (const interest of interestsOf(account)) {
      for (const type of TYPES) {
        const key = `${region} ${type} ${interest ?? ''}`
        const one = known.get(key) ?? { question: { region, type, interest }, accounts: [] }
        known.set(key, one)
        one.accounts.push(account)
      }
    }
  }
  return [...known.values()]
}

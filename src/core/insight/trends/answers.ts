/**
 * The platform's answers about searches on a day, with one call for each question and UTC day, over all organizations and
 * processes.
 * @see docs/contract.md#trends
 */
import { addDates, dateOf } from '../../lib/time.js'
import { type GoesOn, inBatches } from '../../lib/work/batch.js'
import { after, before, DAY_MS, MINUTE_MS } from '../../lib/duration.js'
import type { PlatformTrend } from '../../ports/platform.js'
import type { Sql } from '../../ports/deps.js'
import type { Question } from '../../accounts/trend-questions.js'

/** Older answers are used when there is none of today. */
export const KEPT_DAYS = 35
/** Longer than a call with the renewal of a token takes: after it, the process that claimed the question must have died. */
const LEASE_MS = 2 * MINUTE_MS

export type QuestionOnDay = { question: Question; day: string }
export type DayAnswer = { trends: PlatformTrend[]; day: string }
/**
 * Why a question is not asked for a while, with any account: our app may not, the platform rejects it or its answer is
 * unreadable, or it does not answer.
 */
export type Failure = 'app_refused' | 'invalid' | 'unavailable'

/** `busy`: another caller asks now. `rests`: not to be asked for now. `open`: not asked, or without success. */
export type Found =
  | { kind: 'answered'; answer: DayAnswer }
  | { kind: 'busy' }
  | { kind: 'rests'; failure: Failure; until: Date }
  | { kind: 'open' }

const interestOf = ({ interest }: Question) => interest ?? ''

/** Returns the answer of the day, or what prevents it. */
export async function findToday(sql: Sql, { question, day }: QuestionOnDay, now: Date): Promise<Found> {
  const [row] = await sql<{ trends: PlatformTrend[] | null; until: Date | null; failure: Failure | null }[]>`
    select trends, asked_until as until, failed_as as failure
      from trend_answers
     where region = ${question.region}
       and kind = ${question.type}
       and interest = ${interestOf(question)}
       and day = ${day}`
  if (!row) return { kind: 'open' }
  const { trends, until, failure } = row
  if (trends) return { kind: 'answered', answer: { trends, day } }
  if (until === null || until <= now) return { kind: 'open' }
  return failure ? { kind: 'rests', failure, until } : { kind: 'busy' }
}

/**
 * Claims the question; the caller must end with keepAnswer() or releaseQuestion(). @returns the end of the claim; undefined:
 * there is an answer, or another caller asks
 */
export async function claimQuestion(sql: Sql, { question, day }: QuestionOnDay, now: Date): Promise<Date | undefined> {
  const until = after(now, LEASE_MS)
  const { count } = await sql`
    insert into trend_answers as t (region, kind, interest, day, asked_until)
    values (${question.region}, ${question.type}, ${interestOf(question)}, ${day}, ${until})
    on conflict (region, kind, interest, day) do update
       set asked_until = excluded.asked_until, failed_as = null
     where t.trends is null
       and (t.asked_until is null or t.asked_until <= ${now})`
  return count === 1 ? until : undefined
}

/** Stores an answer. The first one of a day stays, because others have used it. */
export async function keepAnswer(sql: Sql, { question, day }: QuestionOnDay, trends: PlatformTrend[]): Promise<void> {
  await sql`
    insert into trend_answers as t (region, kind, interest, day, trends)
    values (${question.region}, ${question.type}, ${interestOf(question)}, ${day}, ${sql.json(trends)})
    on conflict (region, kind, interest, day) do update
       set trends = coalesce(t.trends, excluded.trends), asked_until = null, failed_as = null`
}

/**
 * Releases a claim without an answer: another account may ask at once, or none until `rest` ends. A claim that another caller
 * holds meanwhile stays.
 */
export async function releaseQuestion(
  sql: Sql,
  { question, day }: QuestionOnDay,
  taken: Date,
  rest: { failure: Failure; until: Date } | null,
): Promise<void> {
  await sql`
    update trend_answers
       set asked_until = ${rest?.until ?? null}, failed_as = ${rest?.failure ?? null}
     where region = ${question.region}
       and kind = ${question.type}
       and interest = ${interestOf(question)}
       and day = ${day}
       and trends is null
       and asked_until = ${taken}`
}

/** Returns the newest non-empty answer of an earlier day. */
export async function findOlder(sql: Sql, { question, day }: QuestionOnDay): Promise<DayAnswer | undefined> {
  const [row] = await sql<DayAnswer[]>`
    select trends, day::text
      from trend_answers
     where region = ${question.region}
       and kind = ${question.type}
       and interest = ${interestOf(question)}
       and day < ${day}
       and day >= ${addDates(day, -KEPT_DAYS)}
       and jsonb_array_length(trends) > 0
     order by day desc
     limit 1`
  return row
}

/** Deletes expired days of all regions. */
export async function purgeTrends(sql: Sql, now: Date, goesOn: GoesOn = () => true): Promise<void> {
  const until = dateOf(before(now, KEPT_DAYS * DAY_MS))
  await inBatches(goesOn, async (limit) => {
    const { count } = await sql`
      delete from trend_answers
       where (region, kind, interest, day) in (select region, kind, interest, day
                                                 from trend_answers
                                                where day < ${until}
                                                limit ${limit})`
    return count
  })
}

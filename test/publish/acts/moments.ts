/** Where the attempt of each pin stands, between the rounds of its workers. */
import type { Sql } from '../../../src/core/ports/deps.js'
import type { Moment } from './plan.js'
import type { Stage } from './stage.js'

/** What is so just now. */
export type Moments = {
  step?: { name: string; nth: number }
  reading?: number
  waiting?: { looks: number; isSecond: boolean }
  isAsked?: boolean
  isRetry?: boolean
  isSent?: boolean
}

export function isReached(when: Moment, { step, reading, waiting, isAsked, isRetry, isSent }: Moments): boolean {
  switch (when.at) {
    case 'step':
      return step?.name === when.step && step.nth === when.nth
    case 'reading':
      return reading === when.nth
    case 'waiting':
      return waiting?.looks === when.looks && waiting.isSecond === when.isSecond
    case 'asked':
      return isAsked === true
    case 'retry':
      return isRetry === true
    case 'sent':
      return isSent === true
  }
}

type Row = {
  id: string
  status: string
  isFree: boolean
  reason: string | null
  state: string
  looks: number
  hadAbsent: boolean
}

/** By the ids of the pins that were tried. */
export async function findMoments(sql: Sql, stages: Stage[]): Promise<Map<string, Moments>> {
  const rows = await sql<Row[]>`
    select p.id, p.status, p.lease_until is null as "isFree", p.failure ->> 'reason' as reason, a.state, a.read_backs as looks,
           exists (select from publish_attempts e
                    where e.organization_id = p.organization_id and e.post_id = p.id and e.state = 'absent') as "hadAbsent"
      from posts p
      join publish_attempts a on a.organization_id = p.organization_id and a.post_id = p.id and a.number = p.attempt_number
     where p.id = any(${stages.map(({ pin }) => pin.id)}::bigint[])`
  return new Map(rows.map((row) => [row.id, momentsOf(row)]))
}

function momentsOf({ status, isFree, reason, state, looks, hadAbsent }: Row): Moments {
  if (status === 'uploading' && isFree && state === 'unknown') return { waiting: { looks, isSecond: hadAbsent } }
  if (status === 'draft' && reason === 'outcome_unknown') return { isAsked: true }
  return { isRetry: status === 'queued', isSent: status === 'sent' }
}

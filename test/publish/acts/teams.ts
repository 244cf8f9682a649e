/** How a team reacts to notices: it connects and resumes its account, and does with a failed pin what its message says. */
import { DomainError } from '../../../src/core/lib/errors.js'
import { editPost } from '../../../src/core/posts/edit.js'
import { MINUTE_MS } from '../support/support.js'
import { reconnect, resume } from './account.js'
import { sayWhatIsThere, scheduleIn } from './posts.js'
import type { Stage } from './stage.js'

/** How long a team takes to connect its account again, or to resume it. */
const CONNECT_MS = 30 * MINUTE_MS
const RESUME_MS = 20 * MINUTE_MS
const ANSWER_MS = 2 * MINUTE_MS
/** Times that one pin is seen to. */
const MOST = 3

type Draft = { id: string; reason: string | null; chargeNumber: number }

export function makeTeams(stages: Stage[]) {
  const [first] = stages
  const diary = new Map<string, { at: number; work: () => Promise<unknown> }>()
  const tried = new Map<string, number>()
  const byAccount = new Map(stages.map((stage) => [stage.accountId, stage]))
  const byPin = new Map(stages.map((stage) => [stage.pin.id, stage]))
  const plan = (key: string, at: number, work: () => Promise<unknown>) => {
    if (!diary.has(key)) diary.set(key, { at, work })
  }

  const see = async ({ deps, clock }: Stage) => {
    const { sql } = deps.db
    const now = clock.now.getTime()
    const held = await sql<{ id: string; tokenStatus: string; publishing: string }[]>`
      select id, token_status as "tokenStatus", publishing
        from accounts
       where token_status = 'unauthorized' or publishing = 'paused'`
    for (const { id, tokenStatus, publishing } of held) {
      const stage = byAccount.get(id)
      if (!stage || stage.plan.team === 'does nothing') continue
      if (tokenStatus === 'unauthorized') plan(`connect ${id}`, now + CONNECT_MS, () => reconnect(stage))
      if (publishing === 'paused') plan(`resume ${id}`, now + RESUME_MS, () => resume(stage))
    }
    const drafts = await sql<Draft[]>`
      select id, failure ->> 'reason' as reason, charge_number as "chargeNumber"
        from posts
       where status = 'draft'`
    for (const draft of drafts) {
      const stage = byPin.get(draft.id)
      const key = `${draft.id} ${draft.reason} ${draft.chargeNumber}`
      const times = tried.get(draft.id) ?? 0
      if (!stage || tried.has(key) || times >= MOST || stage.plan.team === 'does nothing') continue
      tried.set(key, 1)
      tried.set(draft.id, times + 1)
      plan(key, now + ANSWER_MS, () => seeTo(stage, draft))
    }
  }
  return {
    next: () => Math.min(...[...diary.values()].map(({ at }) => at), Infinity),
    /** Hears what is new, and does what its time has come for. @returns whether anything was done */
    async followUp(): Promise<boolean> {
      if (!first) return false
      await see(first)
      const due = [...diary].filter(([, { at }]) => at <= first.clock.now.getTime())
      for (const [key, { work }] of due) {
        diary.delete(key)
        await work().catch((error: unknown) => {
          if (!(error instanceof DomainError)) throw error // else it moved on meanwhile, or may not be done
        })
      }
      return due.length > 0
    },
  }
}

/** What its message says is the next step. */
async function seeTo(stage: Stage, { reason }: Draft): Promise<void> {
  const { deps, actor, accountId, pin, places, plan } = stage
  if (reason === 'outcome_unknown' && plan.team === 'answers') return sayWhatIsThere(stage)
  const [, other] = places
  if (reason === 'board_gone' || reason === 'board_forbidden')
    await editPost(deps, actor, {
      accountId,
      postId: pin.id,
      changes: { board: { boardId: other.boardId, boardSectionId: null } },
    })
  if (reason === 'section_gone')
    await editPost(deps, actor, { accountId, postId: pin.id, changes: { board: { boardSectionId: null } } })
  await scheduleIn(stage, 3)
}

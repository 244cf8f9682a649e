/**
 * Random plans of rules, people and acts: nothing is scheduled before its last step, no decision is lost, and neither who asked nor
 * who edited last decides. `PLANS=5000` for a long run, `SEED=7` for the plans of seed 7.
 */
import { expect, test } from 'vitest'
import type { Actor } from '../../../../../src/core/lib/actor.js'
import { HOUR_MS, MINUTE_MS } from '../../../../../src/core/lib/duration.js'
import { DomainError } from '../../../../../src/core/lib/errors.js'
import { approvePin, declinePin } from '../../../../../src/core/posts/approval/decide.js'
import { holdRequest, releaseRequest } from '../../../../../src/core/posts/approval/hold.js'
import { listApprovalsOf } from '../../../../../src/core/posts/approval/approval.js'
import { takeBackRequest } from '../../../../../src/core/posts/approval/request.js'
import { putApprovalRules } from '../../../../../src/core/posts/approval/rules/rules.js'
import type { Reviewer, Step } from '../../../../../src/core/posts/approval/steps/steps.js'
import { editPost } from '../../../../../src/core/posts/edit.js'
import { readPost } from '../../../../../src/core/posts/list.js'
import { schedulePost } from '../../../../../src/core/posts/schedule.js'
import { undoDecision } from '../../../../../src/core/posts/undo/decision.js'
import { aDatabase } from '../../../../support/database.js'
import { aDraft, inDays } from '../../../../support/factories.js'
import { seed } from '../../../../support/random.js'
import { anAccount, contact, ofRole, person, rule, step } from './support.js'

const { db } = await aDatabase()
const PLANS = Number(process.env['PLANS'] ?? 200)
const ACTS = 14
const WORLDS = 4

/** Numbers from a seed (mulberry32). */
function numbersOf(from: number) {
  let state = from
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}
type Below = ReturnType<typeof numbersOf>
const oneOf = <T>(below: Below, all: readonly T[]): T => all[below(all.length)]!

const SINGLE: Reviewer[] = [
  person('EVE'),
  person('BOB'),
  person('ADA'),
  person('VIC'),
  { kind: 'contact', id: 'Rosa' },
  { kind: 'contact', id: 'Luis' },
]
const LOOKS: (Step['looksAt'] | undefined)[] = [undefined, ['title'], ['altText'], ['title', 'altText']]

function aStep(below: Below, name: string): Step {
  const looksAt = oneOf(below, LOOKS)
  const more = looksAt ? { looksAt } : {}
  if (below(3) === 0)
    return step(name, [ofRole(oneOf(below, ['scheduler', 'admin']))], below(2) ? 'any' : { atLeast: 1 + below(2) }, more)
  const reviewers = SINGLE.filter(() => below(2) === 0)
  if (reviewers.length === 0) reviewers.push(oneOf(below, SINGLE))
  return step(name, reviewers, oneOf(below, ['any', 'all', { atLeast: 1 + below(reviewers.length) }] as const), more)
}
const someRules = (below: Below) => [rule(Array.from({ length: 1 + below(3) }, (_, index) => aStep(below, `S${index}`)))]

type Seen = { title: string | null; altText: string | null; url: string | null; description: string | null }
type Row = {
  id: string
  step: number | null
  decision: string
  decidedBy: string
  token: string | null
  undone: boolean
  approvalId: string
}

/** Whether these rows, each made of what was there, satisfy a step now. Written apart from the product's rule. */
function isSatisfied(
  { reviewers, rule: asks, looksAt }: Step,
  rows: readonly Row[],
  madeOf: ReadonlyMap<string, Seen>,
  now: Seen,
): boolean {
  const fields = (looksAt ?? ['title', 'altText', 'url', 'description']) as (keyof Seen)[]
  const good = rows.filter(({ id }) => fields.every((field) => madeOf.get(id)?.[field] === now[field]))
  const tokens = new Set(good.map(({ token }) => token))
  if (asks === 'all')
    return reviewers.every(({ kind, id }) => tokens.has(`${kind}:${id.toLowerCase()}`) || tokens.has(`${kind}:${id}`))
  const people = new Set(good.map(({ token, decidedBy }) => (token?.startsWith('contact:') ? token : decidedBy)))
  return people.size >= (asks === 'any' ? 1 : asks.atLeast)
}

async function play({ world, milo, ada, eve, bob, vic }: Awaited<ReturnType<typeof anAccount>>, plan: number): Promise<number> {
  const below = numbersOf(seed + plan)
  const { accountId, deps, organizationId, clock } = world
  const setRules = () => putApprovalRules(deps, ada, { accountId, rules: someRules(below) }).catch(onlyRefused)
  await setRules()
  const draft = await aDraft({ ...world, actor: milo })
  const pin = { accountId, postId: draft.id }
  const ask = () => schedulePost(deps, milo, { ...pin, when: { kind: 'at', at: inDays(world, 5 + below(300)) } })
  await ask()
  const deciders = [
    eve,
    bob,
    ada,
    vic,
    milo,
    { ...milo, role: 'scheduler' as const },
    contact(world, 'Rosa'),
    contact(world, 'Luis', '8'),
  ]
  const latest = async () => (await listApprovalsOf(deps, world.actor, { ...pin, limit: 1 }))[0]!
  const rowsOf = () => db.sql<Row[]>`
    select d.id, d.step, d.decision, d.decided_by as "decidedBy", d.token, d.undone_at is not null as undone, d.approval_id as "approvalId"
      from approval_decisions d join approvals a on a.organization_id = d.organization_id and a.id = d.approval_id
     where d.organization_id = ${organizationId} and a.post_id = ${pin.postId} order by d.id`
  const madeOf = new Map<string, Seen>()
  let lastEditor: string | null = null
  let decided = 0
  for (let act = 0; act < ACTS; act++) {
    const before = await latest()
    const ref = { accountId, approvalId: before.id }
    const actor: Actor = oneOf(below, deciders)
    const version = (await readPost(deps, world.actor, pin)).version - (below(12) === 0 ? 1 : 0)
    const wasSeen = await readPost(deps, world.actor, pin)
    let editor: string | null | undefined
    const kind = below(18)
    const isDone = await perform().then(() => true, onlyRefused)
    const now = await readPost(deps, world.actor, pin)
    const approval = await latest()
    const rows = await rowsOf()
    const ids = rows.map(({ id }) => id)
    for (const id of madeOf.keys()) expect(ids).toContain(id)
    const fresh = rows.filter(({ id }) => !madeOf.has(id))
    if (isDone && kind < 9 && kind !== 8) expect(fresh.length, 'a decision is recorded').toBeGreaterThan(0)
    for (const { id, decidedBy } of fresh) {
      expect(decidedBy, 'who asked decides nothing').not.toBe(milo.userId)
      if (lastEditor !== null && before.state === 'open') expect(decidedBy, 'nor who edited last').not.toBe(lastEditor)
      madeOf.set(id, now)
    }
    decided += fresh.length
    if (editor !== undefined && isDone) lastEditor = (await latest()).changes.length === 0 ? null : editor
    if (before.id !== approval.id || (isDone && kind === 14)) lastEditor = null
    if (before.state !== 'approved' && approval.state === 'approved') {
      const steps = approval.plan?.steps ?? []
      steps.forEach((one, index) => {
        const counted = rows.filter(
          (row) => !row.undone && row.approvalId === approval.id && row.step === index + 1 && row.decision === 'approve',
        )
        expect(isSatisfied(one, counted, madeOf, now), `step ${index + 1} of ${JSON.stringify(steps)}`).toBe(true)
      })
    }
    if (now.status === 'queued') expect(approval.state).not.toBe('open')

    async function perform(): Promise<unknown> {
      if (kind < 8) return approvePin(deps, actor, { ...ref, version })
      switch (kind) {
        case 8:
        case 9:
          return schedulePost(deps, oneOf(below, [eve, ada, deciders[5]!]), {
            ...pin,
            when: { kind: 'at', at: inDays(world, 2 + below(300)) },
          })
        case 10:
        case 11:
        case 12: {
          const by = oneOf(below, [milo, eve, ada])
          editor = by.userId
          const field = oneOf(below, ['title', 'altText'] as const)
          const value = `${field} ${below(3)}`
          if (wasSeen[field] === value) throw new DomainError('CONFLICT', 'it is so already')
          return editPost(deps, by, { ...pin, changes: { [field]: value } })
        }
        case 13:
          return declinePin(deps, actor, { ...ref, kind: 'rejected', reason: '' })
        case 14:
          return ask()
        case 15:
          return undoDecision(deps, actor, ref)
        case 16:
          return below(2) ? holdRequest(deps, actor, ref) : releaseRequest(deps, ada, ref)
        default:
          if (below(3) === 0) return takeBackRequest(deps, milo, { accountId, approvalId: ref.approvalId })
          clock.advance(oneOf(below, [MINUTE_MS, 11 * MINUTE_MS, 5 * HOUR_MS]))
          return setRules()
      }
    }
  }
  return decided
}

function onlyRefused(error: unknown): false {
  if (error instanceof DomainError) return false
  throw error
}

test(
  `in ${PLANS} random plans nothing is scheduled before its last step, and no decision is lost`,
  async () => {
    const plans = Array.from({ length: PLANS }, (_, plan) => plan)
    const decided = await Promise.all(
      Array.from({ length: WORLDS }, async (_, index) => {
        let sum = 0
        const people = await anAccount(db)
        for (const plan of plans.filter((one) => one % WORLDS === index))
          sum += await play(people, plan).catch((error: unknown) => {
            throw new Error(`plan ${plan} of SEED=${seed}`, { cause: error })
          })
        return sum
      }),
    )
    expect(decided.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(PLANS / 2)
  },
  600_000 + PLANS * 2_000,
)

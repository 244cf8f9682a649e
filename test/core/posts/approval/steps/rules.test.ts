/** Admins set the rules of an account; a request takes the steps of those that are for it. */
import { expect, test } from 'vitest'
import { remindApprovers } from '../../../../../src/core/posts/approval/remind.js'
import { hasRuleChanged } from '../../../../../src/core/posts/approval/rules/plan.js'
import type { GivenRule } from '../../../../../src/core/posts/approval/rules/rule.js'
import { putApprovalRules, readApprovalRules } from '../../../../../src/core/posts/approval/rules/rules.js'
import { storeFindings } from '../../../../../src/core/preflight/store.js'
import type { Step } from '../../../../../src/core/posts/approval/steps/steps.js'
import { decidePin } from '../../../../../src/core/posts/approval/decide.js'
import { editPost, type EditPost } from '../../../../../src/core/posts/edit.js'
import { schedulePost } from '../../../../../src/core/posts/schedule.js'
import { aDatabase } from '../../../../support/database.js'
import { aDraft, DAY_MS, inDays } from '../../../../support/factories.js'
import { anAccount, asked, ofRole, person, rule, step } from './support.js'

const { db } = await aDatabase()

const BRAND = step('Brand', [person('EVE')])
const BOSS = step('Boss', [ofRole('admin')])
const LEGAL = step('Legal', [person('BOB')])

test('admins alone read and set the rules, and the audit has what they were', async () => {
  const { world, ada, eve } = await anAccount(db)
  const { accountId, deps, organizationId } = world
  expect(await readApprovalRules(deps, ada, { accountId })).toEqual({ rules: [], changedAt: null, changedBy: null })
  const set = await putApprovalRules(deps, ada, { accountId, rules: [rule([BRAND])] })
  expect(set).toMatchObject({ rules: [{ name: 'Every pin', keepsSlot: true }], changedBy: 'T1:UADA' })
  expect(await readApprovalRules(deps, ada, { accountId })).toEqual(set)
  await expect(readApprovalRules(deps, eve, { accountId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(putApprovalRules(deps, eve, { accountId, rules: [] })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await putApprovalRules(deps, ada, { accountId, rules: [rule([BRAND])] })
  const acts = await db.sql`
    select action, before, after ->> 0 is not null as "hasAfter" from audit
     where organization_id = ${organizationId} and subject = ${`approval_rules:${accountId}`}`
  expect(acts).toEqual([{ action: 'put', before: [], hasAfter: true }])
})

test('of two who set the rules at once, having seen the same, one is refused; who sets the same is not', async () => {
  const { world, ada } = await anAccount(db)
  const { accountId, deps } = world
  const put = (seen: Date | null, ...steps: Step[]) => putApprovalRules(deps, ada, { accountId, rules: [rule(steps)], seen })
  const both = await Promise.allSettled([put(null, BRAND), put(null, BOSS)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } })
  const { rules, changedAt } = await readApprovalRules(deps, ada, { accountId })
  await put(null, ...(rules[0]?.steps ?? []))
  expect(await put(changedAt, LEGAL)).toMatchObject({ rules: [{ steps: [LEGAL] }] })
})

const WRONG: [string, GivenRule[]][] = [
  ['rules[0].steps', [rule([])]],
  ['rules[0].steps', [rule(Array.from({ length: 6 }, () => BRAND))]],
  ['rules[0].name', [rule([BRAND], { name: ' ' })]],
  ['rules[0].steps[0].name', [rule([step('', [person('EVE')])])]],
  ['rules[0].steps[0].reviewers', [rule([step('A', [])])]],
  ['rules[0].steps[0].reviewers', [rule([step('A', [person('EVE'), person('EVE')])])]],
  ['rules[0].steps[0].reviewers', [rule([step('A', [person('NOBODY')])])]],
  ['rules[0].steps[1].reviewers', [rule([BRAND, step('A', [ofRole('admin')], { atLeast: 2 })])]],
  ['rules[0].steps[0].reviewers[0].id', [rule([step('A', [{ kind: 'person', id: 'milo' }])])]],
  ['rules[0].steps[0].reviewers[0].id', [rule([step('A', [ofRole('viewer')])])]],
  ['rules[0].steps[0].rule', [rule([step('A', [ofRole('admin')], 'all')])]],
  ['rules[0].steps[0].rule', [rule([step('A', [person('EVE')], { atLeast: 0 })])]],
  ['rules[0].steps[0].looksAt', [rule([step('A', [person('EVE')], 'any', { looksAt: [] })])]],
  ['rules[1].when', [rule([BRAND]), rule([BRAND], { name: 'Two' })]],
  ['rules[1].name', [rule([BRAND]), rule([BRAND], { when: { findings: true } })]],
  ['rules[0].when', [rule([BRAND], { when: {} })]],
  ['rules[0].when.boardIds', [rule([BRAND], { when: { boardIds: ['404'] } })]],
  ['rules[0].when.boardIds', [rule([BRAND], { when: { boardIds: [] } })]],
  ['rules[0].when.labels', [rule([BRAND], { when: { labels: [] } })]],
  ['rules[0].when.labels', [rule([BRAND], { when: { labels: ['spring', ' '] } })]],
  ['rules[0].when.labels', [rule([BRAND], { when: { labels: ['x'.repeat(31)] } })]],
  ['rules[0].when.labels', [rule([BRAND], { when: { labels: ['spring, summer'] } })]],
  ['rules[0].dueBeforeSeconds', [rule([BRAND], { dueBeforeSeconds: -1 })]],
]
test('a wrong rule is refused by the name of its field', async () => {
  const { world, ada } = await anAccount(db)
  for (const [field, rules] of WRONG)
    await expect(putApprovalRules(world.deps, ada, { accountId: world.accountId, rules }), field).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      details: { field },
    })
})

test('a rule keeps labels as pins have them, and boards by either form of their id', async () => {
  const { world, ada } = await anAccount(db)
  const when = { boardIds: ['b_101'], labels: [' Spring  sale', 'spring sale'] }
  const { rules } = await putApprovalRules(world.deps, ada, { accountId: world.accountId, rules: [rule([BRAND], { when })] })
  expect(rules[0]?.when).toEqual({ boardIds: ['101'], labels: ['Spring sale'] })
})

test('before anybody was here a role can decide for one, not for two: each workspace has an admin', async () => {
  const { world, ada } = await anAccount(db)
  await db.sql`delete from members where organization_id = ${world.organizationId}`
  const put = (of: Step['rule']) =>
    putApprovalRules(world.deps, ada, { accountId: world.accountId, rules: [rule([step('Brand', [ofRole('scheduler')], of)])] })
  await expect(put('any')).resolves.toMatchObject({ rules: [{ steps: [{ name: 'Brand' }] }] })
  await expect(put({ atLeast: 2 })).rejects.toMatchObject({ details: { field: 'rules[0].steps[0].reviewers' } })
})

test('a group counts as enough until somebody of it is known, and then as those who are', async () => {
  const { world, ada } = await anAccount(db)
  const { accountId, deps, organizationId } = world
  const rules = [rule([step('A', [{ kind: 'group', id: 'S1' }], { atLeast: 2 })])]
  await putApprovalRules(deps, ada, { accountId, rules })
  await db.sql`update members set groups = '{S1}' where organization_id = ${organizationId} and slack_user_id = 'UEVE'`
  await putApprovalRules(deps, ada, { accountId, rules: [] })
  await expect(putApprovalRules(deps, ada, { accountId, rules })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('a changed rule touches no request that waits', async () => {
  const it = await asked(db, [rule([BRAND, BOSS])])
  const { accountId } = it.pin
  const before = await it.now()
  const { rules } = await putApprovalRules(it.deps, it.ada, { accountId, rules: [rule([LEGAL])] })
  expect(await it.now()).toEqual(before)
  expect(hasRuleChanged(before, rules)).toBe(true)
  expect(
    hasRuleChanged(before, (await putApprovalRules(it.deps, it.ada, { accountId, rules: [rule([BRAND, BOSS])] })).rules),
  ).toBe(false)
  await it.approve(it.eve)
  expect(await it.approve(it.ada)).toMatchObject({ status: 'queued' })
})

test('rules that match add their steps after the account’s own, no step twice, and at most five', async () => {
  const added = (when: NonNullable<GivenRule['when']>) => rule([BRAND, LEGAL], { name: 'More', when })
  const stepsBy = async (rules: GivenRule[], draft = {}) => {
    const it = await asked(db, rules, draft)
    return (await it.now()).plan?.steps.map(({ name }) => name)
  }
  expect(await stepsBy([added({ newDomain: true }), rule([BRAND])])).toEqual(['Brand', 'Legal'])
  expect(await stepsBy([added({ requestedBy: 'agent' }), rule([BRAND])])).toEqual(['Brand'])
  expect(await stepsBy([added({ requestedBy: 'person' })])).toEqual(['Approval', 'Brand', 'Legal'])
  expect(await stepsBy([added({ findings: true })])).toBeUndefined()
  const five = Array.from({ length: 5 }, (_, index) => step(`S${index}`, [person('EVE')], 'any', { looksAt: ['title'] }))
  expect(await stepsBy([rule([BRAND, BOSS, LEGAL]), { ...added({ newDomain: true }), steps: five }])).toHaveLength(3)
})

test('a domain is new until a pin of the account that is scheduled or published links to it', async () => {
  const it = await asked(db, [rule([BRAND]), rule([LEGAL], { name: 'New', when: { newDomain: true } })])
  expect((await it.now()).plan?.ruleNames).toEqual(['Every pin', 'New'])
  await it.approve(it.eve)
  await it.approve(it.bob)
  const again = await aDraft({ ...it.world, actor: it.milo })
  const { accountId } = it.pin
  const asks = await schedulePost(it.deps, it.milo, {
    accountId,
    postId: again.id,
    when: { kind: 'at', at: inDays(it.world, 7) },
  })
  expect(asks.approval?.plan?.ruleNames).toEqual(['Every pin'])
})

test('a check that finds something adds the steps of the rules for findings, behind those that are there', async () => {
  const waiting = await asked(db, [rule([BRAND, BOSS]), rule([LEGAL], { name: 'Found', when: { findings: true } })])
  await waiting.approve(waiting.eve)
  const post = await waiting.postNow()
  const findings = [{ code: 'link_dead' }] as never
  const store = () => db.tx((sql) => storeFindings(sql, post, { findings, isWhole: true, dueAt: null }, waiting.world.clock.now))
  await store()
  expect((await waiting.now()).plan).toMatchObject({ ruleNames: ['Every pin', 'Found'], steps: [BRAND, BOSS, LEGAL] })
  expect(await waiting.states()).toEqual(['approved', 'pending', 'waiting'])
  expect(await waiting.approve(waiting.ada)).toMatchObject({ status: 'draft' })
  expect(await waiting.approve(waiting.bob)).toMatchObject({ status: 'queued' })
})

const AI = ['AI_MODIFIED'] as const
test.each<[string, NonNullable<GivenRule['when']>, EditPost['changes']]>([
  ['a label', { labels: ['promo'] }, { labels: ['Promo'] }],
  ['a board', { boardIds: ['101'] }, { board: { boardId: '101' } }],
  ['a new domain', { newDomain: true }, { url: 'https://casino.example.net/' }],
  ['an AI disclosure', { aiDisclosed: true }, { aiDisclosures: [...AI] }],
])('an edit that gives a waiting pin %s adds the steps of the rule for that', async (_what, when, changes) => {
  const it = await asked(db, [rule([BRAND])], {}, { boardId: '102' })
  const { accountId } = it.pin
  await schedulePost(it.deps, it.ada, {
    accountId,
    postId: (await aDraft(it.world)).id,
    when: { kind: 'at', at: inDays(it.world, 3) },
  })
  await putApprovalRules(it.deps, it.ada, { accountId, rules: [rule([BRAND]), rule([LEGAL], { name: 'More', when })] })
  await editPost(it.deps, it.milo, { ...it.pin, changes: { title: 'Another title' } })
  expect((await it.now()).plan).toMatchObject({ ruleNames: ['Every pin'], steps: [BRAND] })
  const both = decidePin(it.deps, it.eve, { ...it.ref, decision: 'approve', edit: changes })
  await expect(both).rejects.toMatchObject({ details: { reason: 'approval_steps_left' } })
  expect(await it.states()).toEqual(['pending'])
  await editPost(it.deps, it.milo, { ...it.pin, changes })
  expect((await it.now()).plan).toMatchObject({ ruleNames: ['Every pin', 'More'], steps: [BRAND, LEGAL] })
  expect(await it.approve(it.eve)).toMatchObject({ status: 'draft' })
  await expect(it.approve(it.eve)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await it.approve(it.bob)).toMatchObject({ status: 'queued' })
})

test('without rules one step is decided by any scheduler, as ever', async () => {
  const it = await asked(db, [])
  expect(await it.now()).toMatchObject({ plan: null, waitsFor: null })
  expect(await it.approve(it.bob)).toMatchObject({ status: 'queued' })
  expect((await it.now()).decisions).toMatchObject([{ step: 1, decision: 'approve', decidedBy: 'T1:UBOB' }])
})

test('a rule says when its requests are due, and whether they keep a slot', async () => {
  const it = await asked(db, [rule([BRAND], { dueBeforeSeconds: 3600, keepsSlot: false })])
  expect((await it.now()).dueAt).toEqual(new Date(inDays(it.world, 5).getTime() - 3_600_000))
})

test('an overdue request reminds the admins, too, or nobody, as its rule says', async () => {
  const onSilence = { remind: true, deputies: true, then: 'admins' as const }
  const remindedOf = async (rules: GivenRule[]) => {
    const it = await asked(db, rules)
    for (let hours = 0; hours < 8 * 24; hours += 6) {
      it.world.clock.advance(DAY_MS / 4)
      await remindApprovers(it.deps)
    }
    const rows = await db.sql<{ destination: string }[]>`
      select distinct destination from outbox
       where organization_id = ${it.world.organizationId} and notice ->> 'kind' = 'approvalsWaiting' order by 1`
    return rows.map(({ destination }) => destination)
  }
  expect(await remindedOf([rule([BRAND], { onSilence })])).toEqual(['user:T1:UADA', 'user:T1:UEVE'])
  expect(await remindedOf([rule([BRAND], { onSilence: { ...onSilence, then: 'hold' } })])).toEqual(['user:T1:UEVE'])
  expect(await remindedOf([rule([BRAND], { onSilence: { ...onSilence, remind: false } })])).toEqual([])
})

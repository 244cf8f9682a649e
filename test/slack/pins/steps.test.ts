/** Steps of Slack's workflows: each is done once, for the person whom it names, and ends when its work does, days later too. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listDeadLetters } from '../../../src/core/notices/dead-letters.js'
import { purgeSteps } from '../../../src/core/notices/workflow-steps.js'
import { approvePin, declinePin } from '../../../src/core/posts/approval/decide.js'
import { deletePost } from '../../../src/core/posts/delete.js'
import { DAY_MS, MINUTE_MS } from '../../../src/core/lib/duration.js'
import { teamId, users } from '../../../src/sandbox/slack/ids.js'
import { runStep } from '../../../src/sandbox/slack/methods/steps.js'
import { type StepName, STEPS } from '../../../src/slack/install/steps.js'
import { aDraft } from '../../support/factories.js'
import { aDatabase } from '../../support/database.js'
import { SOON } from '../../support/gate.js'
import { makeOutbox } from '../../../src/jobs/outbox.js'
import { aTeam, PICTURE } from '../support/a-team.js'
import { asRole, eve, messengerOf, milosId, theApproval, withApprovals } from '../support/approval-team.js'
import { postsOf } from '../support/composer-fixtures.js'

const { db } = await aDatabase()
const team = aTeam(db)

let outbox: ReturnType<typeof makeOutbox>
beforeEach(async () => {
  await db.sql`delete from slack_events`
  outbox = makeOutbox({ ...team.current.deps, messenger: messengerOf(team.current) })
  await outbox.start()
})
afterEach(() => outbox.close())

/** Resolves when the outbox has tried each end of a step that is due. */
async function deliver(): Promise<void> {
  const due = () => db.sql`
    select 1 from outbox where notice ->> 'kind' = 'stepEnded' and due_at <= ${team.current.clock.now}`
  await vi.waitFor(async () => expect(await due()).toEqual([]), SOON)
}

/** Runs a step as Slack does, and delivers what it says. */
async function run(step: StepName, inputs: object, id?: string) {
  const { slack } = team.current
  const given = { person: users.member, ...inputs }
  const { id: executionId } = await runStep(slack.workspace, { step, inputs: given, ...(id !== undefined && { id }) })
  await slack.idle()
  await deliver()
  return found(executionId)
}
const found = (id: string) => ({ ...team.current.slack.workspace.executions.get(id)! })
const rows = () => db.sql`
  select execution_id, refused, ended_at is not null as ended
    from workflow_steps
   where organization_id = ${team.current.organizationId}`
const READY = { title: 'T', description: 'D', url: 'https://a.test', boardId: '101' }
async function milosDraft() {
  const draft = await aDraft(team.current, READY)
  await db.sql`update posts set created_by = ${milosId} where organization_id = ${team.current.organizationId} and id = ${draft.id}`
  return draft
}

test('a draft is made for the person whom the step names, and the audit has the workflow beside them', async () => {
  await asRole(team.current, 'contributor')
  const inputs = { image: PICTURE, title: 'From a form', description: 'D', link: 'https://a.test', board: 'kitchen' }
  const { state, outputs } = await run('draft_pin', inputs)
  const [draft] = await postsOf(team.current, 'draft')
  expect([state, outputs]).toEqual(['completed', { pin: draft!.id }])
  expect(draft).toMatchObject({ title: 'From a form', createdBy: milosId, boardId: '101' })
  const [act] = await db.sql`select actor, via, agent from audit order by id desc limit 1`
  expect(act).toEqual({ actor: milosId, via: 'slack', agent: 'Slack workflow' })
})

test('a step that Slack sends again is done once, and completed once', async () => {
  const ids = await Promise.all([1, 2, 3].map(async () => run('draft_pin', { image: PICTURE, title: 'Once' }, 'Fx0TWICE')))
  await run('draft_pin', { image: PICTURE, title: 'Once' }, 'Fx0TWICE')
  expect(await postsOf(team.current, 'draft')).toHaveLength(1)
  expect(ids.at(-1)?.state).toBe('completed')
  const { organizationId } = team.current
  expect(
    await db.sql`select 1 from outbox where organization_id = ${organizationId} and notice ->> 'kind' = 'stepEnded'`,
  ).toHaveLength(1)
})

test('a step whose process died is run by another, and one that had done its work is not', async () => {
  const { app, slack } = team.current
  const first = await run('draft_pin', { image: PICTURE, title: 'Once' }, 'Fx0DIED')
  await db.sql`
    update slack_events
       set handled_at = null, lease_until = ${new Date(0)},
           body = ${db.sql.json({
             event_id: (await db.sql`select event_id from slack_events limit 1`)[0]!['event_id'] as string,
             team_id: teamId,
             type: 'event_callback',
             event_time: Math.floor(Date.now() / 1000),
             event: {
               type: 'function_executed',
               function: { callback_id: 'draft_pin' },
               inputs: { person: users.member, image: PICTURE, title: 'Once' },
               function_execution_id: 'Fx0DIED',
             },
           })}`
  expect(await app.handleLeft()).toBe(1)
  await slack.idle()
  expect(first.state).toBe('completed')
  expect(await postsOf(team.current, 'draft')).toHaveLength(1)
})

test('what is stored of a step until it is handled has no token of Slack', async () => {
  const { slack } = team.current
  const bodies: unknown[] = []
  slack.workspace.faults.add({ method: 'users.info', error: 'http_500', times: 99, retryAfterSeconds: 1 })
  await runStep(slack.workspace, { step: 'next_open_slot', inputs: { person: 'U0NOBODY2' } })
  await slack.idle()
  for (const { body } of await db.sql<{ body: object | null }[]>`select body from slack_events where handled_at is null`)
    bodies.push(body)
  expect(bodies).toMatchObject([{ event: { type: 'function_executed', inputs: { person: 'U0NOBODY2' } } }])
  expect(JSON.stringify(bodies)).not.toMatch(/xwfp|verification|"token"/)
})

test('a scheduler’s draft is scheduled, and the time is handed on', async () => {
  await asRole(team.current, 'scheduler')
  const { id } = await aDraft(team.current, READY)
  const at = Date.parse('2026-03-20T10:00:00Z') / 1000
  const { state, outputs } = await run('schedule_pin', { pin: id, time: at })
  expect([state, outputs]).toEqual(['completed', { pin: id, time: at }])
  expect((await postsOf(team.current, 'queued'))[0]).toMatchObject({ id, sendAt: new Date(at * 1000) })
})

test.each(['approve', 'reject', 'delete'] as const)(
  'asking for approval ends once it is decided, days later: %s',
  async (how) => {
    const { deps, accountId, clock } = team.current
    await withApprovals(team.current)
    await asRole(team.current, 'scheduler') // who could schedule may still ask
    const draft = await milosDraft()
    const waiting = await run('ask_for_approval', { pin: draft.id, time: Date.parse('2026-04-20T10:00:00Z') / 1000 })
    expect(waiting.state).toBe('running')
    const { id: approvalId } = await theApproval(team.current, draft)
    clock.now = new Date(clock.now.getTime() + 5 * DAY_MS)
    const decider = eve(team.current)
    if (how === 'approve') await approvePin(deps, decider, { accountId, approvalId, version: draft.version })
    else if (how === 'reject') await declinePin(deps, decider, { accountId, approvalId, kind: 'rejected', reason: 'Too dark' })
    else await deletePost(deps, decider, { accountId, postId: draft.id })
    await deliver()
    const decision = { approve: 'approved', reject: 'rejected', delete: 'withdrawn' }[how]
    const reason = how === 'reject' ? { reason: 'Too dark' } : {}
    expect(found(waiting.id).outputs).toEqual({ pin: draft.id, decision, decided_by: 'U0EVE0001', ...reason })
    expect(await rows()).toMatchObject([{ refused: null, ended: true }])
  },
)

test('a decision that is undone and made again ends the step once', async () => {
  const { deps, accountId } = team.current
  await withApprovals(team.current)
  await asRole(team.current, 'contributor')
  const draft = await milosDraft()
  const { id } = await run('schedule_pin', { pin: draft.id }) // a contributor’s waits
  const { id: approvalId } = await theApproval(team.current, draft)
  const decline = async (reason: string) =>
    declinePin(deps, eve(team.current), { accountId, approvalId, kind: 'changes_requested', reason })
  await decline('Crop it')
  await db.sql`update approvals set state = 'open', decided_by = null, decided_at = null where id = ${approvalId}`
  await decline('No, this')
  await deliver()
  expect(found(id)).toMatchObject({ state: 'completed', outputs: { decision: 'changes_requested', reason: 'Crop it' } })
  expect(await rows()).toMatchObject([{ refused: null }])
})

test('a workflow that was changed while it waits is recorded, and is not asked again', async () => {
  const { deps, accountId, organizationId } = team.current
  await withApprovals(team.current)
  const draft = await milosDraft()
  const { id } = await run('ask_for_approval', { pin: draft.id })
  team.current.slack.workspace.executions.delete(id)
  const { id: approvalId } = await theApproval(team.current, draft)
  await declinePin(deps, eve(team.current), { accountId, approvalId, kind: 'rejected', reason: '' })
  await deliver()
  expect(await rows()).toEqual([{ execution_id: id, refused: 'slack answered function_execution_not_found', ended: true }])
  const dead = await listDeadLetters(db.sql, { organizationId, limit: 5 })
  expect(dead).toMatchObject([{ kind: 'stepEnded', cause: 'no_longer_so' }])
  expect(await db.sql`select 1 from outbox where due_at is not null and notice ->> 'kind' = 'stepEnded'`).toEqual([])
})

test('an end that was told and not recorded, because the process died, is told once more and changes nothing', async () => {
  const { id, outputs } = await run('draft_pin', { image: PICTURE })
  const { organizationId, clock } = team.current
  await db.sql`
    update outbox
       set delivered_at = null, due_at = ${clock.now}
     where organization_id = ${organizationId}
       and notice ->> 'kind' = 'stepEnded'`
  clock.now = new Date(clock.now.getTime() + MINUTE_MS)
  await db.sql`select pg_notify('outbox_due', '')`
  await deliver()
  expect(found(id)).toMatchObject({ state: 'completed', outputs })
  expect(await rows()).toMatchObject([{ refused: 'slack answered execution_not_in_running_state' }])
})

test('Slack that cannot be reached now is asked again', async () => {
  const { slack } = team.current
  slack.addFault({ method: 'functions.completeSuccess', error: 'http_500', times: 1, retryAfterSeconds: 1 })
  const { id, state } = await run('draft_pin', { image: PICTURE })
  expect(state).toBe('running')
  const { clock } = team.current
  clock.now = new Date(clock.now.getTime() + MINUTE_MS)
  await db.sql`select pg_notify('outbox_due', '')`
  await deliver()
  expect(found(id).state).toBe('completed')
})

test.each<[string, StepName, object, string]>([
  ['nobody', 'next_open_slot', { person: '' }, 'Pinslot doesn’t know this person here.'],
  ['somebody who left', 'next_open_slot', { person: 'U0NOBODY1' }, 'Pinslot doesn’t know this person here.'],
  ['somebody of another workspace', 'next_open_slot', { person: users.client }, 'Pinslot doesn’t know this person here.'],
  ['a pin that is not there', 'schedule_pin', { pin: '999' }, 'Can’t find pin 999.'],
  ['a number that is none', 'ask_for_approval', { pin: "1' or 1=1" }, 'Can’t find pin'],
  ['an account without approvals', 'ask_for_approval', { pin: 'DRAFT' }, 'Only schedulers and admins can schedule pins.'],
  ['a board that is not there', 'draft_pin', { image: PICTURE, board: 'Cellar' }, 'No board is named “Cellar”.'],
  ['an account that is not there', 'queue_of_week', { account: 'nobody' }, 'Name one of these accounts:'],
  ['no picture', 'draft_pin', {}, 'Image'],
])('%s: the step fails with a sentence, and nothing is written', async (_what, step, inputs, sentence) => {
  const { id } = await aDraft(team.current, READY)
  const { state, error } = await run(step, JSON.parse(JSON.stringify(inputs).replace('DRAFT', id)) as object)
  expect([state, error]).toEqual(['failed', expect.stringContaining(sentence)])
  expect(await postsOf(team.current, 'draft')).toHaveLength(1)
})

test('where the account has approvals a step asks, though the person whom it names could schedule', async () => {
  await withApprovals(team.current)
  await asRole(team.current, 'scheduler')
  const draft = await milosDraft()
  expect((await run('schedule_pin', { pin: draft.id })).state).toBe('running')
  expect(await postsOf(team.current, 'queued')).toEqual([])
  expect((await theApproval(team.current, draft)).state).toBe('open')
})

test('a viewer’s step changes nothing, and a step decides no request, whoever it acts for', async () => {
  await withApprovals(team.current)
  await asRole(team.current, 'viewer')
  const mine = await aDraft(team.current, READY)
  expect((await run('schedule_pin', { pin: mine.id })).state).toBe('failed')
  await run('ask_for_approval', { pin: mine.id, person: users.admin })
  await asRole(team.current, 'admin')
  const scheduled = await run('schedule_pin', { pin: mine.id })
  expect([scheduled.state, await postsOf(team.current, 'queued')]).toEqual(['running', []])
})

test('the next open slot and the queue of the week are handed on', async () => {
  await run('draft_pin', { image: PICTURE })
  const none = await run('next_open_slot', {})
  expect(none).toMatchObject({ state: 'failed', error: expect.stringContaining('No open slots') as string })
  const empty = await run('queue_of_week', {})
  expect(empty.outputs).toEqual({ count: 0, list: 'No pins' })
})

test('the page of the local workspace runs a step and shows what became of it', async () => {
  const { baseUrl, slack } = team.current
  const url = `${baseUrl}/sandbox/slack/steps`
  const form = new URLSearchParams({ step: 'draft_pin', person: users.member, image: PICTURE, title: '<b>Mine</b>', link: '' })
  const sent = await fetch(url, { method: 'POST', body: form, redirect: 'manual' })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/sandbox/slack/steps#ran'])
  await slack.idle()
  await deliver()
  const page = await (await fetch(url)).text()
  expect(page).toContain('Draft a pin: completed')
  for (const { title } of Object.values(STEPS)) expect(page).toContain(title)
  expect((await fetch(url, { method: 'POST', body: new URLSearchParams({ step: 'nothing' }) })).status).toBe(400)
})

test('a step in a workspace that has removed the app is over, and leaves nothing', async () => {
  await db.sql`update slack_installations set revoked_at = now() where team_id = ${teamId}`
  const { slack } = team.current
  await runStep(slack.workspace, { step: 'next_open_slot', inputs: { person: users.member } })
  await slack.idle()
  expect([await rows(), await db.sql`select 1 from slack_events where handled_at is null`]).toEqual([[], []])
})

test('a step whose work fails by itself is tried again, and fails in the end', async () => {
  const { slack, app } = team.current
  slack.addFault({ method: 'users.info', error: 'http_500', times: 99, retryAfterSeconds: 1 })
  const { id } = await runStep(slack.workspace, { step: 'next_open_slot', inputs: { person: 'U0NOBODY3' } })
  await slack.idle()
  const open = () => db.sql`select 1 from slack_events where handled_at is null`
  const again = async (seconds: number) => {
    await db.sql`
      update slack_events
         set lease_until = ${new Date(0)}, body = jsonb_set(body, '{event_time}', to_jsonb(${Math.floor(Date.now() / 1000) - seconds}::int))
       where handled_at is null`
    await app.handleLeft()
    await slack.idle()
  }
  await again(60)
  expect(await open()).toHaveLength(1)
  await again(3600)
  expect([await open(), found(id).state]).toEqual([[], 'running']) // nobody knows whom to tell: Slack ends it by itself
})

test('ended steps are deleted after a month, waiting ones stay', async () => {
  const { clock } = team.current
  await withApprovals(team.current)
  await run('draft_pin', { image: PICTURE })
  const { id } = await milosDraft()
  const waiting = await run('ask_for_approval', { pin: id })
  await purgeSteps(db, new Date(clock.now.getTime() + 31 * DAY_MS))
  expect(await rows()).toMatchObject([{ execution_id: waiting.id }])
})

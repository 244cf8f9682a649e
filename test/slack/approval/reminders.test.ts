/** The reminder as it reaches a person: what waits for them when it comes, with the buttons of its card. */
import { beforeEach, expect, test } from 'vitest'
import type { Actor } from '../../../src/core/lib/actor.js'
import { after, HOUR_MS } from '../../../src/core/lib/duration.js'
import { approvePin } from '../../../src/core/posts/approval/decide.js'
import type { Approval } from '../../../src/core/posts/approval/model.js'
import { remindApprovers } from '../../../src/core/posts/approval/remind.js'
import { wantsReminders } from '../../../src/core/posts/approval/waiting.js'
import { readAccount } from '../../../src/core/accounts/accounts.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { channels, teamId, users } from '../../../src/sandbox/slack/ids.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, DAY_MS } from '../../support/factories.js'
import { START } from '../../support/world.js'
import { aTeam, lastMessage, markupOf, textOn } from '../support/a-team.js'
import { adasId, asRole, buttonsOf, deliverAll, messengerOf, withApprovals } from '../support/approval-team.js'
import { now } from '../support/pins.js'

const { db } = await aDatabase()
const team = aTeam(db)

const CARL = 'U0CARL001'
const carl = (): Actor => ({
  organizationId: team.current.organizationId,
  via: 'slack',
  role: 'contributor',
  userId: `${teamId}:${CARL}`,
})
const adaActor = (): Actor => ({ ...carl(), role: 'admin', userId: adasId })

beforeEach(async () => {
  const { organizationId } = team.current
  await withApprovals(team.current)
  await asRole(team.current, 'scheduler')
  await db.sql`update approvals set remind_at = null`
  await db.sql`
    insert into members (organization_id, slack_team_id, slack_user_id, role, timezone, seen_at)
    values (${organizationId}, ${teamId}, ${users.admin}, 'admin', 'America/New_York', ${START})`
  await db.sql`
    update members
       set timezone = 'Europe/Berlin', role = 'scheduler'
     where organization_id = ${organizationId} and slack_user_id = ${users.member}`
})

async function ask(title: string, sendAt = after(team.current.clock.now, 3 * DAY_MS)): Promise<Approval> {
  const { deps, organizationId, accountId } = team.current
  const draft = await aDraft(team.current, { title })
  await db.sql`update posts set created_by = ${carl().userId} where organization_id = ${organizationId} and id = ${draft.id}`
  const post = await schedulePost(deps, carl(), { accountId, postId: draft.id, when: { kind: 'at', at: sendAt } })
  return post.approval!
}

/** Tuesday 9:30 in New York, 15:30 in Berlin. */
const TUESDAY = new Date('2026-03-03T14:30:00Z')
async function remindOn(time = TUESDAY): Promise<void> {
  team.current.clock.now = time
  await remindApprovers(team.current.deps)
}
const reminderTo = ({ organizationId }: { organizationId: string }, userId: string) =>
  messengerOf(team.current).deliver({
    organizationId,
    destination: `user:${userId}`,
    notice: { kind: 'approvalsWaiting' },
    dedupeKey: 'k',
  })
const toAda = async () => (await team.current.ada.open('Pinslot')).messages

test('several pins are one message, soonest due first, with a button to the list of requests', async () => {
  await ask('Later shelf', after(START, 5 * DAY_MS))
  await ask('Shelf')
  await deliverAll(team.current)
  await remindOn()
  await deliverAll(team.current)
  const messages = await toAda()
  expect(messages).toHaveLength(1)
  const [message] = messages
  expect(message?.text).toBe('2 pins wait for your approval')
  const shown = markupOf(message?.blocks)
  expect(shown.indexOf('*Shelf*')).toBeLessThan(shown.indexOf('*Later shelf*'))
  expect(shown).toContain(`requested by <@${CARL}>`)
  expect(shown).toContain('due <!date^')
  expect(buttonsOf(message!)).toEqual(['Review', 'Stop reminders'])
  const { modal } = await team.current.ada.click('Review')
  expect(textOn(modal?.blocks)).toContain('Later shelf')
})

test('one pin has the buttons of its card, and its message shows the decision', async () => {
  const { accountId, deps } = team.current
  const approval = await ask('Shelf')
  await deliverAll(team.current)
  await remindOn()
  await deliverAll(team.current)
  const [message] = await toAda()
  expect(message?.text).toBe('1 pin waits for your approval')
  expect(buttonsOf(message!)).toEqual(['Approve', 'Request changes', 'Stop reminders'])
  await team.current.ada.click('Approve')
  expect(await now(team.current, { id: approval.postId })).toMatchObject({ status: 'queued' })
  expect((await toAda())[0]?.text).toContain('Approved: Shelf')
  await expect(
    approvePin(deps, adaActor(), { accountId, approvalId: approval.id, version: approval.postVersion }),
  ).rejects.toThrow()
})

test('what was decided meanwhile is left out, and an empty message is not sent', async () => {
  const { accountId, deps } = team.current
  const [one, other] = [await ask('Shelf'), await ask('Lamp')]
  await deliverAll(team.current)
  await remindOn()
  const yes = { accountId, approvalId: one.id, version: one.postVersion }
  await approvePin(deps, adaActor(), yes)
  expect(await reminderTo(team.current, adasId)).toEqual({ kind: 'delivered' })
  expect(lastMessage(await team.current.ada.open('Pinslot')).text).toBe('1 pin waits for your approval')
  await approvePin(deps, adaActor(), { ...yes, approvalId: other.id, version: other.postVersion })
  expect(await reminderTo(team.current, adasId)).toMatchObject({ kind: 'undeliverable', cause: 'no_longer_so' })
})

test('a person who may no longer decide, left, or wants none gets nothing: that is judged when it is sent', async () => {
  const { organizationId } = team.current
  await ask('Shelf')
  await deliverAll(team.current)
  team.current.clock.now = TUESDAY
  const milosId = `${teamId}:${users.member}`
  expect(await reminderTo(team.current, milosId)).toEqual({ kind: 'delivered' })
  await asRole(team.current, 'viewer')
  expect(await reminderTo(team.current, milosId)).toMatchObject({ kind: 'undeliverable', cause: 'no_longer_so' })
  await asRole(team.current, 'scheduler')
  await db.sql`update members set wants_reminders = false where organization_id = ${organizationId}`
  expect(await reminderTo(team.current, milosId)).toMatchObject({ kind: 'undeliverable', cause: 'no_longer_so' })
  expect(await reminderTo(team.current, `${teamId}:U0GONE001`)).toMatchObject({ kind: 'undeliverable' })
})

test('a message that Slack takes at night comes the next morning', async () => {
  const { organizationId } = team.current
  await ask('Shelf')
  await deliverAll(team.current)
  team.current.clock.now = new Date('2026-03-03T03:00:00Z') // Monday 22:00 in New York
  expect(await reminderTo(team.current, adasId)).toMatchObject({ kind: 'undeliverable', cause: 'no_longer_so' })
  const rows = await db.sql<{ dueAt: Date }[]>`
    select due_at as "dueAt" from outbox where organization_id = ${organizationId} and notice ->> 'kind' = 'approvalsWaiting'`
  expect(rows).toEqual([{ dueAt: new Date('2026-03-03T14:00:00Z') }])
})

test('one that comes after the due time says that it is overdue', async () => {
  await ask('Shelf')
  await deliverAll(team.current)
  team.current.clock.now = after(TUESDAY, 2 * DAY_MS)
  expect(await reminderTo(team.current, adasId)).toEqual({ kind: 'delivered' })
  expect(markupOf((await toAda())[0]?.blocks)).toContain(':warning: overdue since')
})

test('“Stop reminders” ends them for its person, and the settings turn them on again', async () => {
  const { ada, deps } = team.current
  await ask('Shelf')
  await deliverAll(team.current)
  await remindOn()
  await deliverAll(team.current)
  await toAda()
  await ada.click('Stop reminders')
  expect(await wantsReminders(deps, adaActor())).toBe(false)
  const settings = await ada.command('/pin settings')
  expect(markupOf(settings.modal?.blocks)).toContain('*Your reminders of approvals*\nOff.')
  await ada.click('Turn on: reminders for me')
  expect(await wantsReminders(deps, adaActor())).toBe(true)
})

test('an admin turns the reminders of an account off, without another message to its channel', async () => {
  const { ada, deps, actor, accountId } = team.current
  const isOn = async () => (await readAccount(deps, actor, { accountId })).remindsApprovers
  await ada.command('/pin settings')
  await ada.click('Edit: approval')
  await ada.fill({ Reminders: [] })
  const { modal } = await ada.submit()
  expect(textOn(modal?.blocks)).toContain('Approvers get no reminders.')
  expect(await isOn()).toBe(false)
  expect((await ada.open('approvals')).messages).toEqual([])
})

test('the card names whom it waits for, if they are few; not the person who asked', async () => {
  const { ada, organizationId } = team.current
  await ask('Shelf')
  await deliverAll(team.current)
  expect(markupOf(lastMessage(await ada.open('approvals')).blocks)).toContain(
    `Waiting for <@${users.admin}>, <@${users.member}>.`,
  )
  const some = ['A', 'B', 'C', 'D'].map((letter) => `U0SOME${letter}`)
  for (const userId of some)
    await db.sql`
      insert into members (organization_id, slack_team_id, slack_user_id, role, seen_at)
      values (${organizationId}, ${teamId}, ${userId}, 'scheduler', ${START})`
  team.current.clock.now = after(START, HOUR_MS)
  await ask('Lamp')
  await deliverAll(team.current)
  const last = lastMessage(await ada.open('approvals'))
  expect(markupOf(last.blocks)).toContain('*Lamp*')
  expect(markupOf(last.blocks)).not.toContain('Waiting for')
  expect(channels.approvals).toBeDefined()
})

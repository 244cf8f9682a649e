/** The channel of an account hears who paused or resumed publishing, rebuilt the week, or changed approval. */
import { beforeEach, expect, test } from 'vitest'
import { pausePublishing, resumePublishing } from '../../../src/core/accounts/publishing.js'
import { setApprovalPolicy } from '../../../src/core/accounts/approval-policy.js'
import { rebuildTimeslots } from '../../../src/core/slots/week/rebuild.js'
import { channels, users } from '../../../src/sandbox/slack/ids.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost } from '../../support/factories.js'
import { adasId, deliverAll } from '../support/approval-team.js'
import { aTeam } from '../support/a-team.js'

const { db } = await aDatabase()
const team = aTeam(db)

const ada = () => ({ ...team.current.actor, via: 'slack' as const, userId: adasId })
const heard = async () => {
  await deliverAll(team.current)
  return (await team.current.ada.open('pins')).messages.map(({ text }) => text)
}

beforeEach(async () => {
  const { organizationId } = team.current
  await db.sql`update accounts set notify_channel_id = ${channels.pins} where organization_id = ${organizationId}`
})

test('pausing and resuming are told with who did it, and what becomes of pins', async () => {
  const { deps, accountId, clock } = team.current
  const { sendAt } = await aQueuedPost(team.current)
  await pausePublishing(deps, ada(), { accountId })
  await pausePublishing(deps, ada(), { accountId })
  expect(await heard()).toEqual([`Publishing paused by <@${users.admin}> for maker. Pins due while paused wait up to 24 hours.`])
  clock.now = new Date(sendAt!.getTime() + 60_000)
  await resumePublishing(deps, ada(), { accountId })
  await resumePublishing(deps, ada(), { accountId })
  expect((await heard()).slice(1)).toEqual([`Publishing resumed by <@${users.admin}> for maker. 1 overdue pin goes out now.`])
})

test('a pause that is over before it is told makes no message', async () => {
  const { deps, accountId } = team.current
  await pausePublishing(deps, ada(), { accountId })
  await resumePublishing(deps, ada(), { accountId })
  const { organizationId } = team.current
  await db.sql`delete from outbox where organization_id = ${organizationId} and notice -> 'change' ->> 'kind' = 'paused'`
  expect(await heard()).toEqual([`Publishing resumed by <@${users.admin}> for maker.`])
})

test('a rebuilt week is told, a preview is not', async () => {
  const { deps, accountId } = team.current
  const week = { accountId, pinsPerDay: 2, timezone: null }
  await rebuildTimeslots(deps, ada(), { ...week, preview: true })
  await rebuildTimeslots(deps, ada(), { ...week, preview: false })
  await rebuildTimeslots(deps, ada(), { ...week, preview: false }) // the same week
  expect(await heard()).toEqual([
    `Week rebuilt by <@${users.admin}> for maker. 14 slots added, 0 removed. Scheduled pins keep their times.`,
  ])
})

test('approval that is turned on or off is told; another channel for it is not', async () => {
  const { deps, accountId } = team.current
  const set = (policy: 'required' | 'none', channelId: string | null) =>
    setApprovalPolicy(deps, ada(), { accountId, policy, channelId })
  await set('required', channels.approvals)
  expect(await heard()).toEqual([
    `Approval turned on by <@${users.admin}> for maker. Contributors’ pins need approval in <#${channels.approvals}>.`,
  ])
  await set('required', channels.general)
  await set('none', null)
  expect((await heard()).slice(1)).toEqual([
    `Approval turned off by <@${users.admin}> for maker. Contributors can only save drafts. Pending requests stay open.`,
  ])
})

test('an account without a channel writes nothing, and another organization hears nothing', async () => {
  const { deps, accountId, organizationId } = team.current
  await db.sql`update accounts set notify_channel_id = null where organization_id = ${organizationId}`
  await pausePublishing(deps, ada(), { accountId })
  expect((await db.sql`select from outbox where organization_id = ${organizationId}`).count).toBe(0)
})

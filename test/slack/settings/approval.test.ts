/** Whether what contributors want scheduled is approved first, and where. */
import { expect, test } from 'vitest'
import { readAccount } from '../../../src/core/accounts/accounts.js'
import { setApprovalPolicy } from '../../../src/core/accounts/approval-policy.js'
import { channels } from '../../../src/sandbox/slack/ids.js'
import { aDatabase } from '../../support/database.js'
import { aTeam, errorsOf, lastMessage, markupOf, textOn } from '../support/a-team.js'

const { db } = await aDatabase()
const team = aTeam(db)

const policyNow = async () => {
  const { deps, actor, accountId } = team.current
  const { approvalPolicy, approvalsChannelId } = await readAccount(deps, actor, { accountId })
  return [approvalPolicy, approvalsChannelId]
}
const PART = 'Edit: approval'
const open = async () => {
  const { ada } = team.current
  await ada.command('/pin settings')
  await ada.click(PART)
}

test('an admin has pins approved in a channel, which is told at once; and turns it off again', async () => {
  const { ada, organizationId } = team.current
  const before = await ada.command('/pin settings')
  expect(markupOf(before.modal?.blocks)).toContain('*Approval*\nOff: contributors can only save drafts')
  await ada.click(PART)
  await ada.fill({ 'Pins of contributors': 'Required', Channel: channels.approvals })
  const { modal } = await ada.submit()
  expect(textOn(modal?.blocks)).toContain('Approval is on, but nobody is a contributor yet')
  expect(markupOf(modal?.blocks)).toContain(`need approval in <#${channels.approvals}>.`)
  expect(await policyNow()).toEqual(['required', channels.approvals])
  expect(lastMessage(await ada.open('approvals')).text).toContain('Pins of maker that need approval are posted here')
  await open()
  await ada.fill({ 'Pins of contributors': 'Off' })
  await ada.submit()
  expect(await policyNow()).toEqual(['none', channels.approvals])
  const acts = await db.sql<{ action: string }[]>`
    select action from audit where organization_id = ${organizationId} and action = 'approval_policy'`
  expect(acts).toHaveLength(2)
})

test('with a contributor it says that approval is on, and no more', async () => {
  const { ada, organizationId } = team.current
  await db.sql`update organizations set default_role = 'contributor' where id = ${organizationId}`
  await open()
  await ada.fill({ 'Pins of contributors': 'Required', Channel: channels.approvals })
  expect(textOn((await ada.submit()).modal?.blocks)).toContain('Approval is on. We told the channel.')
})

test('“Required” needs a channel', async () => {
  const { ada } = team.current
  await open()
  await ada.fill({ 'Pins of contributors': 'Required' })
  expect(errorsOf(await ada.submit())).toEqual({ Channel: 'Choose a channel for approvals.' })
  expect(await policyNow()).toEqual(['none', null])
})

test('a channel that the app is not in is refused under its field, and all stays as it was', async () => {
  const { ada, deps, actor, accountId } = team.current
  await setApprovalPolicy(deps, actor, { accountId, policy: 'required', channelId: channels.approvals })
  await open()
  await ada.fill({ Channel: channels.random })
  expect(errorsOf(await ada.submit())).toEqual({
    Channel: 'Pinslot isn’t in this channel. Type /invite @Pinslot there, then save again.',
  })
  expect(await policyNow()).toEqual(['required', channels.approvals])
})

test('a member sees the policy and changes nothing; the core refuses all the same', async () => {
  const { milo, deps, actor, accountId } = team.current
  const { modal } = await milo.command('/pin settings')
  expect(markupOf(modal?.blocks)).toContain('*Approval*')
  expect(modal?.buttons).not.toContain(PART)
  await expect(
    setApprovalPolicy(deps, { ...actor, role: 'scheduler' }, { accountId, policy: 'none', channelId: null }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

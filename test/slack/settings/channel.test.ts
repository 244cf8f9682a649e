/** Choosing the channel that hears of an account. */
import { expect, test } from 'vitest'
import { readAccount } from '../../../src/core/accounts/accounts.js'
import { setNotifyChannel } from '../../../src/core/accounts/settings.js'
import { channels } from '../../../src/sandbox/slack/ids.js'
import { aDatabase } from '../../support/database.js'
import { aTeam, errorsOf, lastMessage, markupOf, valuesOf, textOn } from '../support/a-team.js'

const { db } = await aDatabase()
const team = aTeam(db)

const channelNow = async () => {
  const { deps, actor, accountId } = team.current
  return (await readAccount(deps, actor, { accountId })).notifyChannelId
}

test('an admin chooses the channel, and it is told at once', async () => {
  const { ada } = team.current
  const before = await ada.command('/pin settings')
  expect(markupOf(before.modal?.blocks)).toContain('Not set: only the person who created a pin hears when it fails.')
  await ada.click('Edit: channel')
  await ada.fill({ Channel: channels.pins })
  const { modal } = await ada.submit()
  expect(textOn(modal?.blocks)).toContain('Channel saved. Pinslot said hello there.')
  expect(markupOf(modal?.blocks)).toContain(`*Channel*\n<#${channels.pins}>`)
  expect(await channelNow()).toBe(channels.pins)
  expect(lastMessage(await ada.open('pins')).text).toContain('Alerts and the weekly digest for maker')
})

test('a channel that the app is not in is refused under its field, and the one before stays', async () => {
  const { ada, deps, actor, accountId } = team.current
  await setNotifyChannel(deps, actor, { accountId, channelId: channels.general })
  await ada.command('/pin settings')
  await ada.click('Edit: channel')
  await ada.fill({ Channel: channels.random })
  expect(errorsOf(await ada.submit())).toEqual({
    Channel: 'Pinslot isn’t in this channel. Type /invite @Pinslot there, then save again.',
  })
  expect(await channelNow()).toBe(channels.general)
})

test('in the local workspace a channel is picked by its name, and read by it', async () => {
  const { ada, deps, actor, accountId } = team.current
  await setNotifyChannel(deps, actor, { accountId, channelId: channels.general })
  await ada.command('/pin settings')
  await ada.click('Edit: channel')
  expect(valuesOf(await ada.screen())).toEqual({ Channel: 'general' })
  expect(valuesOf(await ada.fill({ Channel: '#pins' }))).toEqual({ Channel: 'pins' })
  expect(valuesOf(await ada.choose('Channel', 'approvals'))).toEqual({ Channel: 'approvals' })
  await expect(ada.fill({ Channel: 'nowhere' })).rejects.toThrow('There is no channel "nowhere". Channels: ')
  await ada.submit()
  expect(await channelNow()).toBe(channels.approvals)
})

test('the same channel again says nothing there', async () => {
  const { ada, deps, actor, accountId } = team.current
  await setNotifyChannel(deps, actor, { accountId, channelId: channels.pins })
  await ada.command('/pin settings')
  await ada.click('Edit: channel')
  expect(textOn((await ada.submit()).modal?.blocks)).toContain('Nothing changed.')
  expect((await ada.open('pins')).messages).toEqual([])
})

test('others see the channel and may not choose it', async () => {
  const { milo, deps, actor, accountId } = team.current
  const { modal } = await milo.command('/pin settings')
  expect(markupOf(modal?.blocks)).toContain('*Channel*')
  expect(modal?.buttons).not.toContain('Choose')
  const scheduler = { ...actor, role: 'scheduler' } as const
  await expect(setNotifyChannel(deps, scheduler, { accountId, channelId: channels.pins })).rejects.toThrow('Only admins')
})

test.each(['', 'general', 'C1; drop table', `C${'A'.repeat(40)}`])('“%s” is no channel', async (channelId) => {
  const { deps, actor, accountId } = team.current
  await expect(setNotifyChannel(deps, actor, { accountId, channelId })).rejects.toThrow('notifyChannelId must be a channel.')
})

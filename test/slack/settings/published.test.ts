/** Whether there are notices of published pins: off by default, on for one account. */
import { expect, test } from 'vitest'
import { readAccount } from '../../../src/core/accounts/accounts.js'
import { setNotifyChannel, setNotifyOnPublish } from '../../../src/core/accounts/settings.js'
import { channels } from '../../../src/sandbox/slack/ids.js'
import { aDatabase } from '../../support/database.js'
import { aTeam, markupOf, textOn } from '../support/a-team.js'

const { db } = await aDatabase()
const team = aTeam(db)

const isTold = async () => {
  const { deps, actor, accountId } = team.current
  return (await readAccount(deps, actor, { accountId })).notifyOnPublish
}

test('published pins are not told by default; an admin has them told, and not told again', async () => {
  const { ada, deps, actor, accountId, organizationId } = team.current
  await setNotifyChannel(deps, actor, { accountId, channelId: channels.pins })
  const before = await ada.command('/pin settings')
  expect(markupOf(before.modal?.blocks)).toContain('*Published pins*\nOff: only failed')
  expect(await isTold()).toBe(false)

  const on = await ada.click('Turn on: post each published pin')
  expect(textOn(on.modal?.blocks)).toContain('We’ll post each published pin in the channel.')
  expect(markupOf(on.modal?.blocks)).toContain('*Published pins*\nOn')
  expect(await isTold()).toBe(true)

  await ada.click('Turn off: post each published pin')
  expect(await isTold()).toBe(false)
  const acts = await db.sql`
    select before, after from audit
     where organization_id = ${organizationId} and subject = ${`account:${accountId}`} and after ? 'tells_published' order by id`
  expect(acts).toEqual([
    { before: { tells_published: false }, after: { tells_published: true } },
    { before: { tells_published: true }, after: { tells_published: false } },
  ])
})

test('without a channel nothing is told, and the settings say so', async () => {
  const { ada } = team.current
  await ada.command('/pin settings')
  const { modal } = await ada.click('Turn on: post each published pin')
  expect(markupOf(modal?.blocks)).toContain('*Published pins*\nOn, once a channel is set.')
})

test('who is no admin sees it, and cannot change it', async () => {
  const { milo, deps, actor, accountId } = team.current
  const { modal } = await milo.command('/pin settings')
  expect(markupOf(modal?.blocks)).toContain('*Published pins*')
  expect(textOn(modal?.blocks)).not.toContain('"Tell"')
  const scheduler = { ...actor, role: 'scheduler' } as const
  await expect(setNotifyOnPublish(deps, scheduler, { accountId, notifyOnPublish: true })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})

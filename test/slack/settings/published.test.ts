/** Whether there are notices of published pins: off by default, on for one account. */
import { expect, test } from 'vitest'
import { readAccount } from '../../../src/core/accounts/accounts.js'
import { changeAccount, setNotifyChannel } from '../../../src/core/accounts/settings.js'
import { channels } from '../../../src/sandbox/slack/ids.js'
import { aDatabase } from '../../support/database.js'
import { aTeam, markupOf, textOn } from '../support/a-team.js'

const { db } = await aDatabase()
const team = aTeam(db)

const chosen = async () => {
  const { deps, actor, accountId } = team.current
  return (await readAccount(deps, actor, { accountId })).publishedPins
}

test('published pins are not posted, each is, or one message a day has them: an admin chooses, and the audit has it', async () => {
  const { ada, deps, actor, accountId, organizationId } = team.current
  await setNotifyChannel(deps, actor, { accountId, channelId: channels.pins })
  const before = await ada.command('/pin settings')
  expect(markupOf(before.modal?.blocks)).toContain('*Published pins*\nOff: only failed')
  expect(await chosen()).toBe('off')

  const daily = await ada.choose('Published pins', 'One message a day')
  expect(textOn(daily.modal?.blocks)).toContain('We’ll post one message a day with all published pins.')
  expect(await chosen()).toBe('daily')
  const each = await ada.choose('Published pins', 'Each pin')
  expect(markupOf(each.modal?.blocks)).toContain('*Published pins*\nEach published pin is posted in the channel.')
  expect(await chosen()).toBe('each')
  await ada.choose('Published pins', 'Off')
  expect(await chosen()).toBe('off')
  const acts = await db.sql`
    select before, after from audit
     where organization_id = ${organizationId} and subject = ${`account:${accountId}`} and after ? 'tells_published' order by id`
  const [off, eachPin, oneADay] = [
    { tells_published: false, published_daily: false },
    { tells_published: true, published_daily: false },
    { tells_published: true, published_daily: true },
  ]
  expect(acts).toEqual([
    { before: off, after: oneADay },
    { before: oneADay, after: eachPin },
    { before: eachPin, after: off },
  ])
})

test('without a channel nothing is posted, and the settings say so', async () => {
  const { ada } = team.current
  await ada.command('/pin settings')
  const { modal } = await ada.choose('Published pins', 'One message a day')
  expect(markupOf(modal?.blocks)).toContain('It starts once a channel is set.')
})

test('who is no admin sees it, and cannot change it', async () => {
  const { milo, deps, actor, accountId } = team.current
  const { modal } = await milo.command('/pin settings')
  expect(markupOf(modal?.blocks)).toContain('*Published pins*')
  expect(textOn(modal?.blocks)).not.toContain('One message a day"')
  const scheduler = { ...actor, role: 'scheduler' } as const
  await expect(changeAccount(deps, scheduler, { accountId, publishedPins: 'each' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})

/** An account that Pinterest holds back: where that is said, who may end it, and what it takes away meanwhile. */
import { beforeEach, expect, test } from 'vitest'
import { readAccount } from '../../../src/core/accounts/accounts.js'
import { holdOf, lockHold, noteRefused } from '../../../src/core/accounts/hold.js'
import { channels } from '../../../src/sandbox/slack/ids.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost } from '../../support/factories.js'
import { deliverAll } from '../support/approval-team.js'
import { aTeam, markupOf, textOn } from '../support/a-team.js'

const { db } = await aDatabase()
const team = aTeam(db)

const SAID = 'Pinterest said: Your account is under review.'
const hold = async () => holdOf(await readAccount(team.current.deps, team.current.actor, team.current))
const onHold = async () => {
  const { deps, organizationId, accountId: id, clock } = team.current
  const refusal = { reason: 'under_review', message: 'Your account is under review.', retryAfterMs: null } as const
  await db.tx(async (sql) => {
    const standing = await lockHold(sql, { organizationId, id })
    await noteRefused(sql, { organizationId, id }, standing!, { postId: '1', refusal }, deps.clock())
  })
  return clock.now
}

beforeEach(async () => {
  const { organizationId } = team.current
  await db.sql`update accounts set notify_channel_id = ${channels.pins} where organization_id = ${organizationId}`
})

test('the settings say what Pinterest said and when one pin is tried; an admin resumes there, and it stands in the audit', async () => {
  const { ada, organizationId } = team.current
  await onHold()
  const { modal } = await ada.command('/pin settings')
  expect(markupOf(modal?.blocks)).toContain(SAID)
  expect(markupOf(modal?.blocks)).toContain('We try one again')
  expect(textOn(await ada.click('Resume now'))).toContain('Resumed. If Pinterest still refuses')
  expect(await hold()).toBeNull()
  const acts = await db.sql`select action from audit where organization_id = ${organizationId} and action = 'resumeHold'`
  expect(acts).toHaveLength(1)
})

test('Home says it to everybody, and lets admins alone end it', async () => {
  const { ada, milo } = team.current
  await onHold()
  const seen = await milo.openHome()
  expect(textOn(seen)).toContain('Pinterest is reviewing this account')
  await expect(milo.click('Resume now')).rejects.toThrow('There is no button')
  await ada.openHome()
  await ada.click('Resume now')
  expect(await hold()).toBeNull()
})

test('publishing now is refused with the same, and the button leads to the question', async () => {
  const { ada } = team.current
  await aQueuedPost(team.current, { title: 'Shelf' })
  await onHold()
  await ada.command('/pin find Shelf')
  const { modal } = await ada.click('Publish now', { within: 'Shelf' })
  expect(textOn(modal?.blocks)).toContain('Pinterest takes no pins from this account now.')
  expect((await ada.click('Resume now')).modal?.title).toBe('Publish now?')
  expect(await hold()).toBeNull()
})

test('the details of a pin say that it waits, with the button that ends it', async () => {
  const { ada } = team.current
  const post = await aQueuedPost(team.current, { title: 'Shelf' })
  await onHold()
  await ada.command(`/pin show ${post.id}`)
  expect(markupOf((await ada.screen()).messages.at(-1)?.blocks)).toContain('waiting: Pinterest takes no pins from this account')
  await ada.click('Resume now')
  expect(await hold()).toBeNull()
})

test('its channel is told once, with buttons that resume and pause it', async () => {
  const { ada } = team.current
  await onHold()
  await deliverAll(team.current)
  const [message, ...others] = (await ada.open('pins')).messages
  expect(others).toEqual([])
  expect(markupOf(message?.blocks)).toContain(SAID)
  await ada.click('Pause')
  expect(await readAccount(team.current.deps, team.current.actor, team.current)).toMatchObject({ publishing: 'paused' })
  await ada.click('Resume now')
  expect(await hold()).toBeNull()
})

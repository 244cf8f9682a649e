import { expect, test } from 'vitest'
import { pausePublishing } from '../../../src/core/accounts/publishing.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, creditsOf } from '../../support/factories.js'
import { aTeam, lastMessage, textOn } from '../support/a-team.js'
import { asRole } from '../support/approval-team.js'
import { AT, fail, now, publish } from '../support/pins.js'

const { db } = await aDatabase()
const team = aTeam(db)

test('"Publish now" asks first, and then the pin is due at once', async () => {
  const { milo, clock } = team.current
  const post = await aQueuedPost(team.current, { title: 'Shelf', at: AT })
  await milo.command('/pin find Shelf')
  const asked = await milo.click('Publish now', { within: 'Shelf' })
  expect(asked.modal?.title).toBe('Publish now?')
  expect(textOn(asked.modal?.blocks)).toContain('right away')
  expect((await now(team.current, post)).sendAt).toEqual(AT)
  expect(lastMessage(await milo.submit()).text).toContain('Publishing now. Shelf')
  expect((await now(team.current, post)).sendAt).toEqual(clock.now)
})

test('a draft that is published now twice, from two cards, is charged and sent once', async () => {
  const { milo, ada } = team.current
  const draft = await aDraft(team.current, { title: 'Vase' })
  const credits = await creditsOf(team.current)
  for (const person of [milo, ada]) {
    await person.command(`/pin show ${draft.id}`)
    await person.click('Publish now')
  }
  await Promise.all([milo.submit(), ada.submit()])
  expect(await creditsOf(team.current)).toBe(credits - 1)
  expect((await now(team.current, draft)).version).toBe(draft.version + 1)
})

test('said once more after it went out, it is told what became of the pin', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { title: 'Shelf', at: AT })
  await milo.command(`/pin show ${post.id}`)
  await milo.click('Publish now')
  await publish(team.current, post)
  expect(textOn((await milo.submit()).modal?.blocks)).toContain('This pin is already published.')
  await milo.close()
  expect(lastMessage(await milo.click('Publish now')).text).toContain('This pin is already published.')
})

test.each([
  ['paused', { publishing: 'paused' }, 'Publishing is paused for this account. Admins can resume it with /pin settings.'],
  ['disconnected', { token_status: 'unauthorized' }, 'This account is disconnected.'],
])('of an account that is %s nothing is published, and the form says why', async (_, columns, sentence) => {
  const { milo, organizationId } = team.current
  const post = await aQueuedPost(team.current, { title: 'Shelf', at: AT })
  await milo.command(`/pin show ${post.id}`)
  await milo.click('Publish now')
  await db.sql`update accounts set ${db.sql(columns)} where organization_id = ${organizationId}`
  expect(textOn(await milo.submit())).toContain(sentence)
  expect((await now(team.current, post)).sendAt).toEqual(AT)
})

test('while publishing is paused that is said in place of the question, to an admin with “Resume”, which leads to it', async () => {
  const { ada, milo, deps, actor, accountId } = team.current
  await asRole(team.current, 'scheduler')
  const post = await aQueuedPost(team.current, { title: 'Shelf', at: AT })
  await pausePublishing(deps, actor, { accountId })
  for (const person of [milo, ada]) {
    await person.command('/pin find Shelf')
    const { modal } = await person.click('Publish now', { within: 'Shelf' })
    expect(modal?.title).toBe('Publish now')
    expect(textOn(modal?.blocks)).toContain('Publishing is paused for this account.')
    expect(textOn(modal?.blocks)).not.toContain('right away')
  }
  expect((await milo.screen()).modal?.buttons).not.toContain('Resume')
  expect((await ada.click('Resume')).modal?.title).toBe('Publish now?')
  expect(textOn(await ada.submit())).toContain('Publishing now. Shelf')
  expect((await now(team.current, post)).sendAt).toEqual(team.current.clock.now)
})

test('of a disconnected account an admin is led to connect it again', async () => {
  const { ada, organizationId } = team.current
  await aDraft(team.current, { title: 'Vase' })
  await db.sql`update accounts set token_status = 'unauthorized' where organization_id = ${organizationId}`
  await ada.command('/pin find Vase')
  expect(textOn((await ada.click('Publish now', { within: 'Vase' })).modal?.blocks)).toContain('This account is disconnected.')
  expect((await ada.click('Reconnect')).modal?.title).toBe('Reconnect')
})

test('a pin of which nobody knows whether it was published has no "Publish now", and a card of before is refused', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { title: 'Shelf', at: AT })
  await milo.command(`/pin show ${post.id}`)
  await milo.click('Publish now')
  await fail(team.current, post, 'outcome_unknown')
  expect(textOn(await milo.submit())).toContain('We don’t know yet whether this pin was published')
  expect((await now(team.current, post)).status).toBe('draft')
  await milo.close()
  expect(textOn(lastMessage(await milo.command(`/pin show ${post.id}`)).blocks)).not.toContain('"Publish now"')
})

test('without a credit a draft is not published, and the form says where credits are', async () => {
  const { milo, organizationId } = team.current
  const draft = await aDraft(team.current, { title: 'Vase' })
  await milo.command(`/pin show ${draft.id}`)
  await milo.click('Publish now')
  await db.sql`update entitlements set credits_left = 0 where organization_id = ${organizationId}`
  expect(textOn(await milo.submit())).toContain('/billing/credits')
  expect((await now(team.current, draft)).status).toBe('draft')
})

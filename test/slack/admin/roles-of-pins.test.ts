/** What people may do with pins, on their screens: what the core would refuse is shown before they type, or not offered. */
import { expect, test } from 'vitest'
import { readPost } from '../../../src/core/posts/list.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, aTimeslot } from '../../support/factories.js'
import { aTeam, lastMessage, markupOf, PICTURE, valuesOf, textOn } from '../support/a-team.js'
import { asRole, buttonsOf, milosId, withApprovals } from '../support/approval-team.js'
import { AT, labelsOf, postsOf } from '../support/composer-fixtures.js'
import { aSeries, fail } from '../support/pins.js'

const { db } = await aDatabase()
const team = aTeam(db)

const REFUSED = 'Viewers cannot change pins. Ask an admin of your workspace for another role.'

async function milosDraft() {
  const draft = await aDraft(team.current, { title: 'Own' })
  await db.sql`
    update posts set created_by = ${milosId}
     where organization_id = ${team.current.organizationId} and id = ${draft.id}`
  return draft
}

test('a viewer who opens the composer is refused at once: by the command, the shortcuts and a message', async () => {
  const { milo } = team.current
  await asRole(team.current, 'viewer')
  const byCommand = await milo.command('/pin')
  expect(byCommand.modal).toBeNull()
  expect(lastMessage(byCommand).text).toBe(REFUSED)
  const byShortcut = await milo.shortcut('New pin')
  expect(markupOf(byShortcut.modal?.blocks).trim()).toBe(REFUSED)
  await milo.close()
  await milo.say('https://example.com/shelf')
  const byMessage = await milo.shortcut('New pin', 'https://example.com/shelf')
  expect(textOn(byMessage)).toContain(REFUSED)
  expect(labelsOf(byMessage)).toEqual([])
})

test('a viewer sees pins without what changes them, alone and in lists', async () => {
  const { milo } = team.current
  await asRole(team.current, 'viewer')
  const post = await aQueuedPost(team.current, { title: 'Queued' })
  expect(buttonsOf(lastMessage(await milo.command(`/pin show ${post.id}`)))).toEqual([])
  const queue = lastMessage(await milo.command('/pin queue'))
  expect(queue.blocks.length).toBeGreaterThan(1)
  expect(buttonsOf(queue).filter((words) => words !== 'Details')).toEqual(['‹ Previous', 'Next ›', 'Export CSV'])
  expect(markupOf(lastMessage(await milo.command('/pin find Queued')).blocks)).toContain('Queued')
  await expect(milo.click('Move', { within: 'Queued' })).rejects.toThrow('There is no button')
})

test('who may have no pin for a time is shown the open slots without “Use this slot”', async () => {
  const { milo } = team.current
  await aTimeslot(team.current, { day: 2, time: '12:00' })
  const next = async () => textOn(lastMessage(await milo.command('/pin next')).blocks)
  await asRole(team.current, 'viewer')
  expect(await next()).not.toContain('"Use this slot"')
  await asRole(team.current, 'contributor')
  expect(await next()).not.toContain('"Use this slot"')
  await withApprovals(team.current)
  expect(await next()).toContain('"Use this slot"')
})

test('on Home the open slots have “Use” for who may have a pin for a time', async () => {
  const { milo } = team.current
  await aTimeslot(team.current, { day: 2, time: '12:00' })
  await asRole(team.current, 'contributor')
  expect((await milo.openHome()).home?.buttons).not.toContain('Use')
  await withApprovals(team.current)
  expect((await milo.openHome()).home?.buttons).toContain('Use')
})

test('a whole series is shown to a contributor without what changes it', async () => {
  const { milo } = team.current
  await asRole(team.current, 'contributor')
  const [first] = await aSeries(team.current, 2)
  await milo.command(`/pin show ${first?.id}`)
  expect((await milo.click('View series')).modal?.buttons).not.toContain('Unschedule all')
})

test('a contributor without approvals is offered drafts alone, of one board', async () => {
  const { milo } = team.current
  await asRole(team.current, 'contributor')
  const { modal } = await milo.command('/pin')
  const when = modal?.fields.find(({ label }) => label === 'When')
  expect(when?.options).toEqual(['Save as draft'])
  expect(textOn(modal?.blocks)).toContain('Only schedulers and admins can schedule pins.')
  expect(modal?.fields.map(({ label }) => label)).not.toContain('Time')
  expect(modal?.buttons).not.toContain('More boards')
  await milo.fill({ 'Image link': PICTURE, Title: 'Mine' })
  const made = lastMessage(await milo.submit())
  expect(made.text).toContain('Draft saved.')
  expect((await postsOf(team.current, 'draft')).map(({ createdBy }) => createdBy)).toEqual([milosId])
})

test('a time that was chosen comes back with an account on which it can be asked for', async () => {
  const { milo, organizationId, clock } = team.current
  await withApprovals(team.current)
  await db.sql`
    insert into accounts (organization_id, platform_user_id, username, display_name, created_at)
    values (${organizationId}, '77', 'hobby', 'Hobby', ${clock.now})`
  await asRole(team.current, 'contributor')
  await milo.command('/pin')
  const { Time: time } = valuesOf(await milo.fill({ Title: 'Mine', 'Image link': PICTURE, ...AT }))
  expect(time).not.toBeNull()
  expect(labelsOf(await milo.choose('Account', 'hobby'))).not.toContain('Time')
  const back = valuesOf(await milo.choose('Account', 'maker'))
  expect(back).toMatchObject({ Title: 'Mine', When: 'Exact time', Time: time })
  await milo.choose('Account', 'hobby')
  expect(lastMessage(await milo.submit()).text).toContain('Draft saved. Mine')
})

test('a contributor edits a draft of their own, and is refused others before typing', async () => {
  const { milo, ada } = team.current
  await asRole(team.current, 'contributor')
  const own = await milosDraft()
  const other = await aDraft(team.current, { title: 'Other' })
  expect(buttonsOf(lastMessage(await milo.command(`/pin show ${own.id}`)))).toEqual(['Edit'])
  expect((await milo.click('Edit')).modal?.title).toBe('Edit pin')
  await milo.close()
  expect(buttonsOf(lastMessage(await milo.command(`/pin show ${other.id}`)))).toEqual([])
  expect(buttonsOf(lastMessage(await ada.command(`/pin show ${own.id}`)))).toEqual(['Edit', 'Schedule', 'Next open slot'])
})

test.each([
  ['requests approval of its time', true, 'Save and ask'],
  ['has saved it, and no more', false, 'Save'],
])('a contributor who fixes a pin of theirs %s', async (_what, isApproved, button) => {
  const { milo } = team.current
  await asRole(team.current, 'contributor')
  if (isApproved) await withApprovals(team.current)
  const own = await milosDraft()
  await fail(team.current, own, 'platform_rejected')
  await milo.command(`/pin show ${own.id}`)
  expect((await milo.click('Edit and schedule')).modal?.buttons).toContain(button)
  await milo.fill({ Title: 'Fixed', ...(isApproved && { When: 'Exact time' }) })
  if (isApproved) await milo.fill({ Time: '2026-03-20T10:00:00Z' })
  expect((await milo.submit()).modal).toBeNull()
  expect(await readPost(team.current.deps, team.current.actor, { accountId: own.accountId, postId: own.id })).toMatchObject({
    title: 'Fixed',
    status: 'draft',
  })
})

test('a button that was shown before the role was taken is refused with the reason, before a form opens', async () => {
  const { milo } = team.current
  await withApprovals(team.current)
  const draft = await aDraft(team.current, { title: 'Shared' })
  await milo.command(`/pin show ${draft.id}`)
  await asRole(team.current, 'contributor')
  const sentence = 'Contributors can change only their own drafts.'
  for (const button of ['Edit', 'Schedule', 'Next open slot']) {
    const screen = await milo.click(button)
    expect(screen.modal).toBeNull()
    expect(lastMessage(screen).text).toContain(sentence)
  }
})

test('the card of a pin that a contributor has just made offers what a contributor may do', async () => {
  const { milo } = team.current
  const cardOfNew = async () => {
    await milo.command('/pin')
    await milo.fill({ 'Image link': PICTURE })
    return lastMessage(await milo.submit())
  }
  await asRole(team.current, 'contributor')
  expect(buttonsOf(await cardOfNew())).toEqual(['Edit'])
  await withApprovals(team.current)
  expect(buttonsOf(await cardOfNew())).toEqual(['Edit', 'Ask for approval'])
})

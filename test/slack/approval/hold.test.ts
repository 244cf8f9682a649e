/** "Hold", "Release" and "Edit and approve" on the card of a request. */
import { beforeEach, expect, test } from 'vitest'
import { users } from '../../../src/sandbox/slack/ids.js'
import { aDatabase } from '../../support/database.js'
import { aTeam, markupOf, textOn } from '../support/a-team.js'
import type { Actor } from '../../../src/core/lib/actor.js'
import { editPost } from '../../../src/core/posts/edit.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { asRole, buttonsOf, deliverAll, milosId, theApproval, theDraft, withApprovals } from '../support/approval-team.js'
import { AT, COPY } from '../support/composer-fixtures.js'
import { now } from '../support/pins.js'

const { db } = await aDatabase()
const team = aTeam(db)

beforeEach(async () => {
  await withApprovals(team.current)
  await asRole(team.current, 'contributor')
  const { milo, ada } = team.current
  await milo.command('/pin')
  await milo.fill({ ...COPY, Board: 'Garden', ...AT })
  await milo.submit()
  await deliverAll(team.current)
  await ada.open('approvals')
})

const theCard = async () => (await team.current.ada.open('approvals')).messages.find(({ ephemeral }) => !ephemeral)!
const milosActor = ({ organizationId }: { organizationId: string }): Actor => ({
  organizationId,
  via: 'slack',
  role: 'contributor',
  userId: milosId,
})
const milosLast = async () => (await team.current.milo.open('Pinslot')).messages.at(-1)!

test('Hold: the card says who holds it and why, offers Release in place of Approve, and who asked is told', async () => {
  const { ada } = team.current
  await ada.choose('More', 'Hold')
  await ada.fill({ Reason: 'The price changes.' })
  await ada.submit()
  const held = await theCard()
  expect(buttonsOf(held)).toEqual(['Release', 'Request changes', 'Reject', 'Comment'])
  expect(markupOf(held.blocks)).toContain(`*On hold* by <@${users.admin}>.\n>The price changes.`)
  await deliverAll(team.current)
  expect((await milosLast()).text).toContain(`<@${users.admin}> put “Shelf above the sink” on hold.`)
  await ada.open('approvals')
  await ada.click('Release')
  const released = await theCard()
  expect(buttonsOf(released)).toEqual(['Approve', 'Request changes', 'Reject', 'Comment'])
  expect(markupOf(released.blocks)).not.toContain('On hold')
})

test('Edit and approve: one form edits and schedules, the card and who asked see old → new', async () => {
  const { ada } = team.current
  const post = await theDraft(team.current)
  await ada.choose('More', 'Edit and approve')
  const { modal } = await ada.screen()
  expect(textOn(modal?.blocks)).toContain('Saving schedules the pin for')
  await ada.fill({ Title: 'Shelf over the sink' })
  await ada.submit()
  expect(await now(team.current, post)).toMatchObject({
    status: 'queued',
    title: 'Shelf over the sink',
    sendAt: new Date(AT.Time),
  })
  expect(await theApproval(team.current, post)).toMatchObject({ state: 'approved', changes: [{ field: 'title' }] })
  await deliverAll(team.current)
  const card = await theCard()
  expect(card.text).toBe('Approved with edits: Shelf over the sink')
  expect(markupOf(card.blocks)).toContain(`*Approved with edits* by <@${users.admin}>`)
  expect(markupOf(card.blocks)).toContain('Title: “Shelf above the sink” → “Shelf over the sink”')
  const told = await milosLast()
  expect(told.text).toContain(`<@${users.admin}> approved your pin with edits.`)
  expect(markupOf(told.blocks)).toContain('Title: “Shelf above the sink” → “Shelf over the sink”')
})

test('Compare: asked for changes, the new request shows what was changed since, in the details and on the card', async () => {
  const { ada, deps, accountId } = team.current
  await ada.click('Request changes')
  await ada.fill({ 'What should change?': 'Name the wood.' })
  await ada.submit()
  const post = await theDraft(team.current)
  await editPost(deps, milosActor(team.current), { accountId, postId: post.id, changes: { title: 'Oak shelf' } })
  const again = { accountId, postId: post.id, when: { kind: 'at', at: new Date(AT.Time) } } as const
  await schedulePost(deps, milosActor(team.current), again)
  await deliverAll(team.current)
  const card = (await ada.open('approvals')).messages.at(-1)!
  expect(markupOf(card.blocks)).toMatch(
    /Changes requested to v1 by <@\w+>, <!date[^>]*> · \*now v2: title changed\*\n>Name the wood\./,
  )
  await ada.click('Compare')
  const { modal } = await ada.screen()
  expect(modal?.title).toBe('Compare')
  expect(textOn(modal?.blocks)).toMatch(/Shelf above the sink[^]*Oak shelf/)
})

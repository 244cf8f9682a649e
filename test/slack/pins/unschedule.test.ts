import { expect, test } from 'vitest'
import { editPost } from '../../../src/core/posts/edit.js'
import { unschedulePost } from '../../../src/core/posts/unschedule.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, aTimeslot, creditsOf } from '../../support/factories.js'
import { aTeam, lastMessage, markupOf, type Team, textOn } from '../support/a-team.js'
import { AT, now, postsOf, publish } from '../support/pins.js'

const { db } = await aDatabase()
const team = aTeam(db)

const undoes = (message: { blocks: unknown }) => textOn(message.blocks).includes('"Undo"')
const isGone = async ({ organizationId }: Team, id: string) =>
  (await db.sql`select id from posts where organization_id = ${organizationId} and id = ${id}`).length === 0

test('"Unschedule" makes a draft of the pin and gives its credit back; Undo puts it where it was', async () => {
  const { milo } = team.current
  const credits = await creditsOf(team.current)
  const post = await aQueuedPost(team.current, { title: 'Comes off', at: AT })
  await milo.command(`/pin show ${post.id}`)
  const off = lastMessage(await milo.click('Unschedule'))
  expect(off.text).toContain('Unscheduled. It’s a draft now. Comes off')
  expect(await now(team.current, post)).toMatchObject({ status: 'draft', sendAt: null })
  expect(await creditsOf(team.current)).toBe(credits)
  const back = lastMessage(await milo.click('Undo'))
  expect(back.text).toContain('Undone. It’s scheduled again. Comes off')
  expect(await now(team.current, post)).toMatchObject({ status: 'queued', sendAt: AT })
  expect(await creditsOf(team.current)).toBe(credits - 1)
})

test('a second click on "Unschedule" changes nothing more, and leaves the first answer its Undo', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { title: 'Comes off', at: AT })
  await milo.command('/pin find comes')
  await milo.click('Details', { within: 'Comes off' })
  await Promise.all([milo.click('Unschedule'), milo.click('Unschedule').catch(() => undefined)])
  const { messages, modal } = await milo.screen()
  expect(messages).toHaveLength(1)
  expect(textOn(modal?.blocks)).toContain('"Undo"')
  await milo.click('Undo')
  expect(await now(team.current, post)).toMatchObject({ status: 'queued', sendAt: AT })
})

test('on a card of one’s own the answer takes its place, and one that changed nothing stands beside it', async () => {
  const { milo, deps, actor, accountId } = team.current
  const post = await aQueuedPost(team.current, { title: 'Comes off', at: AT })
  const shown = await milo.command(`/pin show ${post.id}`)
  const off = await milo.click('Unschedule')
  expect(off.messages).toHaveLength(shown.messages.length)
  const undone = await milo.click('Undo')
  expect(undone.messages).toHaveLength(shown.messages.length)
  await unschedulePost(deps, actor, { accountId, postId: post.id })
  const answer = await milo.click('Unschedule')
  expect(answer.messages).toHaveLength(shown.messages.length + 1)
  expect(lastMessage(answer).text).toContain('It’s already unscheduled.')
})

test('a double click takes effect once, and one of its answers has the Undo', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { title: 'Comes off', at: AT })
  await milo.command(`/pin show ${post.id}`)
  await Promise.all([milo.click('Unschedule'), milo.click('Unschedule').catch(() => undefined)])
  expect(await now(team.current, post)).toMatchObject({ status: 'draft', version: post.version + 1 })
  await milo.click('Undo')
  expect(await now(team.current, post)).toMatchObject({ status: 'queued', sendAt: AT })
})

test.each(['Unschedule', 'Delete'])('"%s" of a pin that went out meanwhile tells what has become of it', async (label) => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { title: 'Gone out', at: AT })
  await milo.command(`/pin show ${post.id}`)
  await publish(team.current, post)
  const late = lastMessage(await milo.click(label))
  expect(late.text).toMatch(/This pin can’t be (unscheduled|deleted) anymore\. Gone out, .*, published /)
  expect(undoes(late)).toBe(false)
})

test.each(['Unschedule', 'Delete', 'Details', 'Later', 'Move'])('"%s" of a pin that is gone says so', async (label) => {
  const { milo, organizationId } = team.current
  const post = await aQueuedPost(team.current, { title: 'No more', at: AT })
  await milo.command(label === 'Details' ? '/pin find more' : `/pin show ${post.id}`)
  await db.sql`delete from posts where organization_id = ${organizationId} and id = ${post.id}`
  expect(lastMessage(await milo.click(label)).text).toBe(`This pin was deleted. Pin ${post.id}`)
})

test('"Delete" asks nothing: the pin goes with its credit refunded, and Undo brings all of it back', async () => {
  const { milo } = team.current
  const credits = await creditsOf(team.current)
  const post = await aQueuedPost(team.current, { title: 'Is deleted', description: 'All of it', at: AT })
  await milo.command(`/pin show ${post.id}`)
  const gone = lastMessage(await milo.click('Delete'))
  expect(gone.text).toBe('Deleted. Is deleted')
  expect(await isGone(team.current, post.id)).toBe(true)
  expect(await creditsOf(team.current)).toBe(credits)
  const back = lastMessage(await milo.click('Undo'))
  expect(back.text).toContain('Restored. Is deleted')
  expect(await now(team.current, post)).toMatchObject({
    title: 'Is deleted',
    description: 'All of it',
    sendAt: AT,
    status: 'queued',
  })
})

test('a second click on "Delete" leaves the first answer its Undo', async () => {
  const { milo } = team.current
  const post = await aDraft(team.current, { title: 'Is deleted' })
  await milo.command('/pin find deleted')
  await Promise.all([milo.click('Delete'), milo.click('Delete').catch(() => undefined)])
  expect((await milo.screen()).messages).toHaveLength(1)
  await milo.click('Undo')
  expect(await isGone(team.current, post.id)).toBe(false)
})

test('on Home every action is answered on Home, with Undo, and nothing comes as a message', async () => {
  const { milo, clock } = team.current
  await aTimeslot(team.current, { day: 2, time: '12:00' })
  await aQueuedPost(team.current, { title: 'On Home', at: AT })
  const said = 'Moved “On Home” to Tue, Mar 10, 1:00 PM.'
  await milo.openHome()
  const { home } = await milo.click('Later: Tue, Mar 10, 1:00 PM', { within: 'On Home' })
  expect(markupOf(home?.blocks)).toContain(said)
  expect(markupOf((await milo.openHome()).home?.blocks)).toContain(said) // for as long as it can be undone
  await milo.click('Undo')
  expect((await postsOf(team.current, 'queued')).map(({ sendAt }) => sendAt)).toEqual([AT])
  clock.advance(11 * 60_000)
  expect(markupOf((await milo.openHome()).home?.blocks)).not.toContain('Undone.')
  expect((await milo.open('Pinslot')).messages).toEqual([])
})

test('the details of a pin on Home open over it, and what is done in them is shown in both', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { title: 'On Home', at: AT })
  await milo.openHome()
  expect(markupOf((await milo.click('Details', { within: 'On Home' })).modal?.blocks)).toContain(`Pin ${post.id}`)
  const { modal } = await milo.click('Unschedule')
  expect(markupOf(modal?.blocks)).toContain('Unscheduled. It’s a draft now. On Home')
  expect(textOn(modal)).toContain('"Schedule"')
  await milo.click('Undo')
  expect(await now(team.current, post)).toMatchObject({ status: 'queued', sendAt: AT })
  expect((await milo.open('Pinslot')).messages).toEqual([])
})

test('a draft is not unscheduled, a scheduled pin is edited first: only what is possible is offered', async () => {
  const { milo, deps, actor, accountId } = team.current
  const post = await aDraft(team.current, { title: 'A draft' })
  await editPost(deps, actor, { accountId, postId: post.id, changes: { title: 'Still a draft' } })
  await milo.command('/pin find draft')
  await expect(milo.click('Unschedule')).rejects.toThrow('There is no button "Unschedule"')
})

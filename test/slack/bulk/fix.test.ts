/** Pins that failed for one reason, put right together from where they are shown. */
import { expect, test } from 'vitest'
import { deletePost } from '../../../src/core/posts/delete.js'
import type { Post } from '../../../src/core/posts/post.js'
import type { FailureReason } from '../../../src/core/ports/notice.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aTimeslot, creditsOf } from '../../support/factories.js'
import { aTeam, lastMessage, markupOf, textOn } from '../support/a-team.js'
import { asRole } from '../support/approval-team.js'
import { fail, now, postsOf } from '../support/pins.js'

const { db } = await aDatabase()
const team = aTeam(db)

async function failed(count: number, reason: FailureReason): Promise<Post[]> {
  for (let day = 0; day < 7; day++) await aTimeslot(team.current, { day, time: '09:00' })
  const posts: Post[] = []
  for (let n = 1; n <= count; n++) {
    const post = await aDraft(team.current, { title: `Failed ${n}.`, boardId: '102' })
    await fail(team.current, post, reason)
    posts.push(post)
  }
  return posts
}
const inForm = (screen: { modal?: { blocks: unknown } | null }) => markupOf(screen.modal?.blocks)

test('seven pins whose board is gone: a board is chosen, each time is shown, all are scheduled, and one Undo takes it back', async () => {
  const posts = await failed(7, 'board_gone')
  const { milo } = team.current
  const credits = await creditsOf(team.current)
  expect(markupOf(lastMessage(await milo.command('/pin failed')).blocks)).toContain('*7 pins:* The board was deleted.')
  expect(inForm(await milo.click('Fix all (7)'))).toContain('Failed 7.')
  const chosen = await milo.choose('Board', 'Kitchen ideas')
  expect(inForm(chosen)).toMatch(/\*7 pins will go out in the next open slots, .+ to .+\.\*/)
  expect(inForm(chosen).match(/→ Kitchen ideas · /g)).toHaveLength(7)
  expect(await postsOf(team.current, 'queued')).toEqual([])
  const done = await milo.submit()
  expect(done.modal ?? null).toBeNull()
  expect(done.messages).toHaveLength(1) // the list, in place
  expect(markupOf(lastMessage(done).blocks)).toMatch(/Scheduled 7 pins, .+ to .+[\s\S]*Nothing failed\./)
  expect((await postsOf(team.current, 'queued')).map(({ boardId }) => boardId)).toEqual(Array(7).fill('101'))
  expect(await creditsOf(team.current)).toBe(credits - 7)
  const undone = await milo.click('Undo')
  expect(markupOf(lastMessage(undone).blocks)).toMatch(
    /Undone\. All 7 are drafts again\.[\s\S]*\*7 pins:\* The board was deleted\./,
  )
  expect((await now(team.current, posts[0]!)).failure?.reason).toBe('board_gone')
  expect(await creditsOf(team.current)).toBe(credits)
})

test('missed pins need nothing but a time: from Home it is two presses', async () => {
  await failed(3, 'missed')
  const { milo } = team.current
  await milo.openHome()
  expect(inForm(await milo.click('Fix all (3)'))).toContain('3 pins will go out in the next open slots')
  const { home } = await milo.submit()
  expect(markupOf(home?.blocks)).toContain('Scheduled 3 pins')
  expect(await postsOf(team.current, 'queued')).toHaveLength(3)
  expect(markupOf((await milo.click('Undo')).home?.blocks)).toContain('Undone. All 3 are drafts again.')
})

test('pins that Pinterest rejected get another link', async () => {
  await failed(2, 'platform_rejected')
  const { milo } = team.current
  await milo.command('/pin failed')
  await milo.click('Fix all (2)')
  await milo.fill({ 'Destination link': 'https://shop.example.com/safe' })
  await milo.submit()
  expect((await postsOf(team.current, 'queued')).map(({ url }) => url)).toEqual(Array(2).fill('https://shop.example.com/safe'))
})

test('pins whose section is gone go to the board itself', async () => {
  const [one] = await failed(2, 'section_gone')
  await db.sql`update posts set board_section_id = null where id = ${one!.id}`
  const { milo } = team.current
  await milo.command('/pin failed')
  await milo.click('Fix all (2)')
  await milo.submit()
  expect((await postsOf(team.current, 'queued')).map(({ boardSectionId }) => boardSectionId)).toEqual([null, null])
})

test('while the account is disconnected there is nothing to fix but the connection', async () => {
  await failed(2, 'account_disconnected')
  await db.sql`update accounts set token_status = 'unauthorized' where id = ${team.current.accountId}`
  const { ada, milo } = team.current
  await milo.command('/pin failed')
  expect(inForm(await milo.click('Fix all (2)'))).toContain('Ask an admin to reconnect it')
  await ada.command('/pin failed')
  expect((await ada.click('Fix all (2)')).modal?.buttons).toContain('Reconnect')
})

test('what failed meanwhile, or is gone, is shown before anything is scheduled', async () => {
  const [one] = await failed(3, 'missed')
  const { milo, deps, actor, accountId } = team.current
  await milo.command('/pin failed')
  await milo.click('Fix all (3)')
  await deletePost(deps, actor, { accountId, postId: one!.id })
  const again = await milo.submit()
  expect(inForm(again)).toContain('2 pins will go out')
  expect(JSON.stringify(again.modal?.blocks)).toContain('The pins changed since you saw them.')
  expect(await postsOf(team.current, 'queued')).toEqual([])
  await milo.submit()
  expect(await postsOf(team.current, 'queued')).toHaveLength(2)
})

test.each(['media_rejected', 'outcome_unknown'] as const)(
  'pins with %s are each looked at: there is no button for all',
  async (reason) => {
    await failed(2, reason)
    expect(textOn(lastMessage(await team.current.milo.command('/pin failed')).blocks)).not.toContain('Fix all')
  },
)

test('contributors are offered nothing that they may not do', async () => {
  await failed(2, 'missed')
  const { milo } = team.current
  await asRole(team.current, 'contributor')
  expect(textOn(lastMessage(await milo.command('/pin failed')).blocks)).not.toContain('Fix all')
})

import { expect, test } from 'vitest'
import { pausePublishing } from '../../../src/core/accounts/publishing.js'
import { editPost } from '../../../src/core/posts/edit.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aMedia, anotherAccount, aQueuedPost } from '../../support/factories.js'
import { aTeam, errorsOf, lastMessage, markupOf, type Team, textOn } from '../support/a-team.js'
import { asCarousel, AT, now, publish } from '../support/pins.js'

const { db } = await aDatabase()
const team = aTeam(db)

const shown = async ({ milo }: Team, words: string) => lastMessage(await milo.command(`/pin show ${words}`))

test('/pin show tells all there is: words, link, board, section, tags, both times and who did what', async () => {
  const { deps, actor, accountId, clock, milo } = team.current
  const fields = { title: 'Shelf', description: 'Open <shelves> & more.', altText: 'A shelf', boardSectionId: '1012', at: AT }
  const post = await aQueuedPost(team.current, fields)
  await editPost(deps, actor, { accountId, postId: post.id, changes: { productTagPinIds: ['111', '222'] } })
  await milo.command('/pin queue')
  await milo.click('Edit')
  await milo.fill({ 'Alt text': 'Another shelf' })
  await milo.submit()
  clock.advance(5 * 60_000)
  const { text, blocks, ephemeral } = await shown(team.current, post.id)
  expect(ephemeral).toBe(true)
  expect(text).toBe(`Pin ${post.id}: Shelf, Kitchen ideas`)
  const words = textOn(blocks)
  for (const each of ['Open <shelves> & more.', 'https://example.com/pin', 'Another shelf', 'Lamps', '111, 222'])
    expect(words).toContain(each)
  const markup = markupOf(blocks)
  expect(markup).toContain('Goes out Mon, Mar 9, 10:00 AM')
  expect(markup).toContain('*New York time*\nMon, Mar 9, 5:00 AM')
  expect(markup).toMatch(/Edited by <@U\w+> 5 minutes ago\nEdited by API key test 5 minutes ago\nScheduled by API key test/)
})

test('a published pin shows its id on the platform, and offers to be duplicated and evergreen', async () => {
  const post = await aQueuedPost(team.current, { title: 'Out', at: AT })
  await publish(team.current, post)
  const { blocks } = await shown(team.current, post.id)
  expect(markupOf(blocks)).toContain(` · Pin ${post.id} · Pinterest ID 7${post.id}`)
  expect(textOn(blocks).match(/"button"/g)).toHaveLength(7)
  for (const words of [
    'Edit on Pinterest',
    'Delete from Pinterest',
    'Duplicate',
    'Add to evergreen',
    'Test another version',
    'Comment',
    'Receipt ↗',
  ])
    expect(textOn(blocks)).toContain(words)
})

test('the receipt of a published pin is a link for people without an account; a pin that waits has none', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { title: 'Out', at: AT })
  expect(textOn((await shown(team.current, post.id)).blocks)).not.toContain('Receipt')
  await publish(team.current, post)
  const text = JSON.stringify((await shown(team.current, post.id)).blocks)
  expect(text).toMatch(/"url":"https:\/\/pinslot\.test\/receipts\/[\w-]+\.[\w-]+"/)
  await milo.click('Receipt ↗') // Slack opens the link by itself
})

test('a published pin says what became of its product tags', async () => {
  const { organizationId } = team.current
  const post = await aQueuedPost(team.current, { title: 'Tagged', at: AT })
  await db.sql`update posts set product_tag_pin_ids = '{8001}' where organization_id = ${organizationId} and id = ${post.id}`
  await publish(team.current, post)
  await db.sql`
    update posts set tags_state = 'pending', tags_due_at = sent_at where organization_id = ${organizationId} and id = ${post.id}`
  expect(markupOf((await shown(team.current, post.id)).blocks)).toContain('*Adding product tags*\n8001')
  await db.sql`
    update posts set tags_state = 'failed', tags_due_at = null where organization_id = ${organizationId} and id = ${post.id}`
  expect(markupOf((await shown(team.current, post.id)).blocks)).toContain('*Pinterest refused the product tags*\n8001')
})

test('what was taken back is said in the history', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { title: 'Shelf', at: AT })
  await milo.command(`/pin show ${post.id}`)
  await milo.click('Unschedule')
  await milo.click('Undo')
  const markup = markupOf((await shown(team.current, post.id)).blocks)
  expect(markup).toMatch(/Undid a change by <@U\w+> just now\nUnscheduled by <@U\w+> just now \(undone\)/)
})

test('a carousel shows its count and its further pictures, a video its length and no picture it has not', async () => {
  const { organizationId } = team.current
  const carousel = await aQueuedPost(team.current, { title: 'Five', at: AT })
  await asCarousel(team.current, carousel)
  const { blocks } = await shown(team.current, carousel.id)
  expect(markupOf(blocks)).toContain('Kitchen ideas · 5 images')
  expect(blocks.find(({ type }) => type === 'context')?.elements).toHaveLength(4)
  const video = await aDraft(team.current, { title: 'Moves' })
  const mediaId = await aMedia(team.current, { durationMs: 72_000 })
  await db.sql`update post_media set media_id = ${mediaId} where organization_id = ${organizationId} and post_id = ${video.id}`
  await db.sql`update posts set media_type = 'video' where organization_id = ${organizationId} and id = ${video.id}`
  const words = textOn((await shown(team.current, video.id)).blocks)
  expect(words).toContain('Kitchen ideas · video, 1:12')
  expect(words).not.toContain('image_url')
  await db.sql`update media set thumbnail_key = 'x' where organization_id = ${organizationId} and id = ${mediaId}`
  expect(textOn((await shown(team.current, video.id)).blocks)).toMatch(
    /image_url":"https:\/\/pinslot\.test\/media\/\S+\.thumb\.jpg"/,
  )
})

test.each(['#%', '# %', '%  '])('a number may be given as %s', async (form) => {
  const post = await aDraft(team.current, { title: 'By number' })
  expect((await shown(team.current, form.replace('%', post.id))).text).toContain('By number')
})

test('a pin of another account is found by its number', async () => {
  const { organizationId, clock } = team.current
  const post = await aDraft(team.current, { title: 'Elsewhere' })
  const [other] = await db.sql<[{ id: string }]>`
    insert into accounts (organization_id, platform_user_id, username, display_name, boards_read_at, created_at)
    values (${organizationId}, ${`91${organizationId}`}, 'second', 'The Second', ${clock.now}, ${clock.now})
    returning id`
  await team.current.milo.openHome()
  await db.sql`update members set current_account_id = ${other.id} where organization_id = ${organizationId}`
  expect((await shown(team.current, post.id)).text).toContain('Elsewhere')
})

test.each([
  ['999999', 'Can’t find pin 999999. Use /pin find to search by words.'],
  ['<!channel>', '“&lt;!channel&gt;” isn’t a pin number like 12. Use /pin find to search by words.'],
  ['99999999999999999999', '“99999999999999999999” isn’t a pin number like 12. Use /pin find to search by words.'],
])('/pin show %s says what to do', async (words, sentence) => {
  expect((await shown(team.current, words)).text).toBe(sentence)
})

test('/pin show alone asks for the number, and tells under the field when there is no such pin', async () => {
  const { milo } = team.current
  const post = await aDraft(team.current, { title: 'Asked for' })
  expect((await milo.command('/pin show')).modal?.title).toBe('Show a pin')
  await milo.fill({ Pin: '999999' })
  expect(errorsOf(await milo.submit())).toEqual({
    Pin: 'Can’t find pin 999999. Use /pin find to search by words.',
  })
  await milo.fill({ Pin: `#${post.id}` })
  const answer = await milo.submit()
  expect(answer.modal).toBeNull()
  expect(lastMessage(answer).text).toContain('Asked for')
})

test('/pin find shows scheduled pins before drafts, each with its actions', async () => {
  const { milo } = team.current
  await aDraft(team.current, { title: 'Shelf as draft' })
  await aQueuedPost(team.current, { title: 'Shelf goes out', at: AT })
  await aDraft(team.current, { title: 'A lamp' })
  const { text, blocks } = lastMessage(await milo.command('/pin find SHELF kitchen'))
  expect(text).toBe('2 results for “SHELF kitchen” · maker')
  const markup = markupOf(blocks)
  expect(markup.indexOf('Shelf goes out')).toBeLessThan(markup.indexOf('Shelf as draft'))
  expect(markup).not.toContain('A lamp')
  expect((await milo.click('Schedule', { within: 'Shelf as draft' })).modal?.title).toBe('Schedule pin')
})

test('/pin find shows fifteen, a line each with one menu, and says that there are more', async () => {
  for (let count = 1; count <= 16; count++) await aDraft(team.current, { title: `Shelf ${count}` })
  const { text, blocks } = lastMessage(await team.current.milo.command('/pin find shelf'))
  expect(text).toBe('First 15 results for “shelf” · maker')
  expect(blocks.filter(({ accessory }) => accessory?.type === 'overflow')).toHaveLength(15)
})

test('/pin find says when there is nothing, and calls nobody', async () => {
  const { text, blocks } = lastMessage(await team.current.milo.command('/pin find <!channel>'))
  expect(text).toBe('No pins match “&lt;!channel&gt;”.')
  expect(markupOf(blocks)).toContain('Try fewer words')
})

test('/pin find alone asks for the words; too many are told under the field', async () => {
  const { milo } = team.current
  await aDraft(team.current, { title: 'Shelf' })
  expect((await milo.command('/pin find')).modal?.title).toBe('Find pins')
  await milo.fill({ Words: 'x'.repeat(201) })
  expect(errorsOf(await milo.submit())).toEqual({ Words: 'Words must be at most 200 characters; there are 201.' })
  await milo.fill({ Words: 'shelf' })
  expect(lastMessage(await milo.submit()).text).toBe('1 result for “shelf” · maker')
})

test('"Find" on Home shows what is found over Home, of the other account too, and what is pressed there is answered there', async () => {
  const { milo } = team.current
  const post = await aDraft(team.current, { title: 'Shelf' })
  const studio = await anotherAccount(team.current)
  await aDraft(studio, { title: 'Shelf of the studio', boardId: '201' })
  await milo.openHome()
  expect((await milo.choose('More', 'Find pins')).modal?.title).toBe('Find pins')
  await milo.fill({ Words: 'shelf' })
  const { modal } = await milo.submit()
  expect(modal?.title).toBe('Found pins')
  expect(markupOf(modal?.blocks)).toMatch(/1 result for “shelf”[\s\S]*Shelf/)
  expect(markupOf((await milo.click('Delete')).modal?.blocks)).toMatch(/Deleted\. Shelf[\s\S]*No pins match “shelf”/)
  await expect(now(team.current, post)).rejects.toThrow('Post not found.')
  expect(markupOf((await milo.choose('Account', 'studio')).modal?.blocks)).toContain('Shelf of the studio')
  expect((await milo.open('Pinslot')).messages).toEqual([])
})

test.each(['Details', '/pin show'])('“Resume” in what %s shows of a pin shows it again, and what it did', async (where) => {
  const { ada, deps, actor, accountId } = team.current
  const post = await aQueuedPost(team.current, { title: 'Shelf', at: AT })
  await pausePublishing(deps, actor, { accountId })
  if (where === 'Details') {
    await ada.command('/pin find Shelf')
    await ada.click('Details', { within: 'Shelf' })
  } else await ada.command(`/pin show ${post.id}`)
  const messages = (await ada.screen()).messages.length
  const resumed = await ada.click('Resume')
  const { blocks, buttons } = resumed.modal ?? { ...lastMessage(resumed), buttons: [] }
  expect(buttons).not.toContain('Resume')
  expect(JSON.stringify(blocks)).not.toContain('publishing is paused')
  expect(markupOf(blocks)).toContain('Publishing resumed.')
  expect(markupOf(blocks)).toContain('Goes out Mon, Mar 9')
  expect(resumed.messages).toHaveLength(messages)
})

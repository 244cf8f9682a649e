import { expect, test } from 'vitest'
import { editPost } from '../../../src/core/posts/edit.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import type { FailureReason } from '../../../src/core/ports/notice.js'
import { unschedulePost } from '../../../src/core/posts/unschedule.js'
import { aDatabase } from '../../support/database.js'
import { whileWaited } from '../../db/support/waiting.js'
import { aDraft, aQueuedPost, aTimeslot, creditsOf } from '../../support/factories.js'
import { aTeam, errorsOf, lastMessage, markupOf, PICTURE, type Team, valuesOf, textOn } from '../support/a-team.js'
import { aVideo } from '../../support/videos.js'
import { aPicture } from '../support/a-file.js'
import { postsOf } from '../support/composer-fixtures.js'
import { asCarousel, AT, fail, now, publish } from '../support/pins.js'

const { db } = await aDatabase()
const team = aTeam(db)

const COPY = { title: 'Shelf', description: 'Open shelves.', url: 'https://example.com/shelf', altText: 'A shelf' }

async function openEdit({ milo }: Team) {
  await milo.command('/pin queue')
  return milo.click('Edit', { within: 'Shelf' })
}

/** With what few edits are about. */
async function openAll(current: Team) {
  await openEdit(current)
  await current.milo.click('Change picture…')
  return current.milo.click('More')
}

/** Through another channel, as somebody else. */
const edits = ({ deps, actor, accountId }: Team, postId: string, changes: Parameters<typeof editPost>[2]['changes']) =>
  editPost(deps, actor, { accountId, postId, changes })

test('"Edit" opens the form with what most edits are about, and by two buttons the rest; its picture stays unless another one is given', async () => {
  const { milo } = team.current
  await aQueuedPost(team.current, { ...COPY, boardSectionId: '1012', at: AT })
  const first = await openEdit(team.current)
  expect(first.modal?.title).toBe('Edit pin')
  expect(Object.keys(valuesOf(first))).toEqual(['Title', 'Description', 'Destination link', 'Board', 'Section', 'When'])
  await milo.click('Change picture…')
  const opened = await milo.click('More')
  expect(valuesOf(opened)).toEqual({
    'Image or video': [],
    'Image link': null,
    When: expect.stringMatching(/^Keep /) as string,
    Title: 'Shelf',
    Description: 'Open shelves.',
    'Destination link': 'https://example.com/shelf',
    'Alt text': 'A shelf',
    Board: 'Kitchen ideas',
    Section: 'Lamps',
    'Made with AI': [],
    Labels: null,
    'Product tags': null,
  })
  expect(textOn(opened.modal?.blocks)).toContain('Leave empty to keep the current one.')
})

test('PATCH rule 5: an edit changes the copy, keeps the time, costs nothing, and can be undone from its card', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { ...COPY, at: AT })
  const credits = await creditsOf(team.current)
  await openAll(team.current)
  await milo.fill({ Title: 'Two shelves', Board: 'Garden', 'Product tags': '111 222' })
  const saved = await milo.submit()
  expect(errorsOf(saved)).toEqual({})
  expect(saved.modal).toBeNull()
  expect(lastMessage(saved).text).toContain('Saved. Two shelves, Garden')
  const changed = { title: 'Two shelves', boardId: '102', productTagPinIds: ['111', '222'], isSimplified: true, sendAt: AT }
  expect(await now(team.current, post)).toMatchObject(changed)
  expect(await creditsOf(team.current)).toBe(credits)
  await milo.click('Undo')
  expect(await now(team.current, post)).toMatchObject({ ...COPY, boardId: '101', productTagPinIds: [], sendAt: AT })
})

test('a card that was saved offers what it offered before', async () => {
  const { milo } = team.current
  await aTimeslot(team.current, { day: 2, time: '12:00' })
  const post = await aQueuedPost(team.current, { ...COPY, at: AT })
  expect(textOn(lastMessage(await milo.command(`/pin show ${post.id}`)).blocks)).toContain('"Earlier"')
  await milo.click('Edit')
  await milo.fill({ Title: 'Two shelves' })
  expect(textOn(lastMessage(await milo.submit()).blocks)).toContain('"Earlier"')
})

test('only what was changed is sent: what somebody else changed meanwhile stays', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { ...COPY, at: AT })
  await openEdit(team.current)
  await edits(team.current, post.id, { description: 'By somebody else.' })
  await milo.fill({ Title: 'Two shelves' })
  expect((await milo.submit()).modal).toBeNull()
  expect(await now(team.current, post)).toMatchObject({ title: 'Two shelves', description: 'By somebody else.' })
})

test('a field that somebody else changed meanwhile is shown as it is now, nothing typed is lost, and saving again replaces it', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { ...COPY, at: AT })
  await openAll(team.current)
  await edits(team.current, post.id, { title: 'Theirs' })
  await milo.fill({ Title: 'Mine', 'Alt text': 'Also mine' })
  const asked = await milo.submit()
  expect(textOn(asked.modal?.blocks)).toContain('edited this pin just now.')
  expect(markupOf(asked.modal?.blocks)).toContain(':warning: Now: Theirs')
  expect(valuesOf(asked)).toMatchObject({ Title: 'Mine', 'Alt text': 'Also mine' })
  expect(await now(team.current, post)).toMatchObject({ title: 'Theirs' })
  expect((await milo.submit()).modal).toBeNull()
  expect(await now(team.current, post)).toMatchObject({ title: 'Mine', altText: 'Also mine' })
})

test('what somebody else commits while the form is sent is not overwritten unasked', async () => {
  const { milo, organizationId } = team.current
  const post = await aQueuedPost(team.current, { ...COPY, at: AT })
  await openAll(team.current)
  await milo.fill({ Title: 'Mine', 'Alt text': 'Also mine' })
  const asked = await whileWaited(
    db,
    (sql) => sql`
      update posts set title = 'Theirs', version = version + 1 where organization_id = ${organizationId} and id = ${post.id}`,
    () => milo.submit(),
  )
  expect(markupOf(asked.modal?.blocks)).toContain(':warning: Now: Theirs')
  expect(valuesOf(asked)).toMatchObject({ Title: 'Mine', 'Alt text': 'Also mine' })
  expect(await now(team.current, post)).toMatchObject({ title: 'Theirs', altText: 'A shelf' })
  await milo.submit()
  expect(await now(team.current, post)).toMatchObject({ title: 'Mine', altText: 'Also mine' })
})

test('a form sent without a change changes nothing', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { ...COPY, at: AT })
  await openAll(team.current)
  const saved = await milo.submit()
  expect(lastMessage(saved).text).toContain('Nothing changed.')
  expect(textOn(lastMessage(saved).blocks)).not.toContain('"Undo"')
  expect((await now(team.current, post)).version).toBe(post.version)
})

test.each([
  ['PATCH rule 2: a title is not empty', { Title: '   ' }, { Title: 'Title is empty: use 1 to 100 characters.' }],
  [
    'PATCH rule 2: a description is not empty',
    { Description: ' \n ' },
    { Description: 'Description is empty: use 1 to 800 characters.' },
  ],
  ['PATCH bounds: title', { Title: 'x'.repeat(101) }, { Title: 'Please enter no more than 100 characters.' }],
  ['PATCH bounds: description', { Description: 'x'.repeat(801) }, { Description: 'Please enter no more than 800 characters.' }],
  ['PATCH bounds: alt text', { 'Alt text': 'x'.repeat(501) }, { 'Alt text': 'Please enter no more than 500 characters.' }],
  [
    'PATCH bounds: link',
    { 'Destination link': `https://example.com/${'x'.repeat(2048)}` },
    { 'Destination link': 'Destination link must be at most 2048 characters.' },
  ],
  [
    'PATCH rule 4: product tags are ids of pins',
    { 'Product tags': 'a-vase' },
    { 'Product tags': 'Product tags must be ids of product pins: digits only.' },
  ],
  [
    'PATCH bounds: product tags',
    { 'Product tags': Array.from({ length: 25 }, (_, index) => String(index)).join(' ') },
    { 'Product tags': 'Product tags must be at most 24 pins; there are 25.' },
  ],
])('%s', async (_rule, change, errors) => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { ...COPY, at: AT })
  await openAll(team.current)
  await milo.fill({ ...change })
  const refused = await milo.submit()
  expect(errorsOf(refused)).toEqual(errors)
  expect(valuesOf(refused)).toMatchObject(change)
  expect((await now(team.current, post)).version).toBe(post.version)
})

test('PATCH rule 2: what a pin has is required, what a draft lacks is not', async () => {
  const { milo } = team.current
  await aQueuedPost(team.current, { ...COPY, at: AT })
  await openAll(team.current)
  await milo.fill({ Title: null, 'Alt text': null })
  expect(errorsOf(await milo.submit())).toEqual({ Title: 'Please complete this required field.' })
  await milo.close()
  await aDraft(team.current, { ...COPY, title: 'Shelf draft', description: null, url: null, boardId: null })
  await milo.command('/pin find draft')
  await milo.click('Edit', { within: 'Shelf draft' })
  await milo.fill({ Title: 'Still a draft' })
  expect((await milo.submit()).modal).toBeNull()
})

test('PATCH rule 3: another board takes the section away, in the form and in the pin', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { ...COPY, boardSectionId: '1011', at: AT })
  await openAll(team.current)
  const switched = await milo.fill({ Title: 'Kept', Board: 'Garden' })
  expect(valuesOf(switched)).toMatchObject({ Title: 'Kept', Board: 'Garden', Section: null })
  expect(textOn(switched.modal?.blocks)).toContain('This board has no sections.')
  expect((await milo.submit()).modal).toBeNull()
  expect(await now(team.current, post)).toMatchObject({ title: 'Kept', boardId: '102', boardSectionId: null })
})

test('PATCH rule 3: a section of the pin’s own board is offered; taken out, the pin goes to the board’s root', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { ...COPY, at: AT })
  await openEdit(team.current)
  await expect(milo.fill({ Section: 'Nowhere' })).rejects.toThrow('Nowhere')
  await milo.fill({ Section: 'Shelves' })
  await milo.submit()
  expect((await now(team.current, post)).boardSectionId).toBe('1011')
  await openEdit(team.current)
  await milo.fill({ Section: null })
  await milo.submit()
  expect(await now(team.current, post)).toMatchObject({ boardId: '101', boardSectionId: null })
})

test('PATCH rule 4: a carousel takes no tags, so none are asked for; cleared tags leave a simplified pin', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { ...COPY, at: AT })
  await edits(team.current, post.id, { productTagPinIds: ['111'] })
  await openAll(team.current)
  await milo.fill({ 'Product tags': null })
  await milo.submit()
  expect(await now(team.current, post)).toMatchObject({ productTagPinIds: [], isSimplified: true })
  await asCarousel(team.current, post)
  const opened = await openAll(team.current)
  expect(Object.keys(valuesOf(opened))).not.toContain('Product tags')
})

test('an alt text can be taken away', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { ...COPY, at: AT })
  await openAll(team.current)
  await milo.fill({ 'Alt text': null })
  await milo.submit()
  expect((await now(team.current, post)).altText).toBeNull()
})

test('PATCH rule 6: a pin that was published while its form was open is not changed, and the form says so', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { ...COPY, at: AT })
  await openEdit(team.current)
  await publish(team.current, post)
  await milo.fill({ Title: 'Too late' })
  const late = await milo.submit()
  expect(late.modal?.title).toBe('Not saved')
  expect(markupOf(late.modal?.blocks)).toContain('Not saved. The pin has been published')
  expect(markupOf(late.modal?.blocks)).toContain('Published ')
  expect((await now(team.current, post)).title).toBe('Shelf')
})

test('a pin that was deleted while its form was open is said to be gone', async () => {
  const { milo, organizationId } = team.current
  const post = await aQueuedPost(team.current, { ...COPY, at: AT })
  await openEdit(team.current)
  await db.sql`delete from posts where organization_id = ${organizationId} and id = ${post.id}`
  await milo.fill({ Title: 'Too late' })
  expect(markupOf((await milo.submit()).modal?.blocks)).toContain('this pin was deleted')
})

test('a pin that was unscheduled while its form was open is changed as the draft it is', async () => {
  const { milo, deps, actor, accountId } = team.current
  const post = await aQueuedPost(team.current, { ...COPY, at: AT })
  await openEdit(team.current)
  await unschedulePost(deps, actor, { accountId, postId: post.id })
  await milo.fill({ Title: 'A draft by now' })
  const saved = await milo.submit()
  expect(lastMessage(saved).text).toContain('Saved. A draft by now')
  expect(await now(team.current, post)).toMatchObject({ status: 'draft', title: 'A draft by now' })
})

test('a late click on "Edit" is answered with what has become of the pin', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { ...COPY, at: AT })
  await milo.command('/pin queue')
  await publish(team.current, post)
  const late = await milo.click('Edit', { within: 'Shelf' })
  expect(late.modal).toBeNull()
  expect(lastMessage(late).text).toContain('This pin can’t be edited anymore. Shelf')
})

async function openFailed({ milo, ...world }: Team, reason: FailureReason, button: string) {
  const post = await aQueuedPost(world, { ...COPY, at: AT })
  await fail(world, post, reason)
  await milo.command(`/pin show ${post.id}`)
  return { post, opened: await milo.click(button) }
}

test('a pin with a deleted board is fixed and on the schedule again by one form, with its board first and one button', async () => {
  const { milo } = team.current
  await aTimeslot(team.current, { day: 2, time: '12:00' })
  const { post, opened } = await openFailed(team.current, 'board_gone', 'Choose another board')
  expect(Object.keys(valuesOf(opened)).slice(0, 3)).toEqual(['Board', 'Section', 'When'])
  expect(markupOf(opened.modal?.blocks)).toContain('Not published: The board was deleted.')
  const chosen = await milo.fill({ Board: 'Garden' })
  expect(chosen.modal?.buttons).toContain('Schedule for Tue 1:00 PM')
  const saved = await milo.submit()
  expect(saved.modal).toBeNull()
  expect(lastMessage(saved).text).toBe('Scheduled “Shelf” for Tue, Mar 3, 1:00 PM.')
  const sendAt = new Date('2026-03-03T12:00:00Z')
  expect(await now(team.current, post)).toMatchObject({ status: 'queued', boardId: '102', sendAt, failure: null })
  await milo.click('Undo')
  expect(await now(team.current, post)).toMatchObject({ status: 'draft', boardId: '101', failure: { reason: 'board_gone' } })
})

test('where no slot is open the form of a failed pin asks for a time; the pin may stay a draft', async () => {
  const { milo } = team.current
  const { post } = await openFailed(team.current, 'board_gone', 'Choose another board')
  await milo.fill({ Board: 'Garden', When: 'Keep as a draft' })
  expect(lastMessage(await milo.submit()).text).toContain('Saved. Shelf')
  expect(await now(team.current, post)).toMatchObject({ status: 'draft', boardId: '102' })
})

test('the form of a failed pin says why it failed, and speaks of no button that it has not', async () => {
  const { opened } = await openFailed(team.current, 'platform_rejected', 'Edit and schedule')
  const words = markupOf(opened.modal?.blocks)
  expect(words).toContain('Not published: Pinterest rejected this pin.')
  expect(words).not.toMatch(/reschedule|“/i)
})

test('a failed pin with nothing to change is scheduled by the same form, once however often it is sent', async () => {
  const { milo } = team.current
  const { post } = await openFailed(team.current, 'missed', 'Schedule again')
  await milo.fill({ Time: '2026-03-11T10:30:00Z' })
  const { version } = await now(team.current, post)
  await Promise.all([milo.submit(), milo.submit().catch(() => undefined)])
  expect(await now(team.current, post)).toMatchObject({ status: 'queued', version: version + 1 })
  const { messages } = await milo.screen()
  expect(messages.filter(({ text }) => text.startsWith('Scheduled “Shelf” for '))).toHaveLength(1)
})

test('a pin whose picture was refused is fixed by another one and scheduled at once', async () => {
  const { milo } = team.current
  await aTimeslot(team.current, { day: 2, time: '12:00' })
  const { post } = await openFailed(team.current, 'media_rejected', 'Change image')
  await milo.upload('Image or video', await aPicture('better.jpg'))
  expect((await milo.submit()).modal).toBeNull()
  expect(await now(team.current, post)).toMatchObject({ status: 'queued', media: [{ width: 400, height: 600 }] })
})

test('words and time are saved together; a move by somebody else meanwhile is shown first', async () => {
  const { milo, deps, actor, accountId } = team.current
  const post = await aQueuedPost(team.current, { ...COPY, at: AT })
  await openEdit(team.current)
  const elsewhere = { kind: 'at', at: new Date('2026-03-12T10:30:00Z') } as const
  await schedulePost(deps, actor, { accountId, postId: post.id, when: elsewhere })
  await milo.fill({ Title: 'Two shelves', When: 'Exact time' })
  await milo.fill({ Time: '2026-03-11T10:30:00Z' })
  const asked = await milo.submit()
  expect(markupOf(asked.modal?.blocks)).toContain('moved this pin.')
  expect(valuesOf(asked)).toMatchObject({ Title: 'Two shelves', Time: '2026-03-11T10:30:00.000Z' })
  expect(await now(team.current, post)).toMatchObject({ title: 'Shelf', sendAt: elsewhere.at })
  expect(lastMessage(await milo.submit()).text).toBe('Moved “Two shelves” to Wed, Mar 11, 11:30 AM.')
})

test('another picture and other words are one change: one card with one Undo, and both in the history', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { ...COPY, at: AT })
  await openAll(team.current)
  await milo.upload('Image or video', await aPicture('better.jpg'))
  await milo.fill({ Title: 'Two shelves' })
  expect((await milo.submit()).modal).toBeNull()
  const edited = { title: 'Two shelves', media: [{ width: 400, height: 600 }], sendAt: AT, version: post.version + 1 }
  expect(await now(team.current, post)).toMatchObject(edited)
  await milo.click('Undo')
  expect(await now(team.current, post)).toMatchObject({ title: 'Shelf', media: post.media })
  const details = markupOf(lastMessage(await milo.command(`/pin show ${post.id}`)).blocks)
  expect(details).toContain('Edited with a new image by')
})

test('the cover of a video is changed by its second, and emptied it is the first frame; a new video keeps what the form shows', async () => {
  const { milo } = team.current
  const film = { name: 'film.mp4', bytes: aVideo({ width: 720, height: 1280, durationMs: 6000 }) }
  await milo.command('/pin')
  await milo.click('More')
  await milo.upload('Image or video', film)
  await milo.fill({ Title: 'Shelf', 'Cover of the video': '3' })
  await milo.submit()
  const [post] = await postsOf(team.current, 'draft')
  if (!post) throw new Error('no pin was made')
  const open = async () => {
    await milo.command('/pin drafts')
    await milo.click('Edit', { within: 'Shelf' })
    return milo.click('More')
  }
  expect(valuesOf(await open())).toMatchObject({ 'Cover of the video': '3' })
  await milo.fill({ 'Cover of the video': '2' })
  expect((await milo.submit()).modal).toBeNull()
  expect(await now(team.current, post)).toMatchObject({ cover: 2 })
  await open()
  await milo.click('Change picture…')
  await milo.upload('Image or video', { ...film, name: 'tour.mp4' })
  await milo.submit()
  expect(await now(team.current, post)).toMatchObject({ cover: 2, media: [{ durationMs: 6000 }] })
  await open()
  await milo.fill({ 'Cover of the video': '' })
  await milo.submit()
  expect(await now(team.current, post)).toMatchObject({ cover: null })
})

test('the image link alone changes the picture, and the history says so', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { ...COPY, at: AT })
  await openAll(team.current)
  await milo.fill({ 'Image link': PICTURE })
  expect((await milo.submit()).modal).toBeNull()
  expect((await now(team.current, post)).media).not.toEqual(post.media)
  expect(markupOf(lastMessage(await milo.command(`/pin show ${post.id}`)).blocks)).toContain('Image changed by')
})

test('a picture that is refused is told by its name under its field, and nothing is saved', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { ...COPY, at: AT })
  await openAll(team.current)
  await milo.upload('Image or video', await aPicture('dot.png', { width: 90, height: 400 }))
  await milo.fill({ Title: 'Two shelves' })
  expect(errorsOf(await milo.submit())['Image or video']).toMatch(/^“dot\.png”: the image is 90 x 400/)
  expect(await now(team.current, post)).toEqual(post)
})

test('a picture that somebody else gave meanwhile is shown as such, the chosen file is kept, and saving again replaces it', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { ...COPY, at: AT })
  await openAll(team.current)
  await edits(team.current, post.id, { media: [{ kind: 'url', url: PICTURE, mediaType: 'image' }] })
  await milo.upload('Image or video', await aPicture('better.jpg'))
  const asked = await milo.submit()
  expect(textOn(asked.modal?.blocks)).toContain('edited this pin just now.')
  expect(markupOf(asked.modal?.blocks)).toContain(':warning: Now: a new image')
  expect(valuesOf(asked)).toMatchObject({ 'Files already added': ['better.jpg'] })
  expect((await milo.submit()).modal).toBeNull()
  expect(await now(team.current, post)).toMatchObject({ media: [{ width: 400, height: 600 }] })
})

test('a pin that goes out while its new picture is chosen keeps its own', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { ...COPY, at: AT })
  await openAll(team.current)
  await publish(team.current, post)
  await milo.upload('Image or video', await aPicture('better.jpg'))
  const answer = await milo.submit()
  expect(markupOf(answer.modal?.blocks)).toContain('Not saved.')
  expect(await now(team.current, post)).toMatchObject({ status: 'sent', media: post.media })
})

test('a form that is sent twice takes effect once', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { ...COPY, at: AT })
  await openEdit(team.current)
  await milo.fill({ Title: 'Once' })
  await Promise.all([milo.submit(), milo.submit().catch(() => undefined)])
  expect(await now(team.current, post)).toMatchObject({ title: 'Once', version: post.version + 1 })
})

test('"Edit" on Home is answered on Home', async () => {
  const { milo } = team.current
  await aQueuedPost(team.current, { ...COPY, at: AT })
  await milo.openHome()
  await milo.click('Edit', { within: 'Shelf' })
  await milo.fill({ Title: 'From Home' })
  const home = await milo.submit()
  expect(markupOf(home.home?.blocks).match(/From Home/g)).toHaveLength(2)
  expect(markupOf(home.home?.blocks)).toContain('Saved. From Home')
  expect((await milo.open('Pinslot')).messages).toEqual([])
})

test('the slides of a carousel are one text of the form, and a wrong one is said under it', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { ...COPY, at: AT })
  await asCarousel(team.current, post, 1)
  const opened = await openAll(team.current)
  expect(valuesOf(opened)).toMatchObject({ Slides: null })
  await milo.fill({ Slides: 'Oak' })
  expect(errorsOf(await milo.submit())).toEqual({
    Slides: 'Slides must be 2, one for each image, the cover first; there are 1.',
  })
  await milo.fill({ Slides: 'Oak\n---\nAsh\nFor rooms.\nhttp://localhost/' })
  expect(errorsOf(await milo.submit())).toEqual({
    Slides: 'Link of slide 2 must lead to a public website, such as https://example.com/page.',
  })
  await milo.fill({ Slides: 'Oak\n---\nAsh\nFor rooms.\nhttps://example.com/ash' })
  await milo.submit()
  const [saved] = await postsOf(team.current, 'queued')
  expect(saved?.slides).toEqual([{ title: 'Oak' }, { title: 'Ash', description: 'For rooms.', link: 'https://example.com/ash' }])
  expect(valuesOf(await openAll(team.current))).toMatchObject({ Slides: 'Oak\n---\nAsh\nFor rooms.\nhttps://example.com/ash' })
  await milo.fill({ Title: 'Shelf, again' })
  await milo.submit()
  expect((await postsOf(team.current, 'queued'))[0]).toMatchObject({
    title: 'Shelf, again',
    slides: [{ title: 'Oak' }, { title: 'Ash' }],
  })
})

test('slides that do not fit the field stay as they are', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { ...COPY, at: AT })
  await asCarousel(team.current, post)
  const slides = Array.from({ length: 5 }, () => ({ description: 'x'.repeat(700) }))
  await edits(team.current, post.id, { slides })
  expect(valuesOf(await openAll(team.current))).not.toHaveProperty('Slides')
  await milo.fill({ Title: 'Shelf, again' })
  await milo.submit()
  expect((await postsOf(team.current, 'queued'))[0]).toMatchObject({ title: 'Shelf, again', slides })
})

test('slides that the field would give back as others stay as they are', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { ...COPY, at: AT })
  await asCarousel(team.current, post, 1)
  const slides = [{ description: 'Oak\n—\nAsh' }, { title: 'Shelf', description: 'See\nexample.com' }]
  await edits(team.current, post.id, { slides })
  await openAll(team.current)
  await milo.fill({ Title: 'Shelf, again' })
  await milo.submit()
  expect((await postsOf(team.current, 'queued'))[0]).toMatchObject({ title: 'Shelf, again', slides })
})

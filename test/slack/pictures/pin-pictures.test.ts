/** The pin as it will look: before it is saved, on the card of an approval, and in /pin show. */
import { WebClient } from '@slack/web-api'
import { afterAll, expect, test } from 'vitest'
import { makeCharts } from '../../../src/charts/charts.js'
import type { PinPicture } from '../../../src/core/ports/charts.js'
import type { Charts } from '../../../src/core/ports/deps.js'
import { editPost } from '../../../src/core/posts/edit.js'
import { botToken, teamId } from '../../../src/sandbox/slack/ids.js'
import { renderNotice } from '../../../src/slack/notices/render.js'
import { makePictures } from '../../../src/slack/pictures/pictures.js'
import { aDatabase } from '../../support/database.js'
import { aVideo } from '../../support/videos.js'
import { aPicture } from '../support/a-file.js'
import { aTeam, lastMessage, PICTURE, textOn, valuesOf } from '../support/a-team.js'
import { asRole, deliverAll, messengerOf, theApproval, theDraft, withApprovals } from '../support/approval-team.js'
import { AT, COPY, postsOf, uploadsOf, WORDS } from '../support/composer-fixtures.js'

const { db } = await aDatabase()
const real = makeCharts()
afterAll(() => real.close())
/** What was drawn, and what becomes of the next one. */
let drawn: PinPicture[] = []
let drawing: () => Promise<void> = () => Promise.resolve()
const charts: Charts = {
  ...real,
  async pin(facts) {
    drawn.push(facts)
    await drawing()
    return real.pin(facts)
  },
}
const team = aTeam(db, { parts: { charts } })
const reset = () => {
  drawn = []
  drawing = () => Promise.resolve()
}
const drawnFiles = (content: unknown): string[] =>
  [...textOn(content).matchAll(/"slack_file":\{"id":"(F\w+)"\}/g)].map(([, id]) => id ?? '')
const looks = () => drawn.map(({ image: _, ...look }) => look)
const settled = async () => {
  await team.current.app.idle()
  return team.current.milo.screen()
}

test('the composer shows the pin over the form, by a link, and the form is as it was', async () => {
  reset()
  const { milo } = team.current
  await milo.command('/pin')
  await milo.fill({ ...COPY, Board: 'Garden' })
  await milo.click('Preview')
  const { modal } = await settled()
  expect(modal?.title).toBe('Preview')
  expect(drawnFiles(modal?.blocks)).toHaveLength(1)
  expect(looks()).toEqual([{ title: WORDS.Title, board: 'Garden', host: 'example.com', pictures: 1, durationMs: null }])
  const form = await milo.close()
  expect(form.modal?.title).toBe('New pin')
  expect(valuesOf(form)).toMatchObject({ 'Image link': PICTURE, Title: WORDS.Title })
  expect(await postsOf(team.current, 'draft')).toEqual([])
})

test('it shows files that are Slack’s until the form is sent, and stages none', async () => {
  reset()
  const { milo } = team.current
  await milo.command('/pin')
  await milo.upload('Image or video', await aPicture('a.jpg'), await aPicture('b.png'))
  await milo.fill({ Title: 'Two of them' })
  await milo.click('Preview')
  const { modal } = await settled()
  expect(drawnFiles(modal?.blocks)).toHaveLength(1)
  expect(looks()).toEqual([{ title: 'Two of them', board: null, host: null, pictures: 2, durationMs: null }])
  expect(await uploadsOf(team.current)).toEqual({ open: 0, attached: 0 })
})

test('it is drawn once for the same picture and words, and again for others', async () => {
  reset()
  const { milo } = team.current
  await milo.command('/pin')
  await milo.fill({ 'Image link': PICTURE, Title: 'First' })
  for (const title of ['First', 'First', 'Second']) {
    await milo.fill({ Title: title })
    await milo.click('Preview')
    await settled()
    await milo.close()
  }
  expect(drawn.map(({ title }) => title)).toEqual(['First', 'Second'])
})

test('without a picture, and of a video, the words are shown and it says so', async () => {
  reset()
  const { milo } = team.current
  await milo.command('/pin')
  await milo.fill({ Title: 'Only words' })
  const none = await milo.click('Preview')
  expect(textOn(none.modal?.blocks)).toContain('Only words')
  expect(textOn(none.modal?.blocks)).toContain('Choose an image to see it here.')
  await milo.close()
  await milo.upload('Image or video', { name: 'tour.mp4', bytes: aVideo() })
  const video = await milo.click('Preview')
  expect(textOn(video.modal?.blocks)).toContain('Videos can’t be shown here yet.')
  expect(drawn).toEqual([])
})

test('the words are there before the picture is drawn', async () => {
  reset()
  const { milo } = team.current
  let letThrough = () => {}
  const gate = new Promise<void>((resolve) => (letThrough = resolve))
  drawing = () => gate
  await milo.command('/pin')
  await milo.fill({ 'Image link': PICTURE, Title: 'Slow to come' })
  const pressed = milo.click('Preview')
  await expect.poll(async () => textOn((await milo.screen()).modal?.blocks)).toContain('Loading the image…')
  letThrough()
  await pressed
  expect(drawnFiles((await settled()).modal?.blocks)).toHaveLength(1)
})

test('a preview that cannot be drawn shows the file as it is, and says so', async () => {
  reset()
  const { milo } = team.current
  drawing = () => Promise.reject(new Error('no ink'))
  await milo.command('/pin')
  await milo.upload('Image or video', await aPicture('a.jpg'))
  await milo.click('Preview')
  const { modal } = await settled()
  expect(drawnFiles(modal?.blocks)).toHaveLength(1)
  expect(textOn(modal?.blocks)).toContain('Can’t load the image for the preview.')
})

test.each([
  ['https://pictures.test/notes.txt', 'Image link: this is not an image.'],
  ['https://private.test/shelf.jpg', 'Image link: the URL could not be fetched.'],
])('a preview says what is wrong with an image link that a pin would be refused with: %s', async (link, sentence) => {
  reset()
  const { milo, logged } = team.current
  await milo.command('/pin')
  await milo.fill({ 'Image link': link, Title: 'No picture' })
  for (const _ of ['once', 'again']) {
    await milo.click('Preview')
    const { modal } = await settled()
    expect(textOn(modal?.blocks)).toContain(sentence)
    expect(textOn(modal?.blocks)).not.toContain('isn’t affected')
    await milo.close()
  }
  expect(drawn).toEqual([])
  expect(logged.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
})

test('a preview that was not drawn is tried again at once', async () => {
  reset()
  const { milo } = team.current
  drawing = () => Promise.reject(new Error('no ink'))
  await milo.command('/pin')
  await milo.fill({ 'Image link': PICTURE, Title: 'Second try' })
  await milo.click('Preview')
  expect(textOn((await settled()).modal?.blocks)).toContain('Your pin isn’t affected.')
  await milo.close()
  drawing = () => Promise.resolve()
  await milo.click('Preview')
  expect(drawnFiles((await settled()).modal?.blocks)).toHaveLength(1)
})

test('previews that were looked at leave the workspace when a later one comes', async () => {
  reset()
  const { milo, clock, slack, organizationId } = team.current
  const preview = async (title: string) => {
    await milo.fill({ Title: title })
    await milo.click('Preview')
    const [file] = drawnFiles((await settled()).modal?.blocks)
    await milo.close()
    return file
  }
  const previews = async () =>
    (await db.sql<{ id: string }[]>`select id from slk_files where name like 'preview.%' order by id`).map(({ id }) => id)
  await milo.command('/pin')
  await milo.fill({ 'Image link': PICTURE })
  const first = await preview('First')
  const second = await preview('Second')
  expect(await previews()).toEqual([first, second].sort())
  clock.advance(61 * 60_000)
  slack.addFault({ method: 'files.delete', error: 'fatal_error', times: 1, retryAfterSeconds: 1 })
  const third = await preview('Third')
  expect(await previews()).toHaveLength(2) // one could not be deleted
  const fourth = await preview('Fourth')
  expect(await previews()).toEqual([third, fourth].sort())
  const known = await db.sql<
    { id: string }[]
  >`select file_id as id from slack_files where organization_id = ${organizationId} and picture like 'preview:%'`
  expect(known.map(({ id }) => id).sort()).toEqual([third, fourth].sort())
})

test('a preview that was closed meanwhile is not an error', async () => {
  reset()
  const { milo, slack, logged } = team.current
  let letThrough = () => {}
  const gate = new Promise<void>((resolve) => (letThrough = resolve))
  drawing = () => gate
  await milo.command('/pin')
  await milo.fill({ 'Image link': PICTURE, Title: 'Closed early' })
  const pressed = milo.click('Preview')
  await expect.poll(async () => (await milo.screen()).modal?.title).toBe('Preview')
  await slack.workspace.db.sql`delete from slk_views where position > 1` // by a click: it waits until the app is done
  letThrough()
  await pressed
  expect((await settled()).modal?.title).toBe('New pin')
  expect(logged.filter(({ level }) => level === 'error')).toEqual([])
})

/** What milo may not schedule alone. */
async function aRequest() {
  const { milo } = team.current
  await withApprovals(team.current)
  await asRole(team.current, 'contributor')
  await milo.command('/pin')
  await milo.fill({ ...COPY, Board: 'Garden', ...AT })
  await milo.submit()
  return theDraft(team.current)
}
const theCard = async () => (await team.current.ada.open('approvals')).messages.filter(({ ephemeral }) => !ephemeral).at(-1)

test('the card of an approval has the pin as it will look, and another one once it was edited', async () => {
  reset()
  const { deps, actor, accountId } = team.current
  const draft = await aRequest()
  await deliverAll(team.current)
  const card = theCard
  const first = drawnFiles((await card())?.blocks)
  expect(first).toHaveLength(1)
  expect(textOn((await card())?.blocks)).not.toContain('image_url')
  await editPost(deps, actor, { accountId, postId: draft.id, changes: { title: 'Another title' } })
  await deliverAll(team.current)
  const second = drawnFiles((await card())?.blocks)
  expect(second).toHaveLength(1)
  expect(second).not.toEqual(first)
  expect(drawn.map(({ title }) => title)).toEqual([WORDS.Title, 'Another title'])
  await editPost(deps, actor, { accountId, postId: draft.id, changes: { description: 'What is not drawn.' } })
  await deliverAll(team.current)
  expect(textOn((await card())?.blocks)).toContain('What is not drawn.')
  expect(drawnFiles((await card())?.blocks)).toEqual(second)
  expect(drawn).toHaveLength(2)
})

test('with another image the pin is drawn again: on the card of its approval, in /pin show and in the form of its details', async () => {
  reset()
  const { milo, deps, actor, accountId } = team.current
  const { id: postId } = await aRequest()
  const shown = async () => {
    await deliverAll(team.current)
    const card = drawnFiles((await theCard())?.blocks)
    await milo.command(`/pin show ${postId}`)
    await team.current.app.idle() // where it was late it is there the next time
    const show = drawnFiles(lastMessage(await milo.command(`/pin show ${postId}`)).blocks)
    await milo.command('/pin drafts')
    const details = drawnFiles((await milo.click('Details')).modal?.blocks)
    await milo.close()
    expect([show, details]).toEqual([card, card])
    return card
  }
  const before = await shown()
  expect(before).toHaveLength(1)
  await milo.command(`/pin show ${postId}`)
  await milo.click('Edit')
  await milo.click('Change picture…')
  await milo.upload('Image or video', await aPicture('other.jpg'))
  await milo.submit()
  const after = await shown()
  expect(after).toHaveLength(1)
  expect(after).not.toEqual(before)
  await editPost(deps, actor, { accountId, postId, changes: { board: { boardId: '101' } } })
  expect(await shown()).not.toEqual(after)
  expect(drawn.map(({ board }) => board)).toEqual(['Garden', 'Garden', 'Kitchen ideas'])
})

test('a card whose drawn pin was deleted in Slack has another one after the next change', async () => {
  reset()
  const { deps, actor, accountId } = team.current
  const messenger = messengerOf(team.current)
  const draft = await aRequest()
  await deliverAll(team.current, messenger)
  const [file = ''] = drawnFiles((await theCard())?.blocks)
  expect(await db.sql`delete from slk_files where id = ${file} returning id`).toHaveLength(1)
  await editPost(deps, actor, { accountId, postId: draft.id, changes: { description: 'Deleted by then.' } })
  await deliverAll(team.current, messenger)
  const { blocks } = (await theCard()) ?? {}
  expect(textOn(blocks)).toContain('Deleted by then.')
  const [again, ...more] = drawnFiles(blocks)
  expect([again, more]).toEqual([expect.stringMatching(/^F/), []])
  expect(again).not.toBe(file)
})

test('a card that could not wait for its drawn pin is looked at again, for a while', async () => {
  reset()
  const { deps, organizationId, accountId, clock, slack } = team.current
  drawing = () => Promise.reject(new Error('no ink'))
  const { id: postId } = await aRequest()
  const { id: approvalId } = await theApproval(team.current, await theDraft(team.current))
  const client = new WebClient(botToken, { fetch: slack.fetch })
  const againAfter = async () => {
    const pictured = makePictures(deps).picturesFor({ organizationId, teamId, client, timeoutMs: 5000 })
    const notice = { kind: 'approvalCard', accountId, postId, approvalId } as const
    const { againAt } = (await renderNotice({ ...deps, ...pictured }, organizationId, notice)) ?? {}
    return againAt && againAt.getTime() - clock.now.getTime()
  }
  const untilItsTime = new Date(AT.Time).getTime() - clock.now.getTime()
  expect(await againAfter()).toBe(2 * 60_000)
  reset()
  expect(await againAfter()).toBe(untilItsTime)
  drawing = () => Promise.reject(new Error('no ink'))
  await db.sql`delete from slack_files`
  clock.advance(11 * 60_000)
  expect(await againAfter()).toBe(untilItsTime - 11 * 60_000)
})

test('without the right to bring files, the card of an approval is there with its words', async () => {
  reset()
  const { slack } = team.current
  slack.addFault({ method: 'files.getUploadURLExternal', error: 'missing_scope', times: 9, retryAfterSeconds: 1 })
  await aRequest()
  await deliverAll(team.current)
  const { blocks } = (await theCard()) ?? {}
  expect(textOn(blocks)).toContain(WORDS.Title)
  expect(drawnFiles(blocks)).toEqual([])
  expect(await theDraft(team.current)).toMatchObject({ title: WORDS.Title })
})

test('where it cannot be drawn, the card of an approval and /pin show have the bare picture', async () => {
  reset()
  const { milo } = team.current
  drawing = () => Promise.reject(new Error('no ink'))
  const { id } = await aRequest()
  await deliverAll(team.current)
  const card = await theCard()
  for (const blocks of [card?.blocks, lastMessage(await milo.command(`/pin show ${id}`)).blocks]) {
    expect(textOn(blocks)).toContain('"image_url":"https://pinslot.test/media/')
    expect(drawnFiles(blocks)).toEqual([])
  }
})

test('/pin show has the pin as it looks in place of its bare picture', async () => {
  reset()
  const { milo } = team.current
  await milo.command('/pin')
  await milo.fill(COPY)
  await milo.submit()
  const { id } = await theDraft(team.current)
  await milo.command(`/pin show ${id}`)
  await settled()
  const { blocks } = lastMessage(await milo.command(`/pin show ${id}`))
  expect(drawnFiles(blocks)).toHaveLength(1)
  expect(textOn(blocks)).not.toContain('image_url')
  expect(drawn).toHaveLength(1)
})

test('the form of /pin show answers with the pin as it looks, once its number was good', async () => {
  reset()
  const { milo } = team.current
  await milo.command('/pin')
  await milo.fill(COPY)
  await milo.submit()
  const { id } = await theDraft(team.current)
  await milo.command('/pin show')
  await milo.fill({ Pin: '99999' })
  expect((await milo.submit()).modal?.title).toBe('Show a pin')
  await milo.fill({ Pin: id })
  const { blocks } = lastMessage(await milo.submit())
  expect(drawnFiles(blocks)).toHaveLength(1)
})

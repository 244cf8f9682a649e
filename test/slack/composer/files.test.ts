/** Pictures that come as files: chosen in the form, kept through what goes wrong, and staged once. */
import { expect, test } from 'vitest'
import { filesIn } from '../../../src/slack/features/composer/message-files.js'
import { aDatabase } from '../../support/database.js'
import { DAY_MS } from '../../support/factories.js'
import { aVideo } from '../../support/videos.js'
import { aPicture } from '../support/a-file.js'
import { aTeam, errorsOf, lastMessage, PICTURE, valuesOf, textOn } from '../support/a-team.js'
import { AT, postsOf, setCredits, uploadsOf, widthsOf, WORDS } from '../support/composer-fixtures.js'

const { db } = await aDatabase()
const team = aTeam(db)

test('rule 1: a file alone makes the pin', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  const filled = await milo.upload('Image or video', await aPicture('shelf.jpg'))
  expect(valuesOf(filled)).toMatchObject({ 'Image or video': ['shelf.jpg'] })
  const saved = await milo.submit()
  expect(saved.modal).toBeNull()
  const [post] = await postsOf(team.current, 'draft')
  expect(post).toMatchObject({ mediaType: 'image', media: [{ width: 400, height: 600 }] })
  expect(textOn(lastMessage(saved).blocks)).toContain('https://pinslot.test/media/')
})

test('rule 1: neither file nor link is told, and nothing is saved', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  await milo.fill({ Title: 'No picture' })
  expect(errorsOf(await milo.submit())).toEqual({
    'Image or video': 'Add an image or video.',
  })
  expect(await postsOf(team.current, 'draft')).toEqual([])
})

test('rule 7: with files the link is the cover, and the files follow in their order', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  const files = [await aPicture('a.jpg', { width: 300, height: 450 }), await aPicture('b.png', { width: 500, height: 750 })]
  await milo.upload('Image or video', ...files)
  await milo.fill({ 'Image link': PICTURE })
  await milo.submit()
  const [post] = await postsOf(team.current, 'draft')
  expect(widthsOf(post)).toEqual([600, 300, 500])
  expect(post?.isSimplified).toBe(false)
})

test('rule 7: six pictures are too many', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  await milo.upload('Image or video', ...(await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => aPicture(`${name}.jpg`)))))
  await milo.fill({ 'Image link': PICTURE })
  expect(errorsOf(await milo.submit())).toEqual({ 'Image or video': 'Use up to 5 images; you have 6.' })
})

test('rule 7: a picture of another shape is told by its name', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  await milo.upload('Image or video', await aPicture('tall.jpg'), await aPicture('wide.jpg', { width: 600, height: 400 }))
  expect(errorsOf(await milo.submit())['Image or video']).toMatch(
    /^“wide\.jpg” is 600 × 400, a different shape from the cover \(400 × 600\)\./,
  )
})

test('rule 1: a video alone is a video pin', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  await milo.upload('Image or video', { name: 'tour.mp4', bytes: aVideo({ width: 720, height: 1280, durationMs: 6000 }) })
  expect((await milo.submit()).modal).toBeNull()
  const [post] = await postsOf(team.current, 'draft')
  expect(post).toMatchObject({ mediaType: 'video', media: [{ width: 720, height: 1280, durationMs: 6000 }] })
})

test('rule 7: no video in a carousel, whether it comes first or later, as a file or by a link', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  await milo.upload('Image or video', await aPicture('still.jpg'), await aPicture('two.jpg'), {
    name: 'tour.mp4',
    bytes: aVideo(),
  })
  expect(errorsOf(await milo.submit())).toEqual({ 'Image or video': '“tour.mp4” is a video. A carousel can only have images.' })
  await milo.fill({ 'Image or video': ['still.jpg', 'two.jpg'], 'Image link': 'https://pictures.test/tour.mp4' })
  expect(errorsOf(await milo.submit())).toEqual({
    'Image link': 'Carousels can only have images. Remove this video, or the files.',
  })
})

test('an image given together with a video is its cover, in either order', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  const film = { name: 'tour.mp4', bytes: aVideo({ width: 720, height: 1280, durationMs: 6000 }) }
  await milo.upload('Image or video', await aPicture('still.jpg', { width: 300, height: 450 }), film)
  const saved = await milo.submit()
  expect(saved.modal).toBeNull()
  const [post] = await postsOf(team.current, 'draft')
  expect(post).toMatchObject({
    mediaType: 'video',
    media: [
      { width: 720, durationMs: 6000 },
      { width: 300, durationMs: null },
    ],
  })
  expect(textOn(lastMessage(saved).blocks)).toContain('own cover')
})

test('a second under "More" is the cover of the video; one beyond its end is said at its input, and so is one of an image', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  await milo.click('More')
  await milo.upload('Image or video', { name: 'tour.mp4', bytes: aVideo({ width: 720, height: 1280, durationMs: 6000 }) })
  await milo.fill({ 'Cover of the video': '6' })
  expect(errorsOf(await milo.submit())).toEqual({
    'Cover of the video': 'Cover of the video: the video ends before second 6. Use 0 to 5.',
  })
  await milo.fill({ 'Cover of the video': '4' })
  expect(textOn(lastMessage(await milo.submit()).blocks)).toContain('cover: second 4')
  expect((await postsOf(team.current, 'draft'))[0]).toMatchObject({ cover: 4 })
  await milo.command('/pin')
  await milo.click('More')
  await milo.fill({ 'Image link': PICTURE, 'Cover of the video': '1' })
  expect(errorsOf(await milo.submit())).toEqual({
    'Cover of the video': 'Cover of the video: only a video has one. Leave it out, or use a video.',
  })
})

test('a picture of another kind than its name says is taken, and a file that is no picture is named', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  await milo.upload('Image or video', { ...(await aPicture('shelf.jpg')), name: 'shelf.png' })
  expect((await milo.submit()).modal).toBeNull()
  await milo.command('/pin')
  await milo.upload('Image or video', { name: 'words.jpg', bytes: Buffer.from('no picture at all') })
  expect(errorsOf(await milo.submit())['Image or video']).toMatch(/^“words\.jpg”: /)
})

test('a picture that is too small is told by its name', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  await milo.upload('Image or video', await aPicture('dot.png', { width: 90, height: 400 }))
  expect(errorsOf(await milo.submit())['Image or video']).toMatch(/^“dot\.png”: the image is 90 x 400/)
})

test('a refusal under a field keeps the files, and the second try stages nothing again', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  await milo.upload('Image or video', await aPicture('shelf.jpg'))
  await milo.fill({ ...WORDS, Board: 'Garden', ...AT })
  await setCredits(team.current, 0)
  const refused = await milo.submit()
  expect(Object.keys(errorsOf(refused))).toEqual(['When'])
  expect(valuesOf(refused)).toMatchObject({ 'Image or video': ['shelf.jpg'] })
  expect(await uploadsOf(team.current)).toEqual({ open: 1, attached: 0 })
  await milo.fill({ When: 'Save as draft' })
  expect((await milo.submit()).modal).toBeNull()
  expect(await uploadsOf(team.current)).toEqual({ open: 0, attached: 1 })
})

test('an upload past its day is staged again', async () => {
  const { milo, clock } = team.current
  await milo.command('/pin')
  await milo.upload('Image or video', await aPicture('shelf.jpg'))
  await milo.fill({ ...WORDS, Board: 'Garden', ...AT })
  await setCredits(team.current, 0)
  await milo.submit()
  clock.advance(DAY_MS)
  await milo.fill({ When: 'Save as draft' })
  expect((await milo.submit()).modal).toBeNull()
  expect(await uploadsOf(team.current)).toEqual({ open: 1, attached: 1 })
})

test('a file that is in a pin already makes another one by an upload of its own', async () => {
  const { milo } = team.current
  const shelf = await aPicture('shelf.jpg')
  await milo.say('Our shelf', shelf)
  for (const title of ['One', 'Two']) {
    await milo.shortcut('New pin', 'Our shelf')
    await milo.fill({ Title: title })
    expect((await milo.submit()).modal).toBeNull()
  }
  expect(await uploadsOf(team.current)).toEqual({ open: 0, attached: 2 })
  expect(await postsOf(team.current, 'draft')).toHaveLength(2)
})

test('a file that was deleted in Slack meanwhile is told, and another one takes its place', async () => {
  const { milo, slack } = team.current
  await milo.command('/pin')
  await milo.upload('Image or video', await aPicture('gone.jpg'))
  await slack.workspace.db.sql`update slk_files set completed = false`
  expect(errorsOf(await milo.submit())).toEqual({ 'Image or video': '“gone.jpg” is no longer in Slack. Choose it again.' })
  await milo.fill({ 'Image or video': null })
  await milo.upload('Image or video', await aPicture('here.jpg'))
  expect((await milo.submit()).modal).toBeNull()
})

test('without the right to read files it says so', async () => {
  const { milo, slack } = team.current
  await milo.command('/pin')
  await milo.upload('Image or video', await aPicture('shelf.jpg'))
  slack.addFault({ method: 'files.info', error: 'missing_scope', times: 1, retryAfterSeconds: 1 })
  expect(errorsOf(await milo.submit())['Image or video']).toContain('needs permission to read files (files:read)')
})

test('"New pin" takes the pictures of the message, and what is unticked stays out', async () => {
  const { milo, ada } = team.current
  await ada.say('Look at this shelf', await aPicture('message.jpg', { width: 300, height: 450 }))
  await milo.open('general')
  const opened = await milo.shortcut('New pin', 'this shelf')
  expect(valuesOf(opened)).toMatchObject({
    'Files already added': ['From the message: message.jpg'],
    Description: 'Look at this shelf',
  })
  await milo.fill({ ...WORDS, Board: 'Garden', ...AT })
  expect(errorsOf(await milo.submit())).toEqual({})
  expect(widthsOf((await postsOf(team.current, 'queued'))[0])).toEqual([300])

  await milo.shortcut('New pin', 'this shelf')
  await milo.click('From the message: message.jpg')
  expect(valuesOf(await milo.screen())['Files already added']).toEqual([])
  await milo.upload('Image or video', await aPicture('own.jpg'))
  expect((await milo.submit()).modal).toBeNull()
  expect(widthsOf((await postsOf(team.current, 'draft'))[0])).toEqual([400])
})

test('a message without a picture begins without files', async () => {
  const { milo } = team.current
  await milo.say('A list', { name: 'list.csv', bytes: Buffer.from('a,b') })
  expect(valuesOf(await milo.shortcut('New pin', 'A list'))).not.toHaveProperty('Files already added')
})

test('choosing a board keeps the files that were chosen', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  await milo.upload('Image or video', await aPicture('shelf.jpg'))
  expect(valuesOf(await milo.fill({ Board: 'Garden' }))).toMatchObject({ 'Image or video': ['shelf.jpg'], Board: 'Garden' })
  expect(valuesOf(await milo.click('More'))).toMatchObject({ 'Image or video': ['shelf.jpg'], Board: 'Garden' })
})

const picture = (id: string) => ({ id, name: `${id}.jpg`, mimetype: 'image/jpeg', mode: 'hosted' })
const video = { id: 'F9', name: 'tour.mp4', mimetype: 'video/mp4' }
test.each<[string, object[], string[]]>([
  ['its pictures, not what else is attached', [picture('F1'), { id: 'F2', name: 'a.pdf', mimetype: 'application/pdf' }], ['F1']],
  ['five of its pictures', ['F1', 'F2', 'F3', 'F4', 'F5', 'F6'].map(picture), ['F1', 'F2', 'F3', 'F4', 'F5']],
  ['its film, and not the cover beside it', [picture('F1'), video], ['F9']],
  ['its video', [video], ['F9']],
  ['a file of a shared channel, of which Slack tells the id alone', [{ id: 'F1', file_access: 'check_file_info' }], ['F1']],
  [
    'nothing that was deleted',
    [
      { ...picture('F1'), mode: 'tombstone' },
      { id: 'F2', mode: 'hidden_by_limit' },
    ],
    [],
  ],
])('of a message are taken: %s', (_what, files, ids) => {
  const taken = filesIn({ text: 'Look', files }, 'message')
  expect(taken.chosen.map(({ id }) => id)).toEqual(ids)
  const offered = taken.files.length
  expect(taken.note !== undefined).toBe(
    offered > ids.length || files.some(({ mimetype = '' }: { mimetype?: string }) => mimetype.endsWith('pdf')),
  )
})

/** Files of messages in conversations that the app is not in: Slack shows them to nobody but people. */
import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aPicture } from '../support/a-file.js'
import { aTeam, errorsOf, lastMessage, markupOf, textOn, valuesOf } from '../support/a-team.js'
import { postsOf } from '../support/pins.js'

const { db } = await aDatabase()
/** Of the app, in their order. */
let calls: string[] = []
const team = aTeam(db, {
  slackFetch: (fetch) => (input, init) => {
    const url = new Request(input).url
    if (url.includes('/api/')) calls.push(url.replace(/.*\/api\//, ''))
    return fetch(input, init)
  },
})

const UNSEEN = (what: string) =>
  `Pinslot isn’t in that conversation, so it can’t see ${what}. Type /invite @Pinslot there and try again. Or save the file and add it here.`

/** Where the app is no member. */
async function saidInRandom(words: string, ...files: { name: string; bytes: Buffer }[]) {
  const { ada } = team.current
  await ada.open('random')
  await ada.say(words, ...files)
  calls = []
  return ada
}

test('"New pin" says at once that the app does not see the picture, opens in one call, and takes another one', async () => {
  const ada = await saidInRandom('Our shelf', await aPicture('shelf.png'))
  const opened = await ada.shortcut('New pin', 'Our shelf')
  expect(textOn(opened.modal?.blocks)).toContain(UNSEEN('“shelf.png”'))
  expect(valuesOf(opened)).not.toHaveProperty('Files already added')
  expect(valuesOf(opened)).toMatchObject({ Description: 'Our shelf' })
  expect(calls.filter((name) => name === 'views.open')).toHaveLength(1)
  await ada.upload('Image or video', await aPicture('own.jpg'))
  expect((await ada.submit()).modal).toBeNull()
  expect(await postsOf(team.current, 'draft')).toHaveLength(1)
})

test('of several it says so, and to add them', async () => {
  const two = [await aPicture('shelf.png'), await aPicture('lamp.png')]
  const ada = await saidInRandom('Our shelves', ...two)
  expect(textOn((await ada.shortcut('New pin', 'Our shelves')).modal?.blocks)).toContain(
    'it can’t see the 2 files of this message. Type /invite @Pinslot there and try again. Or save the files and add them here.',
  )
  await ada.close()
  await db.sql`insert into slk_channels (id, name, position, has_app) values ('D0ASIDE', 'aside', 9, false)`
  await ada.open('aside')
  await ada.say('Our lamps', ...two)
  expect(textOn((await ada.shortcut('New pin', 'Our lamps')).modal?.blocks)).toContain(
    'Pinslot can’t see files of direct messages. Save the 2 files of this message and add them here.',
  )
})

test('once the app is invited, "New pin" has the picture and shows it', async () => {
  const ada = await saidInRandom('Our shelf', await aPicture('shelf.png'))
  await ada.shortcut('New pin', 'Our shelf')
  await ada.close()
  await ada.command('/invite @Pinslot')
  const opened = await ada.shortcut('New pin', 'Our shelf')
  expect(valuesOf(opened)).toMatchObject({ 'Files already added': ['From the message: shelf.png'] })
  expect(JSON.stringify(opened.modal?.blocks)).toContain('"slack_file"')
  expect((await ada.submit()).modal).toBeNull()
})

test('where Slack does not say in time whether it shows the picture, the form opens with its name alone, and says it when it is sent', async () => {
  const { slack, timeouts } = team.current
  const ada = await saidInRandom('Our shelf', await aPicture('shelf.png'))
  timeouts.filesMs = 50
  slack.addFault({ method: 'files.info', error: 'hang', times: 1, retryAfterSeconds: 1 })
  const opened = await ada.shortcut('New pin', 'Our shelf')
  expect(valuesOf(opened)).toMatchObject({ 'Files already added': ['From the message: shelf.png'] })
  expect(calls.filter((name) => name === 'views.open')).toHaveLength(1)
  expect(errorsOf(await ada.submit())).toEqual({ 'Image or video': UNSEEN('“shelf.png”') })
  await db.sql`update slk_channels set has_app = true` // invited from another device
  expect((await ada.submit()).modal).toBeNull()
})

test('"New pins" says it in the review, where trying again helps once the app is invited', async () => {
  const ada = await saidInRandom('Our shelf', await aPicture('kitchen-shelf.png'))
  await ada.shortcut('New pins', 'Our shelf')
  const refused = await ada.open('dm')
  expect(markupOf(lastMessage(refused).blocks)).toContain(UNSEEN('this file'))
  const [item] = await db.sql`select cause from review_items`
  expect(item).toEqual({ cause: { code: 'file_unseen' } })
  await ada.open('random')
  await ada.command('/invite @Pinslot')
  await ada.open('dm')
  await ada.click('Try again')
  expect(markupOf(lastMessage(await ada.screen()).blocks)).toContain('*1 pin to review*')
  expect(await postsOf(team.current, 'draft')).toHaveLength(1)
})

test('so does "New pins" once more', async () => {
  const ada = await saidInRandom('Our shelf', await aPicture('kitchen-shelf.png'))
  await ada.shortcut('New pins', 'Our shelf')
  await ada.command('/invite @Pinslot')
  await ada.shortcut('New pins', 'Our shelf')
  expect(markupOf(lastMessage(await ada.open('dm')).blocks)).toContain('*1 pin to review*')
  expect(await postsOf(team.current, 'draft')).toHaveLength(1)
})

test('a picture added in its place is one that was given to the app: its cause is no conversation', async () => {
  const ada = await saidInRandom('Our shelf', await aPicture('kitchen-shelf.png'))
  await ada.shortcut('New pins', 'Our shelf')
  await ada.open('dm')
  await ada.click('Add an image')
  await ada.upload('Image or video', await aPicture('own.jpg'))
  await db.sql`update slk_files set completed = false where name = 'own.jpg'`
  await ada.submit()
  expect(textOn(lastMessage(await ada.screen()).blocks)).toContain('“own.jpg” is no longer in Slack.')
})

test('a CSV there is not imported, and its card says why', async () => {
  const ada = await saidInRandom('Our plan', { name: 'plan.csv', bytes: Buffer.from('Title,Media URL\nA,https://a.test/a.jpg') })
  await ada.shortcut('New pins', 'Our plan')
  expect(textOn(lastMessage(await ada.open('dm')).blocks)).toContain(UNSEEN('“plan.csv”'))
})

test('of a direct message between people, to which nobody can invite the app, no second try is offered', async () => {
  await db.sql`insert into slk_channels (id, name, position, has_app) values ('D0BETWEEN', 'between', 9, false)`
  const { ada } = team.current
  await ada.open('between')
  await ada.say('Our shelf', await aPicture('kitchen-shelf.png'))
  const opened = await ada.shortcut('New pin', 'Our shelf')
  const sentence = 'Pinslot can’t see files of direct messages. Save “kitchen-shelf.png” and add it here.'
  expect(textOn(opened.modal?.blocks)).toContain(sentence)
  await ada.close()
  await ada.shortcut('New pins', 'Our shelf')
  const refused = textOn(lastMessage(await ada.open('dm')).blocks)
  expect(refused).toContain('Pinslot can’t see files of direct messages. Save this file and add it here.')
  expect(refused).not.toContain('Try again')
  expect(refused).toContain('Add an image')
})

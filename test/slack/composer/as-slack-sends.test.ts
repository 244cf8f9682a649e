/** What Slack's client makes of what people type stays out of their pins: codes of emoji, marks, escapes, signs around an address. */
import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aVideo } from '../../support/videos.js'
import { aPicture } from '../support/a-file.js'
import { aTeam, lastMessage, textOn, valuesOf } from '../support/a-team.js'
import { postsOf } from '../support/pins.js'

const { db } = await aDatabase()
const team = aTeam(db)
const OAK = 'https://shop.example.com/oak-shelf'

test('a command and a message with emoji become a pin with emoji, whoever typed the code or the character', async () => {
  const { milo } = team.current
  const typed = `/pin new :tada: Spring sale 🏃🏼‍♀️ ${OAK}`
  expect(valuesOf(await milo.command(typed))).toMatchObject({ Title: '🎉 Spring sale 🏃🏼‍♀️', 'Destination link': OAK })
  await milo.close()
  await milo.open('general')
  await milo.say('Spring sale :tada: up to ❤️ half off :flag-de:')
  expect(valuesOf(await milo.shortcut('New pin', 'Spring sale'))).toMatchObject({
    Description: 'Spring sale 🎉 up to ❤️ half off 🇩🇪',
  })
})

test('a code that is typed into a form is its emoji in the pin, and all else stays as it is', async () => {
  const { milo, organizationId } = team.current
  await milo.command('/pin new')
  await milo.upload('Image or video', await aPicture('shelf.jpg'))
  await milo.fill({ Title: ':tada: *Oak* at 10:30:45 :party_parrot:', Description: 'Warm :heart:', When: 'Save as draft' })
  await milo.submit()
  const [post] = await db.sql`select title, description from posts where organization_id = ${organizationId}`
  expect(post).toEqual({ title: '🎉 *Oak* at 10:30:45 :party_parrot:', description: 'Warm ❤️' })
})

test.each(
  ['“@”', '"@"', '(@)', '@,', '@.', '@!', '*@*', '`@`', "'@'", '<@>', '@…', '「@」', '@。', '_@_', '@:tada:', '> @', '“@”,'].map(
    (form) => form.replace('@', OAK),
  ),
)('/pin %s makes drafts of the page itself', async (line) => {
  const { ada, organizationId } = team.current
  await ada.open('dm')
  await ada.command(`/pin ${line}`)
  await ada.say(`Look: ${line}`)
  await ada.command(`/pin from ${line} to Garden`)
  const items = await db.sql`
    select i.source from review_items i join reviews r on r.id = i.review_id where r.organization_id = ${organizationId}`
  expect(items.map(({ source }) => source as string)).toEqual([OAK])
})

test('marks of a message are no part of its pin, in the composer and in a review', async () => {
  const { ada } = team.current
  const message = `Spring *lamp* is _warm_ and ~old~ :tada: ok\n> quoted words\n\`code\`\n*_both_* (${OAK})`
  const words = 'Spring lamp is warm and old 🎉 ok\nquoted words\ncode\nboth'
  await ada.open('general')
  await ada.say(message)
  expect(valuesOf(await ada.shortcut('New pin', 'Spring lamp'))).toMatchObject({ Description: words, 'Destination link': OAK })
  await ada.close()
  await ada.open('dm')
  await ada.say(message, await aPicture('IMG_1.jpg'))
  expect(await postsOf(team.current, 'draft')).toMatchObject([
    { title: 'Spring lamp is warm and old 🎉 ok', description: words, url: OAK },
  ])
  expect(textOn(lastMessage(await ada.screen()))).not.toContain('*lamp*')
})

const film = { name: 'film.mp4', bytes: aVideo({ width: 720, height: 1280, durationMs: 6000 }) }

test('of a film beside its cover the form takes the film, names the cover, and lets either be chosen', async () => {
  const { ada } = team.current
  await ada.open('general')
  await ada.say('Our new film', await aPicture('cover.jpg'), film)
  const opened = await ada.shortcut('New pin', 'Our new film')
  expect(textOn(opened.modal?.blocks)).toContain(
    'A pin has one video or up to 5 images. “film.mp4” is chosen, “cover.jpg” not. You can check others below instead.',
  )
  expect(valuesOf(opened)['Files already added']).toEqual(['From the message: film.mp4'])
  await ada.choose('Files already added', ['From the message: cover.jpg'])
  await ada.fill({ When: 'Save as draft' })
  await ada.submit()
  expect((await postsOf(team.current, 'draft')).map(({ mediaType }) => mediaType)).toEqual(['image'])
})

test('dropped on Pinslot, a film and its cover are two drafts, and neither is left out', async () => {
  const { ada } = team.current
  await ada.open('dm')
  await ada.say('Our new film', await aPicture('cover.jpg'), film)
  expect((await postsOf(team.current, 'draft')).map(({ mediaType }) => mediaType).toSorted()).toEqual(['image', 'video'])
})

/** A picture that is not tall: cropped, put on a card, or as it was, in one press, on its card and in a review. */
import { afterAll, expect, test } from 'vitest'
import { makeCharts } from '../../../src/charts/charts.js'
import { deletePost } from '../../../src/core/posts/delete.js'
import { editPost } from '../../../src/core/posts/edit.js'
import { fitPostPicture } from '../../../src/core/posts/create/fit-picture.js'
import type { Post } from '../../../src/core/posts/post.js'
import type { Screen } from '../../../src/sandbox/slack/screen.js'
import { aDatabase } from '../../support/database.js'
import { aPicture } from '../support/a-file.js'
import { aTeam, lastMessage, markupOf, textOn } from '../support/a-team.js'
import { asRole } from '../support/approval-team.js'
import { now, postsOf } from '../support/pins.js'

const { db } = await aDatabase()
const charts = makeCharts()
afterAll(() => charts.close())
const team = aTeam(db, { parts: { charts } })

const WIDE = { width: 1200, height: 600 }
const buttonsOf = (screen: Screen): string[] => {
  const found: string[] = []
  JSON.stringify(lastMessage(screen).blocks, (_key, value: unknown) => {
    const one = value as { type?: string; text?: { text: string } } | null
    if (one?.type === 'button') found.push(one.text?.text ?? '')
    return value
  })
  return found
}
const offered = (screen: Screen) => buttonsOf(screen).filter((text) => /^(Crop|Put on|Use the)/.test(text))
const sizeOf = async (post: Pick<Post, 'id'>) => {
  const { media } = await now(team.current, post)
  return `${media[0]?.width}x${media[0]?.height}`
}
/** From a file that was dropped: a draft in a review, with the kitchen's board. */
async function dropped(...files: { name: string; bytes: Buffer }[]): Promise<Screen> {
  const { ada } = team.current
  await ada.open('dm')
  return ada.say('Small kitchens https://shop.example.com/shelves', ...files)
}
const theDraft = async () => (await postsOf(team.current, 'draft'))[0]!
const show = async ({ id }: Post) => team.current.ada.command(`/pin show ${id}`)
const shownPicture = (screen: Screen) => /"type":"image"[^}]*/.exec(textOn(lastMessage(screen).blocks))?.[0]

test('in a review a wide picture is offered cropped and on a card, a tall one is not', async () => {
  expect(offered(await dropped(await aPicture('kitchen-shelf.jpg'), await aPicture('kitchen-lamp.jpg')))).toEqual([])
  expect(offered(await dropped(await aPicture('kitchen-board.jpg', WIDE)))).toEqual(['Crop to 2:3', 'Put on a card'])
})

test('one press crops it, and the review shows the other picture and the way back', async () => {
  const { ada } = team.current
  const before = await dropped(await aPicture('kitchen-shelf.jpg', WIDE))
  const draft = await theDraft()
  const cropped = await ada.click('Crop to 2:3')
  expect(await sizeOf(draft)).toBe('400x600')
  expect(offered(cropped)).toEqual(['Use the original', 'Put on a card'])
  expect(shownPicture(cropped)).not.toEqual(shownPicture(before))
  expect(textOn(lastMessage(cropped).blocks)).toContain('Cropped to 2:3.')
  expect(offered(await ada.click('Put on a card'))).toEqual(['Crop to 2:3', 'Use the original'])
  expect(await sizeOf(draft)).toBe('1000x1500')
  expect(offered(await ada.click('Use the original'))).toEqual(['Crop to 2:3', 'Put on a card'])
  expect((await now(team.current, draft)).media).toEqual(draft.media)
})

test('the details of a wide pin offer it, its card shows what came of it, and Undo takes it back', async () => {
  const { ada } = team.current
  await dropped(await aPicture('kitchen-shelf.jpg', { width: 1500, height: 600 }))
  const draft = await theDraft()
  const details = await show(draft)
  expect(markupOf(lastMessage(details).blocks)).toContain('The image is very wide. Pinterest shows it small.')
  expect(offered(details)).toEqual(['Crop to 2:3', 'Put on a card'])
  const card = await ada.click('Put on a card')
  expect(lastMessage(card).text).toContain('Put on a card.')
  expect(offered(card)).toEqual(['Crop to 2:3', 'Use the original'])
  await ada.click('Undo')
  expect((await now(team.current, draft)).media).toEqual(draft.media)
})

test('what is far too tall is offered where its check found it', async () => {
  await dropped(await aPicture('kitchen-shelf.jpg', { width: 600, height: 1500 }))
  const draft = await theDraft()
  expect(offered(await show(draft))).toEqual(['Crop to 2:3', 'Put on a card'])
  await team.current.ada.click('Crop to 2:3')
  expect(await sizeOf(draft)).toBe('600x900')
})

test('a press that changes nothing says so, and one on a pin that is gone says what became of it', async () => {
  const { ada, deps, actor, accountId } = team.current
  await dropped(await aPicture('kitchen-shelf.jpg', WIDE))
  const draft = await theDraft()
  await show(draft)
  await fitPostPicture(deps, actor, { accountId, postId: draft.id, fit: 'crop' })
  expect(lastMessage(await ada.click('Crop to 2:3')).text).toContain('It’s already cropped.')
  await show(draft)
  await deletePost(deps, actor, { accountId, postId: draft.id })
  expect(lastMessage(await ada.click('Put on a card')).text).toContain('This pin was deleted.')
})

test('a title that cannot be drawn is refused with the way on, as on the API', async () => {
  const { ada, deps, actor, accountId } = team.current
  await dropped(await aPicture('kitchen-shelf.jpg', WIDE))
  const draft = await theDraft()
  await editPost(deps, actor, { accountId, postId: draft.id, changes: { title: '小さな台所' } })
  await show(draft)
  const refused = await ada.click('Put on a card')
  expect(lastMessage(refused).text).toContain('the title has characters that we cannot draw on a card. Crop the image instead.')
  expect(await sizeOf(draft)).toBe('1200x600')
})

test('who may not change the pin is not offered it', async () => {
  await dropped(await aPicture('kitchen-shelf.jpg', WIDE))
  const draft = await theDraft()
  await asRole(team.current, 'viewer')
  expect(offered(await team.current.milo.command(`/pin show ${draft.id}`))).toEqual([])
})

/** A picture that takes longer than Slack waits: the form says that it works, and comes back with what was wrong. */
import { beforeEach, expect, test } from 'vitest'
import { listPosts } from '../../../src/core/posts/list.js'
import { aDatabase } from '../../support/database.js'
import { aTeam, lastMessage, PICTURE, valuesOf, textOn, waitAsProduct } from '../support/a-team.js'
import { untilShown } from '../support/boards-team.js'

const { db } = await aDatabase()
const team = aTeam(db, { pictureTakesMs: 3500 })
beforeEach(() => waitAsProduct(team.current))

test('the form is replaced by the pin when it is made', async () => {
  const { milo, deps, actor, accountId } = team.current
  await milo.command('/pin')
  await milo.fill({ 'Image link': PICTURE, Title: 'Took its time' })
  const saved = await milo.submit()
  expect(saved.modal?.title).toBe('Pin saved')
  expect(textOn(saved.modal?.blocks)).toContain('Took its time')
  expect(lastMessage(saved).text).toContain('Took its time')
  const page = { accountId, status: 'draft', limit: 9, cursor: null, startDate: null, endDate: null } as const
  expect((await listPosts(deps, actor, page)).posts).toHaveLength(1)
})

test('the form is replaced by the whole series, not by its first pin alone', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  await milo.fill({ 'Image link': PICTURE, Title: 'On two', Description: 'x', 'Destination link': 'https://example.com/a' })
  await milo.fill({ Board: 'Garden', When: 'Exact time', Time: '2026-03-05T08:30:00Z' })
  await milo.fill({ 'Also on': ['Kitchen ideas'], Times: 'Exact time' })
  const saved = await milo.submit()
  expect(saved.modal?.title).toBe('Pins saved')
  const words = textOn(saved.modal?.blocks)
  expect(words).toContain('Your pin is scheduled on 2 boards.')
  expect(words).toMatch(/Garden.*Kitchen ideas/)
})

test('the form comes back as it was filled, with the error on top and under its field, and can be sent again', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  const fields = { 'Image link': 'https://pictures.test/words.txt', Title: 'No picture', 'Alt text': 'None' }
  await milo.fill({ ...fields, Board: 'Kitchen ideas', Section: 'Lamps', When: 'Save as draft' })
  const refused = await milo.submit()
  expect(refused.modal?.title).toBe('New pin')
  expect(valuesOf(refused)).toMatchObject({ ...fields, Board: 'Kitchen ideas', Section: 'Lamps', When: 'Save as draft' })
  const blocks = refused.modal?.blocks ?? []
  expect(blocks[0]?.type).toBe('alert')
  const at = blocks.findIndex(({ block_id: id }) => id === 'mediaUrl')
  expect(textOn(blocks[at + 1])).toContain('Image link')
  await milo.fill({ 'Image link': PICTURE })
  expect((await milo.submit()).modal?.title).toBe('Pin saved')
})

test('who closed the form meanwhile is told in a message', async () => {
  const { milo, slack } = team.current
  await milo.command('/pin')
  await milo.fill({ 'Image link': 'https://pictures.test/words.txt' })
  const submitting = milo.submit()
  await untilShown(milo, 'Saving your pin…')
  await slack.workspace.db.sql`delete from slk_views where position > 0`
  const after = await submitting
  expect(after.modal).toBeNull()
  expect(lastMessage(after).text).toContain('Your pin wasn’t saved.')
})

/** Product tags and the kind of pin. */
import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { readPinIds } from '../../../src/slack/input/pin-ids.js'
import { aPicture } from '../support/a-file.js'
import { aTeam, errorsOf, lastMessage, PICTURE, textOn, valuesOf } from '../support/a-team.js'
import { labelsOf, postsOf } from '../support/composer-fixtures.js'

const { db } = await aDatabase()
const team = aTeam(db)

async function withOptions(fields: Record<string, unknown>) {
  const { milo } = team.current
  await milo.command('/pin')
  await milo.fill({ 'Image link': PICTURE })
  return milo.fill(fields)
}

test('tags stay away until they are asked for', async () => {
  const { milo } = team.current
  expect(labelsOf(await milo.command('/pin'))).not.toEqual(expect.arrayContaining(['Product tags']))
  const opened = await milo.click('More')
  expect(valuesOf(opened)).toMatchObject({ 'Product tags': null })
  expect(opened.modal?.buttons).not.toContain('More')
})

test('rule 8: pins are tagged by id or link, which forces a simplified pin', async () => {
  const { milo } = team.current
  await withOptions({ 'Product tags': 'https://www.pinterest.com/pin/123/ 456, 123' })
  expect((await milo.submit()).modal).toBeNull()
  expect((await postsOf(team.current, 'draft'))[0]).toMatchObject({ productTagPinIds: ['123', '456'], isSimplified: true })
})

test('rule 8: at most 24 tags', async () => {
  await withOptions({ 'Product tags': Array.from({ length: 25 }, (_, index) => 1000 + index).join(' ') })
  expect(errorsOf(await team.current.milo.submit())).toEqual({
    'Product tags': 'Product tags must be at most 24 pins; there are 25.',
  })
})

test('rule 8: what is no pin is told', async () => {
  await withOptions({ 'Product tags': 'https://shop.example.com/vase' })
  expect(errorsOf(await team.current.milo.submit())).toEqual({
    'Product tags': 'Product tags must be ids of product pins: digits only.',
  })
})

test('rule 7: no tags on a carousel', async () => {
  const { milo } = team.current
  await withOptions({ 'Product tags': '123' })
  await milo.upload('Image or video', await aPicture('second.jpg', { width: 600, height: 900 }))
  expect(errorsOf(await milo.submit())).toEqual({
    'Product tags': 'Product tags cannot be used on a carousel. Leave them out, or use one image.',
  })
})

test('product tags are for business accounts alone, and come back with one', async () => {
  const { milo, organizationId, clock } = team.current
  await db.sql`
    insert into accounts (organization_id, platform_user_id, username, display_name, is_business, created_at)
    values (${organizationId}, '77', 'hobby', 'Hobby', false, ${clock.now})`
  await withOptions({ 'Product tags': '123 456' })
  const hobby = await milo.choose('Account', 'hobby')
  expect(labelsOf(hobby)).not.toEqual(expect.arrayContaining(['Product tags']))
  expect(valuesOf(await milo.choose('Account', 'maker'))).toMatchObject({ 'Product tags': '123 456' })
  await milo.choose('Account', 'hobby')
  expect(errorsOf(await milo.submit())).toEqual({})
})

test.each([
  ['123', ['123']],
  ['123 123', ['123']],
  ['1,2;3\n4', ['1', '2', '3', '4']],
  ['https://www.pinterest.com/pin/123/', ['123']],
  ['https://de.pinterest.com/pin/a-blue-vase--123/?utm=1', ['123']],
  ['pinterest.co.uk/pin/9', ['9']],
  ['https://pinterest.com.evil.test/pin/9', ['https://pinterest.com.evil.test/pin/9']],
  ['  ', []],
])('%j names the pins %j', (typed, ids) => {
  expect(readPinIds(typed)).toEqual(ids)
})

test('labels and what the pin says about AI are under "More", and in its details', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  await milo.click('More')
  await withOptions({ Labels: 'spring, Oak; spring', 'Made with AI': ['AI made or changed the image or video'] })
  await milo.submit()
  const [post] = await postsOf(team.current, 'draft')
  expect(post).toMatchObject({ labels: ['spring', 'Oak'], aiDisclosures: ['AI_MODIFIED'] })
  const details = textOn(lastMessage(await milo.command(`/pin show ${post!.id}`)).blocks)
  expect(details).toContain('spring, Oak')
  expect(details).toContain('AI made or changed the image or video')
})

test('a label that is too long comes back under its field', async () => {
  await withOptions({ Labels: `spring, ${'x'.repeat(31)}` })
  expect(errorsOf(await team.current.milo.submit())).toEqual({ Labels: 'Labels is 1 character too long: at most 30.' })
})

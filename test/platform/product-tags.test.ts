/** Product tags as the simulated platform takes and refuses them. */
import { expect, test } from 'vitest'
import { aDatabase } from '../support/database.js'
import { access, aMediaWorld, other } from './support/media-world.js'

const { db } = await aDatabase()
const { simulator, platform, create, ask } = await aMediaWorld(db)
async function aLivePin(): Promise<string> {
  const answer = await create()
  if (answer.kind !== 'created') throw new Error(JSON.stringify(answer))
  return answer.pinId
}

test('product tags are added, listed and taken away; those that are there already are no error', async () => {
  const path = `/pins/${await aLivePin()}/product_tags`
  const tags = (...ids: string[]) => ({ product_tags: ids.map((pin_id) => ({ pin_id })) })
  expect(await ask(path)).toEqual({ status: 200, ...tags() })
  expect(await ask(path, tags('81', '82'))).toEqual({ status: 200, ...tags('81', '82') })
  expect((await ask(path, tags('82', '83'))).status).toBe(200)
  expect(await ask(path)).toEqual({ status: 200, ...tags('81', '82', '83') })
  expect((await ask(`${path}/bulk-delete`, tags('81', '89'))).status).toBe(204)
  expect(await ask(path)).toEqual({ status: 200, ...tags('82', '83') })
})

test.each([
  ['one that is no product', ['81', '71'], /ineligible product tags/],
  ['one twice', ['81', '81'], /twice/],
  ['25 of them', Array.from({ length: 25 }, (_, n) => `8${n}`), /maxItems=24/],
])('tags with %s are refused whole', async (_what, ids, words) => {
  const pinId = await aLivePin()
  await expect(platform.addProductTags(access, pinId, ids)).rejects.toMatchObject({
    kind: 'invalid',
    message: expect.stringMatching(words) as string,
  })
  expect(await ask(`/pins/${pinId}/product_tags`)).toEqual({ status: 200, product_tags: [] })
})

test('nobody tags a pin of another, or none', async () => {
  const pinId = await aLivePin()
  await expect(platform.addProductTags(other, pinId, ['81'])).rejects.toMatchObject({ kind: 'forbidden' })
  await expect(platform.addProductTags(access, '1', ['81'])).rejects.toMatchObject({ kind: 'not_found' })
})

test.each([
  ['ineligible', 'invalid'],
  ['fail_500', 'unavailable'],
  ['rate_limited', 'rate_limited'],
  ['unauthorized', 'reconnect'],
] as const)('fault %s of product tags is %s, once', async (fault, kind) => {
  const pinId = await aLivePin()
  await simulator.fault({ operation: 'add_product_tags', fault })
  await expect(platform.addProductTags(access, pinId, ['81'])).rejects.toMatchObject({ kind })
  await platform.addProductTags(access, pinId, ['81'])
})

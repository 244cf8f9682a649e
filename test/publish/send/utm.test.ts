/** UTM parameters on the way to Pinterest: added once, and no edit of the post, whatever becomes of the answer. */
import { expect, test } from 'vitest'
import { NO_UTM } from '../../../src/core/links/utm.js'
import { putUtmRule } from '../../../src/core/links/utm-rules.js'
import { aDatabase } from '../../support/database.js'
import { HOUR_MS } from '../../support/factories.js'
import { aPin, aPublishWorld, attemptsOf, MINUTE_MS, noticesOf, reread, workFor } from '../support/support.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)
const { deps, actor, accountId } = world
await putUtmRule(deps, actor, { accountId, ...NO_UTM, boardId: null, source: 'pinterest', campaign: '{board}' })

/** The links of the pins whose link begins so, on the platform. */
const linksOf = async (url: string) =>
  (await db.sql<{ link: string }[]>`select link from sim_pins where link like ${`${url}%`} order by link`).map(({ link }) => link)

test('the pin has them, the post keeps its own link', async () => {
  const url = 'https://example.com/tagged?a=1'
  const post = await aPin(world, { url })
  await workFor(world, 2 * MINUTE_MS)
  expect(await reread(world, post)).toMatchObject({ status: 'sent', url })
  const [link, ...others] = await linksOf(url)
  expect(others).toEqual([])
  expect(link).toMatch(/^https:\/\/example\.com\/tagged\?a=1&utm_source=pinterest&utm_campaign=[a-z0-9-]+$/)
})

test('a link with parameters of its own goes out as it is', async () => {
  const url = 'https://example.com/own?utm_source=mail#top'
  await aPin(world, { url })
  await workFor(world, 2 * MINUTE_MS)
  expect(await linksOf('https://example.com/own')).toEqual([url])
})

test('a pin whose answer was lost is found on its board, and that its link has them is no edit', async () => {
  const url = 'https://example.com/lost'
  const post = await aPin(world, { url })
  await world.simulator.fault({ operation: 'create_pin', fault: 'commit_then_500' })
  await workFor(world, HOUR_MS)
  expect(await reread(world, post)).toMatchObject({ status: 'sent', url })
  expect((await attemptsOf(world, post)).map(({ state }) => state)).toEqual(['found'])
  expect(await linksOf(url)).toEqual([expect.stringContaining(`${url}?utm_source=pinterest`)])
  expect(await noticesOf(world, post)).toEqual([])
})

test('what is sent once more after a rule was changed has the new ones, and goes out once', async () => {
  const url = 'https://example.com/changed'
  const post = await aPin(world, { url })
  await world.simulator.fault({ operation: 'create_pin', fault: 'fail_500' })
  await workFor(world, 2 * MINUTE_MS)
  await putUtmRule(deps, actor, { accountId, ...NO_UTM, boardId: null, source: 'later' })
  await workFor(world, HOUR_MS)
  expect(await reread(world, post)).toMatchObject({ status: 'sent', url })
  expect(await linksOf(url)).toEqual([`${url}?utm_source=later`])
})

/** Blocks that a workspace does not take yet come in their older form, and it is asked once. */
import { beforeEach, expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aSentPost } from '../../support/factories.js'
import { DAY_MS } from '../../../src/core/lib/duration.js'
import { lastMessage, markupOf, textOn } from '../support/a-team.js'
import { aPinWith, aStatsTeam } from '../support/stats-team.js'

const { db } = await aDatabase()
let hidesPictures = false
let calls: string[] = []
let ahead = 0
const { team } = await aStatsTeam(db, {
  parts: { wallClock: () => new Date(Date.now() + ahead) },
  slackFetch: (real) => async (input, init) => {
    const body = await new Response(init?.body).text()
    const url = String(input instanceof Request ? input.url : input)
    if (/chat\.|hooks\.slack/.test(url) && body.includes('A shelf')) calls.push(body.includes('carousel') ? 'newer' : 'older')
    if (hidesPictures && body.includes('image') && url.includes('hooks.slack.com'))
      return new Response('invalid_blocks', { status: 400 })
    return real(input, init)
  },
})

beforeEach(async () => {
  hidesPictures = false
  ahead = 0
  const { organizationId } = team.current
  const pinId = await aPinWith(db, 'A shelf', { IMPRESSION: 900, SAVE: 20, ENGAGEMENT: 20 })
  await aPinWith(db, 'A lamp & more', { IMPRESSION: 90, SAVE: 2, ENGAGEMENT: 2 })
  const post = await aSentPost(team.current, { title: 'A shelf' })
  await db.sql`update posts set pin_id = ${pinId} where organization_id = ${organizationId} and id = ${post.id}`
  calls = []
})

const typesOn = (blocks: unknown) => (blocks as { type: string }[]).map(({ type }) => type)
const topPins = async () => lastMessage(await team.current.milo.command('/pin top')).blocks
const wordsOn = (blocks: unknown) =>
  markupOf(blocks)
    .split('\n')
    .filter((line) => line !== '')

test('the top pins are cards beside each other, whose buttons work', async () => {
  expect(typesOn(await topPins())).toEqual(['header', 'carousel', 'context', 'actions'])
  expect(lastMessage(await team.current.milo.click('Add to evergreen')).text).toContain('Added to the evergreen pool.')
})

test('a workspace that refuses cards gets rows with the same words, pictures and buttons, and is not asked again for a day', async () => {
  const { slack, milo } = team.current
  const cards = await topPins()
  slack.setSwitches({ refusedBlocks: ['carousel'] })
  calls = []
  const rows = await topPins()
  expect(typesOn(rows)).toEqual(['header', 'section', 'actions', 'divider', 'section', 'context', 'actions'])
  expect(wordsOn(rows).sort()).toEqual(wordsOn(cards).sort())
  expect(textOn(rows).match(/"type":"image"/g)).toHaveLength(2)
  expect(lastMessage(await milo.click('Add to evergreen')).text).toContain('Added to the evergreen pool.')
  await topPins()
  expect(calls.filter((form) => form === 'newer')).toHaveLength(1) // the first answer was refused, the second came as rows at once
  slack.setSwitches({ refusedBlocks: [] })
  expect(typesOn(await topPins())).not.toContain('carousel')
  ahead = DAY_MS
  expect(typesOn(await topPins())).toContain('carousel')
})

test('a picture that Slack cannot load is no reason to do without cards the next time', async () => {
  hidesPictures = true
  const plain = await topPins()
  expect(textOn(plain)).not.toContain('"type":"image"')
  expect(wordsOn(plain)).toContain('*20 engagements* · 900 impressions · 20 saves')
  hidesPictures = false
  expect(typesOn(await topPins())).toContain('carousel')
})

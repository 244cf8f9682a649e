/** Numbers in the answers of Slack's own assistant, and a workspace that takes no cards. */
import { beforeEach, expect, test } from 'vitest'
import { aDraft } from '../support/factories.js'
import { aPinWith, aStatsTeam } from '../slack/support/stats-team.js'
import { aDatabase } from '../support/database.js'
import { aSlackbot, requireTaken } from './support/slackbot.js'

const { db } = await aDatabase()
const { team } = await aStatsTeam(db)
const bot = aSlackbot(team, db)
const listed = async () => (await bot.ask({ method: 'tools/list' })).answer.result!.tools!

beforeEach(async () => {
  await aPinWith(db, 'A shelf', { IMPRESSION: 900, SAVE: 20, ENGAGEMENT: 20 })
})

test('stats are numbers, and links to the best pins', async () => {
  const { blocks } = await bot.call('read_stats', {})
  requireTaken(blocks, await listed())
  expect(JSON.stringify(blocks)).toContain('A shelf')
})

test('a workspace that refused cards in a message gets rows', async () => {
  await aDraft(team.current)
  const cards = await bot.call('find_pins', { status: 'draft' })
  expect(cards.blocks!.map(({ type }) => type)).toEqual(['header', 'carousel', 'actions'])
  team.current.slack.setSwitches({ refusedBlocks: ['carousel'] })
  await team.current.milo.command('/pin top')
  const { blocks } = await bot.call('find_pins', { status: 'draft' })
  requireTaken(blocks, await listed())
  expect(blocks!.map(({ type }) => type)).toEqual(['header', 'section', 'actions'])
})

/** Charts and tables that Slack draws, and what stands in for them. */
import { beforeEach, expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { lastMessage, textOn } from '../support/a-team.js'
import { aStatsTeam, someDays } from '../support/stats-team.js'

const { db } = await aDatabase()
let sent: string[] = []
let refuse: (body: string, url: string) => Response | undefined = () => undefined
const { team } = await aStatsTeam(db, {
  slackFetch: (real) => async (input, init) => {
    const body = await new Response(init?.body).text()
    const url = String(input instanceof Request ? input.url : input)
    if (/chat\.|views\.|hooks\.slack/.test(url)) sent.push(body)
    return refuse(body, url) ?? real(input, init)
  },
})
beforeEach(() => {
  refuse = () => undefined
  team.current.slack.setSwitches({ refusedBlocks: [] })
  sent = []
})

type Shown = { type: string; title?: string; rows?: { type: string; text: string; value?: number }[][] }
const blocksOf = (blocks: unknown) => blocks as Shown[]
const typesOn = (blocks: unknown) => blocksOf(blocks).map(({ type }) => type)
const stats = async (days: number) => blocksOf(lastMessage(await team.current.milo.command(`/pin stats ${days}`)).blocks)

test('a week comes as two charts and a table, without the drawn picture', async () => {
  await someDays(db, 2, 6, 10)
  const blocks = await stats(7)
  expect(typesOn(blocks)).toEqual([
    'header',
    'section',
    'data_visualization',
    'data_visualization',
    'data_table',
    'context',
    'actions',
  ])
  const [first, second] = blocks.filter(({ type }) => type === 'data_visualization')
  expect([first?.title, second?.title]).toEqual(['Impressions by day', 'Saves and outbound clicks by day'])
  expect(textOn(first)).not.toContain('Mar 1') // still counted: no zero is drawn for it
  const rows = blocks.find(({ type }) => type === 'data_table')?.rows ?? []
  expect(rows.map((row) => row.map(({ text }) => text).join(' | '))).toEqual([
    'Day | Impressions | Saves | Outbound clicks',
    'Mar 2 | counting | counting | counting',
    'Mar 1 | counting | counting | counting',
    ...['Feb 28', 'Feb 27', 'Feb 26', 'Feb 25', 'Feb 24'].map((day) => `${day} | 400 | 10 | 5`),
  ])
})

test('more days than a chart has points for stay a drawn picture, beside their table', async () => {
  await someDays(db, 2, 29, 10)
  expect(typesOn(await stats(30))).toEqual(['header', 'section', 'image', 'data_table', 'context', 'actions'])
})

test('a gap between days stays visible: the picture is drawn by us', async () => {
  await someDays(db, 2, 6, (daysAgo) =>
    daysAgo === 4 ? { status: 'BEFORE_METRIC_START_DATE' } : { metrics: { IMPRESSION: 100 } },
  )
  expect(typesOn(await stats(7))).toContain('image')
})

test('a workspace that refuses charts gets the drawn picture, keeps the table, and is asked once', async () => {
  await someDays(db, 2, 6, 10)
  refuse = (body, url) =>
    url.includes('hooks.slack') && body.includes('data_visualization')
      ? new Response('{"ok":false,"error":"invalid_blocks","messages":["unsupported type: data_visualization"]}', { status: 400 })
      : undefined
  for (const _time of [1, 2])
    expect(typesOn(await stats(7))).toEqual(['header', 'section', 'image', 'data_table', 'context', 'actions'])
  expect(sent.filter((body) => body.includes('data_visualization'))).toHaveLength(1)
})

test('a workspace that says nothing but invalid_blocks gets neither, and both numbers in words', async () => {
  await someDays(db, 2, 6, 10)
  team.current.slack.setSwitches({ refusedBlocks: ['data_visualization'] })
  expect(typesOn(await stats(7))).toEqual(['header', 'section', 'image', 'context', 'actions'])
})

test('in a form, which takes neither, the stats come with the picture at once', async () => {
  const { milo } = team.current
  await someDays(db, 2, 29, 10)
  await stats(30)
  await milo.openHome()
  sent = []
  const { modal } = await milo.click('Stats')
  expect(typesOn(modal?.blocks)).toEqual(['header', 'section', 'image', 'context', 'actions'])
  expect(sent.filter((body) => body.includes('data_table'))).toEqual([])
  expect(typesOn(await stats(30))).toContain('data_table')
})

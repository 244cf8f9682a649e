/** `/pin top`: the pins of an account that did best. */
import type { CarouselBlock, ImageElement } from '@slack/types'
import { describe, expect, test } from 'vitest'
import type { Screen } from '../../../src/sandbox/slack/screen.js'
import { aDatabase } from '../../support/database.js'
import { lastMessage, markupOf } from '../support/a-team.js'
import { aPinWith, aStatsTeam } from '../support/stats-team.js'
import { lastText, untilShown } from '../support/messages.js'
import { aSentPost } from '../../support/factories.js'

const { db } = await aDatabase()
const statsTeam = await aStatsTeam(db)
const { team, simulator } = statsTeam
const READING = 'Loading top pins…'

/** The titles, in the order shown. */
const titlesOn = (blocks: unknown): string[] =>
  [...markupOf(blocks).matchAll(/^\*\d+\.\* <[^|]+\|(.+)>$/gm)].map((match) => match[1] ?? '')

/** Without what is shown while a busy machine takes long. */
const answersOn = ({ messages }: Screen) => messages.filter(({ text }) => !text.startsWith('Loading'))

/** Each is best at something. */
async function somePins(): Promise<void> {
  await aPinWith(db, 'Most engaged', { IMPRESSION: 900, SAVE: 30, PIN_CLICK: 90, OUTBOUND_CLICK: 10, ENGAGEMENT: 130 })
  await aPinWith(db, 'Most saved <!channel>', { IMPRESSION: 800, SAVE: 80, PIN_CLICK: 5, OUTBOUND_CLICK: 2, ENGAGEMENT: 87 })
  await aPinWith(db, 'Most seen', { IMPRESSION: 12_480, SAVE: 20, PIN_CLICK: 6, OUTBOUND_CLICK: 3, ENGAGEMENT: 29 })
  await aPinWith(db, 'Most visited', { IMPRESSION: 700, SAVE: 10, PIN_CLICK: 7, OUTBOUND_CLICK: 60, ENGAGEMENT: 77 })
  await aPinWith(db, 'Most clicked', { IMPRESSION: 600, SAVE: 1, PIN_CLICK: 95, OUTBOUND_CLICK: 1, ENGAGEMENT: 97 })
}

test('/pin top ranks by engagement: title, numbers, where it leads, since when, and its picture, for the asker alone', async () => {
  const { milo } = team.current
  await somePins()
  const { ephemeral, text, blocks } = lastMessage(await milo.command('/pin top'))
  expect(ephemeral).toBe(true)
  expect(text).toBe(
    'maker: top pins by engagement, last 30 days: 1. Most engaged, 2. Most clicked, 3. Most saved &lt;!channel&gt;',
  )
  expect(titlesOn(blocks)[0]).toBe('Most engaged')
  const markup = markupOf(blocks)
  expect(markup).toMatch(/^\*1\.\* <https:\/\/www\.pinterest\.com\/pin\/\d+\/\|Most engaged>$/m)
  expect(markup).toMatch(/^\*130 engagements\* · 900 impressions · 30 saves$/m)
  expect(markup).toMatch(/^leads to shop\.test · published Feb 10$/m)
  const { elements } = (blocks as CarouselBlock[]).find(({ type }) => type === 'carousel')!
  const hero = elements[0]!.hero_image as ImageElement & { slack_file: { id: string } }
  expect(hero).toMatchObject({ type: 'image', alt_text: 'Most engaged' })
  // the simulated platform shows it at an address of this machine, which Slack could not reach
  const file = await fetch(`${team.current.baseUrl}/sandbox/slack/files/${hero.slack_file.id}`)
  expect(file.headers.get('content-type')).toBe('image/jpeg')
})

test.each([
  ['saves', 'Most saved &lt;!channel&gt;'],
  ['Repins', 'Most saved &lt;!channel&gt;'],
  ['impressions', 'Most seen'],
  ['views', 'Most seen'],
  ['OUTBOUND_CLICK', 'Most visited'],
  ['by outbound clicks', 'Most visited'],
  ['pin-clicks', 'Most clicked'],
  ['“clicks”', 'Most clicked'],
  ['engagement', 'Most engaged'],
])('/pin top %s puts %s first', async (words, title) => {
  await somePins()
  expect(titlesOn(lastMessage(await team.current.milo.command(`/pin top ${words}`)).blocks)[0]).toBe(title)
})

test.each([
  ['savs', 'saves', 'By saves', 'Most saved &lt;!channel&gt;'],
  ['impresions', 'impressions', 'By impressions', 'Most seen'],
  ['outbond click', 'outbound clicks', 'By outbound clicks', 'Most visited'],
])('/pin top %s is asked whether %s was meant', async (words, nearest, button, title) => {
  const { milo } = team.current
  await somePins()
  const { text } = lastMessage(await milo.command(`/pin top ${words}`))
  expect(text).toBe(
    `I didn’t understand “${words}”. Rank pins by engagement, saves, impressions, outbound clicks or pin clicks. Did you mean ${nearest}?`,
  )
  expect(statsTeam.asked()).toBe(0)
  expect(titlesOn(lastMessage(await milo.click(button)).blocks)[0]).toBe(title)
})

test('/pin top <!channel> calls nobody', async () => {
  const { text } = lastMessage(await team.current.milo.command('/pin top <!channel>'))
  expect(text).toContain('“&lt;!channel&gt;”')
})

test('another metric takes the place of the one before, and the numbers come below', async () => {
  const { milo } = team.current
  await somePins()
  const before = await milo.command('/pin top')
  const after = await milo.choose('Rank by', 'By saves')
  expect(after.messages).toHaveLength(before.messages.length)
  expect(titlesOn(lastMessage(after).blocks)[0]).toBe('Most saved &lt;!channel&gt;')
  await milo.click('Stats')
  const texts = answersOn(await milo.click('Top pins')).map(({ text }) => text.split(':').slice(0, 2).join(':'))
  expect(texts).toEqual([
    'maker: top pins by saves, last 30 days',
    expect.stringContaining('maker: last 30 days'),
    'maker: top pins by engagement, last 30 days',
  ])
})

test('the pins of the window that was looked at are ranked', async () => {
  const { milo } = team.current
  await somePins()
  await milo.command('/pin stats 90')
  expect(lastMessage(await milo.click('Top pins')).text).toContain('top pins by engagement, last 90 days')
})

test('at most ten are shown', async () => {
  for (let count = 1; count <= 12; count++)
    await aPinWith(db, `Pin ${count}`, { IMPRESSION: count, SAVE: count, ENGAGEMENT: count })
  expect(titlesOn(lastMessage(await team.current.milo.command('/pin top')).blocks)).toHaveLength(10)
})

test('a pin without a title is untitled, and one that leads nowhere does not say where', async () => {
  await aPinWith(db, null, { IMPRESSION: 5, SAVE: 2, ENGAGEMENT: 2 }, '')
  const { blocks } = lastMessage(await team.current.milo.command('/pin top'))
  expect(titlesOn(blocks)).toEqual(['Untitled pin'])
  expect(markupOf(blocks)).not.toContain('leads to')
})

test('an account without pins says so', async () => {
  const { text } = lastMessage(await team.current.milo.command('/pin top saves'))
  expect(text).toBe('No pins of maker have stats for the last 30 days yet.')
})

describe('a platform that', () => {
  test('limits what may be read gives numbers alone, and the answer says so', async () => {
    const { milo } = team.current
    await somePins()
    await simulator.fault({ operation: 'get_pin', fault: 'rate_limited', times: 20 })
    const { blocks } = lastMessage(await milo.command('/pin top'))
    expect(markupOf(blocks)).toContain('some pins show only stats')
    expect(titlesOn(blocks)).toEqual(Array.from({ length: 5 }, () => 'Untitled pin'))
    expect(markupOf(blocks)).toContain('*130 engagements*')
  })

  test('is slow is said to be asked, where the pins before were', async () => {
    const { milo } = team.current
    await somePins()
    const before = await milo.command('/pin top')
    const letThrough = statsTeam.shut()
    const asking = milo.choose('Rank by', 'By impressions')
    expect((await untilShown(milo, READING)).messages).toHaveLength(before.messages.length)
    letThrough()
    const after = await asking
    expect(after.messages).toHaveLength(before.messages.length)
    expect(titlesOn(lastMessage(after).blocks)[0]).toBe('Most seen')
  })

  test('does not answer after a while leaves the way to try again', async () => {
    const { milo } = team.current
    await somePins()
    await milo.command('/pin top')
    const letThrough = statsTeam.shut()
    await simulator.fault({ operation: 'top_pins', fault: 'fail_500', times: 10 })
    const asking = milo.choose('Rank by', 'By impressions')
    await untilShown(milo, READING)
    letThrough()
    expect(lastText(await asking)).toContain('did not answer in time')
    await db.sql`delete from sim_faults`
    expect(titlesOn(lastMessage(await milo.choose('Rank by', 'By saves')).blocks)[0]).toBe('Most saved &lt;!channel&gt;')
  })

  test('gives numbers need a Pinterest business account is told for good', async () => {
    const { milo, organizationId } = team.current
    await db.sql`update accounts set is_business = false where organization_id = ${organizationId}`
    await db.sql`update sim_users set account_type = 'PINNER'`
    expect(lastMessage(await milo.command('/pin top')).text).toContain('business account')
  })
})

test('pins with none of it are no top pins, and of as many engagements the one that more people saw is first', async () => {
  const { milo } = team.current
  await aPinWith(db, 'Seen by few', { IMPRESSION: 6, SAVE: 1, ENGAGEMENT: 1 })
  await aPinWith(db, 'Seen by many', { IMPRESSION: 85, SAVE: 1, ENGAGEMENT: 1 })
  await aPinWith(db, 'No engagement', { IMPRESSION: 900, SAVE: 0, ENGAGEMENT: 0 })
  expect(titlesOn(lastMessage(await milo.command('/pin stats top')).blocks)).toEqual(['Seen by many', 'Seen by few'])
})

test('a top pin of ours can be made evergreen, or a new version, from its row', async () => {
  const { milo, organizationId } = team.current
  const pinId = await aPinWith(db, 'Ours', { IMPRESSION: 900, SAVE: 20, ENGAGEMENT: 20 })
  await aPinWith(db, 'By hand', { IMPRESSION: 900, SAVE: 10, ENGAGEMENT: 10 })
  const post = await aSentPost(team.current, { title: 'Ours' })
  await db.sql`update posts set pin_id = ${pinId} where organization_id = ${organizationId} and id = ${post.id}`
  const { blocks } = lastMessage(await milo.command('/pin stats top'))
  expect(JSON.stringify(blocks).match(/"text":"Add to evergreen"/g)).toHaveLength(1)
  expect(lastMessage(await milo.click('Make a new version')).text).toContain('Duplicated.')
  await milo.command('/pin stats top')
  expect(lastMessage(await milo.click('Add to evergreen')).text).toContain('Added to the evergreen pool.')
})

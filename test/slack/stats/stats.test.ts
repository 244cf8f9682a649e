/** `/pin stats`: the numbers of an account, with a picture of its days. */
import { describe, expect, test } from 'vitest'
import { openStatsPicture } from '../../../src/core/insight/analytics/stats-picture.js'
import { users } from '../../../src/sandbox/slack/ids.js'
import { aDatabase } from '../../support/database.js'
import { lastMessage, markupOf } from '../support/a-team.js'
import { aStatsTeam, keptDays, pictureOn, someDays } from '../support/stats-team.js'
import { lastText, untilShown } from '../support/messages.js'

const { db } = await aDatabase()
const statsTeam = await aStatsTeam(db)
const { team, simulator } = statsTeam
const READING = 'Loading stats…'

const nameIn = (url = '') => /^https:\/\/pinslot\.test\/pictures\/stats\/(.+)$/.exec(url)?.[1] ?? ''
const buttonsOn = (blocks: unknown): string[] =>
  (blocks as { type: string; elements?: { text?: { text: string } }[] }[])
    .filter(({ type }) => type === 'actions')
    .flatMap(({ elements = [] }) => elements.flatMap(({ text }) => (text ? [text.text] : [])))

test('/pin stats tells the asker alone the last 30 days: totals, changes, rates, a picture, and what is still counted', async () => {
  const { milo, deps } = team.current
  await someDays(db, 2, 29, 10)
  await keptDays(team.current, 30, 59, 8)
  const screen = await milo.command('/pin stats')
  const { ephemeral, text, blocks } = lastMessage(screen)
  expect(ephemeral).toBe(true)
  expect(text.replaceAll('\u00a0', ' ')).toBe(
    'maker: last 30 days: 11,200 impressions (+25%), 280 saves (+25%), 140 outbound clicks (+25%)',
  )
  const said = lastText(screen)
  expect(said).toContain('*Saves*\\n280 (+25%)\\n2.5% of impressions')
  expect(said).toContain('Compared with Jan 2 to Jan 31.')
  expect(said).toContain('28 of 30 days are counted, through Feb 28. Pinterest is still counting Mar 1 and Mar 2.')
  expect(said).toContain('As of Mon, Mar 2, 11:00 AM')
  expect(buttonsOn(blocks)).toEqual(['7 days', '30 days', '90 days', 'Top pins', 'Digest', 'Monthly report'])
  const picture = pictureOn(screen)
  expect(picture?.alt_text).toContain('maker, Feb 1 to Mar 2, day by day. Impressions: 11,200 in total, 400 each day.')
  const shown = await openStatsPicture(deps, nameIn(picture?.image_url))
  expect([shown?.username, shown?.days.length]).toEqual(['maker', 30])
  expect(shown?.days.at(-3)).toEqual({ date: '2026-02-28', isCounting: false, impressions: 400, saves: 10, outboundClicks: 5 })
  expect(shown?.days.at(-1)).toMatchObject({ date: '2026-03-02', isCounting: true, impressions: null })
})

test.each([
  ['7', 7],
  ['90', 90],
  ['30 days', 30],
  ['7d', 7],
  ['“90”', 90],
])('/pin stats %s shows that many days', async (words, count) => {
  await someDays(db, 2, 89, 10)
  const { milo } = team.current
  expect(lastMessage(await milo.command(`/pin stats ${words}`)).text).toContain(`maker: last ${count} days: `)
})

test.each(['14', 'last week', '<!channel>', '300', '-7'])('/pin stats %s is told which there are', async (words) => {
  const { milo } = team.current
  const { ephemeral, text } = lastMessage(await milo.command(`/pin stats ${words}`))
  expect([ephemeral, text.startsWith('I didn’t understand “')]).toEqual([true, true])
  expect(text).not.toContain('<!')
  expect(statsTeam.asked()).toBe(0)
  await someDays(db, 2, 6, 10)
  expect(lastMessage(await milo.click('7 days')).text).toContain('maker: last 7 days: 2,000 impressions')
})

test('another window takes the place of the one before', async () => {
  const { milo } = team.current
  await someDays(db, 2, 89, 10)
  const before = await milo.command('/pin stats')
  const after = await milo.click('90 days')
  expect(after.messages).toHaveLength(before.messages.length)
  expect(lastText(after)).toContain('maker: last 90 days: 35,200 impressions')
  expect(lastText(after)).toContain('Nothing to compare with yet: not enough stats for ')
  expect(lastText(after)).toContain(' to Dec 2, 2025.')
})

test('nothing is compared with what nobody kept, and a day that was never told is a gap', async () => {
  const { milo, deps } = team.current
  await someDays(db, 2, 6, (daysAgo) =>
    daysAgo === 4
      ? { status: 'BEFORE_METRIC_START_DATE', metrics: { IMPRESSION: 0, SAVE: 0 } }
      : { metrics: { IMPRESSION: 100 } },
  )
  const screen = await milo.command('/pin stats 7')
  expect(lastText(screen)).toContain('maker: last 7 days: 400 impressions')
  expect(lastText(screen)).toContain('Nothing to compare with yet')
  const days = (await openStatsPicture(deps, nameIn(pictureOn(screen)?.image_url)))?.days ?? []
  expect(days.map(({ impressions }) => impressions)).toEqual([100, 100, null, 100, 100, null, null])
  expect(days.filter(({ saves }) => saves !== null)).toEqual([])
})

test('an account of which no day is whole says so, without a picture', async () => {
  const { milo } = team.current
  await someDays(db, 0, 6, () => ({ status: 'BEFORE_BUSINESS_CREATED', metrics: {} }))
  const screen = await milo.command('/pin stats 7')
  expect(lastText(screen)).toContain('No stats for the last 7 days yet. Pinterest is still counting.')
  expect(pictureOn(screen)).toBeUndefined()
})

test('times are those of the reader', async () => {
  await someDays(db, 2, 6, 10)
  expect(markupOf(lastMessage(await team.current.ada.command('/pin stats 7')).blocks)).toContain('As of Mon, Mar 2, 5:00 AM')
})

describe('a platform that is slow', () => {
  test('is said to be asked, and its answer comes below: Slack replaces no message of a command', async () => {
    const { milo } = team.current
    await someDays(db, 2, 29, 10)
    const letThrough = statsTeam.shut()
    const asking = milo.command('/pin stats')
    const waiting = await untilShown(milo, READING)
    letThrough()
    const answered = await asking
    expect(answered.messages).toHaveLength(waiting.messages.length + 1)
    expect(lastText(answered)).toContain('maker: last 30 days: ')
  })

  test('is said to be asked where the numbers before were, and the answer takes that place', async () => {
    const { milo } = team.current
    await someDays(db, 2, 89, 10)
    const before = await milo.command('/pin stats')
    const letThrough = statsTeam.shut()
    const asking = milo.click('7 days')
    expect((await untilShown(milo, READING)).messages).toHaveLength(before.messages.length)
    letThrough()
    const after = await asking
    expect(after.messages).toHaveLength(before.messages.length)
    expect(lastText(after)).toContain('maker: last 7 days: ')
  })

  test('and does not answer at all is told, with the way to try again', async () => {
    const { milo } = team.current
    await someDays(db, 2, 89, 10)
    await milo.command('/pin stats')
    const letThrough = statsTeam.shut()
    await simulator.fault({ operation: 'account_analytics', fault: 'fail_500', times: 10 })
    const asking = milo.click('7 days')
    await untilShown(milo, READING)
    letThrough()
    const failed = await asking
    expect(lastText(failed)).toContain('did not answer in time')
    await db.sql`delete from sim_faults`
    const again = await milo.click('7 days')
    expect(again.messages).toHaveLength(failed.messages.length)
    expect(lastText(again)).toContain('maker: last 7 days: ')
  })
})

describe('numbers that cannot be had', () => {
  test('of a personal account are told for good', async () => {
    const { milo, organizationId } = team.current
    await db.sql`update accounts set is_business = false where organization_id = ${organizationId}`
    await db.sql`update sim_users set account_type = 'PINNER'`
    const { ephemeral, text } = lastMessage(await milo.command('/pin stats'))
    expect([ephemeral, text.includes('business account')]).toEqual([true, true])
  })

  test('since the connection is dead ask for a new one', async () => {
    await db.sql`update sim_tokens set revoked_at = now()`
    expect(lastMessage(await team.current.milo.command('/pin stats')).text).toMatch(/connect/i)
  })

  test.each([['/pin stats'], ['/pin top']])(
    'since the connection is dead give an admin the button that fixes it: %s',
    async (command) => {
      const { ada, milo } = team.current
      await db.sql`update sim_tokens set revoked_at = now()`
      expect(buttonsOn(lastMessage(await milo.command(command)).blocks)).toEqual([])
      const { text, blocks } = lastMessage(await ada.command(command))
      expect([text.includes('This account is disconnected'), buttonsOn(blocks)]).toEqual([true, ['Reconnect']])
      const { modal } = await ada.click('Reconnect')
      expect([modal?.title, markupOf(modal?.blocks)]).toEqual(['Reconnect', expect.stringContaining('*maker*')])
    },
  )

  test.each([['/pin stats'], ['/pin top']])(
    'since the connection is dead, told late, have that button too: %s',
    async (command) => {
      const { ada } = team.current
      await db.sql`update sim_tokens set revoked_at = now()`
      const letThrough = statsTeam.shut()
      const asking = ada.command(command)
      await untilShown(ada, 'Loading')
      letThrough()
      expect(buttonsOn(lastMessage(await asking).blocks)).toContain('Reconnect')
    },
  )

  test.each([
    ['limits us', 'rate_limited', /is limiting this account/],
    ['does not answer', 'hang', /did not answer/],
    ['is broken', 'fail_500', /did not answer/],
  ] as const)('since the platform %s are told so', async (_what, fault, words) => {
    await simulator.fault({ operation: 'account_analytics', fault, times: 10 })
    expect(lastText(await team.current.milo.command('/pin stats'))).toMatch(words)
  })
})

test('numbers of an account that was chosen on Home are its own', async () => {
  const { milo, organizationId } = team.current
  await someDays(db, 2, 29, 10)
  const [other] = await db.sql<[{ id: string }]>`
    insert into accounts (organization_id, platform_user_id, username, display_name, is_business, created_at)
    values (${organizationId}, ${`77${organizationId}`}, 'second', 'The Second', true, ${new Date()})
    returning id`
  await db.sql`
    insert into connections (organization_id, account_id, access_token, refresh_token)
    values (${organizationId}, ${other.id}, ${Buffer.from('pina_test')}, ${Buffer.from('pinr_test')})`
  await milo.command('/pin stats')
  await db.sql`update members set current_account_id = ${other.id} where organization_id = ${organizationId} and slack_user_id = ${users.member}`
  expect(lastMessage(await milo.click('7 days')).text).toContain('maker: last 7 days')
  expect(lastMessage(await milo.command('/pin stats')).text).toContain('second: last 30 days')
})

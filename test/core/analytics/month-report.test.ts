/** The figures of a month, against days and pins whose every number is known. */
import { expect, test } from 'vitest'
import { openMonthReport, shareMonthReport } from '../../../src/core/insight/monthly/link.js'
import { addMonths, daysOfMonth } from '../../../src/core/insight/monthly/months.js'
import { readMonthReport } from '../../../src/core/insight/monthly/month.js'
import { reportParts } from '../../../src/core/insight/monthly/words.js'
import { addDates } from '../../../src/core/lib/time.js'
import { aDatabase } from '../../support/database.js'
import { anotherAccount, aQueuedPost, aSentPost, DAY_MS } from '../../support/factories.js'
import { aWorld, type World, type WorldOptions } from '../../support/world.js'

const { db } = await aDatabase()
const { sql } = db

/** Monday 2 March 2026, nine o'clock in New York. */
const NINE = new Date('2026-03-02T14:00:00Z')
const aMonthWorld = (options: WorldOptions = {}) => aWorld(db, { at: NINE, ...options })
const pages = { pin: (id: string) => `https://pins.test/${id}`, board: () => '' }
const linesOf = async (world: World, month?: string) => {
  const report = await readMonthReport(world.deps, world.actor, { accountId: world.accountId, month })
  const parts = reportParts(report, pages)
  return Object.fromEntries(
    parts.map(({ title, lines }) => [title, lines.map(({ name, words }) => (name === undefined ? words : `${name}: ${words}`))]),
  )
}

async function someDays({ organizationId, accountId }: World, first: string, count: number, of: number, status = 'READY') {
  for (let day = 0; day < count; day++)
    await sql`
      insert into account_days (organization_id, account_id, day, metrics, data_status, read_at)
      values (${organizationId}, ${accountId}, ${addDates(first, day)}, ${sql.json({ impression: of * 100, save: of })}, ${status}, ${NINE})`
}

async function sentAt(world: World, when: string, { title = 'Out', labels = [] as string[], boardId = '' } = {}) {
  const post = await aSentPost(world, { title, at: new Date(NINE.getTime() + DAY_MS), ...(boardId !== '' && { boardId }) })
  await sql`
    update posts
       set sent_at = ${new Date(when)}, labels = ${labels}
     where organization_id = ${world.organizationId} and id = ${post.id}`
  return post
}

test('a month has its pins by the clock of the account, by board and by label, beside the month before', async () => {
  const world = await aMonthWorld()
  await sentAt(world, '2026-02-01T04:59:59Z') // still January there
  await sentAt(world, '2026-02-01T05:00:00Z', { labels: ['spring', 'sale'] })
  await sentAt(world, '2026-03-01T04:59:59Z', { labels: ['spring'] })
  await sentAt(world, '2026-03-01T05:00:00Z')
  await sentAt(await anotherAccount(world), '2026-02-10T12:00:00Z', { labels: ['other'] })
  const { published, month, isRunning } = await readMonthReport(world.deps, world.actor, { accountId: world.accountId })
  expect([month, isRunning, published.count, published.before]).toEqual(['2026-02', false, 2, 1])
  expect(published.byBoard.map(({ count }) => count)).toEqual([2])
  expect(published.byLabel).toEqual([
    { name: 'spring', count: 2 },
    { name: 'sale', count: 1 },
  ])
})

test('a month that runs is compared with all of the month before, if that had any', async () => {
  const world = await aMonthWorld()
  expect((await linesOf(world, '2026-03'))['Published']).toEqual(['No pins. February 2026 had none.'])
  await sentAt(world, '2026-02-10T12:00:00Z')
  expect((await linesOf(world, '2026-03'))['Published']).toEqual(['No pins. February 2026 had 1 in all.'])
})

test('a label that is written in two ways is one, in its usual spelling', async () => {
  const world = await aMonthWorld()
  for (const [day, label] of ['Spring', 'spring', 'Spring'].entries())
    await sentAt(world, `2026-02-0${day + 2}T12:00:00Z`, { labels: [label] })
  const { published } = await readMonthReport(world.deps, world.actor, { accountId: world.accountId })
  expect(published.byLabel).toEqual([{ name: 'Spring', count: 3 }])
})

test('numbers compare with as many days of the month before, and the days that Pinterest still counts are named', async () => {
  const world = await aMonthWorld()
  await someDays(world, '2026-01-01', 31, 10)
  await someDays(world, '2026-02-01', 26, 20)
  await someDays(world, '2026-02-27', 2, 1, 'ESTIMATE')
  expect((await linesOf(world))['Results']).toEqual([
    'Impressions: 52,000 (+100%)',
    'Saves: 520 (+100%)',
    '26 of 28 days are counted. Pinterest still counts Feb 27 and Feb 28, so the numbers may still change. Changes compare with as many days of January 2026. Days are in UTC.',
  ])
})

test('without days, without a business account and without pins the report says so', async () => {
  const nothing = await linesOf(await aMonthWorld())
  expect(nothing).toEqual({
    Published: ['No pins. January 2026 had none.'],
    Results: ['0 of 28 days are counted. There are too few numbers of the month before to compare with. Days are in UTC.'],
    'Planned for the next four weeks': ['Nothing is scheduled.'],
  })
  expect((await linesOf(await aMonthWorld({ isBusiness: false })))['Results']).toEqual([
    'Impressions, saves and clicks need a Pinterest business account.',
  ])
})

test('the best pins come from stored days of the month alone', async () => {
  const world = await aMonthWorld()
  const { pinId } = await sentAt(world, '2026-02-10T12:00:00Z', { title: 'Oak *shelf*' })
  for (const [day, save] of [
    ['2026-02-11', 3],
    ['2026-03-01', 50],
  ] as const) // prettier-ignore
    await sql`
      insert into pin_days (organization_id, account_id, pin_id, day, metrics, data_status, read_at)
      values (${world.organizationId}, ${world.accountId}, ${pinId}, ${day}, ${sql.json({ impression: 40, save })}, 'READY', ${NINE})`
  expect((await linesOf(world))['Best pins']).toEqual(['Oak *shelf*: 3 saves, 40 impressions'])
})

test('what is planned is counted by the weeks of the account', async () => {
  const world = await aMonthWorld()
  for (const days of [1, 2, 8, 30]) await aQueuedPost(world, { at: new Date(NINE.getTime() + days * DAY_MS) })
  expect((await linesOf(world))['Planned for the next four weeks']).toEqual(['Week of Mar 2: 2 pins', 'Week of Mar 9: 1 pin'])
})

test.each(['2026-04', '2026-13', '2026-2', 'x', '1999-01'])('the month %s is refused', async (month) => {
  const world = await aMonthWorld()
  await expect(linesOf(world, month)).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field: 'month' } })
})

test('the current month ends today, and the months of a year follow each other', async () => {
  const world = await aMonthWorld()
  await someDays(world, '2026-03-01', 1, 10)
  expect((await linesOf(world, '2026-03'))['Results']?.at(-1)).toMatch(/^1 of 2 days are counted\./)
  expect([addMonths('2026-12', 1), addMonths('2026-01', -1), addMonths('2026-03', -1)]).toEqual(['2027-01', '2025-12', '2026-02'])
  expect(daysOfMonth('2028-02')).toEqual({ startDate: '2028-02-01', endDate: '2028-02-29' })
})

test('only schedulers and up get a link, and nobody reads an account of another team', async () => {
  const { deps, actor, accountId } = await aMonthWorld()
  await expect(shareMonthReport(deps, { ...actor, role: 'contributor' }, { accountId })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  const other = await aMonthWorld()
  await expect(shareMonthReport(deps, other.actor, { accountId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a link works for 90 days and for its month alone', async () => {
  const { deps, actor, accountId, clock } = await aMonthWorld()
  const { href } = await shareMonthReport(deps, { ...actor, role: 'scheduler' }, { accountId })
  const token = href.split('/reports/')[1] ?? ''
  clock.advance(90 * DAY_MS)
  expect((await openMonthReport(deps, token))?.report.month).toBe('2026-02')
  expect(await openMonthReport(deps, `${token}x`)).toBeUndefined()
  clock.advance(DAY_MS)
  expect(await openMonthReport(deps, token)).toBeUndefined()
})

/** The page of a month's report, for people without an account here. */
import { expect, test } from 'vitest'
import { endReportLinks, shareMonthReport } from '../../../src/core/insight/monthly/link.js'
import { aDatabase } from '../../support/database.js'
import { aSentPost } from '../../support/factories.js'
import { aBoardServer } from '../boards/support/board-fixtures.js'

const { db } = await aDatabase()
const server = await aBoardServer(db)
const { app, deps, actor, accountId, organizationId } = server

const pathOf = async (month?: string) =>
  new URL((await shareMonthReport(deps, { ...actor, role: 'scheduler' }, { accountId, month })).href).pathname

test('a link opens the page, without scripts and unknown to search engines, and names of people are no markup', async () => {
  const { id, pinId } = await aSentPost(server, { title: '<b>Oak</b>' })
  await db.sql`update posts set sent_at = '2026-02-10T12:00Z', labels = '{"<i>spring"}' where id = ${id}`
  await db.sql`
    insert into pin_days (organization_id, account_id, pin_id, day, metrics, data_status, read_at)
    values (${organizationId}, ${accountId}, ${pinId}, '2026-02-11', '{"impression": 40, "save": 3}', 'READY', now())`
  const { statusCode, headers, payload } = await app.inject(await pathOf('2026-02'))
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({ 'x-robots-tag': 'noindex, nofollow', 'cache-control': 'no-store' })
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  for (const words of [
    'February 2026',
    '&#60;b&#62;Oak',
    '&#60;i&#62;spring',
    '3 saves, 40 impressions',
    'This link works until',
  ])
    expect(payload).toContain(words)
  expect(payload).not.toMatch(/<b>Oak|<i>spring|<script/)
  const picture = /<img class="pin" src="(\/media\/[^"]+)"/.exec(payload)?.[1]
  if (picture !== undefined) expect((await app.inject(picture)).statusCode).not.toBe(404)
})

test('a link that is changed, for another month or made up is as one that does not exist', async () => {
  const [mine, other] = [await pathOf('2026-02'), await pathOf('2026-01')]
  const partsOf = (path: string) => path.split('/').at(-1)!.split('.')
  const forged = `/reports/${partsOf(other)[0]}.${partsOf(mine)[1]}`
  for (const wrong of [forged, `${mine}x`, '/reports/nothing', `/reports/${'a'.repeat(5000)}.b`])
    expect((await app.inject(wrong)).statusCode, wrong.slice(0, 80)).toBe(404)
})

test('links that were ended open no month any more, a new one does, and those of another account stay', async () => {
  const [mine, earlier] = [await pathOf('2026-02'), await pathOf('2026-01')]
  const other = await aBoardServer(db)
  const theirs = await shareMonthReport(other.deps, { ...other.actor, role: 'scheduler' }, { accountId: other.accountId })
  await endReportLinks(deps, { ...actor, role: 'scheduler' }, accountId)
  for (const path of [mine, earlier]) expect((await app.inject(path)).statusCode).toBe(404)
  expect((await app.inject(await pathOf('2026-02'))).statusCode).toBe(200)
  expect((await app.inject(new URL(theirs.href).pathname)).statusCode).toBe(200)
  const [row] = await db.sql<{ action: string; after: object }[]>`
    select action, after from audit where organization_id = ${organizationId} order by id desc limit 1`
  expect(row).toEqual({ action: 'end_report_links', after: { reportLinks: 1 } })
})

test('only schedulers and admins of the account may end them', async () => {
  const mine = await pathOf('2026-02')
  await expect(endReportLinks(deps, { ...actor, role: 'contributor' }, accountId)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const stranger = { ...actor, organizationId: (await aBoardServer(db)).organizationId, role: 'admin' } as const
  await expect(endReportLinks(deps, stranger, accountId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await app.inject(mine)).statusCode).toBe(200)
})

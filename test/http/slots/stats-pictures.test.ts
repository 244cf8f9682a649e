/** The public address of the picture of an account's days. */
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../src/core/lib/duration.js'
import { makeCharts } from '../../../src/charts/charts.js'
import { statsPicturePath } from '../../../src/core/insight/analytics/stats-picture.js'
import { readKeptStats, type StatsDays } from '../../../src/core/insight/analytics/stats.js'
import { mediaBusy } from '../../../src/core/lib/errors.js'
import { aDatabase } from '../../support/database.js'
import { START } from '../../support/world.js'
import { aServer, type Server } from '../support/support.js'

const { db } = await aDatabase()
const charts = makeCharts()
afterAll(() => charts.close())

const logged: string[] = []
const line = (fields: object, message: string) => void logged.push(JSON.stringify({ ...fields, message }))
const log = { debug: line, info: line, warn: line, error: line }

const dateOf = (daysAgo: number) => new Date(START.getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10)
async function keep({ organizationId, accountId }: Server, daysAgo: number, impression: number): Promise<void> {
  await db.sql`
    insert into account_days (organization_id, account_id, day, metrics, data_status, read_at)
    values (${organizationId}, ${accountId}, ${dateOf(daysAgo)}, ${db.sql.json({ impression, save: 2, outboundClick: 1 })}, 'READY', ${START})
    on conflict (organization_id, account_id, day) do update set metrics = excluded.metrics`
}
async function aPictureServer(parts: object = {}): Promise<Server> {
  const server = await aServer(db, { parts: { charts, log, ...parts } })
  for (let daysAgo = 2; daysAgo < 90; daysAgo++) await keep(server, daysAgo, 100 + daysAgo)
  return server
}
async function pathOf({ deps, actor, organizationId, accountId }: Server, count: StatsDays = 30): Promise<string> {
  const stats = await readKeptStats(deps, actor, { accountId, count })
  if (!stats) throw new Error('no day is kept')
  const { startDate, endDate, days } = stats
  return statsPicturePath(deps, { organizationId, accountId, startDate, endDate, days })
}

describe('the picture of an account’s days', () => {
  test.each([7, 30, 90] as const)('of %s days is given to anybody with its address, without a key', async (count) => {
    const server = await aPictureServer()
    const { statusCode, headers, rawPayload } = await server.app.inject(await pathOf(server, count))
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(rawPayload.length),
      'cache-control': 'public, max-age=300',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'png', width: 1440 })
  })

  test('may be asked for its head, and nothing else', async () => {
    const server = await aPictureServer()
    const url = await pathOf(server)
    const head = await server.app.inject({ method: 'HEAD', url })
    expect([head.statusCode, head.rawPayload.length, head.headers['content-type']]).toEqual([200, 0, 'image/png'])
    const post = await server.app.inject({ method: 'POST', url })
    expect([post.statusCode, post.headers['allow']]).toEqual([405, 'GET, HEAD'])
  })

  test('is not in the description of the API', async () => {
    const { app } = await aPictureServer()
    expect((await app.inject('/openapi.json')).payload).not.toContain('/pictures/')
  })

  test('has another address when the numbers changed, and is the same picture until then', async () => {
    const server = await aPictureServer()
    const before = await pathOf(server)
    expect(await pathOf(server)).toBe(before)
    const [one, other] = [await server.app.inject(before), await server.app.inject(before)]
    expect(other.rawPayload.equals(one.rawPayload)).toBe(true)
    await keep(server, 5, 4000)
    expect(await pathOf(server)).not.toBe(before)
    expect((await server.app.inject(before)).rawPayload.equals(one.rawPayload)).toBe(false)
  })

  test('shows the days of its address, whatever day it is', async () => {
    const server = await aPictureServer()
    const url = await pathOf(server, 7)
    const before = await server.app.inject(url)
    server.clock.advance(3 * DAY_MS)
    expect((await server.app.inject(url)).rawPayload.equals(before.rawPayload)).toBe(true)
  })

  test('is at its address for fourteen days', async () => {
    const server = await aPictureServer()
    const url = await pathOf(server)
    server.clock.advance(14 * DAY_MS)
    expect((await server.app.inject(url)).statusCode).toBe(200)
    server.clock.advance(DAY_MS)
    expect((await server.app.inject(url)).statusCode).toBe(404)
  })

  test('that cannot be drawn at the moment is 503, and nobody may keep that', async () => {
    const server = await aPictureServer({ charts: { days: () => Promise.reject(mediaBusy()) } })
    const { statusCode, headers } = await server.app.inject(await pathOf(server))
    expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([503, '5', 'no-store'])
  })

  test('leaves no address in the log', async () => {
    const server = await aPictureServer()
    const url = await pathOf(server)
    await server.app.inject(url)
    await server.app.inject(`${url}x`)
    const signature = /([A-Za-z0-9_-]{43})\.png$/.exec(url)?.[1] ?? ''
    expect(logged.join('\n')).toContain('/pictures/stats/:name')
    expect(logged.filter((words) => words.includes(signature))).toEqual([])
  })
})

describe('an address of days that we did not give', async () => {
  const [server, other] = [await aPictureServer(), await aPictureServer()]
  const url = await pathOf(server)
  const [, organizationId, accountId, first, last, content, validTo, signature] =
    /\/(\d+)_(\d+)_(\d{8})_(\d{8})_([0-9a-f]{16})_(\d{8})_(.+)\.png$/.exec(url) ?? []
  const named = (...parts: (string | undefined)[]) => `/pictures/stats/${parts.join('_')}.png`

  test.each([
    ['for another account', named(other.organizationId, other.accountId, first, last, content, validTo, signature)],
    ['for another organization', named(other.organizationId, accountId, first, last, content, validTo, signature)],
    ['for other days', named(organizationId, accountId, '20250101', last, content, validTo, signature)],
    ['for longer', named(organizationId, accountId, first, last, content, '20991231', signature)],
    ['with other content', named(organizationId, accountId, first, last, '0'.repeat(16), validTo, signature)],
    ['without a signature', named(organizationId, accountId, first, last, content, validTo)],
    ['with another signature', named(organizationId, accountId, first, last, content, validTo, 'A'.repeat(43))],
    ['with a folder in it', '/pictures/stats/..%2f..%2fetc%2fpasswd'],
    ['of another kind', url.replace('.png', '.svg')],
    ['far too long', `/pictures/stats/${'1'.repeat(600)}.png`],
  ])('%s is the one 404', async (_what, wrong) => {
    const [refused, unknown] = [await server.app.inject(wrong), await server.app.inject('/pictures/nothing')]
    const withoutId = ({ payload }: { payload: string }) => payload.replace(/"requestId":"[^"]+"/, '')
    expect(refused.statusCode).toBe(404)
    expect(withoutId(refused)).toBe(withoutId(unknown))
  })

  test('or of an account that is gone is the one 404', async () => {
    const window = { startDate: '2026-02-01', endDate: '2026-03-02' }
    const signed = statsPicturePath(other.deps, {
      organizationId: other.organizationId,
      accountId: '999999',
      ...window,
      days: [],
    })
    expect((await other.app.inject(signed)).statusCode).toBe(404)
  })

  test('an account is not found under another organization, though both are ours', async () => {
    const window = { startDate: '2026-02-01', endDate: '2026-03-02' }
    const { organizationId: theirs } = other
    const signed = statsPicturePath(other.deps, { organizationId: theirs, accountId: server.accountId, ...window, days: [] })
    expect((await other.app.inject(signed)).statusCode).toBe(404)
  })
})

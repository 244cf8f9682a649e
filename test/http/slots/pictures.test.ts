/** The public address of the picture of a schedule. */
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../src/core/lib/duration.js'
import { makeCharts } from '../../../src/charts/charts.js'
import { mediaBusy } from '../../../src/core/lib/errors.js'
import { readFourWeeks } from '../../../src/core/slots/calendar/four-weeks.js'
import { pictureName } from '../../../src/core/media/picture-address.js'
import { schedulePicturePath } from '../../../src/core/slots/calendar/picture.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost } from '../../support/factories.js'
import { aServer, type Server } from '../support/support.js'

const { db } = await aDatabase()
const charts = makeCharts()
afterAll(() => charts.close())

const logged: string[] = []
const line = (fields: object, message: string) => void logged.push(JSON.stringify({ ...fields, message }))
const log = { debug: line, info: line, warn: line, error: line }
const aPictureServer = (parts: object = {}) => aServer(db, { parts: { charts, log, ...parts } })

async function pathOf({ deps, actor, organizationId, accountId }: Server, hasTwelveHours = false): Promise<string> {
  const weeks = await readFourWeeks(deps, actor, { accountId })
  return schedulePicturePath(deps, { organizationId, accountId, weeks, hasTwelveHours })
}

describe('the picture of a schedule', () => {
  test('is given to anybody with its address, without a key', async () => {
    const server = await aPictureServer()
    const { statusCode, headers, rawPayload } = await server.app.inject(await pathOf(server))
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

  test('has the clock of whom it was made for', async () => {
    const server = await aPictureServer()
    const [all, twelve] = await Promise.all(
      [false, true].map(async (has) => (await server.app.inject(await pathOf(server, has))).rawPayload),
    )
    expect(await sharp(twelve).metadata()).toMatchObject({ format: 'png', width: 1440 })
    expect(twelve!.equals(all!)).toBe(false)
  })

  test('with an address from before readers had clocks is shown, with all hours', async () => {
    const server = await aPictureServer()
    const { deps, organizationId, accountId } = server
    const old = `/pictures/schedule/${pictureName(deps, 'schedule picture', [organizationId, accountId, '0123456789abcdef'])}`
    const { statusCode, rawPayload } = await server.app.inject(old)
    expect(statusCode).toBe(200)
    expect(rawPayload.equals((await server.app.inject(await pathOf(server))).rawPayload)).toBe(true)
  })

  test('may be asked for its head, and nothing else', async () => {
    const server = await aPictureServer()
    const url = await pathOf(server)
    const head = await server.app.inject({ method: 'HEAD', url })
    expect([head.statusCode, head.rawPayload.length, head.headers['content-type']]).toEqual([200, 0, 'image/png'])
    const post = await server.app.inject({ method: 'POST', url })
    expect([post.statusCode, post.headers['allow']]).toEqual([405, 'GET, HEAD'])
  })

  test('is the schedule as it is now, and has another address when that changed', async () => {
    const server = await aPictureServer()
    const before = await pathOf(server)
    const { rawPayload: empty } = await server.app.inject(before)
    expect(await pathOf(server)).toBe(before)
    await aQueuedPost(server)
    expect(await pathOf(server)).not.toBe(before)
    const { rawPayload: changed } = await server.app.inject(before)
    expect(changed.equals(empty)).toBe(false)
  })

  test('is at its address for fourteen days', async () => {
    const server = await aPictureServer()
    const url = await pathOf(server)
    server.clock.advance(14 * DAY_MS)
    expect((await server.app.inject(url)).statusCode).toBe(200)
    server.clock.advance(DAY_MS)
    expect((await server.app.inject(url)).statusCode).toBe(404)
  })

  test('is not in the description of the API', async () => {
    const { app } = await aPictureServer()
    expect((await app.inject('/openapi.json')).payload).not.toContain('/pictures/')
  })

  test('that cannot be drawn at the moment is 503, and nobody may keep that', async () => {
    const server = await aPictureServer({ charts: { fourWeeks: () => Promise.reject(mediaBusy()) } })
    const { statusCode, headers } = await server.app.inject(await pathOf(server))
    expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([503, '5', 'no-store'])
  })

  test('leaves no address in the log', async () => {
    const server = await aPictureServer()
    const url = await pathOf(server)
    await server.app.inject(url)
    await server.app.inject(`${url}x`)
    const signature = /([A-Za-z0-9_-]{43})\.png$/.exec(url)?.[1] ?? ''
    expect(logged.join('\n')).toContain('/pictures/schedule/:name')
    expect(logged.filter((words) => words.includes(signature))).toEqual([])
  })
})

describe('an address that we did not give', async () => {
  const [server, other] = [await aPictureServer(), await aPictureServer()]
  const url = await pathOf(server)
  const [, organizationId, accountId, content, clock, lastDay, signature] =
    /\/(\d+)_(\d+)_([0-9a-f]+)_(12|24)_(\d{8})_(.+)\.png$/.exec(url) ?? []
  const named = (...parts: (string | undefined)[]) => `/pictures/schedule/${parts.join('_')}.png`
  const last = (signature ?? '').at(-1) === 'A' ? 'E' : 'A'

  test.each([
    ['for another account', named(other.organizationId, other.accountId, content, clock, lastDay, signature)],
    ['for another organization', named(other.organizationId, accountId, content, clock, lastDay, signature)],
    ['for longer', named(organizationId, accountId, content, clock, '20991231', signature)],
    ['with other content', named(organizationId, accountId, '0'.repeat(16), clock, lastDay, signature)],
    ['with another clock', named(organizationId, accountId, content, '12', lastDay, signature)],
    [
      'with another signature',
      named(organizationId, accountId, content, clock, lastDay, `${(signature ?? '').slice(0, -1)}${last}`),
    ],
    ['without a signature', named(organizationId, accountId, content, clock, lastDay)],
    ['with a shorter signature', named(organizationId, accountId, content, clock, lastDay, (signature ?? '').slice(0, -1))],
    ['of another kind', url.replace('.png', '.svg')],
    ['with more behind it', `${url}.png`],
    ['with a folder in it', '/pictures/schedule/..%2f..%2fetc%2fpasswd'],
    ['far too long', `/pictures/schedule/${'1'.repeat(600)}.png`],
  ])('%s is the one 404', async (_what, wrong) => {
    const [refused, unknown] = [await server.app.inject(wrong), await server.app.inject('/pictures/nothing')]
    const withoutId = ({ payload }: { payload: string }) => payload.replace(/"requestId":"[^"]+"/, '')
    expect(refused.statusCode).toBe(404)
    expect(withoutId(refused)).toBe(withoutId(unknown))
  })

  test('or of an account that is gone is the one 404', async () => {
    const { deps, organizationId } = other
    const signed = schedulePicturePath(deps, {
      organizationId,
      accountId: '999999',
      weeks: await readFourWeeks(deps, other.actor, { accountId: other.accountId }),
      hasTwelveHours: false,
    })
    const { statusCode, payload } = await other.app.inject(signed)
    expect([statusCode, JSON.parse(payload)]).toMatchObject([404, { error: { message: 'Resource not found.' } }])
  })
})

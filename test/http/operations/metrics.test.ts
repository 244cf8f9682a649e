import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../../src/config/config.js'
import type { Db } from '../../../src/core/ports/deps.js'
import { openPool } from '../../../src/db/pool.js'
import { buildServer } from '../../../src/http/server.js'
import { makeMetrics } from '../../../src/metrics/metrics.js'
import { root } from '../../../src/root.js'
import { openMetrics } from '../../../src/start/open-metrics.js'
import { aDatabase } from '../../support/database.js'
import { aWorld } from '../../support/world.js'

const { db } = await aDatabase()
const { deps } = await aWorld(db)
const closed: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all(closed.map((close) => close())))

const TOKEN = 'f00dfeed'.repeat(4)
const loops = [
  { name: 'publisher', heartbeatAgoMs: () => 1_500 },
  { name: 'cron', heartbeatAgoMs: () => null },
]
const sandbox = { mode: 'sandbox', metricsToken: null } as const

async function aWatched(config: Parameters<typeof openMetrics>[0] = sandbox, over: Db = db) {
  const metrics = makeMetrics()
  const opened = openMetrics(config, { deps: { ...deps, db: over }, metrics, loops })
  const app = await buildServer({ ...deps, meter: metrics.meter }, opened ? { metrics: opened } : {})
  closed.push(() => app.close())
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
  const scrape = async (headers: Record<string, string> = {}) => (await get('/metrics', headers)).payload
  return { ...metrics, app, get, scrape }
}
const line = (text: string, start: string) => text.split('\n').find((one) => one.startsWith(start))

test('the figures come as Prometheus reads them, and are kept by nobody on the way', async () => {
  const { get } = await aWatched()
  const { statusCode, headers, payload } = await get('/metrics')
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({ 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' })
  expect(payload).toContain('# TYPE pinslot_due_pins gauge\npinslot_due_pins 0\n')
  expect(payload).toContain('pinslot_loop_beat_age_seconds{loop="publisher"} 1.5\n')
  expect(payload).not.toContain('loop="cron"')
  expect(payload).toContain('nodejs_eventloop_lag_p99_seconds')
})

test.each([
  ['no token', {}],
  ['another token', { authorization: `Bearer ${'f00dfeee'.repeat(4)}` }],
  ['the beginning of the token', { authorization: `Bearer ${TOKEN.slice(0, -1)}` }],
  ['another scheme', { authorization: `Basic ${TOKEN}` }],
])('behind a token they are told to nobody who comes with %s', async (_what, headers) => {
  const { get } = await aWatched({ mode: 'production', metricsToken: TOKEN })
  const response = await get('/metrics', headers)
  expect(response.statusCode).toBe(401)
  expect(response.headers['www-authenticate']).toBe('Bearer')
  expect(response.json()).toMatchObject({
    error: { code: 'UNAUTHORIZED', message: expect.stringContaining('METRICS_TOKEN') as string },
  })
})

test('the token opens them, in production and in the sandbox', async () => {
  for (const mode of ['production', 'sandbox'] as const) {
    const { scrape } = await aWatched({ mode, metricsToken: TOKEN })
    expect(await scrape({ authorization: `Bearer ${TOKEN}` })).toContain('pinslot_due_pins 0')
    expect(await scrape()).not.toContain('pinslot_due_pins')
  }
})

test('production without a token has no such address', async () => {
  const { get } = await aWatched({ ...readConfig({}), mode: 'production' })
  expect((await get('/metrics')).statusCode).toBe(404)
})

test('requests are counted by the template of their route, never by an address: no id, no name, no token is in a label', async () => {
  const { app, get, scrape } = await aWatched()
  await get('/v1/accounts/4711/posts/815?cursor=secret')
  await get('/calendar/secret.ics')
  await get('/made-up/secret-4711')
  await app.inject({ method: 'PROPFIND' as 'GET', url: '/health/live' })
  await get('/health/live')
  const text = await scrape()
  const labels = text.match(/\{[^}]*\}/g) // the figures may have any digits
  expect(labels?.length).toBeGreaterThan(0)
  expect(labels?.join('\n')).not.toMatch(/secret|4711|815|made-up|PROPFIND/)
  const count = 'pinslot_http_request_duration_seconds_count'
  expect(line(text, `${count}{method="GET",route="/v1/accounts/:accountId/posts/:postId",status="4xx"}`)).toMatch(/ 1$/)
  expect(line(text, `${count}{method="GET",route="none",status="4xx"}`)).toMatch(/ 1$/)
  expect(line(text, `${count}{method="GET",route="/health/live",status="2xx"}`)).toMatch(/ 1$/)
  expect(line(text, `${count}{method="other"`)).toBeDefined()
})

test('while the database is gone the rest is told, and of what is not known nothing', async () => {
  const gone = openPool('postgres://app@127.0.0.1:9/none', { max: 1 })
  closed.push(() => gone.close())
  let at: Db = db
  const turning: Db = {
    sql: db.sql,
    tx: (work, options) => at.tx(work, options),
    listen: (channel, onNotify) => db.listen(channel, onNotify),
    isDistributed: () => db.isDistributed(),
  }
  const { scrape } = await aWatched(sandbox, turning)
  expect(line(await scrape(), 'pinslot_due_pins')).toBe('pinslot_due_pins 0')
  at = gone
  const text = await scrape()
  expect(text).toContain('pinslot_backlog_read 0\n')
  expect(line(text, 'pinslot_due_pins')).toBeUndefined()
  expect(text).toContain('pinslot_loop_beat_age_seconds{loop="publisher"} 1.5\n')
  at = db
  expect(await scrape()).toContain('pinslot_backlog_read 1\n')
})

test('several scrapes at once share one reading of the database', async () => {
  let readings = 0
  const counting: Db = {
    sql: db.sql,
    tx: (work, options) => {
      readings++
      return db.tx(work, options)
    },
    listen: (channel, onNotify) => db.listen(channel, onNotify),
    isDistributed: () => db.isDistributed(),
  }
  const { scrape } = await aWatched(sandbox, counting)
  await Promise.all([scrape(), scrape(), scrape()])
  expect(readings).toBe(1)
  await scrape()
  expect(readings).toBe(2)
})

test('what a job has not done yet is there as zero, so that its first failure is seen to grow', async () => {
  const { meter, scrape } = await aWatched()
  meter.tickRan('boards', 'done')
  expect(await scrape()).toContain('pinslot_cron_ticks_total{tick="boards",result="failed"} 0')
})

async function everyFigure() {
  const { meter, scrape } = await aWatched()
  meter.publishEnded('read back', 'failed', 'missed')
  meter.platformCalled({ operation: 'create_pin', result: 'ok', ms: 1 })
  meter.noticeTried('gave up')
  meter.draftsRated('local', true)
  meter.connectionTaken('slack', 1)
  meter.tickRan('purge', 'done')
  meter.requestAnswered({ method: 'GET', route: '/', status: 200, ms: 1 })
  const text = await scrape()
  const labelsOf = (name: string) =>
    [...(new RegExp(`^${name}(?:_count)?\\{(.*)\\} `, 'm').exec(text)?.[1] ?? '').matchAll(/(\w+)=/g)].map(([, label]) => label!)
  return { text, figures: [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => [name!, labelsOf(name!)] as const) }
}

test('docs/operating.md names every figure of ours, with its labels, and no other', async () => {
  const { figures } = await everyFigure()
  const docs = readFileSync(path.join(root, 'docs/operating.md'), 'utf8')
  const documented = [...docs.matchAll(/^\| `(pinslot_\w+)(?:\{([\w, ]+)\})?` \|/gm)].map(([, name, labels]) => [
    name!,
    labels?.split(', ') ?? [],
  ])
  expect(documented.sort()).toEqual(figures.filter(([name]) => name.startsWith('pinslot_')).sort())
})

test.each(['deploy/prometheus/alerts.yml', 'deploy/grafana/pinslot.json'])(
  '%s asks for figures that are there, by labels that they have',
  async (file) => {
    const { text, figures } = await everyFigure()
    const labels = new Map(figures)
    const asked = [...readFileSync(path.join(root, file), 'utf8').matchAll(/\b((?:pinslot|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)]
    expect(asked.length).toBeGreaterThan(5)
    for (const [, name = '', matchers = ''] of asked) {
      const figure = name.replace(/_(bucket|count|sum)$/, '')
      expect(text, name).toContain(`\n${name}`)
      // `job` is of each target: a scrape gives it.
      for (const [, label] of matchers.matchAll(/(\w+)(?:!?=~?)/g))
        expect(['job', ...(labels.get(figure) ?? [])], name).toContain(label)
    }
  },
)

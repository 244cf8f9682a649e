/**
 * From the bytes of a page to its drafts, over the pages of test/fixtures/pages, against cheerio.load alone in the same run; pages of 5 MB and
 * hostile ones. Then the whole job on a database of its own: pages a minute against the same drafts in batches, and how late other
 * organizations' pins are beside it. Ends with 1 over a bar.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { load } from 'cheerio'
import { compose } from '../src/core/sources/generations/compose/compose.js'
import { makeLocalStorage } from '../src/storage/local.js'
import { decode } from '../src/web/decode.js'
import { readContent } from '../src/web/page/read-content.js'
import { root } from '../src/root.js'
import { startPictures } from './support/batch/pictures.js'
import { residentMiB, startForked } from './support/forked.js'
import { HEAVY } from './support/generate/heavy.js'
import { aTeam, type Bench, keep, lateness, queue, type Team, untilSent } from './support/neighbours/world.js'
import { at, endByBars, judge, ms } from './support/slots/figures.js'
import { withBench } from './support/world.js'
import { isSmoke } from './support/options.js'

const ROUNDS = isSmoke ? 2 : 20
const TEAMS = isSmoke ? 3 : 12
const PAGES_EACH = isSmoke ? 3 : 10
/** A short run proves that it runs: machines that do other things beside it are slow. */
const SLACK = isSmoke ? 5 : 1
const BARS = {
  p95Ms: 2_000,
  heavyMs: 2_000 * SLACK,
  heavyMiB: 800,
  aMinute: 60 / SLACK,
  latenessTimes: 2 * SLACK,
  latenessMs: 1_000 * SLACK,
}

const folder = path.join(root, 'test/fixtures/pages')
const addresses = JSON.parse(readFileSync(path.join(folder, 'addresses.json'), 'utf8')) as Record<string, string>
const pages = Object.entries(addresses).map(([name, address]) => ({
  name,
  address,
  bytes: readFileSync(path.join(folder, `${name}.html`)),
}))

const drafts = (html: string, address: string) => compose(readContent(html, address), { drafts: 3 })

/** Each page by turns with the yardstick, so that the machine's mood counts on both sides. */
function fromBytes(): void {
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let round = -1; round < ROUNDS; round++) {
    for (const { address, bytes } of pages) {
      const start = performance.now()
      load(decode(bytes, 'text/html'))
      const loaded = performance.now()
      const made = drafts(decode(bytes, 'text/html'), address)
      const end = performance.now()
      if (made.kind !== 'composed') throw new Error(`${address} has no draft`)
      if (round < 0) continue // what is done for the first time takes longer
      theirs.push(loaded - start)
      ours.push(end - loaded)
    }
  }
  const [mine, yard] = [ours, theirs].map((took) => took.sort((a, b) => a - b)) as [number[], number[]]
  console.log(`From the bytes of ${pages.length} pages to three drafts of each, ${ROUNDS} times`)
  console.log(
    `  p50 ${ms(at(mine, 0.5))}, ${(at(mine, 0.5) / at(yard, 0.5)).toFixed(1)} times cheerio.load alone (${ms(at(yard, 0.5))})`,
  )
  judge(
    'p95',
    `${ms(at(mine, 0.95))}, ${(at(mine, 0.95) / at(yard, 0.95)).toFixed(1)} times cheerio.load alone (${ms(at(yard, 0.95))})`,
    ms(BARS.p95Ms),
    at(mine, 0.95) > BARS.p95Ms,
  )
}

function heavy(): void {
  console.log('Pages of 5 MB')
  for (const [what, make] of Object.entries(HEAVY)) {
    const html = make()
    const start = performance.now()
    const { kind } = drafts(html, 'https://x.example.com/page')
    const took = performance.now() - start
    judge(`${what} (${kind})`, ms(took), ms(BARS.heavyMs), took > BARS.heavyMs)
  }
  const peak = process.resourceUsage().maxRSS / 1024
  judge('memory of the process at most', `${peak.toFixed(0)} MiB`, `${BARS.heavyMiB} MiB`, peak > BARS.heavyMiB)
}

type Ask = { team: Team; host: string }

const call = async (api: string, { key, world }: Team, method: 'GET' | 'POST', where: string, body?: object) => {
  const answer = await fetch(`${api}/v1/accounts/${world.accountId}${where}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${where} was answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { data: unknown }).data
}

/** Websites with a page each: a copy of one of ours. */
async function asksFor(bench: Bench, webFolder: string, round: string): Promise<Ask[]> {
  const asks: Ask[] = []
  for (let team = 0; team < TEAMS; team++) {
    const made = await aTeam(bench.db, 1)
    for (let page = 0; page < PAGES_EACH; page++) {
      const host = `${round}-${team}-${page}.example.com`
      mkdirSync(path.join(webFolder, host))
      const { bytes } = pages[(team * PAGES_EACH + page) % pages.length]!
      writeFileSync(path.join(webFolder, host, 'index.html'), bytes)
      asks.push({ team: made, host })
    }
  }
  return asks
}

/** Asked for at once. @returns the drafts of each, once all are over */
async function generateAll(
  { api, db }: Bench,
  asks: readonly Ask[],
): Promise<{ tookMs: number; drafts: number; failed: number }> {
  const from = performance.now()
  for (const { team, host } of asks) await call(api, team, 'POST', '/generations', { url: `https://${host}/` })
  const organizations = [...new Set(asks.map(({ team }) => team.world.organizationId))]
  for (;;) {
    const [row] = await db.sql<[{ open: number; failed: number }]>`
      select count(*) filter (where status in ('queued', 'processing'))::int as open, count(*) filter (where status = 'failed')::int as failed
        from generations
       where organization_id = any (${organizations}::bigint[])`
    if (row.open === 0) {
      const tookMs = performance.now() - from
      const [made] = await db.sql<[{ drafts: number }]>`
        select count(*)::int as drafts from posts where organization_id = any (${organizations}::bigint[]) and generation_id is not null`
      return { tookMs, drafts: made.drafts, failed: row.failed }
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** The yardstick: as many drafts with pictures of their own, three in a batch, as many batches at a time as the job has pages. */
async function inBatches({ api, db }: Bench, count: number): Promise<number> {
  const teams = await Promise.all(Array.from({ length: 6 }, () => aTeam(db, 1)))
  const from = performance.now()
  await Promise.all(
    teams.map(async (team, at) => {
      for (let n = at; n < count; n += teams.length) {
        const post = (index: number) => ({
          mediaUrl: `https://pictures.bench/${team.world.organizationId}/${n}/${index}.jpg`,
          title: `Shelf ${index}`,
          description: 'Open shelves keep plates within reach.',
          url: `https://x.example.com/${n}`,
          boardId: '101',
        })
        await call(api, team, 'POST', '/posts/batch', { posts: [post(1), post(2), post(3)], mode: 'draft' })
      }
    }),
  )
  return performance.now() - from
}

const AHEAD_MS = 2_500
let quiet = 0
/** Small pins of ten organizations over three seconds. @returns how late they reached the platform, sorted */
async function pickups(bench: Bench, beside: () => Promise<unknown>): Promise<number[]> {
  const name = `quiet${++quiet}`
  const teams = await Promise.all(Array.from({ length: 10 }, () => aTeam(bench.db, 1)))
  const media = await Promise.all(teams.map((team) => keep(bench, team, 300_000)))
  const due = new Date(Date.now() + AHEAD_MS)
  for (const [n, team] of teams.entries())
    await queue(bench.db, team, { name, count: 10, at: due, withinMs: 3_000, mediaIds: [media[n]!] })
  await Promise.all([untilSent(bench.db, name), beside()])
  return lateness(bench, name)
}

fromBytes()
heavy()
await withBench(async ({ db, target }) => {
  const webFolder = path.join(target.dir, 'web')
  mkdirSync(webFolder, { recursive: true })
  const pictures = await startPictures({ isSame: true })
  const platform = await startForked(new URL('./support/neighbours/platform.js', import.meta.url), {})
  const service = await startForked(new URL('./support/neighbours/service.js', import.meta.url), {
    ...target,
    platformUrl: platform.url,
    picturesUrl: pictures.url,
    webFolder,
  })
  const storage = makeLocalStorage({
    dir: target.dir,
    publicUrl: () => '',
    secret: Buffer.from('bench'),
    clock: () => new Date(),
  })
  const bench: Bench = { db, storage, api: service.url, platform: platform.url, pid: service.pid }
  try {
    console.log(`The whole job: ${TEAMS} organizations with ${PAGES_EACH} pages each`)
    await generateAll(bench, (await asksFor(bench, webFolder, 'first')).slice(0, 3)) // what is done for the first time takes longer
    const alone = await pickups(bench, async () => undefined)
    const asks = await asksFor(bench, webFolder, 'page')
    let done = { tookMs: 0, drafts: 0, failed: 0 }
    const beside = await pickups(bench, async () => (done = await generateAll(bench, asks)))
    const batchesMs = await inBatches(bench, asks.length)
    const aMinute = (ms: number) => (asks.length / ms) * 60_000
    if (done.failed > 0) throw new Error(`${done.failed} of ${asks.length} pages failed`)
    judge(
      'pages a minute, all asked for at once',
      `${aMinute(done.tookMs).toFixed(0)} (${done.drafts} drafts), ${(done.tookMs / batchesMs).toFixed(1)} times as long as three drafts in a batch (${aMinute(batchesMs).toFixed(0)} a minute)`,
      `${BARS.aMinute} a minute`,
      aMinute(done.tookMs) < BARS.aMinute,
    )
    const most = Math.max(at(alone, 0.99) * BARS.latenessTimes, BARS.latenessMs)
    judge(
      'pins of others beside it, p99 late',
      `${ms(at(beside, 0.99))}, alone ${ms(at(alone, 0.99))}`,
      ms(most),
      at(beside, 0.99) > most,
    )
    console.log(`  memory of the service: ${(residentMiB(service.pid) ?? 0).toFixed(0)} MiB`)
  } finally {
    service.stop()
    platform.stop()
    pictures.stop()
  }
})
endByBars()

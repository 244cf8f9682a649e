/**
 * Batches of a hundred posts: by upload onto the schedule, and by address as drafts; what the process weighs meanwhile, and how late the pins of
 * ten other organizations are beside it. Ends with 1 over a bar.
 */
import { mapConcurrently } from '../src/core/lib/work/concurrency.js'
import { makeLocalStorage } from '../src/storage/local.js'
import { anotherPicture, startPictures } from './support/batch/pictures.js'
import { residentMiB, startForked } from './support/forked.js'
import { aTeam, type Bench, keep, lateness, queue, type Team, untilSent } from './support/neighbours/world.js'
import { at, endByBars, judge, ms } from './support/slots/figures.js'
import { withBench } from './support/world.js'
import { isSmoke } from './support/options.js'

const POSTS = isSmoke ? 20 : 100
/** A short run proves that it runs: machines that do other things beside it are slow. */
const BARS = {
  uploadMs: isSmoke ? 20_000 : 5_000,
  addressMs: 20_000,
  lateTimes: isSmoke ? 10 : 2,
  lateFloorMs: 500,
  moreMiB: isSmoke ? 300 : 150,
}
const AHEAD_MS = 2_000
let runs = 0

await withBench(async ({ db, target }) => {
  const pictures = await startPictures()
  const platform = await startForked(new URL('./support/neighbours/platform.js', import.meta.url), {})
  const service = await startForked(new URL('./support/neighbours/service.js', import.meta.url), {
    ...target,
    platformUrl: platform.url,
    picturesUrl: pictures.url,
  })
  const clock = () => new Date()
  const storage = makeLocalStorage({ dir: target.dir, publicUrl: () => '', secret: Buffer.from('bench'), clock })
  const bench: Bench = { db, storage, api: service.url, platform: platform.url, pid: service.pid }
  try {
    const team = await aTeam(db, 1)
    await manySlots(bench, team)
    await create(bench, team, { posts: await byUpload(bench, team, 2), mode: 'schedule' }) // what is done for the first time takes longer
    const before = residentMiB(bench.pid) ?? 0
    let peak = before
    const timer = setInterval(() => (peak = Math.max(peak, residentMiB(bench.pid) ?? 0)), 20)
    const uploads = await byUpload(bench, team, POSTS)
    const uploadMs = await timed(() => create(bench, team, { posts: uploads, mode: 'schedule' }))
    judge(`${POSTS} by upload, onto the schedule`, ms(uploadMs), ms(BARS.uploadMs), uploadMs > BARS.uploadMs)
    const addressMs = await timed(() => create(bench, team, { posts: byAddress(POSTS), mode: 'draft' }))
    judge(`${POSTS} drafts by address`, ms(addressMs), ms(BARS.addressMs), addressMs > BARS.addressMs)
    const previewMs = await timed(() => create(bench, team, { posts: byAddress(POSTS), mode: 'schedule', preview: true }))
    console.log(`  a preview of ${POSTS} by address: ${ms(previewMs)}`)
    clearInterval(timer)
    judge(
      'memory above an idle process',
      `${(peak - before).toFixed(0)} MiB`,
      `${BARS.moreMiB} MiB`,
      peak - before > BARS.moreMiB,
    )

    const alone = at(await pickups(bench, async () => {}), 0.99)
    const ready = await byUpload(bench, team, POSTS)
    const beside = at(
      await pickups(bench, async () => {
        await create(bench, team, { posts: ready, mode: 'schedule' })
        await create(bench, team, { posts: byAddress(POSTS), mode: 'schedule' })
      }),
      0.99,
    )
    const most = Math.max(BARS.lateTimes * alone, BARS.lateFloorMs)
    judge(
      'pins of other organizations, p99 late',
      `${ms(alone)} alone, ${ms(beside)} beside two batches`,
      ms(most),
      beside > most,
    )
  } finally {
    service.stop()
    platform.stop()
    pictures.stop()
  }
})
endByBars()

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** Ten teams, some pins each over three seconds, while `noise` goes on. */
async function pickups(bench: Bench, noise: () => Promise<void>): Promise<number[]> {
  const name = `beside${++runs}`
  const teams = await Promise.all(Array.from({ length: 10 }, () => aTeam(bench.db, 1)))
  const mediaIds = await Promise.all(teams.map((team) => keep(bench, team, 300_000)))
  const due = new Date(Date.now() + AHEAD_MS)
  for (const [n, team] of teams.entries())
    await queue(bench.db, team, { name, count: 20, at: due, withinMs: 3_000, mediaIds: [mediaIds[n]!] })
  const noisy = noise()
  await untilSent(bench.db, name)
  await noisy
  return lateness(bench, name)
}

async function manySlots({ db }: Bench, { world }: Team): Promise<void> {
  await db.sql`
    insert into timeslots (organization_id, account_id, day, minute, timezone, type, created_at)
    select ${world.organizationId}, ${world.accountId}, day, 480 + 60 * n, 'UTC', 'manual', ${new Date()}
      from generate_series(0, 6) day, generate_series(0, 5) n`
}

function copy(number: number): object {
  return {
    title: `Pin ${number}`,
    description: 'One of many',
    url: `https://example.com/batch/${number % 40}`,
    boardId: number % 3 === 0 ? '102' : '101',
  }
}

function byAddress(count: number): object[] {
  return Array.from({ length: count }, (_, number) => ({
    ...copy(number),
    mediaUrl: `https://pictures.bench/${++runs}-${number}.jpg`,
  }))
}

function byUpload(bench: Bench, team: Team, count: number): Promise<object[]> {
  return mapConcurrently(Array.from({ length: count }).keys(), 4, async (number) => {
    type Slot = { data: { upload: { uploadId: string; uploadUrl: string } } }
    const { data } = (await post(bench, team, '/v1/media/uploads', { extension: 'jpg' })) as Slot // as it is described
    const put = await fetch(data.upload.uploadUrl, {
      method: 'PUT',
      headers: { 'content-type': 'image/jpeg' },
      body: new Uint8Array(anotherPicture()),
    })
    if (!put.ok) throw new Error(`the PUT answered ${put.status}`)
    return { ...copy(number), uploadId: data.upload.uploadId }
  })
}

function create(bench: Bench, team: Team, body: object): Promise<unknown> {
  return post(bench, team, `/v1/accounts/${team.world.accountId}/posts/batch`, body)
}

async function post({ api }: Bench, { key }: Team, path: string, body: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
  const answer = await fetch(api + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`)
  return answer.json()
}

/** What one team asks for while others work: a row for each thing that they share. */
import sharp from 'sharp'
import { enqueueNotice } from '../../../src/core/notices/notices.js'
import { residentMiB, startForked } from '../forked.js'
import type { CallersTarget } from './callers.js'
import {
  aTeam,
  attach,
  type Bench,
  click,
  dribble,
  get,
  keep,
  lateness,
  me,
  post,
  queue,
  slotsOf,
  timed,
  type Team,
  untilSent,
} from './world.js'

/** Of the neighbours, in ms, sorted; and further remarks. */
export type Measured = { took: number[]; peakMiB?: number; note?: string }
export type Row = {
  name: string
  /** Below it nothing is too slow, in ms: figures of a quiet machine are tiny. */
  floorMs: number
  /** Of the process, in MiB. */
  mostMiB?: number
  measure(bench: Bench, noisy: boolean): Promise<Measured>
}

const MIB = 1024 * 1024
const AHEAD_MS = 2_500
let runs = 0
const named = (what: string) => `${what}${++runs}`

/** The highest of the process while `work` goes on. */
async function peakOf(pid: number, work: () => Promise<void>): Promise<number> {
  let peak = 0
  const timer = setInterval(() => (peak = Math.max(peak, residentMiB(pid) ?? 0)), 20)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return peak
}

/** Made ready beforehand; `queue` puts it on the schedule. */
type Noise = { name: string; queue: (at: Date) => Promise<void> }

/** Small pins of ten teams over three seconds, beside what `noise` queues for the same instant. */
async function pickups(bench: Bench, makeNoise?: () => Promise<Noise>): Promise<Measured> {
  const { db } = bench
  const name = named('quiet')
  const teams = await Promise.all(Array.from({ length: 10 }, () => aTeam(db, 1)))
  const media = await Promise.all(teams.map((team) => keep(bench, team, 300_000)))
  const noise = await makeNoise?.()
  const at = new Date(Date.now() + AHEAD_MS)
  await noise?.queue(at)
  for (const [n, team] of teams.entries()) await queue(db, team, { name, count: 20, at, withinMs: 3_000, mediaIds: [media[n]!] })
  const peakMiB = await peakOf(bench.pid, async () => {
    await untilSent(db, name)
    if (noise) await untilSent(db, noise.name)
  })
  return { took: await lateness(bench, name), peakMiB }
}

async function oldCarousels(bench: Bench, size: number): Promise<Noise> {
  const team = await aTeam(bench.db, 10)
  const mediaIds: string[] = []
  for (let n = 0; n < 5; n++) mediaIds.push(await keep(bench, team, size))
  const name = named('noisy')
  return { name, queue: (at) => queue(bench.db, team, { name, count: 1, at, mediaIds }) }
}

async function manyPins(bench: Bench, accounts: number): Promise<Noise> {
  const team = await aTeam(bench.db, accounts)
  const name = named('slow')
  const mediaIds = [await keep(bench, team, 300_000)]
  return { name, queue: (at) => queue(bench.db, team, { name, count: 10, at, mediaIds }) }
}

/** From the time at which it may begin to the end of its upload. */
async function videos(bench: Bench, noisy: boolean, large: { count: number; bytes: number }): Promise<Measured> {
  const { db } = bench
  const soon = () => new Date(Date.now() + 5 * 60_000)
  if (noisy) {
    const team = await aTeam(db, 1)
    const mediaIds = [await keep(bench, team, large.bytes, 'video')]
    await queue(db, team, { name: named('large'), count: large.count, at: soon(), mediaIds, mediaType: 'video' })
  }
  const took = []
  for (let n = 0; n < 5; n++) {
    const team = await aTeam(db, 1)
    const mediaIds = [await keep(bench, team, 1 * MIB, 'video')]
    const from = performance.now()
    await queue(db, team, { name: named('small'), count: 1, at: soon(), mediaIds, mediaType: 'video' })
    const isThere = async () =>
      (
        await db.sql`select from video_jobs where organization_id = ${team.world.organizationId} and state in ('uploaded', 'succeeded')`
      ).length > 0
    while (!(await isThere())) await new Promise((resolve) => setTimeout(resolve, 10))
    took.push(performance.now() - from)
  }
  return { took: took.sort((a, b) => a - b) }
}

/** Until its end, again and again beside the neighbours. */
async function beside(count: number, noise: () => Promise<unknown>, work: () => Promise<number[]>): Promise<number[]> {
  let isOver = false
  const noises = Array.from({ length: count }, async () => {
    while (!isOver) await noise().catch(() => undefined) // refusals are what it gets
  })
  try {
    return await work()
  } finally {
    isOver = true
    await Promise.all(noises)
  }
}

async function conversions({ db, api }: Bench, noisy: boolean, rounds: number): Promise<Measured> {
  const [team, other] = [await aTeam(db, 1), await aTeam(db, 1)]
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: { r: ++runs % 256, g: 90, b: 20 } } })
  const small = async () => ({ extension: 'webp', bytes: await picture(1200, 1800).webp().toBuffer() })
  const large = async () => ({ extension: 'png', bytes: await picture(9000, 9000).png({ compressionLevel: 1 }).toBuffer() })
  const brought = await large()
  const work = () => timed(rounds, async () => attach(api, other, await small()))
  return {
    took: noisy
      ? await beside(
          6,
          () => attach(api, team, { ...brought, bytes: Buffer.concat([brought.bytes, Buffer.from(String(++runs))]) }),
          work,
        )
      : await work(),
  }
}

async function notices({ db }: Bench, noisy: boolean): Promise<Measured> {
  const now = new Date()
  const say = ({ world }: Team, destination: string) =>
    enqueueNotice(
      db.sql,
      {
        organizationId: world.organizationId,
        destination,
        dedupeKey: named('notice'),
        notice: { kind: 'pinPublished', accountId: '1', postId: '1' },
      },
      now,
    )
  if (noisy) {
    const team = await aTeam(db, 1)
    for (let n = 0; n < 200; n++) await say(team, `user:T1:Uslow${n % 20}`)
  }
  const others = await Promise.all(Array.from({ length: 5 }, () => aTeam(db, 1)))
  const from = performance.now()
  for (const [n, team] of others.entries()) await say(team, `user:T2:U${n}`)
  const ids = others.map(({ world }) => world.organizationId)
  const took: number[] = []
  while (took.length < others.length) {
    const [row] = await db.sql<[{ there: number }]>`
      select count(*)::int as there from outbox where organization_id = any(${ids}::bigint[]) and delivered_at is not null`
    while (took.length < row.there) took.push(performance.now() - from)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return { took }
}

async function requests({ db, api }: Bench, noisy: boolean, rounds: number): Promise<Measured> {
  const [team, other] = [await aTeam(db, 1), await aTeam(db, 1)]
  const target: CallersTarget = { url: `${api}/v1/accounts/${team.world.accountId}/posts?status=draft`, key: team.key }
  const callers = noisy ? await startForked(new URL('./callers.js', import.meta.url), target) : undefined
  try {
    return { took: await timed(rounds, () => get(api, other)) }
  } finally {
    callers?.stop()
  }
}

const DAY_MS = 24 * 60 * 60_000

/** A team with a schedule and pins on it, far ahead. */
async function aScheduledTeam(bench: Bench, count: number): Promise<Team & { postIds: string[] }> {
  const { sql } = bench.db
  const team = await aTeam(bench.db, 1)
  const { organizationId, accountId } = team.world
  await sql`
    insert into timeslots (organization_id, account_id, day, minute, timezone, type, created_at)
    select ${organizationId}, ${accountId}, n % 7, 360 + n / 7 * 60, 'America/New_York', 'manual', ${new Date()}
      from generate_series(0, 97) n`
  const mediaIds = [await keep(bench, team, 1_000)]
  const at = new Date(Date.now() + 30 * DAY_MS)
  await queue(bench.db, team, { name: named('scheduled'), count, at, withinMs: DAY_MS, mediaIds })
  const rows = await sql<{ id: string }[]>`select id from posts where organization_id = ${organizationId} order by id`
  return { ...team, postIds: rows.map(({ id }) => id) }
}

const CLIENTS = 8

/** Two teams, with eight clients each, preview that all pins of one account are moved; meanwhile `work` is timed. */
async function besideLocks(bench: Bench, { noisy, count }: { noisy: boolean; count: number }, work: () => Promise<number[]>) {
  if (!noisy) return work()
  const teams = [await aScheduledTeam(bench, count), await aScheduledTeam(bench, count)]
  let turn = 0
  const preview = () => {
    const team = teams[turn++ % teams.length]!
    const body = { ids: team.postIds, action: 'reschedule', preview: true }
    return post(bench.api, team, `/accounts/${team.world.accountId}/posts/bulk`, body).then((answer) => answer.arrayBuffer())
  }
  return beside(teams.length * CLIENTS, preview, work)
}

async function schedules(bench: Bench, noisy: boolean, count: number, rounds: number): Promise<Measured> {
  const other = await aTeam(bench.db, 1)
  return { took: await besideLocks(bench, { noisy, count }, () => timed(rounds, () => me(bench.api, other))) }
}

/** A click of a third team, beside eight people of each of two who move pins of one account, and the previews of these teams. */
async function clicks(bench: Bench, noisy: boolean, count: number, rounds: number): Promise<Measured> {
  const other = await aScheduledTeam(bench, 1)
  const movers = noisy ? [await aScheduledTeam(bench, 20), await aScheduledTeam(bench, 20)] : []
  const read = () => click(bench.api, { ...other, postId: other.postIds[0]!, what: 'read' })
  const work = () => besideLocks(bench, { noisy, count }, () => timed(rounds, read))
  let turn = 0
  const move = () => {
    const team = movers[turn++ % movers.length]!
    return click(bench.api, { ...team, postId: team.postIds[turn % team.postIds.length]!, what: 'move' })
  }
  return { took: await (noisy ? beside(movers.length * CLIENTS, move, work) : work()) }
}

async function connections({ db, api }: Bench, noisy: boolean, rounds: number): Promise<Measured> {
  const [team, other] = [await aTeam(db, 1), await aTeam(db, 1)]
  const ends = noisy ? Array.from({ length: 500 }, () => dribble(api, team)) : []
  try {
    return { took: await timed(rounds, () => get(api, other)) }
  } finally {
    for (const end of ends) end()
  }
}

async function disk({ db, api }: Bench, noisy: boolean): Promise<Measured> {
  const [team, other] = [await aTeam(db, 1), await aTeam(db, 1)]
  const note = noisy ? `${await slotsOf(api, team)} slots for videos, then 429` : ''
  const png = await sharp({ create: { width: 600, height: 900, channels: 3, background: '#468' } })
    .png()
    .toBuffer()
  return { took: await timed(5, () => attach(api, other, { extension: 'png', bytes: png })), note }
}

export function makeRows(isSmoke: boolean): Row[] {
  const size = (isSmoke ? 6 : 18) * MIB
  const rounds = isSmoke ? 5 : 40
  const large = isSmoke ? { count: 6, bytes: 10 * MIB } : { count: 50, bytes: 60 * MIB }
  return [
    {
      name: 'memory: ten carousels of five large pictures, kept by the version before',
      floorMs: 250,
      mostMiB: 400,
      measure: (bench, noisy) => pickups(bench, noisy ? () => oldCarousels(bench, size) : undefined),
    },
    {
      name: "publisher's places: hundreds of pins of many accounts, a platform slow with them",
      floorMs: 250,
      measure: (bench, noisy) => pickups(bench, noisy ? () => manyPins(bench, isSmoke ? 10 : 40) : undefined),
    },
    { name: "videos' places: large ones of one team", floorMs: 2_000, measure: (bench, noisy) => videos(bench, noisy, large) },
    {
      name: 'converter: pictures of 81 megapixels',
      floorMs: 2_000,
      measure: (bench, noisy) => conversions(bench, noisy, isSmoke ? 3 : 12),
    },
    { name: 'outbox: 200 notices for places that Slack is slow with', floorMs: 1_500, measure: notices },
    {
      name: 'request rate: 20 callers without a pause',
      floorMs: 250,
      measure: (bench, noisy) => requests(bench, noisy, rounds * 5),
    },
    {
      name: 'schedule locks: two teams, eight clients each, preview moves of 500 pins of one account',
      floorMs: 250,
      measure: (bench, noisy) => schedules(bench, noisy, isSmoke ? 50 : 500, rounds * 5),
    },
    {
      name: 'clicks: the same, and eight people of each of two teams move pins in Slack',
      floorMs: 250,
      measure: (bench, noisy) => clicks(bench, noisy, isSmoke ? 50 : 500, rounds * 5),
    },
    {
      name: 'connections: 500 whose body never comes',
      floorMs: 250,
      measure: (bench, noisy) => connections(bench, noisy, rounds * 5),
    },
    { name: 'disk: every slot for an upload', floorMs: 500, measure: disk },
  ]
}

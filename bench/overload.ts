/**
 * Three times as many requests as one process answers: what pins wait for beside them, who is refused and how soon, memory, and when all is as
 * before. All of it against the same run without the load. Ends with 1 over a bar.
 */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { makeLocalStorage } from '../src/storage/local.js'
import { root } from '../src/root.js'
import { residentMiB, startForked } from './support/forked.js'
import { aTeam, type Bench, get, keep, lateness, queue, timed, untilSent } from './support/neighbours/world.js'
import type { CrowdResult, CrowdTarget } from './support/overload/crowd.js'
import { at, bar, least, ms, printBars } from './support/slots/figures.js'
import { withBench } from './support/world.js'
import { isSmoke } from './support/options.js'

const SECONDS = isSmoke ? 4 : 15
const TEAMS = 40
const PINS_A_SECOND = 20
/** Of the start of a pin, at most; and of the requests that were taken. Machines that do other things beside it are slow. */
const PIN_MS = isSmoke ? 30_000 : 250
const TAKEN_MS = isSmoke ? 30_000 : 1_000
const RECOVERED_MS = 10_000
/** As .env.example has them. */
const ADMISSION = { loopMs: 50, databaseMs: 250, mostAtWork: 1_000 }

const crowd = (target: CrowdTarget) =>
  new Promise<CrowdResult>((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('./support/overload/crowd.js', import.meta.url)), [JSON.stringify(target)], {
      cwd: root,
    })
    child.once('message', (result) => resolve(result as CrowdResult)) // sent by crowd.ts
    child.once('exit', (code) => code !== 0 && reject(new Error(`the crowd ended with ${code}`)))
  })

await withBench(async ({ db, target }) => {
  const platform = await startForked(new URL('./support/neighbours/platform.js', import.meta.url), {})
  const serviceTarget = { ...target, platformUrl: platform.url, admission: ADMISSION }
  const service = await startForked(new URL('./support/neighbours/service.js', import.meta.url), serviceTarget)
  const storage = makeLocalStorage({
    dir: target.dir,
    publicUrl: () => '',
    secret: Buffer.from('bench'),
    clock: () => new Date(),
  })
  const bench: Bench = { db, storage, api: service.url, platform: platform.url, pid: service.pid }
  const memory = () => residentMiB(service.pid) ?? 0
  try {
    const teams = await Promise.all(Array.from({ length: TEAMS }, () => aTeam(db, 1)))
    const media = await Promise.all(teams.map((team) => keep(bench, team, 300_000)))
    await db.sql`
      with p as (
        insert into posts (organization_id, account_id, status, media_type, title, board_id, created_via, created_at, updated_at)
        select organization_id, id, 'draft', 'image', 'A pin ' || n, '101', 'api', now(), now()
          from accounts, generate_series(1, 20) n
         where organization_id in (select organization_id from media)
        returning organization_id, id
      )
      insert into post_media (organization_id, post_id, position, media_id)
      select p.organization_id, p.id, 0, m.id from p join media m using (organization_id)`
    const asks = teams.map(({ key, world }) => ({
      url: `${service.url}/v1/accounts/${world.accountId}/posts?status=draft&limit=20`,
      key,
    }))
    let runs = 0
    /** Pins that fall due one after the other, beside as many requests a second; lateness in ms, sorted. */
    const beside = async (perSecond: number) => {
      const name = `pins${++runs}`
      const begin = new Date(Date.now() + 1_500)
      for (const [n, team] of teams.slice(0, 10).entries())
        await queue(db, team, {
          name,
          count: (PINS_A_SECOND / 10) * SECONDS,
          at: begin,
          withinMs: SECONDS * 1_000,
          mediaIds: [media[n]!],
        })
      const asked = perSecond === 0 ? undefined : await crowd({ asks, perSecond: Math.round(perSecond), seconds: SECONDS + 1 })
      await untilSent(db, name)
      return { pins: await lateness(bench, name), asked }
    }
    const usual = async () => timed(isSmoke ? 20 : 100, () => get(service.url, teams.at(-1)!), 5)

    await crowd({ asks, perSecond: 200, seconds: 3 }) // what a process does for the first time takes longer
    // what it answers of more than it can while they come, which is its capacity: nobody counts those that it refused, or answered later
    const found = await crowd({ asks, perSecond: 4_000, seconds: isSmoke ? 3 : 8 })
    const capacity = found.inTime / (isSmoke ? 3 : 8)
    console.log(`one process answers ${capacity.toFixed(0)} requests a second of 4000`)
    const before = await usual()
    const alone = await beside(0)
    const half = await beside(capacity / 2)
    const rested = memory()
    const [first, second] = [await beside(3 * capacity), await beside(3 * capacity)]
    const endedAt = performance.now()
    const most = Math.max(2 * at(before, 0.99), isSmoke ? 1_000 : 100)
    let recovered = Number.NaN
    while (Number.isNaN(recovered) && performance.now() - endedAt < 3 * RECOVERED_MS) {
      const took = await timed(20, () => get(service.url, teams.at(-1)!), 5).catch(() => [Infinity])
      if (at(took, 0.99) <= most) recovered = performance.now() - endedAt
    }
    const atFirst = memory()
    await new Promise((resolve) => setTimeout(resolve, 2_000))

    const share = ({ took, refusedIn, failed }: CrowdResult) => took.length / (took.length + refusedIn.length + failed)
    for (const [what, { asked }] of [
      ['half of it', half],
      ['three times as many', first],
      ['once more', second],
    ] as const)
      console.log(
        `${what}: ${(100 * share(asked!)).toFixed(0)} % answered (p50 ${ms(at(asked!.took, 0.5))}, p99 ${ms(at(asked!.took, 0.99))}), ` +
          `${asked!.refusedIn.length} refused (p99 ${ms(at(asked!.refusedIn, 0.99))}), ${asked!.failed} failed`,
      )
    console.log(`start of a pin, p99: alone ${ms(at(alone.pins, 0.99))}, at half of it ${ms(at(half.pins, 0.99))}`)
    console.log(
      `  at three times as many ${bar('start of a pin at three times as many, p99', at(second.pins, 0.99), PIN_MS, 'ms')}`,
    )
    console.log(`those taken, p99 ${bar('requests that were taken, p99', at(second.asked!.took, 0.99), TAKEN_MS, 'ms')}`)
    const done = second.asked!.inTime / (SECONDS + 1) / capacity
    console.log(
      `answered, by the capacity: ${least('requests answered under overload by the capacity', done, isSmoke ? 0.2 : 0.6)}`,
    )
    console.log(`as before after ${bar('all as before', recovered, RECOVERED_MS, 'ms')}`)
    console.log(`memory: ${rested.toFixed(0)} MiB at rest, ${atFirst.toFixed(0)} after both`)
    console.log(`  by what it was: ${bar('memory after overload', atFirst / rested, isSmoke ? 3 : 1.6, 'times')}`)
    if (first.asked!.failed + second.asked!.failed > 0) throw new Error('requests failed: neither answered nor refused')
    if (!isSmoke) printBars()
  } finally {
    service.stop()
    platform.stop()
  }
})

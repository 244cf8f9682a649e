/** The publisher measured: how soon it takes what is due, how fast it publishes many, and what a claim costs in a long queue. */
import { claimDue } from '../../../src/core/publish/claim/claim-due.js'
import { listDue, nextPublishDue } from '../../../src/core/publish/claim/due.js'
import { releaseClaims } from '../../../src/core/publish/claim/requeue.js'
import type { Pool } from '../../../src/db/pool.js'
import type { Drain, Pickup } from './peers.js'
import { aPlatform, aPublisher, countLeft, noRequests, pause, queuePins, requireOnce, wall } from './world.js'
import { must, time } from '../slots/figures.js'

const START_IN_MS = 2_000
const DUE = 20

/** Lateness of each create call, in ms. */
export async function ourPickup(db: Pool, url: string, { jobs, withinMs }: Pickup): Promise<number[]> {
  const asked = noRequests()
  const publisher = aPublisher(url, aPlatform(asked))
  await publisher.start()
  await queuePins(db, { count: jobs, name: 'pickup', boards: 20, from: new Date(wall() + START_IN_MS), withinMs })
  await db.sql`select pg_notify('posts_due', '')`
  await pause(START_IN_MS + withinMs + 500)
  await untilDone(db)
  await publisher.close()
  await requireOnce(db, asked, { name: 'pickup', count: jobs })
  const due = await db.sql<
    { url: string; at: Date }[]
  >`select url, send_at as at from posts where url like 'https://example.com/pickup/%'`
  return due.map((one) => (asked.at.get(one.url) ?? Infinity) - one.at.getTime())
}

/** From the start of the loop to the last settled pin, in ms. */
export async function ourDrain(db: Pool, url: string, { jobs }: Drain): Promise<number> {
  const asked = noRequests()
  await queuePins(db, { count: jobs, name: 'drain', boards: 20, from: new Date(wall() - 1_000) })
  await db.sql`analyze posts`
  const publisher = aPublisher(url, aPlatform(asked))
  const from = performance.now()
  await publisher.start()
  const ms = (await untilDone(db)) - from
  await publisher.close()
  await requireOnce(db, asked, { name: 'drain', count: jobs })
  return ms
}

/** @param everyMs counting costs the database something, too. @returns when, by performance.now() */
export async function untilDone(db: Pool, everyMs = 20): Promise<number> {
  while ((await countLeft(db)) > 0) await pause(everyMs)
  return performance.now()
}

export type ClaimTimes = { claim: number[]; next: number[] }

/** Scan and claim of 20 pins that are due, and the query for the next due time; in ms. What was claimed is requeued. */
export async function claimTimes(db: Pool, rounds: number): Promise<ClaimTimes> {
  const { sql } = db
  const claim: number[] = []
  for (let round = 0; round < rounds; round++) {
    const now = new Date(wall())
    const from = performance.now()
    const claimed = await claimDue(db, await listDue(sql, { now, limit: 100, perAccount: 10 }), now)
    claim.push(performance.now() - from)
    must((await releaseClaims(db, claimed, now)).length === DUE, `${claimed.length} pins were claimed`)
  }
  return { claim: claim.sort((a, b) => a - b), next: await time(rounds, () => nextPublishDue(sql, new Date(wall()))) }
}

export const queueForClaims = (db: Pool) =>
  queuePins(db, { count: DUE, name: 'claim', boards: 20, from: new Date(wall() - 1_000) })

/**
 * A thousand events to fifty receivers of which five hang: how long after it was written an event is at the others, and what of it comes to
 * those that hang. And what an event costs the write that it tells of, where an endpoint wants it and where none does.
 */
import { performance } from 'node:perf_hooks'
import { openPool } from '../src/db/pool.js'
import { announceAccount, announceApproval } from '../src/core/events/announce.js'
import { createWebhook } from '../src/core/webhooks/create.js'
import type { Approval } from '../src/core/posts/approval/model.js'
import { makeShowSubject } from '../src/http/wire/webhook-event.js'
import { makeWebhooks } from '../src/jobs/webhooks.js'
import { aReceiver, aSender, answerWith, type Receiver } from '../test/core/webhooks/support/receiver.js'
import { anotherAccount } from '../test/support/factories.js'
import { aWorld, type World } from '../test/support/world.js'
import { at, bar, ms, must, p50, printBars, show, time } from './support/slots/figures.js'
import { withBench } from './support/world.js'
import { isSmoke } from './support/options.js'

const EVENTS = isSmoke ? 250 : 1_000
const RECEIVERS = 50
const HANGING = 5
/** Of one organization. */
const MOST = 20
const BAR_MS = 2_000
const PATIENCE_MS = 60_000

type Endpoint = { receiver: Receiver; accountId: string; hangs: boolean; world: World }

const anApproval = ({ organizationId }: World, accountId: string, postId: string): Approval => ({
  organizationId,
  accountId,
  postId,
  id: postId,
  batchId: null,
  state: 'open',
  requestedTime: { kind: 'nextOpenSlot' },
  dueAt: null,
  keptSlot: null,
  lostSlot: null,
  plan: null,
  waitsFor: null,
  decisions: [],
  onSilence: null,
  hold: null,
  editedBy: null,
  askedBy: 'key:1',
  askedWith: null,
  askedAt: new Date(),
  postVersion: 1,
  title: 'A shelf',
  changes: [],
  decidedBy: null,
  decidedAt: null,
  reason: null,
  revision: 1,
})
const postOf = (body: string) => (JSON.parse(body) as { data: { postId: string } }).data.postId // our own event

await withBench(async ({ target }) => {
  const db = openPool(target.url, { max: 10 })
  const loopDb = openPool(target.url, { max: 4 }) // as the service has
  const sender = aSender()
  try {
    const worlds = []
    for (let n = 0; n < Math.ceil(RECEIVERS / MOST); n++) worlds.push(await aWorld(db, { at: new Date() }))
    const settings = { ...worlds[0]!.deps.settings, webhooks: { allowsLoopback: true, ownPort: 1 } }
    const clock = () => new Date()
    const endpoints: Endpoint[] = []
    for (let n = 0; n < RECEIVERS; n++) {
      const world = worlds[Math.floor(n / MOST)]!
      const hangs = n % (RECEIVERS / HANGING) === 0
      const receiver = await aReceiver(hangs ? () => {} : answerWith(204))
      const { accountId } = await anotherAccount(world, `maker${n}`)
      const fields = { url: receiver.url, events: ['*'], accountIds: [accountId] }
      await createWebhook({ ...world.deps, settings, clock }, world.actor, fields)
      endpoints.push({ receiver, accountId, hangs, world })
    }
    const deps = { ...worlds[0]!.deps, db: loopDb, settings, clock }
    const loop = makeWebhooks(deps, { send: sender.send, show: makeShowSubject(settings), closeMs: 0 })
    await loop.start()

    const writtenAt = new Map<string, number>()
    await Promise.all(
      Array.from({ length: EVENTS }, async (_, n) => {
        const { world, accountId } = endpoints[n % RECEIVERS]!
        const postId = String(n) // each of a post of its own, so that none waits for another
        await announceApproval(db.sql, 'approval.requested', anApproval(world, accountId, postId), clock())
        writtenAt.set(postId, performance.now())
      }),
    )
    const well = endpoints.filter(({ hangs }) => !hangs)
    const expected = well.length * (EVENTS / RECEIVERS)
    const got = () => well.flatMap(({ receiver }) => receiver.received)
    const endsAt = performance.now() + PATIENCE_MS
    while (got().length < expected && performance.now() < endsAt) await new Promise((resolve) => setTimeout(resolve, 20))
    must(got().length === expected, `${got().length} of ${expected} events arrived`)
    // one that arrived before its own write was back took no time
    const lateness = got()
      .map(({ body, at: arrivedAt }) => Math.max(0, arrivedAt - (writtenAt.get(postOf(body)) ?? arrivedAt)))
      .sort((a, b) => a - b)
    const open = endpoints.filter(({ hangs }) => hangs).reduce((sum, { receiver }) => sum + receiver.received.length, 0)
    const p99 = bar('p99 of the receivers that do not hang', at(lateness, 0.99), BAR_MS, 'ms')
    console.log(
      `${EVENTS} events to ${RECEIVERS} receivers of which ${HANGING} hang, ${open} open there: the others p50 ${ms(p50(lateness))}, p99 ${p99}`,
    )
    await sender.close()
    await loop.close()
    for (const { receiver } of endpoints) await receiver.close()

    const { world: inTold, accountId: toldOf } = endpoints[1]!
    const told = { ...inTold, accountId: toldOf }
    const quiet = await aWorld(db, { at: new Date() })
    const rounds = isSmoke ? 200 : 2_000
    const write = (world: typeof quiet) =>
      time(rounds, () =>
        announceAccount(db.sql, 'account.connected', { organizationId: world.organizationId, id: world.accountId }, clock()),
      )
    console.log(`an event that nobody wants: ${show(await write(quiet))}; one that an endpoint wants: ${show(await write(told))}`)
    printBars()
  } finally {
    await sender.close().catch(() => {})
    await loopDb.close()
    await db.close()
  }
})

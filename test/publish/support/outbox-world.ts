/** An outbox whose other side answers as the test decides. */
import { enqueueNotice } from '../../../src/core/notices/notices.js'
import type { Delivery, Messenger } from '../../../src/core/ports/deps.js'
import type { Pool } from '../../../src/db/pool.js'
import { makeOutbox } from '../../../src/jobs/outbox.js'
import { aWorld, type World } from '../../support/world.js'

type DeliveredNotice = { key: string; destination: string; at: number }

/** The other side; the test decides its answers. */
export async function anOutbox(
  db: Pool,
  answer: (key: string, tries: number) => Delivery | Promise<Delivery> = () => ({ kind: 'delivered' }),
) {
  const delivered: DeliveredNotice[] = []
  const tries = new Map<string, number>()
  const messenger: Messenger = {
    async deliver({ dedupeKey: key, destination }) {
      tries.set(key, (tries.get(key) ?? 0) + 1)
      const delivery = await answer(key, tries.get(key)!)
      if (delivery.kind === 'delivered') delivered.push({ key, destination, at: world.clock.now.getTime() - begun })
      return delivery
    },
  }
  const world = await aWorld(db, { parts: { messenger } })
  const begun = world.clock.now.getTime()
  return { world, delivered, tries, outbox: makeOutbox(world.deps) }
}

export const say = (
  { deps, organizationId, clock }: World,
  key: string,
  { destination = 'account:1', postId = '1' }: { destination?: string; postId?: string } = {},
) => {
  const notice = { kind: 'pinPublished', accountId: '1', postId } as const
  return enqueueNotice(deps.db.sql, { organizationId, destination, dedupeKey: key, notice }, clock.now)
}

export async function workOutbox({ clock }: World, outbox: ReturnType<typeof makeOutbox>, ms: number): Promise<void> {
  const until = clock.now.getTime() + ms
  for (;;) {
    await outbox.drain()
    const next = await outbox.nextDue()
    if (next === null || next.getTime() > until) break
    if (next > clock.now) clock.now = next
  }
  clock.now = new Date(until)
}

export const stateOf = async ({ deps, organizationId }: World, key: string) => {
  const [row] = await deps.db.sql<
    { delivered_at: Date | null; dead_at: Date | null; attempt: number; last_error: string | null }[]
  >`
    select delivered_at, dead_at, attempt, last_error from outbox where organization_id = ${organizationId} and dedupe_key = ${key}`
  return row!
}

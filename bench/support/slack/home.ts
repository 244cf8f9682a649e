/** Home as it is drawn: of an account with 10,000 queued pins beside one with ten. */
import type { Pool } from '../../../src/db/pool.js'
import { viewOfHome } from '../../../src/slack/features/home/view.js'
import { aBusyAccount } from '../slots/account.js'
import { bar, must, p50, show, time, type Took, times } from '../slots/figures.js'

const FEW = 10
const MANY = 10_000
const HOME_MS = 50

/** What Slack never said of them. */
const UNKNOWN = { timezone: null, locale: null }

async function draw(db: Pool, queued: number, rounds: number): Promise<Took> {
  const { deps, actor, accountId } = await aBusyAccount(db, { queued })
  await db.sql`analyze posts`
  const member = { actor: { ...actor, via: 'slack' as const }, role: actor.role, currentAccountId: accountId, ...UNKNOWN }
  const drawing = { ...deps, picturesOf: async (asked: readonly unknown[]) => asked.map(() => null), pictureOf: async () => null }
  return time(rounds, async () => {
    const { view } = await viewOfHome(drawing, member, null)
    must(view.blocks.length > 5, 'Home came out empty')
  })
}

export async function measureHome(db: Pool, { isSmoke }: { isSmoke: boolean }): Promise<void> {
  const rounds = isSmoke ? 20 : 200
  const few = await draw(db, FEW, rounds)
  const many = await draw(db, MANY, rounds)
  console.log(`Home with ${MANY} queued pins: ${show(many)}, p50 ${bar('Home', p50(many), HOME_MS, 'ms')}`)
  console.log(`  with ${FEW}: ${show(few)}; ${times(p50(many) / p50(few))} it`)
}

/**
 * What stands between a caller and the platform: 1,000 boards from the cache beside a bare route with the same statement, 90 days of analytics
 * cold and cached, and our client beside bare undici on the same simulated platform (bar 1.3 times).
 */
import { request } from 'undici'
import { DAY_MS } from '../src/core/lib/duration.js'
import type { World } from '../test/support/world.js'
import { fire } from './support/fire.js'
import { startForked } from './support/forked.js'
import { withBench } from './support/world.js'
import { measureClient } from './support/platform-client.js'
import { TOKEN, v5 } from './support/simulated.js'
import { must, p50, show, printBars, time, times } from './support/slots/figures.js'
import { isSmoke } from './support/options.js'

const SECONDS = isSmoke ? 1 : 3
const ROUNDS = isSmoke ? 10 : 100
const BOARDS = 1_000

async function fillBoards({ deps, organizationId, accountId }: World): Promise<void> {
  const now = new Date()
  await deps.db.sql`
    insert into boards (organization_id, account_id, id, name, description, privacy, pin_count, fetched_at, sections_read_at)
    select ${organizationId}, ${accountId}, 941000000000000000 + n, 'Board ' || n, 'Number ' || n, 'public', n, ${now}, ${now}
      from generate_series(1, ${BOARDS - 2}) n`
  // nobody reads them again while we measure
  await deps.db
    .sql`update accounts set boards_read_at = ${new Date(now.getTime() + 3_600_000)} where organization_id = ${organizationId}`
}

const dateOf = (back: number) => new Date(Date.now() - back * DAY_MS).toISOString().slice(0, 10)

await withBench(async ({ world, key, target }) => {
  await fillBoards(world)
  const { organizationId, accountId, deps } = world
  const simulator = await startForked(new URL('./support/simulator-server.js', import.meta.url), target)
  const platformUrl = v5(simulator.url)
  const service = await startForked(new URL('./support/api-server.js', import.meta.url), { ...target, platformUrl })
  const yard = await startForked(new URL('./support/bare-server.js', import.meta.url), { ...target, organizationId, accountId })
  try {
    const api = `${service.url}/v1/accounts/${accountId}`
    const headers = { authorization: `Bearer ${key}` }
    const bare = await fire({ url: `${yard.url}/boards`, seconds: SECONDS })
    const cached = await fire({ url: `${api}/boards`, seconds: SECONDS, headers })
    const boards = await time(ROUNDS, async () => {
      const { body } = await request(`${api}/boards`, { headers })
      const { data } = (await body.json()) as { data: { boards: unknown[] } } // our own answer
      must(data.boards.length === BOARDS, `${data.boards.length} boards were listed`)
    })
    console.log(
      `${BOARDS} boards from the cache: ${show(boards)}; ${cached.toFixed(0)} of ${bare.toFixed(0)} req/s of a bare route = ${(cached / bare).toFixed(2)}`,
    )

    const question = `startDate=${dateOf(89)}&endDate=${dateOf(0)}`
    const ask = async () => {
      const { statusCode, body } = await request(`${api}/analytics?${question}`, { headers })
      const { data } = (await body.json()) as { data: { dailyMetrics: unknown[] } } // our own answer
      must(statusCode === 200 && data.dailyMetrics.length === 90, `analytics answered ${statusCode}`)
    }
    const forget = () => deps.db.sql`delete from analytics_cache where organization_id = ${organizationId}`
    await ask()
    const cold = await time(ROUNDS, async () => {
      await forget()
      await ask()
    })
    const warm = await time(ROUNDS, ask)
    const straight = await time(ROUNDS, async () => {
      const query = `start_date=${dateOf(89)}&end_date=${dateOf(0)}`
      const { body } = await request(`${platformUrl}/user_account/analytics?${query}`, {
        headers: { authorization: `Bearer ${TOKEN}` },
      })
      await body.json()
    })
    console.log(
      `90 days of analytics: cold ${show(cold)} (the platform alone ${show(straight)}), cached ${show(warm)}; cold is ${times(p50(cold) / p50(warm))} cached`,
    )

    await measureClient({ platformUrl, token: TOKEN, isSmoke })
    printBars()
  } finally {
    for (const server of [service, yard, simulator]) server.stop()
  }
})

/** One board, read by our client and by bare undici from the same simulated platform: what the client costs. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Agent, request } from 'undici'
import { makeLog } from '../../src/log.js'
import { CONNECTIONS } from '../../src/platform/ask.js'
import { makePlatform } from '../../src/platform/client.js'
import { BOARD } from './simulated.js'
import { bar, must, p50, show } from './slots/figures.js'

const MOST_TIMES = 1.3
/** Both sides together stay below what the platform allows an account in a minute, and below our share of it. */
const ROUNDS = 360
const WARM_ROUNDS = 3_000
/** Our client counts by account: spread like this none of them is ever throttled. */
const ACCOUNTS = 100

type Target = { platformUrl: string; token: string; isSmoke: boolean }

/**
 * Round by round and alternating, so that other load of the machine affects both sides. @param target `platformUrl`: where v5
 * begins
 */
export async function measureClient({ platformUrl, token, isSmoke }: Target): Promise<void> {
  const sides = makeSides(token)
  try {
    await warm(sides, isSmoke ? 20 : WARM_ROUNDS)
    sides.url = platformUrl
    const took = { ours: [] as number[], bare: [] as number[] }
    const timed = async (side: 'ours' | 'bare', round: number) => {
      const from = performance.now()
      await sides[side](round)
      took[side].push(performance.now() - from)
    }
    for (let round = 0; round < (isSmoke ? 20 : ROUNDS); round++) {
      const order = ['ours', 'bare'] as const
      for (const side of round % 2 === 0 ? order : order.toReversed()) await timed(side, round)
    }
    for (const side of [took.ours, took.bare]) side.sort((a, b) => a - b)
    const ratio = p50(took.ours) / p50(took.bare)
    console.log(
      `a board by our client: ${show(took.ours)}; by bare undici ${show(took.bare)}: ${bar('our client beside bare undici', ratio, MOST_TIMES, 'times')}`,
    )
  } finally {
    await sides.close()
  }
}

function makeSides(token: string) {
  const agent = new Agent(CONNECTIONS)
  const platform = makePlatform({
    apiUrl: () => sides.url,
    authorizeUrl: () => sides.url,
    clientId: 'client',
    clientSecret: 'secret',
    timeoutMs: 10_000,
    log: makeLog('warn'),
    clock: () => new Date(),
    random: Math.random,
  })
  const sides = {
    url: '',
    async ours(round: number) {
      const { id } = await platform.readBoard({ accessToken: token, account: `bench ${round % ACCOUNTS}` }, BOARD)
      must(id === BOARD, `board ${id} was read`)
    },
    async bare() {
      const { statusCode, body } = await request(`${sides.url}/boards/${BOARD}`, {
        dispatcher: agent,
        headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      })
      const { id } = JSON.parse(await body.text()) as { id: string } // the simulated platform's own answer
      must(statusCode === 200 && id === BOARD, `board ${id} was read`)
    },
    async close() {
      await platform.close()
      await agent.close()
    },
  }
  return sides
}

/** In another process, since the platform counts: a process that serves has long done this a thousand times. */
async function warm(sides: ReturnType<typeof makeSides>, rounds: number): Promise<void> {
  const server = createServer((_request, response) => response.end(JSON.stringify({ id: BOARD, name: 'Kitchen ideas' })))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  sides.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // listening on a port, not on a pipe
  for (let round = 0; round < rounds; round++) {
    await sides.ours(round)
    await sides.bare()
  }
  server.close()
  server.closeAllConnections()
}

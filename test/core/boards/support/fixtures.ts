/** A world over the simulated platform, which records its requests. */
import { afterAll } from 'vitest'
import { requireAccount } from '../../../../src/core/accounts/accounts.js'
import type { Platform } from '../../../../src/core/ports/platform.js'
import type { Pool } from '../../../../src/db/pool.js'
import { addBoard } from '../../../../src/sandbox/platform/seed-api.js'
import { startSimulator, type Simulator } from '../../../support/simulator.js'
import { aWorld, START, type SettableClock, type World } from '../../../support/world.js'

/** Faults that hang take this long; a busy machine answers within it. */
export const TIMEOUT_MS = 1_200

export type BoardWorld = World & {
  simulator: Simulator
  /** `listBoards`, `listSections 101`; the test may empty it. */
  asked: string[]
  account: () => ReturnType<typeof requireAccount>
}

/** One for a test file: its simulator knows one account. `parts` may put itself between us and the platform. */
export async function aBoardWorld(db: Pool, between: (real: Platform) => Partial<Platform> = () => ({})): Promise<BoardWorld> {
  const clock: SettableClock = { now: START, advance: (ms) => void (clock.now = new Date(clock.now.getTime() + ms)) }
  const simulator = await startSimulator(db, clock, { timeoutMs: TIMEOUT_MS })
  afterAll(() => simulator.close())
  const asked: string[] = []
  const platform = recording({ ...simulator.platform, ...between(simulator.platform) }, asked)
  const world = await aWorld(db, { parts: { platform, clock: () => new Date(clock.now) } })
  return { ...world, clock, simulator, asked, account: () => requireAccount(db.sql, world.actor, world.accountId) }
}

function recording(platform: Platform, asked: string[]): Platform {
  return new Proxy(platform, {
    get(target, name: keyof Platform) {
      const call = Reflect.get(target, name) as (...args: unknown[]) => unknown // whatever it is, it is passed on as it came
      return (...args: unknown[]) => {
        asked.push([name, ...(name === 'listSections' ? [args[1]] : [])].join(' '))
        return call(...args)
      }
    },
  })
}

/** On the platform. */
export async function someBoards(db: Pool, count: number, { from = 1000 } = {}): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => String(from + index))
  for (const id of ids) await addBoard(db.sql, { id, ownerId: '901', name: `Board ${id}`, createdAt: START })
  return ids
}

/** In the cache. */
export async function namesOfBoards({ deps, accountId }: World): Promise<string[]> {
  const rows = await deps.db.sql<{ name: string }[]>`select name from boards where account_id = ${accountId} order by name`
  return rows.map(({ name }) => name)
}

/** In the cache. */
export async function namesOfSections({ deps, accountId }: World, boardId: string): Promise<string[]> {
  const rows = await deps.db.sql<{ name: string }[]>`
    select name from board_sections where account_id = ${accountId} and board_id = ${boardId} order by name`
  return rows.map(({ name }) => name)
}

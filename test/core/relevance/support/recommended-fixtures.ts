/** Organizations before the simulated platform and its public pins, recording the requests to the platform. */
import { afterAll } from 'vitest'
import type { Platform } from '../../../../src/core/ports/platform.js'
import type { Deps } from '../../../../src/core/ports/deps.js'
import {
  findRecommendedPins,
  type RecommendedPin,
  type RecommendedPinsInput,
} from '../../../../src/core/insight/relevance/recommended/recommended-pins.js'
import type { Pool } from '../../../../src/db/pool.js'
import { addBoard, addUser } from '../../../../src/sandbox/platform/seed-api.js'
import { addManyPins, type ManyPins } from '../../../sandbox/platform/support/many-pins.js'
import { startSimulator, type Simulator } from '../../../support/simulator.js'
import { aWorld, START, type SettableClock, type World } from '../../../support/world.js'

/** Faults that hang take this long; a busy machine answers within it. */
export const TIMEOUT_MS = 1_200

type Asked = Partial<RecommendedPinsInput> & { keyword: string }
export type Recommender = World & {
  /** `searchPins`, `listBoardPins`, …: the calls of this organization to the platform. */
  asked: string[]
  find: (asked: Asked, options?: { budgetMs?: number }) => Promise<RecommendedPin[]>
}
type Between = (real: Platform) => Partial<Platform>
type Pins = Omit<ManyPins, 'boardId' | 'createdAt'>

export type Place = {
  simulator: Simulator
  clock: SettableClock
  /** A new organization; its board is an empty one unless it names another. */
  recommender: (between?: Between, parts?: Partial<Deps>) => Promise<Recommender>
  /** Pins of another account, which anybody may find; the newest, which the search has first, last. */
  publicPins: (pins: Pins) => Promise<string[]>
  /** A board of the account that all of them have, with pins. */
  ownBoard: (pins?: Pins) => Promise<{ boardId: string; pinIds: string[] }>
}

/** One for a test file. */
export async function aPlace(db: Pool): Promise<Place> {
  const clock: SettableClock = { now: START, advance: (ms) => void (clock.now = new Date(clock.now.getTime() + ms)) }
  const simulator = await startSimulator(db, clock, { timeoutMs: TIMEOUT_MS })
  afterAll(() => simulator.close())
  const stranger = await addUser(db.sql, { username: 'stranger', displayName: 'S', isBusiness: false, createdAt: START })
  const { id: openBoard } = await addBoard(db.sql, { ownerId: stranger.id, name: 'Open', createdAt: START })
  let boards = 0
  return {
    simulator,
    clock,
    async recommender(between = () => ({}), parts = {}) {
      const asked: string[] = []
      const platform = recording({ ...simulator.platform, ...between(simulator.platform) }, asked)
      const world = await aWorld(db, { parts: { platform, clock: () => new Date(clock.now), ...parts } })
      const { deps, actor, accountId } = world
      const find: Recommender['find'] = (input, options) =>
        findRecommendedPins(deps, actor, { accountId, boardId: '102', ...input }, options)
      return { ...world, clock, asked, find }
    },
    publicPins: (pins) => addManyPins(db.sql, { boardId: openBoard, createdAt: START, ...pins }),
    async ownBoard(pins) {
      const { id: boardId } = await addBoard(db.sql, { ownerId: '901', name: `Own ${boards++}`, createdAt: START })
      return { boardId, pinIds: pins ? await addManyPins(db.sql, { boardId, createdAt: START, ...pins }) : [] }
    },
  }
}

function recording(platform: Platform, asked: string[]): Platform {
  return new Proxy(platform, {
    get(target, name: keyof Platform) {
      const call = Reflect.get(target, name) as (...args: unknown[]) => unknown // whatever it is, it is passed on as it came
      return (...args: unknown[]) => {
        asked.push(name)
        return call(...args)
      }
    },
  })
}

export const idsOf = (pins: readonly { id: string }[]) => pins.map(({ id }) => id)
export const searchesIn = ({ asked }: Recommender) => asked.filter((name) => name === 'searchPins').length

/** The keywords that count for an organization, or did. */
export const keywordsOf = async ({ deps, organizationId }: World) =>
  (
    await deps.db.sql<{ keyword: string }[]>`
      select keyword from keyword_searches where organization_id = ${organizationId} order by keyword`
  ).map(({ keyword }) => keyword)

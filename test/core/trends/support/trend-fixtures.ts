/** Organizations before a platform that tells what people search for, and counts who asks. */
import {
  PLATFORM_SCOPES,
  type PlatformAccess,
  type PlatformTokens,
  type PlatformTrend,
  type TrendQuestion,
} from '../../../../src/core/ports/platform.js'
import type { WaitLimits } from '../../../../src/core/insight/trends/ask.js'
import { readTrends, type Trends, type TrendsInput } from '../../../../src/core/insight/trends/read.js'
import type { Pool } from '../../../../src/db/pool.js'
import { aWorld, START, type SettableClock, type World } from '../../../support/world.js'

/** Nobody is waited for. */
export const IMPATIENT: WaitLimits = { waitMs: 0, waitWithOlderMs: 0 }

const FLAT = Array.from({ length: 52 }, (_, at) => ({
  week: new Date(START.getTime() - (52 - at) * 7 * 86_400_000).toISOString().slice(0, 10),
  value: 50,
}))
/** Searched all year. */
export const aTrend = (keyword: string, weeks: PlatformTrend['weeks'] = FLAT): PlatformTrend => ({
  keyword,
  weeks,
  growth: { weekly: 1, monthly: 2, yearly: null },
})

export type Asker = World & {
  /** What was asked in its name. */
  calls: string[]
  /** Of each of them, whether nobody waited for it. */
  inBackground: boolean[]
  read: (input?: Partial<TrendsInput>, limits?: WaitLimits) => Promise<Trends>
}
type Answers = (question: TrendQuestion) => Promise<PlatformTrend[]> | PlatformTrend[]
export type AskerOptions = { answers?: Answers; timezone?: string | null; pool?: Pool }

const nameOf = ({ region, type, interest }: TrendQuestion) => `${region} ${type} ${interest ?? 'any'}`

const FRESH: PlatformTokens = {
  accessToken: 'pina_fresh',
  refreshToken: 'pinr_fresh',
  scopes: PLATFORM_SCOPES.join(' '),
  expiresAt: new Date('2030-01-01T00:00:00Z'),
  refreshExpiresAt: null,
}

/** One clock for a test file; each asker is a new organization. */
export function aTrendPlace(db: Pool) {
  const clock: SettableClock = { now: START, advance: (ms) => void (clock.now = new Date(clock.now.getTime() + ms)) }
  return {
    clock,
    asker: async ({
      answers = () => [aTrend('lamps')],
      timezone = 'America/New_York',
      pool = db,
    }: AskerOptions = {}): Promise<Asker> => {
      const calls: string[] = []
      const world = await aWorld(pool, { at: clock.now, timezone })
      const inBackground: boolean[] = []
      const listTrends = async ({ isBackground }: PlatformAccess, question: TrendQuestion) => {
        calls.push(nameOf(question))
        inBackground.push(isBackground === true)
        return answers(question)
      }
      const refreshToken = () => Promise.resolve(FRESH)
      const platform = { ...world.deps.platform, listTrends, refreshToken } as never
      const deps = { ...world.deps, platform, clock: () => new Date(clock.now) }
      const { actor, accountId } = world
      return {
        ...world,
        deps,
        clock,
        calls,
        inBackground,
        read: (input, limits) => readTrends(deps, actor, { accountId, ...input }, limits),
      }
    },
  }
}

export const keywordsOf = ({ trends }: Trends) => trends.map(({ keyword }) => keyword)

/** A team whose account has numbers: the simulated platform over HTTP, behind a gateway that a test may close, and real pictures. */
import sharp from 'sharp'
import { afterAll, afterEach, beforeEach } from 'vitest'
import { makeCharts } from '../../../src/charts/charts.js'
import { MEDIA_LIMITS } from '../../../src/core/media/formats.js'
import type { Platform } from '../../../src/core/ports/platform.js'
import type { Pool } from '../../../src/db/pool.js'
import { makePictures } from '../../../src/media/pictures.js'
import { clearFaults } from '../../../src/sandbox/platform/faults/faults.js'
import { makeReadByUrl } from '../../../src/sandbox/platform/pins/picture-by-url.js'
import { addDays, addPin, type SeedDay } from '../../../src/sandbox/platform/seed-api.js'
import type { Screen } from '../../../src/sandbox/slack/screen.js'
import { DAY_MS } from '../../support/factories.js'
import { startSimulator, type Simulator } from '../../support/simulator.js'
import { START } from '../../support/world.js'
import { aTeam, lastMessage, type Team, type TeamOptions, waitAsProduct } from './a-team.js'
import { aGateway, type Gateway } from './gateway.js'

export type StatsTeam = {
  team: { current: Team }
  simulator: Simulator
  /** Questions about numbers reach the platform no more until they are let through. */
  shut(): () => void
  /** How often its numbers were requested in this test. */
  asked(): number
}

/** Call at the top level of the file. Each test begins without numbers and pins. */
export async function aStatsTeam(db: Pool, options: TeamOptions = {}): Promise<StatsTeam> {
  const simulator = await startSimulator(db, () => team.current?.clock.now ?? START)
  const charts = makeCharts()
  const pictures = makePictures({ limits: MEDIA_LIMITS, readSample: makeReadByUrl(db.sql, () => simulator.url) })
  const gateway = aGateway()
  const team = aTeam(db, {
    ...options,
    parts: { platform: behind(simulator.platform, gateway), charts, pictures, ...options.parts },
  })
  afterEach(gateway.open)
  afterAll(async () => {
    await simulator.close()
    await charts.close()
    await pictures.close()
  })
  beforeEach(async () => {
    await clearFaults(db.sql)
    await db.sql`truncate sim_days`
    await db.sql`delete from sim_pins`
    await db.sql`update sim_users set account_type = 'BUSINESS'`
    await db.sql`update sim_tokens set revoked_at = null`
  })
  return {
    team,
    simulator,
    shut() {
      waitAsProduct(team.current)
      return gateway.shut()
    },
    asked: gateway.asked,
  }
}

function behind(platform: Platform, { knock }: Gateway): Platform {
  return {
    ...platform,
    readAccountAnalytics: async (...asked) => knock().then(() => platform.readAccountAnalytics(...asked)),
    readTopPins: async (...asked) => knock().then(() => platform.readTopPins(...asked)),
  }
}

export const dateOf = (daysAgo: number): string => new Date(START.getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10)

/** What the platform knows of days ago, from the second before yesterday backwards: each with so many of everything. */
export async function someDays(
  db: Pool,
  from: number,
  to: number,
  of: number | ((daysAgo: number) => Partial<SeedDay>),
): Promise<void> {
  const days = Array.from({ length: to - from + 1 }, (_, index) => from + index).map((daysAgo): SeedDay => {
    const day = { day: dateOf(daysAgo), metrics: typeof of === 'number' ? metricsOf(of) : {} }
    return { ...day, ...(typeof of === 'number' ? {} : of(daysAgo)) }
  })
  await addDays(db.sql, { userId: '901' }, days)
}

const metricsOf = (saves: number) => ({
  IMPRESSION: saves * 40,
  SAVE: saves,
  PIN_CLICK: saves * 2,
  OUTBOUND_CLICK: Math.round(saves / 2),
  ENGAGEMENT: saves * 4,
})

/** Kept here, as the daily reading does. */
export async function keptDays({ deps, organizationId, accountId }: Team, from: number, to: number, of: number): Promise<void> {
  const metrics = { impression: of * 40, save: of, pinClick: of * 2, outboundClick: Math.round(of / 2), engagement: of * 4 }
  for (let daysAgo = from; daysAgo <= to; daysAgo++) {
    await deps.db.sql`
      insert into account_days (organization_id, account_id, day, metrics, data_status, read_at)
      values (${organizationId}, ${accountId}, ${dateOf(daysAgo)}, ${deps.db.sql.json(metrics)}, 'READY', ${START})`
  }
}

const PICTURE = sharp({ create: { width: 200, height: 300, channels: 3, background: '#3377aa' } })
  .png()
  .toBuffer()

/** A pin at the platform with numbers of one ready day. */
export async function aPinWith(
  db: Pool,
  title: string | null,
  metrics: Record<string, number>,
  link = 'https://shop.test/shelf',
): Promise<string> {
  const createdAt = new Date(START.getTime() - 20 * DAY_MS)
  const picture = { contentType: 'image/png', bytes: await PICTURE } as const
  const { id } = await addPin(db.sql, { boardId: '101', title, description: null, link, altText: null, createdAt, picture })
  const days = Array.from({ length: 90 }, (_, index) => ({ day: dateOf(index), metrics: {} }))
  await addDays(
    db.sql,
    { userId: '901', pinId: id },
    days.map((one) => (one.day === dateOf(5) ? { ...one, metrics } : one)),
  )
  return id
}

export const pictureOn = (screen: Screen): { image_url?: string; alt_text?: string } | undefined =>
  (lastMessage(screen).blocks as { type: string; image_url?: string; alt_text?: string }[]).find(({ type }) => type === 'image')

/** Ninety days of numbers for a seeded account and its pins, the same at every start: weekends up, a slow rise, two days processing. */
import { addDays, type SeedDay } from '../platform/seed-api.js'
import type { Seeding } from './seeding.js'

const DAY_MS = 86_400_000
const DAYS = 90
/** The platform is that far behind. */
const PROCESSING_DAYS = 2

export async function seedHistory({ deps }: Seeding, userId: string): Promise<void> {
  const { sql } = deps.db
  const today = deps.clock()
  await addDays(sql, { userId }, history(today, { base: 900, seed: Number(userId.slice(-3)) }))
  const pins = await sql<{ id: string }[]>`select id from sim_pins where owner_id = ${userId} order by number`
  for (const [index, { id }] of pins.entries()) {
    await addDays(sql, { userId, pinId: id }, history(today, { base: 60 + index * 15, seed: index + 7 }).slice(-14))
  }
}

function history(today: Date, { base, seed }: { base: number; seed: number }): SeedDay[] {
  return Array.from({ length: DAYS }, (_, index) => {
    const at = new Date(today.getTime() - (DAYS - 1 - index) * DAY_MS)
    const day = at.toISOString().slice(0, 10)
    if (index >= DAYS - PROCESSING_DAYS) return { day, status: 'PROCESSING', metrics: {} }
    const weekend = [0, 6].includes(at.getUTCDay()) ? 1.35 : 1
    const wave = 1 + 0.2 * Math.sin((index + seed) / 3.7) + 0.1 * Math.sin((index * seed) / 11)
    const impressions = Math.round(base * weekend * wave * (0.7 + (0.6 * index) / DAYS))
    const share = (part: number) => Math.round(impressions * part)
    const [saves, pinClicks, outbound] = [share(0.021), share(0.034), share(0.008)]
    const engagement = saves + pinClicks + outbound
    return {
      day,
      metrics: {
        IMPRESSION: impressions,
        SAVE: saves,
        SAVE_RATE: saves / impressions,
        PIN_CLICK: pinClicks,
        OUTBOUND_CLICK: outbound,
        ENGAGEMENT: engagement,
        ENGAGEMENT_RATE: engagement / impressions,
      },
    }
  })
}

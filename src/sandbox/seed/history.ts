/**
 * Three months of analytics for a seeded account, the same shape at every start: higher on weekends, slowly rising, plus its
 * pins.
 */
import { DAY_MS } from '../../core/lib/duration.js'
import { type Metrics, withEngagement, withRates } from '../platform/analytics/days.js'
import { pinDays, together, type PinFacts } from '../platform/analytics/made-up-days.js'
import { addDays, type SeedDay } from '../platform/seed-api.js'
import type { Seeding } from './seeding.js'

/** Ends the day before yesterday, because later days are not ready and hold what is pinned today. */
const DAYS = 88
/** Impressions that do not come from the seeded pins. */
const BASE = 500

/** Adds the account's days. Those of its pins are made up by the platform and only counted here. */
export async function seedHistory({ deps }: Seeding, userId: string): Promise<void> {
  const { sql } = deps.db
  const today = Math.floor(deps.clock().getTime() / DAY_MS)
  const pins = await sql<PinFacts[]>`
    select p.id, p.created_at as "createdAt", v.duration_ms as "durationMs"
      from sim_pins p
      left join sim_media v on v.id = p.video_id
     where p.owner_id = ${userId}`
  await addDays(sql, { userId }, history(today, Number(userId.slice(-3)), ofPins([...pins])))
}

function ofPins(pins: PinFacts[]): (day: number) => Metrics {
  return together(
    pins.map((pin) => {
      const [begin, make] = [Math.floor(pin.createdAt.getTime() / DAY_MS), pinDays(pin)]
      return (day) => (day < begin ? {} : make(day))
    }),
  )
}

/** @param today counted from 1970, as are all days here */
function history(today: number, seed: number, ofPins: (day: number) => Metrics): SeedDay[] {
  return Array.from({ length: DAYS }, (_, index) => {
    const day = today - 1 - (DAYS - index)
    const at = new Date(day * DAY_MS)
    const weekend = [0, 6].includes(at.getUTCDay()) ? 1.35 : 1
    const wave = 1 + 0.12 * Math.sin((index + seed) / 3.7) + 0.08 * Math.sin((index * seed) / 11)
    const elsewhere = Math.round(BASE * weekend * wave * (0.7 + (0.6 * index) / DAYS))
    const share = (part: number) => Math.round(elsewhere * part)
    const { IMPRESSION = 0, SAVE = 0, PIN_CLICK = 0, OUTBOUND_CLICK = 0 } = ofPins(day)
    const counts = {
      IMPRESSION: IMPRESSION + elsewhere,
      SAVE: SAVE + share(0.021),
      PIN_CLICK: PIN_CLICK + share(0.034),
      OUTBOUND_CLICK: OUTBOUND_CLICK + share(0.008),
    }
    return { day: at.toISOString().slice(0, 10), metrics: withRates(withEngagement(counts)) }
  })
}

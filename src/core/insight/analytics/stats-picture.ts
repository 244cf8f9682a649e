/** The days of an account as a picture, and its public address: signed, temporary, for one account. */
import { DAY_MS } from '../../lib/duration.js'
import { requireAccount } from '../../accounts/accounts.js'
import { contentMark, openPictureName, pictureName, readForPicture } from '../../media/picture-address.js'
import type { MetricDay } from '../../ports/platform.js'
import type { Deps } from '../../ports/deps.js'
import { readHistory } from './history.js'
import { type Window } from './windows.js'
import { addDates } from '../../lib/time.js'
import type { DaysPicture, PictureDay } from '../../ports/charts.js'

export type StatsPicture = Window & { organizationId: string; accountId: string; days: PictureDay[] }

const KIND = 'stats picture'

/**
 * Returns every day of the window in order. A day without a report is a gap, as is a zero on a day that is still being counted.
 */
export function pictureDays(metricDays: readonly MetricDay[], { startDate, endDate }: Window): PictureDay[] {
  const byDay = new Map(metricDays.map((one) => [one.day, one]))
  const count = Math.round((Date.parse(endDate) - Date.parse(startDate)) / DAY_MS) + 1
  return Array.from({ length: count }, (_, index) => {
    const date = addDates(startDate, index)
    return toPictureDay(date, byDay.get(date))
  })
}

/** Treats estimates as still being counted. Any status other than READY means that a zero is no number. */
function toPictureDay(date: string, day: MetricDay | undefined): PictureDay {
  const isCounting = day?.dataStatus === 'PROCESSING' || day?.dataStatus === 'ESTIMATE'
  const isReady = day?.dataStatus === 'READY'
  const valueOf = (metric: string): number | null => {
    const value = isReady || isCounting ? (day?.metrics[metric] ?? null) : null
    return value === 0 && !isReady ? null : value
  }
  return {
    date,
    isCounting,
    impressions: valueOf('impression'),
    saves: valueOf('save'),
    outboundClicks: valueOf('outboundClick'),
  }
}

/**
 * Returns the path below PUBLIC_URL: `/pictures/stats/<organization>_<account>_<first day>_<last day>_<content>_<valid to,
 * UTC>_<signature>.png`. The content hash changes the address with the picture; the drawn days are those stored at the time of
 * the request.
 */
export function statsPicturePath(
  deps: Pick<Deps, 'sign' | 'clock'>,
  { organizationId, accountId, startDate, endDate, days }: StatsPicture,
): string {
  const window = [startDate, endDate].map((date) => date.replaceAll('-', ''))
  return `/pictures/stats/${pictureName(deps, KIND, [organizationId, accountId, ...window, contentMark(days)])}`
}

/**
 * Returns the days that an address shows, as stored now; the platform is not called. undefined: not one of our addresses,
 * expired, or its account is gone.
 * @param name the last part of the path
 */
export async function openStatsPicture(
  deps: Pick<Deps, 'db' | 'clock' | 'sign'>,
  name: string,
): Promise<DaysPicture | undefined> {
  const [organizationId, accountId, first, last] = openPictureName(deps, KIND, name) ?? []
  if (organizationId === undefined || accountId === undefined || first === undefined || last === undefined) return undefined
  const window = { startDate: dashed(first), endDate: dashed(last) }
  return readForPicture(organizationId, KIND, async (actor) => {
    const { username } = await requireAccount(deps.db.sql, actor, accountId)
    return { username, days: pictureDays(await readHistory(deps, actor, { accountId, ...window }), window) }
  })
}

const dashed = (day: string): string => day.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')

/** The public address of the picture of a schedule: signed, for some days, for one account. */
import { contentMark, openPictureName, pictureName, readForPicture } from '../../media/picture-address.js'
import type { Deps } from '../../ports/deps.js'
import { readFourWeeks } from './four-weeks.js'
import type { FourWeeks, FourWeeksPicture } from '../../ports/charts.js'

export type SchedulePicture = { organizationId: string; accountId: string; weeks: FourWeeks; hasTwelveHours: boolean }

const KIND = 'schedule picture'
/** Of an address, the hours of the reader's clock: addresses of old have none, and were drawn with all hours. */
const TWELVE_HOURS = '12'

/**
 * Below PUBLIC_URL: `/pictures/schedule/<organization>_<account>_<content>_<clock>_<last day, UTC>_<signature>.png`. The content hash
 * gives another picture another address, so that it is loaded again; what is drawn is the schedule at the time of the request.
 */
export function schedulePicturePath(
  deps: Pick<Deps, 'sign' | 'clock'>,
  { organizationId, accountId, weeks, hasTwelveHours }: SchedulePicture,
): string {
  const clock = hasTwelveHours ? TWELVE_HOURS : '24'
  return `/pictures/schedule/${pictureName(deps, KIND, [organizationId, accountId, contentMark(weeks), clock])}`
}

/**
 * The schedule that an address of ours shows, as it is now. undefined: no address of ours, expired, or its account is gone.
 * @param name the last part of the path
 * @throws GATEWAY_TIMEOUT schedule_timeout
 */
export async function openSchedulePicture(
  deps: Pick<Deps, 'db' | 'clock' | 'sign'>,
  name: string,
): Promise<FourWeeksPicture | undefined> {
  const [organizationId, accountId, _content, clock] = openPictureName(deps, KIND, name) ?? []
  if (organizationId === undefined || accountId === undefined) return undefined
  const weeks = await readForPicture(organizationId, KIND, (actor) => readFourWeeks(deps, actor, { accountId }))
  return weeks && { ...weeks, hasTwelveHours: clock === TWELVE_HOURS }
}

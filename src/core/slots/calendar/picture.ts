/** The public address of the picture of a schedule: signed, for some days, for one account. */
import { contentMark, openPictureName, pictureName, readForPicture } from '../../media/picture-address.js'
import type { Deps } from '../../ports/deps.js'
import { readFourWeeks } from './four-weeks.js'
import type { FourWeeks } from '../../ports/charts.js'

export type SchedulePicture = { organizationId: string; accountId: string; weeks: FourWeeks }

const KIND = 'schedule picture'

/**
 * Below PUBLIC_URL: `/pictures/schedule/<organization>_<account>_<content>_<last day, UTC>_<signature>.png`. The content hash
 * gives another picture another address, so that it is loaded again; what is drawn is the schedule at the time of the request.
 */
export function schedulePicturePath(
  deps: Pick<Deps, 'sign' | 'clock'>,
  { organizationId, accountId, weeks }: SchedulePicture,
): string {
  return `/pictures/schedule/${pictureName(deps, KIND, [organizationId, accountId, contentMark(weeks)])}`
}

/**
 * The schedule that an address of ours shows, as it is now. undefined: no address of ours, expired, or its account is gone.
 * @param name the last part of the path
 * @throws GATEWAY_TIMEOUT schedule_timeout
 */
export async function openSchedulePicture(
  deps: Pick<Deps, 'db' | 'clock' | 'sign'>,
  name: string,
): Promise<FourWeeks | undefined> {
  const [organizationId, accountId] = openPictureName(deps, KIND, name) ?? []
  if (organizationId === undefined || accountId === undefined) return undefined
  return readForPicture(organizationId, KIND, (actor) => readFourWeeks(deps, actor, { accountId }))
}

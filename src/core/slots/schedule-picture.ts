/** The public address of the picture of a schedule: signed, for some days, for one account. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Actor } from '../actor.js'
import { DomainError } from '../errors.js'
import type { Deps } from '../ports.js'
import { DAY_MS } from '../time.js'
import { type FourWeeks, readFourWeeks } from './four-weeks.js'

export type SchedulePicture = { organizationId: string; accountId: string; weeks: FourWeeks }

/** Slack keeps a Home on the screen for as long as nobody opens it again. */
const DAYS_VALID = 14

/**
 * Below PUBLIC_URL: `/pictures/schedule/<organization>_<account>_<content>_<last day, UTC>_<signature>.png`. The content is there to
 * make another address of another picture, which is then loaded anew; what is drawn is the schedule as it is when it is asked for.
 */
export function schedulePicturePath(
  { sign, clock }: Pick<Deps, 'sign' | 'clock'>,
  { organizationId, accountId, weeks }: SchedulePicture,
): string {
  const content = createHash('sha256').update(JSON.stringify(weeks)).digest('hex').slice(0, 16)
  const signed = `${organizationId}_${accountId}_${content}_${dayOf(new Date(clock().getTime() + DAYS_VALID * DAY_MS))}`
  return `/pictures/schedule/${signed}_${signatureOf({ sign }, signed)}.png`
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
  const [, signed, organizationId, accountId, lastDay, signature] =
    /^((\d{1,19})_(\d{1,19})_[0-9a-f]{16}_(\d{8}))_([A-Za-z0-9_-]{43})\.png$/.exec(name) ?? []
  if (signed === undefined || organizationId === undefined || accountId === undefined) return undefined
  if (!timingSafeEqual(Buffer.from(signature ?? ''), Buffer.from(signatureOf(deps, signed)))) return undefined
  if ((lastDay ?? '') < dayOf(deps.clock())) return undefined
  const actor: Actor = { organizationId, via: 'api', role: 'viewer', userId: 'schedule picture' }
  return readFourWeeks(deps, actor, { accountId }).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') return undefined
    throw error
  })
}

const signatureOf = ({ sign }: Pick<Deps, 'sign'>, signed: string): string => sign('schedule picture', signed)

const dayOf = (at: Date): string => at.toISOString().slice(0, 10).replaceAll('-', '')

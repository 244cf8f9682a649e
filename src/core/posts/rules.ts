/** The rules of a post's times, tags and scheduling. Pure; each message names the field and the fix. */
import { badRequest } from '../lib/errors.js'
import { readAll } from '../lib/rows/read-all.js'
import { HORIZON_YEARS } from '../slots/occurrences.js'
import { addYears } from '../lib/time.js'
import { type NeededField, NEEDED_FIELDS } from './content.js'
import type { Post } from './post.js'
import type { When } from './when.js'

/**
 * Returns the time of publishing, floored to the second.
 * @throws BAD_REQUEST sendAt: not after now, or more than ten calendar years ahead
 */
export function requireSendTime(at: Date, now: Date): Date {
  const sendAt = new Date(Math.floor(at.getTime() / 1000) * 1000)
  if (!(sendAt > now)) throw badRequest('sendAt', (of) => `${of('sendAt')} must be in the future.`)
  if (sendAt > addYears(now, HORIZON_YEARS))
    throw badRequest('sendAt', (of) => `${of('sendAt')} must be within ${HORIZON_YEARS} years from now.`)
  return sendAt
}

/** Returns `when` with its time checked and floored. @throws BAD_REQUEST sendAt */
export function requireWhen<W extends When>(when: W, now: Date): W {
  return when.kind === 'at' ? { ...when, at: requireSendTime(when.at, now) } : when
}

/**
 * Checks that a post may have these tags; an empty list is always allowed.
 * @throws BAD_REQUEST productTagPinIds: on a carousel, or on an account that is no business
 * @see docs/contract.md#product-tags
 */
export function requireTaggable(
  tagPinIds: readonly string[],
  { isCarousel, isBusiness }: { isCarousel: boolean; isBusiness: boolean },
): void {
  if (tagPinIds.length === 0) return
  if (isCarousel)
    throw badRequest(
      'productTagPinIds',
      (of) => `${of('productTagPinIds')} cannot be used on a carousel. Leave them out, or use one image.`,
    )
  if (!isBusiness)
    throw badRequest(
      'productTagPinIds',
      (of) => `${of('productTagPinIds')} need a business account. Leave them out, or convert this account on Pinterest.`,
    )
}

/**
 * True for a simplified pin: a carousel never is one, a tagged pin always, else as requested (clearing tags changes nothing).
 * @see docs/contract.md#product-tags
 */
export function isSimplifiedWith(
  tagPinIds: readonly string[],
  { isCarousel, isSimplified }: { isCarousel: boolean; isSimplified: boolean },
): boolean {
  return !isCarousel && (isSimplified || tagPinIds.length > 0)
}

export type Schedulable = { boardId: string }

const NEEDED = [...NEEDED_FIELDS, 'boardId'] as const
type Needed = Pick<Post, NeededField | 'boardId'> & { /** null: the post is a new pin. */ savedPin: object | null }

/**
 * Returns the fields that a pin lacks to be queued, in the order in which they are refused. A post that saves a pin has the texts
 * of that pin.
 */
export const missingToSchedule = (post: Needed): (typeof NEEDED)[number][] =>
  NEEDED.filter((field) => post[field] === null && (field === 'boardId' || post.savedPin === null))

/**
 * Checks that a pin has what it needs to be queued. @throws BAD_REQUEST naming the first field that is missing, with all of them
 */
export function requireSchedulable<P extends Needed>(post: P): asserts post is P & Schedulable {
  readAll(Object.fromEntries(missingToSchedule(post).map((field) => [field, () => refuseWithout(field)])))
}

function refuseWithout(field: string): never {
  throw badRequest(
    field,
    (of) => `${of(field)} is required to schedule a ${of('post')}. Set it, or save the ${of('post')} as a draft.`,
    'needed_to_schedule',
  )
}

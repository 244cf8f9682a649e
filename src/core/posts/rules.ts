/** The rules of a post's fields and times. Pure; each message names the field and the fix. */
import { badRequest, type Sentence } from '../lib/errors.js'
import { readAll } from '../lib/rows/read-all.js'
import { HORIZON_YEARS } from '../slots/occurrences.js'
import { cleanText, lengthOf, wrongLength } from '../lib/prose/text.js'
import { addYears } from '../lib/time.js'
import { requireDestination } from '../lib/http/url.js'
import type { Post } from './post.js'
import type { When } from './when.js'

export const TITLE_LENGTH = 100
export const DESCRIPTION_LENGTH = 800
export const ALT_TEXT_LENGTH = 500
export const MOST_PRODUCT_TAGS = 24

export type Copy = Pick<Post, 'title' | 'description' | 'url' | 'altText'>

/**
 * Cleans and checks the copy; null stays null, an empty alt text becomes null.
 * @throws BAD_REQUEST title, description, url, altText: the first, with all of them
 */
export const readCopy = ({ title, description, url, altText }: Copy): Copy =>
  readAll({
    title: () => (title === null ? null : requireText('title', title, TITLE_LENGTH)),
    description: () => (description === null ? null : requireText('description', description, DESCRIPTION_LENGTH)),
    url: () => (url === null ? null : requireDestination('url', url)),
    altText: () => (altText === null ? null : readAltText(altText)),
  })

/** Cleans a text and checks its length in code points: an emoji is one, and a text with nothing visible is empty. */
function requireText(field: string, text: string, maxLength: number): string {
  const clean = cleanText(field, text)
  const length = lengthOf(clean)
  if (length === 0 || length > maxLength) throw badRequest(field, wrongLength(field, length, maxLength))
  return clean
}

function readAltText(text: string): string | null {
  const clean = cleanText('altText', text)
  const length = lengthOf(clean)
  if (length > ALT_TEXT_LENGTH) throw badRequest('altText', wrongLength('altText', length, ALT_TEXT_LENGTH))
  return length === 0 ? null : clean
}

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
 * Checks the form of product tags, before any of them is read.
 * @throws BAD_REQUEST productTagPinIds: more than 24, not digits, one of them twice
 * @see docs/contract.md#product-tags
 */
export function readProductTags(tagPinIds: readonly string[]): string[] {
  const refused = (sentence: Sentence) => badRequest('productTagPinIds', sentence)
  if (tagPinIds.length > MOST_PRODUCT_TAGS)
    throw refused((of) => `${of('productTagPinIds')} must be at most ${MOST_PRODUCT_TAGS} pins; there are ${tagPinIds.length}.`)
  if (!tagPinIds.every((id) => /^[0-9]{1,40}$/.test(id)))
    throw refused((of) => `${of('productTagPinIds')} must be ids of product pins: digits only.`)
  if (new Set(tagPinIds).size < tagPinIds.length) throw refused((of) => `${of('productTagPinIds')} must not list a pin twice.`)
  return [...tagPinIds]
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

const NEEDED = ['title', 'description', 'url', 'boardId'] as const
type Needed = Pick<Post, (typeof NEEDED)[number]> & { /** null: the post is a new pin. */ savedPin: object | null }

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

/** Reads the id of a pin from its number or from the address of its page. */
import { badRequest } from '../lib/errors.js'
import { parseUrl } from '../lib/http/parse-url.js'
import type { Post } from './post.js'

const PIN_ID = /^[0-9]{1,40}$/
/** `…/pin/123/`, and with the slug that the platform sometimes puts before the number: `…/pin/a-blue-shelf--123/`. */
const PIN_PAGE = /^(?:https?:\/\/)?[^\s/?#]+\/(?:[^\s?#]*\/)?pins?\/(?:[^\s/?#]*--)?([0-9]{1,40})\/?(?:[?#].*)?$/i

/** True for the address of a pin on Pinterest. */
export const isPinPage = (url: string): boolean => PIN_PAGE.test(url) && OF_PINTEREST.test(parseUrl(url)?.hostname ?? '')
const OF_PINTEREST = /(?:^|\.)pinterest\.[a-z.]{2,6}$/i

/** Returns the id of the pin of a post. @returns null: it is not on Pinterest, or no longer */
export const pinThere = ({ pinId, pinDeletedAt }: Pick<Post, 'pinId' | 'pinDeletedAt'>): string | null =>
  pinDeletedAt ? null : pinId

/** Reads the id of a pin. @param text the number of a pin, or the address of its page @throws BAD_REQUEST `field` */
export function readPinId(text: string, field: 'pinId' | 'savePinId' = 'pinId'): string {
  const given = text.trim()
  const pinId = PIN_ID.test(given) ? given : PIN_PAGE.exec(given)?.[1]
  if (pinId !== undefined) return pinId
  throw badRequest(
    field,
    (of) =>
      `${of(field)} must be a pin’s number or link, such as https://www.pinterest.com/pin/123/. Open the pin on Pinterest and copy its link.`,
  )
}

/** Adds UTM parameters to the link of a pin, equally for display and publishing. Pure. @see docs/contract.md#utm-parameters */
import { lengthOf } from '../lib/prose/text.js'
import { URL_LENGTH } from '../lib/http/url.js'

export const UTM_FIELDS = ['source', 'medium', 'campaign', 'content'] as const
export type UtmField = (typeof UTM_FIELDS)[number]
/** Templates that may contain `{board}` and `{account}`; null: no such parameter. */
export type UtmParameters = Record<UtmField, string | null>
/** `boardId` null: the account's rule; a null value of a board's rule falls back to the account's. */
export type UtmRule = UtmParameters & { boardId: string | null }

/** The account and board of a pin; the board's name where it is known. */
export type UtmPlace = { username: string; boardId: string | null; boardName: string | null }

export const NO_UTM: UtmParameters = { source: null, medium: null, campaign: null, content: null }

/** The placeholders of a template. */
export const PLACEHOLDERS = ['board', 'account'] as const

/** Returns the values for a board, field by field: the board's before the account's. */
export function utmOf(rules: readonly UtmRule[], boardId: string | null): UtmParameters {
  const ofAccount = rules.find((rule) => rule.boardId === null) ?? NO_UTM
  const ofBoard = (boardId !== null && rules.find((rule) => rule.boardId === boardId)) || NO_UTM
  const value = (field: UtmField) => ofBoard[field] ?? ofAccount[field]
  return { source: value('source'), medium: value('medium'), campaign: value('campaign'), content: value('content') }
}

/**
 * Returns the link to publish. A link with a utm_ parameter stays unchanged, as does one that would become too long for
 * Pinterest; otherwise the existing query and fragment keep their spelling.
 */
export function withUtm(link: string, rules: readonly UtmRule[], place: UtmPlace): string {
  const [address = '', ...fragment] = link.split('#')
  if (/[?&]utm_[^=&]*(=|&|$)/i.test(address)) return link
  const utm = utmOf(rules, place.boardId)
  const added = UTM_FIELDS.flatMap((field) => {
    const template = utm[field]
    const value = template === null ? '' : filled(template, place)
    return value === '' ? [] : [`utm_${field}=${encodeURIComponent(value)}`]
  }).join('&')
  if (added === '') return link
  const between = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&'
  const whole = [`${address}${between}${added}`, ...fragment].join('#')
  return lengthOf(whole) > URL_LENGTH ? link : whole
}

function filled(template: string, { username, boardId, boardName }: UtmPlace): string {
  const board = slugOf(boardName ?? '') || (boardId ?? '')
  return template.replaceAll('{board}', board).replaceAll('{account}', username)
}

/** Turns `Warm kitchens & light` into `warm-kitchens-light`, as used in reports. */
const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-|-$/g, '')

/** UTM parameters on the link of a pin: pure, the same for what is shown and for what goes out. @see docs/contract.md#utm-parameters */
import { lengthOf } from '../lib/text.js'
import { URL_LENGTH } from '../lib/url.js'

export const UTM_FIELDS = ['source', 'medium', 'campaign', 'content'] as const
export type UtmField = (typeof UTM_FIELDS)[number]
/** Templates, with `{board}` and `{account}` in them; null: no such parameter. */
export type UtmParameters = Record<UtmField, string | null>
/** `boardId` null: of the account; a value that is null is the account's on a board. */
export type UtmRule = UtmParameters & { boardId: string | null }

/** Where a pin goes; the name of its board, where it is known. */
export type UtmPlace = { username: string; boardId: string | null; boardName: string | null }

export const NO_UTM: UtmParameters = { source: null, medium: null, campaign: null, content: null }

/** What may stand in a template. */
export const PLACEHOLDERS = ['board', 'account'] as const

/** Of the rules of an account those that hold on a board, field by field: the board's before the account's. */
export function utmOf(rules: readonly UtmRule[], boardId: string | null): UtmParameters {
  const ofAccount = rules.find((rule) => rule.boardId === null) ?? NO_UTM
  const ofBoard = (boardId !== null && rules.find((rule) => rule.boardId === boardId)) || NO_UTM
  const value = (field: UtmField) => ofBoard[field] ?? ofAccount[field]
  return { source: value('source'), medium: value('medium'), campaign: value('campaign'), content: value('content') }
}

/**
 * The link as it goes out. One that has a utm_ parameter keeps its own and gets none; what is there stays as it was written, and the fragment
 * stays at the end. One that would become longer than Pinterest takes stays as it is.
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

/** `Warm kitchens & light` is `warm-kitchens-light`: as it is written in reports. */
const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-|-$/g, '')

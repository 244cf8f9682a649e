/** Relevance in words: the tiers, and the reasons for a pin's tier. */
import type { AnyBlock } from '@slack/types'
import type { Explanation, Reason } from '../../src/core/insight/relevance/explain.js'
import type { FieldName } from '../../src/core/insight/relevance/pin.js'
import type { Tier } from '../../src/core/insight/relevance/tiers.js'
import { quoted } from '../boards/text.js'
import { clip, context, inline, oneLine } from '../kit/kit.js'
import { listed } from '../kit/numbers.js'

/** The tiers of a pin. */
export const TIER_NAMES: Record<Tier, string> = {
  excellent: 'Excellent',
  'very-good': 'Very good',
  good: 'Good',
  fair: 'Fair',
  poor: 'Poor',
}

/** The tiers of a board. */
export const MATCH_NAMES: Record<Tier, string> = {
  excellent: 'An excellent match',
  'very-good': 'A very good match',
  good: 'A good match',
  fair: 'A fair match',
  poor: 'A poor match',
}

/** A keyword within a sentence, as plain text. */
export const keywordText = (keyword: string): string => `“${clip(oneLine(keyword), 100)}”`

/** `“Kitchen ideas”`: a board within a sentence, as plain text. */
export const boardText = ({ name }: { name: string }): string => (oneLine(name) === '' ? 'this board' : quoted(name))

/** Names the account of the board, if there are several. */
export const accountLine = (account: string | undefined): AnyBlock[] =>
  account === undefined ? [] : [context(`For *${inline(account)}*`)]

/** The titles of the forms, and of the views shown while they load. */
export const RELEVANCE_TITLES = { fit: 'Score a board', ideas: 'Find ideas' }

const PLACES: Record<FieldName, string> = {
  title: 'in the title',
  description: 'in the description',
  altText: 'in the alt text',
  link: 'in the link',
  boardName: 'in the board’s name',
}
const PLACES_IN_ORDER = Object.keys(PLACES) as FieldName[] // keys of the object above

/** The most words of a keyword to explain. */
const MOST_TERMS = 12

/** `“small” and “kitchen” side by side at the start of the title; “shelf” (as “shelves”) in the description; without “ideas”`. Plain text. */
export function reasonText(explanation: Explanation): string {
  const { reasons, accessory } = explanation
  const shown = reasons.slice(0, MOST_TERMS)
  const found = PLACES_IN_ORDER.flatMap((place) => {
    const here = shown.flatMap((reason) => (reason.kind === 'matched' && reason.field === place ? [foundAs(reason)] : []))
    return here.length === 0 ? [] : [`${listed(here)}${placeText(place, here.length, explanation)}`]
  })
  const missing = shown.flatMap((reason) => (reason.kind === 'missing' ? [word(reason.term)] : []))
  return [
    ...found,
    ...(missing.length > 0 ? [`no ${listed(missing)}`] : []),
    ...(accessory === undefined ? [] : [`${word(accessory)} makes it an accessory`]),
  ].join('; ')
}

/** Begins with a blank. For the headline also whether the words are adjacent, where they stand, and how long it is. */
function placeText(place: FieldName, count: number, found: Omit<Explanation, 'reasons'>): string {
  const { hasPhrase, headlineField, headlineRole, headlineWords } = found
  if (place !== headlineField) return ` ${PLACES[place]}`
  const beside = count > 1 && hasPhrase ? ' side by side' : ''
  const length = headlineWords === null ? '' : ` of ${headlineWords} words`
  if (headlineRole === null) return `${beside} ${PLACES[place]}${length}`
  if (count > 1 && !hasPhrase)
    return ` ${PLACES[place]}${length}, one of them ${headlineRole === 'start' ? 'at its start' : 'as its subject'}`
  return `${beside} ${PLACES[place].replace(/^in/, headlineRole === 'start' ? 'at the start of' : 'as the subject of')}${length}`
}

function foundAs({ term, word: found, how }: Reason & { kind: 'matched' }): string {
  if (how === 'exact' || term === found) return word(term)
  return how === 'form' || how === 'compound' || how === 'stem'
    ? `${word(term)} (as ${word(found)})`
    : `${word(term)} (close: ${word(found)})`
}

const word = (term: string): string => `“${clip(oneLine(term), 30)}”`

/** Keeps ten rows within the 13,200 characters of a message; texts that grow when escaped are cut shorter. */
const ROW_REASONS = 600
const CUTS = [400, 250, 115]

/** The reasons on one line of mrkdwn. */
export function reasonLine(explanation: Explanation): string {
  const words = reasonText(explanation)
  const lines = CUTS.map((max) => inline(words, max))
  return lines.find((line) => line.length <= ROW_REASONS) ?? lines.at(-1) ?? ''
}

/**
 * Words that people search for, from stored answers: Pinterest is never called, so forms and jobs may use it at any time.
 * @see docs/contract.md#trends
 */
import { findBoardTexts } from '../../boards/cache.js'
import { addDates, dateOf } from '../../lib/time.js'
import type { Account } from '../../accounts/account.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { prepare } from '../relevance/score.js'
import { mapInSlices } from '../../lib/work/slices.js'
import type { PinText } from '../relevance/pin.js'
import { fold } from '../relevance/words/fold.js'
import { KEPT_DAYS } from './answers.js'
import { trendRegionOf } from './read.js'

/** The most words compared while a person waits. */
const MOST_COMPARED = 300
/** The lowest scores for a mention: against a board’s texts, which are short, and against a pin or page. */
export const FITS = { board: 0.55, text: 0.7 }
/**
 * The lowest scores when both must fit: “fall outfits” shares its season with a pin of autumn plates, and nothing with their
 * board.
 */
const FITS_BOTH = { board: 0.4, text: 0.5 }
/** The most words offered beside a form. */
const MOST_SUGGESTED = 5

type Place = {
  organizationId: string
  accountId: string
  boardId?: string | null | undefined
}

/**
 * Returns the best words first: those that fit the board or one of `about`; without either all, in Pinterest's order. Empty when
 * nothing is stored or the account does not exist. `about`: a pin's texts, or each sentence of a page; `mustFit`: fitting the
 * board is not enough.
 */
export async function wordsFor(
  deps: Pick<Deps, 'db' | 'clock'>,
  { about = [], mustFit = false, ...place }: Place & { about?: readonly PinText[]; mustFit?: boolean },
): Promise<string[]> {
  const { sql } = deps.db
  const kept = await findKept(sql, place, dateOf(deps.clock()))
  const texts = about.filter(hasWords)
  if (kept.length === 0 || (place.boardId == null && texts.length === 0)) return kept
  const board = place.boardId == null ? undefined : await findBoardTexts(sql, { ...place, id: place.accountId }, place.boardId)
  const asPin = board && { title: board.name, description: board.description ?? '' }
  const fits = await mapInSlices(kept, (word) => {
    const score = prepare(word)
    const ofBoard = asPin ? score(asPin) : 0
    const ofText = Math.max(0, ...texts.map((text) => score({ boardName: board?.name, ...text })))
    if (mustFit) return ofText >= FITS.text || (ofText >= FITS_BOTH.text && ofBoard >= FITS_BOTH.board) ? ofText : null
    return ofBoard >= FITS.board || ofText >= FITS.text ? Math.max(ofBoard, ofText) : null
  })
  return kept
    .flatMap((word, at) => (fits[at] == null ? [] : [{ word, fit: fits[at] }]))
    .sort((one, other) => other.fit - one.fit) // stable: the rank decides
    .map(({ word }) => word)
}

const hasWords = ({ title, description, altText, link }: PinText): boolean =>
  [title, description, altText, link].some((text) => text !== undefined && text.trim() !== '')

/**
 * Suggests a few words that fit the board and the pin's texts, and that the pin does not contain yet; none for a pin without
 * board and texts. `mustFit`: words that only fit the board are excluded.
 */
export async function suggestWords(
  deps: Pick<Deps, 'db' | 'clock'>,
  { pin, mustFit = false, ...place }: Place & { pin: PinText; mustFit?: boolean },
): Promise<string[]> {
  if (place.boardId == null && !hasWords(pin)) return []
  const said = [pin.title, pin.description].map(plain)
  const fitting = await wordsFor(deps, { ...place, about: [pin], mustFit })
  return fitting.filter((word) => !said.some((text) => says(text, plain(word)))).slice(0, MOST_SUGGESTED)
}

const plain = (text: string): string => fold(text).replace(/\s+/g, ' ').trim()
/** True when the text contains the word as whole words, in this order. */
const says = (text: string, word: string): boolean =>
  ` ${text.replace(/[^\p{L}\p{N}]+/gu, ' ')} `.includes(` ${word.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `)

/**
 * Appends a word to a description, once; after a complete sentence it begins another one.
 * @returns text: unchanged if it contains the word already, or if it would be too long (`isFull`)
 */
export function withWord(description: string, word: string, most: number): { text: string; isFull: boolean } {
  const before = description.trimEnd()
  if (says(plain(before), plain(word))) return { text: description, isFull: false }
  const text = before + joinBehind(before, word)
  return [...text].length > most ? { text: description, isFull: true } : { text, isFull: false }
}

function joinBehind(before: string, word: string): string {
  if (before === '') return capital(word)
  if (/[.!?…:)]$/.test(before)) return ` ${capital(word)}`
  return `${/[,;–-]$/.test(before) ? '' : ','} ${word}`
}
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Reads the newest answer to each question that the account may have asked, best ranks first, each word once. */
async function findKept(sql: Sql, { organizationId, accountId }: Place, today: string): Promise<string[]> {
  const [account] = await sql<Pick<Account, 'timezone' | 'trendRegion' | 'trendInterests'>[]>`
    select timezone, trend_region as "trendRegion", trend_interests as "trendInterests"
      from accounts
     where organization_id = ${organizationId}
       and id = ${accountId}`
  if (!account) return []
  const rows = await sql<{ keyword: string }[]>`
    with newest as (
      select distinct on (kind, interest) trends
        from trend_answers
       where region = ${trendRegionOf(account)}
         and interest = any (${[...account.trendInterests, '']})
         and day >= ${addDates(today, -KEPT_DAYS)}
         and jsonb_array_length(trends) > 0
       order by kind, interest, day desc
    )
    select min((trend ->> 'keyword') collate "C") as keyword
      from newest
     cross join lateral jsonb_array_elements(trends) with ordinality as of (trend, rank)
     group by lower(trend ->> 'keyword')
     order by min(rank), 1
     limit ${MOST_COMPARED}`
  return rows.map(({ keyword }) => keyword)
}

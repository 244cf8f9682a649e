/**
 * Words that people search for, of what is kept: Pinterest is never asked, so that a form or a job may ask at any time.
 * @see docs/contract.md#trends
 */
import { findBoardTexts } from '../boards/cache.js'
import { addDates, dateOf } from '../lib/time.js'
import type { Account } from '../accounts/account.js'
import type { Deps, Sql } from '../ports/deps.js'
import { prepare } from '../relevance/score.js'
import { mapInSlices } from '../lib/event-loop/slices.js'
import type { PinText } from '../relevance/pin.js'
import { fold } from '../relevance/words/fold.js'
import { KEPT_DAYS } from './answers.js'
import { trendRegionOf } from './read.js'

/** More are not compared while somebody waits. */
const MOST_COMPARED = 300
/** Least score of what is worth a mention: of a board’s own words, which are few, and of what a pin or a page says. */
const FITS = { board: 0.55, text: 0.7 }
/** Of both together: “fall outfits” shares its season with a pin of autumn plates, and nothing with their board. */
const FITS_BOTH = { board: 0.4, text: 0.5 }
/** Offered beside a form. */
const MOST_SUGGESTED = 5

type Place = {
  organizationId: string
  accountId: string
  boardId?: string | null | undefined
}

/**
 * The best first: those that fit the board or one of `about`; without either all, as Pinterest ranks them. None where nothing is kept, or the
 * account is not there.
 * @param place about: what a pin says, or each sentence of a page; mustFit: that the board fits is not enough
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
 * A few that fit the board and what the pin says, and that it does not say yet. Nothing fits a pin of which nothing is known.
 * @param place mustFit: words that fit the board alone are left out
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
/** As whole words, in this order. */
const says = (text: string, word: string): boolean =>
  ` ${text.replace(/[^\p{L}\p{N}]+/gu, ' ')} `.includes(` ${word.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `)

/**
 * At the end of a description, once; a sentence that is over begins another one.
 * @returns text: as it was where it says so already, or where there is no room (`isFull`)
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

/** Of the newest answer to each question that the account may have asked, best ranks first, each once. */
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

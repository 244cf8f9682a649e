/** Writes a draft's description and alt text. Pure. */
import { ended, weightOf } from '../../lib/prose/sentences.js'
import type { PageContent, PagePicture } from '../../ports/page.js'
import { ALT_LENGTH, DESCRIPTION_LENGTH } from '../draft.js'
import { countText, dayText, type DraftLanguage, inviteOf, priceText, ratingText, timeText } from '../phrases.js'
import { seenOn } from '../pictures.js'
import { cutTitle, fill, overlap } from '../texts.js'
import { sentencesFor } from './sentences.js'
import type { Said, Writer } from './writer.js'

/** A description below this weight begins with the title's statement. */
const LEAST = 60
/** This weight of unused sentences is enough for one more draft of the same page. */
const FRESH = 75
/** Ratings below this value or number are not mentioned. */
const PRAISE = { value: 4, count: 5 }

/** @param told sentences of earlier drafts, repeated only where too little else is left; its own are added */
export function describe(writer: Writer, given: Said, told: Set<string>): string {
  const { page, title, language, sentences } = writer
  const { about, facts } = given
  const other = sentencesFor(writer, given, told)
  const isEnough = other.length >= Math.min(2, writer.share) && weightOf(other.join(' ')) >= FRESH
  const said = isEnough ? other : sentencesFor(writer, given, new Set())
  if (page.kind !== 'list') for (const sentence of said) told.add(sentence) // of a list most speak of one entry, and the lead fits all
  const alone = about !== null && sentences.includes(about) ? about : ended(title)
  const lead = said.length === 0 ? [alone] : weightOf(said.join(' ')) >= LEAST || said.includes(alone) ? said : [alone, ...said]
  const entries = page.kind === 'list' && about === null ? entryLine(page) : undefined
  const figures = language === null || !(facts || page.kind === 'product') ? undefined : factLine(page, language)
  const invite = inviteOf(language, page.kind)
  return fill(
    [
      ...lead.map(ended),
      ...(entries === undefined ? [] : [entries]),
      ...(figures === undefined ? [] : [figures]),
      ...(invite === undefined ? [] : [invite]),
    ],
    DESCRIPTION_LENGTH,
  )
}

/** Lists the short entries of a list. */
function entryLine({ facts: { items } }: PageContent): string | undefined {
  const short = items.filter((item) => item.length <= 45).slice(0, 8)
  return short.length < 3 ? undefined : `${short.map((item) => item.replace(/[.:]$/, '')).join(' · ')}.`
}

function factLine({ kind, facts }: PageContent, language: DraftLanguage): string | undefined {
  const { price, rating, minutes, ingredients, date, place, availability } = facts
  const isPraised = rating !== null && Number(rating.value) >= PRAISE.value && rating.count >= PRAISE.count
  const isRecipe = kind === 'recipe'
  const parts = [
    date === null ? undefined : dayText(date, language),
    place ?? undefined,
    price === null || availability === 'out_of_stock' ? undefined : priceText(price, language),
    minutes === null ? undefined : timeText(minutes, language),
    isRecipe && facts.yield !== null && /\p{L}/u.test(facts.yield) ? facts.yield : undefined,
    isRecipe && ingredients !== null && ingredients > 2 ? countText('ingredients', ingredients, language) : undefined,
    isPraised ? ratingText(rating, language) : undefined,
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? undefined : `${parts.join(' · ').replace(/\.$/, '')}.`
}

export const altOf = ({ page, title }: Writer, picture: PagePicture): string => {
  const brand =
    page.facts.brand !== null && overlap(page.facts.brand, title) === 0 && page.kind === 'product' ? `, ${page.facts.brand}` : ''
  return cutTitle(seenOn(picture) ?? `${title}${brand}`, ALT_LENGTH)
}

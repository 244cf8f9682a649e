/**
 * What somebody looks at before a draft goes out, as far as code can look: docs/from-a-page.md has it in words. What the pages are about was
 * written down by hand (test/fixtures/pages/truth.json), not read by the parsers that it judges.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { GeneratedDraft } from '../../../../src/core/sources/generations/draft.js'
import { inventedIn } from '../../../../src/core/sources/generations/stands.js'
import { overlap } from '../../../../src/core/sources/generations/texts.js'
import { lengthOf } from '../../../../src/core/lib/prose/text.js'
import type { PageContent } from '../../../../src/core/ports/page.js'
import { guessLanguage } from '../../../../src/core/insight/relevance/words/detector.js'
import { root } from '../../../../src/root.js'
import { addressOf } from '../../../web/page/support/pages.js'

/** Its subject in the words of the page; the price that a visitor pays; boards of BOARDS that somebody would choose. */
export type Truth = [subject: string, price: number | null, boards: string[]]
export const TRUTH = JSON.parse(readFileSync(path.join(root, 'test/fixtures/pages/truth.json'), 'utf8')) as Record<string, Truth>

/** Of an account that has boards for all of it, in the language of the page: no board gives itself away by being alone. */
export const boardsFor = (language: string): { id: string; name: string }[] =>
  [
    ...new Set(
      Object.entries(TRUTH)
        .filter(([name]) => name.startsWith(`${language}-`))
        .flatMap(([, [, , boards]]) => boards),
    ),
    'Travel',
    'Quotes',
  ].map((name) => ({ id: name, name }))

export type Judged = { name: string; page: PageContent; draft: GeneratedDraft }
const truthOf = ({ name }: Judged): Truth => TRUTH[name]!
const languageIn = (name: string): string => name.slice(0, 2)

const BOILERPLATE =
  /skip to|cookie|subscribe|newsletter|add to cart|rights reserved|read more|previous instructions|abonnier|warenkorb|ajouter au panier|añadir al carrito|aggiungi al carrello|in winkelwagen/i
/** What points at something before it: a pronoun alone, by language. “This soup” names what it speaks of; “il suffit” speaks of nothing. */
const POINTS: Readonly<Record<string, RegExp>> = {
  en: /^(?:it|they|he|she)\s|^(?:this|that|these|those) (?:is|are|was|were|can|will|makes?|keeps?)\b/i,
  de: /^(?:er|es|sie(?! \p{Ll}+en\b))\s|^(?:das|dies) (?:ist|sind|war)\b/iu,
  fr: /^(?:il (?!suffit|faut|y a)|elles?\s|ils\s)/i,
  es: /^(?:él|ella|ellos|ellas)\s|^(?:esto|estos) (?:es|son)\b/i,
  it: /^(?:esso|essa|lui|lei)\s|^(?:questo|questi) (?:è|sono)\b/i,
  nl: /^(?:hij|ze|zij)\s|^(?:dit|dat) (?:is|zijn)\b/i,
  pt: /^(?:ele|ela|eles|elas|isso)\s|^isto (?:é|são)\b/i,
}
const MONEY = /(?:[€£$]|R\$)\s?\d[\d.,]*|\d[\d.,]*\s?€/g

const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?])\s+(?=["“«¿¡]?[\p{Lu}\p{N}€£$])/u)

/** `1.299,00` and `1,299.00` */
function amountOf(money: string): number {
  const digits = money.replace(/[^\d.,]/g, '').replace(/[.,]$/, '')
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','))
  const isDecimal = last >= 0 && digits.length - last - 1 <= 2
  const whole = digits.slice(0, isDecimal ? last : undefined).replace(/[.,]/g, '')
  return Number(isDecimal ? `${whole}.${digits.slice(last + 1)}` : whole)
}

/** Each sentence that points back stands behind what it points at, as on the page; the first may point at the heading that the title has. */
function pointsAtWhatIsThere({ name, page, draft }: Judged): boolean {
  const said = sentencesOf(draft.description)
  const text = page.text.replace(/\s+/g, ' ')
  return said.every((sentence, at) => {
    if (!POINTS[languageIn(name)]!.test(sentence)) return true
    const before = said[at - 1] ?? page.parts?.find(({ heading }) => draft.title.includes(heading))?.heading ?? `${draft.title}.`
    return text.includes(`${before} ${sentence}`)
  })
}

const pictureOf = ({ page, draft }: Judged) => page.pictures.find(({ url }) => url === draft.pictureUrl)

export const CHECKLIST: Readonly<Record<string, (judged: Judged) => boolean>> = {
  'title of the subject': (judged) => {
    const { draft, page } = judged
    const [subject] = truthOf(judged)
    return (
      overlap(subject, draft.title) === 1 ||
      draft.angle === 'picture' ||
      (draft.angle === 'detail' && page.text.includes(draft.title))
    )
  },
  'title of 10 to 100 characters, begun with a capital or a figure, cut in no word': ({ draft: { title }, page }) =>
    lengthOf(title) >= 10 &&
    lengthOf(title) <= 100 &&
    /^["“«¿¡]?[\p{Lu}\p{N}]/u.test(title) &&
    !/[\s,;:–|-]$/.test(title) &&
    `${page.text} ${title}`.includes(title.split(' ').at(-1)!),
  'no name of the site, nothing that every page says': ({ draft: { title, description, altText }, page }) =>
    !BOILERPLATE.test(`${title} ${description} ${altText}`) &&
    (page.siteName === null ||
      page.title === page.siteName ||
      !new RegExp(`[|–—·-] ${page.siteName.replace(/\W/g, '.')}$`).test(title)),
  'whole sentences, 60 to 800 characters': ({ draft: { description } }) =>
    lengthOf(description) >= 60 &&
    lengthOf(description) <= 800 &&
    sentencesOf(description).every((sentence) => /^["“«¿¡]?[\p{Lu}\p{N}€£$]/u.test(sentence) && /[.!?]["”»]?$/.test(sentence)),
  'what points back has what it points at': pointsAtWhatIsThere,
  'in the language of the page': ({ name, draft: { title, description } }) =>
    (guessLanguage(`${title}. ${description}`, ['de', 'en', 'es', 'fr', 'it', 'nl', 'pt']) ?? languageIn(name)) ===
    languageIn(name),
  'a clean link to the same site': ({ name, draft: { link } }) => {
    const bare = (address: string) => new URL(address).hostname.replace(/^www\./, '')
    return bare(link) === bare(addressOf(name)) && !/utm_|fbclid|gclid|pp=|epik/.test(link)
  },
  'a picture of the subject, 600 pixels wide where it is known': (judged) => {
    const shown = pictureOf(judged)
    if (!shown || /logo|icon|avatar|other-\d|sprite|banner/.test(shown.url)) return false
    return shown.width === null || shown.width >= 600
  },
  'a picture of what this draft speaks of': (judged) => {
    const { draft, page } = judged
    if (draft.angle !== 'item') return true
    const items = page.facts.items
    const said = draft.title
    const own = items.find((item) => said.startsWith(item.replace(/[.:]$/, '')) || said.endsWith(item.replace(/[.:]$/, ''))) ?? ''
    const seen = `${pictureOf(judged)?.alt ?? ''} ${pictureOf(judged)?.caption ?? ''}`
    return items.every((item) => item === own || overlap(item, seen) <= overlap(own, seen))
  },
  'alternative text that says what is seen': (judged) => {
    const { draft } = judged
    const shown = pictureOf(judged)
    const isSaid = [shown?.alt, shown?.caption].some((said) => said?.trim() === draft.altText)
    return isSaid && lengthOf(draft.altText) >= 8 && !/\.(?:jpe?g|png|webp)|^IMG/i.test(draft.altText)
  },
  'a board that somebody would choose': (judged) => truthOf(judged)[2].includes(judged.draft.boardId ?? ''),
  'the price that is paid, and no other': (judged) => {
    const [, price] = truthOf(judged)
    const named = [...`${judged.draft.title} ${judged.draft.description}`.matchAll(MONEY)].map(([money]) => amountOf(money))
    return named.every((amount) => amount === price) && (price === null || judged.page.kind !== 'product' || named.length > 0)
  },
  'nothing invented': ({ draft, page }) => inventedIn(draft, page).length === 0,
}

export const failedIn = (judged: Judged): string[] =>
  Object.entries(CHECKLIST).flatMap(([check, holds]) => (holds(judged) ? [] : [check]))

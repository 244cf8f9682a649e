/** Makes further titles from a page's facts, entries and short sentences. Pure. */
import { weightOf, withoutStop } from '../../lib/prose/sentences.js'
import { lengthOf } from '../../lib/text.js'
import type { PageContent } from '../../ports/page.js'
import { TITLE_LENGTH } from '../draft.js'
import { countText, dayText, type DraftLanguage, priceText, timeText } from '../phrases.js'
import { cutTitle, endsOpen, overlap, wordSet } from '../texts.js'
import type { Topic, Writer } from './writer.js'

export type Item = { item: string; title: string; shows: string }

export function factHeadline({ page: { kind, facts }, title }: Writer, language: DraftLanguage): string | undefined {
  const price = facts.price && facts.availability !== 'out_of_stock' ? priceText(facts.price, language) : undefined
  const said =
    kind === 'recipe' || kind === 'howto'
      ? facts.minutes !== null
        ? timeText(facts.minutes, language)
        : facts.steps !== null && facts.steps > 1
          ? countText('steps', facts.steps, language)
          : undefined
      : kind === 'event'
        ? facts.date === null
          ? undefined
          : dayText(facts.date, language)
        : kind === 'product'
          ? price
          : undefined
  return said === undefined || title.length + said.length + 3 > TITLE_LENGTH ? undefined : `${title} – ${said}`
}

/** Puts a list's entry before the list's name, and an article's part behind the title. */
export function itemTitles({ kind, facts: { items } }: PageContent, title: string): Item[] {
  const [first = ''] = title.split(/: | – /)
  const short = first !== title && first.length >= 12 && first.includes(' ') ? first : title
  const core = short.length > 60 ? cutTitle(short, 60) : short
  const whole = core.split(' ').length >= 2 && !endsOpen(core) ? core : title
  const wordsOfEach = items.slice(0, 60).map((item) => wordSet(item))
  return items
    .slice(0, 8)
    .map((item, at) => {
      const common = (word: string) =>
        wordSet(title).has(word) || wordsOfEach.some((words, other) => other !== at && words.has(word))
      const shows = (item.match(/[\p{L}\p{N}]{4,}/gu) ?? []).filter((word) => ![...wordSet(word)].some(common)).join(' ')
      const clean = item.replace(/[.:]$/, '')
      const own = kind === 'list' ? `${clean} – ${title}` : `${whole.replace(/[?!:]$/, '')}: ${clean}`
      return { item, title: own, shows }
    })
    .filter((one) => one.title.length <= TITLE_LENGTH)
}

/** Uses short sentences as titles, behind the page's own title where they do not name their subject. */
export const details = ({ sentences, title }: Writer): Topic[] =>
  sentences
    .filter(
      (one) =>
        weightOf(one) >= 25 &&
        one.length <= 80 &&
        /^[\p{Lu}\p{Lo}]/u.test(one) &&
        !/^(?:it|they|this|these|that|he|she|sie|er|es|diese[rs]?|ils?|elles?|ce|cette|esta?|estos|questo|questa|deze|dit|het|ela|ele|use|i|so|then|mine)\b/i.test(
          one,
        ),
    )
    .flatMap((one) => {
      const sentence = withoutStop(one)
      const named = overlap(title, sentence) > 0 ? sentence : `${title}${title.includes(': ') ? ' – ' : ': '}${sentence}`
      return lengthOf(named) > TITLE_LENGTH
        ? []
        : [{ angle: 'detail' as const, said: { title: named, about: one, facts: false } }]
    })

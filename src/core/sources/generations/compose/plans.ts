/** Plans the topics of a page's drafts, in order, each with a picture. Pure. */
import { weightOf, withoutStop } from '../../../lib/prose/sentences.js'
import type { PageContent, PagePicture } from '../../../ports/page.js'
import { TITLE_LENGTH } from '../draft.js'
import { seenOn } from '../pictures.js'
import { overlap, cutTitle, endsOpen, wordSet } from '../texts.js'
import type { Plan, Said, Topic, Writer } from './writer.js'
import { lengthOf } from '../../../lib/prose/text.js'
import { countText, dayText, type DraftLanguage, priceText, timeText } from '../phrases.js'

/** Returns more plans than wanted, because some may result in the same text. @param pictures at least one */
export function plansOf(writer: Writer, pictures: readonly PagePicture[], count: number): Plan[] {
  const { page, title } = writer
  const items = shownFirst(itemTitles(page, title), pictures).map(
    ({ item, title, shows }): Topic => ({ angle: 'item', said: { title, about: item, shows, facts: false } }),
  )
  const allotment = allotmentOf(page, pictures, items)
  const plans: Plan[] = []
  const last: Topic[] = [] // what a topic says of its entry stands beside another picture only where there is nothing else to say
  for (const topic of topicsOf(writer, items, pictures).slice(0, count * 3)) {
    if (allotment.hasNoneFor(topic)) last.push(topic)
    else plans.push({ angle: topic.angle, said: topic.said, ...allotment.take(topic.said, topic.picture) })
  }
  return [...plans, ...last.map(({ angle, said }) => ({ angle, said, ...allotment.take(said) }))]
}

/**
 * Returns the page as a whole, then what matters most for its kind: figures of a recipe or event, views of a product, entries of
 * a list.
 */
function topicsOf(writer: Writer, items: readonly Topic[], pictures: readonly PagePicture[]): Topic[] {
  const { page, title, language } = writer
  const main: Topic = { angle: 'main', said: { title, about: null, facts: true } }
  const headline = language === null ? undefined : factHeadline(writer, language)
  const facts: Topic[] = headline === undefined ? [] : [{ angle: 'facts', said: { title: headline, about: null, facts: true } }]
  const others = pictures.slice(1).flatMap((picture) => captionTopic(picture, title))
  const isOfFigures = page.kind === 'recipe' || page.kind === 'event'
  const isOfViews = page.kind === 'product' || page.kind === 'recipe' || page.kind === 'other'
  const shown = isOfViews ? others : [...items, ...others]
  return [main, ...(isOfFigures ? [...facts, ...shown] : [...shown, ...facts]), ...details(writer)]
}

/** Makes a topic of a picture's text, where that can be a title. */
function captionTopic(picture: PagePicture, title: string): Topic[] {
  const seen = seenOn(picture)
  const isTitle =
    seen !== undefined &&
    weightOf(seen) >= 15 &&
    seen.length <= TITLE_LENGTH &&
    /^[\p{Lu}\p{Lo}]/u.test(seen) &&
    overlap(seen, title) < 1
  return isTitle ? [{ angle: 'picture', said: { title: withoutStop(seen), about: seen, facts: false }, picture }] : []
}

/** Assigns a picture to each topic, none twice while another fits. */
function allotmentOf(page: PageContent, pictures: readonly PagePicture[], items: readonly Topic[]) {
  const used = new Set<string>()
  const isFree = ({ url }: PagePicture) => !used.has(url)
  const showsNoItem = new Set(pictures.filter((picture) => !items.some(({ said }) => nearest(said, [picture]) !== undefined)))
  const isOfAll = (picture: PagePicture) => showsNoItem.has(picture)
  /** Returns the heading above a sentence. */
  const headingOf = ({ about, shows }: Said) =>
    about === null || shows !== undefined ? undefined : page.parts?.find((one) => one.sentences.includes(about))?.heading
  const ownOf = (said: Said, among: readonly PagePicture[]) => nearest(said, among) ?? besideOf(said, among)
  const besideOf = (said: Said, among: readonly PagePicture[]) => {
    const heading = headingOf(said)
    return heading === undefined ? undefined : among.find(({ under }) => under === heading)
  }
  /**
   * True when the topic may have only its own picture: entries of a list are different things, while parts of an article are
   * about one thing.
   */
  const onlyItsOwn = (said: Said) =>
    page.kind === 'list' && ((said.shows !== undefined && nearest(said, pictures)) || headingOf(said) !== undefined)
  const anyFor = (said: Said, free: readonly PagePicture[]) => {
    if (onlyItsOwn(said)) return undefined
    const takesAny = said.about === null || said.shows === undefined || page.kind !== 'list'
    return (said.about === null ? undefined : free.find(isOfAll)) ?? (takesAny ? free[0] : undefined)
  }
  return {
    /** True when the topic's picture is taken, or every picture left shows something else. */
    hasNoneFor({ said, picture }: Topic): boolean {
      if (picture && !isFree(picture)) return true
      const isEntry = page.kind === 'list' && said.shows !== undefined
      return isEntry && !nearest(said, pictures) && !pictures.some((one) => isFree(one) && isOfAll(one))
    },
    take(said: Said, shown?: PagePicture): Pick<Plan, 'picture' | 'isRepeated'> {
      const free = pictures.filter(isFree)
      const picture = shown ?? ownOf(said, free) ?? anyFor(said, free)
      if (picture) used.add(picture.url)
      return { picture: picture ?? ownOf(said, pictures) ?? pictures.find(isOfAll) ?? pictures[0]!, isRepeated: !picture }
    },
  }
}

/** Sorts entries with a picture first; last comes the one whose picture is the page's first, which another draft has. */
function shownFirst(items: readonly Item[], pictures: readonly PagePicture[]): Item[] {
  const rankOf = ({ item, shows }: Item) => {
    const said = { about: item, shows }
    return nearest(said, pictures.slice(1)) ? 0 : nearest(said, pictures.slice(0, 1)) ? 2 : 1
  }
  const ranked = items.map((one) => ({ one, rank: rankOf(one) }))
  return ranked.sort((a, b) => a.rank - b.rank).map(({ one }) => one)
}

/** Returns the picture below the draft's heading, otherwise the one whose text matches best. */
function nearest({ about, shows }: Pick<Said, 'about' | 'shows'>, pictures: readonly PagePicture[]): PagePicture | undefined {
  if (about === null) return undefined
  const below = shows === undefined ? undefined : pictures.find(({ under }) => under === about)
  if (below) return below
  const near = pictures
    .filter(({ under }) => shows === undefined || (under ?? null) === null)
    .map((picture) => ({ picture, share: overlap(shows ?? about, seenOn(picture) ?? '') }))
    .filter(({ share }) => share >= 0.3)
  return near.sort((a, b) => b.share - a.share)[0]?.picture
}

/** Makes further titles from a page's facts, entries and short sentences. Pure. */
type Item = { item: string; title: string; shows: string }

function factHeadline({ page: { kind, facts }, title }: Writer, language: DraftLanguage): string | undefined {
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
function itemTitles({ kind, facts: { items } }: PageContent, title: string): Item[] {
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
const details = ({ sentences, title }: Writer): Topic[] =>
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

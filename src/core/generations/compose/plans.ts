/** Plans the topics of a page's drafts, in order, each with a picture. Pure. */
import { weightOf, withoutStop } from '../../lib/prose/sentences.js'
import type { PageContent, PagePicture } from '../../ports/page.js'
import { TITLE_LENGTH } from '../draft.js'
import { seenOn } from '../pictures.js'
import { overlap } from '../texts.js'
import { nearest } from './nearest.js'
import { details, factHeadline, type Item, itemTitles } from './titles.js'
import type { Plan, Said, Topic, Writer } from './writer.js'

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

/**
 * From what a page says to drafts that differ in picture, angle and board. The same for the same page; nothing is said that the page does not
 * say. Pure.
 */
import { withoutTracking } from '../links/without-tracking.js'
import type { PageContent, PagePicture } from '../ports/page.js'
import { prepare, type Scorer } from '../relevance/score.js'
import { guessLanguage } from '../relevance/words/detector.js'
import {
  ALT_LENGTH,
  type Angle,
  type Composed,
  DESCRIPTION_LENGTH,
  type GeneratedDraft,
  MOST_DRAFTS,
  TITLE_LENGTH,
} from './draft.js'
import {
  countText,
  dayText,
  DRAFT_LANGUAGES,
  type DraftLanguage,
  inviteOf,
  isDraftLanguage,
  priceText,
  ratingText,
  timeText,
} from './phrases.js'
import { inOrder, seenOn, warningsOf } from './pictures.js'
import { inventsNothing } from './stands.js'
import { calm, cutTitle, fill, overlap, pointsBack } from './texts.js'

export type ComposeOptions = {
  /** 1 to 5, 3 when it is not given. */
  drafts?: number
  /** Each draft goes to the one that it fits best, and no two to one where others fit too. To a single one they go in any case. */
  boards?: readonly { id: string; name: string }[]
  /** What people search for: sentences that answer it come first. */
  words?: readonly string[]
}

/** A description that says so much is long enough; the rest is for the page. */
const ENOUGH = 360
/** So much of other sentences is enough for one more draft of the same page. */
const FRESH = 90
/** Least score of a board that is taken so that drafts differ. */
const FITS = 0.55
/** A draft that has less in common with every board goes where the others of its page go. */
const SOME = 0.4
/** A page that has less in common with every board fits none of them. */
const NEAR = 0.25
/** Of ratings that few gave, or that are no praise, a pin says nothing. */
const PRAISE = { value: 4, count: 5 }

export function compose(
  page: PageContent | null,
  { drafts: wanted = 3, boards = [], words = [] }: ComposeOptions = {},
): Composed {
  if (page === null) return { kind: 'failed', because: 'not_html' }
  if (page.isNopin) return { kind: 'failed', because: 'nopin' }
  const title = page.title === null ? '' : calm(page.title)
  const sentences = sentencesOf(page)
  if (title === '' || (sentences.length === 0 && page.kind !== 'product')) return { kind: 'failed', because: 'no_content' }
  const pictures = inOrder(page.pictures)
  if (pictures.length === 0) return { kind: 'failed', because: 'no_picture' }
  const count = Math.max(1, Math.min(MOST_DRAFTS, Math.trunc(wanted)))
  const writer: Writer = {
    page,
    title,
    sentences,
    language: languageOf(page, sentences),
    scorers: words.slice(0, 20).map(prepare),
    share: sentences.length >= count * 2 ? Math.floor(sentences.length / count) : Number.POSITIVE_INFINITY,
  }
  const made: GeneratedDraft[] = []
  const link = withoutTracking(page.link)
  const told = new Set<string>()
  for (const { angle, picture, said, isRepeated } of plansOf(writer, pictures, count)) {
    const draft: GeneratedDraft = {
      ...{
        title: cutTitle(said.title, TITLE_LENGTH),
        description: describe(writer, said, told),
        altText: altOf(writer, picture),
        link,
      },
      ...{ pictureUrl: picture.url, boardId: null, angle },
      warnings: [
        ...warningsOf(picture),
        ...(isRepeated ? (['picture_repeated'] as const) : []),
        ...(page.facts.availability === 'out_of_stock' ? (['out_of_stock'] as const) : []),
      ],
    }
    if (inventsNothing(draft, page) && !made.some((one) => one.title === draft.title)) made.push(draft)
  }
  if (made.length === 0) return { kind: 'failed', because: 'no_content' }
  return { kind: 'composed', drafts: onBoards(made.slice(0, count), boards) }
}

type Writer = {
  page: PageContent
  title: string
  sentences: string[]
  language: DraftLanguage | null
  scorers: Scorer[]
  /** Sentences of a draft at most, so that there are others for the next. */
  share: number
}
/** `about`: sentences near it come first. */
type Said = { title: string; about: string | null; facts: boolean }
type Plan = { angle: Angle; picture: PagePicture; said: Said; isRepeated: boolean }

/** What meta elements say to searchers and shoppers is no sentence for a pin. */
const SELLS =
  /^(?:shop|buy|order|discover our|browse|kaufen|jetzt|achetez|compra|acquista|koop|compre)\b|free (?:shipping|delivery)/i

export function sentencesOf({ description, sentences }: PageContent): string[] {
  const isWhole = description !== null && /[.!?]$/.test(description) && !/…|\.\.\.$/.test(description) && !SELLS.test(description)
  const isNew = isWhole && !sentences.some((one) => overlap(description, one) > 0.6 || overlap(one, description) > 0.8)
  return isNew ? [description, ...sentences] : sentences
}

/** In which a draft of it is to be; null: none that we know. */
export function languageOf({ language, kind }: PageContent, sentences: readonly string[]): DraftLanguage | null {
  if (language !== null && !isDraftLanguage(language)) return null
  const text = sentences.join(' ').slice(0, 400)
  const guess = text.length >= 60 || kind === 'other' ? guessLanguage(text, DRAFT_LANGUAGES)?.language : undefined
  return guess !== undefined && isDraftLanguage(guess) ? guess : language
}

/** More than wanted, as some may say the same. */
function plansOf(writer: Writer, pictures: readonly PagePicture[], count: number): Plan[] {
  const { page, title, language } = writer
  const main: Said = { title, about: null, facts: true }
  const saids: { angle: Angle; said: Said }[] = [{ angle: 'main', said: main }]
  const headline = language === null ? undefined : factHeadline(writer, language)
  const facts = headline === undefined ? [] : [{ angle: 'facts' as const, said: { title: headline, about: null, facts: true } }]
  const rest = pictures.slice(1)
  const items = shownFirst(itemTitles(page, title), rest).map(({ item, title }) => ({
    angle: 'item' as const,
    said: { title, about: item, facts: false },
  }))
  if (page.kind === 'recipe' || page.kind === 'event') saids.push(...facts)
  const others = rest.flatMap((picture) => {
    const seen = seenOn(picture)
    const isTitle =
      seen !== undefined && seen.length >= 15 && seen.length <= TITLE_LENGTH && /^\p{Lu}/u.test(seen) && overlap(seen, title) < 1
    return isTitle
      ? [{ angle: 'picture' as const, said: { title: seen.replace(/\.$/, ''), about: seen, facts: false }, picture }]
      : []
  })
  if (page.kind === 'product' || page.kind === 'recipe' || page.kind === 'other') saids.push(...others)
  else saids.push(...items, ...others)
  saids.push(...(page.kind === 'recipe' || page.kind === 'event' ? [] : facts), ...details(writer))
  const used = new Set<string>()
  const last: { angle: Angle; said: Said }[] = []
  const pictureOf = (said: Said, shown?: PagePicture): Pick<Plan, 'picture' | 'isRepeated'> => {
    const free = pictures.filter(({ url }) => !used.has(url))
    const picture = shown ?? nearest(said, free) ?? free[0]
    if (picture) used.add(picture.url)
    return { picture: picture ?? nearest(said, pictures) ?? pictures[0]!, isRepeated: picture === undefined }
  }
  const plans = saids.slice(0, count * 3).flatMap(({ angle, said, ...own }): Plan[] => {
    const shown = 'picture' in own ? (own.picture as PagePicture) : undefined
    if (shown && used.has(shown.url)) {
      last.push({ angle, said }) // what it says of this one stands beside another only where there is nothing else to say
      return []
    }
    return [{ angle, said, ...pictureOf(said, shown) }]
  })
  return [...plans, ...last.map(({ angle, said }) => ({ angle, said, ...pictureOf(said) }))]
}

/** Those that a picture shows before the others. */
const shownFirst = <T extends { item: string }>(items: readonly T[], pictures: readonly PagePicture[]): T[] => {
  const isShown = ({ item }: T) => nearest({ about: item }, pictures) !== undefined
  return [...items.filter(isShown), ...items.filter((one) => !isShown(one))]
}

/** The picture that shows what is spoken of. */
function nearest({ about }: Pick<Said, 'about'>, pictures: readonly PagePicture[]): PagePicture | undefined {
  if (about === null) return undefined
  const near = pictures
    .map((picture) => ({ picture, share: overlap(about, seenOn(picture) ?? '') }))
    .filter(({ share }) => share >= 0.3)
  return near.sort((a, b) => b.share - a.share)[0]?.picture
}

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

/** A list's entries before its name, an article's parts behind it. */
function itemTitles({ kind, facts: { items } }: PageContent, title: string): { item: string; title: string }[] {
  const core = title.length > 60 ? cutTitle(title, 60) : title
  const whole =
    core.split(' ').length >= 3 &&
    !/\s(?:for|the|a|an|in|of|to|and|that|than|und|mit|für|der|die|das|de|la|le|en|et|con|per|di|voor|een|para|com|em)$/i.test(
      core,
    )
      ? core
      : title
  return items
    .slice(0, 8)
    .map((item) => {
      const clean = item.replace(/[.:]$/, '')
      return { item: clean, title: kind === 'list' ? `${clean} – ${title}` : `${whole.replace(/[?!:]$/, '')}: ${clean}` }
    })
    .filter((one) => one.title.length <= TITLE_LENGTH)
}

/** A short sentence can stand as a title. */
const details = ({ sentences }: Writer): { angle: Angle; said: Said }[] =>
  sentences
    .filter(
      (one) =>
        one.length >= 25 &&
        one.length <= 80 &&
        /^\p{Lu}/u.test(one) &&
        !/^(?:it|they|this|these|that|he|she|sie|er|es|diese[rs]?|ils?|elles?|ce|cette|esta?|estos|questo|questa|deze|dit|het|ela|ele|use|i)\b/i.test(
          one,
        ),
    )
    .map((one) => ({ angle: 'detail', said: { title: one.replace(/\.$/, ''), about: one, facts: false } }))

/** @param told sentences of the drafts before: they come again only where too little else is left; its own are added to them */
function describe(writer: Writer, given: Said, told: Set<string>): string {
  const { page, title, language } = writer
  const { about, facts } = given
  const other = sentencesFor(writer, given, told)
  const isEnough = other.length >= Math.min(2, writer.share) && other.join(' ').length >= FRESH
  const said = isEnough ? other : sentencesFor(writer, given, new Set())
  if (page.kind !== 'list') for (const sentence of said) told.add(sentence) // of a list most speak of one entry, and the lead fits all
  const lead = said.length === 0 ? [`${title}.`] : said
  const entries = page.kind === 'list' && about === null ? entryLine(page) : undefined
  const figures = language === null || !(facts || page.kind === 'product') ? undefined : factLine(page, language)
  const invite = inviteOf(language, page.kind)
  return fill(
    [
      ...lead,
      ...(entries === undefined ? [] : [entries]),
      ...(figures === undefined ? [] : [figures]),
      ...(invite === undefined ? [] : [invite]),
    ],
    DESCRIPTION_LENGTH,
  )
}

/** What points back is said only behind what it points at. */
const isClear = (sentence: string, before: string, { language, text }: PageContent): boolean =>
  !pointsBack(sentence, language) || text.includes(`${before} ${sentence}`)

/** Sentences for a draft, in an order in which they can be read. */
function sentencesFor(
  { page, sentences, scorers, share }: Writer,
  { title: own, about }: Said,
  without: ReadonlySet<string>,
): string[] {
  const ranked = sentences
    .map((sentence, at) => {
      const wanted = Math.max(0, ...scorers.map((score) => score({ title: sentence, description: '' })))
      const near = about === null ? 0 : overlap(about, sentence)
      return { sentence, at, worth: near * 3 + wanted * 2 - at * 0.15 }
    })
    .filter(({ sentence }) => sentence.replace(/\.$/, '') !== own && !without.has(sentence))
    .sort((a, b) => b.worth - a.worth)
  const most = Math.min(share, page.kind === 'list' ? 2 : about === null ? 4 : 3) // what stands under a list's entries speaks of them
  const taken: typeof ranked = []
  for (const one of ranked) {
    const length = taken.reduce((sum, { sentence }) => sum + sentence.length, 0)
    if (taken.length < most && (taken.length === 0 || length + one.sentence.length <= ENOUGH)) taken.push(one)
  }
  const isAbout = (one: (typeof ranked)[number]) => about !== null && one === ranked[0] && overlap(about, one.sentence) > 0
  return taken
    .sort((a, b) => Number(isAbout(b)) - Number(isAbout(a)) || a.at - b.at)
    .map(({ sentence }) => sentence)
    .reduce<string[]>((before, one) => (isClear(one, before.at(-1) ?? `${own}.`, page) ? [...before, one] : before), [])
}

/** What the list has, as far as it is short. */
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

const altOf = ({ page, title }: Writer, picture: PagePicture): string => {
  const brand =
    page.facts.brand !== null && overlap(page.facts.brand, title) === 0 && page.kind === 'product' ? `, ${page.facts.brand}` : ''
  return cutTitle(seenOn(picture) ?? `${title}${brand}`, ALT_LENGTH)
}

/** Each on the one that it fits best, and no two on one where others fit too. */
export function onBoards(drafts: readonly GeneratedDraft[], boards: ComposeOptions['boards'] = []): GeneratedDraft[] {
  if (boards.length === 0) return [...drafts]
  const scorers = boards.slice(0, 500).map(({ id, name }) => ({ id, score: prepare(name) }))
  const taken = new Set<string>()
  const ofAll = scorers
    .map(({ id, score }) => ({ id, worths: drafts.map((draft) => score(draft)) }))
    .map(({ id, worths }) => ({ id, worth: worths.reduce((sum, one) => sum + one, 0), most: Math.max(...worths) }))
    .sort((a, b) => b.worth - a.worth)[0]!
  return drafts.map((draft) => {
    const scored = scorers.map(({ id, score }) => ({ id, worth: score(draft) })).sort((a, b) => b.worth - a.worth)
    const first = scored[0]!
    const best = scored.find(({ id, worth }) => !taken.has(id) && worth >= FITS) ?? (first.worth >= SOME ? first : ofAll)
    if (best === ofAll && ofAll.most < NEAR && boards.length > 1) return { ...draft, boardId: null } // any would be a guess
    taken.add(best.id)
    return { ...draft, boardId: best.id }
  })
}

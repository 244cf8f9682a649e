/**
 * From what a page says to drafts that differ in picture, angle and board. The same for the same page; nothing is said that the page does not
 * say. Pure.
 */
import { withoutTracking } from '../links/without-tracking.js'
import { lengthOf } from '../lib/text.js'
import type { PageContent, PagePicture } from '../ports/page.js'
import { prepare, type Scorer } from '../relevance/score.js'
import { guessLanguage } from '../relevance/words/detector.js'
import { onBoards } from './boards.js'
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
import { calm, cutTitle, endsOpen, fill, overlap, pointsBack, wordSet } from './texts.js'

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
/** One that says less is begun with what its title says. */
const LEAST = 60
/** So much of other sentences is enough for one more draft of the same page. */
const FRESH = 75
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
    const saysAgain = angle === 'detail' && made.length > 0 && sentences.length < 2 // its title is all that is left to say
    if (!saysAgain && inventsNothing(draft, page) && !made.some((one) => one.title === draft.title)) made.push(draft)
  }
  if (made.length === 0) return { kind: 'failed', because: 'no_content' }
  return { kind: 'composed', drafts: onBoards(made.slice(0, count), boards, page) }
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
/** `about`: sentences near it come first. `shows`: of an entry, the words that no other has; a picture that shows another one is none for it. */
type Said = { title: string; about: string | null; facts: boolean; shows?: string }
type Plan = { angle: Angle; picture: PagePicture; said: Said; isRepeated: boolean }

/** What meta elements say to searchers and shoppers is no sentence for a pin. */
const SELLS =
  /^(?:shop|buy|order|discover our|browse|kaufen|jetzt|achetez|compra|acquista|koop|compre)\b|free (?:\p{L}+ )?(?:shipping|delivery)|(?:order|buy|shop|book) (?:now|online|today)|jetzt (?:online )?(?:bestellen|kaufen|entdecken|shoppen)|(?:online|günstig) (?:bestellen|kaufen)|commandez|en ligne|[✓✔✅➤►▶★☆➜→|]|(?![©®™])\p{Extended_Pictographic}/iu
const BETWEEN = /(?<=[.!?…]["”’»]?)\s+(?=["“„«¿¡]?[\p{Lu}\p{N}])/u
const ABBREVIATED = /(?:^|\s)(?:\p{Lu}|Dr|Mr|Mrs|Ms|St|No|Nr|approx|ca|inkl|bzw|incl|vs)\.$/u

/** The page's own, behind those of its description that are others. */
export function sentencesOf({ description, sentences }: PageContent): string[] {
  const told = (description ?? '').split(BETWEEN).reduce<string[]>((before, one) => {
    const last = before.at(-1)
    return last !== undefined && ABBREVIATED.test(last) ? [...before.slice(0, -1), `${last} ${one}`] : [...before, one]
  }, [])
  const isCut = /(?:…|\.\.\.)$/.test(description ?? '')
  const own = told.filter(
    (one) =>
      one.length >= 15 &&
      /[.!?]["”’»]?$/.test(one) &&
      !(isCut && one === told.at(-1)) &&
      !SELLS.test(one) &&
      !sentences.some((other) => overlap(one, other) > 0.6 || overlap(other, one) > 0.8),
  )
  return [...own, ...sentences]
}

/** In which a draft of it is to be; null: none that we know. */
export function languageOf({ language, kind }: PageContent, sentences: readonly string[]): DraftLanguage | null {
  if (language !== null && !isDraftLanguage(language)) return null
  const text = sentences.join(' ').slice(0, 400)
  const guess = text.length >= 60 || kind === 'other' ? guessLanguage(text, DRAFT_LANGUAGES) : undefined
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
  const items = shownFirst(itemTitles(page, title), pictures).map(({ item, title, shows }) => ({
    angle: 'item' as const,
    said: { title, about: item, shows, facts: false },
  }))
  if (page.kind === 'recipe' || page.kind === 'event') saids.push(...facts)
  const others = rest.flatMap((picture) => {
    const seen = seenOn(picture)
    const isTitle =
      seen !== undefined &&
      seen.length >= (/\p{Lo}{4}/u.test(seen) ? 8 : 15) &&
      seen.length <= TITLE_LENGTH &&
      /^[\p{Lu}\p{Lo}]/u.test(seen) &&
      overlap(seen, title) < 1
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
    const own = shown ?? nearest(said, free) ?? besides(said, free)
    // what another entry of a list looks like is not what this one does; the parts of an article are of one thing
    const isOfOther =
      page.kind === 'list' && ((said.shows !== undefined && nearest(said, pictures)) || headingOf(said) !== undefined)
    const isAny = said.shows === undefined || page.kind !== 'list'
    const other = said.about === null ? free[0] : (free.find(({ url }) => ofNone.has(url)) ?? (isAny ? free[0] : undefined))
    const picture = own ?? (isOfOther ? undefined : other)
    if (picture) used.add(picture.url)
    const again = nearest(said, pictures) ?? besides(said, pictures) ?? pictures.find(({ url }) => ofNone.has(url))
    return { picture: picture ?? again ?? pictures[0]!, isRepeated: !picture }
  }
  /** Of a sentence: that which stands under the same heading. */
  const headingOf = ({ about, shows }: Said) =>
    about === null || shows !== undefined ? undefined : page.parts?.find((one) => one.sentences.includes(about))?.heading
  const besides = (said: Said, among: readonly PagePicture[]) => {
    const heading = headingOf(said)
    return heading === undefined ? undefined : among.find(({ under }) => under === heading)
  }
  const ofNone = new Set(
    pictures.filter((picture) => !items.some(({ said }) => nearest(said, [picture]) !== undefined)).map(({ url }) => url),
  )
  const plans = saids.slice(0, count * 3).flatMap(({ angle, said, ...own }): Plan[] => {
    const shown = 'picture' in own ? (own.picture as PagePicture) : undefined
    const isFree = (one: PagePicture) => !used.has(one.url) && ofNone.has(one.url)
    const hasNone = page.kind === 'list' && said.shows !== undefined && !nearest(said, pictures) && !pictures.some(isFree)
    if ((shown && used.has(shown.url)) || hasNone) {
      last.push({ angle, said }) // what it says of this one stands beside another only where there is nothing else to say
      return []
    }
    return [{ angle, said, ...pictureOf(said, shown) }]
  })
  return [...plans, ...last.map(({ angle, said }) => ({ angle, said, ...pictureOf(said) }))]
}

type Item = { item: string; title: string; shows: string }

/** Those that a picture shows before the others; last the one whose picture is the first, which another draft has. */
function shownFirst(items: readonly Item[], pictures: readonly PagePicture[]): Item[] {
  const rankOf = ({ item, shows }: Item) => {
    const said = { about: item, shows }
    return nearest(said, pictures.slice(1)) ? 0 : nearest(said, pictures.slice(0, 1)) ? 2 : 1
  }
  const ranked = items.map((one) => ({ one, rank: rankOf(one) }))
  return ranked.sort((a, b) => a.rank - b.rank).map(({ one }) => one)
}

/** The picture that shows what is spoken of: that which stands under its heading, else that of which the page says so. */
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

/** A short sentence can stand as a title, behind the page's own where it does not say what it speaks of. */
const details = ({ sentences, title }: Writer): { angle: Angle; said: Said }[] =>
  sentences
    .filter(
      (one) =>
        one.length >= (/\p{Lo}{4}/u.test(one) ? 12 : 25) &&
        one.length <= 80 &&
        /^[\p{Lu}\p{Lo}]/u.test(one) &&
        !/^(?:it|they|this|these|that|he|she|sie|er|es|diese[rs]?|ils?|elles?|ce|cette|esta?|estos|questo|questa|deze|dit|het|ela|ele|use|i|so|then|mine)\b/i.test(
          one,
        ),
    )
    .flatMap((one) => {
      const sentence = one.replace(/[.。]$/, '')
      const named = overlap(title, sentence) > 0 ? sentence : `${title}${title.includes(': ') ? ' – ' : ': '}${sentence}`
      return lengthOf(named) > TITLE_LENGTH
        ? []
        : [{ angle: 'detail' as const, said: { title: named, about: one, facts: false } }]
    })

/** @param told sentences of the drafts before: they come again only where too little else is left; its own are added to them */
function describe(writer: Writer, given: Said, told: Set<string>): string {
  const { page, title, language, sentences } = writer
  const { about, facts } = given
  const other = sentencesFor(writer, given, told)
  const isEnough = other.length >= Math.min(2, writer.share) && other.join(' ').length >= FRESH
  const said = isEnough ? other : sentencesFor(writer, given, new Set())
  if (page.kind !== 'list') for (const sentence of said) told.add(sentence) // of a list most speak of one entry, and the lead fits all
  const alone = about !== null && sentences.includes(about) ? about : /[.!?…]$/.test(title) ? title : `${title}.`
  const lead = said.length === 0 ? [alone] : said.join(' ').length >= LEAST || said.includes(alone) ? said : [alone, ...said]
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
  const below = new Set(page.parts?.find(({ heading }) => heading === about)?.sentences)
  const elsewhere = new Set(below.size === 0 ? [] : page.parts?.flatMap((part) => (part.heading === about ? [] : part.sentences)))
  const ranked = sentences
    .map((sentence, at) => {
      const wanted = Math.max(0, ...scorers.map((score) => score({ title: sentence, description: '' })))
      const near = about === null ? 0 : below.has(sentence) ? 1 : overlap(about, sentence)
      const order = below.has(sentence) ? 0.01 : 0.15
      return { sentence, at, worth: near * 3 + wanted * 2 - at * order - (elsewhere.has(sentence) ? 5 : 0) }
    })
    .filter(({ sentence }) => !own.endsWith(sentence.replace(/\.$/, '')) && !without.has(sentence))
    .sort((a, b) => b.worth - a.worth)
  const most = Math.min(share, page.kind === 'list' ? 2 : about === null ? 4 : 3) // what stands under a list's entries speaks of them
  const taken: typeof ranked = []
  for (const one of ranked) {
    const length = taken.reduce((sum, { sentence }) => sum + sentence.length, 0)
    if (taken.length < most && (taken.length === 0 || length + one.sentence.length <= ENOUGH)) taken.push(one)
  }
  const isAbout = ({ sentence }: (typeof ranked)[number]) =>
    below.has(sentence) || (about !== null && sentence === ranked[0]?.sentence && overlap(about, sentence) > 0)
  return taken
    .sort((a, b) => Number(isAbout(b)) - Number(isAbout(a)) || a.at - b.at)
    .map(({ sentence }) => sentence)
    .reduce<string[]>(
      (before, one) => (isClear(one, before.at(-1) ?? (below.has(one) ? about! : `${own}.`), page) ? [...before, one] : before),
      [],
    )
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

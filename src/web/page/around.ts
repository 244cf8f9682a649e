/** Finds what surrounds the main content of a page: other products and pages, navigation, authors. */
import type { CheerioAPI } from 'cheerio'
import { closestNamed, isNamed } from './classes.js'
import type { Element } from './nodes.js'
import { plain } from './plain.js'

/** Headings of other products and pages, in the languages that we write and a few more. */
const OTHERS = new RegExp(
  [
    /^(?:(?:customer |product )?reviews|(?:kunden)?bewertungen|avis(?: clients?)?|(?:opiniones|reseñas)(?: de clientes)?|recensioni|beoordelingen|avaliações|opinie)(?: \(?\d+\)?)?$/,
    /^(?:(?:other|more|upcoming|further|next) events?|also on (?:view|show)$|you (?:may|might|will|[’']?ll) (?:also|love)|related (?:products?|posts?|articles?|recipes?|items?|reading|stories)|similar (?:products?|items?|posts?|listings?)|recommended (?:for you|products?|reading|posts?)|recommendations$|customers (?:also|who)|people (?:also|who)|frequently bought|often bought|complete (?:the|your) (?:look|set|room)|shop the look|goes well with|recently viewed|(?:best ?sellers|new arrivals|trending(?: now)?)$|more (?:from|like this|products?|recipes?|posts?|articles?|stories|to (?:read|love|explore))|more \S+(?: \S+)? (?:recipes|ideas|posts|articles)|read (?:next|also|more)|keep reading|up next|next (?:up|article)|popular (?:posts|products|recipes)|latest (?:posts|articles|news|recipes)|from the (?:blog|shop)|explore more|other (?:products?|recipes?)|we (?:also )?found other|you[’']?d also like|(?:don[’']?t|never) miss)/,
    /^(?:(?:weitere|andere|nächste|kommende) (?:veranstaltungen|termine|events)|ähnliche|das könnte|könnte (?:dir|ihnen)|kunden (?:kauften|haben)|dazu passt|passend dazu|weitere (?:produkte|artikel|rezepte|beiträge|ideen)|mehr (?:rezepte|artikel|aus|von|zum thema)|zuletzt angesehen|wird oft zusammen|verwandte|empfehlungen$|empfohlene |auch interessant|lies auch|lesen sie auch|neueste beiträge|beliebte (?:beiträge|rezepte|produkte))/,
    /^(?:(?:autres|prochains) (?:événements|rendez-vous)|(?:aussi|également) à l[’']agenda|produits? (?:similaires|associés|liés|complémentaires)|vous (?:aimerez|pourriez|allez) |on vous recommande|nos (?:suggestions|recommandations)|articles? (?:similaires|liés|récents)|à lire aussi|autres recettes|d[’']autres (?:recettes|idées|articles)|les clients ont|vus récemment|recettes similaires)/,
    /^(?:(?:otros|próximos|más) eventos|productos (?:relacionados|similares)|también (?:te|le) |te (?:puede|podría) (?:gustar|interesar)|quizás? te|artículos relacionados|otras recetas|más (?:recetas|artículos|ideas)|entradas (?:relacionadas|recientes)|los clientes|vistos recientemente|recetas relacionadas|lee también)/,
    /^(?:(?:altri|prossimi) eventi|prodotti (?:correlati|simili)|potrebbe(?:ro)? (?:interessarti|piacerti)|ti potrebbe|articoli (?:correlati|recenti)|altre ricette|leggi anche|chi ha (?:acquistato|visto)|visti di recente|ricette (?:correlate|simili))/,
    /^(?:ook in de agenda|(?:andere|meer) (?:evenementen|activiteiten)|gerelateerde|vergelijkbare|misschien (?:vind|ook)|dit vind je|ook (?:leuk|interessant)|anderen (?:bekeken|kochten)|meer (?:recepten|artikelen|ideeën)|lees ook|recent bekeken|aanbevolen|bekijk ook)/,
    /^(?:(?:outros|próximos) eventos|produtos (?:relacionados|semelhantes|similares)|(?:você )?(?:também )?(?:pode|vai) (?:também )?gostar|quem (?:viu|comprou)|posts relacionados|artigos relacionados|outras receitas|mais receitas|leia também|vistos recentemente|receitas relacionadas)/,
    /^(?:(?:inne|najbliższe) wydarzenia|podobne|zobacz (?:też|także|również)|polecane|powiązane|może ci się|inni (?:kupili|klienci)|関連|おすすめ|こちらも|あわせて|人気の|你可能|相关|相關|مقالات ذات صلة|وصفات (?:ذات صلة|مشابهة|أخرى)|منتجات (?:ذات صلة|مشابهة)|قد يعجبك|похожие|рекомендуем|с этим товаром|читайте также)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'iu',
)

/** Elements in which a site shows its own name. */
const SITE_HEADER = '#header, #masthead, nav'
const SITE_NAMES: ReadonlySet<string> = new Set([
  ...['site-header', 'site-title', 'site-name', 'site-logo', 'header-heading', 'logo', 'navbar', 'branding', 'brand-logo'],
])

/** The heading of the page itself; undefined if it has none. */
export function headlineOf($: CheerioAPI): Element | undefined {
  const all = $('h1, [class~="entry-title"], [class~="post-title"], [itemprop="headline"]').toArray().slice(0, 50)
  const seen = all.filter((one) => /^h\d$/.test(one.name) && plain($(one).text().slice(0, 400)) !== null)
  const own = seen.filter(
    (one) =>
      $(one).closest(SITE_HEADER).length === 0 && !closestNamed(one, SITE_NAMES) && $(one).find('a[href="/"]').length === 0,
  )
  return own.find(({ name }) => name === 'h1') ?? own[0] ?? seen[0]
}

/** Content that visitors wrote. */
const OF_VISITORS: ReadonlySet<string> = new Set([
  'comment',
  'comment-area',
  'testimonial',
  'review',
  'customer-review',
  'disqus',
])

const OF_VISITORS_MAYBE =
  '[itemprop="review"], [class*="comment" i], [id*="comment" i], [class*="testimonial" i], [class*="review" i], [id*="review" i], #disqus_thread'

/** Removes the part that each such heading begins. */
export function leaveOutOthers($: CheerioAPI): void {
  const { isWhole } = wholeOf($)
  $(OF_VISITORS_MAYBE)
    .filter(
      (_, part) =>
        (part.attribs['itemprop'] === 'review' || isNamed(part, OF_VISITORS)) &&
        !isWhole(part) &&
        $(part).find('h1').length === 0 &&
        !/^(?:body|main|html)$/.test(part.name),
    )
    .remove()
  const headings = $('h2, h3, h4, h5, strong, [class*="heading" i], [class*="title" i]').toArray().slice(0, 2_000)
  const subject = headlineOf($)
  for (const heading of headings) {
    const text = plain($(heading).text().slice(0, 200))
    if (text === null || text.length > 80 || !OTHERS.test(text)) continue
    const part = partOf(heading, subject)
    if (part) $(part).remove()
    else leaveOutBehind($, heading)
  }
}

const ELEMENT = 1
type Any = { nodeType: number; parent: Any | null; prev: Any | null; next: Any | null; name?: string }
const isElement = (node: Any | null): boolean => node !== null && node.nodeType === ELEMENT

/** The largest element that begins with the heading and does not contain the subject's own heading. */
function partOf(heading: Element, subject: Element | undefined): Element | undefined {
  if (!subject) return undefined
  const kept = new Set<unknown>(['body', 'main', 'article', 'html'])
  let part: Any | undefined
  let node = heading as unknown as Any
  while (node.parent && !kept.has(node.parent.name ?? '') && !hasBefore(node)) {
    node = node.parent
    if (holds(node, subject)) break
    part = node
  }
  return part && hasMore(part, heading) ? (part as unknown as Element) : undefined
}

function hasBefore(node: Any): boolean {
  for (let { prev } = node; prev; { prev } = prev) if (isElement(prev) && !/^(?:br|hr|a|span)$/.test(prev.name ?? '')) return true
  return false
}

function holds(node: Any, wanted: Any): boolean {
  for (let at: Any | null = wanted; at; at = at.parent) if (at === node) return true
  return false
}

/** True if the part holds something besides the heading. */
function hasMore(part: Any, heading: Any): boolean {
  for (let at: Any | null = heading; at && at !== part; at = at.parent) if (isElement(nextElement(at))) return true
  return false
}

function nextElement(node: Any): Any | null {
  let { next } = node
  while (next && !isElement(next)) next = next.next
  return next
}

/** Removes everything up to the next heading of the same or a higher rank. */
function leaveOutBehind($: CheerioAPI, heading: Element): void {
  const rank = /^h(\d)$/.exec(heading.name)?.[1]
  if (rank === undefined) return
  let next = nextElement(heading)
  while (next) {
    const own = /^h(\d)$/.exec(next.name ?? '')?.[1]
    if (own !== undefined && Number(own) <= Number(rank)) break
    const after = nextElement(next)
    $(next as unknown as Element).remove()
    next = after
  }
  $(heading).remove()
}

/** Parts around the main content, by selector and by the names of their classes and ids. */
export type Around = { selector: string; names: ReadonlySet<string> }

/** Names of parts that have neither text nor pictures of the content. */
export const AROUND_NAMES: readonly string[] = [
  'related',
  'related-product',
  'related-post',
  'comment',
  'newsletter',
  'breadcrumb',
  'sidebar',
  'author',
  'review',
  'testimonial',
  'also-viewed',
  'recommend',
  'recommended',
  'recommendation',
  'upsell',
  'cross-sell',
]

/**
 * Returns a test for elements in such a part. An element with the page's own heading or most of its text never counts, because
 * themes name the whole page after a sidebar, and an article after its author and comments.
 */
export function makeIsAround($: CheerioAPI): (element: Element, around: Around) => boolean {
  const { isWhole } = wholeOf($)
  return (element, { selector, names }) => {
    for (let at = element as Any | null; at && isElement(at); at = at.parent) {
      const one = at as unknown as Element
      if (!isWhole(one) && (isNamed(one, names) || $(one).is(selector))) return true
    }
    return false
  }
}

const MOST_PARAGRAPHS = 1_000
/** A share of the text of all paragraphs. */
const MOST_OF_IT = 0.6

const wholes = new WeakMap<CheerioAPI, { isWhole: (element: Element) => boolean }>()

/** Recognizes the elements that are the page's main content. */
function wholeOf($: CheerioAPI): { isWhole: (element: Element) => boolean } {
  const before = wholes.get($)
  if (before) return before
  const whole = new Set<unknown>($('main, [role="main"], body').toArray().slice(0, 5))
  const own = [...$('main, [role="main"], [itemprop="articleBody"]').toArray().slice(0, 5), headlineOf($)]
  for (const { parent } of own.filter((one) => one !== undefined))
    for (let at = parent as Any | null; at; at = at.parent) whole.add(at)
  const lengths = new Map<Any, number>()
  let all = 0
  for (const paragraph of $('p').toArray().slice(0, MOST_PARAGRAPHS)) {
    const length = $(paragraph).text().length
    all += length
    for (let at = paragraph.parent as Any | null; at && isElement(at); at = at.parent)
      lengths.set(at, (lengths.get(at) ?? 0) + length)
  }
  for (const [element, length] of lengths)
    if (length > all * MOST_OF_IT && isArticle(element as unknown as Element))
      for (let at = element as Any | null; at; at = at.parent) whole.add(at)
  const made = { isWhole: (element: Element) => whole.has(element) }
  wholes.set($, made)
  return made
}

/** True for the page's own article, false for something that visitors wrote. */
const isArticle = (element: Element): boolean => {
  const isOne =
    element.name === 'article' || /(?:^|\s)(?:hentry|h-entry|post|entry-content)(?:\s|$)/i.test(element.attribs['class'] ?? '')
  return isOne && closestNamed(element.parent as Element, OF_VISITORS) === undefined
}

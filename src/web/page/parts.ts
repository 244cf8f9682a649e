/**
 * Reads the parts of a page under its headings (the entries of a list, the sections of an article), each with its sentences and
 * pictures.
 */
import type { CheerioAPI } from 'cheerio'
import { makeIsAround } from './around.js'
import { type Element, within } from './nodes.js'
import { plain } from './plain.js'
import { AROUND, isBoilerplate } from './prose.js'

const AROUND_AND_HEADER = { ...AROUND, selector: `${AROUND.selector}, header` }
const MOST = { headings: 60, seen: 1_000, nodes: 4_000, text: 2_000 }

export type Part = { heading: string; element: Element; text: string; pictures: ReadonlySet<Element> }

const NUMBER = /^(?:#?\d{1,3}\s?[.):–-]|(?:step|schritt|étape|paso|passo|stap|krok)\s+\d{1,2}\s?[.:–-]?)\s*/i
/** Headings that every page of its kind has, which say nothing about this one. */
const OF_ANY_PAGE =
  /^(?:(?:the )?(?:ingredients?|instructions?|method|directions|equipment|supplies|materials?|tools?|notes?|tips?|storage|nutrition|faqs?|introduction|overview|summary|conclusion|contents?|table of contents|description|details|specifications?|reviews?|shipping|returns?|care|about|sources?|credits?|video)(?: (?:&|and|you(?:’|')?ll need|you need|needed|list|information|guide))*\W*$|what you(?:’|')?(?:ll)? (?:need|learn|get)|what(?:’|')s (?:included|inside)|frequently asked|final (?:thoughts|words)|wrapping up|before you (?:start|begin)|why you(?:’|')?ll love|how to (?:store|serve)|pin (?:it|this|for)|more\b|about (?:me|us|the author)|comments?|leave a|share|tags|get the|shop (?:the|this)|(?:die )?zutaten|zubereitung|anleitung|material(?:ien)?\W*$|das brauchst du|was du brauchst|fazit|inhalt|häufige fragen|beschreibung|über (?:mich|uns)|ingrédients|préparation|matériel|conclusion|sommaire|à propos|ingredientes|preparación|elaboración|materiales|conclusión|índice|preguntas frecuentes|ingredienti|preparazione|procedimento|occorrente|conclusioni|ingrediënten|bereiding|benodigdheden|conclusie|modo de preparo|modo de fazer|materiais|conclusão|składniki|przygotowanie|wykonanie|材料|作り方|المكونات|طريقة)/i

/** Reads the parts under second-level headings, or under third-level ones if there are too few of those. */
export function partsOf($: CheerioAPI, about: readonly (string | null)[]): Part[] {
  const area = ['article', 'main', 'body'].map((name) => $(name).first()).find((one) => one.length > 0)?.[0] as
    | Element
    | undefined
  if (!area) return []
  const isAround = makeIsAround($)
  const [second = [], third = []] = ['h2', 'h3'].map((level) =>
    within($, area, level)
      .slice(0, MOST.seen)
      .filter((element) => !isAround(element, AROUND_AND_HEADER))
      .slice(0, MOST.headings)
      .flatMap((element) => {
        const text = plain($(element).text())
        return text === null || text.length > 100 || isBoilerplate(text) ? [] : [{ element, text }]
      }),
  )
  const found = second.length >= 2 ? second : third.length > 0 ? third : second
  const numbered = found.filter(({ text }) => NUMBER.test(text))
  const said = new Set(about.filter((one) => one !== null).map((one) => one.replace(/\.$/, '')))
  const own = (numbered.length >= 3 ? numbered : found)
    .map(({ element, text }) => ({ element, heading: text.replace(NUMBER, '') }))
    .filter(({ heading }) => heading !== '' && !OF_ANY_PAGE.test(heading) && !said.has(heading.replace(/\.$/, '')))
  return filled($, area, own)
}

/** Adds the text and pictures between each heading and the next. */
function filled($: CheerioAPI, area: Element, own: readonly { element: Element; heading: string }[]): Part[] {
  const byElement = new Map(
    own.map(({ element, heading }) => [element, { heading, element, texts: [] as string[], pictures: new Set<Element>() }]),
  )
  let part: (ReturnType<typeof byElement.get> & object) | undefined
  for (const element of within($, area, 'h1, h2, h3, p, img').slice(0, MOST.nodes)) {
    const begun = byElement.get(element)
    if (begun) part = begun
    else if (/^h/.test(element.name)) {
      if (part && element.name <= part.element.name) part = undefined
    } else if (element.name === 'img') part?.pictures.add(element)
    else if (part && part.texts.join('').length < MOST.text) part.texts.push(plain($(element).text()) ?? '')
  }
  return [...byElement.values()].map(({ texts, ...one }) => ({ ...one, text: texts.join(' ') }))
}

/** Selects the thing that a page is about among those it describes, and derives the page's kind. */
import type { PageKind } from '../../core/ports/page.js'
import { listOf, type Thing, typesOf } from './nodes.js'
import { letters, plainOfMarkup } from './plain.js'

const KINDS: readonly (readonly [PageKind, RegExp])[] = [
  ['recipe', /^Recipe$/],
  ['howto', /^HowTo$/],
  ['product', /^(?:Product|ProductGroup|ProductModel|IndividualProduct|Book|Vehicle)$/],
  ['event', /Event$|^Festival$|^Hackathon$/],
  ['article', /Article$|^BlogPosting$|^Report$/],
  ['list', /^(?:ItemList|OfferCatalog)$/],
]

export const kindOf = (thing: Thing): PageKind | undefined =>
  KINDS.find(([, types]) => typesOf(thing).some((type) => types.test(type)))?.[0]

export const nameOf = (thing: Thing): string | null =>
  [thing['headline'], thing['name'], thing['title']].map(plainOfMarkup).find((one) => one !== null) ?? null

export type Subject = { kind: PageKind; thing: Thing; others: Thing[] }

/** @param headings of the page, which select one of several products */
export function subjectOf(things: readonly Thing[], headings: readonly string[]): Subject | undefined {
  const heading = letters(headings.join(' '))
  for (const [kind] of KINDS) {
    const ofKind = things.filter((thing) => kindOf(thing) === kind)
    const named = ofKind.find((thing) => {
      const name = letters(nameOf(thing) ?? '')
      return name !== '' && heading.includes(name)
    })
    const names = new Set(ofKind.map((thing) => nameOf(thing)))
    const thing = named ?? (names.size === 1 || kind !== 'product' ? ofKind[0] : undefined)
    if (thing) return { kind, thing, others: things.filter((one) => one !== thing) }
    if (kind === 'product' && ofKind.length > 1)
      return { kind: 'list', thing: { '@type': 'ItemList', itemListElement: ofKind }, others: [] }
  }
  return undefined
}

/** The names of a list's entries, of steps, of sections. */
export function itemNamesOf(thing: Thing): string[] {
  const entries = [thing['itemListElement'], thing['step'], thing['recipeInstructions']].flatMap(listOf)
  return entries.flatMap((entry) => {
    if (typeof entry !== 'object' || entry === null) return []
    const one = entry as Thing
    const inner = one['item']
    const name = nameOf(one) ?? (typeof inner === 'object' && inner !== null ? nameOf(inner as Thing) : null)
    return name === null ? [] : [name]
  })
}

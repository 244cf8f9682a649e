/** Reads what a page describes for Pinterest: its meta elements and linked data. */
import { Parser } from 'htmlparser2'
import type { PageFacts } from '../core/ports/web.js'
import { availabilityOf } from './page/availability.js'
import { isThing, type Thing, typesOf } from './page/nodes.js'
import { beginningOf, plain } from './page/plain.js'
import { offersOf } from './page/price.js'
import { writeInPieces } from './pieces.js'

/** Kinds of pages whose own title Pinterest shows. */
const RICH_TYPES = /^(?:og:)?(?:article|blog|product(?:\.\w+)?|recipe)$/i
const RICH_DATA = /^(?:Article|BlogPosting|NewsArticle|Product|ProductGroup|Recipe)$/
const PRODUCT = /^Product(?:Group)?$/
const AVAILABILITY = ['product:availability', 'og:availability']
const MOST_TITLE = 500
const MOST_DATA = 200_000

export function readPage(html: string): PageFacts {
  const meta = new Map<string, string>()
  const data: string[] = []
  let script: string | undefined
  let open = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      open++
      if (name === 'script' && /^application\/ld\+json\b/i.test(attributes['type'] ?? '')) script = ''
      if (name !== 'meta') return
      const key = (attributes['property'] ?? attributes['name'] ?? '').trim().toLowerCase()
      if (key !== '' && !meta.has(key)) meta.set(key, (attributes['content'] ?? '').trim())
    },
    ontext(text) {
      if (script !== undefined && script.length < MOST_DATA) script += text
    },
    onclosetag(name) {
      open--
      if (name !== 'script' || script === undefined) return
      data.push(script)
      script = undefined
    },
  })
  writeInPieces(parser, html, () => open)
  parser.end()
  const isRich = RICH_TYPES.test(meta.get('og:type') ?? '')
  const things = data.flatMap((json) => thingsIn(parsed(json)))
  const title = (isRich ? meta.get('og:title') : undefined) ?? things.map(titleOf).find((one) => one !== undefined)
  const offers = things.filter((thing) => typesOf(thing).some((type) => PRODUCT.test(type))).flatMap(offersOf)
  const availability = [...offers.map((offer) => offer['availability']), ...AVAILABILITY.map((name) => meta.get(name))]
  return {
    richTitle: textOf(title),
    siteName: textOf(meta.get('og:site_name')),
    isNopin: /\bnopin\b/i.test(meta.get('pinterest') ?? ''),
    isSoldOut: availabilityOf(availability) === 'out_of_stock',
  }
}

/** Shortens a text to the length that is stored. */
function textOf(text: string | undefined): string | null {
  const seen = plain(text)
  return seen === null ? null : beginningOf(seen, MOST_TITLE)
}

/** Returns undefined for invalid JSON. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Lists what the page describes itself, and not what these things refer to. */
function thingsIn(data: unknown): Thing[] {
  if (Array.isArray(data)) return data.slice(0, 50).flatMap(thingsIn)
  if (!isThing(data)) return []
  return [data, ...(Array.isArray(data['@graph']) ? thingsIn(data['@graph']) : [])]
}

function titleOf(thing: Thing): string | undefined {
  const { '@type': type, headline, name } = thing
  const isRich = [type].flat().some((one) => typeof one === 'string' && RICH_DATA.test(one))
  const title = [headline, name].find((one) => typeof one === 'string')
  return isRich && typeof title === 'string' ? title : undefined
}

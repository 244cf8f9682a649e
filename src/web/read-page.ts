/** Reads what a page describes for Pinterest: its meta elements and linked data. */
import { Parser } from 'htmlparser2'
import type { PageFacts } from '../core/ports/web.js'
import { beginningOf, plain } from './page/plain.js'
import { writeInPieces } from './pieces.js'

/** Kinds of pages whose own title Pinterest shows. */
const RICH_TYPES = /^(?:og:)?(?:article|blog|product(?:\.\w+)?|recipe)$/i
const RICH_DATA = /^(?:Article|BlogPosting|NewsArticle|Product|ProductGroup|Recipe)$/
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
  const title = (isRich ? meta.get('og:title') : undefined) ?? data.map(titleOf).find((one) => one !== undefined)
  return {
    richTitle: textOf(title),
    siteName: textOf(meta.get('og:site_name')),
    isNopin: /\bnopin\b/i.test(meta.get('pinterest') ?? ''),
  }
}

/** Shortens a text to the length that is stored. */
function textOf(text: string | undefined): string | null {
  const seen = plain(text)
  return seen === null ? null : beginningOf(seen, MOST_TITLE)
}

/** Returns nothing for invalid JSON. */
function titleOf(json: string): string | undefined {
  try {
    return titleIn(JSON.parse(json))
  } catch {
    return undefined
  }
}

function titleIn(data: unknown): string | undefined {
  if (Array.isArray(data))
    return data
      .slice(0, 50)
      .map(titleIn)
      .find((one) => one !== undefined)
  if (typeof data !== 'object' || data === null) return undefined
  const { '@type': type, '@graph': graph, headline, name } = data as Record<string, unknown>
  const isRich = [type].flat().some((one) => typeof one === 'string' && RICH_DATA.test(one))
  const title = [headline, name].find((one) => typeof one === 'string')
  return isRich && typeof title === 'string' ? title : Array.isArray(graph) ? titleIn(graph) : undefined
}

/** Stores text changed, as the live platform may do; its rules are unknown, so this applies a little of everything. */
import { createHash } from 'node:crypto'
import { escapeUTF8 } from 'entities'

export type Texts = { title: string | null; description: string | null; link: string | null; alt_text: string | null }

const ALL = ['fold', 'straight', 'emoji', 'cut', 'entities', 'noAltText', 'tracking', 'http', 'slash', 'fragment'] as const
export type Rewriting = (typeof ALL)[number]

const LIMITS = { title: 40, description: 100 }

/**
 * Chooses by the texts, so that the same pin is always changed in the same way.
 * @param share of pins whose text is rewritten: 1 is every one
 * @returns null if it is stored as it was sent
 */
export function rewrite(texts: Texts, share: number): Texts | null {
  const bytes = createHash('sha256').update(JSON.stringify(texts)).digest()
  if (bytes.readUInt32BE(0) / 2 ** 32 >= share) return null
  const chosen = ALL.filter((_, at) => bytes.readUInt8(8 + at) % 2 === 0)
  return rewriteBy(texts, chosen.length > 0 ? chosen : ['fold'])
}

/** @param rewritings in any order; cutting happens before escaping */
export function rewriteBy({ title, description, link, alt_text }: Texts, rewritings: readonly Rewriting[]): Texts {
  const by = new Set(rewritings)
  const text = (from: string | null, limit: number) => (from === null ? null : rewriteText(from, limit, by))
  return {
    title: text(title, LIMITS.title),
    description: text(description, LIMITS.description),
    link: link === null ? null : rewriteLink(link, by),
    alt_text: by.has('noAltText') ? null : alt_text,
  }
}

function rewriteText(from: string, limit: number, by: Set<Rewriting>): string {
  let text = from
  if (by.has('emoji')) text = text.replace(/\p{Extended_Pictographic}|\ufe0f|\u200d/gu, '')
  if (by.has('straight')) text = text.replace(/[“”]/g, '"').replace(/[‘’]/g, "'").replace(/[–—]/g, '-')
  if (by.has('fold')) text = text.replace(/\s+/g, ' ').trim()
  if (by.has('cut')) text = [...text].slice(0, limit).join('')
  return by.has('entities') ? escapeUTF8(text) : text
}

function rewriteLink(from: string, by: Set<Rewriting>): string {
  const url = new URL(from)
  if (by.has('http')) url.protocol = 'http:'
  if (by.has('slash') && !url.pathname.endsWith('/')) url.pathname += '/'
  if (by.has('fragment')) url.hash = ''
  if (by.has('tracking')) {
    url.searchParams.append('utm_source', 'pinterest')
    url.searchParams.append('utm_medium', 'social')
  }
  return url.href
}

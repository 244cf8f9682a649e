/** Whether the rules of a website let us read an address. @see https://www.rfc-editor.org/rfc/rfc9309 */
import { createRequire } from 'node:module'

type Robots = { isAllowed(url: string, agent?: string): boolean | undefined }
/** Its types say an ES module, and it is none. */
const robotsParser = createRequire(import.meta.url)('robots-parser') as (url: string, text: string) => Robots

/** A rule with `*` is compared with the path from each of its letters on: so many letters of both are a tenth of a second. */
const MOST_WORK = 50_000_000

/** @param agent by which websites know us. Rules that no website has are taken to forbid everything. */
export function mayRead(text: string, url: string, agent: string): boolean {
  const rules = ownPart(text, agent.toLowerCase())
  const at = new URL(url)
  const letters = rules.reduce((sum, rule) => sum + (rule.includes('*') ? rule.length : 0), 0)
  if (letters * (at.pathname.length + at.search.length) > MOST_WORK) return false
  return robotsParser(new URL('/robots.txt', at).href, rules.join('\n')).isAllowed(url, agent) ?? true
}

const EVERYBODY = '*'

/**
 * The groups that speak of us or of everybody, each with its agents named once: the parser keeps every rule of a group for every agent of it, and
 * files of some kilobytes would take gigabytes.
 */
function ownPart(text: string, agent: string): string[] {
  const own: string[] = []
  let agents = new Set<string>()
  let isHead = false
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, name = '', value = ''] = /^\s*([a-z-]{1,20})\s*:([^#]*)/i.exec(line) ?? []
    if (name === '') continue
    if (name.toLowerCase() === 'user-agent') {
      if (!isHead) agents = new Set()
      isHead = true
      const named = (value.split('/')[0] ?? '').trim().toLowerCase()
      if (named === agent || named === EVERYBODY) agents.add(named)
      continue
    }
    if (isHead) own.push(...[...agents].map((one) => `User-agent: ${one}`))
    isHead = false
    if (agents.size > 0) own.push(`${name}: ${value.trim()}`)
  }
  return own
}

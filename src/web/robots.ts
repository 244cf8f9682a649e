/** Checks whether the rules of a website allow us to read an address. @see https://www.rfc-editor.org/rfc/rfc9309 */
import { createRequire } from 'node:module'

type Robots = { isAllowed(url: string, agent?: string): boolean | undefined }
/** Required because its types claim an ES module, and it is CommonJS. */
const robotsParser = createRequire(import.meta.url)('robots-parser') as (url: string, text: string) => Robots

/** A rule with `*` is compared with the path from each letter on; this much work takes a tenth of a second. */
const MOST_WORK = 50_000_000

/**
 * Treats rules of absurd size as forbidding everything.
 * @param agent our name in the rules of websites
 */
export function mayRead(text: string, url: string, agent: string): boolean {
  const rules = ownPart(text, agent.toLowerCase())
  const at = new URL(url)
  const letters = rules.reduce((sum, rule) => sum + (rule.includes('*') ? rule.length : 0), 0)
  if (letters * (at.pathname.length + at.search.length) > MOST_WORK) return false
  return robotsParser(new URL('/robots.txt', at).href, rules.join('\n')).isAllowed(url, agent) ?? true
}

const EVERYBODY = '*'

/**
 * The groups for us or for everybody, each agent named once. The parser copies every rule of a group to every agent of it, so
 * files of a few kilobytes would take gigabytes.
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

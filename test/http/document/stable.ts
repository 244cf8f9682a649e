/** Recorded answers without what differs from run to run: ids by their order, secrets and tokens as words. */
import type { Example } from './story.js'

/** Ids that are the same in every run. */
const FIXED = new Set(['101', '102', '1011', '1012', '901'])
/** Where those of a kind begin, so that nobody takes one for another. */
const FIRST: Record<string, bigint> = {
  account: 12n,
  post: 4101n,
  timeslot: 71n,
  schedule: 12n,
  approval: 31n,
  key: 5n,
  boardList: 3n,
  webhook: 2n,
  delivery: 901n,
  event: 701n,
  board: 549755813888001n,
  section: 549755813889001n,
  pin: 813744226420795001n,
  user: 549755813880001n,
}
const SAME: Record<string, string> = {
  otherPost: 'post',
  sourcePost: 'post',
  forPost: 'post',
  intervalGroup: 'post',
  boardSection: 'section',
}
/** What an id named `id` is of, by the field around it. */
const WITHIN: Record<string, string> = {
  suggestions: 'timeslot',
  added: 'timeslot',
  intervalPosts: 'post',
  otherPost: 'post',
  removed: 'timeslot',
  kept: 'timeslot',
  deliveries: 'delivery',
}

export function stable(examples: readonly Example[]): Example[] {
  const known = new Map<string, string>()
  const counts = new Map<string, bigint>()
  const idOf = (kind: string, raw: string): string => {
    if (FIXED.has(raw) || !/^\d+$/.test(raw)) return raw
    const name = `${kind} ${raw}`
    const before = known.get(name)
    if (before !== undefined) return before
    const count = counts.get(kind) ?? 0n
    counts.set(kind, count + 1n)
    const made = String((FIRST[kind] ?? 1n) + count)
    known.set(name, made)
    return made
  }
  const kindOf = (field: string, around: string): string | undefined => {
    if (field === 'accounts' || field === 'accountIds') return 'account'
    if (field === 'replayOf') return 'delivery'
    if (field === 'mediaIds' || (field === around && (field === 'before' || field === 'after'))) return 'media'
    if (field === 'id') return WITHIN[around] ?? around.replace(/s$/, '')
    const named = /^(\w+)Id$/.exec(field)?.[1]
    return named === undefined || named === 'request' || named === 'change' || named === 'upload' || named === 'person'
      ? undefined
      : (SAME[named] ?? named)
  }
  const words = (text: string): string =>
    text
      .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '5f0c6f0e-8f2b-4d0e-9b59-0c8a1f3d5b21')
      .replace(/\bkey:(\d+)/g, (_all, id: string) => `key:${idOf('key', id)}`)
      .replace(/\b(evt|event)_(\d+)/g, (_all, name: string, id: string) => `${name}_${idOf('event', id)}`)
      .replace(/\bwhsec_[\w+/=]+/g, 'whsec_VEhJUyBJUyBTSE9XTiBPTkNF')
      .replace(/\bpost:(\d+)/g, (_all, id: string) => `post:${idOf('post', id)}`)
      .replace(/\bPost (\d+)\b/g, (_all, id: string) => `Post ${idOf('post', id)}`)
      .replace(/\bpst_\d+_([\w-]{43})/g, 'pst_1_THE-SECRET-IS-SHOWN-ONCE-AND-KEPT-BY-NOBODY')
      .replace(/\bpst_\d+_[\w-]{4}$/, 'pst_1_THE-')
      .replace(/(\/(?:media|connect\/link|calendar|review|uploads)\/)[\w.?=&-]+?(\.(?:jpg|ics))?(?=$|,)/, '$1A-LONG-SECRET$2')
      .replace(/\beyJ[\w-]+\.[\w-]+\.[\w-]{86}/g, 'eyJhbGciOiJFZERTQSJ9.THE-RECEIPT.ITS-SIGNATURE')
      .replace(/^[0-9a-f]{64}$/, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
      .replace(/\bup_\d+_[\w-]+/g, 'up_1_AN-ID-THAT-NOBODY-GUESSES')
      .replace(/\/pin\/(\d+)\//g, (_all, id: string) => `/pin/${idOf('pin', id)}/`)
      .replace(/^http:\/\/127\.0\.0\.1:\d+\/.*$/, 'https://i.pinimg.com/originals/a-picture.jpg')
      .replaceAll('https://sample.test/', 'https://images.example.com/')
  /** Of a file of CSV, the ids that differ from run to run: the post's own, in the first column. */
  const ofFile = (text: string): string => words(text.replaceAll(/^(\d+)(?=,)/gm, (_all, id: string) => idOf('post', id)))
  const clean = (value: unknown, field: string, around: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => clean(one, field, field))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, clean(one, name, field)]))
    const kind = kindOf(field, around)
    if (kind !== undefined && (typeof value === 'string' || typeof value === 'number')) {
      const id = idOf(kind, String(value))
      return typeof value === 'number' ? Number(id) : words(id)
    }
    if (field === 'requestId' && typeof value === 'string' && /^\d+$/.test(value)) return '1116311982994405'
    if (field === 'lastFour' && typeof value === 'string') return 'ODY1'
    if (field === 'answer' && typeof value === 'string') return ofFile(value)
    return typeof value === 'string' ? words(value) : value
  }
  return examples.map((example) => clean(example, '', '') as Example)
}

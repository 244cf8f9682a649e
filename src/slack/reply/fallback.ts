/**
 * Sends content again in an older form when Slack refuses it. A workspace may not take newer blocks yet, or may not have allowed
 * what they need, and Slack loads pictures itself and refuses the whole when it cannot.
 */
import type { AnyBlock } from '@slack/types'
import { BY_RIGHT, kindOf, NEWER, withOlder } from '../../../blocks/kit/older.js'
import { DAY_MS } from '../../core/lib/duration.js'
import type { Clock, Log } from '../../core/ports/deps.js'
import { BAD_CONTENT } from './delivery.js'
import { withoutPictures } from './without-pictures.js'

type Fetch = typeof globalThis.fetch
type Fallback = {
  log: Log
  wallClock: Clock
  /** Called with content whose pictures are refused. */
  suspect: (content: unknown) => void
  /** Absent: it keeps its own. */
  refusals?: Refusals
}
type Kinds = ReadonlySet<string>
/** What a workspace refused where, by its token or the name in a response url, and the surface. */
export type Refusals = Map<string, { kinds: Kinds; until: number }>
type Body = NonNullable<RequestInit['body']>
/** What a body shows. `withBlocks`: the same body with others. */
type Shown = { blocks: AnyBlock[]; content: unknown; withBlocks: (blocks: AnyBlock[]) => Body }

/** The most surfaces remembered. */
const MOST_KEPT = 30_000

/**
 * Returns a fetch for Slack's clients that falls back by itself, and that remembers for a day which blocks a workspace refuses
 * where: in messages, modals or Home. A refused call does not use up its trigger id. Home keeps its pictures: it stores that they
 * are missing.
 */
export function fallingBack(fetch: Fetch, { log, wallClock, suspect, refusals = new Map() }: Fallback): Fetch {
  const remember = (surface: string, kinds: Kinds) => {
    if (refusals.size >= MOST_KEPT) refusals.clear()
    refusals.set(surface, { kinds, until: wallClock().getTime() + DAY_MS })
  }
  return async (input, init) => {
    const url = String(input instanceof Request ? input.url : input)
    const shown = isShowing(url) ? readShown(init?.body) : undefined
    if (!shown) return fetch(input, init)
    const send = (blocks: AnyBlock[]) =>
      fetch(input, isSame(blocks, shown.blocks) ? init : { ...init, body: shown.withBlocks(blocks) })
    const surface = `${workspaceOf(url, init)} ${surfaceOf(url)}`
    const known = refusedAt(refusals, surface, wallClock())
    let sent = withOlder(shown.blocks, known)
    const newer = new Set(sent.map(kindOf).filter((kind) => NEWER.includes(kind)))
    let response = await send(sent)
    let refusal = await refusalIn(response, newer)
    if (refusal === undefined) return response
    for (const kinds of suspectsIn(refusal, newer)) {
      const older = withOlder(shown.blocks, new Set([...known, ...kinds]))
      if (isSame(older, sent)) continue
      log.warn({ refusal }, 'slack refused newer blocks: sent in the older form')
      sent = older
      response = await send(sent)
      refusal = await refusalIn(response, newer)
      if (refusal !== undefined) continue
      remember(surface, new Set([...known, ...kinds]))
      return response
    }
    const plain = withoutPictures(sent)
    if (url.includes('/views.publish') || JSON.stringify(plain) === JSON.stringify(sent)) return response
    suspect(shown.content)
    log.warn({ refusal }, 'slack refused the blocks of an answer: sent without pictures')
    return send(plain)
  }
}

function refusedAt(refusals: Refusals, surface: string, now: Date): Kinds {
  const known = refusals.get(surface)
  return known && known.until > now.getTime() ? known.kinds : new Set()
}

/** Replaces the blocks that this workspace refused in a message, for content that Slack drops without a word. */
export function asTaken(
  blocks: readonly AnyBlock[],
  { refusals, teamId, token, now }: { refusals: Refusals; teamId: string; token: string; now: Date },
): AnyBlock[] {
  const refused = [teamId, `Bearer ${token}`].flatMap((workspace) => [...refusedAt(refusals, `${workspace} message`, now)])
  return withOlder(blocks, new Set(refused))
}

const isShowing = (url: string): boolean => /\/api\/(chat\.|views\.)/.test(url) || !url.includes('/api/')

/** The workspace of a response url is in its path, that of a call in its token. */
const workspaceOf = (url: string, init: RequestInit | undefined): string =>
  new Headers(init?.headers).get('authorization') ?? url.split('/')[4] ?? url

const surfaceOf = (url: string): string =>
  url.includes('/views.publish') ? 'home' : url.includes('/views.') ? 'modal' : 'message'

const isSame = (blocks: readonly AnyBlock[], others: readonly AnyBlock[]): boolean =>
  blocks.length === others.length && blocks.every((block, index) => block === others[index])

/** What a call without a right is refused with. Forms need none, unless a block in them does. */
const NO_RIGHT = 'missing_scope'

/** Slack's words, if it refuses the content: a response url answers 400 with the code as its text. */
async function refusalIn(response: Response, newer: Kinds): Promise<string | undefined> {
  if (!response.ok && response.status !== 400) return undefined
  const text = await response.clone().text()
  const codes = BY_RIGHT.some((kind) => newer.has(kind)) ? [...BAD_CONTENT, NO_RIGHT] : BAD_CONTENT
  return codes.some((code) => text === code || text.includes(`"error":"${code}"`)) ? text : undefined
}

/** The kinds to do without, in turn: those that Slack names, else all that a workspace may be too old for. */
function suspectsIn(refusal: string, newer: Kinds): Kinds[] {
  const named = [...newer].filter((kind) => refusal.includes(kind))
  const byAge = [...newer].filter((kind) => !BY_RIGHT.includes(kind))
  const byRight = [...newer].filter((kind) => BY_RIGHT.includes(kind))
  return [...(refusal.includes(NO_RIGHT) ? [byRight] : []), named, byAge]
    .filter(({ length }) => length > 0)
    .map((kinds) => new Set(kinds))
}

/** What can be refused: pictures, and newer blocks by their names. */
const REFUSABLE = new RegExp(`image|${NEWER.join('|')}`)

/** Web API arguments are a form with JSON inside, those of a response url are JSON. @returns undefined: nothing that can be refused */
function readShown(body: RequestInit['body']): Shown | undefined {
  if (body instanceof URLSearchParams) return fromForm(body)
  if (typeof body !== 'string' || !REFUSABLE.test(body)) return undefined
  if (!body.startsWith('{')) return fromForm(new URLSearchParams(body))
  const content = JSON.parse(body) as { blocks?: AnyBlock[] } // written by our own client
  return content.blocks && { blocks: content.blocks, content, withBlocks: (blocks) => JSON.stringify({ ...content, blocks }) }
}

function fromForm(form: URLSearchParams): Shown | undefined {
  const key = form.has('view') ? 'view' : 'blocks'
  const content: unknown = JSON.parse(form.get(key) ?? 'null')
  const blocks = key === 'view' ? (content as { blocks: AnyBlock[] }).blocks : (content as AnyBlock[] | null) // written by our own client
  if (!blocks) return undefined
  const withBlocks = (others: AnyBlock[]) => {
    const body = new URLSearchParams(form)
    body.set(key, JSON.stringify(key === 'view' ? viewOf(content as View, others) : others))
    return body.toString()
  }
  return { blocks, content, withBlocks }
}

type View = { blocks: AnyBlock[]; submit?: unknown }
/** A form that has lost its only field has nothing to send. */
function viewOf({ submit, ...view }: View, blocks: AnyBlock[]): View {
  const hasField = (shown: AnyBlock[]) => shown.some(({ type }) => type === 'input')
  return hasField(blocks) || !hasField(view.blocks)
    ? { ...view, blocks, ...(submit !== undefined && { submit }) }
    : { ...view, blocks }
}

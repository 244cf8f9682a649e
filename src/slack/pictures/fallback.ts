/**
 * Sends content again without pictures when Slack refuses it: Slack loads the pictures of a view or a message itself, and
 * refuses the whole when it cannot.
 */
import type { AnyBlock } from '@slack/types'
import type { Log } from '../../core/ports/deps.js'
import { BAD_CONTENT } from '../reply/delivery.js'
import { withoutPictures } from './without-pictures.js'

type Fetch = typeof globalThis.fetch
type Fallback = { log: Log /** Called with the refused content. */; suspect: (content: unknown) => void }
type Body = NonNullable<RequestInit['body']>
type Plain = { refused: unknown; body: Body }

/**
 * Returns a fetch for Bolt that falls back by itself. A refused call does not use up its trigger id; Home is left out, because
 * it stores that its pictures are missing.
 */
export function fallingBack(fetch: Fetch, { log, suspect }: Fallback): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const plain = isShowing(String(input instanceof Request ? input.url : input)) ? withoutThem(init?.body) : undefined
    if (!plain || !(await isRefused(response.clone()))) return response
    suspect(plain.refused)
    log.warn({ refusal: await response.clone().text() }, 'slack refused the blocks of an answer: sent without pictures')
    return fetch(input, { ...init, body: plain.body })
  }
}

const isShowing = (url: string): boolean => /\/api\/(chat\.|views\.(open|push|update))/.test(url) || !url.includes('/api/')

/** True when Slack refuses the content: a response url answers 400 with the code as its text. */
async function isRefused(response: Response): Promise<boolean> {
  if (!response.ok && response.status !== 400) return false
  const text = await response.text()
  return BAD_CONTENT.some((code) => text === code || text.includes(`"error":"${code}"`))
}

/**
 * Returns the body without pictures; undefined: it has none. Web API arguments are a form with JSON inside, those of a response
 * url are JSON.
 */
function withoutThem(body: RequestInit['body']): Plain | undefined {
  if (body instanceof URLSearchParams) return fromForm(body)
  if (typeof body !== 'string' || !body.includes('image')) return undefined
  if (!body.startsWith('{')) return fromForm(new URLSearchParams(body))
  const refused = JSON.parse(body) as { blocks?: AnyBlock[] } // written by our own client
  const blocks = refused.blocks && strip(refused.blocks)
  return blocks && { refused, body: JSON.stringify({ ...refused, blocks }) }
}

function fromForm(form: URLSearchParams): Plain | undefined {
  const [view, blocks] = [form.get('view'), form.get('blocks')]
  const refused: unknown = JSON.parse(view ?? blocks ?? 'null')
  const shown = view === null ? (refused as AnyBlock[] | null) : (refused as { blocks: AnyBlock[] }).blocks // written by our own client
  const plain = shown && strip(shown)
  if (!plain) return undefined
  const body = new URLSearchParams(form)
  if (view === null) body.set('blocks', JSON.stringify(plain))
  else body.set('view', JSON.stringify({ ...(refused as object), blocks: plain }))
  return { refused, body: body.toString() }
}

function strip(blocks: AnyBlock[]): AnyBlock[] | undefined {
  const plain = withoutPictures(blocks)
  return JSON.stringify(plain) === JSON.stringify(blocks) ? undefined : plain
}

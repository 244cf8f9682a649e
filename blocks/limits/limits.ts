/** Checks what Slack would refuse in a view or message, for tests and the local workspace. */
import { type Json, lengthProblem, requireText, type Surface } from './rules.js'
import { tooManyOf } from './rich-blocks.js'
import { inspectBlock } from './blocks.js'

export type { Surface } from './rules.js'

const MAX_BLOCKS: Record<Surface, number> = { message: 50, modal: 100, home: 100 }
const MAX_VIEW_BYTES = 250_000
const MAX_MESSAGE_TEXT = 40_000
/** Undocumented; Slack refuses more as msg_blocks_too_long. */
const MAX_MESSAGE_CHARACTERS = 13_200

/** One sentence for each problem, with its path; empty if there is none. @see https://docs.slack.dev/reference/block-kit/blocks */
export function checkLimits(content: object, surface: Surface): string[] {
  const it = content as Json // whatever an app sends
  const blocks = it['blocks']
  if (blocks === undefined && surface === 'message') return checkMessage(it, [])
  if (!Array.isArray(blocks)) return ['/blocks must be a list']
  const known = blocks as Json[] // each is inspected
  return [
    ...(known.length > MAX_BLOCKS[surface]
      ? [`/blocks has ${known.length}, at most ${MAX_BLOCKS[surface]} fit a ${surface}`]
      : []),
    ...repeatedIds(known),
    ...known.flatMap((block, index) => inspectBlock(block, `/blocks/${index}`, surface)),
    ...(surface === 'message' ? checkMessage(it, known) : checkView(it, known, surface)),
  ]
}

function repeatedIds(blocks: Json[]): string[] {
  const seen = new Set<unknown>()
  return blocks.flatMap(({ block_id: id }, index) => {
    const isRepeated = id !== undefined && seen.has(id)
    seen.add(id)
    return isRepeated ? [`/blocks/${index}/block_id ${JSON.stringify(id)} is used twice`] : []
  })
}

function checkMessage(message: Json, blocks: Json[]): string[] {
  const problems: string[] = []
  const text = message['text']
  if (text === undefined || text === '') problems.push('/text is missing: notifications and screen readers have nothing to say')
  if (typeof text === 'string' && text.length > MAX_MESSAGE_TEXT)
    problems.push(`/text has ${text.length} characters, at most ${MAX_MESSAGE_TEXT}`)
  problems.push(...tooManyOf(blocks))
  const characters = countCharacters(blocks)
  if (characters > MAX_MESSAGE_CHARACTERS)
    problems.push(`/blocks hold ${characters} characters, at most ${MAX_MESSAGE_CHARACTERS} fit a message`)
  return problems
}

/** Sums the characters of all texts of a message, as Slack does. */
function countCharacters(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + countCharacters(each), 0)
  if (typeof value !== 'object' || value === null) return 0
  return Object.entries(value).reduce(
    (sum, [key, each]) => sum + (key === 'text' && typeof each === 'string' ? each.length : countCharacters(each)),
    0,
  )
}

function checkView(view: Json, blocks: Json[], surface: 'modal' | 'home'): string[] {
  const problems: string[] = []
  const bytes = Buffer.byteLength(JSON.stringify(view))
  if (bytes > MAX_VIEW_BYTES) problems.push(`the view has ${bytes} bytes, at most ${MAX_VIEW_BYTES}`)
  if (view['type'] !== surface) problems.push(`/type must be ${surface}`)
  problems.push(...lengthProblem(view['private_metadata'], '/private_metadata', 0, 3000))
  problems.push(...lengthProblem(view['callback_id'], '/callback_id', 1, 255))
  problems.push(...lengthProblem(view['external_id'], '/external_id', 0, 255))
  if (surface === 'home') return problems
  problems.push(...requireText(view['title'], '/title', { max: 24, plain: true }))
  for (const name of ['submit', 'close'] as const) {
    if (view[name] !== undefined) problems.push(...requireText(view[name], `/${name}`, { max: 24, plain: true }))
  }
  const asks = blocks.some((block) => block['type'] === 'input')
  if (asks && view['submit'] === undefined) problems.push('/submit is required in a modal with an input')
  return problems
}

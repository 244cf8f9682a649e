/** One call of the Web API: its arguments, and the refusals of a method. */
import type { Sql } from '../../core/ports/deps.js'
import type { Block, View } from './block-kit.js'
import type { Workspace } from './context.js'

/** Slack's `{ok: false, error}`. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal'
  constructor(
    readonly error: string,
    readonly messages: string[] = [],
    /** Further fields beside the error. */
    readonly facts: Record<string, string> = {},
  ) {
    super(error)
  }
}

export type Arguments = {
  text(name: string): string | undefined
  require(name: string): string
  json(name: string): unknown
  has(name: string): boolean
}
export type ApiCall = { workspace: Workspace; sql: Sql; args: Arguments }
/** Runs in one transaction, committed before the answer is sent. */
export type ApiMethod = (call: ApiCall) => Promise<Record<string, unknown>>

/** @param raw values as received: strings of a form (JSON inside), or members of a JSON body */
export function makeArguments(raw: Record<string, unknown>): Arguments {
  const text = (name: string) => {
    const value = raw[name]
    return value === undefined || value === null ? undefined : typeof value === 'string' ? value : JSON.stringify(value)
  }
  return {
    text,
    has: (name) => raw[name] !== undefined && raw[name] !== null,
    require(name) {
      const value = text(name)
      if (value === undefined || value === '')
        throw new ApiRefusal('invalid_arguments', [`[ERROR] missing required field: ${name}`])
      return value
    },
    json(name) {
      const value = raw[name]
      if (typeof value !== 'string') return value
      try {
        return JSON.parse(value) as unknown
      } catch {
        throw new ApiRefusal('invalid_arguments', [`[ERROR] ${name} is no JSON`])
      }
    },
  }
}

export function readBlocks(args: Arguments): Block[] | undefined {
  if (!args.has('blocks')) return undefined
  const blocks = args.json('blocks')
  if (!isBlocks(blocks)) throw new ApiRefusal('invalid_blocks_format')
  return blocks
}

export function readView(args: Arguments): View {
  if (!args.has('view')) throw new ApiRefusal('invalid_arguments', ['[ERROR] missing required field: view'])
  const view = args.json('view')
  if (!isView(view)) throw new ApiRefusal('invalid_arguments', ['[ERROR] view must be an object with type and blocks'])
  return view
}

export const isBlocks = (value: unknown): value is Block[] =>
  Array.isArray(value) && value.every((block: unknown) => typeof block === 'object' && block !== null && 'type' in block)

export const isView = (value: unknown): value is View =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  (value.type === 'modal' || value.type === 'home') &&
  'blocks' in value &&
  isBlocks(value.blocks)

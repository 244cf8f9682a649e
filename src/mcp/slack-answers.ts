/**
 * Answers to Slack's own assistant: with blocks, and for each write one button that does what was shown.
 * @see https://docs.slack.dev/ai/slackbot-mcp-client/returning-rich-responses
 */
import { randomUUID } from 'node:crypto'
import type { Actor } from '../core/lib/actor.js'
import type { Drawing } from '../core/ports/drawing.js'
import type { Caller } from './caller.js'
import type { Json } from './json-schema.js'
import { confirm } from './inputs.js'
import type { Tool } from './tool.js'

/** Returns Slack's blocks; undefined: this answer is shown as text alone. */
export type Draw = (answer: Drawing) => Promise<object[] | undefined>
export type SlackAnswers<Person> = {
  /** The tools that change nothing and are drawn. Writes that a button does are drawn, too. */
  drawn: readonly string[]
  draw: (person: Person, actor: Actor, answer: Drawing) => ReturnType<Draw>
}

/** The most characters of a button's value. */
const MOST_VALUE = 2000
const NEXT =
  'Nothing was done. The person sees what it would do, with a button that does it. Tell them to press it; do not call again.'

/** Marks a listed tool as one that answers with blocks; a write takes the code of its button. */
export function listedForSlack<Listed extends { name: string; inputSchema: Json }>(
  listed: Listed,
  tool: Pick<Tool, 'name' | 'canPress'>,
  drawn: readonly string[],
): Listed {
  if (!isDrawn(tool, drawn)) return listed
  const { properties = {} } = listed.inputSchema as { properties?: object }
  const inputSchema = tool.canPress
    ? { ...listed.inputSchema, properties: { ...properties, confirm: { type: 'string', description: confirm.description } } }
    : listed.inputSchema
  return { ...listed, inputSchema, _meta: { slack: { supportsBlockKit: true } } }
}

export const isDrawn = ({ name, canPress = false }: Pick<Tool, 'name' | 'canPress'>, drawn: readonly string[]): boolean =>
  canPress || drawn.includes(name)

type Answering = { caller: Caller; tool: Tool; input: Record<string, unknown>; draw: Draw }

/** Adds blocks to a result. The code of a write is in its button alone, so that only a press does it. */
export async function drawnAnswer(
  { caller, tool, input, draw }: Answering,
  result: object,
): Promise<{ result: object; blocks: object[] | undefined }> {
  const { confirm: code, ...rest } = result as { confirm?: string; accountId?: string }
  const accountId = rest.accountId ?? (await caller.account(input['accountId'] as string | undefined)).id // checked
  const press = tool.canPress && code !== undefined ? valueOf(tool, { ...input, accountId }, code) : null
  const blocks = await draw({ tool: tool.name, title: tool.title, accountId, result, press })
  if (!blocks || press === null) return { result, blocks }
  return { result: { ...rest, next: NEXT }, blocks }
}

/** Returns null if the arguments do not fit a button: then the code is in the answer, as for other agents. */
function valueOf(tool: Tool, { dryRun: _dry, confirm: _code, ...input }: Record<string, unknown>, code: string): string | null {
  const takesKey = 'idempotencyKey' in tool.input.shape
  const value = JSON.stringify({ ...(takesKey && { idempotencyKey: randomUUID() }), ...input, confirm: code })
  return value.length > MOST_VALUE ? null : value
}

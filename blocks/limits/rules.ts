/** The basic checks that Slack's limits consist of. */

export type Surface = 'message' | 'modal' | 'home'
export type Json = { [key: string]: unknown }

export function lengthProblem(value: unknown, at: string, min: number, max: number): string[] {
  if (value === undefined) return []
  if (typeof value !== 'string') return [`${at} must be a string`]
  if (value.length >= min && value.length <= max) return []
  return [`${at} has ${value.length} characters, it must have ${min} to ${max}`]
}

type TextRule = { max: number; plain?: boolean }
/** Requires a text object that is not empty. */
export function requireText(value: unknown, at: string, { max, plain = false }: TextRule): string[] {
  if (typeof value !== 'object' || value === null) return [`${at} must be a text object`]
  const { type, text, verbatim, emoji } = value as Json // each field is checked
  const problems = lengthProblem(text ?? '', `${at}/text`, 1, max)
  if (type !== 'plain_text' && type !== 'mrkdwn') problems.push(`${at}/type must be plain_text or mrkdwn`)
  if (plain && type !== 'plain_text') problems.push(`${at}/type must be plain_text`)
  if (type === 'plain_text' && verbatim !== undefined) problems.push(`${at}/verbatim belongs to mrkdwn`)
  if (type === 'mrkdwn' && emoji !== undefined) problems.push(`${at}/emoji belongs to plain_text`)
  return problems
}

export function listProblem(value: unknown, at: string, min: number, max: number): string[] {
  if (!Array.isArray(value)) return [`${at} must be a list`]
  return value.length >= min && value.length <= max ? [] : [`${at} has ${value.length} items, it must have ${min} to ${max}`]
}

export const elementsOf = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []) // each is inspected

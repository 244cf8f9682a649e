/** Reads the options of a command: each is valid, or a UsageError names it. */
import { isRowId } from '../core/lib/rows/row-id.js'
import { UsageError, type Values } from './command.js'

export function optionalText(values: Values, name: string): string | undefined {
  const value = values[name]
  if (value === undefined) return undefined
  if (typeof value !== 'string' || value.trim() === '') throw new UsageError(`--${name} needs a value.`)
  return value.trim()
}

export function requireText(values: Values, name: string): string {
  const text = optionalText(values, name)
  if (text === undefined) throw new UsageError(`--${name} is missing.`)
  return text
}

export function listTexts(values: Values, name: string): string[] {
  const given = values[name] ?? []
  const list = Array.isArray(given) ? given : [given]
  return list.map((value) => requireText({ [name]: value }, name))
}

export function optionalId(values: Values, name: string): string | undefined {
  const text = optionalText(values, name)
  if (text !== undefined && !isRowId(text)) throw new UsageError(`--${name} must be an id, which is a number like 7.`)
  return text
}

export function requireId(values: Values, name: string): string {
  requireText(values, name)
  return optionalId(values, name)!
}

/** ISO 8601 with Z or an offset, so that the zone is unambiguous. */
export function optionalInstant(values: Values, name: string): Date | undefined {
  const text = optionalText(values, name)
  if (text === undefined) return undefined
  const instant = new Date(text)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(instant.getTime())) {
    throw new UsageError(`--${name} must be a date and time with Z or an offset, like 2027-01-31T00:00:00Z.`)
  }
  return instant
}

export function requireInstant(values: Values, name: string): Date {
  requireText(values, name)
  return optionalInstant(values, name)!
}

export function optionalCount(values: Values, name: string): number | undefined {
  const text = optionalText(values, name)
  if (text === undefined) return undefined
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${name} must be a whole number from 0 to 999999999.`)
  return Number(text)
}

/** A whole number, or null for the value "none". */
export function optionalLimit(values: Values, name: string): number | null | undefined {
  return values[name] === 'none' ? null : optionalCount(values, name)
}

export function optionalChoice<T extends string>(values: Values, name: string, choices: readonly T[]): T | undefined {
  const text = optionalText(values, name)
  if (text === undefined) return undefined
  const choice = choices.find((one) => one === text)
  if (choice === undefined) throw new UsageError(`--${name} must be one of ${choices.join(', ')}.`)
  return choice
}

export function optionalFlag(values: Values, name: string): boolean | undefined {
  const choice = optionalChoice(values, name, ['true', 'false'])
  return choice === undefined ? undefined : choice === 'true'
}

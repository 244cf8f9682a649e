/** Cursors of lists: opaque to clients, and bound to the list they belong to. */
import { z } from 'zod'
import { badRequest } from '../errors.js'
import { isRowId } from './row-id.js'

export const writeOpaque = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** @returns undefined when the text is no cursor of ours */
export function readOpaque(text: string): unknown {
  if (!/^[A-Za-z0-9_-]{1,1024}$/.test(text)) return undefined
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}

export const invalidCursor = () =>
  badRequest('cursor', (of) => `${of('cursor')} is not valid. Pass the cursor from an earlier response, or none.`)

const afterId = z.strictObject({ id: z.string().refine(isRowId), list: z.string() })

/** Writes the cursor of a list by id. @param list what it is bound to: the list, its owner, and its filters */
export const writeIdCursor = (id: string, list: readonly (string | undefined)[]): string =>
  writeOpaque({ id, list: nameOf(list) })

/**
 * Returns the id after which the page begins.
 * @throws BAD_REQUEST cursor: not one of ours, or of another list
 */
export function readIdCursor(text: string, list: readonly (string | undefined)[]): string {
  const cursor = afterId.safeParse(readOpaque(text))
  if (!cursor.success) throw invalidCursor()
  if (cursor.data.list === nameOf(list)) return cursor.data.id
  throw badRequest(
    'cursor',
    (of) => `${of('cursor')} belongs to a different list or different filters. Repeat the original ones, or pass no cursor.`,
  )
}

const nameOf = (list: readonly (string | undefined)[]): string => list.map((part) => part ?? '').join(' ')

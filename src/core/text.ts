/** What people type, as it may be stored and counted. */
import { badRequest } from './errors.js'

/** Refuses what the database would refuse or alter: a NUL, half of a surrogate pair. @throws BAD_REQUEST naming `field` */
export function requireStorable(field: string, text: string): string {
  if (text.includes('\0') || !text.isWellFormed())
    throw badRequest(field, `${field} has a character that is not text. Type it again.`)
  return text
}

/** In code points: an emoji is one. */
export const lengthOf = (text: string) => [...text].length

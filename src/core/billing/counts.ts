/** Whole numbers the database takes as counts. */
import { badRequest } from '../lib/errors.js'

const LARGEST = 1_000_000_000

/** Left out and null pass. @throws BAD_REQUEST `name` */
export function requireCount(name: string, count: number | null | undefined): void {
  if (count === null || count === undefined) return
  if (Number.isInteger(count) && count >= 0 && count <= LARGEST) return
  throw badRequest(name, (of) => `${of(name)} must be a whole number from 0 to ${LARGEST}.`)
}

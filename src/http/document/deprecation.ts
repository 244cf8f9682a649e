/** What is to go: said in the description and in the headers of each answer. @see docs/contract.md#deprecation */
import { DAY_MS } from '../../core/lib/duration.js'

export type Deprecation = {
  /** A UTC day, `2027-01-01`: since then it is deprecated. */
  since: string
  /** A UTC day: until then it works. A year after `since` at the earliest. */
  until: string
  /** The id of the operation to use in its place. */
  instead: string
}

/** What the contract promises: a program has a year to change. */
const LEAST_DAYS = 365

/** @throws Error the year is not kept */
export function deprecationHeaders({ since, until }: Deprecation): { deprecation: string; sunset: string } {
  const [from, end] = [new Date(since), new Date(until)]
  if (!(end.getTime() - from.getTime() >= LEAST_DAYS * DAY_MS))
    throw new Error(`${since} to ${until} is less than ${LEAST_DAYS} days`)
  return { deprecation: `@${from.getTime() / 1000}`, sunset: end.toUTCString() }
}

export const deprecationWords = ({ since, until, instead }: Deprecation): string =>
  `Deprecated since ${since}: use ${instead}. It works until ${until}.`

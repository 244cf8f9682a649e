/** A deprecation, shown in the description and in the headers of each answer. @see docs/contract.md#deprecation */
import { DAY_MS } from '../../core/lib/duration.js'

export type Deprecation = {
  /** A UTC day such as 2027-01-01, from which on the operation is deprecated. */
  since: string
  /** A UTC day until which the operation works, a year after `since` at the earliest. */
  until: string
  /** The id of the operation to use instead. */
  instead: string
}

/** The contract promises a year to change a program. */
const LEAST_DAYS = 365

/** @throws Error if it is less than a year */
export function deprecationHeaders({ since, until }: Deprecation): { deprecation: string; sunset: string } {
  const [from, end] = [new Date(since), new Date(until)]
  if (!(end.getTime() - from.getTime() >= LEAST_DAYS * DAY_MS))
    throw new Error(`${since} to ${until} is less than ${LEAST_DAYS} days`)
  return { deprecation: `@${from.getTime() / 1000}`, sunset: end.toUTCString() }
}

export const deprecationWords = ({ since, until, instead }: Deprecation): string =>
  `Deprecated since ${since}: use ${instead}. It works until ${until}.`

/** What one address may do within a minute, before anybody knows whose request it is. Of this process alone; the clock is the service's. */
import { isIP, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { DomainError } from '../../lib/errors.js'
import type { Clock } from '../../ports/deps.js'
import { makeMinuteLimit } from './minute-limit.js'

/**
 * Addresses are those of clients; of IPv6 the network counts. A private one is a proxy that nobody has named, and everybody behind it, or
 * somebody of our own network: of it guesses alone are counted.
 */
export type AddressLimit = {
  /** Counts. @returns the seconds to wait, where it is beyond its limit now */
  take(address: string, points?: number): number | undefined
  /** The same without counting. */
  waitOf(address: string): number | undefined
}

export type AddressLimits = {
  /** Requests that failed authentication, whatever they came with, and addresses of files that are none. Others are not counted. */
  failures: AddressLimit
  /** Public pages. */
  pages: AddressLimit
  /** Codes of consent pages, Pinterest’s and Slack’s, that we exchange there. */
  exchanges: AddressLimit
}

const MOST_FAILURES = 300
/** A key that was never seen is a guess and costs a look-up: 20 of these are as many as 300 others. */
export const GUESS_POINTS = 15
/** A hundred views of the reference with all it loads; an office behind one address stays below. */
const MOST_PAGES = 600
/** Each is a call of the platform, whoever made the code up. Nobody connects that many accounts by hand. */
const MOST_EXCHANGES = 30

export const makeAddressLimits = (clock: Clock): AddressLimits => ({
  failures: makeAddressLimit(clock, MOST_FAILURES),
  pages: makeAddressLimit(clock, MOST_PAGES),
  exchanges: makeAddressLimit(clock, MOST_EXCHANGES),
})

function makeAddressLimit(clock: Clock, most: number): AddressLimit {
  const limit = makeMinuteLimit(clock, most)
  return {
    take: (address, points) => (isSpared(address, points) ? undefined : limit.take(networkOf(address), points)),
    waitOf: (address) => (isSpared(address) ? undefined : limit.waitOf(networkOf(address))),
  }
}

/** Counts a failure. @throws TOO_MANY_REQUESTS it was one too many of that address */
export function requireFewFailures(failures: AddressLimit, address: string, points?: number): void {
  const seconds = failures.take(address, points)
  if (seconds !== undefined) throw tooManyFailures(seconds)
}

export const tooManyFailures = (retryAfterSeconds: number) =>
  new DomainError(
    'TOO_MANY_REQUESTS',
    'Too many requests from your IP address had no valid key or signature. Check them, then try again.',
    { retryAfterSeconds },
  )

/** Of one of version 4 that is written as of version 6. */
const unmapped = (address: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address

/** Of nobody on the internet. */
const INSIDE: readonly string[] = ['loopback', 'private', 'carrierGradeNat', 'linkLocal', 'uniqueLocal', 'unspecified']

const isSpared = (address: string, points = 1): boolean =>
  points < GUESS_POINTS && isIP(address) !== 0 && INSIDE.includes(ipaddr.process(address).range())

/** By what one client is known, whichever of its addresses it uses. undefined: a private address, which may be everybody's. */
export const clientOf = (address: string): string | undefined => (isSpared(address) ? undefined : networkOf(address))

/** Of IPv6 the part that one subscriber is given: the rest is theirs to choose. What a proxy calls a client that is no address is one of many. */
function networkOf(written: string): string {
  const address = unmapped(written)
  if (isIP(address) === 0) return 'unknown'
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === '' ? 0 : tail.split(':').length
  const filled = address.includes('::') ? [...groups, ...Array<string>(8 - groups.length - after).fill('0')] : groups
  return filled.slice(0, 4).join(':')
}

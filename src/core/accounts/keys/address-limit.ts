/**
 * Limits requests per minute and client address, before authentication. Each process counts by itself, by the service's clock.
 */
import { isIP, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { DomainError } from '../../lib/errors.js'
import type { Clock } from '../../ports/deps.js'
import { makeMinuteLimit } from './minute-limit.js'

/**
 * Limits by client address; for IPv6 by network. Private addresses are an unknown proxy or our own network, so only guessed keys
 * are counted for them.
 */
export type AddressLimit = {
  /** Counts points. @returns the seconds to wait when the limit is exceeded */
  take(address: string, points?: number): number | undefined
  /** Like take(), without counting. */
  waitOf(address: string): number | undefined
}

export type AddressLimits = {
  /** Failed authentications of any kind, and addresses of files that do not exist. */
  failures: AddressLimit
  /** Public pages. */
  pages: AddressLimit
  /** Exchanges of consent codes, at Pinterest and Slack. */
  exchanges: AddressLimit
  /** Programs that register, begin to sign in, or have us read their description. */
  signIns: AddressLimit
}

const MOST_FAILURES = 300
/** An unknown key is a guess and costs a look-up: 20 of them equal 300 other failures. */
export const GUESS_POINTS = 15
/** A hundred views of the reference with all its files; an office behind one address stays below. */
const MOST_PAGES = 600
/** Each is a call to the platform, whether or not the code is real. No person connects that many accounts. */
const MOST_EXCHANGES = 30
/** A program on the web signs all its people in from a few addresses. */
const MOST_SIGN_INS = 60

export const makeAddressLimits = (clock: Clock): AddressLimits => ({
  failures: makeAddressLimit(clock, MOST_FAILURES),
  pages: makeAddressLimit(clock, MOST_PAGES),
  exchanges: makeAddressLimit(clock, MOST_EXCHANGES),
  signIns: makeAddressLimit(clock, MOST_SIGN_INS),
})

function makeAddressLimit(clock: Clock, most: number): AddressLimit {
  const limit = makeMinuteLimit(clock, most)
  return {
    take: (address, points) => (isSpared(address, points) ? undefined : limit.take(networkOf(address), points)),
    waitOf: (address) => (isSpared(address) ? undefined : limit.waitOf(networkOf(address))),
  }
}

/** Counts a failure. @throws TOO_MANY_REQUESTS the address has exceeded its limit */
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

/** Returns the IPv4 address of one written as IPv6. */
const unmapped = (address: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address

/** Ranges that are not on the public internet. */
const INSIDE: readonly string[] = ['loopback', 'private', 'carrierGradeNat', 'linkLocal', 'uniqueLocal', 'unspecified']

const isSpared = (address: string, points = 1): boolean =>
  points < GUESS_POINTS && isIP(address) !== 0 && INSIDE.includes(ipaddr.process(address).range())

/** Returns an identifier of the client for all its addresses; undefined: a private address, which many may share. */
export const clientOf = (address: string): string | undefined => (isSpared(address) ? undefined : networkOf(address))

/**
 * Returns the network of an IPv6 address, because a subscriber chooses the rest. Texts of proxies that are no address count as
 * one client.
 */
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

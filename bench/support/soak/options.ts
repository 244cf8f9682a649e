/** The options of a soak, its chance, and its time. */
import type { Clock } from '../../../src/core/ports/deps.js'

export type SoakOptions = { posts: number; minutes: number; seed: number; accounts: number; boards: number }

/** @throws Error naming an option that is unknown or no number */
export function readOptions(args: string[]): SoakOptions {
  const isSmoke = args.includes('--smoke')
  const options: SoakOptions = isSmoke
    ? { posts: 300, minutes: 0.6, seed: 1, accounts: 6, boards: 8 }
    : { posts: 10_000, minutes: 20, seed: 1, accounts: 25, boards: 10 }
  const rest = args.filter((arg) => arg !== '--smoke')
  for (let at = 0; at < rest.length; at += 2) {
    const [name = '', value] = [rest[at]?.replace(/^--/, ''), Number(rest[at + 1])]
    if (!['posts', 'minutes', 'seed'].includes(name) || !(value > 0))
      throw new Error('npm run bench -- soak [--posts N] [--minutes M] [--seed S] [--smoke]')
    options[name as 'posts' | 'minutes' | 'seed'] = value // one of these, by the line above
  }
  return options
}

export type Chance = {
  /** Uniform in [0, 1). */
  next(): number
  between(from: number, to: number): number
  oneOf<T>(list: readonly T[]): T
}

/** The same choices for the same seed; what meets what in time is never the same. */
export function makeChance(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    between: (from, to) => from + next() * (to - from),
    oneOf: (list) => list[Math.floor(next() * list.length)]!, // never called with an empty list
  }
}

/**
 * Seconds of the soak's clock in a real one. What is counted in real time must stay in its place: a create may take one second
 * and begin a second after it was committed (FRESH_MS), together 40 s of the clock, and a lease is 60 s. Heartbeats come every
 * 15 real seconds, so here they come too late: a worker that takes longer than a lease is always taken over, which is the
 * harder case.
 */
export const SPEED = 20
export const TIMEOUT_MS = 1_000
export const WAKE_EVERY_MS = 100

/** The machine's clock, running faster from the instant `since`. */
export const fastClock =
  (since: number): Clock =>
  () =>
    fast(since, performance.timeOrigin + performance.now())
export const fast = (since: number, at: number) => new Date(since + (at - since) * SPEED)

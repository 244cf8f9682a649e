/**
 * Keys that this process has not authenticated yet, mostly guesses. They cost the database a bounded number of statements, and a
 * client with a good key is admitted even if another guesses from the same address.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { DomainError } from '../../lib/errors.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { type AddressLimit, GUESS_POINTS, requireFewFailures } from './address-limit.js'
import { makeNewest } from './newest.js'

export type UnknownKey = { organizationId: string; hash: Buffer }
export type UnknownKeys = {
  /**
   * Returns whether the key works.
   * @param address the client's
   * @throws TOO_MANY_REQUESTS it does not, and too many requests from that address failed before
   */
  isGood(key: UnknownKey, address: string): Promise<boolean>
  /** True when it worked in this process; makes no query. */
  isKnown(key: UnknownKey): boolean
  /** Forgets a key that no longer works. */
  forget(key: UnknownKey): void
}

/** The real time between two statements, and the most keys in one of them. */
const BETWEEN_MS = 100
const MOST_KEYS = 500
/**
 * How long an unknown key is not looked up again. It can only start to work if it is created with a given text, as in the
 * sandbox.
 */
const UNKNOWN_FOR_MS = 10_000
/** The most requests waiting for a look-up; more are a flood, and must retry. */
const MOST_WAITING = 5_000

type Waiting = UnknownKey & { id: string; resolve: (isGood: boolean) => void; reject: (error: unknown) => void }

export function makeUnknownKeys({ db, clock }: Pick<Deps, 'db' | 'clock'>, failures: AddressLimit): UnknownKeys {
  const good = makeNewest<true>()
  const unknownUntil = makeNewest<number>()
  const lookUps = new Map<string, Promise<boolean>>()
  let waiting: Waiting[] = []
  let isLooking = false

  /** Looks up the waiting keys until none is left; never rejects, a failure goes to the callers. */
  async function look(): Promise<void> {
    isLooking = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST_KEYS)
      waiting = waiting.slice(MOST_KEYS)
      try {
        const found = await findGood(db.sql, batch, clock())
        for (const one of batch) one.resolve(found.has(one.id))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
      await sleep(BETWEEN_MS, undefined, { ref: false })
    }
    isLooking = false
  }

  /** Concurrent callers with one key share its look-up. */
  function lookUp(key: UnknownKey, id: string): Promise<boolean> {
    const running = lookUps.get(id)
    if (running) return running
    if (waiting.length >= MOST_WAITING) return Promise.reject(tooMany())
    const found = new Promise<boolean>((resolve, reject) => waiting.push({ ...key, id, resolve, reject })).finally(() =>
      lookUps.delete(id),
    )
    lookUps.set(id, found)
    if (!isLooking) void look()
    return found
  }

  return {
    async isGood(key, address) {
      const id = key.hash.toString('base64')
      if (good.get(id)) return true
      const now = clock().getTime()
      if ((unknownUntil.get(id) ?? 0) > now) {
        requireFewFailures(failures, address)
        return false
      }
      if (await lookUp(key, id)) {
        good.set(id, true)
        return true
      }
      unknownUntil.set(id, now + UNKNOWN_FOR_MS)
      requireFewFailures(failures, address, GUESS_POINTS)
      return false
    },
    isKnown: ({ hash }) => good.get(hash.toString('base64')) === true,
    forget: ({ hash }) => good.delete(hash.toString('base64')),
  }
}

/**
 * Returns the ids of keys that work. An access token of a signed-in program is among them also after its hour: it is no guess.
 */
async function findGood(sql: Sql, keys: readonly Waiting[], now: Date): Promise<Set<string>> {
  const organizations = keys.map(({ organizationId }) => organizationId)
  const hashes = keys.map(({ hash }) => hash.toString('hex'))
  const rows = await sql<{ id: string }[]>`
    select encode(k.hash, 'base64') as id
      from unnest(${organizations}::bigint[], ${hashes}::text[]) as asked (organization_id, hash)
      join api_keys k
        on k.organization_id = asked.organization_id
       and k.hash = decode(asked.hash, 'hex')
     where k.revoked_at is null
       and (k.expires_at is null or k.expires_at > ${now})`
  return new Set(rows.map(({ id }) => id))
}

const tooMany = () =>
  new DomainError('TOO_MANY_REQUESTS', 'Too many unknown API keys arrived at once. Try again.', { retryAfterSeconds: 1 })

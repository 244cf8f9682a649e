/**
 * LISTEN and NOTIFY, and whether they work: a pooler in transaction mode takes LISTEN and delivers nothing. An echo of our own shows it, and
 * where none comes back everybody who listens is woken each second instead.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type postgres from 'postgres'

export type NotificationParts = {
  /** Delivers notifications: a session of its own. */
  listener: postgres.Sql
  /** Sends as everybody sends. */
  notifier: postgres.Sql
  echoEveryMs?: number
  echoWithinMs?: number
  pollEveryMs?: number
  /** Called when it changes. */
  onChange?: (arrive: boolean) => void
}

export type Notifications = {
  /** Also woken after each (re)connect. @returns a function that stops it */
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>>
  /** False from an echo that did not come back until two in a row did: one may get through by chance. */
  arrive(): boolean
  close(): void
}

const ECHO_EVERY_MS = 10_000
const ECHO_WITHIN_MS = 1_000
const POLL_EVERY_MS = 1_000
const POLL_MS = 50
const ENOUGH = 2

export function makeNotifications({ listener, notifier, onChange, ...times }: NotificationParts): Notifications {
  const { echoEveryMs = ECHO_EVERY_MS, echoWithinMs = ECHO_WITHIN_MS, pollEveryMs = POLL_EVERY_MS } = times
  const echo = `pinslot_echo_${randomBytes(8).toString('hex')}`
  const wakers = new Set<() => void>()
  let started: Promise<unknown> | undefined
  let isClosed = false
  let isLost = false
  let sent = 0
  let received = 0
  let inARow = 0
  let nextEcho: NodeJS.Timeout | undefined
  let polling: NodeJS.Timeout | undefined

  /** @returns undefined: the database is away, which says nothing of notifications */
  const comesBack = async (): Promise<boolean | undefined> => {
    const number = ++sent
    try {
      await pingListener(listener)
      await notifier`select pg_notify(${echo}, ${String(number)})`
    } catch {
      return undefined
    }
    const endsAt = performance.now() + echoWithinMs
    while (received < number && performance.now() < endsAt && !isClosed) await sleep(POLL_MS)
    return received >= number
  }
  const judge = (came: boolean) => {
    inARow = came ? inARow + 1 : 0
    const lost = isLost ? inARow < ENOUGH : !came
    if (lost === isLost) return
    isLost = lost
    clearInterval(polling)
    if (lost) polling = setInterval(() => wakers.forEach((wake) => wake()), pollEveryMs).unref()
    onChange?.(!lost)
  }
  const round = async (): Promise<void> => {
    const came = await comesBack()
    if (isClosed) return
    if (came !== undefined) judge(came)
    nextEcho = setTimeout(() => void round(), echoEveryMs).unref()
  }
  const start = async () => {
    await listener.listen(echo, (payload) => (received = Math.max(received, Number(payload) || 0)))
    void round()
  }
  return {
    async listen(channel, onNotify) {
      const listening = await listener.listen(channel, onNotify, () => onNotify(''))
      await (started ??= start().catch((error: unknown) => {
        started = undefined
        throw error
      }))
      const wake = () => onNotify('')
      wakers.add(wake)
      return async () => {
        wakers.delete(wake)
        await listening.unlisten()
      }
    },
    arrive: () => !isLost,
    close() {
      isClosed = true
      clearTimeout(nextEcho)
      clearInterval(polling)
    },
  }
}

/**
 * Checks the listening connection, which the library does not expose: without an answer it is closed, and the library listens
 * again.
 */
async function pingListener(sql: postgres.Sql): Promise<void> {
  const { sql: listening } = (sql as unknown as { listen: { sql?: postgres.Sql } }).listen
  if (listening) await listening`select`.catch(() => {}) // it connects again by itself
}

/**
 * Answers that wait for their reader. They are no work, but each holds a connection and what was written to it: a reader that takes nothing, or less
 * than any line carries, is cut off, and so are the slowest where readers hold too much.
 */
import type { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { clientOf } from '../core/accounts/keys/address-limit.js'
import type { Log } from '../core/ports/deps.js'

export type ReaderLimits = {
  /** The least that a reader takes, on average. */
  bytesPerSecond: number
  /** How long it may take nothing at first, in ms. */
  graceMs: number
  /**
   * What it took counts for so long at the most. Systems keep megabytes on their way and take more once a third of them is gone: with 30 KB a second
   * that is once in 50 s.
   */
  mostMs: number
  /** The most that readers hold, of one address and in all. */
  bytesOfAddress: number
  bytes: number
  tickMs: number
}

const LIMITS: ReaderLimits = {
  bytesPerSecond: 4096,
  graceMs: 20_000,
  mostMs: 90_000,
  tickMs: 1_000,
  bytesOfAddress: 16 * 1024 ** 2,
  bytes: 128 * 1024 ** 2,
}
/** What a connection with an open file takes. */
const LEAST_BYTES = 128 * 1024

/** `leftMs`: of the time in which it has to take more. */
type Reader = { socket: Socket; address: string; taken: number; leftMs: number; bytes: number }

/** @param given in place of the usual limits (tests), in real ms */
export function cutSlowReaders(app: FastifyInstance, { log }: { log: Log }, given: Partial<ReaderLimits> = {}): void {
  const limits = { ...LIMITS, ...given }
  const readers = new Map<Socket, Reader>()
  app.server.on('connection', (socket: Socket) => {
    const { remoteAddress: address = '' } = socket
    readers.set(socket, { socket, address, taken: 0, leftMs: limits.graceMs, bytes: 0 })
    socket.once('close', () => readers.delete(socket))
  })
  app.addHook('onRequest', ({ raw, ip }, _reply, done) => {
    const reader = readers.get(raw.socket)
    if (reader) reader.address = ip // of one behind a proxy
    done()
  })

  let at = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    const waiting = [...readers.values()].filter((reader) => isWaiting(reader, now - at, limits))
    at = now
    const cut = new Set([...waiting.filter(({ leftMs }) => leftMs <= 0), ...findExcess(waiting, limits)])
    for (const { socket } of cut) socket.destroy()
    if (cut.size > 0) log.info({ cut: cut.size, waiting: waiting.length }, 'slow readers were cut off')
  }, limits.tickMs).unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer)
    done()
  })
}

/** Whoever takes all that there is has its whole time again. */
function isWaiting(reader: Reader, passedMs: number, { bytesPerSecond, graceMs, mostMs }: ReaderLimits): boolean {
  const before = reader.taken
  reader.taken = takenOf(reader.socket)
  if (reader.socket.writableLength === 0) {
    reader.leftMs = graceMs
    return false
  }
  reader.bytes = Math.max(LEAST_BYTES, reader.socket.writableLength)
  const earnedMs = ((reader.taken - before) / bytesPerSecond) * 1000
  reader.leftMs = Math.min(mostMs, reader.leftMs + earnedMs) - passedMs
  return true
}

/**
 * The slowest of each address that holds too much; then the slowest of those that hold most, until the rest fits. Of a private address, a proxy that
 * nobody named, only the second.
 */
function findExcess(waiting: Reader[], { bytesOfAddress, bytes }: ReaderLimits): Reader[] {
  const groups = new Map<string | undefined, { bytes: number; readers: Reader[] }>()
  for (const reader of waiting.toSorted((a, b) => a.leftMs - b.leftMs)) {
    const client = clientOf(reader.address)
    const group = groups.get(client) ?? { bytes: 0, readers: [] }
    groups.set(client, group)
    group.bytes += reader.bytes
    group.readers.push(reader)
  }
  const excess: Reader[] = []
  const shift = (group: { bytes: number; readers: Reader[] }) => {
    const slowest = group.readers.shift()!
    group.bytes -= slowest.bytes
    excess.push(slowest)
  }
  for (const [client, group] of groups) {
    while (client !== undefined && group.bytes > bytesOfAddress && group.readers.length > 1) shift(group)
  }
  const all = [...groups.values()]
  while (all.reduce((sum, group) => sum + group.bytes, 0) > bytes) {
    shift(all.reduce((most, group) => (group.bytes > most.bytes ? group : most)))
  }
  return excess
}

/** Node tells of a write when all of it is gone, which of a large one on a slow line takes minutes; what the system took of it is known below. */
function takenOf(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: { bytesWritten?: number; writeQueueSize?: number } | null }
  return handle?.bytesWritten === undefined || handle.writeQueueSize === undefined
    ? socket.bytesWritten - socket.writableLength
    : handle.bytesWritten - handle.writeQueueSize
}

/**
 * Cuts off readers that receive nothing or less than any line carries, and the slowest ones when readers hold too much. An answer
 * that waits for its reader is no work, but holds a connection and its unsent bytes.
 */
import type { Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { clientOf } from '../core/accounts/keys/address-limit.js'
import type { Log } from '../core/ports/deps.js'

export type ReaderLimits = {
  /** The least average rate of a reader. */
  bytesPerSecond: number
  /** Time in ms that a reader may receive nothing at first. */
  graceMs: number
  /**
   * The most time in ms that received bytes can earn. Systems buffer megabytes and accept more when a third is gone: at 30 KB a
   * second, once in 50 s.
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
/** The memory of a connection with an open file. */
const LEAST_BYTES = 128 * 1024

/** `leftMs`: time left in which it has to receive more. */
type Reader = { socket: Socket; address: string; taken: number; leftMs: number; bytes: number }

/** @param given replaces the usual limits (tests), in real ms */
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
    if (reader) reader.address = ip // the client's address behind a proxy
    done()
  })

  let at = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    const passedMs = Math.min(now - at, 2 * limits.tickMs) // no reader is late for a time in which this process stood still
    const waiting = [...readers.values()].filter((reader) => isWaiting(reader, passedMs, limits))
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

/** Restores the whole time of a reader that has received everything. */
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
 * The slowest readers of each address that holds too much, then the slowest of those that hold most, until the rest fits. A
 * private address is an undeclared proxy, for which only the second applies.
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

/**
 * Node reports a large write only when all of it is gone, which takes minutes on a slow line; the socket's handle knows how much
 * the system has accepted.
 */
function takenOf(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: { bytesWritten?: number; writeQueueSize?: number } | null }
  return handle?.bytesWritten === undefined || handle.writeQueueSize === undefined
    ? socket.bytesWritten - socket.writableLength
    : handle.bytesWritten - handle.writeQueueSize
}

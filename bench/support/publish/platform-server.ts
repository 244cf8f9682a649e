/**
 * A platform in a process of its own that does as little as it can: it reads each request to its end, takes its time, and answers with a pin.
 * It reports what it was asked for, and what it was asked for twice.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readTarget, reportPort } from '../forked.js'
import { pause, wall } from './world.js'
import type { PlatformMessage } from './burst.js'

const { latencyMs } = readTarget<{ latencyMs: number }>()
const at = new Map<string, number>()
const twice: string[] = []
let pins = 0

/** The link stands before the picture, so the rest of a body is counted and not kept. */
async function linkIn(request: IncomingMessage): Promise<string> {
  const first: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (bytes < HEAD_BYTES) first.push(chunk)
    bytes += chunk.length
  }
  if (bytes !== Number(request.headers['content-length'])) throw new Error(`a body of ${bytes} bytes was not whole`)
  return /"link":"([^"]*)"/.exec(Buffer.concat(first).toString('latin1'))?.[1] ?? ''
}
const HEAD_BYTES = 4_096

const server = createServer((request, response) => {
  const answer = (status: number, body: object) => {
    const text = JSON.stringify(body)
    response.writeHead(status, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      'x-pinterest-rid': '1234567890123456',
      'x-ratelimit-limit': '100, 100;w=60;name="org_write"',
      'x-ratelimit-remaining': '90',
      'x-ratelimit-reset': '30',
    })
    response.end(text)
  }
  if (request.method !== 'POST' || request.url !== '/v5/pins') return answer(200, { id: '1', name: 'A board', items: [] })
  const asked = wall()
  void linkIn(request).then(async (link) => {
    if (at.has(link)) twice.push(link)
    else at.set(link, asked)
    if (latencyMs > 0) await pause(latencyMs)
    answer(201, { id: String(900_000_000_000 + ++pins), created_at: new Date().toISOString().slice(0, 19) })
  })
})
server.keepAliveTimeout = 60_000
process.on('message', () => {
  process.send?.({ kind: 'asked', at: [...at], twice } satisfies PlatformMessage)
  at.clear()
  twice.length = 0
})
server.listen(0, '127.0.0.1', 4_096, () => reportPort((server.address() as AddressInfo).port))

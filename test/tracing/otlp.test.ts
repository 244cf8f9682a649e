/** What tracing carries through, and what a collector that is away, or slow, costs: a line a minute, and no memory. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DomainError } from '../../src/core/lib/errors.js'
import { followedFacts, makeTracing, type OpenSpan, type Spans, withSteps } from '../../src/tracing/follow.js'
import { openOtlp } from '../../src/tracing/otlp.js'
import { deadPort } from '../platform/support/dead-port.js'

const options = { headers: {}, serviceName: 'pinslot', version: '0', ratio: 1 }
const aLog = () => {
  const lines: string[] = []
  const say = (fields: object, message: string) => void lines.push(JSON.stringify({ ...followedFacts(), ...fields, message }))
  return { lines, log: { debug: say, info: say, warn: say, error: say } }
}
const some = async (spans: Spans, count: number) => {
  const tracing = makeTracing(spans)
  for (let one = 0; one < count; one++) await tracing.step('work', {}, () => Promise.resolve())
}

test('a collector that is away is said once a minute, and closing ends', async () => {
  const { log, lines } = aLog()
  const otlp = openOtlp({ ...options, log, endpoint: `http://127.0.0.1:${await deadPort()}` })
  await makeTracing(null)
    .begin({ requestId: 'one', name: 'GET /x' })
    .within(() => Promise.resolve(otlp.spans.root('work', { isFromOutside: true })?.end({}, false)))
  await vi.waitUntil(() => lines.length > 0, 20_000)
  await some(otlp.spans, 3)
  await otlp.close().catch(() => {}) // the last ones are lost
  // With no id: it is not of the piece of work whose span happened to be the first to wait.
  expect(lines).toEqual([expect.stringMatching(/^\{"problem":".*traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT/)])
})

test('what waits to be sent is bounded: the rest is dropped, and what fits is sent', async () => {
  let came = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      came += Buffer.concat(chunks).toString().split('"spanId"').length - 1
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => (server.closeAllConnections(), void server.close()))
  const { port } = server.address() as AddressInfo // listening on a port, not on a pipe
  const { log } = aLog()
  const { spans, close } = openOtlp({ ...options, log, endpoint: `http://127.0.0.1:${port}` })
  for (let one = 0; one < 6_000; one++) spans.root('work', { isFromOutside: false })?.end({}, false) // in one turn: nothing is sent meanwhile
  await close()
  expect(came).toBe(2_048 + 512) // what waits, and one batch on its way
})

test('which traces are kept follows from their id: the same share, and the same decision in every process', () => {
  const kept = (traceparent: string) => {
    const { spans } = openOtlp({ ...options, ratio: 0.25, log: aLog().log, endpoint: 'http://127.0.0.1:9' })
    return spans.root('GET /x', { isFromOutside: true, traceparent }) !== null
  }
  const id = (first: string) => `00-${first.padEnd(32, '1')}-b7ad6b7169203331-01`
  expect([kept(id('00000001')), kept(id('ffffffff'))]).toEqual([kept(id('00000001')), kept(id('ffffffff'))])
  expect(new Set([kept(id('00000001')), kept(id('ffffffff'))])).toEqual(new Set([true, false]))
  expect(typeof kept('nonsense')).toBe('boolean')
})

test('each line has the id of what it was written for, through awaits and timers, and none elsewhere', async () => {
  const tracing = makeTracing(null)
  const one = tracing.begin({ requestId: 'one', name: 'GET /x' })
  const seen = await one.within(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    return followedFacts()
  })
  expect(seen).toEqual({ requestId: 'one' })
  expect(followedFacts()).toEqual({})
  const own = await tracing.step('tick', {}, () => Promise.resolve(followedFacts()))
  expect(own).toEqual({ requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string })
})

test('a fault marks its step and is thrown on, a refusal only is', async () => {
  const ends: [string, boolean][] = []
  const span = (name: string): OpenSpan => ({
    traceId: 'a'.repeat(32),
    child: (child) => span(child),
    end: (_facts, isFailed) => void ends.push([name, isFailed]),
  })
  const tracing = makeTracing({ root: (name) => span(name) })
  const fault = () => Promise.reject(new Error('disk full'))
  await expect(tracing.step('tick', {}, () => tracing.step('storage.put', {}, fault))).rejects.toThrow('disk full')
  const refusal = () => Promise.reject(new DomainError('NOT_FOUND', 'Resource not found.'))
  await expect(tracing.step('operation', {}, refusal)).rejects.toThrow('not found')
  expect(ends).toEqual([
    ['storage.put', true],
    ['tick', true],
    ['operation', false],
  ])
})

test('an adapter whose calls are steps is the same otherwise: what it answers, what it throws, and what answers at once', async () => {
  const names: string[] = []
  const span = (): OpenSpan => ({
    traceId: 'a'.repeat(32),
    child: (child) => (names.push(child), span()),
    end() {},
  })
  const tracing = makeTracing({ root: (name) => (names.push(name), span()) })
  const store = { place: 'bucket', read: (key: string) => Promise.resolve(`bytes of ${key}`), name: () => 'now' }
  const traced = withSteps(tracing, 'storage', store, ['name'])
  expect([await traced.read('a.jpg'), traced.name(), traced.place]).toEqual(['bytes of a.jpg', 'now', 'bucket'])
  expect(names).toEqual(['storage.read'])
})

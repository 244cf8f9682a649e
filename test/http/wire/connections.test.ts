/** Connections without a request: few enough, and not for long. */
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { buildServer, type ServerOptions } from '../../../src/http/server.js'
import { aDatabase } from '../../support/database.js'
import { aWorld } from '../../support/world.js'

const { db } = await aDatabase()
const closes: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close()
})

async function aServer(options: ServerOptions, publicUrl?: string) {
  const { deps } = await aWorld(db)
  const app = await buildServer({ ...deps, settings: { ...deps.settings, ...(publicUrl && { publicUrl }) } }, options)
  const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  closes.push(() => app.close())
  return { app, port: Number(new URL(baseUrl).port) }
}

type Open = { socket: Socket; text: () => string; closed: Promise<void> }
async function open(port: number, text = ''): Promise<Open> {
  const socket = connect(port, '127.0.0.1')
  closes.push(() => socket.destroy())
  let heard = ''
  socket.on('error', () => {}).on('data', (data: Buffer) => (heard += data.toString()))
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.write(text)
  return { socket, text: () => heard, closed }
}
const LIVE = 'GET /health/live HTTP/1.1\r\nHost: 127.0.0.1\r\n'

test('a connection that says nothing, or half of a head, ends soon, with a 408 that says why', async () => {
  const { port } = await aServer({ connections: { headMs: 300, checkMs: 50 } })
  const idle = [await open(port), await open(port, LIVE)]
  for (const { closed, text } of idle) {
    await closed
    expect(text()).toMatch(/^HTTP\/1\.1 408 /)
    expect(text()).toContain('"message":"The request took too long to arrive. Send it again."')
  }
})

test('beyond the most connections a further one is closed at once, and those that wait for a next request make room', async () => {
  const { port } = await aServer({ connections: { most: 3 } })
  const used = await open(port, `${LIVE}\r\n`)
  await expect.poll(() => used.text()).toContain('200 OK')
  await open(port)
  await open(port)
  const refused = await open(port, `${LIVE}\r\n`)
  await refused.closed
  expect(refused.text()).toBe('')
  await used.closed
  const next = await open(port, `${LIVE}\r\n`)
  await expect.poll(() => next.text()).toContain('200 OK')
})

test('where the public address is https a browser is told to use nothing else, and elsewhere it is not', async () => {
  const secure = await aServer({})
  const plain = await aServer({}, 'http://127.0.0.1:3000')
  for (const url of ['/docs', '/health/live', '/v1/accounts', '/nowhere']) {
    expect((await secure.app.inject(url)).headers['strict-transport-security']).toBe('max-age=31536000')
    expect((await plain.app.inject(url)).headers['strict-transport-security']).toBeUndefined()
  }
})

test('a request without Host is refused in the envelope, with its id, and an expectation that nobody knows is ignored', async () => {
  const { port } = await aServer({})
  const nameless = await open(port, 'GET /v1/accounts HTTP/1.1\r\nConnection: close\r\n\r\n')
  await nameless.closed
  expect(nameless.text()).toMatch(/^HTTP\/1\.1 400 /)
  const [, id] = /x-request-id: (\S+)/i.exec(nameless.text()) ?? []
  expect(JSON.parse(nameless.text().split('\r\n\r\n')[1] ?? '')).toEqual({
    error: { code: 'BAD_REQUEST', field: 'Host', message: expect.any(String) as string },
    meta: { requestId: id },
  })
  const old = await open(port, 'GET /health/live HTTP/1.0\r\n\r\n') // which knows no Host
  await old.closed
  expect(old.text()).toContain('200 OK')
  const expecting = await open(port, 'GET /v1/accounts HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: foo\r\nConnection: close\r\n\r\n')
  await expecting.closed
  expect(expecting.text()).toMatch(/^HTTP\/1\.1 401 /)
  expect(expecting.text()).toContain('"code":"UNAUTHORIZED"')
})

test.each([
  ['Host', 'Host: 127.0.0.1\r\nHost: other.test\r\n'],
  ['host', 'Host: 127.0.0.1\r\nhost: 127.0.0.1\r\n'],
  ['Authorization', 'Host: a\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n'],
  ['Content-Type', 'Host: a\r\nContent-Type: application/json\r\nContent-Type: text/plain\r\n'],
  ['Idempotency-Key', 'Host: a\r\nIdempotency-Key: a\r\nIdempotency-Key: b\r\n'],
])('a request with two %s headers is refused: a proxy on the way may have believed the other one', async (name, headers) => {
  const { port } = await aServer({})
  const { closed, text } = await open(port, `GET /health/live HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`)
  await closed
  expect(text()).toMatch(/^HTTP\/1\.1 400 /)
  expect(JSON.parse(text().split('\r\n\r\n')[1] ?? '')).toMatchObject({
    error: { code: 'BAD_REQUEST', field: name, message: `The ${name} header must be sent once.` },
  })
})

test.each(['a b', 'user@host', 'http://host', 'host/path', '[::1', 'host:port'])(
  'a Host that no service can have, %s, is refused',
  async (host) => {
    const { port } = await aServer({})
    const { closed, text } = await open(port, `GET /health/live HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    await closed
    expect(text()).toMatch(/^HTTP\/1\.1 400 /)
    expect(text()).toContain('"field":"Host"')
  },
)

test.each(['pinslot.example.com', 'pinslot.example.com:8443', '127.0.0.1:3000', '[::1]:3000', '[::ffff:127.0.0.1]', 'a_b', ''])(
  'the Host %s is taken',
  async (host) => {
    const { port } = await aServer({})
    const { closed, text } = await open(port, `GET /health/live HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    await closed
    expect(text()).toMatch(/^HTTP\/1\.1 200 /)
  },
)

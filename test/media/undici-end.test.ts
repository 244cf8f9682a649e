/** What patches/undici+7.30.2.patch fixes: another's server could end this process. @see https://github.com/nodejs/undici/issues/5360 */
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { Agent, request } from 'undici'

const BODY = Buffer.alloc(65_536, 'a')
let answer: Buffer[] = []
let ended: (socket: Socket) => void = () => {}
const server = createServer((socket) => {
  socket.on('error', () => {})
  socket.once('data', () => {
    for (const part of answer) socket.write(part)
    socket.end()
    ended(socket)
  })
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo
const agent = new Agent()
afterAll(async () => {
  await agent.destroy()
  await new Promise((resolve) => server.close(resolve))
})

const head = (lines: string) => Buffer.from(`HTTP/1.1 200 OK\r\n${lines}Connection: close\r\n\r\n`)
const size = BODY.length.toString(16)

test.each([
  ['of a told length', [head(`Content-Length: ${BODY.length}\r\n`), BODY], BODY.length],
  ['until it ends', [head(''), BODY], BODY.length],
  ['shorter than told', [head(`Content-Length: ${BODY.length + 1}\r\n`), BODY], 'refused'],
  ['in chunks, cut off', [head('Transfer-Encoding: chunked\r\n'), Buffer.from(`${size}\r\n`), BODY], 'refused'],
] as const)('a body %s whose reader is slower than its server is read to its end', async (_what, parts, outcome) => {
  answer = [...parts]
  const closed = new Promise((resolve) => {
    ended = (socket) => void once(socket, 'close').then(resolve)
  })
  const { body } = await request(`http://127.0.0.1:${port}/`, { dispatcher: agent })
  body.on('error', () => {}) // reported to the reader below as well
  await closed // nobody has read yet
  const read = body.arrayBuffer().then(
    ({ byteLength }) => byteLength,
    () => 'refused',
  )
  expect(await read).toBe(outcome)
})

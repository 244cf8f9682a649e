/** A platform and a Slack of one process that take what they are sent, and remember when it came: slow where the name of a link says so. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { reportPort } from '../forked.js'

const ANSWER_MS = 30
const SLOW_MS = 1_000
/** Of a store behind a line of 20 MB a second. */
const STORE_BYTES_A_MS = 20_000
const HEAD_BYTES = 4_096

/** When the head of a request came, by the pin's link; of videos when their bytes were there, by their number. */
const came = new Map<string, number>()
let [media, pins] = [0, 0]

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const at = Date.now()
  const { method = '', url = '' } = request
  let head = ''
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    if (head.length < HEAD_BYTES) head += chunk.toString('latin1')
    bytes += chunk.length
  }
  const say = (status: number, body: object) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  if (url === '/came') return say(200, [...came])
  if (method === 'POST' && url === '/v5/pins') {
    const link = /"link":"([^"]+)"/.exec(head)?.[1] ?? ''
    came.set(link, Math.min(at, came.get(link) ?? at))
    await sleep(link.includes('/slow') ? SLOW_MS : ANSWER_MS)
    return say(201, { id: String(++pins) })
  }
  if (method === 'POST' && url === '/v5/media') {
    const upload_url = `http://${request.headers.host}/store`
    return say(201, { media_id: String(++media), media_type: 'video', upload_url, upload_parameters: { key: 'k' } })
  }
  if (url === '/store') {
    await sleep(bytes / STORE_BYTES_A_MS)
    return void response.writeHead(204).end()
  }
  if (url.startsWith('/v5/media/')) return say(200, { media_id: url.split('/').at(-1), media_type: 'video', status: 'succeeded' })
  const board = /^\/v5\/boards\/(\d+)$/.exec(url)?.[1]
  if (board !== undefined) return say(200, { id: board, name: `Board ${board}`, privacy: 'PUBLIC' })
  say(200, { items: [], bookmark: null })
}

const server = createServer((request, response) => void take(request, response).catch(() => void response.destroy()))
server.listen(0, '127.0.0.1', () => reportPort((server.address() as AddressInfo).port)) // it listens on a port, not on a pipe

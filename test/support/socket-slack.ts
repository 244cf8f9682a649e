/** Slack's side of Socket Mode on loopback: WebSockets (RFC 6455, as far as a client of ours goes), hello, envelopes, acks, disconnect. */
import { createHash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export type Ack = { envelope_id: string; payload?: Record<string, unknown> }
export type SocketSlack = {
  /** What apps.connections.open answers. */
  url(): string
  /** Connections that stand. */
  connections(): number
  /** All that ever stood. */
  connected(): number
  /** Sends an envelope over the newest connection. @returns what it was acked with */
  send(type: string, payload: object): Promise<Ack>
  /** As Slack does before it ends a connection. */
  askToReconnect(): void
  /** Without a word. */
  cut(): void
  close(): Promise<void>
}

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const OPCODE = { text: 1, close: 8, ping: 9, pong: 10 }

export async function startSocketSlack(): Promise<SocketSlack> {
  const open: Socket[] = []
  const waiting = new Map<string, (ack: Ack) => void>()
  let ever = 0
  const server = createServer()
  server.on('upgrade', (request, socket: Socket) => {
    const accept = createHash('sha1')
      .update(`${request.headers['sec-websocket-key'] ?? ''}${GUID}`)
      .digest('base64')
    socket.write(
      [
        'HTTP/1.1 101 Switching Protocols',
        'Upgrade: websocket',
        'Connection: Upgrade',
        `Sec-WebSocket-Accept: ${accept}`,
        '',
        '',
      ].join('\r\n'),
    )
    open.push(socket)
    ever += 1
    const drop = () => void (open.includes(socket) && open.splice(open.indexOf(socket), 1))
    socket.on('close', drop).on('error', drop)
    let rest = Buffer.alloc(0)
    socket.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk])
      for (let frame = readFrame(rest); frame; frame = readFrame(rest)) {
        rest = rest.subarray(frame.size)
        if (frame.opcode === OPCODE.ping) socket.write(frameOf(OPCODE.pong, frame.data))
        if (frame.opcode === OPCODE.close) {
          drop()
          socket.end(frameOf(OPCODE.close, frame.data))
        }
        if (frame.opcode !== OPCODE.text) continue
        const ack = JSON.parse(frame.data.toString()) as Ack // of our own client
        waiting.get(ack.envelope_id)?.(ack)
      }
    })
    say(socket, { type: 'hello', num_connections: open.length, connection_info: { app_id: 'A1' } })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const newest = (): Socket => {
    const socket = open.at(-1)
    if (!socket) throw new Error('nobody is connected')
    return socket
  }
  return {
    url: () => `ws://127.0.0.1:${(server.address() as AddressInfo).port}/link/?ticket=1`, // it listens on a port
    connections: () => open.length,
    connected: () => ever,
    send: (type, payload) =>
      new Promise((resolve) => {
        const id = randomUUID()
        waiting.set(id, resolve)
        say(newest(), { type, envelope_id: id, payload, accepts_response_payload: true })
      }),
    askToReconnect: () => say(newest(), { type: 'disconnect', reason: 'refresh_requested' }),
    cut: () => newest().destroy(),
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

const say = (socket: Socket, message: object) => socket.write(frameOf(OPCODE.text, Buffer.from(JSON.stringify(message))))

/** One frame, whole and unmasked, as a server sends it. */
function frameOf(opcode: number, data: Buffer): Buffer {
  const head =
    data.length < 126
      ? Buffer.of(0x80 | opcode, data.length)
      : Buffer.of(0x80 | opcode, 126, data.length >> 8, data.length & 0xff)
  return Buffer.concat([head, data])
}

/** The first frame of what came, masked as a client sends it; undefined: it is not all there yet. */
function readFrame(bytes: Buffer): { opcode: number; data: Buffer; size: number } | undefined {
  if (bytes.length < 2) return undefined
  const short = bytes[1]! & 0x7f
  const at = short === 126 ? 4 : short === 127 ? 10 : 2
  if (bytes.length < at + 4) return undefined
  const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short
  const size = at + 4 + length
  if (bytes.length < size) return undefined
  const mask = bytes.subarray(at, at + 4)
  const data = Buffer.from(bytes.subarray(at + 4, size).map((byte, index) => byte ^ mask[index % 4]!))
  return { opcode: bytes[0]! & 0x0f, data, size }
}

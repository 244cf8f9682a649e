/** A way through the network that goes bad: it stops carrying, breaks off, or loses the end of an answer. */
import net from 'node:net'

export type Proxy = {
  port: number
  /** The same address by way of the proxy. */
  through(url: string): string
  /** Open connections carry nothing any more, and neither end is notified. New connections work. */
  freeze(): void
  /** Open connections carry no answers any more: what is asked still arrives. */
  freezeAnswers(): void
  /** New connections too are taken and carry nothing, until `thaw`. */
  freezeAll(): void
  thaw(): void
  /** Breaks every connection off. */
  cut(): void
  /** Answers are let through up to so many bytes from now on, and then broken off with a reset; once. */
  cutAnswerAfter(bytes: number): void
  /** Connections that were made so far. */
  connections(): number
  close(): Promise<void>
}

type Line = { near: net.Socket; far: net.Socket; isFrozen: boolean; isMute: boolean }

/** On a free port, or on the one that is given. */
export async function startProxy(target: { host: string; port: number }, ownPort = 0): Promise<Proxy> {
  const lines = new Set<Line>()
  let frozen = false
  let made = 0
  let leftOfAnswer = Infinity
  const server = net.createServer((near) => {
    made++
    const far = net.connect(target)
    const line: Line = { near, far, isFrozen: frozen, isMute: false }
    lines.add(line)
    near.on('data', (bytes) => line.isFrozen || far.write(bytes))
    far.on('data', (bytes) => {
      if (line.isFrozen || line.isMute) return
      near.write(bytes.subarray(0, leftOfAnswer))
      if (bytes.length < leftOfAnswer) return void (leftOfAnswer -= bytes.length)
      leftOfAnswer = Infinity
      near.resetAndDestroy()
    })
    const end = () => {
      if (line.isFrozen) return // the other side is not notified
      lines.delete(line)
      near.destroy()
      far.destroy()
    }
    for (const socket of [near, far]) socket.on('error', () => {}).on('close', end)
  })
  await new Promise<void>((resolve) => server.listen(ownPort, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo // listening on a port, not on a pipe
  const freeze = () => lines.forEach((line) => (line.isFrozen = true))
  return {
    port,
    through(url) {
      const via = new URL(url)
      via.hostname = '127.0.0.1'
      via.port = String(port)
      return via.href.replace(/\/$/, '')
    },
    freeze,
    freezeAnswers: () => lines.forEach((line) => (line.isMute = true)),
    freezeAll() {
      frozen = true
      freeze()
    },
    thaw: () => void (frozen = false),
    cut: () => lines.forEach(({ near }) => near.destroy()),
    cutAnswerAfter: (bytes) => void (leftOfAnswer = bytes),
    connections: () => made,
    close: () =>
      new Promise((resolve) => {
        for (const { near, far } of lines) {
          near.destroy()
          far.destroy()
        }
        server.close(() => resolve())
      }),
  }
}

export const hostOf = (url: string) => ({ host: new URL(url).hostname, port: Number(new URL(url).port) })

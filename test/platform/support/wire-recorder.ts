/** A proxy in front of the simulated platform: records what it refuses, verbatim, and answers in its place what it cannot be made to answer. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** `status` null: no answer came. `isCut`: a success whose JSON ends in the middle. */
export type Refused = {
  call: string
  status: number | null
  code?: number | undefined
  message?: string | undefined
  resetSeconds?: string | undefined
  isCut?: true
}
export type Said = { method: string; path: RegExp; status: number; code: number; message: string; times?: number }
export type Recorder = {
  url: string
  /** What was refused since the last time it was taken, once every call is over. */
  take(): Promise<Refused[]>
  /** Calls that fit get this answer until it is forgotten. */
  say(said: Said): void
  forget(): void
  close(): Promise<void>
}

const PASSED_ON = ['authorization', 'content-type', 'accept']

export async function startRecorder(behind: string): Promise<Recorder> {
  let refused: Refused[] = []
  let saying: Said[] = []
  const open = new Set<Promise<void>>()

  const server = createServer((request, response) => {
    const answering = answer(request, response)
      .catch(() => void response.destroy())
      .finally(() => open.delete(answering))
    open.add(answering)
  })
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/' } = request
    const call = `${method} ${url.replace(/^.*\/v5/, '').replace(/\?.*$/, '')}`
    const body = await bodyOf(request)
    const said = saying.find((one) => one.method === method && one.path.test(url) && (one.times ?? 1) > 0)
    if (said) {
      if (said.times !== undefined) said.times--
      const { status, code, message } = said
      refused.push({ call, status, code, message })
      return void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ code, message }))
    }
    const given = new AbortController()
    response.on('close', () => given.abort())
    const headers = PASSED_ON.flatMap((name) => {
      const value = request.headers[name]
      return typeof value === 'string' ? [[name, value] as [string, string]] : []
    })
    const asked = { method, headers, signal: given.signal, ...(body.length > 0 && { body }) }
    const real = await fetch(behind + url, asked).catch(() => undefined)
    if (!real) {
      refused.push({ call, status: null }) // the client has given up by then
      return void response.destroy()
    }
    const text = await real.text()
    note(call, real, text)
    response.writeHead(real.status, Object.fromEntries([...real.headers].filter(([name]) => /^(content-type|x-)/.test(name))))
    response.end(real.status === 204 ? undefined : text)
  }
  function note(call: string, { ok, status, headers }: Response, text: string): void {
    const json = parsed(text)
    if (ok) return void (status !== 204 && json === undefined && refused.push({ call, status, isCut: true }))
    const { code, message } = (json ?? {}) as { code?: number; message?: string } // a refusal of the simulated platform
    const resetSeconds = status === 429 ? (headers.get('x-ratelimit-reset') ?? undefined) : undefined
    refused.push({ call, status, code, message, ...(resetSeconds !== undefined && { resetSeconds }) })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on TCP
    async take() {
      await Promise.all(open)
      const taken = refused
      refused = []
      return taken
    },
    say: (said) => void saying.push(said),
    forget: () => void (saying = []),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** As the page shows it. */
export function shown({ status, code, message, resetSeconds, isCut }: Refused): string {
  if (status === null) return 'no answer'
  if (isCut) return `${status}, its JSON cut short`
  const reset = resetSeconds === undefined ? '' : `, X-RateLimit-Reset ${resetSeconds}`
  return `${status} ${code} “${message}”${reset}`
}

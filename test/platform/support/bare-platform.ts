/** A bare server in the place of the platform, the real client that asks it, and what both have seen. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { PlatformError, type Platform } from '../../../src/core/ports/platform.js'
import { makePlatform, type PlatformOptions } from '../../../src/platform/client.js'

export type BarePlatform = {
  platform: Platform
  /** Where it answers, without `/v5`. */
  url: string
  /** `GET /v5/boards/1`, one for each request that came. */
  asked: string[]
  /** How many connections were made. */
  connections: () => number
  /** What the client logged. */
  lines: string[]
  /** From then on nobody listens. */
  closeServer: () => Promise<void>
}

/** Goes with the test that asked for it. */
export async function aPlatform(answer: RequestListener, over: Partial<PlatformOptions> = {}): Promise<BarePlatform> {
  const asked: string[] = []
  let connections = 0
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    answer(request, response)
  })
  server.on('connection', () => connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on a port, not on a pipe
  const url = `http://127.0.0.1:${port}`
  const lines: string[] = []
  const write = (fields: object, message: string) => void lines.push(JSON.stringify({ ...fields, message }))
  const platform = makePlatform({
    apiUrl: () => `${url}/v5/`,
    authorizeUrl: () => 'https://platform.test/oauth/',
    clientId: 'client',
    clientSecret: 'secret',
    timeoutMs: 1500,
    log: { debug: write, info: write, warn: write, error: write },
    clock: () => new Date('2026-03-02T10:00:00Z'),
    random: () => 0.5,
    ...over,
  })
  const closeServer = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  onTestFinished(async () => {
    await platform.close()
    await closeServer()
  })
  return { platform, url, asked, connections: () => connections, lines, closeServer }
}

/** The same answer to every question, a text as it is. */
export const answering =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

/** One answer after the other; the last one stays. */
export function inOrder(...answers: [RequestListener, ...RequestListener[]]): RequestListener {
  const left = [...answers]
  return (request, response) => ((left.length > 1 ? left.shift() : left[0]) ?? answers[0])(request, response)
}

export async function textOf(request: IncomingMessage): Promise<string> {
  const chunks = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk) // nobody set an encoding
  return Buffer.concat(chunks).toString('latin1')
}

/** Breaks the connection off before an answer. */
export const breakOff: RequestListener = (request) => void request.socket.destroy()
/** Begins an answer and breaks it off. */
export const breakWithin = (request: IncomingMessage, response: ServerResponse): void => {
  request.resume()
  response.writeHead(200, { 'content-length': '500' })
  response.write('{"id":"12"', () => response.destroy())
}

/** @throws Error when the call succeeds, or fails with anything else */
export async function failure(call: Promise<unknown>): Promise<PlatformError> {
  const error: unknown = await call.catch((thrown: unknown) => thrown)
  if (!(error instanceof PlatformError)) throw new Error(`no PlatformError: ${String(error)}`)
  return error
}

/** A server that answers as the test says, one answer a request, and keeps what it was sent. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type Seen = { method: string; url: string; headers: IncomingHttpHeaders; body: string; at: number }
export type Reply = (response: ServerResponse) => void

export const answers =
  (status: number, body: object = {}, headers: Record<string, string> = {}): Reply =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

export const refuses = (
  status: number,
  error: { code: string; reason?: string; field?: string },
  headers: Record<string, string> = {},
) =>
  answers(status, { error: { message: 'Not now.', ...error }, meta: { requestId: 'r1' } }, { 'x-request-id': 'r1', ...headers })

export const hangsUp: Reply = (response) => void response.destroy()

/** @param replies in turn; the last one for all that comes after */
export async function aReceiver(...replies: Reply[]): Promise<{ baseUrl: string; seen: Seen[] }> {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      seen.push({ method, url, headers, body, at: performance.now() })
      replies[Math.min(seen.length, replies.length) - 1]!(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}

/** A receiver of webhooks on this machine: it verifies what comes as its users would, and answers as the test says. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { createServer as createTlsServer, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { isPublicIp } from '../../../../src/core/lib/http/public-address.js'
import { makePublicOnlyAgent, Blocked, NotPublic } from '../../../../src/media/public-only.js'
import { makeSendWebhook } from '../../../../src/webhooks/send.js'

export type Received = {
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** performance.now() when it was there. */
  at: number
}
export type Answer = (response: ServerResponse, request: Received, count: number) => void

export type Receiver = {
  url: string
  port: number
  received: Received[]
  /** What is answered from now on; 204 at first. */
  answer: Answer
  close(): Promise<void>
}

export const answerWith =
  (status: number, body = '', headers: Record<string, string> = {}): Answer =>
  (response) => {
    response.writeHead(status, headers)
    response.end(body)
  }

export async function aReceiver(answer: Answer = answerWith(204), tls?: ServerOptions): Promise<Receiver> {
  const received: Received[] = []
  const listener: Parameters<typeof createServer>[1] = (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { url: path = '', headers } = request
      const one = { path, headers, body: Buffer.concat(chunks).toString('utf8'), at: performance.now() }
      received.push(one)
      receiver.answer(response, one, received.length)
    })
  }
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on a port, not on a pipe
  const receiver: Receiver = {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}/hooks`,
    port,
    received,
    answer,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return receiver
}

export type EventBody = {
  type: string
  timestamp: string
  data: Record<string, unknown>
  organizationId: string
  accountId: string | null
  id: string
}

/** @throws WebhookVerificationError the signature is not of this secret */
export const verified = (secret: string, { body, headers }: Received): EventBody =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as EventBody

/** As the sandbox has it, where this machine is allowed. */
export function aSender({
  timeoutMs = 10_000,
  resolve,
}: {
  timeoutMs?: number
  resolve?: typeof import('node:dns').lookup
} = {}) {
  const allow = (address: string) => isPublicIp(address) || address.startsWith('127.')
  const agent = makePublicOnlyAgent({ allow, ports: null, connections: 32, ...(resolve && { resolve }) })
  const isBlocked = (error: unknown) => error instanceof Blocked || error instanceof NotPublic
  return { send: makeSendWebhook({ agent, isBlocked, timeoutMs }), close: () => agent.destroy() }
}

/** A server of this machine that speaks OpenAI's chat completions, well or badly as a test says, and keeps what it was asked. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

export type Asked = {
  path: string
  headers: IncomingMessage['headers']
  body: {
    model: string
    messages: { role: string; content: string }[]
    response_format: { type: string; json_schema?: { name: string; schema: object; strict: boolean } }
    max_tokens?: number
    max_completion_tokens?: number
  }
}
export type Behaviour = (asked: Asked, response: ServerResponse) => void

export type ModelServer = {
  baseUrl: string
  asked: Asked[]
  /** The behaviours in their order, the last one for all that follow. */
  plays(...behaviours: Behaviour[]): void
  close(): Promise<void>
}

/** To be called in a test file: it is closed at its end. */
export async function aModelServer(...first: Behaviour[]): Promise<ModelServer> {
  let plan = first
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    void textOf(request).then((text) => {
      const one: Asked = { path: request.url ?? '', headers: request.headers, body: JSON.parse(text) as Asked['body'] }
      asked.push(one)
      const behaviour = plan.length > 1 ? plan.shift() : plan[0]
      try {
        behaviour?.(one, response)
      } catch (error) {
        response.destroy()
        throw error // a test that plays what cannot be fails at once
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => closeServer(server)
  afterAll(close)
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    plays: (...behaviours) => void (plan = behaviours),
    close,
  }
}

const closeServer = (server: Server) =>
  new Promise<void>((resolve) => {
    server.closeAllConnections()
    server.close(() => resolve())
  })

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

export type Said = {
  finish?: string
  refusal?: string | null
  /** null: none is said. */
  usage?: object | null
}
const USAGE = { prompt_tokens: 1_000, completion_tokens: 200, total_tokens: 1_200 }

/** A whole answer with this text. */
export const saying =
  (content: string | null, { finish = 'stop', refusal = null, usage = USAGE }: Said = {}): Behaviour =>
  (asked, response) =>
    sendJson(response, 200, {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1_700_000_000,
      model: asked.body.model,
      choices: [{ index: 0, finish_reason: finish, message: { role: 'assistant', content, refusal } }],
      ...(usage && { usage }),
    })

/** Another status; `error` as such endpoints write it. */
export const failing =
  (status: number, { headers = {}, error = {} }: { headers?: Record<string, string>; error?: object } = {}): Behaviour =>
  (asked, response) => {
    const echo = `Incorrect API key provided: ${asked.headers.authorization ?? ''}`
    sendJson(response, status, { error: { message: echo, type: 'error', param: null, code: null, ...error } }, headers)
  }

export const hanging: Behaviour = () => {}

/** The head, and then nothing. */
export const hangingInTheMiddle: Behaviour = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{"choices":[')
}

/** The connection ends before the answer does. */
export const breakingOff: Behaviour = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
  response.write('{"choices":[', () => response.destroy())
}

/** Bytes as they are. */
export const sending =
  (text: string, contentType = 'application/json'): Behaviour =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': contentType }).end(text)

/** It never ends. */
export const streaming: Behaviour = (_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const more = () => {
    if (response.destroyed) return
    if (response.write(' '.repeat(64 * 1024))) setImmediate(more)
    else response.once('drain', more)
  }
  more()
}

function sendJson(response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** A Slack that takes every message, and remembers it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type SlackSink = {
  /** Of its Web API, with a slash at its end. */
  url: string
  /** What was posted, in order. */
  posted: { channel: string; text: string }[]
  close(): Promise<void>
}

export async function startSlackSink(): Promise<SlackSink> {
  const posted: SlackSink['posted'] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
      if (request.url?.endsWith('chat.postMessage'))
        posted.push({ channel: form.get('channel') ?? '', text: form.get('text') ?? '' })
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ ok: true, channel: 'C1', ts: `${posted.length}.000001` }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listening on a port, not on a pipe
  return {
    url: `http://127.0.0.1:${port}/`,
    posted,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Prism between a client and a server: it passes on what keeps to a description, and answers for what does not. */
import { spawn } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { freePort } from '../support/processes.js'

export type Prism = {
  url: string
  /** Returns what it has logged, line by line: it logs some of it after it has answered. */
  close(): Promise<string[]>
}

/** The first start downloads it. */
const READY_MS = 120_000
const PACKAGE = '@stoplight/prism-cli@5.14.2'

/** In front of `upstream`, on loopback. */
export async function startPrism(description: string, upstream: string): Promise<Prism> {
  const port = String(await freePort())
  const args = ['-y', '-p', PACKAGE, 'prism', 'proxy', '--errors', description, upstream, '-h', '127.0.0.1', '-p', port]
  const child = spawn('npx', args, { stdio: ['ignore', 'pipe', 'pipe'], detached: true }) // with a group of its own: npx has children
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let said = ''
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`Prism did not start within ${READY_MS} ms:\n${said}`)), READY_MS)
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        if (/Prism is listening/.test(said)) resolve()
      })
    }
    child.once('error', reject)
    void ended.then(() => reject(new Error(`Prism ended:\n${said}`)))
    void ended.then(() => clearTimeout(late))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
      await ended
      return said.split('\n')
    },
  }
}

/** What Prism notes on answers that it passes on all the same: filled by every client of this process, for good. */
export function watchNotes(): string[] {
  const notes: string[] = []
  subscribe('undici:request:headers', (message) => {
    const { response } = message as { response: { headers: Buffer[] } } // as undici documents this channel
    const headers = response.headers.map((part) => part.toString())
    const at = headers.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'sl-violations')
    if (at >= 0) notes.push(headers[at + 1] ?? '')
  })
  return notes
}

/** Keeps the lines that Prism itself calls errors: `[time] › [scope] … ✖  error  …`. A route or an example may have the word too. */
export const errorsOf = (lines: readonly string[]): string[] =>
  lines.filter((line) => /› .*?\P{ASCII}\s+(\w+)\s/u.exec(line)?.[1] === 'error')

/** The address on which this process listens. */
import net from 'node:net'
import type { Config } from '../config/config.js'

/** The reason why this process cannot listen; `code` is Node's. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
  constructor(readonly code: string) {
    super(`cannot listen: ${code}`)
  }
}

/** @throws ListenError before anything lasting has been started */
export async function requireFreePort({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> {
  if (port === 0) return
  const server = net.createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ code = 'unknown' }: NodeJS.ErrnoException) => reject(new ListenError(code)))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve()))
  })
}

/** The address for a caller on this machine. */
export function baseUrlOf(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

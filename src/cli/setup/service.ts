/** The service that the setup starts: a separate process, as with npm start. */
import { spawn } from 'node:child_process'
import path from 'node:path'
import type { Config } from '../../config/config.js'
import { baseUrlOf } from '../../service/address.js'
import { isOurs } from '../../service/doctor/address.js'
import { SetupError } from './setup-error.js'

export type Service = {
  baseUrl: string
  /** The exit code. */
  ended: Promise<number>
  stop: () => void
}

const LOOK_MS = 3_000

/** @returns the address of a service that already answers at our port */
export async function findService({ host, port }: Pick<Config, 'host' | 'port'>): Promise<string | undefined> {
  const baseUrl = baseUrlOf(host, port)
  const answer = await fetch(`${baseUrl}/health/live`, { signal: AbortSignal.timeout(LOOK_MS) }).catch(() => undefined)
  return answer?.ok && (await isOurs(answer)) ? baseUrl : undefined
}

/**
 * Starts the service, which reads its settings from .env itself, so none is in its arguments.
 * @param scripts the folder of start.mjs
 * @throws SetupError if it ended before it was ready; it has printed the reason
 */
export async function startService(scripts: string, begun: (stop: () => void) => void): Promise<Service> {
  const start = [path.join(scripts, 'start.mjs'), '--with-env-file']
  const child = spawn(process.execPath, start, { stdio: ['ignore', 'pipe', 'inherit'] })
  const stop = () => void child.kill('SIGTERM')
  begun(stop)
  const ended = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? 1)))
  let printed = ''
  const baseUrl = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (bytes: Buffer) => {
      process.stdout.write(bytes)
      printed += bytes.toString()
      const address = /^ {2}API +(http\S+)\/v1$/m.exec(printed)?.[1]
      if (address !== undefined && printed.includes('Ctrl-C')) resolve(address)
    })
    child.once('error', reject)
    void ended.then(() => reject(new SetupError('The service did not start, as it says above. Your settings are kept.')))
  })
  return { baseUrl, ended, stop }
}

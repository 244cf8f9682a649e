/** A world whose web is a server of this machine, or a folder. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Blocked, makePublicOnlyAgent, NotPublic } from '../../../../src/media/public-only.js'
import { makeSandboxWeb } from '../../../../src/sandbox/web/stand-in.js'
import { makeWeb } from '../../../../src/web/web.js'
import type { Web } from '../../../../src/core/ports/web.js'
import { readers } from '../../../web/support/readers.js'

const isBlocked = (error: unknown) => error instanceof Blocked || error instanceof NotPublic

/** Every name leads to it, at its port. */
export async function aSite(
  answer: RequestListener,
  given = readers,
): Promise<{ web: Web; at: (path: string, host?: string) => string; close: () => Promise<void> }> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const resolve = ((_host: string, options: { all?: boolean }, done: (error: null, found: unknown, family?: number) => void) =>
    options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)) as never
  const agent = makePublicOnlyAgent({ resolve, allow: () => true, ports: null })
  return {
    web: makeWeb({ agent, readers: given, isBlocked }),
    at: (where, host = 'site.example.com') => `http://${host}:${port}${where}`,
    close: async () => {
      await agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The folder alone: what has none is a host that nobody knows. */
export function aFolderWeb(folder: string): Web {
  const resolve = ((host: string, _options: object, done: (error: Error) => void) =>
    done(Object.assign(new Error(`no ${host}`), { code: 'ENOTFOUND' }))) as never
  const stored = makeSandboxWeb(folder)
  return makeWeb({ agent: makePublicOnlyAgent({ resolve }), readers, isBlocked, standIn: (url) => stored.answer(url) })
}

export function put(folder: string, file: string, text: string | Buffer): void {
  const full = path.join(folder, file)
  mkdirSync(path.dirname(full), { recursive: true })
  writeFileSync(full, text)
}

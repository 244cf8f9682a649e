/** The key of the sandbox, for the page of the reference: on this machine alone, and never where a real Pinterest is behind it. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyPluginAsync } from 'fastify'
import { onlyFromHere } from './slack/loopback.js'

export const SANDBOX_KEY_PATH = '/sandbox/key'

/** Kept over restarts, where the seed writes it. */
export const keyFile = (dataDir: string): string => path.join(dataDir, 'api-key')

export function sandboxKeyPlugin(dataDir: string): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRequest', onlyFromHere)
    app.get(SANDBOX_KEY_PATH, { schema: { hide: true } }, async (_request, reply) => {
      void reply.header('cache-control', 'no-store')
      const file = keyFile(dataDir)
      if (!existsSync(file)) return reply.code(404).send({ error: 'The sandbox is not seeded yet. Try again in a moment.' })
      return { key: readFileSync(file, 'utf8').trim() }
    })
  }
}

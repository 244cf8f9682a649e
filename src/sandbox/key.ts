/** Shows the sandbox's key to the page of the reference: on this machine only, and never with the real Pinterest. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyPluginAsync } from 'fastify'
import { onlyFromHere } from './slack/loopback.js'

export const SANDBOX_KEY_PATH = '/sandbox/key'

/** The file in which the seed keeps the key over restarts. */
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

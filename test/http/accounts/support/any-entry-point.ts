/** Every entry point of a server that takes credentials, by requests from an address that a test chooses. */
import { createHmac } from 'node:crypto'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { makeAddressLimits } from '../../../../src/core/accounts/keys/address-limit.js'
import { createApiKey } from '../../../../src/core/accounts/keys/create.js'
import { createConnectLink } from '../../../../src/core/connections/link.js'
import type { Deps } from '../../../../src/core/ports/deps.js'
import type { Pool } from '../../../../src/db/pool.js'
import { slackInstallPlugin } from '../../../../src/http/routes/accounts/slack-install.js'
import { buildServer, type ServerOptions } from '../../../../src/http/server.js'
import { makeMcpEntryPoint } from '../../../../src/mcp/entry-point.js'
import { oauthApp } from '../../../../src/sandbox/slack/ids.js'
import { makeSlackApp } from '../../../../src/slack/app.js'
import { makeInstaller } from '../../../../src/slack/install/installer.js'
import { SIGNING_SECRET } from '../../../slack/support/a-team.js'
import { closeBefore } from '../../../support/database.js'
import { startSimulator } from '../../../support/simulator.js'
import { aWorld, START, type World } from '../../../support/world.js'

export type AnyEntryPoint = World & {
  app: FastifyInstance
  key: string
  logged: string[]
  ask: (from: string, request: InjectOptions) => Promise<{ status: number; headers: Record<string, unknown>; text: string }>
  /** A link for an account, as a path. */
  link: () => Promise<string>
}

/** @param parts in place of the world's */
export async function everyEntryPoint(db: Pool, options: ServerOptions = {}, parts: Partial<Deps> = {}): Promise<AnyEntryPoint> {
  const logged: string[] = []
  const line = (_fields: object, message: string) => void logged.push(message)
  const log = { debug: line, info() {}, warn: line, error: line }
  const simulator = await startSimulator(db, () => START)
  const world = await aWorld(db, { parts: { log, platform: simulator.platform, ...parts } })
  const { deps, actor, clock } = world
  const addressLimits = makeAddressLimits(deps.clock)
  const fetch = () => Promise.reject(new Error('nobody calls Slack here'))
  const slackApp = makeSlackApp(deps, { signingSecret: SIGNING_SECRET, oauth: oauthApp, fetch, failures: addressLimits.failures })
  const installer = makeInstaller(deps, { oauth: oauthApp, stateSecret: 'a secret of the tests', fetch })
  const { key } = await createApiKey(deps, actor, { name: 'test' })
  const app = await buildServer(deps, {
    addressLimits,
    entryPoints: [makeMcpEntryPoint(deps, { version: '1.0.0', ...(slackApp.identity && { slack: slackApp.identity }) })],
    plugins: [slackApp.plugin, slackInstallPlugin(deps, installer, addressLimits)],
    metrics: { read: async () => ({ contentType: 'text/plain', text: 'up 1' }), token: 'the-token-of-the-tests' },
    ...options,
  })
  closeBefore(db, async () => {
    await slackApp.close()
    await app.close()
    await simulator.close()
  })
  return {
    ...world,
    app,
    key,
    logged,
    clock,
    async ask(from, request) {
      const { statusCode, headers, payload } = await app.inject({ remoteAddress: from, ...request })
      return { status: statusCode, headers, text: payload }
    },
    async link() {
      const { url } = await createConnectLink(deps, actor, { accountId: null })
      return new URL(url).pathname
    },
  }
}

/** As Slack signs it; of another secret or time where that is asked for. */
export function signed(url: string, { secret = SIGNING_SECRET, secondsAgo = 0 } = {}): InjectOptions {
  const ping = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
  const body = JSON.stringify(url === '/mcp/slack' ? ping : { type: 'url_verification', challenge: 'c1' })
  const at = String(Math.floor(Date.now() / 1000) - secondsAgo)
  const signature = `v0=${createHmac('sha256', secret).update(`v0:${at}:${body}`).digest('hex')}`
  const type = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const headers = { ...type, 'x-slack-request-timestamp': at, 'x-slack-signature': signature }
  return { method: 'POST', url, payload: body, headers }
}

/**
 * A workspace of somebody else's Slack (emulate), with the app in one of its channels. A server in front adds what that one lacks: sockets, the
 * header with a token's scopes, the app of a bot, names with #, and that the app writes to no channel that it is not in.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createEmulator } from 'emulate'
import { RIGHTS } from '../../../../src/slack/install/scopes.js'
import { startSocketSlack } from '../../../support/socket-slack.js'

export const TEAM_ID = 'T000000001'
export const APP = { clientId: '111.222', clientSecret: 'client-secret-of-the-app' }
export const TOKENS = {
  bot: 'xoxb-1-whole',
  /** Of an installation from an older manifest. */
  older: 'xoxb-1-older',
  admin: 'xoxp-1-admin',
  app: 'xapp-1-A0OURS-1-socket',
  otherApp: 'xapp-1-A0OTHER-1-socket',
}
const [BOT, BOT_USER] = ['B0OURS', 'U0OURS']
const scopes = RIGHTS.map(({ scope }) => scope as string)
const SCOPES: Record<string, string[]> = { [TOKENS.bot]: scopes, [TOKENS.older]: scopes.filter((one) => one !== 'files:write') }
const WRITES = /chat\.(?:postMessage|scheduleMessage|deleteScheduledMessage)$/

export type TeamSlack = {
  /** Of its Web API. */
  url: string
  /** Ids of its channels by name. */
  channels: Record<string, string>
  /** What stands in a channel, the newest first. */
  messages(channel: string): Promise<string[]>
  /** How many messages wait for their time. */
  scheduled(): Promise<number>
  /** Each method that was called. */
  calls: string[]
  close(): Promise<void>
}

export async function startTeamSlack(): Promise<TeamSlack> {
  const port = await freePort()
  const emulator = await createEmulator({ service: 'slack', port, seed: { slack: seed } })
  const socket = await startSocketSlack()
  const calls: string[] = []
  const ask = async (method: string, token: string, form: Record<string, string> = {}): Promise<Answer> => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${emulator.url}/api/${method}`, { method: 'POST', headers, body: new URLSearchParams(form) })
    return (await answer.json()) as Answer // of the emulator
  }
  const asAdmin = (method: string, form: Record<string, string> = {}) => ask(method, TOKENS.admin, form)
  const listed = await asAdmin('conversations.list')
  const channels = Object.fromEntries((listed.channels ?? []).map(({ id, name }) => [name, id]))
  await asAdmin('conversations.invite', { channel: channels['pinslot-staff'] ?? '', users: BOT_USER })

  const answerTo = async (method: string, token: string, form: Record<string, string>): Promise<Answer> => {
    if (method === 'apps.connections.open')
      return token.startsWith('xapp-') ? { ok: true, url: socket.url() } : { ok: false, error: 'not_allowed_token_type' }
    if (method !== 'oauth.v2.access' && !(token in SCOPES)) return { ok: false, error: 'invalid_auth' }
    if (!WRITES.test(method)) {
      const answer = await ask(method, token, form)
      return method === 'bots.info' && answer.bot ? { ...answer, bot: { ...answer.bot, app_id: 'A0OURS' } } : answer
    }
    const channel = form['channel']?.replace(/^#/, '') ?? ''
    const id = channels[channel] ?? channel
    const { members } = await asAdmin('conversations.members', { channel: id })
    if (members && !members.includes(BOT_USER)) return { ok: false, error: 'not_in_channel' }
    return ask(method, token, { ...form, channel: id })
  }
  const server = createServer((request, response) => {
    void (async () => {
      const form = Object.fromEntries(new URLSearchParams(await bodyOf(request)))
      const method = request.url?.split('/').at(-1) ?? ''
      const token = request.headers.authorization?.replace(/^Bearer /, '') ?? ''
      calls.push(method)
      const headers = { 'content-type': 'application/json', 'x-oauth-scopes': (SCOPES[token] ?? []).join(',') }
      response.writeHead(200, headers).end(JSON.stringify(await answerTo(method, token, form)))
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${portOf(server)}/api`,
    channels,
    calls,
    messages: async (channel) => {
      const { messages = [] } = await asAdmin('conversations.history', { channel: channels[channel] ?? channel })
      return messages.map(({ text }) => text)
    },
    scheduled: async () => (await ask('chat.scheduledMessages.list', TOKENS.bot)).scheduled_messages?.length ?? 0,
    close: async () => {
      await new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      })
      await socket.close()
      await emulator.close()
    },
  }
}

type Answer = {
  ok: boolean
  error?: string
  url?: string
  bot?: object
  channels?: { id: string; name: string }[]
  members?: string[]
  messages?: { text: string }[]
  scheduled_messages?: object[]
}

const ofApp = { type: 'bot', user_id: BOT_USER, bot_id: BOT, bot_user_id: BOT_USER, app_id: 'A0OURS' }
const seed = {
  team: { name: 'Maple', domain: 'maple' },
  users: [{ name: 'ada', is_admin: true }],
  channels: [{ name: 'pinslot-staff' }, { name: 'elsewhere' }],
  oauth_apps: [
    {
      app_id: 'A0OURS',
      client_id: APP.clientId,
      client_secret: APP.clientSecret,
      name: 'Pinslot',
      redirect_uris: ['https://pins.studio.test/slack/oauth_redirect'],
      scopes,
      bot_id: BOT,
      bot_user_id: BOT_USER,
      bot_name: 'pinslot',
    },
  ],
  tokens: [
    { token: TOKENS.bot, scopes, ...ofApp },
    { token: TOKENS.older, scopes: SCOPES[TOKENS.older], ...ofApp },
    { token: TOKENS.admin, type: 'user', user_id: 'U000000001' },
  ],
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer) // no encoding is set
  return Buffer.concat(chunks).toString('utf8')
}

const portOf = (server: ReturnType<typeof createServer>) => (server.address() as AddressInfo).port // it listens on a port

/** The emulator takes a number alone. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = portOf(server)
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** The local workspace lets a token do what was granted with it, as Slack does; and what the app calls needs what manifest.yml asks for. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { View } from '@slack/types'
import { WebClient } from '@slack/web-api'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { root } from '../../../src/root.js'
import { SCOPE_OF } from '../../../src/sandbox/slack/methods/web-api.js'
import { botToken, channels, users } from '../../../src/sandbox/slack/ids.js'
import { fileWire, giveFiles, keepFile } from '../../../src/sandbox/slack/files.js'
import { aDatabase } from '../../support/database.js'
import { aBoltApp } from '../bolt-app.js'

const { db } = await aDatabase()
const { slack } = await aBoltApp(db)

async function aToken(...scopes: string[]): Promise<string> {
  const token = `xoxe.xoxb-1-${scopes.join('-')}`
  await db.sql`
    insert into slk_tokens (token, refresh_token, user_id, scopes, expires_at)
    values (${token}, ${`of ${token}`}, ${users.admin}, ${scopes.join(',')}, now() + interval '1 hour')`
  return token
}
const clientOf = (token: string) => new WebClient(token, { fetch: slack.fetch, retryConfig: { retries: 0 } })

test('a call beyond what was granted is refused, and says what it needs and what there is', async () => {
  const client = clientOf(await aToken('commands', 'users:read'))
  await expect(client.chat.postMessage({ channel: channels.general, text: 'Hello' })).rejects.toMatchObject({
    data: { ok: false, error: 'missing_scope', needed: 'chat:write', provided: 'commands,users:read' },
  })
  await expect(client.users.info({ user: users.admin })).resolves.toMatchObject({ ok: true })
})

test('the seeded token has what the app asks for, and no more', async () => {
  const client = clientOf(botToken)
  await expect(client.chat.postMessage({ channel: channels.general, text: 'Hello' })).resolves.toMatchObject({ ok: true })
  await expect(client.conversations.list()).rejects.toMatchObject({ data: { error: 'missing_scope', needed: 'channels:read' } })
})

test('without the right to read files the login page comes in place of the bytes', async () => {
  const file = await keepFile(db.sql, { userId: users.admin, name: 'a.txt', bytes: Buffer.from('words') }, new Date())
  await giveFiles(db.sql, [file.id])
  const read = async (token: string) =>
    (await slack.fetch(fileWire(file).url_private, { headers: { authorization: `Bearer ${token}` } })).text()
  expect(await read(botToken)).toBe('words')
  expect(await read(await aToken('chat:write'))).toContain('Sign in')
})

test('a form with a field for files needs the right to read them', async () => {
  const view: View = {
    type: 'modal',
    title: { type: 'plain_text', text: 'Files' },
    submit: { type: 'plain_text', text: 'Send' },
    blocks: [{ type: 'input', label: { type: 'plain_text', text: 'Image' }, element: { type: 'file_input', action_id: 'a' } }],
  }
  const open = async (token: string) => clientOf(token).views.open({ trigger_id: 'none', view })
  await expect(open(await aToken('commands', 'users:read', 'chat:write'))).rejects.toMatchObject({
    data: { error: 'missing_scope', needed: 'files:read' },
  })
  await expect(open(botToken)).rejects.toMatchObject({ data: { error: 'invalid_trigger_id' } })
})

/** The methods of Slack's client, by the names that a call of them has: `chat.postMessage`. */
function methodsOf(value: object, before = ''): string[] {
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    if (typeof member === 'function') return [before + name]
    return typeof member === 'object' && member !== null ? methodsOf(member, `${before}${name}.`) : []
  })
}

const methods = Object.entries(clientOf('none')).flatMap(([name, group]) =>
  /^_|^logger$/.test(name) || typeof group !== 'object' || group === null ? [] : methodsOf(group as object, `${name}.`),
)

/** What calls a method does so by its name: `.chat.postMessage(`, over two lines or one. */
const calledBy = (text: string): string[] => [
  ...methods.filter((name) => new RegExp(`\\.${name.split('.').join('\\s*\\.\\s*')}\\s*\\(`).test(text)),
  ...(/\.filesUploadV2\s*\(/.test(text) ? ['files.getUploadURLExternal', 'files.completeUploadExternal'] : []),
]

/** By the app’s own token, and without one. */
const OF_NO_BOT = ['apps.connections.open', 'oauth.v2.access']

/** Called by doctor and the setup alone, which ask no local workspace. */
const OF_CHECKS: Record<string, string> = { 'chat.scheduleMessage': 'chat:write', 'chat.deleteScheduledMessage': 'chat:write' }

/** Whoever hears of them needs it; commands and shortcuts need `commands`. */
const SCOPE_OF_EVENT: Record<string, string> = {
  'message.channels': 'channels:history',
  'message.groups': 'groups:history',
  'message.im': 'im:history',
  link_shared: 'links:read',
  user_change: 'users:read',
}

test('what the app calls and hears needs exactly the scopes of manifest.yml', () => {
  expect(methods).toContain('chat.postMessage')
  const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.startsWith('sandbox'),
  )
  const called = calledBy(sources.map((name) => readFileSync(path.join(root, 'src', name), 'utf8')).join('\n'))
  expect(called.filter((name) => !(name in SCOPE_OF) && !(name in OF_CHECKS))).toEqual(OF_NO_BOT)
  const manifest = parse(readFileSync(path.join(root, 'manifest.yml'), 'utf8')) as {
    oauth_config: { scopes: { bot: string[] } }
    settings: { event_subscriptions: { bot_events: string[] } }
  }
  const needed = [
    ...called.flatMap((name) => SCOPE_OF[name] ?? []),
    ...manifest.settings.event_subscriptions.bot_events.flatMap((event) => SCOPE_OF_EVENT[event] ?? []),
    'commands',
  ]
  expect([...new Set(needed)].sort()).toEqual(manifest.oauth_config.scopes.bot.toSorted())
})

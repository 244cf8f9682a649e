/** The manifest describes what the app does. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { root } from '../src/root.js'
import { readAnnouncedCommands } from '../src/sandbox/slack/announced-commands.js'
import { appFeatures } from '../src/sandbox/slack/app-features.js'
import { REDIRECT_PATH } from '../src/slack/install/installer.js'
import { NEEDED, RIGHTS } from '../src/slack/install/scopes.js'
import { listenerTable } from '../src/slack/listeners.js'
import { verbs } from '../src/slack/verbs.js'

type Manifest = {
  features: {
    slash_commands: { command: string; usage_hint: string; url: string; description: string }[]
    shortcuts: { name: string; type: 'global' | 'message'; callback_id: string; description: string }[]
  }
  oauth_config: { redirect_urls: string[]; scopes: { bot: string[]; bot_optional: string[] } }
  settings: {
    event_subscriptions: { bot_events: string[]; request_url: string }
    interactivity: { is_enabled: boolean; request_url: string; message_menu_options_url: string }
    org_deploy_enabled: boolean
    token_rotation_enabled: boolean
  }
  display_information: { name: string; description: string; long_description: string }
}
const manifest = parse(readFileSync(path.join(root, 'manifest.yml'), 'utf8')) as Manifest // checked below

const { slash_commands: commands, shortcuts } = manifest.features
const ofType = (type: string) => shortcuts.filter((each) => each.type === type).map((each) => each.callback_id)

test('the commands of the manifest are those the app hears', () => {
  expect(commands.map(({ command }) => command)).toEqual(Object.keys(listenerTable.commands))
})

test('the usage hint fits what Slack shows of it, and names verbs that there are', () => {
  const hint = commands[0]?.usage_hint ?? ''
  expect(hint.length).toBeLessThanOrEqual(40)
  const [link, ...named] = hint.slice(1, -1).split(' | ')
  expect(link).toBe('link')
  for (const each of named) expect(Object.keys(verbs)).toContain(each.split(' ')[0])
  expect(named.at(-1)).toBe('help')
})

test('there are fifteen verbs', () => {
  expect(Object.keys(verbs)).toHaveLength(15)
})

test('the shortcuts of the manifest are those the app hears', () => {
  expect(ofType('global')).toEqual([...listenerTable.globalShortcuts.keys()])
  expect(ofType('message')).toEqual([...listenerTable.messageShortcuts.keys()])
})

test('the events of the manifest are those the app hears', () => {
  const heard = [
    ...Object.keys(listenerTable.events),
    ...Object.keys(listenerTable.messages),
    ...Object.keys(listenerTable.removals),
    ...Object.keys(listenerTable.people),
  ]
  expect(manifest.settings.event_subscriptions.bot_events).toEqual(heard)
})

test('a select whose options the app gives needs their address', () => {
  expect(listenerTable.options.size).toBeGreaterThan(0)
  expect(manifest.settings.interactivity.message_menu_options_url).toBe(manifest.settings.interactivity.request_url)
})

/** The scope each method of the Web API asks for; null: none. */
const SCOPE_OF: Record<string, string | null> = {
  'apps.uninstall': null, // by the app's own id and secret
  'auth.test': null,
  'canvases.create': 'canvases:write',
  'chat.postEphemeral': 'chat:write',
  'chat.postMessage': 'chat:write',
  'chat.unfurl': 'links:write',
  'chat.update': 'chat:write',
  'entity.presentDetails': null,
  'files.delete': 'files:write',
  'files.info': 'files:read',
  filesUploadV2: 'files:write',
  'oauth.v2.access': null,
  'usergroups.list': 'usergroups:read',
  'usergroups.users.list': 'usergroups:read',
  'users.info': 'users:read',
  'views.open': null,
  'views.push': null,
  'views.update': null,
  'views.publish': null,
}

/** What Slack asks for before it tells of them. */
const SCOPE_OF_EVENT: Record<string, string> = {
  link_shared: 'links:read',
  'message.channels': 'channels:history',
  'message.groups': 'groups:history',
  'message.im': 'im:history',
}

test('the scopes of the manifest are those that the calls of the code need', () => {
  const folder = path.join(root, 'src/slack')
  const code = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('\n')
  const families = 'apps|auth|bots|canvases|chat|conversations|entity|files|oauth|reactions|team|usergroups|users|views'
  const called = [...code.matchAll(new RegExp(`\\.((?:${families})\\.[a-zA-Z0-9.]+|filesUploadV2)\\(`, 'g'))].map(
    (match) => match[1] ?? '',
  )
  const unknown = called.filter((method) => !(method in SCOPE_OF))
  expect(unknown).toEqual([])
  const needed = called.map((method) => SCOPE_OF[method]).filter((scope) => typeof scope === 'string')
  const ofEvents = Object.keys({ ...listenerTable.events, ...listenerTable.messages }).flatMap(
    (event) => SCOPE_OF_EVENT[event] ?? [],
  )
  expect([...new Set([...needed, ...ofEvents, 'commands'])].sort()).toEqual(manifest.oauth_config.scopes.bot)
})

test('what the app asks for when it is installed is what the manifest says', () => {
  expect(RIGHTS.map(({ scope }) => scope)).toEqual(manifest.oauth_config.scopes.bot)
  const optional = RIGHTS.filter((right) => !NEEDED.includes(right)).map(({ scope }) => scope)
  expect(optional).toEqual(manifest.oauth_config.scopes.bot_optional)
  expect(manifest.oauth_config.redirect_urls.map((url) => new URL(url).pathname)).toEqual([REDIRECT_PATH])
  expect(manifest.settings).toMatchObject({ org_deploy_enabled: true, token_rotation_enabled: true })
})

test('the documentation says what each right is for', () => {
  const words = readFileSync(path.join(root, 'docs/slack.md'), 'utf8')
  expect(RIGHTS.filter(({ scope }) => !words.includes(`| \`${scope}\` |`))).toEqual([])
})

test('the manifest keeps the limits of Slack', () => {
  const { name, description, long_description: long } = manifest.display_information
  expect(name.length).toBeLessThanOrEqual(35)
  expect(description.length).toBeLessThanOrEqual(140)
  expect(long.length).toBeGreaterThanOrEqual(174)
  expect(long.length).toBeLessThanOrEqual(4000)
  for (const each of shortcuts) expect([each.name.length <= 24, each.description.length <= 150]).toEqual([true, true])
})

test('the local workspace offers what the manifest announces', async () => {
  expect(appFeatures.commands.map(({ command }) => command)).toEqual(commands.map(({ command }) => command))
  expect(await readAnnouncedCommands()).toEqual(
    commands.map((each) => ({ command: each.command, description: each.description, usageHint: each.usage_hint })),
  )
  expect(appFeatures.shortcuts).toEqual(
    shortcuts.map((each) => ({ type: each.type, name: each.name, callbackId: each.callback_id })),
  )
})

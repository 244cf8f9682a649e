/** `slack manifest`: the one manifest.yml, right for Socket Mode or a public address, and a link that creates the app. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { root } from '../../src/root.js'
import { STEPS } from '../../src/slack/install/steps.js'
import { aDatabase } from '../support/database.js'
import { anOperator } from './operator.js'

const { db } = await aDatabase()
const operator = anOperator(db)
type Settings = Record<string, unknown>
type Manifest = { settings: Settings; features: { slash_commands: Settings[] }; oauth_config: Settings & { scopes: object } }
const manifestOf = (...options: string[]) => operator.json<{ manifest: Manifest; link: string }>('slack manifest', ...options)
const file = parse(readFileSync(path.join(root, 'manifest.yml'), 'utf8')) as Manifest // as the tests of the manifest read it

test('for Socket Mode it has no address at all, and tokens that do not end', async () => {
  const { manifest } = await manifestOf('--socket')
  expect(JSON.stringify(manifest)).not.toContain('https://')
  expect(manifest.settings).toMatchObject({ socket_mode_enabled: true, token_rotation_enabled: false })
  expect(manifest.settings['event_subscriptions']).toEqual({ bot_events: expect.any(Array) as unknown })
  expect(manifest.settings['interactivity']).toEqual({ is_enabled: true })
  expect(manifest.oauth_config).toEqual({ scopes: file.oauth_config.scopes })
})

test('a public address is put into each of the five, its host into the domain of links, and the rest is manifest.yml', async () => {
  const { manifest } = await manifestOf('--url', 'https://pins.studio.test/', '--rotation')
  const ours = JSON.parse(JSON.stringify(file).replaceAll('pinslot.example.com', 'pins.studio.test')) as Manifest
  expect(manifest).toEqual(ours)
  expect((await manifestOf('--url', 'https://pins.studio.test')).manifest.settings['token_rotation_enabled']).toBe(false)
})

test('with both it is Socket Mode, and workspaces can install the app at the address', async () => {
  const { manifest } = await manifestOf('--socket', '--url', 'https://pins.studio.test')
  expect(manifest.oauth_config['redirect_urls']).toEqual(['https://pins.studio.test/slack/oauth_redirect'])
  expect(manifest.features.slash_commands[0]).not.toHaveProperty('url')
})

test('with --workflows it has each step that the app runs, and the event that runs them; without, none', async () => {
  type WithSteps = Manifest & { functions?: Record<string, { input_parameters: Record<string, object> }> }
  const { manifest } = (await manifestOf('--url', 'https://pins.studio.test', '--workflows')) as { manifest: WithSteps }
  expect(Object.keys(manifest.functions ?? {})).toEqual(Object.keys(STEPS))
  for (const step of Object.values(manifest.functions ?? {}))
    expect(step.input_parameters['person']).toMatchObject({ type: 'slack#/types/user_id', name: 'person', is_required: true })
  const events = (manifest.settings['event_subscriptions'] as { bot_events: string[] }).bot_events
  expect([events.at(-1), manifest.settings['function_runtime'], manifest.settings['org_deploy_enabled']]).toEqual([
    'function_executed',
    'remote',
    true,
  ])
  expect((await operator.run('slack manifest', '--socket', '--workflows')).out.split('\n').at(-1)).toContain('Paste it at')
  const listed = (await manifestOf('--url', 'https://pins.studio.test')).manifest
  expect(JSON.stringify(listed)).not.toMatch(/"functions"|function_/)
})

test.each([[['--socket']], [['--url', 'https://pins.studio.test']]])(
  'the link of %j carries it whole, short enough for every server',
  async (options) => {
    const { manifest, link } = await manifestOf(...options)
    const { origin, pathname, searchParams } = new URL(link)
    expect([origin + pathname, searchParams.get('new_app')]).toEqual(['https://api.slack.com/apps', '1'])
    expect(JSON.parse(searchParams.get('manifest_json')!)).toEqual(manifest)
    expect(link.length).toBeLessThan(8_000)
    const { out } = await operator.run('slack manifest', ...options)
    expect(out.split('\n').at(-1)).toBe(link)
  },
)

test.each([
  [[], '--url is missing: give the https address of the service, or --socket if it has none.'],
  [['--url', 'pins.studio.test'], '--url must be an http or https address.'],
  [['--url', 'http://pins.studio.test'], '--url must be an https address that Slack reaches'],
  [['--url', 'https://localhost:3000'], '--url must be an https address that Slack reaches'],
  [['--url', 'https://pins.studio.test/app'], '--url must be an address alone, without a path'],
  [['--url', 'https://ada:secret@pins.studio.test'], '--url must not hold a name or a password'],
  [['--url', 'https://pinslot.example.com'], '--url is pinslot.example.com, which is only an example'],
])('%j is refused with the remedy', async (options, sentence) => {
  const { code, out, err } = await operator.run('slack manifest', ...options)
  expect([code, out]).toEqual([2, ''])
  expect(err.split('\n')[0]).toContain(sentence)
})

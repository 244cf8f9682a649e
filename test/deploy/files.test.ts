/** The other files of deploy/: each held by a linter that its users know, and its names by ours. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../src/config/config.js'
import { realSettings } from '../support/real-settings.js'
import { SECRETS } from './support/secrets.js'
import { root } from '../../src/root.js'
import { commandsOf } from './support/readme.js'

const folder = mkdtempSync(path.join(tmpdir(), 'pinslot-deploy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (...parts: string[]) => path.join(root, 'deploy', ...parts)
const variables = [...readFileSync(path.join(root, '.env.example'), 'utf8').matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(
  ([, name]) => name!,
)
const isKnown = (name: string) =>
  variables.includes(name) || (name.endsWith('_FILE') && (SECRETS as readonly string[]).includes(name.replace(/_FILE$/, '')))

const run = (program: string, args: string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, encoding: 'utf8' })
  return { status, said: `${stdout}${stderr}` }
}

test('the compose file passes its linter', () => {
  const linted = run(process.execPath, [path.join(root, 'node_modules', '.bin', 'dclint'), at('compose.yml')])
  expect(linted, linted.said).toMatchObject({ status: 0 })
})

type Service = {
  image?: string
  env_file?: unknown
  environment: Record<string, string>
  secrets?: string[]
  logging?: unknown
  stop_grace_period?: string
}
type Compose = {
  services: Record<string, Service>
  secrets: Record<string, { file: string }>
}

test('the compose file gives the service settings that it reads, and each secret by a file that is mounted', () => {
  const { services, secrets } = compose()
  const { environment, secrets: mounted = [] } = services['pinslot']!
  expect(Object.keys(environment).filter((name) => !isKnown(name))).toEqual([])
  const files = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'))
  expect(files.map(([, file]) => path.basename(file.replace('}', ''))).sort()).toEqual([...mounted].sort())
  expect(mounted.filter((name) => !(name in secrets))).toEqual([])
})

test('every setting of deploy/.env reaches the service, but for those that the compose file gives it by a file', () => {
  const { env_file: files, environment } = compose().services['pinslot']!
  expect(files).toEqual([{ path: '.env', required: false }])
  const both = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] // the store has them from there
  expect(both.map((name) => [environment[name], environment[`${name}_FILE`]?.startsWith('/run/secrets/')])).toEqual([
    ['', true],
    ['', true],
  ])
})

test('an app without a bot token leaves its file out by an empty setting, beside Compose and systemd', () => {
  const { environment } = compose().services['pinslot']!
  expect(environment['SLACK_BOT_TOKEN_FILE']).toBe('${SLACK_BOT_TOKEN_FILE-/run/secrets/slack_bot_token}')
  const env = { ...realSettings('postgres://one/pinslot', folder), SLACK_BOT_TOKEN: '', SLACK_BOT_TOKEN_FILE: '' }
  const oauth = { SLACK_CLIENT_ID: '1.2', SLACK_CLIENT_SECRET: 'shh', STAFF_TEAM_ID: 'T0STAFF' }
  expect(readConfig({ ...env, ...oauth }).slack).toMatchObject({ kind: 'real', botToken: null })
})

const compose = () => parse(readFileSync(at('compose.yml'), 'utf8')) as Compose

test('no log of the compose file fills the disk, and no image of others changes below its tag', () => {
  for (const [name, { image, logging }] of Object.entries(compose().services)) {
    expect(logging, name).toEqual({ driver: 'local', options: { 'max-size': '50m', 'max-file': '5' } })
    if (image !== undefined) expect(image, name).toMatch(/:[\w.-]+@sha256:[0-9a-f]{64}$/)
  }
})

test('a container by hand has as long to end as one by the compose file, a log that is bounded, and no address of the world', () => {
  const words = commandsOf('docker').find(([verb]) => verb === 'run')!
  const given = (option: string) => words[words.indexOf(option) + 1]
  expect(`${given('--stop-timeout')}s`).toBe(compose().services['pinslot']!.stop_grace_period)
  expect(given('--log-driver')).toBe('local')
  expect(given('--publish')).toMatch(/^127\.0\.0\.1:/)
})

test('the commands of Compose in the README name services of the file', () => {
  const { services } = compose()
  const commands = [...readFileSync(at('README.md'), 'utf8').matchAll(/docker compose (?:exec|run|stop|start)(?: -\S+)* (\S+)/g)]
  expect(commands.length).toBeGreaterThan(5)
  expect(commands.map(([, service]) => service!).filter((service) => !(service in services))).toEqual([])
})

test('the unit is one that systemd takes, and a service that can do little else', () => {
  const unit = path.join(folder, 'pinslot.service')
  writeFileSync(unit, readFileSync(at('systemd', 'pinslot.service'), 'utf8').replace('/usr/bin/node', process.execPath))
  expect(run('systemd-analyze', ['verify', unit])).toEqual({ status: 0, said: '' })
  // Its own measure of what a service could do, from 0 (nothing) to 100; a service without any limit has 96.
  const judged = run('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit])
  expect(judged, judged.said).toMatchObject({ status: 0 })
})

test('a Node that is too old does not start by the unit, and says which one it needs', () => {
  const old = path.join(folder, 'node18')
  const npm = run('npm', ['install', '--prefix', old, 'node@18', '--no-audit', '--no-fund', '--silent'])
  expect(npm, npm.said).toMatchObject({ status: 0 })
  const [, command = ''] = /^ExecStart=\/usr\/bin\/node (.*)$/m.exec(readFileSync(at('systemd', 'pinslot.service'), 'utf8')) ?? []
  const started = run(path.join(old, 'node_modules', 'node', 'bin', 'node'), command.split(' '))
  expect(started.status).toBe(1)
  expect(started.said).toMatch(/^Pinslot needs Node 20\.19, 22\.12 or newer; this is 18\.\d+\.\d+\.\n$/)
})

test('the unit names settings that the service reads', () => {
  const unit = readFileSync(at('systemd', 'pinslot.service'), 'utf8')
  const names = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line]) =>
    line!.split(' ').map((one) => one.split('=')[0]!),
  )
  const ofNode = ['NODE_ENV', 'MALLOC_ARENA_MAX'] // read by Node and the C library
  expect(names.filter((name) => !ofNode.includes(name) && !isKnown(name))).toEqual([])
  expect(names.length).toBeGreaterThan(5)
})

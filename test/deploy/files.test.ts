/** The other files of deploy/: each held by a linter that its users know, and its names by ours. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { SECRETS } from '../../src/config/secret-files.js'
import { root } from '../../src/root.js'

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

type Compose = {
  services: Record<string, { environment: Record<string, string>; secrets?: string[] }>
  secrets: Record<string, { file: string }>
}

test('the compose file gives the service settings that it reads, and each secret by a file that is mounted', () => {
  const { services, secrets } = parse(readFileSync(at('compose.yml'), 'utf8')) as Compose
  const { environment, secrets: mounted = [] } = services['pinslot']!
  expect(Object.keys(environment).filter((name) => !isKnown(name))).toEqual([])
  const files = Object.entries(environment).filter(([name]) => name.endsWith('_FILE'))
  expect(files.map(([, file]) => path.basename(file)).sort()).toEqual([...mounted].sort())
  expect(mounted.filter((name) => !(name in secrets))).toEqual([])
})

test('the unit is one that systemd takes, and a service that can do little else', () => {
  const unit = path.join(folder, 'pinslot.service')
  writeFileSync(unit, readFileSync(at('systemd', 'pinslot.service'), 'utf8').replace('/usr/bin/node', process.execPath))
  expect(run('systemd-analyze', ['verify', unit])).toEqual({ status: 0, said: '' })
  // Its own measure of what a service could do, from 0 (nothing) to 100; a service without any limit has 96.
  const judged = run('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit])
  expect(judged, judged.said).toMatchObject({ status: 0 })
})

test('the unit names settings that the service reads', () => {
  const unit = readFileSync(at('systemd', 'pinslot.service'), 'utf8')
  const names = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line]) =>
    line!.split(' ').map((one) => one.split('=')[0]!),
  )
  expect(names.filter((name) => name !== 'NODE_ENV' && !isKnown(name))).toEqual([])
  expect(names.length).toBeGreaterThan(5)
})

/** The compiled build beside packages as npm delivers them: `npm ci --ignore-scripts`, then `node dist/src/main.js`. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { root } from '../../src/root.js'

vi.setConfig({ hookTimeout: 300_000 }) // a build may come first
const PATCHED = ['postgres', 'undici']
const patchOf = (name: string) => readdirSync(path.join(root, 'patches')).find((file) => file.startsWith(`${name}+`)) ?? ''

const BUILD = "import('./scripts/ready.mjs').then(({ makeReady }) => makeReady())"
const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-unpatched-'))
beforeAll(() => {
  expect(spawnSync(process.execPath, ['-e', BUILD], { cwd: root }).status).toBe(0)
  for (const name of ['dist', 'patches', 'migrations', 'package.json'])
    cpSync(path.join(root, name), path.join(dir, name), { recursive: true })
  mkdirSync(path.join(dir, 'node_modules'))
  for (const name of readdirSync(path.join(root, 'node_modules'))) {
    const [from, to] = [path.join(root, 'node_modules', name), path.join(dir, 'node_modules', name)]
    if (PATCHED.includes(name)) cpSync(from, to, { recursive: true })
    else symlinkSync(from, to)
  }
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** Back to what npm delivers, and forth. */
function apply(name: string, ...options: string[]): void {
  const { status, stderr } = spawnSync('git', ['apply', ...options, path.join(root, 'patches', patchOf(name))], {
    cwd: dir,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
}

/** A port that is none: a process that gets as far as its settings says so. */
function start(file: string) {
  const { PATH = '' } = process.env
  const env = { PATH, PORT: 'none', PINSLOT_DATA_DIR: path.join(dir, 'data') }
  const { status, stderr } = spawnSync(process.execPath, [file, 'org', 'create', '--name', 'x'], {
    cwd: dir,
    env,
    encoding: 'utf8',
  })
  return { status, stderr }
}

test('patched by whatever means, it starts', () => {
  for (const name of PATCHED) rmSync(path.join(dir, 'node_modules', name, '.patched'), { force: true })
  expect(start('dist/src/main.js').stderr).toMatch(/^PORT must be/)
})

test.each([
  ['postgres', 'dist/src/main.js'],
  ['undici', 'dist/src/cli/admin.js'],
])('with an unpatched %s %s ends with a sentence', (name, file) => {
  apply(name, '--reverse')
  const { status, stderr } = start(file)
  apply(name)
  expect(status).toBe(1)
  expect(stderr).toMatch(
    new RegExp(`^The package ${name} is not patched .*: run npm install without --ignore-scripts, .*\\.\\n$`),
  )
})

test('a package that is patched half is not patched', () => {
  const file = path.join(dir, 'node_modules/postgres/src/connection.js')
  const whole = readFileSync(file, 'utf8')
  writeFileSync(file, whole.replace('rows = 0 // those of a statement', '// those of a statement'))
  expect(start('dist/src/main.js').stderr).toMatch(/^The package postgres is not patched/)
  writeFileSync(file, whole)
})

test('without the patches to check by it is refused', () => {
  rmSync(path.join(dir, 'patches'), { recursive: true })
  expect(start('dist/src/main.js').stderr).toMatch(/^The folder .*patches is missing/)
})

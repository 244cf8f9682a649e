/** The description of /v1, judged by two linters that we did not write. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildServer } from '../../src/http/server.js'
import { root } from '../../src/root.js'
import { aDatabase, closeBefore } from '../support/database.js'
import { aWorld } from '../support/world.js'

const run = promisify(execFile)
/** The first run of each downloads it. */
const DOWNLOAD_MS = 300_000
const REDOCLY = '@redocly/cli@2.77.0'
const SPECTRAL = '@stoplight/spectral-cli@6.16.3'
const QUIET = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

const { db } = await aDatabase()
const { deps } = await aWorld(db)
const app = await buildServer(deps)
closeBefore(db, () => app.close())
const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-document-'))
afterAll(() => rmSync(dir, { recursive: true }))
const file = path.join(dir, 'openapi.json')
const broken = path.join(dir, 'broken.json')
const rules = (name: string) => path.join(root, 'test/contract/linters', name)

beforeAll(async () => {
  const { payload } = await app.inject('/v1/openapi.json')
  writeFileSync(file, payload)
  writeFileSync(broken, payload.replace('"operationId":"createPost"', '"operationId":"getPost"')) // two of one name
})

/** What a linter says and whether it is content; both end with another code when they are not. */
async function lint(pinned: string, command: string, args: string[]): Promise<{ isContent: boolean; said: string }> {
  const answer = run('npx', ['-y', '-p', pinned, command, 'lint', ...args], { env: QUIET, maxBuffer: 64 * 1024 * 1024 })
  return answer.then(
    ({ stdout, stderr }) => ({ isContent: true, said: stdout + stderr }),
    (error: { stdout?: string; stderr?: string; message: string }) => ({
      isContent: false,
      said: `${error.stdout ?? ''}${error.stderr ?? ''}` || error.message,
    }),
  )
}
const redocly = (of: string) =>
  lint(REDOCLY, 'redocly', [of, '--config', rules('redocly.yaml'), '--format', 'checkstyle', '--max-problems', '1000'])
const spectral = (of: string) => lint(SPECTRAL, 'spectral', [of, '--ruleset', rules('spectral.yaml'), '--fail-severity', 'hint'])

test('Redocly has no error and no warning', { timeout: DOWNLOAD_MS }, async () => {
  const { isContent, said } = await redocly(file)
  expect([isContent, said.match(/<error .*/g) ?? []], said).toEqual([true, []])
})

test('Spectral has no error, no warning and no hint', { timeout: DOWNLOAD_MS }, async () => {
  const { isContent, said } = await spectral(file)
  expect(isContent, said).toBe(true)
})

test('both find a name that two operations have: so they can fail', { timeout: DOWNLOAD_MS }, async () => {
  expect((await redocly(broken)).isContent).toBe(false)
  expect((await spectral(broken)).isContent).toBe(false)
})

/** Settings from files: `NAME_FILE` beside every variable. */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ConfigError, readConfig } from '../../src/config/config.js'
import { SECRETS } from '../deploy/support/secrets.js'
import { root } from '../../src/root.js'
import { realSettings } from '../support/real-settings.js'

const folder = mkdtempSync(path.join(tmpdir(), 'pinslot-secrets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const real: Record<string, string> = {
  ...realSettings('postgres://app:secret@db.internal/pinslot', '/nowhere'),
  DATABASE_DIRECT_URL: 'postgres://app:secret@primary.internal/pinslot',
  SLACK_APP_TOKEN: 'xapp-1',
  SLACK_CLIENT_ID: '12.34',
  SLACK_CLIENT_SECRET: 'shh',
  METRICS_TOKEN: 'a token of the metrics'.replaceAll(' ', '-'),
  STORAGE_URL: 's3://pins?region=eu-central-1',
  S3_ACCESS_KEY_ID: 'AKID',
  S3_SECRET_ACCESS_KEY: 'shh',
  LLM_BASE_URL: 'https://llm.example.com/v1',
  LLM_API_KEY: 'sk-shh',
  LLM_MODEL: 'small-1',
  SMTP_URL: 'smtps://me:shh@mail.example.com',
  MAIL_FROM: 'pins@example.com',
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=shh',
  ENCRYPTION_KEY_PREVIOUS: Buffer.alloc(32, 9).toString('base64'),
}

const aFile = (name: string, text: string): string => {
  const file = path.join(folder, name)
  writeFileSync(file, text)
  return file
}

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n')
    throw error
  }
}

test('every secret may come from a file, and the configuration is the same', () => {
  const given = new Set<string>(SECRETS)
  const fromFiles = Object.fromEntries(
    Object.entries(real).map(([name, value]) => (given.has(name) ? [`${name}_FILE`, aFile(name, `${value}\n`)] : [name, value])),
  )
  expect(Object.keys(fromFiles).filter((name) => name.endsWith('_FILE'))).toHaveLength(SECRETS.length)
  expect(readConfig(fromFiles)).toEqual(readConfig(real))
})

test('the list of secrets has every variable that is named like one', () => {
  const names = [...readFileSync(path.join(root, '.env.example'), 'utf8').matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(
    ([, name]) => name,
  )
  const secret = names.filter((name) => /SECRET|TOKEN$|KEY|^DATABASE_.*URL$|^DATABASE_URL$|_HEADERS$|^SMTP_URL$/.test(name!))
  expect([...SECRETS].sort()).toEqual(secret.sort())
})

test('whatever is mounted beside the secrets may come from a file, too', () => {
  const fromFiles = Object.fromEntries(Object.entries(real).map(([name, value]) => [`${name}_FILE`, aFile(name, `${value}\n`)]))
  expect(readConfig(fromFiles)).toEqual(readConfig(real))
})

test('a file that is missing, empty, a folder or far too large is refused with a sentence that names it', () => {
  const { ENCRYPTION_KEY: _, ...rest } = real
  const wrong = (file: string) => problemsOf({ ...rest, ENCRYPTION_KEY_FILE: file })
  expect(wrong('/nowhere/key')).toEqual(["ENCRYPTION_KEY_FILE names /nowhere/key, which can't be read (ENOENT)."])
  expect(wrong(folder)).toEqual([`ENCRYPTION_KEY_FILE names ${folder}, which can't be read (EISDIR).`])
  const empty = aFile('empty', ' \n')
  expect(wrong(empty)).toEqual([`ENCRYPTION_KEY_FILE names ${empty}, which is empty.`])
  const large = aFile('large', 'x'.repeat(70_000))
  expect(wrong(large)).toEqual([`ENCRYPTION_KEY_FILE names ${large}, which is too large for a setting (70000 bytes).`])
})

test('what a file holds is judged like the variable, and never quoted', () => {
  const { ENCRYPTION_KEY: _, ...rest } = real
  const problems = problemsOf({ ...rest, ENCRYPTION_KEY_FILE: aFile('short', 'not a key of 32 bytes') })
  expect(problems).toEqual([expect.stringMatching(/^ENCRYPTION_KEY must be 32 random bytes/)])
  expect(problems.join()).not.toContain('not a key')
})

test('a variable beside its file is refused: nobody knows which of them counts', () => {
  const file = aFile('both', real['ENCRYPTION_KEY']!)
  expect(problemsOf({ ...real, ENCRYPTION_KEY_FILE: file })).toEqual([
    'ENCRYPTION_KEY_FILE and ENCRYPTION_KEY are both set: leave one of them out.',
  ])
  expect(readConfig({ ...real, ENCRYPTION_KEY: ' ', ENCRYPTION_KEY_FILE: file })).toEqual(readConfig(real))
})

test('a file that only its owner may read will do', () => {
  const { METRICS_TOKEN, ...rest } = real
  const file = aFile('token', METRICS_TOKEN!)
  chmodSync(file, 0o400)
  expect(readConfig({ ...rest, METRICS_TOKEN_FILE: file }).metricsToken).toBe(METRICS_TOKEN)
})

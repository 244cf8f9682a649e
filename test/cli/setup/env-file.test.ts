/** `.env` as the setup leaves it. */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepInEnvFile, readEnvFile } from '../../../src/cli/setup/env-file.js'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'pinslot-env-'))
  file = path.join(folder, '.env')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('lines of others stay as they are, a setting keeps its line, and one that stood twice stands once', () => {
  writeFileSync(file, '# mine\nexport PORT=1\n\nOTHER="a  b" # why\nPORT=2\nPORTS=9')
  keepInEnvFile(file, { PORT: '3', HOST: '127.0.0.1' })
  expect(readFileSync(file, 'utf8')).toBe('# mine\nPORT=3\n\nOTHER="a  b" # why\nPORTS=9\nHOST=127.0.0.1\n')
})

test('it is for its owner alone, also where it was open to all, and nothing lies beside it', () => {
  writeFileSync(file, '')
  chmodSync(file, 0o644)
  keepInEnvFile(file, { PORT: '3' })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['.env'])
})

test('a link stays a link', () => {
  symlinkSync(path.join(folder, 'settings'), file)
  writeFileSync(path.join(folder, 'settings'), 'PORT=1\n')
  keepInEnvFile(file, { PORT: '3' })
  expect(lstatSync(file).isSymbolicLink()).toBe(true)
  expect(readFileSync(path.join(folder, 'settings'), 'utf8')).toBe('PORT=3\n')
})

test.each([
  's3://pins?region=eu-central-1&endpoint=https://s3.test',
  'postgres://a:p%23w%2F@h/d?sslmode=verify-full',
  'a$HOME`id`"quoted" # no comment',
  `it's`,
  'back\\slash',
  '',
])('%s is the same to a shell and to Node', (value) => {
  keepInEnvFile(file, { VALUE: value })
  expect(readEnvFile(file)['VALUE']).toBe(value)
  const shell = execFileSync('sh', ['-c', `. '${file}'; printf %s "$VALUE"`], { encoding: 'utf8' })
  expect(shell).toBe(value)
})

test('what no line can hold is refused with another way, and the file stays', () => {
  writeFileSync(file, 'PORT=1\n')
  expect(() => keepInEnvFile(file, { VALUE: `it's $5` })).toThrow('put it into a file, and set VALUE_FILE to its path')
  expect(readFileSync(file, 'utf8')).toBe('PORT=1\n')
})

test('a file that cannot be read or written is named', () => {
  expect(() => readEnvFile(path.join(folder, 'none'))).toThrow(/none cannot be read \(ENOENT\)/)
  expect(() => keepInEnvFile(path.join(folder, 'none', '.env'), { PORT: '1' })).toThrow(/cannot be written \(ENOENT\)/)
})

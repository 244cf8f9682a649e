/** Tokens from the standard input, so that they stand in no list of processes and in no file. */
import { Readable } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { aDatabase } from '../support/database.js'
import { testDeps } from '../support/world.js'
import { anOperator, anOrganization } from './operator.js'

const { db } = await aDatabase()
const operator = anOperator(db)
const deps = testDeps(db, operator.clock)
const real = Object.getOwnPropertyDescriptor(process, 'stdin')!
afterEach(() => void Object.defineProperty(process, 'stdin', real))
const addFrom = (org: string, input: Readable) => {
  Object.defineProperty(process, 'stdin', { value: input, configurable: true })
  return operator.run('account add', '--org', org, '--tokens', '-')
}
const pieces = (text: string | Buffer, size = 7) => {
  const bytes = Buffer.from(text)
  return Readable.from(Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.subarray(n * size, (n + 1) * size)))
}

test('two lines are the tokens, in however many pieces they come', async () => {
  const org = await anOrganization(operator)
  expect(await addFrom(org, pieces(`pina_one\r\npinr_${org}-input==\n`))).toMatchObject({ code: 0 })
  const [tokens] = await db.sql`select access_token, refresh_token from connections where organization_id = ${org}`
  expect(tokens).toEqual({
    access_token: deps.sealer.seal('pina_one'),
    refresh_token: deps.sealer.seal(`pinr_${org}-input==`),
  })
})

test.each([
  { what: 'nothing', input: '', says: 'a file of two lines' },
  { what: 'one line', input: 'pina_one\n', says: 'a file of two lines' },
  { what: 'three lines', input: 'pina_one\npinr_secret\nmore\n', says: 'a file of two lines' },
  { what: 'JSON', input: '{"access_token":"pina_one",\n"refresh_token":"pinr_secret"}', says: 'the access token is none' },
  { what: 'a word before the token', input: 'pina_one\nRefresh: pinr_secret\n', says: 'the refresh token is none' },
  { what: 'bytes that are no text', input: Buffer.from('89504e470d0a1affd8', 'hex'), says: 'the access token is none' },
  { what: 'a line too long', input: `pina_one\npinr_${'x'.repeat(20_000)}\n`, says: 'at most 16 KiB' },
])('$what is refused, and nothing is stored or shown', async ({ input, says }) => {
  const org = await anOrganization(operator)
  const { code, out, err } = await addFrom(org, pieces(input))
  expect([code, out, err]).toEqual([2, '', expect.stringContaining(says) as string])
  expect(err).not.toMatch(/pin[ar]_/)
  expect(await db.sql`select 1 from accounts where organization_id = ${org}`).toHaveLength(0)
})

test('an input without an end is not read to it', async () => {
  let read = 0
  const endless = new Readable({
    read() {
      read += 1024
      this.push(Buffer.alloc(1024, 'x'))
    },
  })
  expect(await addFrom(await anOrganization(operator), endless)).toMatchObject({ code: 2 })
  expect(read).toBeLessThan(1_000_000)
})

/** The address of a database: what is taken, what is refused, and that no refusal repeats it. */
import { expect, test } from 'vitest'
import { readAddress } from '../../src/db/address.js'

const LIKE = /^must look like postgres:\/\/user:password@host:5432\/database, .* %2F for \/, .* and %25 for %$/

test.each([
  ['a slash', 'postgres://app:hun/ter2@db.internal/pinslot'],
  ['a number sign', 'postgres://app:hun#ter2@db.internal/pinslot'],
  ['a question mark', 'postgres://app:hun?ter2@db.internal/pinslot'],
  ['digits before a slash', 'postgres://app:12/hunter2@db.internal/pinslot'],
  ['digits before a question mark', 'postgres://app:12?hunter2@db.internal/pinslot'],
  ['digits before a number sign', 'postgres://app:12#hunter2@db.internal/pinslot'],
  ['a percent sign', 'postgres://app:hunter2%ss@db.internal/pinslot'],
  ['a percent sign in the user', 'postgres://ap%p:hunter2@db.internal/pinslot'],
  ['a percent sign in the name', 'postgres://app:hunter2@db.internal/pin%slot'],
  ['a port that is none', 'postgres://app:hunter2@db.internal:port/pinslot'],
  ['a port that is too high', 'postgres://app:hunter2@db.internal:70000/pinslot'],
  ['a port of 0', 'postgres://app:hunter2@db.internal:0/pinslot'],
  ['a host that is missing', 'postgres://app:hunter2@/pinslot'],
  ['a host that is missing in a list', 'postgres://app:hunter2@one,,two/pinslot'],
  ['half an IPv6 address', 'postgres://app:hunter2@[::1/pinslot'],
  ['a space in the host', 'postgres://app:hunter2@db internal/pinslot'],
])('with %s it is none: the refusal says how it is written, and repeats nothing of it', (_what, text) => {
  const read = () => readAddress(text)
  expect(read).toThrow(LIKE)
  expect(read).not.toThrow(/hunter2|app:|ter2/)
})

test('user, password and name may hold anything, as percent signs and two digits', () => {
  const { url, user, database } = readAddress('postgres://an%40app:hun%2Fter%23%3F%252@db.internal:6432/pin%20slot')
  expect([user, database]).toEqual(['an@app', 'pin slot'])
  expect(decodeURIComponent(new URL(url).password)).toBe('hun/ter#?%2')
  expect(readAddress('postgres://app:hun@ter@db.internal/pinslot').hosts).toEqual([{ name: 'db.internal', port: 5432 }])
})

test('several hosts each have their port, and an address by number may be IPv6', () => {
  expect(readAddress('postgresql://app@one:6000,two,[fd00::5]:5433/pinslot').hosts).toEqual([
    { name: 'one', port: 6000 },
    { name: 'two', port: 5432 },
    { name: 'fd00::5', port: 5433 },
  ])
})

const off = { kind: 'off' }
const checked = (rootFile: string | null, isNamed: boolean) => ({ kind: 'checked', rootFile, isNamed })
test.each([
  ['', off],
  ['sslmode=disable', off],
  ['ssl=false', off],
  ['sslmode=allow', { kind: 'unchecked', mayDoWithout: true }],
  ['sslmode=prefer', { kind: 'unchecked', mayDoWithout: true }],
  ['sslmode=require', { kind: 'unchecked', mayDoWithout: false }],
  ['sslmode=require&sslrootcert=/ca.pem', checked('/ca.pem', false)],
  ['sslmode=verify-ca&sslrootcert=/ca.pem', checked('/ca.pem', false)],
  ['sslmode=verify-ca', checked(null, true)],
  ['sslmode=verify-full', checked(null, true)],
  ['sslmode=verify-full&sslrootcert=system', checked(null, true)],
  ['sslmode=verify-full&sslrootcert=/ca.pem', checked('/ca.pem', true)],
  ['ssl=true', checked(null, true)],
])('"%s" means %j', (query, tls) => {
  const read = readAddress(`postgres://app@db.internal/pinslot?${query}&application_name=pins`)
  expect(read.tls).toEqual(tls)
  expect(read.url).toBe('postgres://app@db.internal/pinslot?application_name=pins')
})

test.each([
  ['sslmode=verify-foo', 'takes sslmode=disable, allow, prefer, require, verify-ca or verify-full alone'],
  ['ssl=yes', 'takes sslmode='],
  ['sslrootcert=/ca.pem', 'takes sslrootcert with sslmode=verify-full'],
  ['sslmode=prefer&sslrootcert=/ca.pem', 'takes sslrootcert with sslmode=verify-full'],
  ['sslmode=require&sslrootcert=system', 'takes sslrootcert=system with sslmode=verify-full alone'],
  ['sslmode=verify-full&sslcert=/me.pem', 'knows no sslcert'],
  ['target_session_attrs=standby', 'takes target_session_attrs=any, primary or read-write alone'],
])('"%s" is refused: it %s', (query, words) => {
  expect(() => readAddress(`postgres://app:hunter2@db.internal/pinslot?${query}`)).toThrow(words)
})

import { expect, test } from 'vitest'
import { makeSealer } from '../../src/core/care/seal.js'

const key = Buffer.alloc(32, 1)
const newKey = Buffer.alloc(32, 2)

test('what was sealed opens again, and looks different each time', () => {
  const sealer = makeSealer(key)
  expect(sealer.open(sealer.seal('pina_töken'))).toBe('pina_töken')
  expect(sealer.seal('x').equals(sealer.seal('x'))).toBe(false)
  expect(sealer.seal('pina_secret').toString('latin1')).not.toContain('pina_secret')
})

test('after a change of keys old secrets open, new ones are sealed with the new key', () => {
  const old = makeSealer(key).seal('old')
  const rotated = makeSealer(newKey, [key])
  expect(rotated.open(old)).toBe('old')
  expect(makeSealer(newKey).open(rotated.seal('new'))).toBe('new')
})

test('without its key a secret stays shut, and says why', () => {
  expect(() => makeSealer(newKey).open(makeSealer(key).seal('old'))).toThrow('another ENCRYPTION_KEY')
  expect(() => makeSealer(key).open(Buffer.from('plain text that was never sealed by anybody'))).toThrow('not sealed')
})

test('a changed byte is noticed wherever it is', () => {
  const sealer = makeSealer(key)
  const sealed = sealer.seal('token')
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at]! ^= 1
    expect(() => sealer.open(changed)).toThrow()
  }
})

test('whether the current key sealed something is told without opening it', () => {
  const rotated = makeSealer(newKey, [key])
  expect(rotated.isCurrent(rotated.seal('new'))).toBe(true)
  expect(rotated.isCurrent(makeSealer(key).seal('old'))).toBe(false)
  expect(rotated.isCurrent(Buffer.from('x'))).toBe(false)
})

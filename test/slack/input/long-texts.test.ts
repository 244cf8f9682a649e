/** What people write is read in time that grows with its length: of its square these would take minutes. */
import { expect, test } from 'vitest'
import { asTyped } from '../../../blocks/kit/as-typed.js'
import { linkIn } from '../../../src/slack/input/links.js'
import { linksIn } from '../../../src/slack/features/review/content.js'

const OPEN = '<http://a'

test('links that are opened and never closed', () => {
  const text = OPEN.repeat(100_000)
  expect(linkIn(text)).toBe('http://a')
  expect(linksIn(text)).toEqual([{ url: 'http://a', shows: 'page' }])
})

test('empty lines, and what may be an emoji and is none', () => {
  expect(asTyped('\n'.repeat(300_000), 300_000)).toBe('\n'.repeat(300_000))
  expect(asTyped(`:${'a'.repeat(300_000)}`, 300_001)).toBe(`:${'a'.repeat(300_000)}`)
})

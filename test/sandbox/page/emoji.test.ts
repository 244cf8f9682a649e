/** The emoji that the app writes by their names are pictures on the page, as in Slack. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../../src/root.js'
import { withEmoji } from '../../../src/sandbox/page/emoji.js'

/** Of what the views say; a name stands before a word. */
const NAME = /(?<![\w:]):[a-z][a-z0-9_]+:(?= )/g

test('every emoji that a view names is known to the page', () => {
  const folder = path.join(root, 'blocks')
  const named = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => readFileSync(path.join(folder, file), 'utf8').match(NAME) ?? [])
  expect(named).toContain(':warning:')
  expect([...new Set(named)].filter((name) => withEmoji(name) === name)).toEqual([])
})

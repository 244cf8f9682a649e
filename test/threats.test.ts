/** docs/threats.md: the tests that it names are there. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../src/root.js'

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const rows = [...read('docs/threats.md').matchAll(/^\| (?!Threat|---)([^|]+) \| [^|]+ \| ([^|]+) \|$/gm)].map(
  ([, threat, tests]) => ({
    threat: threat!,
    tests: tests!,
  }),
)

test.each(rows)('$threat: by tests that are there', ({ tests }) => {
  let file = ''
  let named = 0
  for (const [, path_, title] of tests.matchAll(/`([^`]+)`|“([^”]+)”/g)) {
    if (path_ !== undefined) {
      file = path_
      expect(existsSync(path.join(root, file)), file).toBe(true)
    } else {
      expect(read(file).replaceAll("\\'", "'"), file).toContain(title!)
      named++
    }
  }
  expect(named).toBeGreaterThan(0)
})

test('every threat has its row', () => {
  expect(rows.length).toBeGreaterThan(15)
})

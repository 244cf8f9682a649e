/** Every change to an installed package is explained in patches/README.md, with its upstream issue and its tests. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../src/root.js'

const folder = path.join(root, 'patches')
const read = (file: string) => readFileSync(file, 'utf8')

/** `connection.js 75`: a file, and the first line of the original that a hunk shows. */
function hunksOf(patch: string): string[] {
  let file = ''
  return patch.split('\n').flatMap((line) => {
    if (line.startsWith('+++ ')) file = path.posix.basename(line)
    const [, at] = /^@@ -(\d+)/.exec(line) ?? []
    return at === undefined ? [] : [`${file} ${at}`]
  })
}

/** The rows of a package's table: hunks, upstream, tests. */
function rowsOf(name: string): { hunks: string[]; upstream: string; tests: string }[] {
  const section =
    read(path.join(folder, 'README.md'))
      .split(/^## /m)
      .find((part) => part.startsWith(`${name} `)) ?? ''
  const rows = section.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| Change'))
  return rows.map((row) => {
    const [, hunks = '', upstream = '', tests = ''] = row.split(' | ')
    const named = hunks.split('; ').flatMap((part) => {
      const [file = '', ...lines] = part.split(/,? /)
      return lines.map((line) => `${file} ${line}`)
    })
    return { hunks: named, upstream, tests }
  })
}

const patches = readdirSync(folder).filter((file) => file.endsWith('.patch'))

test.each(patches)('%s: each hunk is in the table of its package, with its issue and a test that is there', (file) => {
  const rows = rowsOf(file.split('+')[0]!)
  expect([...new Set(rows.flatMap(({ hunks }) => hunks))].sort()).toEqual(hunksOf(read(path.join(folder, file))).sort())
  for (const { upstream, tests } of rows) {
    expect(upstream).toMatch(/https:\/\/github\.com\/[\w-]+\/[\w-]+\/(?:issues|pull)\/\d+|not reported/)
    const named = [...tests.matchAll(/`([^`]+)`|"([^"]+)"/g)].map(([, where, title]) => ({ where, title }))
    expect(named.some(({ title }) => title !== undefined)).toBe(true)
    let text = ''
    for (const { where, title } of named) {
      if (where !== undefined) text = existsSync(path.join(root, where)) ? read(path.join(root, where)) : ''
      else expect(text).toContain(`'${title}'`)
    }
  }
})

test('only modules that Node loads are patched', () => {
  for (const file of patches) expect(read(path.join(folder, file))).not.toMatch(/^\+\+\+ .*\/cjs\//m)
})

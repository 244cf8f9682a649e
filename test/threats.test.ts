/** docs/threats.md: the tests that it names are there. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { root } from '../src/root.js'

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const rows = [...read('docs/threats.md').matchAll(/^\| (?!Threat|---)([^|]+) \| [^|]+ \| ([^|]+) \|$/gm)].map(
  ([, threat, tests]) => ({
    threat: threat!,
    tests: tests!,
  }),
)

/** What the tests and groups of a file are called, and the cases of a test: a word of a comment or of a check is no test. */
function titlesOf(file: string): string[] {
  const titles: string[] = []
  const look = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /^(?:test|describe)\b/.test(node.expression.getText())) {
      const [first] = node.arguments
      if (first && ts.isTemplateExpression(first)) titles.push(first.templateSpans.map(({ literal }) => literal.text).join('…'))
      for (const one of first && ts.isArrayLiteralExpression(first) ? first.elements : first ? [first] : []) {
        const title = ts.isArrayLiteralExpression(one) ? one.elements[0] : one
        if (title && ts.isStringLiteralLike(title)) titles.push(title.text)
      }
    }
    ts.forEachChild(node, look)
  }
  look(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true))
  return titles
}

test.each(rows)('$threat: by tests that are there', ({ tests }) => {
  let file = ''
  let named = 0
  for (const [, path_, title] of tests.matchAll(/`([^`]+)`|“([^”]+)”/g)) {
    if (path_ !== undefined) {
      file = path_
      expect(existsSync(path.join(root, file)), file).toBe(true)
    } else {
      expect(
        titlesOf(file).filter((one) => one.includes(title!)),
        `“${title}” in ${file}`,
      ).not.toEqual([])
      named++
    }
  }
  expect(named).toBeGreaterThan(0)
})

test('every threat has its row', () => {
  expect(rows.length).toBeGreaterThan(15)
})

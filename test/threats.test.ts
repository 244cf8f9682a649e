/** docs/threats.md: the tests that it names are there. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { root } from '../src/root.js'

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const [, ...sections] = read('docs/threats.md').split(/^## /m)
const threats = sections.map((text) => ({
  threat: text.slice(0, text.indexOf('\n')),
  claims: [...text.matchAll(/^\| (?!What stands|---)([^|]+) \| ([^|]+) \|$/gm)].map(([, claim = '', tests = '']) => ({
    claim,
    tests,
  })),
}))
const rows = threats.flatMap(({ threat, claims }) => claims.map(({ claim, tests }) => ({ threat, claim, tests })))

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

test.each(rows)('$threat: $claim, by tests that are there', ({ tests }) => {
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

test('every threat has its claims', () => {
  const without = threats.filter(({ claims }) => claims.length === 0).map(({ threat }) => threat)
  expect(without).toEqual(['What is not covered'])
  expect(threats.length).toBeGreaterThan(25)
})

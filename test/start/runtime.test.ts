/** What is set before the service is loaded. */
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'
import { makeReady } from '../../scripts/ready.mjs'
import { root } from '../../src/root.js'

const run = (code: string) =>
  execFileSync(process.execPath, ['--import', './scripts/runtime.mjs', '--input-type=module', '-e', code], {
    cwd: root,
    encoding: 'utf8',
  })

test('a stack names the line of our source, of a package as it is, and of a caller', () => {
  makeReady()
  const [head, own] = run(`
    const { badRequest } = await import(${JSON.stringify(path.join(root, 'dist/src/core/lib/errors.js'))})
    console.log(badRequest('field', 'A sentence.').stack)`).split('\n')
  expect(head).toBe('DomainError: A sentence.')
  expect(own).toMatch(/^ {4}at badRequest \(file:.*\/src\/core\/lib\/errors\.ts:\d+:\d+\)$/)
  const stack = run(`
    const { DateTime } = await import('luxon')
    try { DateTime.fromISO(Symbol()) } catch (error) { error.cause = new RangeError('inner'); console.log(error.stack); console.log(error.cause.stack) }`)
  expect(stack).toMatch(/^TypeError: .+\n(?: {4}at .+\n)*? {4}at .*node_modules\/luxon\//)
  expect(stack).toMatch(/\nRangeError: inner\n {4}at /)
})

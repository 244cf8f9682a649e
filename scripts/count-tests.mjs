// For CI: the count of all tests, and each test that this machine could not run, so that none of them is missing unseen.
//   node scripts/count-tests.mjs REPORT.json …
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))

/** @typedef {{ title: string, status: string, meta: { notRun?: string } }} Test */
/** @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: { name: string, assertionResults: Test[] }[] }} Report */

const sum = { passed: 0, failed: 0, skipped: 0 }
/** @type {string[]} */
const notRun = []
/** Of tests that do not fit what they are given, by file. @type {Map<string, number>} */
const unfit = new Map()
for (const file of process.argv.slice(2)) {
  /** @type {Report} */
  const report = JSON.parse(readFileSync(file, 'utf8'))
  sum.passed += report.numPassedTests
  sum.failed += report.numFailedTests
  sum.skipped += report.numPendingTests + report.numTodoTests
  for (const { name, assertionResults } of report.testResults)
    for (const { title, status, meta } of assertionResults) {
      if (status === 'passed' || status === 'failed') continue
      const at = path.relative(root, name)
      if (meta.notRun === undefined) unfit.set(at, (unfit.get(at) ?? 0) + 1)
      else notRun.push(`  ${at}: ${title}\n    ${meta.notRun}`)
    }
}
console.log(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`)
if (unfit.size > 0) console.log(['Skipped, by file:', ...[...unfit].map(([at, count]) => `  ${at}: ${count}`)].join('\n'))
if (notRun.length > 0) console.log([`NOT RUN, as this machine cannot (${notRun.length}):`, ...notRun].join('\n'))

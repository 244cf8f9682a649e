import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../src/root.js'

const SUITE = `
import { expect, test } from 'vitest'
import { notRun } from '${path.join(root, 'test', 'deploy', 'support', 'not-run.js')}'
test('one that passes', () => expect(1).toBe(1))
test.skip('one that does not fit', () => {})
test('a boot', (context) => notRun(context, 'needs root: run it as root'))
`

test('CI ends with the count of tests, and names each that its machine could not run, and why', () => {
  const cache = path.join(root, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(path.join(cache, 'count-tests-'))
  try {
    const node = (...args: string[]) => spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
    const [suite, config, report] = ['a.test.ts', 'vitest.config.mjs', 'report.json'].map((name) => path.join(folder, name))
    writeFileSync(suite!, SUITE)
    writeFileSync(config!, `export default { test: { root: ${JSON.stringify(folder)}, include: ['a.test.ts'], exclude: [] } }`)
    const vitest = path.join('node_modules', 'vitest', 'vitest.mjs')
    const ran = node(vitest, 'run', '--config', config!, '--reporter=json', `--outputFile.json=${report}`)
    expect(ran, ran.stderr).toMatchObject({ status: 0 })
    const at = path.relative(root, suite!)
    expect(node('scripts/count-tests.mjs', report!).stdout).toBe(
      [
        ...['', '1 passed, 0 failed, 2 skipped', 'Skipped, by file:', `  ${at}: 1`],
        ...['NOT RUN, as this machine cannot (1):', `  ${at}: a boot`, '    needs root: run it as root', ''],
      ].join('\n'),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('CI counts each report that it writes', () => {
  const run = readFileSync(path.join(root, '.ci', 'run'), 'utf8')
  const written = [...run.matchAll(/--outputFile\.json="\$results\/([\w-]+\.json)"/g)].map(([, name]) => name)
  const [, counted = ''] = /node scripts\/count-tests\.mjs ([^]*)$/.exec(run) ?? []
  expect([...counted.matchAll(/([\w-]+\.json)/g)].map(([, name]) => name).sort()).toEqual(written.sort())
  expect(written.length).toBeGreaterThan(5)
})

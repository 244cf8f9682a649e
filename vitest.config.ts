import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { defineConfig, type Plugin } from 'vitest/config'
import { transpileOnce } from './scripts/transpile.mjs'

/** What starts, kills and restarts real processes, or draws many random plans: `npm run test:promises`. */
export const PROMISES = [
  'test/cli/backup-pipes.test.ts',
  'test/cli/process.test.ts',
  'test/db/pools.test.ts',
  'test/cli/setup/terminal.test.ts',
  'test/e2e/database-kind.test.ts',
  'test/e2e/lifecycle.test.ts',
  'test/e2e/stopping.test.ts',
  'test/e2e/unpatched.test.ts',
  'test/e2e/unusable.test.ts',
  'test/publish/crash/**/*.test.ts',
  'test/publish/random/**/*.test.ts',
  'test/publish/acts-beside.test.ts',
  'test/publish/deleted-beside.test.ts',
  'test/slack/principals/**/*.test.ts',
]
/** Have a process each: they look at the processes below their own, use up what a process has, or end servers. All others share some, whose modules are read once. */
const APART = ['test/charts/charts.test.ts', 'test/db/embedded.test.ts', 'test/db/pool.test.ts', 'test/media/convert.test.ts']
export const ELSEWHERE = [
  ...PROMISES,
  'test/browser/**',
  'test/contract/**',
  'test/deploy/**',
  'test/fuzz/**',
  'test/pooler/**',
  'test/statements/every-statement.test.ts',
]

/** Begin with a database that is not spread yet. */
const BEFORE_SPREADING = process.env['CITUS_URL'] ? ['test/core/distribution/**'] : []

/** `WATCH_LOGS=1 npm test`: each line of the log is read for secrets. */
const WATCHED = process.env['WATCH_LOGS'] ? ['test/log/support/setup.ts'] : []

/** A busy machine may take many times as long as usual: none of them is what a test holds anything to. */
export const PATIENT = { testTimeout: 90_000, hookTimeout: 120_000, expect: { poll: { timeout: 10_000 } } }

/** What a module of ours starts as a process of its own, it names as the build has it; plain Node runs it transpiled. */
const CHILD = /new URL\('(\.\/[^']+)\.js', import\.meta\.url\)/g
const childProcesses: Plugin = {
  name: 'child-processes',
  enforce: 'pre',
  transform(code, id) {
    const folder = path.relative(import.meta.dirname, path.dirname(id))
    if (!folder.startsWith('src')) return undefined
    return code.replace(CHILD, (url, name: string) => {
      const entry = path.join(folder, name)
      if (!existsSync(path.join(import.meta.dirname, `${entry}.ts`))) return url
      const file = path.join(transpileOnce([`${entry}.ts`]), `${entry}.js`)
      return `new URL(${JSON.stringify(pathToFileURL(file).href)})`
    })
  },
}
export const PLUGINS = [childProcesses]

/** The rest, in groups one after another: the processes of a group end with it, and what its files left behind goes with them. */
const ROOMS = ['core', 'http', 'publish', 'slack']
const filesOf = (room: string) => `test/${room}/**/*.test.ts`

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    maxWorkers: 3,
    projects: [
      ...[...ROOMS, 'others'].map((room, groupOrder) => ({
        plugins: PLUGINS,
        test: {
          ...PATIENT,
          setupFiles: WATCHED,
          name: room,
          isolate: false,
          sequence: { groupOrder },
          include: room === 'others' ? ['test/**/*.test.ts'] : [filesOf(room)],
          exclude: [...APART, ...ELSEWHERE, ...BEFORE_SPREADING, ...(room === 'others' ? ROOMS.map(filesOf) : [])],
        },
      })),
      {
        plugins: PLUGINS,
        test: {
          ...PATIENT,
          setupFiles: WATCHED,
          name: 'apart',
          sequence: { groupOrder: ROOMS.length },
          include: APART,
        },
      },
    ],
  },
})

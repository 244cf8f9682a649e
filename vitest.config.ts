/**
 * The stages of the suite: `vitest run` is what a change of the product can break; `--mode NAME` takes another one, for what needs more than Node or
 * minutes. Each has a line in CONTRIBUTING.md and runs in .ci/run.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { defineConfig, type Plugin, type TestUserConfig, type UserWorkspaceConfig } from 'vitest/config'
import { transpileOnce } from './scripts/transpile.mjs'

/** What starts, kills and restarts real processes, or draws many random plans. */
const PROMISES = [
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
/** What the product stands on and changes seldom: the driver, the embedded server, stand-ins, backups, processes that read and draw. */
const GROUND = [
  'test/{charts,db,e2e,sandbox,service,storage,tracing}/**/*.test.ts',
  'test/core/lib/time-zones.test.ts',
  'test/media/{convert,undici-end}.test.ts',
  'test/web/{hostile,readers}.test.ts',
  'test/{count-tests,licences,patches}.test.ts',
]
const JUDGED = 'test/statements/every-statement.test.ts'
export const ELSEWHERE = [
  ...PROMISES,
  ...GROUND,
  'test/browser/**',
  'test/contract/**',
  'test/deploy/**',
  'test/fuzz/**',
  'test/pooler/**',
  JUDGED,
]

/** Begin with a database that is not spread yet. */
const BEFORE_SPREADING = process.env['CITUS_URL'] ? ['test/core/distribution/**'] : []

/** `WATCH_LOGS=1 npm test`: each line of the log is read for secrets. */
const WATCHED = process.env['WATCH_LOGS'] ? ['test/log/support/setup.ts'] : []

/** A busy machine may take many times as long as usual: none of them is what a test holds anything to. */
const PATIENT = { testTimeout: 240_000, hookTimeout: 240_000, expect: { poll: { timeout: 60_000 } } }

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
const PLUGINS = [childProcesses]

type Test = NonNullable<UserWorkspaceConfig['test']>

/** Files whose workers run before those of a later order, and end with them. */
const project = (name: string, groupOrder: number, test: Test): UserWorkspaceConfig => ({
  plugins: PLUGINS,
  test: { ...PATIENT, name, sequence: { groupOrder }, ...test },
})

/**
 * What a change of the product can break: `npm test`. Its files share processes.
 * @param judges every statement that they ask of the database stays inside one organization: what the server logged is read at the end
 */
const suite = (judges: boolean): TestUserConfig => ({
  ...(judges && { globalSetup: ['test/statements/support/global-setup.ts'] }),
  projects: [
    project('suite', 0, {
      setupFiles: WATCHED,
      isolate: false,
      include: ['test/**/*.test.ts'],
      exclude: [...ELSEWHERE, ...BEFORE_SPREADING],
    }),
    ...(judges ? [project('judged', 1, { include: [JUDGED] })] : []),
  ],
})

/** Files that go by a pooler, as everything else does to the server itself: what places, claims, locks, listens, sends and settles. */
const POOLED = [
  'test/http/{posts,slots}/**/*.test.ts',
  'test/http/wire/request-limit.test.ts',
  'test/publish/{loop,outbox,settle}/**/*.test.ts',
  'test/publish/{carousel,disconnect,evergreen,happy,pause,shared-account}.test.ts',
]
/** They take long, and ask of the database what others ask. */
const NOT_POOLED = [
  'test/http/posts/{billing-denials,create-rules}.test.ts',
  'test/http/slots/{calendar,pictures,schedule-window,stats-pictures,timeslots-refused}.test.ts',
  'test/publish/loop/{close,fair,long,long-queues,slow}.test.ts',
  'test/publish/outbox/many.test.ts',
  'test/publish/settle/{faults,promise-edit,promise-platform,requested-again,say-outcome,say-outcome-race}.test.ts',
]

/** `FUZZ=100000 npm run test:fuzz` is a soak, `SEED=7` gives those of seed 7 again. */
const requests = Number(process.env['FUZZ'] ?? 5_000)
/** `POOLED='test/http test/publish'` takes the whole of these folders. */
const { POOLED: pooled } = process.env
const wholeOf = (folders: string) => folders.split(' ').map((folder) => `${folder}/**/*.test.ts`)

/** By the name that `--mode` gives. */
const STAGES: Record<string, TestUserConfig> = {
  test: suite(process.env['JUDGE_STATEMENTS'] !== undefined),
  statements: suite(true),
  ground: {
    projects: [
      project('shared', 0, { isolate: false, include: GROUND, exclude: [...APART, ...PROMISES] }),
      project('apart', 1, { include: APART }),
    ],
  },
  /** Real kills and restarts, and many random plans. */
  promises: { projects: [project('promises', 0, { include: PROMISES })] },
  /** Drives a real chromium, one a process. Each file has an app of its own, and waits for it to start. */
  browser: { maxWorkers: 2, projects: [project('browser', 0, { isolate: false, include: ['test/browser/**/*.test.ts'] })] },
  /** The simulated platform and our client against the platform's own description. Needs npx, and that description. */
  contract: {
    maxWorkers: 1,
    projects: [project('contract', 0, { include: ['test/contract/**/*.test.ts'] })],
  },
  /** Whatever may come by any entry point. */
  fuzz: {
    maxWorkers: 2,
    provide: { requests },
    projects: [project('fuzz', 0, { include: ['test/fuzz/**/*.test.ts'], testTimeout: Math.max(600_000, requests * 500) })],
  },
  /** Behind a real PgBouncer (Debian's `pgbouncer`). Those behind it have poolers of their own, and are measured. */
  pooler: {
    globalSetup: ['test/pooler/support/global-setup.ts'],
    projects: [
      project('through', 0, {
        isolate: false,
        include: pooled ? wholeOf(pooled) : POOLED,
        // these start and stop servers of their own, which no pooler leads to
        exclude: pooled ? ['test/publish/crash/postgres-{forgotten,restarted}.test.ts'] : NOT_POOLED,
      }),
      project('behind', 1, { maxWorkers: 1, include: ['test/pooler/**/*.test.ts'] }),
    ],
  },
  /**
   * The files of deploy/: linted, rendered, and their instructions followed on this machine. Needs Debian's `postgresql`, `prometheus`, `golang-go` with what
   * .ci/run installs beside it, systemd with `systemd-container`, and the npm registry.
   */
  deploy: {
    globalSetup: [],
    maxWorkers: 1,
    projects: [project('deploy', 0, { include: ['test/deploy/**/*.test.ts'], hookTimeout: 300_000 })],
  },
}

export default defineConfig(({ mode }) => {
  const stage = STAGES[mode]
  if (!stage) throw new Error(`No stage of the tests is called ${mode}. There are ${Object.keys(STAGES).join(', ')}.`)
  return { test: { globalSetup: ['test/support/global-setup.ts'], maxWorkers: 5, ...stage } }
})

import { defineConfig } from 'vitest/config'

/** What starts, kills and restarts real processes, or draws many random plans: `npm run test:promises`. */
export const PROMISES = [
  'test/cli/process.test.ts',
  'test/e2e/database-kind.test.ts',
  'test/e2e/lifecycle.test.ts',
  'test/e2e/unpatched.test.ts',
  'test/e2e/unusable.test.ts',
  'test/publish/crash/**/*.test.ts',
  'test/publish/random/**/*.test.ts',
  'test/publish/acts-beside.test.ts',
  'test/publish/deleted-beside.test.ts',
]
/** Files of a folder share a process, whose modules are read once; those that start or end processes have one each. */
const TOGETHER = ['blocks', 'core', 'http', 'media', 'platform', 'publish', 'sandbox', 'slack', 'storage'].map(
  (room) => `test/${room}/**/*.test.ts`,
)

/** A busy machine may take longer than usual. */
export const PATIENT = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 10_000 } } }

export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    maxWorkers: 3,
    projects: [
      { test: { ...PATIENT, name: 'together', isolate: false, include: TOGETHER, exclude: PROMISES } },
      {
        test: {
          ...PATIENT,
          name: 'apart',
          include: ['test/**/*.test.ts'],
          exclude: [...TOGETHER, ...PROMISES, 'test/browser/**', 'test/contract/**', 'test/pooler/**'],
        },
      },
    ],
  },
})

import { defineConfig } from 'vitest/config'

/** Runs the service behind a real PgBouncer (Debian's `pgbouncer`): not part of `npm test`, which needs Node alone. */
export default defineConfig({
  test: {
    include: ['test/pooler/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } }, // a busy machine may take longer than the usual second
    maxWorkers: 1,
  },
})

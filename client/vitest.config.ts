import { defineConfig } from 'vitest/config'

/** Against the real service, which the first start builds: a busy machine may take longer than usual. */
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    maxWorkers: 1,
  },
})

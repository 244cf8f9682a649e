import { defineConfig } from 'vitest/config'

/** Drives a real chromium: not part of `npm test`, which needs Node alone. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 90_000,
    hookTimeout: 60_000,
    maxWorkers: 1,
  },
})

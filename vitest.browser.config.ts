import { defineConfig } from 'vitest/config'
import { PLUGINS } from './vitest.config.js'

/** Drives a real chromium: not part of `npm test`, which needs Node alone. */
export default defineConfig({
  plugins: PLUGINS,
  test: {
    include: ['test/browser/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 90_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } }, // a busy machine may take longer than the usual second
    maxWorkers: 2, // each file has an app and a browser of its own, and waits for both to start
  },
})

import { defineConfig } from 'vitest/config'
import { PLUGINS } from './vitest.config.js'

/** The simulated platform and our client against the platform's own description. Needs npx, and that description; not part of `npm test`. */
export default defineConfig({
  plugins: PLUGINS,
  test: {
    include: ['test/contract/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 150_000,
    maxWorkers: 1,
  },
})

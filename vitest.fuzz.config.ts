import { defineConfig } from 'vitest/config'
import { PATIENT, PLUGINS } from './vitest.config.js'

/**
 * Whatever comes by any door, 5,000 requests of it; `FUZZ=100000 npm run test:fuzz` is a soak, `SEED=7` gives those of seed 7 again.
 */
const requests = Number(process.env['FUZZ'] ?? 5_000)

export default defineConfig({
  plugins: PLUGINS,
  test: {
    ...PATIENT,
    testTimeout: Math.max(600_000, requests * 500),
    include: ['test/fuzz/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    provide: { requests },
    maxWorkers: 2,
  },
})

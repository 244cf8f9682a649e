import { defineConfig } from 'vitest/config'
import { PATIENT, PLUGINS, PROMISES } from './vitest.config.js'

/** The promises of publishing under real kills, restarts and many random plans: minutes of work, so not part of `npm test`. */
export default defineConfig({
  plugins: PLUGINS,
  test: { ...PATIENT, include: PROMISES, globalSetup: ['test/support/global-setup.ts'], maxWorkers: 3 },
})

import { defineConfig } from 'vitest/config'

/**
 * The files of deploy/: linted, rendered, and their instructions followed on this machine. Needs more than Node (Debian's `postgresql`, `prometheus`,
 * `golang-go` with what .ci/run installs beside it, systemd with `systemd-container`, the npm registry), so it is not part of `npm test`.
 */
export default defineConfig({
  test: {
    include: ['test/deploy/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 300_000,
    maxWorkers: 1,
  },
})

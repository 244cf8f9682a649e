import { defineConfig } from 'vitest/config'
import { PATIENT, PLUGINS } from './vitest.config.js'

/** Files by whose statements the service is judged: what writes, sweeps and claims, in minutes. `STATEMENTS_OF=test/slack` takes others. */
const PART = [
  'test/core/{accounts,analytics,audit,billing,boards,deletion,feeds,generations,imports,media,outbox,posts,preflight,reports,restores,retention,trends,webhooks}/**/*.test.ts',
  'test/core/idempotency.test.ts',
  'test/core/growth/growth.test.ts', // more waits than the heads of the claims
  'test/core/slots/**/*.test.ts',
  'test/media/**/*.test.ts',
  'test/http/{boards,posts}/**/*.test.ts',
  'test/publish/{diagnostics,loop,late,tags,video}/**/*.test.ts',
  'test/publish/outbox/{outbox,staff}.test.ts',
]
/** They ask much, and nothing else; or of the database nothing. */
const NOT = [
  'test/core/feeds/known.test.ts',
  'test/core/generations/{entries,hostile,read-answer,stands,work,written}.test.ts',
  'test/core/posts/{race*,search}.test.ts',
  'test/core/posts/{batch/properties,bulk/bulk,evergreen/spacing,evergreen/race}.test.ts',
  'test/core/posts/pictures/fit.test.ts',
  'test/core/reports/redact*.test.ts',
  'test/media/{convert,crop,pictures,pictures-sent}.test.ts',
  'test/core/slots/{best-times,spacing,spread}.test.ts',
  'test/core/preflight/{planted,look-alikes}.test.ts',
  'test/core/deletion/taken-over.test.ts',
  'test/http/boards/{*-unanswered,boards-refused}.test.ts',
  'test/http/posts/{billing-denials,create-rules,list}.test.ts',
  'test/publish/diagnostics/stuck-alert.test.ts',
  'test/publish/late/{catch-up,sweep}.test.ts',
  'test/publish/loop/{clock-set-forward,close,fair,long,long-queues}.test.ts',
  'test/publish/video/{cut-off,unfinished}.test.ts',
]
const { STATEMENTS_OF: others } = process.env

export default defineConfig({
  test: {
    globalSetup: ['test/statements/support/global-setup.ts'],
    maxWorkers: 3,
    projects: [
      {
        plugins: PLUGINS,
        test: {
          ...PATIENT,
          name: 'asked',
          isolate: false,
          sequence: { groupOrder: 0 },
          include: others?.split(' ').map((folder) => `${folder}/**/*.test.ts`) ?? PART,
          exclude: others ? [] : NOT,
        },
      },
      {
        plugins: PLUGINS,
        test: { ...PATIENT, name: 'judged', sequence: { groupOrder: 1 }, include: ['test/statements/every-statement.test.ts'] },
      },
    ],
  },
})

import { defineConfig } from 'vitest/config'
import { PATIENT, PLUGINS } from './vitest.config.js'

/**
 * Tests of /v1 and of publishing that go by a pooler here, as everything else does to the server itself: what places, claims, locks, listens, sends and
 * settles. `POOLED='test/http test/publish'` takes the whole of both.
 */
const PART = [
  'test/http/{posts,slots}/**/*.test.ts',
  'test/http/wire/request-limit.test.ts',
  'test/publish/{loop,outbox,settle}/**/*.test.ts',
  'test/publish/{carousel,disconnect,evergreen,happy,pause,shared-account}.test.ts',
]
/** They take long, and ask of the database what others ask. */
const NOT = [
  'test/http/posts/{billing-denials,create-rules}.test.ts',
  'test/http/slots/{calendar,pictures,schedule-window,stats-pictures,timeslots-refused}.test.ts',
  'test/publish/loop/{close,fair,long,long-queues,slow}.test.ts',
  'test/publish/outbox/many.test.ts',
  'test/publish/settle/{faults,promise-edit,promise-platform,requested-again,say-outcome,say-outcome-race}.test.ts',
]
/** They start and stop servers of their own, which no pooler leads to. */
const APART = ['test/publish/crash/postgres-{forgotten,restarted}.test.ts']
const { POOLED: pooled } = process.env

/** The service behind a real PgBouncer (Debian's `pgbouncer`): not part of `npm test`, which needs Node alone. */
export default defineConfig({
  test: {
    globalSetup: ['test/pooler/support/global-setup.ts'],
    maxWorkers: 3,
    projects: [
      {
        plugins: PLUGINS,
        test: {
          ...PATIENT,
          name: 'through',
          isolate: false,
          sequence: { groupOrder: 0 },
          include: pooled?.split(' ').map((folder) => `${folder}/**/*.test.ts`) ?? PART,
          exclude: pooled ? APART : NOT,
        },
      },
      // Their services have poolers of their own, and are measured.
      {
        plugins: PLUGINS,
        test: { ...PATIENT, name: 'behind', sequence: { groupOrder: 1 }, maxWorkers: 1, include: ['test/pooler/**/*.test.ts'] },
      },
    ],
  },
})

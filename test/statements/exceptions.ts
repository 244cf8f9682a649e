/**
 * Files with statements that a cluster cannot plan, or not as they are asked of one Postgres, and why they are as they are. The list may only shrink: what nothing breaks any more fails in
 * every-statement.test.ts.
 */
import type { Rule } from './support/judge.js'

type Exception = { file: string; breaks: readonly Rule[]; reason: string }

const BURST =
  'of one Postgres: takes and settles pins of one instant together. A cluster is asked by organization: test/publish/loop/distributed.test.ts'

export const EXCEPTIONS: readonly Exception[] = [
  {
    file: 'src/core/publish/claim/claim.ts',
    breaks: ['join', 'write', 'read after write', 'lock beside function'],
    reason: BURST,
  },
  {
    file: 'src/core/posts/store.ts',
    breaks: ['read after write'],
    reason: 'a new post has the media that it is given, whether they are read or not',
  },
  {
    file: 'src/core/publish/claim/due.ts',
    breaks: ['join'],
    reason: 'times of all organizations side by side in one read',
  },
  { file: 'src/core/publish/send/commit-sending.ts', breaks: ['join', 'write', 'function'], reason: BURST },
  {
    file: 'src/core/publish/settle/sent.ts',
    breaks: ['join', 'write', 'read after write', 'lock beside function'],
    reason: BURST,
  },
  { file: 'src/core/publish/late/pace.ts', breaks: ['join', 'write'], reason: BURST },
  {
    file: 'src/core/publish/late/sweep.ts',
    breaks: ['join'],
    reason: 'times of all organizations side by side in one read',
  },
  {
    file: 'src/core/publish/queue/release-rest.ts',
    breaks: ['recursion'],
    reason: 'of one Postgres: steps over accounts, flat however long their queues are. A cluster reads them all',
  },
  {
    file: 'src/core/publish/prefetch/video-claim.ts',
    breaks: ['join', 'write'],
    reason: 'times of all organizations side by side in one read, and leases of all renewed at once: a cluster plans both',
  },
  {
    file: 'src/core/publish/diagnostics/backlog.ts',
    breaks: ['join'],
    reason: 'figures of all organizations side by side in one read',
  },
  {
    file: 'src/core/notices/claim.ts',
    breaks: ['join', 'recursion'],
    reason: 'of one Postgres: steps over places. A cluster is asked by organization: claim-in-steps.ts',
  },
  {
    file: 'src/core/webhooks/claim.ts',
    breaks: ['recursion'],
    reason: 'of one Postgres: steps over receivers, flat however much waits for one. A cluster reads them all',
  },
  {
    file: 'src/core/care/restores/settle-restored.ts',
    breaks: ['join', 'write'],
    reason: 'of one Postgres, into which a backup is restored while no service runs: all organizations in one transaction',
  },
]

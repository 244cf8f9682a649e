import { beforeEach, expect, test } from 'vitest'
import { CAUSE_TEXT, HARMLESS, enqueueNotice } from '../../../src/core/notices/notices.js'
import type { Notice } from '../../../src/core/ports/notice.js'
import { alertStuck } from '../../../src/core/publish/diagnostics/stuck-alert.js'
import { TICKS } from '../../../src/jobs/ticks.js'
import { aDatabase } from '../../support/database.js'
import { DAY_MS } from '../../support/factories.js'
import { aWorld } from '../../support/world.js'
import { aPin, aPublishWorld, MINUTE_MS, SECOND_MS, workFor } from '../support/support.js'

const { db } = await aDatabase()
const { sql } = db
const world = await aPublishWorld(db)
const { simulator, deps, organizationId, accountId, clock } = world

beforeEach(async () => {
  await sql`delete from outbox`
  await sql`delete from posts`
  await sql`delete from sim_faults`
})
const alerts = async () =>
  (
    await sql<{ notice: Extract<Notice, { kind: 'operatorAlert' }> }[]>`
      select notice from outbox where destination = 'staff' order by id`
  ).map(({ notice }) => notice)

async function anUnknown() {
  const url = `https://example.com/${clock.now.getTime()}`
  const post = await aPin(world, { url })
  await simulator.fault({ operation: 'create_pin', fault: 'hang', times: 1, match: { link: url } })
  await simulator.fault({ operation: 'get_board', fault: 'fail_500', times: 100 })
  await workFor(world, MINUTE_MS)
  return post
}

test('an outcome that stays unknown, since its board cannot be read, is told to the staff once a day', async () => {
  const post = await anUnknown()
  await workFor(world, 14 * MINUTE_MS)
  await alertStuck(deps)
  expect(await alerts()).toEqual([])
  await workFor(world, MINUTE_MS + SECOND_MS)
  await Promise.all([alertStuck(deps), alertStuck(deps)])
  await workFor(world, 30 * MINUTE_MS)
  await alertStuck(deps)
  expect(await alerts()).toEqual([
    {
      kind: 'operatorAlert',
      subject: 'stuck',
      seenFor: organizationId,
      message: expect.stringMatching(
        `^Pinterest did not say whether it published 1 pin of account ${accountId} \\(maker\\), post ${post.id}, since \\S+Z, and its board cannot be read\\.`,
      ) as string,
    },
  ])
  clock.advance(DAY_MS - 60 * MINUTE_MS)
  await alertStuck(deps)
  expect(await alerts()).toHaveLength(2)
})

test('what settles itself in time is told to nobody', async () => {
  const url = 'https://example.com/settles'
  await aPin(world, { url })
  await simulator.fault({ operation: 'create_pin', fault: 'commit_then_hang', times: 1, match: { link: url } })
  await workFor(world, 30 * MINUTE_MS)
  await alertStuck(deps)
  expect(await alerts()).toEqual([])
})

type Dead = { reportId: string; error: string; cause?: string; destination?: string; hoursAgo?: number }
async function aDeadLetter(
  { reportId, error, cause, destination = `account:${accountId}`, hoursAgo = 1 }: Dead,
  of = organizationId,
) {
  const notice = { kind: 'issueReport', reportId } as const
  await enqueueNotice(sql, { organizationId: of, destination, dedupeKey: reportId, notice }, clock.now)
  await sql`
    update outbox
       set due_at = null, dead_at = ${new Date(clock.now.getTime() - hoursAgo * 3_600_000)}, last_error = ${error}, cause = ${cause ?? null}
     where organization_id = ${of} and dedupe_key = ${reportId}`
}

test('dead letters are told once a day for each cause, over all organizations', async () => {
  const other = await aWorld(db, { at: clock.now })
  await aDeadLetter({ reportId: 'a', error: 'channel_not_found' })
  await aDeadLetter({ reportId: 'b', error: 'channel_not_found' }, other.organizationId)
  await aDeadLetter({ reportId: 'c', error: 'is_archived' })
  await alertStuck(deps)
  await alertStuck(deps)
  expect((await alerts()).map(({ message }) => message)).toEqual([
    expect.stringMatching(/^2 notices reached nobody in the last day: "channel_not_found"\. .*npm run admin -- outbox/),
    expect.stringMatching(/^1 notice reached nobody in the last day: "is_archived"\./),
  ])
})

test('nothing is told of letters that nobody misses, that are old, or that were for the staff itself', async () => {
  for (const cause of HARMLESS) await aDeadLetter({ reportId: cause, error: CAUSE_TEXT[cause], cause })
  await aDeadLetter({ reportId: 'old', error: 'channel_not_found', hoursAgo: 25 })
  await sql`update outbox set destination = 'somewhere'`
  await aDeadLetter({ reportId: 'staff', error: 'channel_not_found', destination: 'staff' })
  await alertStuck(deps)
  expect((await alerts()).filter(({ kind }) => kind === 'operatorAlert')).toEqual([])
})

test('it is looked for every five minutes', () => {
  expect(TICKS.find(({ job }) => job === 'stuck')?.expression).toBe('*/5 * * * *')
})

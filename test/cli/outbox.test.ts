import { expect, test } from 'vitest'
import { enqueueNotice } from '../../src/core/notices/notices.js'
import { makeOutbox } from '../../src/jobs/outbox.js'
import { readBacklog } from '../../src/core/publish/diagnostics/backlog.js'
import type { Messenger } from '../../src/core/ports/deps.js'
import { aDatabase } from '../support/database.js'
import { aWorld } from '../support/world.js'
import { anOperator } from './operator.js'

const { db } = await aDatabase()
const operator = anOperator(db)
let isReachable = false
const messenger: Messenger = {
  deliver: async () => (isReachable ? { kind: 'delivered' } : { kind: 'undeliverable', message: 'channel_not_found' }),
}
const { deps, organizationId, accountId, clock } = await aWorld(db, { parts: { messenger } })
const outbox = makeOutbox(deps)

test('without dead letters it says so', async () => {
  expect(await operator.run('outbox')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^There are no dead letters/) as string,
  })
})

test('a dead letter is listed with whom it was for and why it did not come, and revived by its number', async () => {
  const notice = { kind: 'evergreenStopped', accountId, message: 'no credits' } as const
  const destination = `account:${accountId}`
  await enqueueNotice(db.sql, { organizationId, destination, dedupeKey: 'a', notice }, clock.now)
  await outbox.drain()
  const [row] = await db.sql<[{ id: string }]>`select id from outbox`
  const { out } = await operator.run('outbox', '--org', organizationId)
  expect(out.split('\n')).toEqual([
    'These notices reached nobody. (1)',
    `  Notice ${row.id} of organization ${organizationId}: evergreenStopped for account:${accountId}, written 2026-03-02T10:00:00Z, 0 s ago.`,
    '    Given up 2026-03-02T10:00:00Z, 0 s ago, after one try: "channel_not_found".',
    `    Once its cause is fixed: npm run admin -- outbox retry --org ${organizationId} --id ${row.id}`,
  ])
  expect(await operator.json('outbox')).toMatchObject({ deadLetters: [{ id: row.id, kind: 'evergreenStopped' }] })

  isReachable = true
  expect((await operator.run('outbox retry', '--org', organizationId, '--id', row.id)).out).toContain('is due now')
  await outbox.drain()
  expect((await operator.run('outbox')).out).toMatch(/^There are no dead letters/)
  expect(await operator.run('outbox retry', '--org', organizationId, '--id', row.id)).toMatchObject({
    code: 1,
    err: `Organization ${organizationId} has no dead letter ${row.id}: it was tried again already, or is gone.`,
  })
})

test('what nobody misses is left out, unless it is asked for', async () => {
  await db.sql`
    update outbox set due_at = null, delivered_at = null, dead_at = ${clock.now}, last_error = 'no channel is set for this account', cause = 'no_channel'`
  expect((await operator.run('outbox')).out).toMatch(/^There are no dead letters/)
  expect((await operator.run('outbox', '--all')).out).toContain('no channel is set for this account')
  expect((await readBacklog(db, clock.now)).deadLetters).toBe(0)
  await db.sql`update outbox set last_error = 'channel_not_found', cause = null`
  expect((await readBacklog(db, clock.now)).deadLetters).toBe(1)
})

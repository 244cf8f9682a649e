/** How many reports and requests an organization may send: people read them. */
import { expect, test } from 'vitest'
import { reportIssue } from '../../../src/core/reports/issue-report.js'
import { alertOperator } from '../../../src/core/notices/operator-alert.js'
import { claimNotices } from '../../../src/core/notices/claim-due.js'
import { aDatabase } from '../../support/database.js'
import { aServer } from '../support/support.js'

const { db } = await aDatabase()
const report = { description: 'It answered wrongly.', tool: 'GET /v1/accounts' }

test('of forty reports at once twenty are taken; the others are told when the next may come', async () => {
  const { call, clock, organizationId } = await aServer(db)
  const answers = await Promise.all(Array.from({ length: 40 }, () => call('POST', '/v1/issue-reports', report)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(20)
  for (const { headers, body } of refused) {
    expect(headers['retry-after']).toBe('3600')
    expect(body.error).toEqual({
      code: 'TOO_MANY_REQUESTS',
      message: 'Your organization has sent 20 reports and requests in the last hour, the limit. Send the next one in 60 minutes.',
    })
  }
  expect(await db.sql`select 1 from issue_reports where organization_id = ${organizationId}`).toHaveLength(20)
  expect((await call('POST', '/v1/capability-requests', { description: 'More.' })).status).toBe(429)
  clock.advance(3_600_000)
  expect((await call('POST', '/v1/capability-requests', { description: 'More.' })).status).toBe(200)
})

test('Slack has the same limit, other organizations have their own, and what is repeated by its key is not counted', async () => {
  const [{ call, deps, actor }, other] = [await aServer(db), await aServer(db)]
  const key = { 'idempotency-key': 'one' }
  for (let times = 0; times < 3; times++) expect((await call('POST', '/v1/issue-reports', report, key)).status).toBe(200)
  for (let times = 0; times < 19; times++) await reportIssue(deps, { ...actor, via: 'slack', userId: 'T1:U1' }, report)
  await expect(reportIssue(deps, { ...actor, via: 'slack', userId: 'T1:U1' }, report)).rejects.toThrow(
    'in the last hour, the limit',
  )
  expect((await call('POST', '/v1/issue-reports', report, key)).status).toBe(200)
  expect((await other.call('POST', '/v1/issue-reports', report)).status).toBe(200)
})

test('what the operator must know waits behind no report', async () => {
  const { deps, actor, clock } = await aServer(db)
  await db.sql`update outbox set due_at = null`
  const [first] = await db.sql<{ id: string }[]>`select id from organizations order by id limit 1`
  clock.advance(7_200_000)
  for (let times = 0; times < 20; times++) await reportIssue(deps, { ...actor, organizationId: first!.id }, report)
  await alertOperator(deps, { subject: 'stuck', seenFor: actor.organizationId, message: 'A pin is stuck.' }, clock.now)
  const claimed = await claimNotices(db, { now: clock.now, limit: 10 })
  expect(claimed.map(({ notice }) => notice.kind)).toEqual(['operatorAlert'])
})

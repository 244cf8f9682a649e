import { expect, test } from 'vitest'
import { findIssueReport, reportIssue } from '../../src/core/reports/issue-report.js'
import { redact } from '../../src/core/reports/redact.js'
import { aDatabase } from '../support/database.js'
import { aWorld } from '../support/world.js'

const { db } = await aDatabase()

test.each([
  [`my key pst_12_${'a'.repeat(43)}.`, 'my key [redacted: API key].'],
  ['token xoxb-123-456-abcDEF and xapp-1-A1', 'token [redacted: Slack token] and [redacted: Slack token]'],
  ['Authorization: Bearer abc.def-ghi_jkl==', 'Authorization: Bearer [redacted: bearer token]'],
  [`Bearer pst_1_${'b'.repeat(43)}`, 'Bearer [redacted: API key]'],
  ['pina_AMAX123 pinr_x.y', '[redacted: platform token] [redacted: platform token]'],
  ['-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nand more', '[redacted: private key]\nand more'],
  ['-----BEGIN PRIVATE KEY-----\nMIIE cut off', '[redacted: private key]'],
  ['write to jane.doe+pins@shop.example.co.uk, please', 'write to [redacted: e-mail address], please'],
  ['call +49 30 1234567 or +1 (212) 555-0123', 'call [redacted: phone number] or [redacted: phone number]'],
  ['call (212) 555-0123 or 212-555-0123', 'call [redacted: phone number] or [redacted: phone number]'],
  ['call 030 123 45 67', 'call [redacted: phone number]'],
])('%j is told as %j', (text, told) => expect(redact(text)).toBe(told))

test.each([
  'GET /v1/accounts/7/posts/12 gave 404 at 2026-03-02T10:00:00Z',
  'sendAt 1772445600 came back as 1772445601',
  'board 999658517227244888 is missing, request 0b6d2a3e-1c4f-4c1e-9f7e-1b2a3c4d5e6f',
  'titles of 100 characters, 1000 x 1500 px, from 10.0.0.1 to https://example.com/p/0301234567',
  'the bearer of this is @pinslot on 03/02/2026',
])('%j is told as it is', (text) => expect(redact(text)).toBe(text))

test('a report is recorded redacted, and queued for the staff once', async () => {
  const world = await aWorld(db)
  await reportIssue(world.deps, world.actor, { description: ' Mail me@example.com ', tool: ' GET /v1/posts ' })
  const rows = await db.sql<
    { destination: string; notice: { kind: string; reportId: string }; dedupe_key: string; due_at: Date }[]
  >`
    select destination, notice, dedupe_key, due_at from outbox where organization_id = ${world.organizationId}`
  expect(rows).toHaveLength(1)
  const { reportId } = rows[0]!.notice
  expect(rows[0]).toMatchObject({ destination: 'staff', dedupe_key: `report:${reportId}`, due_at: world.clock.now })
  expect(await findIssueReport(db.sql, { organizationId: world.organizationId, reportId })).toEqual({
    id: reportId,
    organizationName: 'Test',
    tool: 'GET /v1/posts',
    description: 'Mail [redacted: e-mail address]',
    via: 'api',
    reportedBy: 'key:test',
    createdAt: world.clock.now,
  })
})

test.each([
  [{ description: ' ', tool: 'x' }, 'description'],
  [{ description: 'd'.repeat(4001), tool: 'x' }, 'description'],
  [{ description: 'd', tool: '' }, 'tool'],
  [{ description: 'd', tool: 't'.repeat(201) }, 'tool'],
])('a report out of bounds names the field (%#)', async (input, field) => {
  const { deps, actor } = await aWorld(db)
  await expect(reportIssue(deps, actor, input)).rejects.toMatchObject({ code: 'BAD_REQUEST', details: { field } })
})

test('a report whose answer cannot be kept is not recorded', async () => {
  const world = await aWorld(db)
  const failing = reportIssue(world.deps, world.actor, { description: 'd', tool: 't' }, async () => {
    throw new Error('not kept')
  })
  await expect(failing).rejects.toThrow('not kept')
  expect(await db.sql`select 1 from issue_reports where organization_id = ${world.organizationId}`).toHaveLength(0)
})

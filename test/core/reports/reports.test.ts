import { expect, test } from 'vitest'
import { reportIssue } from '../../../src/core/reports/issue-report.js'
import { findIssueReport } from '../../../src/core/reports/report.js'
import { redact } from '../../../src/core/reports/redact.js'
import { cpuMsOf } from '../../support/processes.js'
import { aDatabase } from '../../support/database.js'
import { aWorld } from '../../support/world.js'

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
])('%j is told as %j', (text, notices) => expect(redact(text)).toBe(notices))

test.each([
  'GET /v1/accounts/7/posts/12 gave 404 at 2026-03-02T10:00:00Z',
  'sendAt 1772445600 came back as 1772445601',
  'board 999658517227244888 is missing, request 0b6d2a3e-1c4f-4c1e-9f7e-1b2a3c4d5e6f',
  'titles of 100 characters, 1000 x 1500 px, from 10.0.0.1 to https://example.com/p/0301234567',
  'the token: it ends too soon, and an access token, too',
  'the bearer of this is @pinslot on 03/02/2026',
])('%j is told as it is', (text) => expect(redact(text)).toBe(text))

const JWT = `eyJhbGciOiJIUzI1NiJ9.${'eyJzdWIiOiIxIn0'}.${'c2ln-_'.repeat(7)}`
test.each([
  [
    'a key in an address',
    'https://pinslot.test/v1/accounts?key=pst_12_AbC-_9&x=1',
    'https://pinslot.test/v1/accounts?key=[redacted: API key]&x=1',
  ],
  ['a key inside a name', 'PINSLOT_KEY_pst_12_AbC', 'PINSLOT_KEY_[redacted: API key]'],
  ['a token as a parameter', 'GET /cb?access_token=abcDEF123&state=7', 'GET /cb?access_token=[redacted: credential]&state=7'],
  ['a password in an address', 'postgres://app:s3cret!@db.example.com/x', 'postgres://[redacted: credential]@db.example.com/x'],
  ['a password in words', 'my password: hunter2, thanks', 'my password: [redacted: credential] thanks'],
  ['a secret in JSON', '{"client_secret": "abc\\"def", "ok": 1}', '{"client_secret": "[redacted: credential]", "ok": 1}'],
  ['a password of several words', 'password: "my pass word" and more', 'password: "[redacted: credential]" and more'],
  ['one in single quotes', "client_secret='a b', x", "client_secret='[redacted: credential]', x"],
  [
    'a token with its name',
    'access_token: abcDEF123, refresh-token: x1',
    'access_token: [redacted: credential] refresh-token: [redacted: credential]',
  ],
  [
    'an address that Slack is told things by',
    'https://hooks.slack.com/services/T1/B2/x3Y4 fails',
    'https://hooks.slack.com/services/[redacted: credential] fails',
  ],
  ['basic authorization', 'Authorization: Basic dXNlcjpwYXNz', 'Authorization: Basic [redacted: credential]'],
  ['a JWT', `it sent ${JWT}, twice`, 'it sent [redacted: token], twice'],
  ['a JWT as bearer', `Bearer ${JWT}`, 'Bearer [redacted: token]'],
  ['a key of AWS', 'AKIAIOSFODNN7EXAMPLE is mine', '[redacted: credential] is mine'],
  [
    'a private key of several lines, quoted',
    '> -----BEGIN OPENSSH PRIVATE KEY-----\r\n> b3Blbn\r\n> NzaC1\r\n> -----END OPENSSH PRIVATE KEY-----\r\nthe end',
    '> [redacted: private key]\r\nthe end',
  ],
  [
    'a private key on one line',
    'k=-----BEGIN EC PRIVATE KEY-----\\nMIIE\\n-----END EC PRIVATE KEY-----;',
    'k=[redacted: private key];',
  ],
  [
    'a private key of PGP',
    '-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQ\n-----END PGP PRIVATE KEY BLOCK-----.',
    '[redacted: private key].',
  ],
  [
    'an address in letters of any script',
    'an 用户@例子.公司 und müller@bücher.de',
    'an [redacted: e-mail address] und [redacted: e-mail address]',
  ],
  ['an address with letters of two parts', 'rene\u0301@example.com', '[redacted: e-mail address]'],
  ['an address in punycode', 'a@xn--e1afmkfd.xn--p1ai!', '[redacted: e-mail address]!'],
  ['a wide at', 'jane＠example.com', '[redacted: e-mail address]'],
  ['an address with invisible signs', 'ja\u200bne@exam\u00adple.com', '[redacted: e-mail address]'],
  ['a key with invisible signs', 'pst_1_\u200babc\u2060def', '[redacted: API key]'],
  ['a number with spaces that do not break', '+49\u00a030\u202f1234567', '[redacted: phone number]'],
  ['a number with dashes of print', 'call 212‑555–0123', 'call [redacted: phone number]'],
  ['a number with its trunk zero', '+49 (0)30 1234567', '[redacted: phone number]'],
  [
    'a number behind its scheme',
    'tel:+493012345678, Tel:030 123 45 67',
    'tel:[redacted: phone number], Tel:[redacted: phone number]',
  ],
  ['a number in digits of another script', '+٤٩ ٣٠ ١٢٣٤٥٦٧', '[redacted: phone number]'],
])('%s is taken out', (_what, text, notices) => expect(redact(text)).toBe(notices))

test.each([
  'it began on 03-02-2026 at 10:00, or 02 03 2026, or 2.3.2026',
  'at 10:00 +0200 2026-03-02, and at 10:00 2026-03-02 again',
  'posts 12 13 14, board 1234567890123456789, limit 5000, offset 0',
  'the token: expired; nextPageToken=Y3Vyc29y is wrong; privacy: secret; isSecret: true',
  'a pin 👩‍👩‍👧‍👦 of ‮مرحبا‬ at 600 x 900',
  'npm i @slack/bolt@5.1.0, 0.12.2 to 1.0.10, eyJ is short',
  'GET /v1/accounts/7/pins/999658517227244888/analytics?startDate=2026-03-01&endDate=2026-03-02',
])('nothing is taken out of %j', (text) => expect(redact(text)).toBe(text))

test('the longest texts are read in no time', () => {
  for (const piece of ['a', '0 ', '-', '+1', 'a@', '(', 'eyJ.', '-----BEGIN ', '1-', 'password:'])
    expect(
      cpuMsOf(() => redact(piece.repeat(4000 / piece.length))),
      piece,
    ).toBeLessThan(500)
})

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
  expect(await findIssueReport(db.sql, { organizationId: world.organizationId, reportId })).toMatchObject({
    id: reportId,
    kind: 'report',
    state: 'open',
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

/** The receipt of a published pin: by /v1, by its link, and verified by other programs than ours. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createHash, createPublicKey } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { compactVerify, createLocalJWKSet, type JSONWebKeySet, type JWK } from 'jose'
import { afterAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { createApiKey } from '../../../src/core/accounts/keys/create.js'
import { setApprovalPolicy } from '../../../src/core/accounts/approval-policy.js'
import { exportOrganization } from '../../../src/core/care/deletion/export.js'
import { purgeExpired } from '../../../src/core/care/purge.js'
import { DAY_MS, MINUTE_MS } from '../../../src/core/lib/duration.js'
import type { Log, Messenger } from '../../../src/core/ports/deps.js'
import { approvePin } from '../../../src/core/posts/approval/decide.js'
import { putApprovalRules } from '../../../src/core/posts/approval/rules/rules.js'
import { createReviewLink } from '../../../src/core/posts/review-links/links.js'
import { type OpenLink, openReviewLink } from '../../../src/core/posts/review-links/open.js'
import { sayAsClient } from '../../../src/core/posts/review-links/say.js'
import { editPost } from '../../../src/core/posts/edit.js'
import { retireReceiptKey, signText } from '../../../src/core/publish/receipts/keys.js'
import { receiptHref } from '../../../src/core/publish/receipts/link.js'
import { readReceipt } from '../../../src/core/publish/receipts/receipt.js'
import type { receiptSchema } from '../../../src/http/routes/posts/receipt-schema.js'
import { makePublisher } from '../../../src/jobs/publisher.js'
import { aDatabase } from '../../support/database.js'
import { aWorld, START } from '../../support/world.js'
import { aBoardServer } from '../boards/support/board-fixtures.js'
import { copy, mediaUrl } from '../support/support.js'

type Receipt = z.output<typeof receiptSchema>

const { db } = await aDatabase()
const lines: string[] = []
const say = (fields: object, message: string) => void lines.push(JSON.stringify({ ...fields, message }))
const log: Log = { debug: say, info: say, warn: say, error: say }
const names: Record<string, string> = { 'T1:U1': 'Ada Byron', 'T1:U2': 'Milo <b>Reed</b>' }
const messenger = { nameOf: async (_organizationId: string, userId: string) => names[userId] ?? null } as unknown as Messenger
const server = await aBoardServer(db, { parts: { log, messenger } })
const { app, call, deps, actor, accountId, clock, simulator } = server
const posts = `/v1/accounts/${accountId}/posts`
const ada = { ...actor, via: 'slack', userId: 'T1:U1', role: 'admin' } as const
const milo = { ...actor, via: 'slack', userId: 'T1:U2', role: 'scheduler' } as const
const dir = mkdtempSync(path.join(tmpdir(), 'pinslot-receipts-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const publisher = makePublisher(deps, {})
/** Makes the pin go out at its time. */
async function goOut(postId: string): Promise<void> {
  clock.advance(5 * MINUTE_MS)
  while (await publisher.drain());
  const [post] = await db.sql<{ status: string }[]>`select status from posts where id = ${postId}`
  expect(post?.status).toBe('sent')
}
const inMinutes = (minutes: number) => new Date(clock.now.getTime() + minutes * MINUTE_MS).toISOString()

/** A published pin. @param body fields of its own */
async function aPublished(body: object = {}): Promise<string> {
  const { id } = (await call('POST', posts, { mediaUrl, ...copy, boardId: '101', sendAt: inMinutes(5), ...body })).body.data.post
  await goOut(id)
  return id
}
const ask = async (postId: string) => call('GET', `${posts}/${postId}/receipt`)
const receiptOf = async (postId: string): Promise<Receipt> => {
  const { status, body } = await ask(postId)
  expect([status, body.error]).toEqual([200, undefined])
  return (body.data as unknown as { receipt: Receipt }).receipt
}
const readKeys = async () => (await app.inject('/v1/receipt-keys')).json<{ keys: (JWK & { retiredAt?: number })[] }>()
const pathOf = (postId: string) =>
  receiptHref(deps, { organizationId: server.organizationId, accountId, id: postId }).slice('https://pinslot.test'.length)

test('a receipt says who chose, approved and sent which version, and what Pinterest shows, to the second', async () => {
  await setApprovalPolicy(deps, ada, { accountId, policy: 'required', channelId: 'C1' })
  const { key } = await createApiKey(deps, actor, { name: 'Drafts by our agent', role: 'contributor' })
  const headers = { authorization: `Bearer ${key}`, 'user-agent': 'our-agent/1.0' }
  const sendAt = inMinutes(5)
  const asked = (await call('POST', posts, { mediaUrl, ...copy, boardId: '101', sendAt }, headers)).body.data
  const { approval, post } = asked as unknown as { approval: { id: string }; post: { id: string } }
  clock.advance(2000)
  await editPost(deps, ada, { accountId, postId: post.id, changes: { title: 'A better shelf' } })
  clock.advance(3000)
  await approvePin(deps, milo, { accountId, approvalId: approval.id, version: 2 })
  await goOut(post.id)

  const receipt = await receiptOf(post.id)
  const at = START.getTime() / 1000
  const agent = { kind: 'key', name: 'Drafts by our agent', keyName: null, agent: 'our-agent/1.0' }
  const byMilo = { kind: 'person', id: 'T1:U2', name: 'Milo <b>Reed</b>', keyName: null, agent: null }
  expect(receipt).toMatchObject({ issuer: 'https://pinslot.test', issuedAt: clock.now.getTime() / 1000, incomplete: [] })
  const [created, edited, scheduled] = receipt.versions
  expect(receipt.versions).toHaveLength(3)
  expect(created).toMatchObject({ version: 1, at, action: 'create', by: agent, undoneAt: null })
  expect(created!.changes).toContainEqual({ field: 'title', before: null, after: 'A shelf' })
  expect(edited).toMatchObject({ version: 2, at: at + 2, action: 'edit', by: { kind: 'person', id: 'T1:U1', name: 'Ada Byron' } })
  expect(edited!.changes).toEqual([{ field: 'title', before: 'A shelf', after: 'A better shelf' }])
  expect(scheduled).toMatchObject({ version: 3, at: at + 5, action: 'schedule', by: byMilo })
  expect(scheduled!.changes).toContainEqual({ field: 'sendAt', before: null, after: at + 300 })
  expect(receipt.decisions).toMatchObject([
    {
      approvalId: approval.id,
      requestedBy: agent,
      requestedAt: at,
      requestedVersion: 1,
      state: 'approved',
      decidedBy: byMilo,
      decidedAt: at + 5,
      version: 2,
      reason: null,
    },
  ])
  const stored = await deps.storage.read(
    (
      await db.sql<{ key: string }[]>`
      select m.storage_key as key from media m join post_media p on p.organization_id = m.organization_id and p.media_id = m.id
       where p.post_id = ${post.id} and p.organization_id = ${server.organizationId}`
    )[0]!.key,
  )
  const sentAt = clock.now.getTime() / 1000
  expect(receipt.sent).toMatchObject([
    {
      number: 1,
      outcome: 'confirmed',
      claimedAt: sentAt,
      sentAt,
      settledAt: sentAt,
      status: 201,
      payload: { title: 'A better shelf', boardId: '101', link: copy.url, mediaKind: 'image' },
      media: [{ contentType: 'image/jpeg', sha256: createHash('sha256').update(stored).digest('hex') }],
    },
  ])
  const { pinId } = receipt.post
  expect(receipt.readBack).toMatchObject({ readAt: sentAt, id: pinId, title: 'A better shelf', boardId: '101', link: copy.url })
  expect((await simulator.state()).pins.map(({ id }) => id)).toContain(pinId)
  expect(JSON.stringify(receipt)).not.toMatch(/pina_|pinr_|pst_|storage|https:\/\/pinslot\.test\/media/)
  await setApprovalPolicy(deps, ada, { accountId, policy: 'none', channelId: null })
})

test('a receipt names each step, a client by their name, and for whom a deputy decided', async () => {
  await setApprovalPolicy(deps, ada, { accountId, policy: 'required', channelId: 'C1' })
  for (const [person, role] of [
    ['U1', 'admin'],
    ['U2', 'scheduler'],
    ['U3', 'scheduler'],
  ] as const)
    await db.sql`
      insert into members (organization_id, slack_team_id, slack_user_id, role, seen_at)
      values (${server.organizationId}, 'T1', ${person}, ${role}, ${clock.now})`
  const brand = { name: 'Brand', reviewers: [{ kind: 'person', id: 'U3' }], rule: 'any' } as const
  const client = { name: 'Client', reviewers: [{ kind: 'contact', id: 'Rosa <i>' }], rule: 'any' } as const
  const steps = [brand, client].map(({ reviewers, ...step }) => ({ ...step, reviewers: [...reviewers] }))
  await putApprovalRules(deps, ada, { accountId, rules: [{ name: 'Every pin', steps }] })
  const { key } = await createApiKey(deps, actor, { name: 'Drafts', role: 'contributor' })
  const headers = { authorization: `Bearer ${key}` }
  const made = await call('POST', posts, { mediaUrl, ...copy, boardId: '101', sendAt: inMinutes(5) }, headers)
  const { approval, post } = made.body.data as unknown as { approval: { id: string }; post: { id: string } }
  const eve = { role: 'scheduler', accountRoles: {}, groups: [], userId: 'T1:U3' } as const
  const deputy = { ...milo, standsInFor: [eve] }
  await approvePin(deps, deputy, { accountId, approvalId: approval.id, version: 1 })
  const { url, link } = await createReviewLink(deps, ada, { accountId, contactName: 'Rosa <i>', postIds: [post.id] })
  const opened = (await openReviewLink(deps, url.split('/').at(-1)!)) as OpenLink
  const word = { postId: post.id, version: 1, step: 2, name: 'Rosa <i>', decision: 'approve' } as const
  expect(await sayAsClient(deps, opened, word)).toBe('done')
  await goOut(post.id)

  const receipt = await receiptOf(post.id)
  const rosa = { kind: 'client', id: `link:${link.id}`, name: 'Rosa <i>' }
  expect(receipt.decisions).toMatchObject([
    {
      state: 'approved',
      decidedBy: rosa,
      steps: [
        { step: 1, name: 'Brand', decision: 'approve', decidedBy: { id: 'T1:U2' }, decidedFor: { id: 'T1:U3' }, version: 1 },
        { step: 2, name: 'Client', decision: 'approve', decidedBy: rosa, decidedFor: null, version: 1 },
      ],
    },
  ])
  expect(receipt.versions.at(-1)).toMatchObject({ action: 'schedule', by: rosa })
  const { payload } = await app.inject(pathOf(post.id))
  expect(payload).toContain('Step 2, Client: Approved by Rosa &#60;i&#62; (client) at')
  expect(payload).toMatch(/Step 1, Brand: Approved by Milo &#60;b&#62;Reed&#60;\/b&#62;|Step 1, Brand: Approved by Milo /)
  expect(payload).not.toContain('by Pinslot (')
  await putApprovalRules(deps, ada, { accountId, rules: [] })
  await setApprovalPolicy(deps, ada, { accountId, policy: 'none', channelId: null })
})

test('jose verifies it with the public keys, its payload is the JSON of all other members, and a changed one fails', async () => {
  const { signature, ...rest } = await receiptOf(await aPublished())
  const keys = createLocalJWKSet(await readKeys())
  const { payload, protectedHeader } = await compactVerify(signature, keys)
  expect(protectedHeader).toEqual({ alg: 'EdDSA', kid: (await readKeys()).keys[0]!.kid })
  expect(new TextDecoder().decode(payload)).toBe(JSON.stringify(rest))
  const [head, , mark] = signature.split('.')
  const other = Buffer.from(JSON.stringify({ ...rest, versions: [] })).toString('base64url')
  await expect(compactVerify(`${head}.${other}.${mark}`, keys)).rejects.toThrow('signature verification failed')
})

test('openssl verifies the same bytes (it needs the program openssl, version 3)', async () => {
  const { signature } = await receiptOf(await aPublished())
  const [head, body, mark = ''] = signature.split('.')
  const file = (name: string) => path.join(dir, name)
  const jwk = (await readKeys()).keys[0]!
  writeFileSync(file('key.pem'), createPublicKey({ key: { ...jwk }, format: 'jwk' }).export({ format: 'pem', type: 'spki' }))
  writeFileSync(file('signature'), Buffer.from(mark, 'base64url'))
  const verify = async (text: string) => {
    writeFileSync(file('signed'), text)
    const parts = ['-verify', '-pubin', '-rawin', '-inkey', file('key.pem'), '-in', file('signed'), '-sigfile', file('signature')]
    return promisify(execFile)('openssl', ['pkeyutl', ...parts])
  }
  expect((await verify(`${head}.${body}`)).stdout).toContain('Signature Verified Successfully')
  await expect(verify(`${head}.${body}x`)).rejects.toThrow()
})

test('two requests in one second get the same receipt, and it stays as it is', async () => {
  const id = await aPublished()
  const [one, other] = await Promise.all([receiptOf(id), receiptOf(id)])
  expect(one).toEqual(other)
  clock.advance(DAY_MS)
  names['T1:U1'] = 'Ada Lovelace'
  await db.sql`update accounts set username = 'renamed' where organization_id = ${server.organizationId} and id = ${accountId}`
  await simulator.fault({ operation: 'get_pin', fault: 'fail_500', times: 1 })
  expect(await receiptOf(id)).toEqual(one) // nobody is asked
  await db.sql`update accounts set username = 'maker' where organization_id = ${server.organizationId} and id = ${accountId}`
  await db.sql`delete from sim_faults`.catch(() => {})
})

test('while Pinterest does not answer, the receipt says so and is not kept; the next one tries again', async () => {
  const id = await aPublished()
  await simulator.fault({ operation: 'get_pin', fault: 'rate_limited', times: 1 })
  const without = await receiptOf(id)
  expect(without).toMatchObject({ readBack: null, readBackProblem: { message: expect.stringContaining('Pinterest') as string } })
  await compactVerify(without.signature, createLocalJWKSet(await readKeys()))
  expect(await receiptOf(id)).toMatchObject({ readBack: { title: 'A shelf' }, readBackProblem: null })
})

test('a disconnected account has a receipt without what Pinterest shows', async () => {
  const id = await aPublished()
  const set = async (status: string) =>
    db.sql`update accounts set token_status = ${status} where organization_id = ${server.organizationId} and id = ${accountId}`
  await set('unauthorized')
  expect(await receiptOf(id)).toMatchObject({ readBack: null, readBackProblem: { code: 'UNPROCESSABLE_ENTITY' } })
  await set('authorized')
  expect((await receiptOf(id)).readBack).not.toBeNull()
})

test('while its product tags are being added, a receipt is not kept', async () => {
  const id = await aPublished()
  const tags = async (state: string) => db.sql`
    update posts set product_tag_pin_ids = '{8001}', tags_state = ${state}, tags_due_at = case when ${state} = 'pending' then sent_at end
     where organization_id = ${server.organizationId} and id = ${id}`
  await tags('pending')
  expect((await receiptOf(id)).post.productTags).toBe('pending')
  await tags('added')
  expect((await receiptOf(id)).post.productTags).toBe('added')
  await tags('failed')
  expect((await receiptOf(id)).post.productTags).toBe('added')
})

test('a pin that Pinslot made by itself names what made it', async () => {
  const { id } = (await call('POST', posts, { mediaUrl, ...copy, boardId: '101' })).body.data.post
  await db.sql`update audit set via = 'operator', actor = 'feeds', api_key_id = null where subject = ${`post:${id}`}`
  await call('POST', `${posts}/${id}/schedule`, { sendAt: inMinutes(5) })
  await goOut(id)
  const { versions } = await receiptOf(id)
  expect(versions[0]).toMatchObject({ action: 'create', by: { kind: 'service', id: 'feeds', name: null } })
  expect(versions[1]).toMatchObject({ action: 'schedule', by: { kind: 'key', name: 'test' } })
})

test('what is undone is said, and what is no longer recorded, too', async () => {
  const id = await aPublished()
  await db.sql`delete from publish_attempts where organization_id = ${server.organizationId} and post_id = ${id}`
  await db.sql`delete from audit where organization_id = ${server.organizationId} and subject = ${`post:${id}`}`
  expect(await receiptOf(id)).toMatchObject({ versions: [], sent: [], incomplete: ['versions', 'sent'] })
})

test('a post that is not published has none, and that of another organization is as one that does not exist', async () => {
  const { id } = (await call('POST', posts, { mediaUrl, ...copy, boardId: '101' })).body.data.post
  expect(await ask(id)).toMatchObject({ status: 409, body: { error: { reason: 'post_not_published' } } })
  expect((await app.inject(pathOf(id))).statusCode).toBe(404)
  const sent = await aPublished()
  const other = await aWorld(db)
  for (const account of [accountId, other.accountId])
    await expect(readReceipt(deps, other.actor, { accountId: account, postId: sent })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  await receiptOf(sent) // kept by now
  await expect(readReceipt(deps, other.actor, { accountId: other.accountId, postId: sent })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  const nobody = { ...actor, role: 'none' } as const
  await expect(readReceipt(deps, nobody, { accountId, postId: sent })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await readReceipt(deps, { ...actor, role: 'viewer' }, { accountId, postId: sent })).post.id).toBe(sent)
})

test('processes that sign their first receipt at once make one key; after it has ended, older receipts are still verified', async () => {
  await db.sql`update receipt_keys set private_key = null, retired_at = now()`
  const signed = await Promise.all(Array.from({ length: 8 }, (_, n) => signText(deps, `receipt ${n}`)))
  const kids = new Set(
    signed.map((one) => (JSON.parse(Buffer.from(one.split('.')[0]!, 'base64url').toString()) as { kid: string }).kid),
  )
  expect(kids.size).toBe(1)
  expect(await retireReceiptKey(db.sql, null, clock.now)).toBe(1)
  expect(await retireReceiptKey(db.sql, null, clock.now)).toBe(0)
  const next = await signText(deps, 'another')
  const all = await readKeys()
  expect(all.keys.filter(({ retiredAt }) => retiredAt === undefined)).toHaveLength(1)
  for (const one of [...signed, next]) await compactVerify(one, createLocalJWKSet(all))
  const [row] = await db.sql<{ rows: number }[]>`select count(*)::int as rows from receipt_keys where private_key is not null`
  expect(row!.rows).toBe(1)
})

test('the public keys need no API key and may be cached; nothing private is among them', async () => {
  await receiptOf(await aPublished())
  const { statusCode, headers, payload } = await app.inject('/v1/receipt-keys')
  expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=300'])
  for (const key of (JSON.parse(payload) as JSONWebKeySet).keys)
    expect(key).toMatchObject({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', kid: expect.any(String) as string })
  expect(payload).not.toContain('"d"')
})

test('the page behind a link shows the receipt to people without an account, escaped, without scripts, for nobody to index', async () => {
  const id = await aPublished({ title: 'Oak <script>alert(1)</script>' })
  await editVersion(id)
  const address = pathOf(id)
  const { statusCode, headers, payload } = await app.inject(address)
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  })
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; img-src data: 'self';/)
  expect(payload).not.toMatch(/<script|<b>Reed/)
  for (const words of [
    'Receipt of a published pin',
    'Milo &#60;b&#62;Reed',
    'Version 2: Edited by',
    '<dt>Title</dt>',
    'SHA-256 ',
    'Get the public key',
  ])
    expect(payload).toContain(words)
  const picture = /<img class="pin" src="(\/media\/[^"]+)"/.exec(payload)?.[1] ?? ''
  expect((await app.inject(picture)).statusCode).toBe(200)
  const file = await app.inject(`${address}/receipt.json`)
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="receipt-\d+\.json"$/)
  expect(file.json()).toEqual(await receiptOf(id))
  expect(lines.filter((line) => line.includes(address.split('/').at(-1)!))).toEqual([])
})

/** As if a person had edited it before. */
async function editVersion(postId: string): Promise<void> {
  await db.sql`
    insert into audit (organization_id, account_id, change_id, version, subject, action, via, actor, before, after, at)
    select organization_id, account_id, gen_random_uuid(), 2, subject, 'edit', 'slack', 'T1:U2', after, after || '{"title": "Oak"}', at
      from audit
     where organization_id = ${server.organizationId} and subject = ${`post:${postId}`} and action = 'create'`
}

test('a link ends after 90 days; one that is changed, expired or for another pin is as one that does not exist', async () => {
  const [mine, other] = [await aPublished(), await aPublished()]
  const [address, theirs] = [pathOf(mine), pathOf(other)]
  const values = (link: string) => link.split('/').at(-1)!.split('.')
  const forged = `/receipts/${values(theirs)[0]}.${values(address)[1]}`
  for (const wrong of [forged, `${address}x`, '/receipts/nothing', `/receipts/${'a'.repeat(5000)}.b`]) {
    expect((await app.inject(wrong)).statusCode).toBe(404)
    const file = await app.inject(`${wrong}/receipt.json`)
    expect([file.statusCode, file.json()]).toMatchObject([404, { error: { code: 'NOT_FOUND' } }])
  }
  expect((await app.inject(address)).statusCode).toBe(200)
  const before = clock.now
  clock.advance(90 * DAY_MS)
  expect((await app.inject(address)).statusCode).toBe(200)
  clock.advance(DAY_MS)
  expect((await app.inject(address)).statusCode).toBe(404)
  clock.now = before
})

test('a browser gets a page for a wrong link, and for one that is loaded too often', async () => {
  const address = pathOf(await aPublished())
  const wrong = await app.inject(`${address}x`)
  const loaded = await Promise.all(Array.from({ length: 61 }, () => app.inject(address)))
  const tooOften = loaded.find(({ statusCode }) => statusCode === 429)!
  for (const { headers } of [wrong, tooOften])
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
    })
  expect(wrong.payload).toContain('This link doesn’t work')
  expect([tooOften.payload, tooOften.headers['retry-after']]).toEqual([expect.stringContaining('Try again in a minute'), '60'])
})

test('a link that is loaded too often is a 429 that says how long to wait', async () => {
  const address = pathOf(await aPublished())
  const answers = await Promise.all(Array.from({ length: 61 }, () => app.inject(address)))
  expect(answers.map(({ statusCode }) => statusCode).filter((status) => status !== 200)).toEqual([429])
  expect(answers.find(({ statusCode }) => statusCode === 429)?.headers['retry-after']).toBe('60')
  clock.advance(MINUTE_MS)
})

test('kept receipts are exported, and go as long after they were issued as acts are kept', async () => {
  const id = await aPublished()
  const { signature } = await receiptOf(id)
  let text = ''
  for await (const part of exportOrganization(deps, ada)) text += part
  const { receipts } = JSON.parse(text) as { receipts: { post_id: string; signed: string }[] }
  expect(receipts.find(({ post_id: postId }) => postId === id)?.signed).toBe(signature)
  const kept = async () => (await db.sql`select 1 from receipts where post_id = ${id}`).length
  const before = clock.now
  clock.advance(759 * DAY_MS)
  await purgeExpired(deps, { only: ['receipts'] })
  expect(await kept()).toBe(1)
  clock.advance(2 * DAY_MS)
  await purgeExpired(deps, { only: ['receipts'] })
  expect(await kept()).toBe(0)
  clock.now = before
})

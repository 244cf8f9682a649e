/** The page of a review link: what it shows to a client, what a press does, and what it never tells. */
import { expect, test } from 'vitest'
import { setApprovalPolicy } from '../../../src/core/accounts/approval-policy.js'
import { createApiKey } from '../../../src/core/accounts/keys/create.js'
import type { Log } from '../../../src/core/ports/deps.js'
import { approvePin } from '../../../src/core/posts/approval/decide.js'
import { holdRequest } from '../../../src/core/posts/approval/hold.js'
import { aDatabase } from '../../support/database.js'
import { aSentPost, DAY_MS } from '../../support/factories.js'
import { aServer, copy, mediaUrl } from '../support/support.js'

const { db } = await aDatabase()
const lines: string[] = []
const say = (fields: object, message: string) => void lines.push(JSON.stringify({ ...fields, message }))
const log: Log = { debug: say, info: say, warn: say, error: say }
const server = await aServer(db, { parts: { log } })
const { app, call, deps, actor, accountId, clock } = server
const ada = { ...actor, via: 'slack', userId: 'T1:U1', role: 'admin' } as const
const account = `/v1/accounts/${accountId}`
await setApprovalPolicy(deps, ada, { accountId, policy: 'required', channelId: 'C1' })
const contributor = await createApiKey(deps, actor, { name: 'Drafts', role: 'contributor' })
const [{ id: boardId } = { id: '' }] = await db.sql<
  { id: string }[]
>`select id from boards where account_id = ${accountId} limit 1`

type Asked = { post: { id: string; version: number }; approval: { id: string } }
async function aRequest(body: object = {}): Promise<Asked> {
  const sendAt = new Date(clock.now.getTime() + 3 * DAY_MS).toISOString()
  const pin = { mediaUrl, ...copy, boardId, sendAt, ...body }
  const { status, body: answer } = await call('POST', `${account}/posts`, pin, { authorization: `Bearer ${contributor.key}` })
  expect([status, answer.error]).toEqual([202, undefined])
  const { post, approval } = answer.data as unknown as { post: { id: string }; approval: { id: string; postVersion: number } }
  return { post: { id: post.id, version: approval.postVersion }, approval }
}
type Link = { id: string; url: string; state: string; openedAt: number | null; openings: number[]; givenName: string | null }
async function aLink(requests: readonly Asked[], body: object = {}) {
  const postIds = requests.map(({ post: { id } }) => id)
  const made = await call('POST', `${account}/review-links`, { contactName: 'Rosa', postIds, ...body })
  expect([made.status, made.body.error]).toEqual([201, undefined])
  const { reviewLink } = made.body.data as unknown as { reviewLink: Link }
  return { ...reviewLink, path: new URL(reviewLink.url).pathname }
}
const links = async () => (await call('GET', `${account}/review-links`)).body.data as unknown as { reviewLinks: Link[] }
const open = (path: string) => app.inject(path)
const press = (
  path: string,
  form: Record<string, string>,
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
) =>
  app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(form).toString(),
  })
const follow = async (path: string, form: Record<string, string>) => {
  const { statusCode, headers } = await press(path, form)
  expect(statusCode).toBe(303)
  return open(String(headers.location).split('#')[0]!)
}
const decisions = async ({ approval: { id } }: Asked) => [
  ...(await db.sql`select decision, name, post_version as version from approval_decisions where approval_id = ${id} and undone_at is null`),
]
const approve = ({ post: { id, version } }: Asked) => ({ do: `approve ${id} ${version}` })

test('the page shows each pin with its words, board, time and link, escaped, to one reader alone', async () => {
  const asked = await aRequest({ title: 'Oak <b>shelf</b>', description: 'Line one\nLine two', altText: 'A "shelf"' })
  const { path } = await aLink([asked], { contactName: 'Rosa <i>' })
  const { statusCode, headers, body } = await open(path)
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(headers).toMatchObject({
    'x-robots-tag': 'noindex, nofollow',
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
  })
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("form-action 'self'")
  expect(policy).not.toContain('script-src')
  expect(policy).not.toContain('unsafe')
  for (const words of [
    'Oak &#60;b&#62;shelf',
    'Line one\nLine two',
    'Rosa &#60;i&#62;',
    'Asked for',
    'name="robots" content="noindex"',
  ])
    expect(body).toContain(words)
  expect(body).not.toMatch(/<script|<b>|<i>|\son\w+=/)
  expect(body).toMatch(/<img src="\/media\/[^"]+" alt="A &#34;shelf&#34;"[^>]* referrerpolicy="no-referrer">/)
})

test('a GET decides nothing, whatever its address says; each opening is listed, a HEAD is refused', async () => {
  const asked = await aRequest()
  const { path, id } = await aLink([asked])
  expect((await links()).reviewLinks.find((link) => link.id === id)).toMatchObject({ openedAt: null, openings: [] })
  const [form] = [new URLSearchParams({ ...approve(asked), name: 'Rosa', did: 'approved', pin: asked.post.id })]
  await open(`${path}?${form.toString()}`)
  expect((await app.inject({ method: 'HEAD', url: path })).statusCode).toBe(405)
  expect(await decisions(asked)).toEqual([])
  const now = clock.now.getTime() / 1000
  const listed = (await links()).reviewLinks.find((link) => link.id === id)
  expect(listed).toMatchObject({ openedAt: now, openings: [now], givenName: null, state: 'active' })
  expect(listed).not.toHaveProperty('url')
})

test('a press leads to the page, which says what was done; Undo takes it back', async () => {
  const asked = await aRequest()
  const { path } = await aLink([asked])
  const done = await follow(path, { ...approve(asked), name: 'Rosa' })
  expect(done.body).toContain('role="status">You approved this pin.')
  expect(done.body).toContain(`You approved version ${asked.post.version}.`)
  expect(await decisions(asked)).toMatchObject([{ decision: 'approve', name: 'Rosa', version: asked.post.version }])
  expect(done.body).not.toContain('id="name"') // typed once
  expect(done.body).not.toContain(`value="approve `)
  expect((await follow(path, { do: `undo ${asked.post.id}` })).body).toContain('Undone.')
  expect(await decisions(asked)).toEqual([])
  const sent = await follow(path, {
    do: `change ${asked.post.id} ${asked.post.version}`,
    [`change-${asked.post.id}`]: 'More <light>',
  })
  expect(sent.body).toContain('We sent your changes to the team.')
  expect(sent.body).toContain('More &#60;light&#62;')
  const commented = await follow(path, { do: `comment ${asked.post.id}`, [`comment-${asked.post.id}`]: 'Lovely' })
  expect(commented.body).toMatch(/<p>You, [^<]+<\/p><p class="words">Lovely<\/p>/)
})

test('without a name or words nothing is sent, and the page says what is missing', async () => {
  const asked = await aRequest()
  const { path } = await aLink([asked])
  const { id, version } = asked.post
  expect((await follow(path, approve(asked))).body).toContain('Nothing was sent. Type your name first')
  expect((await follow(path, { do: `change ${id} ${version}`, name: 'Rosa' })).body).toMatch(
    /Say what should change[\s\S]*<details open>/,
  )
  expect((await follow(path, { do: `comment ${id}`, name: 'Rosa' })).body).toContain('Write a comment of at most')
  expect((await follow(path, { do: 'name', name: 'Rosa' })).body).toContain('Thank you, Rosa.')
  for (const form of [
    {},
    { do: 'x' },
    { do: `approve ${id} x` },
    { do: 'approve 999999 1' },
    { do: 'approve 9e9 1' },
    { do: 'undo \r\n„x' },
  ])
    expect((await press(path, form as Record<string, string>)).statusCode).toBe(303)
  expect(await decisions(asked)).toEqual([])
})

test('Approve all approves each in the version that was shown, and says which were changed meanwhile', async () => {
  const requests = [await aRequest(), await aRequest(), await aRequest()]
  const { path } = await aLink(requests)
  const { body } = await open(path)
  expect(body).toContain('Approve all 3')
  const seen = /name="seen" value="([^"]+)"/.exec(body)![1]!
  const changed = requests[1]!
  await call('PATCH', `${account}/posts/${changed.post.id}`, { title: 'Changed' })
  const done = await follow(path, { do: 'all', seen, name: 'Rosa' })
  expect(done.body).toContain('You approved 2 pins. 1 pin changed meanwhile: see below.')
  expect(done.body).toContain('the team changed this pin after you opened the page')
  expect(await Promise.all(requests.map(async (one) => (await decisions(one)).length))).toEqual([1, 0, 1])
  expect(done.body).toContain('1 of 3 waits for your answer.')
})

test('another site cannot press for a client, and a program without an origin is no browser', async () => {
  const asked = await aRequest()
  const { path } = await aLink([asked])
  const form = { ...approve(asked), name: 'Rosa' }
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.test' },
    { origin: 'null' },
  ] as Record<string, string>[]) {
    const { statusCode, body } = await press(path, form, headers)
    expect([statusCode, body.includes('Another site sent you here')]).toEqual([403, true])
  }
  expect(await decisions(asked)).toEqual([])
  expect((await press(path, form, { origin: 'https://pinslot.test' })).statusCode).toBe(303)
  expect((await app.inject({ method: 'POST', url: path, payload: form })).statusCode).toBe(415)
})

test('a link that is revoked, expired or never was gets one page, and a press on it is not done', async () => {
  const asked = await aRequest()
  const [revoked, expired] = [await aLink([asked]), await aLink([asked], { expiresInDays: 1 })]
  const ended = await call('DELETE', `${account}/review-links/${revoked.id}`)
  expect(ended.body.data).toMatchObject({ reviewLink: { state: 'revoked' } })
  clock.advance(DAY_MS)
  const pages = await Promise.all([revoked.path, expired.path, `${revoked.path}x`, '/review/x'].map(open))
  expect(pages.map(({ statusCode }) => statusCode)).toEqual([410, 410, 404, 404])
  expect(new Set(pages.map(({ body }) => body)).size).toBe(1)
  expect(pages[0]!.body).toContain('This link doesn’t work')
  for (const { headers } of pages) expect(headers['x-robots-tag']).toBe('noindex, nofollow')
  expect((await press(revoked.path, { ...approve(asked), name: 'Rosa' })).statusCode).toBe(410)
  expect(await decisions(asked)).toEqual([])
})

test('the page never has what is the team’s own: internal comments, ids of people, other pins', async () => {
  const [shown, other] = [await aRequest(), await aRequest({ title: 'Not for Rosa' })]
  const { path } = await aLink([shown])
  const comment = (text: string, audience: string) =>
    call('POST', `${account}/posts/${shown.post.id}/comments`, { text, audience })
  await comment('She is difficult', 'internal')
  await comment('A warmer tone', 'client')
  await holdRequest(deps, ada, { accountId, approvalId: shown.approval.id, reason: 'Waits for the lawyer', until: null })
  const { body } = await open(path)
  expect(body).toContain('A warmer tone')
  for (const own of ['She is difficult', 'Not for Rosa', 'T1:U1', 'lawyer', 'Drafts', 'key:', `#${other.post.id}`])
    expect(body).not.toContain(own)
})

test('a published pin and a scheduled one say when, without a form to decide', async () => {
  const scheduled = await aRequest()
  const { approval, post } = scheduled
  await approvePin(deps, ada, { accountId, approvalId: approval.id, version: post.version })
  const { id } = await aSentPost(server)
  const { path } = await aLink([scheduled, { ...scheduled, post: { id, version: 1 } }])
  const { body } = await open(path)
  expect(body).toMatch(/Goes out \w{3}, \w{3} \d+/)
  expect(body).toMatch(/Published \w{3}, \w{3} \d+/)
  expect(body).not.toContain('Request changes')
  expect(body.match(/name="comment-/g)).toHaveLength(1)
  expect(body).toContain('Nothing waits for your answer.')
})

test('no log line has the token, and a link that is loaded too often waits a minute', async () => {
  const asked = await aRequest()
  const { path } = await aLink([asked])
  const token = path.split('/').at(-1)!
  await follow(path, { ...approve(asked), name: 'Rosa' })
  const answers = await Promise.all(Array.from({ length: 125 }, () => open(path)))
  const refused = answers.find(({ statusCode }) => statusCode === 429)!
  expect([refused.body.includes('Too many requests'), Number(refused.headers['retry-after']) > 0]).toEqual([true, true])
  expect(lines.some((line) => line.includes('/review/:token'))).toBe(true)
  expect(lines.join('\n')).not.toContain(token.slice(token.indexOf('_') + 1))
})

test('only schedulers and admins make, list and revoke links', async () => {
  const asked = await aRequest()
  const { id } = await aLink([asked])
  const headers = { authorization: `Bearer ${contributor.key}` }
  const body = { contactName: 'Rosa', postIds: [asked.post.id] }
  const answers = [
    await call('POST', `${account}/review-links`, body, headers),
    await call('GET', `${account}/review-links`, undefined, headers),
    await call('DELETE', `${account}/review-links/${id}`, undefined, headers),
  ]
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
  const wrong = [
    { ...body, postIds: [] },
    { ...body, expiresInDays: 61 },
    { ...body, contactName: '' },
  ]
  for (const each of wrong) expect((await call('POST', `${account}/review-links`, each)).status).toBe(400)
})

/** Notices as they reach a channel, over HTTP as Slack speaks it. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkLimits } from '../../../blocks/limits/limits.js'
import { createApiKey } from '../../../src/core/accounts/keys/create.js'
import { HARMLESS, undeliverable } from '../../../src/core/notices/notices.js'
import type { Notice } from '../../../src/core/ports/notice.js'
import type { Delivery } from '../../../src/core/ports/deps.js'
import { makeMessenger } from '../../../src/slack/notices/messenger.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, HOUR_MS, aQueuedPost, aSentPost } from '../../support/factories.js'
import { aWorld, START, type World } from '../../support/world.js'
import { fail } from '../support/pins.js'

const { db } = await aDatabase()

type Call = { method: string; token: string | undefined; args: Record<string, string> }
type Answer = { status?: number; headers?: Record<string, string>; body: object }
let server: Server
let calls: Call[]
let answers: Answer[]
let world: World

beforeEach(async () => {
  calls = []
  answers = []
  server = createServer((request, response) => {
    let raw = ''
    request.on('data', (piece) => (raw += String(piece)))
    request.on('end', () => {
      const args = Object.fromEntries(new URLSearchParams(raw))
      calls.push({ method: request.url ?? '', token: request.headers.authorization, args })
      const { status = 200, headers = {}, body } = answers.shift() ?? { body: { ok: true, ts: '1.2' } }
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  world = await aWorld(db)
  const { organizationId, clock } = world
  await db.sql`delete from slack_installations`
  await db.sql`insert into slack_installations (team_id, organization_id, installed_at) values ('T1', ${organizationId}, ${clock.now})`
  await db.sql`update accounts set notify_channel_id = 'C7' where organization_id = ${organizationId}`
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

function deliver(
  notice: Notice,
  destination = `account:${world.accountId}`,
  staffChannelId: string | null = 'C0STAFF',
): Promise<Delivery> {
  const { port } = server.address() as AddressInfo // it listens on TCP
  const { deps, organizationId } = world
  const messenger = makeMessenger({
    ...deps,
    botToken: 'xoxb-config',
    staffChannelId,
    slackApiUrl: `http://127.0.0.1:${port}/api/`,
  })
  return messenger.deliver({ organizationId, destination, notice, dedupeKey: 'k' })
}
const sent = () => {
  const { text = '', blocks = '[]' } = calls.at(-1)?.args ?? {}
  const message = { text, blocks: JSON.parse(blocks) as object[] }
  expect(checkLimits(message, 'message')).toEqual([])
  return message
}

test('a publication is told in the channel of its account, by the token of its workspace', async () => {
  const { organizationId, deps } = world
  await db.sql`update slack_installations set bot_token = ${deps.sealer.seal('xoxb-own')} where organization_id = ${organizationId}`
  const { id } = await aSentPost(world, { title: 'Out & <about>' })
  expect(await deliver({ kind: 'pinPublished', accountId: world.accountId, postId: id })).toEqual({ kind: 'delivered' })
  expect(calls[0]).toMatchObject({ method: '/api/chat.postMessage', token: 'Bearer xoxb-own' })
  expect(calls[0]?.args).toMatchObject({ channel: 'C7', unfurl_links: 'false', unfurl_media: 'false' })
  expect(sent().text).toContain('Published: Out &amp; &lt;about&gt; on Kitchen ideas')
  expect(calls[0]?.args['blocks']).toContain('https://pinslot.test/media/')
})

test('a pin that went out without its product tags is told with what was said about them', async () => {
  const { id } = await aSentPost(world, { title: 'Tagged' })
  await deliver({ kind: 'tagsFailed', accountId: world.accountId, postId: id, message: 'No <product> of yours.' })
  expect(sent().text).toContain('Published without its product tags: Tagged. No &lt;product&gt; of yours.')
  expect(JSON.stringify(sent().blocks)).toContain('You can add them on Pinterest.')
})

test('a failure is told with its reason in words, the next step and what can be done', async () => {
  const { id } = await aDraft(world, { title: 'Fell over' })
  await fail(world, { id }, 'board_gone')
  const { accountId } = world
  await deliver({
    kind: 'pinFailed',
    accountId,
    postId: id,
    reason: 'board_gone',
    cause: { code: 'board_gone' },
    message: 'The board 101 is gone.',
    refunded: true,
  })
  const { text, blocks } = sent()
  expect(text).toContain('The board was deleted. Choose another board and reschedule. You weren’t charged.')
  expect(JSON.stringify(blocks)).toContain('"text":"Choose another board"')
  expect(JSON.stringify(blocks)).not.toContain('The board 101 is gone.') // one next step, not two
})

test('what the platform said of a refused pin is told in its own words', async () => {
  const { id } = await aDraft(world, { title: 'Fell over' })
  const { accountId } = world
  const cause = { code: 'platform_rejected', platformMessage: 'No <spam>.' } as const
  const message = 'Pinterest rejected this pin.'
  await deliver({ kind: 'pinFailed', accountId, postId: id, reason: cause.code, cause, message, refunded: false })
  expect(JSON.stringify(sent().blocks)).toContain('Pinterest said: No &lt;spam&gt;.')
})

test('lateness and a dead connection are told', async () => {
  const { id } = await aQueuedPost(world, { title: 'Waits' })
  const { accountId } = world
  await deliver({ kind: 'pinLate', accountId, postId: id, message: 'The platform does not answer.' })
  expect(sent().text).toContain('Late: Waits. The platform does not answer.')
  await deliver({ kind: 'reconnectNeeded', accountId })
  expect(sent().text).toContain('maker needs new permissions.')
})

test('a report comes to the staff as a card that pings nobody', async () => {
  const { organizationId, clock } = world
  const [{ id }] = await db.sql<[{ id: string }]>`
    insert into issue_reports (organization_id, kind, tool, description, via, reported_by, created_at)
    values (${organizationId}, 'report', '/pin <!here>', ${`<!channel> ${'x'.repeat(3900)}`}, 'slack', 'T1:U1', ${clock.now})
    returning id`
  await deliver({ kind: 'issueReport', reportId: id }, 'staff')
  expect(calls[0]).toMatchObject({ token: 'Bearer xoxb-config', args: { channel: 'C0STAFF' } })
  const { text, blocks } = sent()
  expect(text).not.toContain('<!')
  expect(
    blocks.filter((block) => JSON.stringify(block).includes('<!channel>') && !JSON.stringify(block).includes('plain_text')),
  ).toEqual([])
})

test('a person is told in their messages from the app', async () => {
  await deliver({ kind: 'reconnectNeeded', accountId: world.accountId }, 'user:T1:U9')
  expect(calls[0]?.args['channel']).toBe('U9')
})

test.each([
  ['no channel is set', () => db.sql`update accounts set notify_channel_id = null`, undefined],
  ['the app is in no workspace', () => db.sql`update slack_installations set revoked_at = installed_at`, undefined],
  ['there is no staff channel', () => Promise.resolve(), 'staff'],
])('nobody can be told when %s', async (_why, change, destination) => {
  await change()
  const delivery = await deliver({ kind: 'reconnectNeeded', accountId: world.accountId }, destination, null)
  expect(delivery.kind).toBe('undeliverable')
  expect(calls).toEqual([])
})

async function aFailure(createdBy: string): Promise<Extract<Notice, { kind: 'pinFailed' }>> {
  const { id } = await aDraft(world, { title: 'Fell over' })
  await db.sql`update posts set created_by = ${createdBy} where id = ${id}`
  await fail(world, { id }, 'board_gone')
  const { accountId } = world
  return { kind: 'pinFailed', accountId, postId: id, reason: 'board_gone', message: 'It is gone.', refunded: true }
}
const withoutChannel = () => db.sql`update accounts set notify_channel_id = null`
const closed = (error: string) => ({ body: { ok: false, error } })

test('without a channel, bad news of a pin is told to who made it, with the reason and the remedy', async () => {
  await withoutChannel()
  expect(await deliver(await aFailure('T1:U5'))).toEqual({ kind: 'delivered' })
  expect(calls).toHaveLength(1)
  expect(calls[0]?.args['channel']).toBe('U5')
  expect(sent().text).toContain('Not published: Fell over')
  expect(JSON.stringify(sent().blocks.at(-1))).toContain(
    'You’re getting this because it’s your pin and no channel is set for these messages. Admins can choose a channel in /pin settings and type /invite @Pinslot there.',
  )
})

test.each(['is_archived', 'not_in_channel', 'channel_not_found', 'restricted_action'])(
  'where the channel is closed (%s), it is told to who made it, and says which channel that is',
  async (error) => {
    answers = [closed(error)]
    expect(await deliver(await aFailure('T1:U5'))).toEqual({ kind: 'delivered' })
    expect(calls.map(({ args }) => args['channel'])).toEqual(['C7', 'U5'])
    expect(JSON.stringify(sent().blocks.at(-1))).toContain('it’s your pin and Pinslot can’t post in <#C7>')
  },
)

test('who made it is told later where Slack is busy, and nobody where Slack refuses them too', async () => {
  const failure = await aFailure('T1:U5')
  answers = [closed('is_archived'), { status: 429, headers: { 'retry-after': '3' }, body: {} }]
  expect(await deliver(failure)).toMatchObject({ kind: 'later', afterMs: 3000 })
  answers = [closed('is_archived'), closed('channel_not_found')]
  expect(await deliver(failure)).toEqual({ kind: 'undeliverable', message: 'slack answered channel_not_found' })
  await withoutChannel()
  answers = [closed('user_not_found')]
  expect(await deliver(failure)).toEqual({ kind: 'undeliverable', message: 'slack answered user_not_found' }) // the operator sees it
})

test.each<[string, (accountId: string) => Notice]>([
  ['a lost connection', (accountId) => ({ kind: 'reconnectNeeded', accountId })],
  ['several late pins', (accountId) => ({ kind: 'pinsLate', accountId, count: 4 })],
  ['no credit for evergreen pins', (accountId) => ({ kind: 'evergreenStopped', accountId, message: 'No credits are left.' })],
])('%s of an account without a channel goes to the person who connected it last', async (_what, notice) => {
  const { organizationId, accountId, clock } = world
  await withoutChannel()
  const connects = (action: string, actor: string) => db.sql`
    insert into audit (organization_id, change_id, account_id, subject, action, via, actor, at)
    values (${organizationId}, gen_random_uuid(), ${accountId}, ${`account:${accountId}`}, ${action}, 'slack', ${actor}, ${clock.now})`
  await connects('connect', 'T1:U1')
  await connects('reconnect', 'T1:U2')
  await connects('pause', 'T1:U3')
  expect(await deliver(notice(accountId))).toEqual({ kind: 'delivered' })
  expect(calls[0]?.args['channel']).toBe('U2')
  expect(JSON.stringify(sent().blocks.at(-1))).toContain(
    'You’re getting this because you connected the account and no channel is set',
  )
})

const anAdmin = (userId: string, seenAt: string) => db.sql`
  insert into members (organization_id, slack_team_id, slack_user_id, role, seen_at)
  values (${world.organizationId}, 'T1', ${userId}, 'admin', ${seenAt})`
const alerts = () => db.sql`
  select notice ->> 'message' as message
    from outbox
   where destination = 'staff' and notice ->> 'message' like ${`Organization ${world.organizationId} %`}`

test('bad news of a pin that was not made in Slack is told to an admin, the next one where the first is not there any more', async () => {
  await withoutChannel()
  await anAdmin('U7', '2026-03-01T00:00:00Z')
  await anAdmin('U8', '2026-03-02T00:00:00Z')
  answers = [closed('channel_not_found')]
  expect(await deliver(await aFailure('key:7'))).toEqual({ kind: 'delivered' })
  expect(calls.map(({ args }) => args['channel'])).toEqual(['U8', 'U7'])
  expect(JSON.stringify(sent().blocks.at(-1))).toContain(
    'You’re getting this because you’re a Pinslot admin and no channel is set',
  )
  expect(await alerts()).toEqual([])
})

test('where there is no admin in Slack either, the operator is alerted once a day, and it counts as missed', async () => {
  await withoutChannel()
  const missed = undeliverable('unheard')
  expect(await deliver(await aFailure('key:7'))).toEqual(missed)
  await db.sql`delete from slack_installations` // an organization that works by keys alone
  expect(await deliver(await aFailure('key:7'))).toEqual(missed)
  expect(HARMLESS).not.toContain('unheard')
  expect(await alerts()).toHaveLength(1)
})

test('where the app was removed somebody misses it only while a key is in use', async () => {
  const { organizationId, deps, actor, clock } = world
  await createApiKey(deps, actor, { name: 'Nightly' })
  await db.sql`update slack_installations set revoked_at = installed_at`
  const failure = await aFailure('key:7')
  expect(await deliver(failure)).toEqual(undeliverable('not_installed'))
  await db.sql`update api_keys set last_used_at = ${clock.now} where organization_id = ${organizationId}`
  expect(await deliver(failure)).toEqual(undeliverable('unheard'))
})

test('good news waits for no person', async () => {
  await withoutChannel()
  await anAdmin('U7', '2026-03-01T00:00:00Z')
  const { id } = await aSentPost(world)
  await db.sql`update posts set created_by = 'T1:U5' where id = ${id}`
  expect(await deliver({ kind: 'pinPublished', accountId: world.accountId, postId: id })).toMatchObject({ kind: 'undeliverable' })
  expect(calls).toEqual([])
})

test('what a notice tells of may be gone', async () => {
  const delivery = await deliver({ kind: 'pinPublished', accountId: world.accountId, postId: '999999' })
  expect(delivery.kind).toBe('undeliverable')
})

test.each<[string, Answer, Delivery]>([
  [
    '429 with Retry-After',
    { status: 429, headers: { 'retry-after': '7' }, body: {} },
    { kind: 'later', afterMs: 7000, message: 'slack limits our messages' },
  ],
  [
    '429 with Retry-After of years',
    { status: 429, headers: { 'retry-after': '400000000' }, body: {} },
    { kind: 'later', afterMs: HOUR_MS, message: 'slack limits our messages' },
  ],
  [
    '503 until a date',
    { status: 503, headers: { 'retry-after': new Date(START.getTime() + 7_000).toUTCString() }, body: {} },
    { kind: 'later', afterMs: 7000, message: 'slack answered 503' },
  ],
  ['500', { status: 500, body: {} }, { kind: 'later', message: 'slack answered 500' }],
  [
    'trouble of its own',
    { body: { ok: false, error: 'internal_error' } },
    { kind: 'later', message: 'slack answered internal_error' },
  ],
  ...['invalid_auth', 'channel_not_found', 'is_archived', 'not_in_channel', 'token_revoked'].map(
    (error): [string, Answer, Delivery] => [
      error,
      { body: { ok: false, error } },
      { kind: 'undeliverable', message: `slack answered ${error}` },
    ],
  ),
])('slack answers %s', async (_what, answer, delivery) => {
  answers = [answer]
  expect(await deliver({ kind: 'reconnectNeeded', accountId: world.accountId })).toEqual(delivery)
  expect(calls).toHaveLength(1)
})

test('slack that cannot be reached is asked later', async () => {
  await new Promise((resolve) => server.close(resolve))
  const messenger = makeMessenger({
    ...world.deps,
    botToken: 'xoxb',
    staffChannelId: null,
    slackApiUrl: 'http://127.0.0.1:9/api/',
  })
  const notice = { kind: 'reconnectNeeded', accountId: world.accountId } as const
  const delivery = await messenger.deliver({
    organizationId: world.organizationId,
    destination: `account:${world.accountId}`,
    notice,
    dedupeKey: 'k',
  })
  expect(delivery).toEqual({ kind: 'later', message: expect.stringMatching(/^slack could not be reached: /) as string })
})

test('pictures that slack cannot load are left out', async () => {
  answers = [{ body: { ok: false, error: 'invalid_blocks', response_metadata: { messages: ['downloading image failed'] } } }]
  const { id } = await aSentPost(world)
  expect(await deliver({ kind: 'pinPublished', accountId: world.accountId, postId: id })).toEqual({ kind: 'delivered' })
  expect(calls).toHaveLength(2)
  expect(calls[1]?.args['blocks']).not.toContain('image_url')
})

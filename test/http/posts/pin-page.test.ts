/** The page behind the link of a pin: closed for everybody, open by a signed link for who may see the pin. */
import { expect, test } from 'vitest'
import type { FindPerson } from '../../../src/core/accounts/keys/key-actor.js'
import { findKnownMember } from '../../../src/core/accounts/people/members.js'
import { DAY_MS } from '../../../src/core/lib/duration.js'
import { deletePost } from '../../../src/core/posts/delete.js'
import { openPinPage, pinAddress, pinIdIn, pinPageHref } from '../../../src/core/posts/review-links/pin-page.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost } from '../../support/factories.js'
import { aWorld, START } from '../../support/world.js'
import { aServer } from '../support/support.js'

const { db } = await aDatabase()
/** The people of Slack with the role that they have here. */
const findPerson: FindPerson = async ({ organizationId, teamId, userId }) =>
  findKnownMember(db.sql, { organizationId, teamId, userId }, new Date(START))
const server = await aServer(db, { findPerson })
const { app, deps, actor, accountId, organizationId, clock } = server
const words = { title: 'Oak <b>shelf</b>', description: 'Made by hand', url: 'https://shop.test/oak' }

const get = (path: string) => app.inject(path.replace('https://pinslot.test', ''))
const hrefOf = (postId: string, userId = 'T1:U1') => pinPageHref(deps, { organizationId, userId }, { accountId, postId }) ?? ''
const role = (name: string) => db.sql`
  insert into members (organization_id, slack_team_id, slack_user_id, role, seen_at)
  values (${organizationId}, 'T1', 'U1', ${name}, ${clock.now})
  on conflict (organization_id, slack_team_id, slack_user_id) do update set role = excluded.role`

test('the address alone shows the same for a pin, for one that is gone, for another organization’s, and for none', async () => {
  const other = await aWorld(db)
  const [ours, gone, theirs] = [
    await aQueuedPost(server, words),
    await aQueuedPost(server, words),
    await aQueuedPost(other, words),
  ]
  await deletePost(deps, { ...actor, via: 'slack' }, { accountId, postId: gone.id })
  const pages = await Promise.all(
    [ours.id, gone.id, theirs.id, '999999999'].map(async (id) => [id, await get(pinAddress(deps, id))] as const),
  )
  for (const [id, { statusCode, body, headers }] of pages) {
    expect(statusCode).toBe(200)
    expect(body.replace(`/pin ${id}<`, '/pin 12<')).toBe(pages[0]![1].body.replace(`/pin ${ours.id}<`, '/pin 12<'))
    expect(body).not.toContain('Oak')
    expect(headers['x-robots-tag']).toContain('noindex')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['cache-control']).toBe('no-store')
  }
})

test('a signed link shows the pin to its person, as data, and without any script', async () => {
  await role('viewer')
  const { id } = await aQueuedPost(server, words)
  const { body } = await get(hrefOf(id))
  for (const part of ['Oak &#60;b&#62;shelf', 'Made by hand', 'https://shop.test/oak', 'Scheduled']) expect(body).toContain(part)
  expect(body).not.toContain('<script')
})

test('a signed link shows nothing once its person may not see the pin, after its days, or for another pin', async () => {
  const { id } = await aQueuedPost(server, words)
  const other = await aQueuedPost(server, words)
  const closed = (await get(pinAddress(deps, id))).body
  const href = hrefOf(id)
  await role('none')
  expect((await get(href)).body).toBe(closed)
  await role('viewer')
  expect((await get(href)).body).toContain('Oak')
  expect((await get(href.replace(`/p/${id}`, `/p/${other.id}`))).body).not.toContain('Oak')
  expect((await get(`${href}x`)).body).toBe(closed)
  expect((await get(`${pinAddress(deps, id)}?by=a&by=b`)).body).toBe(closed)
  clock.advance(2 * DAY_MS)
  expect((await get(href)).body).toBe(closed)
})

test('nobody but a person in Slack gets a signed link, and whom Slack does not confirm opens none', async () => {
  const { id } = await aQueuedPost(server, words)
  expect(pinPageHref(deps, { organizationId, userId: 'key:1' }, { accountId, postId: id })).toBeUndefined()
  const token = new URL(hrefOf(id)).searchParams.get('by') ?? ''
  expect(await openPinPage({ ...deps, findPerson: async () => 'gone' }, { postId: id, token })).toBeUndefined()
  expect(await openPinPage(deps, { postId: id, token })).toBeUndefined()
})

test('an address is a pin’s only with our own host and its number', () => {
  const ids = ['/p/12', '/p/12/', '/p/12?by=x#y', '/p/x', '/q/p/12', '/p/12/edit'].map((path) =>
    pinIdIn(deps, `https://pinslot.test${path}`),
  )
  expect(ids).toEqual(['12', '12', '12', undefined, undefined, undefined])
  expect([pinIdIn(deps, 'https://evil.test/p/12'), pinIdIn(deps, 'http://pinslot.test/p/12'), pinIdIn(deps, 'no')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

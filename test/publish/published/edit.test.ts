import { beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/lib/duration.js'
import { createApiKey } from '../../../src/core/accounts/keys/create.js'
import { fixLink } from '../../../src/core/publish/published/fix-link.js'
import { editPublished, readPublishedNow } from '../../../src/core/publish/published/request.js'
import { clearFaults } from '../../../src/sandbox/platform/faults/faults.js'
import { resetSwitches, setSwitches } from '../../../src/sandbox/platform/faults/switches.js'
import { aDatabase } from '../../support/database.js'
import { aPublishWorld, noticesOf, reread } from '../support/support.js'
import { anEditor, aPublishedPin, edit, editOf, remove, there, workOnEdits } from './support.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)
const { simulator, accountId } = world
beforeEach(async () => {
  await clearFaults(db.sql)
  await resetSwitches(db.sql)
})
let number = 0
const aUrl = () => `https://example.com/published-${number++}`
describe('an edit of a published pin', () => {
  test('is made on Pinterest and on the post, and stands in its history', async () => {
    const post = await aPublishedPin(world, { url: aUrl(), title: 'Oak shelf', altText: 'A shelf' })
    const made = await edit(world, post, { title: 'Oak shelves', altText: '', board: { boardId: '102' } })
    expect(made).toMatchObject({
      kind: 'edit',
      state: 'sending',
      before: { title: 'Oak shelf', altText: 'A shelf', boardId: '101' },
      after: { title: 'Oak shelves', altText: null, boardId: '102' },
      editedOnPinterest: [],
    })
    await workOnEdits(world, MINUTE_MS)
    expect(await editOf(world, post)).toMatchObject({ state: 'applied', reason: null, settledAt: expect.any(Date) as Date })
    expect(await there(world, post)).toMatchObject({ title: 'Oak shelves', alt_text: null, board_id: '102', link: post.url })
    expect(await reread(world, post)).toMatchObject({ title: 'Oak shelves', altText: null, boardId: '102', status: 'sent' })
    const [last] = await db.sql`select action, actor from audit where subject = ${`post:${post.id}`} order by id desc limit 1`
    expect(last).toEqual({ action: 'editPublished', actor: world.actor.userId })
  })

  test('is shown and writes nothing as a preview', async () => {
    const post = await aPublishedPin(world, { url: aUrl() })
    const { deps, actor } = world
    const shown = await editPublished(deps, actor, { accountId, postId: post.id, changes: { title: 'Other' }, preview: true })
    expect(shown).toMatchObject({ id: null, state: null, after: { title: 'Other' } })
    expect(await db.sql`select from pin_edits where post_id = ${post.id}`).toHaveLength(0)
  })

  test('names the fields that were edited on Pinterest, not those that Pinterest only stores its own way', async () => {
    const post = await aPublishedPin(world, { url: aUrl(), title: 'Tea & honey' })
    await db.sql`update sim_pins set description = 'Written there', title = 'Tea &amp; honey ' where id = ${post.pinId}`
    const { editedOnPinterest, now } = await readPublishedNow(world.deps, world.actor, { accountId, postId: post.id })
    expect([editedOnPinterest, now.description]).toEqual([['description'], 'Written there'])
  })

  test('of a link that the patrol found leaves one alone that somebody has changed on Pinterest', async () => {
    const { deps, actor, organizationId } = world
    const post = await aPublishedPin(world, { url: aUrl() })
    const { now } = world.clock
    await db.sql`
      insert into patrolled_pins (organization_id, post_id, account_id, due_at, checked_at, url, finding, found_at, confirmed_at)
      values (${organizationId}, ${post.id}, ${accountId}, ${now}, ${now}, ${post.url},
              ${db.sql.json({ code: 'link_status', severity: 'blocking', status: 404 })}, ${now}, ${now})`
    const fix = () => fixLink(deps, actor, { accountId, postId: post.id, url: 'https://example.com/proposed' })
    await db.sql`update sim_pins set link = 'https://example.com/their-own' where id = ${post.pinId}`
    await expect(fix()).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('was changed') as string })
    await db.sql`update sim_pins set link = ${post.url} where id = ${post.pinId}`
    expect(await fix()).toMatchObject({ state: 'sending', after: { url: 'https://example.com/proposed' } })
  })

  test('leaves a pin alone that was edited on Pinterest in the meantime', async () => {
    const post = await aPublishedPin(world, { url: aUrl(), title: 'Mine' })
    await edit(world, post, { title: 'Mine, better' })
    await db.sql`update sim_pins set description = 'Written there' where id = ${post.pinId}`
    await workOnEdits(world, MINUTE_MS)
    expect(await editOf(world, post)).toMatchObject({ state: 'refused', reason: 'edited_meanwhile' })
    expect(await there(world, post)).toMatchObject({ title: 'Mine' })
    expect(await reread(world, post)).toMatchObject({ title: 'Mine' })
  })

  test('gets the UTM parameters of its account in a new link, and the post keeps the link as typed', async () => {
    const post = await aPublishedPin(world, { url: aUrl() })
    await db.sql`
      insert into utm_rules (organization_id, account_id, source, updated_at) values (${world.organizationId}, ${accountId}, 'pinterest', ${world.clock.now})`
    const url = aUrl()
    await edit(world, post, { url })
    await workOnEdits(world, MINUTE_MS)
    expect(await there(world, post)).toMatchObject({ link: `${url}?utm_source=pinterest` })
    expect((await reread(world, post)).url).toBe(url)
    await db.sql`delete from utm_rules`
  })

  test.each(['commit_then_hang', 'commit_then_500', 'commit_then_truncated'] as const)(
    'whose answer is lost (%s) is found on the pin, and sent once',
    async (fault) => {
      const post = await aPublishedPin(world, { url: aUrl() })
      await setSwitches(db.sql, { rewriteText: 0.9 })
      await simulator.fault({ operation: 'update_pin', fault })
      await edit(world, post, { title: 'A rather long title, which Pinterest may cut in the end', description: 'New — words' })
      await workOnEdits(world, 2_000)
      expect(await editOf(world, post)).toMatchObject({ state: 'unknown', settledAt: null })
      await workOnEdits(world, 10 * MINUTE_MS)
      expect(await editOf(world, post)).toMatchObject({ state: 'applied' })
      const [row] = await db.sql`select requests from pin_edits where post_id = ${post.id}`
      expect(row).toEqual({ requests: 1 })
    },
  )

  test('that did nothing is sent once more after its pin was read, and never a third time', async () => {
    const post = await aPublishedPin(world, { url: aUrl(), title: 'As it was' })
    await simulator.fault({ operation: 'update_pin', fault: 'hang' })
    await edit(world, post, { title: 'Second try' })
    await workOnEdits(world, 10 * MINUTE_MS)
    expect(await editOf(world, post)).toMatchObject({ state: 'applied' })
    await simulator.fault({ operation: 'update_pin', fault: 'hang', times: 3 })
    await edit(world, post, { title: 'Third title' })
    await workOnEdits(world, HOUR_MS)
    expect(await editOf(world, post)).toMatchObject({ state: 'refused', reason: 'not_applied' })
    const rows = await db.sql`select requests from pin_edits where post_id = ${post.id} order by id`
    expect([...rows]).toEqual([{ requests: 2 }, { requests: 2 }])
    expect(await there(world, post)).toMatchObject({ title: 'Second try' })
  })

  test('whose answer is lost while somebody edits the pin on Pinterest stays unknown, with words', async () => {
    const post = await aPublishedPin(world, { url: aUrl() })
    await simulator.fault({ operation: 'update_pin', fault: 'commit_then_hang' })
    await edit(world, post, { title: 'Ours' })
    await workOnEdits(world, 2_000)
    await db.sql`update sim_pins set title = 'Somebody else’s words' where id = ${post.pinId}`
    await workOnEdits(world, HOUR_MS)
    expect(await editOf(world, post)).toMatchObject({
      state: 'unknown',
      reason: 'other_values',
      settledAt: expect.any(Date) as Date,
    })
  })

  test('cannot be settled where the account is disconnected before the pin was read', async () => {
    const post = await aPublishedPin(world, { url: aUrl() })
    await simulator.fault({ operation: 'update_pin', fault: 'commit_then_hang' })
    await edit(world, post, { title: 'Ours' })
    await workOnEdits(world, 2_000)
    await db.sql`update sim_tokens set revoked_at = ${world.clock.now}`
    await workOnEdits(world, HOUR_MS)
    expect(await editOf(world, post)).toMatchObject({ state: 'unknown', reason: 'unread' })
    await db.sql`update sim_tokens set revoked_at = null`
    await db.sql`update accounts set token_status = 'authorized'`
  })

  test.each([
    { fault: 'restricted_feature', reason: 'app_refused' },
    { fault: 'forbidden', reason: 'platform_refused' },
    { fault: 'spam', reason: 'account_refused' },
    { fault: 'scope_missing', reason: 'reconnect_required' },
  ] as const)('that Pinterest refuses ($fault) changes nothing and says why', async ({ fault, reason }) => {
    const post = await aPublishedPin(world, { url: aUrl(), title: 'As it was' })
    await simulator.fault({ operation: 'update_pin', fault })
    await edit(world, post, { title: 'Other' })
    await workOnEdits(world, MINUTE_MS)
    expect(await editOf(world, post)).toMatchObject({ state: 'refused', reason })
    expect(await reread(world, post)).toMatchObject({ title: 'As it was' })
  })

  test('waits while Pinterest limits the rate, and is made after that', async () => {
    const post = await aPublishedPin(world, { url: aUrl() })
    await simulator.fault({ operation: 'update_pin', fault: 'rate_limited', times: 2 })
    await edit(world, post, { title: 'Later' })
    await workOnEdits(world, 30_000)
    expect(await editOf(world, post)).toMatchObject({ state: 'sending', settledAt: null })
    await workOnEdits(world, HOUR_MS)
    expect(await editOf(world, post)).toMatchObject({ state: 'applied' })
  })

  test('is given up after a day without Pinterest', async () => {
    const post = await aPublishedPin(world, { url: aUrl() })
    await simulator.fault({ operation: 'update_pin', fault: 'rate_limited', times: 100 })
    await edit(world, post, { title: 'Never' })
    await workOnEdits(world, 2 * DAY_MS)
    expect(await editOf(world, post)).toMatchObject({ state: 'refused', reason: 'platform_unavailable' })
  })

  test('of a pin that was deleted there marks its post, and takes it out of evergreen', async () => {
    const post = await aPublishedPin(world, { url: aUrl() })
    await db.sql`
      insert into evergreen_posts (organization_id, post_id, account_id, added_by, added_at)
      values (${world.organizationId}, ${post.id}, ${accountId}, 'T1:U1', ${world.clock.now})`
    await edit(world, post, { title: 'Too late' })
    await db.sql`delete from sim_pins where id = ${post.pinId}`
    await workOnEdits(world, MINUTE_MS)
    expect(await editOf(world, post)).toMatchObject({ state: 'refused', reason: 'pin_deleted' })
    expect(await reread(world, post)).toMatchObject({ status: 'sent', pinDeletedAt: expect.any(Date) as Date })
    expect(await db.sql`select from evergreen_posts where post_id = ${post.id}`).toHaveLength(0)
    await expect(edit(world, post, { title: 'Again' })).rejects.toMatchObject({ details: { reason: 'pin_deleted' } })
  })

  test('is refused at once where the pin is gone already, and marks its post', async () => {
    const post = await aPublishedPin(world, { url: aUrl() })
    await db.sql`delete from sim_pins where id = ${post.pinId}`
    expect(await edit(world, post, { title: 'Too late' })).toMatchObject({ state: 'refused', reason: 'pin_deleted' })
    await expect(edit(world, post, { title: 'Again' })).rejects.toMatchObject({ details: { reason: 'pin_deleted' } })
    expect((await reread(world, post)).pinDeletedAt).toEqual(expect.any(Date))
  })

  test('is one at a time: a second request is refused until the first is over, also in a race', async () => {
    const post = await aPublishedPin(world, { url: aUrl() })
    const both = await Promise.allSettled([
      edit(world, post, { title: 'One' }),
      edit(world, post, { title: 'Two' }),
      remove(world, post),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    for (const one of both)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ details: { reason: 'pin_edit_open' } })
    await workOnEdits(world, MINUTE_MS)
  })

  test('is sent once by several workers', async () => {
    const post = await aPublishedPin(world, { url: aUrl() })
    await edit(world, post, { title: 'Once' })
    await Promise.all([anEditor(world), anEditor(world), anEditor(world)].map((worker) => worker.drain()))
    const [row] = await db.sql`select state, requests from pin_edits where post_id = ${post.id}`
    expect(row).toEqual({ state: 'applied', requests: 1 })
  })

  test.each([
    { what: 'paused', column: 'publishing', value: 'paused', usual: 'active', reason: 'publishing_paused' },
    {
      what: 'disconnected',
      column: 'token_status',
      value: 'unauthorized',
      usual: 'authorized',
      reason: 'platform_reconnect_required',
    },
  ])('is refused on an account that is $what, before and after it was requested', async ({ column, value, usual, reason }) => {
    const post = await aPublishedPin(world, { url: aUrl(), title: 'As it was' })
    await edit(world, post, { title: 'Other' })
    await db.sql`update accounts set ${db.sql(column)} = ${value}`
    await workOnEdits(world, MINUTE_MS)
    expect(await editOf(world, post)).toMatchObject({ state: 'refused' })
    await expect(edit(world, post, { title: 'Other' })).rejects.toMatchObject({ details: { reason } })
    await db.sql`update accounts set ${db.sql(column)} = ${usual}`
    expect(await there(world, post)).toMatchObject({ title: 'As it was' })
  })

  test('is for schedulers and admins', async () => {
    const post = await aPublishedPin(world, { url: aUrl() })
    const contributor = { ...world.actor, role: 'contributor' as const }
    await expect(
      editPublished(world.deps, contributor, { accountId, postId: post.id, changes: { title: 'Other' } }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('is not made for a key that was revoked in the meantime', async () => {
    const post = await aPublishedPin(world, { url: aUrl(), title: 'As it was' })
    const { apiKey } = await createApiKey(world.deps, world.actor, { name: 'Robot', role: 'scheduler' })
    const robot = { ...world.actor, userId: `key:${apiKey.id}`, apiKeyId: apiKey.id }
    await editPublished(world.deps, robot, { accountId, postId: post.id, changes: { title: 'Other' } })
    await db.sql`update api_keys set revoked_at = ${world.clock.now} where id = ${apiKey.id}`
    await workOnEdits(world, MINUTE_MS)
    expect(await editOf(world, post)).toMatchObject({ state: 'refused', reason: 'not_allowed' })
    expect(await there(world, post)).toMatchObject({ title: 'As it was' })
  })

  test('needs a field that differs, and a board of the account', async () => {
    const post = await aPublishedPin(world, { url: aUrl(), title: 'Same' })
    await expect(edit(world, post, {})).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(edit(world, post, { title: 'Same' })).rejects.toMatchObject({ details: { field: 'title' } })
    await expect(edit(world, post, { board: { boardId: '987654' } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('a deletion of a published pin', () => {
  test('needs the pin’s own id, is made once, and keeps the post in its history', async () => {
    const post = await aPublishedPin(world, { url: aUrl() })
    await expect(remove(world, { ...post, pinId: '1' })).rejects.toMatchObject({ details: { field: 'confirm' } })
    await remove(world, post)
    await workOnEdits(world, MINUTE_MS)
    expect(await editOf(world, post)).toMatchObject({ kind: 'delete', state: 'applied', after: null })
    expect(await there(world, post)).toBeUndefined()
    expect(await reread(world, post)).toMatchObject({ status: 'sent', pinId: post.pinId, pinDeletedAt: expect.any(Date) as Date })
    await expect(remove(world, post)).rejects.toMatchObject({ details: { reason: 'pin_deleted' } })
  })

  test.each(['commit_then_hang', 'hang', 'pin_gone', 'rate_limited'] as const)(
    'ends with a pin that is gone after %s',
    async (fault) => {
      const post = await aPublishedPin(world, { url: aUrl() })
      await simulator.fault({ operation: 'delete_pin', fault })
      await remove(world, post)
      if (fault === 'pin_gone') await db.sql`delete from sim_pins where id = ${post.pinId}`
      await workOnEdits(world, HOUR_MS)
      expect(await editOf(world, post)).toMatchObject({ state: 'applied' })
      expect(await there(world, post)).toBeUndefined()
    },
  )

  test('that Pinterest refuses leaves the pin, and tells the team where a program asked', async () => {
    const post = await aPublishedPin(world, { url: aUrl() })
    await simulator.fault({ operation: 'delete_pin', fault: 'forbidden' })
    await remove(world, post)
    await workOnEdits(world, MINUTE_MS)
    expect(await editOf(world, post)).toMatchObject({ state: 'refused', reason: 'platform_refused' })
    expect(await reread(world, post)).toMatchObject({ pinDeletedAt: null })
    expect((await noticesOf(world, post)).map(({ kind }) => kind)).toContain('pinEditEnded')
  })
})

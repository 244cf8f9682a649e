/** Edits of published pins that wait for approval. */
import { beforeEach, expect, test } from 'vitest'
import type { Actor } from '../../../src/core/lib/actor.js'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/lib/duration.js'
import { sayEnd } from '../../../src/core/publish/published/pin-edit.js'
import { decidePinEdit } from '../../../src/core/publish/published/decide.js'
import { deletePublished, editPublished } from '../../../src/core/publish/published/request.js'
import { clearFaults } from '../../../src/sandbox/platform/faults/faults.js'
import { aDatabase } from '../../support/database.js'
import { aPublishWorld, noticesOf, reread, workFor } from '../support/support.js'
import { aPublishedPin, edit, editOf, remove, type Sent, there, workOnEdits } from './support.js'

const { db } = await aDatabase()
const world = await aPublishWorld(db)
const { deps, organizationId, accountId, simulator } = world
const asker: Actor = { organizationId, via: 'slack', role: 'contributor', userId: 'T1:UASK' }
const approver: Actor = { organizationId, via: 'slack', role: 'scheduler', userId: 'T1:UBOSS' }
let number = 0

beforeEach(async () => {
  await clearFaults(db.sql)
  await db.sql`update accounts set approval_policy = 'required', approvals_channel_id = 'C1' where organization_id = ${organizationId}`
  for (const { userId, role } of [asker, approver])
    await db.sql`
      insert into members (organization_id, slack_team_id, slack_user_id, role, assigned_role, seen_at)
      values (${organizationId}, 'T1', ${userId.slice(3)}, ${role}, ${role}, ${world.clock.now})
      on conflict (organization_id, slack_team_id, slack_user_id) do update set role = excluded.role, assigned_role = excluded.assigned_role`
})

/** A published pin that the contributor made. */
async function theirs(title: string): Promise<Sent> {
  const post = await aPublishedPin(world, { title, url: `https://example.com/approval-${number++}` })
  await db.sql`update posts set created_by = ${asker.userId} where organization_id = ${organizationId} and id = ${post.id}`
  return { ...post, createdBy: asker.userId }
}
const asks = (post: Sent, title: string) => editPublished(deps, asker, { accountId, postId: post.id, changes: { title } })
const decides = (who: Actor, post: Sent, editId: string | null, decision: 'approve' | 'decline') =>
  decidePinEdit(deps, who, { accountId, postId: post.id, editId: editId ?? '', decision })

test('a contributor’s edit changes nothing on Pinterest until somebody approves it, and is sent then', async () => {
  const post = await theirs('Waiting')
  const { id, state } = await asks(post, 'Approved')
  expect(state).toBe('pending_approval')
  await workOnEdits(world, 10 * MINUTE_MS)
  expect(await there(world, post)).toMatchObject({ title: 'Waiting' })
  expect(await decides(approver, post, id, 'approve')).toMatchObject({ state: 'sending', decidedBy: approver.userId })
  await workOnEdits(world, MINUTE_MS)
  expect(await editOf(world, post)).toMatchObject({ state: 'applied', author: { userId: asker.userId } })
  expect(await there(world, post)).toMatchObject({ title: 'Approved' })
  expect(await reread(world, post)).toMatchObject({ title: 'Approved' })
})

test('a declined edit changes nothing, and who asked is told', async () => {
  const post = await theirs('Stays')
  const { id } = await asks(post, 'Declined')
  expect(await decides(approver, post, id, 'decline')).toMatchObject({ state: 'refused', reason: 'declined' })
  await workOnEdits(world, MINUTE_MS)
  expect(await there(world, post)).toMatchObject({ title: 'Stays' })
  const told = await noticesOf(world, post)
  expect(told.map(({ kind }) => kind).filter((kind) => kind.startsWith('pinEdit'))).toEqual(['pinEditAsked', 'pinEditEnded'])
})

test('who asked approves nothing, but may withdraw it; and nobody decides it after that', async () => {
  const post = await theirs('Mine')
  const { id } = await asks(post, 'Mine, too')
  await expect(decides({ ...asker, role: 'scheduler' }, post, id, 'approve')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(decides(asker, post, id, 'approve')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await decides(asker, post, id, 'decline')).toMatchObject({ state: 'refused', reason: 'withdrawn' })
  await expect(decides(approver, post, id, 'approve')).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'This request was withdrawn.',
  })
})

test('it takes a person to decide, and somebody of the account', async () => {
  const post = await theirs('Person')
  const { id } = await asks(post, 'Key')
  const key: Actor = { organizationId, via: 'api', role: 'admin', userId: 'key:1' }
  await expect(decides(key, post, id, 'approve')).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(decides({ ...approver, organizationId: '999999' }, post, id, 'approve')).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('without approvals, or for another’s pin, a contributor is refused; deletions they never request', async () => {
  const post = await theirs('Refused')
  const other = await aPublishedPin(world, { url: 'https://example.com/another' })
  await expect(asks(other, 'No')).rejects.toMatchObject({ message: expect.stringContaining('only their own pins') as string })
  await expect(deletePublished(deps, asker, { accountId, postId: post.id, confirm: post.pinId })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await db.sql`update accounts set approval_policy = 'none' where organization_id = ${organizationId}`
  await expect(asks(post, 'No')).rejects.toMatchObject({
    message: 'Only schedulers and admins can change published pins. Ask one of them.',
  })
})

test('a pin has one open change: one that waits refuses another, also a deletion', async () => {
  const post = await theirs('One')
  await asks(post, 'First')
  await expect(edit(world, post, { title: 'Second' })).rejects.toMatchObject({ details: { reason: 'pin_edit_open' } })
  await expect(remove(world, post)).rejects.toMatchObject({ details: { reason: 'pin_edit_open' } })
})

test('of two decisions at once one counts', async () => {
  const post = await theirs('Race')
  const { id } = await asks(post, 'Raced')
  const both = await Promise.allSettled([
    decides(approver, post, id, 'approve'),
    decides({ ...approver, userId: 'T1:UMATE' }, post, id, 'decline'),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } })
})

test('an approval counts while its approver may change published pins', async () => {
  const post = await theirs('Demoted')
  const { id } = await asks(post, 'Not sent')
  await decides(approver, post, id, 'approve')
  await db.sql`
    update members set role = 'viewer', assigned_role = 'viewer'
     where organization_id = ${organizationId} and slack_user_id = 'UBOSS'`
  await workOnEdits(world, MINUTE_MS)
  expect(await editOf(world, post)).toMatchObject({ state: 'refused', reason: 'not_allowed' })
  expect(await there(world, post)).toMatchObject({ title: 'Demoted' })
})

test('what was edited on Pinterest while it waited stays as it is there', async () => {
  const post = await theirs('Before')
  const { id } = await asks(post, 'After')
  await db.sql`update sim_pins set title = 'Written there' where id = ${post.pinId}`
  await decides(approver, post, id, 'approve')
  await workOnEdits(world, MINUTE_MS)
  expect(await editOf(world, post)).toMatchObject({ state: 'refused', reason: 'edited_meanwhile' })
  expect(await there(world, post)).toMatchObject({ title: 'Written there' })
})

test('an edit that waited for days is tried for a day from its approval on, as any other', async () => {
  const post = await theirs('Patient')
  const { id } = await asks(post, 'Approved late')
  await workFor(world, 3 * DAY_MS, [])
  await simulator.fault({ operation: 'update_pin', fault: 'rate_limited', times: 2 })
  await decides(approver, post, id, 'approve')
  await workOnEdits(world, 30_000)
  expect(await editOf(world, post)).toMatchObject({ state: 'sending', settledAt: null })
  await workOnEdits(world, HOUR_MS)
  expect(await editOf(world, post)).toMatchObject({ state: 'applied' })
})

test('where its answer is lost and Pinterest cannot be read at once, the pin is read again', async () => {
  const post = await theirs('Lost')
  const { id } = await asks(post, 'Found again')
  await workFor(world, 3 * DAY_MS, [])
  await simulator.fault({ operation: 'update_pin', fault: 'commit_then_hang' })
  await decides(approver, post, id, 'approve')
  await workOnEdits(world, 1000)
  await simulator.fault({ operation: 'get_pin', fault: 'fail_500', times: 2 })
  await workOnEdits(world, HOUR_MS)
  expect(await editOf(world, post)).toMatchObject({ state: 'applied' })
})

test.each([
  { because: 'publishing_paused', set: { publishing: 'paused' }, back: { publishing: 'active' } },
  {
    because: 'account_on_hold',
    set: { hold_since: world.clock.now, hold_reason: 'spam' },
    back: { hold_since: null, hold_reason: null },
  },
  { because: 'platform_reconnect_required', set: { token_status: 'unauthorized' }, back: { token_status: 'authorized' } },
])('while the account sends nothing ($because), a request is not used up by an approval, but may be declined', async (row) => {
  const post = await theirs('Kept')
  const { id } = await asks(post, 'Approved after it')
  await db.sql`update accounts set ${db.sql(row.set)} where organization_id = ${organizationId}`
  await expect(decides(approver, post, id, 'approve')).rejects.toMatchObject({ details: { reason: row.because } })
  expect(await editOf(world, post)).toMatchObject({ state: 'pending_approval' })
  const other = await decides(approver, post, id, 'decline').finally(
    () => db.sql`update accounts set ${db.sql(row.back)} where organization_id = ${organizationId}`,
  )
  expect(other).toMatchObject({ state: 'refused', reason: 'declined' })
})

test('a request to move a pin to a board that was deleted meanwhile changes nothing, and says so', async () => {
  const post = await theirs('Stays where it is')
  const { id } = await editPublished(deps, asker, { accountId, postId: post.id, changes: { board: { boardId: '102' } } })
  await db.sql`delete from sim_boards where id = '102'`
  await decides(approver, post, id, 'approve')
  await workOnEdits(world, MINUTE_MS)
  const end = await editOf(world, post)
  expect(end).toMatchObject({ state: 'refused', reason: 'platform_refused' })
  expect(sayEnd(end)).toContain('Pinterest refused this, so nothing was changed.')
  expect(await there(world, post)).toMatchObject({ board_id: '101' })
  expect(await reread(world, post)).toMatchObject({ boardId: '101' })
})

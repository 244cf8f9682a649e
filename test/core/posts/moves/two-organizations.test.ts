/** What moves, copies, publishes and warns knows nothing of another organization: its accounts and posts are not there. */
import { expect, test } from 'vitest'
import { DomainError } from '../../../../src/core/lib/errors.js'
import { duplicatePost } from '../../../../src/core/posts/create/duplicate.js'
import { moveSeries } from '../../../../src/core/posts/schedule/move-series.js'
import { swapPosts } from '../../../../src/core/posts/schedule/swap.js'
import { schedulePost } from '../../../../src/core/posts/schedule.js'
import { warningsFor } from '../../../../src/core/posts/state/warnings.js'
import { putSpacingRule } from '../../../../src/core/slots/spacing-rules.js'
import { aDatabase } from '../../../support/database.js'
import { aDraft, aQueuedPost, inDays } from '../../../support/factories.js'
import { aWorld, type World } from '../../../support/world.js'

const { db } = await aDatabase()

type Theirs = { accountId: string; postId: string; draftId: string; groupId: string }
type Act = (ours: World, mine: string, place: { accountId: string }, theirs: Theirs) => Promise<unknown>

/** Each with an id of theirs in the place of one of ours. */
const ACTS: Record<string, Act> = {
  'swap, its first pin': ({ deps, actor }, mine, place, { postId }) =>
    swapPosts(deps, actor, { ...place, postId, otherPostId: mine }),
  'swap, its second pin': ({ deps, actor }, mine, place, { postId }) =>
    swapPosts(deps, actor, { ...place, postId: mine, otherPostId: postId }),
  'publish now': ({ deps, actor }, _, place, { draftId: postId }) =>
    schedulePost(deps, actor, { ...place, postId, when: { kind: 'now' } }),
  later: ({ deps, actor }, _, place, { postId }) => schedulePost(deps, actor, { ...place, postId, when: { kind: 'later' } }),
  duplicate: ({ deps, actor }, _, place, { postId }) => duplicatePost(deps, actor, { ...place, postId }),
  'move a series': ({ deps, actor }, _, place, { groupId: intervalGroupId }) =>
    moveSeries(deps, actor, { ...place, intervalGroupId, move: { kind: 'days', days: 1 } }),
}

/** Two organizations of one kind, the second with a series. */
async function two(): Promise<{ ours: World; mine: string; stranger: World; theirs: Theirs }> {
  const ours = await aWorld(db)
  const stranger = await aWorld(db)
  const post = await aQueuedPost(stranger, { at: inDays(stranger, 3), title: 'Of somebody else' })
  await db.sql`update posts set interval_group_id = id, interval_position = 0 where id = ${post.id}`
  const draft = await aDraft(stranger)
  const mine = await aQueuedPost(ours, { at: inDays(ours, 1) })
  const theirs = { accountId: stranger.accountId, postId: post.id, draftId: draft.id, groupId: post.id }
  return { ours, mine: mine.id, stranger, theirs }
}

/** Everything of an organization that these acts write. */
const rowsOf = async ({ organizationId }: World) => ({
  posts: await db.sql`select * from posts where organization_id = ${organizationId} order by id`,
  audit: await db.sql`select * from audit where organization_id = ${organizationId} order by id`,
  ledger: await db.sql`select * from credit_ledger where organization_id = ${organizationId} order by id`,
  notices: await db.sql`select * from outbox where organization_id = ${organizationId} order by id`,
})
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof DomainError ? [error.code, error.message] : error),
  )

test.each(Object.keys(ACTS))('%s: a post of another organization is not found, and neither side changes', async (name) => {
  const { ours, mine, stranger, theirs } = await two()
  const before = [await rowsOf(ours), await rowsOf(stranger)]
  const nothing = { ...theirs, postId: '987654321', draftId: '987654321', groupId: '987654321' }
  const refused = await refusalOf(ACTS[name]!(ours, mine, ours, theirs))
  expect(refused).toMatchObject(['NOT_FOUND', expect.not.stringContaining('Of somebody else') as string])
  expect(refused).toEqual(await refusalOf(ACTS[name]!(ours, mine, ours, nothing))) // as if there were none
  expect([await rowsOf(ours), await rowsOf(stranger)]).toEqual(before)
})

test.each(Object.keys(ACTS))('%s: an account of another organization is not found, and neither side changes', async (name) => {
  const { ours, mine, stranger, theirs } = await two()
  const before = [await rowsOf(ours), await rowsOf(stranger)]
  expect(await refusalOf(ACTS[name]!(ours, mine, theirs, theirs))).toMatchObject(['NOT_FOUND', 'Account not found.'])
  expect([await rowsOf(ours), await rowsOf(stranger)]).toEqual(before)
})

test('what is said of a time knows no pin, no series and no spacing rule of another organization', async () => {
  const { ours, stranger, theirs } = await two()
  const { deps, actor, accountId } = ours
  await putSpacingRule(stranger.deps, stranger.actor, { accountId: stranger.accountId, type: 'DEFAULT', url: null, days: 30 })
  const planned = { url: 'https://example.com/pin', when: 'at', at: inDays(ours, 3) } as const
  expect(await warningsFor(deps, actor, { ...planned, accountId })).toEqual([])
  expect(await refusalOf(warningsFor(deps, actor, { ...planned, accountId: theirs.accountId }))).toEqual([
    'NOT_FOUND',
    'Account not found.',
  ])
  await putSpacingRule(deps, actor, { accountId, type: 'DEFAULT', url: null, days: 7 })
  const near = await aQueuedPost(ours, { at: inDays(ours, 4) })
  const asIfInSeries = await warningsFor(deps, actor, { ...planned, accountId, postId: theirs.postId })
  expect(asIfInSeries).toMatchObject([{ code: 'same_link', pin: { postId: near.id } }])
})

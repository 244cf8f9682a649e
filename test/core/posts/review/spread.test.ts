/** Pins of one link in a review: apart by default, in order of time, and a time of their own for some. */
import { expect, test } from 'vitest'
import type { Actor } from '../../../../src/core/lib/actor.js'
import { DAY_MS } from '../../../../src/core/lib/duration.js'
import { putSpacingRule } from '../../../../src/core/slots/spacing-rules.js'
import { chooseBoardOf } from '../../../../src/core/sources/review/amend.js'
import { chooseTime, readReview, spreadLinks } from '../../../../src/core/sources/review/change.js'
import { approveMany } from '../../../../src/core/many/approve-many.js'
import { approvePin } from '../../../../src/core/posts/approval/decide.js'
import { askForReview, scheduleReview } from '../../../../src/core/sources/review/decide.js'
import { fillReview } from '../../../../src/core/sources/review/fill.js'
import type { ReviewRef } from '../../../../src/core/sources/review/model.js'
import { inOrder, planReview, shownOf } from '../../../../src/core/sources/review/plan.js'
import { readItem } from '../../../../src/core/sources/read-item.js'
import { aDatabase } from '../../../support/database.js'
import { aTimeslot } from '../../../support/factories.js'
import { anUpload, boardsOf, openStudios, type Studio } from '../support/create-fixtures.js'

const { db } = await aDatabase()
const aStudio = openStudios(db)

const actorOf = ({ organizationId }: Studio): Actor => ({ organizationId, via: 'slack', role: 'admin', userId: 'T1:U1' })

/** Two slots a day, and three photos with one link. */
async function threePhotos(): Promise<{ studio: Studio; ref: ReviewRef; actor: Actor }> {
  const studio = await aStudio()
  for (let day = 0; day < 7; day++) for (const time of ['09:00', '19:00']) await aTimeslot(studio, { day, time })
  const actor = actorOf(studio)
  const [boardId = ''] = await boardsOf(studio, 1)
  const { accountId } = studio
  const { review } = await fillReview(studio.deps, actor, {
    accountId,
    files: ['oak-shelf.jpg', 'oak-table.jpg', 'oak-chair.jpg'].map((name) => ({ id: name, name })),
    links: [{ url: 'https://shop.example.com/oak', shows: 'page' }],
    words: '',
  })
  const ref = { accountId, reviewId: review.id }
  for (const { position } of review.items) {
    await readItem(studio.deps, actor, { ...ref, position, which: 'first' }, async (_file, work) => {
      const { uploadId } = await anUpload(studio, { width: 400, height: 600 })
      return work(uploadId)
    })
    await chooseBoardOf(studio.deps, actor, { ...ref, position, boardId })
  }
  return { studio, ref, actor }
}
async function planned({ studio: { deps }, ref, actor }: Awaited<ReturnType<typeof threePhotos>>) {
  const plan = await planReview(deps, actor, ref)
  const times = inOrder(plan).map(({ state }) => (state.name === 'ready' ? plan.times.get(state.post.id)?.sendAt : undefined))
  const days = times.map((at) => Math.floor((at?.getTime() ?? 0) / DAY_MS))
  return { plan, times, days: days.map((day) => day - (days[0] ?? 0)) }
}

test('pins of a review that share a link go out three days apart, unless somebody says otherwise', async () => {
  const world = await threePhotos()
  const { plan, days } = await planned(world)
  expect(days).toEqual([0, 3, 6])
  expect(plan.spread).toEqual({ count: 3, days: 3, isByRule: false })
  await spreadLinks(world.studio.deps, world.actor, { ...world.ref, isSpread: false })
  const close = await planned(world)
  expect(Math.max(...close.days)).toBeLessThanOrEqual(2)
  expect(close.plan.spread).toEqual({ count: 3, days: 0, isByRule: false })
  await spreadLinks(world.studio.deps, world.actor, { ...world.ref, isSpread: true })
  expect((await planned(world)).days).toEqual([0, 3, 6])
})

test('a spacing rule of the account decides before the review does', async () => {
  const world = await threePhotos()
  const { accountId } = world.ref
  await putSpacingRule(world.studio.deps, world.actor, { accountId, type: 'DEFAULT', url: null, days: 5 })
  const { plan, days } = await planned(world)
  expect(days).toEqual([0, 5, 10])
  expect(plan.spread).toEqual({ count: 3, days: 5, isByRule: true })
})

test('what was shown is what is scheduled: another spread or time since then schedules nothing', async () => {
  const world = await threePhotos()
  const { deps } = world.studio
  const { plan, times } = await planned(world)
  const shown = shownOf(plan.review, plan.postIds)
  await spreadLinks(deps, world.actor, { ...world.ref, isSpread: false })
  await expect(scheduleReview(deps, world.actor, { ...world.ref, shown })).rejects.toMatchObject({
    details: { reason: 'post_status_changed' },
  })
  await spreadLinks(deps, world.actor, { ...world.ref, isSpread: true })
  const { batch } = await scheduleReview(deps, world.actor, { ...world.ref, shown })
  expect(batch.results.map(({ post }) => post?.sendAt).sort()).toEqual([...times].sort())
})

test('what is asked for is approved as far apart as the review showed it, together and one by one', async () => {
  const world = await threePhotos()
  const { deps, organizationId, accountId } = world.studio
  await db.sql`update accounts set approval_policy = 'required', approvals_channel_id = 'C1' where organization_id = ${organizationId}`
  const milo: Actor = { ...world.actor, role: 'contributor' }
  const ada: Actor = { ...world.actor, userId: 'T1:UADA' }
  const { review, postIds } = await planReview(deps, milo, world.ref)
  const { batch } = await askForReview(deps, milo, { ...world.ref, shown: shownOf(review, postIds) })
  const asked = batch.results.flatMap(({ post }) => post?.approval ?? [])
  expect(asked.map(({ requestedTime }) => requestedTime)).toEqual(Array(3).fill({ kind: 'nextOpenSlot', spreadDays: 3 }))
  const [first, ...others] = asked.map(({ id, postVersion }) => ({ approvalId: id, version: postVersion }))
  const one = await approvePin(deps, ada, { accountId, ...first! })
  const { results } = await approveMany(deps, ada, { accountId, approvals: others })
  const days = [one, ...results.map(({ post }) => post)].map((post) => Math.floor((post?.sendAt?.getTime() ?? 0) / DAY_MS))
  expect(days.sort().map((day) => day - days[0]!)).toEqual([0, 3, 6])
})

test('one of them may have a time of its own, which comes first in order where it is the first', async () => {
  const world = await threePhotos()
  const { deps } = world.studio
  const at = new Date(Math.floor(deps.clock().getTime() / 1000) * 1000 + 60_000)
  await chooseTime(deps, world.actor, { ...world.ref, position: 3, sendAt: at })
  const { plan, times } = await planned(world)
  expect(inOrder(plan)[0]?.position).toBe(3)
  expect(times[0]).toEqual(at)
  await chooseTime(deps, world.actor, { ...world.ref, position: 3, sendAt: null })
  expect((await planned(world)).days).toEqual([0, 3, 6])
  await expect(
    chooseTime(deps, world.actor, { ...world.ref, position: 3, sendAt: new Date(deps.clock().getTime() - 1000) }),
  ).rejects.toMatchObject({ details: { field: 'sendAt' } })
  expect((await readReview(deps, world.actor, world.ref)).items.map(({ sendAt }) => sendAt)).toEqual([null, null, null])
})

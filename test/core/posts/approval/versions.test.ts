/** The version that was decided on or requested, beside the present one. */
import { expect, test } from 'vitest'
import type { Actor, Role } from '../../../../src/core/lib/actor.js'
import { sweepMedia } from '../../../../src/core/media/sweep-media.js'
import { approvePin, declinePin } from '../../../../src/core/posts/approval/decide.js'
import { takeBackRequest } from '../../../../src/core/posts/approval/request.js'
import { compareVersions } from '../../../../src/core/posts/approval/versions.js'
import { editPost } from '../../../../src/core/posts/edit.js'
import { schedulePost } from '../../../../src/core/posts/schedule.js'
import { undoDecision } from '../../../../src/core/posts/undo/decision.js'
import { aDatabase } from '../../../support/database.js'
import { aDraft, anotherAccount, DAY_MS, inDays } from '../../../support/factories.js'
import { aWorld, type World } from '../../../support/world.js'
import { create, openStudios, picture } from '../support/create-fixtures.js'

const { db } = await aDatabase()
const aStudio = openStudios(db)

const as = ({ organizationId }: World, role: Role, name: string): Actor => ({
  organizationId,
  via: 'slack',
  role,
  userId: `T1:U${name}`,
})

/** Milo’s draft “A vase”, for which he asks. */
async function asked() {
  const world = await aWorld(db)
  const { organizationId, accountId, deps } = world
  await db.sql`
    update accounts set approval_policy = 'required', approvals_channel_id = 'C1' where organization_id = ${organizationId}`
  const [milo, ada] = [as(world, 'contributor', 'MILO'), as(world, 'admin', 'ADA')]
  const draft = await aDraft({ ...world, actor: milo }, { title: 'A vase' })
  const pin = { accountId, postId: draft.id }
  const ask = async (days: number) =>
    (await schedulePost(deps, milo, { ...pin, when: { kind: 'at', at: inDays(world, days) } })).approval!
  const edit = (actor: Actor, changes: Parameters<typeof editPost>[2]['changes']) => editPost(deps, actor, { ...pin, changes })
  const approval = await ask(3)
  const versions = () => compareVersions(deps, world.actor, pin)
  return {
    world,
    deps,
    milo,
    ada,
    pin,
    ref: { accountId, approvalId: approval.id },
    version: approval.postVersion,
    ask,
    edit,
    versions,
  }
}
const shown = (versions: Awaited<ReturnType<typeof compareVersions>>) =>
  versions && {
    state: versions.about.state,
    versions: [versions.before.version, versions.now.version],
    changes: versions.changes.map(({ field, before, after }) => [field, before, after]),
  }

test('an approved pin that is edited is compared with what was approved, and a new time is no change', async () => {
  const { deps, ada, ref, version, edit, versions, world, pin } = await asked()
  await approvePin(deps, ada, { ...ref, version })
  expect(await versions()).toBeNull()
  const approved = (await edit(ada, { title: 'A blue vase' })).version - 1
  expect(shown(await versions())).toEqual({
    state: 'approved',
    versions: [approved, approved + 1],
    changes: [['title', 'A vase', 'A blue vase']],
  })
  await edit(ada, { title: 'A vase' })
  await schedulePost(deps, ada, { ...pin, when: { kind: 'at', at: inDays(world, 5) } })
  expect(await versions()).toBeNull()
})

test('a pin that was sent back is compared with the version that changes were requested to, also once it is requested again', async () => {
  const { deps, ada, milo, ref, version, edit, ask, versions } = await asked()
  await declinePin(deps, ada, { ...ref, kind: 'changes_requested', reason: 'Say the colour.' })
  await edit(milo, { title: 'A blue vase' })
  await ask(4)
  const found = await versions()
  expect(shown(found)).toMatchObject({ state: 'changes_requested', changes: [['title', 'A vase', 'A blue vase']] })
  expect(found).toMatchObject({ about: { reason: 'Say the colour.', decidedBy: ada.userId }, before: { version } })
})

test('without a decision it is compared with what was requested; a withdrawn request and an undone decision count for nothing', async () => {
  const { deps, ada, milo, pin, ref, version, edit, versions } = await asked()
  expect(await versions()).toBeNull()
  await approvePin(deps, ada, { ...ref, version })
  await undoDecision(deps, ada, ref)
  await edit(ada, { title: 'A green vase' })
  expect(shown(await versions())).toMatchObject({ state: 'open', changes: [['title', 'A vase', 'A green vase']] })
  await takeBackRequest(deps, milo, pin)
  expect(await versions()).toBeNull()
})

test('a pin of another account is not compared', async () => {
  const { deps, world, pin, edit, ada } = await asked()
  await edit(ada, { title: 'A green vase' })
  const other = await anotherAccount(world)
  expect(await compareVersions(deps, world.actor, { ...pin, accountId: other.accountId })).toBeNull()
  expect(await compareVersions(deps, world.actor, { ...pin, postId: 'none' })).toBeNull()
})

test('a picture that was replaced stays as long as its request is open, and for a month after the decision', async () => {
  const world = await aStudio()
  const { deps, clock, organizationId, accountId } = world
  await db.sql`
    update accounts set approval_policy = 'required', approvals_channel_id = 'C1' where organization_id = ${organizationId}`
  const [milo, ada] = [as(world, 'contributor', 'MILO'), as(world, 'admin', 'ADA')]
  const { id: postId, media } = await create({ ...world, actor: milo })
  const { approval } = await schedulePost(deps, milo, { accountId, postId, when: { kind: 'at', at: inDays(world, 9) } })
  await editPost(deps, ada, { accountId, postId, changes: { media: [picture(400, 600)] } })
  expect(await compareVersions(deps, ada, { accountId, postId })).toMatchObject({
    before: { image: { mediaIds: media.map(({ id }) => id) } },
    changes: [{ field: 'media' }],
  })
  const isStored = async (days: number) => {
    clock.advance(days * DAY_MS)
    await sweepMedia(deps)
    return (await db.sql`select 1 from media where organization_id = ${organizationId} and id = ${media[0]!.id}`).length === 1
  }
  expect(await isStored(3)).toBe(true)
  await declinePin(deps, ada, { accountId, approvalId: approval!.id, kind: 'rejected', reason: '' })
  expect(await isStored(29)).toBe(true)
  expect(await isStored(2)).toBe(false)
})

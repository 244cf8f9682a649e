/** What a person decides, no key and no agent decides by scheduling the draft. */
import { expect, test } from 'vitest'
import type { Actor } from '../../../../src/core/lib/actor.js'
import { scheduleDrafts } from '../../../../src/core/many/batch/drafts.js'
import { changeMany } from '../../../../src/core/many/bulk/change.js'
import { schedulePost } from '../../../../src/core/posts/schedule.js'
import { aDatabase } from '../../../support/database.js'
import { aDraft, aTimeslot, inDays } from '../../../support/factories.js'
import { aWorld, type World } from '../../../support/world.js'

const { db } = await aDatabase()

const SENTENCE = /only a person can decide/

/** A draft that a contributor asked to be approved. */
async function aRequest() {
  const world = await aWorld(db)
  const { organizationId, accountId } = world
  await db.sql`update accounts set approval_policy = 'required', approvals_channel_id = 'C1' where organization_id = ${organizationId} and id = ${accountId}`
  await aTimeslot(world, { day: 2, time: '09:00' })
  await aTimeslot(world, { day: 3, time: '09:00' })
  const asker: Actor = { organizationId, via: 'slack', role: 'contributor', userId: 'T1:U1' }
  const post = await aDraft({ ...world, actor: asker })
  const when = { kind: 'at', at: inDays(world, 1) } as const
  await schedulePost(world.deps, asker, { accountId, postId: post.id, when })
  return { world, postId: post.id, when, asker }
}
const stateOf = async ({ organizationId }: World, postId: string) => {
  const [row] = await db.sql<{ state: string; status: string; decidedBy: string | null }[]>`
    select a.state, p.status, a.decided_by as "decidedBy"
      from approvals a
      join posts p on p.organization_id = a.organization_id and p.id = a.post_id
     where a.organization_id = ${organizationId} and a.post_id = ${postId}`
  return row
}
const OPEN = { state: 'open', status: 'draft', decidedBy: null }

test('a key of nobody, and an agent of somebody, are refused wherever they schedule such a draft', async () => {
  const { world, postId, when } = await aRequest()
  const { deps, accountId, organizationId } = world
  const key: Actor = { organizationId, via: 'api', role: 'admin', userId: 'key:9', apiKeyId: '9' }
  const agents: Actor[] = [
    key,
    { organizationId, via: 'api', role: 'scheduler', userId: 'T1:U2', apiKeyId: '10', isAgent: true },
    { organizationId, via: 'slack', role: 'scheduler', userId: 'T1:U2', isAgent: true },
  ]
  for (const actor of agents) {
    await expect(schedulePost(deps, actor, { accountId, postId, when })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringMatching(SENTENCE) as string,
    })
    await expect(scheduleDrafts(deps, actor, { accountId, postIds: [postId] })).rejects.toThrow(SENTENCE)
    const other = await aDraft(world)
    const { results } = await changeMany(deps, actor, {
      accountId,
      which: { kind: 'ids', ids: [postId, other.id] },
      action: { kind: 'reschedule' },
      preview: false,
    })
    expect(results.map(({ error }) => error?.code ?? 'done')).toEqual(['FORBIDDEN', 'done'])
    expect(await stateOf(world, postId)).toEqual(OPEN)
  }
})

test('a person approves by scheduling it, also with a key of their own', async () => {
  for (const via of ['slack', 'api'] as const) {
    const { world, postId, when } = await aRequest()
    const { deps, accountId, organizationId } = world
    const person: Actor = { organizationId, via, role: 'scheduler', userId: 'T1:U2' }
    await schedulePost(deps, person, { accountId, postId, when })
    expect(await stateOf(world, postId)).toEqual({ state: 'approved', status: 'queued', decidedBy: 'T1:U2' })
  }
})

test('whoever asked may still schedule it by themselves, once they may schedule: the request is withdrawn', async () => {
  const { world, postId, when, asker } = await aRequest()
  await schedulePost(world.deps, { ...asker, role: 'scheduler' }, { accountId: world.accountId, postId, when })
  expect(await stateOf(world, postId)).toMatchObject({ state: 'withdrawn', status: 'queued' })
})

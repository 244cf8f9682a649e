/** SIGKILL around a change of a published pin: Pinterest is asked once, and what it did is found on the pin. */
import { expect, test } from 'vitest'
import { deletePublished, editPublished, readPinEdit } from '../../../src/core/publish/published/request.js'
import { aDatabase } from '../../support/database.js'
import { HOUR_MS } from '../../support/factories.js'
import { mortals, soon } from '../support/killed-support.js'
import { aPin, MINUTE_MS, reread } from '../support/support.js'

const { world, pair } = await mortals(await aDatabase(), { loops: ['publisher', 'pin_edits'] })
const { deps, actor, accountId, organizationId } = world
const { sql } = deps.db

/** Due at `at`, and not before. */
const later =
  (at: Date) =>
  async (tx: typeof sql, { id }: { id: string | null }) => {
    await tx`update pin_edits set due_at = ${at} where organization_id = ${organizationId} and id = ${id}`
  }
const aPublished = async (name: string) => {
  const at = soon(world)
  const post = await aPin(world, { url: `https://example.com/changed/${name}`, title: `As it was ${name}`, at })
  const { victim, other } = await pair()
  await world.workFor(2 * MINUTE_MS, other)
  const { pinId } = await reread(world, post)
  return { key: { accountId, postId: post.id }, pinId: pinId!, victim, other }
}
const there = async (pinId: string) => (await world.simulator.state()).pins.find(({ id }) => id === pinId)

test.each([
  { when: 'before the request leaves', failpoint: 'platform.updatePin.before', requests: 2 },
  { when: 'once Pinterest has changed the pin, before that is written down', failpoint: 'platform.updatePin.after', requests: 1 },
])('killed $when: the edit is made, and the post has it', async ({ failpoint, requests }) => {
  const { key, pinId, victim, other } = await aPublished(failpoint)
  const at = soon(world)
  await editPublished(deps, actor, { ...key, changes: { title: `Better ${failpoint}` } }, later(at))
  victim.arm(failpoint)
  await world.moveTo(at, [victim])
  await victim.stands()
  await victim.kill()
  await world.workFor(HOUR_MS, other)
  expect(await readPinEdit(deps, actor, key)).toMatchObject({ state: 'applied' })
  expect(await there(pinId)).toMatchObject({ title: `Better ${failpoint}` })
  const [row] = await sql`select requests from pin_edits where organization_id = ${organizationId} and post_id = ${key.postId}`
  expect(row).toEqual({ requests })
})

test('killed once Pinterest has deleted the pin, before that is written down: the post says that it is gone', async () => {
  const { key, pinId, victim, other } = await aPublished('deleted')
  const at = soon(world)
  await deletePublished(deps, actor, { ...key, confirm: pinId }, later(at))
  victim.arm('platform.deletePin.after')
  await world.moveTo(at, [victim])
  await victim.stands()
  await victim.kill()
  await world.workFor(HOUR_MS, other)
  expect(await readPinEdit(deps, actor, key)).toMatchObject({ state: 'applied' })
  expect(await there(pinId)).toBeUndefined()
})

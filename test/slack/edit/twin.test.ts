/** “Test another version”: begun, read and ended in the details of a pin. */
import { expect, test } from 'vitest'
import { pairTwins } from '../../../src/core/insight/twins/twins.js'
import { addDates, dateOf } from '../../../src/core/lib/time.js'
import type { Post } from '../../../src/core/posts/post.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost, aTimeslot } from '../../support/factories.js'
import { aTeam, lastMessage, textOn, type Team } from '../support/a-team.js'
import { asRole, buttonsOf } from '../support/approval-team.js'
import { AT, now, postsOf, publish } from '../support/pins.js'

const { db } = await aDatabase()
const team: { current: Team } = aTeam(db)

async function aPublished(at = AT): Promise<Post> {
  const post = await aQueuedPost(team.current, { title: 'Oak shelf', at })
  await publish(team.current, post)
  return now(team.current, post)
}
const details = async ({ id }: Pick<Post, 'id'>) => lastMessage(await team.current.milo.command(`/pin show ${id}`))

/** Twenty-two counted days from its publication on. */
async function counted({ pinId, sentAt }: Post, clicks: number): Promise<void> {
  const { organizationId, accountId } = team.current
  for (let age = 0; age < 22; age++)
    await db.sql`
      insert into pin_days (organization_id, account_id, pin_id, day, metrics, data_status, read_at)
      values (${organizationId}, ${accountId}, ${pinId}, ${addDates(dateOf(sentAt!), age)}, ${db.sql.json({ impression: 100, outboundClick: clicks })},
              'READY', ${sentAt})`
}

test('three steps schedule another version: press, type the other title, save', async () => {
  const { milo } = team.current
  await asRole(team.current, 'scheduler')
  for (const day of [0, 1, 2, 3, 4, 5, 6]) await aTimeslot(team.current, { day, time: '09:00' })
  const post = await aPublished()
  expect(buttonsOf(await details(post))).toContain('Test another version')
  expect((await milo.click('Test another version')).modal?.title).toBe('Edit pin')
  await milo.fill({ Title: 'A shelf of oak' })
  await milo.submit()
  const [version] = await postsOf(team.current, 'queued')
  expect(version).toMatchObject({ title: 'A shelf of oak', url: post.url, boardId: post.boardId, status: 'queued' })
  const shown = await details(post)
  expect(textOn(shown.blocks)).toContain('Version test')
  expect(textOn(shown.blocks)).toContain(`Version B (pin ${version!.id}, “A shelf of oak”): goes out`)
  expect(buttonsOf(shown)).not.toContain('Test another version')
})

test('a second press finds the version again', async () => {
  const { milo } = team.current
  await asRole(team.current, 'scheduler')
  const post = await aPublished()
  await details(post)
  await milo.click('Test another version')
  await milo.close()
  await details(post)
  expect((await milo.click('Edit version B')).modal?.title).toBe('Edit pin')
  expect(await postsOf(team.current, 'draft')).toHaveLength(1)
})

test('the better version is said, and put into evergreen by one press', async () => {
  const { milo, organizationId } = team.current
  await asRole(team.current, 'scheduler')
  const [a, b] = [await aPublished(), await aPublished(new Date(AT.getTime() + 4 * 86_400_000))]
  const { deps, actor, accountId } = team.current

  await pairTwins(deps, actor, { accountId, postId: a.id, otherPostId: b.id })
  await counted(a, 2)
  await counted(b, 6)
  const shown = await details(a)
  expect(textOn(shown.blocks)).toContain('Version A (this pin): 2% link clicks, 28 of 1,400 impressions')
  expect(textOn(shown.blocks)).toContain('*Version B is better* (p < 0.001), after 14 days of each.')
  await milo.click('Add version B to evergreen')
  const pool = await db.sql<{ id: string }[]>`select post_id as id from evergreen_posts where organization_id = ${organizationId}`
  expect(pool.map(({ id }) => id)).toEqual([b.id])
  expect(buttonsOf(await details(a))).not.toContain('Add version B to evergreen')
  await db.sql`delete from evergreen_posts where organization_id = ${organizationId}`
  await db.sql`update posts set pin_deleted_at = now() where organization_id = ${organizationId} and id = ${b.id}`
  expect(buttonsOf(await details(a))).not.toContain('Add version B to evergreen')
  expect(textOn(await milo.click('End test'))).toContain('Test ended. Both pins stay.')
  expect(await db.sql`select from twins where organization_id = ${organizationId}`).toHaveLength(0)
})

test('a contributor sees the test, and no buttons that change it', async () => {
  await asRole(team.current, 'scheduler')
  const [a, b] = [await aPublished(), await aPublished(new Date(AT.getTime() + 4 * 86_400_000))]
  const { deps, actor, accountId } = team.current

  await pairTwins(deps, actor, { accountId, postId: a.id, otherPostId: b.id })
  await asRole(team.current, 'contributor')
  const shown = await details(a)
  expect(textOn(shown.blocks)).toContain('Version test')
  expect(buttonsOf(shown)).not.toContain('End test')
})

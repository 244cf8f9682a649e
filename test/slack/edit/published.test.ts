/** “Edit on Pinterest” and “Delete from Pinterest”, in the details of a published pin. */
import { afterAll, expect, test } from 'vitest'
import type { Post } from '../../../src/core/posts/post.js'
import { botToken, channels } from '../../../src/sandbox/slack/ids.js'
import { makePinEdits } from '../../../src/jobs/leased.js'
import { makeMessenger } from '../../../src/slack/notices/messenger.js'
import { makeOutbox } from '../../../src/jobs/outbox.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost } from '../../support/factories.js'
import { startSimulator } from '../../support/simulator.js'
import { START } from '../../support/world.js'
import { aTeam, lastMessage, textOn, type Team } from '../support/a-team.js'
import { asRole, deliverAll, milosId, withApprovals } from '../support/approval-team.js'
import { AT, now, publish } from '../support/pins.js'

const { db } = await aDatabase()
const simulator = await startSimulator(db, () => team.current?.clock.now ?? START, { timeoutMs: 2500 })
const team: { current: Team } = aTeam(db, { parts: { platform: simulator.platform } })
afterAll(() => simulator.close())

/** A published pin that the simulated Pinterest has. */
async function aPublished(title: string): Promise<Post> {
  const post = await aQueuedPost(team.current, { title, at: AT })
  await publish(team.current, post)
  await db.sql`
    insert into sim_pins (id, board_id, owner_id, title, description, link, alt_text, content_type, width, height, picture, created_at)
    values (${`7${post.id}`}, '101', '901', ${title}, ${post.description}, ${post.url}, ${post.altText}, 'image/jpeg', 1, 1, '', ${AT})
    on conflict (id) do update set title = excluded.title, description = excluded.description, link = excluded.link, alt_text = excluded.alt_text`
  return now(team.current, post)
}
const there = async ({ pinId }: Post) => (await simulator.state()).pins.find(({ id }) => id === pinId)
const work = () => makePinEdits(team.current.deps).drain()

test('a pin is edited on Pinterest once its old and new values were shown, and who asked is told', async () => {
  const { milo, deps, slack } = team.current
  await asRole(team.current, 'scheduler')
  const post = await aPublished('Oak shelf')
  await milo.command(`/pin show ${post.id}`)
  const opened = await milo.click('Edit on Pinterest')
  expect(opened.modal?.title).toBe('Edit on Pinterest')
  await milo.fill({ Title: 'Oak shelves' })
  const shown = await milo.submit()
  expect(textOn(shown.modal?.blocks)).toContain('~Oak shelf~\\nOak shelves')
  expect(await db.sql`select from pin_edits where post_id = ${post.id}`).toHaveLength(0)
  expect(textOn(await milo.submit())).toContain('Changing the pin on Pinterest.')
  await work()
  expect(await there(post)).toMatchObject({ title: 'Oak shelves' })
  await makeOutbox({ ...deps, messenger: makeMessenger({ ...deps, botToken, staffChannelId: null, fetch: slack.fetch }) }).drain()
  const told = await db.sql`select text from slk_messages where channel_id = ${channels.memberDm} order by ts desc limit 1`
  expect(told[0]).toEqual({ text: 'Changed on Pinterest: Oak shelves.' })
})

test('what was changed in the form after it was shown is shown again before it is made', async () => {
  const { milo } = team.current
  await asRole(team.current, 'scheduler')
  const post = await aPublished('Vase')
  await milo.command(`/pin show ${post.id}`)
  await milo.click('Edit on Pinterest')
  await milo.fill({ Title: 'Blue vase' })
  await milo.submit()
  await milo.fill({ Title: 'Green vase' })
  const again = await milo.submit()
  expect(textOn(again.modal?.blocks)).toContain('~Vase~\\nGreen vase')
  expect(await db.sql`select from pin_edits where post_id = ${post.id}`).toHaveLength(0)
})

test('nothing changed is said at once', async () => {
  const { milo } = team.current
  await asRole(team.current, 'scheduler')
  const post = await aPublished('Bench')
  await milo.command(`/pin show ${post.id}`)
  await milo.click('Edit on Pinterest')
  expect(textOn(await milo.submit())).toContain('Nothing to change')
})

test('a pin is deleted from Pinterest once a person has confirmed it by its title', async () => {
  const { milo } = team.current
  await asRole(team.current, 'scheduler')
  const post = await aPublished('Lamp')
  await milo.command(`/pin show ${post.id}`)
  const asked = await milo.click('Delete from Pinterest')
  expect(textOn(asked.modal?.blocks)).toContain('Delete *Lamp*')
  expect(await there(post)).toBeDefined()
  expect(textOn(await milo.submit())).toContain('Deleting the pin from Pinterest.')
  await work()
  expect(await there(post)).toBeUndefined()
  await milo.command(`/pin show ${post.id}`)
  const details = textOn(lastMessage(await milo.screen()).blocks)
  expect(details).toContain('No longer on Pinterest since')
  expect(details).not.toContain('Edit on Pinterest')
  expect(details).not.toContain('Add to evergreen')
})

test('a contributor is offered neither', async () => {
  const { milo } = team.current
  await asRole(team.current, 'contributor')
  const post = await aPublished('Chair')
  await milo.command(`/pin show ${post.id}`)
  expect(textOn(await milo.screen())).not.toContain('Edit on Pinterest')
})

test('a contributor asks for an edit of their own pin, and an approver makes it with one press', async () => {
  const { milo, ada, organizationId } = team.current
  await asRole(team.current, 'contributor')
  await withApprovals(team.current)
  const post = await aPublished('Stool')
  await db.sql`update posts set created_by = ${milosId} where organization_id = ${organizationId} and id = ${post.id}`
  await milo.command(`/pin show ${post.id}`)
  expect(textOn(await milo.screen())).not.toContain('Delete from Pinterest')
  await milo.click('Edit on Pinterest')
  await milo.fill({ Title: 'Oak stool' })
  expect((await milo.submit()).modal?.buttons).toContain('Ask for approval')
  expect(textOn(await milo.submit())).toContain('Asked for approval.')
  await work()
  expect(await there(post)).toMatchObject({ title: 'Stool' })
  await deliverAll(team.current)
  await ada.open('approvals')
  expect(textOn(lastMessage(await ada.screen()).blocks)).toContain('~Stool~\\nOak stool')
  await ada.click('Approve')
  await deliverAll(team.current)
  const [asked] = await db.sql<
    { text: string }[]
  >`select text from slk_messages where channel_id = ${channels.approvals} order by ts desc limit 1`
  expect(asked?.text).toContain('approved the edit of a published pin: Stool')
  await work()
  expect(await there(post)).toMatchObject({ title: 'Oak stool' })
})

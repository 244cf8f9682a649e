/** “Fix links” of the weekly notice: one form, one press, each pin changed on Pinterest once. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Post } from '../../../src/core/posts/post.js'
import { editPublished } from '../../../src/core/publish/published/request.js'
import { makePinEdits } from '../../../src/jobs/leased.js'
import { requireAccount } from '../../../src/core/accounts/accounts.js'
import { tellFindings } from '../../../src/core/patrol/notify.js'
import { channels } from '../../../src/sandbox/slack/ids.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost } from '../../support/factories.js'
import { startSimulator } from '../../support/simulator.js'
import { START } from '../../support/world.js'
import { aTeam, lastMessage, textOn, type Team } from '../support/a-team.js'
import { asRole, deliverAll } from '../support/approval-team.js'
import { AT, now, publish } from '../support/pins.js'

const { db } = await aDatabase()
const simulator = await startSimulator(db, () => team.current?.clock.now ?? START, { timeoutMs: 2500 })
const team: { current: Team } = aTeam(db, { parts: { platform: simulator.platform } })
afterAll(() => simulator.close())
beforeEach(() => db.sql`delete from sim_pins`)

/** A published pin that the simulated Pinterest has, and whose page is gone. */
async function aGonePin(title: string): Promise<Post> {
  const { organizationId, accountId, clock } = team.current
  const post = await aQueuedPost(team.current, { title, url: `https://shop.example.com/${encodeURIComponent(title)}`, at: AT })
  await publish(team.current, post)
  await db.sql`
    insert into sim_pins (id, board_id, owner_id, title, description, link, alt_text, content_type, width, height, picture, created_at)
    values (${`7${post.id}`}, '101', '901', ${title}, ${post.description}, ${post.url}, ${post.altText}, 'image/jpeg', 1, 1, '', ${AT})`
  await db.sql`
    insert into patrolled_pins (organization_id, post_id, account_id, due_at, checked_at, url, finding, found_at, confirmed_at)
    values (${organizationId}, ${post.id}, ${accountId}, ${clock.now}, ${clock.now}, ${post.url},
            ${db.sql.json({ code: 'link_status', severity: 'blocking', status: 404 })}, ${clock.now}, ${clock.now})`
  return now(team.current, post)
}
async function tell(): Promise<void> {
  const { deps, actor, accountId, organizationId } = team.current
  await db.sql`update accounts set notify_channel_id = ${channels.pins} where organization_id = ${organizationId}`
  await db.sql`insert into patrols (organization_id, account_id) values (${organizationId}, ${accountId}) on conflict do nothing`
  await tellFindings(deps, await requireAccount(db.sql, actor, accountId))
  await deliverAll(team.current)
}
const linkThere = async ({ pinId }: Post) => (await simulator.state()).pins.find(({ id }) => id === pinId)?.link

test('one press changes the links that were entered, and leaves the others as they are', async () => {
  const { milo, deps } = team.current
  await asRole(team.current, 'scheduler')
  const [shelf, lamp] = [await aGonePin('Oak shelf'), await aGonePin('Lamp')]
  await tell()
  expect(lastMessage(await milo.open('pins')).text).toContain('2 published pins lead to pages that are gone')
  const opened = await milo.click('Fix links')
  expect(opened.modal?.title).toBe('Fix links')
  await milo.fill({ 'New link of “Oak shelf”': 'shop.example.com/shelves' })
  expect(textOn(await milo.submit())).toContain('Changing 1 link on Pinterest.')
  await makePinEdits(deps).drain()
  expect(await linkThere(shelf)).toBe('https://shop.example.com/shelves')
  expect(await linkThere(lamp)).toBe(lamp.url)
})

test('a pin that cannot be changed is named with the reason, and the others are changed', async () => {
  const { milo, deps } = team.current
  await asRole(team.current, 'scheduler')
  const [shelf, lamp] = [await aGonePin('Oak shelf'), await aGonePin('Lamp')]
  await tell()
  await milo.open('pins')
  await milo.click('Fix links')
  await milo.fill({
    'New link of “Oak shelf”': 'https://shop.example.com/shelves',
    'New link of “Lamp”': 'https://localhost/lamps',
  })
  const said = textOn(await milo.submit())
  expect(said).toContain('Changing 1 link on Pinterest.')
  expect(said).toContain('Lamp: ')
  await makePinEdits(deps).drain()
  expect([await linkThere(shelf), await linkThere(lamp)]).toEqual(['https://shop.example.com/shelves', lamp.url])
  await milo.open('pins')
  expect(textOn((await milo.click('Fix links')).modal)).not.toContain('Oak shelf')
})

test('a pin that is gone from Pinterest is not counted as changed', async () => {
  const { milo } = team.current
  await asRole(team.current, 'scheduler')
  const shelf = await aGonePin('Oak shelf')
  await tell()
  await milo.open('pins')
  await milo.click('Fix links')
  await db.sql`delete from sim_pins where id = ${shelf.pinId}`
  await milo.fill({ 'New link of “Oak shelf”': 'https://shop.example.com/shelves' })
  const said = textOn(await milo.submit())
  expect(said).toContain('No link was changed.')
  expect(said).toContain('Oak shelf: The pin is no longer on Pinterest')
})

test('a link that somebody changed while the form was open stays as they changed it', async () => {
  const { milo, deps, actor, accountId } = team.current
  await asRole(team.current, 'scheduler')
  const shelf = await aGonePin('Oak shelf')
  await tell()
  await milo.open('pins')
  await milo.click('Fix links')
  await editPublished(deps, actor, { accountId, postId: shelf.id, changes: { url: 'https://shop.example.com/better' } })
  await makePinEdits(deps).drain()
  await milo.fill({ 'New link of “Oak shelf”': 'https://shop.example.com/shelves' })
  const said = textOn(await milo.submit())
  expect(said).toContain('No link was changed.')
  expect(said).toContain('Oak shelf: The link of this pin was changed since it was found')
  await makePinEdits(deps).drain()
  expect(await linkThere(shelf)).toBe('https://shop.example.com/better')
})

test('who may not change published pins is told so, and nothing opens', async () => {
  const { milo } = team.current
  await asRole(team.current, 'contributor')
  await aGonePin('Oak shelf')
  await tell()
  await milo.open('pins')
  const pressed = await milo.click('Fix links')
  expect(pressed.modal?.title).not.toBe('Fix links')
  expect(textOn(pressed)).toContain('Only schedulers and admins can change published pins.')
})

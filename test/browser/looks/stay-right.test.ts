/** Published pins, tests of versions and the guard on the page, with what they cost a person. */
import { afterAll, expect, test } from 'vitest'
import { makePinEdits } from '../../../src/jobs/leased.js'
import type { Post } from '../../../src/core/posts/post.js'
import { channels } from '../../../src/sandbox/slack/ids.js'
import { deliverAll, asRole, milosId, withApprovals } from '../../slack/support/approval-team.js'
import { aTeam, type Team } from '../../slack/support/a-team.js'
import { AT, now, postsOf, publish } from '../../slack/support/pins.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost, aTimeslot } from '../../support/factories.js'
import { startSimulator } from '../../support/simulator.js'
import { START } from '../../support/world.js'
import { aChrome, expectNoSideScroll, shoot } from '../chromium.js'
import { become, choose, countPresses, goTo, message, modal, submit, type } from '../person.js'

const { db } = await aDatabase()
const simulator = await startSimulator(db, () => team.current?.clock.now ?? START, { timeoutMs: 2500 })
const team: { current: Team } = aTeam(db, { parts: { platform: simulator.platform } })
afterAll(() => simulator.close())
const chrome = await aChrome()

const LOOKS = [
  { width: 1280, height: 900, dark: false },
  { width: 390, height: 900, dark: true },
]

/** A published pin of Milo’s that the simulated Pinterest has. */
async function aPublished(title: string): Promise<Post> {
  const post = await aQueuedPost(team.current, { title, at: AT })
  await publish(team.current, post)
  await db.sql`
    insert into sim_pins (id, board_id, owner_id, title, description, link, alt_text, content_type, width, height, picture, created_at)
    values (${`7${post.id}`}, '101', '901', ${title}, ${post.description}, ${post.url}, ${post.altText}, 'image/jpeg', 1, 1, '', ${AT})
    on conflict (id) do update set title = excluded.title, description = excluded.description, link = excluded.link, alt_text = excluded.alt_text`
  await db.sql`update posts set created_by = ${milosId} where id = ${post.id}`
  return now(team.current, post)
}
const opened = async (page: Parameters<typeof type>[0], { id }: Post) => {
  await type(page, `/pin show ${id}`)
  return message(page, `Pin ${id}`)
}

test.each(LOOKS)('an edit of a published pin costs its author three presses, and who approves it one: %j', async (look) => {
  await asRole(team.current, 'contributor')
  await withApprovals(team.current)
  const post = await aPublished('Oak stool')
  const { page } = await chrome.aPage(`${team.current.baseUrl}/sandbox?as=member`, look)
  const details = await opened(page, post)
  const presses = await countPresses(page)
  await details.getByRole('button', { name: 'Edit on Pinterest' }).click()
  await modal(page)
    .getByLabel(/^Title/)
    .fill('Oak stool, oiled')
  await modal(page).getByRole('button', { name: 'Show changes', exact: true }).click()
  await modal(page).getByRole('button', { name: 'Ask for approval', exact: true }).waitFor()
  await expectNoSideScroll(page)
  await shoot(page, `edit-published-${look.width}`)
  await submit(page)
  expect(await presses()).toBe(3)
  await deliverAll(team.current)
  await become(page, 'Ada')
  await goTo(page, '# approvals')
  const asked = message(page, 'asks to edit a published pin')
  await shoot(page, `edit-asked-${look.width}`)
  await expectNoSideScroll(page)
  const pressed = await countPresses(page)
  await asked.getByRole('button', { name: 'Approve: Oak stool', exact: true }).click()
  await message(page, 'approved the edit of a published pin').waitFor()
  expect(await pressed()).toBe(1)
  await makePinEdits(team.current.deps).drain()
  expect((await simulator.state()).pins.find(({ id }) => id === post.pinId)).toMatchObject({ title: 'Oak stool, oiled' })
  const [first] = await db.sql`select from slk_messages where channel_id = ${channels.approvals}`
  expect(first).toBeDefined()
  await page.context().close()
})

test.each(LOOKS)('another version of a pin is scheduled by two presses: %j', async (look) => {
  await asRole(team.current, 'scheduler')
  for (const day of [0, 1, 2, 3, 4, 5, 6]) await aTimeslot(team.current, { day, time: '09:00' })
  const post = await aPublished(`Brass lamp ${look.width}`)
  const { page } = await chrome.aPage(`${team.current.baseUrl}/sandbox?as=member`, look)
  const details = await opened(page, post)
  const presses = await countPresses(page)
  await details.getByRole('button', { name: /^Test another version/ }).click()
  await modal(page)
    .getByLabel(/^Title/)
    .fill(`A lamp of brass ${look.width}`)
  await submit(page)
  expect(await presses()).toBe(2)
  const version = (await postsOf(team.current, 'queued')).find(({ title }) => title === `A lamp of brass ${look.width}`)
  expect(version).toMatchObject({ url: post.url })
  await opened(page, post)
  await message(page, 'Version test').waitFor()
  await shoot(page, `version-test-${look.width}`)
  await expectNoSideScroll(page)
  await page.context().close()
})

test.each(LOOKS)('an admin limits the pins of a day with four presses: %j', async (look) => {
  const { page } = await chrome.aPage(`${team.current.baseUrl}/sandbox?as=admin`, look)
  await type(page, '/pin settings')
  const presses = await countPresses(page)
  await modal(page).getByRole('button', { name: 'Edit: posting guard', exact: true }).click()
  await page.locator('#modal-title', { hasText: 'Posting guard' }).waitFor()
  await choose(page, 'Most pins a day', 'Automatic')
  await shoot(page, `guard-${look.width}`)
  await expectNoSideScroll(page)
  await submit(page)
  expect(await presses()).toBe(4)
  await modal(page).getByText('by the account’s age and past', { exact: false }).waitFor()
  await page.context().close()
})

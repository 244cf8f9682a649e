import { expect, test } from 'vitest'
import { editPost } from '../../../src/core/posts/edit.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost, aTimeslot, creditsOf } from '../../support/factories.js'
import { aTeam, lastMessage, PICTURE, type Team, textOn } from '../support/a-team.js'
import { AT, now, postsOf, publish } from '../support/pins.js'

const { db } = await aDatabase()
const team = aTeam(db)

const TEN_MINUTES = 10 * 60_000

async function retitled({ milo }: Team): Promise<void> {
  await milo.command('/pin queue')
  await milo.click('Edit')
  await milo.fill({ Title: 'After' })
  await milo.submit()
}

test('Undo of a new pin: the card says that the pin is gone, and its credit is back', async () => {
  const { milo } = team.current
  const credits = await creditsOf(team.current)
  await milo.command('/pin')
  await milo.fill({
    'Image link': PICTURE,
    Title: 'Made',
    Description: 'x',
    'Destination link': 'https://example.com/a',
    Board: 'Garden',
    When: 'Exact time',
    Time: '2026-03-05T08:30:00Z',
  })
  const made = await milo.submit()
  expect(lastMessage(made).text).toMatch(/^Scheduled “.*” for /)
  const undone = await milo.click('Undo')
  expect(lastMessage(undone).text).toBe('Undone. The pin was deleted. Made')
  expect(undone.messages).toHaveLength(made.messages.length)
  expect(await postsOf(team.current, 'queued')).toEqual([])
  expect(await creditsOf(team.current)).toBe(credits)
})

test('the card of a new pin takes back its making, and nothing that was done since', async () => {
  const { milo } = team.current
  await db.sql`
    create or replace function change_at_once() returns trigger language plpgsql as $$
    begin
      update posts set title = 'Changed at once', version = version + 1 where id = new.id;
      insert into audit (organization_id, change_id, account_id, subject, action, via, actor, version, before, after, at)
      select organization_id, gen_random_uuid(), account_id, subject, 'edit', via, 'somebody', version + 1, after, after, at
        from audit
       where subject = 'post:' || new.id;
      return null;
    end $$`
  // at the commit of the making, after its result is known
  await db.sql`
    create constraint trigger changed_at_once after insert on posts deferrable initially deferred
      for each row execute function change_at_once()`
  try {
    await milo.command('/pin')
    await milo.fill({ 'Image link': PICTURE, Title: 'Made' })
    await milo.submit()
    expect(lastMessage(await milo.click('Undo')).text).toBe(
      'The pin was changed in the meantime. Nothing was undone. Changed at once, no board yet',
    )
  } finally {
    await db.sql`drop trigger changed_at_once on posts`
  }
})

test('Undo of "Move" and of "Later" puts the pin back to its time; of "Schedule" it makes a draft again', async () => {
  const { milo } = team.current
  await aTimeslot(team.current, { day: 2, time: '12:00' })
  const post = await aQueuedPost(team.current, { title: 'Moves', at: AT })
  await milo.command(`/pin show ${post.id}`)
  await milo.click('Later')
  expect(lastMessage(await milo.click('Undo')).text).toContain('Undone. It’s back at its old time.')
  expect((await now(team.current, post)).sendAt).toEqual(AT)
  await milo.click('Move')
  await milo.fill({ When: 'Exact time', Time: '2026-03-10T10:30:00Z' })
  await milo.submit()
  await milo.click('Undo')
  expect((await now(team.current, post)).sendAt).toEqual(AT)
  await milo.click('Unschedule')
  await milo.click('Schedule')
  await milo.fill({ When: 'Exact time', Time: '2026-03-10T10:30:00Z' })
  await milo.submit()
  expect(lastMessage(await milo.click('Undo')).text).toContain('Undone. It’s a draft again.')
  expect((await now(team.current, post)).status).toBe('draft')
})

test('Undo works until ten minutes have passed, then the click says so', async () => {
  const { milo, clock } = team.current
  const post = await aQueuedPost(team.current, { title: 'Before', at: AT })
  await retitled(team.current)
  clock.advance(TEN_MINUTES + 1000)
  const late = lastMessage(await milo.click('Undo'))
  expect(late.text).toContain('You can undo a change for 10 minutes only. Change the pin itself. After')
  expect((await now(team.current, post)).title).toBe('After')
})

test('Undo at the tenth minute still works', async () => {
  const { milo, clock } = team.current
  const post = await aQueuedPost(team.current, { title: 'Before', at: AT })
  await retitled(team.current)
  clock.advance(TEN_MINUTES)
  await milo.click('Undo')
  expect((await now(team.current, post)).title).toBe('Before')
})

test('Undo takes nothing back that somebody else has changed since, and shows the pin as it is', async () => {
  const { milo, deps, actor, accountId } = team.current
  const post = await aQueuedPost(team.current, { title: 'Before', at: AT })
  await retitled(team.current)
  await editPost(deps, actor, { accountId, postId: post.id, changes: { title: 'Theirs' } })
  const answer = lastMessage(await milo.click('Undo'))
  expect(answer.text).toContain('The pin was changed in the meantime. Nothing was undone. Theirs')
  expect((await now(team.current, post)).title).toBe('Theirs')
})

test('Undo of a pin that went out says that it is published', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { title: 'Before', at: AT })
  await retitled(team.current)
  await publish(team.current, post)
  const answer = lastMessage(await milo.click('Undo'))
  expect(answer.text).toMatch(/The pin is published\. Nothing was undone\. After, .*, published /)
})

test('a double click on Undo takes one change back, and the second is told that it is done', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(team.current, { title: 'Before', at: AT })
  await milo.command('/pin queue')
  await milo.click('Edit')
  await milo.fill({ Title: 'First' })
  await milo.submit()
  await milo.click('Edit', { within: 'First' })
  await milo.fill({ Title: 'Second' })
  await milo.submit()
  await Promise.all([milo.click('Undo'), milo.click('Undo').catch(() => undefined)])
  expect((await now(team.current, post)).title).toBe('First')
})

test('the card of an undone change has no Undo of its own', async () => {
  const { milo } = team.current
  await aQueuedPost(team.current, { title: 'Before', at: AT })
  await retitled(team.current)
  const { blocks } = lastMessage(await milo.click('Undo'))
  expect(textOn(blocks)).not.toContain('"Undo"')
})

test('"Later" of a card of before moves nothing further, and Undo brings the pin back from there', async () => {
  const { milo, ada } = team.current
  await aTimeslot(team.current, { day: 2, time: '12:00' })
  const post = await aQueuedPost(team.current, { title: 'Moves', at: AT })
  for (const person of [milo, ada]) await person.command(`/pin show ${post.id}`)
  await milo.click('Later')
  const moved = await now(team.current, post)
  expect(lastMessage(await ada.click('Later')).text).toContain(
    'This pin was changed in the meantime. Here’s the current version.',
  )
  expect((await now(team.current, post)).version).toBe(moved.version)
  await milo.click('Undo')
  expect((await now(team.current, post)).sendAt).toEqual(AT)
})

test('a time that has passed meanwhile cannot come back: the sentence says so, and the card keeps its Undo', async () => {
  const { milo, clock } = team.current
  const soon = new Date(clock.now.getTime() + 60_000)
  const post = await aQueuedPost(team.current, { title: 'Soon', at: soon })
  await milo.command(`/pin show ${post.id}`)
  await milo.click('Unschedule')
  clock.advance(2 * 60_000)
  const answer = await milo.click('Undo')
  expect(lastMessage(answer).text).toBe('Its old time has passed, so nothing was undone. Schedule it for another time.')
  expect(answer.messages.some(({ blocks }) => textOn(blocks).includes('"Undo"'))).toBe(true)
  expect((await now(team.current, post)).status).toBe('draft')
})

test('a deleted pin whose time has passed meanwhile is restored as a draft, and the card says so', async () => {
  const { milo, clock } = team.current
  const soon = new Date(clock.now.getTime() + 60_000)
  const post = await aQueuedPost(team.current, { title: 'Soon', at: soon })
  await milo.command(`/pin show ${post.id}`)
  await milo.click('Delete')
  clock.advance(2 * 60_000)
  const { text, blocks } = lastMessage(await milo.click('Undo'))
  expect(text).toContain('Restored as a draft. Its old time has passed: schedule it for another time. Soon')
  expect(textOn(blocks)).toContain('"Schedule"')
  expect((await now(team.current, post)).status).toBe('draft')
})

test('a deleted pin that cannot be paid for again is restored as a draft, and it is said whom to ask', async () => {
  const { milo, organizationId } = team.current
  const post = await aQueuedPost(team.current, { title: 'Poor', at: AT })
  await milo.command(`/pin show ${post.id}`)
  await milo.click('Delete')
  await db.sql`update entitlements set credits_left = 0 where organization_id = ${organizationId}`
  expect(lastMessage(await milo.click('Undo')).text).toContain(
    'Restored as a draft. Not enough credits left. Ask your Pinslot operator for more. Poor',
  )
  expect((await now(team.current, post)).status).toBe('draft')
})

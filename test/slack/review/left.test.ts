/** What a process dies with between a message and its drafts is gone on with by itself: nobody presses anything, and nothing is there twice. */
import { expect, test } from 'vitest'
import { fillReview } from '../../../src/core/sources/review/fill.js'
import { takeLeftReviews } from '../../../src/core/sources/review/left.js'
import { readReview } from '../../../src/core/sources/review/change.js'
import { aDatabase } from '../../support/database.js'
import { aTimeslot } from '../../support/factories.js'
import { aPicture } from '../support/a-file.js'
import { aTeam, lastMessage, markupOf, textOn } from '../support/a-team.js'
import { adasId } from '../support/approval-team.js'
import { postsOf } from '../support/pins.js'

const { db } = await aDatabase()
const team = aTeam(db)

const LINK = 'https://shop.example.com/shelves'
const review = async () => markupOf(lastMessage(await team.current.ada.open('dm')).blocks)
/** The lease of whoever had it is over. */
const timePasses = async () => {
  await db.sql`update review_items set lease_until = now() - interval '1 second' where state = 'reading'`
  await db.sql`update reviews set resumed_until = now() - interval '1 second' where resumed_until is not null`
  await db.sql`update slack_events set lease_until = now() - interval '1 second' where handled_at is null`
}
const events = () => db.sql<{ body: object | null }[]>`select body from slack_events where handled_at is null`

/** As a process leaves it that dies after its first write: the files are in the review, and nobody reads them. */
async function died(...names: string[]): Promise<string> {
  const { ada, deps, organizationId, accountId } = team.current
  for (let day = 0; day < 7; day++) await aTimeslot(team.current, { day, time: '09:00' })
  await ada.open('dm')
  const shown = await ada.say(`Small kitchens ${LINK}`, ...(await Promise.all(names.map((name) => aPicture(name)))))
  expect(shown).toBeDefined()
  const files = await db.sql<{ id: string; name: string }[]>`
    select source as id, name from review_items where organization_id = ${organizationId} and kind = 'file' order by position`
  await db.sql`delete from posts where organization_id = ${organizationId}`
  await db.sql`delete from reviews where organization_id = ${organizationId}`
  const actor = { organizationId, via: 'slack', role: 'admin', userId: adasId } as const
  const { review: filled } = await fillReview(deps, actor, {
    accountId,
    files: [...files],
    links: [],
    words: `Small kitchens ${LINK}`,
  })
  return filled.id
}

test('files whose reader died are read by themselves, and the review is shown with them', async () => {
  await died('kitchen-shelf.jpg', 'garden-bench.jpg')
  const { app } = team.current
  expect(await app.handleLeft()).toBe(0) // somebody may be reading them
  await timePasses()
  expect(await app.handleLeft()).toBe(1)
  expect(await postsOf(team.current, 'draft')).toHaveLength(2)
  expect(await review()).toContain('*2 pins to review*')
  expect(await review()).toMatch(/1\. \*Kitchen shelf\*\n:pencil2: Needs a link/)
  expect(await app.handleLeft()).toBe(0)
})

test('of two processes one goes on with a review, and each file is one draft', async () => {
  await died('kitchen-shelf.jpg', 'garden-bench.jpg', 'kitchen-lamp.jpg')
  await timePasses()
  const counts = await Promise.all([team.current.app.handleLeft(), team.current.app.handleLeft()])
  expect(counts.sort()).toEqual([0, 1])
  expect(await postsOf(team.current, 'draft')).toHaveLength(3)
})

test('what kills its reader three times is left, with the reason and "Try again"', async () => {
  const reviewId = await died('kitchen-shelf.jpg')
  const { deps, organizationId, accountId, app } = team.current
  await db.sql`update review_items set lease = 3 where review_id = ${reviewId}`
  await timePasses()
  expect(await app.handleLeft()).toBe(0)
  const actor = { organizationId, via: 'slack', role: 'admin', userId: adasId } as const
  const { items } = await readReview(deps, actor, { accountId, reviewId })
  expect(items).toMatchObject([{ state: { name: 'failed', cause: { code: 'interrupted' } } }])
})

test('a review whose person is not there any more waits, and is given up after a day', async () => {
  const reviewId = await died('kitchen-shelf.jpg')
  await db.sql`update reviews set person = 'T0OTHER:U0GONE' where id = ${reviewId}`
  await timePasses()
  expect(await team.current.app.handleLeft()).toBe(0)
  expect(await postsOf(team.current, 'draft')).toEqual([])
  await db.sql`update review_items set lease_until = now() - interval '25 hours' where state = 'reading'`
  await db.sql`update reviews set resumed_until = null`
  expect(await takeLeftReviews(team.current.deps)).toEqual([])
  const [item] = await db.sql<{ state: string }[]>`select state from review_items where review_id = ${reviewId}`
  expect(item?.state).toBe('failed')
})

test('a message with files that is lost before its first write is handled again, and then forgotten', async () => {
  const { ada, app } = team.current
  for (let day = 0; day < 7; day++) await aTimeslot(team.current, { day, time: '09:00' })
  await ada.open('dm')
  await db.sql`
    create or replace function refuse_review() returns trigger language plpgsql as $$
    begin raise exception 'the process is gone'; end $$`
  await db.sql`create trigger refuses before insert on reviews for each row execute function refuse_review()`
  try {
    await ada.say(`Small kitchens ${LINK}`, await aPicture('kitchen-shelf.jpg'), await aPicture('garden-bench.jpg'))
    expect(await postsOf(team.current, 'draft')).toEqual([])
  } finally {
    await db.sql`drop trigger refuses on reviews`
  }
  const [left, ...others] = await events()
  expect([left?.body, others]).toMatchObject([{ event: { type: 'message', files: [{}, {}] } }, []])
  expect(JSON.stringify(left?.body)).not.toContain('url_private')
  await timePasses()
  expect(await app.handleLeft()).toBe(1)
  expect(await postsOf(team.current, 'draft')).toHaveLength(2)
  expect(await review()).toContain('*2 pins to review*')
  expect(await events()).toEqual([])
  await timePasses()
  expect(await app.handleLeft()).toBe(0)
})

test('what is handled is not kept, and plain words never are', async () => {
  const { ada } = team.current
  await ada.open('dm')
  await ada.say('A note to myself')
  await ada.say(LINK, await aPicture('kitchen-shelf.jpg'))
  expect(await events()).toEqual([])
  const kept = await db.sql`select from slack_events where body is not null`
  expect(kept.count).toBe(0)
})

test('a message that cannot be handled is tried for ten minutes, then left', async () => {
  const { ada, app } = team.current
  await ada.open('dm')
  await db.sql`
    create or replace function refuse_review() returns trigger language plpgsql as $$
    begin raise exception 'never'; end $$`
  await db.sql`create trigger refuses before insert on reviews for each row execute function refuse_review()`
  try {
    await ada.say(LINK, await aPicture('kitchen-shelf.jpg'))
    await timePasses()
    expect([await app.handleLeft(), (await events()).length]).toEqual([1, 1])
    await db.sql`
      update slack_events
         set body = jsonb_set(body, '{event_time}', to_jsonb(extract(epoch from now())::bigint - 660))
       where body is not null`
    await timePasses()
    expect([await app.handleLeft(), (await events()).length]).toEqual([1, 0])
  } finally {
    await db.sql`drop trigger refuses on reviews`
  }
  expect(textOn(lastMessage(await ada.open('dm')).blocks)).not.toContain('to review')
})

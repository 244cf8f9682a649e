import type { EvergreenSlotMemory } from '../../../blocks/settings/evergreen-memory.js'
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { newEvergreenMemory } from '../../../blocks/evergreen/model.js'
import {
  addToEvergreen,
  keepEvergreen,
  readEvergreen,
  removeFromEvergreen,
  setEvergreen,
} from '../../../src/core/posts/evergreen/pool.js'
import type { LimitsChange } from '../../../src/core/slots/evergreen-limits.js'
import { createEvergreenSlot } from '../../../src/core/slots/evergreen-slots.js'
import { pausePublishing } from '../../../src/core/accounts/publishing.js'
import { teamId, users } from '../../../src/sandbox/slack/ids.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost, aSentPost, DAY_MS, inDays } from '../../support/factories.js'
import { aTeam, errorsOf, lastMessage, markupOf, SIGNING_SECRET, valuesOf, textOn } from '../support/a-team.js'
import { fail } from '../support/pins.js'

const { db } = await aDatabase()
const team = aTeam(db)

const evergreenOf = () => {
  const { deps, actor, accountId } = team.current
  return readEvergreen(deps, actor, { accountId, limit: 500 })
}
const aSlot = (day = 2, time = '12:00') => {
  const { deps, actor, accountId } = team.current
  return createEvergreenSlot(deps, actor, { accountId, day, time, timezone: 'UTC' })
}
/** Published so many days ago. */
const published = (title: string, daysAgo: number, url = `https://example.com/${title}`) =>
  aSentPost(team.current, { title, url, at: inDays(team.current, 1) }).then(async (post) => {
    const at = new Date(team.current.clock.now.getTime() - daysAgo * DAY_MS)
    await db.sql`
      update posts set sent_at = ${at}, send_at = ${at}
       where organization_id = ${team.current.organizationId} and id = ${post.id}`
    return post
  })
/** Of Milo, who is a scheduler else. */
const withRole = (role: 'viewer' | 'contributor') => db.sql`
  update members set assigned_role = ${role}
   where organization_id = ${team.current.organizationId} and slack_team_id = ${teamId} and slack_user_id = ${users.member}`

test('an account without evergreen pins is told what to do', async () => {
  const { modal } = await team.current.milo.command('/pin evergreen')
  expect(modal?.title).toBe('Evergreen')
  const words = textOn(modal?.blocks)
  expect(words).toContain('Add a slot and add published pins to the pool to start.')
  expect(modal?.buttons).not.toContain('Pause')
  expect(words).toContain('No pins yet. Add published pins that are worth repeating.')
})

test('a slot is added, moved and deleted, each shown in the form below', async () => {
  const { milo } = team.current
  await milo.command('/pin evergreen')
  const form = await milo.click('Add a slot')
  expect(valuesOf(form)).toEqual({ Day: null, Time: null, 'Time zone': 'America/New_York' })
  await milo.fill({ Day: 'Tuesday', Time: '10:00', 'Time zone': 'Europe/Berlin' })
  const added = await milo.submit()
  expect(added.modal?.title).toBe('Evergreen')
  expect(markupOf(added.modal?.blocks)).toContain('*Tuesday 10:00 AM (Berlin time)*')
  expect(textOn(added.modal?.blocks)).toContain('Added: Tuesday 10:00 AM (Berlin time).')

  const moving = await milo.click('Move', { within: 'Tuesday' })
  expect(valuesOf(moving)).toEqual({ Day: 'Tuesday', Time: '10:00', 'Time zone': 'Europe/Berlin' })
  await milo.fill({ Day: 'Friday', Time: '08:30' })
  expect(markupOf((await milo.submit()).modal?.blocks)).toContain('*Friday 8:30 AM (Berlin time)*')
  expect((await evergreenOf()).slots).toMatchObject([{ day: 5, minute: 510, timezone: 'Europe/Berlin', type: 'evergreen' }])

  const asked = await milo.click('Delete', { within: 'Friday' })
  expect([asked.modal?.title, asked.modal?.depth]).toEqual(['Delete slot', 2])
  expect(markupOf(asked.modal?.blocks)).toContain('Friday 8:30 AM (Berlin time)')
  await milo.close()
  expect((await evergreenOf()).slots).toHaveLength(1) // not before it is shown
  await milo.click('Delete', { within: 'Friday' })
  const gone = await milo.submit()
  expect(textOn(gone.modal?.blocks)).toContain('Deleted: Friday 8:30 AM (Berlin time).')
  expect((await evergreenOf()).slots).toEqual([])
})

test('the form of a slot that is delivered twice makes one slot', async () => {
  const { milo, accountId, baseUrl } = team.current
  await milo.command('/pin help') // makes him a member
  const value = (key: string, held: unknown) => ({ value: { [key]: held } })
  const zone = { text: { type: 'plain_text', text: 'UTC' }, value: 'UTC' }
  const view = {
    id: 'V1',
    type: 'modal',
    callback_id: 'evergreen_slot',
    private_metadata: JSON.stringify({
      accountId,
      timeslotId: null,
      below: newEvergreenMemory(accountId),
    } satisfies EvergreenSlotMemory),
    previous_view_id: null,
    blocks: [],
    state: {
      values: {
        dayPreference: value('selected_option', { text: { type: 'plain_text', text: 'Tuesday' }, value: '2' }),
        time: value('selected_time', '10:00'),
        timezone: value('selected_option', zone),
      },
    },
  }
  const payload = { type: 'view_submission', team: { id: teamId }, user: { id: users.member }, view }
  const body = `payload=${encodeURIComponent(JSON.stringify(payload))}`
  const deliver = () => {
    const at = String(Math.floor(Date.now() / 1000))
    const signature = `v0=${createHmac('sha256', SIGNING_SECRET).update(`v0:${at}:${body}`).digest('hex')}`
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': at,
      'x-slack-signature': signature,
    }
    return fetch(`${baseUrl}/slack/events`, { method: 'POST', headers, body })
  }
  const answers = [await deliver(), await deliver(), ...(await Promise.all([deliver(), deliver()]))]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect((await evergreenOf()).slots).toMatchObject([{ day: 2, minute: 600, timezone: 'UTC' }])
})

test('a slot of evergreen pins is none of the weekly slots', async () => {
  const { milo } = team.current
  await aSlot()
  expect(lastMessage(await milo.command('/pin next')).text).toContain('No open slots')
})

test('what is wrong with a slot is told under its field', async () => {
  const { milo, organizationId, accountId } = team.current
  await db.sql`update accounts set timezone = 'Nowhere/Land' where organization_id = ${organizationId} and id = ${accountId}`
  await milo.command('/pin evergreen')
  await milo.click('Add a slot')
  await milo.fill({ Day: 'Tuesday', Time: '10:00' })
  expect(errorsOf(await milo.submit())).toEqual({
    'Time zone': 'Time zone must be an IANA time zone name, like America/New_York.',
  })
})

test('a slot that somebody deleted meanwhile is told to be gone', async () => {
  const { milo } = team.current
  const { id } = await aSlot()
  await milo.command('/pin evergreen')
  await db.sql`delete from timeslots where organization_id = ${team.current.organizationId} and id = ${id}`
  const { modal } = await milo.click('Delete', { within: 'Tuesday' })
  expect(modal?.blocks[0]).toMatchObject({ type: 'alert', level: 'warning', text: { text: 'That slot was deleted.' } })
})

test('a slot that somebody deleted while it was asked about is told to be gone', async () => {
  const { milo } = team.current
  const { id } = await aSlot()
  await milo.command('/pin evergreen')
  await milo.click('Delete', { within: 'Tuesday' })
  await db.sql`delete from timeslots where organization_id = ${team.current.organizationId} and id = ${id}`
  const { modal } = await milo.submit()
  expect(modal?.blocks[0]).toMatchObject({ type: 'alert', level: 'warning', text: { text: 'That slot was deleted.' } })
})

test('a published pin is found by its words and added; the next one out is the one longest out of sight', async () => {
  const { milo } = team.current
  await aSlot()
  await published('Shelf', 40)
  await published('Lamp', 10)
  await milo.command('/pin evergreen')
  await milo.choose('Choose a pin', 'Lamp')
  const { modal } = await milo.choose('Choose a pin', 'Shelf')
  expect(textOn(modal?.blocks)).toContain('Added “Shelf” to the pool.')
  const words = markupOf(modal?.blocks)
  expect(words).toContain('*Next:* Tue, Mar 3, 1:00 PM')
  expect(words).toMatch(/Kitchen ideas · last published 40 days ago · not repeated yet\nShelf/)
  expect(words.indexOf('last published 40 days ago · not repeated yet')).toBeLessThan(words.indexOf('last published 10 days ago'))
  expect(words).toContain('2 pins, longest waiting first')
  expect((await evergreenOf()).pool.map(({ post }) => post.title)).toEqual(['Shelf', 'Lamp'])
})

test('what is offered leaves out drafts, what is scheduled, and what is in the pool', async () => {
  const { milo } = team.current
  await published('Shelf', 40)
  await published('Lamp', 10)
  await aQueuedPost(team.current, { title: 'Vase', url: 'https://example.com/vase' })
  await milo.command('/pin evergreen')
  await milo.choose('Choose a pin', 'Lamp')
  await expect(milo.choose('Choose a pin', 'Nothing like it')).rejects.toThrow('It offers: Shelf.')
})

test('"Remove" takes a pin out, and a second one finds it gone', async () => {
  const { milo } = team.current
  await published('Shelf', 40)
  await milo.command('/pin evergreen')
  await milo.choose('Choose a pin', 'Shelf')
  const again = milo.click('Remove', { within: 'Shelf' })
  const twice = await Promise.all([again, milo.click('Remove', { within: 'Shelf' }).catch(() => undefined)])
  expect(textOn(twice[0].modal?.blocks)).toMatch(/Removed “|no longer in the pool/)
  expect((await evergreenOf()).poolSize).toBe(0)
})

test('the pool is turned page by page', async () => {
  const { milo, deps, actor, accountId } = team.current
  for (let turn = 0; turn < 12; turn++) {
    const { id: postId } = await published(`Pin-${turn}`, 40 - turn)
    await addToEvergreen(deps, actor, { accountId, postId })
  }
  const titles = (blocks: unknown) => markupOf(blocks).match(/Pin-\d+/g)
  expect(titles((await milo.command('/pin evergreen')).modal?.blocks)).toHaveLength(10)
  expect(titles((await milo.click('Next 2')).modal?.blocks)).toEqual(['Pin-10', 'Pin-11'])
  await milo.click('Remove', { within: 'Pin-10' })
  expect(titles((await milo.click('Remove', { within: 'Pin-11' })).modal?.blocks)).toContain('Pin-0')
})

test('one pin in a weekly slot is warned of as a repeat, and neither slots without pins nor pins without slots are called active', async () => {
  const { milo } = team.current
  const repeats = 'The same pin goes out again about every 7 days. Pinterest shows repeats to fewer people'
  await published('Shelf', 1)
  await aSlot()
  const empty = await milo.command('/pin evergreen')
  expect(markupOf(empty.modal?.blocks)).not.toContain('*Active.*')
  const one = await milo.choose('Choose a pin', 'Shelf')
  expect(textOn(one.modal?.blocks)).toContain(repeats)
  expect(markupOf(one.modal?.blocks)).toContain('last published 1 day ago')
  for (const title of ['Lamp', 'Vase', 'Rug']) {
    await published(title, 40)
    await milo.choose('Choose a pin', title)
  }
  const four = textOn((await milo.screen()).modal?.blocks)
  expect(four).toContain('*Active.*')
  expect(four).not.toContain('Pinterest shows repeats')
})

test('"Pause" lets the slots pass, "Resume" goes on', async () => {
  const { milo } = team.current
  await aSlot()
  await milo.command('/pin evergreen')
  const paused = markupOf((await milo.click('Pause')).modal?.blocks)
  expect(paused).toContain('*Paused.* Nothing is republished')
  expect(paused).toContain('Nothing will go out: evergreen is paused.')
  expect((await evergreenOf()).state).toBe('paused')
  expect(markupOf((await milo.click('Resume')).modal?.blocks)).toContain(
    '*Not set up yet.* Add published pins to the pool to start.',
  )
  expect((await evergreenOf()).state).toBe('active')
})

test('why nothing will go out is said: the pool is empty, publishing is paused', async () => {
  const { milo, deps, actor, accountId } = team.current
  await aSlot()
  expect(markupOf((await milo.command('/pin evergreen')).modal?.blocks)).toContain(
    'the pool is empty. Add a published pin below.',
  )
  await pausePublishing(deps, actor, { accountId })
  expect(markupOf((await milo.command('/pin evergreen')).modal?.blocks)).toContain('publishing is paused for this account')
})

test('what came of the last slots is told, with what became of the pin', async () => {
  const { milo, organizationId, accountId, clock } = team.current
  const { id: timeslotId } = await aSlot()
  const post = await aQueuedPost(team.current, { title: 'Again' })
  const at = (days: number) => new Date(clock.now.getTime() - days * DAY_MS)
  for (const [days, postId, reason] of [
    [1, post.id, null],
    [8, null, 'empty_pool'],
  ] as const) {
    await db.sql`
      insert into evergreen_runs (organization_id, timeslot_id, at, account_id, post_id, reason, decided_at)
      values (${organizationId}, ${timeslotId}, ${at(days)}, ${accountId}, ${postId}, ${reason}, ${at(days)})`
  }
  const words = markupOf((await milo.command('/pin evergreen')).modal?.blocks)
  expect(words).toContain('*Again*, scheduled.')
  expect(words).toContain('nothing went out, the pool was empty.')
  await fail(team.current, post, 'board_gone')
  expect(markupOf((await milo.command('/pin evergreen')).modal?.blocks)).toContain(
    '*Again*, not published: The board was deleted.',
  )
})

test('who may not schedule sees it without the controls, and is refused by the core where a form is still open', async () => {
  const { milo, deps, actor, accountId } = team.current
  await published('Shelf', 40)
  await aSlot()
  await milo.command('/pin evergreen')
  await milo.choose('Choose a pin', 'Shelf')
  await withRole('contributor')
  const refused = await milo.click('Pause')
  expect(markupOf(refused.modal?.blocks)).toContain('Only schedulers and admins can do this. Ask an admin of your workspace.')
  expect((await evergreenOf()).state).toBe('active')
  await milo.close()
  await milo.close()
  await setEvergreen(deps, actor, { accountId, state: 'paused' })
  const { modal } = await milo.command('/pin evergreen')
  expect(modal?.buttons).toEqual(['Spacing rules', 'Done'])
  expect(markupOf(modal?.blocks)).toContain('Only schedulers and admins can change this.')
})

test('the card of a published pin adds it to evergreen and removes it again', async () => {
  const { milo } = team.current
  const post = await published('Shelf', 40)
  await milo.command(`/pin show ${post.id}`)
  const added = lastMessage(await milo.click('Add to evergreen'))
  expect(added.text).toContain('Added to the evergreen pool')
  expect((await evergreenOf()).poolSize).toBe(1)
  expect(markupOf(lastMessage(await milo.command(`/pin show ${post.id}`)).blocks)).toContain('*Evergreen*\nIn the pool')
  const removed = lastMessage(await milo.click('Remove from evergreen'))
  expect(removed.text).toContain('Removed from the evergreen pool')
  expect((await evergreenOf()).poolSize).toBe(0)
})

test('only a published pin has the button; one that repeats another says which', async () => {
  const { milo, organizationId } = team.current
  const queued = await aQueuedPost(team.current)
  expect(textOn(lastMessage(await milo.command(`/pin show ${queued.id}`)).blocks)).not.toContain('evergreen')
  const source = await published('Shelf', 40)
  const copy = await published('Shelf', 4)
  await db.sql`update posts set source_post_id = ${source.id} where organization_id = ${organizationId} and id = ${copy.id}`
  const shown = textOn(lastMessage(await milo.command(`/pin show ${copy.id}`)).blocks)
  expect(shown).toContain(`Repeats pin ${source.id}`)
  expect(shown).not.toContain('Add to evergreen')
})

test('a late click on a card is answered with what has become of the pin', async () => {
  const { milo } = team.current
  const post = await published('Shelf', 40)
  await milo.command(`/pin show ${post.id}`)
  await milo.click('Add to evergreen')
  await milo.click('Remove from evergreen')
  const twice = lastMessage(await milo.click('Remove from evergreen', { within: 'Added to the evergreen pool' }))
  expect(twice.text).toContain('It’s no longer in the evergreen pool.')
})

test('a pin that has ended says when, and joins again by one press', async () => {
  const { milo, deps, actor, accountId } = team.current
  const { id: postId } = await published('Shelf', 30)
  await keepEvergreen(deps, actor, { accountId, postId, until: '2026-03-02', months: [3, 12] })
  expect(markupOf((await milo.command('/pin evergreen')).modal?.blocks)).toContain('until Mar 2 · only in Mar and Dec')
  team.current.clock.now = new Date('2026-03-04T10:00:00Z')
  expect(markupOf((await milo.command('/pin evergreen')).modal?.blocks)).toContain('Ended on Mar 2')
  await milo.click('Add again')
  expect(await evergreenOf()).toMatchObject({ poolSize: 1, ended: [] })
})

/** Puts a pin into the pool, and opens the form of its limits. */
async function openLimits(limits: LimitsChange = {}) {
  const { milo, deps, actor, accountId } = team.current
  const { id: postId } = await published('Shelf', 30)
  await keepEvergreen(deps, actor, { accountId, postId, ...limits })
  await milo.command('/pin evergreen')
  return { postId, form: await milo.click('Limits…', { within: 'Shelf' }) }
}
const limitsNow = async () => (await evergreenOf()).pool[0]?.limits

test('“Limits…” shows what a pin has, sets it, and removes what is emptied', async () => {
  const { milo } = team.current
  const { form } = await openLimits()
  expect(valuesOf(form)).toEqual({ Until: null, 'At most': null, Months: [] })
  await milo.fill({ Until: '2026-12-24', 'At most': '3', Months: ['November', 'December'] })
  const saved = await milo.submit()
  expect([saved.modal?.title, saved.modal?.depth]).toEqual(['Evergreen', 1])
  expect(markupOf(saved.modal?.blocks)).toContain('until Dec 24 · at most 3 times · only in Nov and Dec')
  expect(textOn(saved.modal?.blocks)).toContain('Saved the limits of “Shelf”.')
  const again = await milo.click('Limits…', { within: 'Shelf' })
  expect(valuesOf(again)).toEqual({ Until: '2026-12-24', 'At most': '3', Months: ['November', 'December'] })
  await milo.fill({ Until: null, 'At most': '', Months: [] })
  await milo.submit()
  expect(await limitsNow()).toMatchObject({ until: null, atMost: null, months: [] })
})

test('a day that has passed and a number out of range are refused under their inputs, and nothing is saved', async () => {
  const { milo } = team.current
  await openLimits({ atMost: 5 })
  await milo.fill({ Until: '2026-03-01' })
  expect(errorsOf(await milo.submit())).toEqual({ Until: 'Until must be today or later.' })
  await milo.fill({ Until: '2026-12-24', 'At most': '1001' })
  expect(errorsOf(await milo.submit())).toEqual({ 'At most': 'Please enter a number less than or equal to 1000.' }) // Slack’s own check
  expect(await limitsNow()).toMatchObject({ until: null, atMost: 5 })
})

test('the form of a pin that has left the pool, or has ended, does not put it back', async () => {
  const { milo, deps, actor, accountId, clock } = team.current
  const { postId } = await openLimits({ until: '2026-03-02' })
  clock.now = new Date('2026-03-04T10:00:00Z')
  await milo.fill({ Until: null })
  expect(textOn((await milo.submit()).modal?.blocks)).toContain('It’s no longer in the pool.')
  expect(await evergreenOf()).toMatchObject({ poolSize: 0, ended: [{ post: { id: postId } }] })
  await milo.click('Add again')
  await milo.click('Limits…', { within: 'Shelf' })
  await removeFromEvergreen(deps, actor, { accountId, postId })
  await milo.fill({ 'At most': '2' })
  expect(textOn((await milo.submit()).modal?.blocks)).toContain('It’s no longer in the pool.')
  expect(await evergreenOf()).toMatchObject({ poolSize: 0, ended: [] })
})

test('“Limits…” of a pin that somebody removed opens nothing, and who may not change the pool does not have it', async () => {
  const { milo, deps, actor, accountId } = team.current
  const { postId } = await openLimits()
  await milo.close()
  await removeFromEvergreen(deps, actor, { accountId, postId })
  const { modal } = await milo.click('Limits…', { within: 'Shelf' })
  expect([modal?.title, textOn(modal?.blocks)]).toEqual(['Evergreen', expect.stringContaining('It’s no longer in the pool.')])
  await keepEvergreen(deps, actor, { accountId, postId })
  await withRole('contributor')
  expect(textOn((await milo.command('/pin evergreen')).modal?.blocks)).not.toContain('Limits…')
})

test('limits that two people save at once are those of one of them, whole', async () => {
  const { milo, deps, actor, accountId } = team.current
  const { postId } = await openLimits()
  await milo.fill({ Until: '2026-12-24', 'At most': '3' })
  const theirs = { until: '2026-06-30', atMost: 7, months: [6] }
  await Promise.all([milo.submit(), keepEvergreen(deps, actor, { accountId, postId, ...theirs })])
  const limits = await limitsNow()
  expect([
    { until: '2026-12-24', atMost: 3, months: [], made: 0 },
    { ...theirs, made: 0 },
  ]).toContainEqual(limits)
})

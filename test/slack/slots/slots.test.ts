import { expect, test } from 'vitest'
import { MOST_SLOTS } from '../../../src/core/slots/week/rules.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost, aTimeslot } from '../../support/factories.js'
import { aTeam, errorsOf, lastMessage, markupOf, valuesOf, textOn } from '../support/a-team.js'
import { now } from '../support/pins.js'
import {
  asViewer,
  FORBIDDEN,
  GONE,
  LOCKED,
  NEW_YORK,
  onMonday,
  sendTwice,
  slotsOf,
  timesOn,
  whileLocked,
} from '../support/slots-week.js'

const { db } = await aDatabase()
const team = aTeam(db)

/** The coming Monday 09:00 in New York is today. */
const NINE = new Date('2026-03-02T14:00:00Z')

test('"/pin slots" shows the week: a line a day, each time with what its next one is, and counts', async () => {
  const { milo } = team.current
  await onMonday(team.current, '09:00')
  await onMonday(team.current, '04:00')
  await aTimeslot(team.current, { day: 0, time: '21:30', timezone: 'Europe/Berlin' })
  await aQueuedPost(team.current, { at: NINE })
  const screen = await milo.command('/pin slots')
  expect(screen.modal?.title).toBe('Weekly slots')
  expect(timesOn(screen)).toEqual(['○ 4:00 AM', '● 9:00 AM', '○ 9:30 PM Berlin'])
  const words = markupOf(screen.modal?.blocks)
  expect(words).toContain('*maker*\n3 weekly slots: 1 filled, 2 open')
  expect(words).toContain('*Monday*  ○ 4:00 AM  ·  ● 9:00 AM')
  expect(words).toContain('*Tuesday*  no slots')
})

test('the mark is of the next time alone: later pins leave it open', async () => {
  const { milo } = team.current
  await onMonday(team.current, '09:00')
  await aQueuedPost(team.current, { at: new Date('2026-03-09T13:00:00Z') }) // after the clocks have changed
  expect(timesOn(await milo.command('/pin slots'))).toEqual(['○ 9:00 AM'])
  team.current.clock.now = NINE // it has begun: the next one is in a week
  expect(timesOn(await milo.command('/pin slots'))).toEqual(['● 9:00 AM'])
})

test('without slots it says what there is to do, and in a channel without the app it opens as well', async () => {
  const { milo } = team.current
  await milo.open('random')
  const screen = await milo.command('/pin slots')
  expect(markupOf(screen.modal?.blocks)).toContain('No slots yet, so pins go out at exact times only. Add one,')
  expect(screen.modal?.buttons).toEqual(['Add a slot', 'Suggestions', 'Fill my week', 'Done'])
})

test('without an account it says who can connect one', async () => {
  const { milo, organizationId } = team.current
  await milo.command('/pin help')
  await db.sql`delete from connections where organization_id = ${organizationId}`
  await db.sql`update members set current_account_id = null where organization_id = ${organizationId}`
  await db.sql`delete from accounts where organization_id = ${organizationId}`
  const screen = await milo.command('/pin slots')
  expect(screen.modal).toBeNull()
  expect(lastMessage(screen).text).toContain('No account is connected yet')
})

test('"Add a slot" asks for day, time and zone, and the week below has it', async () => {
  const { milo } = team.current
  await milo.command('/pin slots')
  const opened = await milo.click('Add a slot')
  expect(valuesOf(opened)).toEqual({ Days: [], Time: null, 'Time zone': NEW_YORK })
  await milo.fill({ Days: ['Tuesday'], Time: '09:30' })
  const added = await milo.submit()
  expect(added.modal?.depth).toBe(1)
  expect(timesOn(added)).toEqual(['○ 9:30 AM'])
  expect(textOn(added.modal?.blocks[0])).toContain('Added Tuesday 9:30 AM (New York time).')
  expect(await slotsOf(team.current)).toEqual(['2 09:30 America/New_York manual'])
})

test('another zone is found by its city; the slot has it', async () => {
  const { milo } = team.current
  await milo.command('/pin slots')
  await milo.click('Add a slot')
  await milo.fill({ Days: ['Sunday'], Time: '23:59', 'Time zone': 'Asia/Kolkata' })
  const added = await milo.submit()
  expect(timesOn(added)).toEqual(['○ 11:59 PM'])
  expect(markupOf(added.modal?.blocks)).toContain('Times in Asia/Kolkata (the account’s zone is America/New_York)')
  expect(await slotsOf(team.current)).toEqual(['0 23:59 Asia/Kolkata manual'])
})

test('an account without a zone: the form begins with the person’s own', async () => {
  const { milo, organizationId } = team.current
  await db.sql`update accounts set timezone = null where organization_id = ${organizationId}`
  await milo.command('/pin slots')
  expect(valuesOf(await milo.click('Add a slot'))['Time zone']).toBe('Europe/Berlin')
})

test('what is missing is asked for under its field', async () => {
  const { milo } = team.current
  await milo.command('/pin slots')
  await milo.click('Add a slot')
  const required = 'Please complete this required field.'
  expect(errorsOf(await milo.submit())).toEqual({ Days: required, Time: required })
  await milo.fill({ Days: ['Monday'] })
  expect(errorsOf(await milo.submit())).toEqual({ Time: required })
})

test('a form that is sent twice makes one slot', async () => {
  const { milo } = team.current
  await milo.command('/pin slots')
  await milo.click('Add a slot')
  await milo.fill({ Days: ['Tuesday'], Time: '09:30' })
  await sendTwice(team.current)
  expect(await slotsOf(team.current)).toHaveLength(1)
})

test('several days get a slot by one form, and a day that has one gets no second', async () => {
  const { milo } = team.current
  await onMonday(team.current, '12:00')
  await milo.command('/pin slots')
  await milo.click('Add a slot')
  await milo.fill({ Days: ['Monday to Friday', 'Sunday'], Time: '12:00' })
  const added = await milo.submit()
  expect(textOn(added.modal?.blocks[0])).toContain(
    'Added Tuesday, Wednesday, Thursday, Friday, Sunday 12:00 PM (New York time). Monday 12:00 PM (New York time) is a slot already.',
  )
  expect(timesOn(added)).toHaveLength(6)
  await milo.click('Add a slot')
  await milo.fill({ Days: ['Monday to Friday'], Time: '12:00' })
  expect(textOn((await milo.submit()).modal?.blocks[0])).toContain('Monday to Friday 12:00 PM (New York time) is a slot already.')
  expect(await slotsOf(team.current)).toHaveLength(6)
})

test('what the core refuses stands under its field, and nothing typed is lost', async () => {
  const { milo, organizationId, accountId, clock } = team.current
  await db.sql`
    insert into timeslots (organization_id, account_id, day, minute, timezone, type, created_at)
    select ${organizationId}, ${accountId}, n % 7, n % 1440, ${NEW_YORK}, 'manual', ${clock.now}
      from generate_series(1, ${MOST_SLOTS.smart.most}) as n`
  await milo.command('/pin slots')
  await milo.click('Add a slot')
  await milo.fill({ Days: ['Tuesday'], Time: '09:30', 'Time zone': 'UTC' })
  const refused = await milo.submit()
  expect(errorsOf(refused)).toEqual({
    Days: 'Day: this account has 2,000 timeslots, the maximum. Remove one to add another.',
  })
  expect(valuesOf(refused)).toEqual({ Days: ['Tuesday'], Time: '09:30', 'Time zone': 'UTC' })
})

test('of a week that does not fit, the days are counted and one is opened; it stays open after a change', async () => {
  const { milo, organizationId, accountId, clock } = team.current
  await db.sql`
    insert into timeslots (organization_id, account_id, day, minute, timezone, type, created_at)
    select ${organizationId}, ${accountId}, n % 7, n % 1440, ${NEW_YORK}, 'manual', ${clock.now}
      from generate_series(0, 699) as n`
  const opened = await milo.command('/pin slots')
  expect(markupOf(opened.modal?.blocks)).toContain('*Wednesday*  100 slots, 100 open')
  expect(timesOn(opened)).toHaveLength(100)
  const chosen = await milo.choose('*Shown*  100 slots', 'Wednesday')
  expect(timesOn(chosen)[0]).toBe('○ 12:03 AM')
  await milo.click('○ 12:03 AM')
  await milo.click('Delete slot')
  const below = await milo.close()
  expect(timesOn(below)[0]).toBe('○ 12:10 AM')
  expect(timesOn(below)).toHaveLength(99)
})

test('a time opens its slot: what it is, and the pins that come on it', async () => {
  const { milo } = team.current
  await onMonday(team.current, '09:00')
  await aQueuedPost(team.current, { title: 'First <!channel>', at: NINE })
  await aQueuedPost(team.current, { title: 'In three weeks', at: new Date('2026-03-23T13:00:00Z') })
  await aQueuedPost(team.current, { title: 'Elsewhere', at: new Date('2026-03-04T13:00:00Z') })
  await milo.command('/pin slots')
  const slot = await milo.click('● 9:00 AM')
  const words = markupOf(slot.modal?.blocks)
  expect(words).toContain('*Every Monday 9:00 AM (New York time)*')
  expect(words).toMatch(/Next: Mon, Mar 2, 3:00 PM \(filled\) {2}· {2}added manually/)
  expect(words).toContain('First &lt;!channel&gt;')
  expect(words).toContain('In three weeks')
  expect(words).not.toContain('Elsewhere')
  expect(valuesOf(slot)).toEqual({ Day: 'Monday', Time: '09:00', 'Time zone': NEW_YORK })
  expect(slot.modal?.depth).toBe(2)
})

test('a pin on no slot at the slot’s own time is named as what takes it', async () => {
  const { milo } = team.current
  await aQueuedPost(team.current, { title: 'Was there before', at: NINE })
  await onMonday(team.current, '09:00')
  await milo.command('/pin slots')
  expect(markupOf((await milo.click('● 9:00 AM')).modal?.blocks)).toContain('Was there before, same time, not in the slot')
})

test('a slot is moved: its pins keep their times, and the week below has it at its new place', async () => {
  const { milo } = team.current
  await onMonday(team.current, '09:00')
  const post = await aQueuedPost(team.current, { at: NINE })
  expect(post.timeslotId).not.toBeNull()
  await milo.command('/pin slots')
  await milo.click('● 9:00 AM')
  await milo.fill({ Day: 'Friday', Time: '18:15', 'Time zone': 'Europe/London' })
  const moved = await milo.submit()
  expect(timesOn(moved)).toEqual(['○ 6:15 PM'])
  expect(textOn(moved.modal?.blocks[0])).toContain(
    'Moved Monday 9:00 AM (New York time) to Friday 6:15 PM (London time). Its pins keep their times.',
  )
  expect(await slotsOf(team.current)).toEqual(['5 18:15 Europe/London manual'])
  expect(await now(team.current, post)).toMatchObject({ sendAt: NINE, timeslotId: null })
})

test('only what was changed is sent: what somebody else changed meanwhile stays', async () => {
  const { milo, organizationId } = team.current
  await onMonday(team.current, '09:00')
  await milo.command('/pin slots')
  await milo.click('○ 9:00 AM')
  await db.sql`update timeslots set day = 3 where organization_id = ${organizationId}`
  await milo.fill({ Time: '10:00' })
  await milo.submit()
  expect(await slotsOf(team.current)).toEqual(['3 10:00 America/New_York manual'])
})

test('a slot saved as it was is not touched, nor are its pins', async () => {
  const { milo, organizationId } = team.current
  const id = await onMonday(team.current, '09:00')
  await db.sql`update timeslots set type = 'auto-created' where organization_id = ${organizationId}`
  const post = await aQueuedPost(team.current, { at: NINE })
  await milo.command('/pin slots')
  await milo.click('● 9:00 AM')
  expect((await milo.submit()).modal?.depth).toBe(1)
  expect(await slotsOf(team.current)).toEqual(['1 09:00 America/New_York auto-created'])
  expect(await now(team.current, post)).toMatchObject({ timeslotId: id, version: post.version })
})

test('a slot is deleted: its pins keep their times, the form says so and the week below is without it', async () => {
  const { milo } = team.current
  await onMonday(team.current, '09:00')
  const post = await aQueuedPost(team.current, { at: NINE })
  await milo.command('/pin slots')
  await milo.click('● 9:00 AM')
  const deleted = await milo.click('Delete slot')
  expect(deleted.modal?.depth).toBe(2)
  const sentence = 'Deleted Monday 9:00 AM (New York time). Its pins keep their times.'
  expect(markupOf(deleted.modal?.blocks)).toContain(sentence)
  const below = await milo.close()
  expect(timesOn(below)).toEqual([])
  expect(textOn(below.modal?.blocks[0])).toContain(sentence)
  expect(await slotsOf(team.current)).toEqual([])
  expect(await now(team.current, post)).toMatchObject({ sendAt: NINE, timeslotId: null })
})

test('a slot that vanished is said to be gone: at its time, when it is saved and when it is deleted', async () => {
  const { milo, organizationId } = team.current
  const vanish = () => db.sql`delete from timeslots where organization_id = ${organizationId}`
  await onMonday(team.current, '09:00')
  await milo.command('/pin slots')
  await vanish()
  const late = await milo.click('○ 9:00 AM')
  expect(late.modal?.depth).toBe(1)
  expect(textOn(late.modal?.blocks[0])).toContain(GONE)
  expect(timesOn(late)).toEqual([])

  await onMonday(team.current, '09:00')
  await milo.command('/pin slots')
  await milo.click('○ 9:00 AM')
  await vanish()
  await milo.fill({ Time: '10:00' })
  const refused = await milo.submit()
  expect(errorsOf(refused)).toEqual({ Day: `${GONE} Go back and add it as a new one.` })
  expect(valuesOf(refused)['Time']).toBe('10:00')
  const gone = markupOf((await milo.click('Delete slot')).modal?.blocks)
  expect(gone).toContain(GONE)
  expect(gone).toContain('Go back to see your week.')
  const below = await milo.close()
  expect(timesOn(below)).toEqual([])
  expect(below.modal?.blocks[0]).toMatchObject({ type: 'alert', level: 'warning' }) // it was not this person who deleted it
})

test('while the schedule is being changed nothing is written, and the form says to try again', async () => {
  const { milo } = team.current
  await onMonday(team.current, '09:00')
  await milo.command('/pin slots')
  await milo.click('Add a slot')
  await milo.fill({ Days: ['Tuesday'], Time: '09:30' })
  await whileLocked(team.current, async () => {
    expect(errorsOf(await milo.submit())).toEqual({ Days: LOCKED })
  })
  expect(timesOn(await milo.submit())).toHaveLength(2)
  await milo.click('○ 9:00 AM')
  await milo.fill({ Time: '10:00' })
  await whileLocked(team.current, async () => {
    expect(errorsOf(await milo.submit())).toEqual({ Day: LOCKED })
    const refused = await milo.click('Delete slot')
    expect(refused.modal?.depth).toBe(3)
    expect(markupOf(refused.modal?.blocks)).toContain(LOCKED)
  })
  expect(valuesOf(await milo.close())['Time']).toBe('10:00')
  expect(await slotsOf(team.current)).toEqual(['1 09:00 America/New_York manual', '2 09:30 America/New_York manual'])
})

test('who may only look sees the week and its slots without the controls, and who may change them', async () => {
  const { milo } = team.current
  await onMonday(team.current, '09:00')
  await milo.command('/pin help')
  await asViewer(team.current)
  const week = await milo.command('/pin slots')
  expect([timesOn(week), week.modal?.buttons]).toEqual([['○ 9:00 AM'], ['Done']])
  expect(markupOf(week.modal?.blocks)).toContain('Only schedulers and admins can change these.')
  const slot = await milo.click('○ 9:00 AM')
  expect([slot.modal?.buttons, slot.modal?.fields]).toEqual([['Back'], []])
  expect(markupOf(slot.modal?.blocks)).toContain('*Every Monday 9:00 AM (New York time)*')
})

test('an empty week of somebody who may only look advises nothing they cannot do', async () => {
  const { milo } = team.current
  await milo.command('/pin help')
  await asViewer(team.current)
  const words = markupOf((await milo.command('/pin slots')).modal?.blocks)
  expect(words).toContain('No slots yet, so pins go out at exact times only.')
  expect(words).not.toContain('Add one')
})

test('forms left open by somebody who may only look by now are refused', async () => {
  const { milo } = team.current
  await onMonday(team.current, '09:00')
  await milo.command('/pin slots')
  await milo.click('Add a slot')
  await asViewer(team.current)
  await milo.fill({ Days: ['Tuesday'], Time: '09:30' })
  expect(errorsOf(await milo.submit())).toEqual({ Days: FORBIDDEN })
  await team.current.deps.db
    .sql`update members set assigned_role = 'scheduler' where organization_id = ${team.current.organizationId}`
  await milo.close()
  await milo.click('○ 9:00 AM')
  await asViewer(team.current)
  await milo.fill({ Time: '10:00' })
  expect(errorsOf(await milo.submit())).toEqual({ Day: FORBIDDEN })
  expect(markupOf((await milo.click('Delete slot')).modal?.blocks)).toContain(FORBIDDEN)
  expect(await slotsOf(team.current)).toEqual(['1 09:00 America/New_York manual'])
})

test('a week that was closed meanwhile is not missed: what was done is done', async () => {
  const { milo, slack } = team.current
  await milo.command('/pin slots')
  await milo.click('Add a slot')
  await milo.fill({ Days: ['Tuesday'], Time: '09:30' })
  await slack.workspace.db.sql`update slk_views set root_view_id = 'V0' where position = 2`
  expect((await milo.submit()).modal?.depth).toBe(1)
  expect(await slotsOf(team.current)).toHaveLength(1)
})

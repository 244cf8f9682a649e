/** Suggested times, and the rebuilt week. */
import { expect, test } from 'vitest'
import type { Screen } from '../../../src/sandbox/slack/screen.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost, aTimeslot } from '../../support/factories.js'
import { aTeam, errorsOf, lastMessage, markupOf, type Team, valuesOf, textOn, waitAsProduct } from '../support/a-team.js'
import { untilShown } from '../support/boards-team.js'
import { now } from '../support/pins.js'
import {
  asViewer,
  FORBIDDEN,
  LOCKED,
  NEW_YORK,
  onMonday,
  slotsOf,
  sendTwice,
  timesOn,
  whileLocked,
} from '../support/slots-week.js'

const { db } = await aDatabase()
const team = aTeam(db)

/** `Tuesday 20:00` of each row. */
const suggestedOn = ({ modal }: Screen): string[] =>
  markupOf(modal?.blocks).match(/(?<=^\*)\w+day \d{1,2}:\d\d [AP]M(?=\*$)/gm) ?? []
const addButtons = ({ modal }: Screen): number => (modal?.buttons ?? []).filter((words) => words === 'Add').length

async function openRebuild({ milo }: Team): Promise<Screen> {
  const { modal } = await milo.command('/pin slots')
  return milo.click(modal?.buttons.includes('Fill my week') ? 'Fill my week' : 'Rebuild')
}

async function preview(current: Team, pinsPerDay: string): Promise<Screen> {
  await openRebuild(current)
  await current.milo.fill({ 'Pins per day': pinsPerDay })
  return current.milo.submit()
}

test('"Suggestions" names the best times with what they rest on', async () => {
  const { milo } = team.current
  await milo.command('/pin slots')
  const opened = await milo.click('Suggestions')
  expect(opened.modal?.title).toBe('Suggested times')
  expect(suggestedOn(opened)).toHaveLength(10)
  expect(addButtons(opened)).toBe(10)
  const words = markupOf(opened.modal?.blocks)
  expect(words).toContain('Based on general Pinterest data; you have too few results so far (0 pins)')
  expect(words).toContain(`Times in ${NEW_YORK}`)
})

test('"Add" makes it a slot, and the list stays where it is', async () => {
  const { milo } = team.current
  await milo.command('/pin slots')
  const before = suggestedOn(await milo.click('Suggestions'))
  const [first = '', second = ''] = before
  await milo.click(`Add ${first}`)
  const both = await milo.click(`Add ${second}`)
  expect(both.modal?.title).toBe('Suggested times')
  expect(suggestedOn(both)).toEqual(before)
  expect(addButtons(both)).toBe(8)
  expect(markupOf(both.modal?.blocks)).toContain(`*${first}*\n:white_check_mark: Added`)
  const below = await milo.close()
  expect(timesOn(below)).toHaveLength(2)
  expect(textOn(below.modal?.blocks[0])).toContain(`Added ${second} (New York time).`)
  expect((await slotsOf(team.current)).map((slot) => slot.split(' ').at(-1))).toEqual(['recommended', 'recommended'])
  expect(suggestedOn(await milo.click('Suggestions'))).not.toContain(first)
})

test('a suggestion pressed twice makes one slot', async () => {
  const { milo } = team.current
  await milo.command('/pin slots')
  const [first = ''] = suggestedOn(await milo.click('Suggestions'))
  await Promise.all([1, 2].map(() => milo.click(`Add ${first}`).catch(() => undefined)))
  expect(await slotsOf(team.current)).toHaveLength(1)
})

test('an account without a zone gets its suggestions in the person’s own', async () => {
  const { milo, organizationId } = team.current
  await db.sql`update accounts set timezone = null where organization_id = ${organizationId}`
  await milo.command('/pin slots')
  const opened = await milo.click('Suggestions')
  expect(markupOf(opened.modal?.blocks)).not.toContain('Times in') // no zone is named to who lives in it
  const [first = ''] = suggestedOn(opened)
  await milo.click(`Add ${first}`)
  expect((await slotsOf(team.current))[0]).toContain('Europe/Berlin recommended')
})

test('a suggestion that cannot be taken is refused on top of the list', async () => {
  const { milo } = team.current
  await milo.command('/pin slots')
  const [first = ''] = suggestedOn(await milo.click('Suggestions'))
  await whileLocked(team.current, async () => {
    const refused = await milo.click(`Add ${first}`)
    expect(refused.modal?.depth).toBe(3)
    expect(markupOf(refused.modal?.blocks)).toContain(LOCKED)
  })
  expect(addButtons(await milo.close())).toBe(10)
  await asViewer(team.current)
  expect(markupOf((await milo.click(`Add ${first}`)).modal?.blocks)).toContain(FORBIDDEN)
  expect(await slotsOf(team.current)).toEqual([])
})

test('"Rebuild" begins with as many pins a day as there are', async () => {
  expect(valuesOf(await openRebuild(team.current))).toEqual({ 'Pins per day': '2', 'Time zone': NEW_YORK })
  for (let day = 0; day < 14; day++) await aTimeslot(team.current, { day: day % 7, time: '09:00' })
  expect(valuesOf(await openRebuild(team.current))['Pins per day']).toBe('2')
})

test('a preview says what comes, goes and stays, and what becomes of pins; nothing is written', async () => {
  const { milo } = team.current
  await onMonday(team.current, '03:17')
  const post = await aQueuedPost(team.current, { at: new Date('2026-03-09T07:17:00Z') })
  expect(post.timeslotId).not.toBeNull()
  const before = await slotsOf(team.current)
  const shown = await preview(team.current, '1')
  expect(shown.modal?.title).toBe('Rebuild: preview')
  expect(shown.modal?.depth).toBe(2)
  const words = markupOf(shown.modal?.blocks)
  expect(words).toContain('*1 pin a day*, times in America/New_York')
  expect(words).toContain('*7 slots* added, *1* removed, *0* kept')
  expect(words).toContain('Scheduled pins keep their times: 1 pin is no longer in a slot.')
  expect(words).toContain('*Monday:* + 9 PM  − 3:17 AM')
  expect(words).toContain('*Tuesday to Sunday:* + 9 PM')
  expect(await slotsOf(team.current)).toEqual(before)
  expect(timesOn(await milo.close())).toEqual(['● 3:17 AM'])
})

test('"Rebuild now" makes the week that was shown, and says what was done', async () => {
  const { milo } = team.current
  await onMonday(team.current, '03:17')
  const post = await aQueuedPost(team.current, { at: new Date('2026-03-09T07:17:00Z') })
  const shown = markupOf((await preview(team.current, '2')).modal?.blocks)
  expect(shown).toContain('*2 pins a day*, at least 7 hours apart')
  const rebuilt = await milo.submit()
  expect(rebuilt.modal?.depth).toBe(1)
  expect(textOn(rebuilt.modal?.blocks[0])).toContain(
    'Your week now has 2 pins a day: 14 added, 1 removed, 0 kept. Scheduled pins keep their times. 1 pin is not in a slot.',
  )
  expect(timesOn(rebuilt)).toEqual([1, 2, 3, 4, 5, 6, 0].flatMap((day) => [day === 5 ? '○ 2:00 PM' : '○ 12:00 PM', '○ 9:00 PM']))
  expect((await slotsOf(team.current)).every((slot) => slot.endsWith('auto-created'))).toBe(true)
  expect(await now(team.current, post)).toMatchObject({ sendAt: post.sendAt, timeslotId: null })
})

test('a week that is like that already says so', async () => {
  const { milo } = team.current
  await preview(team.current, '2')
  await milo.submit()
  const again = await preview(team.current, '2')
  expect(markupOf(again.modal?.blocks)).toContain('Your week already looks like this.')
})

test('the number and the zone can be changed after the preview', async () => {
  const { milo } = team.current
  await openRebuild(team.current)
  await milo.fill({ 'Pins per day': '4', 'Time zone': 'Europe/London' })
  await milo.submit()
  const again = await milo.click('Change number or zone')
  expect(valuesOf(again)).toEqual({ 'Pins per day': '4', 'Time zone': 'Europe/London' })
  await milo.fill({ 'Pins per day': '1' })
  await milo.submit()
  expect(timesOn(await milo.submit())).toHaveLength(7)
  expect((await slotsOf(team.current))[0]).toContain('Europe/London auto-created')
})

test.each(['0', '51', '1.5', ''])('"%s" pins a day are refused under the field', async (typed) => {
  const { milo } = team.current
  await openRebuild(team.current)
  await milo.fill({ 'Pins per day': typed === '' ? null : typed })
  const refused = await milo.submit()
  expect(Object.keys(errorsOf(refused))).toEqual(['Pins per day'])
  expect(refused.modal?.title).toBe('Rebuild the week')
})

test('a rebuild that is sent twice is one', async () => {
  await preview(team.current, '3')
  await sendTwice(team.current)
  expect(await slotsOf(team.current)).toHaveLength(21)
  expect(textOn((await team.current.milo.close()).modal?.blocks[0])).toContain('21 added, 0 removed, 0 kept')
})

test('while the schedule is being changed the form comes back with the reason and what was asked', async () => {
  const { milo } = team.current
  await preview(team.current, '5')
  await whileLocked(team.current, async () => {
    const refused = await milo.submit()
    expect(refused.modal?.title).toBe('Rebuild the week')
    expect(refused.modal?.blocks[0]?.type).toBe('alert')
    expect(textOn(refused.modal?.blocks[0])).toContain(LOCKED)
    expect(valuesOf(refused)['Pins per day']).toBe('5')
  })
  await milo.submit()
  expect(timesOn(await milo.submit())).toHaveLength(35)
})

test('who may only look gets no preview, and the reason', async () => {
  const { milo } = team.current
  await openRebuild(team.current)
  await asViewer(team.current)
  expect(errorsOf(await milo.submit())).toEqual({ 'Pins per day': FORBIDDEN })
})

/** While somebody changes the pin, a rebuild waits for it. */
async function whilePinIsHeld({ organizationId }: Team, during: () => Promise<void>): Promise<void> {
  await db.tx(async (sql) => {
    await sql`select id from posts where organization_id = ${organizationId} for update`
    await during()
  })
}

test('a rebuild that takes its time says that it works, and then what was done', async () => {
  const { milo } = team.current
  await onMonday(team.current, '03:17')
  await aQueuedPost(team.current, { at: new Date('2026-03-09T07:17:00Z') })
  await preview(team.current, '1')
  waitAsProduct(team.current)
  let submitting: Promise<Screen> | undefined
  await whilePinIsHeld(team.current, async () => {
    submitting = milo.submit()
    await untilShown(milo, 'Rebuilding the week…')
  })
  const rebuilt = await submitting
  expect(markupOf(rebuilt?.modal?.blocks)).toContain('Your week now has 1 pin a day: 7 added, 1 removed, 0 kept.')
  expect(timesOn(await milo.close())).toHaveLength(7)
})

test('who closed the form of a long rebuild is told in a message', async () => {
  const { milo, slack } = team.current
  await onMonday(team.current, '03:17')
  await aQueuedPost(team.current, { at: new Date('2026-03-09T07:17:00Z') })
  await preview(team.current, '1')
  waitAsProduct(team.current)
  let submitting: Promise<Screen> | undefined
  await whilePinIsHeld(team.current, async () => {
    submitting = milo.submit()
    await untilShown(milo, 'Rebuilding the week…')
    await slack.workspace.db.sql`delete from slk_views where position > 0`
  })
  expect((await submitting)?.modal).toBeNull()
  expect(lastMessage(await milo.open('Pinslot')).text).toContain('Your week now has 1 pin a day')
})

/** Home as the view of the schedule, and the ways from it and back. */
import { expect, test } from 'vitest'
import { pausePublishing } from '../../../src/core/accounts/publishing.js'
import { openSchedulePicture } from '../../../src/core/slots/calendar/picture.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost, aTimeslot, inDays } from '../../support/factories.js'
import { aTeam, markupOf, type Team, valuesOf, textOn } from '../support/a-team.js'

const { db } = await aDatabase()
const team = aTeam(db)

type Home = { home: { blocks: unknown[]; buttons: string[] } | null }
const markup = async (screen: Promise<Home>) => markupOf((await screen).home?.blocks)
const pictureOn = ({ home }: Home) =>
  (home?.blocks as { type: string; image_url?: string; alt_text?: string }[]).find(({ type }) => type === 'image')
const isSchedule = ({ home }: Home) => home?.buttons.includes('Back') === true

async function openSchedule({ milo }: Team) {
  await milo.openHome()
  return milo.click('Schedule')
}

async function aSecondAccount({ organizationId, clock }: Team): Promise<string> {
  const [account] = await db.sql<[{ id: string }]>`
    insert into accounts (organization_id, platform_user_id, username, display_name, timezone, boards_read_at, created_at)
    values (${organizationId}, ${`91${organizationId}`}, 'second', 'The Second', 'Europe/Berlin', ${clock.now}, ${clock.now})
    returning id`
  await db.sql`insert into schedules (organization_id, account_id) values (${organizationId}, ${account.id})`
  return account.id
}

test('“Schedule” turns Home into the coming four weeks: a picture, numbers by week, open slots', async () => {
  const { deps } = team.current
  await aQueuedPost(team.current, { at: new Date('2026-03-04T15:00:00Z') })
  await aTimeslot(team.current, { day: 2, time: '12:00' })
  const screen = await openSchedule(team.current)
  expect(screen.home?.buttons.slice(0, 5)).toEqual(['Back', 'Slots', 'Evergreen', 'Queue', 'Settings'])
  expect(screen.home?.buttons.filter((words) => words === 'Use this slot')).toHaveLength(8)
  const picture = pictureOn(screen)
  expect(picture?.alt_text).toBe('The next 28 days: 1 pin, 4 open slots')
  const name = /^https:\/\/pinslot\.test\/pictures\/schedule\/(.+)$/.exec(picture?.image_url ?? '')?.[1]
  expect((await openSchedulePicture(deps, name ?? ''))?.username).toBe('maker')
  expect(markupOf(screen.home?.blocks)).toContain('*Mar 2 to Mar 8*\n1 pin · 1 open slot')
  expect(markupOf(screen.home?.blocks)).toContain('Times in America/New_York')
})

test('“Back” leads to the page of pins it came from', async () => {
  const { milo } = team.current
  for (let day = 1; day <= 7; day++) await aQueuedPost(team.current, { title: `Pin ${day}.`, at: inDays(team.current, day) })
  await milo.openHome()
  await milo.click('Next 5')
  expect(await markup(milo.click('Schedule'))).not.toContain('Pin 6.')
  const back = await markup(milo.click('Back'))
  expect(back).toContain('Pin 6.')
  expect(back).not.toContain('Pin 1.')
})

test('Home stays with the schedule after what is done there and for another account; another visit begins with what needs attention', async () => {
  const { milo } = team.current
  await aSecondAccount(team.current)
  await aTimeslot(team.current, { day: 2, time: '12:00' })
  const before = pictureOn(await openSchedule(team.current))?.image_url
  expect(valuesOf(await milo.click('Use this slot'))).toMatchObject({ When: 'Exact time' })
  await milo.fill({ 'Image link': 'https://pictures.test/shelf.jpg', Title: 'Taken', Description: 'x' })
  await milo.fill({ 'Destination link': 'https://example.com/a', Board: 'Garden' })
  await milo.submit()
  const after = await milo.screen()
  expect(isSchedule(after)).toBe(true)
  expect(pictureOn(after)?.alt_text).toBe('The next 28 days: 1 pin, 3 open slots')
  expect(pictureOn(after)?.image_url).not.toBe(before)
  expect(isSchedule(await milo.openHome())).toBe(false)
  await milo.click('Schedule')
  const switched = await milo.choose('Account', 'second')
  expect([isSchedule(switched), pictureOn(switched)?.alt_text]).toEqual([true, 'The next 28 days: no pins, no open slots'])
  expect(isSchedule(await milo.click('Back'))).toBe(false)
})

test('Home stays with the schedule, and shows what is new, after what was done in a form over it', async () => {
  const { ada } = team.current
  await ada.openHome()
  expect(pictureOn(await ada.click('Schedule'))?.alt_text).toContain('no open slots')
  await ada.click('Slots')
  await ada.click('Add a slot')
  await ada.fill({ Days: ['Tuesday'], Time: '09:30' })
  await ada.submit()
  const { home } = await ada.screen()
  expect(pictureOn({ home })?.alt_text).toBe('The next 28 days: no pins, 4 open slots')
})

test('a click elsewhere leaves Home with what it shows', async () => {
  const { milo } = team.current
  await aQueuedPost(team.current, { title: 'Goes out' })
  await openSchedule(team.current)
  await milo.open('general')
  await milo.command('/pin find goes')
  await milo.click('Unschedule', { within: 'Goes out' })
  const [published] = await db.sql`select view from slk_views where position = 0`
  expect(textOn(published)).toContain('The next 28 days: no pins')
})

test('an equal Home is not published again', async () => {
  const { milo } = team.current
  const hash = async () => (await db.sql<{ hash: string }[]>`select hash from slk_views where position = 0`)[0]?.hash
  await milo.openHome()
  const before = await hash()
  await milo.openHome()
  expect(await hash()).toBe(before)
})

test('Home says how many slots are open within seven days', async () => {
  const { milo } = team.current
  await aTimeslot(team.current, { day: 2, time: '12:00' })
  await aTimeslot(team.current, { day: 4, time: '12:00' })
  expect(await markup(milo.openHome())).toContain('2 open in the next 7 days')
})

test('“Queue” opens the days as a form over Home', async () => {
  const { milo } = team.current
  await aQueuedPost(team.current, { title: 'Goes out' })
  await openSchedule(team.current)
  const { modal, messages } = await milo.click('Queue')
  expect(modal?.title).toBe('Queue')
  expect(markupOf(modal?.blocks)).toContain('Goes out')
  expect(messages).toEqual([])
})

test('an admin resumes publishing from either view, others are told who may', async () => {
  const { deps, actor, accountId, milo, ada } = team.current
  await pausePublishing(deps, actor, { accountId })
  expect(await markup(milo.openHome())).toContain('is paused. Pins due while paused wait up to 24 hours.')
  expect(await markup(milo.screen())).toContain('Only admins can resume it.')
  await expect(milo.click('Resume')).rejects.toThrow('There is no button')
  await ada.openHome()
  await ada.click('Schedule')
  const resumed = await ada.click('Resume')
  expect([isSchedule(resumed), markupOf(resumed.home?.blocks).includes('is paused')]).toEqual([true, false])
})

test.each([
  ['Slots', 'slots'],
  ['Evergreen', 'evergreen'],
  ['Settings', 'settings'],
])('“%s” opens what /pin %s opens', async (words, verb) => {
  const { ada } = team.current
  await ada.openHome()
  await ada.click('Schedule')
  const opened = (await ada.click(words)).modal
  await ada.close()
  await ada.open('general')
  expect(opened?.title).toBe((await ada.command(`/pin ${verb}`)).modal?.title)
})

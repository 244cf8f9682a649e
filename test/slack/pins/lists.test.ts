/** What is pressed in a list is answered in its place, also in a team with two accounts, whose lists offer the other one. */
import { expect, test } from 'vitest'
import type { SlackUser } from '../../support/slack-user.js'
import type { Screen } from '../../../src/sandbox/slack/screen.js'
import { aDatabase } from '../../support/database.js'
import { anotherAccount, aDraft, aQueuedPost, aTimeslot, inDays } from '../../support/factories.js'
import { aPicture } from '../support/a-file.js'
import { aTeam, markupOf, type Team, textOn } from '../support/a-team.js'
import { aSeries } from '../support/pins.js'

const { db } = await aDatabase()
const team = aTeam(db)

const aVase = (world: Team) => aQueuedPost(world, { title: 'Vase', at: inDays(world, 2) })
const aDraftVase = (world: Team) => aDraft(world, { title: 'Vase' })
const WITHIN = { within: 'Vase' }

const byForm = (button: string, fields: Record<string, unknown>) => async (milo: SlackUser) => {
  await milo.click(button, WITHIN)
  await milo.fill(fields)
  return milo.submit()
}
/** Whose name says when. */
const byLater = async (milo: SlackUser) => {
  const { modal, messages } = await milo.screen()
  const [, name = ''] = /"(Later: [^"]+)"/.exec(textOn(modal?.blocks ?? messages)) ?? []
  return milo.click(name, WITHIN)
}
const byButton = (button: string) => (milo: SlackUser) => milo.click(button, WITHIN)

/** Where the person is looking: the form, or all messages. */
const inSight = ({ modal, messages }: Screen): string => markupOf(modal?.blocks ?? messages).trim()

type List = {
  made: (world: Team) => Promise<unknown>
  open: (milo: SlackUser) => Promise<unknown>
  /** What is in it before and after. */
  heading: string
}
const found: List = { made: aVase, open: (milo) => milo.command('/pin find Vase'), heading: '1 result for “Vase”' }
const queue: List = { made: aVase, open: (milo) => milo.command('/pin queue'), heading: '*Monday, March 2' }
const queueOfHome: List = { ...queue, open: async (milo) => (await milo.openHome(), milo.click('Queue')) }
const drafts: List = { made: aDraftVase, open: (milo) => milo.command('/pin drafts'), heading: 'No drafts.' }
const series: List = {
  made: (world) => aSeries(world, 2, { title: 'Vase' }),
  open: async (milo) => (await milo.command('/pin find Vase'), await milo.click('Details', WITHIN), milo.click('View series')),
  heading: '*1.*',
}
const details: List = {
  made: aVase,
  open: async (milo) => (await milo.command('/pin find Vase'), milo.click('Details', WITHIN)),
  heading: 'Draft',
}
const review: List = {
  made: async () => {},
  open: async (milo) => (await milo.open('dm'), milo.say('', await aPicture('Vase.jpg'))),
  heading: '*1 pin to review*',
}

test.each<[string, List, (milo: SlackUser) => Promise<Screen>, string]>([
  ['found pins, Later', found, byLater, 'Moved “'],
  ['found pins, Publish now', found, byForm('Publish now', {}), 'Publishing now.'],
  ['found pins, Edit', found, byForm('Edit', { 'Alt text': 'A vase' }), 'Saved.'],
  ['found pins, Move', found, byForm('Move', { When: 'Next open slot' }), 'Moved “'],
  ['the queue, Later', queue, byLater, 'Moved “'],
  ['the queue, Move', queue, byForm('Move', { When: 'Next open slot' }), 'Moved “'],
  ['the queue over Home, Later', queueOfHome, byLater, 'Moved “'],
  ['drafts, Delete', drafts, byButton('Delete'), 'Deleted.'],
  ['a series, Unschedule all', series, (milo) => milo.click('Unschedule all'), 'Unscheduled 2 pins'],
  ['all about a pin, Unschedule', details, (milo) => milo.click('Unschedule'), 'Unscheduled.'],
])('in %s: says so above what is shown again', async (_, { made, open, heading }, press, answer) => {
  const { milo, logged } = team.current
  await anotherAccount(team.current)
  for (let day = 0; day < 7; day++) await aTimeslot(team.current, { day, time: '09:00' })
  await made(team.current)
  await open(milo)
  const shown = inSight(await press(milo))
  expect(logged.filter(({ level }) => level === 'error')).toEqual([])
  expect(shown.startsWith(answer)).toBe(true)
  expect(shown).toContain(heading)
})

test('in a review, Edit says so on the card of its pin', async () => {
  const { milo } = team.current
  await review.open(milo)
  const shown = inSight(await byForm('Edit', { 'Alt text': 'A vase' })(milo))
  expect(shown.startsWith(review.heading)).toBe(true)
  expect(shown).toMatch(/1\. \*Vase\*[^]*Saved\./)
})

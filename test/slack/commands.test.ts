import { expect, test } from 'vitest'
import { aDatabase } from '../support/database.js'
import { aQueuedPost, aTimeslot, DAY_MS, inDays } from '../support/factories.js'
import { aTeam, errorsOf, lastMessage, markupOf, valuesOf, wordsOn } from './a-team.js'

const { db } = await aDatabase()
const team = aTeam(db)

test('/pin help names every verb with an example, to the asker alone', async () => {
  const message = lastMessage(await team.current.milo.command('/pin help'))
  expect(message.ephemeral).toBe(true)
  for (const verb of ['new', 'queue', 'next', 'report', 'help']) expect(markupOf(message.blocks)).toContain(`\`/pin ${verb}`)
})

test.each([
  ['/pin quue', '/pin queue'],
  ['/pin Nxet', '/pin next'],
  ['/pin <!channel>', '/pin help'],
])('%s gets the nearest verb', async (typed, nearest) => {
  const message = lastMessage(await team.current.milo.command(typed))
  expect(message.text).toContain(`Did you mean ${nearest}?`)
  expect(message.text).not.toContain('<!')
})

test('verbs are read in any case', async () => {
  expect(lastMessage(await team.current.milo.command('/pin HELP')).text).toContain('What /pin can do')
})

test('/pin queue shows pins day by day with time, title, board and picture', async () => {
  await aQueuedPost(team.current, { title: 'First <b>', at: new Date('2026-03-03T09:00:00Z') })
  await aQueuedPost(team.current, { title: 'Second', at: new Date('2026-03-03T10:00:00Z'), boardId: '102' })
  await aQueuedPost(team.current, { title: 'Third', at: new Date('2026-03-04T10:00:00Z') })
  const { blocks } = lastMessage(await team.current.milo.command('/pin queue'))
  const markup = markupOf(blocks)
  expect(markup.match(/Tuesday 3 March|Wednesday 4 March/g)).toEqual(['Tuesday 3 March', 'Wednesday 4 March'])
  expect(markup.indexOf('First &lt;b&gt;')).toBeLessThan(markup.indexOf('Second'))
  expect(markup).toContain('<!date^1772528400^{time}|2026-03-03 09:00 UTC>')
  expect(markup).toContain('Garden')
  expect(wordsOn(blocks)).toContain('https://pinslot.test/media/')
})

test('the days of a queue are those of the reader', async () => {
  await aQueuedPost(team.current, { at: new Date('2026-03-04T02:00:00Z') })
  expect(markupOf(lastMessage(await team.current.milo.command('/pin queue')).blocks)).toContain('Wednesday 4 March')
  expect(markupOf(lastMessage(await team.current.ada.command('/pin queue')).blocks)).toContain('Tuesday 3 March')
})

test('a long queue goes on with "Show more"', async () => {
  for (let day = 1; day <= 12; day++) await aQueuedPost(team.current, { title: `Pin ${day}.`, at: inDays(team.current, day) })
  const first = markupOf(lastMessage(await team.current.milo.command('/pin queue')).blocks)
  expect(first).toContain('Pin 10.')
  expect(first).not.toContain('Pin 11.')
  const rest = markupOf(lastMessage(await team.current.milo.click('Show more')).blocks)
  expect(rest).toContain('Pin 12.')
  expect(rest).not.toContain('Pin 10.')
})

test('an empty queue says so, and offers the composer', async () => {
  expect(lastMessage(await team.current.milo.command('/pin queue')).text).toContain('Nothing is scheduled for maker.')
  expect((await team.current.milo.click('New pin')).modal?.title).toBe('New pin')
})

test('/pin next shows the next five open slots, and "Use" opens the composer with that time', async () => {
  const { milo } = team.current
  for (const day of [1, 2, 3]) await aTimeslot(team.current, { day, time: '12:00' })
  const { blocks } = lastMessage(await milo.command('/pin next'))
  expect(blocks.filter(({ accessory }) => accessory?.type === 'button')).toHaveLength(5)
  const opened = await milo.click('Use', { within: '2026-03-03 12:00 UTC' })
  expect(valuesOf(opened)).toMatchObject({ When: 'At a set time', Time: '2026-03-03T12:00:00.000Z' })
})

test('without an open slot /pin next says so', async () => {
  expect(lastMessage(await team.current.milo.command('/pin next')).text).toContain('No slot is open for maker.')
})

test('/pin report is recorded, thanked for and told to the staff', async () => {
  const { milo, organizationId } = team.current
  expect((await milo.command('/pin report')).modal?.title).toBe('Report a problem')
  await milo.fill({ 'What went wrong': 'The queue was empty. My key is pst_1_abcdefgh', 'Which command': '/pin queue' })
  const sent = await milo.submit()
  expect(sent.modal).toBeNull()
  expect(lastMessage(sent).text).toContain('Thank you')
  const reports = await db.sql`select description, tool, via from issue_reports where organization_id = ${organizationId}`
  expect(reports).toMatchObject([{ tool: '/pin queue', via: 'slack' }])
  expect(wordsOn(reports)).not.toContain('pst_1_abcdefgh')
  const told = await db.sql`select destination from outbox where organization_id = ${organizationId}`
  expect(told).toEqual([{ destination: 'staff' }])
})

test('a report that breaks a rule is told under its field, by the name it has there', async () => {
  const { milo } = team.current
  await milo.command('/pin report')
  await milo.fill({ 'What went wrong': 'Slow', 'Which command': 'x'.repeat(201) })
  expect(errorsOf(await milo.submit())).toEqual({ 'Which command': 'Which command must be 1 to 200 characters; it has 201.' })
})

test('a pin moves to the next open slot from its row', async () => {
  const { milo } = team.current
  await aTimeslot(team.current, { day: 2, time: '12:00' })
  await aQueuedPost(team.current, { title: 'Row one', at: new Date(team.current.clock.now.getTime() + 9 * DAY_MS) })
  await milo.command('/pin queue')
  const { text } = lastMessage(await milo.click('Next slot', { within: 'Row one' }))
  expect(text).toContain('next open slot')
  expect(text).toContain('2026-03-03 12:00 UTC')
})

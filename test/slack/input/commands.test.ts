import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost, aTimeslot, DAY_MS, inDays } from '../../support/factories.js'
import { aTeam, errorsOf, lastMessage, markupOf, valuesOf, textOn } from '../support/a-team.js'

const { db } = await aDatabase()
const team = aTeam(db)

test('/pin help names every verb with an example, to the asker alone', async () => {
  const message = lastMessage(await team.current.milo.command('/pin help'))
  expect(message.ephemeral).toBe(true)
  for (const verb of ['new', 'queue', 'pins', 'find', 'stats']) expect(markupOf(message.blocks)).toContain(`/pin ${verb}`)
})

test.each([
  ['/pin quue', '/pin queue'],
  ['/pin Nxet', '/pin next'],
  ['/pin shwo 12', '/pin show 12'],
])('%s gets the nearest verb', async (typed, nearest) => {
  const message = lastMessage(await team.current.milo.command(typed))
  expect(message.text).toContain(`Did you mean ${nearest}?`)
  expect(message.text).not.toContain('<!')
})

test('verbs are read in any case', async () => {
  expect(lastMessage(await team.current.milo.command('/pin HELP')).text).toContain('What /pin can do')
})

test('/pin queue shows pins day by day, a line each with time, title and board', async () => {
  await aQueuedPost(team.current, { title: 'First <b>', at: new Date('2026-03-03T09:00:00Z') })
  await aQueuedPost(team.current, { title: 'Second', at: new Date('2026-03-03T10:00:00Z'), boardId: '102' })
  await aQueuedPost(team.current, { title: 'Third', at: new Date('2026-03-04T10:00:00Z') })
  const markup = markupOf(lastMessage(await team.current.milo.command('/pin queue')).blocks)
  expect(markup.match(/Tomorrow, Tuesday, March 3|Wednesday, March 4/g)).toEqual([
    'Tomorrow, Tuesday, March 3',
    'Wednesday, March 4',
  ])
  expect(markup.indexOf('First &lt;b&gt;')).toBeLessThan(markup.indexOf('Second'))
  expect(markup).toContain('10:00 AM')
  expect(markup).toContain('3 pins, no open slots')
  expect(markup).toContain('Second · Garden')
})

test('the days of a queue are those of the reader', async () => {
  await aQueuedPost(team.current, { at: new Date('2026-03-04T02:00:00Z') })
  expect(markupOf(lastMessage(await team.current.milo.command('/pin queue')).blocks)).toContain('Wednesday, March 4')
  expect(markupOf(lastMessage(await team.current.ada.command('/pin queue')).blocks)).toContain('Tuesday, March 3')
})

test('the day of a queue has its year where that is not the reader’s this year', async () => {
  await aQueuedPost(team.current, { at: new Date('2026-12-31T10:00:00Z') })
  await aQueuedPost(team.current, { at: new Date('2027-01-01T02:00:00Z') })
  await aQueuedPost(team.current, { at: new Date('2030-03-04T10:00:00Z') })
  const days = async (message: { blocks: unknown }) =>
    markupOf(message.blocks).match(/(?<=^\*)\w+day, \w+ \d+(?:, \d{4})?(?=\*)/gm)
  expect(await days(lastMessage(await team.current.milo.command('/pin queue')))).toEqual([
    'Thursday, December 31',
    'Friday, January 1, 2027',
    'Monday, March 4, 2030',
  ])
  expect(await days(lastMessage(await team.current.ada.command('/pin queue')))).toEqual([
    'Thursday, December 31', // in New York the second one is on the same day
    'Monday, March 4, 2030',
  ])
})

test('a link to a picture in place of a verb opens the composer with it, and any link behind "new"', async () => {
  const { milo } = team.current
  expect(valuesOf(await milo.command('/pin https://example.com/shelf.jpg'))).toMatchObject({
    'Image link': 'https://example.com/shelf.jpg',
    'Destination link': null, // nobody wants to lead people to a bare picture
  })
  await milo.close()
  const { workspace } = team.current.slack
  for (const shouldEscape of [false, true]) {
    workspace.features = { ...workspace.features, commands: [{ command: '/pin', shouldEscape }] }
    expect(valuesOf(await milo.command('/pin new https://example.com/a?b=1&c=2'))).toMatchObject({
      'Destination link': 'https://example.com/a?b=1&c=2',
    })
    await milo.close()
  }
})

test('what follows a verb may be quoted', async () => {
  const { milo } = team.current
  const { id } = await aQueuedPost(team.current, { title: 'Kitchen shelf' })
  for (const words of ['"kitchen shelf"', '“kitchen shelf”', "'shelf'", '„shelf“'])
    expect(lastMessage(await milo.command(`/pin find ${words}`)).text).toContain('1 result for')
  expect(lastMessage(await milo.command(`/pin show "${id}"`)).text).toContain('Kitchen shelf')
  expect(valuesOf(await milo.command('/pin new "https://example.com/a"'))['Destination link']).toBe('https://example.com/a')
})

test('what has quotes of its own is found with them and without', async () => {
  await aQueuedPost(team.current, { title: 'An "oak" shelf' })
  for (const words of ['"oak" "shelf"', 'shelf "oak"', 'oak', '"oak', `oak" shelf`])
    expect(lastMessage(await team.current.milo.command(`/pin find ${words}`)).text).toContain('1 result for')
})

test('a long queue goes on with "Show more"', async () => {
  for (let n = 1; n <= 24; n++) await aQueuedPost(team.current, { title: `Pin ${n}.`, at: inDays(team.current, n / 4) })
  const first = markupOf(lastMessage(await team.current.milo.command('/pin queue')).blocks)
  expect(first).toContain('Pin 22.')
  expect(first).not.toContain('Pin 23.')
  const rest = markupOf(lastMessage(await team.current.milo.click('Show more')).blocks)
  expect(rest).toContain('Pin 24.')
  expect(rest).not.toContain('Pin 22.')
})

test('an empty queue says so, and offers the composer', async () => {
  expect(lastMessage(await team.current.milo.command('/pin queue')).text).toContain('Nothing is scheduled for maker: ')
  expect((await team.current.milo.click('New pin')).modal?.title).toBe('New pin')
})

test('/pin next shows the next five open slots, and "Use" opens the composer with that time', async () => {
  const { milo } = team.current
  for (const day of [1, 2, 3]) await aTimeslot(team.current, { day, time: '12:00' })
  const { blocks } = lastMessage(await milo.command('/pin next'))
  expect(blocks.filter(({ accessory }) => accessory?.type === 'button')).toHaveLength(5)
  expect(textOn(blocks)).toContain('"accessibility_label":"Use this slot: Tue, Mar 3, 1:00 PM"')
  const opened = await milo.click('Use this slot', { within: 'Tue, Mar 3, 1:00 PM' })
  expect(valuesOf(opened)).toMatchObject({ When: 'Exact time', Time: '2026-03-03T12:00:00.000Z' })
})

test('"Use" of a slot whose time has passed says so, and the composer chooses the next open slot', async () => {
  const { milo, clock } = team.current
  for (const day of [1, 2, 3]) await aTimeslot(team.current, { day, time: '12:00' })
  await milo.command('/pin next')
  clock.now = new Date('2026-03-03T13:00:00.000Z')
  const opened = await milo.click('Use this slot', { within: 'Tue, Mar 3, 1:00 PM' })
  expect(textOn(opened.modal?.blocks)).toContain('The time of this slot has passed.')
  expect(valuesOf(opened)).toMatchObject({ When: 'Next open slot' })
})

test('without an open slot /pin next says so', async () => {
  expect(lastMessage(await team.current.milo.command('/pin next')).text).toContain('No open slots for maker.')
})

test('/pin report is recorded, thanked for and told to the staff', async () => {
  const { milo, organizationId } = team.current
  expect((await milo.command('/pin report')).modal?.title).toBe('Report a problem')
  await milo.fill({ 'What went wrong': 'The queue was empty. My key is pst_1_abcdefgh', 'Command or button': '/pin queue' })
  const sent = await milo.submit()
  expect(sent.modal).toBeNull()
  expect(lastMessage(sent).text).toContain('Thanks! ')
  const reports = await db.sql`select description, tool, via from issue_reports where organization_id = ${organizationId}`
  expect(reports).toMatchObject([{ tool: '/pin queue', via: 'slack' }])
  expect(textOn(reports)).not.toContain('pst_1_abcdefgh')
  const notices = await db.sql`select destination from outbox where organization_id = ${organizationId}`
  expect(notices).toEqual([{ destination: 'staff' }])
})

test('a report begins with the last command, and needs none', async () => {
  const { milo, organizationId } = team.current
  await milo.command('/pin queue next week')
  await milo.command('/pin help')
  expect(valuesOf(await milo.command('/pin report'))['Command or button']).toBe('/pin queue next week')
  await milo.fill({ 'What went wrong': 'Slow', 'Command or button': '' })
  expect(lastMessage(await milo.submit()).text).toContain('Thanks! ')
  const reports = await db.sql`select tool from issue_reports where organization_id = ${organizationId}`
  expect(reports).toEqual([{ tool: null }])
})

test('a report that breaks a rule is told under its field, by the name it has there', async () => {
  const { milo } = team.current
  await milo.command('/pin report')
  await milo.fill({ 'What went wrong': 'Slow', 'Command or button': 'x'.repeat(201) })
  expect(errorsOf(await milo.submit())).toEqual({
    'Command or button': 'Command or button is 1 character too long: at most 200.',
  })
})

test('a pin moves to the open slot before its own from its card', async () => {
  const { milo } = team.current
  await aTimeslot(team.current, { day: 2, time: '12:00' })
  const post = await aQueuedPost(team.current, { title: 'Row one', at: new Date(team.current.clock.now.getTime() + 9 * DAY_MS) })
  await milo.command(`/pin ${post.id}`)
  const { text } = lastMessage(await milo.click('Earlier'))
  expect(text).toMatch(/Moved “.*” to Tue, Mar 10, 1:00 PM\./)
})

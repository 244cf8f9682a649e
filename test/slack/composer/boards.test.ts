/** The same pin on several boards, scheduled in the composer. */
import { expect, test } from 'vitest'
import { readSeries } from '../../../src/core/posts/search.js'
import { changeGuard } from '../../../src/core/slots/guard-settings.js'
import { doOnPage } from '../../../src/sandbox/page/do.js'
import { interactives } from '../../../src/sandbox/slack/block-kit.js'
import { requirePerson } from '../../../src/sandbox/slack/people.js'
import { listModals } from '../../../src/sandbox/slack/views/views.js'
import { aDatabase } from '../../support/database.js'
import { aTimeslot, creditsOf } from '../../support/factories.js'
import { aTeam, errorsOf, lastMessage, type Team, valuesOf, textOn } from '../support/a-team.js'
import { AT, COPY, labelsOf, postsOf } from '../support/composer-fixtures.js'

const { db } = await aDatabase()
/** While true, an update of the view that asks for no further boards comes late. */
const held = { boardUpdates: false }
const team = aTeam(db, {
  slackFetch: (real) => async (input, init) => {
    const isUpdate = new Request(input).url.endsWith('/views.update')
    const isOlder = typeof init?.body === 'string' && !init.body.includes('intervalBoards')
    if (held.boardUpdates && isUpdate && isOlder) await new Promise((resolve) => setTimeout(resolve, 700))
    return real(input, init)
  },
})

const FURTHER = ['Also on', 'How often', 'Times']

async function aThirdBoard({ organizationId, accountId, clock }: Team): Promise<void> {
  await db.sql`
    insert into boards (organization_id, account_id, id, name, privacy, fetched_at)
    values (${organizationId}, ${accountId}, '103', 'Hall', 'public', ${clock.now})`
}

test('further boards stay away until they are asked for, and asking keeps what was typed', async () => {
  const { milo } = team.current
  const opened = await milo.command('/pin')
  expect(labelsOf(opened)).not.toEqual(expect.arrayContaining(['Also on']))
  await milo.fill({ Title: 'Shelf above the sink', ...AT })
  expect(labelsOf(await milo.click('More')).filter((label) => FURTHER.includes(label))).toEqual(['Also on'])
  await milo.fill({ ...COPY, 'Alt text': 'A shelf', Board: 'Kitchen ideas', Section: 'Lamps' })
  const asked = await milo.fill({ 'Also on': ['Garden'] })
  expect(labelsOf(asked).filter((label) => FURTHER.includes(label))).toEqual(FURTHER)
  expect(valuesOf(asked)).toMatchObject({
    ...COPY,
    'Alt text': 'A shelf',
    Board: 'Kitchen ideas',
    Section: 'Lamps',
    When: 'Exact time',
    'Also on': ['Garden'],
    'How often': 'Weekly',
    Times: 'Next open slot',
  })
  expect(asked.modal?.buttons).toEqual(['Preview', 'Schedule 2 pins', 'Cancel'])
})

test('rule 6: the boards have their pins in the order chosen, the first on the board and section above', async () => {
  const { milo, deps, actor, accountId } = team.current
  await aThirdBoard(team.current)
  await milo.command('/pin')
  await milo.fill({ ...COPY, Board: 'Kitchen ideas', Section: 'Lamps', ...AT })
  await milo.fill({ 'Also on': ['Hall', 'Garden'], 'How often': 'Every two weeks', Times: 'Exact time' })
  const saved = await milo.submit()
  expect(errorsOf(saved)).toEqual({})
  const [first] = await postsOf(team.current, 'queued')
  const series = await readSeries(deps, actor, { accountId, intervalGroupId: first?.intervalGroupId ?? '' })
  expect(series.map(({ boardId, boardSectionId, sendAt }) => [boardId, boardSectionId, sendAt?.toISOString()])).toEqual([
    ['101', '1012', '2026-03-05T08:30:00.000Z'],
    ['103', null, '2026-03-19T07:30:00.000Z'], // New York moves its clocks on 8 March
    ['102', null, '2026-04-02T07:30:00.000Z'],
  ])
  const card = textOn(lastMessage(saved).blocks)
  expect(card).toContain('Your pin is scheduled on 3 boards.')
  expect(card).toMatch(/Kitchen ideas.*Hall.*Garden/)
})

test.each([{ 'How often': 'Every 3 days' }, { 'How often': 'Custom', 'Days between': '3' }])(
  'rule 6: days that no preset has: %j',
  async (spacing) => {
    const { milo } = team.current
    await milo.command('/pin')
    await milo.fill({ ...COPY, Board: 'Kitchen ideas', ...AT })
    await milo.fill({ 'Also on': ['Garden'], ...spacing, Times: 'Exact time' })
    expect(errorsOf(await milo.submit())).toEqual({})
    const posts = await postsOf(team.current, 'queued')
    expect(posts.map(({ sendAt }) => sendAt?.toISOString())).toEqual(['2026-03-05T08:30:00.000Z', '2026-03-08T07:30:00.000Z'])
  },
)

test('rule 6: days beyond 1 to 90 never leave the form', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  await milo.fill({ ...COPY, Board: 'Kitchen ideas', ...AT })
  await milo.fill({ 'Also on': ['Garden'], 'How often': 'Custom', 'Days between': '91' })
  expect(errorsOf(await milo.submit())).toEqual({ 'Days between': 'Please enter a number less than or equal to 90.' })
})

test('rule 6: several boards are no draft', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  await milo.fill({ ...COPY, Board: 'Kitchen ideas' })
  await milo.fill({ 'Also on': ['Garden'] })
  expect(errorsOf(await milo.submit())).toEqual({
    'Also on': 'Pins for several boards can’t be drafts. Pick a time.',
  })
  expect(await postsOf(team.current, 'draft')).toEqual([])
})

test('rule 6: no board twice', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  await milo.fill({ ...COPY, Board: 'Garden', ...AT })
  await milo.fill({ 'Also on': ['Kitchen ideas', 'Garden'] })
  expect(errorsOf(await milo.submit())).toEqual({ 'Also on': '“Garden” is listed twice. Choose each board once.' })
})

test('rule 6: the further boards follow a first one', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  await milo.fill({ ...COPY, ...AT })
  await milo.fill({ 'Also on': ['Garden'] })
  expect(errorsOf(await milo.submit())).toEqual({ Board: 'Please complete this required field.' })
})

test('rule 10: a set time and boards without a slot: nothing is saved or charged, and “Exact time” is the way', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  await milo.fill({ ...COPY, Board: 'Kitchen ideas', ...AT })
  await milo.fill({ 'Also on': ['Garden'], Times: 'Next open slot' })
  const before = await creditsOf(team.current)
  expect(errorsOf(await milo.submit())).toEqual({
    Times: 'No open slots for these boards. Choose “Exact time”, or add slots.',
  })
  expect(await postsOf(team.current, 'queued')).toEqual([])
  expect(await creditsOf(team.current)).toBe(before)
  await milo.fill({ Times: 'Exact time' })
  expect(errorsOf(await milo.submit())).toEqual({})
})

test('rule 10: no open slot for the first board nor the others: both choices are named', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  await milo.fill({ ...COPY, Board: 'Kitchen ideas', When: 'Next open slot' })
  await milo.fill({ 'Also on': ['Garden'], Times: 'Next open slot' })
  expect(errorsOf(await milo.submit())).toEqual({
    When: 'No open slots. Choose “Exact time”, also for the other boards, or add slots.',
  })
  await milo.fill({ Times: 'Exact time' })
  expect(errorsOf(await milo.submit())).toEqual({
    When: 'No open slots. Choose an exact time, or add slots with /pin slots.',
  })
})

test('rule 10: an account that closes slots by its guard hears so', async () => {
  const { milo, deps, actor, accountId } = team.current
  await changeGuard(deps, actor, { accountId, perDay: 1 })
  const closed = 'No open slots. Blackouts and the limit of a day close slots, too: see /pin settings.'
  await milo.command('/pin')
  await milo.fill({ ...COPY, Board: 'Kitchen ideas', When: 'Next open slot' })
  expect(errorsOf(await milo.submit())).toEqual({ When: `${closed} Choose an exact time, or add slots with /pin slots.` })
  await milo.fill({ 'Also on': ['Garden'], Times: 'Next open slot' })
  expect(errorsOf(await milo.submit())).toEqual({
    When: `${closed} Choose “Exact time”, also for the other boards, or add slots.`,
  })
})

test('rule 6: in open slots each board takes the first at or after its time', async () => {
  const { milo } = team.current
  await aTimeslot(team.current, { day: 5, time: '09:00', timezone: 'America/New_York' })
  await milo.command('/pin')
  await milo.fill({ ...COPY, Board: 'Kitchen ideas', When: 'Next open slot' })
  await milo.fill({ 'Also on': ['Garden'], 'How often': 'Daily' })
  expect(errorsOf(await milo.submit())).toEqual({})
  const posts = await postsOf(team.current, 'queued')
  expect(posts.map(({ sendAt }) => sendAt?.toISOString())).toEqual(['2026-03-06T14:00:00.000Z', '2026-03-13T13:00:00.000Z'])
})

test('what breaks a rule keeps the further boards, their order and their spacing', async () => {
  const { milo } = team.current
  await aThirdBoard(team.current)
  await milo.command('/pin')
  await milo.fill({ ...COPY, Board: 'Kitchen ideas', ...AT, Title: 'x'.repeat(101) })
  const further = { 'Also on': ['Hall', 'Garden'], 'How often': 'Custom', 'Days between': '4', Times: 'Exact time' }
  await milo.fill(further)
  expect(valuesOf(await milo.submit())).toMatchObject(further)
})

test('what is pressed just after a board was chosen is not undone by the answer to that', async () => {
  const { milo, slack } = team.current
  await milo.command('/pin')
  const { id } = await requirePerson(db.sql, 'member')
  const [view] = await listModals(db.sql, id)
  const at = (block: RegExp) => {
    const found = interactives(view?.view.blocks ?? []).find(({ actionId }) => block.test(actionId))
    return {
      as: 'member' as const,
      window: 'act',
      place: `view:${view?.id}`,
      block: found?.blockId ?? '',
      action: found?.actionId ?? '',
    }
  }
  held.boardUpdates = true
  const garden = { text: { type: 'plain_text', text: 'Garden' }, value: '102' }
  await doOnPage(slack.workspace, { do: 'set', ...at(/^composer_board$/), value: [garden] })
  await doOnPage(slack.workspace, { do: 'press', ...at(/^composer_more$/) })
  await slack.idle()
  held.boardUpdates = false
  const after = await milo.screen()
  expect(labelsOf(after)).toContain('Also on')
  expect(valuesOf(after)).toMatchObject({ Board: 'Garden' })
})

test('a series is taken back as one by Undo on its card', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  await milo.fill({ ...COPY, Board: 'Kitchen ideas', ...AT })
  await milo.fill({ 'Also on': ['Garden'], Times: 'Exact time' })
  await milo.submit()
  expect(await postsOf(team.current, 'queued')).toHaveLength(2)
  await milo.click('Undo')
  expect(await postsOf(team.current, 'queued')).toEqual([])
})

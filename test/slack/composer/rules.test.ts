/** Each rule of "Create a post" that a person can break in the composer comes back in their words, under the field that broke it. */
import { afterAll, expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { startSimulator } from '../../support/simulator.js'
import { aTeam, errorsOf, type Team, textOn, valuesOf } from '../support/a-team.js'
import { AT, COPY, labelsOf, postsOf } from '../support/composer-fixtures.js'

const { db } = await aDatabase()
const platform = await startSimulator(db, () => new Date('2026-03-02T10:00:00Z'))
afterAll(() => platform.close())
const team = aTeam(db, { parts: { platform: platform.platform } })

/** A complete pin but for what is changed. */
async function submitWith(change: Record<string, unknown>): Promise<Record<string, string>> {
  const { milo } = team.current
  await milo.command('/pin')
  const { When: when = AT.When, ...others } = change
  await milo.fill({ ...COPY, Board: 'Kitchen ideas', When: when, ...(when === AT.When && { Time: AT.Time }), ...others })
  return errorsOf(await milo.submit())
}

test.each([
  ['rule 3: a time in the past', { Time: '2026-03-01T08:30:00Z' }, { Time: 'Time must be in the future.' }],
  ['rule 3: a time beyond ten years', { Time: '2036-03-03T08:30:00Z' }, { Time: 'Time must be within 10 years from now.' }],
  ['rule 3: no time', { Time: null }, { Time: 'Please complete this required field.' }],
  ['rule 4: no title', { Title: null }, { Title: 'Add a title to schedule this pin.' }],
  ['rule 4: no destination link', { 'Destination link': null }, { 'Destination link': 'Please complete this required field.' }],
  ['rule 4: no board', { Board: null }, { Board: 'Please complete this required field.' }],
  ['limits: a title of 101', { Title: 'x'.repeat(101) }, { Title: 'Title is 1 character too long: at most 100.' }],
  [
    'limits: a description of 801',
    { Description: 'x'.repeat(801) },
    { Description: 'Description is 1 character too long: at most 800.' },
  ],
  ['limits: an alt text of 501', { 'Alt text': 'x'.repeat(501) }, { 'Alt text': 'Please enter no more than 500 characters.' }],
  [
    'limits: a destination link of more than 2048',
    { 'Destination link': `https://example.com/${'x'.repeat(2048)}` },
    { 'Destination link': 'Destination link must be at most 2048 characters.' },
  ],
  [
    'rule 10: no open slot',
    { When: 'Next open slot' },
    { When: 'No open slots. Choose an exact time, or add slots with /pin slots.' },
  ],
])('%s', async (_rule, change, errors) => {
  expect(await submitWith(change)).toEqual(errors)
  expect(await postsOf(team.current, 'queued')).toEqual([])
})

test('rule 2: without a time it is a draft', async () => {
  expect(await submitWith({ When: 'Save as draft' })).toEqual({})
  expect(await postsOf(team.current, 'draft')).toHaveLength(1)
})

test('rule 5: a section that is not on the board any more', async () => {
  const { milo, organizationId } = team.current
  await milo.command('/pin')
  await milo.fill({ ...COPY, Board: 'Kitchen ideas', ...AT })
  await milo.fill({ Section: 'Lamps' })
  await db.sql`delete from board_sections where organization_id = ${organizationId}`
  await db.sql`delete from sim_sections where name = 'Lamps'`
  expect(errorsOf(await milo.submit())).toEqual({ Section: 'This section isn’t on that board. Choose another one, or none.' })
})

test('rule 5: without its board no section stays chosen', async () => {
  const { milo } = team.current
  await milo.command('/pin')
  await milo.fill({ ...COPY, Board: 'Kitchen ideas', ...AT })
  await milo.fill({ Section: 'Lamps' })
  expect(labelsOf(await milo.fill({ Board: null }))).not.toContain('Section')
  expect(valuesOf(await milo.fill({ Board: 'Kitchen ideas' }))['Section']).toBeNull()
})

test('rule 4: a board that is gone', async () => {
  const { milo, organizationId } = team.current
  await milo.command('/pin')
  await milo.fill({ ...COPY, Board: 'Garden', ...AT })
  await db.sql`delete from boards where organization_id = ${organizationId} and id = '102'`
  await db.sql`delete from sim_boards where name = 'Garden'`
  expect(errorsOf(await milo.submit())).toEqual({ Board: 'One of the boards was deleted. Choose another one.' })
})

test('rule 1: a link that leads to no picture', async () => {
  expect((await submitWith({ 'Image link': 'https://pictures.test/words.txt' }))['Image link']).toMatch(/^Image link: /)
})

test('rule 1: a link to what is not public', async () => {
  expect((await submitWith({ 'Image link': 'http://127.0.0.1/x.jpg' }))['Image link']).toMatch(/^Image link: .*public/)
})

test('rule 1: what is no address is told under its field', async () => {
  expect(Object.keys(await submitWith({ 'Image link': 'shelf' }))).toEqual(['Image link'])
})

type Plan = (team: Team) => Promise<unknown>
const modular =
  (columns: object): Plan =>
  ({ organizationId }) =>
    db.sql`update entitlements set ${db.sql({ credits_left: 0, ...columns } as never)} where organization_id = ${organizationId}`
const denials: [string, Plan, RegExp][] = [
  [
    'insufficient_credits',
    modular({}),
    /^Not enough credits left\. Ask your Pinslot operator for more, or save a draft\. How credits work: https:\/\/pinslot\.test\/billing\/credits$/,
  ],
  [
    'trial_exhausted',
    modular({ access: 'none', trial_offered: true }),
    /^Not enough trial pins left\..*https:\/\/pinslot\.test\/billing\/plans$/,
  ],
  [
    'no_access',
    modular({ access: 'none' }),
    /Ask your Pinslot operator for it, or save a draft\. How plans work: https:\/\/pinslot\.test\/billing\/plans$/,
  ],
  [
    'legacy_post_limit_exceeded',
    ({ organizationId }) =>
      db.sql`update organizations set billing_system = 'legacy', post_limit = 0 where id = ${organizationId}`,
    /for a higher limit, or save a draft\. How plans work: https:\/\/pinslot\.test\/billing\/plans$/,
  ],
  [
    'account_not_connected',
    ({ organizationId }) => db.sql`delete from connections where organization_id = ${organizationId}`,
    /reconnect it with \/pin connect, or save a draft\. Reconnect: https:\/\/pinslot\.test\/connect\/\d+$/,
  ],
]
test.each(denials)(
  'rule 11: %s is told with the page where it can be resolved, and a draft stays possible',
  async (_reason, plan, told) => {
    const { milo } = team.current
    await plan(team.current)
    expect((await submitWith({}))['When']).toMatch(told)
    expect(await postsOf(team.current, 'queued')).toEqual([])
    await milo.fill({ When: 'Save as draft' })
    expect((await milo.submit()).modal).toBeNull()
  },
)

test('rule 11: a series is denied whole', async () => {
  const { milo } = team.current
  await modular({ credits_left: 1 })(team.current)
  await milo.command('/pin')
  await milo.fill({ ...COPY, Board: 'Kitchen ideas', ...AT })
  await milo.fill({ 'Also on': ['Garden'], Times: 'Exact time' })
  expect(errorsOf(await milo.submit())['When']).toMatch(/^Not enough credits left/)
  expect(await postsOf(team.current, 'queued')).toEqual([])
})

test('before anything is typed, the composer says that no credit is left, while a time is chosen', async () => {
  const { milo } = team.current
  await modular({})(team.current)
  const said = 'Not enough credits left. Ask your Pinslot operator for more, or save a draft. How credits work: https'
  expect(textOn((await milo.command('/pin')).modal?.blocks)).not.toContain(said) // no slot is open: a draft is chosen
  expect(textOn((await milo.fill({ When: 'Exact time' })).modal?.blocks)).toContain(said)
})

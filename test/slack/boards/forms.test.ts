/** Making and renaming boards from Slack, on the platform. */
import { expect, test } from 'vitest'
import { aDatabase } from '../../support/database.js'
import { errorsOf, lastMessage, markupOf, valuesOf, textOn, waitAsProduct } from '../support/a-team.js'
import { aBoardTeam, aCachedBoard, closeAll, disconnect, listedOn, namesAt, submitLate } from '../support/boards-team.js'
import { asViewer, FORBIDDEN, sendTwice } from '../support/slots-week.js'

const { db } = await aDatabase()
const boardTeam = await aBoardTeam(db)
const { team, simulator } = boardTeam

const boardAt = async (name: string) => (await simulator.state()).boards.find((board) => board.name === name)
const creates = async (name: string) => (await namesAt(simulator)).filter((each) => each === name).length

async function newBoard(fields: Record<string, unknown>, by = team.current.milo) {
  await by.command('/pin boards')
  await by.click('New board')
  return by.fill(fields)
}
async function rename(fields: Record<string, unknown>, by = team.current.milo) {
  await by.command('/pin boards')
  await by.click('Edit', { within: 'Garden' })
  return by.fill(fields)
}

test('"New board" asks for name, description and who sees it; the list below has the board, and its id is said', async () => {
  const { milo } = team.current
  await milo.command('/pin boards kitchen')
  expect(valuesOf(await milo.click('New board'))).toEqual({ Name: null, Description: null, Visibility: 'Public' })
  await milo.fill({ Name: 'Balcony', Description: 'Pots & plants' })
  const made = await milo.submit()
  const board = await boardAt('Balcony')
  expect(board).toMatchObject({ description: 'Pots & plants', privacy: 'PUBLIC' })
  expect([made.modal?.title, made.modal?.depth]).toEqual(['Boards', 1])
  expect(textOn(made.modal?.blocks[0])).toContain(`Board “Balcony” created.`)
  expect(textOn(made.modal?.blocks)).not.toContain('as of') // it is newer than that
  expect(listedOn(made)).toEqual(['Balcony', 'Garden', 'Kitchen ideas']) // the words searched for would hide it
  expect(valuesOf(made)).toEqual({ Search: null })
})

test('a new board among many is on the page that is shown', async () => {
  const { milo, organizationId, accountId, clock } = team.current
  await db.sql`
    insert into boards (organization_id, account_id, id, name, privacy, fetched_at)
    select ${organizationId}, ${accountId}, (1000 + n)::text, 'Idea ' || lpad(n::text, 3, '0'), 'public', ${clock.now}
      from generate_series(1, 60) as n`
  await newBoard({ Name: 'Idea 040 b' })
  const made = await milo.submit()
  expect(markupOf(made.modal?.blocks)).toContain('26 to 50 of 63')
  expect(listedOn(made)).toContain('Idea 040 b')
})

test('a secret board is secret', async () => {
  await newBoard({ Name: 'Surprise', Visibility: 'Secret' })
  expect(markupOf((await team.current.milo.submit()).modal?.blocks)).toContain(':lock: secret')
  expect(await boardAt('Surprise')).toMatchObject({ privacy: 'SECRET' })
})

test('what breaks a rule stands under its field, and nothing typed is lost', async () => {
  const { milo } = team.current
  const typed = { Name: 'x'.repeat(181), Description: 'Long' }
  await newBoard(typed)
  expect(errorsOf(await milo.submit())).toEqual({ Name: 'Name is 1 character too long: at most 180.' })
  await milo.fill({ Name: 'Balcony', Description: 'y'.repeat(501) })
  const refused = await milo.submit()
  expect(errorsOf(refused)).toEqual({ Description: 'Description is 1 character too long: at most 500.' })
  expect(valuesOf(refused)).toMatchObject({ Name: 'Balcony', Description: 'y'.repeat(501) })
  expect(await namesAt(simulator)).toEqual(['Kitchen ideas', 'Garden'])
})

test('a name that is taken is told under it', async () => {
  await newBoard({ Name: 'garden' })
  expect(errorsOf(await team.current.milo.submit())).toEqual({
    Name: 'Name is taken: the account already has a board with this name. Choose another one.',
  })
})

test('a form that is sent twice makes one board', async () => {
  await newBoard({ Name: 'Balcony' })
  await sendTwice(team.current)
  expect(await creates('Balcony')).toBe(1)
})

test('while the platform takes its time the form says so, and then what was made; the list below has it', async () => {
  const { milo } = team.current
  await newBoard({ Name: 'Balcony' })
  const saved = await submitLate(boardTeam, milo, 'Creating the board…')
  expect([saved.modal?.title, saved.modal?.depth]).toEqual(['New board', 2])
  expect(markupOf(saved.modal?.blocks)).toContain('Board “Balcony” created.')
  expect(listedOn(await milo.close())).toContain('Balcony')
})

test('a person who has closed the form meanwhile gets a message', async () => {
  const { milo } = team.current
  await newBoard({ Name: 'Balcony' })
  await submitLate(boardTeam, milo, 'Creating the board…', () => closeAll(team.current))
  expect(lastMessage(await milo.open('Pinslot')).text).toContain('Board “Balcony” created.')
  await newBoard({ Name: 'Garden' })
  await submitLate(boardTeam, milo, 'Creating the board…', () => closeAll(team.current))
  expect(lastMessage(await milo.open('Pinslot')).text).toContain(
    '“Garden” wasn’t created. Name is taken: the account already has a board with this name. Choose another one.',
  )
})

test('a late refusal brings the form back as it was filled, with the sentence on top and under its field', async () => {
  const { milo } = team.current
  const typed = { Name: 'Garden', Description: 'Again', Visibility: 'Secret' }
  await newBoard(typed)
  const refused = await submitLate(boardTeam, milo, 'Creating the board…')
  expect([refused.modal?.title, valuesOf(refused)]).toEqual(['New board', typed])
  const taken = 'Name is taken: the account already has a board with this name. Choose another one.'
  expect(textOn(refused.modal?.blocks[0])).toContain(taken)
  expect(markupOf(refused.modal?.blocks[2])).toContain(`:warning: ${taken}`)
  await milo.fill({ Name: 'Garden 2' })
  expect(listedOn(await milo.submit())).toContain('Garden 2')
})

test('after no answer the form may be sent again: a board that is there is taken, and no second one made', async () => {
  const { milo } = team.current
  await simulator.fault({ operation: 'create_board', fault: 'commit_then_hang' })
  await newBoard({ Name: 'Balcony' })
  waitAsProduct(team.current)
  const unsure = await milo.submit()
  expect(valuesOf(unsure)).toMatchObject({ Name: 'Balcony' })
  expect(textOn(unsure.modal?.blocks[0])).toContain('we don’t know if the board was created. Try again')
  expect(listedOn(await milo.submit())).toContain('Balcony')
  expect(await creates('Balcony')).toBe(1)
})

test('being limited by the platform is told, with the form as it was', async () => {
  await simulator.fault({ operation: 'create_board', fault: 'rate_limited' })
  await newBoard({ Name: 'Balcony' })
  const limited = await team.current.milo.submit()
  expect(errorsOf(limited)['Name']).toMatch(/Try again in 30 seconds/)
  expect(valuesOf(limited)).toMatchObject({ Name: 'Balcony' })
})

test('dead tokens: an admin gets the form back with the way to connect again, others are told whom to ask', async () => {
  const { milo, ada } = team.current
  await newBoard({ Name: 'Balcony' })
  await newBoard({ Name: 'Balcony', Description: 'Pots' }, ada)
  await disconnect(team.current)
  const refused = await ada.submit()
  expect([refused.modal?.title, refused.modal?.buttons]).toEqual(['New board', ['Reconnect', 'Create board', 'Cancel']])
  expect(valuesOf(refused)).toMatchObject({ Name: 'Balcony', Description: 'Pots' })
  expect(textOn(refused.modal?.blocks[0])).toContain('/pin connect')
  expect(errorsOf(await milo.submit())['Name']).toContain('Admins can reconnect it')
})

test('what the platform forbids the account has its sentence', async () => {
  await simulator.fault({ operation: 'create_board', fault: 'forbidden' })
  await newBoard({ Name: 'Balcony' })
  expect(errorsOf(await team.current.milo.submit())['Name']).toContain('Pinterest rejected this board.')
})

test('forms left open by somebody who may only look by now are refused', async () => {
  const { milo } = team.current
  await newBoard({ Name: 'Balcony' })
  await asViewer(team.current)
  expect(errorsOf(await milo.submit())).toEqual({ Name: FORBIDDEN })
  await db.sql`update members set assigned_role = 'scheduler'`
  await rename({ Name: 'Front garden' })
  await asViewer(team.current)
  expect(errorsOf(await milo.submit())).toEqual({ Name: FORBIDDEN })
  expect(await namesAt(simulator)).toEqual(['Kitchen ideas', 'Garden'])
})

test('"Edit" begins with what is there; the board has its new name on the platform and in the list', async () => {
  const { milo, organizationId } = team.current
  await db.sql`update boards set description = 'Beds\nand pots' where organization_id = ${organizationId} and id = '102'`
  await milo.command('/pin boards')
  expect(valuesOf(await milo.click('Edit', { within: 'Garden' }))).toEqual({
    Name: 'Garden',
    Description: 'Beds\nand pots',
    'Default link': null,
  })
  await milo.fill({ Name: 'Front garden' })
  const saved = await milo.submit()
  expect(textOn(saved.modal?.blocks[0])).toContain('Saved: “Front garden”.')
  expect(listedOn(saved)).toEqual(['Front garden', 'Kitchen ideas'])
  expect(await namesAt(simulator)).toContain('Front garden')
})

test('a board’s default link goes before the account’s, in what the composer shows and in the pin; Pinterest is not called for it', async () => {
  const { milo, organizationId } = team.current
  await db.sql`update accounts set default_link = 'https://shop.example.com/' where organization_id = ${organizationId}`
  await milo.command('/pin boards')
  await milo.click('Edit', { within: 'Garden' })
  await milo.fill({ 'Default link': 'not a link' })
  expect(errorsOf(await milo.submit())).toHaveProperty('Default link')
  await simulator.fault({ operation: 'update_board', fault: 'fail_500', times: 1 })
  await milo.fill({ 'Default link': 'shop.example.com/garden' })
  expect(textOn((await milo.submit()).modal?.blocks[0])).toContain('Saved: “Garden”.')
  expect(valuesOf(await milo.click('Edit', { within: 'Garden' }))).toMatchObject({
    'Default link': 'https://shop.example.com/garden',
  })
  await milo.close()
  await milo.close()
  await milo.command('/pin')
  await milo.fill({ Board: 'Garden' })
  expect(textOn((await milo.screen()).modal?.blocks)).toContain('Left empty: https://shop.example.com/garden')
  await milo.fill({ Board: 'Kitchen ideas' })
  expect(textOn((await milo.screen()).modal?.blocks)).toContain('Left empty: https://shop.example.com/')
})

test('a board whose new name has not the words that were searched for is shown all the same', async () => {
  const { milo } = team.current
  await milo.command('/pin boards garden')
  await milo.click('Edit', { within: 'Garden' })
  await milo.fill({ Name: 'Balcony' })
  const saved = await milo.submit()
  expect([listedOn(saved), valuesOf(saved)]).toEqual([['Balcony', 'Kitchen ideas'], { Search: null }])
})

test('only what was changed is sent: a name that changed on the platform meanwhile stays', async () => {
  const { milo } = team.current
  await rename({ Description: 'Beds' })
  await db.sql`update sim_boards set name = 'Renamed elsewhere' where id = '102'`
  expect(listedOn(await milo.submit())).toContain('Renamed elsewhere')
  expect(await boardAt('Renamed elsewhere')).toMatchObject({ description: 'Beds' })
})

test('a description is taken away by an empty field', async () => {
  const { milo, organizationId } = team.current
  await db.sql`update boards set description = 'Beds' where organization_id = ${organizationId} and id = '102'`
  await db.sql`update sim_boards set description = 'Beds' where id = '102'`
  await rename({ Description: '' })
  await milo.submit()
  expect((await boardAt('Garden'))?.['description'] || null).toBeNull()
})

test('a form saved as it was asks the platform nothing', async () => {
  const { milo } = team.current
  await simulator.fault({ operation: 'update_board', fault: 'fail_500' })
  await rename({})
  expect((await milo.submit()).modal?.depth).toBe(1)
})

test('a rename that takes its time says so, and the list has it afterwards', async () => {
  const { milo } = team.current
  await rename({ Name: 'Front garden' })
  const saved = await submitLate(boardTeam, milo, 'Saving on Pinterest…')
  expect(markupOf(saved.modal?.blocks)).toContain('Saved: “Front garden”.')
  expect(listedOn(await milo.close())).toContain('Front garden')
})

test('a rename without an answer may be saved again', async () => {
  const { milo } = team.current
  await simulator.fault({ operation: 'update_board', fault: 'commit_then_hang' })
  await rename({ Name: 'Front garden' })
  waitAsProduct(team.current)
  expect(textOn((await milo.submit()).modal?.blocks[0])).toContain('we don’t know if this was saved. Saving again')
  expect(listedOn(await milo.submit())).toContain('Front garden')
})

test('somebody else’s board cannot be renamed, and a taken name is told', async () => {
  const { milo } = team.current
  await simulator.fault({ operation: 'update_board', fault: 'forbidden' })
  await rename({ Name: 'Front garden' })
  expect(errorsOf(await milo.submit())['Name']).toContain('only the board’s owner can rename it')
  await milo.fill({ Name: 'Kitchen ideas' })
  expect(errorsOf(await milo.submit())['Name']).toContain(
    'Name is taken: the account already has a board with this name. Choose another one.',
  )
})

test('a board that is gone is told: in the form, and beside a list that has it still', async () => {
  const { milo, organizationId } = team.current
  await aCachedBoard(team.current, { id: '7777', name: 'Deleted there' })
  await milo.command('/pin boards')
  await milo.click('Edit', { within: 'Deleted there' })
  await milo.fill({ Name: 'Too late' })
  const gone = 'This board was deleted or is no longer shared with the account. Choose another one.'
  expect(errorsOf(await milo.submit())).toEqual({ Name: gone })
  await milo.close()
  await db.sql`delete from boards where organization_id = ${organizationId} and id = '7777'`
  const late = await milo.click('Edit', { within: 'Deleted there' })
  expect(late.modal?.blocks[0]).toMatchObject({ type: 'alert', level: 'warning', text: { text: gone } })
  expect(listedOn(late)).toEqual(['Garden', 'Kitchen ideas'])
})

test('a list that was closed meanwhile is not missed: what was done is done', async () => {
  const { milo, slack } = team.current
  await newBoard({ Name: 'Balcony' })
  await slack.workspace.db.sql`update slk_views set previous_view_id = 'V0' where position = 2`
  await milo.submit()
  expect(await creates('Balcony')).toBe(1)
})

test('what is not for people’s eyes is an apology with a reference', async () => {
  const { milo } = team.current
  await newBoard({ Name: 'Balcony' })
  await db.sql`alter table board_creations rename to elsewhere`
  const failed = await milo.submit()
  await db.sql`alter table elsewhere rename to board_creations`
  expect(errorsOf(failed)['Name']).toMatch(/went wrong on our side.+reference [0-9a-f]{8}/)
})

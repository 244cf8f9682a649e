/** The sections of a board from Slack, on the platform. */
import { expect, test } from 'vitest'
import { addSection } from '../../../src/sandbox/platform/seed-api.js'
import type { Screen } from '../../../src/sandbox/slack/screen.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost } from '../../support/factories.js'
import { errorsOf, lastMessage, markupOf, valuesOf, textOn, waitAsProduct } from '../support/a-team.js'
import { aBoardTeam, aCachedBoard, closeAll, disconnect, submitLate, untilShown } from '../support/boards-team.js'
import { now } from '../support/pins.js'
import { asViewer, FORBIDDEN, sendTwice } from '../support/slots-week.js'

const { db } = await aDatabase()
const boardTeam = await aBoardTeam(db)
const { team, simulator, shut } = boardTeam

async function openSections(by = team.current.milo) {
  await by.command('/pin boards')
  return by.click('Sections', { within: 'Kitchen ideas' })
}
async function newSection(name: string) {
  await openSections()
  await team.current.milo.click('Add a section')
  return team.current.milo.fill({ Name: name })
}
const namesOn = (screen: Screen) =>
  (screen.modal?.blocks ?? []).flatMap((block) => {
    const [, name = ''] = /^\*(.+)\*$/m.exec(markupOf(block)) ?? []
    return name === '' || name === 'Kitchen ideas' || /^\d+ sections?$/.test(name) ? [] : [name]
  })
const sectionsAt = async (): Promise<string[]> =>
  (await db.sql<{ name: string }[]>`select name from sim_sections where board_id = '101' order by name`).map(({ name }) => name)
const remove = (name: string) => team.current.milo.click('Delete', { within: name })

test('"Sections" shows those of the board as the platform has them now, their ids for programs below', async () => {
  await addSection(db.sql, { id: '1013', boardId: '101', name: 'Added there' })
  const screen = await openSections()
  expect([screen.modal?.title, screen.modal?.depth]).toEqual(['Sections', 2])
  expect(namesOn(screen)).toEqual(['Added there', 'Lamps', 'Shelves'])
  expect(markupOf(screen.modal?.blocks)).toContain('Added there `1013`')
  expect(markupOf(screen.modal?.blocks)).toContain('*3 sections*')
})

test('a section is added, and the form below has it', async () => {
  await newSection('Tables & chairs')
  const added = await team.current.milo.submit()
  expect([added.modal?.title, added.modal?.depth]).toEqual(['Sections', 2])
  expect(textOn(added.modal?.blocks[0])).toContain('Added: “Tables & chairs”.')
  expect(namesOn(added)).toEqual(['Lamps', 'Shelves', 'Tables &amp; chairs'])
  expect(await sectionsAt()).toContain('Tables & chairs')
})

test('a form that is sent twice adds one section', async () => {
  await newSection('Tables')
  await sendTwice(team.current)
  expect((await sectionsAt()).filter((name) => name === 'Tables')).toHaveLength(1)
})

test('what breaks a rule stands under the name, and what was typed stays', async () => {
  await newSection('x'.repeat(181))
  const refused = await team.current.milo.submit()
  expect(errorsOf(refused)).toEqual({ Name: 'Name is 1 character too long: at most 180.' })
  expect(valuesOf(refused)).toEqual({ Name: 'x'.repeat(181) })
})

test('adding that takes its time says so, and then what was added; the form below has it', async () => {
  const { milo } = team.current
  await newSection('Tables')
  const saved = await submitLate(boardTeam, milo, 'Adding the section…')
  expect(markupOf(saved.modal?.blocks)).toContain('Added: “Tables”.')
  expect(namesOn(await milo.close())).toEqual(['Lamps', 'Shelves', 'Tables'])
})

test('a late refusal brings the form back as it was filled; a person who has closed it gets a message', async () => {
  const { milo } = team.current
  await newSection('Tables')
  await simulator.fault({ operation: 'create_section', fault: 'forbidden' })
  const refused = await submitLate(boardTeam, milo, 'Adding the section…')
  expect(valuesOf(refused)).toEqual({ Name: 'Tables' })
  const why = 'only the board’s owner can add sections'
  expect(textOn(refused.modal?.blocks[0])).toContain(why)
  await simulator.fault({ operation: 'create_section', fault: 'forbidden' })
  await submitLate(boardTeam, milo, 'Adding the section…', () => closeAll(team.current))
  expect(lastMessage(await milo.open('Pinslot')).text).toContain('“Tables” wasn’t added. Pinterest rejected this')
})

test('a section that was asked for and not answered is found again where it is there', async () => {
  await simulator.fault({ operation: 'create_section', fault: 'commit_then_hang' })
  await newSection('Tables')
  waitAsProduct(team.current)
  const saved = await team.current.milo.submit()
  expect(markupOf(saved.modal?.blocks)).toContain('Added: “Tables”.')
  expect((await sectionsAt()).filter((name) => name === 'Tables')).toHaveLength(1)
})

test('a section is deleted: how many of our pins went to the board’s root is told, and they are there', async () => {
  const { clock } = team.current
  const inShelves = { boardId: '101', boardSectionId: '1011' }
  const draft = await aDraft(team.current, inShelves)
  const queued = await aQueuedPost(team.current, inShelves)
  const elsewhere = await aDraft(team.current, { boardId: '101', boardSectionId: '1012' })
  await openSections()
  clock.advance(1000)
  const deleted = await remove('Shelves')
  expect([deleted.modal?.title, namesOn(deleted)]).toEqual(['Sections', ['Lamps']])
  expect(textOn(deleted.modal?.blocks[0])).toContain(
    '“Shelves” deleted. 2 of your drafts and scheduled pins moved to the board itself.',
  )
  expect(await sectionsAt()).toEqual(['Lamps'])
  for (const post of [draft, queued]) expect((await now(team.current, post)).boardSectionId).toBeNull()
  expect((await now(team.current, elsewhere)).boardSectionId).toBe('1012')
})

test('before a section is deleted it is asked for, saying where its pins go', async () => {
  const screen = await openSections()
  const confirm = textOn(screen.modal?.blocks.find((block) => markupOf(block).startsWith('*Shelves*'))?.['accessory'])
  expect(confirm).toContain('Delete “Shelves”? Its pins, drafts and scheduled pins move to the board itself')
})

test('deleting that takes its time says so, and becomes the sections; a person who has closed them gets a message', async () => {
  const { milo } = team.current
  await openSections()
  const late = async (name: string, meanwhile: () => Promise<unknown>) => {
    const letThrough = shut()
    const deleting = remove(name)
    await untilShown(milo, 'Deleting the section…')
    await meanwhile()
    letThrough()
    return deleting
  }
  expect(namesOn(await late('Shelves', async () => {}))).toEqual(['Lamps'])
  await late('Lamps', () => closeAll(team.current))
  expect(lastMessage(await milo.open('Pinslot')).text).toContain('“Lamps” deleted.')
})

test('a section whose deletion was not answered is deleted once more, and that does no harm', async () => {
  await simulator.fault({ operation: 'delete_section', fault: 'commit_then_hang' })
  await openSections()
  await simulator.fault({ operation: 'list_sections', fault: 'rate_limited' }) // what is read behind the deletion
  const unsure = await remove('Shelves')
  expect(textOn(unsure.modal?.blocks[0])).toContain('we don’t know if the section was deleted. Deleting again')
  expect(namesOn(unsure)).toEqual(['Lamps', 'Shelves'])
  const deleted = await remove('Shelves')
  expect(textOn(deleted.modal?.blocks[0])).toContain('“Shelves” deleted.')
  expect(namesOn(deleted)).toEqual(['Lamps'])
})

test('one whose deletion was not answered is not shown any more when the sections could be read behind it', async () => {
  await simulator.fault({ operation: 'delete_section', fault: 'commit_then_500' })
  await openSections()
  expect(namesOn(await remove('Shelves'))).toEqual(['Lamps'])
})

test('a section that is not there any more is told to be gone', async () => {
  const { organizationId } = team.current
  await openSections()
  await db.sql`delete from sim_sections where id = '1011'`
  await db.sql`delete from board_sections where organization_id = ${organizationId} and id = '1011'`
  const late = await remove('Shelves')
  expect(late.modal?.blocks[0]).toMatchObject({ level: 'warning', text: { text: 'That section was deleted.' } })
  expect(namesOn(late)).toEqual(['Lamps'])
})

test('dead tokens: the sections stand there as they were, with what to do', async () => {
  await openSections()
  await team.current.milo.close()
  await disconnect(team.current)
  const screen = await openSections()
  expect(textOn(screen.modal?.blocks[0])).toContain('Admins can reconnect it with /pin connect.')
  expect(textOn(screen.modal?.blocks[0])).toContain('This list may be out of date.')
  expect(namesOn(screen)).toEqual(['Lamps', 'Shelves'])
  const refused = await remove('Shelves')
  expect(textOn(refused.modal?.blocks[0])).toContain('with /pin connect')
  expect(namesOn(refused)).toEqual(['Lamps', 'Shelves'])
})

test('dead tokens: an admin who adds a section gets the form back with the way to connect again', async () => {
  const { ada, milo } = team.current
  await openSections(ada)
  await ada.click('Add a section')
  await ada.fill({ Name: 'Tables' })
  await newSection('Tables')
  await disconnect(team.current)
  const refused = await ada.submit()
  expect([refused.modal?.title, refused.modal?.buttons]).toEqual(['Add a section', ['Reconnect', 'Add', 'Cancel']])
  expect(valuesOf(refused)).toEqual({ Name: 'Tables' })
  expect(errorsOf(await milo.submit())['Name']).toContain('Admins can reconnect it') // others see whom to ask
})

test('a platform that does not answer: the sections open in time and become those that were last read', async () => {
  await openSections()
  await team.current.milo.close()
  await simulator.fault({ operation: 'list_sections', fault: 'hang', times: 3 })
  const screen = await openSections()
  expect(textOn(screen.modal?.blocks[0])).toContain('Pinterest did not answer in time.')
  expect(namesOn(screen)).toEqual(['Lamps', 'Shelves'])
})

test('a board that is gone says so, in its form and in the list below', async () => {
  const { milo } = team.current
  await aCachedBoard(team.current, { id: '7777', name: 'Deleted there' })
  await milo.command('/pin boards')
  const gone = await milo.click('Sections', { within: 'Deleted there' })
  expect(markupOf(gone.modal?.blocks)).toContain('This board was deleted')
  expect(textOn((await milo.close()).modal?.blocks[0])).toContain('This board was deleted')
})

test('sections of somebody else’s board, and of a person who may only read, can be read', async () => {
  const { milo, organizationId } = team.current
  await db.sql`update boards set is_collaborator = true where organization_id = ${organizationId} and id = '101'`
  expect((await openSections()).modal?.buttons).toEqual(['Back'])
  await db.sql`update boards set is_collaborator = false where organization_id = ${organizationId}`
  await openSections()
  await milo.click('Add a section')
  await asViewer(team.current)
  await milo.fill({ Name: 'Tables' })
  expect(errorsOf(await milo.submit())).toEqual({ Name: FORBIDDEN })
  await milo.close()
  expect(textOn((await remove('Shelves')).modal?.blocks[0])).toContain(FORBIDDEN)
  expect((await openSections()).modal?.buttons).toEqual(['Back'])
  expect(await sectionsAt()).toEqual(['Lamps', 'Shelves'])
})

test('many sections are turned page by page, and a new one is on the page that is shown', async () => {
  const { milo } = team.current
  for (let turn = 10; turn < 38; turn++) await addSection(db.sql, { boardId: '101', name: `Part ${turn}` })
  const first = await openSections()
  expect([namesOn(first).length, namesOn(first)[0]]).toEqual([25, 'Lamps'])
  expect(namesOn(await milo.click('Next 5'))).toEqual(['Part 34', 'Part 35', 'Part 36', 'Part 37', 'Shelves'])
  expect(namesOn(await milo.click('Back to the first'))[0]).toBe('Lamps')
  await milo.click('Add a section')
  await milo.fill({ Name: 'Tables' })
  expect(namesOn(await milo.submit()).at(-1)).toBe('Tables')
})

/** `/pin boards`: the list, its search and its pages. */
import { expect, test } from 'vitest'
import { inline } from '../../../blocks/kit/kit.js'
import { aDatabase } from '../../support/database.js'
import { lastMessage, markupOf, valuesOf, textOn } from '../support/a-team.js'
import { aBoardTeam, aCachedBoard, listedOn } from '../support/boards-team.js'
import { asViewer } from '../support/slots-week.js'

const { db } = await aDatabase()
const { team } = await aBoardTeam(db)

const many = async (count: number) => {
  const { organizationId, accountId, clock } = team.current
  await db.sql`
    insert into boards (organization_id, account_id, id, name, privacy, fetched_at)
    select ${organizationId}, ${accountId}, (1000 + n)::text, 'Idea ' || lpad(n::text, 3, '0'), 'public', ${clock.now}
      from generate_series(1, ${count}::int) as n`
}

test('"/pin boards" shows each board with its name, its counts, and when they were read', async () => {
  const { milo, organizationId, clock } = team.current
  await db.sql`update boards set pin_count = 12, follower_count = 1 where organization_id = ${organizationId} and id = '102'`
  clock.advance(3 * 60_000)
  const { modal } = await milo.command('/pin boards')
  expect(modal?.title).toBe('Boards')
  expect(modal?.buttons).toEqual(['New board', 'Export CSV', 'Search', 'Done'])
  const words = markupOf(modal?.blocks)
  expect(words).toContain('*maker*\n2 boards  ·  as of 3 minutes ago')
  expect(words).toContain('*Garden*\n12 pins  ·  1 follower')
  expect(words).not.toContain('`102`') // who needs an id finds it with the sections
  expect(words).toContain('*Kitchen ideas*\n0 pins')
})

test('words find exact names first, then those that begin with them, then those that contain them', async () => {
  const { milo } = team.current
  await aCachedBoard(team.current, { id: '201', name: 'My kitchen' })
  await aCachedBoard(team.current, { id: '202', name: 'Kitchen' })
  const screen = await milo.command('/pin boards kitchen')
  expect(listedOn(screen)).toEqual(['Kitchen', 'Kitchen ideas', 'My kitchen'])
  expect(markupOf(screen.modal?.blocks)).toContain('*3 boards* match “kitchen”')
  expect(valuesOf(screen)).toEqual({ Search: 'kitchen' })
  const one = await milo.command('/pin boards "My kitchen"')
  expect(listedOn(one)).toEqual(['My kitchen'])
  expect(markupOf(one.modal?.blocks)).toContain('*1 board* matches “My kitchen”')
  expect(listedOn(await milo.command('/pin boards b_202'))).toEqual(['Kitchen'])
})

test('where no name has the words, the nearest names are shown', async () => {
  const { milo } = team.current
  await aCachedBoard(team.current, { id: '201', name: 'Balcony' })
  const screen = await milo.command('/pin boards kichen')
  expect(markupOf(screen.modal?.blocks)).toContain('No boards match “kichen”. Closest matches:')
  expect(listedOn(screen)[0]).toBe('Kitchen ideas')
  const all = await milo.click('Show all')
  expect([listedOn(all).length, valuesOf(all)]).toEqual([3, { Search: null }])
})

test('the search stands in the form: what was typed stays, and nothing lists all', async () => {
  const { milo } = team.current
  await milo.command('/pin boards')
  await milo.fill({ Search: ' gard ' })
  const found = await milo.submit()
  expect([listedOn(found), found.modal?.depth]).toEqual([['Garden'], 1])
  await milo.fill({ Search: '' })
  expect(listedOn(await milo.submit())).toEqual(['Garden', 'Kitchen ideas'])
})

test('500 boards are turned page by page, and a search begins with its first page', async () => {
  const { milo } = team.current
  await many(498)
  const first = await milo.command('/pin boards')
  expect(markupOf(first.modal?.blocks)).toContain('*maker*\n500 boards')
  expect(markupOf(first.modal?.blocks)).toContain('1 to 25 of 500')
  expect(listedOn(first)).toHaveLength(25)
  const second = await milo.click('Next 25')
  expect(listedOn(second)[0]).toBe('Idea 025')
  await milo.fill({ Search: 'idea 4' })
  const found = await milo.submit()
  expect(listedOn(found)[0]).toBe('Idea 400')
  expect(markupOf(found.modal?.blocks)).toContain('1 to 25 of 99')
  await milo.click('Next 25')
  expect(listedOn(await milo.click('Back to the first'))[0]).toBe('Idea 400')
})

test('secret and shared boards are marked; somebody else’s board is only looked into', async () => {
  const { milo } = team.current
  await aCachedBoard(team.current, { id: '201', name: 'Surprise', privacy: 'secret' })
  await aCachedBoard(team.current, { id: '202', name: 'Of a friend', isCollaborator: true })
  const { modal } = await milo.command('/pin boards')
  const words = markupOf(modal?.blocks)
  expect(words).toContain('0 pins  ·  :lock: secret')
  expect(words).toContain('0 pins  ·  shared with you')
  const kindOf = (name: string) => textOn(modal?.blocks.find((block) => markupOf(block).includes(name))?.['accessory'])
  expect(kindOf('Surprise')).toContain('Edit')
  expect(kindOf('Of a friend')).not.toContain('Edit')
})

test('who may only look sees the boards and their sections without the controls', async () => {
  const { milo } = team.current
  await milo.command('/pin help')
  await asViewer(team.current)
  const { modal } = await milo.command('/pin boards')
  expect(modal?.buttons).toEqual(['Export CSV', 'Search', 'Done'])
  expect(textOn(modal?.blocks)).toContain('Find ideas…')
  expect(textOn(modal?.blocks)).not.toMatch(/Rename|Score for a keyword/)
  expect(markupOf(modal?.blocks)).toContain('Only schedulers and admins can change these.')
})

test('an account without boards, and one whose boards were never read, say so', async () => {
  const { milo, organizationId, accountId } = team.current
  await db.sql`delete from boards where organization_id = ${organizationId}`
  expect(markupOf((await milo.command('/pin boards')).modal?.blocks)).toContain('No boards yet.')
  await db.sql`update accounts set boards_read_at = null where organization_id = ${organizationId} and id = ${accountId}`
  const unread = markupOf((await milo.command('/pin boards')).modal?.blocks)
  expect(unread).toContain('We’re loading the boards.')
  await expect.poll(async () => listedOn(await milo.submit())).toEqual(['Garden', 'Kitchen ideas']) // read in the background
})

test('an account that lost its connection says so, with the button for who may connect it', async () => {
  const { milo, ada, organizationId } = team.current
  await db.sql`update accounts set token_status = 'unauthorized' where organization_id = ${organizationId}`
  const seen = await milo.command('/pin boards')
  expect(markupOf(seen.modal?.blocks)).toContain('*maker* is disconnected')
  expect(markupOf(seen.modal?.blocks)).toContain('Ask an admin to reconnect it.')
  expect(seen.modal?.buttons).not.toContain('Reconnect')
  expect(listedOn(seen)).toEqual(['Garden', 'Kitchen ideas'])
  expect((await ada.command('/pin boards')).modal?.buttons).toContain('Reconnect')
})

test('without an account it says so, and opens nothing', async () => {
  const { milo, organizationId } = team.current
  await milo.command('/pin help')
  await db.sql`delete from connections where organization_id = ${organizationId}`
  await db.sql`update members set current_account_id = null where organization_id = ${organizationId}`
  await db.sql`delete from accounts where organization_id = ${organizationId}`
  const screen = await milo.command('/pin boards')
  expect(screen.modal).toBeNull()
  expect(lastMessage(screen).text).toContain('No account is connected yet')
})

test('a name is read as nothing but a name', async () => {
  const { milo } = team.current
  await aCachedBoard(team.current, { id: '201', name: '<!channel> `x`\n*y*' })
  const { modal } = await milo.command('/pin boards <!channel>')
  expect(markupOf(modal?.blocks)).toContain(`*${inline('<!channel> `x` *y*')}*\n0 pins`)
  expect(markupOf(modal?.blocks)).toContain('matches “&lt;!channel&gt;”')
  expect(textOn(modal?.blocks[0])).not.toContain('<!channel>')
})

test('Home has a way to the boards', async () => {
  const { milo } = team.current
  await milo.openHome()
  expect((await milo.choose('More', 'Boards')).modal?.title).toBe('Boards')
})

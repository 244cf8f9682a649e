/** "Bulk edit": from a list, some pins or all that match are moved, unscheduled, edited or deleted, after a preview and with one Undo. */
import { expect, test } from 'vitest'
import { teamId, users } from '../../../src/sandbox/slack/ids.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, aTimeslot, creditsOf, inDays } from '../../support/factories.js'
import { aTeam, errorsOf, lastMessage, markupOf } from '../support/a-team.js'
import { asRole } from '../support/approval-team.js'
import { now, postsOf } from '../support/pins.js'

const { db } = await aDatabase()
const team = aTeam(db)

const inForm = (screen: { modal?: { blocks: unknown } | null }) => markupOf(screen.modal?.blocks)
const said = (screen: Parameters<typeof lastMessage>[0]) => markupOf(lastMessage(screen).blocks)
async function drafts(...titles: string[]) {
  for (let day = 0; day < 7; day++) await aTimeslot(team.current, { day, time: '09:00' })
  const made = []
  for (const title of titles) made.push(await aDraft(team.current, { title }))
  return made
}

test('some drafts are chosen, their times are shown, they are scheduled, and one Undo makes them drafts again', async () => {
  await drafts('Shelf', 'Lamp', 'Vase')
  const { milo } = team.current
  const credits = await creditsOf(team.current)
  await milo.command('/pin drafts')
  await milo.click('Bulk edit')
  await milo.choose('Pins', ['Shelf', 'Vase'])
  const preview = await milo.submit()
  expect(inForm(preview)).toMatch(/\*2 pins will go out in the next open slots, .+ to .+\*/)
  expect(inForm(preview)).toMatch(/Shelf.+[\s\S]*Vase/)
  expect(inForm(preview)).not.toContain('Lamp')
  expect(await postsOf(team.current, 'queued')).toEqual([])
  const done = await milo.submit()
  expect(said(done)).toMatch(/Scheduled 2 pins[\s\S]*Lamp/)
  expect(said(done)).not.toContain('Vase')
  expect(await creditsOf(team.current)).toBe(credits - 2)
  expect(said(await milo.click('Undo'))).toMatch(/Undone\. All 2 are drafts again\.[\s\S]*Vase/)
  expect(await creditsOf(team.current)).toBe(credits)
})

test('all scheduled pins with a word, of some days, are unscheduled; the others stay', async () => {
  const near = await aQueuedPost(team.current, { title: 'Oak shelf', at: inDays(team.current, 2) })
  const late = await aQueuedPost(team.current, { title: 'Oak chair', at: inDays(team.current, 5) })
  const other = await aQueuedPost(team.current, { title: 'Pine box', at: inDays(team.current, 2) })
  const { milo } = team.current
  await milo.command('/pin queue')
  await milo.click('Bulk edit')
  await milo.choose('What to do', 'Unschedule')
  await milo.fill({ 'With these words': 'oak', To: '2026-03-06' })
  expect(inForm(await milo.submit())).toContain('*1 pin will become drafts.*')
  expect(said(await milo.submit())).toContain('Unscheduled 1 pin. It’s a draft now.')
  expect(await Promise.all([near, late, other].map(async (post) => (await now(team.current, post)).status))).toEqual([
    'draft',
    'queued',
    'queued',
  ])
  expect(said(await milo.click('Undo'))).toContain('Undone. It’s scheduled again.')
  expect((await now(team.current, near)).sendAt).toEqual(near.sendAt)
})

test('pins are deleted only after a second look, and come back', async () => {
  const [one] = await drafts('Shelf', 'Lamp')
  const { milo } = team.current
  await milo.command('/pin drafts')
  await milo.click('Bulk edit')
  await milo.choose('What to do', 'Delete')
  const asked = await milo.submit()
  expect(inForm(asked)).toContain(':warning: *2 pins will be deleted.*')
  expect(asked.modal?.buttons).toContain('Delete 2')
  expect(await postsOf(team.current, 'draft')).toHaveLength(2)
  expect(said(await milo.submit())).toMatch(/Deleted 2 pins\.[\s\S]*No drafts\./)
  expect(said(await milo.click('Undo'))).toContain('Restored all 2.')
  expect((await now(team.current, one!)).title).toBe('Shelf')
})

test('of many that were deleted those that cannot be scheduled again come back as drafts, and it is said why', async () => {
  const { milo, clock, organizationId } = team.current
  const minutes = (count: number) => new Date(clock.now.getTime() + count * 60_000)
  await aQueuedPost(team.current, { title: 'Soon', at: minutes(2) })
  for (const days of [2, 3]) await aQueuedPost(team.current, { title: 'Shelf', at: inDays(team.current, days) })
  await milo.command('/pin queue')
  await milo.click('Bulk edit')
  await milo.choose('What to do', 'Delete')
  await milo.submit()
  await milo.submit()
  clock.advance(3 * 60_000)
  await db.sql`update entitlements set credits_left = 1 where organization_id = ${organizationId}`
  expect(said(await milo.click('Undo'))).toContain(
    'Restored all 3. One is a draft now. Its old time has passed: schedule it again. One is a draft now. Not enough credits left. Ask your Pinslot operator for more.',
  )
  expect(await postsOf(team.current, 'draft')).toHaveLength(2)
})

test('a board and a link are changed, and shown before as they will be', async () => {
  await drafts('Shelf', 'Lamp')
  const { milo } = team.current
  await milo.command('/pin drafts')
  await milo.click('Bulk edit')
  await milo.choose('What to do', 'Change link')
  await milo.fill({ 'New destination link': 'https://shop.example.com/new' })
  expect(inForm(await milo.submit())).toContain('→ https://shop.example.com/new')
  expect(said(await milo.submit())).toContain('Changed 2 pins.')
  expect((await postsOf(team.current, 'draft')).map(({ url }) => url)).toEqual(Array(2).fill('https://shop.example.com/new'))
  await milo.click('Bulk edit')
  await milo.choose('What to do', 'Change board')
  await milo.choose('Move to board', 'Garden')
  expect(inForm(await milo.submit())).toContain('Kitchen ideas → Garden')
  expect(said(await milo.submit())).toContain('Moved 2 pins to “Garden”.')
  expect((await postsOf(team.current, 'draft')).map(({ boardId }) => boardId)).toEqual(['102', '102'])
})

test('what cannot be done is said of each in the preview, and the others go', async () => {
  await drafts('Shelf')
  await aDraft(team.current, { title: 'Bare', url: null })
  const { milo } = team.current
  await milo.command('/pin drafts')
  await milo.click('Bulk edit')
  const preview = inForm(await milo.submit())
  expect(preview).toContain('*1 pin won’t change*')
  expect(preview).toContain(':warning: *Bare*: Add a link to schedule this pin.')
  expect(said(await milo.submit())).toContain('Skipped 1 pin: Add a link to schedule this pin.')
  expect(await postsOf(team.current, 'queued')).toHaveLength(1)
})

test('nothing that matches is said, and there is nothing to press', async () => {
  await drafts('Shelf', 'Lamp')
  const { milo } = team.current
  await milo.command('/pin drafts')
  await milo.click('Bulk edit')
  await milo.fill({ 'With these words': 'nothing has these' })
  const none = await milo.submit()
  expect(inForm(none)).toContain('No pins match.')
  expect(none.modal?.buttons).not.toContain('Move 0')
})

test('days in the wrong order are said under their field, and a link that is none', async () => {
  for (const title of ['A', 'B']) await aQueuedPost(team.current, { title, at: inDays(team.current, 2) })
  const { milo } = team.current
  await milo.command('/pin queue')
  await milo.click('Bulk edit')
  await milo.fill({ From: '2026-03-09', To: '2026-03-06' })
  expect((await milo.submit()).modal?.fields.find(({ label }) => label === 'From')?.error).toBe('From must not be after To.')
})

test('a contributor changes drafts of their own, and is refused those of others as on /v1', async () => {
  const [own] = await drafts('Own', 'Other')
  await asRole(team.current, 'contributor')
  const { milo, organizationId } = team.current
  const by = `${teamId}:${users.member}`
  await db.sql`update posts set created_by = ${by} where organization_id = ${organizationId} and id = ${own!.id}`
  await milo.command('/pin drafts')
  const form = await milo.click('Bulk edit')
  expect(JSON.stringify(form.modal?.blocks)).not.toContain('next open slots')
  await milo.choose('What to do', 'Delete')
  const preview = inForm(await milo.submit())
  expect(preview).toContain('*1 pin will be deleted.*')
  expect(preview).toContain(':warning: *Other*: Contributors can change only their own drafts.')
  await milo.submit()
  expect((await postsOf(team.current, 'draft')).map(({ title }) => title)).toEqual(['Other'])
})

test('two people who delete the same pins at once: one does it, the other sees that they are gone', async () => {
  await drafts('Shelf', 'Lamp')
  const { milo, ada } = team.current
  for (const person of [milo, ada]) {
    await person.command('/pin drafts')
    await person.click('Bulk edit')
    await person.choose('What to do', 'Delete')
    await person.submit()
  }
  await Promise.all([milo.submit(), ada.submit()])
  expect(await postsOf(team.current, 'draft')).toEqual([])
  const [row] = await db.sql<{ count: number }[]>`
    select count(distinct change_id)::int as count from audit where organization_id = ${team.current.organizationId} and action = 'delete'`
  expect(row?.count).toBe(1)
})

test('a hundred chosen pins and a link of 2,048 characters are more than a form remembers: it says so under the link, and how long it may be', async () => {
  const hundred = Array.from({ length: 100 }, (_, index) => `Pin ${index + 1}.`)
  await db.sql`select setval(pg_get_serial_sequence('posts', 'id'), 10000000)`
  for (const title of hundred) await aDraft(team.current, { title })
  const { milo } = team.current
  await milo.command('/pin drafts')
  await milo.click('Bulk edit')
  await milo.choose('Pins', hundred)
  await milo.choose('What to do', 'Change link')
  const linkOf = (length: number) => 'https://shop.example.com/'.padEnd(length, 'x')
  await milo.fill({ 'New destination link': linkOf(2048) })
  const refused = errorsOf(await milo.submit())['New destination link'] ?? ''
  const SENTENCE =
    /^This link is too long for 100 pins at once\. Choose fewer pins, or use a link of up to ([\d,]+) characters\.$/
  expect(refused).toMatch(SENTENCE)
  const [, most = ''] = SENTENCE.exec(refused) ?? []
  await milo.fill({ 'New destination link': linkOf(Number(most.replace(',', ''))) })
  expect(inForm(await milo.submit())).toContain('*100 pins will be changed.*')
  expect(said(await milo.submit())).toContain('Changed 100 pins.')
})

/** Who has several accounts chooses one where they are: in each form and list that is about one. */
import { beforeEach, expect, test } from 'vitest'
import { users } from '../../../src/sandbox/slack/ids.js'
import type { Screen } from '../../../src/sandbox/slack/screen.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, anotherAccount, aQueuedPost, aSentPost, aTimeslot, inDays } from '../../support/factories.js'
import type { World } from '../../support/world.js'
import { aTeam, lastMessage, markupOf, textOn, valuesOf } from '../support/a-team.js'

const { db } = await aDatabase()
const team = aTeam(db)
let studio: World

beforeEach(async () => {
  studio = await anotherAccount(team.current)
})

const chosenBy = async (slackUserId: string): Promise<string | null> => {
  const [row] = await db.sql<{ accountId: string | null }[]>`
    select current_account_id as "accountId" from members
     where organization_id = ${team.current.organizationId} and slack_user_id = ${slackUserId}`
  return row?.accountId ?? null
}
/** Its label is markdown where it is no input. */
const accountOn = (screen: Screen): unknown =>
  Object.entries(valuesOf(screen)).find(([label]) => /^\*?Account\*?$/.test(label))?.[1]
const formOn = (screen: Screen): string => markupOf(screen.modal?.blocks)
const listOn = (screen: Screen): string => markupOf(lastMessage(screen).blocks)

test.each([
  ['slots', '1 weekly slot'],
  ['boards', 'Loft'],
  ['evergreen', 'Add a slot'],
  ['settings', 'Time zone'],
])('the form of /pin %s changes to the account that is chosen in it, which is worked with from then on', async (verb, shown) => {
  const { milo } = team.current
  await aTimeslot(studio, { day: 2, time: '12:00' })
  const opened = await milo.command(`/pin ${verb}`)
  expect(accountOn(opened)).toBe('maker')
  const other = await milo.choose('Account', 'studio')
  expect(other.modal?.depth).toBe(1)
  expect(accountOn(other)).toBe('studio')
  expect(formOn(other)).toContain(shown)
  expect(await chosenBy(users.member)).toBe(studio.accountId)
})

test('what is done in a form then is done to that account', async () => {
  const { milo } = team.current
  await milo.command('/pin slots')
  await milo.choose('Account', 'studio')
  await milo.click('Add a slot')
  await milo.fill({ Days: ['Tuesday'], Time: '09:30' })
  expect(formOn(await milo.submit())).toContain('1 weekly slot')
  const slots = await db.sql`select account_id from timeslots where organization_id = ${team.current.organizationId}`
  expect(slots).toEqual([{ account_id: studio.accountId }])
})

test('boards of the other account are listed from the first, without the words that were searched for', async () => {
  const { milo } = team.current
  expect(formOn(await milo.command('/pin boards kitchen'))).toContain('Kitchen ideas')
  const other = await milo.choose('Account', 'studio')
  expect(formOn(other)).toContain('Loft')
  expect(formOn(other)).not.toContain('Kitchen ideas')
  expect(valuesOf(other)['Search']).toBeNull()
})

test.each(['fit', 'ideas'])('the form of /pin %s keeps its keyword and asks for a board of the other account', async (verb) => {
  const { milo } = team.current
  await milo.command(`/pin ${verb} "kitchen ideas"`)
  await milo.fill({ Keyword: 'small shelves' })
  const other = await milo.choose('Account', 'studio')
  expect(accountOn(other)).toBe('studio')
  expect(valuesOf(other)).toMatchObject({ Board: null, Keyword: 'small shelves' })
  expect(valuesOf(await milo.choose('Board', 'Loft'))['Board']).toBe('Loft')
})

test('lists show the other account in place, and leave the one that is worked with', async () => {
  const { milo } = team.current
  await aDraft(studio, { title: 'Draft of studio', boardId: '201' })
  await aSentPost(studio, { title: 'Lamp of studio', boardId: '201' })
  for (const [line, title] of [
    ['/pin drafts', 'Draft of studio'],
    ['/pin published', 'Lamp of studio'],
    ['/pin find studio', 'Draft of studio'],
  ] as const) {
    const before = await milo.command(line)
    expect(listOn(before)).not.toContain(title)
    const after = await milo.choose('Account', 'studio')
    expect(listOn(after)).toContain(title)
    expect(after.messages).toHaveLength(before.messages.length)
  }
  expect(await chosenBy(users.member)).not.toBe(studio.accountId)
})

test('an open slot of the other account is used for that account', async () => {
  const { milo } = team.current
  await aTimeslot(studio, { day: 2, time: '12:00' })
  expect(lastMessage(await milo.command('/pin next')).text).toContain('No open slots for maker')
  expect(lastMessage(await milo.choose('Account', 'studio')).text).toContain('Next open slots · studio')
  const { modal } = await milo.click('Use this slot', { within: 'Tue, Mar 3' })
  expect(valuesOf({ modal } as Screen)).toMatchObject({ Account: 'studio', When: 'Exact time' })
})

test('“New pin” in the week of another account begins with that account', async () => {
  const { milo } = team.current
  await milo.command('/pin queue')
  await milo.choose('Account', 'studio')
  expect(valuesOf(await milo.click('New pin'))['Account']).toBe('studio')
})

test('an account that was deleted meanwhile is told as such', async () => {
  const { milo, organizationId } = team.current
  await milo.command('/pin slots')
  await db.sql`delete from timeslots where organization_id = ${organizationId} and account_id = ${studio.accountId}`
  for (const table of ['boards', 'connections', 'schedules', 'credit_ledger', 'entitlements'])
    await db.sql`delete from ${db.sql(table)} where organization_id = ${organizationId} and account_id = ${studio.accountId}`
  await db.sql`delete from accounts where organization_id = ${organizationId} and id = ${studio.accountId}`
  const screen = await milo.choose('Account', 'studio')
  expect(textOn(screen)).toContain('Account not found. It may have been removed: Home shows your accounts.')
})

test('with one account there is nothing to choose', async () => {
  const { milo, organizationId } = team.current
  await db.sql`update accounts set deleting_at = now() where organization_id = ${organizationId} and id = ${studio.accountId}`
  for (const verb of ['slots', 'boards', 'evergreen', 'settings', 'fit', 'inspiration']) {
    expect(accountOn(await milo.command(`/pin ${verb}`))).toBeUndefined()
    await milo.close()
  }
})

test('@account names the account in the line of every verb that is about one', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(studio, { title: 'Vase', boardId: '201', at: inDays(studio, 1) })
  await aTimeslot(studio, { day: 3, time: '12:00' })
  for (const line of ['new', 'slots', 'boards', 'evergreen', 'settings', 'fit', 'inspiration', '']) {
    const screen = await milo.command(`/pin ${line} @studio`)
    expect(accountOn(screen), line).toBe('studio')
    await milo.close()
  }
  for (const [line, shown] of [
    ['queue @studio', 'Vase'],
    ['queue tomorrow @studio', 'Vase'],
    ['@studio queue week', 'Vase'],
    ['tomorrow @studio', 'Vase'],
    ['find vase @studio', 'Vase'],
    [`show ${post.id} @studio`, 'Vase'],
    [`@studio ${post.id}`, 'Vase'],
    ['next @studio', 'studio'],
    ['published @studio', 'studio'],
    ['drafts @studio', 'studio'],
    ['failed @studio', 'studio'],
  ] as const)
    expect(textOn(lastMessage(await milo.command(`/pin ${line}`))), line).toContain(shown)
  expect(await chosenBy(users.member)).not.toBe(studio.accountId)
})

test('what a verb asks for in a form is then looked for in the account of the line', async () => {
  const { milo } = team.current
  const post = await aQueuedPost(studio, { title: 'Vase', boardId: '201' })
  await milo.command('/pin find @studio')
  await milo.fill({ Words: 'vase' })
  expect(listOn(await milo.submit())).toContain('Vase')
  await milo.command('/pin show @studio')
  await milo.fill({ Pin: post.id })
  expect(listOn(await milo.submit())).toContain('Vase')
})

test('a wrong line keeps to the account that it names, in the buttons of its answer and in the search that it starts', async () => {
  const { milo } = team.current
  await aQueuedPost(studio, { title: 'Vase', boardId: '201', at: inDays(studio, 1) })
  await milo.command('/pin quue @studio')
  expect(textOn(lastMessage(await milo.click('/pin queue @studio')))).toContain('Vase')
  expect(textOn(lastMessage(await milo.command('/pin vase @studio')))).toContain('1 result for')
})

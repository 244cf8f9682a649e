import { expect, test } from 'vitest'
import type { Account } from '../../../src/core/accounts/account.js'
import { readAccount } from '../../../src/core/accounts/accounts.js'
import { pausePublishing } from '../../../src/core/accounts/publishing.js'
import { sweepLate } from '../../../src/core/publish/late/sweep.js'
import { makeCalendarLink, readCalendarLink } from '../../../src/core/slots/calendar-link.js'
import { listSpacingRules, putSpacingRule } from '../../../src/core/slots/spacing-rules.js'
import { teamId, users } from '../../../src/sandbox/slack/ids.js'
import type { Screen } from '../../../src/sandbox/slack/screen.js'
import { aDatabase } from '../../support/database.js'
import { aTimeslot } from '../../support/factories.js'
import { aTeam, errorsOf, markupOf, valuesOf, textOn, waitAsProduct } from '../support/a-team.js'
import { untilShown } from '../support/boards-team.js'

const { db } = await aDatabase()
const team = aTeam(db)

const account = (): Promise<Account> => {
  const { deps, actor, accountId } = team.current
  return readAccount(deps, actor, { accountId })
}
const rules = () => {
  const { deps, actor, accountId } = team.current
  return listSpacingRules(deps, actor, { accountId })
}
const aRule = (url: string | null, days: number) => {
  const { deps, actor, accountId } = team.current
  const subject = url === null ? ({ type: 'DEFAULT', url } as const) : ({ type: 'CUSTOM', url } as const)
  return putSpacingRule(deps, actor, { accountId, ...subject, days })
}
const calendar = () => {
  const { deps, actor, accountId } = team.current
  return readCalendarLink(deps, actor, { accountId })
}

test('/pin settings shows the zone, publishing, spacing and the calendar link of the account', async () => {
  const { modal } = await team.current.ada.command('/pin settings')
  expect(modal?.title).toBe('Settings')
  expect(modal?.buttons).toEqual([
    ...['Pause', 'Edit', 'Edit', 'Edit', 'Edit', 'Turn on', 'Edit'],
    ...['Edit', 'Edit', 'Send now'],
    ...['Edit', 'Turn off', 'Edit'],
    'Advanced',
    'Done',
  ])
  const words = markupOf(modal?.blocks)
  expect(words).toContain('*Time zone*\nAmerica/New_York')
  expect(words).toContain('Active')
  expect(words).toContain('Off: pins with the same link can go out on the same day.')
  expect(words).toContain('Account maker')
})

test('an admin sets the time zone by typing a city, and slots keep their own', async () => {
  const { ada, organizationId } = team.current
  await aTimeslot(team.current, { day: 2, time: '12:00', timezone: 'America/New_York' })
  await ada.command('/pin settings')
  expect(valuesOf(await ada.click('Edit: time zone'))).toEqual({ 'Time zone': 'America/New_York' })
  await ada.fill({ 'Time zone': 'kolkata' })
  const { modal } = await ada.submit()
  expect(modal?.title).toBe('Settings')
  expect(markupOf(modal?.blocks)).toContain('*Time zone*\nAsia/Kolkata')
  expect(textOn(modal?.blocks)).toContain('Time zone set to Asia/Kolkata.')
  expect((await account()).timezone).toBe('Asia/Kolkata')
  const slots = await db.sql`select timezone from timeslots where organization_id = ${organizationId}`
  expect(slots).toMatchObject([{ timezone: 'America/New_York' }])
})

test('publishing is paused with what happens to pins that fall due, changed, and resumed', async () => {
  const { ada } = team.current
  await ada.command('/pin settings')
  expect(valuesOf(await ada.click('Pause'))).toEqual({ Resumes: 'When an admin resumes it', 'Pins due while paused': 'Wait' })
  await ada.fill({ 'Pins due while paused': 'Back to drafts' })
  const paused = await ada.submit()
  expect(markupOf(paused.modal?.blocks)).toContain('Paused: no new pins go out.\nPins due while paused go back to drafts')
  expect(await account()).toMatchObject({ publishing: 'paused', whilePaused: 'fail' })

  await ada.click('Edit: what happens to due pins while paused')
  await ada.fill({ 'Pins due while paused': 'Wait' })
  expect(markupOf((await ada.submit()).modal?.blocks)).toContain('Pins due while paused wait up to 24 hours.')
  expect(await account()).toMatchObject({ publishing: 'paused', whilePaused: 'wait' })

  expect(JSON.stringify((await ada.screen()).modal?.blocks)).toContain('No pin is overdue.')
  const resumed = await ada.click('Resume')
  expect(textOn(resumed.modal?.blocks)).toContain('Publishing resumed.')
  expect((await account()).publishing).toBe('active')
})

test('publishing is paused until Monday: the settings and Home say so, and it goes on by itself', async () => {
  const { ada, deps, clock } = team.current
  await ada.command('/pin settings')
  await ada.click('Pause')
  await ada.fill({ Resumes: 'Mon, Mar 9, 9:00 AM' })
  const paused = await ada.submit()
  const { pausedUntil } = await account()
  expect(pausedUntil).toEqual(new Date('2026-03-09T13:00:00Z'))
  expect(markupOf(paused.modal?.blocks)).toContain('Paused until Mon, Mar 9, 9:00 AM: no new pins')
  expect(markupOf((await ada.openHome()).home?.blocks)).toContain('is paused until Mon, Mar 9, 9:00 AM.')
  clock.now = pausedUntil!
  await sweepLate(deps)
  expect(await account()).toMatchObject({ publishing: 'active' })
})

test('a form whose times are over when it is sent pauses nothing, and says so below its field', async () => {
  const { ada, clock } = team.current
  await ada.command('/pin settings')
  await ada.click('Pause')
  await ada.fill({ Resumes: 'Tue, Mar 3, 9:00 AM' })
  clock.advance(2 * 86_400_000)
  expect(errorsOf(await ada.submit())).toEqual({ Resumes: 'Resumes must be in the future, and within a year.' })
  expect(await account()).toMatchObject({ publishing: 'active' })
})

test('Home of the person who pauses says so at once, and no more when it goes on', async () => {
  const { ada } = team.current
  await ada.openHome()
  await ada.command('/pin settings')
  await ada.click('Pause')
  await ada.submit()
  await ada.close()
  expect(markupOf((await ada.openHome()).home?.blocks)).toContain('is paused')
})

test('pausing that takes its time says that it is being done, and then that it is', async () => {
  const { ada, organizationId } = team.current
  await ada.command('/pin settings')
  await ada.click('Pause')
  waitAsProduct(team.current)
  let submitting: Promise<Screen> | undefined
  // Somebody else's pause holds the account, as a queue of many pins would.
  await db.tx(async (sql) => {
    await sql`select id from accounts where organization_id = ${organizationId} for update`
    submitting = ada.submit()
    await untilShown(ada, 'Working on it…')
  })
  const paused = await submitting
  expect(markupOf(paused?.modal?.blocks)).toMatch(/^Publishing is paused\.\s*$/)
  expect((await account()).publishing).toBe('paused')
  const { modal } = await ada.close()
  expect(modal?.title).toBe('Settings')
  expect(markupOf(modal?.blocks)).toContain('Paused: no new pins go out.')
})

test('a long pause that fails after all says why in the form', async () => {
  const { ada, organizationId } = team.current
  await ada.command('/pin settings')
  await ada.click('Pause')
  waitAsProduct(team.current)
  // It has the row by then, so it has waited.
  await db.sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`
  await db.sql`create trigger refuse before update on accounts for each row execute function refuse()`
  let submitting: Promise<Screen> | undefined
  await db.tx(async (sql) => {
    await sql`select id from accounts where organization_id = ${organizationId} for update`
    submitting = ada.submit()
    await untilShown(ada, 'Working on it…')
  })
  const failed = await submitting
  await db.sql`drop trigger refuse on accounts`
  await db.sql`drop function refuse()`
  expect(markupOf(failed?.modal?.blocks)).toMatch(/went wrong on our side.+reference [0-9a-f]{8}/)
  expect((await account()).publishing).toBe('active')
})

test('"While paused" of an account that somebody resumed meanwhile pauses nothing', async () => {
  const { ada, deps, actor, accountId } = team.current
  await pausePublishing(deps, actor, { accountId })
  await ada.command('/pin settings')
  await ada.click('Edit: what happens to due pins while paused')
  await db.sql`update accounts set publishing = 'active' where organization_id = ${actor.organizationId} and id = ${accountId}`
  await ada.fill({ 'Pins due while paused': 'Back to drafts' })
  await ada.submit()
  expect(await account()).toMatchObject({ publishing: 'active', whilePaused: 'fail' })
})

test('others see the values, not the controls', async () => {
  const { milo, deps, actor, accountId } = team.current
  const { url } = await makeCalendarLink(deps, actor, { accountId })
  const { modal: short } = await milo.command('/pin settings')
  expect(short?.buttons).toEqual(['View', 'Send now', 'Turn off', 'Advanced', 'Done'])
  const { modal } = await milo.click('Advanced')
  const words = markupOf(modal?.blocks)
  expect(words).toContain('America/New_York')
  expect(words).toContain(url)
  expect(words).toContain('Only admins can change these.')
  expect((await milo.click('View: spacing rules')).modal?.buttons).toEqual(['Back'])
})

test('who may not schedule does not see the calendar link', async () => {
  const { milo, deps, actor, accountId, organizationId } = team.current
  const { url } = await makeCalendarLink(deps, actor, { accountId })
  await milo.command('/pin help')
  await db.sql`
    update members set assigned_role = 'contributor'
     where organization_id = ${organizationId} and slack_team_id = ${teamId} and slack_user_id = ${users.member}`
  await milo.command('/pin settings')
  const words = markupOf((await milo.click('Advanced')).modal?.blocks)
  expect(words).not.toContain(url)
  expect(words).toContain('*Calendar link*\nOnly schedulers and admins can see it.')
})

test('a calendar link is made, renewed so that the old one ends, and turned off', async () => {
  const { ada } = team.current
  await ada.command('/pin settings')
  await ada.click('Advanced')
  const made = markupOf((await ada.click('Turn on: calendar link')).modal?.blocks)
  const first = await calendar()
  expect(made).toContain(`\`${first?.url}\``)
  const renewed = markupOf((await ada.click('Renew')).modal?.blocks)
  const second = await calendar()
  expect(second?.url).not.toBe(first?.url)
  expect(renewed).toContain(`\`${second?.url}\``)
  expect(renewed).not.toContain(first?.url)
  const off = await ada.click('Turn off the calendar link')
  expect(textOn(off.modal?.blocks)).toContain('Calendar link turned off.')
  expect(off.modal?.buttons).toContain('Turn on')
  expect(await calendar()).toBeNull()
})

test('the spacing of all links is set, changed and removed, and the settings below tell of it', async () => {
  const { ada } = team.current
  await ada.command('/pin settings')
  await ada.click('Edit: spacing rules')
  await ada.click('Set')
  await ada.fill({ Days: 7 })
  const set = await ada.submit()
  expect(markupOf(set.modal?.blocks)).toContain('*All links*\nAt least 7 days apart')
  expect(await rules()).toEqual([{ type: 'DEFAULT', url: null, days: 7 }])
  expect(valuesOf(await ada.click('Change', { within: 'All links' }))).toEqual({ Days: '7' })
  await ada.fill({ Days: 1 })
  expect(markupOf((await ada.submit()).modal?.blocks)).toContain('*All links*\nAt least 1 day apart')
  expect(markupOf((await ada.close()).modal?.blocks)).toContain('At least 1 day between pins with the same link.')
  await ada.click('Edit: spacing rules')
  const removed = await ada.click('Remove', { within: 'All links' })
  expect(markupOf(removed.modal?.blocks)).toContain('*All links*\nNo spacing')
  expect(await rules()).toEqual([])
  expect(markupOf((await ada.close()).modal?.blocks)).toContain('Off: pins with the same link')
})

test('a rule of one link is added, changed and removed', async () => {
  const { ada } = team.current
  await ada.command('/pin settings')
  await ada.click('Edit: spacing rules')
  await ada.click('Add a rule')
  await ada.fill({ 'Destination link': 'https://example.com/shelf', Days: 14 })
  const added = await ada.submit()
  expect(markupOf(added.modal?.blocks)).toContain('example.com/shelf\n*At least 14 days* apart')
  const form = await ada.click('Change', { within: 'example.com/shelf' })
  expect(valuesOf(form)).toEqual({ Days: '14' })
  await ada.fill({ Days: 30 })
  await ada.submit()
  expect(await rules()).toEqual([{ type: 'CUSTOM', url: 'https://example.com/shelf', days: 30 }])
  await ada.click('Remove', { within: 'example.com/shelf' })
  expect(await rules()).toEqual([])
  expect(markupOf((await ada.close()).modal?.blocks)).not.toContain('its own rule')
})

test('a second rule for a link that has one, however it is written, says what it takes the place of', async () => {
  const { ada } = team.current
  await aRule('https://example.com/shelf/', 14)
  await ada.command('/pin settings')
  await ada.click('Edit: spacing rules')
  await ada.click('Add a rule')
  await ada.fill({ 'Destination link': 'http://EXAMPLE.com/shelf', Days: 3 })
  const { modal } = await ada.submit()
  expect(textOn(modal?.blocks[0])).toContain('Saved: EXAMPLE.com/shelf, at least 3 days apart, instead of 14.')
  expect(await rules()).toMatchObject([{ days: 3 }])
})

test('what is wrong with a rule is told under its field, and nothing is written', async () => {
  const { ada } = team.current
  await ada.command('/pin settings')
  await ada.click('Edit: spacing rules')
  await ada.click('Add a rule')
  await ada.fill({ 'Destination link': `https://example.com/${'x'.repeat(2048)}`, Days: 14 })
  expect(errorsOf(await ada.submit())).toEqual({ 'Destination link': 'Destination link must be at most 2048 characters.' })
  expect(await rules()).toEqual([])
})

test('a rule that somebody removed meanwhile is told to be gone', async () => {
  const { ada, organizationId } = team.current
  await aRule('https://example.com/shelf', 7)
  await ada.command('/pin settings')
  await ada.click('Edit: spacing rules')
  await ada.click('Change', { within: 'example.com/shelf' })
  await db.sql`delete from spacing_rules where organization_id = ${organizationId}`
  expect(errorsOf(await ada.submit())).toEqual({ Days: 'Someone removed this rule. Go back and add it again.' })
  await ada.close()
  const late = await ada.click('Remove', { within: 'example.com/shelf' })
  expect(late.modal?.blocks[0]).toMatchObject({ level: 'warning', text: { text: 'That rule was removed.' } })
})

test('many rules are turned page by page, and found by typing', async () => {
  const { ada } = team.current
  for (let turn = 10; turn < 33; turn++) await aRule(`https://example.com/page-${turn}`, turn)
  await ada.command('/pin settings')
  const links = (blocks: unknown) => markupOf(blocks).match(/page-\d+/g) ?? []
  expect(links((await ada.click('Edit: spacing rules')).modal?.blocks)).toHaveLength(20)
  expect(links((await ada.click('Next 3')).modal?.blocks)).toEqual(['page-30', 'page-31', 'page-32'])
  await ada.click('Back to the first')
  const found = await ada.choose('Find a link', 'page-31')
  expect(valuesOf(found)).toEqual({ Days: '31' })
  await ada.fill({ Days: 3 })
  await ada.submit()
  expect((await rules()).find(({ url }) => url?.endsWith('31'))?.days).toBe(3)
})

test('the spacing rules are reached from the evergreen form, which tells of them afterwards', async () => {
  const { ada } = team.current
  await ada.command('/pin evergreen')
  await ada.click('Spacing rules')
  await ada.click('Set')
  await ada.fill({ Days: 7 })
  await ada.submit()
  expect(await rules()).toEqual([{ type: 'DEFAULT', url: null, days: 7 }])
  expect((await ada.close()).modal?.title).toBe('Evergreen')
})

test('an admin disconnects the account after a question; Home and the settings offer to connect it again', async () => {
  const { ada, milo } = team.current
  await ada.command('/pin settings')
  await ada.click('Advanced')
  const screen = await ada.click('Disconnect')
  expect(JSON.stringify(screen.modal?.blocks)).toContain('Disconnected')
  expect(JSON.stringify(screen.modal?.blocks)).toContain('Reconnect')
  const [account] =
    await db.sql`select token_status as status from accounts where organization_id = ${team.current.organizationId}`
  expect(account).toEqual({ status: 'unauthorized' })
  expect(JSON.stringify((await milo.command('/pin settings')).modal?.blocks)).not.toContain('disconnect_account')
})

test('a default link is taken without https://, refused by its field, and removed by an empty field', async () => {
  const { ada, accountId } = team.current
  const linkNow = async () =>
    (await db.sql<[{ link: string | null }]>`select default_link as link from accounts where id = ${accountId}`)[0].link
  await ada.command('/pin settings')
  await ada.click('Edit: default link')
  await ada.fill({ 'Destination link': 'shop.example.com/autumn' })
  expect(markupOf((await ada.submit()).modal?.blocks)).toContain('*Default link*\nhttps://shop.example.com/autumn')
  expect(await linkNow()).toBe('https://shop.example.com/autumn')
  await ada.click('Edit: default link')
  await ada.fill({ 'Destination link': 'http://localhost/x' })
  expect(errorsOf(await ada.submit())).toEqual({
    'Destination link': 'Destination link must lead to a public website, such as https://example.com/page.',
  })
  await ada.fill({ 'Destination link': null })
  await ada.submit()
  expect(await linkNow()).toBeNull()
})

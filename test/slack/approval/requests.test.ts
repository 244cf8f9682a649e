/** /pin approvals: the open requests by what they wait for, decided in the list one by one or many at once. */
import { beforeEach, expect, test } from 'vitest'
import { editPost } from '../../../src/core/posts/edit.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { users } from '../../../src/sandbox/slack/ids.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aTimeslot, DAY_MS, HOUR_MS } from '../../support/factories.js'
import { aTeam, lastMessage, markupOf, textOn } from '../support/a-team.js'
import { adasId, asRole, buttonsOf, deliverAll, milosId, theApproval, withApprovals } from '../support/approval-team.js'
import { postsOf } from '../support/pins.js'

const { db } = await aDatabase()
const team = aTeam(db)

beforeEach(async () => {
  await withApprovals(team.current)
  await asRole(team.current, 'contributor')
  for (let day = 0; day < 7; day++) await aTimeslot(team.current, { day, time: '09:00' })
})

const milo = () => ({ organizationId: team.current.organizationId, via: 'slack', role: 'contributor', userId: milosId }) as const

/** Pins of Milo's, each with a request of its own, due in as many days as its place in the row. */
async function asked(...titles: string[]): Promise<void> {
  const { deps, accountId, organizationId, clock } = team.current
  for (const [index, title] of titles.entries()) {
    const draft = await aDraft(team.current, { title, url: `https://example.com/${index}`, description: `About ${title}.` })
    await db.sql`update posts set created_by = ${milosId} where organization_id = ${organizationId} and id = ${draft.id}`
    const { approval } = await schedulePost(deps, milo(), { accountId, postId: draft.id, when: { kind: 'nextOpenSlot' } })
    const due = new Date(clock.now.getTime() + (index + 1) * DAY_MS)
    await db.sql`update approvals set due_at = ${due} where organization_id = ${organizationId} and id = ${approval!.id}`
  }
}
async function adasList(line = '/pin approvals') {
  await team.current.ada.open('general')
  return lastMessage(await team.current.ada.command(line))
}
const shown = async () => lastMessage(await team.current.ada.screen())
/** The choices of the select; the chosen one is there twice. */
const optionsOf = (blocks: unknown[]) => [
  ...new Set(
    [...JSON.stringify(blocks).matchAll(/"text":"([^"]*)","type":"plain_text","emoji":false\},"value":"\{/g)].map(
      ([, words]) => words,
    ),
  ),
]
const queued = () => postsOf(team.current, 'queued')
const ALL = ['Approve all (3)', 'Approve some', 'Request changes for all', 'Client link…']

test.each(['/pin approvals', '/pin pins approvals', '/pin approval', '/pin approve'])(
  '%s lists what waits for the reader, the soonest due first, with counts among the choices',
  async (line) => {
    await asked('Lamp', 'Shelf', 'Vase')
    const { text, blocks } = await adasList(line)
    expect(text).toContain('Waiting for you (3)')
    expect(optionsOf(blocks)).toEqual(['Waiting for you (3)', 'Yours (0)'])
    expect(markupOf(blocks)).toMatch(
      /\*1\. Lamp\*\n[^\n]* · next open slot, now [^\n]*\nRequested by <@\w+> · Due [^\n]*\nAbout Lamp\.\nhttps:\/\/example\.com\/0/,
    )
    expect(textOn(blocks)).toMatch(/1\. Lamp.*2\. Shelf.*3\. Vase/)
    expect(buttonsOf(await shown())).toEqual(['Client links…', ...ALL, 'Approve', 'Approve', 'Approve'])
  },
)

test('a press approves a pin: the list stays, says when it goes out, and counts one less', async () => {
  await asked('Lamp', 'Shelf', 'Vase')
  await adasList()
  await team.current.ada.click('Approve', { within: 'Lamp' })
  const { blocks } = await shown()
  expect(markupOf(blocks)).toMatch(/Approved and scheduled\. Lamp goes out /)
  expect(optionsOf(blocks)[0]).toBe('Waiting for you (2)')
  expect((await queued()).map(({ title }) => title)).toEqual(['Lamp'])
})

test('one press approves all of them, in one act that Undo takes back', async () => {
  await asked('Lamp', 'Shelf', 'Vase')
  await adasList()
  await team.current.ada.click('Approve all (3)')
  expect(await queued()).toHaveLength(3)
  expect(markupOf((await shown()).blocks)).toContain('Approved 3 pins.')
  expect(markupOf((await shown()).blocks)).toContain('No request waits for you.')
  await deliverAll(team.current)
  const told = (await team.current.milo.open('dm')).messages.map(({ text }) => text)
  expect(told).toEqual([`:white_check_mark: <@${users.admin}> approved 3 of your pins.`])
  await team.current.ada.open('general')
  await team.current.ada.click('Undo')
  expect(await queued()).toEqual([])
  expect(optionsOf((await shown()).blocks)[0]).toBe('Waiting for you (3)')
})

test('what was edited since the list was shown stays, with the reason, and all others are approved', async () => {
  await asked('Lamp', 'Shelf', 'Vase')
  await adasList()
  const shelf = (await postsOf(team.current, 'draft')).find(({ title }) => title === 'Shelf')!
  await editPost(team.current.deps, milo(), {
    accountId: team.current.accountId,
    postId: shelf.id,
    changes: { title: 'Oak shelf' },
  })
  await team.current.ada.click('Approve all (3)')
  expect((await queued()).map(({ title }) => title).sort()).toEqual(['Lamp', 'Vase'])
  const { blocks } = await shown()
  expect(markupOf(blocks)).toContain('Approved 2 pins. 1 wasn’t approved.\n• 2: The pin changed after you saw it')
  expect(markupOf(blocks)).toMatch(/\*1\. Oak shelf\*[^]*\*Edited since the request\*\nTitle: “Shelf” → “Oak shelf”/)
})

test('changes are requested for all with one reason, and who asked gets one message', async () => {
  await asked('Lamp', 'Shelf', 'Vase')
  await adasList()
  const { ada } = team.current
  await ada.click('Request changes for all')
  await ada.submit()
  expect(textOn((await ada.screen()).modal?.blocks)).toContain('What should change?') // the form stays open without one
  await ada.fill({ 'What should change?': 'Brighter pictures.' })
  await ada.submit()
  expect((await ada.screen()).modal).toBeNull()
  expect(markupOf((await shown()).blocks)).toContain('Requested changes to 3 pins.')
  await deliverAll(team.current)
  const { messages } = await team.current.milo.open('dm')
  expect(messages.map(({ text }) => text)).toEqual([`:pencil2: <@${users.admin}> requested changes to 3 of your pins.`])
  expect(textOn(messages[0]!.blocks)).toContain('Brighter pictures.')
})

test('those that are chosen are approved, or rejected, and the others wait', async () => {
  await asked('Lamp', 'Shelf', 'Vase')
  await adasList()
  const { ada } = team.current
  await ada.click('Approve some')
  await ada.fill({ Pins: [] })
  await ada.submit()
  expect(textOn((await ada.screen()).modal)).toContain('Choose at least one.')
  await ada.fill({ Pins: ['2. Shelf'] })
  await ada.submit()
  expect((await queued()).map(({ title }) => title)).toEqual(['Shelf'])
  expect(markupOf((await shown()).blocks)).toContain('Approved 1 pin.')
  await ada.click('Request changes for all')
  await ada.fill({ 'What to do': 'Reject', Pins: ['2. Vase'] })
  await ada.submit()
  const vase = (await postsOf(team.current, 'draft')).find(({ title }) => title === 'Vase')!
  expect((await theApproval(team.current, vase)).state).toBe('rejected')
  expect(optionsOf((await shown()).blocks)[0]).toBe('Waiting for you (1)')
})

test('a reason is asked for in the list, too: afterwards the list is shown again', async () => {
  await asked('Lamp', 'Shelf')
  await adasList()
  const { ada } = team.current
  await ada.choose('More', 'Request changes', { within: 'Lamp' })
  await ada.fill({ 'What should change?': 'A shorter title.' })
  await ada.submit()
  expect(markupOf((await shown()).blocks)).toContain('Changes requested. Lamp')
  expect(optionsOf((await shown()).blocks)[0]).toBe('Waiting for you (1)')
  await ada.choose('More', 'Details', { within: 'Shelf' })
  expect(textOn((await ada.screen()).modal)).toContain('About Shelf.')
})

test('a contributor has their own requests, takes one back in the list, and decides none', async () => {
  await asked('Lamp', 'Shelf')
  const { milo: user } = team.current
  await user.open('general')
  const { blocks } = lastMessage(await user.command('/pin approvals'))
  expect(optionsOf(blocks)).toEqual(['Yours (2)'])
  expect(buttonsOf(lastMessage(await user.screen()))).toEqual(['Take back', 'Details', 'Take back', 'Details'])
  await user.click('Take back', { within: 'Lamp' })
  const after = lastMessage(await user.screen())
  expect(markupOf(after.blocks)).toContain('Request withdrawn. It’s a draft.')
  expect(optionsOf(after.blocks)).toEqual(['Yours (1)'])
})

test('the choices lead to what is due today, overdue and on hold; what is on hold can be released', async () => {
  await asked('Lamp', 'Shelf', 'Vase')
  const { ada, clock, organizationId } = team.current
  await db.sql`
    update approvals set held_by = ${adasId}, held_at = ${clock.now}, held_until = ${new Date(clock.now.getTime() + 5 * DAY_MS)}
     where organization_id = ${organizationId} and title = 'Vase'`
  await db.sql`update approvals set due_at = ${clock.now} where organization_id = ${organizationId} and title = 'Shelf'`
  clock.advance(HOUR_MS)
  const { blocks } = await adasList()
  expect(optionsOf(blocks)).toEqual(['Waiting for you (2)', 'Yours (0)', 'Waiting for others (1)', 'Overdue (1)', 'On hold (1)'])
  expect(markupOf(blocks)).toMatch(/\*1\. Shelf\*[^*]*\*Overdue\* since/)
  await ada.choose('Requests', 'On hold (1)')
  const held = await shown()
  expect(markupOf(held.blocks)).toMatch(/\*1\. Vase\*[^*]*On hold by <@\w+> until /)
  expect(buttonsOf(held)).toEqual(['Client links…', 'Release'])
})

test('more than a page: those of the page are approved in one press, and the next ones follow', async () => {
  await asked(...Array.from({ length: 10 }, (_, index) => `Pin ${index + 1}`))
  await adasList()
  const { ada } = team.current
  await ada.click('Show more')
  expect(markupOf((await shown()).blocks)).toContain('*9. Pin 9*')
  await ada.click('Back to the first')
  await ada.click('Approve these (8)')
  expect(await queued()).toHaveLength(8)
  expect(markupOf((await shown()).blocks)).toContain('*1. Pin 9*')
  expect(buttonsOf(await shown())).toContain('Approve all (2)')
})

test('from Home one press leads to the list, and one more approves all', async () => {
  await asked('Lamp', 'Shelf', 'Vase')
  const { ada } = team.current
  await ada.openHome()
  let presses = 0
  const press = async (...args: Parameters<typeof ada.click>) => {
    presses += 1
    return ada.click(...args)
  }
  await press('Review requests (3)')
  const { modal } = await press('Approve all (3)')
  expect([presses, (await queued()).length]).toEqual([2, 3])
  expect(markupOf(modal?.blocks)).toContain('Approved 3 pins.')
})

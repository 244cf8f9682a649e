/** The staff's channel: reports and requests of every organization as cards that are claimed and resolved. */
import { beforeEach, expect, test } from 'vitest'
import { checkLimits } from '../../../blocks/limits/limits.js'
import { reportIssue, requestCapability } from '../../../src/core/reports/issue-report.js'
import { makeOutbox } from '../../../src/jobs/outbox.js'
import { botToken, channels, teamId, users } from '../../../src/sandbox/slack/ids.js'
import { makeMessenger } from '../../../src/slack/notices/messenger.js'
import { workOutbox } from '../../publish/support/outbox-world.js'
import { aDatabase } from '../../support/database.js'
import { HOUR_MS } from '../../support/factories.js'
import { aWorld, type World } from '../../support/world.js'
import { aTeam, errorsOf, lastMessage, markupOf, textOn } from '../support/a-team.js'

const { db } = await aDatabase()
const team = aTeam(db)
/** Of another organization than the staff's. */
let shop: World

beforeEach(async () => {
  shop = await aWorld(db)
  shop.clock.now = team.current.clock.now
})

/** A loop of its own, as every process has one. */
function anOutbox() {
  const { deps, slack } = team.current
  const messenger = makeMessenger({ ...deps, botToken, staffChannelId: channels.staff, fetch: slack.fetch })
  return makeOutbox({ ...deps, messenger })
}
const drainOutbox = (ms = 0) => workOutbox(team.current, anOutbox(), ms)

const report = (description = 'The queue is empty.') =>
  reportIssue(shop.deps, shop.actor, { description, tool: 'GET /v1/accounts' })

/** The cards of the staff's channel, oldest first, as Ada sees them. */
async function cards() {
  const { messages } = await team.current.ada.open('staff')
  for (const { text, blocks } of messages) expect(checkLimits({ text, blocks }, 'message')).toEqual([])
  return messages.map(({ blocks }) => textOn(blocks))
}
const stateOfReports = () => db.sql<{ state: string; resolution: string | null }[]>`
  select state, resolution from issue_reports where organization_id = ${shop.organizationId} order by id`

test('a report of another organization is a card, claimed and resolved with a note by the staff', async () => {
  const { ada } = team.current
  await report()
  await drainOutbox()
  expect(await cards()).toEqual([expect.stringContaining('The queue is empty.')])

  const claimed = lastMessage(await ada.click('Claim'))
  expect(markupOf(claimed.blocks)).toContain(`*Claimed* by <@${users.admin}>, <!date^`)
  expect(textOn(claimed.blocks)).not.toContain('"Claim"')

  expect((await ada.click('Resolve')).modal?.title).toBe('Resolve')
  await ada.fill({ Note: 'It was the <!channel> cache. Write to me@example.com' })
  const resolved = lastMessage(await ada.submit())
  expect(markupOf(resolved.blocks)).toContain(`*Resolved* by <@${users.admin}>`)
  expect(textOn(resolved.blocks)).toContain('It was the <!channel> cache. Write to [redacted: e-mail address]')
  expect(markupOf(resolved.blocks)).not.toContain('<!channel>')
  expect(textOn(resolved.blocks)).not.toMatch(/"(Claim|Unclaim|Resolve)"/)
  expect(await stateOfReports()).toEqual([
    { state: 'resolved', resolution: 'It was the <!channel> cache. Write to [redacted: e-mail address]' },
  ])

  await drainOutbox(HOUR_MS)
  expect(await cards()).toHaveLength(1) // sent again in place
})

test('a request from /v1 is a card as well', async () => {
  await requestCapability(shop.deps, shop.actor, { description: 'Drafts from a spreadsheet.' })
  await drainOutbox()
  const [card] = await cards()
  expect(card).toContain('Feature request')
  expect(card).toContain('Drafts from a spreadsheet.')
})

test('who clicks "Claim" on a card that was claimed meanwhile is told who has it, and since when', async () => {
  const { ada, milo, slack } = team.current
  await report()
  await drainOutbox()
  await ada.open('staff')
  await milo.open('staff')
  slack.addFault({ method: 'chat.update', error: 'internal_error', times: 1, retryAfterSeconds: 1 })
  await ada.click('Claim') // the card stays as it was
  const late = lastMessage(await milo.click('Claim'))
  expect(late.ephemeral).toBe(true)
  expect(late.text).toContain('nothing changed.')
  expect(late.text).toContain(`*Claimed* by <@${users.admin}>, Mon, Mar 2, `)
  expect((await cards())[0]).toContain('Unclaim') // and the card is what it should be
})

test('a claim is released, and taken by somebody else', async () => {
  const { ada, milo } = team.current
  await report()
  await drainOutbox()
  await ada.open('staff')
  await ada.click('Claim')
  expect(textOn(lastMessage(await ada.click('Unclaim')).blocks)).toContain('"Claim"')
  await milo.open('staff')
  expect(markupOf(lastMessage(await milo.click('Claim')).blocks)).toContain(`*Claimed* by <@${users.member}>`)
})

test.each([
  ['nothing but blanks', '   ', 'Note is empty: use 1 to 1000 characters.'],
  ['more than a thousand characters', 'x'.repeat(1001), 'Note is 1 character too long: at most 1000.'],
])('a note of %s is refused under its field', async (_what, note, sentence) => {
  const { ada } = team.current
  await report()
  await drainOutbox()
  await ada.open('staff')
  await ada.click('Resolve')
  await ada.fill({ Note: note })
  expect(errorsOf(await ada.submit())).toEqual({ Note: sentence })
  expect(await stateOfReports()).toEqual([{ state: 'open', resolution: null }])
})

test('a note that comes after somebody else’s is not saved, and stands there to be copied', async () => {
  const { ada, milo } = team.current
  await report()
  await drainOutbox()
  await ada.open('staff')
  await milo.open('staff')
  for (const person of [ada, milo]) await person.click('Resolve')
  await ada.fill({ Note: 'The first.' })
  await ada.submit()
  await milo.fill({ Note: 'A <@U1> second.' })
  const { modal } = await milo.submit()
  expect(modal?.title).toBe('Not saved')
  expect(markupOf(modal?.blocks)).toContain(`*Resolved* by <@${users.admin}>`)
  expect(textOn(modal?.blocks)).toContain('A <@U1> second.')
  expect(await stateOfReports()).toEqual([{ state: 'resolved', resolution: 'The first.' }])
})

test('a card that was copied into another channel claims nothing', async () => {
  const { ada, slack } = team.current
  await report()
  await drainOutbox()
  const [card] = (await ada.open('staff')).messages
  const { text, blocks } = card!
  await slack.fetch('https://slack.com/api/chat.postMessage', {
    method: 'POST',
    headers: { authorization: `Bearer ${botToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ channel: channels.pins, text, blocks }),
  })
  await ada.open('pins')
  expect(lastMessage(await ada.click('Claim')).text).toBe('Only the people who run Pinslot can do this, in their own channel.')
  await ada.click('Resolve')
  expect(await stateOfReports()).toEqual([{ state: 'open', resolution: null }])
})

test('what goes wrong and what is missing are told from Slack, and who told it hears how it ended', async () => {
  const { ada, milo } = team.current
  expect((await milo.command('/pin request Drafts from a spreadsheet')).modal).toMatchObject({
    title: 'Request a feature',
    fields: [{ label: 'What is missing', value: 'Drafts from a spreadsheet' }],
  })
  expect(lastMessage(await milo.submit()).text).toContain('Thanks! Your request is with your Pinslot operator.')
  await drainOutbox()
  await ada.open('staff')
  await ada.click('Resolve')
  await ada.fill({ Note: 'It is there: <!here> see Import.' })
  await ada.submit()
  await drainOutbox(HOUR_MS)
  const answer = lastMessage(await milo.open(channels.memberDm))
  expect(answer.text).toContain('is resolved: It is there: &lt;!here&gt; see Import.')
  expect(textOn(answer.blocks)).toContain('It is there: <!here> see Import.')
  expect(markupOf(answer.blocks)).toContain('You wrote: Drafts from a spreadsheet')
  expect(markupOf(answer.blocks)).not.toContain('<!here>')
})

test('while Slack is down a report is received, and its card comes when Slack is back, once', async () => {
  const { slack, clock } = team.current
  slack.addFault({ method: 'chat.postMessage', error: 'internal_error', times: 2, retryAfterSeconds: 1 })
  await report()
  await drainOutbox()
  expect(await cards()).toEqual([])
  clock.advance(24 * HOUR_MS) // its process is gone: another one goes on
  await drainOutbox(HOUR_MS)
  await drainOutbox(HOUR_MS)
  expect(await cards()).toHaveLength(1)
})

test('a limit of Slack’s is waited for', async () => {
  const { slack, clock } = team.current
  slack.addFault({ method: 'chat.postMessage', error: 'ratelimited', times: 1, retryAfterSeconds: 7 })
  const from = clock.now.getTime()
  await report()
  const outbox = anOutbox()
  await outbox.drain()
  expect(await cards()).toEqual([])
  expect((await outbox.nextDue())!.getTime() - from).toBe(7000)
  await workOutbox(team.current, outbox, 8000)
  expect(await cards()).toHaveLength(1)
})

test('a card that could not be changed at the click is changed by the outbox', async () => {
  const { ada, slack } = team.current
  await report()
  await drainOutbox()
  await ada.open('staff')
  slack.addFault({ method: 'chat.update', error: 'internal_error', times: 1, retryAfterSeconds: 1 })
  const stale = lastMessage(await ada.click('Claim'))
  expect(markupOf(stale.blocks)).not.toContain('*Claimed*')
  await drainOutbox(HOUR_MS)
  const [card, ...others] = await cards()
  expect(card).toContain('*Claimed*')
  expect(others).toEqual([])
})

test('a report that was told by the other workspace’s person is theirs, wherever the staff is', async () => {
  const { ada } = team.current
  await reportIssue(
    shop.deps,
    { ...shop.actor, via: 'slack', userId: `${teamId}:${users.member}` },
    { description: 'x', tool: 'y' },
  )
  await drainOutbox()
  await ada.open('staff')
  await ada.click('Claim')
  const rows = await db.sql`select organization_id::text as organization, actor from audit where action = 'claim'`
  expect(rows).toContainEqual({ organization: shop.organizationId, actor: `${teamId}:${users.admin}` })
})

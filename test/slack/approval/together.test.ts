/** Several pins of one contributor: one card for all, approved in one press or in part, and one notice for each act. */
import { beforeEach, expect, test } from 'vitest'
import { approvePin, declinePin } from '../../../src/core/posts/approval/decide.js'
import { deletePost } from '../../../src/core/posts/delete.js'
import { editPost } from '../../../src/core/posts/edit.js'
import { schedulePost } from '../../../src/core/posts/schedule.js'
import { pausePublishing } from '../../../src/core/accounts/publishing.js'
import { putUtmRule } from '../../../src/core/links/utm-rules.js'
import { followSchedule } from '../../../src/core/notices/cards.js'
import { users } from '../../../src/sandbox/slack/ids.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aTimeslot, creditsOf, DAY_MS } from '../../support/factories.js'
import { aPicture } from '../support/a-file.js'
import { aTeam, lastMessage, markupOf, textOn } from '../support/a-team.js'
import { adasId, asRole, buttonsOf, deliverAll, eve, milosId, theApproval, withApprovals } from '../support/approval-team.js'
import { setCredits } from '../support/composer-fixtures.js'
import { postsOf } from '../support/pins.js'

const { db } = await aDatabase()
const team = aTeam(db)

beforeEach(async () => {
  await withApprovals(team.current)
  await asRole(team.current, 'contributor')
  for (let day = 0; day < 7; day++) await aTimeslot(team.current, { day, time: '09:00' })
})

const NAMES = ['kitchen-shelf', 'kitchen-lamp', 'garden-bench', 'garden-path']
/** Milo's pins, asked for in one press, with their card in the channel. */
async function asked(count = 3) {
  const { milo } = team.current
  const names = Array.from({ length: count }, (_, index) => NAMES[index] ?? `kitchen-photo-${index + 1}`)
  await milo.open('dm')
  for (let from = 0; from < count; from += 10)
    await milo.say(
      'Small kitchens https://shop.example.com/',
      ...(await Promise.all(names.slice(from, from + 10).map((name) => aPicture(`${name}.jpg`)))),
    )
  await milo.click(`Ask for approval (${count})`)
  await deliverAll(team.current)
  await team.current.ada.open('approvals')
}
const cards = async () => (await team.current.ada.open('approvals')).messages.filter(({ ephemeral }) => !ephemeral)
async function theCard() {
  const [card, ...others] = await cards()
  expect(others).toEqual([])
  return card!
}
const all = (count: number) => [`Approve all (${count})`, 'Approve some', 'Request changes for all', 'Client link…']
const words = async () => markupOf((await theCard()).blocks)
const toAda = async () => (await team.current.ada.screen()).messages.filter(({ ephemeral }) => ephemeral).at(-1)
const milosMessages = async () => (await team.current.milo.open('dm')).messages
const titled = async (title: string) => (await postsOf(team.current, 'draft')).find((post) => post.title === title)!

test('a contributor’s pins have one card, with what each is, where it goes, when, and what to do with it', async () => {
  await asked()
  const card = await theCard()
  expect(card.text).toBe('Approval requested for 3 pins')
  expect(markupOf(card.blocks)).toMatch(
    /<@\w+> requests approval for \*3 pins\*\.\nNext open slots, now <!date\^\d+\^[^>]*> to <!date/,
  )
  expect(markupOf(card.blocks)).toMatch(
    /\*1\. Kitchen shelf\*\nKitchen ideas · next open slot, now <!date\^\d+[^>]*>\n(?:Due <!date[^>]*>[^\n]*\n)?Small kitchens\nhttps:\/\/shop\.example\.com\//,
  )
  expect(buttonsOf(card)).toEqual([...all(3), 'Approve', 'Approve', 'Approve'])
  expect(await postsOf(team.current, 'queued')).toEqual([])
})

test('"Approve all" schedules them in one press, at the times that were shown; the card says so, and who asked gets one notice', async () => {
  await asked()
  const credits = await creditsOf(team.current)
  const shown = [...(await words()).matchAll(/· next open slot, now <!date\^(\d+)/g)].map(([, at]) => Number(at))
  const before = (await milosMessages()).length
  await team.current.ada.open('approvals')
  await team.current.ada.click('Approve all (3)')
  const queued = await postsOf(team.current, 'queued')
  expect(queued.map(({ sendAt }) => sendAt!.getTime() / 1000).sort()).toEqual(shown.sort())
  expect(await creditsOf(team.current)).toBe(credits - 3)
  expect(await words()).toContain('*All 3 decided.* 3 approved.')
  expect(await words()).toContain(`1. *Kitchen shelf*: <@${users.admin}> approved it`)
  expect(buttonsOf(await theCard())).toEqual([])
  const ts = (await theCard()).ts
  await deliverAll(team.current)
  expect((await theCard()).ts).toBe(ts)
  const told = (await milosMessages()).slice(before)
  expect(told.map(({ text }) => text)).toEqual([`:white_check_mark: <@${users.admin}> approved 3 of your pins.`])
  expect(textOn(told[0]!.blocks)).toContain('Garden bench')
  expect(await toAda()).toBeUndefined()
})

test('in part: one approved, one rejected, one to be changed; each is said at its line, the rest goes in one press', async () => {
  await asked(4)
  const { ada } = team.current
  await ada.click('Approve', { within: 'Kitchen lamp' })
  expect(await words()).toContain('3 to decide; 1 approved.')
  await ada.choose('More', 'Reject', { within: 'Kitchen shelf' })
  await ada.fill({ Reason: 'Too dark.' })
  await ada.submit()
  await ada.choose('More', 'Request changes', { within: 'Garden bench' })
  await ada.fill({ 'What should change?': 'Another board.' })
  await ada.submit()
  expect(await words()).toContain(`:no_entry_sign: 1. *Kitchen shelf*: <@${users.admin}> rejected it: “Too dark.”`)
  expect(await words()).toContain(`:pencil2: 3. *Garden bench*: <@${users.admin}> requested changes: “Another board.”`)
  expect(buttonsOf(await theCard())).toEqual(['Approve the rest (1)', 'Approve'])
  await ada.click('Approve the rest (1)')
  expect(await words()).toContain('*All 4 decided.* 2 approved, 1 sent back for changes, 1 rejected.')
  await deliverAll(team.current)
  expect(await words()).toContain('*All 4 decided.*')
  const told = (await milosMessages()).map(({ text }) => text).filter((text) => text.includes(`<@${users.admin}>`))
  expect(told).toHaveLength(4) // four acts
})

test('credit for two of three: two go, the third keeps its place with the reason, on the card and for who pressed', async () => {
  await setCredits(team.current, 2)
  await asked()
  expect(await words()).toContain(':warning: 1 pin can’t be scheduled now. See why below.')
  expect(await words()).toMatch(/\*3\. Garden bench\*[^*]*There is credit for 2 of these 3 pins\./)
  await team.current.ada.click('Approve all (3)')
  expect(await postsOf(team.current, 'queued')).toHaveLength(2)
  expect((await toAda())?.text).toBe('Approved 2 pins. 1 wasn’t approved.')
  expect(markupOf((await toAda())!.blocks)).toMatch(/• 3: There is credit for 2 of these 3 pins\./)
  expect(buttonsOf(await theCard())).toEqual(['Approve the rest (1)', 'Approve'])
  await setCredits(team.current, 5)
  await team.current.ada.click('Approve the rest (1)')
  expect(await postsOf(team.current, 'queued')).toHaveLength(3)
})

test('without an open slot the card and the answer speak of slots and times as Slack does', async () => {
  await asked(2)
  await db.sql`delete from timeslots where organization_id = ${team.current.organizationId}`
  await team.current.ada.click('Approve all (2)')
  const why = 'No open slots. Choose an exact time, or add slots with /pin slots.'
  expect(markupOf((await toAda())!.blocks)).toContain(`• 1–2: ${why}`)
  expect(await words()).toContain(why)
})

test('who presses "Approve all" second is told that each is approved already', async () => {
  await asked(2)
  const { ada, deps, accountId } = team.current
  for (const post of await postsOf(team.current, 'draft')) {
    const { id: approvalId } = await theApproval(team.current, post)
    await approvePin(deps, eve(team.current), { accountId, approvalId, version: post.version })
  }
  await ada.click('Approve all (2)')
  expect(markupOf((await toAda())!.blocks)).toContain('Nothing was approved.\n• 1–2: This pin is already approved.')
  expect(await words()).toContain('1. *Kitchen shelf*: <@U0EVE0001> approved it')
})

test('nobody approves their own request, nor does a viewer', async () => {
  await asked(2)
  const { milo } = team.current
  await asRole(team.current, 'scheduler')
  await milo.open('approvals')
  expect(textOn(lastMessage(await milo.click('Approve all (2)')).blocks)).toContain('You cannot approve your own request.')
  await asRole(team.current, 'viewer')
  expect(lastMessage(await milo.click('Approve all (2)')).text).toContain('Only schedulers and admins can approve pins.')
  expect(await postsOf(team.current, 'queued')).toEqual([])
})

test('what was edited since the card was shown is not approved with the others, and its line says what was edited', async () => {
  await asked(2)
  const { ada, deps, accountId, organizationId } = team.current
  const lamp = await titled('Kitchen lamp')
  const actor = { organizationId, via: 'slack', role: 'contributor', userId: milosId } as const
  await editPost(deps, actor, { accountId, postId: lamp.id, changes: { title: 'Brass lamp' } })
  await ada.click('Approve all (2)')
  expect(await postsOf(team.current, 'queued')).toMatchObject([{ title: 'Kitchen shelf' }])
  expect(textOn((await toAda())?.blocks)).toContain('The pin changed after you saw it')
  expect(await words()).toMatch(/\*2\. Brass lamp\*[^]*Edited since the request: Title/)
  await ada.click('Approve the rest (1)')
  expect(await postsOf(team.current, 'queued')).toHaveLength(2)
})

test('the card follows what is done elsewhere: decided, deleted, moved, and withdrawn by Undo', async () => {
  await asked(4)
  const { deps, accountId, actor } = team.current
  const lamp = await titled('Kitchen lamp')
  await approvePin(deps, eve(team.current), {
    accountId,
    approvalId: (await theApproval(team.current, lamp)).id,
    version: lamp.version,
  })
  const shelf = await titled('Kitchen shelf')
  await declinePin(deps, eve(team.current), {
    accountId,
    approvalId: (await theApproval(team.current, shelf)).id,
    kind: 'rejected',
    reason: 'No',
  })
  await deletePost(deps, actor, { accountId, postId: (await titled('Garden bench')).id })
  await deliverAll(team.current)
  expect(await words()).toContain('1 to decide; 1 approved, 1 rejected, 1 withdrawn.')
  const later = new Date(team.current.clock.now.getTime() + 9 * DAY_MS)
  await schedulePost(deps, actor, { accountId, postId: lamp.id, when: { kind: 'at', at: later } })
  await deliverAll(team.current)
  expect(await words()).toContain(`approved it · <!date^${later.getTime() / 1000}`)
  expect((await cards()).length).toBe(1)
})

test('Undo of the request withdraws all of it: the card says so, and has no button', async () => {
  await asked(2)
  await team.current.milo.open('dm')
  await team.current.milo.click('Undo')
  await deliverAll(team.current)
  expect(await words()).toContain('*All 2 decided.* 2 withdrawn.')
  expect(buttonsOf(await theCard())).toEqual([])
  await team.current.milo.open('dm')
  await team.current.milo.click('Ask for approval (2)')
  await deliverAll(team.current)
  expect(await cards()).toHaveLength(2) // what is asked for again is a new request
})

test('thirty pins fit one card by pages, which stay turned; all thirty go in one press', async () => {
  await asked(30)
  const { ada } = team.current
  const first = await words()
  expect(first).toContain('*1. Kitchen shelf*')
  expect(first).not.toContain('*30. ')
  const next = buttonsOf(await theCard()).find((name) => name.startsWith('Next'))!
  await ada.click(next)
  expect(await words()).not.toContain('*1. Kitchen shelf*')
  const turned = await words()
  await editPost(team.current.deps, team.current.actor, {
    accountId: team.current.accountId,
    postId: (await titled('Kitchen shelf')).id,
    changes: { title: 'Oak shelf' },
  })
  await deliverAll(team.current)
  expect(/\*(\d+)\. /.exec(await words())?.[1]).toBe(/\*(\d+)\. /.exec(turned)?.[1])
  expect(buttonsOf(await theCard())).toContain('Back to the first')
  await ada.click('Approve all (30)')
  expect(await postsOf(team.current, 'queued')).toHaveLength(30)
})

test('the link of each is shown as it goes out, with its UTM parameters', async () => {
  const { deps, actor, accountId } = team.current
  const rule = { accountId, boardId: null, source: 'pinterest', medium: 'social', campaign: '{board}', content: null }
  await putUtmRule(deps, actor, rule)
  await asked(2)
  expect(await words()).toContain(
    'https://shop.example.com/?utm_source=pinterest&amp;utm_medium=social&amp;utm_campaign=kitchen-ideas',
  )
})

test('without a channel to decide in, the card reaches the person who connected the account', async () => {
  const { milo, ada, slack, organizationId, accountId, clock } = team.current
  await db.sql`
    insert into audit (organization_id, change_id, account_id, subject, action, via, actor, at)
    values (${organizationId}, gen_random_uuid(), ${accountId}, ${`account:${accountId}`}, 'connect', 'slack', ${adasId}, ${clock.now})`
  await milo.open('dm')
  await milo.say('Kitchens https://shop.example.com/', await aPicture('kitchen-a.jpg'), await aPicture('kitchen-b.jpg'))
  await milo.click('Ask for approval (2)')
  slack.addFault({ method: 'chat.postMessage', error: 'is_archived', times: 1, retryAfterSeconds: 1 })
  await deliverAll(team.current)
  expect(textOn((await ada.open('dm')).messages)).toContain('Approve all (2)')
})

test('an exact time at a kept slot does not change the times of the card', async () => {
  await asked()
  const timesOf = async () => [...(await words()).matchAll(/· next open slot, now <!date\^(\d+)/g)].map(([, at]) => Number(at))
  const before = await timesOf()
  const { deps, organizationId, accountId } = team.current
  const at = new Date(Math.min(...before) * 1000)
  const ada = { organizationId, via: 'slack', role: 'admin', userId: adasId } as const
  const one = await aDraft(team.current, { title: 'Another', url: 'https://else.example.com/' })
  await schedulePost(deps, ada, { accountId, postId: one.id, when: { kind: 'at', at } })
  await deliverAll(team.current)
  const after = await timesOf()
  expect(after).toEqual(before)
  await team.current.ada.open('approvals')
  await team.current.ada.click('Approve all (3)')
  const titles = new Set(['Kitchen shelf', 'Kitchen lamp', 'Garden bench'])
  const queued = (await postsOf(team.current, 'queued')).filter(({ title }) => titles.has(title ?? ''))
  expect(queued.map(({ sendAt }) => sendAt!.getTime() / 1000).sort()).toEqual(after.sort())
})

test('each decision can be undone on the card for ten minutes: the request waits again, and who asked is told', async () => {
  await asked()
  const { ada, clock } = team.current
  await ada.choose('More', 'Reject', { within: 'Kitchen shelf' })
  await ada.submit()
  await deliverAll(team.current)
  await ada.open('approvals')
  await ada.click('Undo')
  expect(buttonsOf(await theCard())).toEqual([...all(3), 'Approve', 'Approve', 'Approve'])
  await deliverAll(team.current)
  const told = await milosMessages()
  expect(told.at(-1)?.text).toContain('undid the decision on your pin. It’s waiting for approval again.')
  expect(told.at(-2)?.text).toContain('The decision on your pin was undone. It’s waiting for approval again.')
  await ada.open('approvals')
  await ada.click('Approve all (3)')
  expect(await postsOf(team.current, 'queued')).toHaveLength(3)
  await deliverAll(team.current)
  await ada.open('approvals')
  await ada.click('Undo', { within: 'Garden bench' })
  expect(await postsOf(team.current, 'queued')).toEqual([])
  expect(buttonsOf(await theCard())).toEqual([...all(3), 'Approve', 'Approve', 'Approve'])
  await ada.choose('More', 'Request changes', { within: 'Garden bench' })
  await ada.fill({ 'What should change?': 'Another board.' })
  await ada.submit()
  clock.advance(11 * 60_000)
  expect(textOn(await ada.click('Undo'))).toContain('You can undo a decision for 10 minutes only.')
})

const shownTimes = async () => [...(await words()).matchAll(/· next open slot, now <!date\^(\d+)/g)].map(([, at]) => Number(at))
const lineOf = async (title: string) => new RegExp(`\\*\\d+\\. ${title}\\*[^*]*`).exec(await words())?.[0] ?? ''

test('one line approved by itself takes the next open slot: if that is not the one that was shown, the person is told', async () => {
  await asked()
  const [first, , last] = (await shownTimes()).sort((a, b) => a - b)
  const { ada } = team.current
  const late = ['Kitchen shelf', 'Kitchen lamp', 'Garden bench']
  let title = ''
  for (const each of late) if ((await lineOf(each)).includes(`date^${last}^`)) title = each
  await ada.click('Approve', { within: title })
  const [post] = await postsOf(team.current, 'queued')
  expect(post?.title).toBe(title)
  const at = post!.sendAt!.getTime() / 1000
  if (at === last) return expect(await toAda()).toBeUndefined() // its slot was kept
  expect(at).toBe(first)
  expect((await toAda())?.text).toMatch(/ goes out Tue, Mar 3, 4:00 AM, the next open slot now, not \w+, Mar \d+, .*\.$/)
})

test('a card that is older than the slots says what goes out at another time than it showed', async () => {
  await asked()
  await keepNone()
  const [first] = (await shownTimes()).sort((a, b) => a - b)
  const { deps, actor, accountId } = team.current
  const another = await aDraft(team.current, { title: 'Another', url: 'https://else.example.com/' })
  await schedulePost(deps, actor, { accountId, postId: another.id, when: { kind: 'at', at: new Date(first! * 1000) } })
  await team.current.ada.open('approvals')
  await team.current.ada.click('Approve all (3)') // before the card is drawn again
  const reply = await toAda()
  expect(reply?.text).toBe('Approved 3 pins.')
  expect(markupOf(reply!.blocks)).toMatch(
    /Approved 3 pins\.\nThese go out at another time than you saw:\n(?:• \d: .*\n)*• \d: Wed, Mar 4, 4:00 AM, not Tue, Mar 3, 4:00 AM/,
  )
})

/** The requests are overdue, so that nobody keeps a slot for them. */
async function keepNone(): Promise<void> {
  const { clock, organizationId } = team.current
  await db.sql`update approvals set due_at = ${new Date(clock.now.getTime() - 1)} where organization_id = ${organizationId}`
}

test('when the first slot passes, the card shows the next ones without any act', async () => {
  await asked()
  await keepNone()
  await followSchedule(db.sql, { ...team.current, id: team.current.accountId }, team.current.clock.now)
  await deliverAll(team.current)
  const before = await shownTimes()
  const first = Math.min(...before)
  const { clock, organizationId } = team.current
  const [row] = await db.sql<{ dueAt: Date }[]>`
    select due_at as "dueAt" from outbox
     where organization_id = ${organizationId} and due_at is not null and notice ->> 'kind' = 'approvalsCard'`
  expect(row?.dueAt).toEqual(new Date((first + 1) * 1000))
  clock.now = new Date((first + 1) * 1000)
  await deliverAll(team.current)
  expect(Math.min(...(await shownTimes()))).toBeGreaterThan(first)
})

test('a pause is followed by the card', async () => {
  await asked()
  const { deps, actor, accountId } = team.current
  await pausePublishing(deps, { ...actor, role: 'admin' }, { accountId })
  await deliverAll(team.current)
  expect(await words()).toContain('Publishing is paused.')
})

test('the card says until when it waits, what is overdue, and what is on hold, which is not decided with the others', async () => {
  await asked()
  const { ada, clock, organizationId } = team.current
  expect(await words()).toMatch(/\nDue <!date|\nFirst due <!date/)
  await db.sql`
    update approvals set held_by = ${adasId}, held_at = ${clock.now}
     where organization_id = ${organizationId} and title = 'Kitchen lamp'`
  await db.sql`update approvals set due_at = ${new Date(clock.now.getTime() - 1)} where organization_id = ${organizationId} and title = 'Garden bench'`
  await editPost(team.current.deps, team.current.actor, {
    accountId: team.current.accountId,
    postId: (await titled('Kitchen shelf')).id,
    changes: { altText: 'A shelf' },
  })
  await deliverAll(team.current)
  expect(await words()).toContain('1 overdue.')
  expect(await words()).toContain('1 on hold.')
  expect(await lineOf('Kitchen lamp')).toContain(`On hold by <@${users.admin}>`)
  expect(await words()).toMatch(/\*3\. Garden bench\*[^]*\*Overdue\* since <!date/)
  await ada.open('approvals')
  await ada.click('Approve all (2)')
  expect((await postsOf(team.current, 'queued')).map(({ title }) => title).sort()).toEqual(['Garden bench', 'Kitchen shelf'])
})

test('the whole description is read on the card, and every warning', async () => {
  await asked(2)
  const { deps, actor, accountId } = team.current
  const description = `${'Long words. '.repeat(40)}The end.`
  await editPost(deps, actor, { accountId, postId: (await titled('Kitchen lamp')).id, changes: { description } })
  await deliverAll(team.current)
  expect(await words()).toContain('The end.')
})

test('changes are requested for all on the card with one reason; it says so at each line, and Undo takes all of it back', async () => {
  await asked()
  const { ada } = team.current
  await ada.click('Request changes for all')
  await ada.fill({ 'What should change?': 'Brighter.' })
  await ada.submit()
  expect(await words()).toContain('*All 3 decided.* 3 sent back for changes.')
  await deliverAll(team.current)
  expect((await milosMessages()).at(-1)?.text).toBe(`:pencil2: <@${users.admin}> requested changes to 3 of your pins.`)
  await ada.open('approvals')
  await ada.click('Undo', { within: 'Kitchen lamp' })
  expect(buttonsOf(await theCard())).toEqual([...all(3), 'Approve', 'Approve', 'Approve'])
})

test('some are approved on the card by a form, once however often it is sent', async () => {
  await asked()
  const { ada } = team.current
  await ada.click('Approve some')
  await ada.fill({ Pins: ['1. Kitchen shelf', '3. Garden bench'] })
  await ada.submit()
  expect(await words()).toContain('1 to decide; 2 approved.')
  expect(buttonsOf(await theCard())).toEqual(['Approve the rest (1)', 'Approve'])
})

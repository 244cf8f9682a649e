/** A client's people in the channel that their workspace shares: they judge their pin on its card, and reach nothing else. */
import { beforeEach, expect, test } from 'vitest'
import { action as approvalAction } from '../../../blocks/approval/card.js'
import { addComment } from '../../../src/core/posts/comments/add.js'
import { editPost } from '../../../src/core/posts/edit.js'
import { deletePost } from '../../../src/core/posts/delete.js'
import { holdRequest } from '../../../src/core/posts/approval/hold.js'
import { putApprovalRules } from '../../../src/core/posts/approval/rules/rules.js'
import { type GivenClients, setClients } from '../../../src/core/posts/review-links/people.js'
import { interactives } from '../../../src/sandbox/slack/block-kit.js'
import { channels, users } from '../../../src/sandbox/slack/ids.js'
import { listMessages } from '../../../src/sandbox/slack/messages/messages.js'
import { blockActions, viewSubmission } from '../../../src/sandbox/slack/payloads.js'
import { findUser, type User } from '../../../src/sandbox/slack/people.js'
import { listModals } from '../../../src/sandbox/slack/views/views.js'
import { aDatabase } from '../../support/database.js'
import { aTeam, markupOf, textOn } from '../support/a-team.js'
import { asRole, buttonsOf, deliverAll, messengerOf, theApproval, theDraft, withApprovals } from '../support/approval-team.js'
import { AT, COPY } from '../support/composer-fixtures.js'
import { now } from '../support/pins.js'

const { db } = await aDatabase()
const team = aTeam(db)
const BAKERY = 'T0BAKERY1'
const ROSA = 'U0ROSA001'
const STRANGER = 'U0STRANGE'
const CHANNEL = 'C0SHARED1'
const REFUSED = 'Pinslot belongs to another workspace that shares this channel.'
const named = (channelId: string | null = CHANNEL, userId = ROSA): GivenClients => ({
  channelId,
  contacts: channelId === null ? [] : [{ name: 'Rosa', people: [{ teamId: BAKERY, userId, name: 'Rosa Lopez' }] }],
})
const name = (given: GivenClients) => {
  const { deps, actor, accountId } = team.current
  return setClients(deps, actor, { accountId, ...given })
}

let rosa: User
let stranger: User
beforeEach(async () => {
  const { deps, actor, accountId, milo } = team.current
  await withApprovals(team.current)
  await asRole(team.current, 'contributor')
  await db.sql`insert into slk_channels ${db.sql({ id: CHANNEL, name: 'bluebird', has_app: true, position: 90 })}`
  const aPerson = async (id: string, team_id: string) => {
    const row = { id, name: id.toLowerCase(), real_name: id, tz: 'Europe/Paris', channel_id: CHANNEL, team_id }
    await db.sql`insert into slk_users ${db.sql(row)}`
    return (await findUser(db.sql, id))!
  }
  rosa = await aPerson(ROSA, BAKERY)
  stranger = await aPerson(STRANGER, BAKERY)
  const steps = [
    { name: 'Brand secrets', reviewers: [{ kind: 'role' as const, id: 'admin' }], rule: 'any' as const },
    { name: 'Client', reviewers: [{ kind: 'contact' as const, id: 'Rosa' }], rule: 'any' as const },
  ]
  await putApprovalRules(deps, actor, { accountId, rules: [{ name: 'Every pin', steps }] })
  await name(named())
  await milo.command('/pin')
  await milo.fill({ ...COPY, Board: 'Garden', ...AT })
  await milo.submit()
  await deliverAll(team.current)
})

const cards = async (channel = CHANNEL, user = ROSA) =>
  (await listMessages(db.sql, channel, user)).filter(({ ephemeralTo }) => ephemeralTo === null)
const noticesTo = async (user: User) =>
  textOn((await listMessages(db.sql, CHANNEL, user.id)).filter(({ ephemeralTo }) => ephemeralTo === user.id))

/** The admin approves their own step, so that the request waits for the client. */
async function asked() {
  const { ada } = team.current
  await ada.open('approvals')
  await ada.click('Approve')
  await deliverAll(team.current)
  return (await cards())[0]!
}

const send = async (payload: object) => {
  const answer = await team.current.slack.workspace.sender.sendInteraction(payload)
  await team.current.slack.idle()
  return answer
}
/** Presses a button of a card, as it was when it was read. `facts`: what else Slack says of the press. */
async function press(user: User, card: Awaited<ReturnType<typeof asked>>, words: string, facts: object = {}) {
  const { workspace } = team.current.slack
  const button = interactives(card.blocks).find(
    ({ element }) => (element['text'] as { text?: string } | undefined)?.text === words,
  )
  if (!button) throw new Error(`there is no button ${words}`)
  return send({ ...(await blockActions(workspace, user, { kind: 'message', message: card }, button, null)), ...facts })
}
/** Fills and sends the form that is open. */
async function fill(user: User, words: string) {
  const { workspace } = team.current.slack
  const [form] = await listModals(db.sql, user.id)
  if (!form) throw new Error('no form is open')
  const payload = await viewSubmission(workspace, user, form)
  const [block] = form.view.blocks.filter(({ type }) => type === 'input') as {
    block_id: string
    element: { action_id: string }
  }[]
  const values = { [block!.block_id]: { [block!.element.action_id]: { type: 'plain_text_input', value: words } } }
  return send({
    ...payload,
    team: { id: BAKERY, domain: 'bakery' }, // the view says where the app is installed
    view: { ...payload.view, state: { values } },
  })
}

test('one card asks the client when their step is reached, and shows nothing of the team', async () => {
  expect(await cards()).toEqual([])
  const { deps, actor, accountId } = team.current
  const { id: postId } = await theDraft(team.current)
  await addComment(deps, actor, { accountId, postId, text: 'Between us', audience: 'internal' })
  await addComment(deps, actor, { accountId, postId, text: 'What do you think?', audience: 'client' })
  const card = await asked()
  const words = markupOf(card.blocks)
  expect(words).toContain(`<@${ROSA}>`)
  expect(words).toContain('Shelf above the sink')
  expect(words).toContain('Board: Garden')
  expect(words).toContain('What do you think?')
  for (const secret of ['Between us', 'Brand secrets', users.admin, users.member, channels.approvals, 'Step'])
    expect(JSON.stringify(card)).not.toContain(secret)
  expect(buttonsOf(card as never)).toEqual(['Approve', 'Request changes', 'Comment'])
  await deliverAll(team.current)
  expect(await cards()).toHaveLength(1)
})

test('Approve schedules the pin, the card says so at once, and Undo takes it back for ten minutes', async () => {
  const card = await asked()
  const post = await theDraft(team.current)
  await press(rosa, card, 'Approve', { team: { id: BAKERY, domain: 'bakery' } })
  expect(await now(team.current, post)).toMatchObject({ status: 'queued' })
  const [approved] = await cards()
  await deliverAll(team.current)
  expect(markupOf(approved!.blocks)).toContain(':white_check_mark: Rosa Lopez (client) approved version')
  expect(markupOf(approved!.blocks)).not.toMatch(/^Version|It’s version/m) // scheduling is a version of the pin, and news to nobody
  expect(buttonsOf(approved as never)).toEqual(['Undo'])
  await press(rosa, approved!, 'Undo')
  expect(await now(team.current, post)).toMatchObject({ status: 'draft' })
  expect(buttonsOf((await cards())[0] as never)).toEqual(['Approve', 'Request changes', 'Comment'])
  await deliverAll(team.current)
  await press(rosa, (await cards())[0]!, 'Approve')
  team.current.clock.advance(11 * 60_000)
  await deliverAll(team.current)
  expect(buttonsOf((await cards())[0] as never)).toEqual([])
})

test('Request changes and Comment open forms of their own, and what is sent is the client’s', async () => {
  const card = await asked()
  const post = await theDraft(team.current)
  await press(rosa, card, 'Comment')
  await fill(rosa, 'A <!here> comment')
  await deliverAll(team.current)
  const commented = markupOf((await cards())[0]!.blocks)
  expect(commented).toContain('Rosa Lopez, <!date^')
  expect(commented).not.toContain('<!here>')
  await press(rosa, card, 'Request changes')
  await fill(rosa, 'Less light')
  expect((await theApproval(team.current, post)).state).toBe('changes_requested')
  expect(markupOf((await cards())[0]!.blocks)).toContain('asked for changes to version')
  await deliverAll(team.current)
  expect(textOn((await team.current.milo.open('Pinslot')).messages.at(-1)?.blocks)).toContain('Less light')
})

test('whoever is not named for the contact is refused as anywhere, also once they were named and are no more', async () => {
  const card = await asked()
  await press(stranger, card, 'Approve')
  expect(await noticesTo(stranger)).toContain(REFUSED)
  await press(stranger, card, 'Comment')
  expect(await listModals(db.sql, STRANGER)).toEqual([])
  await press(rosa, card, 'Request changes')
  await name(named(CHANNEL, 'U0OTHER01'))
  expect(textOn(await fill(rosa, 'x'))).toContain(REFUSED)
  await press(rosa, card, 'Approve')
  expect(await noticesTo(rosa)).toContain(REFUSED)
  const post = await theDraft(team.current)
  expect((await theApproval(team.current, post)).decisions).toHaveLength(1)
})

test('a named client presses nothing of the team: no button of the internal card, no command', async () => {
  const card = await asked()
  const internal = (await listMessages(db.sql, channels.approvals, users.admin)).find(({ ephemeralTo }) => ephemeralTo === null)!
  expect(JSON.stringify(internal)).toContain(approvalAction.requestChanges)
  await press(rosa, internal, 'Request changes')
  expect(await listModals(db.sql, ROSA)).toEqual([])
  const moved = { ...card, channelId: channels.approvals } // a client's button in another channel than theirs
  await press(rosa, moved as never, 'Approve').catch(() => undefined)
  expect(await now(team.current, await theDraft(team.current))).toMatchObject({ status: 'draft' })
})

test('a member of the team who presses in the client channel hears where to decide', async () => {
  const card = await asked()
  const admin = (await findUser(db.sql, users.admin))!
  await press(admin, card, 'Approve')
  expect(await noticesTo(admin)).toContain(`This is for Rosa. Decide in <#${channels.approvals}>.`)
  expect(await now(team.current, await theDraft(team.current))).toMatchObject({ status: 'draft' })
})

test('a pin that was edited, held or deleted is drawn again, and an old card decides nothing', async () => {
  const card = await asked()
  const { deps, actor, accountId } = team.current
  const post = await theDraft(team.current)
  await editPost(deps, actor, { accountId, postId: post.id, changes: { title: 'Another title' } })
  await press(rosa, card, 'Approve')
  expect(await noticesTo(rosa)).toContain('the team changed this pin')
  expect(markupOf((await cards())[0]!.blocks)).toContain('Another title')
  await holdRequest(deps, actor, { accountId, approvalId: (await theApproval(team.current, post)).id }).catch(() => undefined)
  await deletePost(deps, actor, { accountId, postId: post.id })
  await deliverAll(team.current)
  expect(markupOf((await cards())[0]!.blocks)).toContain('This pin was deleted.')
  expect(buttonsOf((await cards())[0] as never)).toEqual([])
})

test('in another channel the card is sent again, and the old one has no buttons', async () => {
  const card = await asked()
  await name(named(channels.pins))
  await deliverAll(team.current)
  expect(buttonsOf((await cards())[0] as never)).toEqual([])
  expect((await cards(channels.pins)).filter(({ text }) => text.includes('waits for your approval'))).toHaveLength(1)
  await press(rosa, card, 'Approve')
  expect(await noticesTo(rosa)).toContain(REFUSED)
})

test('a channel that takes no message is told once to who asked and to admins, and the request waits', async () => {
  const { ada, slack } = team.current
  await ada.open('approvals')
  await ada.click('Approve')
  slack.addFault({ method: 'chat.postMessage', error: 'not_in_channel', times: 1, retryAfterSeconds: 1 })
  await deliverAll(team.current, messengerOf(team.current)).catch(() => undefined)
  await deliverAll(team.current)
  const told = textOn((await team.current.milo.open('Pinslot')).messages.at(-1)?.blocks)
  expect(told).toContain('Your client could not be asked about “Shelf above the sink”')
  expect(told).toContain('/invite @Pinslot')
  expect(await cards()).toEqual([])
  await name(named())
  await deliverAll(team.current)
  expect(await cards()).toHaveLength(1)
})

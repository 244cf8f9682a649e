/** Links of pins in messages: who is shown what below them and in their pane, and what an edit in the pane does. */
import { beforeEach, expect, test } from 'vitest'
import { listComments } from '../../../src/core/posts/comments/read.js'
import { deletePost } from '../../../src/core/posts/delete.js'
import { editPost } from '../../../src/core/posts/edit.js'
import { readPost } from '../../../src/core/posts/list.js'
import type { Post } from '../../../src/core/posts/post.js'
import { pinAddress } from '../../../src/core/posts/review-links/pin-page.js'
import { botToken, channels, teamId, users } from '../../../src/sandbox/slack/ids.js'
import { makeMessenger } from '../../../src/slack/notices/messenger.js'
import { aSlackUser, type SlackUser } from '../../support/slack-user.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, inDays } from '../../support/factories.js'
import { aWorld } from '../../support/world.js'
import { aTeam, lastMessage } from '../support/a-team.js'
import { adasId, asRole, buttonsOf, deliverAll } from '../support/approval-team.js'
import { publish } from '../support/pins.js'
import { sendEvent } from '../support/signed.js'

const { db } = await aDatabase()
const { sql } = db
const calls: string[] = []
const counting =
  (real: typeof fetch): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    calls.push(new URL(request.url).pathname.split('/').at(-1) ?? '')
    return real(request)
  }
const team = aTeam(db, { slackFetch: counting })

/** All texts of blocks, as they are read. */
function textOn(blocks: unknown): string {
  if (Array.isArray(blocks)) return blocks.map(textOn).filter(Boolean).join('\n')
  if (typeof blocks !== 'object' || blocks === null) return ''
  return Object.entries(blocks)
    .map(([key, inside]) => (key === 'text' && typeof inside === 'string' ? inside : textOn(inside)))
    .filter(Boolean)
    .join('\n')
}

let pin: Post
let url: string
beforeEach(async () => {
  pin = await aQueuedPost(team.current, { title: 'Oak shelf', description: 'Made by hand', url: 'https://shop.test/oak' })
  url = pinAddress(team.current.deps, pin.id)
  calls.length = 0
})

const ada = () => ({ ...team.current.actor, via: 'slack' as const, userId: adasId })
const about = (post = pin) => ({ accountId: team.current.accountId, postId: post.id })
const now = () => readPost(team.current.deps, team.current.actor, about())
const rewrite = (changes: Parameters<typeof editPost>[2]['changes']) =>
  editPost(team.current.deps, ada(), { ...about(), changes })
const countOf = (method: string) => calls.filter((call) => call === method).length
const deliver = () =>
  deliverAll(
    team.current,
    makeMessenger({ ...team.current.deps, botToken, staffChannelId: channels.staff, fetch: counting(team.current.slack.fetch) }),
  )
/** Posts the link, and returns what stands below it. */
async function post(person: SlackUser, channel = 'pins', address = url) {
  await person.open(channel)
  const message = lastMessage(await person.say(`Look: ${address}`))
  return { text: textOn(message.blocks.slice(1)), buttons: buttonsOf(message) }
}
const below = async (channel = 'pins') => textOn(lastMessage(await team.current.ada.open(channel)).blocks.slice(1))
async function openPane(person = team.current.ada) {
  await post(person)
  return person.click('Open')
}
const noAccess = () => sql`update organizations set default_role = 'none' where id = ${team.current.organizationId}`

test('the link of a pin is shown with its title, board, time, state and link', async () => {
  const { text, buttons } = await post(team.current.ada)
  for (const words of ['Oak shelf', 'Scheduled', 'Made by hand', 'https://shop.test/oak']) expect(text).toContain(words)
  expect(buttons).toEqual(['Open', 'Details'])
})

test('several links in one message are shown one below the other, and each follows its pin', async () => {
  const other = await aDraft(team.current, { title: 'Pine bench' })
  const { text } = await post(team.current.ada, 'pins', `${url} and ${pinAddress(team.current.deps, other.id)}?by=somebody`)
  expect(text).toMatch(/Oak shelf[\s\S]*Pine bench/)
  await rewrite({ title: 'Ash shelf' })
  await deliver()
  expect(await below()).toMatch(/Ash shelf[\s\S]*Pine bench/)
  expect(await below()).not.toContain('Oak shelf')
})

test('a change of the pin changes what is shown below its link, and what changes nothing there makes no call', async () => {
  await post(team.current.ada)
  await rewrite({ title: 'Ash shelf' })
  await deliver()
  expect(await below()).toContain('Ash shelf')
  calls.length = 0
  await rewrite({ productTagPinIds: ['1234567'] })
  await deliver()
  expect(countOf('chat.unfurl')).toBe(0)
})

test('a deleted pin is shown as deleted below its link, without its words', async () => {
  await post(team.current.ada)
  await deletePost(team.current.deps, ada(), about())
  await deliver()
  expect(await below()).toContain('This pin was deleted.')
  expect(await below()).not.toContain('Oak')
})

test('nothing is shown below a link to a pin that was deleted, is nobody’s, or is another organization’s', async () => {
  const other = await aWorld(db)
  const theirs = await aQueuedPost(other, { title: 'Their secret' })
  await deletePost(team.current.deps, ada(), about())
  for (const address of [url, pinAddress(team.current.deps, '999999999'), pinAddress(other.deps, theirs.id)])
    expect((await post(team.current.ada, 'pins', address)).text).toBe('')
  expect(countOf('chat.unfurl')).toBe(0)
})

test('nothing is shown below a link that somebody posts who may not see the pin', async () => {
  await noAccess()
  expect((await post(team.current.milo)).text).toBe('')
})

test('where not everybody may see the account, or people of other workspaces read, only the number is shown', async () => {
  const shared = await post(team.current.ada, channels.client)
  expect(shared.text).toContain(`Pin ${pin.id}`)
  await noAccess()
  const hidden = await post(team.current.ada)
  expect(hidden.text).toContain('Open it to see what you may see.')
  for (const { text, buttons } of [shared, hidden]) {
    expect(text).not.toMatch(/Oak|shop\.test|Made by hand/)
    expect(buttons).toEqual(['Open'])
  }
})

test('a link that is only typed is left alone', async () => {
  const envelope = eventOf('link_shared', {
    source: 'composer',
    channel: 'COMPOSER',
    message_ts: 'a-b-c',
    links: [{ url, domain: 'pinslot.test' }],
  })
  await sendEvent(team.current, envelope)
  await team.current.app.idle()
  expect(countOf('chat.unfurl')).toBe(0)
})

test('an event that comes twice is answered once', async () => {
  await post(team.current.ada)
  calls.length = 0
  const { ts } = lastMessage(await team.current.ada.screen())
  const envelope = eventOf('link_shared', { channel: channels.pins, message_ts: ts, links: [{ url, domain: 'pinslot.test' }] })
  await sendEvent(team.current, envelope)
  await sendEvent(team.current, envelope)
  await team.current.app.idle()
  expect(countOf('chat.unfurl')).toBe(1)
})

test('a workspace without Work Objects gets the pin as a classic unfurl, and later changes at once in that form', async () => {
  team.current.slack.setSwitches({ refusedBlocks: ['work_objects'] })
  const { text, buttons } = await post(team.current.ada)
  expect(text).toContain('Oak shelf')
  expect(buttons).toEqual(['Details'])
  calls.length = 0
  await rewrite({ title: 'Ash shelf' })
  await deliver()
  expect(await below()).toContain('Ash shelf')
  expect(countOf('chat.unfurl')).toBe(1)
})

test('a message that was deleted ends the updates of its unfurl without an error', async () => {
  await post(team.current.ada)
  await sql`delete from slk_messages where channel_id = ${channels.pins}`
  await rewrite({ title: 'Ash shelf' })
  await deliver()
  expect(await sql`select 1 from pin_cards where organization_id = ${team.current.organizationId}`).toHaveLength(0)
})

test('the pane shows the pin with what its reader may do and edit', async () => {
  const { modal } = await openPane()
  expect(modal?.fields.map(({ label }) => label)).toEqual(['Title', 'Time', 'Destination link', 'Description'])
  expect(modal?.buttons).toEqual(['Edit', 'Move', 'Details', '0 comments', 'Save', 'Close'])
  await team.current.ada.close()
  await asRole(team.current, 'viewer')
  const seen = await openPane(team.current.milo)
  expect(textOn(seen.modal?.blocks)).toContain('Oak shelf')
  expect([seen.modal?.fields, seen.modal?.buttons]).toEqual([[], ['Details', '0 comments', 'Close']])
})

test('a pane of a pin that its reader may not see says the same as one of a pin that is gone', async () => {
  await post(team.current.ada)
  await noAccess()
  await team.current.milo.open('pins')
  const hidden = await team.current.milo.click('Open')
  await deletePost(team.current.deps, ada(), about())
  const gone = await team.current.ada.click('Open')
  expect(textOn(hidden.modal?.blocks)).toBe('It was deleted, or you don’t have access to its account.')
  expect(textOn(gone.modal?.blocks)).toBe(textOn(hidden.modal?.blocks))
})

test('an edit in the pane is the core’s own: title, description, link and time in one change', async () => {
  await openPane()
  const time = inDays(team.current, 5)
  await team.current.ada.fill({
    Title: 'Ash shelf',
    Description: 'Oiled',
    'Destination link': 'https://shop.test/ash',
    Time: time.toISOString(),
  })
  const { modal } = await team.current.ada.submit()
  expect(await now()).toMatchObject({ title: 'Ash shelf', description: 'Oiled', url: 'https://shop.test/ash', sendAt: time })
  expect(modal?.fields.find(({ label }) => label === 'Title')?.value).toBe('Ash shelf')
  await deliver()
  await team.current.ada.close()
  expect(await below()).toContain('Ash shelf')
})

test('an edit in the pane that changes nothing writes nothing', async () => {
  await openPane()
  await team.current.ada.submit()
  expect((await now()).version).toBe(pin.version)
})

test('what stands for the title of a pin without one does not become its title, and long words are not cut by an edit', async () => {
  const description = '🪵'.repeat(800)
  pin = await aDraft(team.current, { title: null, description })
  url = pinAddress(team.current.deps, pin.id)
  await openPane()
  await team.current.ada.fill({ 'Destination link': 'https://shop.test/ash' })
  await team.current.ada.submit()
  expect(await now()).toMatchObject({ title: null, description, url: 'https://shop.test/ash' })
})

test('what the core refuses stands under its field, and nothing is saved', async () => {
  await openPane()
  await team.current.ada.fill({ 'Destination link': 'https://localhost/shelf', Title: 'Ash shelf' })
  const { modal } = await team.current.ada.submit()
  expect(modal?.fields.find(({ label }) => label === 'Destination link')?.error).toContain('Destination link')
  expect((await now()).title).toBe('Oak shelf')
})

test('a pane that was opened before another person’s edit overwrites none of it', async () => {
  await openPane()
  await rewrite({ description: 'By another person' })
  await team.current.ada.fill({ Title: 'Ash shelf' })
  await team.current.ada.submit()
  expect(await now()).toMatchObject({ title: 'Ash shelf', description: 'By another person' })
  await team.current.ada.close()
  await openPane()
  await rewrite({ title: 'Elm shelf' })
  await team.current.ada.fill({ Title: 'Fir shelf' })
  const { modal } = await team.current.ada.submit()
  expect((await now()).title).toBe('Elm shelf')
  expect(modal?.alert).toMatch(/changed|edited/)
})

test('a pin that went out while its pane was open is not changed, and the pane says why', async () => {
  await openPane()
  await publish(team.current, pin)
  await team.current.ada.fill({ Title: 'Ash shelf' })
  const { modal } = await team.current.ada.submit()
  expect(modal?.alert).toBeTruthy()
  expect((await now()).title).toBe('Oak shelf')
})

test('the buttons of a pane open the forms that buttons of cards open', async () => {
  await openPane()
  expect((await team.current.ada.click('Details')).modal?.title).toContain('Pin')
  await team.current.ada.close()
  await openPane()
  expect((await team.current.ada.click('Move')).modal?.title).toBe('Move pin')
})

test('comments go both ways between a pane and the pin', async () => {
  const { deps, ada: person } = team.current
  await openPane()
  await person.click('0 comments')
  await person.fill({ Comment: 'Brighter, *please*' })
  await person.submit()
  expect((await listComments(deps, ada(), { ...about(), limit: 5, cursor: null })).comments).toMatchObject([
    { text: 'Brighter, *please*', audience: 'internal', author: adasId },
  ])
  await deliver()
  await person.close()
  expect(await below()).toContain('1 comment')
  await openPane()
  expect(textOn((await person.click('1 comment')).modal?.blocks)).toContain('Brighter, *please*')
})

test('a comment that the core refuses is refused in the pane with its sentence, and viewers get no input', async () => {
  const { ada: person, milo } = team.current
  await openPane()
  await person.click('0 comments')
  await person.fill({ Comment: 'x'.repeat(2001) })
  expect((await person.submit()).modal?.alert).toContain('too long')
  await person.close()
  await person.close()
  await asRole(team.current, 'viewer')
  await openPane(milo)
  const { modal } = await milo.click('0 comments')
  expect([modal?.fields, modal?.buttons]).toEqual([[], ['Back']])
})

test('somebody of another workspace who opens the pane learns nothing but that it is restricted', async () => {
  await post(team.current.ada, channels.client)
  const rosa = aSlackUser(team.current.slack, 'client')
  await rosa.open(channels.client)
  const { modal } = await rosa.click('Open')
  expect(textOn(modal?.blocks)).toBe('Slack: restricted')
})

test('the details of a pin have its link, and their reader’s page', async () => {
  const { messages } = await team.current.ada.command(`/pin ${pin.id}`)
  expect(textOn(messages.at(-1)?.blocks)).toContain(`<${url}|${url}>`)
  expect(textOn(messages.at(-1)?.blocks)).toMatch(/\?by=[\w.-]+\|Open page>/)
})

let number = 0
const eventOf = (type: string, facts: object) => ({
  team_id: teamId,
  type: 'event_callback',
  event_id: `Ev0LINK${++number}`,
  event_time: Math.floor(Date.now() / 1000),
  authorizations: [{ enterprise_id: null, team_id: teamId, user_id: users.bot, is_bot: true, is_enterprise_install: false }],
  is_ext_shared_channel: false,
  event: { type, user: users.admin, event_ts: '1773000000.000100', ...facts },
})

/** People who are none of the workspace's own: of another one that shares a channel, deactivated, or no people at all. */
import { shared } from '../../../blocks/ids.js'
import { beforeEach, expect, test } from 'vitest'
import { channels, teamId, users } from '../../../src/sandbox/slack/ids.js'
import { interactives } from '../../../src/sandbox/slack/block-kit.js'
import { listMessages } from '../../../src/sandbox/slack/messages/messages.js'
import { blockActions, messageShortcut, slashCommand, viewSubmission } from '../../../src/sandbox/slack/payloads.js'
import { findChannel, findUser, type User } from '../../../src/sandbox/slack/people.js'
import { listModals } from '../../../src/sandbox/slack/views/views.js'
import { makePeople } from '../../../src/slack/people/people.js'
import { aDatabase } from '../../support/database.js'
import { aTeam, PICTURE, textOn } from '../support/a-team.js'

const { db } = await aDatabase()
const team = aTeam(db)
const OUTSIDER = 'U0STRANGE'
const OTHER_TEAM = 'T0OTHER01'
const REFUSED = 'Pinslot belongs to another workspace that shares this channel.'

let stranger: User
beforeEach(async () => {
  stranger = await aPerson(OUTSIDER, { team_id: OTHER_TEAM })
})

async function aPerson(id: string, facts: Partial<{ team_id: string; is_deleted: boolean; is_bot: boolean }>): Promise<User> {
  const row = { id, name: id.toLowerCase(), real_name: id, tz: 'Europe/Paris', channel_id: channels.pins, ...facts }
  await db.sql`insert into slk_users ${db.sql(row)}`
  return (await findUser(db.sql, id))!
}

/** Messages to this person alone, in the channel or as a direct message. */
async function noticesTo(user: User): Promise<string> {
  await team.current.slack.idle()
  return textOn((await listMessages(db.sql, channels.pins, user.id)).filter(({ ephemeralTo }) => ephemeralTo === user.id))
}

async function nothingCameOf(user: User): Promise<void> {
  const { organizationId } = team.current
  expect(await db.sql`select slack_user_id from members where slack_user_id = ${user.id}`).toEqual([])
  expect(await db.sql`select id from posts where organization_id = ${organizationId}`).toEqual([])
  expect(await db.sql`select id from audit where organization_id = ${organizationId}`).toEqual([])
  expect(await db.sql`select key from idempotency_keys where organization_id = ${organizationId}`).toEqual([])
  expect(await listModals(db.sql, user.id)).toEqual([])
}

const send = async (payload: object) => {
  const answer = await team.current.slack.workspace.sender.sendInteraction(payload)
  await team.current.slack.idle()
  return answer
}
const pins = async () => (await findChannel(db.sql, channels.pins))!
const command = async (user: User, text: string) => {
  const { workspace } = team.current.slack
  return workspace.sender.sendCommand(await slashCommand(workspace, user, await pins(), '/pin', text))
}
/** A message of the app in a channel, with buttons. */
async function aMessage() {
  const { slack } = team.current
  await slack.fetch('https://slack.com/api/chat.postMessage', {
    method: 'POST',
    headers: { authorization: 'Bearer xoxb-local-workspace', 'content-type': 'application/json' },
    body: JSON.stringify({
      channel: channels.pins,
      text: 'New pin?',
      blocks: [
        {
          type: 'actions',
          elements: [{ type: 'button', action_id: shared.newPin, text: { type: 'plain_text', text: 'New pin' } }],
        },
      ],
    }),
  })
  const message = (await listMessages(db.sql, channels.pins, users.admin)).find(({ text }) => text === 'New pin?')!
  return { message, button: interactives(message.blocks)[0]! }
}

test('a command of somebody from another workspace is refused with its own sentence, and nothing comes of it', async () => {
  await command(stranger, 'queue')
  expect(await noticesTo(stranger)).toContain(REFUSED)
  await nothingCameOf(stranger)
})

test('a button that a stranger presses in a shared channel opens nothing', async () => {
  const { message, button } = await aMessage()
  const { workspace } = team.current.slack
  await send(await blockActions(workspace, stranger, { kind: 'message', message }, button, null))
  expect(await noticesTo(stranger)).toContain(REFUSED)
  await nothingCameOf(stranger)
})

test('a shortcut on a message, too', async () => {
  const { message } = await aMessage()
  const { workspace } = team.current.slack
  await send(await messageShortcut(workspace, stranger, 'make_pin', message))
  expect(await noticesTo(stranger)).toContain(REFUSED)
  await nothingCameOf(stranger)
})

test('a form that a stranger submits, as Slack sends it for a shared channel, saves nothing', async () => {
  const { milo, slack } = team.current
  await milo.command('/pin')
  await milo.fill({ 'Image link': PICTURE, Title: 'Not theirs' })
  const [form] = await listModals(db.sql, users.member)
  const payload = await viewSubmission(slack.workspace, stranger, form!)
  const answer = await send({ ...payload, team: { id: OTHER_TEAM, domain: 'other' } }) // the view says where the app is installed
  expect(payload.view.app_installed_team_id).toBe(teamId)
  expect(textOn(answer)).toContain(REFUSED)
  await nothingCameOf(stranger)
})

test('who Slack does not let the app see is a stranger as well', async () => {
  const unseen = { ...stranger, id: 'U0UNSEEN1', teamId: null }
  await db.sql`insert into slk_users (id, name, real_name, tz) values (${unseen.id}, 'unseen', 'Unseen', 'UTC')`
  team.current.slack.addFault({ method: 'users.info', error: 'user_not_visible', times: 1, retryAfterSeconds: 1 })
  await command(unseen, 'queue')
  expect(await noticesTo(unseen)).toContain(REFUSED)
  await nothingCameOf(unseen)
})

test.each([
  ['a deactivated person', 'U0GONE001', { is_deleted: true }, 'Your Slack account is deactivated'],
  ['a bot', 'U0ROBOT01', { is_bot: true }, 'Pinslot works for people, not bots.'],
])('%s is refused', async (_name, id, facts, sentence) => {
  const user = await aPerson(id, facts)
  await command(user, 'queue')
  expect(await noticesTo(user)).toContain(sentence)
  await nothingCameOf(user)
})

/** As what this person of an enterprise is known in `teamId`. */
async function kindIn(enterpriseId: string | null, teams?: string[]): Promise<string> {
  const enterpriseUser = { enterprise_id: 'E1', ...(teams && { teams }) }
  const answer = { ok: true, user: { id: OUTSIDER, team_id: OTHER_TEAM, enterprise_user: enterpriseUser, tz: 'UTC' } }
  const client = { users: { info: async () => answer } } as never // of Slack's client, the one call that is made
  const people = makePeople(() => new Date())
  return (await people.readProfile(client, people.person({ teamId, userId: OUTSIDER, enterpriseId }))).kind
}

test('a person of another workspace of the same enterprise is one of its own', async () => {
  expect(await kindIn('E1')).toBe('member')
  expect(await kindIn('E1', [OTHER_TEAM, teamId])).toBe('member')
  expect(await kindIn('E2')).toBe('stranger')
  expect(await kindIn(null)).toBe('stranger')
})

test('a person of the same enterprise who is not in this workspace, and met in a channel it shares, is a stranger', async () => {
  expect(await kindIn('E1', [OTHER_TEAM])).toBe('stranger')
})

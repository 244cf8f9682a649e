/** Ids that no database keeps or no index holds, in requests that are signed rightly: refused before anything is done, whatever kind of request it is. */
import { expect, test } from 'vitest'
import { channels, teamId, users } from '../../../src/sandbox/slack/ids.js'
import { aDatabase } from '../../support/database.js'
import { aTeam } from '../support/a-team.js'
import { sendCommand, sendEvent, sendInteraction } from '../support/signed.js'

const { db } = await aDatabase()
const team = aTeam(db)

const BAD = [
  ['a NUL in it', 'T0\0'],
  ['half of a surrogate pair', 'T\ud800'],
  ['three thousand characters', 'T'.repeat(3000)],
  [
    'three thousand characters that no index folds',
    Array.from({ length: 3000 }, (_, n) => ((n * 7919) % 36).toString(36)).join(''),
  ],
] as const

/** Half of a pair cannot be written into a form: it arrives as another character. */
const BAD_IN_FORMS = BAD.filter(([, id]) => id.isWellFormed())

/** Rows that a request may leave, by table. */
async function left(): Promise<object> {
  const [row] = await db.sql`
    select (select count(*)::int from slack_events) as events, (select count(*)::int from members) as members,
           (select count(*)::int from idempotency_keys) as keys, (select count(*)::int from homes) as homes`
  return row ?? {}
}

const event = { event_id: 'Ev1', team_id: teamId, event: { type: 'app_home_opened', user: users.member, tab: 'home' } }
const message = {
  type: 'message',
  channel_type: 'im',
  subtype: 'file_share',
  channel: 'D0MEMBER1',
  user: users.member,
  ts: '1.2',
}
const command = {
  command: '/pin',
  text: 'help',
  user_id: users.member,
  team_id: teamId,
  trigger_id: '1.2',
  channel_id: channels.general,
}
const who = { user: { id: users.member, team_id: teamId }, team: { id: teamId }, trigger_id: '1.2' }
const press = { type: 'block_actions', ...who, actions: [{ action_id: 'help', block_id: 'b', type: 'button' }] }
const view = { id: 'V1', type: 'modal', callback_id: 'composer', blocks: [], state: { values: {} } }
const submission = { type: 'view_submission', ...who, view }

const SENDS: [string, (id: string) => ReturnType<typeof sendEvent>][] = [
  ['the id of an event', (id) => sendEvent(team.current, { ...event, event_id: id })],
  ['the workspace of an event', (id) => sendEvent(team.current, { ...event, team_id: id })],
  ['the person of an event', (id) => sendEvent(team.current, { ...event, event: { ...event.event, user: id } })],
  [
    'the person whom an event is about',
    (id) => sendEvent(team.current, { ...event, event: { type: 'user_change', user: { id, team_id: teamId, deleted: true } } }),
  ],
  ['a file of a message', (id) => sendEvent(team.current, { ...event, event: { ...message, files: [{ id }] } })],
  ['the time of a message', (id) => sendEvent(team.current, { ...event, event: { ...message, files: [{ id: 'F1' }], ts: id } })],
  ['the workspace of a command', (id) => sendCommand(team.current, { ...command, team_id: id })],
  ['the person of a command', (id) => sendCommand(team.current, { ...command, user_id: id })],
  ['the channel of a command', (id) => sendCommand(team.current, { ...command, channel_id: id })],
  ['the trigger of a command', (id) => sendCommand(team.current, { ...command, trigger_id: id })],
  ['the person of a press', (id) => sendInteraction(team.current, { ...press, user: { id } })],
  ['the workspace of a press', (id) => sendInteraction(team.current, { ...press, team: { id } })],
  ['the channel of a press', (id) => sendInteraction(team.current, { ...press, channel: { id } })],
  ['the trigger of a press', (id) => sendInteraction(team.current, { ...press, trigger_id: id })],
  ['the form of a submission', (id) => sendInteraction(team.current, { ...submission, view: { ...view, id } })],
  [
    'a channel that is chosen in a form',
    (id) => {
      const values = { channel: { channel: { type: 'conversations_select', selected_conversation: id } } }
      return sendInteraction(team.current, { ...submission, view: { ...view, state: { values } } })
    },
  ],
]

test.each(SENDS)('%s is refused as malformed where it is none, and nothing is written', async (part, send) => {
  const before = await left()
  for (const [what, id] of part.includes('command') ? BAD_IN_FORMS : BAD)
    expect([what, (await send(id)).status]).toEqual([what, 400])
  await team.current.app.idle()
  expect(await left()).toEqual(before)
  expect(team.current.logged.filter(({ level }) => level === 'error')).toEqual([])
})

test('texts are no ids: a long one and one with a NUL reach who takes them', async () => {
  for (const text of ['find '.padEnd(3000, 'x'), 'find \0'])
    expect([text.length, (await sendCommand(team.current, { ...command, text })).status]).toEqual([text.length, 200])
})

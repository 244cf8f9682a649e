/** Every button on a card whose pin is gone, and what Slack delivers again. */
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { deletePost } from '../../../src/core/posts/delete.js'
import { teamId, users } from '../../../src/sandbox/slack/ids.js'
import { aDatabase } from '../../support/database.js'
import { aDraft, aQueuedPost, inDays } from '../../support/factories.js'
import { aTeam, lastMessage, SIGNING_SECRET, valuesOf, markupOf } from '../support/a-team.js'

const { db } = await aDatabase()
let published = 0
const team = aTeam(db, {
  slackFetch: (real) => async (input, init) => {
    if (new Request(input, init).url.endsWith('/views.publish')) published += 1
    return real(input, init)
  },
})

const gone = async (postId: string) => {
  const { deps, actor, accountId } = team.current
  await deletePost(deps, actor, { accountId, postId })
}

test.each(['Edit', 'Move', 'Later', 'Publish now', 'Unschedule', 'Delete', 'Details'])(
  '"%s" on a scheduled pin that is gone says that it is gone',
  async (label) => {
    const { milo, logged } = team.current
    const { id } = await aQueuedPost(team.current, { title: 'Doomed' })
    await milo.command(label === 'Details' ? '/pin find Doomed' : `/pin show ${id}`)
    await gone(id)
    const screen = await milo.click(label)
    expect(lastMessage(screen).text).toContain('This pin was deleted.')
    expect(logged.filter(({ level }) => level === 'error')).toEqual([])
  },
)

test.each(['Edit', 'Schedule', 'Next open slot', 'Publish now', 'Delete', 'Details'])(
  '"%s" on a draft that is gone says that it is gone',
  async (label) => {
    const { milo, logged } = team.current
    const { id } = await aDraft(team.current, { title: 'Doomed' })
    await milo.command(label === 'Details' ? '/pin find Doomed' : `/pin show ${id}`)
    await gone(id)
    const screen = await milo.click(label)
    expect(lastMessage(screen).text).toContain('This pin was deleted.')
    expect(logged.filter(({ level }) => level === 'error')).toEqual([])
  },
)

test('a form to move a pin that is left open over a move by somebody else says where it is now, keeps the time that was chosen, and moves it when it is sent again', async () => {
  const { milo, ada } = team.current
  await aQueuedPost(team.current, { title: 'Contested', at: inDays(team.current, 5) })
  await milo.command('/pin queue')
  await ada.command('/pin queue')
  await milo.click('Move', { within: 'Contested' })
  await milo.fill({ When: 'Exact time', Time: '2026-03-20T10:00:00Z' })
  await ada.click('Move', { within: 'Contested' })
  await ada.fill({ When: 'Exact time', Time: '2026-03-21T10:00:00Z' })
  await ada.submit()
  const asked = await milo.submit()
  expect(asked.modal?.title).toBe('Move pin') // what he saw is no longer so
  expect(markupOf(asked.modal?.blocks)).toContain('moved this pin.')
  expect(valuesOf(asked)).toMatchObject({ Time: '2026-03-20T10:00:00.000Z' })
  expect((await milo.submit()).modal).toBeNull()
  const rows = await db.sql<
    { at: Date }[]
  >`select send_at as at from posts where organization_id = ${team.current.organizationId}`
  expect(rows.map(({ at }) => at.toISOString())).toEqual(['2026-03-20T10:00:00.000Z'])
})

async function sendEvent(body: string, headers: Record<string, string>): Promise<number> {
  const at = String(Math.floor(Date.now() / 1000))
  const signature = `v0=${createHmac('sha256', SIGNING_SECRET).update(`v0:${at}:${body}`).digest('hex')}`
  const signed = { 'content-type': 'application/json', 'x-slack-request-timestamp': at, 'x-slack-signature': signature }
  return (await fetch(`${team.current.baseUrl}/slack/events`, { method: 'POST', headers: { ...signed, ...headers }, body }))
    .status
}

test('an event that Slack delivers four times, with its headers, has one effect', async () => {
  const event = { type: 'app_home_opened', user: users.member, tab: 'home', channel: 'D0MEMBER1' }
  const body = JSON.stringify({ type: 'event_callback', team_id: teamId, event_id: `Ev4${team.current.organizationId}`, event })
  published = 0
  const retries = ['http_timeout', 'http_error', 'connection_failed'].map((reason, index) => ({
    'x-slack-retry-num': String(index + 1),
    'x-slack-retry-reason': reason,
  }))
  expect(await Promise.all([{}, ...retries].map((headers) => sendEvent(body, headers)))).toEqual([200, 200, 200, 200])
  await team.current.app.idle()
  expect(published).toBe(1)
})

/** Who decides about a pin knows what its check found: whenever that was, on each card and on Home. */
import { beforeEach, expect, test } from 'vitest'
import { checkDuePosts } from '../../../src/core/preflight/due.js'
import { botToken, channels } from '../../../src/sandbox/slack/ids.js'
import { makeMessenger } from '../../../src/slack/notices/messenger.js'
import { makeOutbox } from '../../../src/jobs/outbox.js'
import { somePages } from '../../core/preflight/support/pages.js'
import { workOutbox } from '../../publish/support/outbox-world.js'
import { aDatabase } from '../../support/database.js'
import { aTimeslot } from '../../support/factories.js'
import { aPicture } from '../support/a-file.js'
import { aTeam, markupOf } from '../support/a-team.js'
import { asRole, withApprovals } from '../support/approval-team.js'
import { AT, COPY, postsOf } from '../support/composer-fixtures.js'

const { db } = await aDatabase()
const web = somePages()
const team = aTeam(db, { parts: { web } })
let hosts = 0

beforeEach(async () => {
  await withApprovals(team.current)
  await asRole(team.current, 'contributor')
  for (let day = 0; day < 7; day++) await aTimeslot(team.current, { day, time: '09:00' })
})

/** A page that is gone. */
function aDeadLink(): string {
  const url = `https://gone-${++hosts}.example.com/shelf`
  web.answers.set(url, 404)
  return url
}
/** Asked for, and not checked yet. */
async function milosPin(url: string): Promise<void> {
  const { milo } = team.current
  let answer: () => void = () => undefined
  await milo.command('/pin')
  await milo.fill({ ...COPY, Board: 'Garden', ...AT, 'Destination link': url })
  web.until.set(url, new Promise((resolve) => (answer = resolve))) // the sending does not wait for it
  await milo.submit()
  answer()
}
async function milosPins(url: string, names: string[]): Promise<void> {
  const { milo } = team.current
  await milo.open('dm')
  await milo.say(`Small kitchens ${url}`, ...(await Promise.all(names.map((name) => aPicture(`${name}.jpg`)))))
  await milo.click(`Ask for approval (${names.length})`)
}
const theCard = async () => {
  const messages = (await team.current.ada.open('approvals')).messages.filter(({ ephemeral }) => !ephemeral)
  expect(messages).toHaveLength(1)
  return markupOf(messages[0]!.blocks)
}
const GONE = 'The link returns 404 Not Found.'
const checkAll = async () => {
  const { deps, organizationId, clock } = team.current
  await db.sql`update preflights set due_at = ${clock.now} where organization_id = ${organizationId}`
  await checkDuePosts(deps)
}
/** @param before what happens while Slack is posted to @returns what it was asked to do */
function aMessenger(before: (method: string) => Promise<unknown> = () => Promise.resolve()) {
  const asked: string[] = []
  const { deps, slack } = team.current
  const messenger = makeMessenger({
    ...deps,
    botToken,
    staffChannelId: channels.staff,
    async fetch(input, init) {
      const method = new URL(input instanceof Request ? input.url : input).pathname.split('/').at(-1) ?? ''
      asked.push(method)
      await before(method)
      return slack.fetch(input, init)
    },
  })
  return { messenger, asked }
}
/** What falls due within ten seconds. */
const deliver = (messenger = aMessenger().messenger) =>
  workOutbox(team.current, makeOutbox({ ...team.current.deps, messenger }), 10_000)
const dueRedraws = async () => {
  const { organizationId, clock } = team.current
  const [row] = await db.sql<[{ count: number }]>`
    select count(*)::int as count
      from outbox
     where organization_id = ${organizationId} and destination like 'approvals:%' and due_at <= ${new Date(clock.now.getTime() + 60_000)}`
  return row.count
}

test('what a check finds while the card of a request is on its way to Slack is on the card soon after', async () => {
  await milosPin(aDeadLink())
  const { messenger, asked } = aMessenger((method) => (method === 'chat.postMessage' ? checkAll() : Promise.resolve()))
  await deliver(messenger)
  expect(await theCard()).toContain(GONE)
  expect(asked.filter((method) => method.startsWith('chat.'))).toEqual(['chat.postMessage', 'chat.update'])
})

test('what a check finds of pins that were asked for together is on their card, by one redraw for all of them', async () => {
  const url = aDeadLink()
  web.answers.delete(url)
  await milosPins(url, ['kitchen-shelf', 'kitchen-lamp', 'garden-bench'])
  await checkAll()
  await deliver()
  expect(await theCard()).not.toContain(GONE)
  web.answers.set(url, 404)
  team.current.clock.advance(25 * 3_600_000) // a page is kept for a day
  await deliver() // a slot that the card showed has passed
  await checkAll() // one reads it
  await checkAll()
  expect(await dueRedraws()).toBe(1)
  const { messenger, asked } = aMessenger()
  await deliver(messenger)
  expect((await theCard()).split(GONE)).toHaveLength(4)
  await checkAll()
  expect(await dueRedraws()).toBe(0) // nothing else was found
  expect(asked.filter((method) => method.startsWith('chat.'))).toEqual(['chat.update'])
})

test('Home says it beside the request, also where it is found while Home is open', async () => {
  const { ada, organizationId } = team.current
  await milosPin(aDeadLink())
  const onHome = async () => {
    await ada.openHome()
    const { modal } = await ada.click('Review request')
    await ada.close()
    return markupOf(modal?.blocks)
  }
  expect(await onHome()).not.toContain(GONE)
  await checkAll()
  const [home] = await db.sql<{ isDirty: boolean }[]>`
    select is_dirty as "isDirty" from homes where organization_id = ${organizationId} order by seen_at desc limit 1`
  expect(home).toEqual({ isDirty: true })
  expect(await onHome()).toContain(GONE)
})

test('what is found after the decision changes no card', async () => {
  const { ada, clock } = team.current
  const url = aDeadLink()
  web.answers.delete(url)
  await milosPins(url, ['kitchen-shelf', 'kitchen-lamp'])
  await deliver()
  await ada.open('approvals')
  await ada.click('Approve all (2)')
  await checkAll()
  await deliver()
  expect(await postsOf(team.current, 'queued')).toHaveLength(2)
  clock.advance(11 * 60_000) // the decision can no longer be undone
  await deliver()
  const decided = await theCard()
  web.answers.set(url, 404)
  clock.advance(25 * 3_600_000)
  await deliver() // a slot that the card showed has passed
  await checkAll()
  const { messenger, asked } = aMessenger()
  await deliver(messenger)
  expect(asked.filter((method) => method.startsWith('chat.'))).toEqual([])
  expect(await theCard()).toBe(decided)
})

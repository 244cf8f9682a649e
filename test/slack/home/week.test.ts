/** Home as a picture of the week, whose times it shows, and the requests behind its button. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { makeCharts } from '../../../src/charts/charts.js'
import { pausePublishing } from '../../../src/core/accounts/publishing.js'
import { listOpenRequests } from '../../../src/core/posts/approval/requests.js'
import { approvePin } from '../../../src/core/posts/approval/decide.js'
import { editPost } from '../../../src/core/posts/edit.js'
import type { WeekPicture } from '../../../src/core/ports/charts.js'
import type { Charts } from '../../../src/core/ports/deps.js'
import { aDatabase } from '../../support/database.js'
import { aQueuedPost, aTimeslot } from '../../support/factories.js'
import { aTeam, lastMessage, markupOf, textOn } from '../support/a-team.js'
import { asRole, eve, withApprovals } from '../support/approval-team.js'
import { AT, COPY, postsOf } from '../support/composer-fixtures.js'

const { db } = await aDatabase()
const real = makeCharts()
afterAll(() => real.close())
let drawn: WeekPicture[] = []
let drawing: () => Promise<void> = () => Promise.resolve()
const charts: Charts = {
  ...real,
  async week(facts) {
    drawn.push(facts)
    await drawing()
    return real.week(facts)
  },
}
/** Of each Home that was published, whether it had a picture. */
let published: boolean[] = []
const team = aTeam(db, {
  parts: { charts },
  slackFetch: (slack) => async (input, init) => {
    if (String(input instanceof Request ? input.url : input).includes('views.publish'))
      published.push(decodeURIComponent(await new Response(init?.body).text()).includes('"type":"image"'))
    return slack(input, init)
  },
})
beforeEach(() => {
  drawn = []
  published = []
  drawing = () => Promise.resolve()
})

type Image = { type: string; alt_text?: string; slack_file?: { id: string } }
const imageOn = ({ home }: { home: { blocks: unknown[] } | null }): Image | undefined =>
  (home?.blocks as Image[]).find(({ type }) => type === 'image')
const settled = async () => {
  await team.current.app.idle()
  return team.current.milo.screen()
}

test('Home comes without waiting for its picture, and then with it: by day and time, with its words', async () => {
  const { milo } = team.current
  await aQueuedPost(team.current, { title: 'Add next', at: new Date('2026-03-04T15:00:00Z') })
  await aTimeslot(team.current, { day: 2, time: '12:00' })
  await milo.openHome()
  const image = imageOn(await settled())
  expect(published).toEqual([false, true])
  expect(image?.slack_file?.id).toMatch(/^F/)
  expect(image?.alt_text).toMatch(
    /^The next 7 days\. Mon, Mar 2: nothing\. Tue, Mar 3: 1:00 PM open slot\. Wed, Mar 4: 4:00 PM Add next\./,
  )
  expect(drawn[0]?.rows.map(({ label, cells }) => [label, cells.map((cell) => cell?.kind ?? null)])).toEqual([
    ['1:00\nPM', [null, 'open', null, null, null, null, null]],
    ['4:00\nPM', [null, null, 'pin', null, null, null, null]],
  ])
})

test('the same week is drawn once, for whoever opens Home and for the queue; another one is drawn again', async () => {
  const { milo } = team.current
  const { id: postId, accountId } = await aQueuedPost(team.current, { title: 'Add next', at: new Date('2026-03-04T15:00:00Z') })
  await milo.openHome()
  await settled()
  await milo.openHome()
  await milo.open('general')
  const queue = lastMessage(await milo.command('/pin queue'))
  expect(textOn(queue.blocks)).toContain('"slack_file":{"id":"F')
  expect(drawn).toHaveLength(1)
  await editPost(team.current.deps, team.current.actor, { accountId, postId, changes: { title: 'Another title' } })
  await milo.openHome()
  await settled()
  expect(drawn).toHaveLength(2)
})

test('weeks that are long over leave the workspace when another one comes', async () => {
  const { milo, clock, organizationId } = team.current
  const weeks = async () =>
    (await db.sql`select 1 from slack_files where organization_id = ${organizationId} and starts_with(picture, 'week:')`).length
  for (const [days, left] of [
    [0, 1],
    [13, 2],
    [2, 2],
  ] as const) {
    clock.advance(days * 86_400_000)
    await aQueuedPost(team.current, { at: new Date(clock.now.getTime() + 86_400_000) })
    await milo.openHome()
    await settled()
    expect(await weeks()).toBe(left)
  }
})

test('days that are no week of one account have no picture', async () => {
  const { milo } = team.current
  await aQueuedPost(team.current, { at: new Date('2026-03-04T15:00:00Z') })
  for (const line of ['/pin queue wednesday', '/pin queue 2026-03-04'])
    expect(textOn(lastMessage(await milo.command(line)).blocks)).not.toContain('"type":"image"')
  expect(drawn).toEqual([])
})

test('a picture that cannot be drawn costs Home nothing else', async () => {
  const { milo } = team.current
  await aQueuedPost(team.current, { title: 'Add next', at: new Date('2026-03-04T15:00:00Z') })
  drawing = () => Promise.reject(new Error('no'))
  await milo.openHome()
  expect(markupOf((await settled()).home?.blocks)).toContain('Add next')
})

test('who reads in another zone than the slots have is told so on Home and in the queue, and nobody else', async () => {
  const { milo, ada, organizationId } = team.current
  await aQueuedPost(team.current, { at: new Date('2026-03-04T15:00:00Z') })
  const line = 'You see Berlin time; slots are in New York time'
  expect(markupOf((await milo.openHome()).home?.blocks)).toContain(line)
  await milo.open('general')
  expect(markupOf(lastMessage(await milo.command('/pin queue')).blocks)).toContain(line)
  expect(markupOf((await ada.openHome()).home?.blocks)).not.toContain('You see')
  await db.sql`update accounts set timezone = 'Europe/Paris' where organization_id = ${organizationId}` // the same clock
  expect(markupOf((await milo.openHome()).home?.blocks)).not.toContain('You see')
})

test('an admin resumes publishing on Home, others are told who may', async () => {
  const { deps, actor, accountId, milo, ada } = team.current
  await pausePublishing(deps, actor, { accountId })
  expect(markupOf((await milo.openHome()).home?.blocks)).toContain('Only admins can resume it.')
  await expect(milo.click('Resume')).rejects.toThrow('There is no button')
  await ada.openHome()
  expect(markupOf((await ada.click('Resume')).home?.blocks)).not.toContain('is paused')
})

async function threeRequests(): Promise<void> {
  const { milo } = team.current
  await withApprovals(team.current)
  await asRole(team.current, 'contributor')
  for (const title of ['One', 'Two', 'Three']) {
    await milo.open('general')
    await milo.command('/pin')
    await milo.fill({ ...COPY, Board: 'Garden', ...AT, Title: title })
    await milo.submit()
  }
}

test('all requests are one line on Home; behind it each is decided in place, and the rest stays in sight', async () => {
  const { ada } = team.current
  await threeRequests()
  const { home } = await ada.openHome()
  expect(markupOf(home?.blocks)).toContain('3 requests wait for your decision.')
  expect(home?.buttons).not.toContain('Approve')
  const { modal } = await ada.click('Review requests (3)')
  expect(modal?.buttons.filter((words) => words === 'Approve')).toHaveLength(3)
  expect(textOn(modal?.blocks)).toContain('https://example.com/shelf')
  const approved = (await ada.click('Approve', { within: 'One' })).modal
  expect(markupOf(approved?.blocks)).toContain('Approved and scheduled. One')
  expect(approved?.buttons.filter((words) => words === 'Approve')).toHaveLength(2)
  await ada.choose('More', 'Request changes', { within: 'Two' })
  await ada.fill({ 'What should change?': 'Another title.' })
  const asked = (await ada.submit()).modal
  expect(markupOf(asked?.blocks)).toContain('Changes requested. Two')
  expect(asked?.buttons.filter((words) => words === 'Approve')).toHaveLength(1)
  await ada.click('Approve', { within: 'Three' })
  expect(markupOf((await ada.screen()).modal?.blocks)).toContain('No request waits for you.')
  expect(await postsOf(team.current, 'queued')).toHaveLength(2)
  expect(markupOf((await ada.close()).home?.blocks)).not.toContain('wait for your decision')
})

test('a request that somebody else decided meanwhile says so, and the others stay', async () => {
  const { ada, deps, accountId } = team.current
  await threeRequests()
  await ada.openHome()
  await ada.click('Review requests (3)')

  const page = { accountId, at: 0, limit: 1, timezone: 'UTC' }
  const [first] = (await listOpenRequests(deps, eve(team.current), page)).approvals
  await approvePin(deps, eve(team.current), {
    accountId,
    approvalId: first?.id ?? '',
    version: first?.postVersion ?? 0,
    inNextOpenSlot: false,
  })
  const { modal } = await ada.click('Approve', { within: first?.title ?? '' })
  expect(markupOf(modal?.blocks)).toContain('Nothing changed.')
  expect(modal?.buttons.filter((words) => words === 'Approve')).toHaveLength(2)
})

test('a contributor is shown no requests to decide', async () => {
  await threeRequests()
  expect(markupOf((await team.current.milo.openHome()).home?.blocks)).not.toContain('wait for your decision')
})

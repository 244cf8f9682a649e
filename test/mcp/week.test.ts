/** A week of an agent under approval: it drafts, people decide in Slack, it edits what they asked for, and reads what came of it. */
import { afterAll, expect, test } from 'vitest'
import { createApiKey } from '../../src/core/accounts/keys/create.js'
import { buildServer } from '../../src/http/server.js'
import { makeMcpEntryPoint } from '../../src/mcp/entry-point.js'
import { aTeam, PICTURE } from '../slack/support/a-team.js'
import { deliverAll, withApprovals } from '../slack/support/approval-team.js'
import { publish } from '../slack/support/pins.js'
import { aDatabase, closeBefore } from '../support/database.js'
import { aTimeslot, creditsOf, DAY_MS } from '../support/factories.js'
import { startSimulator } from '../support/simulator.js'
import { START } from '../support/world.js'
import { anAgent } from './support/agent.js'

const { db } = await aDatabase()
const simulator = await startSimulator(db, { now: START })
afterAll(() => simulator.close())
const team = aTeam(db, { parts: { platform: simulator.platform } })

test('five drafts, two approved and one to be changed, an edit, a second request, and the numbers at the end', async () => {
  const { deps, actor, accountId, ada, clock } = team.current
  await withApprovals(team.current)
  for (const day of [2, 3, 4]) await aTimeslot(team.current, { day, time: '15:00' })
  const { key } = await createApiKey(deps, actor, { name: 'Claude of marketing', role: 'contributor', accountIds: [accountId] })
  const server = await buildServer(deps, { entryPoints: [makeMcpEntryPoint(deps, { version: '1.0.0' })] })
  closeBefore(db, () => server.close())
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  const agent = await anAgent(db, `${url}/mcp`, key, { name: 'claude', version: '5' })

  // Monday: it looks around, drafts, and asks
  expect((await agent.done('who_am_i')).accounts).toEqual([expect.objectContaining({ accountId, role: 'contributor' })])
  const open = (await agent.done('read_schedule', { only: 'open' })).schedule
  const board = (await agent.done('list_boards', { words: 'kitchen' })).boards[0]!.boardId
  const drafts: string[] = []
  for (const title of ['Oak shelf', 'Spice rack', 'Bread box', 'Knife block', 'Pot stand']) {
    const copy = {
      title,
      description: `${title}, made by hand.`,
      url: `https://shop.test/${title.replace(' ', '-')}`,
      boardId: board,
    }
    drafts.push(
      (await agent.done('create_pin', { mediaUrl: PICTURE, ...copy, idempotencyKey: `week-10 ${title}`.replaceAll(' ', '-') }))[
        'pin'
      ].postId,
    )
  }
  const [oak, spice, bread] = drafts as [string, string, string]
  const credits = await creditsOf(team.current)
  const asked: string[] = []
  for (const postId of [oak, spice, bread]) {
    const { approval, pin, next } = await agent.done('ask_for_approval', { postId })
    expect([pin.state, approval.state]).toEqual(['awaiting_approval', 'pending'])
    expect(next).toContain('A person decides in Slack')
    asked.push(approval.approvalId)
  }
  expect((await agent.call('publish_pin_now', { postId: oak })).error).toMatchObject({ code: 'FORBIDDEN' })
  await deliverAll(team.current)

  // Tuesday: ada decides on the cards, which say who asks
  await ada.open('approvals')
  const cards = JSON.stringify((await ada.screen()).messages)
  expect(cards).toContain('Claude of marketing')
  expect(cards).toContain('claude/5')
  await ada.click('Approve', { within: 'Oak shelf' })
  await ada.click('Approve', { within: 'Spice rack' })
  await ada.click('Request changes', { within: 'Bread box' })
  await ada.fill({ 'What should change?': 'Name the wood, please.' })
  await ada.submit()
  await deliverAll(team.current)
  expect(await creditsOf(team.current)).toBe(credits - 2)

  // Wednesday: it reads what they said, and does it
  const { approvals } = await agent.done('list_approvals')
  expect(approvals.map(({ approvalId, state, reason }) => [approvalId, state, reason])).toEqual([
    [asked[2], 'changes_requested', 'Name the wood, please.'],
    [asked[1], 'approved', undefined],
    [asked[0], 'approved', undefined],
  ])
  expect((await agent.done('show_pin', { postId: oak })).pin).toMatchObject({ state: 'scheduled', sendAt: open[0]?.at })
  expect((await agent.call('edit_pin', { postId: oak, title: 'Mine' })).error).toMatchObject({ code: 'FORBIDDEN' })
  await agent.done('edit_pin', { postId: bread, title: 'Bread box of beech' })
  const again = await agent.done('ask_for_approval', { postId: bread })
  expect(again.approval).toMatchObject({ state: 'pending' })
  await deliverAll(team.current)
  await ada.click('Approve', { within: 'Bread box of beech' })
  const { approvals: last } = await agent.done('list_approvals', { approvalId: again.approval.approvalId })
  expect(last[0]).toMatchObject({ state: 'approved' })

  // Friday: what is out, and how the account does
  await publish(team.current, { id: oak })
  clock.advance(4 * DAY_MS)
  const { pins } = await agent.done('find_pins', { status: 'sent' })
  expect(pins).toEqual([
    expect.objectContaining({ postId: oak, state: 'published', pinterestUrl: `https://www.pinterest.com/pin/7${oak}/` }),
  ])
  await db.sql`update posts set pin_deleted_at = ${clock.now} where organization_id = ${team.current.organizationId} and id = ${oak}`
  const [gone] = (await agent.done('find_pins', { status: 'sent' })).pins
  expect(gone).toMatchObject({ postId: oak, deletedOnPinterestAt: expect.any(String) as string })
  expect(gone).not.toHaveProperty('pinterestUrl')
  const stats = await agent.done('read_stats', { byDay: true })
  expect(stats).toMatchObject({ accountId, sum: expect.any(Object) as object, bestPins: expect.any(Array) as object })
  expect(stats.days.length).toBeGreaterThan(20)
  expect([stats.isComplete, stats.days.at(-1)!.isComplete]).toEqual([false, false]) // the last two days are still being counted
  const [startDate, endDate] = [stats.days[0]!.date, stats.days.at(-4)!.date]
  expect(await agent.done('read_stats', { startDate, endDate })).toMatchObject({ isComplete: true })
  expect((await agent.done('find_pins', { status: 'draft' })).pins).toHaveLength(2)
})

/** Slack's three seconds hold while the platform takes ten. */
import { afterAll, expect, test } from 'vitest'
import { makeCharts } from '../../../src/charts/charts.js'
import type { Platform } from '../../../src/core/ports/platform.js'
import { addManyPins } from '../../sandbox/platform/support/many-pins.js'
import { aDatabase } from '../../support/database.js'
import { startSimulator } from '../../support/simulator.js'
import { START } from '../../support/world.js'
import { watchAcks } from '../support/acks.js'
import { aTeam, lastMessage, textOn, waitAsProduct } from '../support/a-team.js'

const { db } = await aDatabase()
const TAKES_MS = 10_000
let isSlow = false

const simulator = await startSimulator(db, () => START)
const charts = makeCharts()
afterAll(async () => {
  await simulator.close()
  await charts.close()
})
/** Each question is taken, and answered ten seconds later. */
const platform = new Proxy(simulator.platform, {
  get(real, name: keyof Platform) {
    if (name === 'pages') return real.pages // addresses, which ask nobody
    return async (...asked: unknown[]) => {
      if (isSlow) await new Promise((resolve) => setTimeout(resolve, TAKES_MS))
      return (real as unknown as Record<string, (...asked: unknown[]) => unknown>)[name]?.(...asked) // any of its operations
    }
  },
})
const team = aTeam(db, { parts: { platform, charts } })

test('numbers and a new board are acked within three seconds, and told when the platform has answered', async () => {
  const { ada, milo } = team.current
  await ada.command('/pin boards')
  await ada.click('New board')
  await ada.fill({ Name: 'Balcony' })
  waitAsProduct(team.current)
  const acks = watchAcks(team.current.slack)
  isSlow = true
  const [stats, board] = await Promise.all([milo.command('/pin stats'), ada.submit()]).finally(() => (isSlow = false))
  expect(acks).toHaveLength(2)
  for (const { kind, ms } of acks) expect([kind, ms < TAKES_MS]).toEqual(['acked', true]) // before any answer
  expect(stats.messages[0]?.text).toContain('Loading')
  expect(stats.messages.length).toBeGreaterThan(1)
  expect(lastMessage(stats).text).not.toContain('Loading')
  expect(textOn(board.modal)).toContain('Balcony')
  expect(textOn(board.modal)).not.toContain('Creating the board…')
})

test('a board’s score and ideas are acked within three seconds, and told when the platform has answered', async () => {
  const { ada, milo } = team.current
  await addManyPins(db.sql, { boardId: '101', count: 1, title: () => 'Small shelves', createdAt: START })
  await milo.command('/pin fit kitchen ideas small shelves')
  await ada.command('/pin help')
  waitAsProduct(team.current)
  const acks = watchAcks(team.current.slack)
  isSlow = true
  const asking = [milo.click('Score it for 1 credit'), ada.command('/pin ideas garden small shelves')] as const
  const [score, ideas] = await Promise.all(asking).finally(() => (isSlow = false))
  expect(acks).toHaveLength(2)
  for (const { kind, ms } of acks) expect([kind, ms < TAKES_MS]).toEqual(['acked', true]) // before any answer
  expect(lastMessage(score).text).toContain('1 of 1 pin matches')
  expect(lastMessage(ideas).text).toContain('took too long') // its own budget is as long as one answer
  expect(textOn(lastMessage(ideas))).toContain('Try again')
})

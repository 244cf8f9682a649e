/** Slack's three seconds hold while the platform takes ten. */
import { afterAll, expect, test } from 'vitest'
import { makeCharts } from '../../src/charts/charts.js'
import type { Platform } from '../../src/core/platform-port.js'
import { aDatabase } from '../support/database.js'
import { startSimulator } from '../support/simulator.js'
import { START } from '../support/world.js'
import { aTeam, lastMessage, wordsOn } from './a-team.js'

const { db } = await aDatabase()
const TAKES_MS = 10_000
const ACK_WITHIN_MS = 3000
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
    return async (...asked: unknown[]) => {
      if (isSlow) await new Promise((resolve) => setTimeout(resolve, TAKES_MS))
      return (real as unknown as Record<string, (...asked: unknown[]) => unknown>)[name]?.(...asked) // any of its operations
    }
  },
})
const team = aTeam(db, { parts: { platform, charts } })

/** How Slack saw each request answered. */
function watchAcks(): { kind: string; ms: number }[] {
  const acks: { kind: string; ms: number }[] = []
  const { sender } = team.current.slack.workspace
  const real = { ...sender }
  const command = (form: Record<string, string>) => real.sendCommand(form)
  const interaction = (payload: object) => real.sendInteraction(payload)
  const watched =
    <Asked, Answered extends { kind: string }>(send: (asked: Asked) => Promise<Answered>) =>
    async (asked: Asked) => {
      const begun = performance.now()
      const answer = await send(asked)
      acks.push({ kind: answer.kind, ms: performance.now() - begun })
      return answer
    }
  Object.assign(sender, { sendCommand: watched(command), sendInteraction: watched(interaction) })
  return acks
}

test('numbers and a new board are acked within three seconds, and told when the platform has answered', async () => {
  const { ada, milo } = team.current
  await ada.command('/pin boards')
  await ada.click('New board')
  await ada.fill({ Name: 'Balcony' })
  const acks = watchAcks()
  isSlow = true
  const [stats, board] = await Promise.all([milo.command('/pin stats'), ada.submit()]).finally(() => (isSlow = false))
  expect(acks).toHaveLength(2)
  for (const { kind, ms } of acks) expect([kind, ms < ACK_WITHIN_MS]).toEqual(['acked', true])
  expect(stats.messages[0]?.text).toContain('One moment')
  expect(stats.messages.length).toBeGreaterThan(1)
  expect(lastMessage(stats).text).not.toContain('One moment')
  expect(wordsOn(board.modal)).toContain('Balcony')
  expect(wordsOn(board.modal)).not.toContain('Making the board…')
}, 60_000)

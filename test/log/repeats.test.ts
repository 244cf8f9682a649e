/** One cause is one line as it begins and one when it is over. */
import { expect, test, vi } from 'vitest'
import { makeDueLoop } from '../../src/jobs/due-loop.js'
import { openPool } from '../../src/db/pool.js'
import { foldRepeats, makeLog } from '../../src/log.js'
import { aDatabase } from '../support/database.js'
import { hostOf, startProxy } from '../support/proxy.js'

const { url } = await aDatabase()

function aLog(level: string) {
  const lines: Record<string, unknown>[] = []
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) // as pino writes it
  return { lines, log: foldRepeats(makeLog(level, { write }), 2_500) }
}

test('while the database is away, the log has a line as that begins and one when it is over', async () => {
  const { lines, log } = aLog('info')
  const proxy = await startProxy(hostOf(url))
  const pool = openPool(proxy.through(url), { max: 2 })
  const scan = () => pool.sql`select 1`.then(() => null)
  const loops = ['one', 'two', 'three'].map((name) =>
    makeDueLoop(
      { db: pool, clock: () => new Date(), log },
      { name, channel: name, maxOpen: 1, closeMs: 0, begin: () => scan().then(() => []), nextDue: scan },
    ),
  )
  await Promise.all(loops.map((loop) => loop.start()))
  await proxy.close()
  const wake = setInterval(() => loops.forEach((loop) => loop.wake()), 200)
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  expect(lines).toMatchObject([
    { level: 50, code: expect.stringMatching(/CONN/) as string, msg: expect.stringContaining('not available') as string },
  ])
  const back = await startProxy(hostOf(url), proxy.port)
  await vi.waitFor(() => expect(lines).toHaveLength(2), { timeout: 60_000 })
  expect(lines[1]).toMatchObject({ level: 40, msg: 'the database is available again', failures: expect.any(Number) as number })
  expect(lines[1]?.['failures']).toBeGreaterThan(6)
  clearInterval(wake)
  await Promise.all(loops.map((loop) => loop.close()))
  await pool.close()
  await back.close()
})

test('what a loop meets again and again is a line and one when it is over, another failure is a line of its own', async () => {
  const { lines, log } = aLog('info')
  for (const reason of ['one', 'two', 'one', 'one'])
    log.error({ loop: 'feeds', error: new Error(reason) }, 'the loop could not scan for work')
  log.error({ err: new Error('one') }, 'request failed')
  log.error({ err: new Error('one') }, 'request failed')
  expect(lines.map(({ msg }) => msg)).toEqual([
    ...Array<string>(2).fill('the loop could not scan for work'),
    ...Array<string>(2).fill('request failed'),
  ])
  await vi.waitFor(() => expect(lines).toHaveLength(5), { timeout: 60_000 })
  expect(lines[4]).toMatchObject({ msg: 'over: the loop could not scan for work', loop: 'feeds', failures: 3 })
})

test('at the level debug each failure is a line', () => {
  const { lines, log } = aLog('debug')
  for (let at = 0; at < 3; at++) log.error({ loop: 'feeds', error: new Error('one') }, 'the loop could not scan for work')
  expect(lines.map(({ level }) => level)).toEqual([50, 20, 20])
})

/** So many requests a second whatever the answers do, each timed from the instant it was due: a server that stalls is not spared. */
import { setTimeout } from 'node:timers/promises'
import { Agent } from 'undici'
import type { Took } from '../slots/figures.js'

export type Shot = { url: string; body: string; headers: Record<string, string> }
export type Load = { perSecond: number; seconds: number }

/** @returns in ms, sorted. @throws Error an answer that is no 200 */
export async function steadily({ perSecond, seconds }: Load, shotOf: (turn: number) => Shot): Promise<Took> {
  const agent = new Agent({ connections: 100, pipelining: 1 })
  const took: Took = []
  const open: Promise<void>[] = []
  const from = performance.now()
  const send = async (turn: number, dueAt: number) => {
    const { url, body, headers } = shotOf(turn)
    const { origin, pathname } = new URL(url)
    const answer = await agent.request({ origin, path: pathname, method: 'POST', headers, body })
    await answer.body.dump()
    if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}`)
    took.push(performance.now() - dueAt)
  }
  for (let turn = 0; turn < perSecond * seconds; turn++) {
    const dueAt = from + (turn * 1000) / perSecond
    const waitMs = dueAt - performance.now()
    if (waitMs > 1) await setTimeout(waitMs)
    open.push(send(turn, dueAt))
  }
  await Promise.all(open)
  await agent.close()
  return took.sort((a, b) => a - b)
}

/** Callers of many teams in a process of their own, who come at a rate of their own: nobody waits for the answer of another. */
import { Agent, request } from 'undici'
import { readTarget } from '../forked.js'

export type CrowdTarget = { asks: { url: string; key: string }[]; perSecond: number; seconds: number }
/** `took`: of the requests that were done, in ms, sorted; `refusedIn`: of those that were not. */
export type CrowdResult = { took: number[]; refusedIn: number[]; failed: number; longestOpen: number }

const { asks, perSecond, seconds } = readTarget<CrowdTarget>()
const dispatcher = new Agent({ connections: 400, pipelining: 1 })
const result: CrowdResult = { took: [], refusedIn: [], failed: 0, longestOpen: 0 }
let open = 0

async function ask({ url, key }: CrowdTarget['asks'][number]): Promise<void> {
  const from = performance.now()
  result.longestOpen = Math.max(result.longestOpen, ++open)
  try {
    const { statusCode, body } = await request(url, { dispatcher, headers: { authorization: `Bearer ${key}` } })
    await body.dump()
    const ms = performance.now() - from
    if (statusCode === 200) result.took.push(ms)
    else if (statusCode === 503) result.refusedIn.push(ms)
    else result.failed++
  } catch {
    result.failed++
  } finally {
    open--
  }
}

const from = performance.now()
let sent = 0
const timer = setInterval(() => {
  const due = Math.min(seconds, (performance.now() - from) / 1_000) * perSecond
  while (sent < due) void ask(asks[sent++ % asks.length]!)
  if (sent < seconds * perSecond || open > 0) return
  clearInterval(timer)
  result.took.sort((a, b) => a - b)
  result.refusedIn.sort((a, b) => a - b)
  process.send?.(result, () => process.exit(0))
}, 5)

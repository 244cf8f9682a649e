/** Callers of many teams in a process of their own, who come at a rate of their own by 400 connections. */
import pLimit from 'p-limit'
import { Agent, request } from 'undici'
import { readTarget } from '../forked.js'

export type CrowdTarget = { asks: { url: string; key: string }[]; perSecond: number; seconds: number }
/**
 * `took`: of the requests that were done, in ms, sorted, and `inTime` how many of them while the crowd still came; `refusedIn`: of those that
 * were not.
 */
export type CrowdResult = { took: number[]; inTime: number; refusedIn: number[]; failed: number; longestOpen: number }

const { asks, perSecond, seconds } = readTarget<CrowdTarget>()
const CONNECTIONS = 400
const dispatcher = new Agent({ connections: CONNECTIONS, pipelining: 1 })
/** Who waits here for a connection does not wait for the service yet. */
const connection = pLimit(CONNECTIONS)
const result: CrowdResult = { took: [], inTime: 0, refusedIn: [], failed: 0, longestOpen: 0 }
let open = 0
let waiting = 0

async function ask({ url, key }: CrowdTarget['asks'][number]): Promise<void> {
  const from = performance.now()
  result.longestOpen = Math.max(result.longestOpen, ++open)
  try {
    const { statusCode, body } = await request(url, { dispatcher, headers: { authorization: `Bearer ${key}` } })
    await body.dump()
    const ms = performance.now() - from
    if (statusCode === 200) {
      result.took.push(ms)
      if (performance.now() - began < seconds * 1_000) result.inTime++
    } else if (statusCode === 503) result.refusedIn.push(ms)
    else result.failed++
  } catch {
    result.failed++
  } finally {
    open--
  }
}

const began = performance.now()
let sent = 0
const timer = setInterval(() => {
  const due = Math.min(seconds, (performance.now() - began) / 1_000) * perSecond
  while (sent < due) {
    const next = asks[sent++ % asks.length]!
    waiting++
    void connection(() => ask(next)).finally(() => waiting--)
  }
  if (sent < seconds * perSecond || waiting > 0) return
  clearInterval(timer)
  result.took.sort((a, b) => a - b)
  result.refusedIn.sort((a, b) => a - b)
  process.send?.(result, () => process.exit(0))
}, 5)

/** Callers of one team in a process of their own: 20 that ask without a pause, until the process is stopped. */
import { readTarget, reportPort } from '../forked.js'

export type CallersTarget = { url: string; key: string }

const CALLERS = 20
const { url, key } = readTarget<CallersTarget>()
const ask = async () => (await fetch(url, { headers: { authorization: `Bearer ${key}` } })).arrayBuffer()
const callers = Array.from({ length: CALLERS }, async () => {
  for (;;) await ask().catch(() => undefined) // refusals are what it gets
})
setTimeout(() => reportPort(0), 500) // they are at work by then
await Promise.all(callers)

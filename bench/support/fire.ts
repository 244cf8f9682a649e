/** autocannon, 20 connections, warmed up; a run with an answer that is no success is no result. */
import { createRequire } from 'node:module'
import { cpuMsOf } from './forked.js'
import { isSmoke } from './options.js'

type Result = { requests: { average: number; total: number }; non2xx: number; errors: number }
type Options = {
  url: string
  connections: number
  duration: number
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  requests?: { path: string }[]
}
// autocannon ships no types
const autocannon = createRequire(import.meta.url)('autocannon') as (options: Options) => Promise<Result>

const CONNECTIONS = 20
/** A service runs for days: what its code costs before it is compiled is no part of a request. */
const WARM_UP_SECONDS = 4

/** `paths`: in turn, in place of that of `url`. */
type Shot = { url: string; paths?: string[]; seconds: number; body?: string; headers?: Record<string, string> }

/** @returns requests per second */
export const fire = async (shot: Shot): Promise<number> => (await fireAt(shot, undefined)).rate

/** @returns requests per second, and what each cost the process in ms of CPU, which other load of the machine changes less */
export async function fireAt(shot: Shot, pid: number | undefined): Promise<{ rate: number; cpuMs: number }> {
  const { url, paths, seconds, body, headers = {} } = shot
  const options = {
    url,
    connections: CONNECTIONS,
    method: body === undefined ? ('GET' as const) : ('POST' as const),
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
    ...(paths && { requests: paths.map((path) => ({ path })) }),
  }
  await autocannon({ ...options, duration: isSmoke ? 1 : WARM_UP_SECONDS })
  const before = pid === undefined ? undefined : cpuMsOf(pid)
  const { requests, non2xx, errors } = await autocannon({ ...options, duration: seconds })
  const after = pid === undefined ? undefined : cpuMsOf(pid)
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} answers were no success, ${errors} requests failed`)
  const cpuMs = before === undefined || after === undefined ? Number.NaN : (after - before) / requests.total
  return { rate: requests.average, cpuMs }
}

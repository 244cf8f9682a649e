/** autocannon, 20 connections, warmed up; a run with an answer that is no success is no result. */
import { createRequire } from 'node:module'

type Result = { requests: { average: number }; non2xx: number; errors: number }
type Options = {
  url: string
  connections: number
  duration: number
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
}
// autocannon ships no types
const autocannon = createRequire(import.meta.url)('autocannon') as (options: Options) => Promise<Result>

const CONNECTIONS = 20

/** @returns requests per second */
export async function fire(shot: {
  url: string
  seconds: number
  body?: string
  headers?: Record<string, string>
}): Promise<number> {
  const { url, seconds, body, headers = {} } = shot
  const options = {
    url,
    connections: CONNECTIONS,
    method: body === undefined ? ('GET' as const) : ('POST' as const),
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
  }
  await autocannon({ ...options, duration: 1 })
  const { requests, non2xx, errors } = await autocannon({ ...options, duration: seconds })
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} answers were no success, ${errors} requests failed`)
  return requests.average
}

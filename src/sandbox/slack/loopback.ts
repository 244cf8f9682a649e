/** Restricts the sandbox to this machine: no other hosts, and no other people's pages in its browser. */
import { parseUrl } from '../../core/lib/http/parse-url.js'
import type { FastifyReply, FastifyRequest } from 'fastify'

const NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])
const ADDRESSES = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

const nameOf = (host: string): string => parseUrl(`http://${host}`)?.hostname ?? ''

/** Refuses a name that only resolves to us (DNS rebinding), and a write from a page of another origin. */
export function isFromHere({ ip, method, headers }: Pick<FastifyRequest, 'ip' | 'method' | 'headers'>): boolean {
  if (!ADDRESSES.has(ip) || !NAMES.has(nameOf(headers.host ?? ''))) return false
  const { origin, host } = headers
  if (origin === undefined || method === 'GET' || method === 'HEAD') return true
  return host !== undefined && parseUrl(origin)?.host === host
}

/** An onRequest hook for everything under /sandbox. */
export async function onlyFromHere(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!isFromHere(request))
    await reply.code(403).send({ error: 'The sandbox answers this machine only, under localhost or 127.0.0.1.' })
}

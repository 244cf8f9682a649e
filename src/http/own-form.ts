import type { FastifyRequest } from 'fastify'

/**
 * True for a form of our own page: another site could post its visitors here, with a link of its own. Browsers send these headers
 * by themselves; a program sends none, and is signed in nowhere.
 */
export function isOwnForm({ headers }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin'
  return headers.origin === undefined || headers.origin === new URL(publicUrl).origin
}

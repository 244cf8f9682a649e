/** The operator's links in the foot of every page. Pages are made without them, some of them when the process starts. */
import type { FastifyInstance } from 'fastify'
import type { OperatorLinks } from '../core/ports/deps.js'
import { escapeHtml, OPERATOR_LINKS } from './pages/layout.js'

const NAMES = [
  ['privacy', 'Privacy'],
  ['terms', 'Terms'],
  ['support', 'Support'],
] as const satisfies readonly (readonly [keyof OperatorLinks, string])[]

/** Fills in the links of every page that the server sends. Call it before the hooks that compress and tag answers. */
export function linkPages(app: FastifyInstance, links: OperatorLinks = {}): void {
  const foot = footOf(links)
  app.addHook('onSend', (_request, reply, payload, done) => {
    const isPage = typeof payload === 'string' && String(reply.getHeader('content-type')).startsWith('text/html')
    done(null, isPage ? payload.replace(OPERATOR_LINKS, () => foot) : payload)
  })
}

function footOf(links: OperatorLinks): string {
  const shown = NAMES.flatMap(([key, name]) => {
    const to = links[key]
    return to === undefined ? [] : [`<a href="${escapeHtml(to)}">${name}</a>`]
  })
  return shown.length === 0 ? '' : `<p>${shown.join(' · ')}</p>`
}

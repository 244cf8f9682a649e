/** What cannot be taken back is first shown, and done when it is called again with the code that was shown. */
import { timingSafeEqual } from 'node:crypto'
import { HOUR_MS } from '../core/lib/duration.js'
import type { Caller } from './caller.js'

/** Of the code: 60 bits. */
const LENGTH = 10

/** What a code is good for: this act on this thing as it was shown, by this caller, for an hour or two. */
export type Act = { tool: string; id: string; shown: unknown }

export function isConfirmed(caller: Caller, act: Act, confirm: string | undefined): boolean {
  if (confirm === undefined) return false
  const given = Buffer.from(confirm)
  return [0, 1].some((hoursAgo) => {
    const code = Buffer.from(codeOf(caller, act, hoursAgo))
    return code.length === given.length && timingSafeEqual(code, given)
  })
}

/** The id of what it is done to, and a signature over what was shown of it. */
export const confirmCode = (caller: Caller, act: Act): string => codeOf(caller, act, 0)

function codeOf({ deps, actor, keyScope }: Caller, { tool, id, shown }: Act, hoursAgo: number): string {
  const hour = Math.floor(deps.clock().getTime() / HOUR_MS) - hoursAgo
  const text = JSON.stringify([actor.organizationId, keyScope, tool, id, hour, shown])
  return `${id}-${deps.sign('mcp confirm', text).slice(0, LENGTH)}`
}

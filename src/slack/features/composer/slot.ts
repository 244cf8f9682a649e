/** The next open slot, as forms show it before anything is sent. */
import type { Member } from '../../../core/accounts/people/members.js'
import { settlesWithin } from '../../../core/lib/timeout.js'
import { listOpenSlots, type SlotQuery } from '../../../core/slots/next-open-slot.js'
import type { SlackDeps } from '../../listener.js'

type Looking = { accountId: string } & SlotQuery

/** Reads the next open slot without claiming it; undefined when that takes longer than a person should wait for a form. */
export async function peekNextOpenSlot(
  deps: SlackDeps,
  { actor }: Member,
  { accountId, ...pin }: Looking,
): Promise<Date | null | undefined> {
  const looking = listOpenSlots(deps, actor, { accountId, limit: 1, pin })
  const isThere = await settlesWithin(looking, deps.timeouts.slotsMs)
  if (isThere)
    return looking.then(
      ([slot]) => slot?.at ?? null,
      () => undefined,
    )
  looking.catch((error: unknown) => deps.log.debug({ err: error }, 'the next open slot was found too late'))
  return undefined
}

/** Resolves a requested time for a locked post: a time to write, or the one that the post already has. */
import type { Account } from '../../accounts/account.js'
import { RefusedBecause } from '../../lib/errors.js'
import type { Sql } from '../../ports/deps.js'
import { nextOpenSlot, type FoundSlot } from '../../slots/next-open-slot.js'
import { openSlotAt, slotAfter, slotBefore } from '../../slots/nearby-slot.js'
import { urlKeyOf } from '../../lib/http/url.js'
import { searchFor, type FindSlot, type PlacedWhen } from './take-slot.js'
import type { PostRow } from '../row.js'
import { requireSendTime } from '../rules.js'
import type { NewTime, When } from '../when.js'
import { isGoingOut, requireUnquestioned } from './publish-now.js'

/** Returns the time checked and floored. @throws BAD_REQUEST sendAt */
export function requireNewTime(when: NewTime, now: Date): NewTime {
  return when.kind === 'at' || when.kind === 'openSlot' ? { ...when, at: requireSendTime(when.at, now) } : when
}

/** Returns what the time means for the schedule: whether a slot has to be found under its lock. */
export const claimOf = ({ kind, ...when }: NewTime, now: Date): When =>
  kind === 'now' ? { kind: 'at', at: now } : kind === 'at' && 'at' in when ? { kind, at: when.at } : { kind: 'nextOpenSlot' }

/**
 * Finds the time to write for a post. @returns `stays`: the post has that time already, and nothing is to be written; with what
 * was found where a slot was searched
 * @throws CONFLICT post_not_schedulable, slot_not_open, outcome_unknown · UNPROCESSABLE_ENTITY no_open_slot
 */
export async function findNewPlace(
  sql: Sql,
  account: Account,
  { post, when, isMoved }: { post: PostRow; when: NewTime; isMoved: boolean },
  now: Date,
): Promise<{ kind: 'goes'; when: PlacedWhen } | { kind: 'stays'; found?: FoundSlot }> {
  switch (when.kind) {
    case 'at':
      return { kind: 'goes', when }
    case 'now':
      await requireUnquestioned(sql, post)
      if (!isMoved && (await isGoingOut(sql, post, now))) return { kind: 'stays' }
      return { kind: 'goes', when: { kind: 'at', at: wholeSecond(now) } }
    case 'nextOpenSlot': {
      const found =
        !isMoved && post.status === 'queued' && post.timeslotId !== null
          ? await nextOpenSlot(sql, account, searchFor(post), now)
          : undefined
      if (found && isThere(post, found)) return { kind: 'stays', found }
      return { kind: 'goes', when: found ? { kind: 'nextOpenSlot', found } : when }
    }
    case 'openSlot': {
      const find: FindSlot = (inner, at) => openSlotAt(inner, account, { at: when.at, postId: post.id }, at)
      const found = await find(sql, now)
      if (!isMoved && isThere(post, found)) return { kind: 'stays', found }
      return { kind: 'goes', when: { kind: 'nextOpenSlot', found, find } }
    }
    case 'later':
    case 'earlier': {
      const find: FindSlot = async (inner, at) => {
        const found = await besideOwn(inner, account, { post, direction: when.kind }, at)
        if (!found) throw new RefusedBecause('slot_not_open', { about: 'before' })
        return found
      }
      const found = await besideOwn(sql, account, { post, direction: when.kind }, now)
      return found ? { kind: 'goes', when: { kind: 'nextOpenSlot', found, find } } : { kind: 'stays' }
    }
  }
}

/**
 * Finds the open slot before or after the post's own time. @returns undefined: there is no earlier one @throws CONFLICT
 * post_not_schedulable · UNPROCESSABLE_ENTITY no_open_slot: no later one
 */
async function besideOwn(
  sql: Sql,
  account: Account,
  { post, direction }: { post: PostRow; direction: 'earlier' | 'later' },
  now: Date,
): Promise<FoundSlot | undefined> {
  const { id: postId, url, sendAt, status } = post
  if (status !== 'queued' || sendAt === null) throw new RefusedBecause('post_not_schedulable', { noTime: true })
  const own = { postId, urlKey: url && urlKeyOf(url), at: sendAt }
  return direction === 'later' ? slotAfter(sql, account, own, now) : slotBefore(sql, account, own, now)
}

const isThere = (post: PostRow, { timeslotId, sendAt }: FoundSlot): boolean =>
  post.status === 'queued' && timeslotId === post.timeslotId && sendAt.getTime() === post.sendAt?.getTime()

const wholeSecond = (at: Date): Date => new Date(Math.floor(at.getTime() / 1000) * 1000)

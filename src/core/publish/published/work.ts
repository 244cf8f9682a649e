/**
 * Sends a change of a published pin at most once: what a lost answer did is read from the pin, and a pin that was edited on
 * Pinterest meanwhile is left alone.
 */
import { type Asking, hasLostRight } from '../../accounts/keys/actor-now.js'
import { hasRoleOn } from '../../accounts/people/roles.js'
import { isTokenDead, noteRefusal } from '../../connections/call-platform.js'
import { withAccess } from '../../connections/with-access.js'
import { after as later, MINUTE_MS, SECOND_MS } from '../../lib/duration.js'
import type { Actor } from '../../lib/actor.js'
import { DomainError } from '../../lib/errors.js'
import { Superseded } from '../../lib/work/superseded.js'
import type { Deps } from '../../ports/deps.js'
import { type PlatformAccess, PlatformError, type PlatformPinChange } from '../../ports/platform.js'
import { nextRetry, withinDay } from '../../posts/state/lateness.js'
import { quoted } from '../model/failure-cause.js'
import { type ClaimedEdit, commitEditSending, putOff } from './claim.js'
import { differing, type EditReason, fieldsOf, isAsSent, type PinFields } from './pin-edit.js'
import { type EditEnd, settleEdit } from './settle.js'

export type EditDeps = Pick<Deps, 'db' | 'clock' | 'platform' | 'sealer' | 'random'> & Asking
/** `again`: it is due again · `superseded`: another worker has it. */
export type EditStep = { kind: 'settled'; end: EditEnd } | { kind: 'again'; dueAt: Date } | { kind: 'superseded' }

/** When the pin is read after an answer that did not come. */
const READ_AFTER_MS = [5 * SECOND_MS, 20 * SECOND_MS, MINUTE_MS, 3 * MINUTE_MS]
/** A change that did nothing is sent once more, as a pin is. */
const MOST_REQUESTS = 2
/** A process that stood still for longer after its commit may have lost the change to another one. */
const FRESH_MS = 1_000

/** Works on a claimed change. @throws what the database throws: it is left to its lease */
export async function workOnEdit(deps: EditDeps, claimed: ClaimedEdit): Promise<EditStep> {
  try {
    const pause = claimed.sendingAt === null ? PAUSES.find(({ isSo }) => isSo(claimed)) : undefined
    if (pause) return await settle(deps, claimed, { state: 'refused', reason: pause.reason })
    if (claimed.sendingAt === null && !(await mayStill(deps, claimed)))
      return await settle(deps, claimed, { state: 'refused', reason: 'not_allowed' })
    const read = await readPin(deps, claimed)
    return claimed.sendingAt === null ? await send(deps, claimed, read) : await lookUp(deps, claimed, claimed.sendingAt, read)
  } catch (error) {
    if (error instanceof Superseded) return { kind: 'superseded' }
    if (!(error instanceof PlatformError) && !isTokenDead(error)) throw error
    await noteRefusal(deps, claimed.account, error)
    return claimed.sendingAt === null ? afterRefusal(deps, claimed, error, 'no') : afterUnread(deps, claimed, error)
  }
}

/** True while who asked, or approved it, may still change published pins. @throws PlatformError nobody can say who they are now */
async function mayStill({ actorNow }: EditDeps, { author, approver, account }: ClaimedEdit): Promise<boolean> {
  const asked: Actor = { ...(approver ?? author), role: 'none' }
  try {
    const now = await actorNow(asked)
    return now === asked || hasRoleOn(now, account.id, 'scheduler') // the operator stays who they are
  } catch (error) {
    if (hasLostRight(error)) return false
    if (!(error instanceof DomainError)) throw error
    throw new PlatformError('unavailable', error.message, { neverLeft: true })
  }
}

const PAUSES: { reason: EditReason; isSo: (claimed: ClaimedEdit) => boolean }[] = [
  { reason: 'reconnect_required', isSo: ({ account }) => account.tokenStatus === 'unauthorized' },
  { reason: 'publishing_paused', isSo: ({ account }) => account.publishing === 'paused' },
  { reason: 'account_on_hold', isSo: ({ account }) => account.holdSince !== null },
]

/** Reads the pin. @returns null: it is gone */
async function readPin(deps: EditDeps, { account, pinId }: ClaimedEdit): Promise<PinFields | null> {
  try {
    return fieldsOf(await withAccess(deps, account, (access) => deps.platform.readPin(access, pinId)))
  } catch (error) {
    if (error instanceof PlatformError && error.kind === 'not_found') return null
    throw error
  }
}

async function send(deps: EditDeps, claimed: ClaimedEdit, read: PinFields | null): Promise<EditStep> {
  const { before, after } = claimed
  if (read === null) return settle(deps, claimed, after ? { state: 'refused', reason: 'pin_deleted' } : { state: 'applied' })
  if (after && differing(read, after).length === 0) return settle(deps, claimed, { state: 'applied' })
  if (after && differing(read, before).length > 0) return settle(deps, claimed, { state: 'refused', reason: 'edited_meanwhile' })
  let hasLeft = false
  try {
    await withAccess(deps, claimed.account, async (access) => {
      hasLeft = false
      const beganAt = performance.now()
      if (!(await commitEditSending(deps.db.sql, claimed, deps.clock()))) throw new Superseded()
      hasLeft = true
      if (performance.now() - beganAt > FRESH_MS) throw stoodStill()
      await ask(deps, access, claimed)
    })
  } catch (error) {
    if (!(error instanceof PlatformError) && !isTokenDead(error)) throw error
    await noteRefusal(deps, claimed.account, error)
    return afterRefusal(deps, claimed, error, hasLeft ? 'undone' : 'no')
  }
  return settle(deps, claimed, { state: 'applied' })
}

const stoodStill = () => new PlatformError('unavailable', 'This process stood still: nothing was sent.', { neverLeft: true })

async function ask({ platform }: EditDeps, access: PlatformAccess, { pinId, before, after }: ClaimedEdit): Promise<void> {
  if (after) await platform.updatePin(access, pinId, changeOf(before, after))
  else await platform.deletePin(access, pinId)
}

/** Names the fields that change alone; a board goes with its section. */
function changeOf(before: PinFields, after: PinFields): PlatformPinChange {
  const fields = differing(before, after)
  const isMoved = fields.includes('boardId') || fields.includes('boardSectionId')
  return {
    ...(fields.includes('title') && { title: after.title }),
    ...(fields.includes('description') && { description: after.description }),
    ...(fields.includes('url') && { link: after.url }),
    ...(fields.includes('altText') && { altText: after.altText }),
    ...(isMoved && after.boardId !== null && { boardId: after.boardId, boardSectionId: after.boardSectionId }),
  }
}

const NO_SUCH_PIN = 50

/** Decides what a refusal of the request, or of the read before it, means. @param left whether the request left, and did nothing */
async function afterRefusal(deps: EditDeps, claimed: ClaimedEdit, error: unknown, left: 'no' | 'undone'): Promise<EditStep> {
  if (!(error instanceof PlatformError)) return settle(deps, claimed, { state: 'refused', reason: 'reconnect_required' })
  const refused = (reason: EditReason): Promise<EditStep> =>
    settle(deps, claimed, { state: 'refused', reason, platformMessage: quoted(error.message) })
  switch (error.kind) {
    case 'reconnect':
      return refused('reconnect_required')
    case 'app_refused':
      return refused('app_refused')
    case 'spam':
    case 'account_blocked':
      return refused('account_refused')
    case 'forbidden':
    case 'invalid':
      return refused('platform_refused')
    case 'not_found':
      if (!claimed.after) return settle(deps, claimed, { state: 'applied' })
      return refused(error.details.code === NO_SUCH_PIN ? 'pin_deleted' : 'platform_refused') // it may be the board or its section
    case 'rate_limited':
      return again(deps, claimed, error, left)
    case 'timeout':
    case 'unavailable': {
      if (left === 'no' || error.details.neverLeft) return again(deps, claimed, error, left)
      const dueAt = later(deps.clock(), READ_AFTER_MS[0]!)
      await putOff(deps.db.sql, claimed, { dueAt, left: 'yes' })
      return { kind: 'again', dueAt }
    }
  }
}

/** Tries again later, as for a pin, for a day. */
async function again(deps: EditDeps, claimed: ClaimedEdit, { details }: PlatformError, left: 'no' | 'undone'): Promise<EditStep> {
  const { db, clock, random } = deps
  const now = clock()
  const retry = nextRetry({ tries: claimed.claims - 1, sendAt: claimed.tryFrom, chance: random() }, now)
  if (!retry) return settle(deps, claimed, { state: 'refused', reason: 'platform_unavailable' })
  const dueAt = new Date(Math.max(retry.getTime(), now.getTime() + (details.retryAfterMs ?? 0)))
  await putOff(db.sql, claimed, { dueAt, left })
  return { kind: 'again', dueAt }
}

/** Finds out what a request did whose answer is missing. */
async function lookUp(deps: EditDeps, claimed: ClaimedEdit, sendingAt: Date, read: PinFields | null): Promise<EditStep> {
  const { before, after, requests } = claimed
  if (read === null) return settle(deps, claimed, after ? { state: 'refused', reason: 'pin_deleted' } : { state: 'applied' })
  const isUndone = after ? differing(read, before).length === 0 : true
  if (after && !isUndone && differing(before, after).every((field) => isAsSent(field, after[field], read[field])))
    return settle(deps, claimed, { state: 'applied' })
  const now = deps.clock()
  const next = READ_AFTER_MS.map((ms) => later(sendingAt, ms)).find((at) => at > now)
  if (next) {
    await putOff(deps.db.sql, claimed, { dueAt: next, left: 'yes' })
    return { kind: 'again', dueAt: next }
  }
  if (!isUndone) return settle(deps, claimed, { state: 'unknown', reason: 'other_values' })
  if (requests >= MOST_REQUESTS) return settle(deps, claimed, { state: 'refused', reason: 'not_applied' })
  await putOff(deps.db.sql, claimed, { dueAt: now, left: 'no' })
  return { kind: 'again', dueAt: now }
}

/** Reads the pin again later: a read that fails never permits another request. */
async function afterUnread(deps: EditDeps, claimed: ClaimedEdit, error: unknown): Promise<EditStep> {
  const now = deps.clock()
  const waitMs = Math.max(MINUTE_MS, (error instanceof PlatformError && error.details.retryAfterMs) || 0)
  const passes = error instanceof PlatformError && ['rate_limited', 'timeout', 'unavailable'].includes(error.kind)
  const dueAt = passes ? withinDay(later(now, waitMs), claimed.tryFrom) : undefined
  if (!dueAt) return settle(deps, claimed, { state: 'unknown', reason: 'unread' })
  await putOff(deps.db.sql, claimed, { dueAt, left: 'yes' })
  return { kind: 'again', dueAt }
}

async function settle({ db, clock }: EditDeps, claimed: ClaimedEdit, end: EditEnd): Promise<EditStep> {
  return (await settleEdit(db, claimed, end, clock())) ? { kind: 'settled', end } : { kind: 'superseded' }
}

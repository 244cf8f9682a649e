/** A change of a published pin at Pinterest: an edit of its fields, or its deletion. */
import type { Author } from '../../lib/actor.js'
import type { Sql } from '../../ports/deps.js'
import type { PlatformPin } from '../../ports/platform.js'
import { compareLinks, compareTexts } from '../model/same-pin.js'

/** The fields that Pinterest lets us change. `url` as on Pinterest: with its UTM parameters. */
export const PIN_FIELDS = ['title', 'description', 'url', 'altText', 'boardId', 'boardSectionId'] as const
export type PinField = (typeof PIN_FIELDS)[number]
export type PinFields = Record<PinField, string | null>

/**
 * `pending_approval`: somebody has to approve it · `sending`: it waits, or a request is under way · `unknown`: the answer was lost,
 * and Pinterest is read, or does not tell.
 */
export const EDIT_STATES = ['pending_approval', 'sending', 'applied', 'refused', 'unknown'] as const
export type EditState = (typeof EDIT_STATES)[number]

/** Why a change was not applied, or is unknown. @see END_SENTENCES */
export const EDIT_REASONS = [
  'declined',
  'withdrawn',
  'edited_meanwhile',
  'pin_deleted',
  'not_applied',
  'platform_refused',
  'app_refused',
  'account_refused',
  'reconnect_required',
  'not_allowed',
  'publishing_paused',
  'account_on_hold',
  'platform_unavailable',
  'other_values',
  'unread',
] as const
export type EditReason = (typeof EDIT_REASONS)[number]

export type PinEdit = {
  organizationId: string
  accountId: string
  /** null: a preview, which is not stored. */
  id: string | null
  postId: string
  pinId: string
  kind: 'edit' | 'delete'
  /** null: a preview. */
  state: EditState | null
  /** The pin when the change was requested: for an edit as Pinterest showed it, for a deletion as we sent it. */
  before: PinFields
  /** null: the pin is to be deleted. */
  after: PinFields | null
  /** The fields that differ at Pinterest from what we sent; empty for a deletion. */
  editedOnPinterest: PinField[]
  reason: EditReason | null
  /** Pinterest's words. */
  platformMessage: string | null
  author: Author
  requestedAt: Date
  /** Approved or declined it; null: nobody yet, or nobody had to. */
  decidedBy: string | null
  /** null: it is not over yet. */
  settledAt: Date | null
}

/** What to say of a change that was not made, or of which nobody knows. */
const END_SENTENCES: Record<EditReason, string> = {
  declined: 'It was not approved, so nothing was changed.',
  withdrawn: 'The request was withdrawn, so nothing was changed.',
  edited_meanwhile: 'The pin was edited on Pinterest in the meantime, so nothing was changed. Look at it, then edit it again.',
  pin_deleted: 'The pin is no longer on Pinterest, so there is nothing to change.',
  not_applied: 'Pinterest did not answer, and the pin is as it was. Try again.',
  platform_refused: 'Pinterest refused this, so nothing was changed.',
  app_refused: 'Pinterest does not let Pinslot change published pins yet. The operator has been alerted. Nothing was changed.',
  account_refused: 'Pinterest takes nothing from this account now, so nothing was changed. Check the account on Pinterest.',
  reconnect_required: 'The account is disconnected from Pinterest, so nothing was changed. Reconnect it, then try again.',
  not_allowed: 'Who asked for this, or approved it, may no longer change published pins, so nothing was changed.',
  publishing_paused: 'Publishing was paused for this account, so nothing was changed. Resume it, then try again.',
  account_on_hold: 'Pinterest takes nothing from this account now, so nothing was changed. Try again once it does.',
  platform_unavailable: 'Pinterest could not be reached for a day, so nothing was changed. Try again.',
  other_values: 'Pinterest did not answer, and the pin there has other values now. Look at it on Pinterest.',
  unread: 'Pinterest did not answer, and the pin could not be read. Look at it on Pinterest.',
}
const QUOTING: readonly EditReason[] = ['platform_refused', 'account_refused']

/** Returns the sentence of how it ended. @returns null: it was applied, or is under way */
export function sayEnd({ reason, platformMessage }: Pick<PinEdit, 'reason' | 'platformMessage'>): string | null {
  if (reason === null) return null
  const quotes = QUOTING.includes(reason) && platformMessage
  return END_SENTENCES[reason] + (quotes ? ` Pinterest said: ${platformMessage}` : '')
}

/** Reads the changeable fields of a pin; an empty text is none. */
export const fieldsOf = (pin: PlatformPin): PinFields => ({
  title: pin.title || null,
  description: pin.description || null,
  url: pin.link || null,
  altText: pin.altText || null,
  boardId: pin.boardId,
  boardSectionId: pin.boardSectionId,
})

/** Lists the fields in which two readings differ. */
export const differing = (one: PinFields, other: PinFields): PinField[] =>
  PIN_FIELDS.filter((field) => one[field] !== other[field])

/** True where Pinterest shows what was sent: it stores texts and links in its own way. */
export function isAsSent(field: PinField, sent: string | null, shown: string | null): boolean {
  if (sent === shown) return true
  if (field === 'boardId' || field === 'boardSectionId') return false
  if (sent === null || shown === null) return false
  if (field === 'url') return compareLinks(sent, shown) === 'same'
  const match = compareTexts(sent, shown)
  return match === 'same' || match === 'cut' || match === 'none'
}

type Row = Omit<PinEdit, 'author' | 'editedOnPinterest'> & {
  via: Author['via']
  actor: string
  apiKeyId: string | null
  agent: string | null
}

/** The columns of `pin_edits e`. */
export const editColumns = (sql: Sql) => sql`
  e.organization_id as "organizationId", e.account_id as "accountId", e.id, e.post_id as "postId", e.pin_id as "pinId", e.kind, e.state, e.before,
  e.after, e.reason, e.platform_message as "platformMessage", e.via, e.actor, e.api_key_id as "apiKeyId", e.agent,
  e.requested_at as "requestedAt", e.decided_by as "decidedBy", e.settled_at as "settledAt"`

export const toPinEdit = ({ via, actor, apiKeyId, agent, ...edit }: Row): PinEdit => ({
  ...edit,
  editedOnPinterest: [],
  author: {
    organizationId: edit.organizationId,
    via,
    userId: actor,
    ...(apiKeyId !== null && { apiKeyId }),
    ...(agent !== null && { agent }),
  },
})
export type EditRow = Row

/** What Pinterest was sent last for a post: the last applied edit, or else the request that published it. */
export async function readSent(
  sql: Sql,
  { organizationId, postId, pinId }: { organizationId: string; postId: string; pinId: string },
): Promise<PinFields | undefined> {
  const [edited] = await sql<{ after: PinFields }[]>`
    select after
      from pin_edits
     where organization_id = ${organizationId}
       and post_id = ${postId}
       and pin_id = ${pinId}
       and state = 'applied'
       and kind = 'edit'
     order by id desc
     limit 1`
  if (edited) return edited.after
  const [sent] = await sql<PinFields[]>`
    select nullif(u.payload ->> 'title', '') as title, nullif(u.payload ->> 'description', '') as description,
           nullif(u.payload ->> 'link', '') as url, u.payload ->> 'altText' as "altText", u.payload ->> 'boardId' as "boardId",
           u.payload ->> 'boardSectionId' as "boardSectionId"
      from publish_attempts u
     where u.organization_id = ${organizationId}
       and u.post_id = ${postId}
       and u.state in ('confirmed', 'found')
       and u.payload is not null
       and u.payload ->> 'savedPinId' is null
     order by u.number desc
     limit 1`
  return sent && { ...sent }
}

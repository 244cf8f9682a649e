/**
 * The page of a pin, `/p/12`. Its address is the same for everybody and shows nothing; a signed one is for one person for a day, who sees
 * by it what they may see when it is opened.
 */
import { z } from 'zod'
import { nobody, type FindPerson } from '../../accounts/keys/key-actor.js'
import { readSigned, writeSigned } from '../../lib/http/signed-token.js'
import { type Actor, isSlackPerson } from '../../lib/actor.js'
import { after, DAY_MS } from '../../lib/duration.js'
import { DomainError } from '../../lib/errors.js'
import { parseUrl } from '../../lib/http/parse-url.js'
import { isRowId } from '../../lib/rows/row-id.js'
import type { Deps, Sql } from '../../ports/deps.js'
import { readPostAsked } from '../list.js'
import type { PostWithState } from '../state/read.js'

type Settings = Pick<Deps, 'settings'>

/** Returns the address of a pin, which tells nothing about it. */
export const pinAddress = ({ settings }: Settings, postId: string): string => `${settings.publicUrl}/p/${postId}`

/** Returns the number of the pin that an address of ours leads to; undefined: it leads elsewhere. */
export function pinIdIn({ settings }: Settings, address: string): string | undefined {
  const url = parseUrl(address)
  const [, postId] = /\/p\/(\d{1,18})\/?$/.exec(url?.pathname ?? '') ?? []
  if (!url || postId === undefined) return undefined
  return parseUrl(pinAddress({ settings }, postId))?.href === `${url.origin}${url.pathname.replace(/\/$/, '')}`
    ? postId
    : undefined
}

export type PinPlace = { accountId: string; postId: string }

/** Finds the account of a pin of the organization. It says nothing about who may see the pin. */
export async function findPinPlace(sql: Sql, organizationId: string, postId: string): Promise<PinPlace | undefined> {
  if (!isRowId(postId)) return undefined
  const [post] = await sql<{ accountId: string }[]>`
    select account_id as "accountId"
      from posts
     where organization_id = ${organizationId}
       and id = ${postId}`
  return post && { accountId: post.accountId, postId }
}

/**
 * True when every member of the organization sees the account, so that something about its pins may be shown where any of them
 * may read it.
 */
export async function isSeenByAll(sql: Sql, organizationId: string, accountId: string): Promise<boolean> {
  const [row] = await sql<[{ isSeen: boolean }]>`
    select exists (select 1 from organizations where id = ${organizationId} and default_role not in ('none', 'reviewer'))
           and not exists (select 1
                             from account_roles
                            where organization_id = ${organizationId}
                              and account_id = ${accountId}
                              and role in ('none', 'reviewer'))
           and not exists (select 1
                             from members
                            where organization_id = ${organizationId}
                              and assigned_role in ('none', 'reviewer'))
           and not exists (select 1 from role_groups where organization_id = ${organizationId} and role = 'reviewer') as "isSeen"`
  return row.isSeen
}

const PURPOSE = 'pin page'
const VALID_MS = DAY_MS

const signedShape = z.strictObject({ o: z.string(), a: z.string(), p: z.string(), by: z.string(), until: z.int() })

/** Returns the address of the page for this person; undefined: they are no person in Slack. */
export function pinPageHref(
  deps: Pick<Deps, 'sign' | 'clock' | 'settings'>,
  { organizationId, userId }: Pick<Actor, 'organizationId' | 'userId'>,
  { accountId, postId }: PinPlace,
): string | undefined {
  if (!isSlackPerson(userId)) return undefined
  const until = Math.floor(after(deps.clock(), VALID_MS).getTime() / DAY_MS) // the same link for a day
  const values: z.input<typeof signedShape> = { o: organizationId, a: accountId, p: postId, by: userId, until }
  return `${pinAddress(deps, postId)}?by=${writeSigned(deps, PURPOSE, values)}`
}

/**
 * Opens a signed link with the rights that its person has now. undefined: it is not ours or has expired, its person or the pin is
 * gone, or they no longer see it.
 */
export async function openPinPage(
  deps: Pick<Deps, 'db' | 'clock' | 'sign'> & { findPerson?: FindPerson | undefined },
  { postId, token }: { postId: string; token: string },
): Promise<PostWithState | undefined> {
  const values = readSigned(deps, PURPOSE, token, signedShape)
  if (!values || values.p !== postId || deps.clock().getTime() >= (values.until + 1) * DAY_MS) return undefined
  const [teamId = '', userId = ''] = values.by.split(':')
  const person = await (deps.findPerson ?? nobody)({ organizationId: values.o, teamId, userId })
  if (!person || person === 'gone') return undefined
  try {
    return await readPostAsked(deps, person.actor, { accountId: values.a, postId })
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}

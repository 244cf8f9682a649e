/**
 * Filling the simulated platform: users, boards, pins and history as if they had always been there. A second call changes
 * nothing.
 */
import type { Sql } from '../../core/ports/deps.js'
import { readPicture } from './pins/create-body.js'
import { newToken } from './oauth/grants.js'
import { ownerOf } from './pins/many-pins.js'
import { insertPin } from './pins/pins.js'

const ALL_SCOPES =
  'user_accounts:read boards:read boards:read_secret boards:write boards:write_secret pins:read pins:read_secret pins:write pins:write_secret'

export type SeedUser = {
  /** Digits; made when absent. */
  id?: string
  username: string
  displayName: string
  isBusiness: boolean
  about?: string | null
  websiteUrl?: string | null
  profileImage?: string | null
  createdAt: Date
  accessToken?: string
  refreshToken?: string
  /** Separated by spaces; all of them when absent. */
  scopes?: string
  /** null or absent: never. */
  accessExpiresAt?: Date | null
  refreshExpiresAt?: Date | null
}

/** By username: a known user keeps its tokens, which are returned. */
export async function addUser(sql: Sql, user: SeedUser): Promise<{ id: string; accessToken: string; refreshToken: string }> {
  const { username, displayName, isBusiness, createdAt, about = null, websiteUrl = null, profileImage = null } = user
  const [row] = await sql<{ id: string }[]>`
    insert into sim_users (id, username, display_name, account_type, about, website_url, profile_image, created_at)
    values (${user.id ?? sql`nextval('sim_ids')::text`}, ${username}, ${displayName}, ${isBusiness ? 'BUSINESS' : 'PINNER'},
            ${about}, ${websiteUrl}, ${profileImage}, ${createdAt})
    on conflict (username) do update set username = excluded.username
    returning id`
  if (!row) throw new Error('the user was not inserted')
  const keep = { userId: row.id, scopes: user.scopes ?? ALL_SCOPES }
  return {
    id: row.id,
    accessToken: await addToken(sql, { ...keep, kind: 'access', token: user.accessToken, expiresAt: user.accessExpiresAt }),
    refreshToken: await addToken(sql, { ...keep, kind: 'refresh', token: user.refreshToken, expiresAt: user.refreshExpiresAt }),
  }
}

export type SeedPublicPin = { id: string; username: string; displayName: string; websiteUrl: string; createdAt: Date }

/** Somebody whose pins are there for a search to find: has no tokens, and is nobody to connect. By username. */
export async function addPublicPin(sql: Sql, publicPin: SeedPublicPin): Promise<void> {
  const { id, username, displayName, websiteUrl, createdAt } = publicPin
  await sql`
    insert into sim_users (id, username, display_name, account_type, website_url, created_at, signs_in)
    values (${id}, ${username}, ${displayName}, 'PINNER', ${websiteUrl}, ${createdAt}, false)
    on conflict (username) do nothing`
}

type NewToken = {
  userId: string
  kind: 'access' | 'refresh'
  token: string | undefined
  scopes: string
  expiresAt: Date | null | undefined
}

async function addToken(sql: Sql, { userId, kind, token, scopes, expiresAt = null }: NewToken): Promise<string> {
  if (token === undefined) {
    const [known] = await sql<{ token: string }[]>`
      select token
        from sim_tokens
       where user_id = ${userId}
         and kind = ${kind}
         and revoked_at is null
       order by expires_at desc nulls first
       limit 1`
    if (known) return known.token
  }
  const made = token ?? newToken(kind === 'access' ? 'pina' : 'pinr')
  await sql`
    insert into sim_tokens (token, kind, user_id, scopes, expires_at)
    values (${made}, ${kind}, ${userId}, ${scopes}, ${expiresAt})
    on conflict (token) do nothing`
  return made
}

export type SeedBoard = {
  id?: string
  ownerId: string
  name: string
  description?: string | null
  privacy?: 'PUBLIC' | 'PROTECTED' | 'SECRET'
  collaboratorIds?: string[]
  createdAt: Date
}

/** By owner and name. */
export async function addBoard(sql: Sql, board: SeedBoard): Promise<{ id: string }> {
  const { ownerId, name, description = null, privacy = 'PUBLIC', collaboratorIds = [], createdAt } = board
  const [row] = await sql<{ id: string }[]>`
    insert into sim_boards (id, owner_id, name, description, privacy, created_at)
    values (${board.id ?? sql`nextval('sim_ids')::text`}, ${ownerId}, ${name}, ${description}, ${privacy}, ${createdAt})
    on conflict (owner_id, lower(name)) do update set name = excluded.name
    returning id`
  if (!row) throw new Error('the board was not inserted')
  for (const userId of collaboratorIds) {
    await sql`insert into sim_collaborators (board_id, user_id) values (${row.id}, ${userId}) on conflict do nothing`
  }
  return row
}

/** By board and name. */
export async function addSection(
  sql: Sql,
  { id, boardId, name }: { id?: string; boardId: string; name: string },
): Promise<{ id: string }> {
  const [known] = await sql<{ id: string }[]>`select id from sim_sections where board_id = ${boardId} and name = ${name}`
  if (known) return known
  const [row] = await sql<{ id: string }[]>`
    insert into sim_sections (id, board_id, name)
    values (${id ?? sql`nextval('sim_ids')::text`}, ${boardId}, ${name})
    returning id`
  if (!row) throw new Error('the section was not inserted')
  return row
}

export type SeedPin = {
  boardId: string
  sectionId?: string | null
  /** The board's owner when absent. */
  ownerId?: string
  title: string | null
  description: string | null
  link: string | null
  altText: string | null
  createdAt: Date
  picture: { contentType: 'image/jpeg' | 'image/png'; bytes: Uint8Array }
  /** What it is a saved copy of. */
  parentPinId?: string | null
  /** Somebody paid to have it shown. */
  isPromoted?: boolean
}

/** By board, title, link and time. Counted as a create. @throws Refusal when the picture is none the platform takes */
export async function addPin(sql: Sql, pin: SeedPin): Promise<{ id: string }> {
  const { boardId, sectionId = null, title, description, link, altText, createdAt, picture } = pin
  const { parentPinId = null, isPromoted = false } = pin
  const [known] = await sql<{ id: string }[]>`
    select id
      from sim_pins
     where board_id = ${boardId}
       and title is not distinct from ${title}
       and link is not distinct from ${link}
       and created_at = ${createdAt}`
  if (known) return known
  const { id } = await insertPin(sql, {
    ownerId: pin.ownerId ?? (await ownerOf(sql, boardId)),
    boardId,
    sectionId,
    title,
    description,
    link,
    altText,
    dominantColor: null,
    isStandard: true,
    media: { kind: 'images', pictures: [readPicture(picture.contentType, picture.bytes)] },
    createdAt,
    visibleAt: null,
    parentPinId,
    isPromoted,
  })
  return { id }
}

export type SeedDay = {
  /** A UTC day, `2026-03-01`. */
  day: string
  /** READY when absent. */
  status?: string
  /** The platform's names: IMPRESSION, SAVE, PIN_CLICK, … */
  metrics: Record<string, number>
}

/** Daily numbers of a user, or of one pin; a day written again is replaced. */
export async function addDays(
  sql: Sql,
  { userId, pinId = '' }: { userId: string; pinId?: string },
  days: SeedDay[],
): Promise<void> {
  if (days.length === 0) return
  const rows = days.map(({ day, status = 'READY', metrics }) => ({ day, status, metrics }))
  await sql`
    insert into sim_days (user_id, pin_id, day, status, metrics)
    select ${userId}, ${pinId}, d.day::date, d.status, d.metrics
      from jsonb_to_recordset(${sql.json(rows)}::jsonb) as d (day text, status text, metrics jsonb)
    on conflict (user_id, pin_id, day) do update set status = excluded.status, metrics = excluded.metrics`
}

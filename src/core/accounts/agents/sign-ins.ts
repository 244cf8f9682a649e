/**
 * A sign-in under way. The browser that began has a secret and shows a code. A person types the code in Slack, sees who asks, and
 * gets a number there. The browser sends the number: so nobody agrees to what somebody else began, unless they also tell them the
 * number.
 */
import { createHash, randomBytes } from 'node:crypto'
import { isSame } from '../../lib/http/signed-token.js'
import { after, before, DAY_MS, MINUTE_MS, SECOND_MS } from '../../lib/duration.js'
import { isRowId } from '../../lib/rows/row-id.js'
import { type GoesOn, inBatches } from '../../lib/work/batch.js'
import type { Deps, Sql } from '../../ports/deps.js'
import type { MostRole } from '../keys/most-role.js'
import { clientHash } from './clients.js'
import { type AgentRequest, answerTo } from './request.js'

/** Long enough to find the workspace in Slack. */
export const SIGN_IN_MS = 10 * MINUTE_MS
/** A program exchanges its code at once. */
const GRANT_MS = 60 * SECOND_MS
const MOST_TRIES = 5
/** Sign-ins under way in the whole service: more are a flood. */
const MOST_UNDER_WAY = 10_000
/** A code that comes again within a day is known. */
const KEPT_MS = DAY_MS

export type BrowserRef = { id: string; secret: string }

/** Consonants, so that no code is a word or mistaken for another. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'
const CODE_LENGTH = 8

/** Returns the code that belongs to a browser's secret, as people read it: `BCDF-GHJK`. */
export function codeOf(secret: string): string {
  const bytes = createHash('sha256').update(`code ${secret}`).digest()
  const letters = Array.from({ length: CODE_LENGTH }, (_, at) => LETTERS[bytes.readUInt32BE(at * 4) % LETTERS.length])
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`
}

/** Hashes a code as somebody typed it: in any case, with or without the dash. */
export const typedHash = (code: string): Buffer => hash(code.toUpperCase().replaceAll(/[^A-Z]/g, ''))

export const hash = (text: string): Buffer => createHash('sha256').update(text).digest()

/**
 * Returns the number that the person sees in Slack. It belongs to them and this sign-in, and is stored nowhere.
 * @param person as `T1:U1`
 */
export const numberOf = ({ sign }: Pick<Deps, 'sign'>, id: string, person: string): string =>
  String(hash(sign('agent number', `${id} ${person}`)).readUInt32BE() % 1_000_000).padStart(6, '0')

/** @returns undefined when too many are under way */
export async function beginSignIn(
  { db: { sql }, clock }: Pick<Deps, 'db' | 'clock'>,
  { client, redirectUri, state, challenge, mostAsked }: AgentRequest,
): Promise<BrowserRef | undefined> {
  const now = clock()
  const secret = randomBytes(24).toString('base64url')
  const [begun] = await sql<{ id: string }[]>`
    insert into agent_sign_ins (code_hash, browser_hash, client_hash, client_name, redirect_uri, state, challenge, most_asked, expires_at)
    select ${typedHash(codeOf(secret))}, ${hash(secret)}, ${clientHash(client.id)}, ${client.name}, ${redirectUri}, ${state},
           ${challenge}, ${mostAsked}, ${after(now, SIGN_IN_MS)}
     where (select count(*) from (select 1 from agent_sign_ins where expires_at > ${now} limit ${MOST_UNDER_WAY}) open) < ${MOST_UNDER_WAY}
    on conflict (code_hash) do nothing
    returning id`
  return begun && { id: begun.id, secret }
}

export type SignIn = {
  id: string
  clientName: string
  redirectUri: string
  state: string | null
  mostAsked: MostRole
  organizationId: string | null
  /** `T1:U1` of who agreed. */
  person: string | null
}
type Row = SignIn & { browserHash: Buffer; isEnded: boolean; isOver: boolean }

const columns = (sql: Sql, now: Date) => sql`
  id, client_name as "clientName", redirect_uri as "redirectUri", state, most_asked as "mostAsked",
  organization_id as "organizationId", person, browser_hash as "browserHash", ended_at is not null as "isEnded",
  expires_at <= ${now} or grant_hash is not null as "isOver"`

/** Finds the sign-in of a browser; undefined: it began none of that id. `isOver`: expired, or already answered. */
async function ofBrowser(sql: Sql, { id, secret }: BrowserRef, now: Date, isLocked = false): Promise<Row | undefined> {
  if (!isRowId(id)) return undefined
  const [row] = await sql<Row[]>`
    select ${columns(sql, now)}
      from agent_sign_ins
     where id = ${id}
       and browser_hash = ${hash(secret)}
       ${isLocked ? sql`for no key update` : sql``}`
  return row
}

export async function findOfBrowser(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  ref: BrowserRef,
): Promise<(SignIn & { isOver: boolean }) | undefined> {
  return ofBrowser(db.sql, ref, clock())
}

/** Finds an open sign-in that nobody else agreed to. */
export async function findByCode(sql: Sql, code: string, person: string, now: Date): Promise<SignIn | undefined> {
  const [row] = await sql<SignIn[]>`
    select ${columns(sql, now)}
      from agent_sign_ins
     where code_hash = ${typedHash(code)}
       and ${isOpen(sql, person, now)}`
  return row
}

/** True for `agent_sign_ins` that this person can still decide. */
export const isOpen = (sql: Sql, person: string, now: Date) => sql`
  expires_at > ${now} and ended_at is null and grant_hash is null and coalesce(person = ${person}, true)`

/** `location`: where the browser goes. `early`: nobody agreed yet. */
export type Entered = { kind: 'goesOn'; location: string } | { kind: 'early' | 'wrong' | 'over' }

/** Takes the number from the browser, and answers the program with a code that it can exchange once. */
export async function enterNumber(
  deps: Pick<Deps, 'db' | 'clock' | 'sign' | 'settings'>,
  ref: BrowserRef,
  typed: string,
): Promise<Entered> {
  const now = deps.clock()
  const { publicUrl } = deps.settings
  return deps.db.tx(async (sql): Promise<Entered> => {
    const row = await ofBrowser(sql, ref, now, true)
    if (!row || row.isOver) return { kind: 'over' }
    if (row.isEnded) return { kind: 'goesOn', location: answerTo({ ...row, publicUrl }, DENIED) }
    if (row.person === null) return { kind: 'early' }
    if (!isSame(typed.replaceAll(/\D/g, ''), numberOf(deps, row.id, row.person))) {
      const [tried] = await sql<[{ isEnded: boolean }]>`
        update agent_sign_ins
           set tries = tries + 1, ended_at = case when tries + 1 >= ${MOST_TRIES} then ${now}::timestamptz end
         where id = ${row.id}
        returning ended_at is not null as "isEnded"`
      return tried.isEnded ? { kind: 'goesOn', location: answerTo({ ...row, publicUrl }, DENIED) } : { kind: 'wrong' }
    }
    const code = randomBytes(32).toString('base64url')
    await sql`
      update agent_sign_ins
         set grant_hash = ${hash(code)}, grant_until = ${after(now, GRANT_MS)}
       where id = ${row.id}`
    return { kind: 'goesOn', location: answerTo({ ...row, publicUrl }, { code }) }
  })
}

const DENIED = { error: 'access_denied', error_description: 'The sign-in was refused or cancelled.' }

/** Ends the sign-in from the browser. @returns where the browser goes; undefined: it began none of that id, or it is over */
export async function cancelSignIn(
  { db: { sql }, clock, settings: { publicUrl } }: Pick<Deps, 'db' | 'clock' | 'settings'>,
  ref: BrowserRef,
): Promise<string | undefined> {
  const now = clock()
  const row = await ofBrowser(sql, ref, now)
  if (!row || row.isOver) return undefined
  await sql`update agent_sign_ins set ended_at = ${now} where id = ${row.id} and ended_at is null and grant_hash is null`
  return answerTo({ ...row, publicUrl }, DENIED)
}

export async function purgeSignIns(sql: Sql, now: Date, goesOn: GoesOn): Promise<void> {
  await inBatches(goesOn, async (limit) => {
    const { count } = await sql`
      delete from agent_sign_ins
       where id in (select id from agent_sign_ins where expires_at <= ${before(now, KEPT_MS)} limit ${limit})`
    return count
  })
}

/** The code that opens a review link which is bound to an address: sent there, typed on the page, kept as a pass by the browser. */
import { randomInt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { writeSigned, readSigned } from '../../lib/http/signed-token.js'
import { after, before, DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/duration.js'
import { badRequest } from '../../lib/errors.js'
import type { Deps, Sql } from '../../ports/deps.js'
import type { OpenLink } from './open.js'
import { hashOf, isActive, type ReviewLink } from './review-link.js'

const CODE_MS = 10 * MINUTE_MS
const MOST_TRIES = 5
const MOST_AN_HOUR = 3
const PASS_MS = 14 * DAY_MS
const PURPOSE = 'review link'
export const EMAIL_LENGTH = 254

/** Reads an address of one person. @throws BAD_REQUEST email */
export function readEmail(given: string): string {
  const email = given.trim()
  if (
    email.length > EMAIL_LENGTH ||
    !/^[^\s@<>(),;:\\"[\]\p{C}]+@[^\s@<>(),;:\\"[\]\p{C}]+\.[^\s@.<>(),;:\\"[\]\p{C}]{2,}$/u.test(email)
  )
    throw badRequest('email', (of) => `${of('email')} must be one address, such as rosa@example.com.`)
  return email
}

/** `r…@example.com` */
export const maskedEmail = (email: string): string => email.replace(/^(.).*@/u, '$1…@')

/** `tooMany`: three were sent within an hour. `refused`, `away`: as the mail server did. `ended`: the link was. */
export type CodeSent = 'sent' | 'tooMany' | 'refused' | 'away' | 'ended'

/** Sends a new code; earlier ones no longer open the link. One that the server was not there for does not count. */
export async function sendCode(
  { db, clock, mail }: Pick<Deps, 'db' | 'clock' | 'mail'>,
  { link, account: { username } }: OpenLink,
  token: string,
): Promise<CodeSent> {
  const { organizationId, id: linkId, email } = link
  if (email === null || mail === null) return 'away'
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const written = await db.tx(async (sql) => {
    const now = clock()
    if (!(await isActive(sql, link, now, 'update'))) return 'ended'
    await sql`
      delete from review_codes
       where organization_id = ${organizationId} and link_id = ${linkId} and created_at <= ${before(now, HOUR_MS)}`
    const [row] = await sql<{ id: string }[]>`
      insert into review_codes (organization_id, link_id, code_hash, created_at)
      select ${organizationId}, ${linkId}, ${hashOf(`${token} ${code}`)}, ${now}
       where (select count(*) from review_codes where organization_id = ${organizationId} and link_id = ${linkId}) < ${MOST_AN_HOUR}
      returning id`
    return row ?? 'tooMany'
  })
  if (typeof written === 'string') return written
  const sent = await mail.send({
    to: email,
    subject: `${code} is your code`,
    text: `${code} opens the pins that ${username} asks you to review. It works for ten minutes.\n\nDid you not ask for it? Then somebody else has your link: tell whoever sent it to you.`,
  })
  if (sent === 'away')
    await db.sql`
      delete from review_codes where organization_id = ${organizationId} and link_id = ${linkId} and id = ${written.id}`
  return sent
}

/** True while a code can be typed. */
export async function hasCode({ db: { sql }, clock }: Pick<Deps, 'db' | 'clock'>, { link }: OpenLink): Promise<boolean> {
  return isUsable(await lastCode(sql, link), clock())
}

/** @returns the pass for this browser; undefined: it is not the last code. `over`: there is none, or it is used, or too old */
export async function enterCode(
  deps: Pick<Deps, 'db' | 'clock' | 'sign'>,
  { link }: OpenLink,
  token: string,
  given: string,
): Promise<{ pass: string; until: Date } | 'over' | undefined> {
  const { organizationId, id: linkId, expiresAt } = link
  const code = given.replace(/\s/g, '')
  const now = deps.clock()
  const isRight = await deps.db.tx(async (sql) => {
    const last = await lastCode(sql, link, 'update')
    if (!isUsable(last, now)) return 'over'
    if (!/^\d{6}$/.test(code)) return false
    const isSame = timingSafeEqual(last.hash, hashOf(`${token} ${code}`))
    await sql`
      update review_codes
         set tries = ${isSame ? MOST_TRIES : last.tries + 1}
       where organization_id = ${organizationId} and link_id = ${linkId} and id = ${last.id}`
    return isSame
  })
  if (isRight === 'over') return 'over'
  if (!isRight) return undefined
  const until = new Date(Math.min(after(now, PASS_MS).getTime(), expiresAt.getTime()))
  return { pass: writeSigned(deps, PURPOSE, { link: placeOf(link), until: until.getTime() }), until }
}

/** True for a link without an address, and for a browser whose pass is of this link. */
export function isLetIn(deps: Pick<Deps, 'clock' | 'sign'>, { link }: OpenLink, pass: string | undefined): boolean {
  if (link.email === null) return true
  const read = pass === undefined ? undefined : readSigned(deps, PURPOSE, pass, PASS)
  return read?.link === placeOf(link) && read.until > deps.clock().getTime()
}

const PASS = z.object({ link: z.string(), until: z.number() })
const placeOf = ({ organizationId, id }: ReviewLink): string => `${organizationId}:${id}`

type Code = { id: string; hash: Buffer; tries: number; createdAt: Date }

async function lastCode(sql: Sql, { organizationId, id }: ReviewLink, lock?: 'update'): Promise<Code | undefined> {
  const [last] = await sql<Code[]>`
    select id, code_hash as hash, tries, created_at as "createdAt"
      from review_codes
     where organization_id = ${organizationId} and link_id = ${id}
     order by id desc
     limit 1 ${lock ? sql`for update` : sql``}`
  return last
}

const isUsable = (code: Code | undefined, now: Date): code is Code =>
  code !== undefined && code.tries < MOST_TRIES && code.createdAt > before(now, CODE_MS)

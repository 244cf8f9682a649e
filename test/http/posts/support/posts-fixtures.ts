/** What the tests of the post rules ask for at /v1: pictures that are staged, refusals that write nothing. */
import { expect } from 'vitest'
import { countWaiting } from '../../../db/support/waiting.js'
import type { Sql } from '../../../../src/core/ports/deps.js'
import { aPicture, copy, inDays, mediaUrl, type Answer, type Server } from '../../support/support.js'

export const postsOf = ({ accountId }: Pick<Server, 'accountId'>) => `/v1/accounts/${accountId}/posts`
export const at = (days = 1) => ({ sendAt: inDays(days).toISOString() })
export const complete = { mediaUrl, ...copy, boardId: '101' }
export const seconds = (at: Date) => at.getTime() / 1000

export const create = (server: Server, body: object) => server.call('POST', postsOf(server), body)

/** Creates, and expects that it was. */
export async function created(server: Server, body: object) {
  const { status, body: answer } = await create(server, body)
  expect([status, answer.error]).toEqual([201, undefined])
  return answer.data.post
}

/** The id of an upload whose bytes were PUT. */
export async function anUpload(
  { call, app }: Server,
  { bytes, extension = 'jpg' }: { bytes?: Buffer; extension?: string } = {},
): Promise<string> {
  const { uploadId, uploadUrl, contentType } = (await call('POST', '/v1/media/uploads', { extension })).body.data.upload
  const put = await app.inject({
    method: 'PUT',
    url: uploadUrl.replace('https://pinslot.test', ''),
    headers: { 'content-type': contentType },
    payload: bytes ?? (await aPicture()),
  })
  expect(put.statusCode).toBe(200)
  return uploadId
}

/** The address of a picture of this size; asking twice gives the same one. */
export async function aPictureUrl({ samples }: Server, width: number, height: number): Promise<string> {
  const name = `${width}x${height}.jpg`
  if (!samples.has(name)) samples.set(name, await aPicture({ width, height }))
  return `https://sample.test/${name}`
}

/** What a write of posts leaves behind, by count. */
export async function written({ deps: { db }, organizationId }: Server): Promise<Record<string, number>> {
  const [row] = await db.sql<[Record<string, number>]>`
    select (select count(*)::int from posts where organization_id = ${organizationId}) as posts,
           (select coalesce(sum(version), 0)::int from posts where organization_id = ${organizationId}) as versions,
           (select count(*)::int from credit_ledger where organization_id = ${organizationId}) as ledger,
           (select count(*)::int from uploads where organization_id = ${organizationId} and attached_at is not null) as attached`
  return row
}

/** Asks, and expects a 400 that names the field and wrote nothing. */
export async function expectRefused(server: Server, ask: () => Promise<Answer>, field: string): Promise<Answer> {
  const before = await written(server)
  const answer = await ask()
  expect([answer.status, answer.body.error?.code, answer.body.error?.field]).toEqual([400, 'BAD_REQUEST', field])
  expect(answer.body.error?.message).toContain(field)
  expect(await written(server)).toEqual(before)
  return answer
}

/** Boards '201', '202' and so on, in the cache; '201' has the section '2011'. */
export async function boardsOf({ deps: { db }, organizationId, accountId, clock }: Server, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => String(201 + index))
  for (const id of ids) {
    await db.sql`
      insert into boards (organization_id, account_id, id, name, privacy, fetched_at)
      values (${organizationId}, ${accountId}, ${id}, ${`Board ${id}`}, 'public', ${clock.now})`
  }
  await db.sql`
    insert into board_sections (organization_id, account_id, board_id, id, name, fetched_at)
    values (${organizationId}, ${accountId}, '201', '2011', 'Shelves', ${clock.now})`
  return ids
}

/** Does `work` in a transaction that stays open. @returns commits it */
export async function inOpenTransaction(
  { deps: { db } }: Server,
  work: (sql: Sql) => Promise<unknown>,
): Promise<() => Promise<unknown>> {
  let commit: () => void = () => {}
  const told = new Promise<void>((resolve) => (commit = resolve))
  let transaction: Promise<unknown> = Promise.resolve()
  await new Promise<void>((resolve, reject) => {
    transaction = db.tx(async (sql) => {
      await work(sql)
      resolve()
      await told
    })
    transaction.catch(reject)
  })
  return () => {
    commit()
    return transaction
  }
}

/** The schedule lock of the account, as a rebuild holds it. */
export const lockSchedule = (server: Server) =>
  inOpenTransaction(server, (sql) => sql`select id from schedules where organization_id = ${server.organizationId} for update`)

/** Until a statement of this database waits for a lock. */
export const untilSomebodyWaits = ({ deps: { db } }: Server): Promise<void> =>
  expect.poll(() => countWaiting(db)).toBeGreaterThan(0)

/** Reading a board back after an answer that never came, and what follows from it. */
import { noteRefusal } from '../../accounts/ask-platform.js'
import { withAccess } from '../../accounts/with-access.js'
import { DomainError } from '../../errors.js'
import { tell } from '../../notices.js'
import { PlatformError, type PlatformAccess, type PlatformPin } from '../../platform-port.js'
import type { Deps, Sql } from '../../ports.js'
import { countAbsent, readAttempt, type AttemptRow } from './attempt.js'
import type { Claimed } from './claim-row.js'
import { MISSED_AFTER_MS } from './lateness.js'
import type { PublishEnd } from './publish-deps.js'
import { matchPins, MAX_PAGES, nextReadBack, READ_BACK_AFTER_MS } from './reconcile.js'
import { awaitReadBack, handBack, settleFailed } from './settle.js'
import { settleSent } from './settle-sent.js'
import { failureMessage, unconfirmedMessage } from './settle-words.js'

export type ReadBackDeps = Pick<Deps, 'db' | 'clock' | 'platform' | 'sealer'>

/** While the board cannot be read. */
const READ_AGAIN_MS = [10_000, 60_000, 300_000, 600_000]

/** One look at the board. @throws what the database throws: the look is then repeated when the lease is over */
export async function readBack(deps: ReadBackDeps, claimed: Claimed): Promise<PublishEnd> {
  const attempt = await readAttempt(deps.db.sql, claimed)
  if (attempt?.state !== 'unknown' || !attempt.payload || !attempt.sendingAt) return { kind: 'overtaken' }
  const sent = { ...attempt, payload: attempt.payload, sendingAt: attempt.sendingAt }
  const pins = await readBoard(deps, claimed)
  if (pins === undefined) return waitForBoard(deps, claimed, sent)

  const claimedPinIds = await findClaimedPins(deps.db.sql, claimed, pins)
  const match = matchPins({ ...sent, pins, claimedPinIds })
  const now = deps.clock()
  switch (match.kind) {
    case 'found': {
      const { pinId, createdAt } = match
      const settled = await settleSent(deps.db, claimed, { pinId, sentAt: createdAt, as: 'found', word: null }, now)
      return settled ? { kind: 'sent', pinId } : { kind: 'overtaken' }
    }
    case 'ambiguous':
      return giveUp(deps, claimed, 'ambiguous')
    case 'absent':
      return notThere(deps, claimed, sent)
  }
}

type SentAttempt = AttemptRow & { payload: NonNullable<AttemptRow['payload']>; sendingAt: Date }

/** Not yet, or not at all: after the last look one more attempt is made, and never a third. */
async function notThere(
  { db, clock }: ReadBackDeps,
  claimed: Claimed,
  { sendingAt, readBacks }: SentAttempt,
): Promise<PublishEnd> {
  const looks = readBacks + 1
  const dueAt = nextReadBack(sendingAt, looks)
  const now = clock()
  if (dueAt) {
    const waiting = await awaitReadBack(db, claimed, { dueAt, readBacks: looks })
    return waiting ? { kind: 'unknown', message: `not on the board at look ${looks}` } : { kind: 'overtaken' }
  }
  if ((await countAbsent(db.sql, claimed)) > 0) return giveUp({ db, clock }, claimed, 'absent')
  const message = 'not on the board: one more attempt'
  const back = { dueAt: now, tries: claimed.tries, as: 'absent', reason: message } as const
  return (await handBack(db, claimed, back, now)) ? { kind: 'again', dueAt: now, message, isOurs: false } : { kind: 'overtaken' }
}

async function giveUp(
  { db, clock }: Pick<ReadBackDeps, 'db' | 'clock'>,
  claimed: Claimed,
  as: 'absent' | 'ambiguous',
): Promise<PublishEnd> {
  const message = failureMessage('outcome_unknown')
  const failed = await settleFailed(db, claimed, { reason: 'outcome_unknown', message, as }, clock())
  return failed ? { kind: 'failed', reason: 'outcome_unknown', message } : { kind: 'overtaken' }
}

/** A read that fails decides nothing; it is told, and ends after 24 hours. */
async function waitForBoard(deps: ReadBackDeps, claimed: Claimed, { sendingAt, readBacks }: SentAttempt): Promise<PublishEnd> {
  const { db, clock } = deps
  const now = clock()
  const sinceMs = now.getTime() - sendingAt.getTime()
  if (sinceMs >= MISSED_AFTER_MS) return giveUp(deps, claimed, 'ambiguous')
  const { organizationId, account, postId, attemptNumber } = claimed
  const destination = `account:${account.id}`
  const dedupeKey = `post:${postId}/${attemptNumber}:unconfirmed`
  const notice = { kind: 'pinLate', accountId: account.id, postId, message: unconfirmedMessage } as const
  await db.tx(async (sql) => {
    await sql`
      update posts
         set late_told = true
       where organization_id = ${organizationId}
         and id = ${postId}
         and status = 'uploading'
         and attempt_number = ${attemptNumber}` // once it is known that nothing went out, no second story is told
    await tell(sql, { organizationId, destination, orderKey: destination, dedupeKey, notice }, now)
  })
  const waitMs = READ_AGAIN_MS.find((ms) => ms >= sinceMs / 2) ?? READ_AGAIN_MS.at(-1) ?? READ_BACK_AFTER_MS[0]!
  const dueAt = new Date(Math.min(now.getTime() + waitMs, sendingAt.getTime() + MISSED_AFTER_MS))
  const waiting = await awaitReadBack(db, claimed, { dueAt, readBacks })
  return waiting ? { kind: 'unknown', message: 'the board could not be read' } : { kind: 'overtaken' }
}

/** The whole board. @returns undefined when it cannot be read now, or is too large to be read whole */
async function readBoard(deps: ReadBackDeps, claimed: Claimed): Promise<PlatformPin[] | undefined> {
  try {
    return await withAccess(deps, claimed.account, (access) => readPages(deps, claimed, access))
  } catch (error) {
    if (!(error instanceof DomainError || error instanceof PlatformError)) throw error
    await noteRefusal(deps, claimed.account, error)
    return undefined
  }
}

async function readPages(
  { platform }: ReadBackDeps,
  { boardId }: Claimed,
  access: PlatformAccess,
): Promise<PlatformPin[] | undefined> {
  const pins: PlatformPin[] = []
  let bookmark: string | undefined
  for (let page = 0; page < MAX_PAGES; page++) {
    const read = await platform.listBoardPins(access, boardId, bookmark)
    pins.push(...read.items)
    if (read.bookmark === null) return pins
    bookmark = read.bookmark
  }
  return undefined
}

async function findClaimedPins(
  sql: Sql,
  { organizationId, account, postId }: Claimed,
  pins: PlatformPin[],
): Promise<Set<string>> {
  const rows = await sql<{ pinId: string }[]>`
    select pin_id as "pinId"
      from posts
     where organization_id = ${organizationId}
       and account_id = ${account.id}
       and pin_id = any(${pins.map(({ id }) => id)}::text[])
       and id <> ${postId}`
  return new Set(rows.map(({ pinId }) => pinId))
}

/** Imports a file of pins: reports the lines that are wrong, and keeps the others to be written. */
import type { Account } from '../../accounts/account.js'
import { requireAccount } from '../../accounts/accounts.js'
import { recordAct } from '../../audit/audit.js'
import { countCharges } from '../../billing/ledger.js'
import type { Actor } from '../../lib/actor.js'
import { mediaBusy } from '../../lib/errors.js'
import { makeFairSemaphore } from '../../lib/work/fair-semaphore.js'
import { lockRoom, requireRoom, type Room } from '../../lib/work/room.js'
import { requireStagedFile, takeUpload } from '../../media/uploads.js'
import type { BeforeCommit, Deps } from '../../ports/deps.js'
import { isApprovalNeeded, requireMayScheduleOrAsk } from '../../posts/approval/request.js'
import { requireApprovals } from '../../many/batch/check.js'
import { requireMayMake } from '../../posts/permissions.js'
import { type Import, type ImportPreview, MOST_BYTES, MOST_ERRORS, type NewImport } from './model.js'
import { readFile, type ReadFile } from './read.js'
import { insertImport } from './store.js'

/** Limits the files in memory: up to 10 MB each, and what was read of them. */
const withLimit = makeFairSemaphore({ atOnce: 3, perOrganization: 1, waitMs: 30_000, refusal: mediaBusy })

/**
 * Reads a file of pins and keeps its valid lines, which writeChunk() writes a hundred at a time for the sender and with their
 * current rights. Lines with a time are published then, the others as `mode` says, by the rules of a batch; wrong lines are left
 * out with the reason.
 * @throws FORBIDDEN · NOT_FOUND · BAD_REQUEST csv or uploadId (the file), mapping, mode · CONFLICT upload_already_attached ·
 * TOO_MANY_REQUESTS others are still being written · SERVICE_UNAVAILABLE
 * @see docs/contract.md#imports
 */
export async function createImport(
  deps: Deps,
  actor: Actor,
  input: NewImport,
  beforeCommit?: BeforeCommit<Import>,
): Promise<Import> {
  const { db, clock } = deps
  const read = await readNow(deps, actor, input)
  return db.tx(async (sql) => {
    const now = clock()
    const account = await requireAccount(sql, actor, input.accountId)
    await lockRoom(sql, account, ROOM)
    await requireRoom(sql, account, ROOM)
    const { file, mode } = input
    if (file.kind === 'upload') await takeUpload(sql, actor, file.uploadId, 'uploadId', now)
    const made = await insertImport(sql, actor, { ...read, accountId: account.id, mode }, now)
    const { accountId, rows, failed } = made
    await recordAct(
      sql,
      actor,
      { accountId, subject: `import:${made.id ?? ''}`, action: 'create', after: { rows, failed, mode } },
      now,
    )
    await sql`select pg_notify('imports_due', '')`
    await beforeCommit?.(sql, made)
    return made
  })
}

/**
 * Returns what createImport() would do with the current credit, without writing or locking. Media are not read: a picture that
 * cannot be fetched is found when its line is written.
 * @throws as createImport()
 */
export async function previewImport(deps: Deps, actor: Actor, input: NewImport): Promise<ImportPreview> {
  const { account, chunks: _, timed, ...read } = await readNow(deps, actor, input)
  const unpaid = await refuseUnpaid(deps, actor, account, { timed, mode: input.mode })
  const failed = read.failed + unpaid.length
  const created = read.rows - failed
  return {
    ...read,
    id: null,
    accountId: account.id,
    status: created > 0 ? 'success' : 'failed',
    mode: input.mode,
    created,
    failed,
    stoppedBecause: null,
    createdAt: deps.clock(),
    errors: [...read.errors, ...unpaid].sort((a, b) => a.line - b.line).slice(0, MOST_ERRORS),
    slots: read.slots.filter(({ line }) => !unpaid.some((one) => one.line === line)),
  }
}

async function readNow(deps: Deps, actor: Actor, input: NewImport): Promise<ReadFile & { account: Account }> {
  const { accountId, mapping, dateOrder, mode, sample } = input
  requireMayMake(actor, accountId)
  const account = await requireAccount(deps.db.sql, actor, accountId)
  if (mode === 'approval') requireApprovals(actor, account)
  if (mode === 'schedule') requireMayScheduleOrAsk(actor, account)
  return withLimit(actor.organizationId, async () => {
    const read = await readFile(
      deps,
      actor,
      account,
      { ...(await openFile(deps, actor, input)), mapping, dateOrder, mode, sample },
      deps.clock(),
    )
    if (mode !== 'approval' && read.timed.length > 0) requireMayScheduleOrAsk(actor, account)
    return { ...read, account }
  })
}

async function openFile(deps: Deps, actor: Actor, { file }: NewImport): Promise<{ bytes: Uint8Array; field: string }> {
  if (file.kind === 'text') return { bytes: Buffer.from(file.text), field: 'csv' }
  if (file.kind === 'bytes') return { bytes: file.bytes, field: 'csv' }
  const field = 'uploadId'
  const { storageKey } = await requireStagedFile(deps, actor, file.uploadId, field)
  return { bytes: await deps.storage.readRange(storageKey, 0, MOST_BYTES + 1), field }
}

/** Refuses the last lines when the credit does not cover all that are scheduled at once. */
async function refuseUnpaid(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  account: Account,
  { timed, mode }: { timed: readonly number[]; mode: NewImport['mode'] },
): Promise<{ line: number; message: string }[]> {
  if (mode === 'approval' || timed.length === 0 || isApprovalNeeded(actor, account.id)) return []
  const { fits, denial } = await countCharges(db.sql, account, { count: timed.length, mode: 'read' }, clock())
  return denial ? timed.slice(fits).map((line) => ({ line, message: denial.message })) : []
}

/** The most open imports, because their lines are in the database until they are written. */
const ROOM: Room = {
  table: 'imports',
  most: { account: 3, organization: 20 },
  rows: 'imports',
  beingDone: 'written',
  retryAfterSeconds: 60,
}

/** Reads a file of Slack's for the card of an import. */
import { createHash } from 'node:crypto'
import type { WebClient } from '@slack/web-api'
import type { ImportColumn } from '../../../../blocks/imports/forms.js'
import { importMessage, type ImportStage, LINES_SHOWN } from '../../../../blocks/imports/card.js'
import type { ImportRef } from '../../../../blocks/imports/memory.js'
import type { Message } from '../../../../blocks/kit/kit.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { hasRoleOn } from '../../../core/accounts/people/roles.js'
import { DomainError } from '../../../core/lib/errors.js'
import { listBoards } from '../../../core/boards/boards.js'
import { canUndoImport } from '../../../core/sources/imports/undo.js'
import { previewImport } from '../../../core/sources/imports/create.js'
import type { ImportError, ImportField, ImportPreview, Mapping, NewImport } from '../../../core/sources/imports/model.js'
import { readHeader } from '../../../core/sources/imports/read.js'
import { readImport } from '../../../core/sources/imports/store.js'
import type { SlackDeps } from '../../listener.js'
import { chosenAccount } from '../../accounts.js'
import { schedulingOf } from '../../people/rights.js'
import { explain } from '../../reply/errors.js'

/** The name of the file in the core's refusals. */
const FIELD = 'csv'

/** Reads the file and maps its columns as chosen so far. @throws BAD_REQUEST: it cannot be loaded, or is no CSV in UTF-8 */
export async function openTable(
  deps: SlackDeps,
  client: WebClient,
  { fileId, name, from, mapping }: ImportRef,
): Promise<{ bytes: Buffer; columns: ImportColumn[]; mapping: Mapping }> {
  const bytes = await deps.readSlackTable(client, { id: fileId, name, from })
  const { columns } = await readHeader(bytes, { field: FIELD })
  if (!mapping) return { bytes, columns, mapping: {} }
  const fields = new Map(
    Object.entries(mapping).flatMap(([field, places]) => [places].flat().map((index) => [index, field as ImportField] as const)),
  )
  const mapped = columns.map((column, index) => ({ ...column, field: fields.get(index) ?? null }))
  return {
    bytes,
    columns: mapped,
    mapping: Object.fromEntries(mapped.flatMap(({ name: own, field }) => (own === '' ? [] : [[own, field]]))),
  }
}

/** Returns the import that "Import" would begin. @throws as openTable() */
export async function inputOf(
  deps: SlackDeps,
  client: WebClient,
  ref: ImportRef,
): Promise<NewImport & { columns: ImportColumn[] }> {
  const { bytes, columns, mapping } = await openTable(deps, client, ref)
  const { accountId, mode, order } = ref
  return { accountId, file: { kind: 'bytes', bytes }, mapping, dateOrder: order, mode, columns }
}

/** Fingerprint of the file's bytes. */
export const fingerprintOfFile = ({ file }: Pick<NewImport, 'file'>): string =>
  createHash('sha256')
    .update(file.kind === 'bytes' ? file.bytes : '')
    .digest('base64url')
    .slice(0, 16)

/** Previews the import of the file. @throws as previewImport() */
export async function previewNow(deps: SlackDeps, client: WebClient, member: Member, ref: ImportRef): Promise<ImportPreview> {
  const { columns: _, ...input } = await inputOf(deps, client, ref)
  return previewImport(deps, member.actor, input)
}

/** Reads the import and its possible next steps, also for a file that is refused. */
export async function importNow(deps: SlackDeps, client: WebClient, member: Member, ref: ImportRef): Promise<Message> {
  const { accounts, account } = await chosenAccount(deps, { ...member, currentAccountId: ref.accountId })
  const shown = { ref, ...(accounts.length > 1 && { account: account.username }) }
  return importMessage({ ...shown, stage: await stageOf(deps, client, member, ref, usualModes(member, account)) })
}

type Modes = readonly ImportRef['mode'][]

/** Lists what can be done with lines without a time, the usual choice first. */
export function usualModes({ actor }: Member, account: Parameters<typeof schedulingOf>[1]): Modes {
  switch (schedulingOf(actor, account)) {
    case 'direct':
      return ['schedule', 'draft']
    case 'asks':
      return ['approval', 'draft']
    case 'never':
      return ['draft']
  }
}

async function stageOf(deps: SlackDeps, client: WebClient, member: Member, ref: ImportRef, modes: Modes): Promise<ImportStage> {
  const { accountId, importId } = ref
  if (importId !== undefined) {
    const found = await readImport(deps, member.actor, { accountId, importId })
    if (found.status === 'success' || found.status === 'failed')
      return { kind: 'over', import: found, canUndo: canUndoImport(found, deps.clock()) }
    return { kind: 'running', import: found }
  }
  let canMap = false
  try {
    const { columns, ...input } = await inputOf(deps, client, ref)
    canMap = columns.length > 1
    if (!columns.some(({ field }) => field === 'mediaUrl'))
      return { kind: 'unknown', columns: columns.map(({ name }) => name).filter(Boolean) }
    const preview = await previewImport(deps, member.actor, { ...input, sample: LINES_SHOWN })
    const { boards } = await listBoards(deps, member.actor, { accountId })
    return {
      kind: 'preview',
      preview,
      boards: new Map(boards.map(({ id, name }) => [id, name])),
      mayCreateBoards: hasRoleOn(member.actor, accountId, 'scheduler'),
      otherMode: modes.find((mode) => mode !== ref.mode) ?? null,
      shown: fingerprintOfFile(input),
    }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const { unreadTimes } = error.details
    if (unreadTimes) return { kind: 'unreadTimes', columns: unreadTimes }
    const { sentence, field } = explain(deps, error, { fileId: ref.fileId })
    return { kind: 'refused', sentence, canMap: canMap && (field === FIELD || field === 'mapping') }
  }
}

/** Lists problems of the lines, of the import or of its preview. */
export async function problemsOf(
  deps: SlackDeps,
  client: WebClient,
  member: Member,
  ref: ImportRef,
): Promise<{ errors: ImportError[]; refused: number }> {
  const { accountId, importId } = ref
  const { errors, failed } =
    importId === undefined
      ? await previewNow(deps, client, member, ref)
      : await readImport(deps, member.actor, { accountId, importId })
  return { errors, refused: failed }
}

/** The buttons on the card of an import, and the form that maps its columns. */
import { action as importsCardAction } from '../../../../blocks/imports/card.js'
import type { WebClient } from '@slack/web-api'
import {
  action as importsFormsAction,
  view,
  ASKED,
  columnInput,
  importColumnsView,
  importProblemsView,
  NO_COLUMN,
  orderInput,
} from '../../../../blocks/imports/forms.js'
import {
  importColumnsMemory,
  importProblemsMemory,
  type ImportProblemsMemory,
  type ImportRef,
  readImportRef,
} from '../../../../blocks/imports/memory.js'
import { createBoard } from '../../../core/boards/create-board.js'
import { DATE_ORDERS } from '../../../core/sources/imports/days.js'
import type { Import, ImportField } from '../../../core/sources/imports/model.js'
import { cancelImport } from '../../../core/sources/imports/cancel.js'
import { undoImport } from '../../../core/sources/imports/undo.js'
import { createImport } from '../../../core/sources/imports/create.js'
import { csvLines } from '../../../core/many/csv-cells.js'
import { badRequest, DomainError, notFound } from '../../../core/lib/errors.js'
import { requireMayMake } from '../../../core/posts/permissions.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { boardErrorText } from '../boards/errors.js'
import { openInTime } from '../../forms/open.js'
import { submitOnce } from '../../forms/submit-once.js'
import { chosen } from '../../forms/values.js'
import { onAction, type ActionArgs, type SlackDeps, onView } from '../../listener.js'
import { sendFile } from '../../reply/send-file.js'
import { fingerprintOfFile, importNow, inputOf, openTable, problemsOf } from './read.js'
import type { Actor } from '../../../core/lib/actor.js'
import { SECOND_MS } from '../../../core/lib/duration.js'
import { readImport } from '../../../core/sources/imports/store.js'

type Place = { channel: string; ts: string }

/** @throws NOT_FOUND the click was in another view than ours */
function pressedIn({ action, body }: ActionArgs): { ref: ImportRef; place: Place } {
  const channel = body.channel?.id
  const ts = body.message?.ts
  if (action.type !== 'button' || channel === undefined || ts === undefined) throw notFound('Resource')
  return { ref: readImportRef(action.value ?? ''), place: { channel, ts } }
}

async function show(deps: SlackDeps, client: WebClient, member: Member, place: Place, ref: ImportRef): Promise<void> {
  await client.chat.update({ ...place, ...(await importNow(deps, client, member, ref)) })
}

/** Begins one import for each message, however often and by whom the button is clicked. */
onAction(importsCardAction.importPins, async (deps, args) => {
  const { client, context } = args
  const { actor } = context.member
  const { ref: pressed, place } = pressedIn(args)
  const { shown, ...ref } = pressed
  const { columns: _, ...input } = await inputOf(deps, client, ref)
  if (shown !== fingerprintOfFile(input)) return show(deps, client, context.member, place, ref) // the file was edited: show its current content
  const { data: importId } = await submitOnce(
    deps,
    { actor, viewId: `${place.channel}:${place.ts}`, callbackId: args.action.action_id, input: { fileId: ref.fileId } },
    (beforeCommit) => createImport(deps, actor, input, beforeCommit),
    ({ id }: Import) => id ?? '',
  )
  const { mapping: __, ...begun } = { ...ref, importId }
  await show(deps, client, context.member, place, begun)
  followImport(deps, { ref: begun, actor, show: () => show(deps, client, context.member, place, begun) })
})

/** Shows the preview in another mode, or the progress. */
onAction([importsCardAction.importMode, importsCardAction.importRefresh], async (deps, args) => {
  const { ref, place } = pressedIn(args)
  await show(deps, args.client, args.context.member, place, ref)
})

/** Cancels the import and shows its state, also if it was already over. */
onAction(importsCardAction.importCancel, async (deps, args) => {
  const { ref, place } = pressedIn(args)
  const { actor } = args.context.member
  await cancelImport(deps, actor, { accountId: ref.accountId, importId: ref.importId ?? '' }).catch((error: unknown) => {
    if (!(error instanceof DomainError) || error.details.reason !== 'import_over') throw error
  })
  await show(deps, args.client, args.context.member, place, ref)
})

/** Undoes all pins of the import at once, for ten minutes. */
onAction(importsCardAction.importUndo, async (deps, args) => {
  const { ref, place } = pressedIn(args)
  await undoImport(deps, args.context.member.actor, { accountId: ref.accountId, importId: ref.importId ?? '' })
  await show(deps, args.client, args.context.member, place, ref)
})

/** Creates the board that lines name, once even if two people click at once. */
onAction(importsCardAction.importBoard, async (deps, args) => {
  const { ref: pressed, place } = pressedIn(args)
  const { board = '', ...ref } = pressed
  const { client, context } = args
  const wanted = { accountId: ref.accountId, name: board, description: null, privacy: 'public', ifMissing: true }
  await createBoard(deps, context.member.actor, wanted).catch((error: unknown) => {
    throw boardErrorText(error, 'makeBoard')
  })
  await show(deps, client, context.member, place, ref)
})

onAction(importsCardAction.importColumns, async (deps, args) => {
  const { body, client, context } = args
  const { ref, place } = pressedIn(args)
  requireMayMake(context.member.actor, ref.accountId)
  await openInTime(deps, { client, triggerId: body.trigger_id, how: 'open', title: 'Columns' }, async () => {
    const { columns } = await openTable(deps, client, ref)
    return importColumnsView({ ref, place }, columns)
  })
})

/**
 * Stores the chosen columns. Fields that are not in the form keep the mapping by column names, and so do further columns of a
 * field whose first one stays.
 */
onView(view.importColumns, async (deps, { view, client, context, ack }) => {
  const { member } = context
  const { ref, place } = importColumnsMemory.read(view)
  const { columns } = await openTable(deps, client, ref)
  const placesOf = (field: ImportField) => columns.flatMap((column, index) => (column.field === field ? index : []))
  const mapping: NonNullable<ImportRef['mapping']> = {}
  for (const { field } of columns) if (field && !ASKED.includes(field)) mapping[field] = placesOf(field)
  const takenBy = new Map<number, ImportField>()
  for (const asked of ASKED) {
    const value = chosen(view, columnInput(asked))?.id ?? NO_COLUMN
    if (value === NO_COLUMN) continue
    const index = Number(value)
    if (takenBy.has(index))
      throw badRequest(columnInput(asked), 'You’ve already chosen this column above. Choose another one, or none.')
    takenBy.set(index, asked)
  }
  for (const [index, asked] of takenBy) {
    const [first, ...further] = placesOf(asked)
    mapping[asked] = first === index ? [index, ...further.filter((other) => !takenBy.has(other))] : index
  }
  for (const field of Object.keys(mapping) as ImportField[])
    if (!ASKED.includes(field) && placesOf(field).some((index) => takenBy.has(index))) delete mapping[field]
  const { order: _, ...rest } = ref
  const order = DATE_ORDERS.find((one) => one === chosen(view, orderInput)?.id)
  await ack()
  await show(deps, client, member, place, { ...rest, mapping, ...(order && { order }) })
})

const problemsNow = async (deps: SlackDeps, client: WebClient, member: Member, memory: ImportProblemsMemory) => {
  const { errors, refused } = await problemsOf(deps, client, member, memory.ref)
  return importProblemsView(memory, errors, refused)
}

onAction(importsCardAction.importProblems, async (deps, args) => {
  const { body, client, context } = args
  const { ref } = pressedIn(args)
  await openInTime(deps, { client, triggerId: body.trigger_id, how: 'open', title: 'Problems' }, () =>
    problemsNow(deps, client, context.member, { ref, at: 0 }),
  )
})

onAction(
  [importsFormsAction.importProblemsNext, importsFormsAction.importProblemsFirst],
  async (deps, { action, body, client, context }) => {
    const { view } = body
    if (!view || action.type !== 'button') return
    const memory = { ...importProblemsMemory.read(view), at: Number(action.value) }
    await client.views.update({ view_id: view.id, view: await problemsNow(deps, client, context.member, memory) })
  },
)

/** Sends all problems as a file, to be opened beside the imported one. */
onAction(importsFormsAction.importProblemsFile, async (deps, { body, client, context }) => {
  if (!body.view) return
  const { ref } = importProblemsMemory.read(body.view)
  const { errors } = await problemsOf(deps, client, context.member, ref)
  const rows = errors.map(({ line, column, message }) => [line, column ?? '', message])
  await sendFile(client, context.slackUserId, {
    name: `problems-${ref.name.replace(/\.csv$/i, '')}.csv`,
    text: `What can’t be imported from ${ref.name}`,
    bytes: Buffer.from(`\ufeff${csvLines([['Line', 'Column', 'Problem'], ...rows])}`),
  })
})

/** Intervals of progress, short at first because most files are short. Slack takes one change of a message a second. */
const OFTEN = { everyMs: 1.5 * SECOND_MS, times: 40 }
const SELDOM = { everyMs: 10 * SECOND_MS, times: 360 }

type Following = { ref: ImportRef; actor: Actor; show: () => Promise<void> }

function followImport(deps: SlackDeps, { ref, actor, show }: Following): void {
  const { accountId, importId = '' } = ref
  let shown = 0
  let turns = 0
  const look = async (): Promise<void> => {
    const { status, created, failed } = await readImport(deps, actor, { accountId, importId })
    const isOver = status === 'success' || status === 'failed'
    if (isOver || created + failed !== shown) await show()
    shown = created + failed
    if (!isOver) later()
  }
  const later = () => {
    turns++
    if (turns > OFTEN.times + SELDOM.times) return
    const waitMs = turns > OFTEN.times ? SELDOM.everyMs : OFTEN.everyMs
    setTimeout(() => {
      look().catch((error: unknown) => deps.log.info({ err: error, importId }, 'the progress of an import was not shown'))
    }, waitMs).unref()
  }
  later()
}

/** "Fix all": fixes pins that failed for the same reason, and schedules them together. */
import type { ModalView } from '@slack/types'
import { connectNotice } from '../../../../blocks/admin/connect.js'
import { action, view, fixManyView, type FixManyRef } from '../../../../blocks/bulk/fix.js'
import { type FixManyMemory, fixManyMemory, type ManyEdit } from '../../../../blocks/bulk/memory.js'
import { field } from '../../../../blocks/ids.js'
import { noticeView } from '../../../../blocks/kit/sentence.js'
import type { Problem } from '../../../../blocks/kit/problem.js'
import type { Account } from '../../../core/accounts/account.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { changeMany } from '../../../core/many/bulk/change.js'
import { findMany } from '../../../core/many/bulk/find.js'
import { type Fix, fixOf } from '../../../core/many/bulk/fix.js'
import { type ChangeMany, MOST_CHANGED } from '../../../core/many/bulk/model.js'
import { badRequest, notFound } from '../../../core/lib/errors.js'
import { requireMaySchedule } from '../../../core/posts/permissions.js'
import { openInTime } from '../../forms/open.js'
import { slowButton } from '../../forms/slow-form.js'
import { chosen, typedAddress } from '../../forms/values.js'
import { onAction, type SlackDeps, onView } from '../../listener.js'
import { chosenAccount, mayReconnect } from '../../accounts.js'
import { whenceOf } from '../pins/click.js'
import { valueOf } from '../cards/pressed.js'
import { doMany } from './preview.js'
import { nameOf, rowsOf, seenIn } from './rows.js'

type ForAll = Exclude<Fix, 'each'>
type Board = { id: string; name: string } | null

onAction(action.fixMany, async (deps, args) => {
  const { body, client, context } = args
  const { member } = context
  const ref = valueOf<FixManyRef>(args)
  requireMaySchedule(member.actor, ref.accountId, 'change')
  const memory = { ...ref, whence: whenceOf(args, body.view?.type === 'home' ? 'home' : 'list') }
  const how = body.view?.type === 'modal' ? 'push' : 'open'
  await openInTime(deps, { client, triggerId: body.trigger_id, how, title: 'Fix all' }, async () => {
    const { account } = await chosenAccount(deps, { ...member, currentAccountId: ref.accountId })
    if (fixFor(ref) === 'connection' && account.tokenStatus === 'unauthorized') return disconnectedView(member, account)
    return fixView(deps, member, memory, { board: null })
  })
})

function disconnectedView(member: Member, account: Account): ModalView {
  if (mayReconnect(member, account.id))
    return connectNotice(`${account.username} is disconnected. Reconnect it, then fix them.`, account)
  return noticeView(`${account.username} is disconnected. Ask an admin to reconnect it with /pin connect.`)
}

/** @throws NOT_FOUND no change fixes all of them */
function fixFor({ reason }: Pick<FixManyRef, 'reason'>): ForAll {
  const fix = fixOf(reason)
  if (fix === 'each') throw notFound('Resource')
  return fix
}

async function fixView(
  deps: SlackDeps,
  member: Member,
  { seen: _, boardId: __, ...memory }: FixManyMemory,
  { board, url = '', problem }: { board: Board; url?: string; problem?: Problem },
): Promise<ModalView> {
  const fix = fixFor(memory)
  const account = await nameOf(deps, member, memory.accountId)
  const shown = { fix, board, account, ...(problem && { problem }) }
  if (fix === 'board' && board === null) {
    const filter = filterOf(memory)
    const titles = await findMany(deps, member.actor, { accountId: memory.accountId, filter, limit: MOST_CHANGED })
    return fixManyView({ ...shown, memory, rows: undefined, titles, matched: titles.length })
  }
  const change = await changeMany(deps, member.actor, { ...inputOf(memory, fix, board?.id, url), preview: true })
  const previewed = { ...memory, seen: seenIn(change), ...(board && { boardId: board.id }) }
  return fixManyView({ ...shown, memory: previewed, rows: rowsOf(deps, change), titles: [], matched: change.matched })
}

const filterOf = ({ reason }: Pick<FixManyMemory, 'reason'>) =>
  ({ status: 'draft', boardId: null, failureReason: reason, from: null, to: null, text: null }) as const

function inputOf(memory: FixManyMemory, fix: ForAll, boardId: string | undefined, url: string): Omit<ChangeMany, 'preview'> {
  const edit: ManyEdit = {
    ...(boardId !== undefined && { boardId }),
    ...(fix === 'section' && boardId === undefined && { boardSectionId: null }),
    ...(url !== '' && { url }),
  }
  return {
    accountId: memory.accountId,
    which: { kind: 'filter', filter: filterOf(memory) },
    action: { kind: 'reschedule', ...(Object.keys(edit).length > 0 && { edit }) },
  }
}

/** Previews the pins on the chosen board. */
onAction(action.fixBoard, async (deps, args) => {
  const { body, context } = args
  const { view } = body
  if (!view) return
  const memory = fixManyMemory.read(view)
  await slowButton(deps, args, {
    work: fixView(deps, context.member, memory, { board: chosen(view, field.board), url: typedAddress(view, field.link) }),
    working: 'Finding times…',
    result: (shown) => Promise.resolve({ view: shown, sentence: '' }),
  })
})

/** Changes the pins only as previewed: another board than the previewed one is previewed first. */
onView(view.fixMany, async (deps, args) => {
  const { view, context, ack } = args
  const { member } = context
  const memory = fixManyMemory.read(view)
  const fix = fixFor(memory)
  const board = chosen(view, field.board)
  const url = typedAddress(view, field.link)
  if (fix === 'board' && !board) throw badRequest(field.board, 'Choose a board for them.')
  if (memory.seen === undefined || memory.boardId !== board?.id)
    return ack({ response_action: 'update', view: await fixView(deps, member, memory, { board, url }) })
  await doMany(deps, args, {
    memory,
    input: { ...inputOf(memory, fix, board?.id, url), preview: false, seen: memory.seen },
    again: ({ sentence }) => fixView(deps, member, memory, { board, url, problem: { sentence } }),
  })
})

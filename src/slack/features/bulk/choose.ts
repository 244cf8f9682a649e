/** "Bulk edit": the choice of the pins and of the change. */
import type { ModalView } from '@slack/types'
import {
  action,
  view,
  chooseManyView,
  type Deed,
  deedsOf,
  type ManyStatus,
  MOST_CHOSEN,
  STATUSES,
} from '../../../../blocks/bulk/choose.js'
import { type ChooseManyMemory, chooseManyMemory, type PreviewManyMemory } from '../../../../blocks/bulk/memory.js'
import { field } from '../../../../blocks/ids.js'
import { option } from '../../../../blocks/kit/kit.js'
import { timeIn } from '../../../../blocks/kit/times.js'
import { titleOf } from '../../../../blocks/pin/text.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { hasRoleOn } from '../../../core/accounts/people/roles.js'
import { before, DAY_MS } from '../../../core/lib/duration.js'
import { badRequest } from '../../../core/lib/errors.js'
import { instantOfDay } from '../../../core/lib/time.js'
import { findMany } from '../../../core/many/bulk/find.js'
import type { BulkFilter } from '../../../core/many/bulk/model.js'
import { requireMayMake } from '../../../core/posts/permissions.js'
import { chosen, chosenDay, chosenMany, typed, typedAddress } from '../../forms/values.js'
import { slowForm } from '../../forms/slow-form.js'
import { updateUnlessChanged } from '../../forms/update-unless-changed.js'
import { onAction, type SlackDeps, onOptions, onView } from '../../listener.js'
import { chosenAccount } from '../../accounts.js'
import { whenceOf } from '../pins/click.js'
import { layForm, valueOf } from '../cards/pressed.js'
import { previewOf } from './preview.js'
import { nameOf } from './rows.js'

onAction(action.changeMany, async (deps, args) => {
  const { member } = args.context
  const { accountId, status } = valueOf<{ accountId: string; status: ManyStatus }>(args)
  requireMayMake(member.actor, accountId) // before they choose anything
  const memory = { accountId, whence: whenceOf(args, 'list'), round: 0 }
  await layForm(args, await chooseView(deps, member, memory, status))
})

async function chooseView(
  deps: SlackDeps,
  member: Member,
  memory: ChooseManyMemory,
  status: ManyStatus,
  wanted?: Deed,
): Promise<ModalView> {
  const maySchedule = hasRoleOn(member.actor, memory.accountId, 'scheduler')
  const deeds = deedsOf(status, maySchedule)
  const [usual = 'delete'] = deeds
  const deed = wanted && deeds.includes(wanted) ? wanted : usual
  return chooseManyView({ memory, status, deed, maySchedule, account: await nameOf(deps, member, memory.accountId) })
}

/** Redraws the form after another filter or change was chosen. Another filter clears the chosen pins. */
onAction(action.manyFollow, async (deps, { action, body, client, context }) => {
  const { view } = body
  if (!view) return
  const memory = chooseManyMemory.read(view)
  const round = action.block_id === field.status ? memory.round + 1 : memory.round
  const shown = await chooseView(deps, context.member, { ...memory, round }, statusIn(view), deedIn(view))
  await updateUnlessChanged(client, view, shown)
})

type State = Parameters<typeof typed>[0]

function statusIn(view: State): ManyStatus {
  const status = chosen(view, field.status)?.id ?? 'draft'
  return status in STATUSES ? (status as ManyStatus) : 'draft'
}
const deedIn = (view: State) => chosen(view, field.deed)?.id as Deed | undefined // a value that the form does not offer means none

/** Searches by words among the pins that match the other filters of the form. */
onOptions(action.manyPins, async (deps, { options: { view, value }, context, ack }) => {
  if (!view) return ack({ options: [] })
  const { member } = context
  const { accountId } = chooseManyMemory.read(view)
  const { timezone } = await chosenAccount(deps, { ...member, currentAccountId: accountId })
  const found = await findMany(deps, member.actor, {
    accountId,
    filter: { ...filterIn(view, timezone), ...(value.trim() !== '' && { text: value }) },
    limit: MOST_CHOSEN,
  })
  const now = deps.clock()
  await ack({
    options: found.map((post) =>
      option(
        titleOf(post),
        post.id,
        post.sendAt ? timeIn(post.sendAt, timezone, now, member.locale) : (post.boardName ?? undefined),
      ),
    ),
  })
})

/** Reads the filter. Days are whole days in the reader's zone. */
function filterIn(view: State, timezone: string): BulkFilter {
  const status = statusIn(view)
  const from = status === 'queued' ? chosenDay(view, field.from) : null
  const to = status === 'queued' ? chosenDay(view, field.to) : null
  const words = typed(view, field.words).trim()
  return {
    status,
    boardId: chosen(view, field.onBoard)?.id ?? null,
    failureReason: null,
    from: from === null ? null : beginning(from, 0, timezone),
    to: to === null ? null : before(beginning(to, 1, timezone), 1),
    text: words === '' ? null : words,
  }
}

/** @param date YYYY-MM-DD */
const beginning = (date: string, daysLater: number, timezone: string): Date =>
  instantOfDay(Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS) + daysLater, 0, timezone)

onView(view.changeMany, async (deps, args) => {
  const { view, context } = args
  const { accountId, whence } = chooseManyMemory.read(view)
  const { timezone } = await chosenAccount(deps, { ...context.member, currentAccountId: accountId })
  const asked = { accountId, whence, which: whichIn(view, timezone), ...actionIn(view) }
  await slowForm(deps, args, {
    work: () => previewOf(deps, context.member, asked),
    working: 'Checking what will change…',
    inTime: (shown) => shown,
    late: (shown) => ({ view: shown }),
  })
})

function whichIn(view: State, timezone: string): PreviewManyMemory['which'] {
  const ids = chosenMany(view, field.pins).map(({ id }) => id)
  if (ids.length > 0) return { ids }
  const { status, boardId, from, to, text } = filterIn(view, timezone)
  return {
    status,
    ...(boardId !== null && { boardId }),
    ...(text !== null && { text }),
    ...(from && { from: from.getTime() }),
    ...(to && { to: to.getTime() }),
  }
}

/** @throws BAD_REQUEST boardId, url */
function actionIn(view: State): Pick<PreviewManyMemory, 'kind' | 'edit'> {
  const deed = deedIn(view) ?? 'reschedule'
  switch (deed) {
    case 'board': {
      const boardId = chosen(view, field.board)?.id
      if (boardId === undefined) throw badRequest(field.board, 'Choose a board for them.')
      return { kind: 'edit', edit: { boardId } }
    }
    case 'link': {
      const url = typedAddress(view, field.link)
      if (url === '') throw badRequest(field.link, 'Add the new link.')
      return { kind: 'edit', edit: { url } }
    }
    case 'reschedule':
    case 'unschedule':
    case 'delete':
      return { kind: deed }
  }
}

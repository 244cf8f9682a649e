/** Several requests decided at once, from their card or from the list: all of them, or those that are chosen in a form. */
import {
  action,
  type ApproveAllButton,
  approveSomeView,
  type Choice,
  type DecidedMany,
  decidedManyMessage,
  decidedManyWords,
  declineSomeView,
  type Declining,
  readChoice,
  readLineValue,
  type SeenRequest,
  type TheseButton,
  view,
} from '../../../../blocks/approval/many.js'
import { type DecideManyMemory, decideManyMemory } from '../../../../blocks/approval/memory.js'
import { minuteOf } from '../../../../blocks/approval/card.js'
import { field } from '../../../../blocks/ids.js'
import type { Message } from '../../../../blocks/kit/kit.js'
import { noticeView } from '../../../../blocks/kit/sentence.js'
import type { UndoRef } from '../../../../blocks/pin/buttons.js'
import { outcomeSection } from '../../../../blocks/pin/lists.js'
import { type ApprovedMany, approveMany } from '../../../core/many/approve-many.js'
import { readApprovalsTogether } from '../../../core/many/approvals-together.js'
import { declineMany, type DeclinedMany } from '../../../core/many/decline-many.js'
import type { Actor } from '../../../core/lib/actor.js'
import { badRequest, type DomainError } from '../../../core/lib/errors.js'
import { listApprovalsById } from '../../../core/posts/approval/approval.js'
import { requireDecider } from '../../../core/posts/approval/decidable.js'
import { submitOnce } from '../../forms/submit-once.js'
import { slowForm } from '../../forms/slow-form.js'
import { chosen, chosenMany, typed } from '../../forms/values.js'
import { onAction, onView, type ActionArgs, type SlackDeps, type ViewArgs } from '../../listener.js'
import { errorText } from '../../reply/errors.js'
import { layForm, listPressed, valueOf } from '../cards/pressed.js'
import { refreshHome } from '../home/home.js'
import { answerClick, answerForm, changed, whenceOf } from '../pins/click.js'
import { refreshTogether } from './read-together.js'

type Pressed = TheseButton | ApproveAllButton

/** Returns the requests as the pressed card or list shows them. */
async function readSeen(deps: SlackDeps, actor: Actor, pressed: Pressed): Promise<SeenRequest[]> {
  if ('these' in pressed) return pressed.these
  const { lines } = await readApprovalsTogether(deps, actor, pressed)
  return readLineValue(
    pressed,
    lines.map(({ approval: { id } }) => id),
  )
}

/**
 * Schedules the pins that can be scheduled. For the others, the person gets the reasons, and everybody sees them at their lines.
 */
onAction(action.approveAll, async (deps, args) => {
  const { client, context } = args
  const { member, slackUserId } = context
  const pressed = valueOf<Pressed>(args)
  const seen = await readSeen(deps, member.actor, pressed)
  const { accountId } = pressed
  const approved = await approveMany(deps, member.actor, { accountId, approvals: seen })
  const done = approvedOf(seen, approved)
  const shown = cardPressed(args, pressed)
  if (!shown) return answerClick(deps, args, 'list', changed(messageOf(done, undoOf(approved))))
  await refreshTogether(deps, client, member.actor, { accountId, ...shown })
  if (done.left.length > 0 || done.moved.length > 0)
    await args.respond({ response_type: 'ephemeral', replace_original: false, ...decidedManyMessage(done) })
  await refreshHome(deps, client, { member, slackUserId })
})

function cardPressed(
  { body }: ActionArgs,
  pressed: Pressed,
): (Required<DecideManyMemory>['shown'] & { batchId: string }) | undefined {
  const { channel_id: channel, message_ts: ts } = body.container
  if (!('batchId' in pressed) || typeof channel !== 'string' || typeof ts !== 'string') return undefined
  return { channel, ts, batchId: pressed.batchId }
}

function messageOf(done: DecidedMany, undo: { undo?: UndoRef }): Message {
  const { all: words } = decidedManyWords(done)
  return { text: words, blocks: [outcomeSection({ words, ...undo })] }
}

const undoOf = ({ accountId, changeId }: ApprovedMany): { undo?: UndoRef } =>
  changeId === null ? {} : { undo: { accountId, changeId } }

/** Compares what was approved with what was shown. */
function approvedOf(seen: readonly SeenRequest[], { results }: ApprovedMany) {
  const moved = seen.flatMap(({ number, at }, index) => {
    const sendAt = results[index]?.post?.sendAt
    return sendAt && at !== undefined && at !== minuteOf(sendAt) ? [{ number, sendAt, at }] : []
  })
  const steps = results.filter(({ post }) => post?.approval).length
  return { kind: 'approved' as const, done: results.filter(({ post }) => post).length, steps, left: leftOf(seen, results), moved }
}

const declinedOf = (kind: Declining, seen: readonly SeenRequest[], { results }: DeclinedMany) => ({
  kind,
  done: results.filter(({ approval }) => approval).length,
  left: leftOf(seen, results),
})

const leftOf = (seen: readonly SeenRequest[], results: readonly { error?: DomainError }[]) =>
  results.flatMap(({ error }, index) => (error ? [{ number: seen[index]?.number ?? 0, why: errorText(error) }] : []))

onAction(action.approveSome, (deps, args) => openMany(deps, args, approveSomeView))
onAction(action.changeAll, (deps, args) => openMany(deps, args, declineSomeView))

/** Opens the form, or refuses before the person chooses anything. */
async function openMany(deps: SlackDeps, args: ActionArgs, make: typeof approveSomeView): Promise<void> {
  const { actor } = args.context.member
  const pressed = valueOf<Pressed>(args)
  const { accountId } = pressed
  requireDecider(actor, accountId)
  const seen = await readSeen(deps, actor, pressed)
  const read = await listApprovalsById(deps, actor, { accountId, approvalIds: seen.map(({ approvalId }) => approvalId) })
  const titleOf = new Map(read.map(({ id, title }) => [id, title]))
  const choices = seen.map((one): Choice => ({ ...one, title: titleOf.get(one.approvalId) ?? null }))
  const shown = cardPressed(args, pressed)
  const whence = whenceOf(args, listPressed(args) ? 'list' : 'card')
  await layForm(args, make({ accountId, whence, ...(shown && { shown }) }, choices))
}

/** The stored result of a submission, so that it takes effect once. */
type Kept = { words: string; isWhole: boolean; undo?: UndoRef }

const kept = (done: DecidedMany, undo: { undo?: UndoRef } = {}): Kept => ({
  words: decidedManyWords(done).all,
  isWhole: done.left.length === 0 && (done.moved ?? []).length === 0,
  ...undo,
})

onView(view.approveSome, async (deps, args) => {
  const { view, context } = args
  const { accountId } = decideManyMemory.read(view)
  const seen = chosenIn(view)
  await decideMany(deps, args, 'Approving…', (submission) =>
    submitOnce(
      deps,
      { ...submission, input: seen },
      (beforeCommit) => approveMany(deps, context.member.actor, { accountId, approvals: seen }, beforeCommit),
      (approved: ApprovedMany) => kept(approvedOf(seen, approved), undoOf(approved)),
    ),
  )
})

onView(view.declineSome, async (deps, args) => {
  const { view, context } = args
  const { accountId } = decideManyMemory.read(view)
  const seen = chosenIn(view)
  const kind = (chosen(view, field.decision)?.id ?? 'changes_requested') as Declining // one of the form's options
  const input = { accountId, approvals: seen, kind, reason: typed(view, field.reason) }
  await decideMany(deps, args, 'Sending…', (submission) =>
    submitOnce(
      deps,
      { ...submission, input },
      (beforeCommit) => declineMany(deps, context.member.actor, input, beforeCommit),
      (declined: DeclinedMany) => kept(declinedOf(kind, seen, declined)),
    ),
  )
})

/** @throws BAD_REQUEST none is chosen */
function chosenIn(view: ViewArgs['view']): SeenRequest[] {
  const groups = Object.keys(view.state.values).filter((id) => id.startsWith(`${field.requests}.`))
  const seen = groups.flatMap((group) => chosenMany(view, group).map(({ id }) => readChoice(id)))
  if (seen.length === 0) throw badRequest(field.requests, 'Choose at least one.')
  return seen
}

type Submitted = { actor: Actor; viewId: string; callbackId: string }

/** Decides once, shows what became of the requests where the button was, and, if some stay, who pressed why. */
async function decideMany(
  deps: SlackDeps,
  args: ViewArgs,
  working: string,
  work: (submission: Submitted) => Promise<{ data: Kept; isReplay: boolean }>,
): Promise<void> {
  const { view, client, context } = args
  const { member, slackUserId } = context
  const { accountId, whence, shown } = decideManyMemory.read(view)
  const isCard = shown?.batchId !== undefined
  await slowForm(deps, args, {
    work: () => work({ actor: member.actor, viewId: view.id, callbackId: view.callback_id }),
    working,
    inTime: ({ data }) => (isCard && !data.isWhole ? outcomeView(data) : undefined),
    late: ({ data }) => ({ view: outcomeView(data) }),
    after: async ({ data: { words, undo }, isReplay }) => {
      if (isReplay) return
      if (!isCard)
        return answerForm(deps, args, whence, { text: words, blocks: [outcomeSection({ words, ...(undo && { undo }) })] })
      const { channel, ts, batchId = '' } = shown
      await refreshTogether(deps, client, member.actor, { accountId, channel, ts, batchId })
      await refreshHome(deps, client, { member, slackUserId })
    },
  })
}

const outcomeView = ({ words }: Kept) => ({ ...noticeView(''), blocks: [outcomeSection({ words })] })

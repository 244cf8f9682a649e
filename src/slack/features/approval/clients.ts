/** What people of other workspaces do on the card of a pin in the channel of their account: their step, comments, and Undo. */
import {
  action,
  type ClientButton,
  clientChangesView,
  clientCommentView,
  clientCard,
  notForTeamMessage,
  REFUSED,
  view,
} from '../../../../blocks/approval/client-card.js'
import { type ClientMemory, clientMemory } from '../../../../blocks/approval/memory.js'
import { field } from '../../../../blocks/ids.js'
import { readAccount } from '../../../core/accounts/accounts.js'
import { hasSight } from '../../../core/accounts/people/roles.js'
import { DomainError } from '../../../core/lib/errors.js'
import { readApproval } from '../../../core/posts/approval/approval.js'
import { commentAsClient, type Outcome, sayAsClient, undoAsClient } from '../../../core/posts/review-links/say.js'
import type { Seat } from '../../../core/posts/review-links/seat.js'
import { submitOnce } from '../../forms/submit-once.js'
import { typed } from '../../forms/values.js'
import {
  type ActionArgs,
  type ClientActionArgs,
  type ClientViewArgs,
  onClientAction,
  onClientView,
  type SlackDeps,
} from '../../listener.js'
import { valueOf } from '../cards/pressed.js'
import { readClientCard } from './read-client-card.js'

type Press = (deps: SlackDeps, args: ClientActionArgs, seat: Seat, memory: ClientMemory) => Promise<void>

/** Handles a press of a client. Who is of the team is told where to decide. */
const pressing =
  (work: Press) =>
  async (deps: SlackDeps, args: ClientActionArgs): Promise<void> => {
    const { seat } = args.context
    const { channel_id: channel, message_ts: ts } = args.body.container
    const pressed = valueOf<ClientButton>(args as unknown as ActionArgs)
    if (seat) return work(deps, args, seat, { ...pressed, channel: String(channel), ts: String(ts) })
    await args.respond({ response_type: 'ephemeral', replace_original: false, ...(await forTeam(deps, args, pressed)) })
  }

async function forTeam(deps: SlackDeps, { context }: ClientActionArgs, ref: ClientButton) {
  const actor = context.member?.actor
  if (!actor || !hasSight(actor, ref.accountId)) return notForTeamMessage([], null)
  const [{ approvalsChannelId }, { plan }] = await Promise.all([readAccount(deps, actor, ref), readApproval(deps, actor, ref)])
  const reviewers = plan?.steps[ref.step - 1]?.reviewers ?? []
  const contacts = reviewers.flatMap(({ kind, id }) => (kind === 'contact' ? [id] : []))
  return notForTeamMessage(contacts, approvalsChannelId)
}

onClientAction(
  action.clientApprove,
  pressing(async (deps, args, seat, memory) => {
    const { postId, version, step } = memory
    await answer(deps, args, seat, memory, await sayAsClient(deps, seat, { postId, version, step, decision: 'approve' }))
  }),
)

onClientAction(
  action.clientUndo,
  pressing(async (deps, args, seat, memory) => answer(deps, args, seat, memory, await undoAsClient(deps, seat, memory.postId))),
)

onClientAction(
  action.clientChanges,
  pressing((deps, args, seat, memory) => openForm(deps, args, seat, memory, clientChangesView)),
)
onClientAction(
  action.clientComment,
  pressing((deps, args, seat, memory) => openForm(deps, args, seat, memory, clientCommentView)),
)

/** Opens the form on the pin as it is now. */
async function openForm(
  deps: SlackDeps,
  { client, body }: ClientActionArgs,
  { actor, account }: Seat,
  memory: ClientMemory,
  make: typeof clientChangesView,
): Promise<void> {
  const { title } = await readApproval(deps, actor, { accountId: account.id, approvalId: memory.approvalId })
  await client.views.open({ trigger_id: body.trigger_id, view: make({ memory, title }) })
}

type Send = (deps: SlackDeps, args: ClientViewArgs, seat: Seat, memory: ClientMemory) => Promise<Outcome>

const sending =
  (work: Send) =>
  async (deps: SlackDeps, args: ClientViewArgs): Promise<void> => {
    const { seat } = args.context
    if (!seat) throw new DomainError('FORBIDDEN', REFUSED.ended)
    const memory = clientMemory.read(args.view)
    const outcome = await work(deps, args, seat, memory)
    if (outcome === 'done') await args.ack()
    await answer(deps, args, seat, memory, outcome)
  }

onClientView(
  view.clientChanges,
  sending((deps, { view: sent }, seat, { postId, version, step }) =>
    sayAsClient(deps, seat, { postId, version, step, decision: 'request_changes', reason: typed(sent, field.reason) }),
  ),
)

onClientView(
  view.clientComment,
  sending(async (deps, { view: sent }, seat, { postId }) => {
    const input = { postId, text: typed(sent, field.comment) }
    const { data } = await submitOnce(
      deps,
      { actor: seat.actor, viewId: sent.id, callbackId: sent.callback_id, input },
      (beforeCommit) => commentAsClient(deps, seat, input, beforeCommit),
      (outcome: Outcome) => outcome,
    )
    return data
  }),
)

/** Shows the card as it is now, and why nothing came of the press. The outbox sends the same card, so a failure is only logged. */
async function answer(
  deps: SlackDeps,
  { client }: Pick<ClientActionArgs, 'client'>,
  { actor }: Seat,
  { channel, ts, ...ref }: ClientMemory,
  outcome: Outcome,
): Promise<void> {
  await readClientCard(deps, actor.organizationId, ref, channel)
    .then((model) => client.chat.update({ channel, ts, ...clientCard(model) }))
    .catch((error: unknown) => deps.log.warn({ err: error, approval: ref.approvalId }, 'the card of a client was not refreshed'))
  if (outcome !== 'done') throw new DomainError('CONFLICT', REFUSED[outcome])
}

/** "Save and approve": the form of an edit, whose submit also approves the pin. */
import { editMemory } from '../../../../blocks/edit/memory.js'
import { view } from '../../../../blocks/edit/view.js'
import { noticeMessage } from '../../../../blocks/kit/sentence.js'
import { titleOf } from '../../../../blocks/pin/text.js'
import { onView, type SlackDeps, type ViewArgs } from '../../listener.js'
import { submitEdit } from '../edit/submit.js'
import { refreshHome } from '../home/home.js'
import { answerForm } from '../pins/click.js'
import { readApprovalCard, refreshCard } from './card.js'

onView(view.editAndApprove, (deps, args) => submitEdit(deps, args, showApproved))

/** Shows the approved pin on the card whose menu opened the form; without one, the answer goes to where it was opened. */
async function showApproved(deps: SlackDeps, args: ViewArgs): Promise<void> {
  const { client, context } = args
  const { member, slackUserId } = context
  const memory = editMemory.read(args.view)
  if (!memory.approves) return
  const { approvalId, shown } = memory.approves
  const model = await readApprovalCard(deps, member.actor, { accountId: memory.accountId, approvalId })
  await refreshCard(deps, args, { model, shown })
  if (shown) return refreshHome(deps, client, { member, slackUserId })
  await answerForm(deps, args, memory, noticeMessage(`Approved and scheduled. ${titleOf(model.approval)}`))
}

/** `/pin help report` and `/pin help request`: reports and requests for the staff. */
import { action } from '../../../../blocks/home/help.js'
import { reportMemory } from '../../../../blocks/reports/memory.js'
import { field } from '../../../../blocks/ids.js'
import type { Message } from '../../../../blocks/kit/kit.js'
import { view, reportThanks, reportView, requestThanks, requestView } from '../../../../blocks/reports/forms.js'
import type { BeforeCommit } from '../../../core/ports/deps.js'
import { reportIssue, requestCapability } from '../../../core/reports/issue-report.js'
import { typed } from '../../forms/values.js'
import { onAction, type ActionArgs, type CommandArgs, type SlackDeps, type ViewArgs, onView } from '../../listener.js'
import { sendToPerson } from '../../reply/send-to-person.js'
import { submitOnce } from '../../forms/submit-once.js'
import { lastLine } from '../../people/last-line.js'

type Make = typeof reportView

const lastOf = (deps: SlackDeps, { context }: Pick<ActionArgs, 'context'>) => ({
  tool: lastLine(deps, context.member.actor.userId),
})

/** Opens the form; the text after the verb is the beginning of the report. */
const byCommand =
  (make: Make) =>
  async (deps: SlackDeps, args: CommandArgs, words: string): Promise<void> => {
    const { command, client } = args
    const view = make({ memory: { responseUrl: command.response_url }, words, ...lastOf(deps, args) })
    await client.views.open({ trigger_id: command.trigger_id, view })
  }
const byButton =
  (make: Make) =>
  async (deps: SlackDeps, args: ActionArgs): Promise<void> => {
    const { body, client } = args
    const view = make({ memory: body.response_url ? { responseUrl: body.response_url } : {}, ...lastOf(deps, args) })
    await client.views.open({ trigger_id: body.trigger_id, view })
  }
export const openReportByCommand = byCommand(reportView)
onAction(action.report, byButton(reportView))
export const openRequestByCommand = byCommand(requestView)
onAction(action.request, byButton(requestView))

onView(view.report, async (deps, args) => {
  const { view, context } = args
  const tool = typed(view, field.tool).trim()
  const input = { description: typed(view, field.description), tool: tool === '' ? null : tool }
  const work = (beforeCommit: BeforeCommit<void>) => reportIssue(deps, context.member.actor, input, beforeCommit)
  await sent(deps, args, { input, work, thanks: reportThanks() })
})

onView(view.request, async (deps, args) => {
  const { view, context } = args
  const input = { description: typed(view, field.description) }
  const work = (beforeCommit: BeforeCommit<void>) => requestCapability(deps, context.member.actor, input, beforeCommit)
  await sent(deps, args, { input, work, thanks: requestThanks() })
})

type Sending = { input: object; work: (beforeCommit: BeforeCommit<void>) => Promise<void>; thanks: Message }

async function sent(deps: SlackDeps, { view, client, context, ack }: ViewArgs, { input, work, thanks }: Sending): Promise<void> {
  const { actor } = context.member
  const submission = { actor, viewId: view.id, callbackId: view.callback_id, input }
  const { isReplay } = await submitOnce(deps, submission, work, () => ({ received: true }))
  await ack()
  if (isReplay) return
  const { responseUrl } = reportMemory.read(view)
  await sendToPerson(deps, { client, slackUserId: context.slackUserId, responseUrl }, thanks)
}

/** /pin report: what went wrong, told to the staff. */
import { field } from '../../../blocks/ids.js'
import { reportThanks, reportView } from '../../../blocks/report.js'
import { reportIssue } from '../../core/reports/issue-report.js'
import { typed } from '../entered.js'
import type { ActionArgs, CommandArgs, SlackDeps, ViewArgs } from '../listener.js'
import { tellPerson } from '../say.js'
import { submitOnce } from '../submit-once.js'

type Memory = { responseUrl?: string }

export async function openReportByCommand(_deps: SlackDeps, { command, client, ack }: CommandArgs): Promise<void> {
  await ack()
  await client.views.open({ trigger_id: command.trigger_id, view: reportView({ responseUrl: command.response_url }) })
}

export async function openReportByButton(_deps: SlackDeps, { body, client, ack }: ActionArgs): Promise<void> {
  await ack()
  const memory = body.response_url ? { responseUrl: body.response_url } : {}
  await client.views.open({ trigger_id: body.trigger_id, view: reportView(memory) })
}

export async function submitReport(deps: SlackDeps, { view, client, context, ack }: ViewArgs): Promise<void> {
  const { actor } = context.member
  const input = { description: typed(view, field.description), tool: typed(view, field.tool) }
  const { isReplay } = await submitOnce(
    deps,
    { actor, viewId: view.id, callbackId: view.callback_id, input },
    (beforeCommit) => reportIssue(deps, actor, input, beforeCommit),
    () => ({ received: true }),
  )
  await ack()
  if (isReplay) return
  const { responseUrl } = JSON.parse(view.private_metadata) as Memory // written by reportView, signed by Slack
  await tellPerson(deps, { client, slackUserId: context.slackUserId, responseUrl }, reportThanks())
}

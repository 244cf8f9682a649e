/** The staff's channel: the buttons Claim, release and Resolve on the card of a report. */
import { resolveMemory } from '../../../../blocks/reports/memory.js'
import type { WebClient } from '@slack/web-api'
import { field } from '../../../../blocks/ids.js'
import {
  action,
  view,
  type ReportButton,
  reportCard,
  reportStandsMessage,
  resolvedMeanwhileView,
  resolveView,
} from '../../../../blocks/reports/card.js'
import type { IssueReport } from '../../../core/reports/report.js'
import {
  claimReport,
  releaseReport,
  readReportAsStaff,
  type ReportChange,
  resolveReport,
  type Staff,
} from '../../../core/reports/staff.js'
import { typed } from '../../forms/values.js'
import { onAction, type ActionArgs, type SlackDeps, onView } from '../../listener.js'
import { valueOf } from '../cards/pressed.js'
import { submitOnce } from '../../forms/submit-once.js'

type Change = (deps: SlackDeps, staff: Staff, ref: ReportButton) => Promise<ReportChange>

onAction(action.claimReport, clicked(claimReport))
onAction(action.giveBackReport, clicked(releaseReport))

function clicked(change: Change) {
  return async (deps: SlackDeps, args: ActionArgs): Promise<void> => {
    const { isDone, report } = await change(deps, staffOf(deps, args), valueOf<ReportButton>(args))
    await showCard(deps, args.client, placeOf(args), report)
    if (!isDone) await sayItStands(args, report)
  }
}

onAction(action.resolveReport, async (deps, args) => {
  const { body, client } = args
  const ref = valueOf<ReportButton>(args)
  const report = await readReportAsStaff(deps, staffOf(deps, args), ref)
  const place = placeOf(args)
  if (report.state === 'resolved') {
    await showCard(deps, client, place, report)
    return sayItStands(args, report)
  }
  await client.views.open({ trigger_id: body.trigger_id, view: resolveView(report, { ...ref, ...place }) })
})

onView(view.resolveReport, async (deps, { view, client, context, ack }) => {
  const { channelId, ts, organizationId, reportId } = resolveMemory.read(view)
  const { actor } = context.member
  const staff = staffIn(deps, context, channelId)
  const input = { organizationId, reportId, note: typed(view, field.note) }
  const { data } = await submitOnce<ReportChange, { isDone: boolean }>(
    deps,
    { actor, viewId: view.id, callbackId: view.callback_id, input },
    (beforeCommit) => resolveReport(deps, staff, input, beforeCommit),
    ({ isDone }) => ({ isDone }),
  )
  const report = await readReportAsStaff(deps, staff, input)
  if (data.isDone) await ack()
  else await ack({ response_action: 'update', view: resolvedMeanwhileView(report, input.note) })
  await showCard(deps, client, { channelId, ts }, report)
})

/** Returns the staff member of the click; Slack signs its channel. */
const staffOf = (deps: SlackDeps, { body, context }: ActionArgs): Staff => staffIn(deps, context, body.channel?.id)

const staffIn = (
  { staffChannelId, staffTeamId }: SlackDeps,
  { member, slackTeamId, enterpriseId }: ActionArgs['context'],
  channelId: string | undefined,
): Staff => ({ actor: member.actor, channelId, staffChannelId, teamIds: [slackTeamId, enterpriseId], staffTeamId })

const placeOf = ({ body }: ActionArgs) => ({ channelId: body.channel?.id ?? '', ts: body.message?.ts ?? '' })

/** Updates the card at once; if Slack does not accept that now, the outbox sends the same update. */
async function showCard(
  { log }: SlackDeps,
  client: WebClient,
  { channelId: channel, ts }: { channelId: string; ts: string },
  report: IssueReport,
): Promise<void> {
  await client.chat
    .update({ channel, ts, ...reportCard(report) })
    .catch((error: unknown) => log.debug({ err: error }, 'the outbox will refresh the card of a report'))
}

async function sayItStands({ respond }: ActionArgs, report: IssueReport): Promise<void> {
  await respond({ response_type: 'ephemeral', replace_original: false, ...reportStandsMessage(report) })
}

/** “Monthly report” in `/pin stats`: a month in short with the link for clients, and as a canvas of the channel. */
import { WebAPIPlatformError } from '@slack/web-api'
import { action, monthReportCanvas, monthReportMessage, type ReportRef } from '../../../../blocks/stats/month-report.js'
import { noticeMessage } from '../../../../blocks/kit/sentence.js'
import { endReportLinks, shareMonthReport } from '../../../core/insight/monthly/link.js'
import { writeReport } from '../../../core/insight/monthly/words.js'
import { answerInTime, below, inPlace, type Show } from '../../reply/answer-in-time.js'
import { slackProblemOf } from '../../reply/slack-problems.js'
import { onAction, type ActionArgs, type SlackDeps } from '../../listener.js'
import { valueOf } from '../cards/pressed.js'

onAction(action.monthReport, async (deps, args) => {
  await answer(deps, args, below(args, 'Report'))
})

/** Replaces the report with that of another month. */
onAction([action.monthEarlier, action.monthLater], async (deps, args) => {
  await answer(deps, args, inPlace(args))
})

/** Shows the report with its new link. */
onAction(action.monthEndLinks, async (deps, args) => {
  const { accountId } = valueOf<ReportRef>(args)
  await answer(deps, args, inPlace(args), () => endReportLinks(deps, args.context.member.actor, accountId))
})

/** Makes a new canvas at each press, so that one that was deleted or changed by people is never touched. */
onAction(action.monthCanvas, async (deps, args) => {
  const channelId = channelOf(args)
  await answerInTime(deps, below(args, 'Canvas'), {
    sentence: 'Making the canvas…',
    read: async () => noticeMessage(channelId === undefined ? NO_CHANNEL : await makeCanvas(deps, args, channelId)),
    failed: ({ sentence }) => noticeMessage(sentence),
    facts: { requested: 'canvas of a report' },
  })
})

const NO_CHANNEL = 'A canvas belongs to a channel. Ask for the report in one.'

const answer = (deps: SlackDeps, args: ActionArgs, show: Show, endLinks?: () => Promise<void>): Promise<void> =>
  answerInTime(deps, show, {
    sentence: 'Loading the report…',
    read: async () => {
      await endLinks?.()
      const shared = await shareMonthReport(deps, args.context.member.actor, valueOf<ReportRef>(args))
      const written = writeReport(shared.report, deps.platform.pages)
      return monthReportMessage({
        ...shared,
        written,
        inChannel: channelOf(args) !== undefined,
        haveEnded: endLinks !== undefined,
      })
    },
    failed: ({ sentence }) => noticeMessage(sentence),
    facts: { requested: 'monthly report' },
  })

/** Returns the channel of the click; undefined for a form and for direct messages. */
function channelOf({ body }: ActionArgs): string | undefined {
  const id = body.channel?.id
  return id !== undefined && /^[CG]/.test(id) ? id : undefined
}

/**
 * Makes the canvas as a tab of the channel, which teams without a paid plan need. Returns what was done, or why Slack refused.
 * @see https://docs.slack.dev/reference/methods/canvases.create
 */
async function makeCanvas(deps: SlackDeps, args: ActionArgs, channelId: string): Promise<string> {
  const shared = await shareMonthReport(deps, args.context.member.actor, valueOf<ReportRef>(args))
  const { title, markdown } = monthReportCanvas({ ...shared, written: writeReport(shared.report, deps.platform.pages) })
  try {
    const document = { type: 'markdown', markdown } as const
    await args.client.canvases.create({ title, channel_id: channelId, document_content: document })
    return 'The report is a canvas in the tabs of this channel now.'
  } catch (error) {
    if (!(error instanceof WebAPIPlatformError) || slackProblemOf(error) !== undefined) throw error
    const { error: code } = error.data
    deps.log.warn({ err: error, code }, 'slack refused a canvas')
    return `${refusalOf(code, deps.settings.publicUrl)} The link of the report works as before.`
  }
}

const NOT_HERE = 'Pinslot can’t add a canvas to this channel. Invite it with /invite @Pinslot, and press again.'
const NO_PLAN = 'Slack’s plan of this workspace has no canvases here.'

const REFUSALS: Readonly<Record<string, string>> = {
  canvas_disabled_user_team: 'Canvases are turned off in this workspace.',
  free_team_canvas_tab_already_exists: 'This channel has its canvas already: without a paid plan of Slack it can have only one.',
  free_teams_cannot_create_non_tabbed_canvases: NO_PLAN,
  team_tier_cannot_create_channel_canvases: NO_PLAN,
  not_in_channel: NOT_HERE,
  channel_not_found: NOT_HERE,
  access_denied: NOT_HERE,
  restricted_action: NOT_HERE,
}

const refusalOf = (code: string, publicUrl: string): string =>
  code === 'missing_scope'
    ? `This workspace didn’t let Pinslot make canvases (canvases:write). Add Pinslot again at ${publicUrl}/slack/install and allow it.`
    : (REFUSALS[code] ?? `Slack made no canvas (${code}).`)

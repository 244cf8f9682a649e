/** `/pin away until Friday @Milo`: names who decides for the person; without words it shows the absence, or the form. */
import { action, awayMessage, awayView, BACK, view } from '../../../../blocks/settings/away.js'
import { field } from '../../../../blocks/ids.js'
import { messageView, noticeMessage } from '../../../../blocks/kit/sentence.js'
import { type Absence, endAbsence, readAbsence, setDeputy } from '../../../core/accounts/people/deputies.js'
import { badRequest } from '../../../core/lib/errors.js'
import { chosenPerson, chosenTime } from '../../forms/values.js'
import { windowIn } from '../../input/queue-window.js'
import { type CommandArgs, onAction, onView, type SlackDeps } from '../../listener.js'

/** A person as Slack writes them in a line, and as people type them. */
const MENTION = /<@([UW][A-Z0-9]+)(?:\|[^>]*)?>/
const NAMES = /(?:^|\s)@\S+/g

export async function awayByCommand(deps: SlackDeps, args: CommandArgs, words: string): Promise<void> {
  const { client, command, context, respond } = args
  const { member, slackTeamId } = context
  const given = words
    .replace(NAMES, ' ')
    .replace(/^\s*until\b/i, '')
    .trim()
  const [, userId] = MENTION.exec(command.text ?? '') ?? []
  const reader = { now: deps.clock(), timezone: member.timezone ?? 'UTC', locale: member.locale }
  const until = given === '' ? undefined : windowIn(given, reader)?.end
  const deputy = userId === undefined ? undefined : `${slackTeamId}:${userId}`
  const answer = (absence: Absence) => respond({ response_type: 'ephemeral', ...awayMessage(absence) })
  if (deputy !== undefined && until) {
    await setDeputy(deps, member.actor, { deputy, until })
    return void (await answer({ deputy, until }))
  }
  const known = words.trim() === '' ? await readAbsence(deps, member.actor) : null
  if (known) return void (await answer(known))
  const typed = { ...(deputy !== undefined && { deputy }), ...(until && { until }) }
  await client.views.open({ trigger_id: command.trigger_id, view: awayView(typed) })
}

onView(view.away, async (deps, { view: given, context, ack }) => {
  const userId = chosenPerson(given, field.person)
  const until = chosenTime(given, field.until)
  if (userId === null) throw badRequest('person', 'Choose a person.')
  if (until === null) throw badRequest('until', 'Choose a time.')
  const absence = { deputy: `${context.slackTeamId}:${userId}`, until }
  await setDeputy(deps, context.member.actor, absence)
  await ack({ response_action: 'update', view: messageView('While you’re away', awayMessage(absence)) })
})

onAction(action.openAway, async (deps, { body, client, context }) => {
  const known = await readAbsence(deps, context.member.actor)
  const how = body.view?.type === 'modal' ? 'push' : 'open'
  await client.views[how]({ trigger_id: body.trigger_id, view: awayView(known ?? {}) })
})

onAction(action.endAbsence, async (deps, { body, client, context, respond }) => {
  await endAbsence(deps, context.member.actor)
  const message = noticeMessage(BACK)
  if (body.view) await client.views.update({ view_id: body.view.id, view: messageView('While you’re away', message) })
  else await respond({ response_type: 'ephemeral', replace_original: true, ...message })
})

/** "Resume" and "Pause" on Home, in notices, and in the details of a waiting pin. */
import { action as publishingAction } from '../../../../blocks/settings/publishing.js'
import { action as holdAction } from '../../../../blocks/settings/hold.js'
import { action as stateTextAction } from '../../../../blocks/pin/state-text.js'
import { noticeMessage } from '../../../../blocks/kit/sentence.js'
import { resumeHold } from '../../../core/accounts/hold.js'
import { pausePublishing, resumePublishing } from '../../../core/accounts/publishing.js'
import { onAction, type ActionArgs } from '../../listener.js'
import { answerClick, changed } from './click.js'

onAction(stateTextAction.homeResume, async (deps, args) => {
  await resumePublishing(deps, args.context.member.actor, { accountId: accountIn(args) })
  await answerClick(deps, args, 'list', changed(noticeMessage('Publishing resumed.')))
})

onAction(holdAction.homeResumeHold, async (deps, args) => {
  await resumeHold(deps, args.context.member.actor, { accountId: accountIn(args) })
  await answerClick(deps, args, 'list', changed(noticeMessage('Resumed. If Pinterest still refuses, we put it back on hold.')))
})

onAction(publishingAction.homePause, async (deps, args) => {
  await pausePublishing(deps, args.context.member.actor, { accountId: accountIn(args) })
  await answerClick(deps, args, 'list', changed(noticeMessage('Publishing is paused.')))
})

const accountIn = ({ action }: ActionArgs): string => (action.type === 'button' ? (action.value ?? '') : '')

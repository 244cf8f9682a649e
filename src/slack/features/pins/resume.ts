/** "Resume" and "Pause" on Home, in notices, and in the details of a waiting pin. */
import { noticeMessage } from '../../../../blocks/kit/sentence.js'
import { resumeHold } from '../../../core/accounts/hold.js'
import { pausePublishing, resumePublishing } from '../../../core/accounts/publishing.js'
import type { ActionArgs, SlackDeps } from '../../listener.js'
import { answerClick, changed } from './click.js'

export async function resumeByPress(deps: SlackDeps, args: ActionArgs): Promise<void> {
  await resumePublishing(deps, args.context.member.actor, { accountId: accountIn(args) })
  await answerClick(deps, args, 'list', changed(noticeMessage('Publishing resumed.')))
}

export async function resumeHoldByPress(deps: SlackDeps, args: ActionArgs): Promise<void> {
  await resumeHold(deps, args.context.member.actor, { accountId: accountIn(args) })
  await answerClick(deps, args, 'list', changed(noticeMessage('Resumed. If Pinterest still refuses, we put it back on hold.')))
}

export async function pauseByPress(deps: SlackDeps, args: ActionArgs): Promise<void> {
  await pausePublishing(deps, args.context.member.actor, { accountId: accountIn(args) })
  await answerClick(deps, args, 'list', changed(noticeMessage('Publishing is paused.')))
}

const accountIn = ({ action }: ActionArgs): string => (action.type === 'button' ? (action.value ?? '') : '')

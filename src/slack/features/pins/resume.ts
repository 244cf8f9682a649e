/** "Resume" on Home and in the details of a pin that waits for it. */
import { noticeMessage } from '../../../../blocks/kit/sentence.js'
import { resumePublishing } from '../../../core/accounts/publishing.js'
import type { ActionArgs, SlackDeps } from '../../listener.js'
import { answerClick, changed } from './click.js'

export async function resumeByPress(deps: SlackDeps, args: ActionArgs): Promise<void> {
  const { action, context } = args
  await resumePublishing(deps, context.member.actor, { accountId: action.type === 'button' ? (action.value ?? '') : '' })
  await answerClick(deps, args, 'list', changed(noticeMessage('Publishing resumed.')))
}

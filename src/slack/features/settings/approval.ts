/** The setting that contributors' pins need approval; its channel is tried at once. */
import { field } from '../../../../blocks/ids.js'
import { action, view, approvalPolicyView, approvalsChosenMessage } from '../../../../blocks/settings/approval.js'
import { readAccount } from '../../../core/accounts/accounts.js'
import { hasContributors, setApprovalPolicy } from '../../../core/accounts/approval-policy.js'
import { badRequest } from '../../../core/lib/errors.js'
import { isClosed } from '../../reply/delivery.js'
import { chosen, chosenChannel, chosenMany } from '../../forms/values.js'
import { onAction, onView } from '../../listener.js'
import { opening, saving } from './forms.js'

onAction(action.settingsApproval, opening(approvalPolicyView))

onView(view.approval, (deps, args) =>
  saving(deps, args, async (actor, { accountId }) => {
    const { approvalPolicy, approvalsChannelId, remindsApprovers: reminded } = await readAccount(deps, actor, { accountId })
    const before = { policy: approvalPolicy, channelId: approvalsChannelId, remindsApprovers: reminded }
    const policy = chosen(args.view, field.approvalPolicy)?.id === 'required' ? 'required' : 'none'
    const channelId = chosenChannel(args.view, field.approvalsChannel)
    const remindsApprovers = chosenMany(args.view, field.approvalReminders).length > 0
    const account = await setApprovalPolicy(deps, actor, { accountId, policy, channelId, remindsApprovers })
    if (policy === before.policy && channelId === before.channelId) {
      if (remindsApprovers === reminded) return 'Nothing changed.'
      return remindsApprovers ? 'Approvers get reminders.' : 'Approvers get no reminders.'
    }
    if (policy === 'none' || channelId === null) return 'Approval is off: contributors can only save drafts.'
    try {
      await args.client.chat.postMessage({ channel: channelId, unfurl_links: false, ...approvalsChosenMessage(account) })
    } catch (error) {
      await setApprovalPolicy(deps, actor, { accountId, ...before }) // a channel that cannot be written to must not stay
      throw isClosed(error)
        ? badRequest(field.approvalsChannel, 'Pinslot isn’t in this channel. Type /invite @Pinslot there, then save again.')
        : error
    }
    if (await hasContributors(deps, actor, accountId)) return 'Approval is on. We told the channel.'
    return 'Approval is on, but nobody is a contributor yet, so no pin waits for it. Choose contributors under Roles.'
  }),
)

/** The channel for an account's notices; it is tried at once. */
import { action } from '../../../../blocks/settings/view.js'
import { field } from '../../../../blocks/ids.js'
import { view, channelView } from '../../../../blocks/settings/forms.js'
import { channelChosenMessage } from '../../../../blocks/admin/account-notices.js'
import { readAccount } from '../../../core/accounts/accounts.js'
import { setNotifyChannel } from '../../../core/accounts/settings.js'
import { badRequest } from '../../../core/lib/errors.js'
import { isClosed } from '../../reply/delivery.js'
import { chosenChannel } from '../../forms/values.js'
import { onAction, onView } from '../../listener.js'
import { opening, saving } from './forms.js'

onAction(action.settingsChannel, opening(channelView))

onView(view.channel, (deps, args) =>
  saving(deps, args, async (actor, { accountId }) => {
    const { notifyChannelId: before } = await readAccount(deps, actor, { accountId })
    const channelId = chosenChannel(args.view, field.channel) ?? ''
    const account = await setNotifyChannel(deps, actor, { accountId, channelId })
    if (channelId === before) return 'Nothing changed.'
    try {
      await args.client.chat.postMessage({ channel: channelId, unfurl_links: false, ...channelChosenMessage(account) })
    } catch (error) {
      await setNotifyChannel(deps, actor, { accountId, channelId: before }) // a channel that cannot be written to must not stay
      throw isClosed(error)
        ? badRequest(field.channel, 'Pinslot isn’t in this channel. Type /invite @Pinslot there, then save again.')
        : error
    }
    return 'Channel saved. Pinslot said hello there.'
  }),
)

/** The buttons of a digest and of a nudge, for its account and not the person's current one. */
import { shared } from '../../../../blocks/ids.js'
import { onAction, type ActionArgs } from '../../listener.js'
import { openInTime } from '../../forms/open.js'
import { settingsNow } from '../settings/view.js'

const accountOf = ({ action }: ActionArgs): string => (action.type === 'button' ? (action.value ?? '') : '')

onAction(shared.digestSettings, async (deps, args) => {
  const { body, client, context } = args
  const accountId = accountOf(args)
  await openInTime(deps, { client, triggerId: body.trigger_id, how: 'open', title: 'Settings' }, () =>
    settingsNow(deps, context.member, { accountId }),
  )
})

/** The buttons of a digest and of a nudge, for its account and not the person's current one. */
import type { ActionArgs, SlackDeps } from '../../listener.js'
import { openInTime } from '../../forms/open.js'
import { settingsNow } from '../settings/view.js'

const accountOf = ({ action }: ActionArgs): string => (action.type === 'button' ? (action.value ?? '') : '')

export async function openSettingsOfDigest(deps: SlackDeps, args: ActionArgs): Promise<void> {
  const { body, client, context } = args
  const accountId = accountOf(args)
  await openInTime(deps, { client, triggerId: body.trigger_id, how: 'open', title: 'Settings' }, () =>
    settingsNow(deps, context.member, { accountId }),
  )
}

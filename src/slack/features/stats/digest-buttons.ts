/** The buttons of a digest and of a nudge: about its account, whichever the person works with. */
import type { ActionArgs, SlackDeps } from '../../listener.js'
import { openInTime } from '../../forms/open.js'
import { openComposer } from '../composer/open.js'
import { settingsNow } from '../settings/view.js'

const accountOf = ({ action }: ActionArgs): string => (action.type === 'button' ? (action.value ?? '') : '')

/** The composer with the next open slot chosen. */
export async function fillSlots(deps: SlackDeps, args: ActionArgs): Promise<void> {
  const { body, client, context } = args
  const member = { ...context.member, currentAccountId: accountOf(args) }
  const { trigger_id: triggerId, response_url: responseUrl } = body
  await openComposer(deps, { client, triggerId, member, responseUrl, values: { when: 'nextOpenSlot' } })
}

export async function openSettingsOfDigest(deps: SlackDeps, args: ActionArgs): Promise<void> {
  const { body, client, context } = args
  const accountId = accountOf(args)
  await openInTime(deps, { client, triggerId: body.trigger_id, how: 'open', title: 'Settings' }, () =>
    settingsNow(deps, context.member, { accountId }),
  )
}

/** The form with the link, once the account is connected: what is left to set up, or that it is done. */
import type { WebClient } from '@slack/web-api'
import { connectedMessage } from '../../../blocks/admin/account-notices.js'
import { messageView } from '../../../blocks/kit/sentence.js'
import { setUpView } from '../../../blocks/slots/set-up.js'
import { requireAccount } from '../../core/accounts/accounts.js'
import type { Member } from '../../core/accounts/people/members.js'
import type { Deps } from '../../core/ports/deps.js'
import type { Notice } from '../../core/ports/notice.js'
import { readConnected } from './render.js'

type Connected = { organizationId: string; notice: Extract<Notice, { kind: 'accountConnected' }>; reader: Member }

/** Whoever has closed the form misses nothing: the message says the same. */
export async function updateConnectForm(
  deps: Pick<Deps, 'db' | 'clock' | 'log'>,
  client: WebClient,
  { notice, reader }: Connected,
): Promise<void> {
  try {
    const account = await requireAccount(deps.db.sql, reader.actor, notice.accountId)
    const { setUp, ...connected } = await readConnected(deps, account, { notice, reader })
    const message = connectedMessage(account, connected)
    const view = setUp ? setUpView(setUp, message.blocks) : messageView('Connected', message)
    await client.views.update({ external_id: notice.form?.id, view } as Parameters<typeof client.views.update>[0])
  } catch (error) {
    deps.log.debug({ err: error }, 'a form was closed before its account was connected')
  }
}

/** A file of pins that a person sends: previewed in the app's direct messages. */
import type { WebClient } from '@slack/web-api'
import { workingMessage } from '../../../../blocks/kit/working.js'
import type { Member } from '../../../core/accounts/people/members.js'
import type { FileOrigin } from '../../../core/sources/review/model.js'
import { requireMayMake } from '../../../core/posts/permissions.js'
import type { SlackDeps } from '../../listener.js'
import { chosenAccount } from '../../accounts.js'
import { importNow, usualModes } from './read.js'

/** The most characters of a name that a button can carry. */
const NAME = 80

export type BroughtTable = { accountId: string; file: { id: string; name: string; from?: FileOrigin } }

/** @throws FORBIDDEN · NOT_FOUND: before anything is read */
export async function beginImport(
  deps: SlackDeps,
  { client, member, slackUserId }: { client: WebClient; member: Member; slackUserId: string },
  { accountId, file }: BroughtTable,
): Promise<void> {
  requireMayMake(member.actor, accountId)
  const { account } = await chosenAccount(deps, { ...member, currentAccountId: accountId })
  const [mode = 'draft'] = usualModes(member, account)
  const { channel, ts } = await client.chat.postMessage({
    channel: slackUserId,
    unfurl_links: false,
    unfurl_media: false,
    ...workingMessage(`Reading ${file.name}…`),
  })
  const { id: fileId, from } = file
  const ref = { accountId, fileId, name: file.name.slice(0, NAME), mode, ...(from && { from }) }
  const message = await importNow(deps, client, member, ref)
  if (channel !== undefined && ts !== undefined) await client.chat.update({ channel, ts, ...message })
}

/** Announces a change to an account that its whole team works with, in its channel, in the transaction of the change. */
import type { Actor } from '../lib/actor.js'
import { enqueueNotice } from '../notices/notices.js'
import type { Sql } from '../ports/deps.js'
import type { AccountChange } from '../ports/notice.js'
import type { Account } from './account.js'

/** Does nothing for an account without a channel: the change does not justify direct messages. */
export async function enqueueAccountChange(
  sql: Sql,
  { via, userId }: Pick<Actor, 'via' | 'userId'>,
  { organizationId, id: accountId, notifyChannelId }: Pick<Account, 'organizationId' | 'id' | 'notifyChannelId'>,
  change: AccountChange,
  now: Date,
): Promise<void> {
  if (notifyChannelId === null) return
  const notice = { kind: 'accountChanged', accountId, change, via, by: userId } as const
  const dedupeKey = `account:${accountId}:${change.kind}:${now.getTime()}`
  await enqueueNotice(sql, { organizationId, destination: `account:${accountId}`, dedupeKey, notice }, now)
}

/** Drafts of feeds that wait for review, as a notice. */
import { feedDraftsMessage } from '../../../../blocks/feeds/notices.js'
import type { Account } from '../../../core/accounts/account.js'
import type { Deps } from '../../../core/ports/deps.js'
import type { Notice } from '../../../core/ports/notice.js'
import { countWaiting } from '../../../core/sources/feeds/notify.js'

type Subject = { account: Account; notice: Extract<Notice, { kind: 'feedDrafts' }> }

/** Reads how many still wait; one message a day follows the review. */
export async function renderFeedDrafts({ db }: Pick<Deps, 'db'>, { account, notice }: Subject) {
  const left = await countWaiting(db.sql, account)
  const { day } = notice
  return { ...feedDraftsMessage(account, notice, left), ...(day !== undefined && { keepAs: `feeds:${account.id}:${day}` }) }
}

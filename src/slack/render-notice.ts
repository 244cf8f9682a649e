/** A notice as a message: what it tells of is read when it is told, so nobody hears of a state long past. */
import type { Message } from '../../blocks/kit.js'
import { reportCard } from '../../blocks/report.js'
import { evergreenStoppedMessage, failedMessage, lateMessage, publishedMessage, tagsFailedMessage } from '../../blocks/told.js'
import { type Connected, connectedMessage, operatorAlertMessage, reconnectMessage } from '../../blocks/told-accounts.js'
import type { Account } from '../core/accounts/account.js'
import { listAccounts, requireAccount } from '../core/accounts/accounts.js'
import { requireOrganization } from '../core/accounts/organizations.js'
import type { Actor } from '../core/actor.js'
import { DomainError } from '../core/errors.js'
import type { Notice } from '../core/notices.js'
import type { Deps } from '../core/ports.js'
import { listPosts, readPost } from '../core/posts/list.js'
import { findIssueReport } from '../core/reports/issue-report.js'
import { cardOf } from './cards.js'
import type { SlackDeps } from './listener.js'

type Reading = Pick<Deps, 'db' | 'clock'> & Pick<SlackDeps, 'pictureUrl'>

/** So many of the next pins are looked at; more are not counted. */
const PINS_READ = 100

/** undefined: what it tells of is gone. */
export async function renderNotice(deps: Reading, organizationId: string, notice: Notice): Promise<Message | undefined> {
  if (notice.kind === 'issueReport') {
    const report = await findIssueReport(deps.db.sql, { organizationId, reportId: notice.reportId })
    return report && reportCard(report)
  }
  const actor: Actor = { organizationId, via: 'operator', role: 'viewer', userId: 'messenger' }
  try {
    if (notice.kind === 'operatorAlert') {
      const { name } = await requireOrganization(deps.db.sql, { ...actor, organizationId: notice.seenFor })
      return operatorAlertMessage(name, notice.message)
    }
    const account = await requireAccount(deps.db.sql, actor, notice.accountId)
    if (notice.kind === 'reconnectNeeded') return reconnectMessage(account)
    if (notice.kind === 'accountConnected') return connectedMessage(account, await readConnected(deps, actor, account, notice))
    if (notice.kind === 'evergreenStopped') return evergreenStoppedMessage(account, notice.message)
    const post = await readPost(deps, actor, notice)
    const card = await cardOf(deps, actor, post)
    switch (notice.kind) {
      case 'pinPublished':
        return publishedMessage(account, card)
      case 'pinFailed':
        return failedMessage(account, card, notice)
      case 'pinLate':
        return lateMessage(account, card, notice.message)
      case 'tagsFailed':
        return tagsFailedMessage(account, card, notice.message)
    }
  } catch (error) {
    if (error instanceof DomainError && error.code === 'NOT_FOUND') return undefined
    throw error
  }
}

/** How it stands with an account that was just connected. */
async function readConnected(
  deps: Reading,
  actor: Actor,
  { id: accountId }: Account,
  { isNew }: { isNew: boolean },
): Promise<Connected> {
  const now = deps.clock()
  const page = { accountId, limit: PINS_READ, cursor: null, startDate: new Date(0), endDate: now } as const
  const [accounts, waiting, onTheWay] = await Promise.all([
    listAccounts(deps, actor),
    listPosts(deps, actor, { ...page, status: 'queued', startDate: null, endDate: null }),
    listPosts(deps, actor, { ...page, status: 'uploading' }), // the publisher may be faster than this message
  ])
  const late = waiting.posts.filter(({ sendAt }) => sendAt !== null && sendAt <= now).length // soonest first
  return {
    isNew,
    hasOtherAccounts: accounts.length > 1,
    hasQueue: waiting.posts.length + onTheWay.posts.length > 0,
    overdue: { count: late + onTheWay.posts.length, isMore: late === PINS_READ && waiting.cursor !== null },
  }
}

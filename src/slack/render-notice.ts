/** A notice as a message: what it tells of is read when it is told, so nobody hears of a state long past. */
import type { Message } from '../../blocks/kit.js'
import { reportCard } from '../../blocks/report.js'
import {
  evergreenStoppedMessage,
  failedMessage,
  lateMessage,
  publishedMessage,
  reconnectMessage,
  tagsFailedMessage,
} from '../../blocks/told.js'
import { requireAccount } from '../core/accounts/accounts.js'
import type { Actor } from '../core/actor.js'
import { DomainError } from '../core/errors.js'
import type { Notice } from '../core/notices.js'
import type { Deps } from '../core/ports.js'
import { readPost } from '../core/posts/list.js'
import { findIssueReport } from '../core/reports/issue-report.js'
import { cardOf } from './cards.js'
import type { SlackDeps } from './listener.js'

type Reading = Pick<Deps, 'db'> & Pick<SlackDeps, 'pictureUrl'>

/** undefined: what it tells of is gone. */
export async function renderNotice(deps: Reading, organizationId: string, notice: Notice): Promise<Message | undefined> {
  if (notice.kind === 'issueReport') {
    const report = await findIssueReport(deps.db.sql, { organizationId, reportId: notice.reportId })
    return report && reportCard(report)
  }
  const actor: Actor = { organizationId, via: 'operator', role: 'viewer', userId: 'messenger' }
  try {
    const account = await requireAccount(deps.db.sql, actor, notice.accountId)
    if (notice.kind === 'reconnectNeeded') return reconnectMessage(account)
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

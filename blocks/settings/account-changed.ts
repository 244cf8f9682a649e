/** Notifies a team of a change to its account: who made it, and what it means for the pins. */
import type { Account } from '../../src/core/accounts/account.js'
import type { AccountChange, AccountChanged } from '../../src/core/ports/notice.js'
import { actorText } from '../kit/actor.js'
import { inline, type Message, section } from '../kit/kit.js'
import { slackDate } from '../kit/times.js'

type Shown = Pick<Account, 'username' | 'whilePaused' | 'approvalsChannelId'>

export function accountChangedMessage(
  account: Shown,
  { change, via, by }: Pick<AccountChanged, 'change' | 'via' | 'by'>,
): Message {
  const { icon, head, then } = textOf(account, change)
  const who = ` by ${actorText(via, by)} for ${inline(account.username)}.`
  const text = [`${head}${who}`, ...then].join(' ')
  return { text, blocks: [section([`${icon} *${head}*${who}`, ...then].join(' '))] }
}

function textOf(
  { whilePaused, approvalsChannelId }: Shown,
  change: AccountChange,
): { icon: string; head: string; then: string[] } {
  switch (change.kind) {
    case 'paused': {
      const then =
        whilePaused === 'fail' ? 'Pins due while paused go back to drafts.' : 'Pins due while paused wait up to 24 hours.'
      const end = change.until === undefined ? [] : [`It resumes by itself on ${slackDate(new Date(change.until))}.`]
      return { icon: ':double_vertical_bar:', head: 'Publishing paused', then: [...end, then] }
    }
    case 'resumed': {
      const { overdue } = change
      const then =
        overdue === 0 ? [] : [overdue === 1 ? '1 overdue pin goes out now.' : `${overdue} overdue pins go out, one a minute.`]
      return { icon: ':arrow_forward:', head: 'Publishing resumed', then }
    }
    case 'holdResumed': {
      const { overdue } = change
      const then =
        overdue === 0
          ? []
          : [overdue === 1 ? '1 overdue pin goes out now.' : `${overdue} overdue pins follow, one every 5 minutes.`]
      return { icon: ':arrow_forward:', head: 'Hold ended', then }
    }
    case 'weekRebuilt': {
      const { added, removed } = change
      const slots = `${added} ${added === 1 ? 'slot' : 'slots'} added, ${removed} removed.`
      return { icon: ':calendar:', head: 'Week rebuilt', then: [slots, 'Scheduled pins keep their times.'] }
    }
    case 'approvalOn': {
      const where = approvalsChannelId === null ? '' : ` in <#${approvalsChannelId}>`
      return { icon: ':raised_hand:', head: 'Approval turned on', then: [`Contributors’ pins need approval${where}.`] }
    }
    case 'approvalOff':
      return {
        icon: ':raised_hand:',
        head: 'Approval turned off',
        then: ['Contributors can only save drafts. Pending requests stay open.'],
      }
  }
}

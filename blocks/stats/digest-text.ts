/** The next seven days of an account in words, and what keeps its pins from being published. */
import type { AnyBlock } from '@slack/types'
import type { ApprovalFigures } from '../../src/core/insight/analytics/digest-approvals.js'
import type { Digest } from '../../src/core/insight/analytics/digest.js'
import type { ComingPin, WeekAhead } from '../../src/core/insight/analytics/week-ahead.js'
import { connectAgain } from '../admin/connect.js'
import { button, folded, inline, section } from '../kit/kit.js'
import type { SomePinsRef } from '../pins/some-pins.js'
import { whole } from '../kit/numbers.js'
import { whilePausedText } from '../settings/publishing.js'
import { slackDate, spanOf } from '../kit/times.js'
import { CHANGED_LABELS } from '../pin/versions.js'
import { usageLine } from './usage-line.js'

export const action = { digestFix: 'digest_fix' } as const

const ROW_TITLE = 90
const ROW_BOARD = 50

/** The scheduled pins, the first few by name, and the open slots. */
export const aheadText = (ahead: WeekAhead): string => [...pinLines(ahead), slotText(ahead)].join('\n')

function pinLines({ pins: { count, first } }: WeekAhead): string[] {
  if (count === 0) return ['Nothing goes out.']
  const more = count - first.length
  return [
    count === 1 ? '1 pin goes out:' : `${whole(count)} pins go out:`,
    ...first.map(pinLine),
    ...(more > 0 ? [`• and ${whole(more)} more`] : []),
  ]
}

function pinLine({ title, boardName, sendAt, isRepeat }: ComingPin): string {
  const name = isRepeat && title === null ? 'evergreen pin' : inline(title ?? 'Untitled pin', ROW_TITLE)
  const board = boardName === null ? '' : ` on ${inline(boardName, ROW_BOARD)}`
  return `• ${slackDate(sendAt)} · ${isRepeat ? ':recycle: ' : ''}${name}${board}`
}

/** Every pin of the week, folded by its board, if the lines above leave some out. */
export const boardFolds = ({ pins: { count, first, boards } }: WeekAhead): AnyBlock[] =>
  count === first.length
    ? []
    : boards.map((board) => {
        const more = board.count - board.first.length
        const lines = board.first.map((pin) => pinLine({ ...pin, boardName: null }))
        return folded({
          title: board.name ?? 'A board that is gone',
          subtitle: board.count === 1 ? '1 pin' : `${whole(board.count)} pins`,
          blocks: [section([...lines, ...(more > 0 ? [`• and ${whole(more)} more`] : [])].join('\n'))],
        })
      })

/** `9 of 14 slots are open, the first one Monday at 09:00.` */
export function slotText({ slots: { count, open, firstOpen, closed } }: Pick<WeekAhead, 'slots'>): string {
  if (count === 0) return 'No slots yet.'
  if (open === 0 && closed > 0) return 'No slots are open: a blackout or the limit of a day closes the empty ones.'
  if (open === 0 || firstOpen === null) return count === 1 ? 'Its slot is filled.' : `All ${whole(count)} slots are filled.`
  if (open > 1 && open === count) return `All ${whole(count)} slots are open. Next: ${slackDate(firstOpen)}.`
  if (open > 1) return `${whole(open)} of ${whole(count)} slots are open. Next: ${slackDate(firstOpen)}.`
  return `${count === 1 ? '1 slot' : `1 of ${whole(count)} slots`} is open: ${slackDate(firstOpen)}.`
}

const REASON = 120

/** The decisions of the week, what waits longest, and what was changed most and why. */
export function approvalsText({ decided, medianMs, waiting, sentBack, edited }: ApprovalFigures): string {
  const { count, longest } = waiting
  const reasons = sentBack.reasons.map((reason) => `\n>${inline(reason, REASON)}`).join('')
  return [
    ...(medianMs === null
      ? []
      : [`${whole(decided)} decided, ${decided === 1 ? '' : 'half of them '}within ${spanOf(medianMs)}.`]),
    ...(longest
      ? [
          `${count === 1 ? '1 waits' : `${whole(count)} wait`}, longest “${inline(longest.title ?? 'Untitled pin', ROW_TITLE)}” since ${slackDate(longest.askedAt)}.`,
        ]
      : []),
    ...(edited.length === 0
      ? []
      : [
          `Edited on approval: ${edited.map(({ field, count: times }) => `${CHANGED_LABELS[field].toLowerCase()} (${whole(times)})`).join(', ')}.`,
        ]),
    ...(sentBack.count === 0
      ? []
      : [`Changes requested for ${sentBack.count === 1 ? '1 pin' : `${whole(sentBack.count)} pins`}:${reasons}`]),
  ].join('\n')
}

/** One section for each problem. */
export function attentionBlocks({ account, connectionEndsAt, failed, lowOn }: Digest): AnyBlock[] {
  const { tokenStatus, publishing } = account
  return [
    ...(tokenStatus === 'unauthorized'
      ? [
          section(
            ':warning: The account is disconnected. Scheduled pins wait for up to 24 hours. Admins can reconnect it.',
            connectAgain(account, 'primary'),
          ),
        ]
      : []),
    ...(connectionEndsAt === null
      ? []
      : [
          section(
            `:warning: The connection ends ${slackDate(connectionEndsAt)}. Admins can renew it with “Reconnect”.`,
            connectAgain(account),
          ),
        ]),
    ...(publishing === 'paused' ? [section(`:double_vertical_bar: Publishing is paused. ${whilePausedText(account)}`)] : []),
    ...(failed > 0
      ? [
          section(
            `:warning: ${failed === 1 ? '1 pin' : `${whole(failed)} pins`} failed.`,
            button({
              text: 'Fix it',
              actionId: action.digestFix,
              value: JSON.stringify({ accountId: account.id, which: 'failed' } satisfies SomePinsRef),
              label: 'Fix it: failed pins',
            }),
          ),
        ]
      : []),
    ...(lowOn ? [section(`:coin: ${usageLine(lowOn)}.`)] : []),
  ]
}

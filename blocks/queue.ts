/** What goes out next, day by day, and which slots are open. */
import type { AnyBlock } from '@slack/types'
import { action } from './ids.js'
import { actions, button, context, header, inline, type Message, section } from './kit.js'
import { pinActions } from './pin-buttons.js'
import { hourRow } from './pin-card.js'
import type { Card } from './pin-words.js'
import { dayIn, slackDate } from './times.js'

export type QueueModel = {
  account: string
  cards: Card[]
  /** The reader's: what a day is. */
  timezone: string
  now: Date
  /** Where the list goes on. */
  more: { accountId: string; cursor: string } | null
  isContinued: boolean
}

export function queueMessage(model: QueueModel): Message {
  const { account, cards, more, isContinued } = model
  if (cards.length === 0) {
    const empty = isContinued ? 'That was all.' : `Nothing is scheduled for ${inline(account)}.`
    return {
      text: empty,
      blocks: [section(empty), actions([button({ words: 'New pin', actionId: action.newPin, style: 'primary' })])],
    }
  }
  const headline = isContinued ? `More of what goes out for ${account}` : `What goes out next for ${account}`
  const blocks: AnyBlock[] = [header(headline), ...byDay(model)]
  if (more) blocks.push(actions([button({ words: 'Show more', actionId: action.queueMore, value: JSON.stringify(more) })]))
  return { text: `${inline(headline)}: ${cards.length} ${cards.length === 1 ? 'pin' : 'pins'}`, blocks }
}

function byDay({ cards, timezone, now }: QueueModel): AnyBlock[] {
  let day = ''
  return cards.flatMap((card) => {
    const { sendAt } = card.post
    const its = sendAt ? dayIn(sendAt, timezone, now) : ''
    const heading = its === day ? [] : [context(`*${its}*`)]
    day = its
    return [...heading, hourRow(card), ...pinActions(card.post, 'list')]
  })
}

export function slotsMessage({ account, slots }: { account: string; slots: Date[] }): Message {
  if (slots.length === 0) {
    const none = `No slot is open for ${inline(account)}. A pin can still go out at a set time, and /pin slots adds slots.`
    return { text: none, blocks: [section(none), actions([button({ words: 'New pin', actionId: action.newPin })])] }
  }
  const headline = `The next open slots for ${account}`
  return { text: `${inline(headline)}: ${slots.map(slackDate).join(', ')}`, blocks: [header(headline), ...slots.map(slotRow)] }
}

export const slotRow = (at: Date): AnyBlock => {
  const value = String(Math.floor(at.getTime() / 1000))
  return section(slackDate(at), button({ words: 'Use', actionId: action.useSlot, value, says: `Use ${at.toISOString()}` }))
}

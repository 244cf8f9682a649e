/** What goes out next, day by day, and which slots are open. */
import type { AnyBlock } from '@slack/types'
import { action } from '../ids.js'
import { actions, button, context, header, inline, type Message, section } from '../kit/kit.js'
import { unresolvedRow } from './unknown.js'
import { pinActions } from './buttons.js'
import { hourRow } from './card.js'
import type { Card } from './text.js'
import { dayIn, slackDate } from '../kit/times.js'

/** The window is kept as it was typed: a cursor is good for the one it was made in alone. */
export type QueueMore = { accountId: string; cursor: string; words?: string; at?: number }

export type QueueModel = {
  account: string
  cards: Card[]
  /** The reader's: what a day is. */
  timezone: string
  now: Date
  /** "on Friday 6 March"; null: all there is. */
  window: string | null
  /** Where the list goes on. */
  more: QueueMore | null
  isContinued: boolean
  /** Whether the reader makes pins. */
  canMake?: boolean
  /** Sent, and nobody knows whether they are published. */
  unresolved?: Card[]
}

export function queueMessage(model: QueueModel): Message {
  const { account, cards, more, isContinued, window } = model
  const when = window === null ? '' : ` ${window}`
  const unresolved = (model.unresolved ?? []).flatMap((card) => unresolvedRow(card, 'list'))
  if (cards.length === 0) {
    const empty = isContinued ? 'No more.' : `Nothing is scheduled for ${inline(account)}${when}.`
    return {
      text: empty,
      blocks: [...unresolved, section(empty), ...newPinButton(model.canMake, 'primary')],
    }
  }
  const headline = isContinued ? `Queue · ${account}${when} (continued)` : `Queue · ${account}${when}`
  const blocks: AnyBlock[] = [header(headline), ...unresolved, ...byDay(model)]
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
    return [...heading, hourRow(card), ...pinActions(card.post, 'list', 'card', undefined, card.reader)]
  })
}

/** What was typed is no week. */
export function wrongWeekMessage(typed: string): Message {
  const words = `I didn’t understand “${inline(typed, 80)}”. Try ${EXAMPLES.slice(0, -1).join(', ')} or ${EXAMPLES.at(-1)}.`
  const show = (label: string, actionId: string) => button({ words: label, actionId, says: `Show ${label.toLowerCase()}` })
  return {
    text: words,
    blocks: [section(words), actions([show('This week', action.queueThisWeek), show('Next week', action.queueNextWeek)])],
  }
}
const EXAMPLES = ['week', 'next week', 'friday', '2026-03-10', '2026-W11'].map((words) => `/pin queue ${words}`)

const newPinButton = (canMake = true, style?: 'primary'): AnyBlock[] =>
  canMake ? [actions([button({ words: 'New pin', actionId: action.newPin, ...(style && { style }) })])] : []

/** `canUse`: whether the reader may have a pin for a time. */
export type SlotsModel = { account: string; slots: Date[]; canMake?: boolean; canUse?: boolean }

export function slotsMessage({ account, slots, canMake, canUse = true }: SlotsModel): Message {
  if (slots.length === 0) {
    const none = `No open slots for ${inline(account)}. Add slots with /pin slots, or give a pin an exact time.`
    return { text: none, blocks: [section(none), ...newPinButton(canMake)] }
  }
  const headline = `Next open slots · ${account}`
  return {
    text: `${inline(headline)}: ${slots.map(slackDate).join(', ')}`,
    blocks: [header(headline), ...slots.map((at) => slotRow(at, { isUsable: canUse }))],
  }
}

/** @param isUsable whether the reader may make a pin for it */
export const slotRow = (at: Date, { isUsable = true }: { isUsable?: boolean } = {}): AnyBlock => {
  const value = String(Math.floor(at.getTime() / 1000))
  const use = button({ words: 'Use this slot', actionId: action.useSlot, value, says: `Use this slot: ${at.toISOString()}` })
  return section(slackDate(at), isUsable ? use : undefined)
}

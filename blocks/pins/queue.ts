/** The list of open slots, and the response to words that name no days. */
import { shared } from '../ids.js'
import type { AnyBlock } from '@slack/types'
import { accountSwitch, hasChoice, type Switchable } from '../kit/account-switch.js'
import { actions, button, header, inline, type Message, section } from '../kit/kit.js'
import { slackDate } from '../kit/times.js'
import { addPostingTimes } from '../slots/add-times.js'
import { action as weekRowAction, useValue } from './week-row.js'

export const action = {
  openSlotsAccount: 'open_slots_account',
  queueThisWeek: 'queue_this_week',
  queueNextWeek: 'queue_next_week',
} as const

/** The response to a typed week that cannot be parsed. */
export function wrongWeekMessage(typed: string): Message {
  const words = `I didn’t understand “${inline(typed, 80)}”. Try ${EXAMPLES.slice(0, -1).join(', ')} or ${EXAMPLES.at(-1)}.`
  const show = (label: string, actionId: string) => button({ text: label, actionId, label: `Show ${label.toLowerCase()}` })
  return {
    text: words,
    blocks: [section(words), actions([show('This week', action.queueThisWeek), show('Next week', action.queueNextWeek)])],
  }
}
const EXAMPLES = ['week', 'next week', 'last week', 'friday', '2026-03-10', '2026-W11'].map((words) => `/pin queue ${words}`)

/** `canUse`: whether the reader may schedule a pin for a slot. */
export type SlotsModel = {
  account: { id: string; username: string }
  /** The accounts to choose from. */
  accounts: Switchable['accounts']
  slots: Date[]
  canMake?: boolean
  canUse?: boolean
  timeOf: TimeOf
}

/** `Mon, Mar 9, 9:30 AM`: plain text, in the reader's zone. */
export type TimeOf = (at: Date) => string

export function slotsMessage({ account, accounts, slots, canMake = true, canUse = true, timeOf }: SlotsModel): Message {
  const { id: accountId, username } = account
  const others = accountSwitch({ accounts, accountId }, action.openSlotsAccount)
  if (slots.length === 0) {
    const none = `No open slots for ${inline(username)}.`
    const newPin = button({ text: 'New pin', actionId: shared.newPin, value: accountId })
    return { text: none, blocks: [...others, section(none), ...(canMake ? [actions([addPostingTimes(accountId), newPin])] : [])] }
  }
  const title = 'Next open slots'
  const headline = `${title} · ${username}`
  return {
    text: `${inline(headline)}: ${slots.map(slackDate).join(', ')}`,
    blocks: [
      header(hasChoice({ accounts }) ? title : headline),
      ...others,
      ...slots.map((at) => slotRow({ accountId, at }, timeOf, canUse)),
    ],
  }
}

/** @param isUsable whether the reader may make a pin for the slot */
export const slotRow = (slot: { accountId: string; at: Date }, timeOf: TimeOf, isUsable: boolean): AnyBlock => {
  const { at } = slot
  const value = useValue(slot)
  const use = button({ text: 'Use this slot', actionId: weekRowAction.useSlot, value, label: `Use this slot: ${timeOf(at)}` })
  return section(slackDate(at), isUsable ? use : undefined)
}

/** The app's Home: what needs attention, what goes out next, the open slots. */
import type { HomePage } from './memory.js'
import type { AnyBlock, HomeView } from '@slack/types'
import type { Role } from '../../src/core/lib/actor.js'
import type { Stats } from '../../src/core/analytics/stats.js'
import { homeButton, type HomeAccount, switcher } from './account.js'
import { attention, pinRow, type Some, type WaitingPin } from './attention.js'
import { featureButtons } from './features.js'
import { homeNumbers } from './numbers.js'
import { action, view } from '../ids.js'
import { actions, button, context, divider, header, section } from '../kit/kit.js'
import type { Card } from '../pins/text.js'
import { slotRow } from '../pins/queue.js'
import { type UsageLine, usageLine } from './usage-line.js'

export type HomeModel = {
  accounts: HomeAccount[]
  account: HomeAccount
  /** The reader's: what they may do is offered. */
  role: Role
  failed: Some<Card>
  unresolved: Some<Card>
  waiting: Some<WaitingPin>
  next: Card[]
  /** Where these pins begin; null: with the first. */
  from: string | null
  /** Where the next pins go on; null: these are the last. */
  cursor: string | null
  /** The newest of those that did not fail, and how many there are of all; `isMore`: there are more than were counted. */
  drafts: { newest: Card[]; count: number; isMore: boolean }
  usage: UsageLine | null
  openSlots: Date[]
  /** Whether the reader may have a pin for a time of their choice. */
  canUse: boolean
  /** Within the next seven days, today one of them. */
  openThisWeek: number
  /** The last days of its numbers, where any are kept. */
  stats?: Stats | undefined
}
/** Without `private_metadata`: the publisher puts a fingerprint of the content there. */
export function homeView(model: HomeModel): HomeView {
  const { accounts, account, role } = model
  return {
    type: 'home',
    callback_id: view.home,
    blocks: [
      header('Pinslot'),
      ...switcher(accounts, account.id),
      actions([
        ...(role === 'viewer' ? [] : [button({ words: 'New pin', actionId: action.newPin, style: 'primary' })]),
        homeButton('Schedule', action.homeSchedule, scheduleOf(model)),
        button({ words: 'Find', actionId: action.find, says: 'Find pins' }),
      ]),
      ...attention({ ...model, canConnect: role === 'admin' }),
      header('Next pins'),
      ...nextPins(model),
      header('Open slots'),
      ...openSlots(model),
      header('Drafts'),
      ...drafts(model),
      ...homeNumbers(model.stats),
      divider(),
      actions(featureButtons(role)),
      context('See all commands with /pin help.'),
    ],
  }
}

const scheduleOf = ({ account, from }: HomeModel): HomePage => ({ accountId: account.id, cursor: from, shows: 'schedule' })

/** A line between two of them. */
const rows = (cards: Card[]): AnyBlock[] => cards.flatMap((card, index) => [...(index > 0 ? [divider()] : []), ...pinRow(card)])

function nextPins({ next, account, cursor, from, role }: HomeModel): AnyBlock[] {
  const to = (words: string, actionId: string, page: string | null) =>
    homeButton(words, actionId, { accountId: account.id, cursor: page })
  const pages = [
    ...(cursor === null ? [] : [to('Next 5', action.homePage, cursor)]),
    ...(from === null ? [] : [to('Back to the first', action.homeFirst, null)]),
  ]
  const nothing = role === 'viewer' ? 'Nothing is scheduled.' : 'Nothing is scheduled. Start with “New pin”.'
  const empty = from === null ? nothing : 'No more.'
  return [...(next.length > 0 ? rows(next) : [section(empty)]), ...(pages.length > 0 ? [actions(pages)] : [])]
}

function openSlots({ openSlots: slots, openThisWeek: count, canUse }: HomeModel): AnyBlock[] {
  if (slots.length === 0) return [section('No open slots. Add some with /pin slots.')]
  const line = context(`${count === 0 ? 'None' : count} open in the next 7 days`)
  return [line, ...slots.map((at) => slotRow(at, { isUsable: canUse }))]
}

/** What is still to be scheduled, and what that may cost. */
function drafts({ usage, drafts: { newest, count, isMore } }: HomeModel): AnyBlock[] {
  const words = isMore ? `more than ${count} drafts` : count === 0 ? 'no drafts' : count === 1 ? '1 draft' : `${count} drafts`
  return [context([...(usage ? [usageLine(usage)] : []), words].join(' · ')), ...rows(newest)]
}

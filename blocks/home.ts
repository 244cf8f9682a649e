/** The app's Home: what needs attention, what goes out next, where there is room. */
import type { AnyBlock, HomeView } from '@slack/types'
import type { Stats } from '../src/core/analytics/stats.js'
import { type HomeAccount, homeButton, standstill, switcher } from './home-account.js'
import { homeNumbers } from './home-numbers.js'
import { action, view } from './ids.js'
import { actions, button, context, divider, header, section } from './kit.js'
import { pinActions } from './pin-buttons.js'
import { pinSection } from './pin-card.js'
import type { Card } from './pin-words.js'
import { slotRow } from './queue.js'
import { type UsageLine, usageLine } from './usage-line.js'

export type HomeModel = {
  accounts: HomeAccount[]
  account: HomeAccount
  /** Whether the reader may connect accounts. */
  canConnect: boolean
  failed: Card[]
  next: Card[]
  /** Where these pins begin; null: with the first. */
  from: string | null
  /** Where the next pins go on; null: these are the last. */
  cursor: string | null
  /** `isMore`: there are more than were counted. */
  drafts: { count: number; isMore: boolean }
  usage: UsageLine | null
  openSlots: Date[]
  /** Within the next seven days, today one of them. */
  openThisWeek: number
  /** The last days of its numbers, where any are kept. */
  stats?: Stats | undefined
}
/** A page of the next pins of an account, `cursor` null: the first; or its schedule, which leads back to that page. */
export type HomePage = { accountId: string; cursor: string | null; shows?: 'schedule' }

/** Without `private_metadata`: whoever publishes puts a fingerprint of the content there. */
export function homeView(model: HomeModel): HomeView {
  const { accounts, account, canConnect, failed } = model
  return {
    type: 'home',
    callback_id: view.home,
    blocks: [
      header('Pinslot'),
      ...switcher(accounts, account.id),
      ...standing(model),
      actions([
        button({ words: 'New pin', actionId: action.newPin, style: 'primary' }),
        homeButton('Schedule', action.homeSchedule, scheduleOf(model)),
        button({ words: 'Boards', actionId: action.openBoards, says: 'Boards of the account' }),
        button({ words: 'Find', actionId: action.find, says: 'Find pins' }),
        button({ words: 'Report', actionId: action.report, says: 'Report a problem' }),
      ]),
      ...attention(account, canConnect, failed),
      header('Next pins'),
      ...nextPins(model),
      header('Open slots'),
      ...openSlots(model),
      ...homeNumbers(model.stats),
      divider(),
      context('/pin help lists everything that can be typed.'),
    ],
  }
}

const scheduleOf = ({ account, from }: HomeModel): HomePage => ({ accountId: account.id, cursor: from, shows: 'schedule' })

/** A line between two of them, so that a row of buttons is read with its own pin. */
const rows = (cards: Card[]): AnyBlock[] =>
  cards.flatMap((card, index) => [...(index > 0 ? [divider()] : []), pinSection(card), ...pinActions(card.post, 'home')])

/** How the account stands: credits and drafts, in one line. */
function standing({ usage, drafts: { count, isMore } }: HomeModel): AnyBlock[] {
  const drafts = isMore ? `more than ${count} drafts` : count === 0 ? 'no drafts' : count === 1 ? 'one draft' : `${count} drafts`
  return [context([...(usage ? [usageLine(usage)] : []), drafts].join(' · '))]
}

function nextPins({ next, account, cursor, from }: HomeModel): AnyBlock[] {
  const to = (words: string, actionId: string, page: string | null) =>
    homeButton(words, actionId, { accountId: account.id, cursor: page })
  const pages = [
    ...(cursor === null ? [] : [to('Next 5', action.homePage, cursor)]),
    ...(from === null ? [] : [to('Back to the first', action.homeFirst, null)]),
  ]
  const empty = from === null ? 'Nothing is scheduled. “New pin” makes one.' : 'That was all.'
  return [...(next.length > 0 ? rows(next) : [section(empty)]), ...(pages.length > 0 ? [actions(pages)] : [])]
}

function openSlots({ openSlots: slots, openThisWeek: count }: HomeModel): AnyBlock[] {
  if (slots.length === 0) return [section('No slot is open. /pin slots adds some.')]
  return [context(`${count === 0 ? 'None' : count} open within the next seven days`), ...slots.map(slotRow)]
}

function attention(account: HomeAccount, canConnect: boolean, failed: Card[]): AnyBlock[] {
  const blocks = [...standstill(account, canConnect), ...rows(failed)]
  return blocks.length > 0 ? [header('Needs attention'), ...blocks] : []
}

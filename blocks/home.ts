/** The app's Home: what needs attention, what goes out next, where there is room. */
import type { AnyBlock, HomeView } from '@slack/types'
import { action, view } from './ids.js'
import { actions, button, context, divider, header, inline, option, section } from './kit.js'
import { pinActions } from './pin-buttons.js'
import { pinSection } from './pin-card.js'
import type { Card } from './pin-words.js'
import { slotRow } from './queue.js'
import { type UsageLine, usageLine } from './usage-line.js'

export type HomeModel = {
  accounts: { id: string; username: string; tokenStatus: 'authorized' | 'unauthorized'; publishing: 'active' | 'paused' }[]
  accountId: string | null
  failed: Card[]
  next: Card[]
  /** Where the next pins go on; null: these are the last. */
  cursor: string | null
  isContinued: boolean
  /** `isMore`: there are more than were counted. */
  drafts: { count: number; isMore: boolean }
  usage: UsageLine | null
  openSlots: Date[]
}
/** `cursor` null: from the first. */
export type HomePage = { accountId: string; cursor: string | null }

/** Without `private_metadata`: whoever publishes puts a fingerprint of the content there. */
export function homeView(model: HomeModel): HomeView {
  const { accounts, accountId, failed, openSlots } = model
  const account = accounts.find(({ id }) => id === accountId)
  return {
    type: 'home',
    callback_id: view.home,
    blocks: [
      header('Pinslot'),
      ...switcher(accounts, accountId),
      ...standing(model),
      actions([
        button({ words: 'New pin', actionId: action.newPin, style: 'primary' }),
        button({ words: 'Find', actionId: action.find, says: 'Find pins' }),
        button({ words: 'Report', actionId: action.report, says: 'Report a problem' }),
      ]),
      ...(account ? attention(account, failed) : [section('No account is connected yet. Ask an admin to connect one.')]),
      header('Next pins'),
      ...nextPins(model),
      header('Open slots'),
      ...(openSlots.length > 0 ? openSlots.map(slotRow) : [section('No slot is open.')]),
      divider(),
      context('/pin help lists everything that can be typed.'),
    ],
  }
}

/** A line between two of them, so that a row of buttons is read with its own pin. */
const rows = (cards: Card[]): AnyBlock[] =>
  cards.flatMap((card, index) => [...(index > 0 ? [divider()] : []), pinSection(card), ...pinActions(card.post, 'home')])

/** How the account stands: credits and drafts, in one line. */
function standing({ accountId, usage, drafts: { count, isMore } }: HomeModel): AnyBlock[] {
  if (accountId === null) return []
  const drafts = isMore ? `more than ${count} drafts` : count === 0 ? 'no drafts' : count === 1 ? 'one draft' : `${count} drafts`
  return [context([...(usage ? [usageLine(usage)] : []), drafts].join(' · '))]
}

function nextPins({ next, accountId, cursor, isContinued }: HomeModel): AnyBlock[] {
  const to = (words: string, actionId: string, page: string | null) =>
    button({ words, actionId, value: JSON.stringify({ accountId: accountId ?? '', cursor: page } satisfies HomePage) })
  const pages = [
    ...(cursor === null ? [] : [to('Next 5', action.homePage, cursor)]),
    ...(isContinued ? [to('Back to the first', action.homeFirst, null)] : []),
  ]
  const empty = isContinued ? 'That was all.' : 'Nothing is scheduled. “New pin” makes one.'
  return [...(next.length > 0 ? rows(next) : [section(empty)]), ...(pages.length > 0 ? [actions(pages)] : [])]
}

function switcher(accounts: HomeModel['accounts'], accountId: string | null): AnyBlock[] {
  const options = accounts.slice(0, 100).map(({ id, username }) => option(username, id))
  const chosen = options.find(({ value }) => value === accountId)
  const [only] = options
  if (!only) return []
  if (options.length === 1) return [section(`*${inline(only.text.text)}*`)]
  const element = {
    type: 'static_select',
    action_id: action.homeAccount,
    options,
    ...(chosen && { initial_option: chosen }),
  } as const
  return [section('*Account*', element)]
}

function attention({ username, tokenStatus, publishing }: HomeModel['accounts'][number], failed: Card[]): AnyBlock[] {
  const blocks: AnyBlock[] = []
  if (tokenStatus === 'unauthorized') {
    blocks.push(
      section(`:warning: *${inline(username)}* has to be connected again: until then its pins wait. Ask an admin to connect it.`),
    )
  }
  if (publishing === 'paused') blocks.push(section(`:double_vertical_bar: Publishing for *${inline(username)}* is paused.`))
  blocks.push(...rows(failed))
  return blocks.length > 0 ? [header('Needs attention'), ...blocks] : []
}

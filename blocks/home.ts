/** The app's Home: what needs attention, what goes out next, where there is room. */
import type { AnyBlock, HomeView } from '@slack/types'
import { action, view } from './ids.js'
import { actions, button, context, divider, header, inline, option, section } from './kit.js'
import { type Card, pinActions, pinSection } from './pin-card.js'
import { slotRow } from './queue.js'

export type HomeModel = {
  accounts: { id: string; username: string; tokenStatus: 'authorized' | 'unauthorized'; publishing: 'active' | 'paused' }[]
  accountId: string | null
  failed: Card[]
  next: Card[]
  openSlots: Date[]
}

/** Without `private_metadata`: whoever publishes puts a fingerprint of the content there. */
export function homeView(model: HomeModel): HomeView {
  const { accounts, accountId, failed, next, openSlots } = model
  const account = accounts.find(({ id }) => id === accountId)
  return {
    type: 'home',
    callback_id: view.home,
    blocks: [
      header('Pinslot'),
      ...switcher(accounts, accountId),
      actions([
        button({ words: 'New pin', actionId: action.newPin, style: 'primary' }),
        button({ words: 'Report', actionId: action.report, says: 'Report a problem' }),
      ]),
      ...(account ? attention(account, failed) : [section('No account is connected yet. Ask an admin to connect one.')]),
      header('Next pins'),
      ...(next.length > 0 ? next.flatMap(row) : [section('Nothing is scheduled. “New pin” makes one.')]),
      header('Open slots'),
      ...(openSlots.length > 0 ? openSlots.map(slotRow) : [section('No slot is open.')]),
      divider(),
      context('/pin help lists everything that can be typed.'),
    ],
  }
}

const row = (card: Card): AnyBlock[] => [pinSection(card), ...pinActions(card.post, 'home')]

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
  blocks.push(...failed.flatMap(row))
  return blocks.length > 0 ? [header('Needs attention'), ...blocks] : []
}

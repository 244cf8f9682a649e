/** The published pins, the drafts or the failed pins, page by page, each as a line with its picture. */
import type { AnyBlock } from '@slack/types'
import type { FailedOfReason } from '../../src/core/many/bulk/fix.js'
import { changeManyButton } from '../bulk/choose.js'
import { exportButton } from '../bulk/export.js'
import { fixLines } from '../bulk/fix.js'
import { accountSwitch, hasChoice, type Switchable } from '../kit/account-switch.js'
import { actions, button, clip, header, inline, type Message, oneLine, section } from '../kit/kit.js'
import { capital } from '../kit/sentence.js'
import { picturedRow, type PinRow } from './week-row.js'

export const action = {
  somePinsAccount: 'some_pins_account',
  pinsDrafts: 'pins_drafts',
  pinsPublished: 'pins_published',
  pinsFailed: 'pins_failed',
  somePinsMore: 'some_pins_more',
  somePinsFirst: 'some_pins_first',
} as const

export const WHICH = ['published', 'drafts', 'failed'] as const
export type Which = (typeof WHICH)[number]
/** `label`: only pins with it. */
export type SomePinsRef = { accountId: string; which: Which; label?: string; cursor?: string }

export type SomePinsModel = {
  ref: SomePinsRef
  account: string
  /** The accounts to choose from. */
  accounts: Switchable['accounts']
  rows: PinRow[]
  /** Where the next page begins; null: there is none. */
  cursor: string | null
  /** The failed pins by reason; empty if the reader may not fix them. */
  failed: readonly FailedOfReason[]
  /** Whether the reader may change pins of this list. */
  mayChange: boolean
}

export const SOME_PINS = 15

const TITLE: Record<Which, string> = { published: 'Published pins', drafts: 'Drafts', failed: 'Failed pins' }
const NONE: Record<Which, string> = { published: 'Nothing is published yet.', drafts: 'No drafts.', failed: 'Nothing failed.' }

/** Each tab has an action id of its own, because Slack wants them unique within a row. */
const TABS = [
  ['drafts', action.pinsDrafts],
  ['published', action.pinsPublished],
  ['failed', action.pinsFailed],
] as const satisfies readonly (readonly [Which, string])[]

const tabButton = (tab: Which, actionId: string, { which, cursor: _, ...same }: SomePinsRef) =>
  button({
    text: capital(tab),
    actionId,
    value: JSON.stringify({ ...same, which: tab } satisfies SomePinsRef),
    label: `${capital(tab)}: pins`,
    ...(tab === which && { style: 'primary' }),
  })

export function somePinsMessage(model: SomePinsModel): Message {
  const { ref, account, accounts, rows, cursor, failed, mayChange } = model
  const { cursor: _, ...first } = ref
  const { accountId, which, label } = first
  const title = label === undefined ? TITLE[which] : `${TITLE[which]} · ${clip(oneLine(label), 40)}`
  const headline = `${title} · ${account}`
  const isContinued = ref.cursor !== undefined
  const ofOther = (other: string) => JSON.stringify({ ...first, accountId: other } satisfies SomePinsRef)
  const blocks: AnyBlock[] = [
    header(hasChoice({ accounts }) ? title : headline),
    ...accountSwitch({ accounts, accountId }, action.somePinsAccount, ofOther),
    actions(TABS.map(([tab, actionId]) => tabButton(tab, actionId, ref))),
    ...fixLines(accountId, failed),
  ]
  blocks.push(...rows.flatMap((row) => picturedRow(row, 'list')))
  if (rows.length === 0) blocks.push(section(isContinued ? 'No more.' : NONE[which]))
  const to = (text: string, actionId: string, where: SomePinsRef) =>
    button({ text, actionId, value: JSON.stringify(where), label: `${text}: ${TITLE[which].toLowerCase()}` })
  const pages = [
    ...(cursor === null ? [] : [to('Show more', action.somePinsMore, { ...first, cursor })]),
    ...(isContinued ? [to('Back to the first', action.somePinsFirst, first)] : []),
    ...(mayChange && which !== 'published' && rows.length > 1 ? [changeManyButton(accountId, 'draft')] : []),
    ...(rows.length > 0 ? [exportButton(accountId, which === 'published' ? 'sent' : 'draft')] : []),
  ]
  if (pages.length > 0) blocks.push(actions(pages))
  return {
    text: `${inline(headline)}: ${rows.length} ${rows.length === 1 ? 'pin' : 'pins'}${cursor === null ? '' : ' and more'}`,
    blocks,
  }
}

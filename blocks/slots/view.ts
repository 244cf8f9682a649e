/** The weekly slots of an account: a line a day with its times and a menu that opens one, and the actions on all of them. */
import { type SlotsMemory, slotsMemory } from './memory.js'
import type { SlotRule } from '../../src/core/slots/week/timeslot.js'
import type { AnyBlock, ContextBlock, ModalView, PlainTextOption, SectionBlock } from '@slack/types'
import { accountSwitch, hasChoice, type Switchable } from '../kit/account-switch.js'
import { actions, button, context, inline, md, option, section, text } from '../kit/kit.js'
import { counted, whole } from '../kit/numbers.js'
import { type Banner, bannerBlocks } from '../kit/banner.js'
import { clockOf, type Locale } from '../kit/times.js'
import { dayName, DAYS_IN_ORDER, hourWithPlace } from './text.js'

export const action = {
  slotsAccount: 'slots_account',
  openSlot: 'open_slot',
  slotsPart: 'slots_part',
  addSlot: 'open_add_slot',
  suggestions: 'open_suggestions',
  rebuild: 'open_rebuild',
} as const
export const view = { slots: 'slots' } as const

export type GridSlot = SlotRule & {
  id: string
  /** Whether its next occurrence is open. */
  isOpen: boolean
}
export type SlotsModel = {
  account: string
  /** The accounts to choose from. */
  accounts: Switchable['accounts']
  /** Whether the reader may change anything here. */
  canChange: boolean
  /** The account's zone; null: it has none. */
  timezone: string | null
  /** The reader's, for 12 or 24 hours. */
  locale?: Locale | undefined
  /** The reader's zone, which is not named. */
  ownZone?: string | null | undefined
  memory: SlotsMemory
  /** Ordered by weekday and time. */
  slots: GridSlot[]
  /** The result of the last press. */
  banner?: Banner | undefined
}

/** The most slots that a view shows one by one; their lines stay below its 100 blocks. */
const MOST_SHOWN = 400

export function slotsView(model: SlotsModel): ModalView {
  const { memory, slots, banner } = model
  return {
    type: 'modal',
    callback_id: view.slots,
    title: text('Weekly slots', 24),
    close: text('Done', 24),
    private_metadata: slotsMemory.write(memory),
    blocks: [
      ...bannerBlocks(banner),
      ...accountSwitch({ surface: 'form', accounts: model.accounts, accountId: memory.accountId }, action.slotsAccount),
      section(summary(model)),
      ...(model.canChange ? [changeButtons(slots.length === 0)] : []),
      ...(slots.length === 0 ? [] : [legend(model)]),
      ...(slots.length > MOST_SHOWN ? folded(model) : DAYS_IN_ORDER.flatMap((day) => dayBlocks(model, day))),
      ...(model.canChange ? [] : [context('Only schedulers and admins can change these.')]),
    ],
  }
}

/** @param isNew true if there are no slots yet, so that one press fills the week */
const changeButtons = (isNew: boolean) =>
  actions([
    button({ text: 'Add a slot', actionId: action.addSlot, style: 'primary' }),
    button({ text: 'Suggestions', actionId: action.suggestions }),
    isNew
      ? button({ text: 'Fill my week', actionId: action.rebuild })
      : button({ text: 'Rebuild', actionId: action.rebuild, label: 'Rebuild the week' }),
  ])

function summary({ account, accounts, slots, canChange }: SlotsModel): string {
  const name = hasChoice({ accounts }) ? '' : `*${inline(account)}*\n`
  if (slots.length === 0) {
    const next = canChange ? ' Add one, pick from the suggestions, or let us fill the week.' : ''
    return `${name}No slots yet, so pins go out at exact times only.${next}`
  }
  return `${name}${counted(slots.length, 'weekly slot')}: ${nextTime(countOpen(slots), slots.length)}`
}

/** Counts with the words of the legend. */
function nextTime(open: number, all: number): string {
  if (open > 0 && open < all) return `${whole(all - open)} filled, ${whole(open)} open`
  return `${all === 1 ? '' : 'all '}${open === 0 ? 'filled' : 'open'}`
}

/** Explains the signs, and names the zone unless all times are in the reader's own. */
function legend(model: SlotsModel): ContextBlock {
  const { timezone, slots } = model
  const usual = usualZone(model) ?? ''
  const others = slots.some((slot) => slot.timezone !== usual) ? ' unless another place is shown' : ''
  const whose = timezone === null ? '' : timezone === usual ? ' (the account’s zone)' : ` (the account’s zone is ${timezone})`
  const isNamed = usual !== model.ownZone || others !== '' || (timezone !== null && timezone !== usual)
  const zone = isNamed ? [md(inline(`Times in ${usual}${whose}${others}`, 200))] : []
  return { type: 'context', elements: [md(`${OPEN} open  ${TAKEN} filled (next time)`), ...zone] }
}

const OPEN = '○'
const TAKEN = '●'
const countOpen = (slots: readonly GridSlot[]) => slots.filter(({ isOpen }) => isOpen).length

/** The zone of most slots, the account's own if it ties; null if there are no slots and the account has no zone. */
function usualZone({ timezone, slots }: Pick<SlotsModel, 'timezone' | 'slots'>): string | null {
  const counts = new Map<string, number>(timezone === null ? [] : [[timezone, 0]])
  for (const slot of slots) counts.set(slot.timezone, (counts.get(slot.timezone) ?? 0) + 1)
  const [first] = [...counts].sort(([, a], [, b]) => b - a) // a stable sort keeps the account's zone first
  return first?.[0] ?? null
}

function dayBlocks(model: SlotsModel, day: number): AnyBlock[] {
  const slots = model.slots.filter((slot) => slot.day === day)
  if (model.slots.length === 0) return []
  return slots.length === 0 ? [section(dayLine(day, slots))] : slotLines(slots, model, `*${dayName(day)}*  `)
}

const dayLine = (day: number, slots: readonly GridSlot[]) =>
  slots.length === 0
    ? `*${dayName(day)}*  no slots`
    : `*${dayName(day)}*  ${counted(slots.length, 'slot')}, ${whole(countOpen(slots))} open`

/** Slack's limit for the options of a menu. */
const SLOTS_IN_LINE = 5

/** @param name stands at the start of the first line */
function slotLines(slots: readonly GridSlot[], model: SlotsModel, name: string): SectionBlock[] {
  const said = { usual: usualZone(model), locale: model.locale }
  const lines: SectionBlock[] = []
  for (let from = 0; from < slots.length; from += SLOTS_IN_LINE) {
    const shown = slots.slice(from, from + SLOTS_IN_LINE)
    const times = shown.map((slot) => inline(markedTime(slot, said))).join('  ·  ')
    const options = shown.map((slot) => option(markedTime(slot, said), slot.id))
    lines.push(section(`${from === 0 ? name : ''}${times}`, { type: 'overflow', action_id: action.openSlot, options }))
  }
  return lines
}

/** `○ 9:30 AM` */
const markedTime = (slot: GridSlot, { usual, locale }: { usual: string | null; locale?: Locale | undefined }): string =>
  `${slot.isOpen ? OPEN : TAKEN} ${hourWithPlace(slot, usual, locale)}`

type Part = { option: PlainTextOption; slots: GridSlot[] }

/** The form of a week that does not fit a view: counts for each day, and one day or a part of it in full. */
function folded(model: SlotsModel): AnyBlock[] {
  const { memory, slots, locale } = model
  const parts = DAYS_IN_ORDER.flatMap((day) =>
    partsOf(
      { day, locale },
      slots.filter((slot) => slot.day === day),
    ),
  )
  const shown = parts.find((part) => part.option.value === memory.part) ?? parts[0]
  if (!shown) return []
  const element = {
    type: 'static_select',
    action_id: action.slotsPart,
    options: parts.map((part) => part.option),
    initial_option: shown.option,
  } as const
  const lines = DAYS_IN_ORDER.map((day) =>
    dayLine(
      day,
      slots.filter((slot) => slot.day === day),
    ),
  )
  return [
    section(lines.join('\n')),
    section(`*Shown*  ${counted(shown.slots.length, 'slot')}`, element),
    ...slotLines(shown.slots, model, ''),
  ]
}

function partsOf({ day, locale }: { day: number; locale?: Locale | undefined }, slots: readonly GridSlot[]): Part[] {
  const parts: Part[] = []
  for (let from = 0; from < slots.length; from += MOST_SHOWN) {
    const own = slots.slice(from, from + MOST_SHOWN)
    const since = from === 0 ? '' : ` from ${clockOf(own[0]?.minute ?? 0, locale)}`
    parts.push({ option: option(`${dayName(day)}${since}`, `${day}:${from}`), slots: own })
  }
  return parts
}

/** The evergreen slots, and the form for one. */
import { type EvergreenSlotMemory, evergreenSlotMemory } from '../settings/evergreen-memory.js'
import type { AnyBlock, ModalView } from '@slack/types'
import type { EvergreenModel } from './model.js'
import type { EvergreenSlot } from './text.js'
import { change } from '../ids.js'
import { actions, button, form, header, inline, option, section } from '../kit/kit.js'
import { pageButtons, type PagedList } from '../kit/paging.js'
import { dayInput, hourInput, slotZoneInput } from '../slots/inputs.js'
import type { Locale } from '../kit/times.js'
import { hourOf, slotName } from '../slots/text.js'

export const action = {
  evergreenNewSlot: 'evergreen_new_slot',
  evergreenSlot: 'evergreen_slot',
  evergreenSlotsPage: 'evergreen_slots_page',
  evergreenSlotsFirst: 'evergreen_slots_first',
} as const
export const view = { evergreenSlot: 'evergreen_slot', evergreenSlotDelete: 'delete_evergreen_slot' } as const

/** A short page, so that the pool stays close below. */
export const evergreenSlotPages: PagedList = {
  size: 10,
  next: action.evergreenSlotsPage,
  first: action.evergreenSlotsFirst,
  label: 'slots',
}

export function slotBlocks({ slots, memory, canChange, locale }: EvergreenModel): AnyBlock[] {
  const shown = slots.slice(memory.slotsAt, memory.slotsAt + evergreenSlotPages.size)
  const pages = pageButtons(evergreenSlotPages, { at: memory.slotsAt, of: slots.length })
  const add = canChange ? [button({ text: 'Add a slot', actionId: action.evergreenNewSlot })] : []
  const row = [...add, ...pages]
  return [
    header('Slots'),
    ...(slots.length === 0 ? [section('No slots yet. A slot is a weekly day and time.')] : []),
    ...shown.map((slot) => slotRow(slot, canChange, locale)),
    ...(row.length > 0 ? [actions(row)] : []),
  ]
}

function slotRow(slot: EvergreenSlot, canChange: boolean, locale: Locale | undefined): AnyBlock {
  const words = `*${inline(slotName(slot, null, locale))}*`
  if (!canChange) return section(words)
  return section(words, {
    type: 'overflow',
    action_id: action.evergreenSlot,
    options: [option('Move', `${change.edit}:${slot.id}`), option('Delete', `${change.delete}:${slot.id}`)],
  })
}

export type SlotModel = {
  memory: EvergreenSlotMemory
  /** The slot to move; null: a new one. */
  slot: EvergreenSlot | null
  /** The initial zone of a new slot. */
  timezone: string
  accountZone: string | null
  /** The reader's, for 12 or 24 hours. */
  locale?: Locale | undefined
}

/** The confirmation of a deletion, which a menu cannot ask for by itself. */
export const evergreenSlotDeleteView = (memory: EvergreenSlotMemory, slot: EvergreenSlot, locale: Locale = null): ModalView =>
  form({
    callbackId: view.evergreenSlotDelete,
    title: 'Delete slot',
    submit: 'Delete',
    memory: evergreenSlotMemory.write(memory),
    blocks: [
      section(
        `Delete *${inline(slotName(slot, null, locale))}*? Evergreen pins no longer go out then. A pin already scheduled for it keeps its time.`,
      ),
    ],
  })

export function evergreenSlotView({ memory, slot, timezone, accountZone, locale }: SlotModel): ModalView {
  return form({
    callbackId: view.evergreenSlot,
    title: slot ? 'Move slot' : 'Add a slot',
    submit: slot ? 'Move' : 'Add',
    memory: evergreenSlotMemory.write(memory),
    blocks: [
      ...(slot ? [section(`Now *${inline(slotName(slot, null, locale))}*. A pin already scheduled for it keeps its time.`)] : []),
      dayInput(slot?.day ?? null),
      hourInput(slot ? hourOf(slot.minute) : null),
      slotZoneInput(slot?.timezone ?? timezone, accountZone),
    ],
  })
}

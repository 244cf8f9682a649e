/** One weekly slot: its coming pins, moving and deleting it, and the form for a new one. */
import { type SlotMemory, slotMemory, type SlotsMemory, slotsMemory } from './memory.js'
import type { AnyBlock, Button, ModalView } from '@slack/types'
import type { Timeslot } from '../../src/core/slots/week/timeslot.js'
import { actions, button, context, divider, escape, inline, section, text } from '../kit/kit.js'
import { dayInput, daysInput, hourInput, slotZoneInput } from './inputs.js'
import { hourOf, originOf, pinsCounted, slotName } from './text.js'
import { type Locale, slackDate } from '../kit/times.js'

export const action = { deleteSlot: 'delete_slot' } as const
export const view = { slot: 'edit_slot', newSlot: 'add_slot' } as const

/** `isOnSlot` false: a pin that was not scheduled through the slot has its time, so the slot is filled. */
export type ComingPin = { at: Date; title: string; isPublishing: boolean; isOnSlot: boolean }
export type SlotModel = {
  slot: Pick<Timeslot, 'day' | 'minute' | 'timezone' | 'type'>
  memory: SlotMemory
  accountZone: string | null
  next: { at: Date; isOpen: boolean }
  /** The pins of the coming weeks, earliest first. */
  pins: ComingPin[]
  weeks: number
  /** The reader's, for 12 or 24 hours. */
  locale?: Locale | undefined
  canChange: boolean
}

const PINS_SHOWN = 8

export function slotView({ slot, memory, accountZone, next, pins, weeks, canChange, locale }: SlotModel): ModalView {
  const name = slotName(slot, null, locale)
  const state = next.isOpen ? 'open' : 'filled'
  return {
    type: 'modal',
    callback_id: view.slot,
    title: text('Slot', 24),
    ...(canChange && { submit: text('Save', 24) }),
    close: text('Back', 24),
    private_metadata: slotMemory.write(memory),
    blocks: [
      section(`*Every ${inline(name)}*\nNext: ${slackDate(next.at)} (${state})  ·  ${originOf(slot.type)}`),
      ...pinBlocks(pins, weeks),
      ...(canChange ? changeBlocks() : [context('Only schedulers and admins can change it.')]),
    ],
  }

  function changeBlocks(): AnyBlock[] {
    return [
      divider(),
      dayInput(slot.day),
      hourInput(hourOf(slot.minute)),
      slotZoneInput(slot.timezone, accountZone),
      context('If you move or delete this slot, its scheduled pins keep their times.'),
      actions([deleteButton(name, pins, weeks)]),
    ]
  }
}

function pinBlocks(pins: readonly ComingPin[], weeks: number): AnyBlock[] {
  if (pins.length === 0) return [context(`No pins in this slot in the next ${weeks} weeks.`)]
  const more = pins.length > PINS_SHOWN ? [`and ${pins.length - PINS_SHOWN} more in the next ${weeks} weeks`] : []
  return [section([...pins.slice(0, PINS_SHOWN).map(pinLine), ...more].join('\n'))]
}

function pinLine({ at, title, isPublishing, isOnSlot }: ComingPin): string {
  const remark = isPublishing ? ', publishing now' : isOnSlot ? '' : ', same time, not in the slot'
  return `${slackDate(at)}  ·  ${inline(title === '' ? 'Untitled pin' : title, 100)}${remark}`
}

function deleteButton(name: string, pins: readonly ComingPin[], weeks: number): Button {
  const own = pins.filter(({ isOnSlot }) => isOnSlot).length
  const kept =
    own === 0 ? 'Its pins keep their times.' : `Its pins keep their times: ${pinsCounted(own)} in the next ${weeks} weeks.`
  return {
    ...button({ text: 'Delete slot', actionId: action.deleteSlot, style: 'danger' }),
    confirm: {
      title: text('Delete this slot?', 100),
      text: text(`This removes ${name} from your week. ${kept}`, 300),
      confirm: text('Delete', 30),
      deny: text('Cancel', 30),
      style: 'danger',
    },
  }
}

export type NewSlotModel = { memory: SlotsMemory; timezone: string; accountZone: string | null }

export const newSlotView = ({ memory, timezone, accountZone }: NewSlotModel): ModalView => ({
  type: 'modal',
  callback_id: view.newSlot,
  title: text('Add a slot', 24),
  submit: text('Add', 24),
  close: text('Back', 24),
  private_metadata: slotsMemory.write(memory),
  blocks: [daysInput(), hourInput(null), slotZoneInput(timezone, accountZone)],
})

/** Replaces the form of a deleted slot. */
export const slotGoneView = (sentence: string): ModalView => ({
  type: 'modal',
  title: text('Slot', 24),
  close: text('Back', 24),
  blocks: [section(escape(sentence)), context('Go back to see your week.')],
})

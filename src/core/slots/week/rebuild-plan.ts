/** Plans a rebuild: which slots are added, removed and kept, and which pins get a slot of the new week at their instant. Pure. */
import { setImmediate } from 'node:timers/promises'
import { DAY_MS } from '../../lib/duration.js'
import { slotInstants, type WeeklySlot } from '../occurrences.js'
import type { SlotRule } from './timeslot.js'

const keyOf = ({ day, minute, timezone }: SlotRule) => `${day} ${minute} ${timezone}`

/**
 * Keeps a slot when an equal one is planned, the oldest first, and as many equal ones as are planned. @param slots oldest first
 */
export function compareWeek<S extends SlotRule, P extends SlotRule>(
  slots: readonly S[],
  planned: readonly P[],
): Comparison<S, P> {
  const wanted = new Map<string, number>()
  for (const rule of planned) wanted.set(keyOf(rule), (wanted.get(keyOf(rule)) ?? 0) + 1)
  const take = (rule: SlotRule) => {
    const left = wanted.get(keyOf(rule)) ?? 0
    wanted.set(keyOf(rule), left - 1)
    return left > 0
  }
  const kept: S[] = []
  const removed: S[] = []
  for (const slot of slots) (take(slot) ? kept : removed).push(slot)
  return { kept, removed, added: planned.filter(take) }
}
export type Comparison<S, P> = { kept: S[]; removed: S[]; added: P[] }

/** A coming pin that is on none of the slots that stay. */
export type LoosePin = { postId: string; sendAt: Date }
/** An occurrence that a live pin has. */
export type Held = { timeslotId: string; sendAt: Date }
export type Attachment = LoosePin & { timeslotId: string }

const STEP_MS = 28 * DAY_MS

/**
 * Attaches pins whose instant is a free occurrence: never more pins than slots, the oldest pin on the oldest slot. Runs in slices
 * so that other requests are served; pins may be spread over ten years.
 * @param slots oldest first
 * @param pins oldest first, all after `now`
 */
export async function attach(
  slots: readonly WeeklySlot[],
  pins: readonly LoosePin[],
  occupied: readonly Held[],
  now: Date,
): Promise<Attachment[]> {
  const taken = new Set(occupied.map(({ timeslotId, sendAt }) => `${timeslotId} ${sendAt.getTime()}`))
  const attachments: Attachment[] = []
  for (const waiting of stepsOf(pins, now)) {
    await setImmediate()
    const instants = [...waiting.keys()].sort((a, b) => a - b)
    const window = { after: new Date(instants[0]! - 1), until: new Date(instants.at(-1)!) } // a step has pins
    for (const { at, timeslotIds } of slotInstants(slots, window)) {
      const there = waiting.get(at.getTime()) ?? []
      const free = there.length > 0 ? timeslotIds.filter((id) => !taken.has(`${id} ${at.getTime()}`)) : []
      for (const [index, timeslotId] of free.slice(0, there.length).entries()) {
        const { postId, sendAt } = there[index]! // as many as both have
        attachments.push({ postId, sendAt, timeslotId })
      }
    }
  }
  return attachments
}

/** Groups pins by step, and within it by their instants in ms. */
function stepsOf(pins: readonly LoosePin[], now: Date): Iterable<Map<number, LoosePin[]>> {
  const steps = new Map<number, Map<number, LoosePin[]>>()
  for (const pin of pins) {
    const atMs = pin.sendAt.getTime()
    const step = Math.floor((atMs - now.getTime()) / STEP_MS)
    const waiting = steps.get(step) ?? new Map<number, LoosePin[]>()
    waiting.set(atMs, [...(waiting.get(atMs) ?? []), pin])
    steps.set(step, waiting)
  }
  return steps.values()
}

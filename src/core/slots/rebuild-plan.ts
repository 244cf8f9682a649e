/** What a rebuild comes to: which slots come, go and stay, and which pins find a slot of the new week at their instant. Pure. */
import { slotInstants, type WeeklySlot } from './occurrences.js'

type Rule = Pick<WeeklySlot, 'day' | 'minute' | 'timezone'>

const keyOf = ({ day, minute, timezone }: Rule) => `${day} ${minute} ${timezone}`

/** A slot stays where one like it is planned, the oldest first; of equal ones as many as are planned. @param slots oldest first */
export function compareWeek<S extends Rule, P extends Rule>(slots: readonly S[], planned: readonly P[]): Comparison<S, P> {
  const wanted = new Map<string, number>()
  for (const rule of planned) wanted.set(keyOf(rule), (wanted.get(keyOf(rule)) ?? 0) + 1)
  const take = (rule: Rule) => {
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

export type LoosePin = { postId: string; sendAt: Date }
/** An occurrence that a live pin has. */
export type Held = { timeslotId: string; sendAt: Date }
export type Attachment = LoosePin & { timeslotId: string }

/**
 * Pins on no slot whose instant is an occurrence that nobody has: never more pins than slots, the oldest pin on the oldest slot.
 * @param slots oldest first · @param pins oldest first, all after `now`
 */
export function attach(slots: readonly WeeklySlot[], pins: readonly LoosePin[], held: readonly Held[], now: Date): Attachment[] {
  const waiting = new Map<number, LoosePin[]>()
  for (const pin of pins) {
    const others = waiting.get(pin.sendAt.getTime())
    if (others) others.push(pin)
    else waiting.set(pin.sendAt.getTime(), [pin])
  }
  const taken = new Set(held.map(({ timeslotId, sendAt }) => `${timeslotId} ${sendAt.getTime()}`))
  const last = pins.reduce((latest, { sendAt }) => Math.max(latest, sendAt.getTime()), now.getTime())
  const attachments: Attachment[] = []
  for (const { at, timeslotIds } of slotInstants(slots, { after: now, until: new Date(last) })) {
    const there = waiting.get(at.getTime()) ?? []
    const free = there.length > 0 ? timeslotIds.filter((id) => !taken.has(`${id} ${at.getTime()}`)) : []
    free.slice(0, there.length).forEach((timeslotId, index) => attachments.push({ ...there[index]!, timeslotId })) // as many as both have
  }
  return attachments
}

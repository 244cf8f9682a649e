/** Finds the button or field that a person means among all they see. */
import { type Block, type Interactive, interactives, optionsOf, type Option, wordsOf } from '../block-kit.js'
import { listMessages } from '../messages/messages.js'
import type { Place } from '../payloads.js'
import type { User } from '../people.js'
import type { Workspace } from '../context.js'
import { namesOf, plain, readingOf } from '../plain-text.js'
import { findHome, listModals } from './views.js'

export type Target = { place: Place; on: Interactive }

/** An element that is not on the person's screen; the message lists what is. */
export class NotOnScreen extends Error {
  override readonly name = 'NotOnScreen'
}

/** Everything that a person can reach: the top modal alone, else Home, else the messages of the channel, newest first. */
export async function reachable({ db }: Workspace, user: User): Promise<Place[]> {
  const top = (await listModals(db.sql, user.id, user.windowId)).at(-1)
  if (top) return [{ kind: 'view', view: top }]
  if (user.onHome) {
    const home = await findHome(db.sql, user.id)
    return home ? [{ kind: 'view', view: home }] : []
  }
  const messages = await listMessages(db.sql, user.channelId, user.id)
  return messages.reverse().map((message) => ({ kind: 'message', message }))
}

export const blocksOf = (place: Place): Block[] => (place.kind === 'view' ? place.view.view.blocks : place.message.blocks)

const TYPES_OF_BUTTON = new Set(['button', 'workflow_button'])
export const isButton = ({ on }: Target): boolean => TYPES_OF_BUTTON.has(on.element.type)

const targetsOf = (place: Place): Target[] => interactives(blocksOf(place)).map((on) => ({ place, on }))

export type Asked = { label: string; within?: string | undefined }

/** The best match: the closest to `within`, then in the newest message, then the topmost. */
export function findTarget(
  places: readonly Place[],
  { label, within }: Asked,
  kind: (target: Target) => boolean,
): Target | undefined {
  const name = plain(label)
  return narrow(places, within).find((target) => kind(target) && namesOf(target.on.block, target.on.element).includes(name))
}

/** Finds an option of an overflow menu, radio or checkbox by its own text if no label was given. */
export function findByOption(
  places: readonly Place[],
  { label, within }: Asked,
  kind: (target: Target) => boolean,
): { target: Target; option: Option } | undefined {
  for (const target of narrow(places, within)) {
    const option = kind(target) ? findOption(optionsOf(target.on.element), label) : undefined
    if (option) return { target, option }
  }
  return undefined
}

export const findExactOption = (options: readonly Option[], typed: string): Option | undefined =>
  options.find((option) => plain(wordsOf(option.text)) === plain(typed))

/** Finds the exact option, else the only one that begins with or contains the text. */
export function findOption(options: readonly Option[], typed: string): Option | undefined {
  const exact = findExactOption(options, typed)
  if (exact) return exact
  const wanted = plain(typed)
  for (const fits of [(text: string) => text.startsWith(wanted), (text: string) => text.includes(wanted)]) {
    const found = options.filter((option) => fits(plain(wordsOf(option.text))))
    if (found.length === 1) return found[0]
  }
  return undefined
}

/** Sorts by closeness to the text: in the same block, then in the row that the block opens, then in the same message. */
function narrow(places: readonly Place[], within: string | undefined): Target[] {
  if (within === undefined) return places.flatMap(targetsOf)
  const wanted = plain(within)
  const own: Target[] = []
  const group: Target[] = []
  const whole: Target[] = []
  for (const place of places) {
    const blocks = blocksOf(place)
    const isMentioned = place.kind === 'message' && plain(place.message.text).includes(wanted)
    const reading = blocks.map(readingOf)
    const before = own.length + group.length
    const others: Target[] = []
    for (const target of targetsOf(place)) {
      const at = blocks.indexOf(target.on.block)
      if (reading[at]?.includes(wanted)) own.push(target)
      else if (rowsBefore(blocks, at).some((index) => reading[index]?.includes(wanted))) group.push(target)
      else if (isMentioned || reading.some((text) => text.includes(wanted))) others.push(target)
    }
    // a row with elements of its own never lends its name to those of another row
    if (own.length + group.length === before) whole.push(...others)
  }
  return [...own, ...group, ...whole]
}

/** The blocks that an actions row belongs to: those above it up to the previous row, divider or header. */
function rowsBefore(blocks: readonly Block[], at: number): number[] {
  const rows: number[] = []
  for (let index = at - 1; index >= 0; index -= 1) {
    const type = blocks[index]?.type
    if (type === 'actions' || type === 'divider') break
    rows.push(index)
    if (type === 'header') break
  }
  return rows
}

/** Names for the error message about a missing element. A menu has no text of its own, so its options are listed. */
export function namesOnScreen(places: readonly Place[], kind: (target: Target) => boolean): string[] {
  const offers = (element: Target['on']['element']) =>
    `More (${optionsOf(element)
      .map(({ text }) => wordsOf(text))
      .join(', ')})`
  const names = places
    .flatMap(targetsOf)
    .filter(kind)
    .map(({ on: { element, block } }) => {
      const kindName = element.type === 'overflow' ? offers(element) : element.type
      return wordsOf(element.text) || wordsOf(block.label) || element.placeholder?.text || kindName
    })
  return [...new Set(names)]
}

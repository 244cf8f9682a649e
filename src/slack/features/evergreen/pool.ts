/** The evergreen pool: published pins are added and removed in the form and on their own cards. */
import { action as evergreenAction } from '../../../../blocks/evergreen/view.js'
import { evergreenMemory } from '../../../../blocks/settings/evergreen-memory.js'
import { ofPool } from '../../../../blocks/ids.js'
import { clip, option } from '../../../../blocks/kit/kit.js'
import { action as pinButtonsAction, type PinRef } from '../../../../blocks/pin/buttons.js'
import { pinCard } from '../../../../blocks/pin/card.js'
import { titleOf } from '../../../../blocks/pin/text.js'
import { done, notDone, type Banner } from '../../../../blocks/kit/banner.js'
import { counted } from '../../../../blocks/kit/numbers.js'
import { dateIn } from '../../../../blocks/kit/times.js'
import { readSaves } from '../../../core/insight/analytics/pin-totals.js'
import type { Actor } from '../../../core/lib/actor.js'
import { listEvergreenCandidates } from '../../../core/posts/evergreen/candidates.js'
import { addToEvergreen, removeFromEvergreen } from '../../../core/posts/evergreen/pool.js'
import type { Post } from '../../../core/posts/post.js'
import { cardOf } from '../cards/cards.js'
import { onAction, type SlackDeps, onOptions } from '../../listener.js'
import { type Answer, answerClick, itIsGone, shown, whatBecame } from '../pins/click.js'
import { valueOf } from '../cards/pressed.js'
import { isConflict, isGone } from '../cards/find-pin.js'
import { showEvergreen } from './evergreen.js'
import { NOT_IN_POOL, openLimits } from './limits.js'

const MOST_OPTIONS = 30

/** Offers published pins while a person types, the newest first. */
onOptions(evergreenAction.evergreenAdd, async (deps, { options: { view, value }, context, ack }) => {
  if (!view) return ack({ options: [] })
  const { accountId } = evergreenMemory.read(view)
  const { member } = context
  const found = await listEvergreenCandidates(deps, member.actor, { accountId, words: value, limit: MOST_OPTIONS })
  const saves = await readSaves(deps, member.actor, { accountId, pinIds: found.flatMap(({ pinId }) => pinId ?? []) })
  const zone = member.timezone ?? 'UTC'
  const dayOf = (at: Date) => dateIn(at, zone, deps.clock(), member.locale)
  await ack({ options: found.map((post) => option(titleOf(post), post.id, candidateText(post, saves, dayOf))) })
})

/** Returns a text such as `Warm kitchens · 16 saves · Nov 28`: people choose by how well a pin did. */
function candidateText(
  { boardName, pinId, sentAt }: Post,
  saves: ReadonlyMap<string, number>,
  dayOf: (at: Date) => string,
): string {
  const count = pinId === null ? undefined : saves.get(pinId)
  const facts = [
    ...(boardName === null ? [] : [clip(boardName, BOARD)]),
    ...(count === undefined ? [] : [counted(count, 'save')]),
    ...(sentAt === null ? [] : [dayOf(sentAt)]),
  ]
  return facts.join(' · ') || 'published'
}
/** Characters for the board's name, out of the 75 of an option. */
const BOARD = 40

onAction(evergreenAction.evergreenAdd, async (deps, args) => {
  const { body, context } = args
  if (!body.view || args.action.type !== 'external_select') return
  const memory = evergreenMemory.read(body.view)
  const postId = args.action.selected_option?.value
  if (postId === undefined) return // the choice was cleared
  const post = await addToEvergreen(deps, context.member.actor, { accountId: memory.accountId, postId })
  await showEvergreen(deps, args, {
    memory: { ...memory, round: memory.round + 1 },
    banner: done(`Added “${titleOf(post)}” to the pool.`),
  })
})

/** Puts a pin that has ended into the pool again; a second click changes nothing. */
onAction(evergreenAction.evergreenAgain, async (deps, args) => {
  const { body, context } = args
  if (!body.view || args.action.type !== 'button') return
  const memory = evergreenMemory.read(body.view)
  const post = await addToEvergreen(deps, context.member.actor, { accountId: memory.accountId, postId: args.action.value ?? '' })
  await showEvergreen(deps, args, { memory, banner: done(`Added “${titleOf(post)}” to the pool.`) })
})

/** Handles the menu of a pin: "Limits…" opens a form, "Remove" takes it out. */
onAction(evergreenAction.evergreenPin, async (deps, args) => {
  const { body, context } = args
  if (!body.view || args.action.type !== 'overflow') return
  const [verb, postId = ''] = args.action.selected_option.value.split(':')
  const memory = evergreenMemory.read(body.view)
  if (verb === ofPool.limits) return openLimits(deps, args, memory, postId)
  const banner = await dropped(deps, context.member.actor, { accountId: memory.accountId, postId })
  await showEvergreen(deps, args, { memory, banner })
})

/** Removes the pin from the pool; a second click changes nothing. */
async function dropped(deps: SlackDeps, actor: Actor, pin: { accountId: string; postId: string }): Promise<Banner> {
  try {
    return done(`Removed “${titleOf(await removeFromEvergreen(deps, actor, pin))}” from the pool.`)
  } catch (error) {
    if (isGone(error)) return notDone(NOT_IN_POOL)
    throw error
  }
}

/** Handles "Add to evergreen" on a published pin. */
onAction(pinButtonsAction.evergreenPut, async (deps, args) => {
  const { from, ...pin } = valueOf<PinRef>(args)
  await answerClick(deps, args, from, await put(deps, args.context.member.actor, pin))
})

async function put(deps: SlackDeps, actor: Actor, pin: Omit<PinRef, 'from'>): Promise<Answer> {
  try {
    const post = await addToEvergreen(deps, actor, pin)
    const headline = 'Added to the evergreen pool. It will be republished in turn. /pin evergreen has its limits.'
    return shown(pinCard(await cardOf(deps, actor, post), { headline, evergreen: 'in' }))
  } catch (error) {
    if (isGone(error)) return itIsGone(pin)
    if (!isConflict(error)) throw error
    return whatBecame(deps, actor, pin, 'Only published pins can be evergreen.')
  }
}

/** Handles "Remove from evergreen" on a published pin. */
onAction(pinButtonsAction.evergreenTake, async (deps, args) => {
  const { from, ...pin } = valueOf<PinRef>(args)
  await answerClick(deps, args, from, await takenOut(deps, args.context.member.actor, pin))
})

async function takenOut(deps: SlackDeps, actor: Actor, pin: Omit<PinRef, 'from'>): Promise<Answer> {
  try {
    const post = await removeFromEvergreen(deps, actor, pin)
    const headline = 'Removed from the evergreen pool. It won’t be republished.'
    return shown(pinCard(await cardOf(deps, actor, post), { headline, evergreen: 'out' }))
  } catch (error) {
    if (!isGone(error)) throw error
    return whatBecame(deps, actor, pin, 'It’s no longer in the evergreen pool.')
  }
}

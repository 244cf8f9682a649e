/** Crops the picture of a pin, puts it on a card, or restores it: at once, because there is an Undo. */
import { action } from '../../../../blocks/pin/problems/fit.js'
import { pinCard } from '../../../../blocks/pin/card.js'
import type { PinRef } from '../../../../blocks/pin/buttons.js'
import type { Actor } from '../../../core/lib/actor.js'
import { fitOf, type PictureFit } from '../../../core/media/post-media.js'
import { readPost } from '../../../core/posts/list.js'
import { fitPostPicture } from '../../../core/posts/create/fit-picture.js'
import { onAction, type ActionArgs, type Listener, type SlackDeps } from '../../listener.js'
import { cardOf } from '../cards/cards.js'
import { type Answer, answerClick, changed, changeOf, shown, whatBecame } from '../pins/click.js'
import { isConflict, isGone } from '../cards/find-pin.js'
import { valueOf } from '../cards/pressed.js'

const DONE: Record<PictureFit, { now: string; already: string }> = {
  crop: { now: 'Cropped to 2:3.', already: 'It’s already cropped.' },
  card: { now: 'Put on a card.', already: 'It’s already on this card.' },
  original: { now: 'Its original image is back.', already: 'It already uses its original image.' },
}

export const fitPicture =
  (fit: PictureFit): Listener<ActionArgs> =>
  async (deps, args) => {
    const { from, ...pin } = valueOf<PinRef>(args)
    await answerClick(deps, args, from, await fitted(deps, args.context.member.actor, pin, fit))
  }

/** Changes the picture; a second click changes nothing, so it offers no Undo. */
async function fitted(
  deps: SlackDeps,
  actor: Actor,
  pin: { accountId: string; postId: string },
  fit: PictureFit,
): Promise<Answer> {
  try {
    const before = await readPost(deps, actor, pin)
    const post = await fitPostPicture(deps, actor, { ...pin, fit })
    const card = await cardOf(deps, actor, post)
    if (post.version !== before.version) return changed(pinCard(card, { headline: DONE[fit].now, undo: changeOf(post) }))
    const isFit = fitOf(post.media) === fit
    return shown(pinCard(card, { headline: isFit ? DONE[fit].already : 'It’s already 2:3.' }))
  } catch (error) {
    if (!isConflict(error) && !isGone(error)) throw error
    return whatBecame(deps, actor, pin, 'The image of this pin can’t be changed anymore.')
  }
}

onAction(action.fitCrop, fitPicture('crop'))
onAction(action.fitCard, fitPicture('card'))
onAction(action.fitOriginal, fitPicture('original'))

/** "Swap with another pin" of the form that moves one. */
import { type MoveMemory, timeSeen } from '../../../../blocks/pins/memory.js'
import { pinCard } from '../../../../blocks/pins/card.js'
import { swappedText } from '../../../../blocks/pins/move.js'
import { field } from '../../../../blocks/ids.js'
import { badRequest } from '../../../core/lib/errors.js'
import { readPost } from '../../../core/posts/list.js'
import { type Swapped, swapPosts } from '../../../core/posts/moves/swap.js'
import type { SlackDeps, ViewArgs } from '../../listener.js'
import { chosen } from '../../forms/values.js'
import { submitOnce } from '../../forms/submit-once.js'
import { zoneOf } from '../../people/accounts.js'
import { cardOf } from './cards.js'
import { answerForm, changeOf } from './click.js'

/** Both as they were shown: this pin by its time, the other by its version. */
export async function submitSwap(deps: SlackDeps, args: ViewArgs, memory: MoveMemory): Promise<void> {
  const { view, ack } = args
  const { member } = args.context
  const { actor } = member
  const { accountId, postId, seenAt } = memory
  const [otherPostId, otherVersion] = (chosen(view, field.otherPin)?.id ?? '').split(':')
  if (!otherPostId) throw badRequest(field.otherPin, 'Choose a pin to swap with.')
  const input = { accountId, postId, otherPostId, otherVersion: Number(otherVersion) }
  const seen = seenAt === undefined ? {} : { seenAt: timeSeen(seenAt) }
  const { data, isReplay } = await submitOnce(
    deps,
    { actor, viewId: view.id, callbackId: view.callback_id, input },
    (beforeCommit) => swapPosts(deps, actor, { ...input, ...seen }, beforeCommit),
    ({ post, other }: Swapped) => ({ undo: changeOf(post), otherPostId: other.id }),
  )
  await ack()
  if (isReplay) return
  const [post, other] = await Promise.all([
    readPost(deps, actor, data.undo),
    readPost(deps, actor, { accountId, postId: data.otherPostId }),
  ])
  const reader = { timezone: await zoneOf(deps, member, post), locale: member.locale, now: deps.clock() }
  const card = pinCard(await cardOf(deps, actor, post), { headline: swappedText(post, other, reader), undo: data.undo })
  await answerForm(deps, args, memory, card)
}

/** “Limits…” of a pin in the evergreen pool. */
import { type EvergreenMemory, evergreenLimitsMemory } from '../../../../blocks/settings/evergreen-memory.js'
import { evergreenLimitsView, view } from '../../../../blocks/evergreen/limits.js'
import { field } from '../../../../blocks/ids.js'
import { done, notDone, type Banner } from '../../../../blocks/kit/banner.js'
import { titleOf } from '../../../../blocks/pin/text.js'
import type { Actor } from '../../../core/lib/actor.js'
import { say } from '../../../core/lib/codes.js'
import { badRequest, DomainError } from '../../../core/lib/errors.js'
import { keepEvergreen, readEvergreenPost } from '../../../core/posts/evergreen/pool.js'
import { type EvergreenLimits, MOST_REPEATS } from '../../../core/slots/evergreen-limits.js'
import { chosenDay, chosenMany, typed } from '../../forms/values.js'
import { onView, type ActionArgs, type SlackDeps } from '../../listener.js'
import { isGone } from '../cards/find-pin.js'
import { showBelow } from '../../forms/show-below.js'
import { showEvergreen } from './evergreen.js'
import { evergreenNow } from './view.js'

export const NOT_IN_POOL = 'It’s no longer in the pool.'

/** Opens the form over the pool. */
export async function openLimits(deps: SlackDeps, args: ActionArgs, memory: EvergreenMemory, postId: string): Promise<void> {
  const { body, client, context } = args
  const { accountId } = memory
  try {
    const { post, limits } = await readEvergreenPost(deps, context.member.actor, { accountId, postId })
    const form = evergreenLimitsView({ memory: { accountId, postId, below: memory }, post, limits, most: MOST_REPEATS })
    await client.views.push({ trigger_id: body.trigger_id, view: form })
  } catch (error) {
    if (!isGone(error)) throw error
    await showEvergreen(deps, args, { memory, banner: notDone(NOT_IN_POOL) })
  }
}

/** Sets all three limits; what is empty is none. Sending the form twice is one change. */
onView(view.evergreenLimits, async (deps, { view: sent, client, context, ack }) => {
  const { member } = context
  const { accountId, postId, below } = evergreenLimitsMemory.read(sent)
  const atMost = typed(sent, field.atMost).trim()
  const banner = await saved(deps, member.actor, {
    accountId,
    postId,
    until: chosenDay(sent, field.until),
    atMost: atMost === '' ? null : Number(atMost),
    months: chosenMany(sent, field.months).map(({ id }) => Number(id)),
  })
  await ack()
  await showBelow(deps, client, sent.previous_view_id, await evergreenNow(deps, member, below, banner))
})

async function saved(
  deps: SlackDeps,
  actor: Actor,
  limits: EvergreenLimits & { accountId: string; postId: string },
): Promise<Banner> {
  try {
    const { post, ended } = await keepEvergreen(deps, actor, { ...limits, joins: false })
    return done(`Saved the limits of “${titleOf(post)}”.${ended ? ' It has reached them: see “Ended”.' : ''}`)
  } catch (error) {
    if (isGone(error)) return notDone(NOT_IN_POOL)
    throw underItsLabel(error)
  }
}

/** Names “Until” as this form does: a pause calls the same field “Resumes”. */
function underItsLabel(error: unknown): unknown {
  if (!(error instanceof DomainError) || error.details.field !== field.until) return error
  const { sentence } = error
  return badRequest(field.until, (of) => say(sentence, (name) => (name === field.until ? 'Until' : of(name))))
}

/** "Review drafts" of feeds: a review in the app's direct messages, or a list for people who may not schedule. */
import { view } from '../../../../blocks/feeds/list.js'
import { action } from '../../../../blocks/feeds/notices.js'
import { feedsMemory } from '../../../../blocks/feeds/memory.js'
import { done } from '../../../../blocks/kit/banner.js'
import type { Message } from '../../../../blocks/kit/kit.js'
import { noticeMessage } from '../../../../blocks/kit/sentence.js'
import { hasRoleOn } from '../../../core/accounts/people/roles.js'
import { readReview } from '../../../core/sources/review/change.js'
import { reviewFeedDrafts } from '../../../core/sources/review/from-feeds.js'
import { MOST_ITEMS } from '../../../core/sources/review/model.js'
import { onAction, type ActionArgs, type SlackDeps } from '../../listener.js'
import { openDrafts } from '../pins/some-pins.js'
import { reviewIsReady } from '../review/bring.js'
import { postReview, showIn } from '../pins/lists/review.js'
import { feedsNow } from './feeds.js'

const IN_MESSAGES = 'Your review is in your messages with Pinslot.'
const NONE = 'No feed drafts are left to review.'

onAction(action.reviewFeeds, async (deps, args) => {
  const { action, client, context } = args
  if (action.type !== 'button') return
  const { slackUserId } = context
  const accountId = action.value ?? ''
  const member = { ...context.member, currentAccountId: accountId }
  if (!hasRoleOn(member.actor, accountId, 'scheduler')) return openDrafts(deps, { ...args, context: { ...context, member } })
  const { review, leftOver } = await reviewFeedDrafts(deps, member.actor, { accountId })
  if (review) {
    const ref = { accountId, reviewId: review.id }
    const headline =
      leftOver === 0 ? '' : `A review holds ${MOST_ITEMS} pins: ${leftOver} more are waiting. Schedule or keep these first.`
    const shown = { ...ref, ...(headline !== '' && { headline }) }
    await postReview(deps, client, member, { slackUserId, before: review.shownIn }, shown)
    deps.whenMoreCome(async () => {
      const { shownIn } = await readReview(deps, member.actor, ref)
      if (shownIn) await showIn(deps, client, member, shownIn, shown)
    })
  }
  await answer(deps, args, review && (await reviewIsReady(deps, member, { accountId, reviewId: review.id })))
})

/**
 * Answers in the list of feeds if that is open, otherwise below the message. In the app's direct messages the review itself is
 * the answer.
 */
async function answer(deps: SlackDeps, { body, client, context, respond }: ActionArgs, ready: Message | null): Promise<void> {
  const { view: open } = body
  if (open?.type === 'modal' && open.callback_id === view.feeds) {
    const accountId = feedsMemory.read(open).accountId
    return void (await client.views.update({
      view_id: open.id,
      view: await feedsNow(deps, context.member, accountId, done(ready ? IN_MESSAGES : NONE)),
    }))
  }
  if (body.channel?.id.startsWith('D') === true && ready) return
  await respond({ response_type: 'ephemeral', replace_original: false, ...(ready ?? noticeMessage(NONE)) })
}

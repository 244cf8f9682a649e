/**
 * The comments of a pin in its pane. They are those of the pin itself; what is posted there is the team’s alone.
 * @see https://docs.slack.dev/messaging/work-objects-comments, read 2026-11-30
 */
import { paneComment, view } from '../../../../blocks/pin/entity.js'
import { addComment, requireMayComment } from '../../../core/posts/comments/add.js'
import { authorOf, type Comment } from '../../../core/posts/comments/comment.js'
import { listComments } from '../../../core/posts/comments/read.js'
import { DomainError, notFound } from '../../../core/lib/errors.js'
import { submitOnce } from '../../forms/submit-once.js'
import { readWholeMessage } from '../../input/slack-text.js'
import { type CommentsRequestedArgs, onView, type SlackDeps } from '../../listener.js'
import { explain } from '../../reply/errors.js'
import { findPinOfPane, type Named, postIdOf } from '../cards/entity.js'

/** Slack asks for so many comments at most, in its documentation’s example. */
const MOST = 100

type Requested = Named & { trigger_id: string; limit?: number; cursor?: string; thread_root_id?: string }
const shown = (comment: Comment) => paneComment(comment, authorOf(comment))

/** Shows a page of the comments, the newest first; there are no threads. Who may not see the pin is shown none. */
export async function presentComments(deps: SlackDeps, { event, client, context }: CommentsRequestedArgs): Promise<void> {
  const { trigger_id, limit = MOST, cursor, thread_root_id: thread, ...named } = event as unknown as Requested // the SDK does not know it yet
  const { member } = context
  const post = await findPinOfPane(deps, member, postIdOf(deps, named))
  if (!post || thread)
    return void (await client.apiCall('entity.presentComments', { trigger_id, comments: [], can_post_comment: false }))
  const pin = { accountId: post.accountId, postId: post.id }
  const page = await listComments(deps, member.actor, { ...pin, limit: Math.min(limit, MOST), cursor: cursor ?? null })
  const mayPost = await requireMayComment(deps.db.sql, member.actor, pin).then(
    () => true,
    (error: unknown) => {
      if (error instanceof DomainError) return false
      throw error
    },
  )
  const more = page.cursor === null ? {} : { cursor: page.cursor }
  await client.apiCall('entity.presentComments', {
    trigger_id,
    comments: page.comments.map(shown),
    can_post_comment: mayPost,
    ...more,
  })
}

type Input = { rich_text_value?: unknown } | undefined

/** Adds a comment that was written in the pane, as a reply in a card’s thread is. */
onView(view.paneComment, async (deps, { view: form, body, client, context, ack }) => {
  await ack()
  const { actor } = context.member
  const { trigger_id } = body
  const acknowledge = (said: object) => client.apiCall('entity.acknowledgeCommentAction', { trigger_id, ...said })
  try {
    const post = await findPinOfPane(deps, context.member, postIdOf(deps, form))
    if (!post) throw notFound('Post')
    const written = (form.state.values['comment_input_block']?.['comment_input_action'] as Input)?.rich_text_value
    const pin = { accountId: post.accountId, postId: post.id }
    const input = { ...pin, text: readWholeMessage({ blocks: [written] }), audience: 'internal' as const }
    await submitOnce(
      deps,
      { actor, viewId: `pane:${trigger_id}`, callbackId: view.paneComment, input },
      (beforeCommit) => addComment(deps, actor, input, beforeCommit),
      ({ id }: Comment) => ({ id }),
    )
    const { comments } = await listComments(deps, actor, { ...pin, limit: 1, cursor: null })
    await acknowledge({ comment: comments.map(shown)[0] })
  } catch (error) {
    await acknowledge({ error: explain(deps, error, { type: body.type, callbackId: form.callback_id }).sentence })
  }
})

/** "Comment" on a pin, and all of its comments. */
import { action, allCommentsView, commentView, PAGE, view } from '../../../../blocks/pin/comments.js'
import type { PinRef } from '../../../../blocks/pin/buttons.js'
import { type CommentsMemory, commentsMemory, openedFromMemory } from '../../../../blocks/pin/memory.js'
import { titleOf } from '../../../../blocks/pin/text.js'
import { field } from '../../../../blocks/ids.js'
import { noticeMessage } from '../../../../blocks/kit/sentence.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { addComment, requireMayComment } from '../../../core/posts/comments/add.js'
import type { Audience, Comment } from '../../../core/posts/comments/comment.js'
import { readCommentsPage } from '../../../core/posts/comments/read.js'
import { chosen, typed } from '../../forms/values.js'
import { toPage, turnsPages } from '../../forms/paging.js'
import { submitOnce } from '../../forms/submit-once.js'
import { onAction, onView, type ActionArgs, type SlackDeps } from '../../listener.js'
import { findPin } from '../cards/find-pin.js'
import { layForm, valueOf } from '../cards/pressed.js'
import { answerClick, answerForm, itIsGone, openedFrom } from './click.js'

onAction(action.comment, (deps, args) => openComment(deps, args, valueOf<PinRef>(args)))

export async function openComment(deps: SlackDeps, args: ActionArgs, pin: PinRef): Promise<void> {
  const { actor } = args.context.member
  await requireMayComment(deps.db.sql, actor, pin) // before they type
  const post = await findPin(deps, actor, pin)
  if (!post) return answerClick(deps, args, pin.from, itIsGone(pin))
  await layForm(args, commentView({ post, memory: openedFrom(args, pin) }))
}

/** Sends the comment; its cards show it by the outbox, the form below at once. */
onView(view.comment, async (deps, args) => {
  const { view, context, ack } = args
  const { actor } = context.member
  const memory = openedFromMemory.read(view)
  const { accountId, postId } = memory
  const audience = (chosen(view, field.audience)?.id ?? 'internal') as Audience // the core checks it
  const input = { accountId, postId, text: typed(view, field.comment), audience }
  const { isReplay } = await submitOnce(
    deps,
    { actor, viewId: view.id, callbackId: view.callback_id, input },
    (beforeCommit) => addComment(deps, actor, input, beforeCommit),
    ({ id }: Comment) => ({ id }),
  )
  await ack()
  if (isReplay) return
  const post = await findPin(deps, actor, memory)
  await answerForm(deps, args, memory, noticeMessage(`Comment added. ${post ? titleOf(post) : ''}`.trim()))
})

onAction(action.allComments, async (deps, args) => {
  const { accountId, postId } = valueOf<PinRef>(args)
  await layForm(args, await showAll(deps, args.context.member, { accountId, postId, at: 0 }))
})

async function showAll(deps: SlackDeps, { actor }: Member, memory: CommentsMemory) {
  return allCommentsView(memory, await readCommentsPage(deps, actor, { ...memory, limit: PAGE.size }))
}

turnsPages(PAGE, { memory: commentsMemory, show: showAll, turned: toPage })

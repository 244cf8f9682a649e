/** "Publish now": a confirmation first, because a published pin cannot be unpublished. */
import type { ModalView } from '@slack/types'
import { type OpenedFrom, openedFromMemory } from '../../../../blocks/pin/memory.js'
import { action as pinButtonsAction, type PinRef } from '../../../../blocks/pin/buttons.js'
import { becameView, pinCard } from '../../../../blocks/pin/card.js'
import type { Problem } from '../../../../blocks/kit/problem.js'
import { action as publishAction, view, publishHeldView, publishView } from '../../../../blocks/pin/publish.js'
import { whyPaused } from '../../../../blocks/settings/publishing.js'
import { noticeView } from '../../../../blocks/kit/sentence.js'
import { readAccount } from '../../../core/accounts/accounts.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { resumeHold } from '../../../core/accounts/hold.js'
import { resumePublishing } from '../../../core/accounts/publishing.js'
import type { Actor } from '../../../core/lib/actor.js'
import { DomainError } from '../../../core/lib/errors.js'
import { requirePublishing } from '../../../core/posts/schedule/publish-now.js'
import { requireMaySchedule } from '../../../core/posts/permissions.js'
import { readPost } from '../../../core/posts/list.js'
import { isChangeable, type Post } from '../../../core/posts/post.js'
import type { PostStatus } from '../../../core/ports/post-status.js'
import { missingToSchedule } from '../../../core/posts/rules.js'
import { schedulePost } from '../../../core/posts/schedule.js'
import { onAction, type ActionArgs, type SlackDeps, onView } from '../../listener.js'
import { submitOnce } from '../../forms/submit-once.js'
import { explain } from '../../reply/errors.js'
import { foreseenDenial } from '../../reply/foreseen.js'
import { mayReconnect } from '../../accounts.js'
import { openEdit } from './edit.js'
import { refreshHome } from '../home/home.js'
import { cardOf } from '../cards/cards.js'
import { layForm, valueOf } from '../cards/pressed.js'
import { answerClick, answerForm, changeOf, openedFrom, whatBecame } from '../pins/click.js'
import { findPin } from '../cards/find-pin.js'
import { explainLacking } from '../pins/lacking.js'

export async function openPublish(deps: SlackDeps, args: ActionArgs, pin: PinRef): Promise<void> {
  const { member } = args.context
  const { actor } = member
  const { from, ...ref } = pin
  const post = await findPin(deps, actor, ref)
  if (!post || !isChangeable(post.status))
    return answerClick(deps, args, from, await whatBecame(deps, actor, ref, sentenceOf(post?.status)))
  requireMaySchedule(actor, ref.accountId, 'now')
  if (missingToSchedule(post).length > 0) return openEdit(deps, args, { schedules: true }, pin)
  await layForm(args, await question(deps, member, post, { memory: openedFrom(args, pin) }))
}

/** Opens the form that publishes a pin which spacing holds back, from its card. */
onAction(pinButtonsAction.publishAnyway, (deps, args) => openPublish(deps, args, valueOf<PinRef>(args)))

function sentenceOf(status: PostStatus | undefined): string {
  return status === 'sent' ? 'This pin is already published.' : 'This pin is already being published.'
}

/**
 * Publishes the pin once: a repeated submission only closes the form, and one that loses against another person's shows the
 * reason.
 */
onView(view.publish, async (deps, args) => {
  const { view, ack } = args
  const { actor } = args.context.member
  const memory = openedFromMemory.read(view)
  const { accountId, postId } = memory
  const input = { accountId, postId, when: { kind: 'now' } as const }
  const submission = { actor, viewId: view.id, callbackId: view.callback_id, input }
  try {
    const { isReplay } = await submitOnce(
      deps,
      submission,
      (beforeCommit) => explainLacking(() => schedulePost(deps, actor, input, beforeCommit)),
      changeOf,
    )
    await ack()
    if (isReplay) return
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const { sentence } = explain(deps, error, { postId })
    return ack({ response_action: 'update', view: await formNow(deps, args.context.member, memory, { sentence }) })
  }
  const post = await readPost(deps, actor, input)
  const card = pinCard(await cardOf(deps, actor, post), { headline: 'Publishing now.' })
  await answerForm(deps, args, memory, card)
})

/** Ends what keeps the account from publishing, and then shows the confirmation again. */
const resumeThenAsk =
  (resume: typeof resumePublishing | typeof resumeHold) =>
  async (deps: SlackDeps, { body: { view }, client, context }: ActionArgs): Promise<void> => {
    if (!view) return
    const { member, slackUserId } = context
    const memory = openedFromMemory.read(view)
    await resume(deps, member.actor, memory)
    await client.views.update({ view_id: view.id, view: await formNow(deps, member, memory) })
    await refreshHome(deps, client, { member, slackUserId, page: memory.homePage })
  }
onAction(publishAction.publishResume, resumeThenAsk(resumePublishing))
onAction(publishAction.publishResumeHold, resumeThenAsk(resumeHold))

/** Returns the confirmation with the last error, or what is in its way, or what became of the pin. */
async function formNow(deps: SlackDeps, member: Member, memory: OpenedFrom, problem?: Problem): Promise<ModalView> {
  const { actor } = member
  const post = await findPin(deps, actor, memory)
  if (!post) return noticeView('This pin was deleted.')
  if (!isChangeable(post.status)) return becameView('Publish now', sentenceOf(post.status), await cardOf(deps, actor, post))
  return question(deps, member, post, { memory, problem })
}

async function question(
  deps: SlackDeps,
  member: Member,
  post: Post,
  { memory, problem }: { memory: OpenedFrom; problem?: Problem | undefined },
): Promise<ModalView> {
  const { actor } = member
  const [card, account, refusal] = await Promise.all([
    cardOf(deps, actor, post),
    readAccount(deps, actor, post),
    whyHeld(deps, actor, post),
  ])
  if (!refusal) {
    const { accountId, status } = post
    const denied = status === 'draft' ? await foreseenDenial(deps, actor, { accountId, count: 1, isDraft: true }) : undefined
    return publishView({ card, account: account.username, memory, denied, ...(problem && { problem }) })
  }
  const { sentence: held } = explain(deps, refusal, { postId: post.id })
  const isPaused = refusal.details.reason === 'publishing_paused'
  const why = whyPaused(account.pausedBecause)
  const sentence = !isPaused ? held : account.pausedBecause === 'restored' ? `${PAUSED}${why}` : `${held}${why}`
  const ends = isPaused ? 'resume' : refusal.details.reason === 'account_on_hold' ? 'resumeHold' : 'reconnect'
  return publishHeldView({ card, account, memory, sentence, remedy: mayReconnect(member, post.accountId) ? ends : null })
}

/** The sentence for when no admin can resume it yet. */
const PAUSED = 'Publishing is paused for this account.'

/** Returns why the account publishes nothing; undefined: it publishes now. @throws NOT_FOUND */
async function whyHeld({ db }: SlackDeps, actor: Actor, { accountId }: Post): Promise<DomainError | undefined> {
  try {
    await requirePublishing(db.sql, actor, accountId)
    return undefined
  } catch (error) {
    if (error instanceof DomainError && error.code !== 'NOT_FOUND') return error
    throw error
  }
}

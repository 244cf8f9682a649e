/** "Publish now": a question first, for what is out cannot be taken back. */
import type { ModalView } from '@slack/types'
import { type OpenedFrom, openedFromMemory } from '../../../../blocks/pins/memory.js'
import type { PinRef } from '../../../../blocks/pins/buttons.js'
import { becameView, pinCard } from '../../../../blocks/pins/card.js'
import { type PublishModel, publishView } from '../../../../blocks/pins/publish.js'
import { noticeView } from '../../../../blocks/kit/sentence.js'
import { readAccount } from '../../../core/accounts/accounts.js'
import type { Actor } from '../../../core/lib/actor.js'
import { DomainError } from '../../../core/lib/errors.js'
import { requireMaySchedule } from '../../../core/posts/permissions.js'
import { readPost } from '../../../core/posts/list.js'
import type { Post, PostStatus } from '../../../core/posts/post.js'
import { requireSchedulable } from '../../../core/posts/rules.js'
import { schedulePost } from '../../../core/posts/schedule.js'
import type { ActionArgs, SlackDeps, ViewArgs } from '../../listener.js'
import { submitOnce } from '../../forms/submit-once.js'
import { explain } from '../../reply/errors.js'
import { cardOf } from './cards.js'
import { layForm, valueOf } from './pressed.js'
import { answerClick, answerForm, changeOf, openedFrom, whatBecame } from './click.js'
import { findPin } from './find-pin.js'
import { explainLacking } from './lacking.js'

export async function openPublish(deps: SlackDeps, args: ActionArgs, pin: PinRef): Promise<void> {
  const { actor } = args.context.member
  const { from, ...ref } = pin
  const post = await findPin(deps, actor, ref)
  if (!post || !isOpen(post)) return answerClick(deps, args, from, await whatBecame(deps, actor, ref, sentenceOf(post?.status)))
  requireMaySchedule(actor, ref.accountId, 'now')
  await explainLacking(() => requireSchedulable(post)) // before they say yes
  await layForm(args, await question(deps, actor, post, { memory: openedFrom(args, pin) }))
}

/** On the card of a pin that its link holds. */
export const publishAnyway = (deps: SlackDeps, args: ActionArgs): Promise<void> => openPublish(deps, args, valueOf<PinRef>(args))

const isOpen = ({ status }: Post): boolean => status === 'draft' || status === 'queued'

function sentenceOf(status: PostStatus | undefined): string {
  return status === 'sent' ? 'This pin is already published.' : 'This pin is already being published.'
}

/** Once: who says it again, or says it while somebody else does, is told what became of the pin. */
export async function submitPublish(deps: SlackDeps, args: ViewArgs): Promise<void> {
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
    return ack({ response_action: 'update', view: await instead(deps, actor, memory, error) })
  }
  const post = await readPost(deps, actor, input)
  const card = pinCard(await cardOf(deps, actor, post), { headline: 'Publishing now.' })
  await answerForm(deps, args, memory, card)
}

/** In place of the question: the same one with what is in the way, or what became of the pin. */
async function instead(deps: SlackDeps, actor: Actor, memory: OpenedFrom, error: DomainError): Promise<ModalView> {
  const post = await findPin(deps, actor, memory)
  if (!post) return noticeView('This pin was deleted.')
  if (!isOpen(post)) return becameView('Publish now', sentenceOf(post.status), await cardOf(deps, actor, post))
  const { sentence } = explain(deps, error, { postId: post.id })
  return question(deps, actor, post, { memory, problem: { sentence } })
}

async function question(
  deps: SlackDeps,
  actor: Actor,
  post: Post,
  rest: Pick<PublishModel, 'memory' | 'problem'>,
): Promise<ModalView> {
  const [card, account] = await Promise.all([cardOf(deps, actor, post), readAccount(deps, actor, post)])
  return publishView({ card, account: account.username, ...rest })
}

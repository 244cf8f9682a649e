/** "Client link…" on requests, and "Client links…" in their list: makes, lists and revokes links for clients. */
import type { ModalView } from '@slack/types'
import {
  action,
  clientLinkMadeView,
  clientLinksView,
  clientLinkView,
  MOST_LISTED,
  view,
} from '../../../../blocks/approval/client-links.js'
import { action as manyAction, type ApproveAllButton, type TheseButton } from '../../../../blocks/approval/many.js'
import { type ClientLinkMemory, clientLinkMemory } from '../../../../blocks/approval/memory.js'
import { field } from '../../../../blocks/ids.js'
import { requireRoleOn } from '../../../core/accounts/people/roles.js'
import type { Actor } from '../../../core/lib/actor.js'
import { readApprovalsTogether } from '../../../core/many/approvals-together.js'
import { listApprovalsById } from '../../../core/posts/approval/approval.js'
import { maskedEmail } from '../../../core/posts/review-links/code.js'
import { createReviewLink, listReviewLinks, type MadeLink, revokeReviewLink } from '../../../core/posts/review-links/links.js'
import { submitOnce } from '../../forms/submit-once.js'
import { chosen, typed } from '../../forms/values.js'
import { type ActionArgs, onAction, onView, type SlackDeps } from '../../listener.js'
import { layForm, valueOf } from '../cards/pressed.js'

/** Opens the form, or refuses before the person types. */
export async function openClientLink(
  { mail }: Pick<SlackDeps, 'mail'>,
  args: ActionArgs,
  memory: ClientLinkMemory,
): Promise<void> {
  requireRoleOn(args.context.member.actor, memory.accountId, 'scheduler')
  await layForm(args, clientLinkView(memory, mail !== null))
}

/** Links all requests of the card or the list that wait. */
onAction(manyAction.linkAll, async (deps, args) => {
  const { actor } = args.context.member
  const pressed = valueOf<TheseButton | ApproveAllButton>(args)
  const { accountId } = pressed
  const approvals =
    'these' in pressed
      ? await listApprovalsById(deps, actor, { accountId, approvalIds: pressed.these.map(({ approvalId }) => approvalId) })
      : (await readApprovalsTogether(deps, actor, pressed)).lines.flatMap(({ approval, post }) => (post ? [approval] : []))
  const postIds = approvals.filter(({ state }) => state === 'open').map(({ postId }) => postId)
  await openClientLink(deps, args, { accountId, postIds })
})

/** Makes one link, however often the form is sent. The stored result is without it, so only the first answer shows it. */
onView(view.clientLink, async (deps, { view, context, ack }) => {
  const { actor } = context.member
  const email = typed(view, field.email)
  const input = {
    ...clientLinkMemory.read(view),
    contactName: typed(view, field.contactName),
    ...(email !== '' && { email }),
    expiresInDays: Number(chosen(view, field.expiresInDays)?.id),
  }
  let made: MadeLink | undefined
  const { data, isReplay } = await submitOnce(
    deps,
    { actor, viewId: view.id, callbackId: view.callback_id, input },
    async (beforeCommit) => (made = await createReviewLink(deps, actor, input, beforeCommit)),
    ({ link: { contactName, email, expiresAt } }: MadeLink) => ({
      contactName,
      email: email && maskedEmail(email),
      expiresAt: expiresAt.toISOString(),
    }),
  )
  const link = { ...data, expiresAt: new Date(data.expiresAt) }
  await ack({ response_action: 'update', view: clientLinkMadeView(link, isReplay ? undefined : made?.url) })
})

const listNow = async (deps: SlackDeps, actor: Actor, accountId: string): Promise<ModalView> =>
  clientLinksView((await listReviewLinks(deps, actor, { accountId, limit: MOST_LISTED, cursor: null })).links, deps.clock())

onAction(action.clientLinks, async (deps, args) => {
  const accountId = args.action.type === 'button' ? (args.action.value ?? '') : ''
  await layForm(args, await listNow(deps, args.context.member.actor, accountId))
})

onAction(action.revokeLink, async (deps, args) => {
  const { actor } = args.context.member
  const ref = valueOf<{ accountId: string; linkId: string }>(args)
  await revokeReviewLink(deps, actor, ref)
  const { id } = args.body.view ?? {}
  if (id !== undefined) await args.client.views.update({ view_id: id, view: await listNow(deps, actor, ref.accountId) })
})

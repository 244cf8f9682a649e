/** "Edit" and "Fix and reschedule": the form with the media, the words, the board and the tags of a pin, and choosing in it. */
import { type EditMemory, editMemory } from '../../../../blocks/edit/memory.js'
import { type EditModel, editView, type EditValues } from '../../../../blocks/edit/view.js'
import type { PinRef } from '../../../../blocks/pins/buttons.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { requireMayChange } from '../../../core/posts/permissions.js'
import { isChangeable, type Post } from '../../../core/posts/post.js'
import { fingerprintsOf, mediaFingerprint } from '../../../core/posts/seen.js'
import { chosenAccount } from '../../people/accounts.js'
import { suggestedFor } from '../composer/composer.js'
import { cardOf } from '../pins/cards.js'
import type { ActionArgs, SlackDeps } from '../../listener.js'
import { answerClick, itIsGone, openedFrom, whatBecame } from '../pins/click.js'
import { valueOf, layForm } from '../pins/pressed.js'
import { findPin } from '../pins/find-pin.js'
import { valuesOfPost, valuesOfView } from './form.js'
import { findSections } from '../boards/section-choices.js'

export async function openEdit(deps: SlackDeps, args: ActionArgs): Promise<void> {
  const { member } = args.context
  const { from, ...pin } = valueOf<PinRef>(args)
  const post = await findPin(deps, member.actor, pin)
  if (!post) return answerClick(deps, args, from, itIsGone(pin))
  if (!isChangeable(post.status)) {
    return answerClick(deps, args, from, await whatBecame(deps, member.actor, pin, 'This pin can’t be edited anymore.'))
  }
  requireMayChange(member.actor, post) // before they type anything
  const values = await valuesNow(deps, member, post)
  const memory: EditMemory = {
    ...openedFrom(args),
    sectionRound: 0,
    seen: fingerprintsOf(post),
    media: mediaFingerprint(post),
    ...(post.boardId !== null && { boardId: post.boardId }),
  }
  await layForm(args, editView(await editModel(deps, member, { post, memory, values })))
}

export async function valuesNow(deps: SlackDeps, { actor }: Member, post: Post): Promise<EditValues> {
  const sections = post.boardSectionId === null ? [] : await findSections(deps, actor, post)
  return valuesOfPost(post, sections?.find(({ id }) => id === post.boardSectionId)?.name ?? null)
}

export type EditForm = { post: Post; memory: EditMemory; values: EditValues }

export async function editModel(deps: SlackDeps, member: Member, { post, memory, values }: EditForm): Promise<EditModel> {
  const { accountId } = post
  const { account } = await chosenAccount(deps, { ...member, currentAccountId: accountId })
  const boardId = values.board?.id
  const [sections, suggested] = await Promise.all([
    findSections(deps, member.actor, { accountId, boardId: boardId ?? null }),
    post.savedPin ? [] : suggestedFor(deps, member, { accountId, boardId, values }),
  ])
  return {
    suggested,
    card: await cardOf(deps, member.actor, post),
    memory,
    values,
    isSet: {
      title: post.title !== null,
      description: post.description !== null,
      link: post.url !== null,
      board: post.boardId !== null,
    },
    sectionCount: sections?.length,
    takesTags: account.isBusiness && post.media.length < 2,
  }
}

/** A section belongs to its board: one of another board is taken out, everything else stays as typed. */
export async function switchEditBoard(deps: SlackDeps, { body, client, context }: ActionArgs): Promise<void> {
  const { view } = body
  if (!view) return
  const { member } = context
  const { boardId: _, ...memory } = editMemory.read(view)
  const values = valuesOfView(view)
  const post = await findPin(deps, member.actor, memory)
  if (!post) return // shown when it is saved
  const sections = await findSections(deps, member.actor, { accountId: post.accountId, boardId: values.board?.id ?? null })
  const isKept = values.section === null || (sections ?? []).some(({ id }) => id === values.section?.id)
  const form: EditForm = {
    post,
    memory: {
      ...memory,
      ...(values.board && { boardId: values.board.id }),
      sectionRound: isKept ? memory.sectionRound : memory.sectionRound + 1,
    },
    values: isKept ? values : { ...values, section: null },
  }
  await client.views.update({ view_id: view.id, view: editView(await editModel(deps, member, form)) })
}

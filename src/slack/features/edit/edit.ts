/** The form that changes a pin, with what is broken or missing at the top, and the choices in it. */
import { type EditMemory, editMemory } from '../../../../blocks/edit/memory.js'
import { action as editAction, type EditModel, editView, type EditValues } from '../../../../blocks/edit/view.js'
import { askedText, requestedTimeText } from '../../../../blocks/pin/approval-text.js'
import { action as pinButtonsAction, isFixable, type PinRef } from '../../../../blocks/pin/buttons.js'
import { fixesOf } from '../../../../blocks/pin/failure-text.js'
import { valuesOfMore } from '../../../../blocks/pin/content.js'
import { rememberTime } from '../../../../blocks/pin/memory.js'
import type { TimeModel } from '../../../../blocks/pin/move.js'
import { type Locale, timeIn } from '../../../../blocks/kit/times.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { isCarousel } from '../../../core/media/post-media.js'
import { listApprovalsOf } from '../../../core/posts/approval/approval.js'
import type { Approval } from '../../../core/posts/approval/model.js'
import { requireMayChange } from '../../../core/posts/permissions.js'
import { isChangeable, type Post } from '../../../core/posts/post.js'
import { missingToSchedule } from '../../../core/posts/rules.js'
import { fingerprintsOf, mediaFingerprint } from '../../../core/posts/seen.js'
import { fitsField } from '../../input/slides.js'
import { chosenAccount, readerZone } from '../../accounts.js'
import { mayRequest, schedulingOf } from '../../people/rights.js'
import { updateUnlessChanged } from '../../forms/update-unless-changed.js'
import { suggestedFor } from '../composer/composer.js'
import { cardOf } from '../cards/cards.js'
import { onAction, type ActionArgs, type SlackDeps } from '../../listener.js'
import { answerClick, itIsGone, openedFrom, whatBecame } from '../pins/click.js'
import { valueOf, layForm } from '../cards/pressed.js'
import { findPin } from '../cards/find-pin.js'
import { valuesOfPost, valuesOfView } from './form.js'
import { findSections } from '../cards/section-choices.js'
import { choiceIn, timeModel } from './time.js'

type Opening = { /** True when the form was opened to schedule the pin. */ schedules?: true } & Pick<EditMemory, 'approves'>

export async function openEdit(
  deps: SlackDeps,
  args: ActionArgs,
  opening: Opening = {},
  ref = valueOf<PinRef>(args),
): Promise<void> {
  const { member } = args.context
  const { on, ...pinned } = ref
  const { from, ...pin } = pinned
  const post = await findPin(deps, member.actor, pin)
  if (!post) return answerClick(deps, args, from, itIsGone(pin))
  if (!isChangeable(post.status)) {
    return answerClick(deps, args, from, await whatBecame(deps, member.actor, pin, 'This pin can’t be edited anymore.'))
  }
  requireMayChange(member.actor, post) // before they type anything
  const values = await valuesNow(deps, member, post)
  const fixes =
    post.failure && isFixable(post) ? fixesOf(post.failure).flatMap(({ on }) => (on === 'connection' ? [] : [on])) : []
  const isBroken = fixes.length > 0 || opening.schedules === true
  const broken = [
    ...(on ? [on] : []),
    ...fixes,
    ...(opening.schedules ? missingToSchedule(post).map((name) => PART_OF[name]) : []),
  ]
  const memory: EditMemory = {
    ...openedFrom(args, pinned),
    sectionRound: 0,
    seen: fingerprintsOf(post),
    media: mediaFingerprint(post),
    seenAt: rememberTime(post.sendAt),
    ...(post.boardId !== null && { boardId: post.boardId }),
    ...(broken.length > 0 && { first: [...new Set([...broken, ...(isBroken ? (['when'] as const) : [])])] }),
    ...(isBroken && { schedules: true }),
    ...(opening.approves && { approves: opening.approves }),
  }
  await layForm(args, editView(await editModel(deps, member, { post, memory, values })))
}

const PART_OF = { title: 'title', description: 'description', url: 'link', boardId: 'board' } as const

export async function valuesNow(deps: SlackDeps, { actor }: Member, post: Post): Promise<EditValues> {
  const sections = post.boardSectionId === null ? [] : await findSections(deps, actor, post)
  return valuesOfPost(post, sections?.find(({ id }) => id === post.boardSectionId)?.name ?? null)
}

/** `again`: the time that was chosen in the form. `movedBy`: the person who moved the pin meanwhile. */
export type EditForm = { post: Post; memory: EditMemory; values: EditValues } & Pick<TimeModel, 'again' | 'movedBy'>

export async function editModel(deps: SlackDeps, member: Member, form: EditForm): Promise<EditModel> {
  const { post, memory, values } = form
  const { accountId } = post
  const { account } = await chosenAccount(deps, { ...member, currentAccountId: accountId })
  const boardId = values.board?.id
  const [[newest], sections, suggested, card] = await Promise.all([
    post.status === 'draft' ? listApprovalsOf(deps, member.actor, { accountId, postId: post.id, limit: 1 }) : [],
    findSections(deps, member.actor, { accountId, boardId: boardId ?? null }),
    post.savedPin ? [] : suggestedFor(deps, member, { accountId, boardId, values }),
    cardOf(deps, member.actor, post),
  ])
  const isDeclined = newest?.state === 'changes_requested' || newest?.state === 'rejected'
  const isAskedAgain = isDeclined && schedulingOf(member.actor, account) === 'asks'
  const isUsual = !(memory.schedules === true || isAskedAgain)
  const { again, movedBy } = form
  const reader = { timezone: readerZone(member, account), locale: member.locale, now: deps.clock() }
  return {
    suggested,
    card,
    time:
      mayRequest(member.actor, account) && !memory.approves
        ? await timeModel(deps, member, post, { again, movedBy, keeps: { words: keepsText(post, newest, reader), isUsual } })
        : undefined,
    requestedTime: newest?.state === 'open' ? requestedTimeText(newest) : undefined,
    asked: isDeclined ? askedText(newest) : undefined,
    memory,
    values,
    isSet: {
      title: post.title !== null,
      description: post.description !== null,
      link: post.url !== null,
      board: post.boardId !== null,
    },
    sectionCount: sections?.length,
    takesTags: account.isBusiness && !isCarousel(post.media),
    takesSlides: isCarousel(post.media) && fitsField(post.slides),
  }
}

const keepsText = ({ sendAt }: Post, newest: Approval | undefined, { timezone, locale, now }: Reader): string =>
  sendAt ? `Keep ${timeIn(sendAt, timezone, now, locale)}` : newest?.state === 'open' ? 'Keep the request' : 'Keep as a draft'
type Reader = { timezone: string; locale: Locale; now: Date }

/** Redraws the form's inputs and sentences after another choice, slot or time. */
onAction([editAction.editWhen, editAction.editTime, editAction.editSlot], (deps, args) => drawAgain(deps, args, {}))
/** Opens the inputs for the picture, which few edits need, with the pin's values. */
onAction(editAction.editPicture, (deps, args) => drawAgain(deps, args, { picture: true }))
onAction(editAction.editMore, (deps, args) => drawAgain(deps, args, { more: true }))

async function drawAgain(
  deps: SlackDeps,
  { body: { view }, client, context }: ActionArgs,
  opened: Partial<EditMemory>,
): Promise<void> {
  if (!view) return
  const { member } = context
  const before = editMemory.read(view)
  const post = await findPin(deps, member.actor, before)
  if (!post) return // shown when it is saved
  const typed = valuesOfView(view)
  const hidden = opened.more && !before.more ? await valuesNow(deps, member, post) : typed
  const values = { ...typed, ...valuesOfMore(hidden) }
  const memory = { ...before, ...opened }
  await updateUnlessChanged(
    client,
    view,
    editView(await editModel(deps, member, { post, memory, values, again: choiceIn(view) })),
  )
}

/** Switches the board: clears a section of another board, and keeps everything else as typed. */
onAction(editAction.editBoard, async (deps, { body, client, context }) => {
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
    again: choiceIn(view),
  }
  await client.views.update({ view_id: view.id, view: editView(await editModel(deps, member, form)) })
})

onAction(pinButtonsAction.edit, (deps, args) => openEdit(deps, args))

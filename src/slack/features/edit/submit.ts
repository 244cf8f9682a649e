/** "Save" of "Edit pin": saves once, only changed values, and never over another person's change without a confirmation. */
import type { ModalView } from '@slack/types'
import { waitsSentence } from '../../../../blocks/approval/notices.js'
import { rememberFiles } from '../../../../blocks/composer/model.js'
import { type EditMemory, editMemory } from '../../../../blocks/edit/memory.js'
import { view, type ChangedField, type EditField, editView, type EditValues } from '../../../../blocks/edit/view.js'
import { field } from '../../../../blocks/ids.js'
import type { Message } from '../../../../blocks/kit/kit.js'
import { noticeView } from '../../../../blocks/kit/sentence.js'
import { valueNameOf } from '../../../../blocks/pin/content.js'
import { rememberTime, timeSeen } from '../../../../blocks/pin/memory.js'
import { movedText, type TimeModel } from '../../../../blocks/pin/move.js'
import { becameView, pinCard, pinView } from '../../../../blocks/pin/card.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { badRequest } from '../../../core/lib/errors.js'
import { listApprovalsOf } from '../../../core/posts/approval/approval.js'
import { approvePin } from '../../../core/posts/approval/decide.js'
import { editPost, type EditPost } from '../../../core/posts/edit.js'
import { readPost } from '../../../core/posts/list.js'
import type { Placed, Post } from '../../../core/posts/post.js'
import { schedulePost } from '../../../core/posts/schedule.js'
import { EditedSinceSeen, fingerprintsOf, mediaFingerprint, MovedSinceSeen } from '../../../core/posts/seen.js'
import type { ChangeRef } from '../../../core/posts/undo/change.js'
import { askedOf } from '../cards/asked.js'
import { mediaInForm } from '../composer/errors.js'
import { isVideo, mediaOf, type Source, sourcesOf } from '../composer/to-new-post.js'
import { cardOf, checkedCardOf } from '../cards/cards.js'
import { errorText, type Explanation } from '../../reply/errors.js'
import { onView, type SlackDeps, type ViewArgs } from '../../listener.js'
import { answerForm, changeOf } from '../pins/click.js'
import { findPin, isConflict, isGone, lastChanger } from '../cards/find-pin.js'
import { isAsked } from '../../forms/values.js'
import { zoneOf } from '../../accounts.js'
import { slowForm } from '../../forms/slow-form.js'
import { submitOnce } from '../../forms/submit-once.js'
import { editModel, valuesNow } from './edit.js'
import { changedFields, changesOf, valuesOfView } from './form.js'
import { choiceIn, movedTo, wayOf } from './time.js'

const SAVING = 'Saving your changes…'

/** A submitted form: `fields` were changed in it, `sources` are media that replace the pin's, `when` is its new time. */
type Sent = { memory: EditMemory; values: EditValues; fields: EditField[]; sources: Source[]; again: TimeModel['again'] }

/** `undo` null: nothing was changed. `placed`: the written pin; a replay has none. */
type Saved = { undo: ChangeRef | null; isReplay: boolean; placed?: Placed | undefined; before?: Post | undefined }

/** `instead`: nothing was saved, and this view replaces the form. */
type Outcome = { kind: 'instead'; view: ModalView } | ({ kind: 'done' } & Saved)

onView(view.edit, (deps, args) => submitEdit(deps, args, showSaved))

/** Submits the form; fetching its media may take longer than Slack waits. `show` shows what was saved. */
export async function submitEdit(deps: SlackDeps, args: ViewArgs, show: typeof showSaved): Promise<void> {
  const { view, context } = args
  const { member } = context
  const values = valuesOfView(view)
  const memory = editMemory.read(view)
  const sent = { memory, values, fields: changedFields(view), sources: sourcesOf(values), again: choiceIn(view) }
  await slowForm(deps, args, {
    work: (report) => saveEdit(deps, args, sent, report),
    working: SAVING,
    inTime: (outcome) => (outcome.kind === 'instead' ? outcome.view : undefined),
    late: async (outcome) =>
      outcome.kind === 'instead'
        ? { view: outcome.view, sentence: 'Your changes weren’t saved.' }
        : { view: await savedView(deps, member, memory) },
    again: (problem) => formAgain(deps, member, sent, problem),
    notDone: 'Your changes weren’t saved.',
    responseUrl: memory.responseUrl,
    after: async (outcome) => {
      if (outcome.kind === 'done' && !outcome.isReplay) await show(deps, args, outcome)
    },
  })
}

async function saveEdit(deps: SlackDeps, args: ViewArgs, sent: Sent, report: (sentence: string) => void): Promise<Outcome> {
  const { member } = args.context
  const { fields, sources } = sent
  const when = isAsked(args.view, field.when) && wayOf(args.view) !== 'draft' ? movedTo(args.view) : undefined
  if (fields.length === 0 && sources.length === 0 && !when && !sent.memory.approves)
    return { kind: 'done', undo: null, isReplay: false }
  try {
    return { kind: 'done', ...(await writeEdit(deps, args, { ...sent, when }, report)) }
  } catch (error) {
    const view = await answerTo(deps, member, sent, error)
    if (!view) throw mediaInForm(error, sources) // under its field
    return { kind: 'instead', view }
  }
}

/** Writes texts, media and time in one call of the core, so that one Undo reverts all. */
async function writeEdit(
  deps: SlackDeps,
  { view, client, context }: ViewArgs,
  sent: Sent & { when: EditPost['when'] },
  report: (sentence: string) => void,
): Promise<Saved> {
  const { actor } = context.member
  const { memory, values, fields, sources, when } = sent
  const changes = changesOf(values, fields)
  const pin = { accountId: memory.accountId, postId: memory.postId }
  const time = when && { when, ...(memory.seenAt !== undefined && { seenAt: timeSeen(memory.seenAt) }) }
  const files = sources.flatMap((source) => (source.kind === 'file' ? [source.file] : []))
  const onFetch = (turn: number) => report(files.length === 1 ? 'Loading the file…' : `Loading file ${turn} of ${files.length}…`)
  const seen = { ...memory.seen, ...(memory.media !== undefined && { media: memory.media }) }
  let placed: Placed | undefined // a replay shows nothing
  let before: Post | undefined
  const { data: undo, isReplay } = await submitOnce(
    deps,
    { actor, viewId: view.id, callbackId: view.callback_id, input: { ...pin, changes, sources, ...time } },
    async (beforeCommit) => {
      before = await findPin(deps, actor, pin)
      const { approves } = memory
      const approve = ({ approvalId, version, isPast = false }: NonNullable<typeof approves>, edit?: EditPost['changes']) =>
        approvePin(deps, actor, { accountId: pin.accountId, approvalId, version, inNextOpenSlot: isPast, edit }, beforeCommit)
      const edit = async (all: EditPost['changes']) => {
        placed = approves
          ? await approve(approves, all)
          : await editPost(deps, actor, { ...pin, changes: all, seen, ...time }, beforeCommit)
        return placed
      }
      if (sources.length > 0)
        return deps.withUploads(deps, { actor, client, files, onFetch }, (uploadIds) => {
          report(SAVING)
          const { media, carouselItems, coverPicture } = mediaOf(sources, uploadIds)
          const replaced = { media: [media, ...carouselItems] satisfies EditPost['changes']['media'], coverPicture }
          const keepsSecond = media.kind === 'url' ? media.mediaType === 'video' : sources.some(isVideo)
          const { cover } = changesOf(values, ['cover'])
          return edit({ ...changes, ...replaced, ...(keepsSecond && !coverPicture && cover ? { cover } : {}) }) // as the form shows it
        })
      if (approves && fields.length === 0) return (placed = await approve(approves))
      if (fields.length > 0 || !time) return edit(changes)
      placed = await schedulePost(deps, actor, { ...pin, ...time }, beforeCommit)
      return placed
    },
    changeOf,
  )
  return { undo: before?.version === undo.version ? null : undo, isReplay, placed, before }
}

/** The form with its values and errors, as in the composer. */
async function formAgain(
  deps: SlackDeps,
  member: Member,
  { memory, values, again }: Sent,
  problem: Explanation,
): Promise<ModalView> {
  const post = await findPin(deps, member.actor, memory)
  if (!post) return noticeView('Not saved: this pin was deleted.')
  const model = await editModel(deps, member, { post, memory: withFiles(memory, values), values: keepFiles(values), again })
  return editView({ ...model, problem })
}

/** Lists the chosen files above their field, because we cannot fill a file field. */
const keepFiles = (values: EditValues): EditValues => ({
  ...values,
  keptFiles: rememberFiles([...values.keptFiles, ...values.files]),
  files: [],
})

function withFiles({ files: _before, ...memory }: EditMemory, values: EditValues): EditMemory {
  const files = keepFiles(values).keptFiles
  return { ...memory, fileRound: (memory.fileRound ?? 0) + 1, ...(files.length > 0 && { files }) }
}

async function savedView(deps: SlackDeps, { actor }: Member, memory: EditMemory): Promise<ModalView> {
  return pinView('Pin saved', await cardOf(deps, actor, await readPost(deps, actor, memory)))
}

const NOT_SAVED: readonly (string | undefined)[] = [
  'post_not_editable',
  'post_not_schedulable',
  'approval_decided',
  'approval_on_hold',
  'approval_outdated',
]

/**
 * Returns the view that replaces the form; undefined when the error belongs under one of its fields.
 * @throws BAD_REQUEST boardId
 */
async function answerTo(deps: SlackDeps, member: Member, sent: Sent, error: unknown): Promise<ModalView | undefined> {
  const { memory } = sent
  if (error instanceof EditedSinceSeen) return changedView(deps, member, sent, error)
  if (error instanceof MovedSinceSeen) return movedView(deps, member, sent, error)
  if (isConflict(error) && NOT_SAVED.includes(error.details.reason)) {
    const card = await cardOf(deps, member.actor, await readPost(deps, member.actor, memory))
    return becameView('Not saved', `Not saved. ${errorText(error)}`, card)
  }
  if (!isGone(error)) return undefined
  if (!(await findPin(deps, member.actor, memory))) return noticeView('Not saved: this pin was deleted.')
  throw badRequest('boardId', 'This board was deleted. Choose another one.')
}

async function changedView(
  deps: SlackDeps,
  member: Member,
  { memory, values, again }: Sent,
  { post, fields }: EditedSinceSeen,
): Promise<ModalView> {
  const [theirs, changer] = await Promise.all([valuesNow(deps, member, post), lastChanger(deps, member, post)])
  const now = fingerprintsOf(post)
  const seen = { ...memory.seen }
  for (const name of fields) if (name !== 'media') seen[name] = now[name]
  const asSeen = withFiles({ ...memory, seen, media: mediaFingerprint(post) }, values)
  const model = await editModel(deps, member, { post, memory: asSeen, values: keepFiles(values), again })
  const wordsNow = (name: ChangedField) => (name === 'media' ? mediaWords(post) : wordsIn(name, theirs) || 'nothing')
  const changed = fields.map((name) => ({ field: name, sentence: `Now: ${wordsNow(name)}` }))
  return editView({ ...model, changed, changedBy: `${changer} edited this pin just now.` })
}

/** Shows the pin's current time; the form can be sent again. */
async function movedView(
  deps: SlackDeps,
  member: Member,
  { memory, values, again }: Sent,
  { post }: MovedSinceSeen,
): Promise<ModalView> {
  const asSeen = withFiles({ ...memory, seenAt: rememberTime(post.sendAt) }, values)
  const movedBy = await lastChanger(deps, member, post)
  return editView(await editModel(deps, member, { post, memory: asSeen, values: keepFiles(values), again, movedBy }))
}

const mediaWords = ({ mediaType, media }: Post): string =>
  mediaType === 'video' ? 'a new video' : media.length > 1 ? `${media.length} new images` : 'a new image'

function wordsIn(name: EditField, values: EditValues): string {
  if (name === 'board') return [values.board?.name, values.section?.name].filter((each) => each !== undefined).join(', ')
  return values[valueNameOf(name)]
}

async function waits(deps: SlackDeps, { actor }: Member, { accountId, id: postId, status }: Post): Promise<boolean> {
  if (status !== 'draft') return false
  const [newest] = await listApprovalsOf(deps, actor, { accountId, postId, limit: 1 })
  return newest?.state === 'open'
}

async function showSaved(deps: SlackDeps, args: ViewArgs, { undo, placed, before }: Saved): Promise<void> {
  const { member } = args.context
  const memory = editMemory.read(args.view)
  const post = await readPost(deps, member.actor, memory)
  const card = await checkedCardOf(deps, member.actor, post)
  const { warnings, placement } = placed ?? {}
  const words = { warnings, placement, ...(undo && { undo }) }
  const answer = (message: Message) => answerForm(deps, args, memory, message)
  if (placed?.approval)
    return answer(pinCard(card, { ...words, headline: waitsSentence, asked: await askedOf(deps, member, placed) }))
  const isMoved = undo && post.sendAt && post.sendAt.getTime() !== before?.sendAt?.getTime()
  if (isMoved) {
    const reader = { timezone: await zoneOf(deps, member, post), locale: member.locale, now: deps.clock() }
    return answer(pinCard(card, { ...words, ...movedText(before?.status, post, reader) }))
  }
  const next = (await waits(deps, member, post)) ? ' It’s still waiting for approval.' : ''
  const fixed = undo ? { ...card, post: { ...card.post, failure: null } } : card // this change replaces what failed
  await answer(pinCard(fixed, { ...words, headline: undo ? `Saved.${next}` : 'Nothing changed.' }))
}

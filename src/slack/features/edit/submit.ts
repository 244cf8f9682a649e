/** "Save" of "Edit pin": once, only what was changed, and never over what somebody else changed meanwhile without asking. */
import type { ModalView } from '@slack/types'
import { rememberFiles } from '../../../../blocks/composer/model.js'
import { type EditMemory, editMemory } from '../../../../blocks/edit/memory.js'
import { type ChangedField, type EditField, editView, type EditValues } from '../../../../blocks/edit/view.js'
import { noticeView } from '../../../../blocks/kit/sentence.js'
import { isFixable } from '../../../../blocks/pins/buttons.js'
import { type MoveMemory, openedFrom } from '../../../../blocks/pins/memory.js'
import { becameView, pinCard, pinView } from '../../../../blocks/pins/card.js'
import type { Member } from '../../../core/accounts/people/members.js'
import { badRequest } from '../../../core/lib/errors.js'
import { listApprovalsOf } from '../../../core/posts/approval/approval.js'
import { editPost, type EditPost } from '../../../core/posts/edit.js'
import { readPost } from '../../../core/posts/list.js'
import type { Warning } from '../../../core/posts/warnings/warning.js'
import type { Post } from '../../../core/posts/post.js'
import { EditedSinceSeen, fingerprintsOf, mediaFingerprint } from '../../../core/posts/seen.js'
import type { ChangeRef } from '../../../core/posts/undo/change.js'
import { mediaInForm } from '../composer/errors.js'
import { mediaOf, type Source, sourcesOf } from '../composer/to-new-post.js'
import { cardOf, checkedCardOf } from '../pins/cards.js'
import { errorText, type Explanation } from '../../reply/errors.js'
import type { SlackDeps, ViewArgs } from '../../listener.js'
import { answerForm, changeOf, isAnsweredInPlace } from '../pins/click.js'
import { findPin, isConflict, isGone } from '../pins/find-pin.js'
import { refreshHome } from '../home/home.js'
import { slowForm } from '../../forms/slow-form.js'
import { submitOnce } from '../../forms/submit-once.js'
import { editModel, valuesNow } from './edit.js'
import { changedFields, changesOf, valuesOfView } from './form.js'
import { timeOfFixed } from '../pins/move.js'

const SAVING = 'Saving your changes…'

/** A form as it was sent: `fields` were changed in it, `sources` are the media that shall take the place of the pin's. */
type Sent = { memory: EditMemory; values: EditValues; fields: EditField[]; sources: Source[] }

/** `undo` null: nothing was changed. */
type Saved = { undo: ChangeRef | null; isReplay: boolean; warnings: Warning[] | undefined }

/** `instead`: nothing was saved, and this takes the form's place. `isDeferred`: the form that follows says that it was saved. */
type Outcome = { kind: 'instead'; view: ModalView } | ({ kind: 'done'; next: ModalView | undefined; isDeferred: boolean } & Saved)

/** Media have to be fetched, which may take longer than Slack waits. */
export async function submitEdit(deps: SlackDeps, args: ViewArgs): Promise<void> {
  const { view, client, context } = args
  const { member } = context
  const values = valuesOfView(view)
  const memory = editMemory.read(view)
  const sent = { memory, values, fields: changedFields(view), sources: sourcesOf(values) }
  await slowForm(deps, args, {
    work: (report) => saveEdit(deps, args, sent, report),
    working: SAVING,
    inTime: (outcome) => (outcome.kind === 'instead' ? outcome.view : outcome.next),
    late: async (outcome) => ({
      view: (outcome.kind === 'instead' ? outcome.view : outcome.next) ?? (await savedView(deps, member, memory)),
      ...sentenceOf(outcome),
    }),
    again: (problem) => formAgain(deps, member, sent, problem),
    notDone: 'Your changes weren’t saved.',
    responseUrl: memory.responseUrl,
    after: async (outcome) => {
      if (outcome.kind === 'instead' || outcome.isReplay || (outcome.undo === null && outcome.next)) return
      if (!outcome.isDeferred) return showSaved(deps, args, outcome.undo, outcome.warnings)
      const { slackUserId } = context
      await refreshHome(deps, client, { member, slackUserId }) // the rest is said with the time, or when that form is closed
    },
  })
}

/** For who closed the form before it had its answer, where nothing else says what became of it. */
function sentenceOf(outcome: Outcome): { sentence?: string } {
  if (outcome.kind === 'instead') return { sentence: 'Your changes weren’t saved.' }
  return outcome.isDeferred ? { sentence: 'Your changes were saved. The pin has no time yet.' } : {}
}

async function saveEdit(deps: SlackDeps, args: ViewArgs, sent: Sent, report: (sentence: string) => void): Promise<Outcome> {
  const { member } = args.context
  const { memory, fields, sources } = sent
  if (fields.length === 0 && sources.length === 0) {
    const next = await nextForm(deps, member, memory, { isSaved: false })
    return { kind: 'done', undo: null, isReplay: false, warnings: undefined, next, isDeferred: false }
  }
  try {
    const saved = await writeEdit(deps, args, sent, report)
    const canDefer = !saved.isReplay && !isAnsweredInPlace(memory)
    const next = await nextForm(deps, member, memory, { isSaved: true, ...(canDefer && { version: saved.undo.version }) })
    return { kind: 'done', ...saved, next, isDeferred: canDefer && next !== undefined }
  } catch (error) {
    const view = await answerTo(deps, member, sent, error)
    if (!view) throw mediaInForm(error, sources) // under its field
    return { kind: 'instead', view }
  }
}

async function writeEdit(
  deps: SlackDeps,
  { view, client, context }: ViewArgs,
  sent: Sent,
  report: (sentence: string) => void,
): Promise<Saved & { undo: ChangeRef }> {
  const { actor } = context.member
  const { memory, values, fields, sources } = sent
  const input = { accountId: memory.accountId, postId: memory.postId, changes: changesOf(values, fields) }
  const files = sources.flatMap((source) => (source.kind === 'file' ? [source.file] : []))
  const onFetch = (turn: number) => report(files.length === 1 ? 'Loading the file…' : `Loading file ${turn} of ${files.length}…`)
  const seen = { ...memory.seen, ...(memory.media !== undefined && { media: memory.media }) }
  let warnings: Warning[] | undefined // a replay shows nothing
  const { data: undo, isReplay } = await submitOnce(
    deps,
    { actor, viewId: view.id, callbackId: view.callback_id, input: { ...input, sources } },
    async (beforeCommit) => {
      const edit = async (changes: EditPost['changes']) => {
        const edited = await editPost(deps, actor, { ...input, changes, seen }, beforeCommit)
        warnings = edited.warnings
        return edited
      }
      if (sources.length === 0) return edit(input.changes)
      return deps.withUploads(deps, { actor, client, files, onFetch }, (uploadIds) => {
        report(SAVING)
        const { media, carouselItems } = mediaOf(sources, uploadIds)
        return edit({ ...input.changes, media: [media, ...carouselItems] })
      })
    },
    changeOf,
  )
  return { undo, isReplay, warnings }
}

/** Of a pin that failed and is fixed by now: the form for its time. */
async function nextForm(
  deps: SlackDeps,
  member: Member,
  edit: EditMemory,
  follows: NonNullable<MoveMemory['follows']>,
): Promise<ModalView | undefined> {
  const requested = async () => {
    const memory = openedFrom.parse(edit)
    const post = await readPost(deps, member.actor, memory)
    if (post.status !== 'draft' || !isFixable(post) || (await waits(deps, member, post))) return undefined
    return timeOfFixed(deps, member, { post, memory, follows })
  }
  return requested().catch((error: unknown) => {
    deps.log.warn({ err: error, postId: edit.postId }, 'the form for the time of a fixed pin was not opened') // what was changed is saved
    return undefined
  })
}

/** The form as it was filled, with its errors: as the composer's. */
async function formAgain(deps: SlackDeps, member: Member, { memory, values }: Sent, problem: Explanation): Promise<ModalView> {
  const post = await findPin(deps, member.actor, memory)
  if (!post) return noticeView('Not saved: this pin was deleted.')
  const model = await editModel(deps, member, { post, memory: withFiles(memory, values), values: keepFiles(values) })
  return editView({ ...model, problem })
}

/** A file field cannot be filled by us: the files chosen are listed above it. */
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

/** What takes the form's place; undefined where the error belongs under one of its fields. @throws BAD_REQUEST boardId */
async function answerTo(deps: SlackDeps, member: Member, sent: Sent, error: unknown): Promise<ModalView | undefined> {
  const { memory } = sent
  if (error instanceof EditedSinceSeen) return changedView(deps, member, sent, error)
  if (isConflict(error) && error.details.reason === 'post_not_editable') {
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
  { memory, values }: Sent,
  { post, fields }: EditedSinceSeen,
): Promise<ModalView> {
  const theirs = await valuesNow(deps, member, post)
  const now = fingerprintsOf(post)
  const seen = { ...memory.seen }
  for (const name of fields) if (name !== 'media') seen[name] = now[name]
  const asSeen = withFiles({ ...memory, seen, media: mediaFingerprint(post) }, values)
  const model = await editModel(deps, member, { post, memory: asSeen, values: keepFiles(values) })
  const wordsNow = (name: ChangedField) => (name === 'media' ? mediaWords(post) : wordsIn(name, theirs) || 'nothing')
  return editView({ ...model, changed: fields.map((name) => ({ field: name, sentence: `Now: ${wordsNow(name)}` })) })
}

const mediaWords = ({ mediaType, media }: Post): string =>
  mediaType === 'video' ? 'a new video' : media.length > 1 ? `${media.length} new images` : 'a new image'

function wordsIn(name: EditField, values: EditValues): string {
  if (name === 'board') return [values.board?.name, values.section?.name].filter((each) => each !== undefined).join(', ')
  return name === 'url' ? values.link : name === 'productTagPinIds' ? values.productTags : values[name]
}

const fixText = ({ failure }: Post) => (failure === null ? '' : ' Now pick a time.')

async function waits(deps: SlackDeps, { actor }: Member, { accountId, id: postId, status }: Post): Promise<boolean> {
  if (status !== 'draft') return false
  const [newest] = await listApprovalsOf(deps, actor, { accountId, postId, limit: 1 })
  return newest?.state === 'open'
}

/** @param undo null: nothing was changed */
async function showSaved(deps: SlackDeps, args: ViewArgs, undo: ChangeRef | null, warnings?: Warning[]): Promise<void> {
  const { member } = args.context
  const memory = editMemory.read(args.view)
  const post = await readPost(deps, member.actor, memory)
  const card = await checkedCardOf(deps, member.actor, post)
  const next = (await waits(deps, member, post)) ? ' It’s still waiting for approval.' : fixText(post)
  const headline = undo === null ? 'Nothing changed.' : `Saved.${next}`
  const fixed = undo === null ? card : { ...card, post: { ...card.post, failure: null } } // what failed is what was just changed
  const message = pinCard(fixed, { headline, warnings, ...(undo && { undo }) })
  await answerForm(deps, args, memory, message)
}

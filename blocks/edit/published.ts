/** Changes of a published pin at Pinterest: the form with its old and new values, the confirmation of a deletion, and how it ended. */
import type { AnyBlock, ModalView } from '@slack/types'
import type { Account } from '../../src/core/accounts/account.js'
import type { PinEdit, PinField } from '../../src/core/publish/published/pin-edit.js'
import { boardInput, type Named, sectionInput } from '../boards/inputs.js'
import { actorText } from '../kit/actor.js'
import { actions, button, context, escape, form, inline, type Message, section } from '../kit/kit.js'
import { linkTo } from '../kit/link.js'
import { type Problem, withProblem } from '../kit/problem.js'
import { type ContentValues, contentInput } from '../pin/content.js'
import { type OpenedFrom, openedFromMemory } from '../pin/memory.js'
import { boardOf, type CardPost, titleOf } from '../pin/text.js'
import { type PublishedMemory, publishedMemory } from './memory.js'

export const action = {
  publishedBoard: 'published_board',
  publishedSection: 'published_section',
  approveEdit: 'approve_pin_edit',
  declineEdit: 'decline_pin_edit',
} as const
export const view = { editPublished: 'edit_published_pin', deletePublished: 'delete_published_pin' } as const

export type PublishedValues = Pick<ContentValues, 'title' | 'description' | 'link' | 'altText'> & {
  board: Named | null
  section: Named | null
}
/** `before`, `after`: as they are shown. */
export type ShownChange = { field: PinField; before: string; after: string }

export type PublishedModel = {
  memory: PublishedMemory
  values: PublishedValues
  isSavedPin: boolean
  /** The fields that were edited on Pinterest itself. */
  editedOnPinterest: readonly PinField[]
  /** True if somebody has to approve the change. */
  asks?: boolean
  /** What sending it again changes; undefined: not shown yet. */
  changes?: readonly ShownChange[] | undefined
  problem?: Problem | undefined
}

const LABELS: Record<PinField, string> = {
  title: 'Title',
  description: 'Description',
  url: 'Destination link',
  altText: 'Alt text',
  boardId: 'Board',
  boardSectionId: 'Section',
}
const namesOf = (fields: readonly PinField[]) => fields.map((field) => LABELS[field].toLowerCase()).join(', ')

/** The form with the pin as Pinterest has it. It is sent twice: the first time it shows what would change. */
export function publishedView(model: PublishedModel): ModalView {
  const { memory, values, isSavedPin, editedOnPinterest, asks = false, changes, problem } = model
  const all = { ...NO_VALUES, ...values }
  return form({
    callbackId: view.editPublished,
    title: 'Edit on Pinterest',
    submit: changes ? (asks ? 'Ask for approval' : 'Change on Pinterest') : 'Show changes',
    memory: publishedMemory.write(memory),
    blocks: withProblem(
      [
        ...(changes
          ? [section('*This changes on Pinterest, for everybody:*'), ...changesOf(changes)]
          : [context('These are the values on Pinterest now. The image stays.')]),
        ...(editedOnPinterest.length > 0 ? [context(`:pencil2: Was edited on Pinterest: ${namesOf(editedOnPinterest)}`)] : []),
        ...(isSavedPin
          ? []
          : [
              contentInput('title', all),
              contentInput('description', all),
              contentInput('url', all),
              contentInput('altText', all),
            ]),
        boardInput({ actionId: action.publishedBoard, chosen: values.board, optional: false, dispatches: false }),
        sectionInput({
          round: 0,
          actionId: action.publishedSection,
          chosen: values.section,
          board: values.board,
          sectionCount: undefined,
        }),
      ],
      problem,
    ),
  })
}
const NO_VALUES = { productTags: '', aiDisclosures: '', labels: '', cover: '' }

/** The most characters of a value. */
type Shown = { old: number; now: number }
const IN_FORM: Shown = { old: 280, now: 280 }
/** An approver reads the whole new description; all fields together fit a message. */
const inMessage = (field: PinField): Shown => ({ old: 120, now: field === 'description' ? 800 : field === 'altText' ? 250 : 120 })
function changesOf(changes: readonly ShownChange[], most: (field: PinField) => Shown = () => IN_FORM): AnyBlock[] {
  const valueOf = (words: string, length: number) => (words === '' ? '–' : inline(words, length))
  return changes.map(({ field, before, after }) => {
    const { old, now } = most(field)
    return section(`*${LABELS[field]}*\n~${valueOf(before, old)}~\n${valueOf(after, now)}`)
  })
}

/** The value of the buttons that decide a change. */
export type EditRef = { accountId: string; postId: string; editId: string }

/** Asks the approvers for a change, or says who decided it. @param why it was not made */
export function pinEditAskedMessage(
  { username }: Pick<Account, 'username'>,
  { edit, changes, why, title, href }: Ended & { changes: readonly ShownChange[] },
): Message {
  const pin = inline(titleOf({ title }))
  const isOpen = edit.state === 'pending_approval'
  const head = isOpen ? `${actorText(edit.author.via, edit.author.userId)} asks to edit a published pin` : askedHead(edit)
  const value = JSON.stringify({ accountId: edit.accountId, postId: edit.postId, editId: edit.id ?? '' } satisfies EditRef)
  const of = (text: string, actionId: string) => button({ text, actionId, value, label: `${text}: ${titleOf({ title })}` })
  const there = href === undefined ? '' : ` · ${linkTo(href, 'View on Pinterest')}`
  return {
    text: `${head}: ${pin}`,
    blocks: [
      section(`*${head}:* ${pin}${why === null ? '' : `\n${escape(why)}`}`),
      ...changesOf(changes, inMessage),
      ...(isOpen
        ? [actions([{ ...of('Approve', action.approveEdit), style: 'primary' }, of('Decline', action.declineEdit)])]
        : []),
      context(`Account ${inline(username)} · Pin ${edit.postId}${there}`),
    ],
  }
}

function askedHead({ reason, decidedBy, author }: PinEdit): string {
  const by = actorText(author.via, decidedBy ?? author.userId)
  if (reason === 'withdrawn') return `${by} withdrew the edit of a published pin`
  return `${by} ${reason === 'declined' ? 'declined' : 'approved'} the edit of a published pin`
}

/** Asks once more, naming the pin. */
export const deletePublishedView = (post: CardPost, memory: OpenedFrom, problem?: Problem): ModalView =>
  form({
    callbackId: view.deletePublished,
    title: 'Delete from Pinterest',
    submit: 'Delete pin',
    memory: openedFromMemory.write(memory),
    blocks: withProblem(
      [
        section(`Delete *${inline(titleOf(post))}* on ${boardOf(post)} from Pinterest?`),
        context('Its saves and comments there go, too. Its stats stay here. This can’t be undone.'),
      ],
      problem,
    ),
  })

const HEADS = {
  edit: { applied: 'Changed on Pinterest', refused: 'Not changed on Pinterest', unknown: 'Perhaps changed on Pinterest' },
  delete: { applied: 'Deleted from Pinterest', refused: 'Not deleted from Pinterest', unknown: 'Perhaps deleted from Pinterest' },
}
const SIGNS = { applied: ':white_check_mark:', refused: ':warning:', unknown: ':grey_question:' }

type Ended = { edit: PinEdit; why: string | null; title: string | null; href: string | undefined }

/** Says how the change ended. @param why it was not made @returns undefined: it is not over */
export function pinEditEndedMessage(
  { username }: Pick<Account, 'username'>,
  { edit, why, title, href }: Ended,
): Message | undefined {
  const { state, kind, settledAt } = edit
  if (settledAt === null || state === null || state === 'sending' || state === 'pending_approval') return undefined
  const head = HEADS[kind][state]
  const isThere = href !== undefined && !(kind === 'delete' && state === 'applied') && edit.reason !== 'pin_deleted'
  return {
    text: `${head}: ${inline(titleOf({ title }))}. ${escape(why ?? '')}`.trim(),
    blocks: [
      section(`${SIGNS[state]} *${head}:* ${inline(titleOf({ title }))}${why === null ? '' : `\n${escape(why)}`}`),
      context(`Account ${inline(username)} · Pin ${edit.postId}${isThere ? ` · ${linkTo(href, 'View on Pinterest')}` : ''}`),
    ],
  }
}

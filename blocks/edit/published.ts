/** Changes of a published pin at Pinterest: the form with its old and new values, the confirmation of a deletion, and how it ended. */
import type { AnyBlock, ModalView } from '@slack/types'
import type { Account } from '../../src/core/accounts/account.js'
import type { PinEdit, PinField } from '../../src/core/publish/published/pin-edit.js'
import { boardInput, type Named, sectionInput } from '../boards/inputs.js'
import { context, escape, form, inline, type Message, section } from '../kit/kit.js'
import { linkTo } from '../kit/link.js'
import { type Problem, withProblem } from '../kit/problem.js'
import { type ContentValues, contentInput } from '../pin/content.js'
import { type OpenedFrom, openedFromMemory } from '../pin/memory.js'
import { boardOf, type CardPost, titleOf } from '../pin/text.js'
import { type PublishedMemory, publishedMemory } from './memory.js'

export const action = {
  publishedBoard: 'published_board',
  publishedSection: 'published_section',
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
  const { memory, values, isSavedPin, editedOnPinterest, changes, problem } = model
  const all = { ...NO_VALUES, ...values }
  return form({
    callbackId: view.editPublished,
    title: 'Edit on Pinterest',
    submit: changes ? 'Change on Pinterest' : 'Show changes',
    memory: publishedMemory.write(memory),
    blocks: withProblem(
      [
        ...(changes ? changesOf(changes) : [context('These are the values on Pinterest now. The image stays.')]),
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

const SHOWN = 280
function changesOf(changes: readonly ShownChange[]): AnyBlock[] {
  const valueOf = (words: string) => (words === '' ? '–' : inline(words, SHOWN))
  return [
    section('*This changes on Pinterest, for everybody:*'),
    ...changes.map(({ field, before, after }) => section(`*${LABELS[field]}*\n~${valueOf(before)}~\n${valueOf(after)}`)),
  ]
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

/** Says how the change ended. @param why it was not made @returns undefined: it is not over */
export function pinEditEndedMessage(
  { username }: Pick<Account, 'username'>,
  { edit, why, title, href }: { edit: PinEdit; why: string | null; title: string | null; href: string | undefined },
): Message | undefined {
  const { state, kind, settledAt } = edit
  if (settledAt === null || state === null || state === 'sending') return undefined
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

/** The modal that edits a pin: its text, board and time, with rarer fields behind two buttons. */
import { type EditMemory, editMemory } from './memory.js'
import type { AnyBlock, ModalView } from '@slack/types'
import type { GivenField } from '../../src/core/posts/content.js'
import { boardInput, sectionInput } from '../boards/inputs.js'
import { type MediaValues, mediaInputs } from '../composer/media.js'
import type { Named } from '../boards/inputs.js'
import { field } from '../ids.js'
import { actions, button, clip, context, escape, picture, section, text } from '../kit/kit.js'
import { type Problem, withProblem } from '../kit/problem.js'
import { type ContentValues, contentInput, moreInputs } from '../pin/content.js'
import type { EditPart } from '../pin/failure-text.js'
import { chosenOf, movedBlocks, timeBlocks, timeChosen, type TimeModel } from '../pin/move.js'
import { stateInForm } from '../pin/state-text.js'
import { type Card, titleOf } from '../pin/text.js'
import { timedWords } from '../pin/when.js'
import { descriptionBlock, wordBlocks } from '../trends/words.js'

export const action = {
  editBoard: 'edit_board',
  editSection: 'edit_section',
  editWhen: 'edit_when',
  editTime: 'edit_time',
  editSlot: 'edit_slot_of_pin',
  editPicture: 'edit_picture',
  editMore: 'edit_more',
} as const
export const view = { edit: 'edit_pin', editAndApprove: 'edit_and_approve' } as const

/** The editable fields by their names in the core; `board` includes the section. */
export type EditField = GivenField | 'board'

/** Media are separate, because an input cannot show the pin's current media. */
export type ChangedField = EditField | 'media'

/** The media, if any, replace those of the pin. */
export type EditValues = MediaValues & ContentValues & { board: Named | null; section: Named | null }

export type EditModel = {
  card: Card
  memory: EditMemory
  values: EditValues
  /** A field that the pin already has cannot be emptied, except alt text and product tags. */
  isSet: { title: boolean; description: boolean; link: boolean; board: boolean }
  /** The number of sections of the chosen board; undefined: no board chosen, or not known. */
  sectionCount: number | undefined
  takesTags: boolean
  /** It is a carousel, and its slides fit into a field. */
  takesSlides: boolean
  /** The pin's time; undefined: the reader may not choose one. */
  time?: TimeModel | undefined
  /** The requested time as markup, in the form that also approves. */
  requestedTime?: string | undefined
  /** The changes requested by the last decision, as markup. */
  asked?: string | undefined
  /** Trending words that the description lacks. */
  suggested?: string[]
  /** Fields that another person changed while the form was open, with current values. `changedBy`: who and when, as markup. */
  changed?: { field: ChangedField; sentence: string }[]
  changedBy?: string | undefined
  problem?: Problem
}

/** Returns the name of the input that fills a field. */
export const inputOf = (name: ChangedField): string => (name === 'media' ? field.files : name === 'board' ? field.board : name)

export function editView(model: EditModel): ModalView {
  const { card, memory, changed = [], changedBy = 'Someone else edited this pin.', asked, time } = model
  return {
    type: 'modal',
    callback_id: memory.approves ? view.editAndApprove : view.edit,
    title: text(memory.approves ? 'Edit and approve' : 'Edit pin', 24),
    submit: text(submitWords(model), 24),
    close: text('Cancel', 24),
    private_metadata: editMemory.write(memory),
    blocks: withProblem(
      [
        ...(changed.length > 0 ? [section(`:warning: ${changedBy} Saving will overwrite their changes.`)] : []),
        ...(time ? movedBlocks(time) : []),
        ...(asked === undefined ? [] : [section(asked)]),
        section(stateInForm(card), picture(card.picture, card.post.altText ?? titleOf(card.post))),
        ...(memory.approves ? [context(approvedTime(memory.approves, model.requestedTime))] : []),
        ...inputsOf(model).flatMap((block) => [block, ...under(block, changed)]),
      ],
      model.problem,
    ),
  }
}

const approvedTime = ({ isPast }: NonNullable<EditMemory['approves']>, requestedTime = 'the requested time'): string =>
  isPast
    ? 'The requested time has passed. Saving schedules the pin for the next open slot.'
    : `Saving schedules the pin for ${requestedTime}.`

/** The words of the submit button, which may save and also move, schedule or request approval. */
function submitWords({ time, asked, memory }: EditModel): string {
  if (memory.approves) return 'Save and approve'
  if (!time || chosenOf(time) === 'draft') return 'Save'
  if (time.asks) return asked === undefined ? 'Save and ask' : 'Save and ask again'
  const at = timeChosen(time)
  return time.post.status === 'draft'
    ? timedWords(['Schedule for', 'Schedule'], at, time, 'Save and schedule')
    : timedWords(['Save on', 'Save'], at, time, 'Save and move')
}

/** The parts in reading order; broken or missing ones are moved to the top. */
const PARTS = {
  title: (model) => [titleInput(model)],
  description: descriptionBlocks,
  link: (model) => [linkInput(model)],
  board: boardBlocks,
  when: ({ time }) => (time ? timeBlocks(time, { choice: action.editWhen, time: action.editTime, slot: action.editSlot }) : []),
  media: (model) => (isOpen(model, 'media') ? mediaBlocks(model) : []),
} satisfies Record<EditPart, (model: EditModel) => AnyBlock[]>

const isOpen = ({ memory: { picture: isPressed, first = [] } }: EditModel, part: EditPart) =>
  first.includes(part) || isPressed === true

/** A saved pin has only a board and a time; the rest is the original's. */
function inputsOf(model: EditModel): AnyBlock[] {
  if (model.card.post.savedPin)
    return [context('Pinterest shows it with its own image, title and link.'), ...boardBlocks(model), ...PARTS.when(model)]
  const { first = [], more: isMore } = model.memory
  const parts = new Set<EditPart>([...first, ...(Object.keys(PARTS) as EditPart[])]) // keys of the object above
  const hidden = [
    ...(isOpen(model, 'media') ? [] : [button({ text: 'Change picture…', actionId: action.editPicture })]),
    ...(isMore ? [] : [button({ text: 'More', actionId: action.editMore, label: 'More: alt text, section, product tags' })]),
  ]
  return [
    ...[...parts].flatMap((part) => PARTS[part](model)),
    ...(isMore
      ? [
          ...moreInputs(model.values, { hasVideo: model.card.post.mediaType === 'video', hasSlides: model.takesSlides }),
          ...tagBlocks(model),
        ]
      : []),
    ...(hidden.length > 0 ? [actions(hidden)] : []),
  ]
}

function under({ block_id: blockId }: AnyBlock, changed: NonNullable<EditModel['changed']>): AnyBlock[] {
  return changed
    .filter((each) => blockId === inputOf(each.field) || blockId?.startsWith(`${inputOf(each.field)}.`))
    .map(({ sentence }) => context(`:warning: ${escape(clip(sentence, 500))}`))
}

const mediaBlocks = ({ memory: { fileRound = 0, files = [] }, values }: EditModel): AnyBlock[] =>
  mediaInputs({
    values,
    memory: { fileRound, files },
    asksLink: true,
    optional: true,
    hint: 'Leave empty to keep the current one. ',
  })

const titleInput = ({ values, isSet }: EditModel): AnyBlock => contentInput('title', values, { optional: !isSet.title })

function descriptionBlocks({ values, isSet, memory, suggested }: EditModel): AnyBlock[] {
  return [
    contentInput('description', values, { blockId: descriptionBlock(memory.wordRound), optional: !isSet.description }),
    ...wordBlocks(suggested),
  ]
}

const linkInput = ({ values, isSet }: EditModel): AnyBlock => contentInput('url', values, { optional: !isSet.link })

/** Shows the section if the pin has one; otherwise it is behind "More". */
function boardBlocks({ values, memory, isSet, sectionCount }: EditModel): AnyBlock[] {
  const { board, section } = values
  const isShown = section !== null || memory.more === true || memory.first?.includes('board') === true
  return [
    boardInput({ actionId: action.editBoard, chosen: board, optional: !isSet.board }),
    ...(isShown
      ? [sectionInput({ round: memory.sectionRound, actionId: action.editSection, chosen: section, board, sectionCount })]
      : []),
  ]
}

const tagBlocks = ({ takesTags, values }: EditModel): AnyBlock[] => (takesTags ? [contentInput('productTagPinIds', values)] : [])

/** The modal that changes the media, the words, the board and the tags of a pin. */
import { type EditMemory, editMemory } from './memory.js'
import type { AnyBlock, ModalView } from '@slack/types'
import { boardInput, sectionInput } from '../boards/inputs.js'
import { type MediaValues, mediaInputs } from '../composer/media.js'
import type { Named } from '../composer/model.js'
import { action, field, view } from '../ids.js'
import { alert, clip, context, escape, input, picture, section, text } from '../kit/kit.js'
import { type Problem, withProblem } from '../kit/problem.js'
import { MOST_WORDS, wordsElement } from '../kit/words.js'
import { stateInForm } from '../pins/state-text.js'
import { type Card, titleOf } from '../pins/text.js'
import { descriptionBlock, wordBlocks } from '../trends/words.js'

/** The fields that can be changed here, by their names in the core; the section goes with its board. */
export type EditField = 'title' | 'description' | 'url' | 'altText' | 'board' | 'productTagPinIds'

/** The media are no such field: a form cannot show what the pin has in its inputs. */
export type ChangedField = EditField | 'media'

/** Of the media those that shall take the place of what the pin has: none, and it keeps them. */
export type EditValues = MediaValues & {
  title: string
  description: string
  link: string
  altText: string
  board: Named | null
  section: Named | null
  productTags: string
}

export type EditModel = {
  card: Card
  memory: EditMemory
  values: EditValues
  /** What the pin has already cannot be taken away again, but for the alt text and the tags. */
  isSet: { title: boolean; description: boolean; link: boolean; board: boolean }
  /** How many sections the chosen board has; undefined: no board chosen, or not known. */
  sectionCount: number | undefined
  takesTags: boolean
  /** Words that people search for, which the description does not say yet. */
  suggested?: string[]
  /** Fields that somebody else changed meanwhile, with what they are now. */
  changed?: { field: ChangedField; sentence: string }[]
  problem?: Problem
}

const BLOCK_OF: Record<ChangedField, string> = {
  media: field.files,
  title: field.title,
  description: field.description,
  url: field.link,
  altText: field.altText,
  board: field.board,
  productTagPinIds: field.productTags,
}

export function editView(model: EditModel): ModalView {
  const { card, memory, changed = [] } = model
  return {
    type: 'modal',
    callback_id: view.edit,
    title: text('Edit pin', 24),
    submit: text('Save', 24),
    close: text('Cancel', 24),
    private_metadata: editMemory.write(memory),
    blocks: withProblem(
      [
        ...(changed.length > 0 ? [alert('warning', 'Someone else edited this pin. Saving will overwrite their changes.')] : []),
        section(stateInForm(card), picture(card.picture, card.post.altText ?? titleOf(card.post))),
        ...inputsOf(model).flatMap((block) => [block, ...under(block, changed)]),
      ],
      model.problem,
    ),
  }
}

/** Of a pin that saves another one its board alone is ours. */
const inputsOf = (model: EditModel): AnyBlock[] =>
  model.card.post.savedPin
    ? [context('Pinterest shows it with its own image, title and link.'), ...boardBlocks(model)]
    : [...mediaBlocks(model), ...textBlocks(model), ...boardBlocks(model), ...tagBlocks(model)]

function under({ block_id: blockId }: AnyBlock, changed: NonNullable<EditModel['changed']>): AnyBlock[] {
  return changed
    .filter((each) => blockId === BLOCK_OF[each.field] || blockId?.startsWith(`${BLOCK_OF[each.field]}.`))
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

function textBlocks({ values, isSet, memory, suggested }: EditModel): AnyBlock[] {
  const initial = (value: string) => (value === '' ? {} : { initial_value: clip(value, 3000) })
  return [
    input({
      blockId: field.title,
      label: 'Title',
      element: wordsElement({ initial: values.title, most: MOST_WORDS.title }),
      optional: !isSet.title,
    }),
    input({
      blockId: descriptionBlock(memory.wordRound),
      label: 'Description',
      element: wordsElement({ initial: values.description, most: MOST_WORDS.description, isLong: true }),
      optional: !isSet.description,
    }),
    ...wordBlocks(suggested),
    input({
      blockId: field.link,
      label: 'Destination link',
      element: { type: 'url_text_input', action_id: action.value, ...initial(values.link) },
      optional: !isSet.link,
      hint: 'The page people open from the pin.',
    }),
    input({
      blockId: field.altText,
      label: 'Alt text',
      element: wordsElement({ initial: values.altText, most: MOST_WORDS.altText }),
      optional: true,
      hint: 'Describe the image for people who can’t see it.',
    }),
  ]
}

function boardBlocks({ values, memory, isSet, sectionCount }: EditModel): AnyBlock[] {
  const { board, section } = values
  return [
    boardInput({ actionId: action.editBoard, chosen: board, optional: !isSet.board }),
    sectionInput({ round: memory.sectionRound, actionId: action.editSection, chosen: section, board, sectionCount }),
  ]
}

const tagBlocks = ({ takesTags, values: { productTags } }: EditModel): AnyBlock[] =>
  takesTags
    ? [
        input({
          blockId: field.productTags,
          label: 'Product tags',
          optional: true,
          hint: 'Product pins: up to 24 ids or links, separated by spaces.',
          element: {
            type: 'plain_text_input',
            action_id: action.value,
            multiline: true,
            ...(productTags !== '' && { initial_value: clip(productTags, 3000) }),
          },
        }),
      ]
    : []

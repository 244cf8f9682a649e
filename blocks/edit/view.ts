/** The modal that changes the words, the board and the tags of a pin. */
import { type EditMemory, editMemory } from './memory.js'
import type { AnyBlock, ModalView } from '@slack/types'
import { boardInput, sectionInput } from '../boards/inputs.js'
import type { Named } from '../composer/model.js'
import { action, field, view } from '../ids.js'
import { alert, clip, context, escape, input, picture, section, text } from '../kit/kit.js'
import { type Card, stateLine, titleOf } from '../pins/text.js'

/** The fields that can be changed here, by their names in the core; the section goes with its board. */
export type EditField = 'title' | 'description' | 'url' | 'altText' | 'board' | 'productTagPinIds'

export type EditValues = {
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
  /** Fields that somebody else changed meanwhile, with what they are now. */
  changed?: { field: EditField; sentence: string }[]
}

const BLOCK_OF: Record<EditField, string> = {
  title: field.title,
  description: field.description,
  url: field.link,
  altText: field.altText,
  board: field.board,
  productTagPinIds: field.productTags,
}

export function editView(model: EditModel): ModalView {
  const { card, memory, changed = [] } = model
  const { media, mediaType } = card.post
  const isCarousel = media.length > 1
  const kept = mediaType === 'video' ? 'The video' : isCarousel ? 'The images' : 'The image'
  return {
    type: 'modal',
    callback_id: view.edit,
    title: text('Edit pin', 24),
    submit: text('Save', 24),
    close: text('Cancel', 24),
    private_metadata: editMemory.write(memory),
    blocks: [
      ...(changed.length > 0 ? [alert('warning', 'Someone else edited this pin. Saving will overwrite their changes.')] : []),
      section(stateLine(card.post), picture(card.picture, card.post.altText ?? titleOf(card.post))),
      context(`${kept} can’t be changed here.`),
      ...[...wordBlocks(model), ...boardBlocks(model), ...tagBlocks(model)].flatMap((block) => [block, ...under(block, changed)]),
    ],
  }
}

function under({ block_id: blockId }: AnyBlock, changed: NonNullable<EditModel['changed']>): AnyBlock[] {
  return changed
    .filter((each) => BLOCK_OF[each.field] === blockId)
    .map(({ sentence }) => context(`:warning: ${escape(clip(sentence, 500))}`))
}

function wordBlocks({ values, isSet }: EditModel): AnyBlock[] {
  const initial = (value: string) => (value === '' ? {} : { initial_value: clip(value, 3000) })
  const words = (value: string, multiline: boolean) =>
    ({ type: 'plain_text_input', action_id: action.value, multiline, ...initial(value) }) as const
  return [
    input({
      blockId: field.title,
      label: 'Title',
      element: words(values.title, false),
      optional: !isSet.title,
      hint: 'Up to 100 characters.',
    }),
    input({
      blockId: field.description,
      label: 'Description',
      element: words(values.description, true),
      optional: !isSet.description,
      hint: 'Up to 800 characters.',
    }),
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
      element: words(values.altText, false),
      optional: true,
      hint: 'Describe the image for people who can’t see it. Up to 500 characters.',
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

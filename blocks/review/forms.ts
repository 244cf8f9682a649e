/** The forms of a review: new pins from files and links, a picture or time for one pin, and missing fields for all. */
import type { ModalView } from '@slack/types'
import { shared, field } from '../ids.js'
import { FILETYPES } from '../kit/filetypes.js'
import { context, form, inline, input, section } from '../kit/kit.js'
import { addressElement } from '../kit/words.js'
import { timeHint } from '../pin/when.js'
import { type BulkMemory, bulkMemory, type ItemMemory, itemMemory, type LackingMemory, lackingMemory } from './memory.js'

export const view = {
  bulk: 'bulk_pins',
  reviewPicture: 'review_picture',
  reviewWords: 'review_words',
  reviewTime: 'review_time',
} as const

/** Slack's limit for the files of one field. */
const MOST_FILES = 10

const files = (blockId: string, label: string, most: number, hint?: string, filetypes = FILETYPES, optional = true) =>
  input({
    blockId,
    label,
    optional,
    ...(hint !== undefined && { hint }),
    element: { type: 'file_input', action_id: shared.value, filetypes, max_files: most },
  })

const text = (blockId: string, label: string, hint: string, most: number) =>
  input({
    blockId,
    label,
    hint,
    optional: true,
    element: { type: 'plain_text_input', action_id: shared.value, multiline: true, max_length: most },
  })

/** @param account the account's name; undefined if there is only one */
export const bulkView = (memory: BulkMemory, account: string | undefined): ModalView =>
  form({
    callbackId: view.bulk,
    title: 'New pins',
    submit: 'Review',
    memory: bulkMemory.write(memory),
    blocks: [
      section('Each image, video, page or line of a CSV becomes a pin. You’ll see all of them before anything is scheduled.'),
      ...(account === undefined ? [] : [context(`For ${inline(account)}`)]),
      files(field.files, 'Images, videos or a CSV', MOST_FILES, 'Up to 10, max. 10 MB each.', [...FILETYPES, 'csv']),
      files(
        field.moreFiles,
        'More images or videos',
        MOST_FILES,
        'For even more, press “Add more” in the review: up to 30 in all.',
      ),
      text(field.words, 'What they show', 'One text for all of them, or one line for each.', 3000),
      text(
        field.link,
        'Links',
        'Where the pins lead: one link for all, or one for each. Without files, we make drafts from the linked pages.',
        3000,
      ),
    ],
  })

export const pictureView = (memory: ItemMemory, name: string): ModalView =>
  form({
    callbackId: view.reviewPicture,
    title: 'Add an image',
    submit: 'Add',
    memory: itemMemory.write(memory),
    blocks: [section(`For *${inline(name)}*`), files(field.files, 'Image or video', 1, 'Max. 10 MB.', FILETYPES, false)],
  })

/** The form for another time of one pin; an empty time means the next open slot. */
export const timeView = (memory: ItemMemory, { name, sendAt, ...zones }: TimeModel): ModalView =>
  form({
    callbackId: view.reviewTime,
    title: 'Another time',
    submit: 'Set the time',
    memory: itemMemory.write(memory),
    blocks: [
      section(`For *${inline(name)}*`),
      input({
        blockId: field.time,
        label: 'Date and time',
        optional: true,
        hint: `${timeHint(zones.timezone, zones.accountZone)} Leave it empty for the next open slot.`,
        element: {
          type: 'datetimepicker',
          action_id: shared.value,
          ...(sendAt && { initial_date_time: Math.floor(sendAt.getTime() / 1000) }),
        },
      }),
    ],
  })
type TimeModel = { name: string; sendAt: Date | null; timezone: string; accountZone: string | null }

/** Fills in only missing fields of the drafts. */
export const wordsView = (memory: LackingMemory, lacking: { words: number; links: number; boards: number }): ModalView =>
  form({
    callbackId: view.reviewWords,
    title: 'Fill in what’s missing',
    submit: 'Fill in',
    memory: lackingMemory.write(memory),
    blocks: [
      section('We’ll add this to the pins that need it. The others don’t change.'),
      ...(lacking.words === 0
        ? []
        : [
            input({
              blockId: field.title,
              label: `Title and description (${counted(lacking.words)})`,
              optional: true,
              element: { type: 'plain_text_input', action_id: shared.value, max_length: 100 },
            }),
          ]),
      ...(lacking.links === 0
        ? []
        : [
            input({
              blockId: field.link,
              label: `Destination link (${counted(lacking.links)})`,
              optional: true,
              element: addressElement(),
            }),
          ]),
      ...(lacking.boards === 0
        ? []
        : [
            input({
              blockId: field.board,
              label: `Board (${counted(lacking.boards)})`,
              optional: true,
              element: { type: 'external_select', action_id: shared.composerBoard, min_query_length: 0 },
            }),
          ]),
    ],
  })

const counted = (count: number) => (count === 1 ? '1 pin needs it' : `${count} pins need it`)
